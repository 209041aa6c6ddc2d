// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_question.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

/// Questions to a run on a server: their addresses, and their answers read again.
namespace headroom::engine {

/// "/api/v1/questions/step-timeline?job=llama-70b"; pages of jobs and swings have addresses of their own.
std::string targetOfQuestion(const AskedQuestion& question);

/// WEB-043: the answer is of another form.
Result<RunReply> replyFrom(const AskedQuestion& question, const nlohmann::json& answer);

}  // namespace headroom::engine
