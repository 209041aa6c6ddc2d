// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_run.h"

#include "engine/document/edit.h"
#include "engine/document/json_text.h"
#include "engine/document/setting.h"
#include "engine/telemetry/series_faults.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kLeastStepS = 0.1;
constexpr auto kProgressEvery = std::chrono::milliseconds(100);

void setValue(Project& project, std::string_view typeId, std::string_view key,
              models::Value value) {
    for (Object& object : project.objects) {
        for (std::size_t i = 0; object.type->id == typeId && i < object.type->attributes.size();
             ++i) {
            if (object.type->attributes[i].key == key) {
                object.values[i] = value;
            }
        }
    }
}

std::string startTextOf(double sinceEpochS) {
    std::string start =
        models::calendarText(static_cast<std::int64_t>(std::floor(sinceEpochS)) * 1000);
    start[start.find(' ')] = 'T';
    return start;
}

Error twinFault(const char* code, const TelemetryMap& map, std::string message,
                std::string remedy) {
    return {code, std::move(message), std::move(remedy), map.file.string(), {}, 0};
}

}  // namespace

ResultAll<std::unique_ptr<TwinRun>> TwinRun::make(const Project& project,
                                                  const Catalogue& catalogue,
                                                  const TelemetryMap& map,
                                                  std::vector<TelemetrySeries> series,
                                                  const TwinSpec& spec) {
    std::unique_ptr<TwinRun> twin(new TwinRun(project, catalogue, map));
    twin->series_ = std::move(series);
    if (auto begun = twin->begin(spec); !begun) {
        return tl::unexpected(begun.error());
    }
    // Neighbours are only driven: readings that are compared stay with the twin itself.
    std::vector<TelemetrySeries> driving(twin->series_.size());
    for (std::size_t s = 0; spec.neighbours && s < driving.size(); ++s) {
        if (map.sensors[s].drives != Drive::Nothing) {
            driving[s] = twin->series_[s];
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
    firstS_ = std::numeric_limits<double>::infinity();
    lastS_ = -firstS_;
    double periodS = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < series_.size(); ++s) {
        const TelemetrySeries& each = series_[s];
        if (each.timeS.empty() || !drives(s)) {
            continue;
        }
        firstS_ = std::min(firstS_, each.timeS.front());
        lastS_ = std::max(lastS_, each.timeS.back());
        if (const double usualS = usualPeriodS(each); usualS > 0.0) {
            periodS = std::min(periodS, usualS);
        }
    }
    if (!(firstS_ <= lastS_)) {
        return tl::unexpected(
            Errors{twinFault("TEL-046", map_, "no sensor that drives anything has a reading",
                             "Check the names of columns and the span of the data")});
    }
    spinUpS_ = std::ceil(spec.spinUpS);
    longestSilenceS_ = std::max({spec.longestSilenceS, kLeastSilenceS, 2.0 * spinUpS_});
    originS_ = std::floor(firstS_) - spinUpS_;
    untilS_ = std::min(lastS_, firstS_ + spec.untilS);
    segmentS_ = firstS_;
    gap_ = firstGap(map_, series_, firstS_, longestSilenceS_);
    std::erase_if(project_.objects, [](const Object& object) {
        return object.type->id == "load_trace" || object.type->id == "drill";
    });
    setValue(project_, "project", "start", startTextOf(originS_));
    options_ = spec.options;
    loadFactor_ = spec.loadFactor;
    warmerK_ = spec.warmerK;
    interventions_ = spec.interventions;
    std::stable_sort(
        interventions_.begin(), interventions_.end(),
        [](const TwinIntervention& a, const TwinIntervention& b) { return a.atS < b.atS; });
    auto plant = compile(project_, *catalogue_, options_);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    gridS_ = std::max(kLeastStepS, std::isfinite(periodS) ? periodS : plant->stepS);
    mostLoadW_ = mostLoads(*plant, map_);
    if (auto begun = beginBoundary(*plant); !begun) {
        return begun;
    }
    auto made = Simulator::create(withBoundary(*plant, imposed(boundary_.trace)), options_);
    if (!made) {
        return tl::unexpected(made.error());
    }
    simulator_ = std::move(*made);
    simulator_->useThreads(std::max(1, spec.threads));
    if (Errors errors = readings_.begin(map_, *simulator_, spec.keepsFrames); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return applySettings(0.0);
}

ResultAll<void> TwinRun::beginBoundary(const Plant& plant) {
    auto boundary =
        boundaryOf(plant, map_, gap_ || segmentS_ > firstS_ ? drivingSince(segmentS_) : series_,
                   originS_, gridS_);
    if (!boundary) {
        return tl::unexpected(boundary.error());
    }
    boundary_ = std::move(*boundary);
    boundary_.settings = measuredSettings(map_, series_, originS_);
    return {};
}

/// The calendar of the run starts so that now is what the data say, gaps left out.
void TwinRun::setStart(Plant& plant) {
    plant.startText = startTextOf(originS_);
    setValue(project_, "project", "start", plant.startText);
    if (const auto read = models::startTime(plant.startText)) {
        plant.startYearS = read->sinceYearS;
    }
}

ResultAll<void> TwinRun::applySettings(double runS) {
    settledS_ = runS;
    std::vector<Edit> edits;
    std::string words;
    for (; nextSetting_ < boundary_.settings.size() && boundary_.settings[nextSetting_].atS <= runS;
         ++nextSetting_) {
        const MeasuredSetting& setting = boundary_.settings[nextSetting_];
        const std::size_t dot = setting.path.rfind('.');
        const Object* object = project_.find(setting.path.substr(0, dot));
        const models::Attribute* attribute =
            object == nullptr ? nullptr : object->type->find(setting.path.substr(dot + 1));
        if (attribute == nullptr || attribute->kind != models::ValueKind::Number) {
            return tl::unexpected(Errors{
                twinFault("TEL-047", map_,
                          fmt::format("the project has no number {}", inQuotes(setting.path)),
                          "Write OBJECT.KEY as in the project file: \"htw.supply_setpoint_c\"")});
        }
        const double value = setting.si / attribute->unit.toSi;
        edits.emplace_back(SetAttribute{object->id, std::string(attribute->key), value});
        words += fmt::format("{}{} {:.6g} {}", words.empty() ? "" : "; ", setting.path, value,
                             attribute->unit.symbol);
    }
    if (edits.empty()) {
        return {};
    }
    if (auto done = applyAll(project_, *catalogue_, edits); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    return changeDesign(words);
}

ResultAll<void> TwinRun::intervene() {
    for (; nextIntervention_ < interventions_.size() &&
           interventions_[nextIntervention_].atS + firstS_ - originS_ <= simulator_->timeS() + 1e-6;
         ++nextIntervention_) {
        const TwinIntervention& each = interventions_[nextIntervention_];
        if (!each.figures.empty()) {
            changedCatalogue_ = std::make_unique<Catalogue>(catalogue_->changed(each.figures));
            catalogue_ = changedCatalogue_.get();
            if (auto done = changeDesign("figures of parts"); !done) {
                return done;
            }
        }
        for (const PlantOrder& order : each.orders) {
            simulator_->operate(order);
        }
    }
    return {};
}

ResultAll<void> TwinRun::changeDesign(const std::string& words) {
    ++designs_;
    auto plant = compile(project_, *catalogue_, options_);
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
    readings_.take(*simulator_, nowS());
    for (const Event& event : takeStep_ ? takeStep_(*simulator_) : simulator_->takeEvents()) {
        events_.push_back(event);
    }
}

std::vector<TelemetryFinding> TwinRun::findings() const {
    std::vector<TelemetryFinding> all;
    for (const auto& [sensor, finding] : tooMuch_) {
        all.push_back(finding);
    }
    if (!skipped_.empty()) {
        const auto longest = std::max_element(
            skipped_.begin(), skipped_.end(),
            [](const TelemetryGap& a, const TelemetryGap& b) { return a.lengthS() < b.lengthS(); });
        TelemetryFinding& gap = all.emplace_back();
        gap.fault = TelemetryFault::Gap;
        gap.count = static_cast<long>(skipped_.size());
        gap.firstS = skipped_.front().fromS;
        gap.amount = longest->lengthS();
        gap.words = fmt::format("{}; not simulated, the twin resumes settled at the next reading",
                                (skipped_.size() > 1 ? "longest: " : "") + gapWords(*longest));
    }
    return all;
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
            progress((nowS() - firstS_ + spinUpS_) / (untilS_ - firstS_ + spinUpS_));
        }
        return !cancel;
    });
    if (!followed) {
        return tl::unexpected(followed.error());
    }
    return !hasMore() || !cancel;
}

}  // namespace headroom::engine
