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

/// Price of one rack: stated for the whole, else from its servers, else from its accelerators; not stated if no price is
/// known.
double rackUsd(const DesignBlock& b) {
    if (!std::isnan(b.rack->priceUsd)) {
        return b.rack->priceUsd;
    }
    if (!std::isnan(b.server->priceUsd)) {
        return b.rack->servers * b.server->priceUsd;
    }
    return b.rack->servers * b.server->accelerators * b.accelerator->priceUsd;
}

/// Value of the site, or of its grid where the site states none.
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

/// Output of the sources, with cost and emissions of their energy and fuel. Not stated while something is not
/// joined to them or to its cooling; fuel also where nothing burns it all the time.
void addSupply(const Design& design, Sums& h) {
    for (const Sum sum : {Sum::FacilityJ, Sum::UtilityJ, Sum::PipedFuelJ, Sum::EnergyUsd,
                          Sum::FuelUsd, Sum::CarbonKg}) {
        h[sum] = models::kNotStated;
    }
    if (!design.power.wired || !missingConnections(*design.project).empty()) {
        return;
    }
    double fromUtilityW = 0.0, ownW = 0.0, pipedW = 0.0, fuelUsd = 0.0, fuelKg = 0.0;
    bool burns = false;
    const PowerNetwork& n = design.power.network;
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        const double outW = design.power.flow.outVa[i].real();
        if (u.kind == PowerKind::Utility) {
            fromUtilityW += outW;
        } else if (makesPower(u.kind) && n.generator(u).parallel) {
            const double fuelW = n.generator(u).pipedFuelW(outW, u.ratedW());
            burns = true;
            ownW += outW;
            pipedW += fuelW;
            fuelUsd += fuelW * n.generator(u).pipedUsdPerJ;
            fuelKg += fuelW * n.generator(u).pipedCarbonKgPerJ;
        }
    }
    h[Sum::FacilityJ] = fromUtilityW + ownW;
    h[Sum::UtilityJ] = fromUtilityW;
    if (burns) {
        h[Sum::PipedFuelJ] = pipedW;
        h[Sum::FuelUsd] = fuelUsd;
    }
    h[Sum::EnergyUsd] = fromUtilityW * ofSiteOrGrid(design, &models::SiteSpec::energyUsdPerJ,
                                                    &models::GridSpec::energyUsdPerJ);
    h[Sum::CarbonKg] = fuelKg + fromUtilityW * ofSiteOrGrid(design, &models::SiteSpec::carbonKgPerJ,
                                                            &models::GridSpec::carbonKgPerJ);
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
    addSupply(design, h);
    return h;
}

}  // namespace headroom::engine
