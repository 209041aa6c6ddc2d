// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/fabric_run.h"

#include "engine/fabric/names.h"
#include "engine/sim/failures.h"
#include "engine/sim/index.h"
#include "engine/sim/jobs.h"
#include "engine/sim/scheduler.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::engine {

namespace {

constexpr int kRounds = 3;       ///< of rates and duties, which depend on each other
constexpr double kShift = 1e-9;  ///< change of a share that a job is told

}  // namespace

FabricRun::FabricRun(const Plant& plant, State& state, EventLog& log)
    : plant_(plant), s_(state), log_(log), network_(*plant.fabric), links_(network_) {
    storage_ = storagePortOf(plant);
    const auto bundles = at(network_.bundles());
    onBundle_.resize(bundles + 2);
    capacity_.assign(bundles + 2, 0.0);
    bundleSeen_.assign(bundles + 2, 0);
    load_.assign(bundles + 2, 0.0);
    for (std::int32_t b = 0; b < network_.bundles(); ++b) {
        built_.push_back(links_.builtBytesPerS(b));
        const auto f = at(links_.fabricOf(b));
        tier_.push_back(static_cast<std::uint8_t>(
            f < network_.fabrics.size()
                ? network_.fabrics[f].topology->bundle(b - network_.firstBundle[f]).tier
                : LinkTier::Wan));
    }
    endpointServer_.resize(network_.fabrics.size());
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        if (network_.fabrics[f].topology) {
            endpointServer_[f].assign(at(network_.fabrics[f].topology->endpoints()), -1);
        }
    }
    for (int server = 0; server < plant.servers; ++server) {
        const std::int32_t f = network_.serverFabric[at(server)];
        for (int n = 0; f >= 0 && n < network_.serverEndpoints[at(server)]; ++n) {
            endpointServer_[at(f)][at(network_.serverFirstEndpoint[at(server)] + n)] = server;
        }
    }
}

void FabricRun::join(Jobs& jobs, Failures& failures) {
    jobs_ = &jobs;
    failures_ = &failures;
}

void FabricRun::begin() {
    s_.fabric.counters.assign(network_.fabrics.size() * kLinkTiers, {});
    s_.fabric.load.assign(network_.fabrics.size(), 0.0);
    s_.fabric.hallW.assign(plant_.halls.size(), 0.0);
    scheduleDrills();
    refreshLoads();
}

void FabricRun::restored() {
    for (auto& list : onBundle_) {
        list.clear();
    }
    slots_.clear();
    freeSlots_.clear();
    slotOfJob_.clear();
    slotSeen_.clear();
    dirtySlots_.clear();
    dirtyBundles_.clear();
    links_.apply(s_.fabric.faults);
    for (const std::int32_t job : s_.running) {
        jobStarted(job);
    }
    // The shares are in the State; solving again finds the same and fills what is derived.
    solveDirty();
    changedJobs_.clear();
    refreshLoads();
}

bool FabricRun::active(const Job& job) const {
    return job.state == JobState::Running &&
           (job.rate > 0.0 || job.reason == static_cast<std::int32_t>(JobReason::Partitioned));
}

void FabricRun::jobStarted(std::int32_t job) {
    if (!active(s_.jobs[at(job)])) {
        return;
    }
    if (slotOfJob_.size() <= at(job)) {
        slotOfJob_.resize(s_.jobs.size(), -1);
    }
    if (slotOfJob_[at(job)] < 0) {
        add(job);
    }
}

void FabricRun::jobStopped(std::int32_t job) {
    if (at(job) < slotOfJob_.size() && slotOfJob_[at(job)] >= 0) {
        drop(slotOfJob_[at(job)]);
    }
}

void FabricRun::jobChanged(std::int32_t job) {
    if (at(job) < slotOfJob_.size() && slotOfJob_[at(job)] >= 0) {
        dirtySlots_.push_back(slotOfJob_[at(job)]);
    }
}

void FabricRun::add(std::int32_t job) {
    JobTraffic traffic = trafficOfJob(plant_, s_, job, storage_);
    refreshAdapters(traffic);
    if (traffic.classes.empty()) {
        return;  // inside one leaf or scale-up domain
    }
    std::int32_t slot = static_cast<std::int32_t>(slots_.size());
    if (freeSlots_.empty()) {
        slots_.emplace_back();
        slotSeen_.push_back(0);
    } else {
        slot = freeSlots_.back();
        freeSlots_.pop_back();
    }
    slotOfJob_[at(job)] = slot;
    const std::int64_t id = s_.jobs[at(job)].id;
    for (std::size_t c = 0; c < traffic.classes.size(); ++c) {
        detourAround(traffic.classes[c].traffic);
        for (const std::int32_t b : traffic.classes[c].traffic.bundle) {
            auto& list = onBundle_[at(b)];
            const OnBundle entry{id, slot, static_cast<std::int32_t>(c)};
            list.insert(std::upper_bound(list.begin(), list.end(), entry,
                                         [](const OnBundle& x, const OnBundle& y) {
                                             return x.id != y.id ? x.id < y.id
                                                                 : x.classNumber < y.classNumber;
                                         }),
                        entry);
        }
    }
    slots_[at(slot)] = std::move(traffic);
    setDemands(plant_, s_.jobs[at(job)], slots_[at(slot)]);
    touch(slot);
}

/// A class changed what it asks of its bundles: all on them look again.
void FabricRun::touch(std::int32_t slot) {
    dirtySlots_.push_back(slot);
    for (const JobClass& c : slots_[at(slot)].classes) {
        dirtyBundles_.insert(dirtyBundles_.end(), c.traffic.bundle.begin(), c.traffic.bundle.end());
    }
}

void FabricRun::drop(std::int32_t slot) {
    JobTraffic& traffic = slots_[at(slot)];
    for (const JobClass& c : traffic.classes) {
        for (const std::int32_t b : c.traffic.bundle) {
            std::erase_if(onBundle_[at(b)], [&](const OnBundle& o) { return o.slot == slot; });
            dirtyBundles_.push_back(b);
        }
    }
    slotOfJob_[at(traffic.job)] = -1;
    traffic = {};
    freeSlots_.push_back(slot);
}

void FabricRun::refreshAdapters(JobTraffic& traffic) const {
    traffic.adapters = 1.0;
    for (const auto& [key, factor] : links_.adapters()) {
        const int server = endpointServer_[at(key.first)][at(key.second)];
        const Job& job = s_.jobs[at(traffic.job)];
        for (int slot = server < 0 ? 0 : plant_.serverFirstSlot[at(server)];
             server >= 0 && slot < plant_.serverFirstSlot[at(server) + 1]; ++slot) {
            if (s_.slotJob[at(slot)] == traffic.job && job.accelerators > 0) {
                traffic.adapters = std::min(traffic.adapters, factor);
            }
        }
    }
}

/// Moves load from bundles that are all cut to the way around them.
void FabricRun::detourAround(TrafficClass& t) const {
    if (!links_.hasDetours()) {
        return;
    }
    std::map<std::int32_t, double> moved;
    for (std::size_t i = 0; i < t.bundle.size(); ++i) {
        const auto& way = links_.detour(t.bundle[i]);
        if (way.empty()) {
            moved[t.bundle[i]] += t.load[i];
        }
        for (const std::int32_t b : way) {
            moved[b] += t.load[i];
        }
    }
    t.bundle.clear();
    t.load.clear();
    for (const auto& [bundle, load] : moved) {
        t.bundle.push_back(bundle);
        t.load.push_back(load);
    }
}

double FabricRun::poweredShare(int fabric) const {
    return at(fabric) >= network_.fabrics.size()
               ? 1.0
               : s_.hallItRunning[at(network_.fabrics[at(fabric)].hall)];
}

/// Finds what a bundle carries now; true where those on it can fill it.
bool FabricRun::binds(std::int32_t bundle) {
    // Flows of one job are not at once in all its phases: its largest phase counts.
    double flows = 0.0, ofJob = 0.0, wanted = 0.0;
    std::int64_t last = -1;
    for (const OnBundle& o : onBundle_[at(bundle)]) {
        const TrafficClass& t = slots_[at(o.slot)].classes[at(o.classNumber)].traffic;
        const auto i = static_cast<std::size_t>(
            std::lower_bound(t.bundle.begin(), t.bundle.end(), bundle) - t.bundle.begin());
        if (o.id != last) {
            flows += ofJob;
            ofJob = 0.0;
            last = o.id;
        }
        ofJob = std::max(ofJob, t.load[i] * t.flows);
        wanted += t.load[i] * t.demandBytesPerS;
    }
    flows += ofJob;
    double capacity = 0.0;
    if (bundle == storage_.readBundle) {
        capacity = storage_.readBytesPerS * storageRunning();
    } else if (bundle == storage_.writeBundle) {
        capacity = storage_.writeBytesPerS * storageRunning();
    } else {
        capacity = links_.capacityBytesPerS(bundle, flows) * (1.0 - links_.stallShare(bundle)) *
                   poweredShare(links_.fabricOf(bundle));
    }
    capacity_[at(bundle)] = capacity;
    return wanted > capacity;
}

void FabricRun::solveDirty() {
    ++pass_;
    loadsChanged_ = true;
    std::vector<std::int32_t> seeds = std::move(dirtySlots_);
    dirtySlots_.clear();
    std::sort(dirtyBundles_.begin(), dirtyBundles_.end());
    dirtyBundles_.erase(std::unique(dirtyBundles_.begin(), dirtyBundles_.end()),
                        dirtyBundles_.end());
    for (const std::int32_t b : dirtyBundles_) {
        for (const OnBundle& o : onBundle_[at(b)]) {
            seeds.push_back(o.slot);
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
                if (!binds(b)) {
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
    classes_.clear();
    for (const std::int32_t slot : slots) {
        JobTraffic& traffic = slots_[at(slot)];
        Job& job = s_.jobs[at(traffic.job)];
        traffic.was = {job.dataShare, job.tensorShare, job.pipelineShare, job.storageBytesPerS,
                       job.wanBytesPerS};
        job.dataShare = job.tensorShare = job.pipelineShare = 1.0;
        job.storageBytesPerS = 0.0;
        job.sites = static_cast<std::int32_t>(traffic.fabrics.size());
        for (JobClass& c : traffic.classes) {
            if (c.phase == JobPhase::Wan) {
                job.wanBytesPerS = c.wholeBytesPerS;
            }
            classes_.push_back(std::move(c.traffic));
        }
    }
    for (int round = 0; round < kRounds; ++round) {
        std::size_t k = 0;
        for (const std::int32_t slot : slots) {
            JobTraffic& traffic = slots_[at(slot)];
            const std::size_t first = k;
            for (JobClass& c : traffic.classes) {
                c.traffic = std::move(classes_[k++]);
            }
            setDemands(plant_, s_.jobs[at(traffic.job)], traffic);
            k = first;
            for (JobClass& c : traffic.classes) {
                classes_[k++] = std::move(c.traffic);
            }
        }
        solveTraffic(classes_, capacity_);
        k = 0;
        for (const std::int32_t slot : slots) {
            JobTraffic& traffic = slots_[at(slot)];
            for (JobClass& c : traffic.classes) {
                c.traffic = std::move(classes_[k++]);
            }
            setShares(traffic);
            if (round + 1 < kRounds) {
                k -= traffic.classes.size();
                for (JobClass& c : traffic.classes) {
                    classes_[k++] = std::move(c.traffic);
                }
            }
        }
    }
    for (const std::int32_t slot : slots) {
        const JobTraffic& traffic = slots_[at(slot)];
        const Job& job = s_.jobs[at(traffic.job)];
        const JobShares now{job.dataShare, job.tensorShare, job.pipelineShare, job.storageBytesPerS,
                            job.wanBytesPerS};
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (std::abs(now[i] - traffic.was[i]) > kShift * std::max(1.0, std::abs(now[i]))) {
                changedJobs_.push_back(traffic.job);
                break;
            }
        }
    }
}

void FabricRun::setShares(JobTraffic& traffic) {
    Job& job = s_.jobs[at(traffic.job)];
    double worst = 1.0;
    bool first = true;  // a job on several fabrics waits for the slowest
    job.bundle = -1;
    job.storageBytesPerS = 0.0;
    for (JobClass& c : traffic.classes) {
        // To single precision: the last bits of a solution are noise, and nothing may hang on them.
        c.traffic.rateBytesPerS = static_cast<double>(static_cast<float>(c.traffic.rateBytesPerS));
        c.traffic.duty = static_cast<double>(static_cast<float>(c.traffic.duty));
        const double share = c.wholeBytesPerS > 0.0
                                 ? std::min(1.0, c.traffic.rateBytesPerS / c.wholeBytesPerS)
                                 : 1.0;
        switch (c.phase) {
            case JobPhase::Data:
            case JobPhase::Generic:
                job.dataShare = std::min(first ? 1.0 : job.dataShare, share);
                first = false;
                break;
            case JobPhase::Wan:
                job.wanBytesPerS = c.traffic.rateBytesPerS;
                break;
            case JobPhase::Tensor:
                job.tensorShare = share;
                break;
            case JobPhase::Pipeline:
                job.pipelineShare = share;
                break;
            case JobPhase::Checkpoint:
                // Without storage a checkpoint never ends: next to nothing, not nothing, which
                // stands for a job that does not write.
                job.storageBytesPerS += std::max(1.0, c.traffic.rateBytesPerS * c.traffic.members);
                continue;
        }
        if (share < worst) {
            worst = share;
            job.bundle = c.traffic.bottleneck;
        }
    }
    job.networkShare = worst;
}

void FabricRun::settle(double timeS) {
    // Telling jobs never dirties what was solved: their clocks stay.
    while (!dirtySlots_.empty() || !dirtyBundles_.empty()) {
        solveDirty();
        tell(timeS);
    }
}

void FabricRun::tell(double timeS) {
    std::vector<std::int32_t> jobs = std::move(changedJobs_);
    changedJobs_.clear();
    std::sort(jobs.begin(), jobs.end());
    jobs.erase(std::unique(jobs.begin(), jobs.end()), jobs.end());
    for (const std::int32_t index : jobs) {
        const Job& job = s_.jobs[at(index)];
        if (!active(job)) {
            continue;
        }
        if (job.networkShare <= 0.0) {
            jobs_->partition(index, timeS, links_.causeOf(job.bundle));
        } else {
            jobs_->refreshRate(index, timeS);
        }
    }
}

void FabricRun::powerChanged(double timeS, std::int64_t /*cause*/) {
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        if (slots_[slot].job >= 0) {
            dirtySlots_.push_back(static_cast<std::int32_t>(slot));
        }
    }
    settle(timeS);
}

double FabricRun::storageRunning() const {
    double running = 0.0, blocks = 0.0;
    for (const StorageJoin& join : network_.storage) {
        running += join.blocks * s_.hallItRunning[at(join.hall)];
        blocks += join.blocks;
    }
    return blocks > 0.0 ? running / blocks : 1.0;
}

double FabricRun::restartReadS(std::int32_t job) const {
    const Job& j = s_.jobs[at(job)];
    if (j.source != JobSource::Training || storage_.readBundle < 0) {
        return 0.0;
    }
    // Every adapter of the job reads its shard; the servers share what they have among those that
    // use them now.
    const double bytes = plant_.training[at(j.sourceIndex)].checkpointBytes;
    const double reads = storage_.readBytesPerS * storageRunning();
    const int server = serverOfSlot(plant_, j.pool, j.firstSlot);
    const std::int32_t f = network_.serverFabric[at(server)];
    double line = reads;
    if (f >= 0) {
        const PlantPool& pool = plant_.pools[at(j.pool)];
        const double servers = std::ceil(static_cast<double>(j.accelerators) /
                                         std::max(1, pool.acceleratorsPerServer));
        line = network_.fabrics[at(f)].adapterBytesPerS * servers *
               network_.serverEndpoints[at(server)];
    }
    const double rate = std::min(reads, line);
    return rate > 0.0 ? bytes / rate : 0.0;
}

std::string FabricRun::bottleneckName(const Job& job) const {
    if (job.bundle < 0) {
        return "its adapters";
    }
    if (job.bundle >= network_.bundles()) {
        return "storage servers";
    }
    return bundleName(network_, job.bundle);
}

}  // namespace headroom::engine
