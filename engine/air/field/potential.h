// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/workers.h"

#include <functional>
#include <memory>
#include <vector>

/// Potential on a grid of boxes:
///   sum over faces of c_f (phi_i - phi_j) + out_i phi_i = source_i
/// c_f [m]: area over distance, 0 for closed faces, small for leaking ones; out: to an outside of
/// potential 0 (return grilles). At least one cell that is joined to all others must have an out.
///
/// Conjugate gradients, preconditioned by one V-cycle of a geometric multigrid: cells merged in
/// pairs in each direction, coefficients of merged faces added and divided by the distance, red and
/// black Gauss-Seidel before, black and red after, in single precision.
/// Sources: Briggs, Henson, McCormick, A Multigrid Tutorial (2000); Tatebe, The multigrid
/// preconditioned conjugate gradient method (1993).
/// Deterministic on any number of threads.
namespace headroom::engine {

/// A grid with one layer of empty cells around: index of (i, j, k), each from 0.
struct PaddedGrid {
    int nx = 0, ny = 0, nz = 0;

    int strideY() const { return nx + 2; }

    int strideZ() const { return (nx + 2) * (ny + 2); }

    std::size_t size() const { return static_cast<std::size_t>(strideZ()) * (nz + 2); }

    std::size_t index(int i, int j, int k) const {
        const auto at = [](int cell) { return static_cast<std::size_t>(cell); };
        return (at(k + 1) * at(ny + 2) + at(j + 1)) * at(nx + 2) + at(i + 1);
    }
};

/// Conductances of faces towards the next cell east, north and up, and to the outside; by index.
struct Conductances {
    PaddedGrid grid;
    std::vector<float> east, north, up, out;

    void resize() {
        for (auto* each : {&east, &north, &up, &out}) {
            each->assign(grid.size(), 0.0F);
        }
    }
};

struct PotentialResult {
    std::vector<double> phi;
    int iterations = 0;
    double residual = 0.0;  ///< of the worst cell over the sum of positive sources
    bool cancelled = false;
};

/// One grid whose potential is solved again and again: memory and levels are made once.
class PotentialSolver {
  public:
    PotentialSolver(const Conductances& c, Workers& workers);
    ~PotentialSolver();
    PotentialSolver(PotentialSolver&&) noexcept;

    /// New conductances of the same grid.
    void renew(const Conductances& c);

    /// Improves `phi` until the residual (2-norm) is `tolerance` of the source, with at most `most` iterations.
    /// Returns the iterations. `progress` gets 0..1 and may return false to stop.
    int solve(const std::vector<double>& source, double tolerance, int most,
              std::vector<double>& phi, const std::function<bool(double)>& progress = {});

    /// Residual of the worst cell over the sum of positive sources.
    double residual(const std::vector<double>& source, const std::vector<double>& phi);

  private:
    struct Private;
    std::unique_ptr<Private> d_;
};

/// Solves once, to a residual (2-norm) of `tolerance` of the source, from `start` (empty: zero).
/// `progress` gets 0..1 and may return false to cancel.
PotentialResult solvePotential(const Conductances& c, const std::vector<double>& source,
                               double tolerance, Workers& workers,
                               const std::function<bool(double)>& progress,
                               std::vector<double> start = {});

}  // namespace headroom::engine
