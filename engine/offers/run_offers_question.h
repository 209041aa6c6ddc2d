// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/offers/run_offers.h"
#include "engine/planning/planning_question.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Arguments of the question `plan`: training runs, and the places to compare.
struct RunOffersAsked {
    std::vector<std::string> runs;
    std::vector<std::string> against;
    std::vector<std::string> own, buy;  ///< project files or folders
    std::string parts;                  ///< folder of own parts
    int accelerators = 1024;
    double restartS = 600.0;
    double dataBytes = 0.0;
    double rentDecline = 0.0;
};

/// The question `plan`. Its answer is not met if some run has no place that takes it with at least an even chance to be in
/// time. PLN-005: a run that cannot be read; PLN-006: no place; MON-009; errors of chooseModel(), of reading projects and
/// parts and of ownPlaces().
const PlanningQuestion& runOffersQuestion();

/// "llama3-70b:2T:90d:2048": model, tokens, deadline from now on and accelerators; the last two may be left out. The
/// model is looked for in the catalogues in turn. PLN-005; errors of chooseModel().
Result<WantedRun> wantedRunOf(const std::string& text,
                              const std::vector<std::shared_ptr<const Catalogue>>& catalogues);

}  // namespace headroom::engine
