// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/planning/planning_question.h"

namespace headroom::app {

/// The shipped catalogue for planning questions, computing on so many threads (0 takes all cores). Errors of openCatalogue().
engine::ResultAll<engine::PlanningWorld> planningWorld(int threads);

}  // namespace headroom::app
