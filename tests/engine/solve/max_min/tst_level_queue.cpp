// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/level_queue.h"
#include "models/core/random.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <limits>

namespace tst_level_queue {

using namespace headroom::engine;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> drained(LevelQueue& queue) {
    std::vector<double> levels;
    while (const LevelQueue::Entry* front = queue.front()) {
        levels.push_back(front->level);
        queue.pop();
    }
    return levels;
}

}  // namespace

class TestLevelQueue : public QObject {
    Q_OBJECT

  private slots:

    void ordersAnyLevels_data() {
        QTest::addColumn<QList<double>>("levels");
        QTest::newRow("none") << QList<double>{};
        QTest::newRow("one") << QList<double>{3.0};
        QTest::newRow("equal") << QList<double>{2.0, 2.0, 2.0, 2.0};
        QTest::newRow("one far above") << QList<double>{5.0, 1e300, 4.0, 3.0, 4.5};
        QTest::newRow("infinite") << QList<double>{7.0, kInf, 1.0, kInf};
        QTest::newRow("all at the start") << QList<double>{1.0, 1.0};
        QTest::newRow("a rounding below the start") << QList<double>{1.0 - 1e-16, 2.0, 1.0};
    }

    void ordersAnyLevels() {
        QFETCH(QList<double>, levels);
        LevelQueue queue(16);
        for (int round = 0; round < 2; ++round) {  // and again with what is left over
            std::vector<LevelQueue::Entry> entries;
            for (const double level : levels) {
                entries.push_back({level, static_cast<std::int32_t>(entries.size())});
            }
            queue.start(1.0, entries);
            std::vector<double> sorted(levels.begin(), levels.end());
            std::sort(sorted.begin(), sorted.end());
            QCOMPARE(drained(queue), sorted);
        }
    }

    // Raised as filling raises them: the front is always the lowest of a plain list, and each link
    // is there once.
    void raisedAgainstAPlainList() {
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            headroom::models::RandomStream random{seed, 4};
            const int links = 1 + static_cast<int>(random.uniform() * 60);
            std::vector<LevelQueue::Entry> entries;
            std::vector<double> plain;
            for (std::int32_t l = 0; l < links; ++l) {
                plain.push_back(random.uniform() * (random.uniform() < 0.1 ? 1e6 : 1.0));
                entries.push_back({plain.back(), l});
            }
            LevelQueue queue(static_cast<std::size_t>(links));
            queue.start(0.0, entries);
            for (int left = links; left > 0;) {
                const LevelQueue::Entry front = *queue.front();
                QCOMPARE(front.level, *std::min_element(plain.begin(), plain.end()));
                QCOMPARE(front.level, plain[static_cast<std::size_t>(front.link)]);
                const double u = random.uniform();
                if (u < 0.4) {
                    queue.pop();
                    plain[static_cast<std::size_t>(front.link)] = kInf;
                    --left;
                } else {
                    plain[static_cast<std::size_t>(front.link)] =
                        front.level + u * random.uniform();
                    queue.raise(plain[static_cast<std::size_t>(front.link)]);
                }
            }
            QVERIFY(queue.front() == nullptr);
        }
    }
};

HEADROOM_TEST(TestLevelQueue)
}  // namespace tst_level_queue

#include "tst_level_queue.moc"
