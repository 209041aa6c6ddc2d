// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/varied_flow.h"

#include "models/cooling/film.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

CduAtFlow::CduAtFlow(const CduSpec& spec, double secondaryM3PerS, double primaryJPerM3K, double secondaryJPerM3K,
                     double kept)
    : spec_(spec),
      secondaryM3PerS_(secondaryM3PerS),
      primaryJPerM3K_(primaryJPerM3K),
      secondaryJPerM3K_(secondaryJPerM3K),
      kept_(kept) {
    if (secondaryM3PerS > 0.0) {
        film_ = film(secondaryM3PerS, spec.secondaryFlowM3PerS);
    }
}

double CduAtFlow::film(double flowM3PerS, double nominalM3PerS) const {
    if (spec_.uaTable.empty()) {
        return filmResistance(flowM3PerS / nominalM3PerS);
    }
    const double firstM3PerS = spec_.uaTable.x().front() * unit::litrePerSecond.toSi;
    const double below = std::min(flowM3PerS / firstM3PerS, 1.0);
    const double stated = spec_.uaTable.at(flowM3PerS / unit::litrePerSecond.toSi);
    return stated * unit::kilowattPerKelvin.toSi * std::pow(below, 0.8);
}

double CduAtFlow::conductanceWPerK(double primaryM3PerS) const {
    if (primaryM3PerS <= 0.0 || secondaryM3PerS_ <= 0.0) {
        return 0.0;
    }
    const double own = film(primaryM3PerS, spec_.primaryFlowM3PerS);
    const double ua =
        spec_.uaTable.empty() ? 2.0 * spec_.uaWPerK / (own + film_) : 2.0 / (1.0 / own + 1.0 / film_);
    return counterflowConductanceWPerK(kept_ * ua, primaryM3PerS * primaryJPerM3K_,
                                       secondaryM3PerS_ * secondaryJPerM3K_);
}

CrahAtAir::CrahAtAir(const CrahSpec& spec, double airM3PerS, double waterJPerM3K, double kept)
    : spec_(spec), airM3PerS_(airM3PerS), waterJPerM3K_(waterJPerM3K), kept_(kept) {
    if (airM3PerS > 0.0) {
        film_ = filmResistance(airM3PerS / spec.airflowM3PerS);
    }
}

double CrahAtAir::conductanceWPerK(double waterM3PerS) const {
    if (airM3PerS_ <= 0.0 || waterM3PerS <= 0.0) {
        return 0.0;
    }
    const double ua = 2.0 * spec_.uaWPerK / (film_ + filmResistance(waterM3PerS / spec_.waterFlowM3PerS));
    return counterflowConductanceWPerK(kept_ * ua, airM3PerS_ * kAirCpVolumetric, waterM3PerS * waterJPerM3K_);
}

}  // namespace headroom::models
