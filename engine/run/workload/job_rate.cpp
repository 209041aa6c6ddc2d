// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_rate.h"

#include "engine/run/workload/allocation.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

models::TrainingStepInput trainingInput(const PlantTraining& training, const PlantPool& pool,
                                        const PlantFabric& fabric) {
    models::TrainingStepInput in;
    in.model = &training.model;
    in.accelerator = &pool.spec;
    in.profile = &training.profile;
    in.scaleUp = &fabric.scaleUp;
    in.scaleOut = &fabric.scaleOut;
    in.software = &training.software;
    in.plan = models::planOf(training.spec, training.model);
    in.speedSpread = pool.spec.speedSpread;
    in.scaleUpDomain = pool.spec.scaleUpDomain;
    in.networkReduces = fabric.spec.inNetworkReduction;
    in.hostStaging = fabric.spec.transport == models::FabricTransport::HostStaging;
    in.gradientCompression = training.spec.gradientCompression;
    in.localSteps = training.spec.localSteps;
    return in;
}

const PlantTraining& trainingOf(const Plant& plant, const Job& job) {
    return plant.training[static_cast<std::size_t>(job.training)];
}

double serversOf(const Plant& plant, const Job& job) {
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(job.pool)];
    return std::ceil(static_cast<double>(job.accelerators) /
                     std::max(1, pool.acceleratorsPerServer));
}

models::TrainingStepInput trainingInputNow(const Plant& plant, const Job& job) {
    const PlantTraining& t = trainingOf(plant, job);
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(job.pool)];
    int block = pool.blocks.front();
    if (job.firstSlot >= 0) {
        const ServerIndex server(serverOfSlot(plant, job.pool, job.firstSlot));
        block = plant.rackBlock[static_cast<std::size_t>(
            plant.serverRack[static_cast<std::size_t>(server)])];
    }
    const int fabric = plant.blocks[static_cast<std::size_t>(block)].fabric;
    models::TrainingStepInput in =
        trainingInput(t, pool, plant.fabrics[static_cast<std::size_t>(fabric)]);
    in.plan.accelerators = job.accelerators;  // an elastic job has more or fewer than it asked for
    in.clock = std::max(job.clock, 1e-3);
    in.dataShare = std::max(job.dataShare, 1e-6);
    in.tensorShare = std::max(job.tensorShare, 1e-6);
    in.pipelineShare = std::max(job.pipelineShare, 1e-6);
    if (job.sites > 1) {
        in.sites = job.sites;
        in.wanBytesPerS = job.wanBytesPerS * job.sites / job.accelerators;
        for (const WanLink& wan : plant.fabric->wans) {
            in.wanRoundTripS = std::max(in.wanRoundTripS, 2.0 * wan.latencyS);
        }
    }
    return in;
}

models::TrainingStep trainingStepOf(const Plant& plant, const Job& job) {
    return models::trainingStep(trainingInputNow(plant, job));
}

models::CertainRange stepRangeOf(const Plant& plant, const Job& job) {
    const models::TrainingStepInput in = trainingInputNow(plant, job);
    const models::TrainingStep step = models::trainingStep(in);
    return models::rangeOf(step.stepS,
                           models::trainingSpread(in, step, models::trainingKnowledge(in)));
}

double communicationShare(const Plant& plant, const Job& job) {
    if (job.training >= 0 || job.profile < 0) {
        return 0.0;
    }
    const double share =
        plant.profiles[static_cast<std::size_t>(job.profile)].spec.communicationShare;
    return std::isnan(share) ? 0.0 : share;
}

}  // namespace headroom::engine
