// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/linear/sparse_lu.h"

#include <klu.h>
#include <new>

namespace headroom::engine {

namespace {

// Reciprocal condition below which kept pivots are given up. Assumption: the mean of double
// precision (1e-16) and the accuracy that is asked for (1e-8), with room.
constexpr double kSmallestPivotRatio = 1e-13;

}  // namespace

template <class Scalar>
struct SparseLu<Scalar>::Impl {
    static constexpr bool kComplex = !std::is_same_v<Scalar, double>;

    std::vector<int> starts, columns;
    klu_common common{};
    klu_symbolic* symbolic = nullptr;
    klu_numeric* numeric = nullptr;

    explicit Impl(RowScaling scaling) {
        constexpr int kNoScaling = -1,
                      kLargest = 2;  // nor looks it at the pattern again, which analyse() made
        klu_defaults(&common);
        common.scale = scaling == RowScaling::None ? kNoScaling : kLargest;
    }

    // A singular matrix is distinguished from exhausted memory.
    bool succeeded(bool isThere) const {
        if (common.status == KLU_OUT_OF_MEMORY) {
            throw std::bad_alloc();
        }
        return isThere && common.status == KLU_OK;
    }

    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    ~Impl() { release(); }

    void release() {
        releaseNumeric();
        if (symbolic != nullptr) {
            klu_free_symbolic(&symbolic, &common);
        }
    }

    void releaseNumeric() {
        if (numeric == nullptr) {
            return;
        }
        if constexpr (kComplex) {
            klu_z_free_numeric(&numeric, &common);
        } else {
            klu_free_numeric(&numeric, &common);
        }
    }

    bool refactor(double* x) {
        if constexpr (kComplex) {
            return klu_z_refactor(starts.data(), columns.data(), x, symbolic, numeric, &common) &&
                   klu_z_rcond(symbolic, numeric, &common) && common.rcond > kSmallestPivotRatio;
        } else {
            return klu_refactor(starts.data(), columns.data(), x, symbolic, numeric, &common) &&
                   klu_rcond(symbolic, numeric, &common) && common.rcond > kSmallestPivotRatio;
        }
    }

    bool factor(double* x) {
        releaseNumeric();
        if constexpr (kComplex) {
            numeric = klu_z_factor(starts.data(), columns.data(), x, symbolic, &common);
        } else {
            numeric = klu_factor(starts.data(), columns.data(), x, symbolic, &common);
        }
        return succeeded(numeric != nullptr);
    }
};

template <class Scalar>
SparseLu<Scalar>::SparseLu(RowScaling scaling) : impl_(std::make_unique<Impl>(scaling)) {}

template <class Scalar>
SparseLu<Scalar>::~SparseLu() = default;

template <class Scalar>
SparseLu<Scalar>::SparseLu(SparseLu&&) noexcept = default;

template <class Scalar>
SparseLu<Scalar>& SparseLu<Scalar>::operator=(SparseLu&&) noexcept = default;

// Rows of the matrix are columns of its transpose, which is what KLU holds; solve() asks for the
// transposed system.
template <class Scalar>
bool SparseLu<Scalar>::analyse(const std::vector<int>& starts, const std::vector<int>& columns) {
    Impl& m = *impl_;
    m.release();
    m.starts = starts;
    m.columns = columns;
    values_.assign(m.columns.size(), Scalar{});
    const int n = size();
    if (n == 0) {
        return true;
    }
    m.symbolic = klu_analyze(n, m.starts.data(), m.columns.data(), &m.common);
    return m.succeeded(m.symbolic != nullptr);
}

template <class Scalar>
bool SparseLu<Scalar>::factor() {
    Impl& m = *impl_;
    if (size() == 0) {
        return true;
    }
    if (m.symbolic == nullptr) {
        return false;
    }
    auto* x = reinterpret_cast<double*>(values_.data());
    return (m.numeric != nullptr && m.refactor(x)) || m.factor(x);
}

template <class Scalar>
void SparseLu<Scalar>::solve(std::vector<Scalar>& x) {
    Impl& m = *impl_;
    const int n = size();
    if (n == 0) {
        return;
    }
    auto* b = reinterpret_cast<double*>(x.data());
    if constexpr (Impl::kComplex) {
        klu_z_tsolve(m.symbolic, m.numeric, n, 1, b, 0, &m.common);
    } else {
        klu_tsolve(m.symbolic, m.numeric, n, 1, b, &m.common);
    }
}

template <class Scalar>
int SparseLu<Scalar>::size() const {
    return impl_->starts.empty() ? 0 : static_cast<int>(impl_->starts.size()) - 1;
}

template class SparseLu<double>;
template class SparseLu<std::complex<double>>;

}  // namespace headroom::engine
