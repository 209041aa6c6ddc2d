// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/base/workers.h"
#include "engine/power/network.h"

#include <complex>
#include <cstdint>
#include <vector>

/// Steady state of the wiring at one instant: who is live, who carries what.
///
/// A backward–forward sweep over the units in their order. Backward, each unit turns the demand at
/// its output into the demand at its input:
///   series part (transformer, cable)  S_in = S_out + Z |I|^2 + P_0,  I = conj(S_out / V_out)
///   converter (UPS, rectifier, PDU)   P_in = P_out + P_loss(P_out), Q_in from its power factor
/// and shares it among its live incomers. Forward, voltages follow from the sources:
///   V_out = sum of shares V_source - Z I; a double-conversion UPS or a rectifier starts afresh
///   at 1.
/// Per unit of kPowerBaseVa and of the nominal voltage of each board, balanced three-phase.
/// Incomers in parallel share by the rating of what they come from: exact for equal parallel units
/// on one source, an approximation where unequal sources are paralleled (rare: transfer switches
/// keep them apart). Source: Shirmohammadi et al., IEEE Trans. Power Systems 3 (1988) 753.
namespace headroom::engine {

/// State of the wiring after switching, failures and controls. By unit or by edge.
struct PowerSwitching {
    ByEdge<std::uint8_t> edgeClosed;  ///< by edge: its breaker
    ByUnit<int> modulesOut;           ///< by unit: modules that failed
    ByUnit<std::uint8_t> available;   ///< by unit: mains present, generator running, else 1
    ByUnit<float> sourceVoltage;      ///< by unit: of utilities, per unit; less than 1 in a sag
    ByUnit<std::uint8_t> onBattery;   ///< by unit: UPS that takes nothing from its input
    ByUnit<std::uint8_t> hasCharge;   ///< by unit: UPS with energy left
    ByUnit<float> walkIn;             ///< by unit: share of a UPS's load on its rectifier
    ByUnit<float> chargeW;            ///< by unit: of a UPS's battery
    ByUnit<int> position;             ///< by unit: incomer that a transfer switch takes, counted
                                      ///< from its first; -1 if none, it is moving or dead
};

PowerSwitching normalSwitching(const PowerNetwork& network);

/// The flow. Sized once by sizeFor; nothing allocates afterwards. `voltage` is kept from solve to
/// solve as the warm start.
struct PowerFlow {
    HEADROOM_SPECIAL_MEMBERS(PowerFlow);

    ByUnit<std::uint8_t> live;             ///< by unit: its output is energised
    ByUnit<std::complex<double>> voltage;  ///< by unit: output, per unit
    ByUnit<std::complex<double>> loadVa;   ///< by unit: of what hangs on it itself
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

    /// Needs of energise() alone, for questions without power.
    void sizeLive(const PowerNetwork& network);
};

/// Which units are live and how inputs are shared; after every change of PowerSwitching.
void energise(const PowerNetwork& network, const PowerSwitching& switching, PowerFlow& flow);

/// Demand of each load [W, var], by load index. Loads without a live cord must ask for nothing.
struct PowerDemand {
    std::vector<double> powerW;
    std::vector<double> reactiveVar;
    /// By unit, of what gives power at its output: as a load below 0; empty if there is none.
    std::vector<double> unitW;
};

/// A unit whose load nothing delivers: no voltage exists (models/power/voltage.h), or only one
/// below half of the nominal.
struct VoltageCollapse {
    UnitIndex unit{0};
    EdgeIndex edge;        ///< the incomer whose cable does not deliver; -1 means the unit's own
                           ///< impedance, or no single one
    double askedVa = 0.0;  ///< of it
    double mostVa = 0.0;   ///< what it delivers at that power factor; NaN: no single impedance
                           ///< is too large
};

/// Voltages settle until what further sweeps would change of any is less than this [per unit]: changes shrink from
/// sweep to sweep by the share of the voltage that the wiring takes, some percent, so the last two tell it. Sums of
/// power are exact at any tolerance.
inline constexpr double kVoltageTolerance = 1e-8;

/// Empty where the flow has a solution. Else `flow` is that of the rest, finite, with the units
/// that are named taking nothing: the caller opens their incomers (`openIncomers`) and asks again.
/// Loads that are no finite numbers give a flow that is none.
[[nodiscard]] std::vector<VoltageCollapse> solvePower(const PowerNetwork& network,
                                                      const PowerSwitching& switching,
                                                      const PowerDemand& demand, PowerFlow& flow,
                                                      double tolerance = kVoltageTolerance);

struct PowerSections;

/// The same, bit by bit, with subnetworks side by side, or the sections of a single one; those must fit the flow.
[[nodiscard]] std::vector<VoltageCollapse> solvePower(const PowerNetwork& network,
                                                      const PowerSwitching& switching,
                                                      const PowerDemand& demand,
                                                      const PowerSections& sections,
                                                      Workers& workers, PowerFlow& flow,
                                                      double tolerance = kVoltageTolerance);

/// Opens the incomers that carry the unit.
void openIncomers(const PowerNetwork& network, const PowerFlow& flow, UnitIndex unit,
                  PowerSwitching& switching);

/// Voltage before the unit's own impedance or converter, by the flow as solved.
std::complex<double> inputVoltage(const PowerNetwork& network, const PowerFlow& flow,
                                  UnitIndex unit);

/// Loading of a unit: apparent power at its output over its rating, or active power over that of a
/// generator set, whichever is more; modules in service only; of a unit without rating NaN.
double loadingOf(const PowerNetwork& network, const PowerSwitching& switching,
                 const PowerFlow& flow, UnitIndex unit);

/// Current of an edge over the rating of its breaker or cable, whichever is smaller; 0 where
/// neither states one.
double edgeLoading(const PowerNetwork& network, const PowerFlow& flow, EdgeIndex edge);

/// `demand` with machines on dead cords standing still. `flow` must have been energised.
void shedDeadCords(const PowerNetwork& network, const PowerFlow& flow, const PowerDemand& demand,
                   PowerDemand& shed);

}  // namespace headroom::engine
