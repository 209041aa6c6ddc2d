// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/job_load.h"

#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_energy.h"
#include "engine/run/workload/job_rate.h"

#include <algorithm>

namespace headroom::engine {

JobLoad::JobLoad(const Plant& plant, State& state)
    : plant_(plant), s_(state), rackNoted_(static_cast<std::size_t>(plant.racks), 0) {}

void JobLoad::setActivity(JobIndex index, const models::ChipPhases& phases) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.phases != phases) {
        settleEnergy(job);
        if (job.activity == 0.0) {
            fresh_.push_back(index);
        }
        job.phases = phases;
        job.activity = phases.mean();
        noteJob(job);
    }
}

void JobLoad::spin(JobIndex index) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.place < 0 && job.source != JobSource::Service) {
        setActivity(index, models::waitActivity(
                               job.training >= 0
                                   ? trainingOf(plant_, job).profile
                                   : plant_.profiles[static_cast<std::size_t>(job.profile)].spec));
    }
}

/// While its racks still draw what they drew before it went to work, it weighs as it did then: idle.
void JobLoad::settleEnergy(Job& job) {
    const auto index = static_cast<std::int32_t>(&job - s_.jobs.data());
    Job as = job;
    if (const auto at = std::find(fresh_.begin(), fresh_.end(), index); at != fresh_.end()) {
        as.activity = 0.0;
        fresh_.erase(at);
    }
    const JobEnergy mark = energyMarkOf(plant_, s_, job);
    const JobEnergy now = energyAt(plant_, s_, as, mark);
    job.energyJ = now.energyJ;
    job.energyUsd = now.energyUsd;
    job.markJ = mark.energyJ;
    job.markUsd = mark.energyUsd;
}

void JobLoad::markEnergy(Job& job) {
    const JobEnergy mark = energyMarkOf(plant_, s_, job);
    job.markJ = mark.energyJ;
    job.markUsd = mark.energyUsd;
}

void JobLoad::noteJob(const Job& job) {
    changed_ += job.accelerators;
    forEachRackPart(plant_, s_, job, [&](RackIndex rack, int /*slots*/) { noteRack(rack); });
}

void JobLoad::noteServer(ServerIndex server) {
    const auto i = static_cast<std::size_t>(server);
    changed_ += plant_.serverFirstSlot[i + 1] - plant_.serverFirstSlot[i];
    noteRack(plant_.serverRack[i]);
}

void JobLoad::noteRack(RackIndex rack) {
    if (rackNoted_[static_cast<std::size_t>(rack)] == 0) {
        rackNoted_[static_cast<std::size_t>(rack)] = 1;
        notedRacks_.push_back(rack);
    }
}

void JobLoad::refreshRacks() {
    while (!fresh_.empty()) {
        settleEnergy(s_.jobs[static_cast<std::size_t>(fresh_.back())]);
    }
    for (const RackIndex rack : notedRacks_) {
        const auto r = static_cast<std::size_t>(rack);
        rackNoted_[r] = 0;
        const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[r])];
        const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
        int up = 0, longest = 0, holder = -1;
        double sum = 0.0, most = 0.0;
        models::ChipPhases together, busiest;
        for (int n = 0; n < b.rack.servers; ++n) {
            const std::size_t server = at(firstServer + n);
            up += s_.serverDown[server] == 0 ? 1 : 0;
            int run = 0, last = -1;
            double activity = 0.0;  // of the last
            for (SlotIndex slot(plant_.serverFirstSlot[server]);
                 slot < plant_.serverFirstSlot[server + 1]; ++slot) {
                const JobIndex job(s_.slotJob[static_cast<std::size_t>(slot)]);
                if (job < 0) {
                    continue;
                }
                const Job& held = s_.jobs[static_cast<std::size_t>(job)];
                if (job == last) {
                    ++run;
                } else {
                    run = 1;
                    last = job;
                    activity = held.activity;
                    most = std::max(most, held.phases.highest());
                    busiest = activity > busiest.mean() ? held.phases : busiest;
                }
                sum += activity;
                together.add(1.0, held.phases);
                if (run > longest) {
                    longest = run;
                    holder = job;
                }
            }
        }
        s_.rackActivity[r] = sum;
        s_.rackPhases[r] =
            up > 0 ? together.times(1.0 / (up * b.server.accelerators)) : models::ChipPhases();
        s_.rackBusiest[r] = busiest;
        s_.rackMostActivity[r] = most;
        s_.rackServersUp[r] = up;
        s_.shown.rackJob[r] =
            holder < 0 ? -1.0F : static_cast<float>(s_.jobs[static_cast<std::size_t>(holder)].id);
    }
    notedRacks_.clear();
    changed_ = 0;
}

}  // namespace headroom::engine
