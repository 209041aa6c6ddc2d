// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/fluid.h"
#include "models/cooling/heat_exchanger.h"
#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

enum class TankKind { SinglePhase, TwoPhase };

/// An immersion tank: a bath of dielectric liquid, and what takes the heat out of it.
/// Single-phase: pumps and a plate exchanger. Two-phase: the liquid boils on the chips, and its
/// vapour condenses on a coil under the lid.
struct ImmersionTankSpec {
    TankKind kind = TankKind::SinglePhase;
    std::string fluid;                    ///< id of a liquid
    double volumeM3 = kNotStated;         ///< liquid, with servers in it
    double metalJPerK = 0.0;              ///< servers and vessel
    double waterFlowM3PerS = kNotStated;  ///< facility water at design
    double waterPressurePa = 40e3;
    double exchangerUaWPerK = kNotStated;  ///< bath or vapour to facility water, at design flow
    double pumpRatedW = 0.0;
    double junctionKPerW = kNotStated;  ///< chip to the surface that the liquid wets
    double surfaceM2 = kNotStated;      ///< wetted surface of one accelerator, with fins
    double naturalWPerM2K = kNotStated;
    double pumpedWPerM2K = kNotStated;
    double boilingWPerM2K = kNotStated;
    double filmWPerM2K = kNotStated;  ///< past the critical flux
    double criticalFluxWPerM2 = kNotStated;
    double vapourKg = 1.0;          ///< that headspace and bellows hold; more is lost
    double vapourLossKgPerS = 0.0;  ///< through lid and seals while it boils
    double lowLevel = 0.8;          ///< share of the volume below which servers run dry
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Properties of a liquid that a tank needs. `boilingC` and `latentJPerKg` matter to two-phase tanks
/// only.
struct BathLiquid {
    double densityKgPerM3 = kNotStated;
    double cpJPerKgK = kNotStated;
    double boilingC = kNotStated;
    double latentJPerKg = kNotStated;
};

/// Property of the liquid at 45 C. Assumption: a usual bath; its density moves by 2 % within 20 K.
BathLiquid bathLiquid(const FluidSpec& liquid);

/// Chip to bath [K/W] of an accelerator of `chipW`.
///   single-phase  R_j + 1 / (h A), h pumped or natural (`pumped`: share of the pumps that run)
///   two-phase     R_j + 1 / (h A), h of boiling up to the critical flux, of a vapour film past it;
///                 below the boiling point natural convection
/// Assumption: constant h; the return from film to nucleate boiling has no hysteresis.
double chipToBathKPerW(const ImmersionTankSpec& spec, double chipW, double pumped, bool boiling);

/// Receiver of the heat of an accelerator in a tank.
struct ChipInBath {
    double coolantC = 0.0;
    double kPerW = 0.0;  ///< chip to that temperature
};

/// An accelerator of `chipW` in a bath of `bathC`. Pumps of the bath hang on its own feed and run
/// with its servers.
///   boils where T_bath + R P >= T_sat + R_boiling P, also in a bath colder than T_sat: the hot
///   surface is over the boiling point by as much (developed subcooled boiling)
///   dry (the level is under the servers): vapour or air, film of a two-phase tank, else natural
///   convection
/// Source: Incropera et al., Fundamentals of Heat and Mass Transfer, chapter 10.
ChipInBath chipInBath(const ImmersionTankSpec& spec, const BathLiquid& liquid, double bathC,
                      double chipW, bool dry);

/// Share of the critical flux at which an accelerator of `chipW` boils; above 1 it dries out.
double criticalFluxShare(const ImmersionTankSpec& spec, double chipW);

struct TankState {
    double bathC = 25.0;
    double liquidKg = 0.0;
    double vapourKg = 0.0;  ///< over the liquid, at the boiling point
};

/// A full tank at rest.
TankState tankAt(const ImmersionTankSpec& spec, const BathLiquid& liquid, double bathC);

/// Outlet temperature of the facility water during a step: T_out = T_in - effectiveness (T_in -
/// sinkC). With it the heat to the water is C (T_out - T_in) of the network's own solution.
///   single-phase  eps = 1 - exp(-UA / C); the bath is a node of the implicit network, of heat
///                 capacity `capacityJPerK` (sinkC: its temperature before)
///   two-phase     eps = (1 - exp(-UA / C)) m / M, sinkC the boiling point: the share of the
///                 condenser that vapour covers, m at the end of the step by
///                 dm/dt = (Q - eps C (T_sat - T_in)) / h_fg, implicit; 0 until the heat has warmed
///                 the bath to the boiling point
/// UA goes with the water flow as conductanceWPerK() at the nominal film of the other side.
struct TankLaw {
    double effectiveness = 0.0;
    double sinkC = 0.0;
    double capacityJPerK = 0.0;
    bool fixedSink = false;  ///< two-phase: the sink does not move within the step
};

TankLaw tankLaw(const ImmersionTankSpec& spec, const BathLiquid& liquid, const TankState& state,
                double heatW, double waterM3PerS, double waterJPerM3K, double waterInC,
                double pumped, double dt);

/// A bath that neither warms nor cools [C]: T = T_in + Q / (eps C) by tankLaw() with its pumps running; the boiling point of
/// two-phase tanks. NaN where no water flows.
double bathAtRestC(const ImmersionTankSpec& spec, const BathLiquid& liquid, double heatW,
                   double waterM3PerS, double waterJPerM3K, double waterInC);

/// Use of the energy of one step; all in joule. heatW dt = waterJ + storedJ + lostJ.
struct TankStep {
    double waterJ = 0.0;
    double storedJ = 0.0;  ///< liquid, metal and vapour
    double lostJ = 0.0;    ///< with vapour that left
    double lostKg = 0.0;
    bool dry = false;  ///< no liquid is left: the chips have no coolant
};

/// Moves the state by dt with heat from the chips and heat to the water [W], both given (of the
/// network's solution). Exact in energy and mass:
///   sensible    (m_l c_p + C_m) dT = Q - Q_w, up to the boiling point of a two-phase tank
///   boiling     h_fg dm_v = Q - Q_w; vapour over what the headspace holds is lost; a deficit
///               condenses what vapour there is, then cools the liquid
///   vapour lost takes the enthalpy h_fg + c_p (T - 0 C) per kg; stored energy counts from 0 C
/// A tank that boils dry warms its metal only.
TankStep stepTank(const ImmersionTankSpec& spec, const BathLiquid& liquid, TankState& state,
                  double heatW, double waterW, double dt);

/// Liquid over the full tank 0..1; below `lowLevel` servers are in vapour.
double tankLevel(const ImmersionTankSpec& spec, const BathLiquid& liquid, const TankState& state);

}  // namespace headroom::models
