// SPDX-License-Identifier: Apache-2.0
#include "models/core/random.h"
#include "models/network/hash_collision.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tst_hash_collision {

using namespace headroom::models;

class TestHashCollision : public QObject {
    Q_OBJECT

  private slots:

    void oneLinkAndNoFlowsCollideWithNobody() {
        QCOMPARE(slowestHashedShare(10.0, 4, 1), 1.0);
        QCOMPARE(slowestHashedShare(0.0, 4, 8), 1.0);
        QCOMPARE(slowestHashedShare(-1.0, 4, 8), 1.0);
    }

    // Against throwing balls: mean of the fullest bin over 4,000 draws from a fixed stream.
    // Independence of the bins costs up to 5 % where balls are few.
    void agreesWithThrownBalls_data() {
        QTest::addColumn<int>("flows");
        QTest::addColumn<int>("pairs");
        QTest::addColumn<int>("links");
        QTest::newRow("as many as links") << 64 << 1 << 64;
        QTest::newRow("four pairs") << 64 << 4 << 64;
        QTest::newRow("half full") << 16 << 1 << 32;
        QTest::newRow("many") << 512 << 16 << 32;
    }

    void agreesWithThrownBalls() {
        QFETCH(int, flows);
        QFETCH(int, pairs);
        QFETCH(int, links);
        double sum = 0.0;
        constexpr int kDraws = 4000;
        std::uint64_t n = 0;
        for (int draw = 0; draw < kDraws; ++draw) {
            std::vector<int> bin(static_cast<std::size_t>(links), 0);
            for (int ball = 0; ball < flows * pairs; ++ball) {
                ++bin[static_cast<std::size_t>(randomUniform(7, 1, n++) * links)];
            }
            sum += *std::max_element(bin.begin(), bin.end());
        }
        const double thrown = static_cast<double>(flows) * pairs / links / (sum / kDraws);
        const double model = slowestHashedShare(flows, pairs, links);
        QVERIFY2(std::abs(model / thrown - 1.0) < 0.05,
                 qPrintable(QString("%1 against %2").arg(model).arg(thrown)));
    }

    // More sub-flows even out; the two formulas meet at their border.
    void moreSubFlowsSpreadBetter() {
        double last = 0.0;
        for (const int pairs : {1, 4, 16, 64, 256, 1024}) {
            const double share = slowestHashedShare(64.0, pairs, 64);
            QVERIFY(share > last && share <= 1.0);
            last = share;
        }
        const double below = slowestHashedShare(299.9, 64, 64);
        const double above = slowestHashedShare(300.1, 64, 64);
        QVERIFY(std::abs(below / above - 1.0) < 0.03);
    }
};

HEADROOM_TEST(TestHashCollision)
}  // namespace tst_hash_collision

#include "tst_hash_collision.moc"
