// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/rear_door_heat.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_rear_door {

using namespace headroom::models;

namespace {

constexpr AirProperties kAir{1200.0, 1.0};  // at sea level and about 22 C

constexpr double kWaterJPerM3K = kWaterDensity * kWaterCp;

RearDoorSpec door() {
    RearDoorSpec spec;
    spec.ratedHeatW = 30e3;
    spec.effectiveness = 0.75;
    spec.airflowM3PerS = 2.0;
    spec.waterFlowM3PerS = 1e-3;
    return spec;
}

}  // namespace

class TestRearDoor : public QObject {
    Q_OBJECT

  private slots:

    // At design flows the air falls by 0.75 of the inlet difference: G = 0.75 C_air = 0.75 * 2,400.
    void designPoint() {
        const double g = rearDoorConductanceWPerK(door(), kAir, 2.0, 1e-3, kWaterJPerM3K);
        QVERIFY(std::abs(g - 1800.0) < 1e-6);
    }

    // 24 kW warm 2.0 m3/s (2,400 W/K) from 24 to 34 C. The door with water of 18 C takes 1,800 W/K x (34 - 18) K = 28.8 kW.
    // Water warmer than the air takes nothing, and so does a door without water.
    void heatFromTheAir() {
        const DoorAir through{24.0, 2.0, 24e3};
        QVERIFY(std::abs(rearDoorHeatW(door(), kAir, through, 18.0, 1e-3) - 28.8e3) < 1e-3);
        QCOMPARE(rearDoorHeatW(door(), kAir, through, 40.0, 1e-3), 0.0);
        QCOMPARE(rearDoorHeatW(door(), kAir, through, 18.0, 0.0), 0.0);
    }

    // Where much water meets little air the air's heat capacity limits: at 0.8 of the density a door
    // moves 0.8 of the heat at an effectiveness near 1.
    void thinAir() {
        const AirProperties thin{0.8 * kAir.jPerM3K, 0.8};
        RearDoorSpec d = door();
        d.effectiveness = 0.97;
        const double g = rearDoorConductanceWPerK(d, kAir, 2.0, 1e-2, kWaterJPerM3K);
        const double there = rearDoorConductanceWPerK(d, thin, 2.0, 1e-2, kWaterJPerM3K);
        QVERIFY2(std::abs(there / g - 0.8) < 0.02, qPrintable(QString::number(there / g)));
    }

    // Where water is the smaller stream (0.4 L/s: 1,671 W/K), an effectiveness for the air of 0.5
    // is 0.718 of the water's: G = 0.5 * 2,400 still.
    void waterLimited() {
        RearDoorSpec d = door();
        d.effectiveness = 0.5;
        d.waterFlowM3PerS = 4e-4;
        QVERIFY(std::abs(rearDoorConductanceWPerK(d, kAir, 2.0, 4e-4, kWaterJPerM3K) - 1200.0) <
                1e-6);
    }

    // Heat never exceeds what either stream can carry, for any flows; both outlets lie between the
    // two inlets.
    void streams() {
        for (double air = 0.1; air < 5.0; air *= 1.5) {
            for (double water = 1e-5; water < 5e-3; water *= 2.0) {
                const double heat =
                    20.0 * rearDoorConductanceWPerK(door(), kAir, air, water, kWaterJPerM3K);
                QVERIFY(heat > 0.0);
                QVERIFY(38.0 - heat / (air * kAir.jPerM3K) >= 18.0 - 1e-9);
                QVERIFY(18.0 + heat / (water * kWaterJPerM3K) <= 38.0 + 1e-9);
            }
        }
        QCOMPARE(rearDoorConductanceWPerK(door(), kAir, 0.0, 1e-3, kWaterJPerM3K), 0.0);
        QCOMPARE(rearDoorConductanceWPerK(door(), kAir, 2.0, 0.0, kWaterJPerM3K), 0.0);
    }
};

HEADROOM_TEST(TestRearDoor)
}  // namespace tst_rear_door

#include "tst_rear_door.moc"
