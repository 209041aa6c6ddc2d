// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/list/planning_questions.h"

#include "engine/fleet/fleet_question.h"
#include "engine/goodput/goodput_question.h"
#include "engine/offers/run_offers_question.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

std::span<const PlanningQuestion* const> planningQuestions() {
    static const std::array kQuestions = {&runOffersQuestion(), &goodputQuestion(),
                                          &fleetQuestion()};
    return kQuestions;
}

const PlanningQuestion* planningQuestionNamed(std::string_view name) {
    const auto all = planningQuestions();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const PlanningQuestion* each) { return each->name == name; });
    return at != all.end() ? *at : nullptr;
}

}  // namespace headroom::engine
