// SPDX-License-Identifier: Apache-2.0
#include "app/cli/airflow_loss.h"
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/air/field/air_picture.h"
#include "engine/air/field/air_shares.h"
#include "engine/air/field/air_sheet.h"
#include "engine/air/field/grid.h"
#include "engine/air/field/library.h"
#include "engine/air/field/openfoam.h"
#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"
#include "engine/sheet/sheet_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kHottest = 10;  // racks that the text lists

/// Errors of cells up to this are those of the method itself [K].
constexpr double kFineK = 1.0;

struct AirflowOptions {
    std::string project;
    std::string hall;
    double loadPct = 100.0;
    double cellM = 0.0;
    int threads = 2;
    std::vector<std::int64_t> off;
    std::vector<std::string> rackLoads;
    bool openDoors = false;
    std::vector<std::string> solidTiles;
    double gapsPct = 0.0;
    std::string exportTo, importFrom, runIn;
    int iterations = 1200, parts = 1;
    bool write = false;
    std::string image, cut = "fronts", colour = "temperature";
    double atPct = 50.0;
    AirLossWish loss;
    std::string format = "text";
    bool again = false;
    bool quiet = false;
};

/// ", doors open, 2 tiles solid": a state of the hall that is not the usual one.
std::string stateText(const AirflowOptions& options) {
    std::string text = options.openDoors ? ", doors open" : "";
    if (!options.solidTiles.empty()) {
        text += fmt::format(", {} tile{} solid", options.solidTiles.size(),
                            options.solidTiles.size() == 1 ? "" : "s");
    }
    if (options.gapsPct > 0.0) {
        text += fmt::format(", {:g} % of the servers' air through gaps", options.gapsPct);
    }
    return text;
}

/// The state that a result belongs to.
Json stateJson(const AirflowOptions& options) {
    return Json{{"load_pct", options.loadPct},
                {"open_doors", options.openDoors},
                {"solid_tiles", options.solidTiles},
                {"gaps_pct", options.gapsPct}};
}

void print(const engine::AirStudyHall& hall, const engine::AirField& f,
           const engine::Layout& layout, const AirflowOptions& options) {
    std::printf("%s (%s) at %g %% of its design load%s\n", hall.name.c_str(), hall.id.c_str(),
                options.loadPct, stateText(options).c_str());
    const bool isOwn = f.steps > 0;  // else OpenFOAM's
    std::printf(
        "%d x %d x %d cells of %.2f m, %d open%s\n", f.cells.nx, f.cells.ny, f.cells.nz, f.cellM,
        f.openCells,
        isOwn ? fmt::format("; {:.0f} s of air in {} steps", f.simulatedS, f.steps).c_str() : "");
    if (const double missK = engine::airCellErrorK(f.cellM); isOwn && missK > kFineK) {
        std::printf(
            "COARSE CELLS: mean inlets of such cells were off by up to %.1f K in the halls of the "
            "validation\n",
            missK);
    }
    if (!isOwn) {
        std::printf("%s\n", f.settled
                                ? "Settled: the heat that leaves is that of the racks, within 5 %"
                                : "NOT SETTLED: the heat that leaves is not that of the racks");
    } else if (f.settled) {
        std::printf(
            "Settled: between two periods inlets moved by %.2f K in the mean, by %.2f K at most\n",
            f.settledMeanK, f.settledRackK);
    } else {
        std::printf(
            "NOT SETTLED: inlets still moved by %.2f K in the mean, by %.2f K at most. "
            "Read the inlets as no better than this.\n",
            f.settledMeanK, f.settledRackK);
    }
    double drawn = 0.0;
    for (const engine::RackAirResult& r : f.racks) {
        drawn += r.flowM3PerS;
    }
    std::printf("Supply %.2f m3/s at %.1f °C, racks draw %.2f m3/s, return %.1f °C\n",
                f.supplyM3PerS, f.supplyC, drawn, f.returnC);
    if (isOwn) {
        std::printf(
            "Largest imbalance of a cell %.1e of the supply, of heat %.1e while it was averaged\n",
            f.massError, f.heatError);
    } else {
        std::printf("Imbalance of heat %.1e, by the cells before the returns\n", f.heatError);
    }
    if (f.racks.empty()) {
        std::printf("No rack moves air here.\n\n");
        return;
    }
    const engine::AirIndices& i = f.indices;
    std::printf("SHI %.3f   RHI %.3f   RTI %.1f %%   RCI high %.1f %%   RCI low %.1f %%\n\n", i.shi,
                i.rhi, 100.0 * i.rti, 100.0 * i.rciHigh, 100.0 * i.rciLow);
    std::printf(
        "%s\nThe hottest racks:\n\n%s\n", tableText(engine::airRowSheet(f, layout)).c_str(),
        tableText(engine::airRackSheet(f, layout, engine::hottestRacks(f, kHottest))).c_str());
    if (f.racks.size() > kHottest) {
        std::printf("%zu more racks: --format json or csv lists all.\n\n",
                    f.racks.size() - kHottest);
    }
    if (!f.closedRacks.empty()) {
        std::string names;
        for (const int rack : f.closedRacks) {
            names += (names.empty() ? "" : ", ") + engine::airRackName(layout, rack);
        }
        std::printf("%zu racks have no free way for their air and are not in the field: %s\n\n",
                    f.closedRacks.size(), names.c_str());
    }
}

Json toJson(const engine::AirStudyHall& hall, const engine::AirField& f,
            const engine::Layout& layout) {
    Json json;
    json["hall"] = hall.id;
    json["cells"] = {f.cells.nx, f.cells.ny, f.cells.nz};
    json["cell_m"] = f.cellM;
    json["cell_error_k"] = engine::airCellErrorK(f.cellM);
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
    json["rows"] = engine::sheetJson(engine::airRowSheet(f, layout));
    json["hottest_racks"] =
        engine::sheetJson(engine::airRackSheet(f, layout, engine::hottestRacks(f, kHottest)));
    json["inlets"] = engine::sheetJson(engine::airRackSheet(f, layout));
    json["closed_racks"] = f.closedRacks.size();
    json["closed_rack_names"] = Json::array();
    for (const int rack : f.closedRacks) {
        json["closed_rack_names"].push_back(engine::airRackName(layout, rack));
    }
    return json;
}

/// "racks-1 R01-06=150": a rack and its load in percent. Nothing where a text has another form.
std::optional<std::vector<std::pair<std::string, double>>> rackLoadsOf(
    const std::vector<std::string>& texts) {
    constexpr double kMostPct = 1000.0;
    std::vector<std::pair<std::string, double>> loads;
    for (const std::string& text : texts) {
        const std::size_t split = text.rfind('=');
        const std::optional<double> pct =
            split == std::string::npos ? std::nullopt : engine::parseNumber(text.substr(split + 1));
        if (!pct || !(*pct >= 0.0 && *pct <= kMostPct)) {
            return std::nullopt;
        }
        loads.emplace_back(text.substr(0, split), *pct / 100.0);
    }
    return loads;
}

int exportCase(const AirflowOptions& options, const engine::AirStudy& study) {
    const engine::AirStudyHall* hall = onlyHall(study, options.hall);
    if (hall == nullptr) {
        return noSuchHall(study, options.hall);
    }
    const auto made = engine::writeFoamCase(
        study, *hall, {options.cellM, options.iterations, options.parts, {}}, options.exportTo);
    if (!made) {
        return fail(made.error());
    }
    if (!options.runIn.empty()) {
        return kFine;  // the result follows
    }
    std::printf(
        "%s: %d cells of %.3f m, %d racks, %d patches in %s\nRun %s/Allrun where OpenFOAM v1912 to "
        "v2312 is installed, then "
        "airflow with the same options and --import-openfoam %s.\n",
        hall->id.c_str(), made->cells, made->cellM, made->racks, made->patches,
        options.exportTo.c_str(), options.exportTo.c_str(), options.exportTo.c_str());
    return kFine;
}

/// Compares the field of OpenFOAM with the own field of these cells if that is known.
void compareCase(const engine::AirField& foam, const std::optional<engine::AirField>& own,
                 const engine::Layout& layout) {
    if (!own || own->racks.size() != foam.racks.size()) {
        std::printf("No own field of these cells is known: airflow --cell %.3f computes it.\n",
                    foam.cellM);
        return;
    }
    double sum = 0.0, squares = 0.0;
    std::size_t worst = 0;
    for (std::size_t i = 0; i < foam.racks.size(); ++i) {
        const double off = own->racks[i].inletC - foam.racks[i].inletC;
        sum += off;
        squares += off * off;
        worst = std::abs(off) > std::abs(own->racks[worst].inletC - foam.racks[worst].inletC)
                    ? i
                    : worst;
    }
    const auto n = static_cast<double>(foam.racks.size());
    std::printf(
        "Own field of these cells less OpenFOAM: mean %+.2f K, rms %.2f K, worst rack %+.2f K at "
        "%s\n",
        sum / n, std::sqrt(squares / n), own->racks[worst].inletC - foam.racks[worst].inletC,
        engine::airRackName(layout, foam.racks[worst].rack).c_str());
}

/// Writes the shares of hot air into the project file.
int writeShares(Opened& opened, const std::vector<engine::HallAirShares>& found, bool isQuiet) {
    std::vector<engine::Edit> edits;
    std::string halls;
    for (const engine::HallAirShares& each : found) {
        const auto more = engine::airEdits(each);
        edits.insert(edits.end(), more.begin(), more.end());
        halls += (halls.empty() ? "" : ", ") + each.hall;
    }
    if (const auto done = engine::applyAll(opened.project, opened.catalogue, edits); !done) {
        return fail(done.error());
    }
    if (const auto saved = engine::saveProject(opened.project, opened.project.file); !saved) {
        return fail(saved.error());
    }
    if (!isQuiet) {
        std::fprintf(stderr, "Inlets of %s are now in %s: runs, checks and costs use them.\n",
                     halls.c_str(), opened.project.file.c_str());
    }
    return kFine;
}

int importCase(const AirflowOptions& options, const engine::AirStudy& study, Opened& opened) {
    const engine::AirStudyHall* hall = onlyHall(study, options.hall);
    if (hall == nullptr) {
        return noSuchHall(study, options.hall);
    }
    const auto foam = engine::readFoamCase(study, *hall, options.importFrom);
    if (!foam) {
        return fail(foam.error());
    }
    if (options.write) {
        const int code = writeShares(
            opened, {engine::airSharesOf(study, *hall, *foam, "OpenFOAM", engine::dayOfAir())},
            options.quiet);
        if (code != kFine) {
            return code;
        }
    }
    if (options.format == "json") {
        Json one = toJson(*hall, *foam, study.layout);
        one["source"] = "openfoam";
        Json json = stateJson(options);
        json["halls"] = Json::array({std::move(one)});
        printJson(json);
        return kFine;
    }
    if (options.format == "csv") {
        printSheet(engine::airRackSheet(*foam, study.layout, hall->id), "csv");
        return kFine;
    }
    std::printf("OpenFOAM, %s\n", options.importFrom.c_str());
    print(*hall, *foam, study.layout, options);
    compareCase(*foam, engine::knownAir(engine::AirLibrary::ofUser(), study, *hall, foam->cellM),
                study.layout);
    return kFine;
}

/// Exports the case, runs it here and reads it back.
int runCase(AirflowOptions options, const engine::AirStudy& study, Opened& opened) {
    options.exportTo = options.importFrom = options.runIn;
    if (const int code = exportCase(options, study); code != kFine) {
        return code;
    }
    if (const int code = runFoam(options.runIn, options.quiet); code != kFine) {
        return code;
    }
    return importCase(options, study, opened);
}

/// Options that do not fit together; nothing if they do.
std::optional<std::string> misfit(const AirflowOptions& options) {
    const AirflowOptions usual;
    const bool hasCase = !options.exportTo.empty() || !options.runIn.empty();
    if (!hasCase && (options.iterations != usual.iterations || options.parts != usual.parts)) {
        return "--iterations and --parts: add --export-openfoam or --openfoam";
    }
    const bool isDesign = options.loadPct == 100.0 && options.off.empty() &&
                          options.rackLoads.empty() && !options.openDoors &&
                          options.solidTiles.empty() && options.gapsPct == 0.0;
    if (options.write && (!isDesign || !options.exportTo.empty() || !options.loss.what.empty())) {
        return "--write: the project holds the air of the hall as designed; leave --load, --off, "
               "--rack-load, --open-doors, --solid-tile, --gaps, --lose and --export-openfoam out";
    }
    return std::nullopt;
}

/// Writes the picture that the options ask for.
int writeImage(const AirflowOptions& options, const engine::AirField& field,
               const engine::AirStudy& study, const engine::AirStudyHall& hall) {
    const engine::AirQuantity colour = options.colour == "speed" ? engine::AirQuantity::Speed
                                       : options.colour == "hot-air"
                                           ? engine::AirQuantity::HotAir
                                           : engine::AirQuantity::Temperature;
    const engine::AirCut cut = options.cut == "level"       ? engine::AirCut::Level
                               : options.cut == "west-east" ? engine::AirCut::WestEast
                                                            : engine::AirCut::SouthNorth;
    const auto written = engine::writeFile(
        options.image, options.cut == "fronts"
                           ? engine::airFrontsSvg(field, study.layout, hall.hall, colour)
                           : engine::airSliceSvg(field, study.layout, hall.hall, colour, cut,
                                                 0.01 * options.atPct));
    if (!written) {
        return fail(written.error());
    }
    if (!options.quiet) {
        std::fprintf(stderr, "Picture: %s\n", options.image.c_str());
    }
    return kFine;
}

/// The field of one hall, with a bar while it is computed.
engine::Result<engine::AirField> fieldOf(const AirflowOptions& options, engine::AirLibrary& library,
                                         const engine::AirStudy& study,
                                         const engine::AirStudyHall& hall) {
    Progress progress(hall.name, !options.quiet);
    engine::AirFieldOptions field;
    field.cellM = options.cellM;
    field.threads = options.threads;
    field.cancel = &catchInterrupts();
    field.progress = [&](double done) { progress.update(done, ""); };
    // Kept fields have no cells to draw.
    auto solved = options.again || !options.image.empty()
                      ? engine::airFieldOf(study, hall, field)
                      : engine::airOf(library, study, hall, field);
    progress.finish();
    return solved;
}

int computeHalls(const AirflowOptions& options, const engine::AirStudy& study, Opened& opened) {
    if (!options.image.empty() && onlyHall(study, options.hall) == nullptr) {
        return noSuchHall(study, options.hall);
    }
    Json halls = Json::array();
    std::optional<engine::Sheet> racks;
    std::vector<engine::HallAirShares> shares;
    bool found = false;
    engine::AirLibrary library = engine::AirLibrary::ofUser();
    for (const engine::AirStudyHall& hall : study.halls) {
        if (!options.hall.empty() && options.hall != hall.id) {
            continue;
        }
        found = true;
        const auto solved = fieldOf(options, library, study, hall);
        if (!solved) {
            if (catchInterrupts()) {
                return kCancelled;
            }
            fail(solved.error());
            return kSolver;
        }
        if (!options.image.empty()) {
            if (const int code = writeImage(options, *solved, study, hall); code != kFine) {
                return code;
            }
        }
        if (options.write && !solved->racks.empty()) {
            shares.push_back(engine::airSharesOf(study, hall, *solved, {}, engine::dayOfAir()));
        }
        if (options.format == "json") {
            halls.push_back(toJson(hall, *solved, study.layout));
        } else if (options.format == "csv") {
            engine::Sheet more = engine::airRackSheet(*solved, study.layout, hall.id);
            if (racks) {
                racks->rows.insert(racks->rows.end(), more.rows.begin(), more.rows.end());
            } else {
                racks = std::move(more);
            }
        } else {
            print(hall, *solved, study.layout, options);
        }
    }
    if (!found) {
        return noSuchHall(study, options.hall);
    }
    if (options.format == "csv") {
        printSheet(*racks, "csv");
    }
    if (options.format == "json") {
        Json json = stateJson(options);
        json["halls"] = std::move(halls);
        printJson(json);
    }
    return shares.empty() ? kFine : writeShares(opened, shares, options.quiet);
}

int airflow(const AirflowOptions& options) {
    const auto rackLoads = rackLoadsOf(options.rackLoads);
    if (!rackLoads) {
        return failUsage(
            "airflow",
            "--rack-load: state RACK=PERCENT, with 0 to 1000 percent of its design load");
    }
    if (const auto fault = misfit(options)) {
        return failUsage("airflow", *fault);
    }
    auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    const engine::AirStudyOptions state{options.loadPct / 100.0,
                                        std::vector<int>(options.off.begin(), options.off.end()),
                                        *rackLoads,
                                        options.openDoors,
                                        options.solidTiles,
                                        options.gapsPct / 100.0,
                                        options.hall};
    if (!options.loss.what.empty()) {
        AirLossWish wish = options.loss;
        wish.hall = options.hall;
        wish.format = options.format;
        wish.state = state;
        wish.quiet = options.quiet;
        wish.field.cellM = options.cellM;
        wish.field.threads = options.threads;
        wish.field.cancel = &catchInterrupts();
        wish.exportTo = options.exportTo;
        wish.importFrom = options.importFrom;
        wish.runIn = options.runIn;
        wish.iterations = options.iterations;
        wish.parts = options.parts;
        return airflowLoss(wish, opened->project, opened->catalogue);
    }
    if (options.write || !options.image.empty()) {
        engine::OutputGuard guard;
        if (options.write) {
            guard.writes("PROJECT", opened->project.file, engine::FileKind::Project);
        } else {
            guard = guardOf(opened->project);
        }
        if (!options.image.empty()) {
            guard.writes("--image", options.image);
        }
        if (const auto fine = guard.check(); !fine) {
            return fail(fine.error());
        }
    }
    const auto study = engine::airStudy(opened->project, opened->catalogue, state);
    if (!study) {
        return fail(study.error());
    }
    if (!options.exportTo.empty()) {
        return exportCase(options, *study);
    }
    if (!options.importFrom.empty()) {
        return importCase(options, *study, *opened);
    }
    if (!options.runIn.empty()) {
        return runCase(options, *study, *opened);
    }
    return computeHalls(options, *study, *opened);
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
    addThreads(command, options->threads, "threads; the result is the same on any", 1, 64);
    command
        .option("--off", options->off, "number of an air handler that is off, from 1; may repeat")
        .type("HANDLER");
    command
        .option("--rack-load", options->rackLoads,
                "a rack of another load: 'racks-1 R01-06=150'; may repeat")
        .type("RACK=PERCENT");
    command.flag("--open-doors", options->openDoors, "open the doors of contained aisles");
    command
        .option("--solid-tile", options->solidTiles,
                "a rack with a closed tile before its front, on a raised floor; may repeat")
        .type("RACK");
    command
        .option("--gaps", options->gapsPct,
                "share of the servers' air that comes from behind them, through slots without "
                "blanking panels")
        .type("PERCENT")
        .check(within(0.0, 90.0))
        .showDefault();
    const Option lose = command
                            .option("--lose", options->loss.what,
                                    "lose fans (all, or those that --off names) or water, and "
                                    "follow the inlets over time")
                            .type("WHAT")
                            .check(oneOf({"fans", "water"}));
    command.option("--for", options->loss.lasts, "how long after the loss")
        .type("DURATION")
        .showDefault()
        .needs(lose);
    command.option("--every", options->loss.every, "time between two lines")
        .type("DURATION")
        .showDefault()
        .needs(lose);
    const Option exportTo = command
                                .option("--export-openfoam", options->exportTo,
                                        "write one hall as a case of OpenFOAM into a new folder")
                                .type("FOLDER");
    const Option importFrom = command
                                  .option("--import-openfoam", options->importFrom,
                                          "read the result of such a case in place of computing")
                                  .type("FOLDER")
                                  .excludes(exportTo);
    command
        .option("--openfoam", options->runIn,
                "write the case into a new folder, run OpenFOAM there and read the result")
        .type("FOLDER")
        .excludes(exportTo)
        .excludes(importFrom);
    command
        .option("--iterations", options->iterations,
                "of the case; the mean is over the second half")
        .type("N")
        .check(within(2, 1'000'000))
        .showDefault();
    command.option("--parts", options->parts, "processes among which the case is cut")
        .type("N")
        .check(within(1, 4096))
        .showDefault();
    command.flag("--write", options->write,
                 "write the inlets into the project: runs, checks, costs and studies use them");
    const Option image =
        command
            .option("--image", options->image, "draw one hall as SVG, in the colours of the window")
            .type("FILE")
            .excludes(lose)
            .excludes(exportTo)
            .excludes(importFrom);
    command
        .option("--cut", options->cut,
                "fronts: inlets by rack and height; or a slice: level, west-east, south-north")
        .type("CUT")
        .check(oneOf({"fronts", "level", "west-east", "south-north"}))
        .showDefault()
        .needs(image);
    command
        .option("--at", options->atPct,
                "place of the slice, in percent of the hall's height, depth or width")
        .type("PERCENT")
        .check(within(0.0, 100.0))
        .showDefault()
        .needs(image);
    command.option("--colour", options->colour, "temperature, speed or hot-air")
        .type("QUANTITY")
        .check(oneOf({"temperature", "speed", "hot-air"}))
        .showDefault()
        .needs(image);
    addFormatWithHelp(command, options->format, {"text", "json", "csv"},
                      "of the result: text, json, or csv (one line per rack)");
    command.flag("--again", options->again,
                 "compute the field also where it is known from an earlier time");
    addQuiet(command, options->quiet);
    command.action([options, &code] { code = airflow(*options); });
}

}  // namespace headroom::app
