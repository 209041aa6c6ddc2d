// SPDX-License-Identifier: Apache-2.0
#include "engine/live/step_check.h"

#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/experiment/run_until.h"
#include "engine/run/state/state.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kInstantS = 1e-6;
constexpr double kDeviations = 1.96;  ///< of a normal distribution: 95 %

constexpr std::size_t placeOf(Judged j) {
    return static_cast<std::size_t>(j);
}

/// Half of the interval of a sum of `count` differences, from it and the sum of their squares.
double certaintyOf(double sum, double squares, int count) {
    if (count < 2) {
        return std::numeric_limits<double>::infinity();
    }
    const double n = count;
    return kDeviations * std::sqrt(n * std::max(0.0, squares - sum * sum / n) / (n - 1.0));
}

constexpr const char* kKeys[] = {"it_energy", "facility_energy", "water", "cost"};
constexpr const char* kWords[] = {"IT energy", "Facility energy", "Water", "Cost"};

std::string lineOf(const char* word, const StepError::Figure& f) {
    const std::string certainty = std::isfinite(f.certainty)
                                      ? fmt::format(" (95 %: within {:.4f})", 100.0 * f.certainty)
                                      : std::string{};
    return fmt::format("  {:<28} {:+.4f} %{}\n", word, 100.0 * f.share, certainty);
}

nlohmann::ordered_json json(const StepError::Figure& f) {
    nlohmann::ordered_json j = {{"error_pct", 100.0 * f.share}, {"within_pct", nullptr}};
    if (std::isfinite(f.certainty)) {
        j["within_pct"] = 100.0 * f.certainty;
    }
    return j;
}

}  // namespace

StepCheck::StepCheck(const Simulator& simulator, double untilS, int hours)
    : everyS_(kHourS * std::max(1.0, std::floor((untilS - simulator.timeS()) / kHourS /
                                                std::max(1, hours)))),
      dueS_(kHourS * std::ceil(simulator.timeS() / kHourS)),
      beganS_(simulator.timeS()),
      timeS_(simulator.timeS()),
      baseS_(simulator.stepS()) {}

StepCheck::Meters StepCheck::metersOf(const Simulator& simulator) {
    const Totals& t = simulator.state().totals;
    return {t.itJ, t.facilityJ, t.waterM3, t.energyUsd + t.waterUsd + t.fuelUsd};
}

bool StepCheck::begins(double timeS) const {
    return !twin_ && timeS >= dueS_ - kInstantS;
}

bool StepCheck::ends(double timeS) const {
    return twin_ && timeS >= endS_ - kInstantS;
}

void StepCheck::before(const Simulator& simulator) {
    const double nowS = simulator.timeS();
    if (!begins(nowS)) {
        return;
    }
    // One hour of each such span, another of the day each time.
    const double span = std::floor(nowS / everyS_ + kInstantS) + 1.0;
    const double room = everyS_ / kHourS;
    dueS_ = everyS_ * span + kHourS * std::floor(room * std::fmod(0.618034 * span, 1.0));
    twin_ = simulator.branch(Steps::Even);
    from_ = metersOf(simulator);
    endS_ = nowS + kHourS;
}

void StepCheck::after(const Simulator& simulator) {
    ++steps_;
    timeS_ = simulator.timeS();
    if (!ends(timeS_)) {
        return;
    }
    static_cast<void>(runUntil(*twin_, timeS_));  // a fault of its own shows as a difference
    const Meters grown = metersOf(simulator), even = metersOf(*twin_);
    twin_.reset();
    ++hours_;
    Meters evenHour{}, difference{};
    for (std::size_t i = 0; i < grown.size(); ++i) {
        evenHour[i] = even[i] - from_[i];
        difference[i] = grown[i] - even[i];
        even_[i] += evenHour[i];
        difference_[i] += difference[i];
        squares_[i] += difference[i] * difference[i];
    }
    // PUE of the hour, in terms of the energy that makes the difference.
    constexpr std::size_t it = placeOf(Judged::ItEnergy), all = placeOf(Judged::FacilityEnergy);
    if (evenHour[it] > 0.0) {
        const double ofPue = difference[all] - difference[it] * evenHour[all] / evenHour[it];
        pueSquares_ += ofPue * ofPue;
    }
}

StepError StepCheck::error() const {
    StepError e;
    e.steps = steps_;
    e.evenSteps = std::llround((timeS_ - beganS_) / baseS_);
    e.hours = hours_;
    for (std::size_t i = 0; i < e.figures.size(); ++i) {
        if (even_[i] > 0.0) {
            e.figures[i] = {difference_[i] / even_[i],
                            certaintyOf(difference_[i], squares_[i], hours_) / even_[i]};
        }
    }
    const double it = e[Judged::ItEnergy].share, all = e[Judged::FacilityEnergy].share;
    if (even_[placeOf(Judged::ItEnergy)] > 0.0) {
        e.pue = {(1.0 + all) / (1.0 + it) - 1.0,
                 certaintyOf(0.0, pueSquares_, hours_) / even_[placeOf(Judged::FacilityEnergy)]};
    }
    return e;
}

std::string textOf(const StepError& e) {
    std::string out = fmt::format("Steps: {} in place of {}", e.steps, e.evenSteps);
    if (e.hours == 0) {
        return out + "; the run was too short to do an hour of it again with even steps\n";
    }
    out += fmt::format("; {} hour{} done again with even ones: with growing ones", e.hours,
                       e.hours == 1 ? "" : "s");
    out += '\n';
    for (std::size_t i = 0; i < e.figures.size(); ++i) {
        out += lineOf(kWords[i], e.figures[i]);
    }
    return out + lineOf("PUE", e.pue);
}

std::string jsonOf(const StepError& e) {
    nlohmann::ordered_json j = {
        {"steps", e.steps}, {"even_steps", e.evenSteps}, {"hours_compared", e.hours}};
    for (std::size_t i = 0; i < e.figures.size(); ++i) {
        j[kKeys[i]] = json(e.figures[i]);
    }
    j["pue"] = json(e.pue);
    return jsonText(j, 2);
}

std::string withSteps(const std::string& summaryJson, const StepError& error) {
    auto summary = parseJson<nlohmann::ordered_json>(summaryJson);
    summary["steps"] = parseJson<nlohmann::ordered_json>(jsonOf(error));
    return jsonText(summary, 2) + "\n";
}

}  // namespace headroom::engine
