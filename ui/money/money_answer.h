// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/rack_costs.h"
#include "engine/money/study.h"

#include <memory>
#include <vector>

namespace headroom::ui {

/// What the money view shows: a study, the offers that it is held against, and sites. What refers to
/// parts of the catalogue keeps it.
struct MoneyAnswer {
    std::shared_ptr<const engine::Catalogue> catalogue;
    std::shared_ptr<const engine::CostStudy> study;  ///< null: none yet
    std::vector<engine::BreakEven> breakEvens;
    std::vector<engine::SiteCost> sites;  ///< empty: nobody asked
    std::vector<engine::RackCost> racks;  ///< what racks cost, by block

    /// Reads this.
    engine::CostReport report() const {
        engine::CostReport report = study->report();
        report.breakEvens = breakEvens.empty() ? nullptr : &breakEvens;
        return report;
    }

    /// With its price year.
    std::string currency() const { return engine::moneyUnit(study->basis); }
};

}  // namespace headroom::ui
