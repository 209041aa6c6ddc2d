// SPDX-License-Identifier: Apache-2.0
#include "models/core/random.h"
#include "models/workload/workload_pattern.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_workload_pattern {

using namespace headroom::models;

class TestWorkloadPattern : public QObject {
    Q_OBJECT

  private slots:

    // Mean 1 whatever the shape; the share below a tenth of the mean is 1 - exp(-(0.1 G)^k), G =
    // Gamma(1 + 1/k): 9.5 % for Poisson; for k = 0.44, G = Gamma(3.2727) = 2.6087: 42.6 %.
    void gaps() {
        for (const bool bursty : {false, true}) {
            WorkloadPatternSpec spec;
            spec.process = bursty ? ArrivalProcess::Weibull : ArrivalProcess::Poisson;
            spec.arrivalShape = 0.44;
            double sum = 0.0;
            int small = 0;
            const int n = 400000;
            for (int i = 0; i < n; ++i) {
                const double gap =
                    arrivalGap(spec, randomUniform(1, 2, static_cast<std::uint64_t>(i)));
                sum += gap;
                small += gap < 0.1 ? 1 : 0;
            }
            // Standard error of the mean: cv / sqrt(n) = 0.004 at a cv of 2.6.
            QVERIFY(std::abs(sum / n - 1.0) < 0.02);
            const double g = std::tgamma(1.0 + 1.0 / 0.44);
            const double expected =
                bursty ? 1.0 - std::exp(-std::pow(0.1 * g, 0.44)) : 1.0 - std::exp(-0.1);
            QVERIFY(std::abs(static_cast<double>(small) / n - expected) < 0.005);
        }
    }

    // Weights over their means; hour 25 of the week is Tuesday 1 h. None stated: 1.
    void weights() {
        WorkloadPatternSpec spec;
        QCOMPARE(arrivalWeight(spec, 25), 1.0);
        spec.hourWeights.assign(24, 2.0);
        spec.hourWeights[1] = 2.0 + 24.0;  // mean 3
        spec.dayWeights = {1, 3, 1, 1, 1, 0, 0};
        QVERIFY(std::abs(arrivalWeight(spec, 25) - 26.0 / 3.0 * 3.0) < 1e-12);
        QCOMPARE(arrivalWeight(spec, 24 * 6), 0.0);
    }

    // Median at u = 1/2 (z = 0); log-normal one deviate up: exp(sqrt(2 ln(mean / median))). Bounded
    // Pareto between its ends, its median L (1 - (1 - (L/H)^a) / 2)^(-1/a).
    void runTimes() {
        WorkloadPatternSpec spec;
        spec.medianRunS = 600.0;
        spec.meanRunS = 6000.0;
        QCOMPARE(runTimeS(spec, 0.5, 0.0), 600.0);
        QVERIFY(std::abs(runTimeS(spec, 0.5, 1.0) -
                         600.0 * std::exp(std::sqrt(2 * std::log(10.0)))) < 1e-6);
        spec.run = RunDistribution::Weibull;
        spec.runShape = 0.5;
        QVERIFY(std::abs(runTimeS(spec, 0.5, 0.0) - 600.0) < 1e-9);
        spec.run = RunDistribution::Pareto;
        spec.shortestRunS = 60.0;
        spec.maximumRunS = 6000.0;
        spec.runShape = 1.0;
        QVERIFY(std::abs(runTimeS(spec, 0.5, 0.0) - 60.0 / (1.0 - 0.5 * 0.99)) < 1e-9);
        for (const double u : {1e-17, 0.999999999}) {
            const double runS = runTimeS(spec, u, 0.0);
            QVERIFY(runS >= 60.0 && runS <= 6000.0);
        }
        spec.run = RunDistribution::LogNormal;
        QCOMPARE(runTimeS(spec, 0.5, 50.0), 6000.0);
        QCOMPARE(runTimeS(spec, 0.5, -50.0), 60.0);
    }
};

HEADROOM_TEST(TestWorkloadPattern)
}  // namespace tst_workload_pattern

#include "tst_workload_pattern.moc"
