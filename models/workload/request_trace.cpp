// SPDX-License-Identifier: Apache-2.0
#include "models/workload/request_trace.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kRequestTraceAttributes = std::to_array<Attribute>({
    text<&RequestTraceSpec::arrivalColumn>(
        "arrival_column", "Arrival column",
        {.doc = "Time of arrival; without it a head such as arrival_s, TIMESTAMP or arrived_at."}),
    text<&RequestTraceSpec::promptColumn>(
        "prompt_column", "Prompt column",
        {.doc = "Tokens of the prompt; without it a head such as context_tokens or input_length."}),
    text<&RequestTraceSpec::outputColumn>(
        "output_column", "Answer column",
        {.doc =
             "Tokens of the answer; without it a head such as generated_tokens or output_length."}),
    choice<&RequestTraceSpec::time>(
        "time_unit", "Time unit", kTraceTimeWords,
        {.doc = "Unit of arrivals. auto: dates by their look, numbers in "
                "seconds; milliseconds of Mooncake."}),
});

}  // namespace

const ComponentType& RequestTraceSpec::type() {
    static constexpr ComponentType kType{"request_trace",
                                         "Request trace",
                                         "",
                                         false,
                                         "Columns of a trace of inference requests.",
                                         kRequestTraceAttributes,
                                         &createSpec<RequestTraceSpec>,
                                         &destroySpec<RequestTraceSpec>};
    return kType;
}

}  // namespace headroom::models
