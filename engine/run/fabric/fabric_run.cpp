// SPDX-License-Identifier: Apache-2.0
#include "engine/run/fabric/fabric_run.h"

#include "engine/fabric/names.h"
#include "engine/plant/index.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_rate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace headroom::engine {

namespace {

/// Places of storage behind the bundles: reading, writing, metadata.
constexpr std::size_t kStoragePlaces = 3;

}  // namespace

FabricRun::FabricRun(const RunContext& run, Jobs& jobs)
    : Subsystem(run, Owner::Fabric),
      jobs_(jobs),
      network_(*run.plant.fabric),
      links_(network_),
      loads_(network_, links_, kStoragePlaces) {
    const Plant& plant = run.plant;
    storage_ = storagePortOf(plant);
    const auto bundles = at(network_.bundles());
    onBundle_.resize(bundles + kStoragePlaces);
    capacity_.assign(bundles + kStoragePlaces, 0.0);
    bundleSeen_.assign(bundles + kStoragePlaces, 0);
    bundleDirty_.assign(bundles + kStoragePlaces, 0);
    bound_.assign(bundles + kStoragePlaces, 0);
    known_.assign(bundles + kStoragePlaces, 0);
    endpointServer_.resize(network_.fabrics.size());
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        if (network_.fabrics[f].topology) {
            endpointServer_[f].assign(at(network_.fabrics[f].topology->endpoints()), -1);
        }
    }
    for (ServerIndex server(0); server < plant.servers; ++server) {
        const std::int32_t f = network_.serverFabric[at(server)];
        for (int n = 0; f >= 0 && n < network_.serverEndpoints[at(server)]; ++n) {
            endpointServer_[at(f)][at(network_.serverFirstEndpoint[at(server)] + n)] = server;
        }
    }
}

void FabricRun::begin() {
    queueDrills(FabricEvent::Drill);
    refreshLoads();
}

void FabricRun::derive() {
    for (auto& list : onBundle_) {
        list.clear();
    }
    slots_.clear();
    freeSlots_.clear();
    slotOfJob_.clear();
    slotSeen_.clear();
    slotDirty_.clear();
    dirtySlots_.clear();
    dirtyBundles_.clear();
    std::fill(bundleDirty_.begin(), bundleDirty_.end(), std::uint8_t{0});
    std::fill(known_.begin(), known_.end(), std::uint8_t{0});
    links_.apply(s_.fabric.faults);
    for (const JobIndex job : s_.running) {
        jobStarted(job);
    }
    // The shares are in the State; solving again finds the same and fills what is derived.
    solveDirty();
    changedJobs_.clear();
    refreshLoads();
}

void FabricRun::renumbered(const std::vector<std::int32_t>& now) {
    std::fill(slotOfJob_.begin(), slotOfJob_.end(), -1);
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        if (std::int32_t& job = slots_[slot].job; job >= 0) {
            job = now[at(job)];
            slotOfJob_[at(job)] = static_cast<std::int32_t>(slot);
        }
    }
    slotOfJob_.resize(std::min(slotOfJob_.size(), s_.jobs.size()));
}

bool FabricRun::active(const Job& job) const {
    return job.state == JobState::Running &&
           (job.rate > 0.0 || job.reason == static_cast<std::int32_t>(JobReason::Partitioned));
}

void FabricRun::jobStarted(JobIndex job) {
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

void FabricRun::jobStopped(JobIndex job) {
    if (at(job) < slotOfJob_.size() && slotOfJob_[at(job)] >= 0) {
        drop(slotOfJob_[at(job)]);
    }
}

void FabricRun::jobChanged(JobIndex job) {
    if (at(job) < slotOfJob_.size() && slotOfJob_[at(job)] >= 0) {
        // Its demand is known before anybody looks for coupled jobs.
        const std::int32_t slot = slotOfJob_[at(job)];
        JobTraffic& traffic = slots_[at(slot)];
        std::vector<double> before;
        for (const JobClass& c : traffic.classes) {
            before.push_back(c.traffic.demandBytesPerS);
        }
        setDemands(plant_, s_.jobs[at(job)], traffic);
        for (std::size_t c = 0; c < before.size(); ++c) {
            if (traffic.classes[c].traffic.demandBytesPerS != before[c]) {
                touch(slot);
                return;
            }
        }
        dirtySlots_.push_back(slot);
    }
}

void FabricRun::add(JobIndex job) {
    JobTraffic traffic = trafficOfJob(plant_, s_, job, storage_);
    refreshAdapters(traffic);
    if (traffic.classes.empty()) {
        return;  // inside one leaf or scale-up domain
    }
    std::int32_t slot = static_cast<std::int32_t>(slots_.size());
    if (freeSlots_.empty()) {
        slots_.emplace_back();
        slotSeen_.push_back(0);
        slotDirty_.push_back(0);
    } else {
        slot = freeSlots_.back();
        freeSlots_.pop_back();
    }
    slotOfJob_[at(job)] = slot;
    const std::int64_t id = s_.jobs[at(job)].id;
    for (std::size_t c = 0; c < traffic.classes.size(); ++c) {
        detourAround(traffic.classes[c].traffic);
        const std::vector<std::int32_t>& bundles = traffic.classes[c].traffic.bundle;
        for (std::size_t place = 0; place < bundles.size(); ++place) {
            auto& list = onBundle_[at(bundles[place])];
            const OnBundle entry{id, slot, static_cast<std::int32_t>(c),
                                 static_cast<std::int32_t>(place)};
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
        for (const std::int32_t b : c.traffic.bundle) {
            lookAgain(b);
        }
    }
}

void FabricRun::lookAgain(std::int32_t bundle) {
    known_[at(bundle)] = 0;
    if (bundleDirty_[at(bundle)] == 0) {
        bundleDirty_[at(bundle)] = 1;
        dirtyBundles_.push_back(bundle);
    }
}

void FabricRun::drop(std::int32_t slot) {
    JobTraffic& traffic = slots_[at(slot)];
    for (const JobClass& c : traffic.classes) {
        for (const std::int32_t b : c.traffic.bundle) {
            std::erase_if(onBundle_[at(b)], [&](const OnBundle& o) { return o.slot == slot; });
            lookAgain(b);
        }
    }
    slotOfJob_[at(traffic.job)] = -1;
    traffic = {};
    freeSlots_.push_back(slot);
}

void FabricRun::refreshAdapters(JobTraffic& traffic) const {
    traffic.adapters = 1.0;
    for (const auto& [key, factor] : links_.adapters()) {
        const ServerIndex server(endpointServer_[at(key.first)][at(key.second)]);
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

void FabricRun::settle(double timeS) {
    // Telling jobs never dirties what was solved: their clocks stay.
    while (!dirtySlots_.empty() || !dirtyBundles_.empty()) {
        solveDirty();
        tell(timeS);
    }
}

void FabricRun::tell(double timeS) {
    std::vector<JobIndex> jobs = std::move(changedJobs_);
    changedJobs_.clear();
    std::sort(jobs.begin(), jobs.end());
    jobs.erase(std::unique(jobs.begin(), jobs.end()), jobs.end());
    for (const JobIndex index : jobs) {
        const Job& job = s_.jobs[at(index)];
        if (!active(job)) {
            continue;
        }
        if (job.networkShare <= 0.0) {
            // A broken link, or switches without power.
            const std::int64_t fault = links_.causeOf(job.bundle);
            jobs_.partition(index, timeS,
                            fault >= 0 ? fault : causes_.latest(CausePlace::Fabric, 0, timeS));
        } else {
            jobs_.refreshRate(index, timeS);
        }
    }
}

void FabricRun::powerChanged(double timeS, std::int64_t cause) {
    causes_.clear(CausePlace::Fabric, 0, -1, timeS);
    if (std::any_of(s_.hallItRunning.begin(), s_.hallItRunning.end(),
                    [](double running) { return running < 1.0; })) {
        causes_.raise(CausePlace::Fabric, 0, 0, cause, timeS);
    }
    std::fill(known_.begin(), known_.end(), std::uint8_t{0});
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        if (slots_[slot].job >= 0) {
            dirtySlots_.push_back(static_cast<std::int32_t>(slot));
        }
    }
    settle(timeS);
}

double FabricRun::storageRunning() const {
    double running = 0.0, blocks = 0.0;
    const auto& speed = s_.faults.storageSpeed;
    std::size_t block = 0;
    for (const StorageJoin& join : network_.storage) {
        for (int k = 0; k < join.blocks; ++k, ++block) {
            running += s_.hallItRunning[at(join.hall)] * (speed.empty() ? 1.0F : speed[block]);
        }
        blocks += join.blocks;
    }
    return blocks > 0.0 ? running / blocks : 1.0;
}

double FabricRun::transportTimeoutS(JobIndex job) const {
    const bool known = at(job) < slotOfJob_.size() && slotOfJob_[at(job)] >= 0;
    return known ? network_.fabrics[at(slots_[at(slotOfJob_[at(job)])].fabrics.front())]
                       .spec.transportTimeoutS
                 : models::FabricSpec{}.transportTimeoutS;
}

double FabricRun::lineBytesPerS(const Job& job) const {
    const PlantPool& pool = plant_.pools[at(job.pool)];
    const int server =
        job.firstSlot < 0 ? pool.firstServer : serverOfSlot(plant_, job.pool, job.firstSlot);
    const std::int32_t f = network_.serverFabric[at(server)];
    return f < 0 ? std::numeric_limits<double>::infinity()
                 : network_.fabrics[at(f)].adapterBytesPerS * serversOf(plant_, job) *
                       network_.serverEndpoints[at(server)];
}

double FabricRun::checkpointWriteS(const Job& job) const {
    if (storage_.writeBundle < 0) {
        return 0.0;
    }
    const double rate = std::min(lineBytesPerS(job), storage_.writeBytesPerS * storageRunning());
    return rate > 0.0 ? trainingOf(plant_, job).checkpointBytes / rate : 0.0;
}

double FabricRun::restartReadS(JobIndex job) const {
    const Job& j = s_.jobs[at(job)];
    if (j.training < 0) {
        return 0.0;
    }
    const PlantTraining& training = plant_.training[at(j.training)];
    const auto tier = static_cast<models::CheckpointTier>(j.restartTier);
    double rate = lineBytesPerS(j);
    if (tier == models::CheckpointTier::LocalNvme) {
        // From the drives of servers and partners: of each byte one copy is read.
        rate = std::min(rate, training.nvmeReadBytesPerS * serversOf(plant_, j));
    } else if (tier == models::CheckpointTier::Storage) {
        if (storage_.readBundle < 0) {
            return 0.0;
        }
        rate = std::min(rate, storage_.readBytesPerS * storageRunning() / readersOf(j));
    }
    return rate > 0.0 ? training.checkpointBytes / rate : 0.0;
}

/// Jobs that read a checkpoint from storage now, this one with them.
/// Assumption: they share evenly, as at the start of the reading, to its end.
int FabricRun::readersOf(const Job& job) const {
    int readers = 1;
    for (const JobIndex index : s_.running) {
        const Job& other = s_.jobs[at(index)];
        readers += other.id != job.id && other.state == JobState::Starting && other.training >= 0 &&
                           other.restarts > 0 &&
                           static_cast<models::CheckpointTier>(other.restartTier) ==
                               models::CheckpointTier::Storage
                       ? 1
                       : 0;
    }
    return readers;
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
