// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"

#include <string>
#include <vector>

/// From loops, CDU groups, halls and racks to the piping that joins them.
///
/// Mains run from the plant to its consumers in the order of their distance. A stretch of main is
/// as long as the plan is between its ends, along x and y, and as wide as the next nominal size
/// that keeps the design velocity. Friction by Darcy-Weisbach with Swamee-Jain. Balancing valves
/// take what the pumps' design head leaves at each branch: so each gets its design flow, as
/// commissioning would set it. Where mains and machines leave nothing, the valve is open and the
/// branch lacks flow.
namespace headroom::engine {

/// Liquid at its design temperature.
struct DesignFluid {
    std::string id;
    double densityKgPerM3 = 998.0, viscosityPaS = 1.0e-3;
};

struct LoopPiping {
    std::string id, name;
    DesignFluid fluid, outdoorFluid;
    bool reverseReturn = false;
    double velocityMPerS = 2.0, roughnessM = 4.5e-5;
    double xM = 0.0, yM = 0.0;
    int pumps = 1;
    double pumpsM3PerS = 0.0, headPa = 0.0;  ///< all duty pumps at their design point
    double strainerPa = 0.0;
    double bypassM3PerS = 0.0;   ///< through the open bypass while the pumps make least pressure
    double leastPressure = 1.0;  ///< of the pumps, share of design
    double valveAuthority = 0.4;
    double volumeM3 = 0.0;  ///< in all; what is not in mains mixes in the supply header
    double fillPa = 0.0, expansionM3 = 0.0;
    bool outdoor = false;  ///< a circuit of its own with condenser pumps
    int condenserPumps = 0;
    double condenserM3PerS = 0.0, condenserHeadPa = 0.0;
    double basinM3 = 0.0;
    int towers = 0, dryCoolers = 0, chillers = 0;
    double evaporatorsM3PerS = 0.0,
           condensersM3PerS = 0.0;  ///< of all machines, at which they lose what they lose
    bool airCooledChillers = false;
    bool economiser = false;
    double economiserPa = 0.0, economiserOutPa = 0.0, evaporatorPa = 0.0, condenserPa = 0.0;
    double towerPa = 0.0, dryCoolerPa = 0.0;
    bool external = false;  ///< a plant outside of the model, behind an exchanger
    double externalPa = 0.0;
};

/// A row of racks on the headers of its CDU group.
struct RowPiping {
    int block = 0, row = 0, racks = 0;
    double flowM3PerS = 0.0;  ///< design, all racks of the row
    double dropPa = 0.0;      ///< of a rack at that flow
    double volumeM3 = 0.0;    ///< coolant in its racks
    double xM = 0.0, yM = 0.0, lengthM = 0.0;
};

struct CduPiping {
    std::string id, name;
    DesignFluid fluid;
    int loop = 0, units = 1, pumps = 1;  ///< pumps: of all units
    double primaryM3PerS = 0.0, primaryPa = 0.0;
    double secondaryM3PerS = 0.0, secondaryPa = 0.0, headPa = 0.0;  ///< of all units, design flow
    double volumeM3 = 0.0;  ///< exchangers, pumps, tanks of all units
    double velocityMPerS = 2.0, roughnessM = 1.5e-6;
    bool reverseReturn = false;
    double fillPa = 0.0, expansionM3 = 0.0;
    double xM = 0.0, yM = 0.0;
    std::vector<RowPiping> rows;
};

struct CoilPiping {
    std::string name;
    int loop = 0, units = 1;
    double flowM3PerS = 0.0, dropPa = 0.0;  ///< all units, valves open
    double xM = 0.0, yM = 0.0;
};

struct CoolingPiping {
    std::vector<LoopPiping> loops;
    std::vector<CduPiping> cdus;
    std::vector<CoilPiping> coils;  ///< by hall
    int blocks = 0;
};

CoolingNetwork buildCoolingNetwork(const CoolingPiping& piping);

/// Pressure loss [Pa] of a straight pipe by Darcy-Weisbach: f L/d rho v^2/2, f = 64/Re below
/// Re 2300, Swamee-Jain above. Source: Swamee, Jain 1976.
double pipeLossPa(double flowM3PerS, double lengthM, double diameterM, double roughnessM,
                  const DesignFluid& fluid);

/// Inner diameter of the next nominal size that keeps the velocity [m]. Sizes DN 20 to DN 1400 as
/// in ISO 6708; wider where one pipe is not enough (assumption: pipes in parallel).
double nominalDiameterM(double flowM3PerS, double velocityMPerS);

}  // namespace headroom::engine
