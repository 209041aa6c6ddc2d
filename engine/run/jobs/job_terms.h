// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/jobs/job_ports.h"
#include "engine/run/state/state.h"

namespace headroom::engine {

/// Sets the terms of a job as its source states them: tenant, priority, deadline, elasticity, checkpoint interval. Its size,
/// plan and work are set before. runS: run time at full speed, 0 where a training step decides.
void setTerms(const Plant& plant, const JobFabric& fabric, Job& job, const PlantTerms& given,
              double runS);

}  // namespace headroom::engine
