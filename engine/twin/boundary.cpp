// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/boundary.h"

#include "engine/document/json_text.h"
#include "engine/plant/index.h"
#include "models/air/psychrometrics.h"
#include "models/facility/load_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kSettingSpreads = 3.0;
/// Load over rating beyond which the unit is another, as for load traces. Assumption: 3.
constexpr double kMostOverRating = 3.0;
constexpr std::size_t kMostGridPoints = 4'000'000;

bool drivesLoad(const SensorSpec& sensor) {
    return sensor.drives == Drive::LiquidHeat || sensor.drives == Drive::RackPower ||
           sensor.drives == Drive::Utilization;
}

/// Racks together, of the kind that the sensor measures.
double ratedLoadW(const Plant& plant, const SensorSpec& sensor, const std::vector<int>& racks) {
    double whole = 0.0;
    for (const int rack : racks) {
        const PlantBlock& block = plant.blocks[at(plant.rackBlock[at(rack)])];
        const double liquid = block.firstRow < 0 ? 0.0 : block.server.liquidFraction;
        whole += block.rack.ratedPowerW * (sensor.drives == Drive::LiquidHeat ? liquid : 1.0);
    }
    return whole;
}

/// Power of racks at utilisations that are evenly apart, by the law of rack_power.h. All servers are in service.
class PowerByUse {
  public:
    PowerByUse(const Plant& plant, const std::vector<int>& racks) {
        for (const PlantBlock& block : plant.blocks) {
            const auto own = std::count_if(racks.begin(), racks.end(), [&](int rack) {
                return rack >= static_cast<int>(block.firstRack) &&
                       rack < static_cast<int>(block.firstRack) + block.racks;
            });
            for (std::size_t i = 0; own > 0 && i < powerW_.size(); ++i) {
                const models::RackParts parts = block.parts();
                const double use = static_cast<double>(i) / static_cast<double>(powerW_.size() - 1);
                powerW_[i] += static_cast<double>(own) *
                              models::rackPower(parts, models::evenLoad(parts, use)).inputW;
            }
        }
    }

    double at(double use) const {
        const double place = std::clamp(use, 0.0, 1.0) * static_cast<double>(powerW_.size() - 1);
        const auto i = std::min(static_cast<std::size_t>(place), powerW_.size() - 2);
        return powerW_[i] + (place - static_cast<double>(i)) * (powerW_[i + 1] - powerW_[i]);
    }

  private:
    std::array<double, 51> powerW_{};
};

class BoundaryMaker {
  public:
    BoundaryMaker(const Plant& plant, const TelemetryMap& map,
                  const std::vector<TelemetrySeries>& series, double originS, double gridS)
        : plant_(plant), map_(map), series_(series), originS_(originS), gridS_(gridS) {}

    ResultAll<Boundary> make() {
        PlantLoadTrace& trace = boundary_.trace;
        trace.id = "telemetry";
        trace.wetBulbDepressionK = models::LoadTraceSpec().wetBulbDepressionK;
        trace.rackColumn.assign(at(plant_.racks), -1);
        trace.rackShare.assign(at(plant_.racks), 0.0);
        if (!grid()) {
            fail("TEL-042", {},
                 "no sensor drives a load or the weather, so nothing of the building is known",
                 "Give \"drives\" to the sensors that say what racks draw and what the weather is");
            return tl::unexpected(std::move(errors_));
        }
        for (std::size_t s = 0; s < map_.sensors.size(); ++s) {
            const SensorSpec& sensor = map_.sensors[s];
            if (series_[s].timeS.empty()) {
                continue;
            }
            if (drivesLoad(sensor)) {
                load(sensor, series_[s]);
            }
        }
        boundary_.settings = measuredSettings(map_, series_, originS_);
        weather();
        if (!errors_.empty()) {
            return tl::unexpected(std::move(errors_));
        }
        estimate();
        return std::move(boundary_);
    }

  private:
    void fail(const char* code, const std::string& sensor, const std::string& message,
              const std::string& remedy) {
        errors_.push_back({code,
                           sensor.empty() ? message : inQuotes(sensor) + ": " + message,
                           remedy,
                           map_.file.string(),
                           {},
                           0});
    }

    bool grid() {
        double firstS = std::numeric_limits<double>::infinity(), lastS = -firstS;
        for (std::size_t s = 0; s < map_.sensors.size(); ++s) {
            const Drive drive = map_.sensors[s].drives;
            if (drive != Drive::Nothing && drive != Drive::Setting && !series_[s].timeS.empty()) {
                firstS = std::min(firstS, series_[s].timeS.front());
                lastS = std::max(lastS, series_[s].timeS.back());
            }
        }
        if (!(firstS <= lastS)) {
            return false;
        }
        gridS_ = std::max(gridS_, (lastS - firstS) / static_cast<double>(kMostGridPoints));
        for (std::size_t i = 0; firstS + static_cast<double>(i) * gridS_ <= lastS + 0.5 * gridS_;
             ++i) {
            boundary_.trace.table.timeS.push_back(firstS + static_cast<double>(i) * gridS_ -
                                                  originS_);
        }
        return true;
    }

    std::vector<double> onGrid(const TelemetrySeries& series) const {
        std::vector<double> values;
        values.reserve(boundary_.trace.table.timeS.size());
        std::size_t next = 0;
        for (const double runS : boundary_.trace.table.timeS) {
            const double timeS = runS + originS_;
            while (next < series.timeS.size() && series.timeS[next] <= timeS) {
                ++next;
            }
            if (next == 0) {
                values.push_back(series.value.front());
            } else if (next == series.timeS.size()) {
                values.push_back(series.value.back());
            } else {
                const double share = (timeS - series.timeS[next - 1]) /
                                     (series.timeS[next] - series.timeS[next - 1]);
                values.push_back(series.value[next - 1] +
                                 share * (series.value[next] - series.value[next - 1]));
            }
        }
        return values;
    }

    int addColumn(std::vector<double> values, const std::string& sensor) {
        boundary_.trace.table.columns.push_back(std::move(values));
        boundary_.loads.push_back(sensor);
        return static_cast<int>(boundary_.trace.table.columns.size()) - 1;
    }

    const PlantBlock& blockOf(int rack) const {
        return plant_.blocks[at(plant_.rackBlock[at(rack)])];
    }

    void load(const SensorSpec& sensor, const TelemetrySeries& series) {
        const std::vector<int> racks = racksOf(plant_, sensor.of);
        const double whole = ratedLoadW(plant_, sensor, racks);
        if (racks.empty() || whole <= 0.0) {
            fail("TEL-040", sensor.id,
                 racks.empty() ? "the project has no racks at " + inQuotes(sensor.of)
                               : "no rack at " + inQuotes(sensor.of) + " gives heat to a coolant",
                 "Name a CDU unit (\"cdus/3\"), CDU group, hall, rack block, loop or \"rack/NAME\" "
                 "that has racks");
            return;
        }
        std::vector<double> values = onGrid(series);
        for (double& value : values) {
            value = std::max(0.0, value);  // a meter at rest may read a little less than nothing
        }
        if (sensor.drives == Drive::Utilization) {
            const PowerByUse power(plant_, racks);
            std::transform(values.begin(), values.end(), values.begin(),
                           [&](double use) { return power.at(use); });
        }
        const double most = *std::max_element(values.begin(), values.end()) / whole;
        if (most > kMostOverRating) {
            fail("TEL-044", sensor.id,
                 fmt::format("its highest reading is {:.3g} times what its racks are rated for",
                             most),
                 "Correct the unit in the map; kW for W is the usual slip");
            return;
        }
        const int column = addColumn(std::move(values), sensor.id);
        for (const int rack : racks) {
            int& taken = boundary_.trace.rackColumn[at(rack)];
            if (taken >= 0) {
                fail("TEL-041", sensor.id,
                     fmt::format("rack {} is driven by {} already", plant_.rackNames[at(rack)],
                                 inQuotes(boundary_.loads[at(taken)])),
                     "Let one sensor drive each rack; take \"drives\" from the other, which is "
                     "compared then");
                return;
            }
            taken = column;
            boundary_.trace.rackShare[at(rack)] = blockOf(rack).rack.ratedPowerW / whole;
            ++boundary_.measuredRacks;
        }
    }

    const TelemetrySeries* seriesOf(Drive drive) const {
        for (std::size_t s = 0; s < map_.sensors.size(); ++s) {
            if (map_.sensors[s].drives == drive && !series_[s].timeS.empty()) {
                return &series_[s];
            }
        }
        return nullptr;
    }

    void weather() {
        const TelemetrySeries* wet = seriesOf(Drive::WetBulb);
        const TelemetrySeries* dry = seriesOf(Drive::DryBulb);
        const TelemetrySeries* humidity = seriesOf(Drive::RelativeHumidity);
        if (humidity != nullptr && dry == nullptr) {
            fail("TEL-043", {}, "a relative humidity drives the weather, and no dry bulb does",
                 "Add a sensor with \"drives\": \"dry_bulb\"");
            return;
        }
        if (wet != nullptr) {
            boundary_.trace.wetBulbColumn = addColumn(onGrid(*wet), "wet bulb");
        } else if (dry != nullptr) {
            const std::vector<double> dryC = onGrid(*dry);
            std::vector<double> wetC(dryC.size());
            const std::vector<double> ratio =
                humidity == nullptr ? std::vector<double>() : onGrid(*humidity);
            for (std::size_t i = 0; i < dryC.size(); ++i) {
                const double yearS = plant_.startYearS + boundary_.trace.table.timeS[i];
                const models::Weather usual = models::weatherAt(plant_.weather, yearS);
                const double moisture =
                    ratio.empty() ? usual.humidityRatio
                                  : models::humidityRatio(dryC[i], std::clamp(ratio[i], 0.0, 1.0),
                                                          usual.pressurePa);
                wetC[i] = std::min(dryC[i], models::wetBulbC(dryC[i], moisture, usual.pressurePa));
            }
            boundary_.trace.wetBulbColumn = addColumn(std::move(wetC), "wet bulb");
        }
        if (dry != nullptr) {
            boundary_.trace.dryBulbColumn = addColumn(onGrid(*dry), "dry bulb");
        }
    }

    /// Racks of which nobody says anything.
    void estimate() {
        PlantLoadTrace& trace = boundary_.trace;
        if (boundary_.measuredRacks == 0 || boundary_.measuredRacks == plant_.racks) {
            return;
        }
        double rated = 0.0;
        for (int rack = 0; rack < plant_.racks; ++rack) {
            rated += trace.rackColumn[at(rack)] >= 0 ? blockOf(rack).rack.ratedPowerW : 0.0;
        }
        std::vector<double> share(trace.table.columns.size(),
                                  0.0);  // of the measured power, by column
        for (int rack = 0; rack < plant_.racks; ++rack) {
            if (trace.rackColumn[at(rack)] >= 0) {
                share[at(trace.rackColumn[at(rack)])] += trace.rackShare[at(rack)];
            }
        }
        std::vector<double> level(trace.table.timeS.size(), 0.0);
        for (std::size_t c = 0; c < share.size(); ++c) {
            for (std::size_t i = 0; i < level.size(); ++i) {
                level[i] += share[c] * trace.table.columns[c][i] / rated;
            }
        }
        const int column = addColumn(std::move(level), {});
        for (int rack = 0; rack < plant_.racks; ++rack) {
            if (trace.rackColumn[at(rack)] < 0) {
                trace.rackColumn[at(rack)] = column;
                trace.rackShare[at(rack)] = blockOf(rack).rack.ratedPowerW;
                ++boundary_.estimatedRacks;
            }
        }
    }

    const Plant& plant_;
    const TelemetryMap& map_;
    const std::vector<TelemetrySeries>& series_;
    double originS_, gridS_;
    Boundary boundary_;
    Errors errors_;
};

void addRacks(int first, int count, std::vector<int>& racks) {
    for (int rack = first; rack < first + count; ++rack) {
        racks.push_back(rack);
    }
}

}  // namespace

std::vector<int> racksOf(const Plant& plant, const std::string& of) {
    std::vector<int> racks;
    if (of.empty()) {
        addRacks(0, plant.racks, racks);
        return racks;
    }
    for (const PlantRow& row : plant.rows) {
        const PlantCdu& cdu = plant.cdus[at(row.cdu)];
        if (cdu.id == of || cdu.group == of || plant.loops[at(cdu.loop)].id == of) {
            addRacks(row.firstRack, row.racks, racks);
        }
    }
    for (const PlantBlock& block : plant.blocks) {
        if (racks.empty() && block.id == of) {
            addRacks(block.firstRack, block.racks, racks);
        }
    }
    if (racks.empty()) {
        for (const PlantBlock& block : plant.blocks) {
            if (plant.halls[at(block.hall)].id == of) {
                addRacks(block.firstRack, block.racks, racks);
            }
        }
    }
    for (int rack = 0; rack < plant.racks && racks.empty(); ++rack) {
        if ("rack/" + plant.rackNames[at(rack)] == of) {
            racks.push_back(rack);
        }
    }
    return racks;
}

ResultAll<Boundary> boundaryOf(const Plant& plant, const TelemetryMap& map,
                               const std::vector<TelemetrySeries>& series, double originS,
                               double gridS) {
    return BoundaryMaker(plant, map, series, originS, gridS).make();
}

std::vector<MeasuredSetting> measuredSettings(const TelemetryMap& map,
                                              const std::vector<TelemetrySeries>& series,
                                              double originS) {
    std::vector<MeasuredSetting> settings;
    for (std::size_t s = 0; s < map.sensors.size(); ++s) {
        const SensorSpec& sensor = map.sensors[s];
        double known = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; sensor.drives == Drive::Setting && i < series[s].timeS.size();
             ++i) {
            const double value = series[s].value[i];
            if (!std::isnan(known) &&
                std::abs(value - known) <= kSettingSpreads * sensor.uncertainty(value)) {
                continue;
            }
            known = value;
            // The first holds from the beginning, also if it was reported later.
            const double runS = series[s].timeS[i] - originS;
            settings.push_back({i == 0 ? std::min(0.0, runS) : runS, sensor.of, value});
        }
    }
    std::stable_sort(
        settings.begin(), settings.end(),
        [](const MeasuredSetting& a, const MeasuredSetting& b) { return a.atS < b.atS; });
    return settings;
}

std::vector<double> mostLoads(const Plant& plant, const TelemetryMap& map) {
    std::vector<double> most;
    for (const SensorSpec& sensor : map.sensors) {
        most.push_back(drivesLoad(sensor)
                           ? kMostOverRating * ratedLoadW(plant, sensor, racksOf(plant, sensor.of))
                           : std::numeric_limits<double>::infinity());
    }
    return most;
}

double valueAt(const TelemetrySeries& series, double timeS) {
    const auto next = std::upper_bound(series.timeS.begin(), series.timeS.end(), timeS);
    if (next == series.timeS.begin()) {
        return series.value.front();
    }
    if (next == series.timeS.end()) {
        return series.value.back();
    }
    const auto i = static_cast<std::size_t>(next - series.timeS.begin());
    const double share = (timeS - series.timeS[i - 1]) / (series.timeS[i] - series.timeS[i - 1]);
    return series.value[i - 1] + share * (series.value[i] - series.value[i - 1]);
}

std::shared_ptr<const Plant> withBoundary(const Plant& plant, const PlantLoadTrace& trace) {
    auto other = std::make_shared<Plant>(plant);
    other->loadTraces = {trace};
    return other;
}

}  // namespace headroom::engine
