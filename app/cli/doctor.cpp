// SPDX-License-Identifier: Apache-2.0
#include "engine/doctor/doctor.h"

#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/data_folder.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/table.h"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// `doctor [PROJECT]`: what a report of a fault needs.
namespace headroom::app {

namespace {

struct DoctorOptions {
    std::string project, order;
    std::string at = "10min", follow = "5min";
    std::string format = "text";
};

int doctor(const DoctorOptions& options) {
    const auto atS = parseDuration(options.at), followS = parseDuration(options.follow);
    if (!atS || !followS) {
        return failUsage(
            "doctor", durationFault(atS ? "--follow" : "--at", atS ? options.follow : options.at));
    }
    if (options.project.empty()) {
        const auto catalogue = openCatalogue();
        if (!catalogue) {
            return fail(catalogue.error());
        }
        printSheets(named({engine::doctorVersions(HEADROOM_VERSION, dataFolder(), *catalogue)}),
                    options.format);
        return kFine;
    }
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    std::vector<engine::Sheet> sheets = {
        engine::doctorVersions(HEADROOM_VERSION, dataFolder(), opened->catalogue)};
    auto sizes = engine::doctorSizes(opened->project, opened->catalogue);
    if (!sizes) {
        // The versions are as useful where the project does not compile.
        printSheets(named(std::move(sheets)), options.format);
        return fail(sizes.error());
    }
    sheets.push_back(std::move(*sizes));
    if (!options.order.empty()) {
        auto path = engine::doctorOrder(opened->project, opened->catalogue,
                                        {options.order, *atS, *followS});
        if (!path) {
            return fail(path.error());
        }
        sheets.push_back(std::move(*path));
    }
    printSheets(named(std::move(sheets)), options.format);
    return kFine;
}

}  // namespace

void addDoctor(Subcommand app, int& code) {
    auto options = std::make_shared<DoctorOptions>();
    Subcommand command = app.subcommand(
        "doctor", "Print what a report of a fault needs: versions, sizes, path of an order");
    const Option project = command
                               .option("PROJECT", options->project,
                                       "project file or folder; without it the versions alone")
                               .type("");
    command
        .option("--order", options->order,
                "follow this order from its words to its events, as \"fail ups-a/2\"")
        .type("ORDER")
        .needs(project);
    command.option("--at", options->at, "time of the order, where it states none")
        .type("TIME")
        .showDefault();
    command.option("--follow", options->follow, "how long its events are followed")
        .type("TIME")
        .showDefault();
    addWide(command);
    addFormat(command, options->format, {"text", "json", "csv"});
    command.action([options, &code] { code = doctor(*options); });
}

}  // namespace headroom::app
