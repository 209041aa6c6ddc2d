// SPDX-License-Identifier: Apache-2.0
#include "engine/base/instant.h"
#include "engine/plant/index.h"
#include "engine/run/simulator_private.h"

#include <algorithm>
#include <cmath>

/// One coupling step, and nothing else: who acts when, and what flows from whom to whom. Section 3
/// of the design names the same order.
namespace headroom::engine {

namespace {

/// A change of load on less than this share of the accelerators does not split a coupling step for
/// power and heat; it takes effect at the next split or step. Jobs themselves act at exact times.
constexpr double kSplitShare = 0.005;

/// Splits are that far apart at least, unless they are at one instant: a sum of a million short intervals is not a better
/// than one of longer ones. Assumption: shorter than what racks feel.
constexpr double kLeastSplitS = 0.01;
constexpr double kSameInstantS = 1e-9;

/// A horizon is the end of a base step where it is that close to it: sums of steps are rounded.
constexpr double kRestOfRunS = 1e-6;

}  // namespace

void Simulator::Private::step(double notBeyondS) {
    const double quietS = parts.electrical.isFollowing() ? 0.0 : parts.coolant.nextSubStepS();
    double endS = length.endS(state.timeS, quietS, notBeyondS);
    if (notBeyondS < endS - kRestOfRunS) {
        endS =
            std::max(notBeyondS, state.timeS + kRestOfRunS);  // the run ends within the base step
    }
    timer.beginStep(state.steps);
    if (state.steps == 0 && state.timeS == 0.0) {
        parts.services.advance(0.0);
        respond(0.0);
        unsettled = state.flowing != 0;
    }
    announceFlows(endS);
    endS = happen(
        endS);  // jobs, switching, failures, repairs at exact times; power and heat between them
    parts.services.advance(endS);
    respond(endS);
    parts.jobs.refreshRacks();
    restFlows(endS);
    state.timeS = endS;
    state.steps = std::max(1LL, std::llround(endS / plant.stepS));
    publish();
    check();
    causes.observe(endS);
    watched.gather(state, parts.jobs, log, history);
    purgeEndedJobs();
    timer.lap("frame");
}

/// Every event up to `endS`, in order, and power and heat up to there. A change of load splits them:
/// up to then the racks' load was as last refreshed, from then on it is the new one. A step that grew
/// ends sooner where something switches: the end is returned.
double Simulator::Private::happen(double endS) {
    double splitS = kNever;
    const auto flowUpTo = [&](double untilS) {
        if (splitS <= untilS) {
            timer.lap("events");
            integrate(splitS);
            parts.jobs.refreshRacks();
            splitS = kNever;
        }
    };
    while (queue.nextS() <= endS) {
        if (queue.nextS() > 0.0) {
            settleStart();
        }
        flowUpTo(queue.nextS());
        // All that happens at one instant happens before schedulers and fabrics respond: two jobs
        // that end together free their places together.
        const double instantS = std::min(endS, instantEndS(queue.nextS()));
        double nowS = state.flowS;
        while (queue.nextS() <= instantS) {
            const QueuedEvent event = queue.pop();
            nowS = event.timeS;
            if (event.owner != Owner::Jobs && unsettled) {
                respond(nowS);  // the plant settles under the jobs that start at once
                settleStart();
            }
            account(nowS);
            if (act(event) && length.grows()) {
                endS = std::min(endS, length.cutS(state.timeS, nowS));
            }
        }
        respond(nowS);
        if (parts.jobs.load().changed() > kSplitShare * plant.accelerators && splitS == kNever) {
            const bool atOnce = nowS - state.flowS <= kSameInstantS;
            splitS = atOnce ? nowS : std::max(nowS, state.flowS + kLeastSplitS);
            if (length.grows()) {
                endS = std::min(endS, parts.electrical.hasFollowers()
                                          ? length.cutS(state.timeS, nowS)
                                          : length.shownS(state.timeS, nowS));
            }
            flowUpTo(nowS);
            parts.coolant.changeLoad();
        }
    }
    settleStart();
    flowUpTo(endS);
    account(endS);
    timer.lap("events");
    integrate(endS);
    return endS;
}

/// A run begins as if its plant had run before: power and cooling in balance under the jobs that start
/// at once. Else the first minutes show chillers that start, and the highest temperatures of a run
/// would be theirs. A part that fails at the first instant fails from there on.
void Simulator::Private::settleStart() {
    if (!unsettled) {
        return;
    }
    unsettled = false;
    parts.jobs.refreshRacks();
    balance(0.0);
    parts.jobs.refreshThrottled(0.0);
    parts.fabric.settle(0.0);
}

/// After all events: the scheduler acts, fabrics give jobs their rates.
void Simulator::Private::respond(double timeS) {
    parts.jobs.queues().schedule(timeS);
    parts.fabric.settle(timeS);
}

/// One sub-step of what flows: racks, cooling, wiring, and their consequences.
void Simulator::Private::integrateOnce(double untilS) {
    const double dt = untilS - state.flowS;
    if (dt <= 1e-9) {
        return;
    }
    timer.startLap();
    feelWeather(dt);
    imposeLoads(plant, flows, state.flowS + 0.5 * dt);
    sweepRacks(plant, state, flows, dt, workers);  // chips, hosts, fans, supplies: power and heat
    timer.lap("racks");
    parts.electrical.releaseLosses(flows, dt);  // of the sub-step before, to the air of the halls
    parts.coolant.cool(flows, weather, dt);     // air, coolant, chillers, towers; mechanical power
    timer.lap("cooling");
    const bool collapsed = parts.electrical.solve(flows, dt, untilS);  // rack to utility, losses
    meter(dt);
    state.flowS = untilS;
    parts.electrical.predict(untilS);  // trips, empty batteries, overloads: as events
    if (collapsed) {
        parts.coolant.disturb();
        parts.jobs.refreshRacks();
    }
    timer.lap("electrical");
    parts.coolant.noteThrottle(untilS);
    for (const RackIndex rack : flows.tripped) {
        parts.failures.trip(rack, untilS);
    }
    if (flows.clockChanged) {
        parts.jobs.refreshThrottled(untilS);
        parts.fabric.settle(untilS);
    }
    timer.lap("consequences");
}

}  // namespace headroom::engine
