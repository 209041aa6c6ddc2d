// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_run.h"

#include "models/core/calendar.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kLeastStepS = 0.1;
constexpr auto kProgressEvery = std::chrono::milliseconds(100);

}  // namespace

ResultAll<std::unique_ptr<TwinRun>> TwinRun::make(const Project& project,
                                                  const Catalogue& catalogue,
                                                  const TelemetryMap& map,
                                                  std::vector<TelemetrySeries> series,
                                                  const TwinSpec& spec) {
    std::unique_ptr<TwinRun> twin(
        new TwinRun(TwinDesign(project, catalogue, spec.interventions, map.file.string()),
                    MeasuredReadings(map, std::move(series))));
    if (auto begun = twin->begin(spec); !begun) {
        return tl::unexpected(begun.error());
    }
    // Neighbours are only driven: readings that are compared stay with the twin itself.
    std::vector<TelemetrySeries> driving(twin->series().size());
    for (std::size_t s = 0; spec.neighbours && s < driving.size(); ++s) {
        if (map.sensors[s].drives != Drive::Nothing) {
            driving[s] = twin->series()[s];
        }
    }
    for (const double side : {-1.0, 1.0}) {
        if (!spec.neighbours || twin->boundary_.measuredRacks == 0) {
            break;
        }
        TwinSpec beside = spec;
        beside.neighbours = false;
        beside.loadFactor = 1.0 + side * kNeighbourLoad;
        beside.warmerK = side * kNeighbourK;
        auto made = make(project, catalogue, map, driving, beside);
        if (!made) {
            return tl::unexpected(made.error());
        }
        twin->neighbours_.push_back(std::move(*made));
    }
    return twin;
}

ResultAll<void> TwinRun::begin(const TwinSpec& spec) {
    if (!measured_.isDriven()) {
        return tl::unexpected(Errors{{"TEL-046",
                                      "no sensor that drives anything has a reading",
                                      "Check the names of columns and the span of the data",
                                      map().file.string(),
                                      {},
                                      0}});
    }
    spinUpS_ = std::ceil(spec.spinUpS);
    originS_ = std::floor(firstS()) - spinUpS_;
    untilS_ = std::min(lastS(), firstS() + spec.untilS);
    measured_.begin(std::max({spec.longestSilenceS, kLeastSilenceS, 2.0 * spinUpS_}));
    design_.setStart(originS_);
    options_ = spec.options;
    loadFactor_ = spec.loadFactor;
    warmerK_ = spec.warmerK;
    auto plant = design_.compiled(options_);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    const double periodS = measured_.periodS();
    gridS_ = std::max(kLeastStepS, std::isfinite(periodS) ? periodS : plant->stepS);
    measured_.limitLoads(mostLoads(*plant, map()));
    if (auto begun = beginBoundary(*plant); !begun) {
        return begun;
    }
    auto made = Simulator::create(withBoundary(*plant, imposed(boundary_.trace)), options_);
    if (!made) {
        return tl::unexpected(made.error());
    }
    simulator_ = std::move(*made);
    simulator_->useThreads(std::max(1, spec.threads));
    if (Errors errors = modelled_.begin(map(), *simulator_, spec.keepsFrames); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return applySettings(0.0);
}

ResultAll<void> TwinRun::beginBoundary(const Plant& plant) {
    auto boundary = boundaryOf(plant, map(), measured_.drivingNow(), originS_, gridS_);
    if (!boundary) {
        return tl::unexpected(boundary.error());
    }
    boundary_ = std::move(*boundary);
    boundary_.settings = measured_.settings(originS_);
    return {};
}

/// The calendar of the run starts so that now is what the data say, gaps left out.
void TwinRun::setStart(Plant& plant) {
    plant.startText = design_.setStart(originS_);
    if (const auto read = models::startTime(plant.startText)) {
        plant.startYearS = read->sinceYearS;
    }
}

ResultAll<void> TwinRun::applySettings(double runS) {
    const auto words = design_.applySettings(boundary_.settings, runS);
    if (!words) {
        return tl::unexpected(words.error());
    }
    return words->empty() ? ResultAll<void>() : changeDesign(*words);
}

ResultAll<void> TwinRun::intervene() {
    for (const TwinIntervention* each = design_.upcoming();
         each != nullptr && each->atS + firstS() - originS_ <= simulator_->timeS() + 1e-6;
         each = design_.upcoming()) {
        design_.intervene();
        if (!each->figures.empty()) {
            if (auto done = changeDesign("figures of parts"); !done) {
                return done;
            }
        }
        for (const PlantOrder& order : each->orders) {
            simulator_->operate(order);
        }
    }
    return {};
}

ResultAll<void> TwinRun::changeDesign(const std::string& words) {
    auto plant = design_.recompiled(options_);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    auto changed = simulator_->changed(withBoundary(*plant, imposed(boundary_.trace)), words);
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    simulator_ = std::move(*changed);
    return {};
}

void TwinRun::note() {
    modelled_.take(*simulator_, nowS());
    for (const Event& event : takeStep_ ? takeStep_(*simulator_) : simulator_->takeEvents()) {
        events_.push_back(event);
    }
}

ResultAll<void> TwinRun::stepOnce() {
    if (isBeforeGap()) {
        if (auto skipped = skipGap(); !skipped) {
            return skipped;
        }
    }
    if (auto set = applySettings(simulator_->timeS()); !set) {
        return set;
    }
    if (auto done = intervene(); !done) {
        return done;
    }
    if (!note_.empty()) {
        simulator_->remark("telemetry", std::exchange(note_, {}));
    }
    simulator_->step();
    if (!simulator_->fault().code.empty()) {
        return tl::unexpected(Errors{simulator_->fault()});
    }
    note();
    return {};
}

ResultAll<void> TwinRun::followWhile(const std::function<bool()>& goesOn) {
    while (hasMore() && goesOn()) {
        if (auto done = stepOnce(); !done) {
            return done;
        }
        for (const auto& neighbour : neighbours_) {
            if (auto done = neighbour->stepOnce(); !done) {
                return done;
            }
        }
    }
    return {};
}

ResultAll<bool> TwinRun::follow(const std::function<void(double share)>& progress,
                                const std::atomic<bool>& cancel) {
    auto shown = std::chrono::steady_clock::now();
    const auto followed = followWhile([&] {
        if (const auto now = std::chrono::steady_clock::now();
            progress && now - shown >= kProgressEvery) {
            shown = now;
            progress((nowS() - firstS() + spinUpS_) / (untilS_ - firstS() + spinUpS_));
        }
        return !cancel;
    });
    if (!followed) {
        return tl::unexpected(followed.error());
    }
    return !hasMore() || !cancel;
}

}  // namespace headroom::engine
