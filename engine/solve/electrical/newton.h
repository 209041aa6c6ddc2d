// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/solve/electrical/load_flow.h"
#include "engine/solve/linear/sparse_lu.h"

#include <complex>
#include <cstdint>
#include <vector>

/// Newton–Raphson in polar coordinates over any number of meshed islands at once.
///
/// With S_ij = V_i conj(Y_ij V_j) and S_i = sum over j, the derivatives are, for j other than i,
///
///     dS_i / d angle_j = -j S_ij           dS_i / d ln|V_j| = S_ij
///     dS_i / d angle_i =  j (S_i - S_ii)   dS_i / d ln|V_i| = S_i + S_ii
///
/// Unknown are the angles of PQ and PV buses and the magnitudes of PQ buses, which are updated as
/// V <- V (1 + d ln|V|) e^(j d angle): no angle is ever taken back from a voltage.
///
/// The pattern holds branches that are out of service too, as zeros, and rows of buses that are not
/// solved here at present say "no change": switching keeps pattern and ordering.
namespace headroom::engine {

class NewtonFlow {
  public:
    /// The buses to solve from now on. Makes the pattern anew only where one is not in it yet, or
    /// where most of it would idle.
    void useBuses(const LoadFlowNetwork& network, const std::vector<int>& buses);

    /// Values of the admittance matrix, after switching or useBuses. Shunts by bus as stated in
    /// the network.
    void fillAdmittance(const LoadFlowNetwork& network);

    /// Drops the pattern: another network.
    void clear();

    bool empty() const { return active_ == 0; }

    /// From the voltages in `result`. Iterations; -1 - iterations where it did not converge.
    /// Writes voltages and generation of slack and PV buses by bus.
    int solve(const LoadFlowNetwork& network, const LoadFlowOptions& options,
              LoadFlowResult& result);

    double mismatchPu() const { return mismatchPu_; }

    int worstBus() const { return worstBus_; }

  private:
    void makePattern(const LoadFlowNetwork& network, const std::vector<int>& buses);
    bool powers();
    void fillJacobian();
    void step();

    std::vector<int> buses_;  // by row of the admittance matrix
    std::vector<int> rowOf_;  // by bus, -1: not here
    std::vector<std::uint8_t> solved_;
    std::vector<BusKind> kind_;
    int active_ = 0;

    /// Admittance matrix by rows; the first entry of a row is its diagonal.
    struct Admittance {
        std::vector<int> starts, columns;
        std::vector<double> re, im;
    };

    Admittance y_;

    struct Place {
        int branch, ff, ft, tf, tt;
    };

    std::vector<Place> places_;

    std::vector<int> angleAt_, magnitudeAt_;  // by row: index of the unknown, -1: none
    SparseLu<double> lu_;
    bool analysed_ = false;

    std::vector<double> vRe_, vIm_, pGiven_, qGiven_, p_, q_;
    std::vector<double> flowP_, flowQ_;  // S_ij by entry
    std::vector<double> x_;
    double mismatchPu_ = 0.0;
    int worstBus_ = -1;
};

}  // namespace headroom::engine
