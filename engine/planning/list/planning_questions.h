// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/planning/planning_question.h"

#include <span>
#include <string_view>

/// The planning questions of the product. A new one is its own source and one row in planning_questions.cpp: command line,
/// window and Python read this list.
namespace headroom::engine {

std::span<const PlanningQuestion* const> planningQuestions();

}  // namespace headroom::engine
