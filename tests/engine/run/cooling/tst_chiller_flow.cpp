// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/cooling/coolant_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_chiller_flow {

using namespace headroom::engine;
using namespace headroom::tests;

/// Flow switches of chillers: one that waits for its pumps does not trip, one that loses its flow does.
class TestChillerFlow : public QObject {
    Q_OBJECT

  private slots:

    void nothingBrokenNothingTrips_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("stepS");
        for (const char* name :
             {"cascading-cooling", "chiller-trip", "feed-loss-2n", "tour-small-hall",
              "warm-water-vs-chilled", "distributed-redundant"}) {
            QTest::newRow(name) << name << 15.0;
        }
        QTest::newRow("cascading-cooling, 5 s") << "cascading-cooling" << 5.0;
    }

    // Jobs start, load rises and falls, pumps and chillers are staged; no drill and no failure. Each machine has the water
    // that it asks for or waits for it: nothing may trip. Two machines of cascading-cooling once ran by their least run
    // while the water of one flowed, and the rise of load at 332 s opened a flow switch.
    void nothingBrokenNothingTrips() {
        QFETCH(QString, name);
        QFETCH(double, stepS);
        Project p = scenario(name.toStdString());
        removeAll(p, "drill");
        set(p, "failures", "enabled", false);
        CoolantRun r(p, stepS);
        r.until(2.0 * 3600.0);
        const Event* trip = r.find(EventKind::Trip);
        QVERIFY2(
            trip == nullptr,
            trip == nullptr ? "" : (std::to_string(trip->timeS) + " s: " + trip->text).c_str());
        QVERIFY(r.balanced());
    }

    // A run begins with flows and controllers that have settled for half an hour and more, while its clock is stopped. What
    // the log says lies in the past of the clock: the chiller of a loop whose bypass was still shut once tripped 32 s after the start.
    void settlingTripsNothing() {
        for (const char* name :
             {"warm-water-vs-chilled", "cascading-cooling", "tour-small-hall", "immersion-hall"}) {
            CoolantRun r(scenario(name));
            r.until(15.0);
            for (const Event& e : r.events) {
                QVERIFY2(e.timeS <= r.s->timeS(), e.text.c_str());
            }
        }
    }

    // The same where load falls faster than any job ends, and comes back: racks trip, stand cold, and start again. At 605.8 min
    // of this scenario idle racks that had cooled down closed their valves within three minutes, and the bypass took five
    // to open: the flow fell from 24.7 to 12.7 L/s, under the 13.7 L/s of the flow switch, and the only chiller tripped.
    void coldRacksTripNothing() {
        CoolantRun r(scenario("chiller-trip"));
        r.until(12.0 * 3600.0);
        const Event* trip = r.find(EventKind::Trip, 125.0 * 60.0, "flow switches open");
        QVERIFY2(
            trip == nullptr,
            trip == nullptr ? "" : (std::to_string(trip->timeS) + " s: " + trip->text).c_str());
        QVERIFY(r.balanced());
    }

    // Three chillers carry the hall when all pumps of their loop fail: the pumps coast down within seconds, and the
    // machines lose the flow that they had. They trip at once, not after the 5 min of one that waits.
    void lostFlowTrips() {
        Project p = chilledHall();
        addDrill(p, "pumps", "fail", "chilled", 60.0, "pumps", 0, 30.0);
        CoolantRun r(p);
        r.until(4500.0);
        const double trip = r.when(EventKind::Trip, 3600.0, "flow switches open");
        QVERIFY2(trip > 3600.0 && trip < 3600.0 + 240.0, qPrintable(QString::number(trip)));
        QVERIFY(r.balanced());
    }
};

HEADROOM_TEST(TestChillerFlow)
}  // namespace tst_chiller_flow

#include "tst_chiller_flow.moc"
