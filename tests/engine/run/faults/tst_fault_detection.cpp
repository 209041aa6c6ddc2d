// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/fault_detection.h"
#include "tests/engine/run/faults/plant_at_rest.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_fault_detection {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using models::Automation;

namespace {

constexpr double kHourS = 3600.0;

/// 10 min by day (8 to 18 h), 30 min by night, 10 min to localise; the run begins on Monday at 0 h.
struct Detecting : PlantAtRest {
    Detecting() {
        plant.startWeekS = 0.0;
        plant.maintenance.shiftFromS = 8.0 * kHourS;
        plant.maintenance.shiftToS = 18.0 * kHourS;
        plant.failures.responseDayS = 600.0;
        plant.failures.responseNightS = 1800.0;
        plant.failures.localiseS = 600.0;
        plant.failures.hangTimeoutS = 1200.0;
        plant.failures.fastDetection = true;
        plant.failures.automation = Automation::Restart;
        plant.failures.coverage = 1.0;
    }

    double actionS(Automation automation, bool isNamed) {
        plant.failures.automation = automation;
        Fault fault;
        fault.automatic = isNamed ? 1 : 0;
        return detection.actionS(fault, 12.0 * kHourS);
    }

    HazardClock clock{plant, state, queue};
    FaultDetection detection{plant, clock};
};

}  // namespace

class TestFaultDetection : public QObject {
    Q_OBJECT

  private slots:

    void peopleRespondSlowerOutsideTheirShift() {
        Detecting d;
        QCOMPARE(d.detection.responseS(12.0 * kHourS), 600.0);
        QCOMPARE(d.detection.responseS(8.0 * kHourS), 600.0);
        QCOMPARE(d.detection.responseS(18.0 * kHourS), 1800.0);
        QCOMPARE(d.detection.responseS(24.0 * kHourS + 12.0 * kHourS), 600.0);
        // A shift over midnight: 22 to 6 h.
        d.plant.maintenance.shiftFromS = 22.0 * kHourS;
        d.plant.maintenance.shiftToS = 6.0 * kHourS;
        QCOMPARE(d.detection.responseS(23.0 * kHourS), 600.0);
        QCOMPARE(d.detection.responseS(5.0 * kHourS), 600.0);
        QCOMPARE(d.detection.responseS(12.0 * kHourS), 1800.0);
    }

    // Without automation a person comes for all, and localises what is not named. With restarts a person comes only for what is
    // not named; with full automation tests localise it.
    void automationReplacesPeople() {
        Detecting d;
        QCOMPARE(d.actionS(Automation::Manual, true), 600.0);
        QCOMPARE(d.actionS(Automation::Manual, false), 600.0 + 600.0);
        QCOMPARE(d.actionS(Automation::Restart, true), 0.0);
        QCOMPARE(d.actionS(Automation::Restart, false), 600.0 + 600.0);
        QCOMPARE(d.actionS(Automation::Full, true), 0.0);
        QCOMPARE(d.actionS(Automation::Full, false), 600.0);
    }

    // Inspection takes the time of the kind of failure; a hang is noticed by its time-out, or later where the kind takes longer.
    void noticedByInspectionOrByTheHang() {
        Detecting d;
        PlantHazard hazard;
        hazard.mode.detectS = 60.0;
        QCOMPARE(d.detection.noticeS(hazard, true), 60.0);
        QCOMPARE(d.detection.noticeS(hazard, false), 1200.0);
        hazard.mode.detectS = 2000.0;
        QCOMPARE(d.detection.noticeS(hazard, false), 2000.0);
    }

    // A coverage of 30 % names 3,000 of 10,000 occurrences; the standard deviation is sqrt(10,000 x 0.3 x 0.7) = 46, and five of
    // them are 230.
    void inspectionSeesItsShare() {
        Detecting d;
        QVERIFY(!d.plant.hazards.empty());
        QVERIFY(d.detection.isSeen(HazardIndex(0), 1));
        d.plant.failures.coverage = 0.3;
        int seen = 0;
        for (int n = 0; n < 10000; ++n) {
            seen += d.detection.isSeen(HazardIndex(0), n) ? 1 : 0;
        }
        QVERIFY2(std::abs(seen - 3000) < 230, qPrintable(QString::number(seen)));
        d.plant.failures.coverage = 1.0;
        d.plant.failures.automation = Automation::Manual;
        QVERIFY(!d.detection.isSeen(HazardIndex(0), 1));
        d.plant.failures.automation = Automation::Restart;
        d.plant.failures.fastDetection = false;
        QVERIFY(!d.detection.isSeen(HazardIndex(0), 1));
    }
};

HEADROOM_TEST(TestFaultDetection)
}  // namespace tst_fault_detection

#include "tst_fault_detection.moc"
