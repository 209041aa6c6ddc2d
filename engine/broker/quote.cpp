// SPDX-License-Identifier: Apache-2.0
#include "engine/broker/quote.h"

#include "models/workload/checkpoint.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

QuoteFault faultOf(const BrokerPlace& place, const BrokerTask& task,
                   const models::BrokerSpec& broker, double spentUsdPerS, const Quote& quote) {
    if (task.accelerators > place.accelerators) {
        return QuoteFault::TooSmall;
    }
    if (!std::isfinite(task.runS)) {
        return QuoteFault::CannotRun;
    }
    if (!std::isfinite(quote.bringS)) {
        return QuoteFault::NoLine;
    }
    if (!std::isfinite(quote.runS)) {
        return QuoteFault::CannotHold;
    }
    if (place.rents && !std::isnan(broker.spendUsdPerS) &&
        spentUsdPerS + task.accelerators * place.usdPerS > broker.spendUsdPerS) {
        return QuoteFault::OverSpend;
    }
    if (quote.usd > task.budgetUsd) {
        return QuoteFault::OverBudget;
    }
    return quote.endsS > task.deadlineS ? QuoteFault::Late : QuoteFault::None;
}

double scoreOf(const Quote& q, const BrokerTask& task, const models::BrokerSpec& broker) {
    switch (broker.objective) {
        case models::BrokerObjective::Price:
            return q.usd;
        case models::BrokerObjective::Carbon:
            return q.carbonKg;
        case models::BrokerObjective::Time:
            return q.endsS;
        case models::BrokerObjective::Balanced:
            return q.usd + broker.carbonUsdPerKg * q.carbonKg +
                   task.accelerators * broker.waitUsdPerS * q.endsS;
        case models::BrokerObjective::Orders:
            return 0.0;  // others choose
    }
    return 0.0;
}

}  // namespace

const char* quoteFaultText(QuoteFault fault) {
    switch (fault) {
        case QuoteFault::None:
            return "possible";
        case QuoteFault::TooSmall:
            return "has fewer accelerators than the job asks for";
        case QuoteFault::CannotRun:
            return "the job does not run on its accelerators";
        case QuoteFault::NoLine:
            return "no line brings its data there";
        case QuoteFault::OverSpend:
            return "the limit of rent would be passed";
        case QuoteFault::OverBudget:
            return "costs more than the job's budget";
        case QuoteFault::Late:
            return "would end after the job's deadline";
        case QuoteFault::CannotHold:
            return "its spot servers would be taken back before any work is kept";
    }
    return "";
}

Quote quoteOf(const BrokerPlace& place, const BrokerTask& task, const models::BrokerSpec& broker,
              double spentUsdPerS) {
    Quote q;
    const double n = task.accelerators;
    if (task.bringBytes > 0.0) {
        q.bringS = place.bytesPerS > 0.0 ? task.bringBytes / place.bytesPerS + place.roundTripS
                                         : std::numeric_limits<double>::infinity();
    }
    q.startsS = std::max(place.waitS, q.bringS) + place.startS;
    // A job that is shorter than its interval loses no more than itself.
    const double intervalS = std::min(task.checkpointS, task.runS);
    const double kept = place.lossesPerS > 0.0 && task.runS > 0.0
                            ? models::expectedEttr(place.lossesPerS, place.startS, intervalS, 0.0)
                            : 1.0;
    q.runS = task.runS / kept;
    q.endsS = q.startsS + q.runS;
    const double energyJ = n * task.powerW * place.pue * q.runS;
    q.rentUsd = n * place.usdPerS * std::max(q.runS + place.startS, place.minimumS);
    q.energyUsd = energyJ * place.energyUsdPerJ;
    q.egressUsd =
        task.bringBytes * task.bringUsdPerByte + task.returnBytes * place.egressUsdPerByte;
    q.usd = q.rentUsd + q.energyUsd + q.egressUsd;
    q.carbonKg = energyJ * place.carbonKgPerJ;
    q.fault = faultOf(place, task, broker, spentUsdPerS, q);
    q.score = scoreOf(q, task, broker);
    return q;
}

int bestQuote(std::span<const Quote> quotes, const models::BrokerSpec& broker) {
    if (!quotes.empty() && quotes.front().fault == QuoteFault::None &&
        quotes.front().startsS <= broker.patienceS) {
        return 0;
    }
    int best = -1;
    for (std::size_t i = 0;
         i < quotes.size() && broker.objective != models::BrokerObjective::Orders; ++i) {
        if (quotes[i].fault == QuoteFault::None &&
            (best < 0 || quotes[i].score < quotes[static_cast<std::size_t>(best)].score)) {
            best = static_cast<int>(i);
        }
    }
    return best;
}

double freeAfterS(int total, int free, int need, std::span<HeldUntil> held) {
    if (need > total) {
        return std::numeric_limits<double>::infinity();
    }
    if (need <= free) {
        return 0.0;
    }
    std::sort(held.begin(), held.end(),
              [](const HeldUntil& a, const HeldUntil& b) { return a.endS < b.endS; });
    for (const HeldUntil& job : held) {
        free += job.accelerators;
        if (free >= need) {
            return std::max(job.endS, 0.0);
        }
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace headroom::engine
