// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/linear/sparse_ldl.h"

#include "engine/base/index.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kNoPivot = 1e30;

// Where each unknown goes.
std::vector<int> orderOf(int size, std::span<const std::pair<int, int>> pairs) {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(2 * pairs.size() + at(size));
    for (const auto& [i, j] : pairs) {
        entries.emplace_back(i, j, 1.0);
        entries.emplace_back(j, i, 1.0);
    }
    for (int i = 0; i < size; ++i) {
        entries.emplace_back(i, i, 1.0);
    }
    Eigen::SparseMatrix<double> pattern(size, size);
    pattern.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> inverse;
    Eigen::AMDOrdering<int>()(pattern, inverse);
    std::vector<int> position(at(size));
    for (int k = 0; k < size; ++k) {
        position[at(inverse.indices()[k])] = k;
    }
    return position;
}

}  // namespace

void SparseLdl::analyse(int size, std::span<const std::pair<int, int>> pairs) {
    size_ = size;
    position_ = orderOf(size, pairs);

    // Each pair once, by rows of the new order, below the diagonal.
    std::vector<std::pair<int, int>> entries;
    entries.reserve(pairs.size());
    for (const auto& [i, j] : pairs) {
        entries.emplace_back(std::max(position(i), position(j)),
                             std::min(position(i), position(j)));
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    rowStart_.assign(at(size) + 1, 0);
    rowColumn_.clear();
    for (const auto& [row, column] : entries) {
        ++rowStart_[at(row) + 1];
        rowColumn_.push_back(column);
    }
    for (int i = 0; i < size; ++i) {
        rowStart_[at(i) + 1] += rowStart_[at(i)];
    }

    // Elimination tree, and the columns that each row of L has, children before parents.
    std::vector<int> parent(at(size), -1), mark(at(size), -1), path;
    std::vector<int> count(at(size), 0);
    reachStart_.assign(1, 0);
    reach_.clear();
    std::vector<int> row;
    for (int k = 0; k < size; ++k) {
        mark[at(k)] = k;
        row.clear();
        for (int e = rowStart_[at(k)]; e < rowStart_[at(k) + 1]; ++e) {
            for (int i = rowColumn_[at(e)]; mark[at(i)] != k; i = parent[at(i)]) {
                mark[at(i)] = k;
                row.push_back(i);
                if (parent[at(i)] < 0) {
                    parent[at(i)] = k;
                }
            }
        }
        std::sort(row.begin(), row.end());
        for (const int i : row) {
            ++count[at(i)];
        }
        reach_.insert(reach_.end(), row.begin(), row.end());
        reachStart_.push_back(static_cast<int>(reach_.size()));
    }
    columnStart_.assign(at(size) + 1, 0);
    for (int i = 0; i < size; ++i) {
        columnStart_[at(i) + 1] = columnStart_[at(i)] + count[at(i)];
    }
    columnEnd_.assign(columnStart_.begin(), columnStart_.end() - 1);
    columnRow_.assign(reach_.size(), 0);
    for (int k = 0; k < size; ++k) {
        for (int e = reachStart_[at(k)]; e < reachStart_[at(k) + 1]; ++e) {
            columnRow_[at(columnEnd_[at(reach_[at(e)])]++)] = k;
        }
    }
    columnValue_.assign(reach_.size(), 0.0);
    pivot_.assign(at(size), 0.0);
    work_.assign(at(size), 0.0);
    diagonal_.assign(at(size) + 1, 0.0);
    off_.assign(rowColumn_.size() + 1, 0.0);
}

int SparseLdl::slot(int i, int j) const {
    const int low = std::min(position(i), position(j));
    const int high = std::max(position(i), position(j));
    const auto begin = rowColumn_.begin() + rowStart_[at(high)];
    const auto end = rowColumn_.begin() + rowStart_[at(high) + 1];
    return static_cast<int>(std::lower_bound(begin, end, low) - rowColumn_.begin());
}

int SparseLdl::factor() {
    int bad = 0;
    std::copy(columnStart_.begin(), columnStart_.end() - 1, columnEnd_.begin());
    const int* columnRow = columnRow_.data();
    double* value = columnValue_.data();
    double* work = work_.data();
    for (int k = 0; k < size_; ++k) {
        for (int e = rowStart_[at(k)]; e < rowStart_[at(k) + 1]; ++e) {
            work[rowColumn_[at(e)]] = off_[at(e)];
        }
        double pivot = diagonal_[at(k)];
        for (int e = reachStart_[at(k)]; e < reachStart_[at(k) + 1]; ++e) {
            const int i = reach_[at(e)];
            const double x = work[i];
            work[i] = 0.0;
            const int end = columnEnd_[at(i)];
            for (int c = columnStart_[at(i)]; c < end; ++c) {
                work[columnRow[c]] -= value[c] * x;
            }
            const double l = x / pivot_[at(i)];
            pivot -= l * x;
            value[end] = l;
            columnEnd_[at(i)] = end + 1;
        }
        if (!(pivot > 0.0)) {
            pivot = kNoPivot;
            ++bad;
        }
        pivot_[at(k)] = pivot;
    }
    return bad;
}

void SparseLdl::solve(std::vector<double>& x) const {
    const int* columnRow = columnRow_.data();
    const double* value = columnValue_.data();
    for (int i = 0; i < size_; ++i) {
        const double xi = x[at(i)];
        for (int c = columnStart_[at(i)]; c < columnStart_[at(i) + 1]; ++c) {
            x[at(columnRow[c])] -= value[c] * xi;
        }
    }
    for (int i = 0; i < size_; ++i) {
        x[at(i)] /= pivot_[at(i)];
    }
    for (int i = size_ - 1; i >= 0; --i) {
        double xi = x[at(i)];
        for (int c = columnStart_[at(i)]; c < columnStart_[at(i) + 1]; ++c) {
            xi -= value[c] * x[at(columnRow[c])];
        }
        x[at(i)] = xi;
    }
}

}  // namespace headroom::engine
