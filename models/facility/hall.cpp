// SPDX-License-Identifier: Apache-2.0
#include "models/facility/hall.h"

#include <array>

namespace headroom::models {

namespace {

using namespace std::string_view_literals;

constexpr std::array kContainmentWords{"none"sv, "cold_aisle"sv, "hot_aisle"sv, "chimney"sv};
constexpr std::array kSupplyWords{"fan_wall"sv, "raised_floor"sv, "perimeter"sv};
constexpr std::array kReturnWords{"ceiling"sv, "room"sv};
constexpr std::array kExhaustWords{"as_aisles"sv, "room"sv};
constexpr std::array kClassWords{"A1"sv, "A2"sv, "A3"sv, "A4"sv};

constexpr auto kHallAttributes = std::to_array<Attribute>({
    text<&HallSpec::name>("name", "Name", {.doc = "Display name."}),
    number<&HallSpec::xM>(
        "x_m", "X", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, east."}),
    number<&HallSpec::yM>(
        "y_m", "Y", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, north."}),
    number<&HallSpec::widthM>("width_m", "Width", unit::metre,
                              {.min = 1, .max = 2000, .required = true, .doc = "East to west."}),
    number<&HallSpec::depthM>("depth_m", "Depth", unit::metre,
                              {.min = 1, .max = 2000, .required = true, .doc = "South to north."}),
    number<&HallSpec::heightM>("height_m", "Height", unit::metre,
                               {.min = 2, .max = 30, .doc = "Floor to ceiling."}),
    referenceList<&HallSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.doc = "Feeds of its switches and storage, and of its air handlers where fan_feeds is not "
                "stated; each machine is fed by all of them."}),
    referenceList<&HallSpec::fanFeeds>(
        "fan_feeds", "Fans fed from", "power_unit",
        {.doc = "Feeds of the air handlers, which are spread over them."}),
    reference<&HallSpec::crah>("crah", "Air handler", "crah", {.doc = "Unit."}),
    integer<&HallSpec::crahs>(
        "crah_count", "Air handlers",
        {.min = 0,
         .max = 10000,
         .doc = "Units; those without a place of their own line the west and the east wall."}),
    numberList<&HallSpec::crahXM>(
        "crah_x_m", "Air handlers' X", unit::metre,
        {.min = -2000,
         .max = 2000,
         .doc = "Middles of the first air handlers, from the west wall; each blows away from the "
                "wall that is nearest."}),
    numberList<&HallSpec::crahYM>(
        "crah_y_m", "Air handlers' Y", unit::metre,
        {.min = -2000,
         .max = 2000,
         .doc = "Middles of the first air handlers, from the south wall; as many as X."}),
    reference<&HallSpec::airLoop>("air_loop", "Air handlers cooled by", "cooling_loop",
                                  {.doc = "Facility water of the coils."}),
    number<&HallSpec::supplyAirC>("supply_air_c", "Supply air", unit::celsius,
                                  {.min = 10, .max = 40, .doc = "Set-point of the air handlers."}),
    number<&HallSpec::recirculation>(
        "recirculation_pct", "Recirculation", unit::percent,
        {.min = 0,
         .max = 60,
         .doc =
             "Share of the air at rack inlets that comes from rack outlets while the hall is open; "
             "containment lets its leakage of it through."}),
    number<&HallSpec::bypass>(
        "bypass_pct", "Bypass", unit::percent,
        {.min = 0,
         .max = 80,
         .doc = "Share of supply air that returns without passing a rack while the hall is open; "
                "containment lets its leakage of it through."}),
    choice<&HallSpec::containment>(
        "containment", "Containment", kContainmentWords,
        {.doc = "none; cold_aisle: a roof and doors on cold aisles; hot_aisle: walls from hot "
                "aisles to the ceiling; chimney: a duct from the back of each rack to the "
                "ceiling."}),
    number<&HallSpec::containmentLeakage>(
        "containment_leakage_pct", "Leakage of containment", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of recirculation and bypass that containment lets through; in the air "
                "field, open share of its panels, or share of a rack's air that its chimney "
                "loses."}),
    choice<&HallSpec::airSupply>(
        "air_supply", "Air supply", kSupplyWords,
        {.doc = "fan_wall: from the faces of the air handlers; raised_floor: through tiles in the "
                "cold aisles; perimeter: blown freely into the room."}),
    number<&HallSpec::plenumM>(
        "plenum_m", "Floor plenum", unit::metre,
        {.min = 0.1,
         .max = 3,
         .doc = "Height under a raised floor, for the air field. Air handlers blow into it, and "
                "its pressure decides what each tile passes. Without it all tiles blow the "
                "same."}),
    number<&HallSpec::tileOpen>(
        "tile_open_pct", "Open area of tiles", unit::percent,
        {.min = 1, .max = 95, .doc = "Open share of the tiles over a floor plenum."}),
    number<&HallSpec::floorLeakage>(
        "floor_leakage_pct", "Leakage of the floor", unit::percent,
        {.min = 0,
         .max = 20,
         .doc = "Open share of the floor without tiles over a floor plenum: seams and cut-outs "
                "for cables."}),
    choice<&HallSpec::airReturn>(
        "air_return", "Air return", kReturnWords,
        {.doc = "ceiling: through grilles over the hot aisles; room: into the tops of the air "
                "handlers."}),
    choice<&HallSpec::cabinetExhaust>(
        "cabinet_exhaust", "Exhaust of cabinets", kExhaustWords,
        {.doc = "as_aisles: switches and storage blow into the contained hot aisles, or into "
                "chimneys to the ceiling; "
                "into the room where hot aisles are open. room: always into the room."}),
    choice<&HallSpec::airClass>(
        "air_class", "Air class", kClassWords,
        {.doc = "ASHRAE class of the equipment: allowable inlet air A1 15-32, A2 10-35, A3 5-40, "
                "A4 5-45 C."}),
    text<&HallSpec::airField>(
        "air_field", "Air field",
        {.doc = "Hash of the state of the hall for which an air field found the shares of hot air "
                "below. They are ignored after the hall has changed."}),
    text<&HallSpec::airFieldOrigin>(
        "air_field_origin", "Origin of the air field",
        {.doc = "Method, cells and date of the air field. For people only."}),
    number<&HallSpec::airFieldErrorK>(
        "air_field_error_k", "Error of the air field", unit::kelvin,
        {.min = 0,
         .max = 100,
         .doc = "How far its inlets may miss, by the size of its cells and the change between its "
                "last two periods."}),
    numberList<&HallSpec::hotAirPct>(
        "hot_air_pct", "Hot air at inlets", unit::percent,
        {.min = -100,
         .max = 95,
         .doc = "By rack, in the order of the rows: share of the inlet air from its own hot aisle. "
                "With these shares the zones have the inlets of the air field."}),
    numberList<&HallSpec::hotAirTopPct>(
        "hot_air_top_pct", "Hot air at the top", unit::percent,
        {.min = -100, .max = 100, .doc = "The same for the top third of each rack's front."}),
    number<&HallSpec::floorKgPerM2>(
        "floor_load_kg_per_m2", "Floor load", unit::kilogramPerSquareMetre,
        {.min = 100,
         .max = 100000,
         .doc = "Largest evenly spread load of the floor; not checked where not stated."}),
    number<&HallSpec::tileM>(
        "tile_m", "Floor tile", unit::metre,
        {.min = 0.05, .max = 10, .doc = "Pitch of the floor grid, to which the plan snaps."}),
    number<&HallSpec::tileXM>(
        "tile_x_m", "Floor grid X", unit::metre,
        {.min = -10, .max = 10, .doc = "Corner of the grid, measured east from that of the hall."}),
    number<&HallSpec::tileYM>("tile_y_m", "Floor grid Y", unit::metre,
                              {.min = -10,
                               .max = 10,
                               .doc = "Corner of the grid, measured north from that of the hall."}),
});

double throughContainment(const HallSpec& spec) {
    return spec.containment == Containment::None ? 1.0 : spec.containmentLeakage;
}

constexpr AirRange kRecommended{18.0, 27.0};
constexpr std::array kAllowable{AirRange{15.0, 32.0}, AirRange{10.0, 35.0}, AirRange{5.0, 40.0},
                                AirRange{5.0, 45.0}};

}  // namespace

double containedRecirculation(const HallSpec& spec) {
    return spec.recirculation * throughContainment(spec);
}

double containedBypass(const HallSpec& spec) {
    return spec.bypass * throughContainment(spec);
}

AirRange recommendedAir() {
    return kRecommended;
}

bool hasContainedAisles(const HallSpec& spec) {
    return spec.containment == Containment::ColdAisle || spec.containment == Containment::HotAisle;
}

bool isHotSideContained(const HallSpec& spec) {
    return spec.containment == Containment::HotAisle || spec.containment == Containment::Chimney;
}

bool hasPlenum(const HallSpec& spec) {
    return spec.airSupply == AirSupply::RaisedFloor && spec.plenumM > 0.0;
}

bool cabinetsAreDucted(const HallSpec& spec) {
    return isHotSideContained(spec) && spec.cabinetExhaust == CabinetExhaust::AsAisles;
}

bool cabinetsWarmTheRoom(const HallSpec& spec) {
    return isHotSideContained(spec) && spec.cabinetExhaust == CabinetExhaust::Room;
}

AirRange allowableAir(AirClass airClass) {
    return kAllowable[static_cast<std::size_t>(airClass)];
}

const ComponentType& HallSpec::type() {
    static constexpr ComponentType kType{"hall",
                                         "Hall",
                                         "halls",
                                         false,
                                         "A room with racks: its floor, air and feeds.",
                                         kHallAttributes,
                                         &createSpec<HallSpec>,
                                         &destroySpec<HallSpec>};
    return kType;
}

}  // namespace headroom::models
