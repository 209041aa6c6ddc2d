// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"

#include <algorithm>
#include <cmath>

/// Who is coupled with whom, what each gets, and what that costs it.
namespace headroom::engine {

namespace {

constexpr int kRounds = 3;       ///< of rates and duties, which depend on each other
constexpr double kShift = 1e-9;  ///< change of a share that is reported to a job

JobShares sharesOf(const Job& job) {
    return {job.dataShare,        job.tensorShare,  job.pipelineShare, job.readTokensPerS,
            job.storageBytesPerS, job.wanBytesPerS, job.networkCost};
}

}  // namespace

/// Finds what a bundle carries now; true where those on it can fill it.
bool FabricRun::binds(std::int32_t bundle) {
    // Flows of one job are not at once in all its phases: its largest phase counts.
    double flows = 0.0, ofJob = 0.0, wanted = 0.0;
    std::int64_t last = -1;
    for (const OnBundle& o : onBundle_[at(bundle)]) {
        const TrafficClass& t = slots_[at(o.slot)].classes[at(o.classNumber)].traffic;
        const auto i = static_cast<std::size_t>(o.place);
        if (o.id != last) {
            flows += ofJob;
            ofJob = 0.0;
            last = o.id;
        }
        if (slots_[at(o.slot)].classes[at(o.classNumber)].phase != JobPhase::Read) {
            ofJob = std::max(ofJob, t.load[i] * t.flows);
        }
        wanted += t.load[i] * t.demandBytesPerS;
    }
    flows += ofJob;
    double capacity = 0.0;
    if (bundle == storage_.readBundle) {
        capacity = storage_.readBytesPerS * storageRunning();
    } else if (bundle == storage_.metadataBundle) {
        capacity = storage_.metadataPerS * storageRunning();
    } else if (bundle == storage_.writeBundle) {
        capacity = storage_.writeBytesPerS * storageRunning();
    } else {
        capacity = links_.capacityBytesPerS(bundle, flows) * (1.0 - links_.stallShare(bundle)) *
                   poweredShare(links_.fabricOf(bundle));
    }
    capacity_[at(bundle)] = capacity;
    return wanted > capacity;
}

/// The same, found once for what is on the bundle: what those on it ask for, its links and its power follow
/// lookAgain() and powerChanged() alone.
bool FabricRun::bindsNow(std::int32_t bundle) {
    if (known_[at(bundle)] == 0) {
        known_[at(bundle)] = 1;
        bound_[at(bundle)] = binds(bundle) ? 1 : 0;
    }
    return bound_[at(bundle)] != 0;
}

void FabricRun::solveDirty() {
    ++pass_;
    loadsChanged_ = true;
    std::vector<std::int32_t> seeds = std::move(dirtySlots_);
    dirtySlots_.clear();
    for (const std::int32_t b : dirtyBundles_) {
        bundleDirty_[at(b)] = 0;
        // Who could not and cannot be filled couples nobody: those on it get what they got.
        const bool bound = bound_[at(b)] != 0;
        if (!bindsNow(b) && !bound) {
            continue;
        }
        for (const OnBundle& o : onBundle_[at(b)]) {
            if (slotDirty_[at(o.slot)] != pass_) {
                slotDirty_[at(o.slot)] = pass_;
                seeds.push_back(o.slot);
            }
        }
    }
    dirtyBundles_.clear();
    std::sort(seeds.begin(), seeds.end());
    seeds.erase(std::unique(seeds.begin(), seeds.end()), seeds.end());
    for (const std::int32_t seed : seeds) {
        if (slots_[at(seed)].job >= 0 && slotSeen_[at(seed)] != pass_) {
            solveFrom(seed);
        }
    }
}

/// All jobs that are coupled with one through bundles that they can fill together.
void FabricRun::solveFrom(std::int32_t seed) {
    std::vector<std::int32_t> found{seed};
    slotSeen_[at(seed)] = pass_;
    for (std::size_t k = 0; k < found.size(); ++k) {
        for (const JobClass& c : slots_[at(found[k])].classes) {
            for (const std::int32_t b : c.traffic.bundle) {
                if (bundleSeen_[at(b)] == pass_) {
                    continue;
                }
                bundleSeen_[at(b)] = pass_;
                if (!bindsNow(b)) {
                    continue;
                }
                for (const OnBundle& o : onBundle_[at(b)]) {
                    if (slotSeen_[at(o.slot)] != pass_) {
                        slotSeen_[at(o.slot)] = pass_;
                        found.push_back(o.slot);
                    }
                }
            }
        }
    }
    std::sort(found.begin(), found.end(), [this](std::int32_t a, std::int32_t b) {
        return s_.jobs[at(slots_[at(a)].job)].id < s_.jobs[at(slots_[at(b)].job)].id;
    });
    solve(found);
}

void FabricRun::solve(const std::vector<std::int32_t>& slots) {
    for (const std::int32_t slot : slots) {
        JobTraffic& traffic = slots_[at(slot)];
        Job& job = s_.jobs[at(traffic.job)];
        traffic.was = sharesOf(job);
        // Always from the same start: the solution is a function of who runs where.
        job = unhindered(job, traffic);
        job.storageBytesPerS = 0.0;
        setDemands(plant_, job, traffic);
    }
    for (int round = 0; round < kRounds; ++round) {
        bool changed = round == 0;
        for (const std::int32_t slot : slots) {
            JobTraffic& traffic = slots_[at(slot)];
            if (round > 0 && refreshDuties(plant_, s_.jobs[at(traffic.job)], traffic)) {
                changed = true;
            }
        }
        if (!changed) {
            break;  // the next round would find the same
        }
        classes_.clear();
        for (const std::int32_t slot : slots) {
            for (JobClass& c : slots_[at(slot)].classes) {
                classes_.push_back(std::move(c.traffic));
            }
        }
        round == 0 ? solver_.solve(classes_, capacity_) : solver_.solveAgain(classes_, capacity_);
        std::size_t k = 0;
        for (const std::int32_t slot : slots) {
            JobTraffic& traffic = slots_[at(slot)];
            for (JobClass& c : traffic.classes) {
                c.traffic = std::move(classes_[k++]);
            }
            setShares(traffic);
        }
    }
    for (const std::int32_t slot : slots) {
        const JobTraffic& traffic = slots_[at(slot)];
        Job& job = s_.jobs[at(traffic.job)];
        findCost(job, traffic);
        const JobShares now = sharesOf(job);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (std::abs(now[i] - traffic.was[i]) > kShift * std::max(1.0, std::abs(now[i]))) {
                changedJobs_.emplace_back(traffic.job);
                break;
            }
        }
    }
}

/// Share of its step that waits for the network, and the bundle that it waits for most.
void FabricRun::findCost(Job& job, const JobTraffic& traffic) const {
    job.networkCost = 0.0;
    job.bundle = -1;
    if (job.networkShare >= 1.0) {
        return;
    }
    const auto time = [this](const Job& j) {
        if (j.training >= 0) {
            return trainingStepOf(plant_, j).stepS;
        }
        const double sends = communicationShare(plant_, j);
        return (1.0 - sends) / std::max(j.clock, 1e-3) + sends / std::max(j.dataShare, 1e-6);
    };
    const Job free = unhindered(job, traffic);
    const double now = time(job);
    const double alone = job.training >= 0 ? traffic.whole.stepS : time(free);
    job.networkCost = std::max(0.0, 1.0 - alone / now);
    // By phase: what the step would save with that one alone unhindered; where none saves anything,
    // the one with the least share.
    double most = -1.0, worst = 2.0;
    for (const JobClass& c : traffic.classes) {
        Job trial = job;
        switch (c.phase) {
            case JobPhase::Data:
            case JobPhase::Generic:
                trial.dataShare = 1.0;
                break;
            case JobPhase::Tensor:
                trial.tensorShare = 1.0;
                break;
            case JobPhase::Pipeline:
                trial.pipelineShare = 1.0;
                break;
            case JobPhase::Wan:
                trial.wanBytesPerS = free.wanBytesPerS;
                break;
            case JobPhase::Checkpoint:
            case JobPhase::Read:
                continue;
        }
        const double saves = std::max(0.0, 1.0 - time(trial) / now);
        const double share =
            c.wholeBytesPerS > 0.0 ? c.traffic.rateBytesPerS / c.wholeBytesPerS : 1.0;
        if (saves > most || (saves == most && share < worst)) {
            most = saves;
            worst = share;
            job.bundle = c.traffic.bottleneck;
        }
    }
}

void FabricRun::setShares(JobTraffic& traffic) {
    Job& job = s_.jobs[at(traffic.job)];
    double worst = 1.0;
    // A job on several fabrics waits for the slowest.
    job.dataShare = job.tensorShare = job.pipelineShare = 1.0;
    job.storageBytesPerS = job.readTokensPerS = 0.0;
    for (JobClass& c : traffic.classes) {
        const double share = c.wholeBytesPerS > 0.0
                                 ? std::min(1.0, c.traffic.rateBytesPerS / c.wholeBytesPerS)
                                 : 1.0;
        switch (c.phase) {
            case JobPhase::Data:
            case JobPhase::Generic:
                job.dataShare = std::min(job.dataShare, share);
                break;
            case JobPhase::Wan:
                job.wanBytesPerS = c.traffic.rateBytesPerS;
                break;
            case JobPhase::Tensor:
                job.tensorShare = std::min(job.tensorShare, share);
                break;
            case JobPhase::Pipeline:
                job.pipelineShare = std::min(job.pipelineShare, share);
                break;
            case JobPhase::Checkpoint:
                // Without storage a checkpoint never ends: next to nothing, not nothing, which
                // stands for a job that does not write.
                job.storageBytesPerS += std::max(1.0, c.traffic.rateBytesPerS * c.traffic.members);
                continue;
            case JobPhase::Read:
                if (share < 1.0) {
                    const double tokens = std::max(1.0, share * traffic.whole.tokensPerS);
                    job.readTokensPerS =
                        job.readTokensPerS > 0.0 ? std::min(job.readTokensPerS, tokens) : tokens;
                }
                continue;
        }
        worst = std::min(worst, share);
    }
    job.networkShare = worst;
}

}  // namespace headroom::engine
