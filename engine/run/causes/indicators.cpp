// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/run/causes/causes.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>

/// Indicators of the facility against their own recent past: one event when one leaves its band,
/// one when it is back.
///
///   level   mean of the last hours, x0 <- x0 + (x - x0) (1 - exp(-dt/tau)), while in the band
///   PUE     F/I, F power consumed = I + sum of overheads o_k; the change is split exactly:
///           F1/I1 - F0/I0 = sum (o_k1 - o_k0)/I1  +  (sum o_k0) (1/I1 - 1/I0)
///                           machines and losses      IT power
///
/// Assumption: bands and times below, from what an operator would call a change and not a
/// fluctuation.
namespace headroom::engine {

namespace {

enum Indicator : int { kPue, kItPower, kThroughput, kFirstLoop };

static_assert(kFirstLoop == kFacilityIndicators);

constexpr double kPueBand = 0.03;  ///< of the level
constexpr double kPowerBand = 0.10;
constexpr double kThroughputBand = 0.05;
constexpr double kSupplyBandK = 2.0;
constexpr double kBackShare = 0.5;           ///< of the band: in it again
constexpr double kMeanS = 1800.0;            ///< tau
constexpr double kWarmUpS = 1800.0;          ///< of a run, before anything is reported
constexpr double kNewLevelS = 6.0 * 3600.0;  ///< out of the band for that long: a new level
constexpr double kContributorS = 900.0;      ///< time constant in which what moved the load fades
constexpr double kBlackout = 0.05;           ///< below that share of its level IT power has no PUE
constexpr double kShown = 0.1;               ///< parts below that share of the change are not named

struct Part {
    FacilityQuantity quantity;
    const char* name;
};

constexpr std::array kMachines = {Part{FacilityQuantity::ChillerPower, "chillers"},
                                  Part{FacilityQuantity::RejectionFanPower, "tower fans"},
                                  Part{FacilityQuantity::LoopPumpPower, "loop pumps"},
                                  Part{FacilityQuantity::CduPumpPower, "CDU pumps"},
                                  Part{FacilityQuantity::AirHandlerPower, "air handlers"}};

/// IT power, machines, losses and the rest.
constexpr std::size_t kParts = kIndicatorParts;
static_assert(kParts == kMachines.size() + 2);

/// "5.700 → 4.120 M tokens/s", "66.01 → 60.22 MW": both by the prefix of the larger, four digits of it.
Words changeText(double before, double now, const char* unit) {
    constexpr std::array<const char*, 5> kPrefixes{"", "k", "M", "G", "T"};
    double scale = 1.0;
    std::size_t prefix = 0;
    const double most = std::max(std::abs(before), std::abs(now));
    while (prefix + 1 < kPrefixes.size() && most / scale >= 999.95) {
        scale *= 1e3;
        ++prefix;
    }
    const int digits = most / scale >= 99.995 ? 1 : most / scale >= 9.9995 ? 2 : 3;
    const bool isSymbol =
        std::string_view(unit).size() == 1;  // a prefix is written at a symbol, before a word
    const std::string symbol =
        fmt::format("{}{}{}", kPrefixes[prefix], prefix == 0 || isSymbol ? "" : " ", unit);
    return words("{} → {}", bareAmount(before / scale, symbol, digits),
                 amount(now / scale, symbol, digits));
}

bool isActing(const Fault& f) {
    return f.phase != FaultPhase::Precursor && f.phase != FaultPhase::Over;
}

std::array<double, kParts> partsOf(const State& s) {
    std::array<double, kParts> parts{};
    const auto value = [&](FacilityQuantity q) { return s.shown[q]; };
    parts[0] = value(FacilityQuantity::ItPower);
    const bool onMeter = value(FacilityQuantity::BatteryPower) == 0.0 || parts[0] <= 0.0;
    double rest = (onMeter ? value(FacilityQuantity::FacilityPower)
                           : value(FacilityQuantity::Pue) * parts[0]) -
                  parts[0];
    for (std::size_t k = 0; k < kMachines.size(); ++k) {
        parts[k + 1] = value(kMachines[k].quantity);
        rest -= parts[k + 1];
    }
    parts[kParts - 1] = rest;
    return parts;
}

template <class Parts>
double pueOf(const Parts& parts) {
    return std::accumulate(parts.begin(), parts.begin() + kParts, 0.0) / parts[0];
}

}  // namespace

void Causes::moved(Contributor& largest, std::int64_t event, double weight, double timeS) {
    const double left = largest.weight * std::exp(-(timeS - largest.timeS) / kContributorS);
    if (event < 0) {
        return;
    }
    if (event == largest.event) {
        largest = {event, left + weight, timeS};
    } else if (weight > left) {
        largest = {event, weight, timeS};
    }
}

/// Cause of the load: the largest contributor while it lasts; else the one that keeps the most accelerators from their
/// work, noticed or not. -1 if there is neither.
std::int64_t Causes::whyLoad(const Contributor& largest, double timeS) const {
    const double left = largest.weight * std::exp(-(timeS - largest.timeS) / kContributorS);
    if (largest.event >= 0 && left > 0.01 * plant_.accelerators) {
        return largest.event;
    }
    std::int64_t event = -1;
    double most = 0.0;
    for (std::size_t j = 0; j < std::min(s_.jobs.size(), s_.causes.job.size()); ++j) {
        const JobCause& c = s_.causes.job[j];
        const std::int64_t holds = c.hung >= 0          ? c.hung
                                   : c.interrupted >= 0 ? c.interrupted
                                                        : c.slowed;
        const double slowed = c.reference > 0.0 ? 1.0 - c.told / c.reference : 0.0;
        const double held =
            s_.jobs[j].wanted * (c.hung < 0 && c.interrupted < 0 ? std::max(0.0, slowed) : 1.0);
        if (holds >= 0 && held > most) {
            event = holds;
            most = held;
        }
    }
    // A job that is stopped for a fault that nobody has noticed yet, or on a server that is to be emptied.
    for (const Fault& f : s_.faults.open) {
        if (f.event < 0 || !isActing(f)) {
            continue;
        }
        const auto consider = [&](JobIndex j) {
            const Job& job = s_.jobs[at(j)];
            if ((job.state != JobState::Running || job.rate <= 0.0) && job.wanted > most) {
                event = f.event;
                most = job.wanted;
            }
        };
        if (f.job >= 0 && at(f.job) < s_.jobs.size() &&
            s_.jobs[at(f.job)].state == JobState::Running) {
            consider(f.job);
        }
        if (f.server >= 0) {
            for (const JobIndex j : jobsOnServer(plant_, s_, f.server)) {
                consider(j);
            }
        }
    }
    return event;
}

/// Whether a fault acts, a server is down or something disturbs a place, wherever it is.
bool Causes::isAnythingBroken() const {
    return std::any_of(s_.faults.open.begin(), s_.faults.open.end(), isActing) ||
           std::any_of(s_.causes.open.begin(), s_.causes.open.end(),
                       [](const Disturbance& d) { return d.endS < 0.0; }) ||
           std::any_of(s_.causes.serverEvent.begin(), s_.causes.serverEvent.end(),
                       [](std::int64_t event) { return event >= 0; });
}

std::string Causes::noCause() const {
    return isAnythingBroken() ? "Not known: nothing that is broken holds up a job."
                              : "Load as submitted, with nothing broken.";
}

std::int64_t Causes::load(double timeS) {
    const std::int64_t event = whyLoad(s_.causes.load, timeS);
    return event >= 0 ? event : environment(timeS, noCause());
}

/// The event of an indicator, or a note of its own: older ones tell of another time.
std::int64_t Causes::orNote(std::int64_t event, const Words& text, double timeS) {
    return event >= 0 ? event
                      : log_.in(EventArea::Environment)
                            .add(s_, timeS, EventKind::Note, "environment", text);
}

/// Disturbance of cooling anywhere, the newest first; else the weather.
std::int64_t Causes::whyCooling(double timeS) {
    std::int64_t event = -1;
    for (const Disturbance& d : s_.causes.open) {
        if ((d.place == CausePlace::Loop || d.place == CausePlace::Cdu ||
             d.place == CausePlace::Hall) &&
            d.endS < 0.0) {
            event = std::max(event, d.event);
        }
    }
    if (event >= 0) {
        return event;
    }
    return orNote(-1,
                  words("{}ooling follows load and weather, wet bulb {}.",
                        isAnythingBroken() ? "No cooling is broken: c" : "Nothing is broken: c",
                        amount(s_.shown[FacilityQuantity::WetBulb], "°C", 1)),
                  timeS);
}

/// Keeps the level and says whether it leaves its band now.
bool Causes::leavesBand(int indicator, double value, double band, double timeS) {
    CauseState& c = s_.causes;
    const auto i = at(indicator);
    double& level = c.indicatorLevel[i];
    if (timeS <= kWarmUpS || !(band > 0.0)) {
        level = value;
        return false;
    }
    const double off = std::abs(value - level);
    if (c.indicatorEvent[i] >= 0) {
        if (off < kBackShare * band) {
            c.indicatorEvent[i] = -1;
        } else if (timeS - c.indicatorToldS[i] > kNewLevelS) {
            c.indicatorEvent[i] = -1;
            level = value;
        }
        return false;
    }
    if (off > band) {
        return timeS - c.indicatorToldS[i] >= kLeastIndicatorGapS;
    }
    level += (value - level) * (1.0 - std::exp(-plant_.stepS / kMeanS));
    return false;
}

void Causes::tell(int indicator, const std::string& subject, const Words& text, std::int64_t cause,
                  double timeS) {
    s_.causes.indicatorToldS[at(indicator)] = timeS;
    s_.causes.indicatorEvent[at(indicator)] =
        log_.add(s_, timeS, EventKind::Indicator, subject, text, cause);
}

void Causes::observePue(double timeS) {
    std::vector<double>& before = s_.causes.indicatorPart;
    const auto now = partsOf(s_);
    if (now[0] <= kBlackout * before[0] || now[0] <= 0.0) {
        return;
    }
    const double pue = pueOf(now);
    const bool inBand = s_.causes.indicatorEvent[kPue] < 0;
    const bool leaves = leavesBand(kPue, pue, kPueBand * s_.causes.indicatorLevel[kPue], timeS);
    if (!leaves || before[0] <= 0.0) {
        // The parts follow as the level does, so that they add up to it.
        const double share = timeS <= kWarmUpS ? 1.0 : 1.0 - std::exp(-plant_.stepS / kMeanS);
        if (inBand && s_.causes.indicatorEvent[kPue] < 0) {
            for (std::size_t k = 0; k < kParts; ++k) {
                before[k] += (now[k] - before[k]) * share;
            }
        }
        return;
    }
    const double change = pue - pueOf(before);
    double overheadW = 0.0;
    std::array<double, kParts> parts{};
    for (std::size_t k = 1; k < kParts; ++k) {
        overheadW += before[k];
        parts[k] = (now[k] - before[k]) / now[0];
    }
    parts[0] = overheadW * (1.0 / now[0] - 1.0 / before[0]);
    std::array<std::size_t, kParts> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return parts[a] / change != parts[b] / change ? parts[a] / change > parts[b] / change
                                                      : a < b;
    });
    const std::size_t largest = order.front();
    const std::int64_t cause =
        largest > 0 && largest < kParts - 1
            ? whyCooling(timeS)
            : orNote(
                  std::max(whyLoad(s_.causes.load, timeS),
                           largest == 0 ? std::int64_t{-1} : latest(CausePlace::Power, 0, timeS)),
                  noCause(), timeS);
    Words text = words("PUE {:.3f} → {:.3f}:", pueOf(before), pue);
    for (const std::size_t k : order) {
        if (std::abs(parts[k]) < kShown * std::abs(change)) {
            continue;
        }
        text.join(k == 0 ? words(" IT power {} ({:+.3f}),",
                                 signedAmount(100.0 * (now[0] / before[0] - 1.0), "%", 1), parts[0])
                         : words(" {} {} ({:+.3f}),",
                                 k < kParts - 1 ? kMachines[k - 1].name : "losses and the rest",
                                 signedAmount((now[k] - before[k]) * 1e-3, "kW", 0), parts[k]));
    }
    text.back() = '.';
    tell(kPue, "PUE", text, cause, timeS);
}

void Causes::observeLoop(LoopIndex loop, double timeS) {
    const int indicator = kFirstLoop + loop;
    const double now = supplyC(loop);
    if (!leavesBand(indicator, now, kSupplyBandK, timeS)) {
        return;
    }
    const std::int64_t place = latest(CausePlace::Loop, loop, timeS);
    tell(indicator, plant_.loops[at(loop)].id,
         words("Supply temperature {} → {}.",
               bareAmount(s_.causes.indicatorLevel[at(indicator)], "°C", 1), amount(now, "°C", 1)),
         place >= 0 ? place : whyCooling(timeS), timeS);
}

void Causes::observe(double timeS) {
    const auto value = [&](FacilityQuantity q) { return s_.shown[q]; };
    observePue(timeS);
    const std::vector<double>& level = s_.causes.indicatorLevel;
    const double itW = value(FacilityQuantity::ItPower);
    const double itBefore = level[kItPower];
    if (leavesBand(kItPower, itW, kPowerBand * itBefore, timeS)) {
        tell(kItPower, "IT power",
             words("IT power {} ({}).", changeText(itBefore, itW, "W"),
                   signedAmount(100.0 * (itW / itBefore - 1.0), "%", 1)),
             orNote(whyLoad(s_.causes.load, timeS), noCause(), timeS), timeS);
    }
    const bool trains = !s_.training.empty();
    const double work =
        value(trains ? FacilityQuantity::TokensPerS : FacilityQuantity::BusyAccelerators);
    const double workBefore = level[kThroughput];
    if (leavesBand(kThroughput, work, kThroughputBand * workBefore, timeS)) {
        tell(kThroughput, "throughput",
             trains ? words("Training {}.", changeText(workBefore, work, "tokens/s"))
                    : words("Busy accelerators {:.0f} → {:.0f}.", workBefore, work),
             orNote(whyLoad(s_.causes.work, timeS), noCause(), timeS), timeS);
    }
    for (LoopIndex loop(0); loop < static_cast<int>(plant_.loops.size()); ++loop) {
        observeLoop(loop, timeS);
    }
}

}  // namespace headroom::engine
