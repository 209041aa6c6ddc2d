// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/fluid.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_fluid {

using namespace headroom::models;

namespace {

FluidSpec shipped(const char* id) {
    return headroom::tests::cataloguePart<FluidSpec>(id);
}

bool near(double got, double expected, double relative) {
    return std::abs(got - expected) <= relative * expected;
}

double prandtl(const FluidProperties& p) {
    return p.cpJPerKgK * p.viscosityPaS / p.conductivityWPerMK;
}

}  // namespace

class TestFluid : public QObject {
    Q_OBJECT

  private slots:

    // Liquid water at 0.1 MPa: IAPWS-95, viscosity R12-08, conductivity as in steam tables. Rows at
    // points of the table and between them.
    void water_data() {
        QTest::addColumn<double>("temperatureC");
        QTest::addColumn<double>("density");
        QTest::addColumn<double>("cp");
        QTest::addColumn<double>("viscosityMpaS");
        QTest::addColumn<double>("conductivity");
        QTest::newRow("4") << 4.0 << 999.97 << 4207.0 << 1.567 << 0.5687;
        QTest::newRow("20") << 20.0 << 998.21 << 4184.0 << 1.0016 << 0.5984;
        QTest::newRow("35") << 35.0 << 994.03 << 4179.5 << 0.7191 << 0.6233;
        QTest::newRow("40") << 40.0 << 992.22 << 4179.4 << 0.6527 << 0.6306;
        QTest::newRow("60") << 60.0 << 983.20 << 4185.1 << 0.4660 << 0.6543;
        QTest::newRow("65") << 65.0 << 980.55 << 4187.5 << 0.4332 << 0.6590;
        QTest::newRow("80") << 80.0 << 971.79 << 4196.9 << 0.3540 << 0.6700;
    }

    void water() {
        QFETCH(double, temperatureC);
        QFETCH(double, density);
        QFETCH(double, cp);
        QFETCH(double, viscosityMpaS);
        QFETCH(double, conductivity);
        const FluidProperties p = fluidAt(shipped("water"), temperatureC);
        QVERIFY(near(p.densityKgPerM3, density, 5e-5));
        QVERIFY(near(p.cpJPerKgK, cp, 5e-4));
        QVERIFY(near(p.viscosityPaS, 1e-3 * viscosityMpaS, 3e-3));
        QVERIFY(near(p.conductivityWPerMK, conductivity, 1e-3));
    }

    // nu = mu / rho, Pr = cp mu / k: 1.0034e-6 m2/s and 7.00 at 20 °C.
    void derived() {
        const FluidProperties p = fluidAt(shipped("water"), 20.0);
        QVERIFY(near(p.viscosityPaS / p.densityKgPerM3, 1.0034e-6, 1e-3));
        QVERIFY(near(prandtl(p), 7.00, 3e-3));
    }

    // The end values hold outside.
    void outside() {
        const FluidSpec spec = shipped("water");
        QCOMPARE(fluidAt(spec, -30.0).densityKgPerM3, fluidAt(spec, 0.01).densityKgPerM3);
        QCOMPARE(fluidAt(spec, 200.0).viscosityPaS, fluidAt(spec, 100.0).viscosityPaS);
        QCOMPARE(fluidAt(FluidSpec{}, 20.0).densityKgPerM3, 0.0);
    }

    // A cold-plate maker's usual figures for PG25 at 30 °C: 1,020 kg/m3, 3,900 J/kgK, 1.7 mPa s,
    // 0.47 W/mK. More glycol: heavier, thicker, less heat; ethylene carries more than propylene.
    void glycols() {
        const FluidProperties pg25 = fluidAt(shipped("pg25"), 30.0);
        const FluidProperties pg30 = fluidAt(shipped("pg30"), 30.0);
        const FluidProperties eg30 = fluidAt(shipped("eg30"), 30.0);
        const FluidProperties water = fluidAt(shipped("water"), 30.0);
        QVERIFY(near(pg25.densityKgPerM3, 1020.0, 0.01));
        QVERIFY(near(pg25.cpJPerKgK, 3900.0, 0.015));
        QVERIFY(near(pg25.viscosityPaS, 1.7e-3, 0.05));
        QVERIFY(near(pg25.conductivityWPerMK, 0.47, 0.02));
        QVERIFY(water.cpJPerKgK > pg25.cpJPerKgK && pg25.cpJPerKgK > pg30.cpJPerKgK);
        QVERIFY(water.viscosityPaS < pg25.viscosityPaS && pg25.viscosityPaS < pg30.viscosityPaS);
        QVERIFY(eg30.viscosityPaS < pg30.viscosityPaS && eg30.densityKgPerM3 > pg30.densityKgPerM3);
        QVERIFY(shipped("pg30").freezingC < shipped("pg25").freezingC);
    }

    // Every liquid: sound figures that change smoothly, thinner and lighter as it warms; those that
    // boil say with how much heat.
    void allOfThem() {
        int count = 0;
        for (const QJsonValue& part : headroom::tests::catalogueParts(FluidSpec::type())) {
            const std::string id = part.toObject().value("id").toString().toStdString();
            const FluidSpec spec = shipped(id.c_str());
            ++count;
            FluidProperties last = fluidAt(spec, 10.0);
            for (double t = 12.0; t <= 48.0; t += 2.0) {
                const FluidProperties p = fluidAt(spec, t);
                QVERIFY2(p.densityKgPerM3 < last.densityKgPerM3, id.c_str());
                QVERIFY2(p.viscosityPaS < last.viscosityPaS, id.c_str());
                QVERIFY2(p.viscosityPaS > 0.8 * last.viscosityPaS, id.c_str());
                QVERIFY2(prandtl(p) > 3.0 && prandtl(p) < 2000.0, id.c_str());
                last = p;
            }
            if (spec.dielectric && !std::isnan(spec.boilingC)) {
                QVERIFY2(spec.latentJPerKg > 50e3 && spec.latentJPerKg < 200e3, id.c_str());
            }
        }
        QCOMPARE(count, 11);
    }
};

HEADROOM_TEST(TestFluid)
}  // namespace tst_fluid

#include "tst_fluid.moc"
