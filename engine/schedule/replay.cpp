// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/replay.h"

#include "engine/base/instant.h"
#include "engine/base/scale.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <unordered_map>

namespace headroom::engine {

namespace {

/// Jobs between two reports of progress.
constexpr std::int64_t kReportJobs = 256;

/// Timers in a row after which a replay in which nothing runs and nothing arrives has ended: what
/// still waits will never be let in.
constexpr int kIdleTimers = 1000;

/// Work and speed of a job; the truth, where schedulers have estimates.
struct Truth {
    double restS = 0.0;   ///< running time on what it asks for that is left, at `sinceS`
    double sinceS = 0.0;  ///< from then on it makes progress; later than now: it starts up
    double speed = 1.0;
    std::int32_t granted = 0;
    std::int32_t version = 0;
    std::int32_t tenant = -1;
    double waitingS = 0.0;  ///< joined the line at
};

struct EndEvent {
    double timeS;
    std::int64_t order;
    std::int32_t job;
    std::int32_t version;
};

bool later(const EndEvent& a, const EndEvent& b) {
    return a.timeS != b.timeS ? a.timeS > b.timeS : a.order > b.order;
}

class Replay;

class CountedPool : public Cluster {
  public:
    CountedPool(Replay& replay, int index, const ReplayPool& kind, const SchedulerSpec& spec)
        : replay_(replay), index_(index), pool(kind), scheduler(spec, state, *this) {
        scheduler.init(kind.accelerators, 0);
    }

    bool start(std::int32_t job, std::int32_t count, double nowS) override;
    double preempt(std::int32_t job, models::PreemptionMode mode, double nowS) override;
    bool resize(std::int32_t job, std::int32_t count, double nowS) override;
    double signal(models::DeferralSignal signal, double nowS) const override;
    double signalChangesS(models::DeferralSignal signal, double nowS) const override;

  private:
    Replay& replay_;
    int index_;

  public:
    const ReplayPool& pool;
    SchedulerState state;
    Scheduler scheduler;
    double workS = 0.0;  ///< accelerator seconds of what is in line and under way
    double wakeS = kNoTime;
};

class Replay {
  public:
    Replay(const std::vector<TraceJob>& trace, const SchedulerSpec& spec,
           const std::vector<ReplayPool>& pools, const ReplayOptions& options)
        : trace_(trace), spec_(spec), options_(options) {
        nameTenants();
        for (std::size_t i = 0; i < pools.size(); ++i) {
            pools_.emplace_back(*this, static_cast<int>(i), pools[i], spec_);
            accelerators_ += pools[i].accelerators;
        }
        truth_.resize(trace.size());
        outcome_.jobs.resize(trace.size());
    }

    ReplayOutcome run(const std::atomic<bool>* cancel, const ReplayProgress& progress);

  private:
    friend class CountedPool;

    void nameTenants();
    void submit(std::int32_t job, double nowS);
    void end(const EndEvent& event, double nowS);
    void account(double nowS);
    void settle(std::int32_t job, double nowS);
    void pushEnd(std::int32_t job);
    ScheduledJob facts(std::int32_t job, const CountedPool& pool, double nowS) const;
    double expectedRunS(const TraceJob& job) const;

    const std::vector<TraceJob>& trace_;
    SchedulerSpec spec_;
    const ReplayOptions& options_;
    std::deque<CountedPool> pools_;
    std::vector<Truth> truth_;
    std::vector<EndEvent> ends_;
    ReplayOutcome outcome_;
    std::int64_t accelerators_ = 0, held_ = 0;
    std::int32_t tenants_ = 0;
    double accountedS_ = 0.0, heldS_ = 0.0, blockedS_ = 0.0;
    std::int64_t order_ = 0;
    std::int64_t ended_ = 0;  ///< jobs that ended or were refused
};

// ---- a pool ----

bool CountedPool::start(std::int32_t job, std::int32_t count, double nowS) {
    Truth& t = replay_.truth_[static_cast<std::size_t>(job)];
    JobOutcome& out = replay_.outcome_.jobs[static_cast<std::size_t>(job)];
    replay_.account(nowS);
    const ScheduledJob& j = scheduler.job(job);
    const bool again = out.firstStartS >= 0.0;
    if (!again) {
        out.firstStartS = nowS;
    }
    out.waitedS += nowS - t.waitingS;
    out.pool = index_;
    t.granted = count;
    const auto speedUp = [&](double n) { return n / (1.0 + j.contention * (n - 1.0)); };
    t.speed = count == j.accelerators ? 1.0 : speedUp(count) / speedUp(j.accelerators);
    t.sinceS = nowS + (again ? replay_.options_.restartS : 0.0);
    out.lostS += again ? replay_.options_.restartS * count : 0.0;
    replay_.held_ += count;
    ++replay_.outcome_.events;
    replay_.pushEnd(job);
    return true;
}

double CountedPool::preempt(std::int32_t job, models::PreemptionMode mode, double nowS) {
    Truth& t = replay_.truth_[static_cast<std::size_t>(job)];
    JobOutcome& out = replay_.outcome_.jobs[static_cast<std::size_t>(job)];
    replay_.account(nowS);
    const double ranS = std::max(0.0, nowS - t.sinceS);
    double keptS = ranS;
    const double intervalS = replay_.options_.checkpointS;
    if (mode == models::PreemptionMode::Cancel || intervalS == kNoTime) {
        keptS = mode == models::PreemptionMode::Suspend ? ranS : 0.0;
    } else if (mode == models::PreemptionMode::Requeue && intervalS > 0.0) {
        keptS = std::floor(ranS / intervalS) * intervalS;
    }
    // The rest of a start-up that was cut short did not happen.
    out.lostS += (ranS - keptS - std::max(0.0, t.sinceS - nowS)) * t.granted;
    workS += (ranS - keptS) * t.granted;
    t.restS -= keptS * t.speed;
    out.costUsd += (nowS - scheduler.job(job).startS) * t.granted * pool.usdPerAcceleratorS;
    replay_.held_ -= t.granted;
    t.granted = 0;
    ++t.version;
    t.waitingS = nowS;
    ++out.preemptions;
    ++replay_.outcome_.events;
    const TraceJob& traced = replay_.trace_[static_cast<std::size_t>(job)];
    const double runS = traced.durationS / pool.speed;
    return (runS - t.restS) * replay_.expectedRunS(traced) / traced.durationS;
}

bool CountedPool::resize(std::int32_t job, std::int32_t count, double nowS) {
    Truth& t = replay_.truth_[static_cast<std::size_t>(job)];
    replay_.account(nowS);
    replay_.settle(job, nowS);
    const ScheduledJob& j = scheduler.job(job);
    const auto speedUp = [&](double n) { return n / (1.0 + j.contention * (n - 1.0)); };
    t.speed = speedUp(count) / speedUp(j.accelerators);
    // A start-up that was under way begins again.
    JobOutcome& out = replay_.outcome_.jobs[static_cast<std::size_t>(job)];
    out.lostS += replay_.options_.restartS * count - std::max(0.0, t.sinceS - nowS) * t.granted;
    replay_.held_ += count - t.granted;
    t.granted = count;
    t.sinceS = nowS + replay_.options_.restartS;
    ++t.version;
    ++replay_.outcome_.events;
    replay_.pushEnd(job);
    return true;
}

double CountedPool::signal(models::DeferralSignal, double nowS) const {
    const std::vector<double>& values = replay_.options_.signal;
    if (values.empty()) {
        return 0.0;
    }
    const double hours = std::floor((nowS - replay_.trace_.front().submitS) / kHourS);
    return values[static_cast<std::size_t>(hours) % values.size()];
}

double CountedPool::signalChangesS(models::DeferralSignal, double nowS) const {
    const double firstS = replay_.trace_.front().submitS;
    return replay_.options_.signal.empty()
               ? kNoTime
               : firstS + kHourS * (std::floor((nowS - firstS) / kHourS) + 1.0);
}

// ---- the whole ----

void Replay::nameTenants() {
    std::unordered_map<std::string, std::int32_t> index;
    std::vector<models::TenantSpec> all = spec_.tenants;
    for (std::size_t i = 0; i < all.size(); ++i) {
        index.emplace(all[i].name, static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < trace_.size(); ++i) {
        const auto next = static_cast<std::int32_t>(all.size());
        const auto [entry, isNew] = index.emplace(trace_[i].tenant, next);
        if (isNew) {
            all.emplace_back().name = trace_[i].tenant;
        }
        truth_.emplace_back().tenant = entry->second;
    }
    tenants_ = static_cast<std::int32_t>(all.size());
    // Who nobody set a quota or a weight for matters to fair share only.
    if (!spec_.tenants.empty() || spec_.policy.policy == models::SchedulingPolicy::FairShare) {
        spec_.tenants = std::move(all);
    }
}

void Replay::account(double nowS) {
    const double dt = nowS - accountedS_;
    if (dt > 0.0) {
        heldS_ += dt * static_cast<double>(held_);
        const bool waits = std::any_of(pools_.begin(), pools_.end(), [](const CountedPool& p) {
            return p.state.waitingJobs > 0;
        });
        blockedS_ += waits ? dt * static_cast<double>(accelerators_ - held_) : 0.0;
        accountedS_ = nowS;
    }
}

void Replay::settle(std::int32_t job, double nowS) {
    Truth& t = truth_[static_cast<std::size_t>(job)];
    if (nowS > t.sinceS) {
        t.restS -= (nowS - t.sinceS) * t.speed;
        t.sinceS = nowS;
    }
}

void Replay::pushEnd(std::int32_t job) {
    const Truth& t = truth_[static_cast<std::size_t>(job)];
    ends_.push_back({t.sinceS + t.restS / t.speed, order_++, job, t.version});
    std::push_heap(ends_.begin(), ends_.end(), later);
}

/// Run time as schedulers know it, on the kind of the trace.
double Replay::expectedRunS(const TraceJob& job) const {
    return options_.requestedTimes && job.requestedS > 0.0
               ? job.requestedS
               : job.durationS * options_.estimateFactor;
}

ScheduledJob Replay::facts(std::int32_t job, const CountedPool& pool, double nowS) const {
    const auto i = static_cast<std::size_t>(job);
    const double runS = trace_[i].durationS / pool.pool.speed;
    ScheduledJob j;
    j.submitS = nowS;
    j.runS = expectedRunS(trace_[i]) / pool.pool.speed;
    j.accelerators = trace_[i].accelerators;
    j.checkpointS = options_.checkpointS;
    j.restartS = options_.restartS;
    j.contention = options_.contention;
    j.tenant = spec_.tenants.empty() ? -1 : truth_[i].tenant;
    j.priority = i < options_.priorities.size() ? options_.priorities[i] : trace_[i].priority;
    if (options_.leastShare < 1.0 || options_.mostFactor > 1.0) {
        j.least = std::max(1, static_cast<std::int32_t>(j.accelerators * options_.leastShare));
        j.most = std::min(pool.pool.accelerators,
                          static_cast<std::int32_t>(j.accelerators * options_.mostFactor));
    }
    if (options_.deadlineFactor < kNoTime) {
        j.deadlineS = nowS + options_.deadlineFactor * runS;
    } else if (trace_[i].deadlineS >= 0.0) {
        j.deadlineS = nowS + std::max(0.0, trace_[i].deadlineS - trace_[i].submitS);
    }
    j.deferrable = spec_.policy.deferral != models::DeferralSignal::None ? 1 : 0;
    return j;
}

void Replay::submit(std::int32_t job, double nowS) {
    const auto i = static_cast<std::size_t>(job);
    const TraceJob& t = trace_[i];
    JobOutcome& out = outcome_.jobs[i];
    out.submitS = nowS;
    out.accelerators = t.accelerators;
    out.tenant = truth_[i].tenant;
    ++outcome_.events;
    int at = 0;
    if (pools_.size() > 1) {
        std::vector<PoolOffer> offers;
        for (const CountedPool& p : pools_) {
            const std::int32_t free = p.state.waitingJobs > 0 ? 0 : p.state.freeAccelerators;
            offers.push_back(
                {p.pool.accelerators, free, p.pool.speed, p.pool.usdPerAcceleratorS, p.workS});
        }
        at = choosePool(
            offers, t.accelerators, t.durationS,
            options_.deadlineFactor < kNoTime ? options_.deadlineFactor * t.durationS : kNoTime);
    } else if (t.accelerators > pools_.front().pool.accelerators) {
        at = -1;
    }
    out.runS = t.durationS;
    if (at < 0) {
        ++outcome_.metrics.refused;
        ++ended_;
        return;
    }
    account(nowS);
    CountedPool& pool = pools_[static_cast<std::size_t>(at)];
    truth_[i].restS = out.runS = t.durationS / pool.pool.speed;
    truth_[i].waitingS = nowS;
    out.pool = at;
    const ScheduledJob j = facts(job, pool, nowS);
    out.deadlineS = j.deadlineS < kNoTime ? j.deadlineS : -1.0;
    pool.workS += out.runS * t.accelerators;
    pool.scheduler.submit(job, j, nowS);
}

void Replay::end(const EndEvent& event, double nowS) {
    const auto i = static_cast<std::size_t>(event.job);
    Truth& t = truth_[i];
    if (t.version != event.version) {
        return;
    }
    account(nowS);
    JobOutcome& out = outcome_.jobs[i];
    CountedPool& pool = pools_[static_cast<std::size_t>(out.pool)];
    out.endS = nowS;
    out.costUsd +=
        (nowS - pool.scheduler.job(event.job).startS) * t.granted * pool.pool.usdPerAcceleratorS;
    held_ -= t.granted;
    pool.workS -= out.runS * out.accelerators;
    ++ended_;
    ++outcome_.events;
    pool.scheduler.finish(event.job, nowS);
}

ReplayOutcome Replay::run(const std::atomic<bool>* cancel, const ReplayProgress& progress) {
    std::size_t next = 0;
    int idle = 0;
    std::int64_t reported = 0;
    accountedS_ = trace_.empty() ? 0.0 : trace_.front().submitS;
    for (;;) {
        double nowS = next < trace_.size() ? trace_[next].submitS : kNoTime;
        if (!ends_.empty()) {
            nowS = std::min(nowS, ends_.front().timeS);
        }
        idle = nowS == kNoTime ? idle + 1 : 0;
        for (const CountedPool& p : pools_) {
            nowS = std::min(nowS, p.wakeS);
        }
        if (nowS == kNoTime || idle > kIdleTimers) {
            break;
        }
        // All that happens at one instant happens before the scheduler acts.
        const double instantS = instantEndS(nowS);
        while (!ends_.empty() && ends_.front().timeS <= instantS) {
            std::pop_heap(ends_.begin(), ends_.end(), later);
            const EndEvent event = ends_.back();
            ends_.pop_back();
            end(event, nowS);
        }
        while (next < trace_.size() && trace_[next].submitS <= instantS) {
            submit(static_cast<std::int32_t>(next++), nowS);
        }
        for (CountedPool& p : pools_) {
            p.scheduler.decide(nowS);
            p.wakeS = p.scheduler.wakeS(nowS);
        }
        if (progress && ended_ - reported >= kReportJobs) {
            reported = ended_;
            progress(static_cast<double>(ended_) / static_cast<double>(trace_.size()));
        }
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) {
            outcome_.metrics.cancelled = true;
            break;
        }
    }
    ReplayOutcome out = std::move(outcome_);
    const double spanS = trace_.empty() ? 0.0 : accountedS_ - trace_.front().submitS;
    const bool cancelled = out.metrics.cancelled;
    const std::int64_t refused = out.metrics.refused;
    out.metrics = metricsOf(out.jobs, tenants_, heldS_, blockedS_,
                            spanS * static_cast<double>(accelerators_), accelerators_);
    out.metrics.cancelled = cancelled;
    out.metrics.refused = refused;
    for (const CountedPool& p : pools_) {
        out.metrics.resizes += p.state.resizes;
        out.metrics.backfilled += p.state.backfilled;
    }
    return out;
}

Error scheduleError(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

}  // namespace

int choosePool(const std::vector<PoolOffer>& pools, std::int32_t accelerators, double runS,
               double slackS) {
    int best = -1;
    double bestCost = 0.0;
    bool bestInTime = false;
    const bool priced = std::any_of(pools.begin(), pools.end(),
                                    [](const PoolOffer& p) { return p.usdPerAcceleratorS > 0.0; });
    for (std::size_t i = 0; i < pools.size(); ++i) {
        const PoolOffer& p = pools[i];
        if (accelerators > p.accelerators) {
            continue;
        }
        const double waitS = accelerators <= p.free ? 0.0 : p.workS / p.accelerators;
        const double timeS = waitS + runS / p.speed;
        const double cost = timeS * (priced ? p.usdPerAcceleratorS : 1.0);
        const bool inTime = timeS <= slackS;
        if (best < 0 || (inTime && !bestInTime) || (inTime == bestInTime && cost < bestCost)) {
            best = static_cast<int>(i);
            bestCost = cost;
            bestInTime = inTime;
        }
    }
    return best;
}

Result<ReplayOutcome> replay(const std::vector<TraceJob>& trace, const SchedulerSpec& spec,
                             const std::vector<ReplayPool>& pools, const ReplayOptions& options,
                             const std::atomic<bool>* cancel, const ReplayProgress& progress) {
    const bool empty = pools.empty() || std::any_of(pools.begin(), pools.end(), [](const auto& p) {
                           return p.accelerators < 1 || !(p.speed > 0.0);
                       });
    if (empty || !(options.estimateFactor > 0.0)) {
        return tl::unexpected(scheduleError("SCH-002", "a pool without accelerators or speed",
                                            "State at least one accelerator and positive speeds "
                                            "and factors."));
    }
    return Replay(trace, spec, pools, options).run(cancel, progress);
}

namespace {

struct Preset {
    const char* name;
    models::SchedulingPolicy policy;
    models::Backfill backfill;
    bool preemption;
};

using P = models::SchedulingPolicy;
using B = models::Backfill;

constexpr Preset kPresets[] = {
    {"fifo", P::Fifo, B::None, false},
    {"easy", P::Fifo, B::Easy, false},
    {"conservative", P::Fifo, B::Conservative, false},
    {"priority", P::Priority, B::Easy, true},
    {"sjf", P::Sjf, B::None, false},
    {"srtf", P::Srtf, B::Greedy, true},
    {"fair-share", P::FairShare, B::Easy, false},
    {"las", P::Las, B::Greedy, true},
    {"elastic", P::Elastic, B::None, false},
};

}  // namespace

const std::vector<std::string>& policyNames() {
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        for (const Preset& preset : kPresets) {
            names.emplace_back(preset.name);
        }
        return names;
    }();
    return kNames;
}

Result<NamedPolicy> namedPolicy(std::string_view name) {
    for (const Preset& preset : kPresets) {
        if (name == preset.name) {
            NamedPolicy named;
            named.name = preset.name;
            named.spec.policy.policy = preset.policy;
            named.spec.policy.backfill = preset.backfill;
            named.spec.policy.preemption = preset.preemption;
            named.spec.policy.reservedJobs = std::numeric_limits<int>::max();
            return named;
        }
    }
    std::string all;
    for (const std::string& known : policyNames()) {
        all += " " + known;
    }
    return tl::unexpected(scheduleError("SCH-001",
                                        "there is no policy \"" + std::string(name) + "\"",
                                        "The policies are:" + all + "."));
}

Result<std::vector<PolicyRow>> comparePolicies(const std::vector<TraceJob>& trace,
                                               std::int32_t accelerators,
                                               const std::vector<NamedPolicy>& policies,
                                               const ReplayOptions& options,
                                               const std::atomic<bool>* cancel,
                                               const ComparisonProgress& progress) {
    std::vector<std::string_view> teams;
    for (const TraceJob& job : trace) {
        teams.emplace_back(job.tenant);
    }
    std::vector<PolicyRow> rows;
    for (const NamedPolicy& policy : policies) {
        ReplayProgress report;
        if (progress) {
            report = [&](double done) { progress(policy.name, done); };
        }
        auto out =
            replay(trace, policy.spec, {{"", accelerators, 1.0, 0.0}}, options, cancel, report);
        if (!out) {
            return tl::unexpected(std::move(out.error()));
        }
        rows.push_back({policy.name, out->metrics, out->events, teamsOf(out->jobs, teams)});
        if (out->metrics.cancelled) {
            break;
        }
    }
    return rows;
}

}  // namespace headroom::engine
