// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

/// Factors A = L D L^T of a sparse symmetric positive definite matrix of fixed pattern. Order
/// (approximate minimum degree) and the pattern of L are made once; factor() and solve() allocate
/// nothing. Rows are kept in the order of elimination, so that nobody permutes: `position` says
/// where an unknown has gone.
///
/// Sources: Davis, "Direct Methods for Sparse Linear Systems", SIAM (2006), chapters 4 (elimination
/// tree, up-looking factors) and 7 (minimum degree; the order is Eigen's).
namespace headroom::engine {

class SparseLdl {
  public:
    /// `pairs`: off-diagonal places of the lower or upper half, repeated ones counted once.
    void analyse(int size, std::span<const std::pair<int, int>> pairs);

    int size() const { return size_; }

    int position(int unknown) const { return position_[static_cast<std::size_t>(unknown)]; }

    /// Index into offDiagonal() of a pair given to analyse.
    int slot(int i, int j) const;

    std::vector<double>& diagonal() { return diagonal_; }  ///< by position; one more that is unused

    std::vector<double>& offDiagonal() { return off_; }  ///< by slot; one more that is unused

    /// A pivot that is not positive counts as very large: its unknown is kept. The number of
    /// such pivots.
    int factor();

    /// x = A^-1 x by position, in place.
    void solve(std::vector<double>& x) const;

  private:
    int size_ = 0;
    std::vector<int> position_;
    std::vector<int> rowStart_, rowColumn_, rowSlot_;       // A, entries left of the diagonal
    std::vector<int> reachStart_, reach_;                   // L by rows, columns in order of use
    std::vector<int> columnStart_, columnRow_, columnEnd_;  // L by columns
    std::vector<double> columnValue_, pivot_, work_;
    std::vector<double> diagonal_, off_;
};

}  // namespace headroom::engine
