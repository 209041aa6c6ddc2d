// SPDX-License-Identifier: Apache-2.0
#include "engine/run/carry_over.h"

#include "engine/plant/index.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/state/state_table.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_statistics.h"
#include "engine/run/workload/past_jobs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace headroom::engine {

namespace {

void carryFabric(const Plant& before, const Plant& after, const State& was, State& s,
                 const PlantMap& m) {
    const FabricState& old = was.fabric;
    FabricState& now = s.fabric;
    const auto fabrics = static_cast<std::int32_t>(before.fabric->fabrics.size());
    now.faults.clear();
    for (FabricFaultState fault : old.faults) {
        const bool line = fault.fabric >= fabrics;
        const std::int32_t place =
            line ? m.wan.now(fault.fabric - fabrics) : m.fabric.now(fault.fabric);
        if (place < 0) {
            continue;
        }
        fault.fabric =
            line ? static_cast<std::int32_t>(after.fabric->fabrics.size()) + place : place;
        fault.hazard = m.hazard.now(fault.hazard);
        now.faults.push_back(fault);
    }
}

void carryRemote(const State& old, State& now, const PlantMap& m) {
    now.remote.jobs = old.remote.jobs;
    for (RemoteJob& job : now.remote.jobs) {
        job.place = m.remote.now(job.place);
    }
}

/// The rates of servers in the sum that picks them: kept bit by bit where no server moved.
void carryRates(const FaultState& old, FaultState& now, const PlantMap& m) {
    if (m.server.isIdentity()) {
        now.serverRate = old.serverRate;
        now.hazards.serverTree = old.hazards.serverTree;
        return;
    }
    for (std::size_t i = 0; i < m.server.toOld.size(); ++i) {
        if (m.server.toOld[i] >= 0) {
            now.serverRate[i] = old.serverRate[at(m.server.toOld[i])];
        }
    }
    auto& tree = now.hazards.serverTree;
    std::fill(tree.begin(), tree.end(), 0.0);
    for (std::size_t i = 0; i < now.serverRate.size(); ++i) {
        for (std::size_t k = i + 1; k < tree.size(); k += k & (~k + 1)) {
            tree[k] += now.serverRate[i];
        }
    }
}

void carryFaults(const Plant& before, const Plant& after, const State& was, State& s,
                 const PlantMap& m) {
    const FaultState& old = was.faults;
    FaultState& now = s.faults;
    now.open.clear();
    for (Fault fault : old.open) {
        if (faultNow(before, after, m, fault)) {
            now.open.push_back(fault);
        }
    }
    carryRates(old, now, m);
    now.repeated.clear();
    for (const std::int32_t server : old.repeated) {
        if (!m.server.gone(server)) {
            now.repeated.push_back(m.server.now(server));
        }
    }
    now.recent.clear();
    for (ServerFault fault : old.recent) {
        if (!m.server.gone(fault.server)) {
            fault.server = m.server.now(fault.server);
            now.recent.push_back(fault);
        }
    }
    now.averted.clear();
    for (AvertedFailure averted : old.averted) {
        averted.hazard = m.hazard.now(averted.hazard);
        if (averted.hazard >= 0) {
            now.averted.push_back(averted);
        }
    }
    now.hazards.renewed.clear();
    for (RenewedUnit unit : old.hazards.renewed) {
        unit.unit = hazardUnitNow(before, after, m, unit.hazard, unit.unit);
        unit.hazard = m.hazard.now(unit.hazard);
        if (unit.unit >= 0 && unit.hazard >= 0) {
            now.hazards.renewed.push_back(unit);
        }
    }
    std::stable_sort(now.hazards.renewed.begin(), now.hazards.renewed.end(),
                     [](const RenewedUnit& x, const RenewedUnit& y) {
                         return std::pair{x.hazard, x.unit} < std::pair{y.hazard, y.unit};
                     });
    if (now.repairs.stock.size() == old.repairs.stock.size()) {
        now.repairs.stock = old.repairs.stock;  // else stocks begin, or never run out from now on
    }
    for (std::size_t h = 0; h < m.hazard.toNew.size(); ++h) {
        if (m.hazard.toNew[h] < 0) {  // what it cost stays in the sum
            s.hazardInterrupted.back() += was.hazardInterrupted[h];
            s.hazardLostS.back() += was.hazardLostS[h];
        }
    }
    CorruptionState& corruption = s.corruption;
    corruption.parts = was.corruption.parts;
    std::erase_if(corruption.parts, [&](const CorruptPart& part) {
        return m.server.gone(part.server) || m.slot.gone(part.slot);
    });
    for (CorruptPart& part : corruption.parts) {
        part.server = m.server.now(part.server);
        part.slot = m.slot.now(part.slot);
    }
}

void carryCauses(const CauseState& old, CauseState& now, const PlantMap& m) {
    now.open.clear();
    for (Disturbance d : old.open) {
        const IndexMap* map = d.place == CausePlace::Loop      ? &m.loop
                              : d.place == CausePlace::Cdu     ? &m.cdu
                              : d.place == CausePlace::Hall    ? &m.hall
                              : d.place == CausePlace::Row     ? &m.link
                              : d.place == CausePlace::Storage ? &m.storage
                                                               : nullptr;
        if (map != nullptr) {
            if (map->gone(d.index)) {
                continue;
            }
            d.index = map->now(d.index);
        }
        now.open.push_back(d);
    }
}

/// What tenants did who are gone is nobody's from now on.
void carryPast(const PastState& old, PastState& now, const PlantMap& m) {
    now = old;
    if (m.tenant.isIdentity() || old.owners.empty()) {
        return;
    }
    const auto nobody = static_cast<std::int32_t>(m.tenant.toOld.size());
    const auto owner = [&](std::int32_t was) {
        const std::int32_t is = m.tenant.now(was);
        return is < 0 ? nobody : is;
    };
    now.owners.assign(m.tenant.toOld.size() + 1, {});
    for (std::size_t i = 0; i < old.owners.size(); ++i) {
        addSums(now.owners[at(owner(static_cast<std::int32_t>(i)))], old.owners[i]);
    }
    for (PastTimes& times : now.times) {
        times.owner = owner(times.owner);
    }
    sortPast(now);
}

void carryJobs(const Plant& after, const State& old, State& now, const PlantMap& m) {
    carryPast(old.past, now.past, m);
    now.jobs = old.jobs;
    for (Job& job : now.jobs) {
        job.pool = std::max(0, poolNow(after, m, job));  // of jobs that ended it is only shown
        job.firstSlot = m.slot.now(job.firstSlot);
        if (const IndexMap* sources = m.sources(job.source)) {
            job.sourceIndex = sources->now(job.sourceIndex);
        }
        job.training = m.training.now(job.training);
        job.profile = m.profile.now(job.profile);
        job.tenant = m.tenant.now(job.tenant);
        job.dataSet = m.dataSet.now(job.dataSet);
        job.place = m.remote.now(job.place);
        if (!m.fabric.isIdentity() || !m.wan.isIdentity()) {
            job.bundle = -1;  // found anew by the fabrics
        }
    }
    now.training.clear();
    for (const std::int32_t index : old.training) {
        if (now.jobs[at(index)].training >= 0) {
            now.training.push_back(index);
        }
    }
    for (std::size_t i = 0; i < m.service.toOld.size(); ++i) {
        if (m.service.toOld[i] < 0) {
            now.services[i].untilS = now.timeS;
            now.services[i].nextScaleS = std::max(now.timeS, now.services[i].nextScaleS);
        }
    }
    for (std::size_t i = 0; i < m.trace.toOld.size(); ++i) {
        // A new trace goes on from here: what it has before is over.
        auto& next = now.arrivals[after.generators.size() + i];
        const PlantTrace& trace = after.traces[i];
        while (m.trace.toOld[i] < 0 && next < static_cast<std::int64_t>(trace.jobs.size()) &&
               trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS < now.timeS) {
            ++next;
        }
    }
}

/// Lines of pools: as they were where they stand; else all in queues, for schedulers that begin
/// anew, which get what tenants have used.
void carryLines(const Plant& before, const Plant& after, const State& old, State& now,
                const PlantMap& m) {
    const bool stand = linesStand(before, old, after, m);
    for (std::size_t p = 0; p < now.pools.size(); ++p) {
        const std::int32_t was = m.pool.toOld[p];
        now.pools[p].queueHead = stand ? old.pools[p].queueHead : 0;
        now.pools[p].dirty = was < 0 ? 1 : old.pools[at(was)].dirty;
    }
    if (stand) {
        now.queues = old.queues;
        now.schedulerWakeS = old.schedulerWakeS;
        now.yielding = old.yielding;
        for (std::size_t p = 0; p < now.schedulers.size(); ++p) {
            const std::int32_t spares = now.schedulers[p].spares;
            now.schedulers[p] = old.schedulers[p];
            now.schedulers[p].spares = spares;
        }
        return;
    }
    for (std::size_t p = 0; p < old.queues.size(); ++p) {
        forEachWaiting(old, p, [&](std::int32_t index) {
            now.queues[at(now.jobs[at(index)].pool)].push_back(index);
            return true;
        });
    }
    for (std::size_t p = 0; p < now.schedulers.size(); ++p) {
        const std::int32_t was = m.pool.toOld[p];
        if (was < 0 || at(was) >= old.schedulers.size()) {
            continue;
        }
        const SchedulerState& knew = old.schedulers[at(was)];
        now.schedulers[p].usageAtS = knew.usageAtS;
        for (std::size_t t = 0; t < now.schedulers[p].tenants.size(); ++t) {
            const std::int32_t tenant = m.tenant.toOld[t];
            if (tenant >= 0 && at(tenant) < knew.tenants.size()) {
                now.schedulers[p].tenants[t].usageS = knew.tenants[at(tenant)].usageS;
            }
        }
    }
}

void carryQueue(const DesignEdit& edit, const SpaceMaps& maps, const State& old, State& now) {
    std::vector<QueuedEvent> fresh = std::exchange(now.queue, {});
    for (QueuedEvent event : old.queue) {
        if (stateTable().carryEvent(event, edit, maps)) {
            now.queue.push_back(event);
        }
    }
    std::sort(fresh.begin(), fresh.end(),
              [](const QueuedEvent& a, const QueuedEvent& b) { return a.order < b.order; });
    for (QueuedEvent& event : fresh) {
        if (stateTable().beginsEvent(event, edit, maps)) {
            event.order = now.nextOrder++;
            now.queue.push_back(event);
        }
    }
    std::make_heap(now.queue.begin(), now.queue.end(), later);
}

}  // namespace

State carryOver(const DesignEdit& edit, const State& old, State fresh) {
    const Plant &before = edit.before, &after = edit.after;
    const PlantMap& m = edit.map;
    const SpaceMaps maps(m);
    State now = std::move(fresh);
    stateTable().carry(old, now, maps);
    carryFabric(before, after, old, now, m);
    carryRemote(old, now, m);
    carryFaults(before, after, old, now, m);
    carryCauses(old.causes, now.causes, m);
    carryJobs(after, old, now, m);
    carryLines(before, after, old, now, m);
    carryQueue(edit, maps, old, now);
    countFree(after, now);
    return now;
}

void keepMeters(const Plant& before, const Plant& after, State& s) {
    Totals& t = s.totals;
    if (before.energyUsdPerJ != after.energyUsdPerJ || before.peakUsdPerJ != after.peakUsdPerJ) {
        t.energyUsdShift = t.energyUsd - (t.utilityJ - t.peakTariffJ) * after.energyUsdPerJ -
                           t.peakTariffJ * after.peakUsdPerJ;
    }
    if (before.dieselUsdPerM3 != after.dieselUsdPerM3) {
        t.fuelUsdShift = t.fuelUsd - t.fuelM3 * after.dieselUsdPerM3 - t.pipedFuelUsd;
    }
    if (before.waterUsdPerM3 != after.waterUsdPerM3) {
        t.waterUsdShift = t.waterUsd - t.waterM3 * after.waterUsdPerM3;
    }
    if (before.carbonKgPerJ != after.carbonKgPerJ ||
        before.dieselCarbonKgPerM3 != after.dieselCarbonKgPerM3) {
        t.carbonKgShift =
            t.carbonKg - t.utilityJ * after.carbonKgPerJ - t.fuelM3 * after.dieselCarbonKgPerM3 -
            t.pipedFuelCarbonKg;
    }
    if (before.accelerators != after.accelerators) {
        t.capacityShiftS += s.timeS * (before.accelerators - after.accelerators);
    }
    if (before.stepS != after.stepS) {
        s.steps = static_cast<std::int64_t>(std::floor(s.timeS / after.stepS + 1e-9));
    }
}

}  // namespace headroom::engine
