// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/job_trace.h"
#include "engine/plant/plant.h"

namespace headroom::engine {

/// Pools of the jobs of a trace by the kinds of accelerators that its file names. A kind is an accelerator of the project if
/// each word of the shorter name is one of the other ("a100" and "a100-sxm-80", "NVIDIA-H100-80GB-HBM3" and "h100-sxm" by
/// the word with the model's number). Jobs of other kinds run in `trace.pool`; a note counts them by kind.
void assignTracePools(PlantTrace& trace, const JobTrace& read, const std::vector<PlantPool>& pools);

/// Whether a word of a log means an accelerator of the catalogue.
bool meansAccelerator(std::string_view kind, std::string_view acceleratorId);

}  // namespace headroom::engine
