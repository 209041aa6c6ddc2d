// SPDX-License-Identifier: Apache-2.0
#include "engine/study/designs.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <set>

namespace tst_designs {

using namespace headroom::engine;

class TestDesigns : public QObject {
    Q_OBJECT

  private slots:

    // The mean of x^2 y over the unit square is 1/3 x 1/2 = 1/6. Points that fill the square miss it by
    // about 1/n; random ones by 0.2 / sqrt(n) = 0.006 at n = 1,024.
    void sobolFillsTheCube() {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            double sum = 0.0;
            const auto points = sobolPoints(1024, 2, seed);
            for (const UnitPoint& p : points) {
                QVERIFY(p[0] >= 0.0 && p[0] < 1.0 && p[1] >= 0.0 && p[1] < 1.0);
                sum += p[0] * p[0] * p[1];
            }
            QVERIFY(std::abs(sum / 1024.0 - 1.0 / 6.0) < 0.004);
        }
        QVERIFY(sobolPoints(8, 3, 1) == sobolPoints(8, 3, 1));
        QVERIFY(sobolPoints(8, 3, 1) != sobolPoints(8, 3, 2));
    }

    // Each axis has one point in each n-th of its range.
    void latinHypercubeHasOneInEachCell() {
        const auto points = latinHypercube(10, 3, 7);
        for (std::size_t a = 0; a < 3; ++a) {
            std::set<int> cells;
            for (const UnitPoint& p : points) {
                cells.insert(static_cast<int>(10.0 * p[a]));
            }
            QCOMPARE(cells.size(), std::size_t{10});
        }
    }

    // 2 x 3 levels: six, the last axis fastest. No levels: none. 2^70: more than can be counted.
    void everyCombinationOnce() {
        const auto all = everyCombination({2, 3});
        QCOMPARE(all.size(), std::size_t{6});
        QVERIFY(all[1] == (std::vector<std::size_t>{0, 1}));
        QVERIFY(all[5] == (std::vector<std::size_t>{1, 2}));
        QVERIFY(everyCombination({2, 0}).empty());
        QVERIFY(!combinations(std::vector<std::size_t>(70, 2)).has_value());
    }

    // axes + 1 points a trajectory; each step moves one axis by half of its range, each axis once.
    void morrisMovesOneAxisAtATime() {
        const std::size_t axes = 4;
        const auto points = morrisTrajectories(5, axes, 3);
        QCOMPARE(points.size(), 5 * (axes + 1));
        for (std::size_t t = 0; t < 5; ++t) {
            std::set<std::size_t> movedAxes;
            for (std::size_t i = 1; i <= axes; ++i) {
                const UnitPoint& from = points[t * (axes + 1) + i - 1];
                const UnitPoint& to = points[t * (axes + 1) + i];
                int moved = 0;
                for (std::size_t a = 0; a < axes; ++a) {
                    QVERIFY(to[a] > 0.0 && to[a] < 1.0);
                    if (from[a] != to[a]) {
                        QCOMPARE(std::abs(from[a] - to[a]), 0.5);
                        movedAxes.insert(a);
                        ++moved;
                    }
                }
                QCOMPARE(moved, 1);
            }
            QCOMPARE(movedAxes.size(), axes);
        }
    }

    // Blocks A, B, AB_0, AB_1: the last two are A but for one coordinate of B.
    void saltelliMixesTwoSamples() {
        const std::size_t n = 8;
        const auto p = saltelliPoints(n, 2, 1);
        QCOMPARE(p.size(), n * 4);
        for (std::size_t i = 0; i < n; ++i) {
            QCOMPARE(p[2 * n + i][0], p[n + i][0]);
            QCOMPARE(p[2 * n + i][1], p[i][1]);
            QCOMPARE(p[3 * n + i][0], p[i][0]);
            QCOMPARE(p[3 * n + i][1], p[n + i][1]);
        }
    }

    // Tables of the normal distribution: 0, 1.959964, -1.644854.
    void normalQuantiles() {
        QVERIFY(std::abs(normalQuantile(0.5)) < 1e-12);
        QVERIFY(std::abs(normalQuantile(0.975) - 1.959964) < 1e-6);
        QVERIFY(std::abs(normalQuantile(0.05) + 1.644854) < 1e-6);
    }
};

HEADROOM_TEST(TestDesigns)
}  // namespace tst_designs

#include "tst_designs.moc"
