// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_question.h"

#include <span>
#include <string_view>

/// The questions that every run answers. A new question is its own source and one row in run_questions.cpp: command
/// line, HTTP, Python and attached runs read this list.
namespace headroom::engine {

std::span<const RunQuestion* const> runQuestions();

/// ASK-001: no question of that name. Errors of AskedQuestion::make.
Result<AskedQuestion> askedQuestion(std::string_view name, QuestionArguments arguments);

}  // namespace headroom::engine
