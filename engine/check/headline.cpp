// SPDX-License-Identifier: Apache-2.0
#include "engine/check/headline.h"

#include "engine/document/connections.h"
#include "engine/resolve/design.h"
#include "models/facility/grid.h"
#include "models/facility/site.h"

#include <cmath>
#include <complex>

namespace headroom::engine {

namespace {

/// Of one rack, from the price of the whole where it is stated, else from its servers, else from
/// its accelerators; 0: no price anywhere.
double rackUsd(const DesignBlock& b) {
    if (!std::isnan(b.rack->priceUsd)) {
        return b.rack->priceUsd;
    }
    if (!std::isnan(b.server->priceUsd)) {
        return b.rack->servers * b.server->priceUsd;
    }
    return std::isnan(b.accelerator->priceUsd)
               ? 0.0
               : b.rack->servers * b.server->accelerators * b.accelerator->priceUsd;
}

/// Of the site, or of its grid where the site states none.
double ofSiteOrGrid(const Design& design, double models::SiteSpec::*site,
                    double models::GridSpec::*grid) {
    for (const Object* object : design.project->objectsOf("site")) {
        const auto spec = specOf<models::SiteSpec>(*object);
        if (!std::isnan(spec.*site)) {
            return spec.*site;
        }
        if (const auto* of = design.catalogue->spec<models::GridSpec>(spec.grid)) {
            return of->*grid;
        }
    }
    return models::kNotStated;
}

/// What the utilities give; not stated while something is not joined to them or to its cooling.
double facilityW(const Design& design) {
    if (!design.power.wired || !missingConnections(*design.project).empty()) {
        return models::kNotStated;
    }
    double fromUtilityW = 0.0;
    for (std::size_t i = 0; i < design.power.network.units.size(); ++i) {
        if (design.power.network.units[i].kind == PowerKind::Utility) {
            fromUtilityW += design.power.flow.outVa[i].real();
        }
    }
    return fromUtilityW;
}

}  // namespace

Sums headlineOf(const Design& design) {
    Sums h;
    h[Sum::TimeS] = 1.0;
    for (const DesignBlock& b : design.blocks) {
        h[Sum::Racks] += static_cast<double>(b.racks);
        h[Sum::Accelerators] += static_cast<double>(b.accelerators());
        h[Sum::EquipmentUsd] += static_cast<double>(b.racks) * rackUsd(b);
    }
    for (const DesignHall& hall : design.halls) {
        h[Sum::ItJ] += hall.itW();
        h[Sum::FloorM2] += hall.spec.widthM * hall.spec.depthM;
    }
    for (const PowerUnit& unit : design.power.network.units) {
        if (unit.kind == PowerKind::Utility && std::isfinite(unit.ratedVa)) {
            h[Sum::AgreedW] += unit.ratedVa;
        }
    }
    h[Sum::FacilityJ] = facilityW(design);
    h[Sum::EnergyUsd] = h[Sum::FacilityJ] * ofSiteOrGrid(design, &models::SiteSpec::energyUsdPerJ,
                                                         &models::GridSpec::energyUsdPerJ);
    h[Sum::CarbonKg] = h[Sum::FacilityJ] * ofSiteOrGrid(design, &models::SiteSpec::carbonKgPerJ,
                                                        &models::GridSpec::carbonKgPerJ);
    return h;
}

}  // namespace headroom::engine
