// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/break_even.h"
#include "engine/money/cost.h"
#include "engine/money/spread.h"
#include "engine/sheet/sheet.h"

#include <optional>
#include <string>
#include <vector>

/// Where the same work could be done, and what it costs there: the project's own building, a
/// colocation, the servers of a cloud, and the own building with a cloud for what it cannot take.
/// Each is a year of the same jobs through the same simulation (engine/run/offsite does the jobs
/// away: queue, start-up, servers taken back, checkpoints, data).
namespace headroom::engine {

enum class PlaceKind { Own, Colocation, Cloud, Hybrid };

struct PlaceCost {
    PlaceKind kind = PlaceKind::Own;
    std::string name;
    double perYear = 0.0;      ///< currency: Cost::perYear, or rent, energy, egress of a year
    double rentPerYear = 0.0;  ///< of it: to clouds, all that follows with it
    // Of the rent: data that leaves, data that is kept, support.
    double egressPerYear = 0.0, storagePerYear = 0.0, supportPerYear = 0.0;
    double usedHours = 0.0;                  ///< accelerator hours that jobs hold in a year
    double tokens = 0.0;                     ///< trained in a year
    double trainingShare = 0.0;              ///< of the used hours: held by training jobs
    double jobs = 0.0;                       ///< completed in a year, of days that begin anew
    double takenBack = 0.0;                  ///< jobs whose servers were taken back, a year
    double goodput = models::kNotStated;     ///< of training: progress that was kept over time held
    double carbonKg = 0.0;                   ///< of operation, a year
    double firstWorkS = models::kNotStated;  ///< from the decision: lead time, or start-up
    double people = 0.0;                     ///< staff of the site
    double keptBytes = 0.0;                  ///< at clouds
    std::string_view access, effort;         ///< who may use what, and who keeps it running
    std::vector<IdleJob> idle;               ///< jobs that never ran there
    std::optional<BreakEven> breakEven;  ///< of the own building against this one; a cloud alone

    double perHour() const { return perYear / usedHours; }

    /// Training's share of the cost by used hours, as the output million_tokens_trained of `cost`.
    double perMillionTokens() const { return trainingShare * perYear / (tokens / 1e6); }
};

/// The project with all of its jobs at the offer: their data lie there. Services stay. `networkWait`: of its fabric
/// (RemoteSiteSpec); placeCosts() takes TypicalYear::networkWait of the own building, so that both have one law of
/// the network. Assumption: a provider's fabric is as oversubscribed as the project's.
Project movedTo(const Project& project, const Against& against, double accelerators,
                double networkWait = 0.0);
/// The project with the offer for the jobs that it cannot take at once.
Project burstingTo(const Project& project, const Against& against, double accelerators,
                   double networkWait = 0.0);

/// Charges of a provider in a year of these sums, in dollars: servers and data as the run paid them, at the price of a
/// commitment where one was made; storage by the month; support on all of it.
struct CloudBill {
    double rentUsd = 0.0, egressUsd = 0.0, storageUsd = 0.0, supportUsd = 0.0;

    double usd() const { return rentUsd + egressUsd + storageUsd + supportUsd; }
};

CloudBill cloudBill(const Against& against, const Catalogue& catalogue, const Sums& sums,
                    double keptBytes);

/// Own building, colocation, then each offer alone and with the own building. The basis and the
/// cost are the project's own; a year of the jobs is simulated for each offer, twice; once for one
/// that is reserved.
ResultAll<std::vector<PlaceCost>> placeCosts(const Project& project, const CostBasis& basis,
                                             const Cost& cost, const CostSpread& spread,
                                             const PriceRates& rates,
                                             const std::vector<Against>& against,
                                             const TypicalYearSpec& spec,
                                             const std::function<void(double share)>& progress = {},
                                             const std::atomic<bool>* cancel = nullptr);

/// The trade-off of the field, as a table: money, work, reliability, time, effort, carbon.
Sheet placesSheet(const std::vector<PlaceCost>& places, const CostBasis& basis);

}  // namespace headroom::engine
