// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cash_plan.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <vector>

namespace tst_cash_plan {

using namespace headroom::models;

struct Paid {
    double years, usd;
    Payment what;
};

std::vector<Paid> payments(const CapitalItem& item, int horizon) {
    std::vector<Paid> all;
    forEachPayment(item, horizon, [&](double years, double usd, Payment what) {
        all.push_back({years, usd, what});
    });
    return all;
}

class TestCashPlan : public QObject {
    Q_OBJECT

  private slots:

    // 1,000 now, life 4, horizon 10, a tenth less each year, 20 % back: bought at 0, 4, 8 for 1000,
    // 656.1, 430.46721; dead ones bring 200 and 131.22; the last is 2 of 4 years old: half its price.
    void refreshAndRest() {
        const auto all = payments({1000.0, 0.0, 4.0, -0.1, 0.2}, 10);
        QCOMPARE(all.size(), std::size_t{6});
        QCOMPARE(all[0].usd, 1000.0);
        QCOMPARE(all[1].years, 4.0);
        QCOMPARE(all[1].usd, -200.0);
        QVERIFY(std::abs(all[2].usd - 656.1) < 1e-9);
        QVERIFY(std::abs(all[3].usd + 131.22) < 1e-9);
        QVERIFY(std::abs(all[4].usd - 430.46721) < 1e-9);
        QCOMPARE(all[5].years, 10.0);
        QVERIFY(all[5].what == Payment::Rest);
        QVERIFY(std::abs(all[5].usd + 0.5 * 430.46721) < 1e-9);
    }

    // An item that dies at the horizon is not bought again and brings what a dead one brings.
    void diesAtTheHorizon() {
        const auto all = payments({100.0, 0.0, 5.0, 0.0, 0.1}, 5);
        QCOMPARE(all.size(), std::size_t{2});
        QVERIFY(all[1].what == Payment::Resale);
        QCOMPARE(all[1].usd, -10.0);
        // A third of a year, 15 times: the 15th dies at the horizon whatever the last bit says.
        QCOMPARE(payments({1.0, 0.0, 1.0 / 3.0, 0.0, 0.0}, 5).size(), std::size_t{30});
    }

    void afterTheHorizonNothingIsBought() {
        QVERIFY(payments({100.0, 5.0, 5.0, 0.0, 0.1}, 5).empty());
        QVERIFY(payments({100.0, 0.0, 0.0, 0.0, 0.1}, 5).empty());
    }

    // 50 now; 110/1.1 = 100 after a year and 50 x 1.1 / 1.21 = 45.4545 after two.
    void presentValues() {
        const RunningItem running{110.0, 0.5, 0};
        QVERIFY(std::abs(presentUsd(running, 2, 0.1) - (100.0 + 165.0 / 1.21)) < 1e-9);
        // Without the first year: from the end of the second on, escalated as if it had run.
        const RunningItem later{110.0, 0.5, 1};
        QCOMPARE(runningUsd(later, 1), 0.0);
        QCOMPARE(runningUsd(later, 2), 165.0);
        // A rest that equals the price, discounted: 100 - 100 x (1 - 1/100) / 1.1.
        QVERIFY(std::abs(presentUsd(CapitalItem{100.0, 0.0, 100.0, 0.0, 0.0}, 1, 0.1) -
                         (100.0 - 99.0 / 1.1)) < 1e-9);
    }
};

HEADROOM_TEST(TestCashPlan)
}  // namespace tst_cash_plan

#include "tst_cash_plan.moc"
