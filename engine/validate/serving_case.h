// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/validate/case_file.h"
#include "models/workload/closed_service.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// A measured steady state of a serving engine as the model is asked for it: one row of a table.
struct ServingCase {
    std::string id;
    std::string model;             ///< as the table names it
    models::InferenceInput input;  ///< points into the catalogue
    models::ClosedLoad load;
    std::string accelerator;  ///< id of its part
    int accelerators = 1;
    double tokensPerS = 0.0, itlMedianS = 0.0, powerW = 0.0;  ///< measured
    std::optional<double>
        limitShare;      ///< column limit_pct: largest error that passes, over the measured
    std::string whyNot;  ///< it cannot be expressed; empty if it can
    /// Neighbours on its host took part: while fewer than one iteration in ten has a prompt in it, one gap
    /// between tokens in ten is over 1.25 times the median, which no iteration of the engine explains.
    bool disturbed = false;
};

/// The rows of a table, served by the part "vllm". Accelerators by the names that makers print; weights where
/// none are stated in 16 bits; requests by mean_batch, else by max_concurrent. Prompt lengths by the column
/// mean_prompt_tokens, where there is none by the task:
///   gpqa             225: 44,473 in 198 requests of a published record of the benchmark
///   sourcegraph-fim  1,276: 1,306,650 in 1,024 requests of another (both: an audit of eleven records in a public
///                    repository, text id 67284467126); prefix and suffix are whole files (datasets.py)
///   lm-arena-chat    300, derived: questions come with all earlier turns and their answers (datasets.py). Six rows
///                    whose cache was full held 300 to 500 next to the answers, part of it cached from the turn
///                    before; errors are flat from 150 to 400.
/// Answers where no length is stated 640, 8,000 and 250: medians of the table that states them. A run has 1,024
/// requests, 198 of gpqa, and is repeated until it has one and a half times those at a time (configs/vllm).
/// A host counts as crowded (inference_step.h) on one B200 with answers of 4,000 tokens and more: the 13 such rows of
/// three models take the same time an iteration at equal requests, 32 to 38 ms at 16, for any work of the model
/// in it (8 to 13 ms by its kernels), and draw as little as that says. No column states it. Assumption: the other
/// records of one B200, some of them struck too, are taken as undisturbed; none on H100 shows it.
/// Source: github.com/ml-energy/benchmark (2026-02), mlenergy/benchmark/llm. With one copy of the attention,
/// all accelerators of a row share each layer and, where `ep` says so, the experts; with `dp` copies
/// each has its own attention. `mxfp4` weights are those of experts; the others have 16 bits.
/// Errors VAL-003: a number that is none.
Result<std::vector<ServingCase>> servingCases(const CaseFile& file, const Catalogue& catalogue);

}  // namespace headroom::engine
