// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/scheduler_state.h"
#include "models/workload/scheduling.h"
#include "models/workload/tenant.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// One scheduler for one pool of identical accelerators: the bookkeeping that every policy needs,
/// and the verbs that policies decide with. It knows counts; the place of a job is the business of
/// the Cluster. The same code runs a replay on counted accelerators and a simulated facility.
///
/// To add a policy: one file with a class over Policy (policy.h): where a job is in line
/// (`rank`), and, if the line discipline of the base class does not do, `decide`. Then its word in
/// models/workload/scheduling.h and a line in makePolicy.
namespace headroom::engine {

/// Reserve of a tenant, or of nobody (-1).
struct Reservation {
    double fromS = 0.0, untilS = 0.0;
    std::int32_t accelerators = 0;
    std::int32_t tenant = -1;
};

/// The policy with its parameters; constant during a run.
struct SchedulerSpec {
    models::SchedulingSpec policy;
    std::vector<models::TenantSpec> tenants;
    std::vector<Reservation> reservations;
};

/// The accelerators and the jobs themselves, as the scheduler reaches them.
class Cluster {
  public:
    virtual ~Cluster() = default;

    /// Gives the job `count` accelerators and starts it; false changes nothing (no place for the
    /// gang although the count is free).
    virtual bool start(std::int32_t job, std::int32_t count, double nowS) = 0;
    /// Takes its accelerators away as the preemption mode says, and answers how much of its run
    /// time is kept (ScheduledJob::doneS).
    virtual double preempt(std::int32_t job, models::PreemptionMode mode, double nowS) = 0;
    /// Grows or shrinks a running job; false changes nothing.
    virtual bool resize(std::int32_t job, std::int32_t count, double nowS) = 0;

    /// Whether the job would find a place once the victims are gone.
    virtual bool wouldFit(std::int32_t, std::span<const std::int32_t>) const { return true; }

    /// Value of a signal now, and when it changes next (kNoTime: not before something happens).
    virtual double signal(models::DeferralSignal, double) const { return 0.0; }

    virtual double signalChangesS(models::DeferralSignal, double) const { return kNoTime; }
};

class Policy;

class Scheduler {
  public:
    /// All must outlive it. `state` is begun by init() or comes from a snapshot.
    /// With a policy that was made before, making a Scheduler costs nothing.
    Scheduler(const SchedulerSpec& spec, SchedulerState& state, Cluster& cluster,
              std::shared_ptr<const Policy> policy = nullptr);
    ~Scheduler();

    void init(std::int32_t accelerators, std::int32_t spares);

    // Events, reported by the owner.
    void submit(std::int32_t job, const ScheduledJob& facts, double nowS);
    void finish(std::int32_t job, double nowS);  ///< completed, failed or killed
    /// It stopped before its end: a failure (urgent: first in line), or somebody ordered it.
    void requeue(std::int32_t job, double keptS, double nowS, bool urgent = true);
    void hold(std::int32_t job, bool held, double nowS);
    void setCapacity(std::int32_t accelerators, std::int32_t freeAccelerators);

    /// Starts, preempts and resizes what the policy wants now. After all that happened at `nowS`.
    void decide(double nowS);

    /// When to ask again even though nothing happens; kNoTime: no need.
    double wakeS(double nowS) const;

    // For policies.
    const SchedulerSpec& spec() const { return spec_; }

    SchedulerState& state() { return s_; }

    const SchedulerState& state() const { return s_; }

    const Policy& policy() const { return *policy_; }

    ScheduledJob& job(std::int32_t index) { return s_.jobs[static_cast<std::size_t>(index)]; }

    const ScheduledJob& job(std::int32_t index) const {
        return s_.jobs[static_cast<std::size_t>(index)];
    }

    /// Until `windowS` from now only `extra` accelerators may be taken longer: a promise to the
    /// head of the line.
    struct Gate {
        double windowS = kNoTime;
        std::int64_t extra = 0;
    };

    /// Longest expected run time that a class may have to start now; negative where none may. Looks
    /// at what is free, spares, quotas, reservations, the signal and the gate.
    double longestRunS(const WaitingClass& jobClass, double nowS, const Gate* gate) const;

    std::int32_t head() const;  ///< first that quotas and the signal allow; -1 if none
    std::int32_t firstEligible(double nowS, const Gate* gate) const;
    bool eligible(std::int32_t job, double nowS) const;
    bool start(std::int32_t job, std::int32_t count, double nowS);
    void preempt(std::int32_t job, double nowS);
    bool resize(std::int32_t job, std::int32_t count, double nowS);

    /// Takes accelerators from others so that the whole gang fits, or changes nothing.
    bool makeRoom(std::int32_t job, double nowS);

    /// When the job will fit as others end, and what is left next to it then.
    Gate promise(std::int32_t job, double nowS) const;

    /// Passes the job's class over for the rest of this round: no place was found for its gang.
    void block(std::int32_t job);

    double attainedS(const ScheduledJob& job, double nowS) const;
    double remainingS(const ScheduledJob& job, double nowS) const;  ///< of running time
    double lostS(const ScheduledJob& job, double nowS) const;  ///< running time since a checkpoint
    /// Job seconds that a break of the running job costs: its restart, the work that it repeats, and
    /// the wait of the line for the accelerators that do both,
    ///   (restart + lost) (1 + granted waiting / capacity).
    /// Assumption: the pool works off the line at full capacity.
    double breakCostS(const ScheduledJob& job, double lostS) const;
    double usageOf(std::int32_t tenant) const;  ///< decayed accelerator seconds per weight
    bool quotaAllows(std::int32_t tenant, std::int32_t size) const;
    bool mayTakeRoom() const;

    /// Enters the line anew, by the rank of now.
    void rerank(std::int32_t job, double nowS);

  private:
    bool signalAllows(double nowS) const;
    std::int32_t classOf(const ScheduledJob& job);
    void enterLine(std::int32_t job, double nowS);
    void leaveLine(std::int32_t job);
    void takeOff(std::int32_t job, double nowS);
    void settle(ScheduledJob& job, double nowS);
    void count(const ScheduledJob& job, std::int32_t accelerators, double nowS);
    double speed(const ScheduledJob& job, std::int32_t accelerators) const;
    void watch(std::int32_t job, double endS, double nowS);
    void unwatch(std::int32_t job);
    void rankVictim(std::int32_t job, double nowS);
    void shiftVictims(double nowS);
    std::int64_t reclaimable(const ScheduledJob& waiting) const;
    std::vector<std::int32_t> victimsFor(const ScheduledJob& waiting, std::int64_t need,
                                         double nowS) const;
    void decayUsage(double nowS);
    void releaseDue(double nowS);

    const SchedulerSpec& spec_;
    SchedulerState& s_;
    Cluster& cluster_;
    std::shared_ptr<const Policy> policy_;
    bool signalGood_ = true;  ///< of the deferral signal, in this round
};

}  // namespace headroom::engine
