// SPDX-License-Identifier: Apache-2.0
#include "engine/check/headline.h"

#include "engine/document/connections.h"
#include "engine/resolve/design.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/water.h"
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

/// Make-up water of a loop's towers or wetted pads [m3/s] with its heat, fans at full speed as in its power, on the hottest
/// design day of the site. 0 where nothing evaporates.
double waterM3PerS(const DesignLoop& l, const models::Weather& day) {
    if (l.tower == nullptr && l.dryCooler != nullptr) {
        return l.spec.dryCoolers * models::dryCoolerLaw(*l.dryCooler, 1.0, 1.0, day).waterKgPerS /
               models::kWaterDensity;
    }
    const double cells = l.tower == nullptr ? 0.0 : l.spec.towers;
    const bool airCooled = l.chiller != nullptr && l.chiller->airCooled;
    const double externalW = std::isnan(l.spec.externalW) ? 0.0 : l.spec.externalW;
    const double rejectedW = l.heatW + (airCooled ? 0.0 : l.chillerW) - externalW;
    if (!(cells > 0.0) || !(rejectedW > 0.0)) {
        return 0.0;
    }
    const double evaporation =
        cells * models::towerEvaporationKgPerS(*l.tower, rejectedW / cells, 1.0, day.dryBulbC,
                                               day.humidityRatio, day.pressurePa);
    // Drift takes its solids with it: what leaves in all is that of the cycles alone.
    return models::waterUse(evaporation, 0.0, l.spec.cyclesOfConcentration).makeUpKgPerS() /
           models::kWaterDensity;
}

/// Output of the sources, with cost and emissions of their energy and fuel, and water. Not stated while something is not
/// joined to them or to its cooling; fuel also where nothing burns it all the time.
void addSupply(const Design& design, Sums& h) {
    for (const Sum sum : {Sum::FacilityJ, Sum::UtilityJ, Sum::PipedFuelJ, Sum::EnergyUsd,
                          Sum::FuelUsd, Sum::CarbonKg, Sum::WaterM3}) {
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
    if (design.site.conditions != nullptr || !design.site.climate.dryBulbC.empty()) {
        const models::Weather hottest = design.site.design().hottest;
        h[Sum::WaterM3] = 0.0;
        for (const DesignLoop& loop : design.loops) {
            h[Sum::WaterM3] += waterM3PerS(loop, hottest);
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
