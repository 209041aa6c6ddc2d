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

namespace headroom::engine {

namespace {

constexpr double kLeastStepS = 0.1;
constexpr double kThereS = 1e-6;
constexpr double kLeastStepShare = 1e-9;  // of a step: times are sums
constexpr auto kProgressEvery = std::chrono::milliseconds(100);

void setValue(Project& project, std::string_view typeId, std::string_view key, models::Value value) {
    for (Object& object : project.objects) {
        for (std::size_t i = 0; object.type->id == typeId && i < object.type->attributes.size(); ++i) {
            if (object.type->attributes[i].key == key) {
                object.values[i] = value;
            }
        }
    }
}

Error twinFault(const char* code, const TelemetryMap& map, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), map.file.string(), {}, 0};
}

}  // namespace

ResultAll<std::unique_ptr<TwinRun>> TwinRun::make(const Project& project, const Catalogue& catalogue,
                                                  const TelemetryMap& map, std::vector<TelemetrySeries> series,
                                                  const TwinSpec& spec) {
    std::unique_ptr<TwinRun> twin(new TwinRun(project, catalogue, map));
    twin->series_ = std::move(series);
    if (auto begun = twin->begin(spec); !begun) {
        return tl::unexpected(begun.error());
    }
    for (const double side : {-1.0, 1.0}) {
        if (!spec.neighbours || twin->boundary_.measuredRacks == 0) {
            break;
        }
        TwinSpec beside = spec;
        beside.neighbours = false;
        beside.loadFactor = 1.0 + side * kNeighbourLoad;
        beside.warmerK = side * kNeighbourK;
        auto made = make(project, catalogue, map, twin->series_, beside);
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
        return tl::unexpected(Errors{twinFault("TEL-046", map_, "no sensor that drives anything has a reading",
                                               "Check the names of columns and the span of the data")});
    }
    originS_ = std::floor(firstS_) - std::ceil(spec.spinUpS);
    untilRunS_ = std::min(lastS_, firstS_ + spec.untilS) - originS_;
    std::erase_if(project_.objects, [](const Object& object) {
        return object.type->id == "load_trace" || object.type->id == "drill";
    });
    const std::string start = models::calendarText(static_cast<std::int64_t>(originS_) * 1000);
    setValue(project_, "project", "start", start.substr(0, 10) + "T" + start.substr(11));
    options_ = spec.options;
    loadFactor_ = spec.loadFactor;
    warmerK_ = spec.warmerK;
    interventions_ = spec.interventions;
    std::stable_sort(interventions_.begin(), interventions_.end(),
                     [](const TwinIntervention& a, const TwinIntervention& b) { return a.atS < b.atS; });
    auto plant = compile(project_, *catalogue_, options_);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    gridS_ = std::max(kLeastStepS, std::isfinite(periodS) ? periodS : plant->stepS);
    mostLoadW_ = mostLoads(*plant, map_);
    auto boundary = boundaryOf(*plant, map_, series_, originS_, gridS_);
    if (!boundary) {
        return tl::unexpected(boundary.error());
    }
    boundary_ = std::move(*boundary);
    auto made = Simulator::create(withBoundary(*plant, imposed(boundary_.trace)), options_);
    if (!made) {
        return tl::unexpected(made.error());
    }
    simulator_ = std::move(*made);
    simulator_->useThreads(std::max(1, spec.threads));
    if (Errors errors = findChannels(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return applySettings(0.0);
}

Errors TwinRun::findChannels() {
    Errors errors;
    const std::vector<Channel>& channels = simulator_->channels();
    std::vector<std::string> names;
    for (const Channel& channel : channels) {
        names.push_back(channel.name);
    }
    std::map<std::string_view, int> byName;
    for (std::size_t c = 0; c < names.size(); ++c) {
        byName.emplace(names[c], static_cast<int>(c));
    }
    const std::vector<std::string>& racks = simulator_->plant().rackNames;
    for (std::size_t s = 0; s < map_.sensors.size(); ++s) {
        const SensorSpec& sensor = map_.sensors[s];
        if (sensor.channel.empty()) {
            continue;
        }
        int place = -1;
        const QuantityInfo* quantity = nullptr;
        RackQuantity ofRack = RackQuantity::Count;
        if (const auto found = byName.find(sensor.channel); found != byName.end()) {
            place = found->second;
            quantity = channels[static_cast<std::size_t>(place)].quantity;
        } else if (const auto slash = sensor.channel.rfind('/'); sensor.channel.starts_with("rack/") && slash > 4) {
            const auto rack = std::find(racks.begin(), racks.end(), sensor.channel.substr(5, slash - 5));
            const auto infos = rackQuantities();
            const auto info = std::find_if(infos.begin(), infos.end(), [&](const QuantityInfo& each) {
                return each.key == sensor.channel.substr(slash + 1);
            });
            if (rack != racks.end() && info != infos.end()) {
                place = -1 - static_cast<int>(rack - racks.begin());
                quantity = &*info;
                ofRack = static_cast<RackQuantity>(info - infos.begin());
            }
        }
        if (quantity == nullptr) {
            errors.push_back(twinFault("TEL-045", map_,
                                       fmt::format("{}: a run has no channel {}", inQuotes(sensor.id),
                                                   inQuotes(sensor.channel)),
                                       didYouMean(sensor.channel, names,
                                                  "Channels are named as the columns of `headroom-cli export`")));
            continue;
        }
        const models::MeasuredKind wanted = kindOfChannelUnit(quantity->unit.symbol);
        const models::MeasuredKind given = sensor.unit->kind;
        const auto isPlain = [](models::MeasuredKind kind) {
            return kind == models::MeasuredKind::Other || kind == models::MeasuredKind::Share ||
                   kind == models::MeasuredKind::Count;
        };
        if (wanted != given && !(isPlain(wanted) && isPlain(given))) {
            errors.push_back(twinFault("TEL-045", map_,
                                       fmt::format("{}: {} is in {}, and {} is {}", inQuotes(sensor.id), sensor.channel,
                                                   quantity->unit.symbol, inQuotes(sensor.unit->symbol),
                                                   models::measuredKindWords(given)),
                                       "Give a unit of the same kind, or another channel"));
            continue;
        }
        modelled_.sensors.push_back(static_cast<int>(s));
        channelOf_.push_back(place);
        rackQuantityOf_.push_back(ofRack);
    }
    modelled_.values.resize(modelled_.sensors.size());
    sample_.resize(channels.size());
    return errors;
}

ResultAll<void> TwinRun::applySettings(double runS) {
    settledS_ = runS;
    std::vector<Edit> edits;
    std::string words;
    for (; nextSetting_ < boundary_.settings.size() && boundary_.settings[nextSetting_].atS <= runS; ++nextSetting_) {
        const MeasuredSetting& setting = boundary_.settings[nextSetting_];
        const std::size_t dot = setting.path.rfind('.');
        const Object* object = project_.find(setting.path.substr(0, dot));
        const models::Attribute* attribute =
            object == nullptr ? nullptr : object->type->find(setting.path.substr(dot + 1));
        if (attribute == nullptr || attribute->kind != models::ValueKind::Number) {
            return tl::unexpected(Errors{twinFault(
                "TEL-047", map_, fmt::format("the project has no number {}", inQuotes(setting.path)),
                "Write OBJECT.KEY as in the project file: \"htw.supply_setpoint_c\"")});
        }
        const double value = setting.si / attribute->unit.toSi;
        edits.emplace_back(SetAttribute{object->id, std::string(attribute->key), value});
        words += fmt::format("{}{} {:.6g} {}", words.empty() ? "" : "; ", setting.path, value, attribute->unit.symbol);
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
    modelled_.timeS.push_back(nowS());
    simulator_->sample(sample_);
    frames_.insert(frames_.end(), sample_.begin(), sample_.end());
    for (std::size_t k = 0; k < channelOf_.size(); ++k) {
        const int place = channelOf_[k];
        modelled_.values[k].push_back(
            place >= 0 ? sample_[static_cast<std::size_t>(place)]
                       : static_cast<double>(simulator_->rackField(rackQuantityOf_[k])[static_cast<std::size_t>(-1 - place)]));
    }
    for (const Event& event : takeStep_ ? takeStep_(*simulator_) : simulator_->takeEvents()) {
        events_.push_back(event);
    }
}

bool TwinRun::drives(std::size_t sensor) const {
    const Drive drive = map_.sensors[sensor].drives;
    return drive != Drive::Nothing && drive != Drive::Setting;
}

void TwinRun::take(std::span<const StoredSample> samples) {
    for (const auto& neighbour : neighbours_) {
        neighbour->take(samples);
    }
    for (const StoredSample& sample : samples) {
        const auto s = static_cast<std::size_t>(sample.sensor);
        TelemetrySeries& series = series_[s];
        if (sample.value > mostLoadW_[s]) {
            TelemetryFinding& finding = tooMuch_[sample.sensor];
            if (++finding.count == 1) {
                finding.fault = TelemetryFault::Implausible;
                finding.sensor = map_.sensors[s].id;
                finding.firstS = sample.timeS;
                finding.words = "several times what its racks are rated for; it drives nothing";
            }
            continue;
        }
        const auto place = std::lower_bound(series.timeS.begin(), series.timeS.end(), sample.timeS);
        if (place != series.timeS.end() && *place == sample.timeS) {
            continue;
        }
        series.value.insert(series.value.begin() + (place - series.timeS.begin()), sample.value);
        series.timeS.insert(place, sample.timeS);
        lastS_ = drives(s) ? std::max(lastS_, sample.timeS) : lastS_;
    }
}

double TwinRun::knownUntilS() const {
    double knownS = lastS_;
    for (std::size_t s = 0; s < series_.size(); ++s) {
        if (drives(s) && !series_[s].timeS.empty() && series_[s].timeS.back() >= lastS_ - map_.longestGapS) {
            knownS = std::min(knownS, series_[s].timeS.back());
        }
    }
    return knownS;
}

/// What drives it from a time on, with the value of that time first.
std::vector<TelemetrySeries> TwinRun::drivingSince(double timeS) const {
    std::vector<TelemetrySeries> since(series_.size());
    for (std::size_t s = 0; s < series_.size(); ++s) {
        const TelemetrySeries& series = series_[s];
        if (!drives(s) || series.timeS.empty()) {
            continue;
        }
        const auto place = std::upper_bound(series.timeS.begin(), series.timeS.end(), timeS) - series.timeS.begin();
        since[s].timeS.push_back(timeS);
        since[s].value.push_back(valueAt(series, timeS));
        since[s].timeS.insert(since[s].timeS.end(), series.timeS.begin() + place, series.timeS.end());
        since[s].value.insert(since[s].value.end(), series.value.begin() + place, series.value.end());
    }
    return since;
}

ResultAll<void> TwinRun::extendTo(double untilS) {
    const double stepS = simulator_->stepS();
    untilRunS_ = stepS * std::floor((untilS - originS_) / stepS + kLeastStepShare);
    if (untilRunS_ <= simulator_->timeS()) {
        return {};
    }
    boundary_.settings = measuredSettings(map_, series_, originS_);
    nextSetting_ = static_cast<std::size_t>(
        std::upper_bound(boundary_.settings.begin(), boundary_.settings.end(), settledS_,
                         [](double runS, const MeasuredSetting& setting) { return runS < setting.atS; }) -
        boundary_.settings.begin());
    PlantLoadTrace& known = boundary_.trace;
    std::vector<double>& times = known.table.timeS;
    const auto kept = static_cast<std::size_t>(
        std::max<std::ptrdiff_t>(1, std::upper_bound(times.begin(), times.end(), simulator_->timeS()) - times.begin()));
    const double fromRunS = times[kept - 1];
    auto next = boundaryOf(simulator_->plant(), map_, drivingSince(originS_ + fromRunS), originS_, gridS_);
    if (!next) {
        return tl::unexpected(next.error());
    }
    const PlantLoadTrace& more = next->trace;
    if (next->loads != boundary_.loads || more.rackColumn != known.rackColumn) {
        auto whole = boundaryOf(simulator_->plant(), map_, series_, originS_, gridS_);  // a sensor spoke for the first time
        if (!whole) {
            return tl::unexpected(whole.error());
        }
        boundary_ = std::move(*whole);
    } else {
        times.resize(kept);
        times.insert(times.end(), more.table.timeS.begin() + 1, more.table.timeS.end());
        for (std::size_t c = 0; c < known.table.columns.size(); ++c) {
            known.table.columns[c].resize(kept);
            known.table.columns[c].insert(known.table.columns[c].end(), more.table.columns[c].begin() + 1,
                                          more.table.columns[c].end());
        }
    }
    auto changed = simulator_->changed(withBoundary(simulator_->plant(), imposed(more)), {});
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    simulator_ = std::move(*changed);
    for (const auto& neighbour : neighbours_) {
        if (auto done = neighbour->extendTo(untilS); !done) {
            return done;
        }
    }
    return {};
}

PlantLoadTrace TwinRun::imposed(const PlantLoadTrace& trace) const {
    PlantLoadTrace scaled = trace;
    for (double& share : scaled.rackShare) {
        share *= loadFactor_;
    }
    for (const int column : {scaled.wetBulbColumn, scaled.dryBulbColumn}) {
        if (column >= 0) {
            for (double& degreesC : scaled.table.columns[static_cast<std::size_t>(column)]) {
                degreesC += warmerK_;
            }
        }
    }
    return scaled;
}

std::vector<TelemetryFinding> TwinRun::findings() const {
    std::vector<TelemetryFinding> all;
    for (const auto& [sensor, finding] : tooMuch_) {
        all.push_back(finding);
    }
    return all;
}

bool TwinRun::hasMore() const {
    return simulator_->timeS() < untilRunS_ - kThereS;
}

ResultAll<void> TwinRun::stepOnce() {
    if (auto set = applySettings(simulator_->timeS()); !set) {
        return set;
    }
    if (auto done = intervene(); !done) {
        return done;
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

ResultAll<bool> TwinRun::follow(const std::function<void(double share)>& progress, const std::atomic<bool>& cancel) {
    auto shown = std::chrono::steady_clock::now();
    const auto followed = followWhile([&] {
        if (const auto now = std::chrono::steady_clock::now(); progress && now - shown >= kProgressEvery) {
            shown = now;
            progress(simulator_->timeS() / untilRunS_);
        }
        return !cancel;
    });
    if (!followed) {
        return tl::unexpected(followed.error());
    }
    return !hasMore() || !cancel;
}

}  // namespace headroom::engine
