// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/list/planning_questions.h"

#include "engine/fleet/fleet_question.h"
#include "engine/goodput/goodput_question.h"
#include "engine/offers/run_offers_question.h"
#include "engine/parallelism/parallelism_question.h"
#include "engine/schedule/schedule_question.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

std::span<const PlanningQuestion* const> planningQuestions() {
    static const std::array kQuestions = {&runOffersQuestion(), &parallelismQuestion(),
                                          &goodputQuestion(), &fleetQuestion(),
                                          &scheduleQuestion()};
    return kQuestions;
}

}  // namespace headroom::engine
