// SPDX-License-Identifier: Apache-2.0
#include "app/cli/airflow_loss.h"

#include "app/cli/answer.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/air/field/air_sheet.h"
#include "engine/sheet/sheet_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

}  // namespace

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
