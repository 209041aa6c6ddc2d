// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/floor/layout.h"
#include "models/air/psychrometrics.h"
#include "models/facility/hall.h"

#include <span>
#include <vector>

/// The air of one hall between its air handlers and its racks, as a network of zones in real time:
/// cold aisles (or the open floor), hot aisles, and the space above (ceiling, return).
///
/// Each zone z is well mixed; w = rho cp V is a stream in W/K:
///   C_z dT_z/dt = s_z T_supply + sum over racks blowing into z of [w (1-r) T_cold + Q]
///                 + (d_z + e_z) T_ceiling - (sum of these streams) T_z
/// Streams follow from mass balance in every zone. s_z = S (1-b) share_z is what is blown there;
/// S b goes straight to the ceiling (bypass). Air that racks draw beyond the inflow comes down from
/// the ceiling (d, forced recirculation); surplus air goes up. e is the exchange by buoyancy, as
/// far as forced streams do not pass the opening: so nothing is ever without any flow. A rack takes
/// the share r of its air (`rackFraction`) from its own hot zone, around and over the row: T_inlet
/// = (1-r) T_cold + r T_hot. Its fans hold their flow: nothing starves. Heat of racks without fans
/// goes to their hot zone.
/// These are balances of mass and energy. Assumptions: zones are well mixed, which hides how
/// inlets of one aisle differ (a field of the hall tells, field.h); rho cp is uniform, that
/// of the supply air at its set-point under the pressure of the site.
///
/// Implicit Euler, linear in the supply temperature: condense() eliminates the zones, in the order
/// of the air's way, and yields the return temperature as alpha + beta T_supply, so that coils and
/// water solve together with the air exactly; finish() then sets zones and inlets. O(racks +
/// zones), without allocation. Energy is conserved to rounding:
///   stored = racks' heat + extra + S (T_supply - T_return)
/// Extra heat is that of switches, storage and electrical parts. It goes to the ceiling, or to the cold zones where
/// hot aisles are contained and cabinets blow into the room.
namespace headroom::engine {

/// An aisle, or the strip before the outer side of a row: where curtains, tiles and grilles are.
struct AirAisle {
    Box box;  ///< on the site; up to the height of the racks
    int zone = 0;
    bool cold = false, hot = false;  ///< racks draw from it, blow into it
};

/// Source of the shares of hot air at the inlets. Stated: one value of the hall. Field: a value for each rack from an air
/// field. OutdatedField: the field belongs to another state of the hall, so its values are ignored.
enum class InletSource { Stated, Field, OutdatedField };

/// Constants of one hall. Made by hallAirPlan() in plan.h; racks are indices of the plant.
struct HallAirPlan {
    HEADROOM_SPECIAL_MEMBERS(HallAirPlan);

    models::HallSpec spec;
    /// At the supply set-point, under the pressure of the site.
    models::AirProperties air =
        models::airAt(models::HallSpec{}.supplyAirC, models::kStandardPressurePa);
    double bypass = 0.0;  ///< of the supply, straight to the return: containment counted

    struct Row {
        int firstRack = 0, racks = 0;  ///< contiguous
        int coldZone = 0, hotZone = 0;
    };

    std::vector<Row> rows;  ///< from cold zone to hot zone, without cycles but to the same zone
    int zones = 0;
    int ceilingZone = 0;
    std::vector<double> zoneJPerK;  ///< air, and half of what servers at either side store
    std::vector<double> zoneShare;  ///< by zone: of the supply air that is blown there; sum 1
    bool extraToCold =
        false;  ///< the extra heat goes to the zones that get supply air, by their shares
    std::vector<double> stillM3PerS;   ///< by zone: exchange with the ceiling when all fans rest
    std::vector<double> rackFraction;  ///< by rack of the hall, in the order of its rows: hot air
                                       ///< at its inlet beyond what mass balance forces, -1..0.95
    std::vector<double> topFraction;   ///< the same at the top third of its front; empty if unknown
    InletSource inlets = InletSource::Stated;
    std::vector<AirAisle> aisles;

    int racks() const { return static_cast<int>(rackFraction.size()); }

    /// Air that the handlers must blow so that racks drawing `rackM3PerS` find it in their cold zones, and so much more
    /// for the heat of what has no fans.
    double supplyFor(double rackM3PerS, double fanlessM3PerS = 0.0) const {
        return (rackM3PerS + fanlessM3PerS) / (1.0 - bypass);
    }
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
/// Sources: Sharma, Bash, Patel 2002 (SHI, RHI); Herrlin 2005, 2008 (RCI, RTI). RCI may be
/// negative: inlets are hotter on average than allowed. Without flow: no index, the defaults.
struct AirIndices {
    double shi = 0.0, rhi = 1.0, rti = 1.0, rciHigh = 1.0, rciLow = 1.0;
    double hottestInletC = 0.0;
};

/// Indices of any set of racks: sums in the order in which they are added.
class AirIndexSums {
  public:
    AirIndexSums(models::AirClass airClass, double supplyC);
    void add(double inletC, double airWPerK, double heatW);
    AirIndices indices(double returnC) const;

  private:
    models::AirRange allowable_;
    double supplyC_;
    double airWPerK_ = 0.0, heatW_ = 0.0, inletW_ = 0.0, overW_ = 0.0, underW_ = 0.0;
    double hottestC_;
};

struct ReturnLaw {
    double alphaC = 0.0, beta = 1.0;  ///< T_return = alpha + beta T_supply
    double airWPerK = 0.0;            ///< of the stream from supply to return
};

class HallAir {
  public:
    explicit HallAir(HallAirPlan plan);

    const HallAirPlan& plan() const { return plan_; }

    /// Zone balances of one step, before the supply temperature is known. `zoneC`: zones now.
    /// `extraW`: heat of switches, storage, electrical parts. dt > 0.
    ReturnLaw condense(const RackAir& racks, double supplyM3PerS, double extraW,
                       std::span<const double> zoneC, double dt);

    /// Sets zones and rack inlets for the supply temperature that was found. `inletC` is by rack
    /// of the plant; only this hall's racks are written. Returns the heat stored [W].
    /// `topC`: the same for the top third of the fronts, or empty; without a profile it equals `inletC`.
    double finish(double supplyC, std::span<double> zoneC, std::span<double> inletC,
                  std::span<double> topC = {});

    /// Value of the last finish().
    AirIndices indices() const { return indices_; }

    /// New fractions by rack, in the order of the plan's rows, from a field; kept within -1..0.95. Others than those of the
    /// plan end its profile by height.
    void setRackFractions(std::span<const double> fractions);

  private:
    struct Zone {
        double supply = 0.0, in = 0.0, out = 0.0, up = 0.0, down = 0.0;  ///< [W/K]
        double heatW = 0.0;
        double a = 0.0, b = 0.0, k = 0.0;  ///< T = a + b T_supply + k T_ceiling
    };

    void order();
    static double mixedC(double share, double coldC, double hotC, double supplyC);

    HallAirPlan plan_;
    std::vector<Zone> zone_;
    std::vector<int> order_;  ///< zones below the ceiling, in the order of the air's way
    std::vector<int> rowOfZone_, first_;  ///< rows by cold zone
    std::vector<double> rowWPerK_;
    std::vector<double> rackWPerK_, rackW_;  ///< by rack of the hall
    double originC_ = 0.0, dt_ = 1.0;
    ReturnLaw law_;
    AirIndices indices_;
};

}  // namespace headroom::engine
