// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Separation of cold air from hot: nothing, a roof and doors on the cold aisles, walls from the hot aisles to the
/// ceiling, or a duct from the back of each rack to the ceiling.
enum class Containment { None, ColdAisle, HotAisle, Chimney };

/// Where supply air enters: from the faces of air handlers, through tiles in the cold aisles, or
/// blown freely into the room.
enum class AirSupply { FanWall, RaisedFloor, Perimeter };

/// Where air returns: through grilles over the hot aisles into a ceiling plenum, or from the room
/// into the tops of the air handlers.
enum class AirReturn { Ceiling, Room };

/// Where cabinets of switches and storage blow their air: the way that hot aisles go, or always into the room. Where hot
/// aisles are contained under a ceiling return, the first means inside a containment or through chimneys of their own.
enum class CabinetExhaust { AsAisles, Room };

/// Classes of ASHRAE TC 9.9 for the air at rack inlets.
enum class AirClass { A1, A2, A3, A4 };

/// A room with racks: its floor, air and feeds.
struct HallSpec {
    std::string name;
    double xM = 0.0;
    double yM = 0.0;
    double widthM = kNotStated;
    double depthM = kNotStated;
    double heightM = 5.0;
    std::vector<std::string> feeds;
    std::vector<std::string> fanFeeds;
    std::string crah;
    int crahs = 0;
    std::vector<double> crahXM,
        crahYM;  ///< middles of the first of them, from the corner of the hall
    std::string airLoop;
    double supplyAirC = 24.0;
    double recirculation = 0.05;
    double bypass = 0.10;
    Containment containment = Containment::None;
    double containmentLeakage = 0.10;
    AirSupply airSupply = AirSupply::FanWall;
    double plenumM = kNotStated;  ///< under a raised floor; not stated: all tiles blow the same
    /// Open share of tiles. Usual tiles have 25 % (Karki, Radmehr, Patankar 2003).
    double tileOpen = 0.25;
    double floorLeakage =
        0.0;  ///< open share of the floor without tiles: seams, cut-outs of cables
    AirReturn airReturn = AirReturn::Ceiling;
    CabinetExhaust cabinetExhaust = CabinetExhaust::AsAisles;
    AirClass airClass = AirClass::A1;
    /// Shares of hot air that an air field found at the inlets (engine/air/field/air_shares.h).
    std::string airField;        ///< hash of the state of the hall; another state ignores them
    std::string airFieldOrigin;  ///< method, cells and date, for people
    double airFieldErrorK = kNotStated;
    std::vector<double> hotAirPct, hotAirTopPct;  ///< by rack in the order of its rows
    double floorKgPerM2 = kNotStated;             ///< not stated: not checked
    double tileM = 0.6;
    double tileXM = 0.0;  ///< of a corner of the grid, from the south-west corner of the hall
    double tileYM = 0.0;

    static const ComponentType& type();
};

/// Effective recirculation and bypass: what is stated is of the open hall, and containment lets
/// its leakage of both through.
///   r = recirculation x (leakage, where there is containment; else 1)
/// Assumption: leakage is proportional to the openings that are left.
double containedRecirculation(const HallSpec& spec);
double containedBypass(const HallSpec& spec);

/// Whether aisles have panels and doors.
bool hasContainedAisles(const HallSpec& spec);

/// Whether racks blow behind panels or into chimneys that lead to the return in the ceiling.
bool isHotSideContained(const HallSpec& spec);

/// Whether the hall has a plenum under a raised floor.
bool hasPlenum(const HallSpec& spec);

/// Whether air of switches and storage goes to the return by itself. The hot side must be contained.
bool cabinetsAreDucted(const HallSpec& spec);

/// Whether it goes to the cold side: the hot side of racks is contained, cabinets are not.
bool cabinetsWarmTheRoom(const HallSpec& spec);

/// Temperatures of air at rack inlets.
struct AirRange {
    double lowC = 0.0, highC = 0.0;
};

/// Recommended for all classes: 18 to 27 C. Allowable: A1 15-32, A2 10-35, A3 5-40, A4 5-45 C.
/// Source: ASHRAE TC 9.9, Thermal Guidelines for Data Processing Environments, 5th edition.
AirRange recommendedAir();
AirRange allowableAir(AirClass airClass);

}  // namespace headroom::models
