// SPDX-License-Identifier: Apache-2.0
#include "engine/study/effects.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <numbers>

namespace tst_effects {

using namespace headroom;
using namespace headroom::engine;

namespace {

constexpr double kPi = std::numbers::pi;

/// sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1, each x from -pi to pi (Ishigami and Homma, 1990).
double ishigami(const UnitPoint& u) {
    const auto x = [&](std::size_t i) { return kPi * (2.0 * u[i] - 1.0); };
    return std::sin(x(0)) + 7.0 * std::pow(std::sin(x(1)), 2) +
           0.1 * std::pow(x(2), 4) * std::sin(x(0));
}

/// prod (|4 u - 2| + a) / (1 + a), a = 0, 1, 4.5, 9 (Sobol, 1993).
double sobolG(const UnitPoint& u) {
    constexpr double a[] = {0.0, 1.0, 4.5, 9.0};
    double product = 1.0;
    for (std::size_t i = 0; i < 4; ++i) {
        product *= (std::abs(4.0 * u[i] - 2.0) + a[i]) / (1.0 + a[i]);
    }
    return product;
}

std::vector<double> valuesOf(const std::vector<UnitPoint>& points,
                             const std::function<double(const UnitPoint&)>& f) {
    std::vector<double> values;
    for (const UnitPoint& p : points) {
        values.push_back(f(p));
    }
    return values;
}

/// Within three of its own standard errors and 0.02, and an error that says something.
bool meets(const Measured& m, double truth) {
    return std::abs(m.value - truth) < std::min(0.02, 3.0 * m.error + 2e-3) && m.error < 0.03;
}

}  // namespace

class TestEffects : public QObject {
    Q_OBJECT

  private slots:

    // With a = 7, b = 0.1: V1 = (1 + b pi^4 / 5)^2 / 2, V2 = a^2 / 8, V13 = b^2 pi^8 (1/18 - 1/50),
    // V = V1 + V2 + V13 = 13.845. First orders V1/V = 0.3139, V2/V = 0.4424, 0; totals with V13:
    // 0.5576, 0.4424, 0.2437.
    void indicesOfIshigami() {
        const double b = 0.1;
        const double v1 = 0.5 * std::pow(1.0 + b * std::pow(kPi, 4) / 5.0, 2);
        const double v2 = 49.0 / 8.0;
        const double v13 = b * b * std::pow(kPi, 8) * (1.0 / 18.0 - 1.0 / 50.0);
        const double v = v1 + v2 + v13;
        const auto shares = varianceShares(valuesOf(saltelliPoints(4096, 3, 5), ishigami), 3, 5);
        QVERIFY(meets(shares[0].first, v1 / v));
        QVERIFY(meets(shares[1].first, v2 / v));
        QVERIFY(meets(shares[2].first, 0.0));
        QVERIFY(meets(shares[0].total, (v1 + v13) / v));
        QVERIFY(meets(shares[1].total, v2 / v));
        QVERIFY(meets(shares[2].total, v13 / v));
    }

    // Each factor has mean 1 and variance V_i = 1 / (3 (1 + a)^2); V = prod (1 + V_i) - 1, S_i = V_i / V,
    // T_i = V_i prod_(others) (1 + V_j) / V.
    void indicesOfSobolG() {
        constexpr double a[] = {0.0, 1.0, 4.5, 9.0};
        double product = 1.0;
        for (const double each : a) {
            product *= 1.0 + 1.0 / (3.0 * std::pow(1.0 + each, 2));
        }
        const auto shares = varianceShares(valuesOf(saltelliPoints(4096, 4, 9), sobolG), 4, 9);
        for (std::size_t i = 0; i < 4; ++i) {
            const double vi = 1.0 / (3.0 * std::pow(1.0 + a[i], 2));
            QVERIFY(meets(shares[i].first, vi / (product - 1.0)));
            QVERIFY(meets(shares[i].total, vi * product / (1.0 + vi) / (product - 1.0)));
        }
    }

    // Errors are honest: over 40 seeds with few rows, the truth (V2 / V = 0.4424) lies within 1.645
    // standard errors about nine times in ten. Of 40, 30 or fewer have a probability below 1 %.
    void errorsOfIndicesAreHonest() {
        int inside = 0;
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const auto shares =
                varianceShares(valuesOf(saltelliPoints(200, 3, seed), ishigami), 3, seed);
            inside +=
                std::abs(shares[1].total.value - 0.4424) < 1.645 * shares[1].total.error ? 1 : 0;
        }
        QVERIFY2(inside > 30, qPrintable(QString::number(inside)));
    }

    // A figure that does not vary has no shares, and a row without a value is left out.
    void indicesWithoutVarianceOrValues() {
        std::vector<double> flat(8 * 4, 3.0);
        QCOMPARE(varianceShares(flat, 2, 1)[0].total.value, 0.0);
        auto values = valuesOf(saltelliPoints(1024, 3, 5), ishigami);
        values[17] = models::kNotStated;
        QVERIFY(std::abs(varianceShares(values, 3, 5)[1].first.value - 0.4424) < 0.05);
    }

    // f = 10 x1 + x2 + x1 x2, steps of half the range: effects for the whole range are 10 + x2, 1 + x1,
    // and 0 of an axis that is not in it; a straight line has no deviation.
    void morrisFindsWhatMatters() {
        const auto points = morrisTrajectories(50, 3, 11);
        const auto effects = morrisEffects(points, valuesOf(points, [](const UnitPoint& u) {
                                               return 10 * u[0] + u[1] + u[0] * u[1];
                                           }));
        QVERIFY(std::abs(effects[0].meanSize.value - 10.5) < 0.1);
        QVERIFY(std::abs(effects[1].mean.value - 1.5) < 0.1);
        QCOMPARE(effects[2].meanSize.value, 0.0);
        QVERIFY(effects[0].deviation > 0.1 && effects[0].deviation < 0.5);
        QCOMPARE(effects[0].count, std::size_t{50});
    }

    // Two levels of two axes, y = 1, 3, 2, 4: the first axis moves the mean of 2.5 by -+0.5, the second by
    // -+1.
    void mainEffectsOfAFactorial() {
        const std::vector<double> y = {1, 3, 2, 4};
        const std::vector<std::size_t> a = {0, 0, 1, 1}, b = {0, 1, 0, 1};
        QCOMPARE(mainEffects(y, a, 2)[0].value, -0.5);
        QCOMPARE(mainEffects(y, b, 2)[1].value, 1.0);
    }

    // Cheaper is better, faster is better: (1, 1), (2, 5) and (3, 6) are to be had; (2, 4) is beaten by
    // (2, 5), a point without a value is on no front, and what is neither better nor worse does not count.
    void paretoFrontOfTwoFigures() {
        const std::vector<std::vector<double>> values = {
            {1, 1, 9}, {2, 5, 1}, {2, 4, 5}, {3, 6, 7}, {0, models::kNotStated, 0}};
        const std::vector<Better> better = {Better::Less, Better::More, Better::Neither};
        QVERIFY(paretoFront(values, better) == (std::vector<std::size_t>{0, 1, 3}));
    }

    // y = 2 + 3 x exactly: slope 3, all explained.
    void slopeOfALine() {
        const std::vector<double> x = {0.1, 0.4, 0.5, 0.9}, y = {2.3, 3.2, 3.5, 4.7};
        QVERIFY(std::abs(slopeOf(x, y).slope.value - 3.0) < 1e-12);
        QVERIFY(std::abs(slopeOf(x, y).explained - 1.0) < 1e-12);
        QVERIFY(std::isnan(slopeOf({}, {}).slope.value));
    }

    // Of 1, 2, 3, 4, 5: the median is 3, a quarter lies below 2; between 1 and 2 at 5 %: 1.2.
    void sharesOfValues() {
        QCOMPARE(shareOf({5, 1, 3, 2, 4}, 0.5), 3.0);
        QCOMPARE(shareOf({5, 1, 3, 2, 4}, 0.25), 2.0);
        QVERIFY(std::abs(shareOf({5, 1, 3, 2, 4}, 0.05) - 1.2) < 1e-12);
        QVERIFY(std::isnan(shareOf({}, 0.5)));
    }
};

HEADROOM_TEST(TestEffects)
}  // namespace tst_effects

#include "tst_effects.moc"
