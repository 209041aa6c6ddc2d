// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/rack_costs.h"
#include "engine/money/study.h"

#include <memory>
#include <vector>

namespace headroom::ui {

/// Content of the money view: a study, the compared offers, and sites. Members that refer to parts
/// of the catalogue keep it alive.
struct MoneyAnswer {
    std::shared_ptr<const engine::Catalogue> catalogue;
    std::shared_ptr<const engine::CostStudy> study;  ///< null if none yet
    std::vector<engine::BreakEven> breakEvens;
    std::vector<engine::SiteCost> sites;  ///< empty if nobody asked
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
