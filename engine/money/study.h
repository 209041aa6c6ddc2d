// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost_tables.h"
#include "engine/money/follow.h"
#include "engine/money/sites.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

struct CostQuestion {
    CostSpec spec;
    std::vector<Against> against;  ///< break-even with each
    bool placesToo = false;        ///< the same work done there, too: two more years for each
    std::optional<FollowSpec> follow =
        {};  ///< operation that follows price or carbon: one more year
};

/// All that `headroom-cli cost` and the window's money view say of a project, made once.
struct CostStudy {
    std::string project;  ///< its name
    CostBasis basis;
    PriceRates rates;
    Cost cost;
    CostSpread spread;
    Carbon carbon;
    std::vector<BreakEven> breakEvens;
    std::vector<PlaceCost> places;  ///< empty if nobody asked
    FollowSpec follow;
    std::vector<FollowedYear> followed;  ///< empty if nobody asked

    /// Returns a view. Do not move or destroy this object while the view is in use.
    CostReport report() const;
};

/// `progress`: share of all, and what is being worked out ("day 3 of 12", "aws-p5:spot"). A cancelled result is not
/// complete: the canceller does not use it. The catalogue must outlive it.
/// Errors: those of costBasis() and placeCosts().
ResultAll<std::shared_ptr<const CostStudy>> costStudy(
    const Project& project, const Catalogue& catalogue, const CostQuestion& question,
    const std::function<void(double share, const std::string& what)>& progress = {},
    const std::atomic<bool>* cancel = nullptr);

/// The same simulated year under another horizon, discount rate or tariff, held against these offers;
/// without the places. Errors: those of repriced().
ResultAll<std::shared_ptr<const CostStudy>> repricedStudy(const CostStudy& study,
                                                          const Project& project,
                                                          const CostQuestion& question);

}  // namespace headroom::engine
