// SPDX-License-Identifier: Apache-2.0
#include "app/cli/airflow_loss.h"

#include "app/cli/answer.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/air/field/air_sheet.h"
#include "engine/air/field/foam_run.h"
#include "engine/air/field/foam_sheet.h"
#include "engine/sheet/sheet_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

/// The loss of the handlers of a hall, and the flow of the rest.
engine::AirLoss lossOf(const AirLossWish& wish, const engine::AirStudy& study,
                       const engine::AirStudyHall& hall, const engine::AirStudy& after) {
    engine::AirLoss loss;
    loss.water = wish.what == "water";
    loss.supplyM3PerS = hall.load.supplyM3PerS;
    if (loss.water) {
        return loss;
    }
    if (wish.state.offHandlers.empty()) {
        loss.handlers.resize(static_cast<std::size_t>(engine::handlersOf(study.layout, hall.hall)));
        std::iota(loss.handlers.begin(), loss.handlers.end(), 0);
        loss.supplyM3PerS = 0.0;
        return loss;
    }
    for (const engine::AirStudyHall& left : after.halls) {
        if (left.id == hall.id) {
            loss.handlers = left.load.offHandlers;
            loss.supplyM3PerS = left.load.supplyM3PerS;
        }
    }
    return loss;
}

std::string lossText(const AirLossWish& wish, const engine::AirLoss& loss) {
    if (loss.water) {
        return "loses the cooling of its air handlers; they blow on";
    }
    return wish.state.offHandlers.empty()
               ? "loses all air handlers"
               : fmt::format("loses {} of its air handlers; the rest blow {:.2f} m3/s",
                             loss.handlers.size(), loss.supplyM3PerS);
}

void printCourse(const AirLossWish& wish, const engine::AirStudyHall& hall,
                 const engine::AirLoss& loss, const engine::AirOverTime& course,
                 const engine::Layout& layout) {
    std::printf("%s (%s) %s\n", hall.name.c_str(), hall.id.c_str(), lossText(wish, loss).c_str());
    std::printf("Cells of %.2f m; %s\n\n%s\n", course.before.cellM,
                course.before.settled
                    ? "the state before has settled"
                    : "THE STATE BEFORE HAS NOT SETTLED: read inlets as no better than its sway",
                tableText(engine::airOverTimeSheet(course, layout)).c_str());
    const models::AirRange allowed = models::allowableAir(hall.plan.spec.airClass);
    const double seconds = engine::timeToReachS(course, allowed.highC);
    std::printf("%s\n\n",
                seconds < 0.0
                    ? fmt::format("No inlet passes {:.0f} °C, the limit of the hall's air class.",
                                  allowed.highC)
                          .c_str()
                    : fmt::format("The hottest inlet passes {:.0f} °C, the limit of the hall's air "
                                  "class, after {:.0f} s.",
                                  allowed.highC, seconds)
                          .c_str());
}

Json courseJson(const engine::AirStudyHall& hall, const engine::AirLoss& loss,
                const engine::AirOverTime& course, const engine::Layout& layout) {
    Json json;
    json["hall"] = hall.id;
    json["loss"] = loss.water ? "water" : "fans";
    json["lost_handlers"] = loss.handlers.size();
    json["cell_m"] = course.before.cellM;
    json["settled"] = course.before.settled;
    json["limit_c"] = models::allowableAir(hall.plan.spec.airClass).highC;
    const double seconds =
        engine::timeToReachS(course, models::allowableAir(hall.plan.spec.airClass).highC);
    json["limit_passed_s"] = seconds < 0.0 ? Json() : Json(seconds);
    json["instants"] = engine::sheetJson(engine::airOverTimeSheet(course, layout));
    json["racks"] = engine::sheetJson(engine::airRacksOverTimeSheet(course, layout, hall.id));
    return json;
}

/// Own course and OpenFOAM's, as text, CSV or JSON.
int printComparison(const AirLossWish& wish, const engine::AirStudyHall& hall,
                    const engine::AirLoss& loss, const engine::FoamCourse& foam,
                    const engine::AirOverTime& own, const engine::Layout& layout) {
    if (wish.format == "csv") {
        printSheet(engine::airRacksLossSheet(foam, own, layout, hall.id), "csv");
        return kFine;
    }
    if (wish.format == "json") {
        Json json = courseJson(hall, loss, own, layout);
        json["openfoam_settled"] = foam.before.settled;
        json["compared"] = engine::sheetJson(engine::airLossSheet(foam, own, layout));
        json["racks_compared"] =
            engine::sheetJson(engine::airRacksLossSheet(foam, own, layout, hall.id));
        printJson(json);
        return kFine;
    }
    std::printf("%s (%s) %s\n", hall.name.c_str(), hall.id.c_str(), lossText(wish, loss).c_str());
    std::printf(
        "OpenFOAM in %s and the own field, cells of %.2f m. Inlets, means since the line "
        "before\n\n%s\n",
        (wish.importFrom.empty() ? wish.runIn : wish.importFrom).c_str(), own.before.cellM,
        tableText(engine::airLossSheet(foam, own, layout)).c_str());
    return kFine;
}

/// Reads OpenFOAM's course, computes the own one and compares them.
int compareCourses(const AirLossWish& wish, const engine::AirStudy& study,
                   const engine::AirStudyHall& hall, const engine::FoamLoss& lost,
                   engine::AirOverTimeOptions options) {
    const auto foam = engine::readFoamLoss(study, hall, lost,
                                           wish.importFrom.empty() ? wish.runIn : wish.importFrom);
    if (!foam) {
        return fail(foam.error());
    }
    options.field.cellM = foam->before.cellM;
    Progress progress(hall.name, !wish.quiet);
    options.field.progress = [&](double done) { progress.update(done, ""); };
    const auto own = engine::airOverTimeOf(study, hall, lost.loss, options);
    progress.finish();
    if (!own) {
        fail(own.error());
        return catchInterrupts() ? kCancelled : kSolver;
    }
    return printComparison(wish, hall, lost.loss, *foam, *own, study.layout);
}

/// Writes the loss of one hall as a case of OpenFOAM, or runs it, or reads it back.
int lossCase(const AirLossWish& wish, const engine::AirStudy& study, const engine::AirStudy& after,
             const engine::AirOverTimeOptions& options) {
    const engine::AirStudyHall* hall = onlyHall(study, wish.hall);
    if (hall == nullptr) {
        return noSuchHall(study, wish.hall);
    }
    const engine::FoamLoss lost{lossOf(wish, study, *hall, after), options.forS, options.everyS};
    const std::string& folder = wish.runIn.empty() ? wish.exportTo : wish.runIn;
    if (!folder.empty()) {
        const auto made = engine::writeFoamCase(
            study, *hall, {wish.field.cellM, wish.iterations, wish.parts, lost}, folder);
        if (!made) {
            return fail(made.error());
        }
        if (wish.runIn.empty()) {
            std::printf(
                "%s: %d cells of %.3f m, %d racks, %d patches in %s\n"
                "Run %s/Allrun where OpenFOAM v1912 to v2312 is installed: the steady "
                "state, then %g s after the loss.\n"
                "Then airflow with the same options and --import-openfoam %s.\n",
                hall->id.c_str(), made->cells, made->cellM, made->racks, made->patches,
                folder.c_str(), folder.c_str(), lost.forS, folder.c_str());
            return kFine;
        }
        if (const int code = runFoam(folder, wish.quiet); code != kFine) {
            return code;
        }
    }
    return compareCourses(wish, study, *hall, lost, options);
}

}  // namespace

const engine::AirStudyHall* onlyHall(const engine::AirStudy& study, const std::string& hall) {
    if (hall.empty()) {
        return study.halls.size() == 1 ? &study.halls.front() : nullptr;
    }
    const auto found = std::find_if(study.halls.begin(), study.halls.end(),
                                    [&](const engine::AirStudyHall& h) { return h.id == hall; });
    return found == study.halls.end() ? nullptr : &*found;
}

int runFoam(const std::string& folder, bool isQuiet) {
    Progress progress("OpenFOAM", !isQuiet);
    const auto ran = engine::runFoamCase(
        folder,
        [&](const engine::FoamProgress& now) {
            const double done =
                now.iterations > 0 ? static_cast<double>(now.iteration) / now.iterations : 0.0;
            progress.update(done, now.isAfterLoss
                                      ? fmt::format("{} s after the loss", now.iteration)
                                      : fmt::format("iteration {}, residual {:.1e}", now.iteration,
                                                    now.residual));
        },
        &catchInterrupts());
    progress.finish();
    if (!ran) {
        fail(ran.error());
        return catchInterrupts() ? kCancelled : kSolver;
    }
    return kFine;
}

int noSuchHall(const engine::AirStudy& study, const std::string& hall) {
    std::string known;
    for (const engine::AirStudyHall& h : study.halls) {
        known += (known.empty() ? "" : ", ") + h.id;
    }
    return fail(engine::Error{"AIR-004", fmt::format("the project has no hall \"{}\"", hall),
                              "Name one of " + known, "", "", 0});
}

int airflowLoss(const AirLossWish& wish, const engine::Project& project,
                const engine::Catalogue& catalogue) {
    engine::AirOverTimeOptions options;
    const std::optional<double> lasts = parseDuration(wish.lasts),
                                every = parseDuration(wish.every);
    if (!lasts || !every) {
        return failUsage("airflow", lasts ? durationFault("--every", wish.every)
                                          : durationFault("--for", wish.lasts));
    }
    constexpr double kLongestS = 3600.0, kShortestS = 1.0;
    if (*lasts > kLongestS || *every < kShortestS || *every > *lasts) {
        return failUsage(
            "airflow",
            "--for and --every: state at most an hour, in intervals of at least a second");
    }
    options.forS = *lasts;
    options.everyS = *every;
    options.field = wish.field;
    engine::AirStudyOptions whole = wish.state;
    whole.offHandlers.clear();
    const auto study = engine::airStudy(project, catalogue, whole),
               after = engine::airStudy(project, catalogue, wish.state);
    if (!study || !after) {
        return fail(study ? after.error() : study.error());
    }
    if (!wish.exportTo.empty() || !wish.importFrom.empty() || !wish.runIn.empty()) {
        return lossCase(wish, *study, *after, options);
    }
    Json halls = Json::array();
    std::optional<engine::Sheet> racks;
    bool found = false;
    for (const engine::AirStudyHall& hall : study->halls) {
        if (!wish.hall.empty() && wish.hall != hall.id) {
            continue;
        }
        found = true;
        const engine::AirLoss loss = lossOf(wish, *study, hall, *after);
        Progress progress(hall.name, !wish.quiet);
        options.field.progress = [&](double done) { progress.update(done, ""); };
        const auto course = engine::airOverTimeOf(*study, hall, loss, options);
        progress.finish();
        if (!course) {
            if (catchInterrupts()) {
                return kCancelled;
            }
            fail(course.error());
            return kSolver;
        }
        if (wish.format == "json") {
            halls.push_back(courseJson(hall, loss, *course, study->layout));
        } else if (wish.format == "csv") {
            engine::Sheet more = engine::airRacksOverTimeSheet(*course, study->layout, hall.id);
            if (racks) {
                racks->rows.insert(racks->rows.end(), more.rows.begin(), more.rows.end());
            } else {
                racks = std::move(more);
            }
        } else {
            printCourse(wish, hall, loss, *course, study->layout);
        }
    }
    if (!found) {
        return noSuchHall(*study, wish.hall);
    }
    if (wish.format == "csv") {
        printSheet(*racks, wish.format);
    } else if (wish.format == "json") {
        printJson(Json{{"load_pct", 100.0 * wish.state.load}, {"halls", std::move(halls)}});
    }
    return kFine;
}

}  // namespace headroom::app
