// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// Measurements of a run's log: steps of Megatron and torchtitan, the summary of vLLM's serving benchmark, rows
/// of nccl-tests.
struct RunLog {
    enum class Kind { Training, Serving, Collective };

    /// One row of nccl-tests.
    struct Message {
        double bytes = 0.0, seconds = 0.0;
        double busGbPerS = 0.0;  ///< bus bandwidth, GB/s
    };

    std::string form;  ///< "log of Megatron"
    Kind kind = Kind::Training;

    // Training. The first steps, which warm up, are left out.
    std::vector<double> stepS;       ///< empty where the log states rates only
    std::vector<double> tokensPerS;  ///< of one accelerator; empty where it states times only
    std::vector<double> flopsPerS;   ///< of one accelerator, as the log counts
    double batchSequences = 0.0;     ///< 0 if not stated
    int warmUp = 0;                  ///< steps left out

    /// Serving: figures by the benchmark's own names, "Median TTFT (ms)".
    std::map<std::string, double> figures;

    std::string operation;  ///< Collective: "all_reduce"; empty if not known
    int ranks = 0;
    std::vector<Message> messages;

    double medianStepS() const;  ///< 0 if none
    /// Share of steps that take more than 1.3 times the median, and the time they cost over all.
    double slowSteps() const;
    double slowShare() const;
};

double medianOfList(std::vector<double> values);  ///< 0 for none

/// RLG-001: no line of any of these forms. RLG-002: fewer than three steps.
Result<RunLog> readRunLog(const std::filesystem::path& path);
Result<RunLog> parseRunLog(std::string_view text, const std::string& file);

}  // namespace headroom::engine
