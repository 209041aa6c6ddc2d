// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Figures of usual practice in cooling, for what neither a part nor a project states. Each is an
/// Assumption unless a source is with it.
namespace headroom::models {

/// Pump of a CDU whose part names none: efficiency of the pump, and of motor and drive. Assumption:
/// small centrifugal pumps; together the 0.65 by which the catalogue derives their rated power.
inline constexpr double kCduPumpEfficiency = 0.70, kCduDriveEfficiency = 0.93;

/// Coolant of a rack whose part states none, as travel time of its design flow [s]. Assumption: 40
/// L at 120 kW.
inline constexpr double kRackContentS = 13.0;

/// Loss of each side of an economiser that is stated by its approach alone [Pa]. Assumption: the
/// lower end of the 40 to 80 kPa of plate exchangers.
inline constexpr double kEconomiserPa = 40e3;

/// Loss of a rack whose part states none [Pa]. Assumption: cold plates, manifolds and quick
/// disconnects of a usual rack.
inline constexpr double kRackDropPa = 100e3;

/// Water of an expansion vessel that is not stated, share of its circuit's volume. Assumption: a
/// facility loop between 10 and 50 C expands by 1.2 %, a rack loop with glycol by 2 %, and as much
/// again in reserve.
inline constexpr double kFacilityExpansion = 0.02, kRackExpansion = 0.04;

/// Standard acceleration of gravity [m/s2], of heads of circuits. Exact by definition.
inline constexpr double kStandardGravity = 9.80665;

/// Fittings, valves and metal of a node of pipes next to its liquid [J/K]. Assumption: worth 1 kg of
/// water.
inline constexpr double kNodeJPerK = 4186.0;

/// Supply plenum of a hall, share of its air. Assumption: raised floor or fan-wall corridor.
inline constexpr double kPlenumShare = 0.05;

/// Time constants of the pumps' pressure controller and of the reset of its set-point by the most
/// open valve [s]; the opening that the reset aims at, and the least share of the design pressure.
/// Assumption: some pump ramps; several strokes of a valve.
inline constexpr double kPumpPressureS = 20.0, kPumpResetS = 300.0;
inline constexpr double kMostOpenValve = 0.9, kLeastPumpPressure = 0.3;

/// Time constant in which a bypass makes good what a loop lacks of its least flow, at any opening [s]. Assumption: as the
/// pressure controller.
inline constexpr double kBypassS = 20.0;

/// A valve that has to shut seats from this opening on. Assumption: the dead band of positioners, 1 % of the stroke.
inline constexpr double kValveSeat = 0.01;

/// Rangeability of the control valves of CDUs: of those of a facility circuit its specification says it.
inline constexpr double kRackValveRangeability = 50.0;

/// Pumps cut out when the vessel's pressure falls below this share of the fill pressure.
/// Assumption: a low-pressure switch.
inline constexpr double kLowPressureCutOut = 0.1;

/// Air that moves through coils whose fans are stopped, share of their rating: buoyancy.
/// Assumption.
inline constexpr double kStillAirShare = 0.02;

/// Thermal expansion of air near 27 C [1/K]: one over its temperature.
inline constexpr double kAirExpansionPerK = 1.0 / 300.0;

/// Rises of air through servers and through cabinets of machines, where nothing states them [K].
/// Assumptions.
inline constexpr double kDraughtK = 10.0, kCabinetRiseK = 12.0;

/// Specific heat of servers [J/(kg K)]. Assumption: seven tenths of steel (490), the rest aluminium (900), copper (385)
/// and boards (1,100); Ibrahim et al., "Thermal Mass Characterization of a Server at Different Fan Speeds" (2012)
/// measured 12 kJ/K for two rack units, some 22 kg.
inline constexpr double kServerJPerKgK = 550.0;

/// Mass of servers, share of their rack's, where a part states the rack alone. Assumption: 4 x 130 of 950 kg.
inline constexpr double kServerMassShare = 0.55;

/// Flow switches of chillers, share of the design flow of one machine. Assumption: usual protection
/// against freezing and surge.
inline constexpr double kFlowSwitchShare = 0.3;

/// How long a chiller waits for the flow of its evaporator and condenser before it trips [s].
/// Assumption: 5 min. Controls of centrifugal chillers verify water flow for some minutes and then give the start up.
inline constexpr double kFlowProofS = 300.0;

/// Least flow of a loop that states none, share of the design flow of one pump: what it needs. Assumption.
inline constexpr double kLeastFlow = 0.25;

/// Least water of an open tower cell, share of its design flow: fewer cells carry less. Assumption: nozzles and weirs
/// of open towers turn down to half.
inline constexpr double kTowerLeastWater = 0.5;

/// Staging of pumps: one more starts where those that run carry more than this share of their design flow, and one
/// stops where one fewer would carry less than the other; the least run between two stops [s]. Assumption: a pump
/// carries its design flow, so that spares rest at the design load.
inline constexpr double kPumpUpAt = 1.0, kPumpDownAt = 0.9, kPumpLeastRunS = 300.0;

/// Head that pumps keep in reserve when one of them stops, share of what they make. Assumption.
inline constexpr double kPumpReserve = 0.1;

/// Flow that a loop keeps up through each chiller that runs, where none is stated, share of the machine's design flow,
/// on its evaporator as on its condenser. Assumption:
/// the 0.9 m/s (3 ft/s) that makers ask for in tubes made for 2.1 to 2.4 m/s (7 to 8 ft/s), which leaves a third over
/// the flow switch.
inline constexpr double kChillerLeastFlow = 0.4;

/// Curves of machines: by how much power or conductance may fall where load, air or flow rises, share of that at full;
/// how far a curve may lie from 1 at reference conditions. Assumption: what rounding and a fit leave; published
/// curves stay within 6 % of 1.
inline constexpr double kCurveFall = 0.02, kCurveReference = 0.25;

/// All of the outdoor water flows where the loop is so much warmer than its set-point [K]. Assumption: the dead band of
/// its controls.
inline constexpr double kOutdoorMissedK = 1.0;

/// An economiser joins chillers, and leaves them, where that saves more than this share of the power. Assumption: the
/// dead band of its controls, so that two ways of like power do not take turns.
inline constexpr double kBesideBand = 0.02;

/// By how much the lift of a chiller's refrigerant passes that from leaving chilled water to entering
/// condenser fluid [K]: approach of the evaporator 2 K, and rise and approach of a condenser with
/// water (5.5 + 1.5 K) or air (8 + 4 K). Assumption: usual sizing, rises as AHRI 550/590 rates them.
inline constexpr double kChillerInnerLiftK = 9.0, kAirChillerInnerLiftK = 14.0;

}  // namespace headroom::models
