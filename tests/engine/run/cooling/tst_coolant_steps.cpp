// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/cooling/coolant_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_coolant_steps {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Everything that can happen to the plant, one after the other and partly at once.
Project badDay(bool chilled) {
    Project p = chilled ? chilledHall() : steadyHall();
    const std::string loop = chilled ? "chilled" : "warm";
    addDrill(p, "d1", "fail", loop, 30.0, "pumps", 1, 20.0);
    addDrill(p, "d2", "foul", "cdus", 40.0, "exchanger", 0, 60.0, 40.0);
    addDrill(p, "d3", "stick", "cdus", 60.0, "valve", 0, 5.0, 20.0);
    addDrill(p, "d4", "fail", "cdus", 90.0, "cdus", 1, 30.0);
    addDrill(p, "d5", "fail", "hall", 100.0, "air_handlers", 2, 30.0);
    if (chilled) {
        addDrill(p, "d6", "fail", loop, 110.0, "chillers", 0, 4.0);
        addDrill(p, "d7", "fail", loop, 150.0, "towers", 2, 30.0);
        addDrill(p, "d8", "fail", loop, 155.0, "condenser_pumps", 0, 3.0);
    } else {
        addDrill(p, "d6", "fail", loop, 110.0, "dry_coolers", 0, 10.0);
    }
    addDrill(p, "d9", "leak", "racks", 200.0, "all", 0, 30.0, 5.0);
    set(p, "d9", "instance", std::int64_t{1});
    addDrill(p, "d10", "fail", "cdus", 220.0, "pumps", 0, 1.0);
    addDrill(p, "d11", "fail", "grid-a", 240.0, "all", 0, 2.0);
    addDrill(p, "d12", "fail", loop, 260.0, "pumps", 0, 10.0);
    addDrill(p, "d13", "leak", loop, 300.0, "pumps", 0, 30.0, 10.0);
    addDrill(p, "d14", "fail", "cdus", 360.0, "cdus", 0, 30.0);
    return p;
}

}  // namespace

/// What holds whatever happens: energy, bounds, determinism, at any coupling step.
class TestCoolantSteps : public QObject {
    Q_OBJECT

  private slots:

    void balanceInEveryStep_data() {
        QTest::addColumn<bool>("chilled");
        QTest::addColumn<double>("stepS");
        for (const bool chilled : {false, true}) {
            for (const double stepS : {15.0, 300.0, 3600.0}) {
                QTest::addRow("%s, %g s", chilled ? "chilled" : "warm", stepS) << chilled << stepS;
            }
        }
    }

    // Energy to 1e-9 of each step, no temperature out of any range, nothing colder than what
    // cools it. Coupling steps of an hour see the same failures as those of 15 s: sub-steps find
    // them, so that trips happen in both.
    void balanceInEveryStep() {
        QFETCH(bool, chilled);
        QFETCH(double, stepS);
        CoolantRun r(badDay(chilled), stepS);
        r.until(8.0 * 3600.0);
        QVERIFY2(r.s->summary().sums[Sum::WorstImbalance] < 1e-9,
                 qPrintable(QString::number(r.s->summary().sums[Sum::WorstImbalance])));
        QVERIFY(r.sane);
        QVERIFY2(chilled || r.coldestOverWetK > -0.5,
                 qPrintable(QString::number(r.coldestOverWetK)));
        QVERIFY(r.find(EventKind::Throttle) != nullptr);
        QVERIFY(r.find(EventKind::Trip, 12000.0, "Leak detection") != nullptr);
        QVERIFY(r.find(EventKind::Trip, 12000.0, "passed") != nullptr);
    }

    // Steps of a second and of an hour agree about when chips throttle after a loss of CDU pumps: sub-steps resolve it
    // in both. A sub-step lets coolant that stands move by 1 K at most; chips follow the coolant of its beginning, and
    // the event is told at its end: two sub-steps, which are 2 K of the coolant over the rate at which it warms.
    void throttleTimeDoesNotDependOnTheStep() {
        double at[2] = {0.0, 0.0}, kPerS = 0.0;
        for (const int i : {0, 1}) {
            Project p = steadyHall();
            addDrill(p, "lost", "fail", "cdus", 30.0, "pumps");
            CoolantRun r(p, i == 0 ? 1.0 : 3600.0);
            if (i == 0) {
                r.until(1820.0);
                const double beforeC = r.coolant().rackC[0];
                r.until(1830.0);
                kPerS = (r.coolant().rackC[0] - beforeC) / 10.0;
            }
            r.until(3600.0);
            at[i] = r.when(EventKind::Throttle, 1800.0);
        }
        QVERIFY(kPerS > 0.0);
        QVERIFY2(std::abs(at[0] - at[1]) < 2.0 / kPerS,
                 qPrintable(QString("%1 %2, %3 K/s").arg(at[0]).arg(at[1]).arg(kPerS)));
    }

    // A snapshot in the middle of a transient runs on to the same bytes.
    void snapshotInMidTransient_data() {
        QTest::addColumn<double>("atS");
        QTest::newRow("chillers out") << 6660.0;
        QTest::newRow("leak before isolation") << 12000.0 + 15.0;
        QTest::newRow("pumps coast down") << 13215.0;
        QTest::newRow("loop drained") << 18015.0;
    }

    void snapshotInMidTransient() {
        QFETCH(double, atS);
        const Project p = badDay(true);
        CoolantRun a(p), b(p);
        a.until(atS);
        const auto bytes = a.s->saveState();
        QVERIFY(b.s->loadState(bytes));
        a.until(atS + 1800.0);
        b.until(atS + 1800.0);
        QCOMPARE(a.s->stateHash(), b.s->stateHash());
    }
};

HEADROOM_TEST(TestCoolantSteps)
}  // namespace tst_coolant_steps

#include "tst_coolant_steps.moc"
