// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/launch_file.h"

#include <optional>
#include <string>
#include <string_view>

/// Plans as DeepSpeed and MaxText state them. Sources: the configuration reference of DeepSpeed (deepspeed.ai/docs/config-json)
/// and MaxText configs/base.yml (2025).
namespace headroom::engine {

/// The JSON of DeepSpeed: batch, ZeRO stage, tensor ranks, precision. Pipeline stages are in the code of the run, not in the
/// file. Nothing if the text is not one.
std::optional<LaunchPlan> deepSpeedPlan(std::string_view text);

/// KEY=VALUE of a command line of MaxText, or KEY: VALUE of its YAML. Degrees within a slice (ici) and between slices (dcn)
/// are multiplied. Nothing if the text is neither.
std::optional<LaunchPlan> maxTextPlan(std::string_view text);

std::string deepSpeedText(const models::TrainingPlan& plan);
std::string maxTextText(const models::TrainingPlan& plan);

}  // namespace headroom::engine
