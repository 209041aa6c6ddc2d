// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// Balanced alternating-current load flow: the voltages at which every bus gets the power that it
/// asks for, and what flows where.
///
/// All quantities are per unit of one base power (three-phase) and of the nominal voltage of each
/// bus; angles in radians. A branch is the usual pi section with an ideal transformer a = t e^(j
/// shift) at its from side, y = 1 / (r + jx):
///
///     I_from = (y + jb/2) / t^2 V_from - y / conj(a) V_to
///     I_to   = -y / a V_from + (y + jb/2) V_to
///
/// A line has t = 1, shift = 0. A bus balances generation - load - (g - jb) |V|^2 with what leaves
/// by its branches. Kinds of bus: PQ (power known), PV (active power and magnitude known; reactive
/// limits are not enforced), slack (voltage known, power as needed).
///
/// Validity: steady state, balanced phases, positive sequence, loads of constant power. Below some
/// load there are two solutions and the one of high voltage is found; beyond the nose of the curve
/// there is none, which is reported.
///
/// Sources: branch and bus model of MATPOWER (Zimmerman, Murillo-Sanchez, Thomas, IEEE Trans. Power
/// Systems 26 (2011) 12); Newton in polar coordinates Tinney, Hart, IEEE Trans. PAS 86 (1967) 1449;
/// sweep Shirmohammadi et al., IEEE Trans. Power Systems 3 (1988) 753.
namespace headroom::engine {

enum class BusKind : std::uint8_t { Pq, Pv, Slack };

/// The network as arrays, by bus and by branch. addBus and addBranch keep them of one length.
struct LoadFlowNetwork {
    // by bus
    std::vector<BusKind> busKind;
    std::vector<double> loadPPu, loadQPu;
    std::vector<double> generationPPu, generationQPu;  ///< Q of PQ buses only
    std::vector<double> shuntGPu, shuntBPu;            ///< taken at 1 per unit; b > 0: capacitor
    std::vector<double> setpointPu;                    ///< magnitude of PV and slack buses
    std::vector<double> setpointRad;                   ///< angle of slack buses
    std::vector<std::string> busName;                  ///< for messages; may be empty

    // by branch
    std::vector<int> from, to;
    std::vector<double> rPu, xPu;
    std::vector<double> chargingPu;  ///< b: both halves together
    std::vector<double> tapRatio;    ///< t; 1 means a line
    std::vector<double> shiftRad;    ///< from leads to by so much when idle
    std::vector<std::uint8_t> inService;

    std::size_t buses() const { return busKind.size(); }

    std::size_t branches() const { return from.size(); }

    /// Index of the new bus.
    int addBus(BusKind kind, double loadP = 0.0, double loadQ = 0.0, double setpoint = 1.0);

    /// Index of the new branch, in service.
    int addBranch(int fromBus, int toBus, double r, double x, double charging = 0.0,
                  double ratio = 1.0, double shift = 0.0);
};

enum class LoadFlowMethod : std::uint8_t { Automatic, Sweep, Newton };

struct LoadFlowOptions {
    /// Newton ends when no bus misses its power by more; the sweep when no voltage is further from
    /// where its movements lead (their ratio from one to the next taken as steady) [per unit].
    double tolerancePu = 1e-8;
    int sweepIterations = 200;
    int newtonIterations = 30;
    bool warmStart = true;    ///< begin at the last solution
    bool branchFlows = true;  ///< fill fromPu, toPu; without it only voltages and sums
    LoadFlowMethod method = LoadFlowMethod::Automatic;
};

struct LoadFlowResult {
    // by bus
    std::vector<std::complex<double>> voltagePu;     ///< 0 where dead
    std::vector<std::complex<double>> generationPu;  ///< slack and the Q of PV buses as solved
    std::vector<std::uint8_t> live;                  ///< an island with a slack bus

    // by branch, into the branch; 0 out of service or dead
    std::vector<std::complex<double>> fromPu, toPu;

    std::complex<double> totalGenerationPu, totalLoadPu;  ///< of live buses
    std::complex<double> totalShuntPu;                    ///< taken by shunts at buses
    /// Of branches, their charging included: the sum of fromPu and toPu; without branch flows the
    /// balance of the other sums.
    std::complex<double> lossPu;

    int islands = 0, deadIslands = 0;
    int sweepIterations = 0;   ///< 0 means no radial island
    int newtonIterations = 0;  ///< 0 means no meshed island, or it started at the solution
    double mismatchPu = 0.0;   ///< largest power that a bus misses
    int worstBus = -1;         ///< where

    double magnitudePu(int bus) const { return std::abs(voltagePu[static_cast<std::size_t>(bus)]); }

    double angleRad(int bus) const { return std::arg(voltagePu[static_cast<std::size_t>(bus)]); }
};

/// Solves one network again and again. Parts that depend on the wiring alone (islands, node order, pattern and symbolic
/// factors of the Jacobian) are made once; a solve with other loads allocates nothing after the first.
///
/// Each island is solved by what suits it: one slack bus, no PV bus and no loop by the
/// backward–forward sweep (O(n) an iteration, no matrix; parallel branches of equal ratio count as
/// one); all others together by Newton–Raphson with KLU. Tap ratios and phase shifts cost a sweep
/// nothing means a tree is referred to its source once. An island without a slack bus is dead.
///
/// A sweep that does not converge is tried from a flat start and then by Newton; Newton from a warm
/// start that does not converge is tried from a flat one. Flat means magnitude 1 (or the
/// set-point) and angles by the phase shifts along a spanning tree.
///
/// A solver is used by one thread at a time. Same calls, same bytes.
class LoadFlowSolver {
  public:
    LoadFlowSolver();
    ~LoadFlowSolver();
    LoadFlowSolver(LoadFlowSolver&&) noexcept;
    LoadFlowSolver& operator=(LoadFlowSolver&&) noexcept;

    LoadFlowOptions options;

    /// PWR-001: arrays of unlike lengths, an index out of range, a value that is not a finite number; PWR-002: a branch
    /// without impedance, from a bus to itself, or with a ratio of 0 or less.
    /// Forgets the last solution.
    Result<void> setNetwork(LoadFlowNetwork network);

    const LoadFlowNetwork& network() const;

    /// With the loads of the network, or with others (by bus, kept from then on). PWR-003: does not
    /// converge, worst bus named; PWR-004: loads of another number, or no finite numbers. After an
    /// error the result is not to be used, and the next solve starts flat.
    Result<void> solve();
    Result<void> solve(std::span<const double> loadPPu, std::span<const double> loadQPu);

    const LoadFlowResult& result() const;

    /// The next solve starts flat.
    void forgetSolution();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace headroom::engine
