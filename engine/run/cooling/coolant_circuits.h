// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/coolant_pumps.h"
#include "engine/solve/hydraulics/hydraulic_solver.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// Flows and heads of the circuits (CoolantState::flowM3PerS, headM): quasi-steady, each circuit by itself, by the global
/// gradient method from its last solution. A circuit is solved anew where a setting moved; one that begins as the one
/// before it began, with its settings, ends as that one does.
class CoolantCircuits : public CoolantPart {
  public:
    CoolantCircuits(const RunContext& run, const CoolantMode& mode, const CoolingUnits& units,
                    const ControlValves& valves, CoolantPumps& pumps);

    /// The pumps of each circuit move, then its flows follow.
    void solve(double dt);

    /// All circuits are solved anew, after an edit of the design.
    void forget();

  private:
    /// Inputs of a link that its flow depends on.
    struct Setting {
        double resistance = 0.0, speed = 0.0, units = 0.0;

        bool operator==(const Setting&) const = default;
    };

    /// Circuits side by side of one network: racks on CDUs of one kind, mostly.
    struct Alike {
        int first = 0, circuits = 0;
        int solved = -1;  ///< the one that was solved last in this sub-step; -1 if none
        std::vector<double> flowM3PerS, headM;  ///< from which it began
    };

    HydraulicNetwork networkOf(std::size_t circuit) const;
    Setting setting(LinkIndex link) const;
    bool updateSettings(const CoolingCircuit& circuit);
    void solveCircuit(std::size_t circuit, Alike& alike);
    bool doesAsSolved(std::size_t circuit, const Alike& alike) const;

    const CoolingUnits& units_;
    const ControlValves& valves_;
    CoolantPumps& pumps_;
    std::vector<HydraulicSolver> solvers_;  ///< by circuit
    std::vector<Alike> alike_;              ///< all circuits, in their order
    std::vector<Setting> settings_;         ///< by link
};

}  // namespace headroom::engine
