// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/launch_file.h"
#include "engine/estimate/search.h"
#include "engine/planning/planning_question.h"

#include <string>
#include <vector>

/// "Which plan, for my launcher?": the plans of a training run that no other plan beats in both time of a step and memory
/// left. One of them is written as arguments of the launcher and as a job of a project.
///
///   front   searchPlans() with a grain of kGrainShare of the memory of an accelerator [bytes].
///   MFU     model FLOP of a step / (time of a step x 16-bit peak of all accelerators) [1].
///   room    memory left / memory of an accelerator [1]. Plans that do not fit are not in the front.
///   days    tokens / tokens per second / 86,400 s, without failures.
///
/// Each plan is one that its software combines. Software: that of the launcher which was written since the accelerator
/// shipped, the newest one if none was. Validity: that of models/workload/training_step.h and training_memory.h.
/// Assumption: plans whose memory differs by less than a hundredth of an accelerator's count as equal: allocators
/// round more than that.
namespace headroom::engine {

inline constexpr double kGrainShare = 0.01;

/// Programs whose plans are compared.
enum class Launcher { Any, Megatron, Torchtitan, DeepSpeed, MaxText };

/// Format of the matrices of layers.
enum class PrecisionAsked { Vary, Bf16, Fp8, Fp8Block, Fp4 };

struct ParallelismAsked {
    std::string model, cluster, parts;
    Launcher launcher = Launcher::Any;
    PrecisionAsked precision = PrecisionAsked::Vary;
    double batch = models::kNotStated;  ///< sequences of a step
    bool variesBatch = false;
    int sequence = 0;
    double tokens = models::kNotStated;
    int write = 1;  ///< row of the front that is written
    std::string profile = "llm-pretraining";
};

/// Software of the catalogue that a launcher starts.
/// Returns the newest one if none was written since the accelerator shipped; empty if none trains on its kind.
std::vector<PlanSearchOptions::Software> softwareOfLauncher(
    Launcher launcher, const models::AcceleratorSpec& accelerator, const Catalogue& catalogue);

/// The plan as an object of `training_jobs` of a project, one line of JSON for each attribute that is not the default.
std::vector<std::string> projectJobLines(const TrainingQuestion& question,
                                         const std::string& modelId, const std::string& profileId,
                                         const RankedPlan& ranked);

/// The question `parallelism`. Its answer is not met if no plan fits. EST-001 to EST-007 of the cluster, EST-006 of the
/// model, EST-018 of the precision; PLN-010: no software of the launcher trains on such accelerators; PLN-011: the front
/// has no row of that number.
const PlanningQuestion& parallelismQuestion();

/// Sheets of a front: its plans, and the lines of the texts that write one of them.
std::vector<Sheet> parallelismSheets(const PlanSearch& search, const TrainingQuestion& question,
                                     const std::vector<std::string>& launch,
                                     const std::vector<std::string>& job);

}  // namespace headroom::engine
