// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain_traces.h"

#include "engine/exchange/job_trace.h"
#include "engine/explain/file_use.h"
#include "engine/serve/request_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace headroom::engine {

namespace {

/// Sentences end with a full stop.
std::vector<std::string> asSentences(const std::vector<std::string>& notes) {
    std::vector<std::string> sentences;
    for (const std::string& note : notes) {
        std::string sentence = note;
        if (!sentence.empty() && !sentence.ends_with('.')) {
            sentence += '.';
        }
        sentence.front() =
            static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
        sentences.push_back(std::move(sentence));
    }
    return sentences;
}

}  // namespace

Result<Explanation> explainJobs(const std::filesystem::path& file, const std::string&,
                                const ExplainOptions& options) {
    LogReading reading;
    reading.keep = Explanation::kFirstRows;
    reading.progress = options.progress;
    const auto trace = readJobTrace(file, {}, reading);
    if (!trace) {
        return tl::unexpected(trace.error().front());
    }
    Explanation made;
    made.form = "a log of jobs";
    made.rows = trace->found;
    made.columns = {{"job", "name", ""},
                    {"submission", "time after the first", "s"},
                    {"run time", "without waiting", "s"},
                    {"size", "accelerators", ""},
                    {"kind", "of accelerators", ""},
                    {"tenant", "name", ""},
                    {"requested", "run time", "s"}};
    for (const TraceJob& job : trace->jobs) {
        made.first.push_back(
            {job.name, fmt::format("{:.10g}", job.submitS), fmt::format("{:.10g}", job.durationS),
             std::to_string(job.accelerators),
             job.kind < 0 ? std::string() : trace->kinds[static_cast<std::size_t>(job.kind)],
             job.tenant, fmt::format("{:.10g}", job.requestedS)});
    }
    made.notes = asSentences(trace->notes);
    made.notes.push_back(
        fmt::format("A project runs these jobs on its most common accelerator with the profile of "
                    "its other traces, else {}. "
                    "Attributes accelerator and profile of the job trace choose others.",
                    kProfileOfRecordedJobs));
    return made;
}

Result<Explanation> explainRequests(const std::filesystem::path& file, const std::string&,
                                    const ExplainOptions&) {
    const auto trace = readRequestTrace(file);
    if (!trace) {
        return tl::unexpected(trace.error());
    }
    Explanation made;
    made.form = "a trace of requests";
    made.rows = static_cast<long>(trace->requests.size());
    made.columns = {{"arrival", "time after the first", "s"},
                    {"prompt", "tokens", ""},
                    {"answer", "tokens", ""}};
    for (std::size_t i = 0; i < std::min(trace->requests.size(), Explanation::kFirstRows); ++i) {
        const Request& request = trace->requests[i];
        made.first.push_back({fmt::format("{:.6f}", request.arrivalS),
                              std::to_string(request.promptTokens),
                              std::to_string(request.outputTokens)});
    }
    made.notes = asSentences(trace->notes);
    return made;
}

}  // namespace headroom::engine
