// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/air/field/library.h"
#include "engine/base/json.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kHottest = 10;  // racks that the text lists

struct AirflowOptions {
    std::string project;
    std::string hall;
    double loadPct = 100.0;
    double cellM = 0.0;
    int threads = 2;
    std::vector<std::int64_t> off;
    std::string format = "text";
    bool again = false;
    bool quiet = false;
};

std::string number(double value, const char* format) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string rackName(const engine::Layout& layout, int rack) {
    const engine::RackBox& box = layout.racks[static_cast<std::size_t>(rack)];
    return layout.blocks[static_cast<std::size_t>(box.block)] + " " + box.name();
}

void print(const engine::AirStudyHall& hall, const engine::AirField& f,
           const engine::Layout& layout, double loadPct) {
    std::printf("%s (%s) at %g %% of its design load\n", hall.name.c_str(), hall.id.c_str(),
                loadPct);
    std::printf("%d x %d x %d cells of %.2f m, %d open; %.0f s of air in %ld steps\n", f.cells.nx, f.cells.ny,
                f.cells.nz, f.cellM, f.openCells, f.simulatedS, f.steps);
    if (f.settled) {
        std::printf("Settled: between two periods inlets moved by %.2f K in the mean, by %.2f K at most\n",
                    f.settledMeanK, f.settledRackK);
    } else {
        std::printf("NOT SETTLED: inlets still moved by %.2f K in the mean, by %.2f K at most. "
                    "Read the inlets as no better than this.\n",
                    f.settledMeanK, f.settledRackK);
    }
    double drawn = 0.0;
    for (const engine::RackAirResult& r : f.racks) {
        drawn += r.flowM3PerS;
    }
    std::printf("Supply %.2f m3/s at %.1f °C, racks draw %.2f m3/s, return %.1f °C\n",
                f.supplyM3PerS, f.supplyC, drawn, f.returnC);
    std::printf("Largest imbalance of a cell %.1e of the supply, of heat %.1e while it was averaged\n", f.massError,
                f.heatError);
    if (f.racks.empty()) {
        std::printf("No rack moves air here.\n\n");
        return;
    }
    const engine::AirIndices& i = f.indices;
    std::printf("SHI %.3f   RHI %.3f   RTI %.1f %%   RCI high %.1f %%   RCI low %.1f %%\n\n", i.shi,
                i.rhi, 100.0 * i.rti, 100.0 * i.rciHigh, 100.0 * i.rciLow);
    Cells rows = {{"block", "row", "racks", "mean inlet [°C]", "hottest [°C]", "hot air, mean [%]",
                   "most [%]"}};
    for (const engine::AirRow& r : engine::airRows(f, layout)) {
        rows.push_back({r.block, std::to_string(r.row + 1), std::to_string(r.racks),
                        number(r.meanInletC, "%.1f"), number(r.hottestInletC, "%.1f"),
                        number(100.0 * r.meanHotFraction, "%.1f"),
                        number(100.0 * r.mostHotFraction, "%.1f")});
    }
    Cells hottest = {{"hottest rack", "inlet [°C]", "top third [°C]", "warmest [°C]", "sway [K]", "outlet [°C]",
                      "hot air [%]", "air [m3/s]", "heat [kW]"}};
    for (const std::size_t n : engine::hottestRacks(f, kHottest)) {
        const engine::RackAirResult& r = f.racks[n];
        hottest.push_back({rackName(layout, r.rack), number(r.inletC, "%.1f"), number(r.topInletC, "%.1f"),
                           number(r.maxInletC, "%.1f"), number(r.swayK, "%.1f"), number(r.outletC, "%.1f"),
                           number(100.0 * r.hotFraction, "%.1f"), number(r.flowM3PerS, "%.2f"),
                           number(r.heatW / 1000.0, "%.1f")});
    }
    std::printf("%s\n%s\n", alignedTable(rows).c_str(), alignedTable(hottest).c_str());
    if (f.racks.size() > kHottest) {
        std::printf("%zu more racks: --format json or csv lists all.\n\n", f.racks.size() - kHottest);
    }
    if (!f.closedRacks.empty()) {
        std::string names;
        for (const int rack : f.closedRacks) {
            names += (names.empty() ? "" : ", ") + rackName(layout, rack);
        }
        std::printf("%zu racks have no free way for their air and are not in the field: %s\n\n",
                    f.closedRacks.size(), names.c_str());
    }
}

Json rackJson(const engine::RackAirResult& r, const engine::Layout& layout) {
    return {{"rack", rackName(layout, r.rack)},
            {"inlet_c", r.inletC},
            {"top_inlet_c", r.topInletC},
            {"max_inlet_c", r.maxInletC},
            {"sway_k", r.swayK},
            {"outlet_c", r.outletC},
            {"hot_fraction", r.hotFraction},
            {"flow_m3_per_s", r.flowM3PerS},
            {"heat_kw", r.heatW / 1000.0}};
}

Json toJson(const engine::AirStudyHall& hall, const engine::AirField& f,
            const engine::Layout& layout) {
    Json json;
    json["hall"] = hall.id;
    json["cells"] = {f.cells.nx, f.cells.ny, f.cells.nz};
    json["cell_m"] = f.cellM;
    json["open_cells"] = f.openCells;
    json["iterations"] = f.iterations;
    json["steps"] = f.steps;
    json["simulated_s"] = f.simulatedS;
    json["rounds"] = f.periods;
    json["settled"] = f.settled;
    json["settled_k"] = f.settledMeanK;
    json["settled_rack_k"] = f.settledRackK;
    json["supply_m3_per_s"] = f.supplyM3PerS;
    json["supply_c"] = f.supplyC;
    json["return_c"] = f.returnC;
    json["mass_error"] = f.massError;
    json["heat_error"] = f.heatError;
    json["shi"] = f.indices.shi;
    json["rhi"] = f.indices.rhi;
    json["rti"] = f.indices.rti;
    json["rci_high"] = f.indices.rciHigh;
    json["rci_low"] = f.indices.rciLow;
    json["hottest_inlet_c"] = f.indices.hottestInletC;
    json["rows"] = Json::array();
    for (const engine::AirRow& r : engine::airRows(f, layout)) {
        json["rows"].push_back({{"block", r.block},
                                {"row", r.row + 1},
                                {"racks", r.racks},
                                {"mean_inlet_c", r.meanInletC},
                                {"hottest_inlet_c", r.hottestInletC},
                                {"mean_hot_fraction", r.meanHotFraction},
                                {"most_hot_fraction", r.mostHotFraction}});
    }
    json["hottest_racks"] = Json::array();
    for (const std::size_t n : engine::hottestRacks(f, kHottest)) {
        json["hottest_racks"].push_back(rackJson(f.racks[n], layout));
    }
    json["inlets"] = Json::array();
    for (const engine::RackAirResult& r : f.racks) {
        json["inlets"].push_back(rackJson(r, layout));
    }
    json["closed_racks"] = f.closedRacks.size();
    json["closed_rack_names"] = Json::array();
    for (const int rack : f.closedRacks) {
        json["closed_rack_names"].push_back(rackName(layout, rack));
    }
    return json;
}

void addCsv(const engine::AirStudyHall& hall, const engine::AirField& f, const engine::Layout& layout, Cells& cells) {
    for (const engine::RackAirResult& r : f.racks) {
        cells.push_back({hall.id, rackName(layout, r.rack), number(r.inletC, "%.3f"), number(r.topInletC, "%.3f"),
                         number(r.maxInletC, "%.3f"), number(r.swayK, "%.3f"), number(r.outletC, "%.3f"),
                         number(r.hotFraction, "%.4f"), number(r.flowM3PerS, "%.4f"), number(r.heatW / 1000.0, "%.3f"),
                         f.settled ? "yes" : "no"});
    }
}

int noSuchHall(const engine::AirStudy& study, const std::string& hall) {
    std::string known;
    for (const engine::AirStudyHall& h : study.halls) {
        known += (known.empty() ? "" : ", ") + h.id;
    }
    return fail(engine::Error{"AIR-004", "there is no hall \"" + hall + "\"",
                              "name one of " + known, "", "", 0});
}

int airflow(const AirflowOptions& options) {
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    const auto study =
        engine::airStudy(opened->project, opened->catalogue, {options.loadPct / 100.0, std::vector<int>(options.off.begin(), options.off.end())});
    if (!study) {
        return fail(study.error());
    }
    const std::atomic<bool>& interrupted = catchInterrupts();
    Json halls = Json::array();
    Cells racks = {{"hall", "rack", "inlet_c", "top_inlet_c", "max_inlet_c", "sway_k", "outlet_c", "hot_fraction",
                    "flow_m3_per_s", "heat_kw", "settled"}};
    bool found = false;
    engine::AirLibrary library = engine::AirLibrary::ofUser();
    for (const engine::AirStudyHall& hall : study->halls) {
        if (!options.hall.empty() && options.hall != hall.id) {
            continue;
        }
        found = true;
        Progress progress(hall.name, !options.quiet);
        engine::AirFieldOptions field;
        field.cellM = options.cellM;
        field.threads = options.threads;
        field.cancel = &interrupted;
        field.progress = [&](double done) { progress.update(done, ""); };
        const auto solved = options.again ? engine::airFieldOf(*study, hall, field)
                                          : engine::airOf(library, *study, hall, field);
        progress.finish();
        if (!solved) {
            if (interrupted) {
                return kCancelled;
            }
            fail(solved.error());
            return kSolver;
        }
        if (options.format == "json") {
            halls.push_back(toJson(hall, *solved, study->layout));
        } else if (options.format == "csv") {
            addCsv(hall, *solved, study->layout, racks);
        } else {
            print(hall, *solved, study->layout, options.loadPct);
        }
    }
    if (!found) {
        return noSuchHall(*study, options.hall);
    }
    if (options.format == "csv") {
        std::printf("%s\n", csvTable(racks).c_str());
    }
    if (options.format == "json") {
        const Json json = {{"load_pct", options.loadPct}, {"halls", std::move(halls)}};
        std::printf("%s\n", engine::jsonText(json, 2).c_str());
    }
    return kFine;
}

/// "0.3" or "0.3m".
std::string metres(std::string& text) {
    if (text.ends_with("m")) {
        text.pop_back();
    }
    return {};
}

}  // namespace

void addAirflow(Subcommand app, int& code) {
    auto options = std::make_shared<AirflowOptions>();
    Subcommand command = app.subcommand(
        "airflow", "Compute the air of a hall in three dimensions: inlets, hot air, indices");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.option("--hall", options->hall, "one hall by its id; without all").type("ID");
    command.option("--load", options->loadPct, "share of the design load, in percent")
        .type("PERCENT")
        .check(within(1.0, 100.0))
        .showDefault();
    command.option("--cell", options->cellM, "edge of a cell: 0.3m; without, by the hall's size")
        .type("LENGTH")
        .read(metres)
        .check(within(0.1, 2.0).untold());
    command.option("--threads", options->threads, "threads; the result is the same on any")
        .type("N")
        .check(within(1, 64))
        .showDefault();
    command.option("--off", options->off, "number of an air handler that is off, from 1; may repeat")
        .type("HANDLER");
    command.option("--format", options->format, "of the result: text, json, or csv (one line per rack)")
        .type("FORMAT")
        .check(oneOf({"text", "json", "csv"}))
        .showDefault();
    command.flag("--again", options->again, "compute the field also where it is known from an earlier time");
    command.flag("--quiet", options->quiet, "no progress on standard error");
    command.action([options, &code] { code = airflow(*options); });
}

}  // namespace headroom::app
