// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/hall.h"

#include <span>
#include <vector>

/// The air of one hall between its air handlers and its racks, as a network of zones in real time:
/// cold aisles (or the open floor), hot aisles, and the space above (ceiling, return).
///
/// Each zone i is well mixed:  C_i dT_i/dt = sum over inflows of m cp (T_from - T_i) + Q_i
/// Flows follow from mass balance in every zone: what racks draw and the supply does not bring
/// comes back from the hot side over the top of the racks (recirculation); what the supply brings
/// and racks do not draw passes by (bypass); containment leaves its leakage of both. A rack's
/// inlet is its cold zone with its own share of hot air (`rackFraction`), uniform by the hall's
/// recirculation, or taken from a field of the hall (field.h).
///
/// Implicit Euler, linear in the supply temperature: condense() eliminates the zones and yields
/// the return temperature as alpha + beta T_supply, so that coils and water solve together with
/// the air exactly; finish() then sets zones and inlets. Energy is conserved to rounding.
namespace headroom::engine {

/// What is constant of one hall. Indices are of the plant: racks are those of all per-rack arrays.
struct HallAirPlan {
    models::HallSpec spec;
    double massFactor = 3.0;  ///< heat capacity of air and what it touches over the air's own
    struct Row {
        int firstRack = 0, racks = 0;  ///< contiguous
        int coldZone = 0, hotZone = 0;
    };
    std::vector<Row> rows;
    int zones = 0;
    int ceilingZone = 0;
    std::vector<double> zoneJPerK;
    std::vector<double> zoneShare;     ///< by zone: of the supply air that is blown there
    std::vector<double> rackFraction;  ///< by rack of the hall, in the order of its rows: hot air
                                       ///< at its inlet beyond what mass balance forces, 0..1
};

/// Air moved and heat given by each rack, in the numbering of the plant.
struct RackAir {
    std::span<const double> flowM3PerS;  ///< through its servers
    std::span<const double> heatW;       ///< to that air
};

/// Indices of the hall's air management, for racks weighted by their air flow.
///   SHI = sum (T_in - T_ref) / sum (T_out - T_ref), RHI = 1 - SHI     T_ref: supply air
///   RTI = (T_return - T_supply) / mean rise of the racks
///   RCI_hi = 1 - sum over racks of (T_in - 27)+ / ((T_allowable - 27) n), RCI_lo with 18 C
/// Sources: Sharma, Bash, Patel 2002 (SHI, RHI); Herrlin 2005, 2008 (RCI, RTI).
struct AirIndices {
    double shi = 0.0, rhi = 1.0, rti = 1.0, rciHigh = 1.0, rciLow = 1.0;
    double hottestInletC = 0.0;
};

struct ReturnLaw {
    double alphaC = 0.0, beta = 1.0;  ///< T_return = alpha + beta T_supply
    double airWPerK = 0.0;            ///< of the stream from supply to return
};

class HallAir {
  public:
    explicit HallAir(HallAirPlan plan);

    const HallAirPlan& plan() const;

    /// Zone balances of one step, before the supply temperature is known. `zoneC`: zones now.
    /// `extraW`: heat of switches, storage, electrical parts, given to the ceiling zone.
    ReturnLaw condense(const RackAir& racks, double supplyM3PerS, double extraW,
                       std::span<const double> zoneC, double dt);

    /// Sets zones and rack inlets for the supply temperature that was found. `inletC` is by rack
    /// of the plant; only this hall's racks are written. Returns the heat stored [W].
    double finish(double supplyC, std::span<double> zoneC, std::span<double> inletC);

    /// Of the last finish().
    AirIndices indices() const;

    /// New fractions by rack, from a field.
    void setRackFractions(std::span<const double> fractions);

  private:
    HallAirPlan plan_;
};

}  // namespace headroom::engine
