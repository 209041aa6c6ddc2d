// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/planning/planning_question.h"

namespace headroom::app {

/// Opens the shipped catalogue for planning questions that compute on `threads` threads (0 takes all cores). Errors of openCatalogue().
engine::ResultAll<engine::PlanningWorld> planningWorld(int threads);

}  // namespace headroom::app
