// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/max_min.h"
#include "tests/engine/solve/max_min/random_problem.h"
#include "tests/peers/plain_fill.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_max_min {

using namespace headroom::engine;
using headroom::tests::fillPlainly;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr int kProblems = 6000;
// Sums of a dozen doubles in another order, divided: a few parts in 1e15; two orders above.
constexpr double kTolerance = 1e-12;

bool near(double a, double b) {
    return a == b || std::abs(a - b) <= kTolerance * std::max(std::abs(a), std::abs(b));
}

double highestLevel(const FlowProblem& problem, const Rates& rates, std::int32_t link) {
    double highest = 0.0;
    for (std::int32_t c = 0; c < problem.classes(); ++c) {
        for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
            if (problem.link[i] == link) {
                highest = std::max(highest, rates.rate[c] / problem.weight[c]);
            }
        }
    }
    return highest;
}

// The condition that makes an allocation max-min fair, and the only one that is (Bertsekas and
// Gallager, 6.5.2): nothing is over capacity, and each flow is at its cap, or crosses a full link
// on which nobody has a higher rate for its weight.
QString notFair(const FlowProblem& problem, const Rates& rates) {
    const std::vector<double> load = loads(problem, rates.rate);
    for (std::size_t l = 0; l < load.size(); ++l) {
        if (load[l] > problem.capacity[l] * (1.0 + kTolerance)) {
            return QString("link %1 carries %2 of %3").arg(l).arg(load[l]).arg(problem.capacity[l]);
        }
    }
    for (std::int32_t c = 0; c < problem.classes(); ++c) {
        if (rates.bottleneck[c] < 0) {
            if (!near(rates.rate[c], problem.cap[c])) {
                return QString("class %1 is stopped by nothing").arg(c);
            }
            continue;
        }
        const auto l = rates.bottleneck[c];
        const bool crosses = std::count(problem.link.begin() + problem.first[c],
                                        problem.link.begin() + problem.first[c + 1], l) > 0;
        if (!crosses || !near(load[l], problem.capacity[l]) ||
            !near(highestLevel(problem, rates, l), rates.rate[c] / problem.weight[c])) {
            return QString("class %1: link %2 is not a bottleneck of it").arg(c).arg(l);
        }
    }
    return {};
}

Rates solve(int method, const FlowProblem& problem) {
    return method == 0 ? fillPlainly(problem) : fill(problem);
}

}  // namespace

class TestMaxMin : public QObject {
    Q_OBJECT

  private slots:

    void byHand_data() {
        QTest::addColumn<int>("method");
        QTest::newRow("plain") << 0;
        QTest::newRow("heap") << 1;
        QTest::newRow("classes") << 2;
    }

    // Links of 30 and 40. A crosses both, B and C the first, D the second.
    //   Link 0: three flows, 10 each. Then link 1 has 40 - 10 = 30 left for D.
    void byHand() {
        QFETCH(int, method);
        FlowProblem problem;
        problem.capacity = {30.0, 40.0};
        problem.begin(1.0);
        problem.cross(0);
        problem.cross(1);
        problem.begin(2.0);  // B and C
        problem.cross(0);
        problem.begin(1.0);
        problem.cross(1);
        const Rates rates = solve(method, problem);
        QCOMPARE(rates.rate, (std::vector<double>{10.0, 10.0, 30.0}));
        QCOMPARE(rates.bottleneck, (std::vector<std::int32_t>{0, 0, 1}));
    }

    void weightsSharesAndCaps_data() { byHand_data(); }

    // One link of 100. A: weight 3. B: weight 1, 4 members that put half of their rate on it. C:
    // cap 10.
    //   At level h: 3 h + 4 * 0.5 * h + min(h, 10) = 100 -> h = 18: A 54, B 18, C 10;
    //   54 + 36 + 10 = 100.
    void weightsSharesAndCaps() {
        QFETCH(int, method);
        FlowProblem problem;
        problem.capacity = {100.0};
        problem.begin(1.0, 0.0, 3.0);
        problem.cross(0);
        problem.begin(4.0);
        problem.cross(0, 0.5);
        problem.begin(1.0, 0.0, 1.0, 10.0);
        problem.cross(0);
        const Rates rates = solve(method, problem);
        QCOMPARE(rates.rate, (std::vector<double>{54.0, 18.0, 10.0}));
        QCOMPARE(rates.bottleneck, (std::vector<std::int32_t>{0, 0, -1}));
    }

    void edges_data() { byHand_data(); }

    // Cut links stop who crosses them and free what else they would have used; negative and not a
    // number are cut; who
    // crosses nothing has its cap, or no limit; a share of 0 is no crossing; no flow, no rate.
    void edges() {
        QFETCH(int, method);
        QCOMPARE(solve(method, FlowProblem{}).rate.size(), std::size_t{0});
        FlowProblem problem;
        problem.capacity = {0.0, 50.0, -5.0, kInf, 1e300, std::nan("")};
        problem.begin(1.0);
        problem.cross(0);
        problem.cross(1);
        problem.begin(1.0);
        problem.cross(1);
        problem.begin(1.0);
        problem.cross(2);
        problem.begin(1.0, 0.0, 1.0, 7.0);
        problem.begin(1.0);
        problem.begin(1.0, 0.0, 1.0, 7.0);
        problem.cross(0, 0.0);
        problem.begin(1.0, 0.0, 1.0, 8.0);
        problem.cross(3);
        problem.begin(1e6);
        problem.cross(4);
        problem.begin(1.0);
        problem.cross(5);
        const Rates rates = solve(method, problem);
        QCOMPARE(rates.rate,
                 (std::vector<double>{0.0, 50.0, 0.0, 7.0, kInf, 7.0, 8.0, 1e294, 0.0}));
        QCOMPARE(rates.bottleneck, (std::vector<std::int32_t>{0, 1, 2, -1, -1, -1, -1, 4, 5}));
    }

    void repeatedCrossing_data() { byHand_data(); }

    // Twice over a link of 30 next to a plain flow: 2 h + h = 30.
    void repeatedCrossing() {
        QFETCH(int, method);
        FlowProblem problem;
        problem.capacity = {30.0};
        problem.begin(1.0);
        problem.cross(0);
        problem.cross(0);
        problem.begin(1.0);
        problem.cross(0);
        QCOMPARE(solve(method, problem).rate, (std::vector<double>{10.0, 10.0}));
    }

    void allAgreeAndAreFair() {
        for (int n = 0; n < kProblems; ++n) {
            const FlowProblem problem = randomProblem(static_cast<std::uint64_t>(n));
            const Rates plain = solve(0, problem);
            for (int method = 0; method < 2; ++method) {
                const Rates rates = solve(method, problem);
                const QString why = notFair(problem, rates);
                QVERIFY2(
                    why.isEmpty(),
                    qPrintable(QString("problem %1, method %2: %3").arg(n).arg(method).arg(why)));
                for (std::size_t c = 0; c < plain.rate.size(); ++c) {
                    QVERIFY2(near(rates.rate[c], plain.rate[c]),
                             qPrintable(QString("problem %1, method %2, class %3: %4, plainly %5")
                                            .arg(n)
                                            .arg(method)
                                            .arg(c)
                                            .arg(rates.rate[c], 0, 'g', 17)
                                            .arg(plain.rate[c], 0, 'g', 17)));
                }
            }
        }
    }

    // Capacities, members, weights and shares over up to ten decades: where a small rest is left of
    // a large sum, subtraction must not decide. Sums of 30 terms, cancelled a thousandfold: 1e-11.
    void widelyDifferentMagnitudes() {
        for (std::uint64_t n = 0; n < 3000; ++n) {
            headroom::models::RandomStream random{77, n};
            const auto any = [&](double least, double most) {
                return least * std::pow(most / least, random.uniform());
            };
            FlowProblem problem;
            const int links = 1 + static_cast<int>(random.uniform() * 12);
            for (int l = 0; l < links; ++l) {
                problem.capacity.push_back(any(1e3, 1e13));
            }
            const int classes = 1 + static_cast<int>(random.uniform() * 30);
            for (int c = 0; c < classes; ++c) {
                const double cap = random.uniform() < 0.3 ? any(1e2, 1e12) : kInf;
                problem.begin(std::floor(any(1.0, 1e6)), 0.0, any(1e-3, 1e3), cap);
                for (int k = static_cast<int>(random.uniform() * 6); k > 0; --k) {
                    problem.cross(static_cast<int>(random.uniform() * links), any(1e-5, 4.0));
                }
            }
            const Rates plain = fillPlainly(problem);
            const Rates rates = fill(problem);
            for (std::size_t c = 0; c < plain.rate.size(); ++c) {
                const double off = std::abs(rates.rate[c] - plain.rate[c]);
                QVERIFY(rates.rate[c] == plain.rate[c] || off <= 1e-11 * plain.rate[c]);
            }
        }
    }

    // 2,000 flows among 256 hosts: one group, hundreds of bottlenecks.
    void coupledFlowsAreFair() {
        const FlowProblem problem = randomTwoTier(16, 16, 2000, 3);
        const Rates rates = fill(problem);
        const QString why = notFair(problem, rates);
        QVERIFY2(why.isEmpty(), qPrintable(why));
        const Rates plain = fillPlainly(problem);
        for (std::size_t c = 0; c < plain.rate.size(); ++c) {
            QVERIFY(near(rates.rate[c], plain.rate[c]));
        }
        QVERIFY(fill(problem).rate == rates.rate);  // to the bit
    }

    // n to one: 1/n each.
    void incast() {
        FlowProblem problem;
        problem.capacity.assign(32, 50e9);
        for (int f = 0; f < 31; ++f) {
            problem.begin(1.0);
            problem.cross(f);
            problem.cross(31);
        }
        for (const double rate : fill(problem).rate) {
            QVERIFY(near(rate, 50e9 / 31.0));
        }
    }
};

HEADROOM_TEST(TestMaxMin)
}  // namespace tst_max_min

#include "tst_max_min.moc"
