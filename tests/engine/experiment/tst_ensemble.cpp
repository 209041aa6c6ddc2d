// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/ensemble.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <set>
#include <vector>

namespace tst_ensemble {

using namespace headroom;
using namespace headroom::engine;

class TestEnsemble : public QObject {
    Q_OBJECT

  private slots:

    // Each member runs once on any number of threads; progress counts up to what is due, and no time
    // remains after the last.
    void everyMemberRunsOnce() {
        for (const int threads : {1, 2, 7}) {
            std::vector<int> runs(20, 0);
            std::vector<EnsembleStatus> told;
            Ensemble ensemble(threads, nullptr,
                              [&](const EnsembleStatus& now) { told.push_back(now); });
            ensemble.expect(runs.size());
            ensemble.each(runs.size(), [&](std::size_t i) {
                ++runs[i];
                ensemble.finish();
            });
            QCOMPARE(runs, std::vector<int>(20, 1));
            QCOMPARE(told.size(), std::size_t{20});
            QCOMPARE(told.front().done, std::size_t{1});
            QCOMPARE(told.back().done, std::size_t{20});
            QCOMPARE(told.back().due, std::size_t{20});
            QCOMPARE(told.back().remainingS, 0.0);
            QVERIFY(ensemble.fault().empty());
        }
    }

    // Members 5 and 9 fail. Members begin in their order, so 5 has begun before 9 on any number of
    // threads, and its fault is the one that is kept. On one thread nothing begins after it.
    void theFirstFaultIsKept() {
        for (const int threads : {1, 4}) {
            std::atomic<int> began{0};
            Ensemble ensemble(threads);
            ensemble.each(1000, [&](std::size_t i) {
                ++began;
                if (i == 5 || i == 9) {
                    ensemble.fail(i, {{"TST-001", std::to_string(i), "none", {}, {}, 0}});
                }
            });
            QCOMPARE(ensemble.fault().front().message, std::string("5"));
            QVERIFY(ensemble.stopped());
            QVERIFY(threads > 1 || began == 6);
        }
    }

    // A cancelled ensemble begins nothing further, and the members that it owes are done by another.
    void cancelledAndResumed() {
        std::atomic<bool> cancel{false};
        std::set<std::size_t> done;
        Ensemble first(1, &cancel);
        first.each(10, [&](std::size_t i) {
            done.insert(i);
            cancel = i == 3;
        });
        QCOMPARE(done.size(), std::size_t{4});
        QVERIFY(first.cancelled());
        std::vector<std::size_t> owed;
        for (std::size_t i = 0; i < 10; ++i) {
            if (!done.contains(i)) {
                owed.push_back(i);
            }
        }
        Ensemble second(1);
        second.each(owed, [&](std::size_t i) { QVERIFY(done.insert(i).second); });
        QCOMPARE(done.size(), std::size_t{10});
    }

    void enoughEndsIt() {
        int began = 0;
        Ensemble ensemble(1);
        ensemble.each(10, [&](std::size_t i) {
            ++began;
            if (i == 2) {
                ensemble.enough();
            }
        });
        QCOMPARE(began, 3);
        QVERIFY(!ensemble.cancelled());
    }
};

HEADROOM_TEST(TestEnsemble)
}  // namespace tst_ensemble

#include "tst_ensemble.moc"
