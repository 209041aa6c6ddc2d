// SPDX-License-Identifier: Apache-2.0
#include "models/core/random.h"
#include "models/reliability/life.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tst_life {

using namespace headroom::models;

namespace {

constexpr std::uint64_t kDraws = 200000;

struct Sample {
    double mean = 0.0, variance = 0.0, median = 0.0;
};

template <class F>
Sample sample(F&& draw) {
    std::vector<double> x;
    for (std::uint64_t i = 0; i < kDraws; ++i) {
        x.push_back(draw(i));
    }
    Sample s;
    for (const double v : x) {
        s.mean += v / static_cast<double>(kDraws);
    }
    for (const double v : x) {
        s.variance += (v - s.mean) * (v - s.mean) / static_cast<double>(kDraws - 1);
    }
    std::nth_element(x.begin(), x.begin() + kDraws / 2, x.end());
    s.median = x[kDraws / 2];
    return s;
}

double lifeDraw(const Life& life, std::uint64_t i, double ageS = 0.0) {
    return ageAtFailureS(life, ageS, randomExponential(7, 8, i));
}

/// Of the mean of kDraws, from the variance of one: four standard errors.
double fourErrors(double variance) {
    return 4.0 * std::sqrt(variance / static_cast<double>(kDraws));
}

/// The hazard rate: by how much the cumulative hazard rises in a second, over the next 1/10,000 of the
/// age.
double slope(const Life& life, double ageS) {
    const double dt = std::max(1.0, 1e-4 * ageS);
    return (cumulativeHazard(life, ageS + dt) - cumulativeHazard(life, ageS)) / dt;
}

}  // namespace

class TestLife : public QObject {
    Q_OBJECT

  private slots:

    // Mean 1/r by construction; variance s^2 (Gamma(1 + 2/k) - Gamma(1 + 1/k)^2); median s
    // ln(2)^(1/k). Error of the median: 1 / (2 f(median) sqrt(n)), f(median) = h(median) / 2.
    void weibull_data() {
        QTest::addColumn<double>("shape");
        QTest::newRow("dies young") << 0.6;
        QTest::newRow("exponential") << 1.0;
        QTest::newRow("wears out") << 3.0;
    }

    void weibull() {
        QFETCH(double, shape);
        const double rate = 1.0 / 5000.0;
        const Life life{rate, shape, 1.0, 0.0, 1.0, 0.0};
        const double scale = weibullScaleS(rate, shape);
        const double variance =
            scale * scale *
            (std::tgamma(1.0 + 2.0 / shape) - std::pow(std::tgamma(1.0 + 1.0 / shape), 2.0));
        const double median = scale * std::pow(std::log(2.0), 1.0 / shape);
        const Sample s = sample([&](std::uint64_t i) { return lifeDraw(life, i); });
        QVERIFY(std::abs(s.mean - 5000.0) < fourErrors(variance));
        QVERIFY(std::abs(s.median - median) <
                4.0 / (slope(life, median) * std::sqrt(static_cast<double>(kDraws))));
        // The variance of a variance is larger for long tails: 10 % covers four errors at 0.6.
        QVERIFY(std::abs(s.variance / variance - 1.0) < 0.1);
        QVERIFY(std::abs(cumulativeHazard(life, median) - std::log(2.0)) < 1e-12);
    }

    // A part that is 4,000 s old fails by the rest of its hazard: for the exponential law the age
    // adds nothing; for shape 3 the share that lives another 1,000 s is exp(-(H(5000) - H(4000))).
    void agesAreRemembered() {
        const Life worn{1.0 / 5000.0, 3.0, 1.0, 0.0, 1.0, 0.0};
        const double expected =
            std::exp(cumulativeHazard(worn, 4000.0) - cumulativeHazard(worn, 5000.0));
        const Sample s =
            sample([&](std::uint64_t i) { return lifeDraw(worn, i, 4000.0) > 5000.0 ? 1.0 : 0.0; });
        QVERIFY(std::abs(s.mean - expected) < fourErrors(expected * (1.0 - expected)));
        const Life plain{1.0 / 5000.0, 1.0, 1.0, 0.0, 1.0, 0.0};
        QCOMPARE(ageAtFailureS(plain, 4000.0, 1.0), 9000.0);
    }

    // Bathtub: failures within t follow 1 - exp(-H(t)), H the sum of the three terms:
    //   r t + r (f - 1) T (1 - exp(-t/T)) + (t/L)^w
    void bathtubIsTheSum() {
        const Life life{1e-5, 1.0, 3.0, 2000.0, 4.0, 60000.0};
        for (const double t : {500.0, 10000.0, 50000.0}) {
            const double hazard = 1e-5 * t + 1e-5 * 2.0 * 2000.0 * (1.0 - std::exp(-t / 2000.0)) +
                                  std::pow(t / 60000.0, 4.0);
            QVERIFY(std::abs(cumulativeHazard(life, t) / hazard - 1.0) < 1e-12);
            const double expected = 1.0 - std::exp(-hazard);
            const Sample s =
                sample([&](std::uint64_t i) { return lifeDraw(life, i) < t ? 1.0 : 0.0; });
            QVERIFY(std::abs(s.mean - expected) < fourErrors(expected * (1.0 - expected)));
        }
        // New: f times; in the middle the stated rate; old: more.
        QVERIFY(std::abs(slope(life, 0.0) - 3e-5) < 1e-8);
        QVERIFY(slope(life, 15000.0) < 1.2e-5);
        QVERIFY(slope(life, 60000.0) > 5e-5);
    }

    // The facts: two to three times as many failures in the first three months. 3 at first with a
    // time constant of three months: 1 + 2 (1 - 1/e) = 2.26 on average over them.
    void newPartsInTheirFirstQuarter() {
        const double quarterS = 2190.0 * 3600.0;
        const Life life{1e-9, 1.0, 3.0, quarterS, 1.0, 0.0};
        const double factor = cumulativeHazard(life, quarterS) / (1e-9 * quarterS);
        QVERIFY(std::abs(factor - (1.0 + 2.0 * (1.0 - std::exp(-1.0)))) < 1e-9);
        QVERIFY(factor > 2.0 && factor < 3.0);
    }

    // 0.7 eV from 55 to 65 C: 8,123 K x (1/328.15 - 1/338.15) = 0.732, e^0.732 = 2.08: the
    // "factor two for ten degrees" of the trade.
    void arrhenius() {
        QVERIFY(std::abs(arrheniusFactor(0.7, 65.0, 55.0) - 2.080) < 0.001);
        QCOMPARE(arrheniusFactor(0.7, 55.0, 55.0), 1.0);
        QCOMPARE(arrheniusFactor(0.0, 95.0, 55.0), 1.0);
        QVERIFY(std::abs(arrheniusFactor(0.7, 65.0, 55.0) * arrheniusFactor(0.7, 55.0, 65.0) -
                         1.0) < 1e-12);
    }

    void load() {
        QCOMPARE(loadFactor(0.9, 0.6, 2.0), 2.25);
        QCOMPARE(loadFactor(0.9, 0.6, 0.0), 1.0);
        QCOMPARE(loadFactor(-1.0, 0.6, 2.0), 0.0);
    }

    // A unit of a group of m is struck by its own failures, r (1 - beta), and by the shocks of all
    // m units, each as rare as kept says and reaching it with its chance:
    //   beta kept (1 + reach (m - 1)) = beta
    void commonCauseKeepsTheRate() {
        for (const int m : {1, 4, 72}) {
            for (const double reach : {0.0, 0.3, 1.0}) {
                const double kept = commonCauseKept(reach, m);
                QVERIFY(std::abs(kept * (1.0 + reach * (m - 1)) - 1.0) < 1e-12);
            }
        }
        QCOMPARE(commonCauseKept(1.0, 4), 0.25);  // beta factor: one shock for the four of them
    }

    void batchesKeepTheMean() {
        const double good = batchWeight(0.1, 5.0, false), bad = batchWeight(0.1, 5.0, true);
        QVERIFY(std::abs(bad / good - 5.0) < 1e-12);
        QVERIFY(std::abs(0.9 * good + 0.1 * bad - 1.0) < 1e-12);
    }

    // Lognormal of median 17 h and mean 155 h: the trace's accelerators. Its 90th percentile is
    // 17 exp(1.2816 x 2.1025) = 252 h; the exponential law of mean 155 has 357 h.
    void repairs() {
        std::vector<double> x;
        double sum = 0.0;
        for (std::uint64_t i = 0; i < kDraws; ++i) {
            x.push_back(repairTimeS(RepairLaw::Lognormal, 17.0, 155.0, randomUniform(1, 1, 2 * i),
                                    randomUniform(1, 1, 2 * i + 1)));
        }
        std::sort(x.begin(), x.end());
        QVERIFY(std::abs(x[kDraws / 2] / 17.0 - 1.0) < 0.03);
        QVERIFY(std::abs(x[kDraws / 10 * 9] / 251.6 - 1.0) < 0.04);
        for (std::uint64_t i = 0; i < kDraws; ++i) {
            sum += repairTimeS(RepairLaw::Exponential, 1.0, 155.0, randomUniform(1, 2, i), 0.5);
        }
        QVERIFY(std::abs(sum / static_cast<double>(kDraws) - 155.0) < fourErrors(155.0 * 155.0));
        QCOMPARE(repairTimeS(RepairLaw::Fixed, 1.0, 9.0, 0.1, 0.9), 9.0);
        QCOMPARE(repairTimeS(RepairLaw::Lognormal, 0.0, 9.0, 0.1, 0.9), 0.0);
    }

    // What never fails, and what hurts: no rate; nothing left to wait; a huge demand.
    void edges() {
        QVERIFY(std::isinf(ageAtFailureS({}, 0.0, 1.0)));
        const Life life{1e-5, 0.5, 4.0, 100.0, 3.0, 1e6};
        QCOMPARE(cumulativeHazard(life, -5.0), 0.0);
        const double old = ageAtFailureS(life, 1e9, 1e-9);
        QVERIFY(old >= 1e9 && std::isfinite(old));
        QVERIFY(std::isfinite(ageAtFailureS(life, 0.0, 1e6)));
    }

    // The published trace: 584 faults of 400 servers in 348 days, 169 servers without any, 33 with
    // five and more, which hold 36 %. A gamma spread of shape k makes counts negative binomial,
    // p(0) = (k / (k + m))^k with m = 1.46: k = 0.88 (its maximum likelihood) gives 169, 31 and
    // 35 %; identical servers (k infinite) would leave 400 exp(-1.46) = 93 without a fault.
    void lemonsOfThePublishedTrace() {
        const double m = 584.0 / 400.0, k = 0.88;
        double p = std::pow(k / (k + m), k);
        const double none = 400.0 * p;
        double many = 0.0, held = 0.0;
        for (int n = 0; n < 400; ++n) {
            many += n >= 5 ? 400.0 * p : 0.0;
            held += n >= 5 ? 400.0 * p * n : 0.0;
            p *= (n + k) / (n + 1.0) * m / (k + m);
        }
        // Four standard errors of binomial counts: 40 of 169, 22 of 33.
        QVERIFY2(std::abs(none - 169.0) < 40.0, qPrintable(QString::number(none)));
        QVERIFY2(std::abs(many - 33.0) < 22.0, qPrintable(QString::number(many)));
        QVERIFY2(std::abs(held / 584.0 - 0.36) < 0.03, qPrintable(QString::number(held / 584.0)));
        QVERIFY(400.0 * std::exp(-m) < 0.6 * 169.0);
    }
};

HEADROOM_TEST(TestLife)
}  // namespace tst_life

#include "tst_life.moc"
