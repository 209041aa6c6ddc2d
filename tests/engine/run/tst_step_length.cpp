// SPDX-License-Identifier: Apache-2.0
#include "engine/live/step_check.h"
#include "engine/run/state/state.h"
#include "engine/run/step_length.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace tst_step_length {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Plant plantOf15S() {
    Plant plant;
    plant.stepS = 15.0;
    return plant;
}

std::unique_ptr<Simulator> started(const std::string& name, Steps steps) {
    RunOptions options;
    options.steps = steps;
    return simulator(scenario(name), options);
}

double off(double a, double b) {
    return b == 0.0 ? std::abs(a) : std::abs(a / b - 1.0);
}

}  // namespace

class TestStepLength : public QObject {
    Q_OBJECT

  private slots:

    void evenStepsAreOfTheProject() {
        const StepLength even(plantOf15S(), false);
        QCOMPARE(even.endS(0.0, 7200.0, kNever), 15.0);
        QCOMPARE(even.endS(885.0, 7200.0, 890.0), 900.0);
    }

    // By the coolant: 100 s are six steps of 15 s. At most to the hour; 7,200 s from 3,570 s are to 3,600 s, from
    // there to 7,200 s. Not beyond what is asked for, but one step at least: what begins at 30 s with 40 s as its end
    // ends at 45 s, and with 20 s as well.
    void growsInWholeStepsToTheHour() {
        const StepLength length(plantOf15S(), true);
        QCOMPARE(length.endS(0.0, 1.0, kNever), 15.0);
        QCOMPARE(length.endS(0.0, 100.0, kNever), 90.0);
        QCOMPARE(length.endS(3570.0, 7200.0, kNever), 3600.0);
        QCOMPARE(length.endS(3600.0, 7200.0, kNever), 7200.0);
        QCOMPARE(length.endS(0.0, 7200.0, 100.0), 90.0);
        QCOMPARE(length.endS(30.0, 7200.0, 40.0), 45.0);
        QCOMPARE(length.endS(30.0, 7200.0, 20.0), 45.0);
        // What happens at 31 s ends a step that began before with 45 s, as what happens at 45 s does; what
        // happens in the instant in which a step begins, with its first 15 s.
        QCOMPARE(length.cutS(0.0, 31.0), 45.0);
        QCOMPARE(length.cutS(0.0, 45.0), 45.0);
        QCOMPARE(length.cutS(45.0, 45.0), 60.0);
        // A change of load at 1,000 s is seen at 1,800 s, one at 1,800 s then.
        QCOMPARE(length.shownS(0.0, 1000.0), 1800.0);
        QCOMPARE(length.shownS(0.0, 1800.0), 1800.0);
    }

    // A run that begins at 13:40 has its hours 20 min in, its quarters 5 min in. Peak hours from 14:30 to 16:00 end
    // steps at 14:30, 50 min in, and at 16:00, 140 min in, and the next day as well.
    void hoursAreThoseOfTheDay() {
        Plant plant = plantOf15S();
        plant.startYearS = 200.0 * 86400.0 + 13.0 * 3600.0 + 2400.0;
        plant.peakFromS = 14.5 * 3600.0;
        plant.peakToS = 16.0 * 3600.0;
        const StepLength length(plant, true);
        QCOMPARE(length.endS(0.0, 7200.0, kNever), 1200.0);
        QCOMPARE(length.endS(1200.0, 7200.0, kNever), 3000.0);
        QCOMPARE(length.endS(3000.0, 7200.0, kNever), 4800.0);
        QCOMPARE(length.endS(4800.0, 7200.0, kNever), 8400.0);
        QCOMPARE(length.endS(86400.0 + 1200.0, 7200.0, kNever), 86400.0 + 3000.0);
        QCOMPARE(length.shownS(0.0, 10.0), 300.0);
        QCOMPARE(length.shownS(0.0, 301.0), 1200.0);
    }

    void figuresAreThoseOfEvenSteps_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tour-small-hall", "chiller-trip", "feed-loss-2n",
                                 "train-and-serve", "immersion-hall", "warm-water-vs-chilled"}) {
            QTest::newRow(name) << name;
        }
    }

    // Jobs, failures and drills are the same events at the same times; energy, PUE, water and cost differ
    // by less than 0.1 %, with fewer steps, and the estimate of these hours says so too.
    void figuresAreThoseOfEvenSteps() {
        QFETCH(QString, name);
        constexpr double kUntilS = 4.0 * 3600.0;
        const auto even = started(name.toStdString(), Steps::Even);
        const auto growing = started(name.toStdString(), Steps::Growing);
        StepCheck check(*growing, kUntilS, 4);
        while (even->timeS() < kUntilS) {
            even->step(kUntilS);
        }
        while (growing->timeS() < kUntilS) {
            check.before(*growing);
            growing->step(kUntilS);
            check.after(*growing);
        }
        QCOMPARE(growing->timeS(), kUntilS);
        const Totals& a = growing->state().totals;
        const Totals& b = even->state().totals;
        QVERIFY2(off(a.facilityJ / a.itJ, b.facilityJ / b.itJ) < 1e-3,
                 qPrintable(QString::number(off(a.facilityJ / a.itJ, b.facilityJ / b.itJ))));
        QVERIFY2(off(a.facilityJ, b.facilityJ) < 1e-3,
                 qPrintable(QString::number(off(a.facilityJ, b.facilityJ))));
        QVERIFY2(off(a.waterM3, b.waterM3) < 1e-3,
                 qPrintable(QString::number(off(a.waterM3, b.waterM3))));
        QVERIFY2(off(a.energyUsd + a.waterUsd, b.energyUsd + b.waterUsd) < 1e-3,
                 qPrintable(QString::number(off(a.energyUsd, b.energyUsd))));
        QCOMPARE(a.completed, b.completed);
        const StepError error = check.error();
        QVERIFY(error.hours >= 1);
        QVERIFY(error.steps < error.evenSteps);
        QVERIFY(std::abs(error[Judged::FacilityEnergy].share) < 1e-3);
    }

    // What a step's length follows from is in the State: a run that continues from a snapshot takes the
    // same steps to the same bytes.
    void goesOnFromASnapshot() {
        const auto first = started("chiller-trip", Steps::Growing);
        while (first->timeS() < 3600.0) {
            first->step();
        }
        const auto second = started("chiller-trip", Steps::Growing);
        QVERIFY(second->loadState(first->saveState()).has_value());
        for (int i = 0; i < 40; ++i) {
            first->step();
            second->step();
            QCOMPARE(second->timeS(), first->timeS());
            QCOMPARE(second->stateHash(), first->stateHash());
        }
    }
};

HEADROOM_TEST(TestStepLength)
}  // namespace tst_step_length

#include "tst_step_length.moc"
