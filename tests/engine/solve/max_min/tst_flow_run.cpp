// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/flow_run.h"
#include "tests/engine/solve/max_min/random_problem.h"
#include "tests/peers/plain_fill.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_flow_run {

using namespace headroom::engine;
using headroom::tests::fillPlainly;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

FlowProblem only(const FlowProblem& problem, const std::vector<double>& left) {
    FlowProblem result;
    result.capacity = problem.capacity;
    for (std::int32_t c = 0; c < problem.classes(); ++c) {
        if (left[c] > 0.0) {
            result.begin(problem.members[c], left[c], problem.weight[c], problem.cap[c]);
            for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
                result.cross(problem.link[i], static_cast<double>(problem.share[i]));
            }
        }
    }
    return result;
}

// The oracle: everything solved plainly after each end.
std::vector<double> runPlainly(const FlowProblem& problem) {
    std::vector<double> left = problem.bytes;
    std::vector<double> finish(left.size(), kInf);
    double now = 0.0;
    for (std::size_t c = 0; c < left.size(); ++c) {
        finish[c] = left[c] > 0.0 ? kInf : 0.0;
    }
    for (;;) {
        const Rates rates = fillPlainly(only(problem, left));
        double next = kInf;
        for (std::size_t c = 0, n = 0; c < left.size(); ++c) {
            if (left[c] > 0.0) {
                next = std::min(next, rates.rate[n] > 0.0 ? left[c] / rates.rate[n] : kInf);
                ++n;
            }
        }
        if (next == kInf) {
            return finish;
        }
        for (std::size_t c = 0, n = 0; c < left.size(); ++c) {
            if (left[c] > 0.0) {
                const double rate = rates.rate[n++];
                const bool ends = rate > 0.0 && left[c] / rate <= next * (1.0 + 1e-12);
                left[c] = ends ? 0.0 : left[c] - rate * next;
                finish[c] = ends ? now + next : finish[c];
            }
        }
        now += next;
    }
}

double worstDifference(const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0.0;
    for (std::size_t c = 0; c < a.size(); ++c) {
        if (a[c] != b[c]) {
            worst = std::max(worst, std::abs(a[c] - b[c]) / std::max(a[c], b[c]));
        }
    }
    return worst;
}

}  // namespace

class TestFlowRun : public QObject {
    Q_OBJECT

  private slots:

    // A link of 10: A has 20 bytes, B 40. Together at 5 each until A ends at 4 s, when B has 20
    // left: at 10, it ends at 6 s.
    void twoOnALink() {
        FlowProblem problem;
        problem.capacity = {10.0};
        for (const double bytes : {20.0, 40.0}) {
            problem.begin(1.0, bytes);
            problem.cross(0);
        }
        const FlowRun run = runFlows(problem, {.retireWithin = 0.0, .latencyS = 0.5});
        QCOMPARE(run.finishS, (std::vector<double>{4.5, 6.5}));
        QCOMPARE(run.makespanS, 6.5);
    }

    // Nothing to send ends at once, cut off or not; what is cut off never ends and does not count;
    // no limit at all takes no time.
    void edges() {
        FlowProblem problem;
        problem.capacity = {0.0, 10.0};
        problem.begin(1.0, 5.0);
        problem.cross(0);
        problem.begin(1.0, 0.0);
        problem.cross(0);
        problem.begin(1.0, 0.0);
        problem.cross(1);
        problem.begin(1.0, 20.0);
        problem.cross(1);
        problem.begin(1.0, 20.0);
        problem.begin(1.0, 20.0, 1.0, 40.0);
        const FlowRun run = runFlows(problem);
        QCOMPARE(run.finishS, (std::vector<double>{kInf, 0.0, 0.0, 2.0, 0.0, 0.5}));
        QCOMPARE(run.makespanS, 2.0);
        QCOMPARE(runFlows(FlowProblem{}).makespanS, 0.0);
    }

    void agreesWithPlainRuns() {
        for (std::uint64_t n = 0; n < 3000; ++n) {
            const FlowProblem problem = randomProblem(n);
            const double worst = worstDifference(runFlows(problem).finishS, runPlainly(problem));
            // A few dozen steps, each rounding sizes and times at 1e-16.
            QVERIFY2(worst < 1e-9, qPrintable(QString("problem %1: %2").arg(n).arg(worst)));
        }
    }

    // Large enough to be taken apart on the way: 300 flows among 64 hosts.
    void coupledFlowsAgreeWithPlainRuns() {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const FlowProblem problem = randomTwoTier(8, 8, 300, seed);
            const FlowRun run = runFlows(problem);
            QVERIFY(worstDifference(run.finishS, runPlainly(problem)) < 1e-9);
            QVERIFY(run.finishS == runFlows(problem).finishS);  // to the bit
        }
    }

    // Equal sizes end together: one solve a group, whatever the number of flows.
    void equalSizesEndTogether() {
        FlowProblem problem;
        problem.capacity = {10.0, 10.0};
        for (int f = 0; f < 200; ++f) {
            problem.begin(1.0, 30.0);
            problem.cross(f % 2);
        }
        const FlowRun run = runFlows(problem);
        QCOMPARE(run.makespanS, 300.0);
        QCOMPARE(run.solves, 2);
    }

    void quantisedError_data() {
        QTest::addColumn<double>("retireWithin");
        QTest::addColumn<double>("makespanLimit");
        QTest::addColumn<double>("meanLimit");
        QTest::newRow("0.1 %") << 0.001 << 0.00025 << 0.0001;
        QTest::newRow("1 %") << 0.01 << 0.0025 << 0.001;
        QTest::newRow("5 %") << 0.05 << 0.0125 << 0.005;
    }

    // The error that flow_run.h states, where flows couple most: 8 a host.
    void quantisedError() {
        QFETCH(double, retireWithin);
        QFETCH(double, makespanLimit);
        QFETCH(double, meanLimit);
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const FlowProblem problem = randomTwoTier(16, 8, 1024, seed);
            const FlowRun exact = runFlows(problem);
            const FlowRun coarse = runFlows(problem, {.retireWithin = retireWithin});
            double sum = 0.0;
            for (std::size_t c = 0; c < exact.finishS.size(); ++c) {
                sum += std::abs(coarse.finishS[c] / exact.finishS[c] - 1.0);
            }
            const double mean = sum / static_cast<double>(exact.finishS.size());
            const double makespan = coarse.makespanS / exact.makespanS - 1.0;
            QVERIFY2(std::abs(makespan) <= makespanLimit, qPrintable(QString::number(makespan)));
            QVERIFY2(mean <= meanLimit, qPrintable(QString::number(mean)));
            QVERIFY(coarse.solves < exact.solves);
        }
    }
};

HEADROOM_TEST(TestFlowRun)
}  // namespace tst_flow_run

#include "tst_flow_run.moc"
