// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "models/workload/training_certainty.h"

/// How fast a job goes, as functions of plant and state.
namespace headroom::engine {

/// The step model's input for a training job on a fabric, at full clock and network.
models::TrainingStepInput trainingInput(const PlantTraining& training, const PlantPool& pool,
                                        const PlantFabric& fabric);

/// The same of a job at its size, present clock and shares of the network.
models::TrainingStepInput trainingInputNow(const Plant& plant, const Job& job);

/// The step of a job with a training plan at its present clock and shares of the network.
models::TrainingStep trainingStepOf(const Plant& plant, const Job& job);

/// Its 90 % interval: models/workload/training_certainty.h.
models::CertainRange stepRangeOf(const Plant& plant, const Job& job);

/// Share of the time in which a job without a plan sends, at the full rate of its adapters.
double communicationShare(const Plant& plant, const Job& job);

/// Its training plan; the job must have one.
const PlantTraining& trainingOf(const Plant& plant, const Job& job);

/// Servers that its accelerators fill.
double serversOf(const Plant& plant, const Job& job);

}  // namespace headroom::engine
