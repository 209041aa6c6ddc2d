// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/linear/sparse_ldl.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_sparse_ldl {

using namespace headroom::engine;

class TestSparseLdl : public QObject {
    Q_OBJECT

  private slots:

    // The chain of conductances 1 with 1 to ground at each end: A = tridiagonal(-1, 2, -1), whose
    // inverse is known: x_i for b = e_k is min(i, k) (n + 1 - max(i, k)) / (n + 1), from 1.
    void chain() {
        constexpr int kSize = 9;
        std::vector<std::pair<int, int>> pairs;
        for (int i = 0; i + 1 < kSize; ++i) {
            pairs.emplace_back(i, i + 1);
        }
        SparseLdl matrix;
        matrix.analyse(kSize, pairs);
        for (int i = 0; i < kSize; ++i) {
            matrix.diagonal()[static_cast<std::size_t>(matrix.position(i))] = 2.0;
        }
        for (const auto& [i, j] : pairs) {
            matrix.offDiagonal()[static_cast<std::size_t>(matrix.slot(i, j))] = -1.0;
        }
        QCOMPARE(matrix.factor(), 0);
        for (int k = 1; k <= kSize; ++k) {
            std::vector<double> x(kSize, 0.0);
            x[static_cast<std::size_t>(matrix.position(k - 1))] = 1.0;
            matrix.solve(x);
            for (int i = 1; i <= kSize; ++i) {
                const double expected =
                    std::min(i, k) * (kSize + 1.0 - std::max(i, k)) / (kSize + 1.0);
                QVERIFY(std::abs(x[static_cast<std::size_t>(matrix.position(i - 1))] - expected) <
                        1e-14);
            }
        }
    }

    // A lattice of 12 by 12 with pairs given twice and both ways round: A x = b is met.
    void lattice() {
        constexpr int kWide = 12;
        constexpr int kSize = kWide * kWide;
        std::vector<std::pair<int, int>> pairs;
        for (int i = 0; i < kSize; ++i) {
            if ((i + 1) % kWide != 0) {
                pairs.emplace_back(i, i + 1);
                pairs.emplace_back(i + 1, i);
            }
            if (i + kWide < kSize) {
                pairs.emplace_back(i + kWide, i);
            }
        }
        SparseLdl matrix;
        matrix.analyse(kSize, pairs);
        std::vector<double> diagonal(kSize, 0.01);
        for (const auto& [i, j] : pairs) {
            const double p = 1.0 + (i * 7 + j * 3) % 5;
            matrix.offDiagonal()[static_cast<std::size_t>(matrix.slot(i, j))] -= p;
            diagonal[static_cast<std::size_t>(i)] += p;
            diagonal[static_cast<std::size_t>(j)] += p;
        }
        std::vector<double> x(kSize, 0.0);
        for (int i = 0; i < kSize; ++i) {
            const auto k = static_cast<std::size_t>(matrix.position(i));
            matrix.diagonal()[k] = diagonal[static_cast<std::size_t>(i)];
            x[k] = 1.0 + i % 3;
        }
        QCOMPARE(matrix.factor(), 0);
        matrix.solve(x);
        std::vector<double> b(kSize, 0.0);
        for (int i = 0; i < kSize; ++i) {
            b[static_cast<std::size_t>(i)] = diagonal[static_cast<std::size_t>(i)] *
                                             x[static_cast<std::size_t>(matrix.position(i))];
        }
        for (const auto& [i, j] : pairs) {
            const double p = 1.0 + (i * 7 + j * 3) % 5;
            b[static_cast<std::size_t>(i)] -= p * x[static_cast<std::size_t>(matrix.position(j))];
            b[static_cast<std::size_t>(j)] -= p * x[static_cast<std::size_t>(matrix.position(i))];
        }
        for (int i = 0; i < kSize; ++i) {
            QVERIFY(std::abs(b[static_cast<std::size_t>(i)] - (1.0 + i % 3)) < 1e-9);
        }
    }

    // An unknown that nothing holds stays where it is, and the rest is right.
    void singular() {
        SparseLdl matrix;
        matrix.analyse(2, {});
        matrix.diagonal()[static_cast<std::size_t>(matrix.position(0))] = 4.0;
        QCOMPARE(matrix.factor(), 1);
        std::vector<double> x(2, 2.0);
        matrix.solve(x);
        QCOMPARE(x[static_cast<std::size_t>(matrix.position(0))], 0.5);
        QVERIFY(std::abs(x[static_cast<std::size_t>(matrix.position(1))]) < 1e-20);
    }
};

HEADROOM_TEST(TestSparseLdl)
}  // namespace tst_sparse_ldl

#include "tst_sparse_ldl.moc"
