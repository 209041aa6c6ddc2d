// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame_builder.h"

#include "engine/part/part_address.h"
#include "engine/run/conditions.h"
#include "engine/run/job_detail.h"
#include "engine/run/services/services.h"
#include "engine/run/state/snapshot.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_fault.h"
#include "engine/run/workload/job_statistics.h"
#include "engine/run/workload/past_jobs.h"
#include "models/core/attribute.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::size_t kQueuedShown = 500;

}  // namespace

std::string localTime(const Plant& plant, double timeS) {
    const auto start = models::startTime(plant.startText);  // compiling has seen that it is one
    const double now = (start ? start->sinceEpochS : 0.0) + std::round(timeS);
    return models::calendarText(1000 * static_cast<std::int64_t>(now));
}

std::shared_ptr<Frame> buildFrame(const Plant& plant, const State& state, const EventLog& log,
                                  const Jobs& jobs) {
    auto frame = std::make_shared<Frame>();
    frame->timeS = state.timeS;
    frame->clock = localTime(plant, state.timeS);
    frame->facility = state.shown.facility;
    frame->halls = state.shown.halls;
    frame->cdus = state.shown.cdus;
    frame->loops = state.shown.loops;
    frame->batteries = state.shown.batteries;
    for (std::size_t q = 0; q < frame->racks.size(); ++q) {
        const auto field = rackFieldOf(state, static_cast<RackQuantity>(q));
        frame->racks[q].assign(field.begin(), field.end());
    }
    // In service or not is known before the first step, and of racks that an edit brought.
    auto& health = frame->racks[static_cast<std::size_t>(RackQuantity::Health)];
    for (std::size_t r = 0; r < health.size(); ++r) {
        const PlantBlock& block = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
        health[r] =
            static_cast<float>(state.rackServersUp[r]) / static_cast<float>(block.rack.servers);
    }
    for (const JobState wanted : {JobState::Running, JobState::Starting}) {
        for (const JobIndex index : state.running) {
            const Job& job = state.jobs[static_cast<std::size_t>(index)];
            if (job.state == wanted) {
                frame->jobs.push_back(rowOf(plant, state, jobs, job));
            }
        }
    }
    for (const std::int32_t index : state.remote.away) {
        const JobIndex job(state.remote.jobs[static_cast<std::size_t>(index)].job);
        frame->jobs.push_back(rowOf(plant, state, jobs, state.jobs[static_cast<std::size_t>(job)]));
    }
    for (const JobIndex index : state.held) {
        frame->jobs.push_back(
            rowOf(plant, state, jobs, state.jobs[static_cast<std::size_t>(index)]));
    }
    std::size_t shown = 0;
    for (std::size_t p = 0; p < state.queues.size(); ++p) {
        forEachWaiting(state, PoolIndex(p), [&](JobIndex index) {
            frame->jobs.push_back(
                rowOf(plant, state, jobs, state.jobs[static_cast<std::size_t>(index)]));
            return ++shown < kQueuedShown;
        });
    }
    shown = 0;
    for (auto job = state.jobs.rbegin(); job != state.jobs.rend() && shown < kEndedKept; ++job) {
        if (hasEnded(*job)) {
            frame->jobs.push_back(rowOf(plant, state, jobs, *job));
            ++shown;
        }
    }
    if (state.steps > 0) {
        frame->rackConditions = rackConditions(plant, state);
    }
    frame->events.assign(log.recent().begin(), log.recent().end());
    return frame;
}

/// As the traces say; that a rack was down for a while is left out.
static void addMetered(const Plant& plant, double untilS, RunSummary& r) {
    for (const PlantLoadTrace& t : plant.loadTraces) {
        double sumJ = 0.0;
        std::vector<double> columnJ(t.table.columns.size(), models::kNotStated);
        for (std::size_t rack = 0; rack < t.rackColumn.size(); ++rack) {
            if (t.rackColumn[rack] >= 0) {
                const auto column = static_cast<std::size_t>(t.rackColumn[rack]);
                if (std::isnan(columnJ[column])) {
                    columnJ[column] = t.table.integral(column, untilS);
                }
                sumJ += t.rackShare[rack] * columnJ[column];
            }
        }
        (t.quantity == models::LoadQuantity::LiquidHeat ? r.meteredHeatJ : r.meteredPowerJ) += sumJ;
    }
    // Racks that were down draw nothing: metered energy is no more than all energy.
    if (const double all = r.meteredHeatJ + r.meteredPowerJ; all > r.sums[Sum::ItJ]) {
        r.meteredHeatJ *= r.sums[Sum::ItJ] / all;
        r.meteredPowerJ *= r.sums[Sum::ItJ] / all;
    }
}

RunSummary buildSummary(const Plant& plant, const State& state, const OpenFaults& faults,
                        const Sums& sums) {
    const Totals& t = state.totals;
    RunSummary r;
    r.project = plant.name;
    r.seed = plant.seed;
    r.sums = sums;
    r.modelErrors = plant.modelErrors;
    addMetered(plant, state.timeS, r);
    r.jobs = jobGroupsOf(plant, state);
    r.idleAcceleratorS =
        std::max(0.0, sums[Sum::CapacityS] - sums[Sum::AllocatedS]);  // rounding aside
    r.failures = faults.counts();
    r.faults = faults.figures();
    r.services = serviceFigures(plant, state);
    r.refused = refusedJobs(plant, state.timeS);
    r.lossJ = {{"psu", t.psuJ},
               {"shelf", t.shelfJ},
               {"pdu", t.pduJ},
               {"ups", t.upsJ},
               {"transformer", t.transformerJ},
               {"cable", t.cableJ}};
    if (state.wasUncoupled != 0) {
        for (auto& [type, lossJ] : r.lossJ) {
            lossJ = models::kNotStated;
        }
    }
    r.stateHash = hashOf(state);
    return r;
}

std::vector<Channel> channelsOf(const Plant& plant) {
    std::vector<Channel> channels;
    for (const QuantityInfo& q : facilityQuantities()) {
        channels.push_back({ChannelName{"facility", {}, q.key}.text(), {}, &q});
    }
    const auto add = [&](const char* place, const std::string& id,
                         std::span<const QuantityInfo> quantities) {
        for (const QuantityInfo& q : quantities) {
            channels.push_back({ChannelName{place, id, q.key}.text(), id, &q});
        }
    };
    for (const PlantHall& h : plant.halls) {
        add("hall", h.id, hallQuantities());
    }
    for (const PlantCdu& c : plant.cdus) {
        add("cdu", c.id, cduQuantities());
    }
    for (const PlantLoop& l : plant.loops) {
        add("loop", l.id, loopQuantities());
    }
    for (std::size_t b = 0; plant.network != nullptr && b < plant.network->batteryUnits.size();
         ++b) {
        const int unit = plant.network->batteryUnits[b];
        add("battery", plant.network->units[static_cast<std::size_t>(unit)].id,
            batteryQuantities());
    }
    return channels;
}

void sampleChannels(const State& state, std::span<double> values) {
    auto out = values.begin();
    out = std::copy(state.shown.facility.begin(), state.shown.facility.end(), out);
    for (const auto& h : state.shown.halls) {
        out = std::copy(h.begin(), h.end(), out);
    }
    for (const auto& c : state.shown.cdus) {
        out = std::copy(c.begin(), c.end(), out);
    }
    for (const auto& l : state.shown.loops) {
        out = std::copy(l.begin(), l.end(), out);
    }
    for (const auto& b : state.shown.batteries) {
        out = std::copy(b.begin(), b.end(), out);
    }
}

std::span<const float> rackFieldOf(const State& state, RackQuantity quantity) {
    switch (quantity) {
        case RackQuantity::Power:
            return state.shown.rackPowerW;
        case RackQuantity::CoolantTemperature:
            return state.rackCoolantC;
        case RackQuantity::ReturnTemperature:
            return state.shown.rackReturnC;
        case RackQuantity::InletTemperature:
            return state.rackInletC;
        case RackQuantity::CoolantFlow:
            return state.shown.rackFlowM3PerS;
        case RackQuantity::ChipTemperature:
            return state.shown.rackHotChipC;
        case RackQuantity::MeanChipTemperature:
            return state.shown.rackMeanChipC;
        case RackQuantity::Utilization:
            return state.rackUtilization;
        case RackQuantity::BusiestUtilization:
            return state.shown.rackBusiest;
        case RackQuantity::Clock:
            return state.shown.rackClock;
        case RackQuantity::ClockPower:
            return state.shown.rackClockPower;
        case RackQuantity::Health:
            return state.shown.rackHealth;
        case RackQuantity::Job:
            return state.shown.rackJob;
        case RackQuantity::Count:
            break;
    }
    return {};
}

}  // namespace headroom::engine
