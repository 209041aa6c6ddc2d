// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/model_faults.h"

#include "engine/plant/index.h"
#include "models/compute/rack_power.h"
#include "models/core/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kTimesNearer = 5.0;
constexpr double kNearShare = 0.2;
constexpr double kNearK = 4.0;
constexpr double kMostLagS = 1800.0;
constexpr double kLagStepS = 15.0;
constexpr double kLagGain = 0.7;  // of the spread that is left
constexpr double kDriftSpreads = 3.0;
constexpr double kDriftExplains = 0.5;
constexpr std::size_t kLeastReadings = 30;
constexpr double kBeyondYearK = 10.0;
constexpr double kMeterAtRest = 0.01;  // of the rating
constexpr double kNextToNothing = 1e-3;
/// Assumption: figures of idle servers are good to a third.
constexpr double kBelowIdle = 0.67;
constexpr double kDayOfSecondsS = 86400.0;

double medianDistance(const ResidualSeries& series, const models::MeasuredUnit& declared,
                      const models::MeasuredUnit& other) {
    std::vector<double> distance;
    for (std::size_t i = 0; i < series.timeS.size(); ++i) {
        const double reading = (series.measured[i] - declared.offset) / declared.toSi;
        distance.push_back(std::abs(other.si(reading) - series.modelled[i]));
    }
    return medianOf(std::move(distance));
}

void findUnit(const SensorSpec& sensor, const ResidualSeries& series,
              std::vector<TelemetryFinding>& found) {
    std::vector<double> sizes;
    for (const double m : series.modelled) {
        sizes.push_back(std::abs(m));
    }
    const bool isTemperature = sensor.unit->kind == models::MeasuredKind::Temperature;
    const double near = isTemperature ? kNearK : kNearShare * medianOf(std::move(sizes));
    const double asItIs = medianDistance(series, *sensor.unit, *sensor.unit);
    if (asItIs <= near) {
        return;
    }
    const models::MeasuredUnit* best = nullptr;
    double distance = asItIs / kTimesNearer;
    for (const models::MeasuredUnit& other : models::measuredUnits()) {
        if (other.kind == sensor.unit->kind && other.symbol != sensor.unit->symbol) {
            const double d = medianDistance(series, *sensor.unit, other);
            if (d <= near && d < distance) {
                distance = d;
                best = &other;
            }
        }
    }
    if (best != nullptr) {
        TelemetryFinding finding;
        finding.fault = TelemetryFault::Unit;
        finding.sensor = sensor.id;
        finding.words =
            fmt::format("reads as {} although the map says {}", best->symbol, sensor.unit->symbol);
        found.push_back(std::move(finding));
    }
}

/// Standard deviation of the residual with the readings moved by `lagS`.
double spreadAt(const TelemetrySeries& readings, std::span<const double> timeS,
                std::span<const double> modelled, double fromS, double untilS, double lagS) {
    double sum = 0.0, squares = 0.0, n = 0.0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < readings.timeS.size(); ++i) {
        const double when = readings.timeS[i] + lagS;
        while (next < timeS.size() && timeS[next] < when) {
            ++next;
        }
        if (next == 0 || next >= timeS.size() || when < fromS || when > untilS) {
            continue;
        }
        const double share = (when - timeS[next - 1]) / (timeS[next] - timeS[next - 1]);
        const double r = readings.value[i] -
                         (modelled[next - 1] + share * (modelled[next] - modelled[next - 1]));
        if (!std::isnan(r)) {
            sum += r;
            squares += r * r;
            n += 1.0;
        }
    }
    return n < 2.0 ? std::numeric_limits<double>::infinity()
                   : std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
}

void findClock(const SensorSpec& sensor, const ResidualSeries& series,
               const TelemetrySeries& readings, std::span<const double> timeS,
               std::span<const double> modelled, std::vector<TelemetryFinding>& found) {
    const double fromS = series.timeS.front() + kMostLagS, untilS = series.timeS.back() - kMostLagS;
    if (untilS - fromS < 2.0 * kMostLagS) {
        return;
    }
    const double asItIs = spreadAt(readings, timeS, modelled, fromS, untilS, 0.0);
    double best = asItIs, bestLagS = 0.0;
    for (double lagS = -kMostLagS; lagS <= kMostLagS; lagS += kLagStepS) {
        const double spread = spreadAt(readings, timeS, modelled, fromS, untilS, lagS);
        if (spread < best) {
            best = spread;
            bestLagS = lagS;
        }
    }
    if (best < kLagGain * asItIs && asItIs > sensor.uncertainty(medianOf(series.measured)) &&
        std::abs(bestLagS) >= 2.0 * kLagStepS) {
        TelemetryFinding finding;
        finding.fault = TelemetryFault::ClockSkew;
        finding.sensor = sensor.id;
        finding.amount = -bestLagS;
        finding.words = fmt::format(
            "its times are about {:.0f} s {} the models', so add {:.0f} s; or it measures what "
            "comes so much {} than {}",
            std::abs(bestLagS), bestLagS > 0.0 ? "behind" : "ahead of", bestLagS,
            bestLagS > 0.0 ? "earlier" : "later", sensor.channel);
        found.push_back(std::move(finding));
    }
}

void findDrift(const SensorSpec& sensor, const ResidualSeries& series,
               const SensorResidual& residual, std::vector<TelemetryFinding>& found) {
    const std::size_t from = series.judgedFrom;
    const auto n = static_cast<double>(series.timeS.size() - from);
    double t = 0.0, r = 0.0;
    for (std::size_t i = from; i < series.timeS.size(); ++i) {
        t += series.timeS[i] / n;
        r += series.residual(i) / n;
    }
    double tt = 0.0, tr = 0.0, rr = 0.0;
    for (std::size_t i = from; i < series.timeS.size(); ++i) {
        const double dt = series.timeS[i] - t, dr = series.residual(i) - r;
        tt += dt * dt;
        tr += dt * dr;
        rr += dr * dr;
    }
    const double slope = tt > 0.0 ? tr / tt : 0.0;
    const double moved = slope * (series.timeS.back() - series.timeS[from]);
    if (rr > 0.0 && tr * tr / (tt * rr) > kDriftExplains &&
        std::abs(moved) > kDriftSpreads * residual.expected) {
        TelemetryFinding finding;
        finding.fault = TelemetryFault::Drift;
        finding.sensor = sensor.id;
        finding.amount = slope * kDayOfSecondsS;
        finding.firstS = series.timeS[from];
        const double perDay = std::abs(finding.amount) / sensor.unit->toSi;
        Words amount = amountAs(fmt::format("{:.3g}", perDay), perDay, sensor.unit->symbol);
        if (sensor.unit->kind == models::MeasuredKind::Temperature) {
            amount.quantities.front().unit =
                models::unit::kelvin.symbol;  // a difference, in any unit of the sensor
            amount.quantities.front().value = std::abs(finding.amount);
        }
        finding.words =
            words("{} against the models by {} a day", slope > 0.0 ? "rises" : "falls", amount);
        found.push_back(std::move(finding));
    }
}

TelemetryFinding unitOf(const SensorSpec& sensor, std::string words) {
    TelemetryFinding finding;
    finding.fault = TelemetryFault::Unit;
    finding.sensor = sensor.id;
    finding.words = std::move(words);
    return finding;
}

struct Span {
    double low = 1e9, high = -1e9;
};

/// Between what the site's weather year moves.
Span yearOf(const Plant& plant, Drive drive) {
    Span span;
    for (double yearS = 0.0; yearS < 365.0 * kDayOfSecondsS; yearS += 3600.0) {
        const models::Weather weather = models::weatherAt(plant.weather, yearS);
        const double c = drive == Drive::WetBulb ? weather.wetBulbC : weather.dryBulbC;
        span.low = std::min(span.low, c);
        span.high = std::max(span.high, c);
    }
    return span;
}

/// Loads below nothing, by more than a meter at rest may read.
void findNegative(const SensorSpec& sensor, const TelemetrySeries& series, double rated,
                  std::vector<TelemetryFinding>& found) {
    TelemetryFinding negative;
    negative.fault = TelemetryFault::Implausible;
    negative.sensor = sensor.id;
    for (std::size_t i = 0; i < series.value.size(); ++i) {
        if (series.value[i] < -kMeterAtRest * rated) {
            negative.firstS = negative.count++ == 0 ? series.timeS[i] : negative.firstS;
            negative.amount = std::min(negative.amount, series.value[i]);
        }
    }
    if (negative.count > 0) {
        const double least = negative.amount / sensor.unit->toSi;
        negative.words = words("down to {}, and racks give nothing back; taken as nothing",
                               amountAs(fmt::format("{:.4g}", least), least, sensor.unit->symbol));
        found.push_back(std::move(negative));
    }
}

}  // namespace

std::vector<TelemetryFinding> modelFaults(const SensorSpec& sensor, const ResidualSeries& series,
                                          const SensorResidual& residual,
                                          const TelemetrySeries& readings,
                                          std::span<const double> timeS,
                                          std::span<const double> modelled) {
    std::vector<TelemetryFinding> found;
    if (sensor.drives != Drive::Nothing || series.timeS.size() < kLeastReadings ||
        series.timeS.size() - std::min(series.judgedFrom, series.timeS.size()) < kLeastReadings) {
        return found;
    }
    findUnit(sensor, series, found);
    if (!found.empty()) {
        return found;  // what else would be said follows from that
    }
    findClock(sensor, series, readings, timeS, modelled, found);
    if (found.empty()) {
        findDrift(sensor, series, residual, found);
    }
    return found;
}

namespace {

/// A rack whose accelerators have no work.
double idleRackW(const PlantBlock& block) {
    const models::RackParts parts =
        models::partsOf(block.rack, block.server, block.accelerator, block.psu,
                        block.hasShelf ? &block.shelf : nullptr);
    return models::rackPower(parts, models::evenLoad(parts, models::ChipPhases{})).inputW;
}

}  // namespace

std::vector<TelemetryFinding> boundaryFaults(const TwinRun& twin) {
    std::vector<TelemetryFinding> found;
    const Plant& plant = twin.simulator().plant();
    const Span dry = yearOf(plant, Drive::DryBulb), wet = yearOf(plant, Drive::WetBulb);
    for (std::size_t s = 0; s < twin.map().sensors.size(); ++s) {
        const SensorSpec& sensor = twin.map().sensors[s];
        const TelemetrySeries& series = twin.series()[s];
        if (series.timeS.empty()) {
            continue;
        }
        const double usual = medianOf(series.value);
        if (sensor.drives == Drive::WetBulb || sensor.drives == Drive::DryBulb) {
            const Span& year = sensor.drives == Drive::WetBulb ? wet : dry;
            const auto fits = [&](double c) {
                return c > year.low - kBeyondYearK && c < year.high + kBeyondYearK;
            };
            for (const models::MeasuredUnit& other : models::measuredUnits()) {
                const double c = other.si((usual - sensor.unit->offset) / sensor.unit->toSi);
                if (!fits(usual) && other.kind == sensor.unit->kind && fits(c)) {
                    found.push_back(
                        unitOf(sensor, fmt::format("reads as {} although the map says {}: {:.1f} "
                                                   "°C is outside of this site's weather",
                                                   other.symbol, sensor.unit->symbol, usual)));
                    break;
                }
            }
        } else if (sensor.drives == Drive::LiquidHeat || sensor.drives == Drive::RackPower) {
            double rated = 0.0, idle = 0.0;
            for (const int rack : racksOf(plant, sensor.of)) {
                const PlantBlock& block = plant.blocks[at(plant.rackBlock[at(rack)])];
                rated += block.rack.ratedPowerW;
                idle += sensor.drives == Drive::RackPower ? idleRackW(block) : 0.0;
            }
            findNegative(sensor, series, rated, found);
            if (rated > 0.0 && usual > 0.0 && usual < kNextToNothing * rated) {
                found.push_back(
                    unitOf(sensor,
                           fmt::format("half of its readings are below {:.2g} of the rating of its "
                                       "racks, as if kW were given as {}",
                                       usual / rated, sensor.unit->symbol)));
            } else if (usual > 0.0 && usual < kBelowIdle * idle) {
                found.push_back(
                    unitOf(sensor, fmt::format("half of its readings are below {:.3g} kW, and its "
                                               "racks draw {:.3g} kW when "
                                               "idle, as if a part were given for all of it",
                                               usual / models::unit::kilowatt.toSi,
                                               idle / models::unit::kilowatt.toSi)));
            }
        }
    }
    return found;
}

}  // namespace headroom::engine
