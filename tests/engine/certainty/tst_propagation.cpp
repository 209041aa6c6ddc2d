// SPDX-License-Identifier: Apache-2.0
#include "engine/certainty/propagation.h"
#include "engine/study/designs.h"
#include "models/core/random.h"
#include "tests/engine/experiment/task_members.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_propagation {

using namespace headroom;
using namespace headroom::engine;

namespace {

using Z = std::span<const double>;

Propagation spread(const std::function<double(Z, std::uint64_t)>& f, PropagationSpec spec) {
    const CertaintyModel model = [&](Z z,
                                     std::uint64_t seed) -> std::optional<std::vector<double>> {
        return std::vector<double>{f(z, seed)};
    };
    const auto found = propagate(model, spec);
    if (!found) {
        qFatal("the model runs");
    }
    return *found;
}

PropagationSpec inputs(std::size_t count, std::size_t chance = 0) {
    PropagationSpec spec;
    spec.inputs = count;
    spec.chanceRuns = chance;
    return spec;
}

bool near(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance;
}

}  // namespace

class TestPropagation : public QObject {
    Q_OBJECT

  private slots:

    // 10 + 3 z1 + 4 z2 is normal with sigma 5: 5 and 95 % at 10 -+ 1.645 x 5 = 1.776 and 18.224, shares 9/25 and
    // 16/25. The screen says it all: residuals are 0, so the least runs are enough.
    void straightIsExact() {
        const auto found = spread([](Z z, auto) { return 10 + 3 * z[0] + 4 * z[1]; }, inputs(3));
        const PropagatedResult& r = found.results.front();
        QCOMPARE(r.value, 10.0);
        QVERIFY(near(r.low, 1.776, 0.1) && near(r.high, 18.224, 0.1));
        QVERIFY(near(r.shares[0], 0.36, 1e-9) && near(r.shares[1], 0.64, 1e-9));
        QCOMPARE(r.shares[2], 0.0);
        QVERIFY(near(r.together, 0.0, 1e-12));
        // One, three together, three alone, two again, eight and as many more to see that nothing moves.
        QCOMPARE(found.runs, std::size_t{1 + 1 + 3 + 2 + 16});
        QVERIFY(found.settled);
    }

    // z^2 has the chi-square distribution of one degree: 5 and 95 % at 0.00393 and 3.841.
    void curvedIsFollowed() {
        const auto r = spread([](Z z, auto) { return z[0] * z[0]; }, inputs(1)).results.front();
        QVERIFY(near(r.low, 0.00393, 0.01) && near(r.high, 3.841, 0.12));
    }

    // exp(0.3 z) is lognormal: exp(-+0.4935) = 0.6105 and 1.638; a parabola through the ends meets both.
    void lognormal() {
        const auto r =
            spread([](Z z, auto) { return std::exp(0.3 * z[0]); }, inputs(1)).results.front();
        QVERIFY(near(r.low, 0.6105, 0.01) && near(r.high, 1.638, 0.02));
    }

    // z1 z2 moves nothing with one input alone. The product of two normals (density K0(|x|) / pi) lies within -+1.60
    // nine times in ten [P(|x| < 1.60) = 0.90, by quadrature]; with 64 draws within a third of it. All is "together".
    // 5 z1 + 5 z2 + z1 z2: variance 51, of which 1/51 together; close to -+1.645 x 7.14 = 11.7.
    void together() {
        PropagationSpec spec = inputs(2);
        spec.least = -1.0;  // what moves nothing alone is drawn too
        const auto only = spread([](Z z, auto) { return 1 + z[0] * z[1]; }, spec).results.front();
        QVERIFY(near(only.high - only.low, 3.2, 1.0));
        QVERIFY(near(only.together, 1.0, 1e-9));
        const auto some =
            spread([](Z z, auto) { return 5 * z[0] + 5 * z[1] + z[0] * z[1]; }, inputs(2))
                .results.front();
        QVERIFY(near(some.low, -11.7, 0.8) && near(some.high, 11.7, 0.8));
        QVERIFY(near(some.together, 1.0 / 51.0, 0.02));
    }

    // Chance of sigma 2 next to 2 z: variance 8, half of it chance, -+1.645 x 2.83 = 4.65.
    void chance() {
        PropagationSpec spec = inputs(1, 32);
        spec.leastRuns = spec.mostRuns = 64;
        const auto r =
            spread(
                [](Z z, std::uint64_t seed) {
                    return 2 * z[0] + (seed == 0 ? 0.0 : 2.0 * models::randomNormal(seed, 7, 0));
                },
                spec)
                .results.front();
        QVERIFY(near(r.low, -4.65, 0.7) && near(r.high, 4.65, 0.7));
        QVERIFY(near(r.chance, 0.5, 0.2));
        QVERIFY(near(r.shares[0] + r.chance + r.together, 1.0, 1e-9));
    }

    // Coverage: of 400 truths drawn from the inputs, the interval of a curved model with a product holds 90 %. 360
    // with a deviation of 6: 340 to 380.
    void coverage() {
        const auto f = [](Z z, std::uint64_t) {
            return 50 + 3 * z[0] + std::exp(0.8 * z[1]) + 2 * z[2] * z[0] - z[3] * z[3];
        };
        PropagationSpec spec = inputs(4);
        const auto r = spread(f, spec).results.front();
        int inside = 0;
        for (std::uint64_t i = 0; i < 400; ++i) {
            std::vector<double> z;
            for (std::uint64_t a = 0; a < 4; ++a) {
                z.push_back(models::randomNormal(99, a, i));
            }
            const double truth = f(z, 0);
            inside += truth >= r.low && truth <= r.high ? 1 : 0;
        }
        QVERIFY2(inside >= 340 && inside <= 380, qPrintable(QString::number(inside)));
    }

    // 200 inputs, of which the 77th moves the result, tried together where they may be: 3 groups of 64, then 4 of 16 and the 8
    // left over, 4 of 4, and 4 alone. Then its low end, and 16 draws. Alone it is 200, the low end and 16.
    void groupsAreTriedFirst() {
        const auto f = [](Z z, auto) { return 10 + z[77] + 0.1 * z[77] * z[77]; };
        PropagationSpec alone = inputs(200);
        alone.groups = false;
        const auto a = spread(f, alone), b = spread(f, inputs(200));
        QCOMPARE(a.runs, std::size_t{1 + 200 + 1 + 16});
        QCOMPARE(b.runs, std::size_t{1 + 3 + 5 + 4 + 4 + 1 + 16});
    }

    // Inputs that move a little, that cancel their neighbours, that move by less than the screen sees, and that do not run at
    // their high ends: the same result to the last bit, tried in groups or alone. Cancelled to nothing they would be lost, so
    // neighbours differ by a tenth.
    void groupsFindWhatEachFinds() {
        const CertaintyModel model = [](Z z, std::uint64_t) -> std::optional<std::vector<double>> {
            if (z[150] > 1.0) {
                return std::nullopt;
            }
            const double first = 100 + z[3] - 0.9 * z[4] + 1e-7 * z[40] + std::exp(0.2 * z[99]);
            return std::vector<double>{first, 50 + z[99] * z[3] + 2 * z[150]};
        };
        PropagationSpec alone = inputs(180, 8);
        alone.groups = false;
        const auto a = propagate(model, alone), b = propagate(model, inputs(180, 8));
        QVERIFY(a && b && b->runs < a->runs);
        for (std::size_t h = 0; h < 2; ++h) {
            QCOMPARE(b->results[h].low, a->results[h].low);
            QCOMPARE(b->results[h].high, a->results[h].high);
            QVERIFY(b->results[h].shares == a->results[h].shares);
            QVERIFY(a->results[h].shares[3] > 0.0 || h == 1);
        }
    }

    // Three tasks that do not see each other, stage by stage, and then the whole: the results of one process, to the last bit, and
    // nothing is left to compute. Each task keeps some.
    void tasksShareTheRuns() {
        const CertaintyModel model = [](Z z,
                                        std::uint64_t seed) -> std::optional<std::vector<double>> {
            if (z[90] > 1.0) {
                return std::nullopt;
            }
            return std::vector<double>{10 + z[3] + z[3] * z[20] + z[90] +
                                       0.3 * models::randomNormal(seed, 1, 0)};
        };
        const auto expected = propagate(model, inputs(100, 8));
        std::optional<Propagation> found;
        const int computed = tests::askByThreeTasks([&](tests::TaskMembers& members) {
            PropagationSpec spec = inputs(100, 8);
            spec.members = &members;
            found = propagate(model, spec);
        });
        QCOMPARE(computed, 0);
        QVERIFY(expected && found && !found->waits && found->complete);
        QCOMPARE(found->results[0].low, expected->results[0].low);
        QCOMPARE(found->results[0].high, expected->results[0].high);
        QVERIFY(found->results[0].shares == expected->results[0].shares);
        QCOMPARE(found->results[0].chance, expected->results[0].chance);
    }

    // A design that does not run at one end: mirrored from the other. Not at all: nothing is said.
    void whatDoesNotRun() {
        const CertaintyModel half = [](Z z, std::uint64_t) -> std::optional<std::vector<double>> {
            if (z[0] > 1.0) {
                return std::nullopt;
            }
            return std::vector<double>{z[0]};
        };
        const auto found = propagate(half, inputs(1));
        QVERIFY(found);
        QVERIFY(near(found->results[0].high, 1.645, 0.1));
        const CertaintyModel never = [](Z, std::uint64_t) {
            return std::optional<std::vector<double>>{};
        };
        QVERIFY(!propagate(never, inputs(1)));
    }

    void sameOnAnyThreads() {
        const auto f = [](Z z, std::uint64_t seed) {
            return z[0] + z[1] * z[2] + models::randomNormal(seed, 1, 0);
        };
        PropagationSpec one = inputs(3, 8), four = one;
        four.threads = 4;
        const auto a = spread(f, one).results.front(), b = spread(f, four).results.front();
        QCOMPARE(a.low, b.low);
        QCOMPARE(a.high, b.high);
        QVERIFY(a.shares == b.shares);
    }
};

HEADROOM_TEST(TestPropagation)
}  // namespace tst_propagation

#include "tst_propagation.moc"
