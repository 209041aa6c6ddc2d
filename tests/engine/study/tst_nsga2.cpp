// SPDX-License-Identifier: Apache-2.0
#include "engine/study/known_problems.h"
#include "engine/study/radial_basis.h"
#include "engine/study/surface_minimum.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <functional>

namespace tst_nsga2 {

using namespace headroom;
using namespace headroom::engine;

namespace {

using Problem = std::function<SearchOutcome(const UnitPoint&)>;

std::vector<SearchOutcome> searched(const Problem& problem, const SearchOptions& options,
                                    int generations) {
    Nsga2 search(options);
    std::vector<SearchOutcome> all;
    for (int g = 0; g < generations; ++g) {
        const std::vector<UnitPoint> points = search.ask();
        std::vector<SearchOutcome> outcomes;
        for (const UnitPoint& p : points) {
            outcomes.push_back(problem(p));
        }
        all.insert(all.end(), outcomes.begin(), outcomes.end());
        search.tell(points, std::move(outcomes));
    }
    return all;
}

std::vector<SearchOutcome> atRandom(const Problem& problem, std::size_t axes, std::size_t count,
                                    std::uint64_t seed) {
    std::vector<SearchOutcome> all;
    for (const UnitPoint& p : randomPoints(count, axes, seed)) {
        all.push_back(problem(p));
    }
    return all;
}

}  // namespace

class TestNsga2 : public QObject {
    Q_OBJECT

  private slots:

    // By hand: (1, 3), (2, 2), (3, 1) against (4, 4): 3 x 1 + 2 x 1 + 1 x 1 = 6; what lies beyond the reference and what is
    // beaten adds nothing.
    void hypervolumesByHand() {
        const std::vector<SearchOutcome> two = {{{1, 3}, 0}, {{3, 1}, 0}, {{2, 2}, 0},
                                                {{3, 3}, 0}, {{5, 0}, 0}, {{0, 0}, 1}};
        QCOMPARE(hypervolume(two, {4, 4}), 6.0);
        // (1,1,0) to (2,2,2): 2. (0,1,1) to (2,2,2): 2. Both: (1,1,1) to (2,2,2): 1. Together 3.
        const std::vector<SearchOutcome> three = {{{1, 1, 0}, 0}, {{0, 1, 1}, 0}};
        QCOMPARE(hypervolume(three, {2, 2, 2}), 3.0);
    }

    void feasibleBeforeAll() {
        const SearchOutcome good{{1, 1}, 0}, better{{0, 1}, 0}, beyond{{0, 0}, 0.5},
            farBeyond{{0, 0}, 2};
        QVERIFY(dominates(better, good) && !dominates(good, better));
        QVERIFY(dominates(good, beyond) && dominates(beyond, farBeyond));
        const std::vector<SearchOutcome> all = {good, better, beyond};
        QCOMPARE(feasibleFront(all), std::vector<std::size_t>{1});
    }

    // A cubic with a plane is exact on planes, and at its points everywhere.
    void surfaceGoesThroughItsPoints() {
        const std::vector<UnitPoint> points = latinHypercube(30, 3, 4);
        std::vector<double> plane, curved;
        for (const UnitPoint& p : points) {
            plane.push_back(1.0 + 2.0 * p[0] - 3.0 * p[2]);
            curved.push_back(std::sin(5.0 * p[0]) * p[1]);
        }
        const auto flat = RadialBasis::through(points, plane);
        const auto bent = RadialBasis::through(points, curved);
        QVERIFY(flat && bent);
        QVERIFY(std::abs(flat->at({0.3, 0.9, 0.6}) - (1.0 + 0.6 - 1.8)) < 1e-6);
        for (std::size_t i = 0; i < points.size(); ++i) {
            QVERIFY(std::abs(bent->at(points[i]) - curved[i]) < 1e-3);
        }
        QVERIFY(!RadialBasis::through(std::span(points).first(3), std::span(plane).first(3)));
    }

    // The same seed, the same way.
    void deterministic() {
        const Problem problem = knownProblems()[0].at;
        SearchOptions options;
        options.levels.assign(5, 0);
        const auto a = searched(problem, options, 4), b = searched(problem, options, 4);
        for (std::size_t i = 0; i < a.size(); ++i) {
            QCOMPARE(a[i].objectives, b[i].objectives);
        }
    }

    void beatsRandom_data() {
        QTest::addColumn<int>("problem");
        QTest::addColumn<bool>("surrogate");
        QTest::addColumn<double>("least");  // share of the volume of the whole front
        QTest::newRow("ZDT1") << 1 << false << 0.6;
        QTest::newRow("ZDT2") << 2 << false << 0.3;
        QTest::newRow("ZDT3") << 3 << false << 0.5;
        QTest::newRow("DTLZ2") << 4 << false << 0.75;
        QTest::newRow("ZDT1, surrogate") << 1 << true << 0.9;
        QTest::newRow("ZDT2, surrogate") << 2 << true << 0.9;
        QTest::newRow("ZDT3, surrogate") << 3 << true << 0.7;
        QTest::newRow("DTLZ2, surrogate") << 4 << true << 0.7;
    }

    // At equal evaluations, on average over three seeds: 10 coordinates, with the surrogate 10 generations of 24, without
    // 40. Random points of such spaces hardly reach the reference.
    void beatsRandom() {
        QFETCH(int, problem);
        QFETCH(bool, surrogate);
        QFETCH(double, least);
        const KnownProblem& known = knownProblems()[static_cast<std::size_t>(problem) - 1];
        const Problem f = known.at;
        const std::vector<double>& reference = known.reference;
        const double front = known.best;
        const int generations = surrogate ? 10 : 40;
        double found = 0.0, random = 0.0;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SearchOptions options;
            options.seed = seed;
            options.surrogate = surrogate;
            options.levels.assign(10, 0);
            found += hypervolume(searched(f, options, generations), reference) / 3.0;
            random += hypervolume(atRandom(f, 10, 24U * static_cast<unsigned>(generations), seed),
                                  reference) /
                      3.0;
        }
        qInfo("hypervolume %.4f of %.4f, random %.4f", found, front, random);
        QVERIFY(found > random);
        QVERIFY2(found >= least * front, qPrintable(QString("%1 of %2").arg(found).arg(front)));
        QVERIFY(found <= front + 1e-3);
    }

    // The slope of a surface is that of its values: central differences, step 1e-5, of a cubic: error about 1e-9.
    void slopesOfSurfaces() {
        const std::vector<UnitPoint> points = latinHypercube(30, 3, 4);
        std::vector<double> values;
        for (const UnitPoint& p : points) {
            values.push_back(std::sin(5.0 * p[0]) * p[1] + p[2]);
        }
        const auto fit = RadialBasis::through(points, values);
        const UnitPoint x = {0.31, 0.62, 0.17};
        const UnitPoint slope = fit->gradientAt(x);
        for (std::size_t a = 0; a < 3; ++a) {
            UnitPoint up = x, down = x;
            up[a] += 1e-5;
            down[a] -= 1e-5;
            QVERIFY(std::abs(slope[a] - (fit->at(up) - fit->at(down)) / 2e-5) < 1e-6);
        }
    }

    // Downhill on (x - 0.3)^2 + (y - 0.8)^2 + z ends at (0.3, 0.8, 0); with x held at 0.5 at (0.5, 0.8, 0); with the limit
    // 0.6 - x <= 0 at (0.6, 0.8, 0). A surface through 200 points is that near.
    void downhillWithinLimits() {
        const std::vector<UnitPoint> points = latinHypercube(200, 3, 2);
        std::vector<double> values, low, none;
        for (const UnitPoint& p : points) {
            values.push_back((p[0] - 0.3) * (p[0] - 0.3) + (p[1] - 0.8) * (p[1] - 0.8) + p[2]);
            low.push_back(0.6 - p[0]);
            none.push_back(-1.0);
        }
        const auto surface = RadialBasis::through(points, values),
                   limit = RadialBasis::through(points, low),
                   free = RadialBasis::through(points, none);
        const auto isAt = [](const UnitPoint& x, double a, double b, double c) {
            return std::abs(x[0] - a) < 0.02 && std::abs(x[1] - b) < 0.02 &&
                   std::abs(x[2] - c) < 0.02;
        };
        const std::vector<char> all = {0, 0, 0}, held = {1, 0, 0};
        QVERIFY(isAt(surfaceMinimum(*surface, *free, {0.5, 0.5, 0.5}, all), 0.3, 0.8, 0.0));
        QVERIFY(isAt(surfaceMinimum(*surface, *free, {0.5, 0.5, 0.5}, held), 0.5, 0.8, 0.0));
        QVERIFY(isAt(surfaceMinimum(*surface, *limit, {0.9, 0.5, 0.5}, all), 0.6, 0.8, 0.0));
    }

    void oneObjective_data() {
        QTest::addColumn<int>("problem");
        QTest::addColumn<double>("most");  // above the least value
        QTest::newRow("Rosenbrock") << 4 << 6.0;
        QTest::newRow("Hartmann") << 5 << 0.15;
    }

    // At 240 points, means of three seeds: near the least value, and far below random points.
    void oneObjective() {
        QFETCH(int, problem);
        QFETCH(double, most);
        const KnownProblem& known = knownProblems()[static_cast<std::size_t>(problem)];
        const auto least = [](const std::vector<SearchOutcome>& all) {
            double value = all.front().objectives.front();
            for (const SearchOutcome& o : all) {
                value = std::min(value, o.objectives.front());
            }
            return value;
        };
        double found = 0.0, random = 0.0;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SearchOptions options;
            options.seed = seed;
            options.levels.assign(known.axes, 0);
            found += least(searched(known.at, options, 10)) / 3.0;
            random += least(atRandom(known.at, known.axes, 240, seed)) / 3.0;
        }
        qInfo("least %.5f of %.5f, random %.5f", found, known.best, random);
        QVERIFY(found >= known.best - 1e-4);
        QVERIFY2(found - known.best < most, qPrintable(QString::number(found)));
        QVERIFY(found - known.best < 0.3 * (random - known.best));
    }

    // Axes of levels stay on them, and a constraint is kept: of 11 x 7 choices, those with x + y >= 1 are feasible; the
    // front of least x and least y has at most 7 of them.
    void levelsAndConstraints() {
        SearchOptions options;
        options.levels = {11, 7};
        options.population = 12;
        Nsga2 search(options);
        std::vector<SearchOutcome> all;
        for (int g = 0; g < 5; ++g) {
            const auto points = search.ask();
            std::vector<SearchOutcome> outcomes;
            for (const UnitPoint& p : points) {
                const double x = p[0] * 11.0 - 0.5, y = p[1] * 7.0 - 0.5;
                QVERIFY(std::abs(x - std::round(x)) < 1e-9 && std::abs(y - std::round(y)) < 1e-9);
                const double sum = x / 10.0 + y / 6.0;
                outcomes.push_back({{x / 10.0, y / 6.0}, std::max(0.0, 1.0 - sum)});
            }
            all.insert(all.end(), outcomes.begin(), outcomes.end());
            search.tell(points, std::move(outcomes));
        }
        const auto front = feasibleFront(all);
        QVERIFY(front.size() >= 5);
        for (const std::size_t i : front) {
            QVERIFY(all[i].violation <= 0.0);
            // Of each row the first feasible one: nothing is given away by a whole step in both.
            QVERIFY(all[i].objectives[0] + all[i].objectives[1] < 1.0 + 1.0 / 10.0 + 1.0 / 6.0);
        }
    }
};

HEADROOM_TEST(TestNsga2)
}  // namespace tst_nsga2

#include "tst_nsga2.moc"
