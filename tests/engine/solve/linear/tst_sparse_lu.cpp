// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/linear/sparse_lu.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_sparse_lu {

using namespace headroom::engine;

class TestSparseLu : public QObject {
    Q_OBJECT

  private slots:

    // Balances of heat as coolant has them: a small pipe (1 W/K) between two stores of a million. Each row's diagonal
    // outweighs it, so factors are as good without scaling.
    //   (1e6 + 1) a - b         = 1e6 - 1      a = 1
    //   -a + 3 b - c            = 2      from  b = 2
    //   -b + (1e6 + 1) c        = 3e6 + 1      c = 3
    void scalingIsNotNeededWhereDiagonalsOutweigh() {
        for (const RowScaling scaling : {RowScaling::Largest, RowScaling::None}) {
            SparseLu<double> lu(scaling);
            QVERIFY(lu.analyse({0, 2, 5, 7}, {0, 1, 0, 1, 2, 1, 2}));
            lu.values() = {1e6 + 1, -1, -1, 3, -1, -1, 1e6 + 1};
            QVERIFY(lu.factor());
            std::vector<double> x{1e6 - 1, 2, 3e6 + 1};
            lu.solve(x);
            for (std::size_t i = 0; i < x.size(); ++i) {
                QVERIFY(std::abs(x[i] - (1.0 + static_cast<double>(i))) < 1e-12);
            }
            // The same pivots for other values: a tenth of each row.
            for (double& v : lu.values()) {
                v *= 0.1;
            }
            QVERIFY(lu.factor());
            x = {1e5 - 0.1, 0.2, 3e5 + 0.1};
            lu.solve(x);
            QVERIFY(std::abs(x[1] - 2.0) < 1e-12);
        }
    }

    // Two rows alike have no solution, by either.
    void singularIsSaid() {
        for (const RowScaling scaling : {RowScaling::Largest, RowScaling::None}) {
            SparseLu<double> lu(scaling);
            QVERIFY(lu.analyse({0, 2, 4}, {0, 1, 0, 1}));
            lu.values() = {1, 2, 1, 2};
            QVERIFY(!lu.factor());
        }
    }
};

HEADROOM_TEST(TestSparseLu)
}  // namespace tst_sparse_lu

#include "tst_sparse_lu.moc"
