// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/standard_output.h"
#include "app/cli/table.h"
#include "engine/check/rules.h"
#include "engine/sheet/sheet_json.h"
#include "engine/sizing/brief.h"
#include "engine/sizing/same_work.h"
#include "engine/sizing/settle_air.h"
#include "engine/sizing/sizing_sheet.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

struct NewOptions {
    engine::FacilityBrief brief;
    double megawatts = 10.0;
    double hallMegawatts = 12.0;
    std::vector<std::string> racks;
    std::string redundancy = "2n";
    std::string cooling = "warm";
    std::string fabric = "fat_tree";
    std::string weather, like, out;
    std::optional<double> loadPct;
    std::string format = "text";
    bool air = false;
    double airCellM = 0.0;
    bool noSpare = false, noGenerators = false, noWork = false;
    bool replace = false;
};

std::vector<std::string> shapeWords() {
    const models::Attribute* row = models::FabricSpec::type().find("shape");
    return {row->choices.begin(), row->choices.end()};
}

int place(const std::vector<std::string>& words, const std::string& word) {
    return static_cast<int>(std::find(words.begin(), words.end(), word) - words.begin());
}

/// "gb200-nvl72" or "gb200-nvl72=3": how much of the target is of it.
engine::RackShare shareOf(const std::string& text) {
    const std::size_t at = text.find('=');
    if (at == std::string::npos) {
        return {text, 1.0};
    }
    char* end = nullptr;
    const double share = std::strtod(text.c_str() + at + 1, &end);
    return {text.substr(0, at), end != text.c_str() + at + 1 && *end == '\0' ? share : -1.0};
}

/// `like`: the brief of the project whose work is taken, or the standard one.
engine::FacilityBrief briefOf(const NewOptions& o, const engine::FacilityBrief& like) {
    engine::FacilityBrief brief = o.brief;
    if (like.workOf != nullptr) {
        brief.workOf = like.workOf;
        brief.name = brief.name == engine::FacilityBrief{}.name ? like.name : brief.name;
        brief.accelerators = brief.accelerators == 0 ? like.accelerators : brief.accelerators;
        brief.grid = brief.grid.empty() ? like.grid : brief.grid;
        if (brief.climate.empty() && o.weather.empty()) {
            brief.climate = like.climate;
            brief.weatherFile = like.weatherFile;
        }
        brief.racks = o.racks.empty() ? like.racks : brief.racks;
    } else if (o.racks.empty()) {
        brief.racks = {{"gb200-nvl72", 1.0}};
    }
    if (o.loadPct) {
        brief.load = *o.loadPct / 100.0;
    }
    brief.itPowerW = o.megawatts * 1e6;
    brief.largestHallW = o.hallMegawatts * 1e6;
    for (const std::string& rack : o.racks) {
        brief.racks.push_back(shareOf(rack));
    }
    brief.power =
        static_cast<engine::PowerRedundancy>(place(engine::powerRedundancyWords(), o.redundancy));
    brief.plant = static_cast<engine::PlantKind>(place(engine::plantKindWords(), o.cooling));
    brief.shape = static_cast<models::FabricShape>(place(shapeWords(), o.fabric));
    brief.coolingSpare = !o.noSpare;
    brief.generators = !o.noGenerators;
    brief.work = !o.noWork;
    if (!o.weather.empty()) {
        std::error_code none;
        brief.weatherFile = std::filesystem::absolute(o.weather, none);
    } else if (brief.climate.empty()) {
        brief.climate = "leesburg-va";
    }
    return brief;
}

void printText(const engine::SizedFacility& made, const engine::Catalogue& catalogue) {
    std::printf("%s\n", tableText(engine::choiceSheet(made, catalogue)).c_str());
    const engine::SizingSummary& s = made.summary;
    std::printf(
        "IT %s at full activity, %s rated, %lld accelerators in %lld racks, %d hall%s of %.0f m2 "
        "on a site of %.0f m2\n"
        "%s at the meter at full load: PUE %.2f there, and less over a year\n",
        engine::amountText(s.itW / 1e6, "MW").c_str(),
        engine::amountText(s.ratedW / 1e6, "MW").c_str(), static_cast<long long>(s.accelerators),
        static_cast<long long>(s.racks), s.halls, s.halls == 1 ? "" : "s", s.hallM2, s.siteM2,
        engine::amountText(s.facilityW / 1e6, "MW").c_str(), s.designPue);
}

/// The facility; with --air one whose air was computed, and changed until no rack is too hot. `rounds`: of the air.
engine::ResultAll<engine::SizedFacility> sized(const NewOptions& options,
                                               const engine::FacilityBrief& brief,
                                               const engine::Catalogue& catalogue,
                                               std::vector<engine::AirRound>& rounds) {
    if (!options.air) {
        return engine::sizeFacility(brief, catalogue);
    }
    Progress progress("Air of the halls", true);
    engine::AirLibrary library = engine::AirLibrary::ofUser();
    engine::AirFieldOptions field;
    field.cellM = options.airCellM;
    field.cancel = &catchInterrupts();
    field.progress = [&](double done) { progress.update(done, ""); };
    auto made = engine::sizeWithAir(brief, catalogue, library, field);
    progress.finish();
    if (!made) {
        return tl::unexpected(made.error());
    }
    rounds = std::move(made->rounds);
    return std::move(made->made);
}

void printRounds(const std::vector<engine::AirRound>& rounds) {
    if (rounds.empty()) {
        std::printf(
            "The air of the halls was not computed. --air computes it and changes the design until "
            "no rack is too "
            "hot.\n");
        return;
    }
    for (const engine::AirRound& r : rounds) {
        if (r.hall.empty()) {
            std::printf("Air: no rack moves air or gives heat to it. No inlet can be too hot.\n");
            continue;
        }
        std::printf("Air: hottest inlet %.1f °C in %s, RCI %.1f %%, %s; %d hall%s too hot%s%s\n",
                    r.hottestC, r.hall.c_str(), 100.0 * r.rciHigh,
                    r.settled ? "settled" : "NOT SETTLED", r.hotHalls, r.hotHalls == 1 ? "" : "s",
                    r.next.empty() ? "" : ". Next: ", r.next.c_str());
    }
}

int makeNew(const NewOptions& options) {
    engine::OutputGuard guard;
    guard.reads(options.weather);
    guard.reads(options.like);
    addTextOutput(guard, "--out", options.out, engine::FileKind::Project);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (!options.out.empty() && options.out != engine::kStandardOutput && !options.replace &&
        engine::fileKind(options.out) != engine::FileKind::Nothing) {
        return fail(engine::Error{"OUT-006", "exists: it is left alone",
                                  "Choose another name, or allow it to be replaced by --replace.",
                                  options.out, "", 0});
    }
    const auto catalogue = openCatalogue();
    if (!catalogue) {
        return fail(catalogue.error());
    }
    engine::FacilityBrief like;
    if (!options.like.empty()) {
        auto opened = openProject(options.like);
        if (!opened) {
            return fail(opened.error());
        }
        like = engine::briefLike(
            std::make_shared<const engine::Project>(std::move(opened->project)), opened->catalogue);
    }
    std::vector<engine::AirRound> rounds;
    const auto made = sized(options, briefOf(options, like), *catalogue, rounds);
    if (!made) {
        if (options.air && catchInterrupts()) {
            return kCancelled;
        }
        // A wish that cannot be met is a finding; a weather file that cannot be read is a file.
        const int code = fail(made.error());
        const std::string& first = made.error().front().code;
        return first.starts_with("WTH-") || first.starts_with("FIL-") ? code : kFindings;
    }
    if (options.format == "json") {
        nlohmann::ordered_json json = engine::rowJson(engine::sizingFigures(made->summary));
        json["choices"] = engine::sheetJson(engine::choiceSheet(*made, *catalogue));
        json["air"] = engine::sheetJson(engine::airRoundSheet(rounds));
        printJson(json);
    } else {
        printText(*made, *catalogue);
        printRounds(rounds);
    }
    if (!options.out.empty()) {
        if (const auto saved = saveProjectOutput(made->project, options.out); !saved) {
            return fail(saved.error());
        }
    }
    return kFine;
}

}  // namespace

void addNew(Subcommand app, int& code) {
    auto o = std::make_shared<NewOptions>();
    Subcommand command =
        app.subcommand("new", "Size a facility from a brief: a complete project without findings");
    command.option("--name", o->brief.name, "name of the project").type("NAME");
    Option mw = command.option("--mw", o->megawatts, "IT power at full load")
                    .type("MW")
                    .check(within(0.001, 500.0))
                    .showDefault();
    command.option("--accelerators", o->brief.accelerators, "how many, in place of --mw")
        .type("N")
        .check(within<std::int64_t>(1, 1'000'000))
        .excludes(mw);
    command
        .option("--rack", o->racks,
                "rack of the catalogue, gb200-nvl72 without it; several with shares: a=3 b=1")
        .type("ID[=SHARE]");
    Option like = command
                      .option("--like", o->like,
                              "the same work in other racks or cooling: jobs, accelerators, "
                              "climate and grid of this project")
                      .type("PROJECT")
                      .excludes(mw);
    command.option("--redundancy", o->redundancy, "of the wiring: n, n+1, 2n, 4-to-make-3")
        .type("KIND")
        .check(oneOf(engine::powerRedundancyWords()))
        .showDefault();
    command
        .option("--cooling", o->cooling,
                "of racks with liquid: chilled water, warm water from towers, dry coolers")
        .type("KIND")
        .check(oneOf(engine::plantKindWords()))
        .showDefault();
    command
        .option("--climate", o->brief.climate,
                "climate of the catalogue; without it leesburg-va, or the nearest to --weather")
        .type("ID");
    command
        .option("--weather", o->weather,
                "weather of the site, EPW or TMY3: its design conditions size the heat rejection")
        .type("FILE");
    command.option("--grid", o->brief.grid, "grid of the catalogue; without it that of the climate")
        .type("ID");
    command.option("--fabric", o->fabric, "shape of the scale-out network")
        .type("SHAPE")
        .check(oneOf(shapeWords()))
        .showDefault();
    command.option("--oversubscription", o->brief.oversubscription, "of leaf switches")
        .type("RATIO")
        .check(within(1.0, 64.0))
        .showDefault();
    command.option("--hall-mw", o->hallMegawatts, "IT power of the largest hall")
        .type("MW")
        .check(within(0.01, 500.0))
        .showDefault();
    command.option("--hall-racks", o->brief.largestHallRacks, "racks of the largest hall")
        .type("N")
        .check(within(1, 100'000));
    command.flag("--no-cooling-spare", o->noSpare, "no spare machine of the cooling");
    command.flag("--no-generators", o->noGenerators, "batteries only");
    Option load =
        command
            .option("--load", o->loadPct,
                    "share of the accelerators that jobs hold on average; without it about half")
            .type("PCT")
            .check(within(100.0 * engine::kLeastLoad, 100.0 * engine::kMostLoad))
            .excludes(like);
    command.flag("--no-work", o->noWork, "no jobs").excludes(load);
    const Option air = command.flag(
        "--air", o->air,
        "compute the air of each hall (seconds to minutes), and change the design until no "
        "rack is too hot");
    command
        .option("--air-cell", o->airCellM,
                "edge of a cell of the air in metres; without, by the hall's size")
        .type("M")
        .check(within(0.1, 2.0).untold())
        .needs(air);
    command.option("--out", o->out, "project file to write").type("FILE");
    command.flag("--replace", o->replace, "an existing project at --out is replaced");
    addFormat(command, o->format, {"text", "json"});
    command.action([o, &code] { code = makeNew(*o); });
}

}  // namespace headroom::app
