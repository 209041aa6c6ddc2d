// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/forecast.h"

#include "engine/experiment/run_until.h"
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_checkpoints.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostEvents = 50;

struct Mark {
    std::vector<double> work, productiveS;
    double tokens = 0.0;
};

Mark markOf(const State& s) {
    Mark m;
    m.work.reserve(s.jobs.size());
    m.productiveS.reserve(s.jobs.size());
    for (const Job& job : s.jobs) {
        const JobProgress p = progressAt(job, s.timeS);
        m.work.push_back(p.done);
        m.productiveS.push_back(p.productiveS);
        m.tokens += job.training >= 0 ? p.done : 0.0;
    }
    return m;
}

void see(RunStretch& r, const Plant& plant, const State& s) {
    int off = 0, throttled = 0;
    for (std::size_t i = 0; i < s.rackClock.size(); ++i) {
        const bool dark = s.power.rackPowered[i] == 0 || s.rackTripped[i] != 0;
        off += dark ? 1 : 0;
        throttled += !dark && isThrottled(plant, s, i) ? 1 : 0;
        r.hottestC = std::max(r.hottestC, s.rackHotC[i]);
    }
    r.racksOff = std::max(r.racksOff, off);
    r.racksThrottled = std::max(r.racksThrottled, throttled);
}

}  // namespace

RunStretch runOn(Simulator& simulator, double untilS, std::vector<Event>* events,
                 const std::atomic<bool>* cancel,
                 const std::function<void(const Simulator&)>& afterStep) {
    RunStretch r;
    simulator.keepEnded(true);  // work is compared by index
    const State& s = simulator.state();
    const Mark before = markOf(s);
    const Totals start = s.totals;
    RunHooks hooks;
    hooks.cancel = cancel;
    hooks.after = [&](Simulator& now) {
        see(r, now.plant(), s);
        if (afterStep) {
            afterStep(now);
        }
        for (const Event& e : now.takeEvents()) {
            r.interruptions += e.kind == EventKind::JobInterrupted ? 1 : 0;
            if (events != nullptr) {
                events->push_back(e);
            }
        }
        return true;
    };
    if (const auto end = runUntil(simulator, untilS, hooks); !end) {
        r.fault = end.error();
        return r;
    }
    const Mark after = markOf(s);
    r.tokens = after.tokens - before.tokens;
    r.energyUsd = s.totals.energyUsd + s.totals.fuelUsd - start.energyUsd - start.fuelUsd;
    r.facilityJ = s.totals.facilityJ - start.facilityJ;
    r.itJ = s.totals.itJ - start.itJ;
    r.work = after.work;
    r.productiveS = after.productiveS;
    for (std::size_t j = 0; j < before.work.size(); ++j) {
        r.work[j] -= before.work[j];
        r.productiveS[j] -= before.productiveS[j];
    }
    return r;
}

double missingAcceleratorS(const RunStretch& without, const RunStretch& with) {
    double missing = 0.0;
    const std::size_t jobs = std::max(without.work.size(), with.work.size());
    for (std::size_t j = 0; j < jobs; ++j) {
        const bool has = j < without.work.size() && without.work[j] > 0.0;
        const double did = j < with.work.size() ? with.work[j] : 0.0;
        if (has) {
            missing += without.productiveS[j] * (1.0 - did / without.work[j]);
        } else if (did > 0.0) {
            missing -= with.productiveS[j];
        }
    }
    return missing;
}

Forecast forecast(const Simulator& simulator, const std::vector<PlantOrder>& orders,
                  double horizonS, const RunStretch& without, const std::atomic<bool>* cancel) {
    Forecast f;
    f.horizonS = horizonS;
    f.without = without;
    const std::unique_ptr<Simulator> branch = simulator.branch();
    branch->takeEvents();
    const std::int64_t first = branch->state().nextEventId;
    for (const PlantOrder& order : orders) {
        branch->operate(order);
    }
    // Consequences of the orders: roots without a cause that they made at once, and all that follows.
    const std::int64_t own = branch->state().nextEventId;
    std::vector<Event> events;
    for (const Event& e : branch->takeEvents()) {
        events.push_back(e);
    }
    f.with = runOn(*branch, simulator.timeS() + horizonS, &events, cancel);
    std::set<std::int64_t> following;
    for (const Event& e : events) {
        const bool root = e.id >= first && e.id < own;
        if (root || following.contains(e.cause)) {
            following.insert(e.id);
            if (f.events.size() < kMostEvents) {
                f.events.push_back(e);
            }
        }
    }
    f.lostAcceleratorS = missingAcceleratorS(f.without, f.with);
    const double all =
        std::accumulate(f.without.productiveS.begin(), f.without.productiveS.end(), 0.0);
    f.lostShare = all > 0.0 ? f.lostAcceleratorS / all : 0.0;
    return f;
}

}  // namespace headroom::engine
