// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate_spot.h"

#include "engine/money/break_even.h"
#include "engine/offers/run_offers.h"
#include "engine/text/shown.h"

#include <cmath>
#include <cstdio>

namespace headroom::app {

engine::Result<void> takeSpot(const std::string& offer, const engine::Catalogue& catalogue,
                              engine::EstimateTerms& terms) {
    const auto against = engine::againstOf(offer + ":spot", catalogue);
    if (!against) {
        return tl::unexpected(against.error());
    }
    engine::PriceRates rates(catalogue, *catalogue.entriesOf("price_book").front());
    terms.spot = engine::spotRangeOf(against->offer, catalogue, rates);
    if (std::isnan(terms.usdPerAcceleratorHour)) {
        terms.usdPerAcceleratorHour = engine::priceOf(*against, catalogue, rates).usdPerHour;
    }
    return {};
}

void printSpot(const engine::TrainingEstimate& e) {
    if (std::isnan(e.spotLossesPerDay)) {
        return;
    }
    std::printf(
        "Spot servers: lost %s times a day; by the range of losses %s to %s %% of the time "
        "trains\n",
        engine::shownNumber(e.spotLossesPerDay, 3).c_str(),
        engine::shownNumber(100.0 * e.goodputLow, 3).c_str(),
        engine::shownNumber(100.0 * e.goodputHigh, 3).c_str());
    if (!e.holds) {
        std::printf(
            "A job of this size cannot hold spot servers: it loses them before it has started and "
            "written a "
            "checkpoint.\n");
    }
}

std::string rentText(const engine::TrainingEstimate& e) {
    std::string text = engine::shownUsd(e.rentUsd);
    if (e.goodputLow < e.goodputHigh) {
        text += " (" + engine::shownUsd(e.rentUsd * e.goodput / e.goodputHigh) + " to " +
                (e.goodputLow > 0.0 ? engine::shownUsd(e.rentUsd * e.goodput / e.goodputLow)
                                    : "without end") +
                ")";
    }
    return text;
}

}  // namespace headroom::app
