// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/service_history.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <random>

namespace tst_service_history {

using namespace headroom::engine;

class TestServiceHistory : public QObject {
    Q_OBJECT

  private slots:

    // Without history a job runs as long again as it has run: a rest of 600 s saves 400 s of a wait of 1,000 s.
    void withoutHistoryAsLongAgain() {
        const ServiceHistory none;
        QCOMPARE(none.restS(600.0), 600.0);
        QCOMPARE(none.savingS(600.0, 1000.0), 400.0);
        QCOMPARE(none.savingS(600.0, 300.0), 0.0);
        QCOMPARE(none.savingS(0.0, 300.0), 300.0);
    }

    // 792 runs of 1,000 s, and 8 of the prior. At an age of 400 s: (792 x 600 + 8 x 400) / 800 = 598 s. Of a wait of
    // 900 s (792 x 300 + 8 x 500) / 800 = 302 s are left. Beyond 1,000 s only the prior speaks.
    void runsThatAreAlike() {
        ServiceHistory history;
        for (int i = 0; i < 792; ++i) {
            history.add(1000.0);
        }
        QCOMPARE(history.restS(400.0), 598.0);
        QCOMPARE(history.savingS(400.0, 900.0), 302.0);
        QCOMPARE(history.restS(2000.0), 2000.0);
    }

    // Exponential run times have no memory: the mean rest is their mean of 1,000 s at any age, and
    // E[max(0, T - r)] = T - m (1 - exp(-T / m)): 367.9 s of a wait of 1,000 s. A step of the logarithm is 19 % wide.
    void runsWithoutMemory() {
        ServiceHistory history;
        std::mt19937_64 random(3);
        std::exponential_distribution<double> runS(1e-3);
        for (int i = 0; i < 200000; ++i) {
            history.add(runS(random));
        }
        for (const double ageS : {0.0, 100.0, 500.0, 1000.0, 2000.0}) {
            QVERIFY(std::abs(history.restS(ageS) / 1000.0 - 1.0) < 0.12);
            QVERIFY(std::abs(history.savingS(ageS, 1000.0) / 367.9 - 1.0) < 0.2);
        }
    }

    // Runs longer than all steps share the last one; a run of nothing is in the first.
    void extremes() {
        ServiceHistory history;
        history.add(0.0);
        history.add(1e15);
        QVERIFY(history.runs.size() < 200);
        QCOMPARE(history.restS(1.0), (8.0 * 1.0 + 1e15 - 1.0) / 9.0);
    }
};

HEADROOM_TEST(TestServiceHistory)
}  // namespace tst_service_history

#include "tst_service_history.moc"
