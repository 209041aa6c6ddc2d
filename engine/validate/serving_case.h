// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/validate/case_file.h"
#include "models/workload/closed_service.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// A measured steady state of a serving engine as the model is asked for it: one row of a table.
struct ServingCase {
    std::string id;
    std::string model;  ///< as the table names it
    models::InferenceInput input;  ///< points into the catalogue
    models::ClosedLoad load;
    std::string accelerator;  ///< id of its part
    int accelerators = 1;
    double tokensPerS = 0.0, itlMedianS = 0.0, powerW = 0.0;  ///< measured
    std::string whyNot;  ///< it cannot be expressed; empty: it can
    /// Neighbours on its host took part: while fewer than one iteration in ten has a prompt in it, one gap
    /// between tokens in ten is over 1.25 times the median, which no iteration of the engine explains.
    bool disturbed = false;
};

/// The rows of a table, served by the part "vllm". Accelerators by the names that makers print; weights where
/// none are stated in 16 bits; requests by mean_batch, else by max_concurrent. Prompt lengths by the column
/// mean_prompt_tokens, where there is none by the task, as the table's README assumes them: 150 tokens of
/// chat, 300 of gpqa, 700 to fill code in; answers where no length is stated 640, 8,000 and 250: medians of
/// the table that states them. With one copy of the attention,
/// all accelerators of a row share each layer and, where `ep` says so, the experts; with `dp` copies
/// each has its own attention. `mxfp4` weights are those of experts; the others have 16 bits.
/// Errors VAL-003: a number that is none.
Result<std::vector<ServingCase>> servingCases(const CaseFile& file, const Catalogue& catalogue);

}  // namespace headroom::engine
