// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/design_edit.h"

#include "engine/plant/index.h"
#include "engine/run/state/state.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

/// After the design was edited: jobs find their pools again, faults their parts.
namespace headroom::engine {

namespace {

/// Place of a unit that is under its number in an array of modules.
int moduleNow(const Plant& before, const Plant& after, const PlantMap& m, const PlantHazard& was,
              const PlantHazard& now, int unit) {
    const PowerArray& old = before.network->arrays[at(was.group)];
    const PowerArray& array = after.network->arrays[at(now.group)];
    const int modules = std::max(1, old.spec.modules);
    const int place = m.unit.now(old.firstUnit + unit / modules);
    if (place < 0 || unit % modules >= std::max(1, array.spec.modules)) {
        return -1;
    }
    return (place - array.firstUnit) * std::max(1, array.spec.modules) + unit % modules;
}

/// Owner of a fault that no hazard led to, or of a fabric or job.
bool partNow(const PlantMap& m, Fault& fault) {
    switch (fault.site) {
        case FaultSite::Accelerator:
            fault.unit = m.slot.now(fault.unit);
            return fault.unit >= 0;
        case FaultSite::Server:
            fault.unit = m.server.now(fault.unit);
            return fault.unit >= 0;
        case FaultSite::Power:
            fault.unit = m.unit.now(fault.unit);
            return fault.unit >= 0;
        case FaultSite::Cooling:
            fault.unit = m.link.now(fault.unit);
            return fault.unit >= 0;
        case FaultSite::Storage:
            fault.unit = m.storage.now(fault.unit);
            return fault.unit >= 0;
        case FaultSite::Fabric:
        case FaultSite::Job:
            break;
    }
    return true;
}

}  // namespace

std::int32_t poolNow(const Plant& after, const PlantMap& m, const Job& job) {
    const IndexMap* sources = m.sources(job.source);
    const std::int32_t i = sources == nullptr ? -1 : sources->now(job.sourceIndex);
    if (i < 0 || hasEnded(job)) {
        return m.pool.now(job.pool);
    }
    switch (job.source) {
        case JobSource::Training:
            return after.training[at(i)].pool;
        case JobSource::Generator:
            return after.generators[at(i)].pool;
        case JobSource::Trace:
            return after.traces[at(i)].poolOf(job.copy);
        case JobSource::Batch:
            return after.batches[at(i)].pool;
        case JobSource::Service:
            return after.services[at(i)].pool;
        case JobSource::Hand:
            break;
    }
    return m.pool.now(job.pool);
}

bool sameScheduling(const Plant& before, const Plant& after) {
    if (before.scheduling.plain || after.scheduling.plain) {
        return before.scheduling.plain == after.scheduling.plain;
    }
    const auto figures = [](const models::SchedulingSpec& s) {
        return std::tuple(s.policy, s.backfill, s.preemption, s.preemptionMode, s.minimumRunS,
                          s.usageHalfLifeS, s.lasQueues, s.lasPromote, s.reservedJobs,
                          s.elasticShare, s.elasticRoundS, s.deferral, s.deferralThreshold,
                          s.maximumDelayS);
    };
    // Not stated is not a number, and equals itself here.
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    const auto tenant = [&](const models::TenantSpec& a, const models::TenantSpec& b) {
        return a.weight == b.weight && same(a.quota, b.quota) && a.cohort == b.cohort &&
               same(a.borrowingLimit, b.borrowingLimit);
    };
    const auto reservation = [](const Reservation& a, const Reservation& b) {
        return a.fromS == b.fromS && a.untilS == b.untilS && a.accelerators == b.accelerators &&
               a.tenant == b.tenant;
    };
    const auto pool = [&](const SchedulerSpec& a, const SchedulerSpec& b) {
        return figures(a.policy) == figures(b.policy) &&
               std::equal(a.tenants.begin(), a.tenants.end(), b.tenants.begin(), b.tenants.end(),
                          tenant) &&
               std::equal(a.reservations.begin(), a.reservations.end(), b.reservations.begin(),
                          b.reservations.end(), reservation);
    };
    const auto &x = before.scheduling.pools, &y = after.scheduling.pools;
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), pool);
}

bool linesStand(const Plant& before, const State& old, const Plant& after, const PlantMap& m) {
    if (!m.pool.isIdentity() || !m.tenant.isIdentity() || !sameScheduling(before, after)) {
        return false;
    }
    return std::all_of(old.jobs.begin(), old.jobs.end(), [&](const Job& job) {
        return hasEnded(job) || poolNow(after, m, job) == job.pool;
    });
}

int hazardUnitNow(const Plant& before, const Plant& after, const PlantMap& m, HazardIndex hazard,
                  int unit) {
    const int other = m.hazard.now(hazard);
    if (other < 0 || unit < 0) {
        return -1;
    }
    const PlantHazard& was = before.hazards[at(hazard)];
    const PlantHazard& now = after.hazards[at(other)];
    if (!was.orders.empty()) {
        const std::string key = orderKey(was.orders[at(unit)]);
        // Mostly it is where it was.
        if (at(unit) < now.orders.size() && orderKey(now.orders[at(unit)]) == key) {
            return unit;
        }
        const auto found =
            std::find_if(now.orders.begin(), now.orders.end(),
                         [&](const PlantOrder& order) { return orderKey(order) == key; });
        return found == now.orders.end() ? -1 : static_cast<int>(found - now.orders.begin());
    }
    if (was.isEquipment) {
        if (was.equipment == EquipmentKind::PowerUnit) {
            return moduleNow(before, after, m, was, now, unit);
        }
        return unit < now.units ? unit : -1;
    }
    switch (was.mode.basis) {
        case models::FailureBasis::Accelerator:
        case models::FailureBasis::JobAccelerator:
            return m.slot.now(unit);
        case models::FailureBasis::Nic:
        case models::FailureBasis::Psu: {
            const ServerIndex server(m.server.now(unit / std::max(1, was.perServer)));
            return server < 0 ? -1 : server * now.perServer + unit % std::max(1, was.perServer);
        }
        case models::FailureBasis::Shelf:
            return m.rack.now(unit);
        default:
            return was.perServer > 0 ? m.server.now(unit) : unit < now.units ? unit : -1;
    }
}

bool faultNow(const Plant& before, const Plant& after, const PlantMap& m, Fault& fault) {
    if (fault.hazard >= 0 && fault.site != FaultSite::Fabric && fault.site != FaultSite::Job) {
        fault.unit = hazardUnitNow(before, after, m, fault.hazard, fault.unit);
        if (fault.unit < 0) {
            return false;
        }
    } else if (!partNow(m, fault)) {
        return false;
    }
    if (m.hazard.gone(fault.hazard) || m.server.gone(fault.server)) {
        return false;
    }
    fault.hazard = m.hazard.now(fault.hazard);
    fault.server = m.server.now(fault.server);
    return true;
}

}  // namespace headroom::engine
