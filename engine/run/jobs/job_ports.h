// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/state.h"

#include <cstdint>
#include <string>
#include <vector>

/// Ports of the jobs: what they ask of their neighbours, and tell them. The neighbours know Jobs;
/// Jobs knows these alone.
namespace headroom::engine {

/// The fabrics that carry the traffic of jobs, and the shared storage behind them.
class JobFabric {
  public:
    virtual ~JobFabric() = default;

    // Changes of one job.
    virtual void jobStarted(JobIndex job) = 0;  ///< runs, or moves again
    virtual void jobStopped(JobIndex job) = 0;  ///< gives its servers back, or is stopped
    virtual void jobChanged(JobIndex job) = 0;  ///< another clock

    /// Jobs have other indices; -1 if they ended and are gone.
    virtual void renumbered(const std::vector<std::int32_t>& now) = 0;

    /// Power of a hall's switches or storage changed.
    virtual void powerChanged(double timeS, std::int64_t cause) = 0;

    /// Line rate of all its adapters, or of as many of its pool where it is not placed.
    virtual double lineBytesPerS(const Job& job) const = 0;

    /// Files that the storage creates or opens in a second; 0 means no limit.
    virtual double filesPerS() const = 0;

    /// Seconds in which a job with a training plan writes a checkpoint to storage with nothing else
    /// in its way.
    virtual double checkpointWriteS(const Job& job) const = 0;

    /// Seconds in which a job reads its checkpoint back, with the present fabric.
    virtual double restartReadS(JobIndex job) const = 0;

    /// From the loss of all its paths to the end of the job.
    virtual double transportTimeoutS(JobIndex job) const = 0;

    /// Bundle that stops a job, in words; empty if none.
    virtual std::string bottleneckName(const Job& job) const = 0;
};

/// Sites and clouds where jobs may run next to the facility.
class OtherSites {
  public:
    virtual ~OtherSites() = default;

    /// The most accelerators that a job may get at any other place; 0 where it may not leave.
    virtual int mostAccelerators(const Job& job) const = 0;

    /// The facility has what it reads.
    virtual bool dataIsHere(const Job& job) const = 0;

    /// A job that may leave waits: looks at it soon.
    virtual void waits(double timeS) = 0;

    /// A waiting job that may leave goes to the site of that id now; else says why not, and nothing was done.
    virtual std::string send(JobIndex job, const std::string& site, double timeS) = 0;

    /// It begins to train there: when will its servers be taken back?
    virtual void runs(JobIndex job, double timeS) = 0;

    /// Leaves its place, for any reason: pays, frees. `done`: its results go home.
    virtual void leave(JobIndex job, double timeS, bool done) = 0;

    /// Its work per second and step there; the phases of its accelerators.
    virtual models::ChipPhases setRate(Job& job) const = 0;

    /// Its cost and emission there up to a time, without changing the state.
    virtual RemoteJob paidUpTo(const RemoteJob& remote, double timeS) const = 0;

    /// Its state there, in a sentence.
    virtual std::string why(const Job& job) const = 0;
};

/// Receiver of the progress of the facility's jobs.
class JobWatcher {
  public:
    virtual ~JobWatcher() = default;

    /// Has begun to run, and may be stopped at once.
    virtual void jobRuns(JobIndex job, double timeS) = 0;

    /// Work since its last checkpoint was lost.
    virtual void jobFellBack(JobIndex /*job*/) {}

    /// Will never run again.
    virtual void jobEnded(JobIndex /*job*/) {}
};

/// The neighbours of the jobs; null and empty until Jobs::join().
struct JobPorts {
    JobFabric* fabric = nullptr;
    OtherSites* remote = nullptr;
    std::vector<JobWatcher*> watchers;
};

}  // namespace headroom::engine
