// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/solve/electrical/load_flow.h"

#include <complex>
#include <vector>

/// Backward–forward sweep over trees, each fed by one slack bus at its root.
///
/// Referred to its root, a tree has neither ratios nor phase shifts: with G the product of the
/// ratios from root to bus, W = V / G and K = conj(G) I keep every power, W conj(K) = V conj(I),
/// and leave series impedance Z / |G|^2 and shunt |G|^2 Y. The remainder is, with S the load,
///
///     backward  K_branch = sum over its subtree of conj(S / W) + Y W
///     forward   W_to = W_from - Z K_branch
///
/// Nodes lie in breadth-first order: the children of a node are side by side and so do those of
/// the next, so that both passes run straight through memory and no sum waits for the one before.
/// Currents of nodes are computed block by block in the forward pass, while their new voltages are
/// at hand.
namespace headroom::engine {

class RadialSweep {
  public:
    void clear();

    /// A tree begins. Position of the root.
    int addRoot(int bus);

    /// `ratio` V_bus / V_parent when idle; `y` series admittance seen from the bus's side of it.
    /// Breadth first: children side by side, in the order of their parents.
    int addNode(int bus, int parent, std::complex<double> ratio, std::complex<double> y);

    /// One more branch between a node and its parent, of the same ratio.
    void addParallel(int node, std::complex<double> y);

    /// After the last node; shunts by bus [admittance, charging of branches included]. Voltages by
    /// bus are the start where they are not 0.
    void finish(const std::vector<std::complex<double>>& shunt,
                const std::vector<std::complex<double>>& voltage);

    void startFlat() { warm_ = false; }

    bool empty() const { return bus_.empty(); }

    /// Iterations; negative where it did not converge. Voltages and the generation of roots are
    /// written by bus.
    int solve(const LoadFlowNetwork& network, const LoadFlowOptions& options,
              LoadFlowResult& result);

    /// Estimate for the last iteration: movement of the voltage times the largest load.
    double mismatchPu() const { return mismatchPu_; }

    /// The bus that moved last and most, or left the numbers.
    int worstBus() const { return worstBus_; }

  private:
    template <bool WithShunts>
    void currents(std::size_t first, std::size_t last);
    void backward();
    template <bool WithShunts>
    double forward();
    void findWorst();

    std::vector<int> bus_, parent_;  // parent -1: a root
    std::vector<std::complex<double>> ratio_, admittance_;
    std::vector<double> wRe_, wIm_, kRe_, kIm_, zRe_, zIm_, sRe_, sIm_, yRe_, yIm_;
    std::vector<int> roots_;  // a tree ends where the next root is
    std::vector<std::complex<double>> rootCurrent_;
    std::vector<int> leaves_;      // by tree: only leaves from here on
    std::vector<int> firstChild_;  // children of p: up to firstChild_[p + 1], for p before leaves_
    bool shunts_ = false;
    bool ratios_ = false;
    bool warm_ = false;
    double mismatchPu_ = 0.0;
    int worstBus_ = -1;
};

}  // namespace headroom::engine
