// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/scheduler.h"

#include "engine/schedule/policy.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(SchedulerState)

namespace {

double speedUp(double contention, double n) {
    return n / (1.0 + contention * (n - 1.0));
}

}  // namespace

Scheduler::Scheduler(const SchedulerSpec& spec, SchedulerState& state, Cluster& cluster,
                     std::shared_ptr<const Policy> policy)
    : spec_(spec),
      s_(state),
      cluster_(cluster),
      policy_(policy != nullptr ? std::move(policy) : makePolicy(spec)) {}

Scheduler::~Scheduler() = default;

void Scheduler::init(std::int32_t accelerators, std::int32_t spares) {
    s_ = {};
    s_.capacity = s_.freeAccelerators = accelerators;
    s_.spares = spares;
    s_.tenants.resize(spec_.tenants.size());
}

// ---- what happens ----

void Scheduler::submit(std::int32_t index, const ScheduledJob& facts, double nowS) {
    if (static_cast<std::size_t>(index) >= s_.jobs.size()) {
        s_.jobs.resize(static_cast<std::size_t>(index) + 1);
    }
    ScheduledJob& j = job(index);
    j = facts;
    j.state = ScheduledState::Waiting;
    j.sinceS = nowS;
    j.granted = 0;
    j.jobClass = -1;
    if (spec_.policy.deferral != models::DeferralSignal::None && j.deferrable != 0) {
        // A promise to be kept: latest start that meets the deadline on what it asks for.
        j.latestStartS = std::min(j.deadlineS - j.runS, j.submitS + spec_.policy.maximumDelayS);
    }
    ++s_.waitingJobs;
    enterLine(index, nowS);
}

void Scheduler::finish(std::int32_t index, double nowS) {
    ScheduledJob& j = job(index);
    if (j.state == ScheduledState::Running) {
        if (j.expectedEndS != nowS) {
            s_.profileStale |= 1;
        }
        takeOff(index, nowS);
        if (policy_->learnsRunTimes()) {
            s_.history.add(j.attainedS / j.accelerators);
        }
    } else if (j.state == ScheduledState::Waiting) {
        leaveLine(index);
        --s_.waitingJobs;
        s_.profileStale |= 1;
    }
    j.state = ScheduledState::Absent;
}

void Scheduler::requeue(std::int32_t index, double keptS, double nowS, bool urgent) {
    ScheduledJob& j = job(index);
    assert(j.state == ScheduledState::Running);
    takeOff(index, nowS);
    s_.profileStale |= 1;
    j.state = ScheduledState::Waiting;
    j.doneS = keptS;
    j.urgent = urgent ? 1 : 0;
    ++s_.waitingJobs;
    enterLine(index, nowS);
}

void Scheduler::hold(std::int32_t index, bool held, double nowS) {
    ScheduledJob& j = job(index);
    if ((j.held != 0) == held) {
        return;
    }
    if (j.state == ScheduledState::Waiting) {
        leaveLine(index);
    }
    j.held = held ? 1 : 0;
    s_.profileStale |= 1;
    if (j.state == ScheduledState::Waiting) {
        enterLine(index, nowS);
    }
}

void Scheduler::setCapacity(std::int32_t accelerators, std::int32_t freeAccelerators) {
    if (s_.capacity != accelerators || s_.freeAccelerators != freeAccelerators) {
        s_.capacity = accelerators;
        s_.freeAccelerators = freeAccelerators;
        s_.profileStale |= 1;
    }
}

void Scheduler::decide(double nowS) {
    if (s_.waitingJobs == 0 && spec_.policy.policy != models::SchedulingPolicy::Elastic) {
        return;
    }
    decayUsage(nowS);
    signalGood_ = signalAllows(nowS);
    releaseDue(nowS);
    shiftVictims(nowS);
    for (WaitingClass& c : s_.classes) {
        c.blocked = 0;
    }
    if (spec_.policy.backfill == models::Backfill::Conservative) {
        decideConservative(*policy_, *this, nowS);
    } else {
        policy_->decide(*this, nowS);
    }
}

double Scheduler::wakeS(double nowS) const {
    double wake = policy_->wakeS(*this, nowS);
    if (s_.waitingJobs == 0) {
        return wake;
    }
    if (const std::int32_t due = s_.due.first(s_.dueRoot); due >= 0) {
        wake = std::min(wake, s_.due.nodes[static_cast<std::size_t>(due)].rank.first);
    }
    if (spec_.policy.deferral != models::DeferralSignal::None) {
        const bool waits =
            std::any_of(s_.classes.begin(), s_.classes.end(),
                        [](const WaitingClass& c) { return c.deferred != 0 && c.root >= 0; });
        if (waits) {
            wake = std::min(wake, cluster_.signalChangesS(spec_.policy.deferral, nowS));
        }
    }
    for (const Reservation& r : spec_.reservations) {
        for (const double atS : {r.fromS, r.untilS}) {
            wake = atS > nowS ? std::min(wake, atS) : wake;
        }
    }
    if (const std::int32_t next = s_.shift.first(s_.shiftRoot); next >= 0) {
        wake = std::min(wake, s_.shift.nodes[static_cast<std::size_t>(next)].rank.first);
    }
    return wake;
}

// ---- the line ----

std::int32_t Scheduler::classOf(const ScheduledJob& j) {
    WaitingClass key;
    key.tenant = spec_.tenants.empty() ? -1 : j.tenant;
    key.size = j.accelerators;
    key.urgent = j.urgent;
    key.deferred = j.latestStartS < kNoTime && j.deferrable != 0 ? 1 : 0;
    for (std::size_t i = 0; i < s_.classes.size(); ++i) {
        const WaitingClass& c = s_.classes[i];
        if (c.size == key.size && c.tenant == key.tenant && c.urgent == key.urgent &&
            c.deferred == key.deferred) {
            return static_cast<std::int32_t>(i);
        }
    }
    s_.classes.push_back(key);
    return static_cast<std::int32_t>(s_.classes.size()) - 1;
}

void Scheduler::enterLine(std::int32_t index, double nowS) {
    ScheduledJob& j = job(index);
    if (j.held != 0) {
        return;
    }
    if (j.deferrable != 0 && j.latestStartS <= nowS) {
        j.deferrable = 0;
    }
    double dueS = policy_->dueS(*this, j, nowS);
    if (j.deferrable != 0) {
        dueS = std::min(dueS, j.latestStartS);
    }
    if (dueS > nowS && dueS < kNoTime) {
        s_.due.insert(s_.dueRoot, index, {dueS, 0.0}, 0.0, 0);
        j.inDue = 1;
    }
    if (spec_.policy.backfill == models::Backfill::Conservative) {
        promiseConservative(*this, index, nowS);
    }
    const Rank rank = spec_.policy.backfill == models::Backfill::Conservative
                          ? Rank{j.reservedS, j.submitS}
                          : policy_->rank(*this, j, nowS);
    j.jobClass = classOf(j);
    s_.waiting.insert(s_.classes[static_cast<std::size_t>(j.jobClass)].root, index, rank,
                      remainingS(j, nowS) + (j.doneS > 0.0 ? j.restartS : 0.0), j.accelerators);
}

void Scheduler::leaveLine(std::int32_t index) {
    ScheduledJob& j = job(index);
    if (j.jobClass < 0) {
        return;
    }
    s_.waiting.erase(s_.classes[static_cast<std::size_t>(j.jobClass)].root, index);
    j.jobClass = -1;
    if (j.inDue != 0) {
        s_.due.erase(s_.dueRoot, index);
        j.inDue = 0;
    }
}

void Scheduler::rerank(std::int32_t index, double nowS) {
    leaveLine(index);
    enterLine(index, nowS);
}

void Scheduler::releaseDue(double nowS) {
    for (;;) {
        const std::int32_t due = s_.due.first(s_.dueRoot);
        if (due < 0 || s_.due.nodes[static_cast<std::size_t>(due)].rank.first > nowS) {
            return;
        }
        rerank(due, nowS);
    }
}

double Scheduler::longestRunS(const WaitingClass& c, double nowS, const Gate* gate) const {
    const std::int32_t free = s_.freeAccelerators - (c.urgent != 0 ? 0 : s_.spares);
    if (c.size > free || c.blocked != 0 || (c.deferred != 0 && !signalGood_) ||
        !quotaAllows(c.tenant, c.size)) {
        return -1.0;
    }
    double windowS = kNoTime;
    for (const Reservation& r : spec_.reservations) {
        if (r.untilS <= nowS || (r.tenant >= 0 && r.tenant == c.tenant)) {
            continue;
        }
        const double fromS = std::max(r.fromS, nowS);
        const std::int64_t held = r.tenant >= 0 && r.fromS <= nowS
                                      ? s_.tenants[static_cast<std::size_t>(r.tenant)].used
                                      : 0;
        const std::int64_t extra = free + s_.running.sumUpTo(s_.runningRoot, fromS) -
                                   std::max<std::int64_t>(0, r.accelerators - held);
        if (c.size > extra) {
            windowS = std::min(windowS, r.fromS - nowS);
        }
    }
    if (gate != nullptr && c.size > gate->extra) {
        windowS = std::min(windowS, gate->windowS);
    }
    return windowS > 0.0 ? windowS : -1.0;
}

namespace {

/// The better of two jobs by tenant, then by place in line.
struct Best {
    const Scheduler& scheduler;
    std::int32_t job = -1;
    double tenantRank = 0.0;

    void offer(std::int32_t other, double otherRank) {
        if (other < 0) {
            return;
        }
        if (job < 0 || otherRank < tenantRank ||
            (otherRank == tenantRank && scheduler.state().waiting.before(other, job))) {
            job = other;
            tenantRank = otherRank;
        }
    }
};

}  // namespace

std::int32_t Scheduler::head() const {
    Best best{*this};
    // Promises hold across tenants.
    const bool promised = spec_.policy.backfill == models::Backfill::Conservative;
    for (const WaitingClass& c : s_.classes) {
        if (c.root >= 0 && (c.deferred == 0 || signalGood_) && quotaAllows(c.tenant, c.size)) {
            best.offer(s_.waiting.first(c.root),
                       promised ? 0.0 : policy_->tenantRank(*this, c.tenant));
        }
    }
    return best.job;
}

std::int32_t Scheduler::firstEligible(double nowS, const Gate* gate) const {
    Best best{*this};
    for (const WaitingClass& c : s_.classes) {
        if (c.root < 0) {
            continue;
        }
        const double longestS = longestRunS(c, nowS, gate);
        if (longestS < 0.0) {
            continue;
        }
        best.offer(longestS == kNoTime ? s_.waiting.first(c.root)
                                       : s_.waiting.firstWithin(c.root, longestS),
                   policy_->tenantRank(*this, c.tenant));
    }
    return best.job;
}

bool Scheduler::eligible(std::int32_t index, double nowS) const {
    const ScheduledJob& j = job(index);
    const WaitingClass& c = s_.classes[static_cast<std::size_t>(j.jobClass)];
    return s_.waiting.nodes[static_cast<std::size_t>(index)].runS <= longestRunS(c, nowS, nullptr);
}

void Scheduler::block(std::int32_t index) {
    s_.classes[static_cast<std::size_t>(job(index).jobClass)].blocked = 1;
}

Scheduler::Gate Scheduler::promise(std::int32_t index, double nowS) const {
    const ScheduledJob& j = job(index);
    const std::int64_t free = s_.freeAccelerators - (j.urgent != 0 ? 0 : s_.spares);
    std::int64_t before = 0;
    // One that fits by count and found no place waits for the first end.
    const std::int64_t need = std::max<std::int64_t>(1, j.accelerators - free);
    const std::int32_t last = s_.running.reaching(s_.runningRoot, need, before);
    if (last < 0) {
        return {};
    }
    const double fitsS = s_.running.nodes[static_cast<std::size_t>(last)].rank.first;
    // Others that end at the same instant do not count: they may be late.
    const std::int64_t then = free + before + job(last).granted;
    return {std::max(0.0, fitsS - nowS), std::max<std::int64_t>(0, then - j.accelerators)};
}

// ---- verbs ----

double Scheduler::speed(const ScheduledJob& j, std::int32_t accelerators) const {
    return accelerators == j.accelerators
               ? 1.0
               : speedUp(j.contention, accelerators) / speedUp(j.contention, j.accelerators);
}

/// A running job enters what is kept of running jobs.
void Scheduler::watch(std::int32_t index, double endS, double nowS) {
    ScheduledJob& j = job(index);
    j.expectedEndS = endS;
    s_.running.insert(s_.runningRoot, index, {endS, j.submitS}, 0.0, j.granted);
    if (mayTakeRoom() && j.preemptible != 0) {
        rankVictim(index, nowS);
    }
}

void Scheduler::rankVictim(std::int32_t index, double nowS) {
    ScheduledJob& j = job(index);
    double shiftS = policy_->shiftS(*this, j, nowS);
    if (const double freeS = j.startS + spec_.policy.minimumRunS; freeS > nowS) {
        shiftS = std::min(shiftS, freeS);  // until then it is nobody's victim
    } else {
        s_.victims.insert(s_.victimsRoot, index, policy_->victimRank(*this, j, nowS), 0.0,
                          j.granted);
        j.inVictims = 1;
    }
    if (shiftS < kNoTime) {
        s_.shift.insert(s_.shiftRoot, index, {shiftS, 0.0}, 0.0, 0);
        j.inShift = 1;
    }
}

void Scheduler::unwatch(std::int32_t index) {
    ScheduledJob& j = job(index);
    s_.running.erase(s_.runningRoot, index);
    if (j.inVictims != 0) {
        s_.victims.erase(s_.victimsRoot, index);
    }
    if (j.inShift != 0) {
        s_.shift.erase(s_.shiftRoot, index);
    }
    j.inVictims = j.inShift = 0;
}

void Scheduler::shiftVictims(double nowS) {
    for (;;) {
        const std::int32_t next = s_.shift.first(s_.shiftRoot);
        if (next < 0 || s_.shift.nodes[static_cast<std::size_t>(next)].rank.first > nowS) {
            return;
        }
        const double endS = job(next).expectedEndS;
        unwatch(next);
        watch(next, endS, nowS);
    }
}

bool Scheduler::start(std::int32_t index, std::int32_t accelerators, double nowS) {
    const double restS = remainingS(job(index), nowS);
    if (!cluster_.start(index, accelerators, nowS)) {
        return false;
    }
    leaveLine(index);
    ScheduledJob& j = job(index);
    --s_.waitingJobs;
    ++s_.runningJobs;
    count(j, accelerators, nowS);
    const double startUpS = j.startS >= 0.0 ? j.restartS : 0.0;
    j.state = ScheduledState::Running;
    j.granted = accelerators;
    j.urgent = 0;
    j.startS = j.sinceS = nowS;
    watch(index, nowS + startUpS + restS / speed(j, accelerators), nowS);
    return true;
}

/// A running job gives its accelerators back.
void Scheduler::takeOff(std::int32_t index, double nowS) {
    ScheduledJob& j = job(index);
    settle(j, nowS);
    count(j, -j.granted, nowS);
    unwatch(index);
    --s_.runningJobs;
    j.granted = 0;
    j.expectedEndS = kNoTime;
}

void Scheduler::preempt(std::int32_t index, double nowS) {
    const models::PreemptionMode mode = spec_.policy.preemptionMode;
    const double keptS = cluster_.preempt(index, mode, nowS);
    takeOff(index, nowS);
    ScheduledJob& j = job(index);
    ++j.preemptions;
    ++s_.preemptions;
    s_.profileStale |= 1;
    if (mode == models::PreemptionMode::Cancel) {
        j.state = ScheduledState::Absent;
        return;
    }
    j.state = ScheduledState::Waiting;
    j.doneS = keptS;
    ++s_.waitingJobs;
    enterLine(index, nowS);
}

bool Scheduler::resize(std::int32_t index, std::int32_t accelerators, double nowS) {
    const double restS = remainingS(job(index), nowS);
    const double before = speed(job(index), job(index).granted);
    if (!cluster_.resize(index, accelerators, nowS)) {
        return false;
    }
    ScheduledJob& j = job(index);
    settle(j, nowS);
    count(j, accelerators - j.granted, nowS);
    unwatch(index);
    j.granted = accelerators;
    watch(index, nowS + j.restartS + restS * before / speed(j, accelerators), nowS);
    ++s_.resizes;
    return true;
}

bool Scheduler::mayTakeRoom() const {
    return spec_.policy.preemption || policy_->preempts();
}

// ---- figures ----

double Scheduler::attainedS(const ScheduledJob& j, double nowS) const {
    return j.state == ScheduledState::Running ? j.attainedS + j.granted * (nowS - j.sinceS)
                                              : j.attainedS;
}

double Scheduler::remainingS(const ScheduledJob& j, double nowS) const {
    return j.state == ScheduledState::Running ? std::max(0.0, j.expectedEndS - nowS)
                                              : std::max(0.0, j.runS - j.doneS);
}

double Scheduler::lostS(const ScheduledJob& j, double nowS) const {
    const double ranS = nowS - j.startS;
    return j.checkpointS <= 0.0       ? 0.0
           : j.checkpointS == kNoTime ? ranS
                                      : std::fmod(ranS, j.checkpointS);
}

double Scheduler::breakCostS(const ScheduledJob& j, double lostS) const {
    const double share = static_cast<double>(j.granted) / std::max(1, s_.capacity);
    return (j.restartS + lostS) * (1.0 + share * s_.waitingJobs);
}

void Scheduler::settle(ScheduledJob& j, double nowS) {
    j.attainedS = attainedS(j, nowS);
    j.sinceS = nowS;
}

void Scheduler::count(const ScheduledJob& j, std::int32_t accelerators, double nowS) {
    decayUsage(nowS);
    s_.freeAccelerators -= accelerators;
    if (j.tenant >= 0 && !s_.tenants.empty()) {
        s_.tenants[static_cast<std::size_t>(j.tenant)].used += accelerators;
    }
}

/// u' = u 2^(-dt/h) + used h/ln 2 (1 - 2^(-dt/h)): usage decays while more is added.
void Scheduler::decayUsage(double nowS) {
    const double dt = nowS - s_.usageAtS;
    if (!(dt > 0.0) || s_.tenants.empty()) {
        return;
    }
    s_.usageAtS = nowS;
    const double halfLifeS = spec_.policy.usageHalfLifeS;
    const double keeps = std::exp2(-dt / halfLifeS);
    const double grows = halfLifeS / std::log(2.0) * (1.0 - keeps);
    for (TenantState& t : s_.tenants) {
        t.usageS = t.usageS * keeps + static_cast<double>(t.used) * grows;
    }
}

double Scheduler::usageOf(std::int32_t tenant) const {
    if (tenant < 0 || s_.tenants.empty()) {
        return 0.0;
    }
    const auto i = static_cast<std::size_t>(tenant);
    return s_.tenants[i].usageS / spec_.tenants[i].weight;
}

bool Scheduler::quotaAllows(std::int32_t tenant, std::int32_t size) const {
    if (tenant < 0 || s_.tenants.empty()) {
        return true;
    }
    const auto i = static_cast<std::size_t>(tenant);
    const models::TenantSpec& t = spec_.tenants[i];
    const auto asked = static_cast<double>(s_.tenants[i].used + size);
    if (std::isnan(t.quota) || asked <= t.quota) {
        return true;
    }
    if (t.cohort.empty() || asked - t.quota > t.borrowingLimit) {  // no limit stated: false
        return false;
    }
    double used = size, quota = 0.0;
    for (std::size_t k = 0; k < spec_.tenants.size(); ++k) {
        if (spec_.tenants[k].cohort == t.cohort) {
            used += static_cast<double>(s_.tenants[k].used);
            quota += std::isnan(spec_.tenants[k].quota) ? kNoTime : spec_.tenants[k].quota;
        }
    }
    return used <= quota;
}

bool Scheduler::signalAllows(double nowS) const {
    const models::SchedulingSpec& p = spec_.policy;
    switch (p.deferral) {
        case models::DeferralSignal::None:
            return true;
        case models::DeferralSignal::Price:
        case models::DeferralSignal::Carbon:
            return cluster_.signal(p.deferral, nowS) <= p.deferralThreshold;
        case models::DeferralSignal::PowerHeadroom:
        case models::DeferralSignal::CoolingHeadroom:
            return cluster_.signal(p.deferral, nowS) >= p.deferralThreshold;
    }
    return true;
}

}  // namespace headroom::engine
