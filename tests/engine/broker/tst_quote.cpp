// SPDX-License-Identifier: Apache-2.0
#include "engine/broker/quote.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_quote {

using namespace headroom;
using namespace headroom::engine;

/// 64 accelerators for an hour of work, 1 TB of data elsewhere.
class TestQuote : public QObject {
    Q_OBJECT

    static BrokerPlace cloud() {
        BrokerPlace p;
        p.accelerators = 256;
        p.startS = 600.0;
        p.bytesPerS = 1.25e9;  // 10 Gbit/s
        p.roundTripS = 0.04;
        p.usdPerS = 3.6 / 3600.0;
        p.minimumS = 60.0;
        p.carbonKgPerJ = 0.36 / 3.6e6;
        p.pue = 1.2;
        p.egressUsdPerByte = 0.05e-9;
        p.rents = true;
        return p;
    }

    static BrokerTask task() {
        BrokerTask t;
        t.accelerators = 64;
        t.runS = 3600.0;
        t.powerW = 1000.0;
        t.bringBytes = 1e12;
        t.returnBytes = 2e11;
        t.checkpointS = 1800.0;
        return t;
    }

  private slots:

    void everyTerm() {
        const Quote q = quoteOf(cloud(), task(), {}, 0.0);
        // 1e12 / 1.25e9 = 800 s and the round trip; nothing to wait for; 600 s to start.
        QCOMPARE(q.bringS, 800.04);
        QCOMPARE(q.startsS, 1400.04);
        QCOMPARE(q.runS, 3600.0);
        QCOMPARE(q.endsS, 5000.04);
        // 64 x 3.6 USD/h x (3600 + 600) s = 268.8 USD; 2e11 x 0.05e-9 = 10 USD back.
        QVERIFY(std::abs(q.rentUsd - 268.8) < 1e-9);
        QVERIFY(std::abs(q.egressUsd - 10.0) < 1e-9);
        QCOMPARE(q.energyUsd, 0.0);
        QVERIFY(std::abs(q.usd - q.rentUsd - q.energyUsd - q.egressUsd) < 1e-12);
        // 64 kW x 1.2 for an hour are 76.8 kWh; at 360 g each 27.648 kg.
        QVERIFY(std::abs(q.carbonKg - 27.648) < 1e-9);
        QCOMPARE(q.fault, QuoteFault::None);
    }

    void dataComesWhileItWaits() {
        BrokerPlace p = cloud();
        p.waitS = 5000.0;
        QCOMPARE(quoteOf(p, task(), {}, 0.0).startsS, 5600.0);
    }

    // One loss an hour for the job, M = 3600 s: an interval of 1,800 s takes M e^(u / M) (e^(t / M) - 1)
    // = 3600 x e^(1/6) x (e^(1/2) - 1) = 2758.98 s on average, two of them 5517.97 s (Daly 2006).
    void lossesTakeThatLong() {
        BrokerPlace p = cloud();
        p.lossesPerS = 1.0 / 3600.0;
        const double expected = 2.0 * 3600.0 * std::exp(1.0 / 6.0) * std::expm1(0.5);
        QVERIFY(std::abs(quoteOf(p, task(), {}, 0.0).runS - expected) < 1e-6);
        // Shorter than its interval: it loses no more than itself.
        BrokerTask brief = task();
        brief.runS = 600.0;
        const double once = 3600.0 * std::exp(1.0 / 6.0) * std::expm1(1.0 / 6.0);
        QVERIFY(std::abs(quoteOf(p, brief, {}, 0.0).runS - once) < 1e-6);
        brief.runS = 0.0;
        QCOMPARE(quoteOf(p, brief, {}, 0.0).runS, 0.0);
        // A gang whose servers go each second keeps nothing, and is said not to hold.
        p.lossesPerS = 1.0;
        const Quote never = quoteOf(p, task(), {}, 0.0);
        QVERIFY(never.runS > 1e12 * 3600.0);
        p.lossesPerS = 10.0;
        QCOMPARE(quoteOf(p, task(), {}, 0.0).fault, QuoteFault::CannotHold);
    }

    void aShortJobPaysTheMinimum() {
        BrokerPlace p = cloud();
        p.startS = 0.0;
        BrokerTask t = task();
        t.runS = 10.0;
        QVERIFY(std::abs(quoteOf(p, t, {}, 0.0).rentUsd - 64 * 60 * 3.6 / 3600.0) < 1e-12);
    }

    void whatSpeaksAgainstIt() {
        models::BrokerSpec broker;
        BrokerTask t = task();
        t.accelerators = 257;
        QCOMPARE(quoteOf(cloud(), t, broker, 0.0).fault, QuoteFault::TooSmall);
        t = task();
        t.runS = std::numeric_limits<double>::infinity();
        QCOMPARE(quoteOf(cloud(), t, broker, 0.0).fault, QuoteFault::CannotRun);
        BrokerPlace p = cloud();
        p.bytesPerS = 0.0;
        QCOMPARE(quoteOf(p, task(), broker, 0.0).fault, QuoteFault::NoLine);
        t = task();
        t.bringBytes = 0.0;  // nothing to bring: no line is needed
        QCOMPARE(quoteOf(p, t, broker, 0.0).fault, QuoteFault::None);
        // 64 x 3.6 = 230.4 USD/h on top of 20: over 250 only just
        broker.spendUsdPerS = 250.0 / 3600.0;
        QCOMPARE(quoteOf(cloud(), task(), broker, 20.0 / 3600.0).fault, QuoteFault::OverSpend);
        QCOMPARE(quoteOf(cloud(), task(), broker, 19.0 / 3600.0).fault, QuoteFault::None);
        broker.spendUsdPerS = models::kNotStated;
        t = task();
        t.budgetUsd = 278.0;
        QCOMPARE(quoteOf(cloud(), t, broker, 0.0).fault, QuoteFault::OverBudget);
        t.budgetUsd = 279.0;
        t.deadlineS = 5000.0;
        QCOMPARE(quoteOf(cloud(), t, broker, 0.0).fault, QuoteFault::Late);
        for (int i = 0; i <= static_cast<int>(QuoteFault::Late); ++i) {
            QVERIFY(*quoteFaultText(static_cast<QuoteFault>(i)) != '\0');
        }
    }

    void objectivesChooseDifferently() {
        // Here: cheap but late. There: dear and soon. A third place: slow, clean.
        std::vector<Quote> quotes(3);
        const auto fill = [](Quote& q, double usd, double kg, double ends) {
            q.usd = usd;
            q.carbonKg = kg;
            q.endsS = q.startsS = ends;
        };
        models::BrokerSpec broker;
        broker.waitUsdPerS = 1.0 / 3600.0;
        broker.carbonUsdPerKg = 0.1;
        const auto choice = [&](models::BrokerObjective objective) {
            broker.objective = objective;
            fill(quotes[0], 100, 50, 36000);
            fill(quotes[1], 300, 40, 3600);
            fill(quotes[2], 200, 1, 18000);
            // as quoteOf scores a job of 10 accelerators
            for (Quote& q : quotes) {
                q.score = objective == models::BrokerObjective::Price    ? q.usd
                          : objective == models::BrokerObjective::Carbon ? q.carbonKg
                          : objective == models::BrokerObjective::Time
                              ? q.endsS
                              : q.usd + broker.carbonUsdPerKg * q.carbonKg +
                                    10 * broker.waitUsdPerS * q.endsS;
            }
            return bestQuote(quotes, broker);
        };
        QCOMPARE(choice(models::BrokerObjective::Price), 0);
        QCOMPARE(choice(models::BrokerObjective::Time), 1);
        QCOMPARE(choice(models::BrokerObjective::Carbon), 2);
        // balanced: 100+5+100 = 205; 300+4+10 = 314; 200+0.1+50 = 250.1
        QCOMPARE(choice(models::BrokerObjective::Balanced), 0);
        broker.waitUsdPerS = 4.0 / 3600.0;  // 505; 344; 400.1
        QCOMPARE(choice(models::BrokerObjective::Balanced), 1);
        // Patience beats the objective.
        broker.patienceS = 36000.0;
        QCOMPARE(choice(models::BrokerObjective::Time), 0);
        // What has a fault is never taken; none left: wait.
        quotes[0].fault = quotes[1].fault = QuoteFault::Late;
        QCOMPARE(bestQuote(quotes, broker), 2);
        quotes[2].fault = QuoteFault::OverBudget;
        QCOMPARE(bestQuote(quotes, broker), -1);
        QCOMPARE(bestQuote({}, broker), -1);
        // Others choose: none of it is taken, but what starts here at once.
        quotes[0].fault = quotes[2].fault = QuoteFault::None;
        broker.patienceS = 0.0;
        broker.objective = models::BrokerObjective::Orders;
        QCOMPARE(bestQuote(quotes, broker), -1);
    }

    void freeWhenEnoughJobsHaveEnded() {
        std::vector<HeldUntil> held{{300.0, 8}, {100.0, 4}, {200.0, 4}};
        QCOMPARE(freeAfterS(20, 4, 4, held), 0.0);
        QCOMPARE(freeAfterS(20, 4, 8, held), 100.0);
        QCOMPARE(freeAfterS(20, 4, 13, held), 300.0);
        QCOMPARE(freeAfterS(20, 4, 20, held), 300.0);
        QVERIFY(std::isinf(freeAfterS(20, 4, 21, held)));
        // A job that should have ended by now counts as ending now.
        std::vector<HeldUntil> over{{-50.0, 16}};
        QCOMPARE(freeAfterS(20, 4, 20, over), 0.0);
    }
};

HEADROOM_TEST(TestQuote)
}  // namespace tst_quote

#include "tst_quote.moc"
