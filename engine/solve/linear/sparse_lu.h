// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <memory>
#include <type_traits>
#include <vector>

/// LU factors of a sparse matrix of fixed pattern: KLU of SuiteSparse (LGPL-2.1-or-later; Davis,
/// Palamadai Natarajan, ACM Trans. Math. Software 37 (2010) 36), which is made for circuit and
/// power networks. The pattern is ordered once; factor() keeps the pivots of the first time and
/// chooses anew where they have become too small.
namespace headroom::engine {

/// Whether factors are of rows divided by their largest entry: not needed where the diagonal outweighs its row.
enum class RowScaling { Largest, None };

/// `Scalar` is double or std::complex<double>.
template <class Scalar>
class SparseLu {
  public:
    explicit SparseLu(RowScaling scaling = RowScaling::Largest);
    ~SparseLu();
    SparseLu(SparseLu&&) noexcept;
    SparseLu& operator=(SparseLu&&) noexcept;

    /// Square pattern by rows: entries of row i are columns[starts[i]] to columns[starts[i + 1]],
    /// each column once. False: structurally singular.
    bool analyse(const std::vector<int>& starts, const std::vector<int>& columns);

    /// Values in the order of the pattern, to be filled before factor().
    std::vector<Scalar>& values() { return values_; }

    /// False: singular.
    bool factor();

    /// x = A^-1 x, in place, after a successful factor().
    void solve(std::vector<Scalar>& x);

    int size() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::vector<Scalar> values_;
};

extern template class SparseLu<double>;
extern template class SparseLu<std::complex<double>>;

}  // namespace headroom::engine
