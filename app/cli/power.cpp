// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/table.h"
#include "engine/check/power_tables.h"
#include "engine/power/undervoltage.h"

#include <cstdio>
#include <map>
#include <memory>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;
using MakeTable = engine::Sheet (*)(const engine::DesignPower&);

const std::map<std::string, MakeTable> kTables = {{"units", &engine::powerUnitTable},
                                                  {"failures", &engine::powerFailureTable},
                                                  {"racks", &engine::powerRackTable},
                                                  {"losses", &engine::powerLossTable}};

struct PowerOptions {
    std::string project;
    std::string table;
    std::string format = "text";
};

int power(const PowerOptions& options) {
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    const engine::Design design = engine::designOf(opened->project, opened->catalogue);
    if (!design.power.wired) {
        if (!design.power.faults.empty()) {
            return fail(design.power.faults);
        }
        std::fprintf(stderr, "%s has no power units: there is nothing to study.\n",
                     options.project.c_str());
        return kFindings;
    }
    NamedSheets sheets;
    for (const char* name : {"losses", "units", "failures", "racks"}) {
        if (options.table.empty() || options.table == name) {
            sheets.emplace_back(name, kTables.at(name)(design.power));
        }
    }
    std::vector<std::string> collapses;
    for (const engine::VoltageCollapse& c : design.power.collapses) {
        collapses.push_back(engine::collapseText(design.power.network, c));
        std::fprintf(stderr, "Voltage collapse: %s.\n", collapses.back().c_str());
    }
    printSheets(sheets, options.format, {{"collapses", collapses}});
    return collapses.empty() ? kFine : kFindings;
}

}  // namespace

void addPower(Subcommand app, int& code) {
    auto options = std::make_shared<PowerOptions>();
    Subcommand command = app.subcommand(
        "power", "Study the wiring at full load: units, single failures, racks, losses");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.option("--table", options->table, "units, failures, racks or losses; without all")
        .type("TABLE")
        .check(oneOf({"units", "failures", "racks", "losses"}));
    addWide(command);
    addFormat(command, options->format, {"text", "json", "csv"});
    command.action([options, &code] { code = power(*options); });
}

}  // namespace headroom::app
