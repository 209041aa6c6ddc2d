// SPDX-License-Identifier: Apache-2.0
#include "models/workload/swing.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// Forward's share of the time of a micro-batch: backward does twice its work.
constexpr double kForwardShare = 1.0 / 3.0;

/// Activity above which a chip works.
constexpr double kIdleActivity = 0.05;

/// Recharge of a storage, in multiples of its time constant and in seconds: slower than a step, so
/// that a storage stays full through a low phase and helps the next rise.
constexpr double kRechargeTaus = 20.0;
constexpr double kRechargeS = 60.0;

double follow(double tauS, double dtS) {
    return tauS > 0.0 ? 1.0 - std::exp(-dtS / tauS) : 1.0;
}

/// Activity seconds of phases from time 0 to t, for any t, with softened jumps.
class ActivityIntegral {
  public:
    ActivityIntegral(std::span<const ActivityPhase> phases, double edgeS)
        : phases_(phases), periodS_(periodS(phases)), edgeS_(std::min(edgeS, 0.5 * periodS_)) {
        for (const ActivityPhase& p : phases) {
            perPeriod_ += 0.5 * (p.start + p.end) * p.durationS;
        }
    }

    double between(double fromS, double toS) const {
        const double fromCycle = std::floor(fromS / periodS_);
        const double toCycle = std::floor(toS / periodS_);
        return (toCycle - fromCycle) * perPeriod_ + within(toS - toCycle * periodS_) -
               within(fromS - fromCycle * periodS_);
    }

  private:
    double within(double t) const {
        double sum = 0.0;
        double begin = 0.0;
        for (std::size_t i = 0; i < phases_.size(); ++i) {
            const ActivityPhase& p = phases_[i];
            const double u = std::clamp(t - begin, 0.0, p.durationS);
            if (p.durationS > 0.0) {
                sum += u * (p.start + 0.5 * (p.end - p.start) * u / p.durationS);
            }
            if (edgeS_ > 0.0) {
                const ActivityPhase& before = phases_[i > 0 ? i - 1 : phases_.size() - 1];
                sum += (p.start - before.end) * edge(t - begin);
            }
            begin += p.durationS;
        }
        return sum;
    }

    /// Integral of a centred ramp of edgeS minus the unit step that it replaces, at d after it.
    double edge(double d) const {
        d -= periodS_ * std::round(d / periodS_);
        const double x = std::abs(d) / edgeS_;
        return x < 0.5 ? 0.5 * edgeS_ * (0.5 - x) * (0.5 - x) : 0.0;
    }

    std::span<const ActivityPhase> phases_;
    double periodS_;
    double edgeS_;
    double perPeriod_ = 0.0;
};

}  // namespace

std::vector<ActivityPhase> stepPhases(const TrainingStep& step, double most) {
    if (!std::isfinite(step.stepS) || step.stepS <= 0.0) {
        return {};
    }
    const double low = std::min(step.waitActivity, most);
    const double high = std::min(step.computeActivity, most);
    const double exchange = std::min(step.exchangeActivity, most);
    const double busyS = step.stepS - step.exchangeS - step.waitS;
    const double bubbleS = std::min(step.bubbleS, busyS);
    std::vector<ActivityPhase> phases;
    const auto add = [&](double durationS, double start, double end) {
        if (durationS > 0.0) {
            phases.push_back({durationS, start, end});
        }
    };
    add(2.0 * kForwardShare * bubbleS, low, high);
    add(busyS - bubbleS, high, high);
    add(2.0 * (1.0 - kForwardShare) * bubbleS, high, low);
    add(step.exchangeS, exchange, exchange);
    add(step.waitS - bubbleS, low, low);
    return phases;
}

double periodS(std::span<const ActivityPhase> phases) {
    double sum = 0.0;
    for (const ActivityPhase& p : phases) {
        sum += p.durationS;
    }
    return sum;
}

double meanActivity(std::span<const ActivityPhase> phases) {
    double sum = 0.0;
    for (const ActivityPhase& p : phases) {
        sum += 0.5 * (p.start + p.end) * p.durationS;
    }
    const double period = periodS(phases);
    return period > 0.0 ? sum / period : 0.0;
}

void renderActivity(std::span<const ActivityPhase> phases, double edgeS, double startS, double dtS,
                    std::span<double> activity) {
    if (!(periodS(phases) > 0.0)) {
        std::fill(activity.begin(), activity.end(), 0.0);
        return;
    }
    const ActivityIntegral integral(phases, std::max(edgeS, 0.0));
    for (std::size_t i = 0; i < activity.size(); ++i) {
        const double fromS = startS + static_cast<double>(i) * dtS;
        activity[i] = integral.between(fromS, startS + static_cast<double>(i + 1) * dtS) / dtS;
    }
}

StageEnergy applyFiller(const Filler& filler, double dtS, std::span<double> activity) {
    StageEnergy e;
    double lowS = 0.0;
    for (double& a : activity) {
        const double asked = a;
        lowS = asked < filler.level ? lowS + dtS : 0.0;
        if (lowS > filler.responseS) {
            a = filler.level;
        }
        e.delivered += asked * dtS;
        e.drawn += a * dtS;
        e.lost += (a - asked) * dtS;
    }
    e.throughput = 1.0 - filler.slowdown;
    return e;
}

StageEnergy applyChipSmoothing(const ChipSmoothing& smoothing, double dtS,
                               std::span<double> activity) {
    StageEnergy e;
    if (activity.empty()) {
        return e;
    }
    double before = activity.front();
    double idleS = before > kIdleActivity ? 0.0 : std::numeric_limits<double>::infinity();
    double asked = 0.0, heldBack = 0.0;
    for (double& a : activity) {
        const double wanted = a;
        idleS = wanted > kIdleActivity ? 0.0 : idleS + dtS;
        const double floor = idleS <= smoothing.holdS ? smoothing.floor : 0.0;
        double out = std::max(wanted, floor);
        out = std::min(out, before + smoothing.rampUpPerS * dtS);
        out = std::max(out, before - smoothing.rampDownPerS * dtS);
        before = a = out;
        const double useful = std::min(wanted, out);
        asked += wanted * dtS;
        heldBack += (wanted - useful) * dtS;
        e.drawn += out * dtS;
        e.delivered += useful * dtS;
        e.lost += (out - useful) * dtS;
    }
    e.throughput = asked > 0.0 ? 1.0 / (1.0 + heldBack / asked) : 1.0;
    return e;
}

StageEnergy applyLowPass(double tauS, double settledW, double dtS, std::span<double> powerW) {
    StageEnergy e;
    const double gain = follow(tauS, dtS);
    double g = settledW;
    for (double& x : powerW) {
        g += (x - g) * gain;
        e.delivered += x * dtS;
        e.drawn += g * dtS;
        e.stored += (g - x) * dtS;
        x = g;
    }
    return e;
}

StageEnergy applyStorage(const Storage& storage, double settledW, double dtS,
                         std::span<double> powerW) {
    StageEnergy e;
    const double eta = std::sqrt(std::clamp(storage.roundTrip, 1e-3, 1.0));
    const double half = 0.5 * storage.energyJ;
    const double gain = follow(storage.tauS, dtS);
    const double response = follow(storage.responseS, dtS);
    const double recharge = 1.0 / std::max(kRechargeTaus * storage.tauS, kRechargeS);
    double energy = half;
    double smooth = settledW, target = settledW, s = 0.0, lossW = 0.0;
    for (double& x : powerW) {
        smooth += (x + lossW - smooth) * gain;
        target =
            std::clamp(smooth + (half - energy) * recharge, target - storage.rampDownWPerS * dtS,
                       target + storage.rampUpWPerS * dtS);
        const double wanted = s + (x - target - s) * response;
        s = std::clamp(wanted, -storage.powerW, storage.powerW);
        s = std::clamp(s, -(storage.energyJ - energy) / (eta * dtS), energy * eta / dtS);
        const double draw = x - s;
        if (s != wanted) {
            target = draw;
        }
        const double change = (s > 0.0 ? -s / eta : -s * eta) * dtS;
        energy = std::clamp(energy + change, 0.0, storage.energyJ);
        e.delivered += x * dtS;
        e.drawn += draw * dtS;
        lossW = -s - change / dtS;
        e.lost += lossW * dtS;
        x = draw;
    }
    e.stored = energy - half;
    return e;
}

}  // namespace headroom::models
