// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/immersion_tank.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_immersion_tank {

using namespace headroom::models;

namespace {

constexpr double kWaterJPerM3K = kWaterDensity * kWaterCp;

BathLiquid oil() {
    return {820.0, 2200.0, kNotStated, kNotStated};
}

BathLiquid ketone() {
    return {1610.0, 1103.0, 49.0, 88e3};
}

ImmersionTankSpec bath() {
    ImmersionTankSpec s;
    s.kind = TankKind::SinglePhase;
    s.volumeM3 = 1.4;
    s.metalJPerK = 220e3;
    s.waterFlowM3PerS = 1.6e-3;
    s.exchangerUaWPerK = 6800.0;
    s.junctionKPerW = 0.02;
    s.surfaceM2 = 0.222;
    s.naturalWPerM2K = 50.0;
    s.pumpedWPerM2K = 150.0;
    return s;
}

ImmersionTankSpec boiler() {
    ImmersionTankSpec s;
    s.kind = TankKind::TwoPhase;
    s.volumeM3 = 0.6;
    s.metalJPerK = 220e3;
    s.waterFlowM3PerS = 2.5e-3;
    s.exchangerUaWPerK = 13e3;
    s.junctionKPerW = 0.02;
    s.surfaceM2 = 0.01;
    s.naturalWPerM2K = 150.0;
    s.boilingWPerM2K = 1e4;
    s.filmWPerM2K = 200.0;
    s.criticalFluxWPerM2 = 3e5;
    s.vapourKg = 6.0;
    s.vapourLossKgPerS = 0.0;
    s.lowLevel = 0.8;
    return s;
}

// Energy from 0 C: liquid, metal and vapour.
double energyJ(const ImmersionTankSpec& s, const BathLiquid& l, const TankState& t) {
    return ((t.liquidKg + t.vapourKg) * l.cpJPerKgK + s.metalJPerK) * t.bathC +
           t.vapourKg * l.latentJPerKg;
}

// One coupled step: water enters at waterC.
TankStep step(const ImmersionTankSpec& s, const BathLiquid& l, TankState& t, double heatW,
              double flowM3PerS, double waterC, double dt) {
    const TankLaw law = tankLaw(s, l, t, heatW, flowM3PerS, kWaterJPerM3K, waterC, 1.0, dt);
    const double waterW = flowM3PerS * kWaterJPerM3K * law.effectiveness * (law.sinkC - waterC);
    return stepTank(s, l, t, heatW, waterW, dt);
}

}  // namespace

class TestImmersionTank : public QObject {
    Q_OBJECT

  private slots:

    // 1 / (150 * 0.222) = 0.03003; without pumps 1 / (50 * 0.222) = 0.09009.
    void singlePhaseChip() {
        QVERIFY(std::abs(chipToBathKPerW(bath(), 700.0, 1.0, false) - 0.05003) < 1e-5);
        QVERIFY(std::abs(chipToBathKPerW(bath(), 700.0, 0.0, false) - 0.11009) < 1e-5);
        QVERIFY(chipToBathKPerW(bath(), 700.0, 0.5, false) < 0.11);
    }

    // Boiling: 0.02 + 1 / (1e4 * 0.01) = 0.03. 100 cm2 at 30 W/cm2 carry 3 kW; beyond that a film:
    // 0.02
    // + 1 / (200 * 0.01) = 0.52. Below the boiling point natural convection.
    void boilingChip() {
        const ImmersionTankSpec s = boiler();
        QVERIFY(std::abs(chipToBathKPerW(s, 1000.0, 0.0, true) - 0.03) < 1e-12);
        QVERIFY(std::abs(criticalFluxShare(s, 1500.0) - 0.5) < 1e-12);
        QVERIFY(std::abs(chipToBathKPerW(s, 3001.0, 0.0, true) - 0.52) < 1e-12);
        QVERIFY(std::abs(chipToBathKPerW(s, 1000.0, 0.0, false) - (0.02 + 1.0 / 1.5)) < 1e-12);
    }

    // The bath as its water sees it: an isothermal side, eps = 1 - exp(-UA / C) = 1 - exp(-6800 /
    // 6684.2) = 0.6385. Without flow, nothing.
    void singlePhaseLaw() {
        const TankState t = tankAt(bath(), oil(), 45.0);
        const TankLaw law = tankLaw(bath(), oil(), t, 64e3, 1.6e-3, kWaterJPerM3K, 30.0, 1.0, 15.0);
        QVERIFY(std::abs(law.effectiveness + std::expm1(-6800.0 / (1.6e-3 * kWaterJPerM3K))) <
                1e-12);
        QCOMPARE(law.sinkC, 45.0);
        QVERIFY(!law.fixedSink);
        QVERIFY(std::abs(law.capacityJPerK - (1.4 * 820.0 * 2200.0 + 220e3)) < 1e-6);
        QCOMPARE(tankLaw(bath(), oil(), t, 64e3, 0.0, kWaterJPerM3K, 30.0, 1.0, 15.0).effectiveness,
                 0.0);
        QVERIFY(
            tankLaw(bath(), oil(), t, 64e3, 1.6e-3, kWaterJPerM3K, 30.0, 0.0, 15.0).effectiveness <
            law.effectiveness);
    }

    // Loss of the exchanger: 64 kW on 2.746 MJ/K warms the bath by 1.398 K in a minute.
    void singlePhaseStep() {
        TankState t = tankAt(bath(), oil(), 45.0);
        const TankStep s = stepTank(bath(), oil(), t, 64e3, 0.0, 60.0);
        QVERIFY(std::abs(t.bathC - 45.0 - 64e3 * 60.0 / (1.4 * 820.0 * 2200.0 + 220e3)) < 1e-9);
        QCOMPARE(s.storedJ, 64e3 * 60.0);
        QCOMPARE(s.lostKg, 0.0);
    }

    // Warm-up to the boiling point, boiling, a condenser that balances it, loss of water, a level
    // that falls, and a cold restart: at 1 s and 1 h steps, energy and mass close to the last
    // digits.
    void energyAndMassAreExact_data() {
        QTest::addColumn<double>("dt");
        QTest::newRow("1 s") << 1.0;
        QTest::newRow("15 s") << 15.0;
        QTest::newRow("1 h") << 3600.0;
    }

    void energyAndMassAreExact() {
        QFETCH(double, dt);
        ImmersionTankSpec s = boiler();
        s.vapourLossKgPerS = 1e-5;
        const BathLiquid l = ketone();
        TankState t = tankAt(s, l, 25.0);
        const double massBefore = t.liquidKg;
        double energyBefore = energyJ(s, l, t);
        double lostKg = 0.0;
        const int steps = dt < 100.0 ? 6000 : 30;
        for (int i = 0; i < steps; ++i) {
            const double third = 3.0 * i / steps;
            const double heat = third < 2.0 ? 100e3 : 0.0;
            const double flow = third < 1.0 || third >= 2.0 ? 2.5e-3 : 0.0;
            const TankStep r = step(s, l, t, heat, flow, 32.0, dt);
            lostKg += r.lostKg;
            const double now = energyJ(s, l, t);
            QVERIFY(std::abs(heat * dt - r.waterJ - r.storedJ - r.lostJ) < 1e-6 * 100e3 * dt);
            QVERIFY2(std::abs(now - energyBefore - r.storedJ) < 1e-9 * std::abs(now) + 1e-3,
                     qPrintable(QString::number(now - energyBefore - r.storedJ)));
            QVERIFY(t.liquidKg >= 0.0 && t.vapourKg >= 0.0 && t.vapourKg <= s.vapourKg + 1e-9);
            energyBefore = now;
        }
        QVERIFY(std::abs(t.liquidKg + t.vapourKg + lostKg - massBefore) < 1e-9 * massBefore);
        QVERIFY(lostKg > 0.0);
    }

    // Steady boiling of 100 kW: C = 10.44 kW/K, eps_full = 1 - exp(-13 / 10.44) = 0.712; over 17 K
    // it could take 126.4 kW: vapour covers 100 / 126.4 = 0.791 of the condenser. The bath stays at
    // its boiling point.
    void condenserBalances() {
        const ImmersionTankSpec s = boiler();
        TankState t = tankAt(s, ketone(), 49.0);
        TankStep last;
        for (int i = 0; i < 2000; ++i) {
            last = step(s, ketone(), t, 100e3, 2.5e-3, 32.0, 1.0);
        }
        QCOMPARE(t.bathC, 49.0);
        QVERIFY(std::abs(last.waterJ - 100e3) < 1.0);
        const double c = 2.5e-3 * kWaterJPerM3K;
        const double covered = 100e3 / (-std::expm1(-13e3 / c) * c * 17.0);
        QVERIFY(std::abs(t.vapourKg / s.vapourKg - covered) < 1e-6);
        QCOMPARE(last.lostKg, 0.0);
    }

    // More heat than the condenser takes: what it cannot condense leaves as vapour. Without water
    // all of it: 100 kW / 88 kJ/kg = 1.136 kg/s, so that the 20 % above the low level (193 kg) last
    // 170 s and some seconds more for the vapour that the tank holds.
    void boilsDry() {
        const ImmersionTankSpec s = boiler();
        TankState t = tankAt(s, ketone(), 49.0);
        double lowS = -1.0;
        double dryS = -1.0;
        for (int i = 0; i < 2000 && dryS < 0.0; ++i) {
            const TankStep r = step(s, ketone(), t, 100e3, 0.0, 32.0, 1.0);
            if (lowS < 0.0 && tankLevel(s, ketone(), t) < s.lowLevel) {
                lowS = i + 1;
            }
            if (r.dry) {
                dryS = i + 1;
            }
        }
        QVERIFY2(std::abs(lowS - 170.0) < 2.0, qPrintable(QString::number(lowS)));
        QVERIFY2(std::abs(dryS - 850.0) < 2.0, qPrintable(QString::number(dryS)));
        // From here on only metal and vapour warm.
        const double before = t.bathC;
        stepTank(s, ketone(), t, 100e3, 0.0, 1.0);
        QVERIFY(t.bathC > before + 0.3);
    }

    // A boiling bath with 100 kW, half a kelvin below its boiling point, in a step of 100 s: the heat warms it in
    // toBoilS = (m c_p + metal) 0.5 K / 100 kW, a second or so, and what it boils in the other 99 % of the step goes to
    // the water: as in a hundred steps of 1 s, within 2 %. Nothing is lost of it but to the vapour that was there.
    void boilsWithinALongStep() {
        const ImmersionTankSpec s = boiler();
        const BathLiquid l = ketone();
        const double heatW = 100e3;
        TankState settled = tankAt(s, l, l.boilingC);
        for (int i = 0; i < 600; ++i) {
            step(s, l, settled, heatW, 2.5e-3, 20.0, 1.0);
        }
        TankState once = settled, often = settled;
        once.bathC = often.bathC = l.boilingC - 0.5;
        const TankStep whole = step(s, l, once, heatW, 2.5e-3, 20.0, 100.0);
        double waterJ = 0.0;
        for (int i = 0; i < 100; ++i) {
            waterJ += step(s, l, often, heatW, 2.5e-3, 20.0, 1.0).waterJ;
        }
        QVERIFY2(std::abs(whole.waterJ / waterJ - 1.0) < 0.02,
                 qPrintable(QString::number(whole.waterJ / waterJ)));
        QVERIFY(whole.waterJ > 0.9 * heatW * 100.0);
        QVERIFY(std::abs(heatW * 100.0 - whole.waterJ - whole.storedJ - whole.lostJ) < 1.0);
    }

    // Below the boiling point nothing condenses; warm water does not either.
    void condenserNeedsVapour() {
        const TankState cold = tankAt(boiler(), ketone(), 40.0);
        QCOMPARE(tankLaw(boiler(), ketone(), cold, 100e3, 2.5e-3, kWaterJPerM3K, 20.0, 1.0, 1.0)
                     .effectiveness,
                 0.0);
        TankState hot = tankAt(boiler(), ketone(), 49.0);
        hot.vapourKg = 6.0;
        QCOMPARE(tankLaw(boiler(), ketone(), hot, 100e3, 2.5e-3, kWaterJPerM3K, 55.0, 1.0, 1.0)
                     .effectiveness,
                 0.0);
    }
};

HEADROOM_TEST(TestImmersionTank)
}  // namespace tst_immersion_tank

#include "tst_immersion_tank.moc"
