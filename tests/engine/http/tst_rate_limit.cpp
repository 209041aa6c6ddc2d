// SPDX-License-Identifier: Apache-2.0
#include "engine/http/rate_limit.h"
#include "tests/support/test_program.h"

namespace tst_rate_limit {

using headroom::engine::RateLimit;
using Clock = RateLimit::Clock;

namespace {

Clock::time_point at(double seconds) {
    return Clock::time_point{} +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

class TestRateLimit : public QObject {
    Q_OBJECT

  private slots:

    // 3 at once, then one every half second.
    void letsABurstThroughAndThenAPace() {
        RateLimit limit(2.0, 3.0);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(limit.take("a", at(0.0)));
        }
        QVERIFY(!limit.take("a", at(0.0)));
        QVERIFY(!limit.take("a", at(0.4)));  // 0.8 of one
        QVERIFY(limit.take("a", at(0.5)));
        QVERIFY(!limit.take("a", at(0.6)));
        QVERIFY(limit.take("b", at(0.6)));  // of another address
        // After a long pause again 3 and no more.
        for (int i = 0; i < 3; ++i) {
            QVERIFY(limit.take("a", at(1000.0)));
        }
        QVERIFY(!limit.take("a", at(1000.0)));
    }

    void lookingTakesNothing() {
        RateLimit limit(1.0, 1.0);
        QVERIFY(limit.hasOne("a", at(0.0)));
        QVERIFY(limit.hasOne("a", at(0.0)));
        QVERIFY(limit.take("a", at(0.0)));
        QVERIFY(!limit.hasOne("a", at(0.5)));
        QVERIFY(limit.hasOne("a", at(1.0)));
    }

    // Of one every half second, after 0.1 s 0.2 of it are there: 0.4 s are left.
    void saysHowLong() {
        RateLimit limit(2.0, 1.0);
        QCOMPARE(limit.waitS("a", at(0.0)), 0.0);
        QVERIFY(limit.take("a", at(0.0)));
        QCOMPARE(limit.waitS("a", at(0.1)), 0.4);
        QCOMPARE(limit.waitS("a", at(0.5)), 0.0);
    }

    // However many addresses come, so many are kept; those that rested make room.
    void memoryIsBounded() {
        RateLimit limit(1.0, 2.0);
        for (std::size_t i = 0; i < RateLimit::kMostAddresses; ++i) {
            QVERIFY(limit.take(std::to_string(i), at(0.0)));
        }
        QVERIFY(!limit.take("one more", at(0.0)));
        QVERIFY(limit.take("one more", at(1.0)));  // by then all the others are full again
        // Only that one is kept: there is room for all but one again.
        for (std::size_t i = 1; i < RateLimit::kMostAddresses; ++i) {
            QVERIFY(limit.take(std::to_string(i), at(1.0)));
        }
        QVERIFY(!limit.take("two more", at(1.0)));
    }
};

HEADROOM_TEST(TestRateLimit)
}  // namespace tst_rate_limit

#include "tst_rate_limit.moc"
