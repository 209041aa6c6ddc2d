// SPDX-License-Identifier: Apache-2.0
#include "models/core/random.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <set>

namespace tst_random {

using namespace headroom::models;

class TestRandom : public QObject {
    Q_OBJECT

  private slots:

    // The same bytes everywhere and for ever: recordings and published runs depend on it. The
    // values are the function's own, written down once; a change of the function must fail here.
    void sameBytesForEver() {
        // First outputs of SplitMix64 from state 0 (Vigna's reference implementation): the
        // finaliser applied to the golden-gamma increments.
        QCOMPARE(mix64(0x9e3779b97f4a7c15ULL), 0xe220a8397b1dcdafULL);
        QCOMPARE(mix64(2 * 0x9e3779b97f4a7c15ULL), 0x6e789e6aa1b965f4ULL);
    }

    // 200,000 uniforms: mean 1/2 with a standard error of 1/sqrt(12 n) = 6.5e-4, variance 1/12 with
    // sqrt(1/180/n) = 1.7e-4; five of them are allowed.
    void uniform() {
        constexpr int n = 200000;
        double sum = 0.0;
        double squares = 0.0;
        for (int i = 0; i < n; ++i) {
            const double u = randomUniform(7, 3, static_cast<std::uint64_t>(i));
            QVERIFY(u > 0.0 && u < 1.0);
            sum += u;
            squares += (u - 0.5) * (u - 0.5);
        }
        QVERIFY(std::abs(sum / n - 0.5) < 5 * 6.5e-4);
        QVERIFY(std::abs(squares / n - 1.0 / 12.0) < 5 * 1.7e-4);
    }

    // Mean and standard deviation of the exponential are 1, of the normal 0 and 1; standard errors
    // 1/sqrt(n) = 2.2e-3 for means, up to 3 times that for variances.
    void exponentialAndNormal() {
        constexpr int n = 200000;
        double e = 0.0;
        double g = 0.0;
        double gg = 0.0;
        for (int i = 0; i < n; ++i) {
            e += randomExponential(7, 4, static_cast<std::uint64_t>(i));
            const double x = randomNormal(7, 5, static_cast<std::uint64_t>(i));
            g += x;
            gg += x * x;
        }
        QVERIFY(std::abs(e / n - 1.0) < 5 * 2.3e-3);
        QVERIFY(std::abs(g / n) < 5 * 2.3e-3);
        QVERIFY(std::abs(gg / n - 1.0) < 5 * 3.2e-3);
    }

    // Neighbouring seeds, streams and counters share no value (a collision among 27,000 64-bit
    // values has a chance of 2e-11).
    void streamsAreApart() {
        std::set<std::uint64_t> seen;
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            for (std::uint64_t stream = 0; stream < 30; ++stream) {
                for (std::uint64_t counter = 0; counter < 30; ++counter) {
                    seen.insert(randomBits(seed, stream, counter));
                }
            }
        }
        QCOMPARE(seen.size(), std::size_t{27000});
    }

    // A RandomStream is the plain function with a position, so it can be put back.
    void streamIsItsPosition() {
        RandomStream a{42, 9, 0};
        QCOMPARE(a.uniform(), randomUniform(42, 9, 0));
        QCOMPARE(a.exponential(), randomExponential(42, 9, 1));
        QCOMPARE(a.normal(), randomNormal(42, 9, 1));
        QCOMPARE(a.next, std::uint64_t{4});
        RandomStream b{42, 9, 3};
        a.next = 3;
        QCOMPARE(a.uniform(), b.uniform());
    }
};

HEADROOM_TEST(TestRandom)
}  // namespace tst_random

#include "tst_random.moc"
