// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/workload/training_plan.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

enum class LaunchForm { Megatron, Torchtitan, DeepSpeed, MaxText };

/// The plan of a training run as its launch script or its configuration states it. Members that the file does not state are 0, empty
/// or without a value.
struct LaunchPlan {
    LaunchForm form = LaunchForm::Megatron;
    int accelerators = 0;
    int tensor = 0, pipeline = 0, interleave = 0, context = 0, expert = 0, expertTensor = 0,
        shardGroup = 0;
    int sequence = 0;
    double microBatch = 0.0, batch = 0.0;
    double batchOfCopy =
        0.0;  ///< sequences of a copy in a step, where the file states no batch of all
    bool wholeSequences = false;  ///< Megatron with tensor ranks and without --sequence-parallel
    std::optional<models::Sharding> sharding;
    std::optional<models::Recompute> recompute;
    std::optional<models::Precision> precision;
    std::string software;            ///< software_stack of the catalogue
    std::vector<std::string> notes;  ///< values that could not be read
};

/// Reads the arguments of Megatron-LM in a shell script or a command line, with NAME=VALUE lines for $NAME, or the TOML of torchtitan
/// (also --section.key VALUE). Sources: Megatron-LM megatron/training/arguments.py and torchtitan config/job_config.py (2025).
/// Also reads what launch_forms.h does: the JSON of DeepSpeed, and the options of MaxText.
/// EST-029: none of these is in the text.
Result<LaunchPlan> parseLaunch(std::string_view text, const std::string& file);
Result<LaunchPlan> readLaunch(const std::filesystem::path& file);

/// The same plan as arguments of Megatron-LM, TOML of torchtitan, JSON of DeepSpeed, or options of MaxText. Values that a form cannot state are comments.
std::string launchText(const models::TrainingPlan& plan, LaunchForm form);

}  // namespace headroom::engine
