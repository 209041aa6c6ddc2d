// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/broker.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

/// Cost, emission and time of a job at each place where it could run, and the best place.
/// Apart from the facility: `engine/run/offsite` says what a place is like now. See README.md here.
namespace headroom::engine {

/// A place as the broker sees it at one instant.
struct BrokerPlace {
    int accelerators = 0;        ///< the most that a job can ever get there
    double waitS = 0.0;          ///< until the job's accelerators are free there, as foreseen
    double startS = 0.0;         ///< after that: servers start, or a job restarts
    double bytesPerS = 0.0;      ///< for data that has to come; 0 if there is no line
    double roundTripS = 0.0;     ///< of that line
    double usdPerS = 0.0;        ///< rent or ownership of one accelerator while held
    double minimumS = 0.0;       ///< billed at least
    double energyUsdPerJ = 0.0;  ///< 0 where the rent holds the energy
    double carbonKgPerJ = 0.0;
    double pue = 1.0;
    double egressUsdPerByte = 0.0;  ///< of data that leaves that place
    double lossesPerS = 0.0;        ///< how often the job loses its servers there (spot)
    double rentUsdPerS = 0.0;       ///< that all jobs there pay now; for the limit of spending
    bool rents = false;             ///< counts against the limit of spending
};

/// The job at one place. Values that differ by place are stated for that place.
struct BrokerTask {
    int accelerators = 0;
    double runS = 0.0;        ///< what is left of it there, without losses; infinite: cannot run
    double powerW = 0.0;      ///< of one accelerator with its share of the server there
    double bringBytes = 0.0;  ///< data and checkpoint that are not there yet
    double bringUsdPerByte = 0.0;  ///< egress price of the place that they come from
    double returnBytes = 0.0;      ///< results and checkpoints that leave for home at the end
    double checkpointS = 0.0;      ///< work since the last one is lost when it is taken back
    double deadlineS = std::numeric_limits<double>::infinity();  ///< from now
    double budgetUsd = std::numeric_limits<double>::infinity();  ///< that is left
};

/// Why a place is out of the question, the first that holds.
enum class QuoteFault {
    None,
    TooSmall,
    CannotRun,
    NoLine,
    OverSpend,
    OverBudget,
    Late,
    CannotHold
};

/// One sentence for people.
const char* quoteFaultText(QuoteFault fault);

/// Value at that place. Times in s from now, money in USD; the parts sum to `usd`.
struct Quote {
    double bringS = 0.0;   ///< data on the line; continues while it waits for accelerators
    double startsS = 0.0;  ///< when it trains: after waiting, bringing and starting
    double runS = 0.0;     ///< with what losses add
    double endsS = 0.0;
    double rentUsd = 0.0, energyUsd = 0.0, egressUsd = 0.0;
    double usd = 0.0;
    double carbonKg = 0.0;
    double score = 0.0;  ///< what the objective minimises
    QuoteFault fault = QuoteFault::None;
};

/// Quote of one place.
///   bring = bytes / rate + round trip;  starts = max(wait, bring) + start
///   run = t / ETTR(l, start, c),  l losses of the job's servers, c checkpoint interval: each loss costs a start
///         and the work since the last checkpoint (models::expectedEttr, as in `estimate` and `cost`); c at most t
///   rent = n p max(run + start, minimum);  energy = n P PUE run e;  carbon likewise
///   egress = bytes in x price there + bytes back x price here
///   score: price: usd; carbon: kg; time: ends; balanced: usd + carbon price kg + n w ends.
/// The stall of a checkpoint is in t already. CannotHold: no work would ever be kept.
Quote quoteOf(const BrokerPlace& place, const BrokerTask& task, const models::BrokerSpec& broker,
              double spentUsdPerS);

/// Index of the best quote: the least score among those without fault; where all have a fault but
/// some are only Late or OverBudget, -1: the job waits and is looked at again; so where others choose
/// (BrokerObjective::Orders). A tie goes to the first. The first place is the facility: it wins outright where the job starts there within the
/// broker's patience.
int bestQuote(std::span<const Quote> quotes, const models::BrokerSpec& broker);

/// Inputs of a broker outside of this program: the places, the facility first, and the quotes of each waiting job that may
/// leave, at all of them.
struct BrokerView {
    struct Site {
        std::string id, name;
        int accelerators = 0;
        int free = 0;
        double usdPerS = 0.0, energyUsdPerJ = 0.0, carbonKgPerJ = 0.0, pue = 1.0;
        double bytesPerS = 0.0;
    };

    struct Request {
        std::int64_t job = -1;
        std::vector<Quote> quotes;
    };

    std::vector<Site> sites;
    std::vector<Request> requests;
};

/// When `need` of `total` accelerators will be free [s from now], if the jobs that hold them end as
/// foreseen. `endsS` and `counts`: those jobs, in any order; `free`: now. Infinite where total <
/// need. Sorts a copy in `scratch` (grows once).
struct HeldUntil {
    double endS = 0.0;
    int accelerators = 0;
};

double freeAfterS(int total, int free, int need, std::span<HeldUntil> held);

}  // namespace headroom::engine
