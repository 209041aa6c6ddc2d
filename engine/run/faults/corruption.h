// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/state/corruption_state.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <string>

namespace headroom::engine {

/// Who takes a part out of service when it was found to compute wrongly.
class CorruptionClient {
  public:
    virtual ~CorruptionClient() = default;
    virtual void corruptionFound(std::int32_t fault, double timeS, std::int64_t event) = 0;
};

/// Silent data corruption: a part continues with wrong results. A synchronous job that runs on it is
/// wrong as a whole from that moment on (one bad gradient reaches every replica with the next
/// all-reduce); nothing stops and no counter moves, until one of these:
///
///   check   every checkPeriodS the accelerators are tested; a test finds a bad one with the
///           coverage of the policy, each time anew: found after n tests with (1-c)^(n-1) c
///   loss    in a share of the cases the loss leaves its course, an exponential time after the job
///           met the part; then the job is stopped while the part is looked for (replay, halves)
///
/// A job that is found wrong goes back to the newest checkpoint from before it met the part, as far
/// as checkpoints are kept; to its start where all that are kept are younger. All work since is
/// lost. A job that ends before is done, with results that are worth nothing: counted.
/// A job that a failure sends back to a checkpoint from before is clean again.
///
/// Validity: all corruptions reach the result (none is masked); the test itself costs the share of
/// time that the policy states. Sources: Llama 3 Herd of Models, table 5 (6 found in 54 days);
/// Gemini technical report (an event every week or two; found by replay and scans of idle
/// machines); Dixit et al., "Detecting silent data corruptions in the wild" (2022), for tests in
/// and out of production.
class Corruption : public Subsystem, public JobWatcher {
  public:
    Corruption(const RunContext& run, Jobs& jobs);

    /// Once, before the first fault.
    void join(CorruptionClient& client) { client_ = &client; }

    /// A part begins to compute wrongly; slot: the accelerator, -1: the whole server. `event` told
    /// of it. meanS: to a loss spike, where the policy states none.
    void corrupt(std::int32_t fault, ServerIndex server, SlotIndex slot, double meanS, double timeS,
                 std::int64_t event);

    /// The part was exchanged or repaired for any reason. Jobs that it tainted stay so.
    void end(std::int32_t fault);

    void act(const QueuedEvent& event) override;
    std::int32_t hazardOf(const QueuedEvent& event) const override;

    void jobRuns(JobIndex job, double timeS) override;
    void jobFellBack(JobIndex job) override;
    void jobEnded(JobIndex job) override;

  private:
    enum Stage : std::int32_t { Check, LossSpike, Localised };

    bool runsOn(JobIndex job, const CorruptPart& part) const;
    CorruptPart* find(std::int32_t fault);
    void taint(JobIndex job, const CorruptPart& part, double timeS);
    void queueCheck(const CorruptPart& part, double timeS);
    void queueSpike(const CorruptPart& part, double timeS);
    void found(std::int32_t fault, bool byCheck, double timeS);
    std::int64_t rollBack(const Taint& taint, double timeS, std::int64_t cause);
    std::string nameOf(const CorruptPart& part) const;
    void localise(CorruptPart& part, double timeS);
    bool isKept(const Taint& taint, double timeS) const;
    double draw(const CorruptPart& part, int which) const;

    Jobs& jobs_;
    CorruptionClient* client_ = nullptr;
};

}  // namespace headroom::engine
