// SPDX-License-Identifier: Apache-2.0
#include "engine/goodput/goodput.h"

#include "engine/base/scale.h"
#include "engine/reliability/campaign/server_failures.h"
#include "models/reliability/spares.h"
#include "models/workload/checkpoint.h"
#include "models/workload/usual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kLongestIntervalS = 7.0 * 86400.0;
constexpr int kBisections = 60;
constexpr int kGoldenSteps = 80;
constexpr double kLongestRestartS = 86400.0;
constexpr double kRateRange = 2.0;  ///< the failure rate may be this much lower or higher
constexpr std::array kIntervalsMin = {0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 240.0};
constexpr std::array kRestartsMin = {0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0};

/// Rates and times of the job as a whole.
class JobLaw {
  public:
    explicit JobLaw(const GoodputSpec& spec) : spec_(spec) {
        perServer_ = acceleratorsOfServer(*spec.cluster);
        accelerators_ = spec.cluster->accelerators;
        servers_ = (accelerators_ + perServer_ - 1) / perServer_;
        interruptionsPerS_ = servers_ * spec.server.perS;
        away_ = models::serversAway(servers_ * spec.server.removalsPerS, spec.server.repairS);
    }

    int servers() const { return servers_; }

    int perServer() const { return perServer_; }

    double interruptionsPerS() const { return interruptionsPerS_; }

    double removalsPerS() const { return servers_ * spec_.server.removalsPerS; }

    double away() const { return away_; }

    /// E, with the failure rate times `factor`.
    double running(const CheckpointWay& way, double intervalS, double restartS,
                   double factor = 1.0) const {
        return models::expectedEttr(factor * interruptionsPerS_, restartS + way.safeS, intervalS,
                                    way.stallS);
    }

    double waiting(int spares, double factor = 1.0) const {
        return models::waitingShare(factor * away_, spares);
    }

    /// Restart from that way: the stated one is from storage, where loading takes as long as writing.
    double restartS(const CheckpointWay& way, const CheckpointWay& storage, double statedS) const {
        return std::max(0.0, statedS - storage.loadS) + way.loadS;
    }

  private:
    const GoodputSpec& spec_;
    int perServer_ = 1, accelerators_ = 0, servers_ = 0;
    double interruptionsPerS_ = 0.0, away_ = 0.0;
};

double leastIntervalS(const CheckpointWay& way) {
    return std::max({models::kLeastCheckpointS, way.safeS, way.stallS});
}

/// Best interval and the range within kFlatPoints of it. E has one maximum over the interval.
void findInterval(const JobLaw& law, double restartS, CheckpointWay& way) {
    const auto at = [&](double logS) { return law.running(way, std::exp(logS), restartS); };
    const double least = std::log(leastIntervalS(way)), most = std::log(kLongestIntervalS);
    double low = least, high = most;
    const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
    for (int i = 0; i < kGoldenSteps; ++i) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        (at(a) < at(b) ? low : high) = at(a) < at(b) ? a : b;
    }
    const double best = 0.5 * (low + high);
    const double enough = at(best) - kFlatPoints;
    const auto edge = [&](double inside, double outside) {
        if (at(outside) >= enough) {
            return outside;
        }
        for (int i = 0; i < kBisections; ++i) {
            const double middle = 0.5 * (inside + outside);
            (at(middle) >= enough ? inside : outside) = middle;
        }
        return inside;
    };
    way.bestS = std::exp(best);
    way.flatLowS = std::exp(edge(best, least));
    way.flatHighS = std::exp(edge(best, most));
}

/// Ways by the size of the checkpoint, or by the stall alone where it is not known.
CheckpointWay storageWay(const GoodputSpec& spec) {
    CheckpointWay way;
    way.name = "storage";
    way.stallS = spec.profile->checkpointStallS;
    if (spec.model != nullptr && spec.storageBytesPerS > 0.0) {
        way.safeS = way.loadS = spec.profile->checkpointBytesPerParameter * spec.model->parameters /
                                spec.storageBytesPerS;
    }
    return way;
}

CheckpointWay memoryWay(const GoodputSpec& spec) {
    CheckpointWay way;
    way.name = "memory";
    way.stallS = spec.profile->checkpointStallS;
    const double line = spec.cluster->accelerator->scaleOutBytesPerS * spec.cluster->accelerators;
    if (spec.model != nullptr && line > 0.0) {
        way.safeS = way.loadS =
            spec.profile->checkpointBytesPerParameter * spec.model->parameters / line;
    }
    return way;
}

struct GoodputTerms {
    const GoodputSpec& spec;
    const JobLaw& law;
    const CheckpointWay& storage;
};

GoodputStrategy waitingStrategy(const GoodputTerms& t, const CheckpointWay& way, std::string name,
                                std::string spareWords, int spares, double statedS) {
    GoodputStrategy s;
    s.name = std::move(name);
    s.checkpoints = way.name;
    s.spares = std::move(spareWords);
    s.servers = t.law.servers() + spares;
    s.intervalS =
        t.spec.intervalS > 0.0 ? std::max(t.spec.intervalS, leastIntervalS(way)) : way.bestS;
    s.restartS = t.law.restartS(way, t.storage, statedS);
    s.waiting = t.law.waiting(spares);
    s.goodput = (1.0 - s.waiting) * t.law.running(way, s.intervalS, s.restartS);
    s.perServer = s.goodput * t.law.servers() / s.servers;
    return s;
}

/// No spare: the job continues with what is there, and each server that comes back costs a restart at a checkpoint.
GoodputStrategy shrinkingStrategy(const GoodputTerms& t, const CheckpointWay& way) {
    GoodputStrategy s =
        waitingStrategy(t, way, "Shrink and grow", "none", 0, t.spec.standbyRestartS);
    const int replica = std::max(t.spec.replicaAccelerators, t.law.perServer());
    const double share = std::min(1.0, static_cast<double>(replica) / t.spec.cluster->accelerators);
    s.waiting = 0.0;
    s.goodput = t.law.running(way, s.intervalS, s.restartS) /
                (1.0 + t.law.removalsPerS() * s.restartS) *
                (1.0 - models::shrunkShare(t.law.away(), share));
    s.perServer = s.goodput;
    return s;
}

void addStrategies(const GoodputTerms& t, GoodputAnswer& answer) {
    const GoodputSpec& spec = t.spec;
    const int n = answer.spares;
    auto& list = answer.strategies;
    list.push_back(
        waitingStrategy(t, answer.storage, "Wait for repairs", "none", 0, spec.restartS));
    list.push_back(waitingStrategy(t, answer.storage, "Cold spares", "cold", n, spec.restartS));
    list.push_back(
        waitingStrategy(t, answer.storage, "Hot spares", "hot", n, spec.standbyRestartS));
    list.push_back(
        waitingStrategy(t, answer.memory, "Cold spares, memory", "cold", n, spec.restartS));
    list.push_back(
        waitingStrategy(t, answer.memory, "Hot spares, memory", "hot", n, spec.standbyRestartS));
    list.push_back(shrinkingStrategy(t, answer.memory));
}

void addCurves(const GoodputTerms& t, GoodputAnswer& answer) {
    const GoodputSpec& spec = t.spec;
    const double memoryRestartS = t.law.restartS(answer.memory, answer.storage, spec.restartS);
    for (const double minutes : kIntervalsMin) {
        const double s = minutes * kMinuteS;
        const auto at = [&](const CheckpointWay& way, double restartS) {
            return s < leastIntervalS(way) ? models::kNotStated : t.law.running(way, s, restartS);
        };
        answer.intervals.push_back(
            {s, at(answer.storage, spec.restartS), at(answer.memory, memoryRestartS)});
    }
    const double running = answer.storage.ettr;
    const int most = std::max({2 * answer.sparesAdvised, answer.spares, 4});
    const int step = std::max(1, most / 8);
    std::vector<int> counts = {answer.spares, answer.sparesAdvised};
    for (int s = 0; s <= most; s += step) {
        counts.push_back(s);
    }
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    for (const int s : counts) {
        const double waiting = t.law.waiting(s), goodput = (1.0 - waiting) * running;
        answer.sparePoints.push_back(
            {s, waiting, goodput, goodput * t.law.servers() / (t.law.servers() + s)});
    }
    for (const double minutes : kRestartsMin) {
        answer.restarts.push_back(
            {minutes * kMinuteS,
             (1.0 - answer.waiting) *
                 t.law.running(answer.storage, answer.intervalS, minutes * kMinuteS)});
    }
}

/// Longest restart that reaches the target, and what a minute more costs.
void addBudget(const GoodputTerms& t, GoodputAnswer& answer) {
    const auto at = [&](double restartS) {
        return (1.0 - answer.waiting) * t.law.running(answer.storage, answer.intervalS, restartS);
    };
    if (at(0.0) >= answer.target) {
        double low = 0.0, high = kLongestRestartS;
        for (int i = 0; i < kBisections; ++i) {
            const double middle = 0.5 * (low + high);
            (at(middle) >= answer.target ? low : high) = middle;
        }
        answer.restartBudgetS = low;
    }
    answer.minutePoints = at(t.spec.restartS) - at(t.spec.restartS + kMinuteS);
    answer.minuteUsdPerDay =
        answer.minutePoints * answer.accelerators * t.spec.usdPerAcceleratorHour * kDayS / kHourS;
}

}  // namespace

GoodputAnswer goodputOf(const GoodputSpec& spec) {
    const JobLaw law(spec);
    GoodputAnswer answer;
    answer.servers = law.servers();
    answer.perServer = law.perServer();
    answer.accelerators = spec.cluster->accelerators;
    answer.interruptionsPerDay = law.interruptionsPerS() * kDayS;
    answer.mttiS = 1.0 / law.interruptionsPerS();
    answer.away = law.away();
    answer.target = spec.target;
    answer.storage = storageWay(spec);
    answer.memory = memoryWay(spec);
    findInterval(law, spec.restartS, answer.storage);
    findInterval(law, law.restartS(answer.memory, answer.storage, spec.restartS), answer.memory);
    answer.intervalS = spec.intervalS > 0.0
                           ? std::max(spec.intervalS, leastIntervalS(answer.storage))
                           : answer.storage.bestS;
    answer.sparesAdvised = models::sparesFor(law.away(), spec.confidence);
    answer.spares = spec.spares >= 0 ? spec.spares : answer.sparesAdvised;
    answer.waiting = law.waiting(answer.spares);
    const auto goodput = [&](double factor, int spares) {
        return (1.0 - law.waiting(spares, factor)) *
               law.running(answer.storage, answer.intervalS, spec.restartS, factor);
    };
    answer.storage.ettr = law.running(answer.storage, answer.intervalS, spec.restartS);
    answer.memory.ettr = law.running(answer.memory, answer.memory.bestS,
                                     law.restartS(answer.memory, answer.storage, spec.restartS));
    answer.goodput = goodput(1.0, answer.spares);
    answer.goodputLow = goodput(kRateRange, answer.spares);
    answer.goodputHigh = goodput(1.0 / kRateRange, answer.spares);
    answer.sparesAtTwice = models::sparesFor(kRateRange * law.away(), spec.confidence);
    answer.goodputAtTwice = goodput(kRateRange, answer.sparesAtTwice);
    const GoodputTerms terms{spec, law, answer.storage};
    addStrategies(terms, answer);
    addCurves(terms, answer);
    addBudget(terms, answer);
    return answer;
}

}  // namespace headroom::engine
