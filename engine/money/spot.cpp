// SPDX-License-Identifier: Apache-2.0
#include "engine/money/spot.h"

#include "models/compute/server.h"
#include "models/economics/cloud_offer.h"
#include "models/workload/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

double endOf(const Rate& rate, SpotEnd end, bool moreIsSeldomer) {
    const double value = end == SpotEnd::AsStated                     ? rate.value
                         : (end == SpotEnd::Seldom) == moreIsSeldomer ? rate.high
                                                                      : rate.low;
    return value * rate.unit.toSi;
}

bool holds(const WorkedGang& gang, const models::SpotCapacity& terms) {
    return models::keepsAnInterval(terms.lossesPerS(gang.accelerators), terms.startS,
                                   gang.checkpointS);
}

std::string hours(double ratePerS) {
    return fmt::format("{:.3g}", 1.0 / (ratePerS * models::unit::hour.toSi));
}

}  // namespace

models::SpotCapacity spotTermsOf(const std::string& offer, const Catalogue& catalogue,
                                 PriceRates& rates, SpotEnd end) {
    const auto& spec = *catalogue.spec<models::CloudOfferSpec>(offer);
    models::SpotCapacity terms;
    terms.startS = spec.startS;
    if (const auto* server = catalogue.spec<models::ServerSpec>(spec.server)) {
        terms.acceleratorsPerServer = server->accelerators;
    }
    if (const Rate* losses = rates.part("cloud_offer", offer, "spot_losses_per_year")) {
        terms.lossesPerServerS = endOf(*losses, end, false);
    }
    if (const Rate* window = rates.part("cloud_offer", offer, "spot_window_h")) {
        terms.windowS = endOf(*window, end, true);
    }
    return terms;
}

double keptOnSpot(const WorkedGang& gang, const models::SpotCapacity& terms) {
    const double whole = models::expectedEttr(0.0, 0.0, gang.checkpointS, gang.stallS);
    return whole > 0.0 ? models::expectedEttr(terms.lossesPerS(gang.accelerators), terms.startS,
                                              gang.checkpointS, gang.stallS) /
                             whole
                       : 1.0;
}

double spotStretch(const std::vector<WorkedGang>& gangs, const models::SpotCapacity& terms) {
    double held = 0.0, needed = 0.0;
    for (const WorkedGang& gang : gangs) {
        held += gang.heldS;
        needed += gang.heldS / keptOnSpot(gang, terms);
    }
    return held > 0.0 ? needed / held : 1.0;
}

std::string spotText(const std::vector<WorkedGang>& gangs, const std::string& offer,
                     const Catalogue& catalogue, PriceRates& rates) {
    if (gangs.empty()) {
        return {};
    }
    const models::SpotCapacity terms = spotTermsOf(offer, catalogue, rates);
    const models::SpotCapacity seldom = spotTermsOf(offer, catalogue, rates, SpotEnd::Seldom);
    const models::SpotCapacity often = spotTermsOf(offer, catalogue, rates, SpotEnd::Often);
    const WorkedGang& most = *std::max_element(
        gangs.begin(), gangs.end(),
        [](const WorkedGang& a, const WorkedGang& b) { return a.heldS < b.heldS; });
    std::string out = fmt::format(
        "Jobs of {} accelerators lose their servers after {} h on average ({} to {}) and keep "
        "{:.0f} % "
        "({:.0f} to {:.0f}) of the time that they pay for.",
        most.accelerators, hours(terms.lossesPerS(most.accelerators)),
        hours(often.lossesPerS(most.accelerators)), hours(seldom.lossesPerS(most.accelerators)),
        100.0 * keptOnSpot(most, terms), 100.0 * keptOnSpot(most, often),
        100.0 * keptOnSpot(most, seldom));
    const auto least = [&](const models::SpotCapacity& at) {
        int size = 0;
        for (const WorkedGang& gang : gangs) {
            if (!holds(gang, at) && (size == 0 || gang.accelerators < size)) {
                size = gang.accelerators;
            }
        }
        return size;
    };
    if (const int size = least(terms); size > 0) {
        out += fmt::format(
            " Jobs of {} accelerators and more cannot hold spot servers: they lose them before "
            "they have started and written a checkpoint.",
            size);
    } else if (const int worst = least(often); worst > 0) {
        out += fmt::format(
            " At the frequent end of the range jobs of {} accelerators and more cannot hold them.",
            worst);
    }
    return out;
}

}  // namespace headroom::engine
