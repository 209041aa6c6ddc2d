// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

/// Unbalanced load flow in phase coordinates: feeders with single-phase laterals, circuits of
/// single-phase loads, delta and wye side by side. SI throughout: V, A, W, var, ohm, S.
///
/// Every bus has up to three phase nodes; neutral is ground. All linear parts (sources behind their
/// impedance, lines as pi sections with full matrices, transformers, capacitors, and each load at
/// its nominal admittance) make one nodal admittance matrix Y. The draw of a load beyond its
/// nominal admittance is a current, and
///
///     Y V_next = I_source + sum of (Y_load V - I_load(V))
///
/// is repeated until no voltage moves. Y is factored once and stands for all loads and steps.
///
/// Validity: steady state at one frequency, loads of constant power, current or impedance, grounded
/// wye points. Converges where loads are small against the fault level of their node, which holds
/// for every circuit that one may operate; rings are as good as trees.
///
/// Sources: fixed-point current injection as in Dugan, "OpenDSS Reference Guide" (EPRI), chapter
/// "Solution"; transformer and load models Kersting, "Distribution System Modeling and Analysis",
/// 3rd ed., chapters 8 and 9.
namespace headroom::engine {

/// A phase node: bus and phase 0, 1 or 2; phase -1 is ground.
struct PhaseNode {
    int bus = 0;
    int phase = -1;
};

/// Three-phase source: a balanced voltage behind an impedance.
struct PhaseSource {
    int bus = 0;
    double lineVoltageV = 0.0;  ///< between phases, open circuit
    double angleRad = 0.0;      ///< of phase 0 to ground
    std::complex<double> positiveOhm, zeroOhm;
};

/// A section between two sets of nodes with one series and one shunt matrix (n by n, by rows).
struct PhaseLine {
    std::string name;
    std::vector<PhaseNode> from, to;
    std::vector<std::complex<double>> seriesOhm;
    std::vector<std::complex<double>>
        shuntS;  ///< of the whole line, half at each end; empty if none
};

enum class PhaseConnection : std::uint8_t { Wye, Delta };

struct PhaseWinding {
    /// Three; or one, to ground; or two of a single-phase winding, which lies between them.
    std::vector<PhaseNode> nodes;
    PhaseConnection connection = PhaseConnection::Wye;
    double ratedV = 0.0;  ///< between phases if three-phase, else across the winding
    double tap = 1.0;     ///< ratio to ratedV
};

/// Two windings per phase. A delta winding k lies between node k and the one before it, so that
/// wye follows delta by 30 degrees (ANSI C57.12 where delta is the high side); where `leads`, it
/// lies between node k and the next one, and wye leads.
struct PhaseTransformer {
    std::string name;
    bool leads = false;
    PhaseWinding windings[2];
    double ratedVa = 0.0;              ///< all phases
    std::complex<double> impedancePu;  ///< of ratedVa, both windings
};

/// Load or capacitor between nodes. Wye: from each node to ground. Delta: three nodes, three loads
/// around; two nodes, one load between.
struct PhaseLoad {
    std::string name;
    std::vector<PhaseNode> nodes;
    PhaseConnection connection = PhaseConnection::Wye;
    double powerW = 0.0;  ///< of all phases, shared alike, at nominal voltage
    double reactiveVar = 0.0;
    double nominalV = 0.0;  ///< across each of its branches
    double constantPower = 1.0, constantCurrent = 0.0, constantImpedance = 0.0;  ///< shares, sum 1
    /// Outside these (per unit of nominal) the load continues as an impedance, as devices do that
    /// leave their range of regulation.
    double minimumPu = 0.0, maximumPu = std::numeric_limits<double>::infinity();
};

struct PhaseNetwork {
    std::vector<std::string> buses;
    std::vector<PhaseSource> sources;
    std::vector<PhaseLine> lines;
    std::vector<PhaseTransformer> transformers;
    std::vector<PhaseLoad> loads;

    /// Index of the bus of that name, added where it is new.
    int bus(const std::string& name);
};

struct PhaseResult {
    /// By bus and phase (index 3 bus + phase) [V]; 0 where the node does not exist or is dead.
    std::vector<std::complex<double>> voltageV;
    std::vector<std::uint8_t> exists;  ///< same index: a part names the node
    std::complex<double> sourceVa;     ///< delivered at the terminals of all sources
    std::complex<double> loadVa;       ///< taken by loads and capacitors
    std::complex<double> lossVa;       ///< of lines and transformers
    int iterations = 0;
    double movedPu = 0.0;  ///< largest movement of a voltage in the last iteration

    std::complex<double> at(int bus, int phase) const {
        return voltageV[3 * static_cast<std::size_t>(bus) + static_cast<std::size_t>(phase)];
    }
};

class ThreePhaseSolver {
  public:
    ThreePhaseSolver();
    ~ThreePhaseSolver();
    ThreePhaseSolver(ThreePhaseSolver&&) noexcept;
    ThreePhaseSolver& operator=(ThreePhaseSolver&&) noexcept;

    double tolerancePu = 1e-9;
    int maximumIterations = 200;

    /// PWR-010: a part names a node that is not there, has the wrong number of nodes or values, no
    /// impedance, no nominal voltage, or no finite number; the part is named.
    Result<void> setNetwork(PhaseNetwork network);

    const PhaseNetwork& network() const;

    /// Power of a load from now on; the matrix is unchanged.
    void setLoad(int load, double powerW, double reactiveVar);

    /// Starts at the last solution. PWR-011: does not converge, or the matrix is singular; the
    /// worst node is named.
    Result<void> solve();

    const PhaseResult& result() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace headroom::engine
