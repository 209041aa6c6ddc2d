// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/immersion_tank.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kTankKindWords = std::to_array<std::string_view>({"single-phase", "two-phase"});

constexpr auto kImmersionTankAttributes = std::to_array<Attribute>({
    choice<&ImmersionTankSpec::kind>(
        "kind", "Kind", kTankKindWords,
        {.required = true, .doc = "Whether the liquid stays liquid or boils on the chips."}),
    reference<&ImmersionTankSpec::fluid>("fluid", "Liquid", "fluid",
                                         {.required = true, .doc = "Dielectric liquid."}),
    number<&ImmersionTankSpec::volumeM3>(
        "volume_l", "Liquid volume", unit::litre,
        {.min = 1, .max = 100000, .required = true, .doc = "With the servers in it."}),
    number<&ImmersionTankSpec::metalJPerK>(
        "metal_kj_per_k", "Heat capacity of metal", unit::kilojoulePerKelvin,
        {.min = 0, .max = 100000, .doc = "Servers, coil and vessel."}),
    number<&ImmersionTankSpec::waterFlowM3PerS>(
        "water_flow_l_per_s", "Water flow", unit::litrePerSecond,
        {.min = 0.01, .max = 1000, .required = true, .doc = "Facility water at design."}),
    number<&ImmersionTankSpec::waterPressurePa>(
        "water_drop_kpa", "Water side loss", unit::kilopascal,
        {.min = 0, .max = 1000, .doc = "Exchanger or condenser at the design flow."}),
    number<&ImmersionTankSpec::exchangerUaWPerK>(
        "ua_kw_per_k", "UA to facility water", unit::kilowattPerKelvin,
        {.min = 0.01,
         .max = 5000,
         .required = true,
         .doc =
             "UA of the plate exchanger (bath) or condenser (vapour) at the design water flow."}),
    number<&ImmersionTankSpec::pumpRatedW>(
        "pump_rated_w", "Pump power", unit::watt,
        {.min = 0, .max = 100000, .doc = "Circulation of the bath; it ends as heat in it."}),
    number<&ImmersionTankSpec::junctionKPerW>(
        "junction_k_per_w", "Chip to surface", unit::kelvinPerWatt,
        {.min = 0.0001,
         .max = 1,
         .required = true,
         .doc = "Resistance from chip to the surface that the liquid wets."}),
    number<&ImmersionTankSpec::surfaceM2>(
        "surface_cm2", "Wetted surface", unit::squareCentimetre,
        {.min = 1,
         .max = 100000,
         .required = true,
         .doc = "Wetted surface of one accelerator, with its fins or its boiling plate."}),
    number<&ImmersionTankSpec::naturalWPerM2K>(
        "natural_w_per_m2_per_k", "Natural convection", unit::wattPerSquareMetreKelvin,
        {.min = 1, .max = 10000, .required = true, .doc = "Coefficient with the pumps off."}),
    number<&ImmersionTankSpec::pumpedWPerM2K>(
        "pumped_w_per_m2_per_k", "Pumped convection", unit::wattPerSquareMetreKelvin,
        {.min = 1, .max = 100000, .doc = "Coefficient with the pumps at full flow."}),
    number<&ImmersionTankSpec::boilingWPerM2K>(
        "boiling_w_per_m2_per_k", "Boiling", unit::wattPerSquareMetreKelvin,
        {.min = 1, .max = 1000000, .doc = "Coefficient of nucleate boiling."}),
    number<&ImmersionTankSpec::filmWPerM2K>(
        "film_w_per_m2_per_k", "Film boiling", unit::wattPerSquareMetreKelvin,
        {.min = 1, .max = 100000, .doc = "Coefficient past the critical flux."}),
    number<&ImmersionTankSpec::criticalFluxWPerM2>(
        "critical_flux_w_per_cm2", "Critical heat flux", unit::wattPerSquareCentimetre,
        {.min = 0.1, .max = 1000, .doc = "Beyond it a film of vapour covers the surface."}),
    number<&ImmersionTankSpec::vapourKg>(
        "vapour_kg", "Vapour held", unit::kilogram,
        {.min = 0.001, .max = 10000, .doc = "That headspace and bellows hold; more is lost."}),
    number<&ImmersionTankSpec::vapourLossKgPerS>(
        "vapour_loss_g_per_h", "Vapour loss", unit::gramPerHour,
        {.min = 0, .max = 1000000, .doc = "Through lid and seals, while vapour is there."}),
    number<&ImmersionTankSpec::lowLevel>(
        "low_level_pct", "Low level", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of the liquid below which servers run dry."}),
    number<&ImmersionTankSpec::failuresPerS>(
        "failures_per_year", "Failure rate",
        unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&ImmersionTankSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&ImmersionTankSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                         {.min = 0, .doc = "Street or list price of one unit."}),
});

// A coefficient that a part does not state is that of natural convection.
double orNatural(const ImmersionTankSpec& spec, double wPerM2K) {
    return std::isnan(wPerM2K) ? spec.naturalWPerM2K : wPerM2K;
}

bool isBoiling(const ImmersionTankSpec& spec, const BathLiquid& liquid, double bathC) {
    return spec.kind == TankKind::TwoPhase && bathC >= liquid.boilingC;
}

}  // namespace

const ComponentType& ImmersionTankSpec::type() {
    static constexpr ComponentType kType{
        "immersion_tank",
        "Immersion tank",
        "",
        false,
        "An immersion tank: a bath of dielectric liquid, with pumps and an exchanger, or boiling "
        "under a condenser.",
        kImmersionTankAttributes,
        &createSpec<ImmersionTankSpec>,
        &destroySpec<ImmersionTankSpec>};
    return kType;
}

double criticalFluxShare(const ImmersionTankSpec& spec, double chipW) {
    return std::isnan(spec.criticalFluxWPerM2) ? 0.0
                                               : chipW / (spec.surfaceM2 * spec.criticalFluxWPerM2);
}

double chipToBathKPerW(const ImmersionTankSpec& spec, double chipW, double pumped, bool boiling) {
    double h = spec.naturalWPerM2K;
    if (spec.kind == TankKind::SinglePhase) {
        h += (orNatural(spec, spec.pumpedWPerM2K) - h) * std::clamp(pumped, 0.0, 1.0);
    } else if (boiling) {
        h = orNatural(
            spec, criticalFluxShare(spec, chipW) > 1.0 ? spec.filmWPerM2K : spec.boilingWPerM2K);
    }
    return spec.junctionKPerW + 1.0 / (h * spec.surfaceM2);
}

BathLiquid bathLiquid(const FluidSpec& liquid) {
    constexpr double kBathC = 45.0;
    const FluidProperties p = fluidAt(liquid, kBathC);
    return {p.densityKgPerM3, p.cpJPerKgK, liquid.boilingC, liquid.latentJPerKg};
}

ChipInBath chipInBath(const ImmersionTankSpec& spec, const BathLiquid& liquid, double bathC,
                      double chipW, bool dry) {
    ChipInBath chip{bathC, chipToBathKPerW(spec, chipW, 1.0, false)};
    if (spec.kind == TankKind::TwoPhase) {
        const double boiling = chipToBathKPerW(spec, chipW, 1.0, true);
        if (bathC + chip.kPerW * chipW >= liquid.boilingC + boiling * chipW) {
            chip = {liquid.boilingC, boiling};
        }
    }
    if (dry) {
        const double h = spec.kind == TankKind::TwoPhase ? spec.filmWPerM2K : spec.naturalWPerM2K;
        chip.kPerW = spec.junctionKPerW + 1.0 / (h * spec.surfaceM2);
    }
    return chip;
}

TankState tankAt(const ImmersionTankSpec& spec, const BathLiquid& liquid, double bathC) {
    return {bathC, spec.volumeM3 * liquid.densityKgPerM3, 0.0};
}

TankLaw tankLaw(const ImmersionTankSpec& spec, const BathLiquid& liquid, const TankState& state,
                double heatW, double waterM3PerS, double waterJPerM3K, double waterInC,
                double pumped, double dt) {
    TankLaw law;
    law.sinkC = state.bathC;
    law.capacityJPerK = state.liquidKg * liquid.cpJPerKgK + spec.metalJPerK;
    law.fixedSink = spec.kind == TankKind::TwoPhase;
    if (waterM3PerS <= 0.0) {
        return law;
    }
    const double waterWPerK = waterM3PerS * waterJPerM3K;
    if (!law.fixedSink) {
        const double bath =
            std::clamp(pumped, spec.naturalWPerM2K / orNatural(spec, spec.pumpedWPerM2K), 1.0);
        const double ua =
            conductanceWPerK(spec.exchangerUaWPerK, waterM3PerS / spec.waterFlowM3PerS, bath);
        law.effectiveness = -std::expm1(-ua / waterWPerK);
        return law;
    }
    if (waterInC >= liquid.boilingC) {
        return law;
    }
    double boilsS = dt;
    if (!isBoiling(spec, liquid, state.bathC)) {
        const double toBoilJ = (law.capacityJPerK + state.vapourKg * liquid.cpJPerKgK) *
                               (liquid.boilingC - state.bathC);
        if (heatW * dt <= toBoilJ) {
            return law;
        }
        boilsS -= toBoilJ / heatW;
    }
    const double ua =
        conductanceWPerK(spec.exchangerUaWPerK, waterM3PerS / spec.waterFlowM3PerS, 1.0);
    const double covered = -std::expm1(-ua / waterWPerK);
    law.sinkC = liquid.boilingC;
    // m_1 = m_0 + dt (Q - G m_1 / M) / h_fg, G the heat of the covered condenser.
    const double mostW = covered * waterWPerK * (liquid.boilingC - waterInC);
    const double vapourKg = (state.vapourKg + boilsS * heatW / liquid.latentJPerKg) /
                            (1.0 + boilsS * mostW / (spec.vapourKg * liquid.latentJPerKg));
    law.effectiveness = covered * std::clamp(vapourKg / spec.vapourKg, 0.0, 1.0) * boilsS / dt;
    return law;
}

double bathAtRestC(const ImmersionTankSpec& spec, const BathLiquid& liquid, double heatW,
                   double waterM3PerS, double waterJPerM3K, double waterInC) {
    if (spec.kind == TankKind::TwoPhase) {
        return liquid.boilingC;
    }
    const TankLaw law = tankLaw(spec, liquid, tankAt(spec, liquid, waterInC), heatW, waterM3PerS,
                                waterJPerM3K, waterInC, 1.0, 1.0);
    const double takesWPerK = law.effectiveness * waterM3PerS * waterJPerM3K;
    return takesWPerK > 0.0 ? waterInC + heatW / takesWPerK : kNotStated;
}

TankStep stepTank(const ImmersionTankSpec& spec, const BathLiquid& liquid, TankState& state,
                  double heatW, double waterW, double dt) {
    TankStep step;
    step.waterJ = waterW * dt;
    double netJ = (heatW - waterW) * dt;
    const auto capacity = [&] {
        return (state.liquidKg + state.vapourKg) * liquid.cpJPerKgK + spec.metalJPerK;
    };
    if (spec.kind == TankKind::SinglePhase) {
        state.bathC += netJ / capacity();
        step.storedJ = netJ;
        return step;
    }
    const double latent = liquid.latentJPerKg;
    // Vapour that leaves takes its energy along.
    const auto lose = [&](double kg) {
        const double joule = kg * (latent + liquid.cpJPerKgK * state.bathC);
        state.vapourKg -= kg;
        step.lostKg += kg;
        step.lostJ += joule;
    };
    const double totalJ = netJ;
    // Up to the boiling point.
    if (netJ > 0.0 && state.bathC < liquid.boilingC) {
        const double toBoilJ = capacity() * (liquid.boilingC - state.bathC);
        if (netJ < toBoilJ) {
            state.bathC += netJ / capacity();
            netJ = 0.0;
        } else {
            state.bathC = liquid.boilingC;
            netJ -= toBoilJ;
        }
    }
    if (netJ > 0.0) {
        const double boiledKg = std::min(netJ / latent, state.liquidKg);
        state.liquidKg -= boiledKg;
        state.vapourKg += boiledKg;
        netJ -= boiledKg * latent;
        // No liquid is left: what remains warms metal and vapour.
        state.bathC += netJ / capacity();
    } else if (netJ < 0.0) {
        const double condensedKg = std::min(-netJ / latent, state.vapourKg);
        state.liquidKg += condensedKg;
        state.vapourKg -= condensedKg;
        netJ += condensedKg * latent;
        state.bathC += netJ / capacity();
    }
    lose(std::min(spec.vapourLossKgPerS * dt, state.vapourKg));
    lose(std::max(state.vapourKg - spec.vapourKg, 0.0));
    step.storedJ = totalJ - step.lostJ;
    step.dry = state.liquidKg <= 0.0;
    return step;
}

double tankLevel(const ImmersionTankSpec& spec, const BathLiquid& liquid, const TankState& state) {
    return state.liquidKg / (spec.volumeM3 * liquid.densityKgPerM3);
}

}  // namespace headroom::models
