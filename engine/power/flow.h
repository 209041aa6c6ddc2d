// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/base/workers.h"
#include "engine/power/network.h"

#include <complex>
#include <cstdint>
#include <vector>

/// Steady state of the wiring at one instant: which units are live, and the power through each.
///
/// A backward–forward sweep over the units in their order. Backward, each unit turns the demand at
/// its output into the demand at its input:
///   series part (transformer, cable)  S_in = S_out + Z |I|^2 + P_0,  I = conj(S_out / V_out)
///   converter (UPS, rectifier, PDU)   P_in = P_out + P_loss(P_out), Q_in from its power factor
/// and shares it among its live incomers. Forward, voltages follow from the sources:
///   V_out = sum of (share V_source) - Z I; the output of a double-conversion UPS or a rectifier is 1.
/// Per unit of kPowerBaseVa and of the nominal voltage of each board, balanced three-phase.
/// Parallel incomers share in proportion to the ratings of the units that feed them. This is exact for equal parallel units
/// on one source, and an approximation for unequal sources in parallel, which transfer switches normally
/// prevent. Source: Shirmohammadi et al., IEEE Trans. Power Systems 3 (1988) 753.
namespace headroom::engine {

/// State of switches, failures and controls, by unit or by edge.
struct PowerSwitching {
    ByEdge<std::uint8_t> edgeClosed;  ///< by edge: its breaker
    ByUnit<int> modulesOut;           ///< by unit: modules that failed
    ByUnit<std::uint8_t>
        available;  ///< by unit: 1 if the mains are present or the generator runs; 1 for all other units
    ByUnit<float> sourceVoltage;     ///< by unit: of utilities, per unit; less than 1 in a sag
    ByUnit<std::uint8_t> onBattery;  ///< by unit: UPS that draws nothing from its input
    ByUnit<std::uint8_t> hasCharge;  ///< by unit: UPS with energy left
    ByUnit<float> walkIn;            ///< by unit: share of a UPS's load on its rectifier
    ByUnit<float> chargeW;           ///< by unit: charging power of a UPS's battery
    ByUnit<int> position;            ///< by unit: incomer that a transfer switch takes, counted
                                     ///< from its first; -1 if none, it is moving or dead
};

PowerSwitching normalSwitching(const PowerNetwork& network);

/// Result of a load flow. sizeFor() allocates the memory once. `voltage` starts the next solution
/// from the last one.
struct PowerFlow {
    HEADROOM_SPECIAL_MEMBERS(PowerFlow);

    ByUnit<std::uint8_t> live;             ///< by unit: its output is energised
    ByUnit<std::complex<double>> voltage;  ///< by unit: output, per unit
    ByUnit<std::complex<double>> loadVa;   ///< by unit: loads connected directly to it
    ByUnit<std::complex<double>> outVa;    ///< by unit: demand at its output
    ByUnit<std::complex<double>> inVa;     ///< by unit: at its input, without battery
    ByUnit<double> lossW;                  ///< by unit, its incoming cables included
    ByUnit<double> batteryW;               ///< by unit: from the battery of a UPS
    ByEdge<double> share;                  ///< by edge: of the input of its unit
    ByEdge<std::complex<double>> edgeVa;   ///< by edge, at the source's end
    ByEdge<double> edgeA;                  ///< by edge
    ByCord<std::uint8_t> cordLive;         ///< by cord
    ByLoad<int> liveCords;                 ///< by load
    int iterations = 0;
    double mismatch =
        0.0;  ///< largest change of a voltage that further iterations would make, per unit

    void sizeFor(const PowerNetwork& network);

    /// Allocates only what energise() needs, for questions that need no power.
    void sizeLive(const PowerNetwork& network);
};

/// Finds which units are live and how inputs are shared. Call it after every change of PowerSwitching.
void energise(const PowerNetwork& network, const PowerSwitching& switching, PowerFlow& flow);

/// Demand of each load [W, var], by load index. Loads without a live cord must ask for nothing.
struct PowerDemand {
    std::vector<double> powerW;
    std::vector<double> reactiveVar;
    /// By unit: power fed in at its output, as a negative load. Empty if no unit feeds in power.
    std::vector<double> unitW;
};

/// A unit whose load cannot be delivered: the load flow has no voltage for it (models/power/voltage.h), or a voltage
/// below half of nominal.
struct VoltageCollapse {
    UnitIndex unit{0};
    EdgeIndex edge;        ///< the incomer with the limiting cable; -1 if the unit's own impedance
                           ///< limits, or no single impedance
    double askedVa = 0.0;  ///< power asked of the edge or unit
    double mostVa = 0.0;   ///< most that it delivers at that power factor; NaN if no single
                           ///< impedance limits
};

/// Largest change of any voltage [per unit] that further sweeps would still make. Changes shrink from sweep to sweep by
/// the relative voltage drop of the wiring, some percent, so the last two changes give the estimate. Sums of
/// power are exact at any tolerance.
inline constexpr double kVoltageTolerance = 1e-8;

/// Solves the load flow. Returns the collapsed units, or an empty list if a solution exists. With collapsed units, `flow`
/// is the finite flow of the rest: the caller opens the incomers of these units (openIncomers()) and solves again.
/// A demand that is not finite gives a flow that is not finite.
[[nodiscard]] std::vector<VoltageCollapse> solvePower(const PowerNetwork& network,
                                                      const PowerSwitching& switching,
                                                      const PowerDemand& demand, PowerFlow& flow,
                                                      double tolerance = kVoltageTolerance);

struct PowerSections;

/// Gives the same bytes with several threads: one for each subnetwork, or for each section of a single network. The sections must fit the flow.
[[nodiscard]] std::vector<VoltageCollapse> solvePower(const PowerNetwork& network,
                                                      const PowerSwitching& switching,
                                                      const PowerDemand& demand,
                                                      const PowerSections& sections,
                                                      Workers& workers, PowerFlow& flow,
                                                      double tolerance = kVoltageTolerance);

/// Opens the incomers that feed the unit.
void openIncomers(const PowerNetwork& network, const PowerFlow& flow, UnitIndex unit,
                  PowerSwitching& switching);

/// Voltage before the unit's own impedance or converter, by the flow as solved.
std::complex<double> inputVoltage(const PowerNetwork& network, const PowerFlow& flow,
                                  UnitIndex unit);

/// Returns the loading of a unit: apparent power at its output divided by the rating of the modules in service. For a
/// generator set, the larger of apparent and active loading. NaN if the unit has no rating.
double loadingOf(const PowerNetwork& network, const PowerSwitching& switching,
                 const PowerFlow& flow, UnitIndex unit);

/// Returns the current of an edge divided by the smaller rating of its breaker and cable; 0 if
/// neither has a rating.
double edgeLoading(const PowerNetwork& network, const PowerFlow& flow, EdgeIndex edge);

/// Writes to `shed` the demand without the machines on dead cords. Call energise() on `flow` first.
void shedDeadCords(const PowerNetwork& network, const PowerFlow& flow, const PowerDemand& demand,
                   PowerDemand& shed);

}  // namespace headroom::engine
