// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/trial.h"

#include "engine/experiment/ensemble.h"
#include "engine/part/part_address.h"
#include "engine/plant/index.h"
#include "engine/sensitivity/ends.h"
#include "engine/twin/suspects.h"
#include "models/core/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kTrialStream = 17ULL << 40U;
constexpr double kFoulLeft = 0.6, kBiasK = 2.0, kBiasShare = 0.08, kFanMore = 1.25,
                 kPumpLess = 0.85, kChipsLeft = 0.6, kValveOpen = 0.75;
constexpr double kEpisodeS = 7200.0, kJitterOfFaultS = 3600.0, kWeekS = 7.0 * 86400.0;
constexpr double kSampleS = 60.0;  // of made-up sensors

/// Quantities that a building of this kind commonly measures, by the place of their channel.
struct UsualSensor {
    const char* place;
    const char* key;
    const char* unit;
};

constexpr std::array kUsualSensors = {
    UsualSensor{"cdu", "supply_c", "degC"},
    UsualSensor{"cdu", "return_c", "degC"},
    UsualSensor{"cdu", "rack_flow_l_per_s", "L/s"},
    UsualSensor{"cdu", "primary_flow_l_per_s", "L/s"},
    UsualSensor{"cdu", "valve_pct", "%"},
    UsualSensor{"cdu", "pump_power_kw", "kW"},
    UsualSensor{"cdu", "pressure_kpa", "kPa"},
    UsualSensor{"loop", "supply_c", "degC"},
    UsualSensor{"loop", "return_c", "degC"},
    UsualSensor{"loop", "flow_l_per_s", "L/s"},
    UsualSensor{"loop", "fan_power_kw", "kW"},
    UsualSensor{"loop", "fan_speed_pct", "%"},
    UsualSensor{"loop", "pump_power_kw", "kW"},
    UsualSensor{"loop", "chiller_power_kw", "kW"},
    UsualSensor{"loop", "pressure_kpa", "kPa"},
    UsualSensor{"hall", "supply_air_c", "degC"},
    UsualSensor{"hall", "crah_fan_power_kw", "kW"},
    UsualSensor{"hall", "coil_valve_pct", "%"},
    UsualSensor{"hall", "hottest_inlet_c", "degC"},
    UsualSensor{"facility", "tokens_per_s", "1/s"},
};

constexpr std::array kMismatched = {"cdu",  "cooling_tower",   "dry_cooler",
                                    "pump", "plate_exchanger", "crah"};

/// Content of one span.
struct Injected {
    TrialKind kind = TrialKind::None;
    std::string part;
    double atS = 0.0;
    TwinIntervention intervention;
    std::string biasedChannel;
    std::vector<std::string> alsoAt;  ///< loops whose parts are of the same kind, and wear with it
};

class Trial {
  public:
    Trial(const Project& project, const Catalogue& catalogue, const TelemetryMap& map,
          const std::vector<TelemetrySeries>& series, const TrialSpec& spec,
          const std::function<void(int, int)>& progress, const std::atomic<bool>& cancel)
        : project_(project),
          catalogue_(catalogue),
          given_(map),
          series_(series),
          spec_(spec),
          progress_(progress),
          cancel_(cancel) {}

    ResultAll<TrialResult> run() {
        map_ = given_;
        allSeries_ = series_;
        if (auto made = follow(catalogue_, {}, false, true); !made) {
            return tl::unexpected(made.error());
        } else {
            makeSensors(**made);
            plant_ = (*made)->simulator().sharedPlant();
        }
        auto nominal = follow(catalogue_, {}, true);
        if (!nominal) {
            return tl::unexpected(nominal.error());
        }
        nominal_ = std::move(*nominal);
        const std::vector<TrialKind> kinds = kindsOf();
        std::vector<Injected> spans;
        for (int i = 0; i < spec_.healthy; ++i) {
            spans.emplace_back();
        }
        for (int i = 0; i < spec_.faults && !kinds.empty(); ++i) {
            spans.push_back(injected(kinds[static_cast<std::size_t>(i) % kinds.size()], i));
        }
        // A part that does not state what would wear has nothing that could.
        std::erase_if(spans, [](const Injected& one) {
            return one.kind != TrialKind::None && one.biasedChannel.empty() &&
                   one.intervention.orders.empty() && one.intervention.figures.empty();
        });
        TrialResult result;
        result.sensors = static_cast<int>(map_.sensors.size() - given_.sensors.size());
        result.spans.resize(spans.size());
        Ensemble members(spec_.threads, &cancel_, [&](const EnsembleStatus& now) {
            if (progress_) {
                progress_(static_cast<int>(now.done), static_cast<int>(now.due));
            }
        });
        members.expect(spans.size());
        members.each(spans.size(), [&](std::size_t k) {
            auto span = tryOne(spans[k], static_cast<int>(k));
            if (!span) {
                members.fail(k, span.error());
                return;
            }
            result.spans[k] = std::move(*span);
            members.finish();
        });
        if (!members.fault().empty()) {
            return tl::unexpected(members.fault());
        }
        for (std::size_t k = 0; k < spans.size(); ++k) {
            const double healthyS =
                (spans[k].kind == TrialKind::None ? spec_.untilS : spans[k].atS) - learnS();
            result.weeksHealthy += std::max(0.0, healthyS) / kWeekS;
        }
        return result;
    }

  private:
    double learnS() const { return 0.25 * spec_.untilS; }

    double draw(int span, std::uint64_t number) const {
        return models::randomUniform(spec_.seed, kTrialStream + static_cast<std::uint64_t>(span),
                                     number);
    }

    ResultAll<std::unique_ptr<TwinRun>> follow(const Catalogue& catalogue,
                                               std::vector<TwinIntervention> interventions,
                                               bool neighbours = false,
                                               bool keepsFrames = false) const {
        TwinSpec spec;
        spec.neighbours = neighbours;
        spec.keepsFrames = keepsFrames;
        spec.options = spec_.options;
        spec.untilS = spec_.untilS;
        spec.interventions = std::move(interventions);
        auto twin = TwinRun::make(project_, catalogue, map_, allSeries_, spec);
        if (!twin) {
            return tl::unexpected(twin.error());
        }
        if (auto followed = (*twin)->follow({}, cancel_); !followed) {
            return tl::unexpected(followed.error());
        }
        return std::move(*twin);
    }

    /// Sensors of all cooling objects that show anything, next to those of the map; their readings are made later.
    void makeSensors(const TwinRun& twin) {
        const auto& channels = twin.simulator().channels();
        for (std::size_t c = 0; c < channels.size(); ++c) {
            for (const UsualSensor& usual : kUsualSensors) {
                const std::string& name = channels[c].name;
                const ChannelName words = ChannelName::parse(name);
                if (words.place != usual.place || words.key != usual.key) {
                    continue;
                }
                double most = 0.0;
                for (std::size_t i = c; i < twin.frames().size(); i += channels.size()) {
                    most = std::max(most, std::abs(static_cast<double>(twin.frames()[i])));
                }
                if (!(most > 0.0)) {
                    continue;
                }
                SensorSpec sensor;
                sensor.id = sensor.column = "trial/" + name;
                sensor.channel = name;
                sensor.unit = models::measuredUnit(usual.unit);
                map_.sensors.push_back(sensor);
                // One reading makes the channel be followed.
                allSeries_.push_back({{twin.firstS()}, {0.0}});
            }
        }
    }

    bool canHave(TrialKind kind) const {
        switch (kind) {
            case TrialKind::Fouling:
            case TrialKind::Valve:
                return !plant_->cdus.empty();
            case TrialKind::FanWear:
            case TrialKind::PumpWear:
                return !plant_->loops.empty();
            case TrialKind::SensorBias:
                return map_.sensors.size() > given_.sensors.size();
            case TrialKind::SlowChips:
                return std::any_of(map_.sensors.begin(), map_.sensors.end(),
                                   [](const SensorSpec& sensor) {
                                       return sensor.channel == "facility/tokens_per_s";
                                   });
            case TrialKind::None:
            case TrialKind::Count:
                break;
        }
        return false;
    }

    std::vector<TrialKind> kindsOf() const {
        std::vector<TrialKind> kinds;
        for (int k = 0; k < static_cast<int>(TrialKind::Count); ++k) {
            if (canHave(static_cast<TrialKind>(k))) {
                kinds.push_back(static_cast<TrialKind>(k));
            }
        }
        return kinds;
    }

    template <class List>
    const auto& oneOf(const List& list, double u) const {
        return list[std::min(list.size() - 1,
                             static_cast<std::size_t>(u * static_cast<double>(list.size())))];
    }

    static PlantOrder orderTo(models::DrillAction action, const std::string& unit,
                              models::CoolingMachine machine, double amount) {
        PlantOrder order;
        order.action = action;
        order.unit = unit;
        order.machine = machine;
        order.amount = amount;
        return order;
    }

    /// Other values for figures of a part, as shares of what they are.
    static std::vector<FigureChange> scaledFigure(const Catalogue& catalogue, const char* type,
                                                  const std::string& part, const char* key,
                                                  double factor) {
        const CatalogueEntry* entry = catalogue.find(type, part);
        const models::Attribute* attribute = entry == nullptr ? nullptr : entry->type->find(key);
        if (attribute != nullptr) {
            const auto at = static_cast<std::size_t>(attribute - entry->type->attributes.data());
            if (const double* value = std::get_if<double>(&entry->values[at])) {
                return {{static_cast<std::size_t>(entry - catalogue.entries().data()), at,
                         std::clamp(factor * *value, attribute->minimum, attribute->maximum)}};
            }
        }
        return {};
    }

    Injected injected(TrialKind kind, int number) const {
        const int span = 1000 + number;
        Injected one;
        one.kind = kind;
        one.atS = spec_.faultAfterS + kJitterOfFaultS * (2.0 * draw(span, 0) - 1.0);
        one.intervention.atS = one.atS;
        const double u = draw(span, 1);
        using models::CoolingMachine;
        using models::DrillAction;
        switch (kind) {
            case TrialKind::Fouling: {
                const PlantCdu& cdu = oneOf(plant_->cdus, u);
                one.part = PartAddress{cdu.id, 0, "exchanger"}.text();
                one.intervention.orders = {
                    orderTo(DrillAction::Foul, cdu.id, CoolingMachine::Exchanger, kFoulLeft)};
                break;
            }
            case TrialKind::Valve: {
                const PlantCdu& cdu = oneOf(plant_->cdus, u);
                one.part = PartAddress{cdu.id, 0, "valve"}.text();
                one.intervention.orders = {
                    orderTo(DrillAction::Stick, cdu.id, CoolingMachine::Valve, kValveOpen)};
                break;
            }
            case TrialKind::SensorBias: {
                std::vector<std::string> channels;
                for (std::size_t s = given_.sensors.size(); s < map_.sensors.size(); ++s) {
                    const auto of = map_.sensors[s].unit->kind;
                    if (of == models::MeasuredKind::Temperature ||
                        of == models::MeasuredKind::Flow) {
                        channels.push_back(map_.sensors[s].channel);
                    }
                }
                one.biasedChannel = oneOf(channels, u);
                one.part = "sensor trial/" + one.biasedChannel;
                break;
            }
            case TrialKind::FanWear:
                wearOf(one, "towers", "dry_coolers", u);
                break;
            case TrialKind::PumpWear: {
                const PlantLoop& loop = oneOf(plant_->loops, u);
                const auto spec = specOf<models::CoolingLoopSpec>(*project_.find(loop.id));
                one.part = PartAddress{loop.id, 0, "pumps"}.text();
                one.intervention.figures =
                    scaledFigure(catalogue_, "pump", spec.pump, "efficiency_pct", kPumpLess);
                one.alsoAt = loopsWith([&](const models::CoolingLoopSpec& other) {
                    return other.pump == spec.pump || other.condenserPump == spec.pump;
                });
                break;
            }
            case TrialKind::SlowChips: {
                PlantOrder order;
                order.action = DrillAction::Degrade;
                order.unit = oneOf(plant_->blocks, u).id;
                order.level = models::BlockPart::Row;
                order.instance = 1;
                order.amount = kChipsLeft;
                one.part = kSlowAccelerators;
                one.intervention.orders = {order};
                break;
            }
            case TrialKind::None:
            case TrialKind::Count:
                break;
        }
        return one;
    }

    /// Ids of loops of which something is true.
    std::vector<std::string> loopsWith(
        const std::function<bool(const models::CoolingLoopSpec&)>& isTrue) const {
        std::vector<std::string> ids;
        for (const PlantLoop& loop : plant_->loops) {
            if (isTrue(specOf<models::CoolingLoopSpec>(*project_.find(loop.id)))) {
                ids.push_back(loop.id);
            }
        }
        return ids;
    }

    /// Fans of a loop's towers or coolers, or of a hall's air handlers.
    void wearOf(Injected& one, const char* towers, const char* coolers, double u) const {
        const PlantLoop& loop = oneOf(plant_->loops, u);
        const auto spec = specOf<models::CoolingLoopSpec>(*project_.find(loop.id));
        if (loop.hasTower) {
            one.part = PartAddress{loop.id, 0, towers}.text();
            one.intervention.figures =
                scaledFigure(catalogue_, "cooling_tower", spec.tower, "fan_rated_kw", kFanMore);
            one.alsoAt = loopsWith(
                [&](const models::CoolingLoopSpec& other) { return other.tower == spec.tower; });
        } else if (loop.hasDryCooler) {
            one.part = PartAddress{loop.id, 0, coolers}.text();
            one.intervention.figures =
                scaledFigure(catalogue_, "dry_cooler", spec.dryCooler, "fan_rated_kw", kFanMore);
            one.alsoAt = loopsWith([&](const models::CoolingLoopSpec& other) {
                return other.dryCooler == spec.dryCooler;
            });
        } else {
            const PlantHall& hall = oneOf(plant_->halls, u);
            const auto of = specOf<models::HallSpec>(*project_.find(hall.id));
            one.part = PartAddress{hall.id, 0, "air_handlers"}.text();
            one.intervention.figures =
                scaledFigure(catalogue_, "crah", of.crah, "fan_rated_kw", kFanMore);
        }
    }

    /// The building's parts are not quite what their data sheets say.
    Catalogue building(int span) const {
        std::vector<FigureChange> changes;
        std::uint64_t number = 100;
        for (std::size_t e = 0; e < catalogue_.entries().size(); ++e) {
            const CatalogueEntry& entry = catalogue_.entries()[e];
            if (std::find(kMismatched.begin(), kMismatched.end(), entry.type->id) ==
                kMismatched.end()) {
                continue;
            }
            for (std::size_t a = 0; a < entry.values.size(); ++a) {
                if (!std::holds_alternative<double>(entry.values[a])) {
                    continue;
                }
                const auto ends =
                    endsOf(entry.type->attributes[a], entry.values[a], {}, spec_.mismatch);
                const double* low = ends ? std::get_if<double>(&ends->low) : nullptr;
                const double* high = ends ? std::get_if<double>(&ends->high) : nullptr;
                if (low != nullptr && high != nullptr) {
                    changes.push_back({e, a, *low + draw(span, number++) * (*high - *low)});
                }
            }
        }
        return catalogue_.changed(changes);
    }

    /// Readings of the made-up sensors in a building.
    std::vector<TelemetrySeries> readingsIn(const TwinRun& building, const Injected& one,
                                            int span) const {
        std::vector<TelemetrySeries> all = series_;
        const ModelledSeries& modelled = building.modelled();
        for (std::size_t s = series_.size(); s < map_.sensors.size(); ++s) {
            const SensorSpec& sensor = map_.sensors[s];
            const auto column = static_cast<std::size_t>(
                std::find(modelled.sensors.begin(), modelled.sensors.end(), static_cast<int>(s)) -
                modelled.sensors.begin());
            TelemetrySeries series;
            const double offset =
                models::randomNormal(spec_.seed, kTrialStream + 5000, 100'000 + s);
            double lastS = -kSampleS;
            for (std::size_t i = 0; i < modelled.timeS.size(); ++i) {
                const double when = modelled.timeS[i];
                const double value = modelled.values[column][i];
                if (when - lastS < kSampleS - 1e-6 || std::isnan(value)) {
                    continue;
                }
                lastS = when;
                const double sd = sensor.uncertainty(value);
                const auto stream = kTrialStream + 10'000 + static_cast<std::uint64_t>(span);
                const double noise = models::randomNormal(spec_.seed, stream, s * 1'000'000 + i);
                double reading = value + sd * (0.5 * offset + 0.5 * noise);
                if (sensor.channel == one.biasedChannel && when - building.firstS() >= one.atS) {
                    reading += sensor.unit->kind == models::MeasuredKind::Temperature
                                   ? kBiasK
                                   : kBiasShare * value;
                }
                series.timeS.push_back(when);
                series.value.push_back(reading);
            }
            all.push_back(std::move(series));
        }
        return all;
    }

    ResultAll<TrialSpan> tryOne(const Injected& one, int span) const {
        const Catalogue catalogue = building(span);
        std::vector<TwinIntervention> interventions;
        if (one.kind != TrialKind::None) {
            interventions.push_back(one.intervention);
            for (FigureChange& figure : interventions.front().figures) {
                // The same share of what this building's part is.
                const double nominal =
                    std::get<double>(catalogue_.entries()[figure.entry].values[figure.attribute]);
                const double own =
                    std::get<double>(catalogue.entries()[figure.entry].values[figure.attribute]);
                figure.value = std::get<double>(figure.value) * own / nominal;
            }
        }
        auto building = follow(catalogue, std::move(interventions));
        if (!building) {
            return tl::unexpected(building.error());
        }
        // The twin's own run is the same for all: loads and weather are. Only its readings differ.
        TwinReport report = judgeReadings(readingsIn(**building, one, span));
        TrialSpan result;
        result.kind = one.kind;
        result.part = one.part;
        result.faultS = one.atS;
        const double firstS = nominal_->firstS();
        double lastS = -1e300;
        for (const ResidualAlarm& alarm : report.alarms) {
            const double afterS = alarm.raisedS - firstS;
            const bool isNew = afterS - lastS > kEpisodeS;
            lastS = afterS;
            const bool explained =
                one.kind != TrialKind::None && afterS >= one.atS &&
                isNear(map_.sensors[static_cast<std::size_t>(alarm.sensor)].channel, one);
            if (isNew || (explained && result.foundS < 0.0)) {
                ++result.alarms;
                if (!explained) {
                    ++result.falseAlarms;
                    result.falseSensors.push_back(
                        map_.sensors[static_cast<std::size_t>(alarm.sensor)].channel);
                }
            }
            if (explained && result.foundS < 0.0) {
                result.foundS = afterS - one.atS;
                const Diagnosis diagnosis = suspectsAt(*nominal_, report, alarm.raisedS);
                for (std::size_t k = 0; k < diagnosis.suspects.size() && result.place == 0; ++k) {
                    result.place =
                        diagnosis.suspects[k].part == one.part ? static_cast<int>(k) + 1 : 0;
                }
                result.said = diagnosis.suspects.empty() ? "" : diagnosis.suspects.front().part;
            }
        }
        return result;
    }

    /// Whether a sensor is at the object of a fault, or at the loop that this is part of.
    bool isNear(const std::string& channel, const Injected& one) const {
        if (!one.biasedChannel.empty()) {
            return channel == one.biasedChannel;
        }
        const std::string object = PartAddress::parse(one.part).holder();
        const auto isOf = [&](const std::string& id) {
            return isWithin(ChannelName::parse(channel).object, id);
        };
        for (const PlantCdu& cdu : plant_->cdus) {
            if (cdu.id == object) {
                return isOf(object) || isOf(plant_->loops[at(cdu.loop)].id);
            }
        }
        // A part that wears does so in any loop: other loops may have the same.
        return one.kind == TrialKind::SlowChips || isOf(object) ||
               std::any_of(one.alsoAt.begin(), one.alsoAt.end(), isOf);
    }

    TwinReport judgeReadings(const std::vector<TelemetrySeries>& readings) const {
        TwinReport report;
        report.fromS = nominal_->firstS();
        report.nowS = nominal_->nowS();
        report.learnUntilS = report.fromS + learnS();
        const ModelledSeries& modelled = nominal_->modelled();
        for (std::size_t k = 0; k < modelled.sensors.size(); ++k) {
            const auto s = static_cast<std::size_t>(modelled.sensors[k]);
            const SensorSpec& sensor = map_.sensors[s];
            ResidualSeries series =
                residualSeries(readings[s], modelled.timeS, modelled.values[k], report.fromS,
                               report.learnUntilS, besideOf(*nominal_, k));
            const SensorResidual residual = judge(sensor, modelled.sensors[k], series);
            for (ResidualAlarm& alarm : residualAlarms(sensor, series, residual)) {
                report.alarms.push_back(std::move(alarm));
            }
            report.residuals.push_back(residual);
            report.series.push_back(std::move(series));
        }
        std::stable_sort(
            report.alarms.begin(), report.alarms.end(),
            [](const ResidualAlarm& a, const ResidualAlarm& b) { return a.raisedS < b.raisedS; });
        return report;
    }

    const Project& project_;
    const Catalogue& catalogue_;
    const TelemetryMap& given_;
    const std::vector<TelemetrySeries>& series_;
    const TrialSpec& spec_;
    const std::function<void(int, int)>& progress_;
    const std::atomic<bool>& cancel_;
    TelemetryMap map_;
    std::vector<TelemetrySeries> allSeries_;
    std::shared_ptr<const Plant> plant_;
    std::unique_ptr<TwinRun> nominal_;
};

}  // namespace

ResultAll<TrialResult> runTrial(const Project& project, const Catalogue& catalogue,
                                const TelemetryMap& map, const std::vector<TelemetrySeries>& series,
                                const TrialSpec& spec,
                                const std::function<void(int done, int due)>& progress,
                                const std::atomic<bool>& cancel) {
    return Trial(project, catalogue, map, series, spec, progress, cancel).run();
}

}  // namespace headroom::engine
