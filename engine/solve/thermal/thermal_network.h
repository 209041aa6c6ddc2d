// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/linear/sparse_lu.h"

#include <span>
#include <vector>

/// Temperatures of streams that mix and exchange heat, one implicit step at a time.
///
/// Nodes are well-mixed volumes, links carry fluid between them, exchanges carry heat from one link
/// to another. Backward Euler, upwind:
///
///   C_n (T_n - T_n,before) / dt = sum over links into n of [W (T_mid - T_n) + Q] + source_n
///   T_mid = alpha + beta T_from            what a stream picks up on its way (racks, air of a hall)
///   Q_exchange = g_hot T_mid,hot - g_cold T_mid,cold + q0;   the hot link loses it, the cold one
///                                          gains coldShare of it
///
/// Counter-flow exchanger: g_hot = g_cold = eps C_min, q0 = 0. Tower or dry cooler: g_hot = eps W,
/// q0 = -eps W T_sink, no cold link. Chiller within capacity: g_hot = W, q0 = -W T_setpoint, its
/// condenser gets coldShare = 1 + P/Q; at capacity: q0 alone.
///
/// Unconditionally stable; first order in time: a stretch of pipe of n nodes delays by its contents
/// over its flow, and smears a front by 1/sqrt(n) of that. With g <= W, beta in 0..1 the matrix is
/// an M-matrix: no node is colder than its coldest neighbour, sink or set-point. Energy is
/// conserved to rounding, as each flow of heat is one number on both sides.
///
/// Source: Patankar, Numerical Heat Transfer and Fluid Flow (1980), chapter 5 (upwind, implicit).
namespace headroom::engine {

struct ThermalLink {
    int from = 0, to = 0;
    double wPerK = 0.0;  ///< m cp; negative: flows from `to` to `from`
    double alphaC = 0.0, beta = 1.0;
};

/// Acts while its links flow forward. -1 means no such link.
struct ThermalExchange {
    int hot = -1, cold = -1;
    double gHotWPerK = 0.0, gColdWPerK = 0.0, q0W = 0.0;
    double coldShare = 1.0;
};

class ThermalNetwork {
  public:
    ThermalNetwork() = default;

    /// Ends of links and exchanges are fixed from here on; the rest of them is set before each
    /// step.
    ThermalNetwork(int nodes, std::vector<ThermalLink> links,
                   std::vector<ThermalExchange> exchanges);

    std::vector<ThermalLink> links;
    std::vector<ThermalExchange> exchanges;
    std::vector<double> capacityJPerK, sourceW;  ///< by node; capacities above 0

    /// Moves temperatures [C] by dt. False: singular (a capacity of 0), nothing is changed.
    bool solve(double dt, std::span<double> temperatureC);

    // of the last step
    double exchangeW(int exchange) const { return exchangeW_[static_cast<std::size_t>(exchange)]; }

    double inC(int link) const { return inC_[static_cast<std::size_t>(link)]; }

    /// Where the stream leaves the link; its inlet where nothing flows.
    double outC(int link) const { return outC_[static_cast<std::size_t>(link)]; }

    /// Rise of stored heat in all nodes [W].
    double storedW() const { return storedW_; }

  private:
    int place(int row, int column) const;

    SparseLu<double> lu_{
        RowScaling::None};  ///< rows are balances of heat: their diagonal outweighs them
    std::vector<int> starts_, columns_;
    std::vector<int> diagonal_, ahead_, back_;  ///< by node; by link: (to, from), (from, to)
    std::vector<int> hotHot_, hotCold_, coldHot_, coldCold_;  ///< by exchange, -1: none
    std::vector<double> right_, linkHeatW_;
    std::vector<double> exchangeW_, inC_, midC_, outC_;
    double storedW_ = 0.0;
};

}  // namespace headroom::engine
