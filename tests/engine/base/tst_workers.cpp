// SPDX-License-Identifier: Apache-2.0
#include "engine/base/workers.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

namespace tst_workers {

using namespace headroom::engine;

class TestWorkers : public QObject {
    Q_OBJECT

  private slots:

    void eachPieceRunsOnce_data() {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 3, 8}) {
            QTest::addRow("%d", threads) << threads;
        }
    }

    // Rounds of 0, 1, … 40 pieces, thousands of them, so that threads meet rounds that end while
    // they look: every piece once, and all done when each() returns.
    void eachPieceRunsOnce() {
        QFETCH(int, threads);
        Workers workers;
        workers.use(threads);
        QCOMPARE(workers.threads(), threads);
        std::vector<int> runs(40);
        for (int round = 0; round < 5000; ++round) {
            const int pieces = round % 41;
            std::fill(runs.begin(), runs.end(), 0);
            workers.each(pieces, [&](int i) { ++runs[static_cast<std::size_t>(i)]; });
            QCOMPARE(std::accumulate(runs.begin(), runs.end(), 0), pieces);
            QVERIFY(std::all_of(runs.begin(), runs.begin() + pieces, [](int n) { return n == 1; }));
        }
    }

    // Sums over places that pieces wrote, made in order: the same bits on any number of threads,
    // though 0.1 + 0.2 + … rounds differently in another order.
    void sumsInOrderAreTheSameBits() {
        const auto sum = [](int threads) {
            Workers workers;
            workers.use(threads);
            std::vector<double> terms(1000);
            workers.each(1000, [&](int i) {
                terms[static_cast<std::size_t>(i)] = std::sin(0.1 * i) * std::exp(0.01 * i);
            });
            return std::accumulate(terms.begin(), terms.end(), 0.0);
        };
        const double one = sum(1);
        QCOMPARE(sum(2), one);
        QCOMPARE(sum(3), one);
        QCOMPARE(sum(8), one);
    }

    // 10 items for three threads: [0, 3), [3, 6), [6, 10); of so little work that it is not worth
    // waking anybody, all at once.
    void rangesCoverAllItems() {
        Workers workers;
        workers.use(3);
        std::vector<int> ends(3, 0);
        workers.forRange(10, 100000, [&](int first, int end) {
            ends[static_cast<std::size_t>(first / 3)] = end;
        });
        QCOMPARE(ends, (std::vector<int>{3, 6, 10}));
        int calls = 0;
        workers.forRange(10, 1, [&](int first, int end) {
            QVERIFY(first == 0 && end == 10);
            ++calls;
        });
        QCOMPARE(calls, 1);
    }

    // Pieces that wait for each other: as many as there are threads run at once, so none waits for
    // ever. Asleep before, they are woken.
    void threadsWorkAtOnceAfterSleeping() {
        Workers workers;
        workers.use(3);
        for (int round = 0; round < 3; ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));  // long enough to sleep
            std::atomic<int> here{0};
            workers.each(3, [&](int) {
                ++here;
                while (here.load() < 3) {
                    std::this_thread::yield();
                }
            });
            QCOMPARE(here.load(), 3);
        }
    }

    // One thread: the caller's, in the order of the pieces.
    void aloneItIsALoop() {
        Workers workers;
        std::vector<int> order;
        const auto caller = std::this_thread::get_id();
        workers.each(4, [&](int i) {
            QCOMPARE(std::this_thread::get_id(), caller);
            order.push_back(i);
        });
        QCOMPARE(order, (std::vector<int>{0, 1, 2, 3}));
    }

    void theNumberCanChange() {
        Workers workers;
        for (const int threads : {4, 1, 2, 0}) {
            workers.use(threads);
            QCOMPARE(workers.threads(), std::max(1, threads));
            std::atomic<int> done{0};
            workers.each(100, [&](int) { ++done; });
            QCOMPARE(done.load(), 100);
        }
    }
};

HEADROOM_TEST(TestWorkers)
}  // namespace tst_workers

#include "tst_workers.moc"
