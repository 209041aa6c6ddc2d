// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/curve_faults.h"
#include "models/cooling/equipment_mass.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_curve_faults {

using namespace headroom::models;

namespace {

template <class Spec>
int faultyParts() {
    int faulty = 0;
    for (const QJsonValue& part : headroom::tests::catalogueParts(Spec::type())) {
        const QByteArray id = part["id"].toString().toUtf8();
        if (const auto fault = curveFault(headroom::tests::cataloguePart<Spec>(id.constData()))) {
            qWarning("%s: %s %s", id.constData(), std::string(fault->key).c_str(),
                     fault->what.c_str());
            ++faulty;
        }
    }
    return faulty;
}

ChillerSpec chiller() {
    ChillerSpec spec = headroom::tests::cataloguePart<ChillerSpec>("york-yt-1023");
    return spec;
}

}  // namespace

class TestCurveFaults : public QObject {
    Q_OBJECT

  private slots:

    void catalogue() {
        QCOMPARE(faultyParts<ChillerSpec>(), 0);
        QCOMPARE(faultyParts<CoolingTowerSpec>(), 0);
        QCOMPARE(faultyParts<PumpSpec>(), 0);
        QCOMPARE(faultyParts<CduSpec>(), 0);
    }

    void chillerByLoad_data() {
        QTest::addColumn<QList<double>>("curve");
        QTest::addColumn<bool>("faulty");
        // At 10 %: 0.1 + 0.0 + 0.009.
        QTest::newRow("rises") << QList<double>{0.1, 0.0, 0.9} << false;
        // At 10 %: -0.6 + 0.12 + 0.004 = -0.476, though 1 at full load.
        QTest::newRow("negative") << QList<double>{-0.6, 1.2, 0.4} << true;
        // 0.8 - 2 x + 2.2 x^2 is 0.35 at 45 %, 0.62 at 10 %.
        QTest::newRow("falls") << QList<double>{0.8, -2.0, 2.2} << true;
        // -1.5 + 5.5 x - 3 x^2 is 1.02 at 92 % and 1 at full load, but -0.98 at 10 %.
        QTest::newRow("negative below") << QList<double>{-1.5, 5.5, -3.0} << true;
        QTest::newRow("half at full load") << QList<double>{0.1, 0.2, 0.2} << true;
        // 0.04 at 10 %: two and a half times the COP of full load, beyond Carnot's 12.1 for 5.81.
        QTest::newRow("beats Carnot") << QList<double>{-0.0567, 0.9567, 0.1} << true;
        QTest::newRow("no number") << QList<double>{NAN, 0.0, 1.0} << true;
        QTest::newRow("infinite") << QList<double>{INFINITY, 0.0, 1.0} << true;
    }

    void chillerByLoad() {
        QFETCH(QList<double>, curve);
        QFETCH(bool, faulty);
        ChillerSpec spec = chiller();
        spec.minUnloading = 0.1;
        spec.eirByLoad = {curve.begin(), curve.end()};
        const auto fault = curveFault(spec);
        QCOMPARE(fault.has_value(), faulty);
        QVERIFY(!fault || fault->key == "eir_by_load");
        // Where the machine cycles the curve is not used: from half load on this one rises.
        if (curve == QList<double>{0.8, -2.0, 2.2}) {
            spec.minUnloading = 0.5;
            QVERIFY(!curveFault(spec));
        }
    }

    // 1 at the reference of 6.67 and 29.44 C, and below zero at the edge of 35 C: -1 + ... by a slope of 0.3 a kelvin.
    void chillerByTemperature() {
        for (auto curve : {&ChillerSpec::capacityByT, &ChillerSpec::eirByT}) {
            ChillerSpec spec = chiller();
            spec.*curve = {1.0 + 0.3 * 29.44, 0.0, 0.0, -0.3, 0.0, 0.0};
            QVERIFY(curveFault(spec).has_value());
            spec.*curve = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0};
            QVERIFY(!curveFault(spec));
            spec.*curve = {2.0, 0.0, 0.0, 0.0, 0.0, 0.0};
            QVERIFY(curveFault(spec).has_value());
        }
    }

    void towerPumpCdu() {
        auto tower = headroom::tests::cataloguePart<CoolingTowerSpec>("tower-merkel-25");
        tower.fanCurve = Curve({0.0, 50.0, 100.0}, {0.0, 60.0, 30.0});
        QVERIFY(curveFault(tower).has_value());
        auto pump = headroom::tests::cataloguePart<PumpSpec>("pump-loop-60");
        pump.fixedLossShare = 0.8;
        pump.linearLossShare = 0.4;
        QVERIFY(curveFault(pump).has_value());
        CduSpec cdu;
        cdu.uaTable = Curve({1.0, 2.0, 3.0}, {10.0, 30.0, 20.0});
        QVERIFY(curveFault(cdu).has_value());
        cdu.uaTable = Curve({1.0, 2.0, 3.0}, {10.0, 20.0, 25.0});
        QVERIFY(!curveFault(cdu));
    }

    // 336 DGX H100 of 130.5 kg: 43.8 t at 550 J/(kg K) are 24.1 MJ/K. Of a liquid-cooled rack 15 % of its heat goes to
    // the air, and as much of its mass follows it: 18 x 34 kg x 550 x 0.15.
    void massOfServers() {
        const auto rack = headroom::tests::cataloguePart<RackSpec>("air-h100-4");
        const auto server = headroom::tests::cataloguePart<ServerSpec>("dgx-h100");
        QVERIFY(std::abs(84.0 * airSideJPerK(rack, server) - 24.1e6) < 0.1e6);
        const auto nvl = headroom::tests::cataloguePart<RackSpec>("gb200-nvl72");
        const auto tray = headroom::tests::cataloguePart<ServerSpec>("gb200-nvl72-tray");
        QVERIFY(std::abs(airSideJPerK(nvl, tray) - 18.0 * 34.0 * 550.0 * 0.15) < 1.0);
        // 0.55 of 800 kg where no server's mass is stated; 0 where none is.
        RackSpec plain;
        plain.servers = 2;
        QCOMPARE(airSideJPerK(plain, ServerSpec{}), 0.0);
        plain.massKg = 800.0;
        ServerSpec air;
        air.liquidFraction = 0.0;
        QVERIFY(std::abs(airSideJPerK(plain, air) - 0.55 * 800.0 * 550.0) < 1.0);
    }
};

HEADROOM_TEST(TestCurveFaults)
}  // namespace tst_curve_faults

#include "tst_curve_faults.moc"
