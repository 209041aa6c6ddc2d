// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/job_terms.h"

#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/checkpoint.h"
#include "models/workload/usual.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

void setTerms(const Plant& plant, const JobFabric& fabric, Job& job, const PlantTerms& given,
              double runS) {
    const models::JobTerms& terms = given.terms;
    job.tenant = given.tenant;
    job.priority = terms.priority;
    job.mayLeave = terms.mayLeave ? 1 : 0;
    job.dataSet = given.dataSet;
    job.budgetUsd = terms.budgetUsd >= 0.0 ? terms.budgetUsd : -1.0;
    job.preemptible = terms.preemptible ? 1 : 0;
    job.leastAccelerators = std::max(
        1, static_cast<std::int32_t>(std::ceil(job.accelerators * terms.leastShare - 1e-9)));
    job.mostAccelerators =
        static_cast<std::int32_t>(std::floor(job.accelerators * terms.mostShare + 1e-9));
    if (job.training >= 0) {
        const double tokensPerS = trainingStepOf(plant, job).tokensPerS;
        runS = tokensPerS > 0.0 ? job.work / tokensPerS : 0.0;
    }
    job.expectedRunS = runS * terms.estimateFactor;
    if (terms.deadlineSlack > 0.0) {
        job.deadlineS = terms.deadlineSlack * runS;  // after submission, until submit()
    }
    job.intervalPolicy = static_cast<std::int32_t>(terms.checkpointPolicy);
    if (terms.checkpointPolicy != models::CheckpointPolicy::Fixed) {
        const double meanS = meanTimeToInterruptionS(plant, job.pool, job.accelerators);
        const models::JobProfileSpec& profile =
            plant.profiles[static_cast<std::size_t>(job.profile)].spec;
        const double writeS = job.training >= 0 ? fabric.checkpointWriteS(job) : 0.0;
        const bool waits = profile.checkpointMode == models::CheckpointMode::Synchronous;
        const double costS =
            waits ? std::max(profile.checkpointStallS, writeS) : profile.checkpointStallS;
        if (std::isfinite(meanS)) {
            const double bestS = terms.checkpointPolicy == models::CheckpointPolicy::Young
                                     ? models::youngIntervalS(costS, meanS)
                                     : models::dalyIntervalS(costS, meanS);
            // Written behind training, one must be done before the next begins.
            job.checkpointS = std::max({bestS, waits ? 0.0 : writeS, models::kLeastCheckpointS});
        }
    }
}

}  // namespace headroom::engine
