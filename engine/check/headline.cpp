// SPDX-License-Identifier: Apache-2.0
#include "engine/check/headline.h"

#include "engine/document/connections.h"
#include "engine/resolve/design.h"
#include "models/facility/grid.h"
#include "models/facility/site.h"

#include <array>
#include <cmath>
#include <complex>

namespace headroom::engine {

namespace {

constexpr double kSecondsPerYear = 8760.0 * 3600.0;

constexpr auto kFigures = std::to_array<HeadlineFigure>({
    {"racks", "Racks", models::unit::none, &Headline::racks, false,
     "Racks of all rack blocks, copies of blocks included."},
    {"accelerators", "Accelerators", models::unit::none, &Headline::accelerators, false,
     "Racks x servers x accelerators of the catalogue parts."},
    {"it_mw", "IT power", models::unit::megawatt, &Headline::itW, false,
     "Design point: every accelerator at full activity and full clock, with hosts, fans of servers, "
     "power supplies, switches and storage."},
    {"facility_mw", "Facility power", models::unit::megawatt, &Headline::facilityW, true,
     "Drawn from the utilities at the design point, losses of the wiring included. Not known until "
     "every rack, hall and plant is joined to what it needs."},
    {"pue", "PUE", models::unit::none, &Headline::pue, true,
     "Facility power over IT power at the design point, fans and heat rejection at full speed: an "
     "upper bound of the annual figure, which a run gives."},
    {"capacity_mw", "Agreed capacity", models::unit::megawatt, &Headline::capacityW, false,
     "Sum of what the utility connections have agreed to, at unity power factor."},
    {"energy_usd_per_year", "Energy cost", models::Unit{"USD/year", 1.0},
     &Headline::energyUsdPerYear, true,
     "Facility power x 8,760 h x the energy price of the site (of its grid where the site states "
     "none)."},
    {"equipment_usd", "Equipment", models::unit::dollar, &Headline::equipmentUsd, true,
     "Racks, servers and accelerators at the prices of the catalogue; parts without a price are "
     "left out."},
    {"floor_m2", "Floor", models::Unit{"m2", 1.0}, &Headline::floorM2, true,
     "Sum of the halls' areas."},
    {"errors", "Errors", models::unit::none, &Headline::errors, true,
     "Findings of severity error that nobody accepted."},
    {"warnings", "Warnings", models::unit::none, &Headline::warnings, true,
     "Findings of severity warning that nobody accepted."},
    {"accepted", "Accepted", models::unit::none, &Headline::accepted, true,
     "Findings that somebody answers for."},
});

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

double energyUsdPerJ(const Design& design) {
    for (const Object* object : design.project->objectsOf("site")) {
        const auto site = specOf<models::SiteSpec>(*object);
        if (!std::isnan(site.energyUsdPerJ)) {
            return site.energyUsdPerJ;
        }
        if (const auto* grid = design.catalogue->spec<models::GridSpec>(site.grid)) {
            return grid->energyUsdPerJ;
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

std::span<const HeadlineFigure> headlineFigures() {
    return kFigures;
}

Headline headlineOf(const Design& design) {
    Headline h;
    for (const DesignBlock& b : design.blocks) {
        h.racks += static_cast<double>(b.racks);
        h.accelerators += static_cast<double>(b.accelerators());
        h.equipmentUsd += static_cast<double>(b.racks) * rackUsd(b);
    }
    for (const DesignHall& hall : design.halls) {
        h.itW += hall.itW();
        h.floorM2 += hall.spec.widthM * hall.spec.depthM;
    }
    h.facilityW = facilityW(design);
    h.pue = h.itW > 0.0 ? h.facilityW / h.itW : models::kNotStated;
    for (std::size_t i = 0; i < design.power.network.units.size(); ++i) {
        const PowerUnit& unit = design.power.network.units[i];
        if (unit.kind == PowerKind::Utility && std::isfinite(unit.ratedVa)) {
            h.capacityW += unit.ratedVa;
        }
    }
    h.energyUsdPerYear = h.facilityW * kSecondsPerYear * energyUsdPerJ(design);
    return h;
}

}  // namespace headroom::engine
