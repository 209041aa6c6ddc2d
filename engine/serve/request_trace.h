// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/serve/request_stream.h"
#include "models/workload/request_trace.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

struct RequestTrace {
    RequestStream requests;          ///< in order of arrival
    std::vector<std::string> notes;  ///< what was left out or changed, for people
};

/// Reads requests of a table (CSV, JSON lines; gzip allowed) with columns for arrival, prompt tokens and answer tokens, by
/// the names in `spec` or by heads that are known: arrival_s, context_tokens, generated_tokens; Azure LLM 2023 and 2024; BurstGPT;
/// Mooncake; Qwen-Bailian; Vidur. Dates, and times since 1970, count from the first arrival.
///
/// Requests without a prompt or an answer, and rows that cannot be read, are left out with a note; arrivals that go back in time
/// are sorted; requests of another year than 99 % of the others are left out (stray_times.h). Errors: FIL-001..008 and TXT-001..003 of the file itself; TIM-002, TIM-003 of the arrivals; SRV-001 a column is
/// missing; SRV-004 no request is left (with the reasons).
Result<RequestTrace> readRequestTrace(const std::filesystem::path& path,
                                      const models::RequestTraceSpec& spec = {});

}  // namespace headroom::engine
