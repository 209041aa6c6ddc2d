// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/open_faults.h"
#include "tests/engine/run/faults/plant_at_rest.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_open_faults {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

Strike strikeOn(ServerIndex server, HazardIndex hazard = HazardIndex(-1)) {
    Strike strike;
    strike.hazard = hazard;
    strike.unit = server;
    strike.server = server;
    return strike;
}

}  // namespace

class TestOpenFaults : public QObject {
    Q_OBJECT

  private slots:

    // Numbers follow the order of faults, and are never given again.
    void foundByNumberAndByUnit() {
        PlantAtRest hall;
        OpenFaults faults(hall.plant, hall.state);
        faults.add(strikeOn(ServerIndex(4), HazardIndex(2)), FaultSite::Server, 10.0, 7);
        faults.add(strikeOn(ServerIndex(5), HazardIndex(2)), FaultSite::Power, 20.0, 8);
        QVERIFY(faults.find(0) != nullptr);
        QCOMPARE(faults.find(0)->cause, std::int64_t{7});
        QCOMPARE(faults.find(HazardIndex(2), 5)->number, 1);
        QVERIFY(faults.find(HazardIndex(3), 5) == nullptr);
        QVERIFY(!faults.isOfPlant(0));
        QVERIFY(faults.isOfPlant(1));
        faults.close(0, 30.0);
        QVERIFY(faults.find(0) == nullptr);
        QVERIFY(faults.edit(0) == nullptr);
        QCOMPARE(faults.edit(1)->unit, 5);
        QCOMPARE(faults.add(strikeOn(ServerIndex(4)), FaultSite::Server, 40.0, 9).number, 2);
    }

    // A server of 8 accelerators fails at 100 s, is noticed 60 s later, leaves service at 200 s and is back at 400 s: 60 s to
    // notice, 300 s to the end, 8 x 200 accelerator seconds out. A second one leaves at 700 s and is out still at 1,000 s: 8 x
    // 300 more, of 1,024 x 1,000 in all.
    void figuresAreMeansAndSums() {
        PlantAtRest hall;
        OpenFaults faults(hall.plant, hall.state);
        faults.add(strikeOn(ServerIndex(4)), FaultSite::Server, 100.0, -1).outS = 200.0;
        faults.noticed(*faults.find(0), 60.0);
        const Fault over = faults.close(0, 400.0);
        QCOMPARE(over.server, ServerIndex(4));
        faults.add(strikeOn(ServerIndex(5)), FaultSite::Server, 600.0, -1).outS = 700.0;
        hall.state.timeS = 1000.0;
        const FaultFigures figures = faults.figures();
        const FaultGroup& stopped = figures.kinds.at("fail_stop");
        QCOMPARE(stopped.struck, std::int64_t{2});
        QCOMPARE(stopped.noticed, std::int64_t{1});
        QCOMPARE(stopped.ended, std::int64_t{1});
        QCOMPARE(stopped.meanToNoticeS, 60.0);
        QCOMPARE(stopped.meanToEndS, 300.0);
        QCOMPARE(figures.open, std::int64_t{1});
        QCOMPARE(figures.outAcceleratorS, 1600.0 + 2400.0);
        QCOMPARE(figures.availability, 1.0 - 4000.0 / 1024000.0);
    }

    // An announced failure has not struck: its end is not one of a failure.
    void announcedFailuresDoNotEnd() {
        PlantAtRest hall;
        OpenFaults faults(hall.plant, hall.state);
        faults.add(strikeOn(ServerIndex(4)), FaultSite::Server, 100.0, -1).flags = kFaultAnnounced;
        faults.close(0, 400.0);
        QCOMPARE(faults.figures().kinds.at("fail_stop").ended, std::int64_t{0});
    }
};

HEADROOM_TEST(TestOpenFaults)
}  // namespace tst_open_faults

#include "tst_open_faults.moc"
