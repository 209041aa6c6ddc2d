// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_epanet {

using namespace headroom::engine;

namespace {

const QByteArray kNetwork =
    "[TITLE]\n"
    "A small system ; with a comment\n"
    "\n"
    "[JUNCTIONS]\n"
    "A 10 100\n"
    "B 20 50 night\n"
    "C 0\n"
    "[RESERVOIRS]\n"
    "lake 5 level\n"
    "[TANKS]\n"
    "top 40 6 1 10 12 0\n"
    "[PIPES]\n"
    "p1 A B 500 150 0.1 2.5 CV\n"
    "p2 B top 100 200 0.05 0 Closed\n"
    "p3 B C 100 200 0.05 Open\n"
    "[PUMPS]\n"
    "pump lake A HEAD curve SPEED 0.8\n"
    "spare lake A POWER 5 PATTERN night\n"
    "[VALVES]\n"
    "v1 B C 100 PRV 30 0\n"
    "v2 A C 100 TCV 8\n"
    "v3 A C 50 FCV 12\n"
    "[EMITTERS]\n"
    "C 2\n"
    "[CURVES]\n"
    "curve 0 60\n"
    "curve 50 50\n"
    "curve 100 20\n"
    "[PATTERNS]\n"
    "1 1 1.5\n"
    "1 0.5\n"
    "night 0 1\n"
    "level 1 1.1\n"
    "[DEMANDS]\n"
    "A 20 night\n"
    "A 30\n"
    "[STATUS]\n"
    "v2 OPEN\n"
    "pump 0.9\n"
    "[CONTROLS]\n"
    "LINK pump CLOSED IF NODE top ABOVE 9\n"
    "LINK v3 6 AT TIME 1:30\n"
    "PUMP pump OPEN AT CLOCKTIME 7 PM\n"
    "[TIMES]\n"
    "Duration 24\n"
    "Hydraulic Timestep 0:30\n"
    "Pattern Timestep 2:00\n"
    "Start ClockTime 12 am\n"
    "[OPTIONS]\n"
    "Units LPS\n"
    "Headloss D-W\n"
    "Specific Gravity 1.0\n"
    "Demand Multiplier 1.2\n"
    "[COORDINATES]\n"
    "A 1 2\n"
    "[END]\n"
    "what follows is not read\n";

}  // namespace

class TestEpanet : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(folder_->isValid());
    }

    void network() {
        const auto model = read(kNetwork);
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const HydraulicNetwork& net = model->network;
        QCOMPARE(model->title, std::string("A small system"));
        QCOMPARE(net.nodes.size(), std::size_t{5});
        QCOMPARE(net.links.size(), std::size_t{8});
        QCOMPARE(net.nodes[1].elevationM, 20.0);
        QVERIFY(net.nodes[3].fixed && net.nodes[4].fixed);
        QCOMPARE(net.nodes[4].headM, 46.0);
        // 1.1e-5 ft2/s.
        QVERIFY(std::abs(net.viscosityM2PerS - 1.0219e-6) < 1e-10);
        const HydraulicLink& p1 = net.links[0];
        QCOMPARE(p1.diameterM, 0.15);
        QCOMPARE(p1.roughness, 1e-4);
        QVERIFY(p1.direction == FlowDirection::Forward && p1.open);
        // 8 K / (pi^2 g d^4) with the program's g.
        QVERIFY(std::abs(p1.resistance - 8.0 * 2.5 / (9.8696044 * 9.81456 * 5.0625e-4)) < 1e-3);
        QVERIFY(!net.links[1].open && net.links[2].open);
        const HydraulicLink& pump = net.links[3];
        QCOMPARE(pump.shutOffM, 60.0);
        // Drops of 10 and 40 at flows of 1 : 2: exponent 2.
        QVERIFY(std::abs(pump.pumpN - 2.0) < 1e-12);
        QVERIFY(std::abs(pump.pumpR - 4000.0) < 1e-6);
        QCOMPARE(pump.speed, 0.9);
        QVERIFY(net.links[4].pumpLaw == PumpLaw::ConstantPower && net.links[4].powerW == 5000.0);
        QVERIFY(net.links[5].kind == HydraulicLinkKind::Prv && net.links[5].setting == 30.0);
        // Fixed open: without its coefficient.
        QCOMPARE(net.links[6].resistance, 0.0);
        QCOMPARE(net.links[7].setting, 0.012);
        QCOMPARE(net.nodes[2].emitter, 0.002);
    }

    void period() {
        const auto model = read(kNetwork);
        QVERIFY(model);
        const ExtendedPeriod& period = model->period;
        QCOMPARE(period.durationS, 86400L);
        QCOMPARE(period.stepS, 1800L);
        QCOMPARE(period.patternStepS, 7200L);
        QCOMPARE(period.startClockS, 0L);
        QCOMPARE(period.demandFactor, 1.2);
        QCOMPARE(period.patterns.size(), std::size_t{3});
        QCOMPARE(period.patterns[0], (std::vector<double>{1.0, 1.5, 0.5}));
        // A's two demands replace its own; B keeps its own; C has none.
        QCOMPARE(period.demands.size(), std::size_t{3});
        QCOMPARE(period.demands[0].baseM3PerS, 0.02);
        QCOMPARE(period.demands[0].pattern, 1);
        QCOMPARE(period.demands[1].pattern, 0);  // the default pattern
        QCOMPARE(period.demands[2].node, 1);
        QCOMPARE(period.heads.size(), std::size_t{1});
        QCOMPARE(period.speeds.size(), std::size_t{1});
        QCOMPARE(period.tanks.size(), std::size_t{1});
        const HydraulicTank& tank = period.tanks[0];
        QCOMPARE(tank.leastM, 41.0);
        QCOMPARE(tank.mostM, 50.0);
        QVERIFY(std::abs(tank.areaM2 - 113.0973) < 1e-3);
        QVERIFY(std::abs(tank.leastM3 - 113.0973) < 1e-3);
        QCOMPARE(period.controls.size(), std::size_t{3});
        QVERIFY(period.controls[0].trigger == ControlTrigger::NodeAbove);
        QCOMPARE(period.controls[0].headM, 49.0);
        QCOMPARE(*period.controls[0].open, false);
        QCOMPARE(period.controls[1].atS, 5400L);
        QCOMPARE(*period.controls[1].setting, 0.006);
        QVERIFY(period.controls[2].trigger == ControlTrigger::ClockTime);
        QCOMPARE(period.controls[2].atS, 68400L);
    }

    // Feet, inches, gpm, psi, horsepower.
    void usUnits() {
        const auto model = read(
            "[JUNCTIONS]\nA 100 10\n[RESERVOIRS]\nR 200\n[PIPES]\np R A 1000 12 100 0 Open\n"
            "[PUMPS]\nq R A POWER 2\n[EMITTERS]\nA 3\n[VALVES]\nv R A 6 PSV 50 0\n"
            "[OPTIONS]\nUnits GPM\nHeadloss H-W\n");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const HydraulicNetwork& net = model->network;
        QVERIFY(net.pipeLaw == PipeLaw::HazenWilliams);
        QVERIFY(std::abs(net.nodes[0].elevationM - 30.48) < 1e-12);
        QVERIFY(std::abs(net.links[0].lengthM - 304.8) < 1e-12);
        QVERIFY(std::abs(net.links[0].diameterM - 0.3048) < 1e-12);
        QCOMPARE(net.links[0].roughness, 100.0);
        QCOMPARE(net.links[1].powerW, 1491.4);
        // 50 psi at 0.4333 psi/ft.
        QVERIFY(std::abs(net.links[2].setting - 50.0 / 0.4333 * 0.3048) < 1e-9);
        // 3 gpm at 1 psi.
        QVERIFY(std::abs(net.nodes[0].emitter * std::sqrt(0.3048 / 0.4333) - 3 * 6.30902e-5) <
                1e-9);
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("no number")
            << QByteArray("p1 A B 500") << QByteArray("p1 A B five") << "INP-001" << 13;
        QTest::newRow("cut line") << QByteArray("p2 B top 100 200 0.05 0 Closed")
                                  << QByteArray("p2 B top") << "INP-001" << 14;
        QTest::newRow("no such node")
            << QByteArray("pump lake A") << QByteArray("pump lake Z") << "INP-002" << 17;
        QTest::newRow("no such curve")
            << QByteArray("HEAD curve") << QByteArray("HEAD cure") << "INP-002" << 17;
        QTest::newRow("no such pattern")
            << QByteArray("A 20 night") << QByteArray("A 20 noon") << "INP-002" << 35;
        QTest::newRow("id twice") << QByteArray("p2 B top") << QByteArray("p1 B top") << "INP-004"
                                  << 14;
        QTest::newRow("unknown unit")
            << QByteArray("Units LPS") << QByteArray("Units BBL") << "INP-001" << 50;
        QTest::newRow("unknown valve")
            << QByteArray("PRV 30") << QByteArray("XRV 30") << "INP-003" << 20;
        QTest::newRow("unknown section")
            << QByteArray("[COORDINATES]") << QByteArray("[SECRETS]") << "INP-003" << 54;
        QTest::newRow("rules") << QByteArray("[COORDINATES]\n")
                               << QByteArray("[RULES]\nRULE 1\nIF SYSTEM\n[COORDINATES]\n")
                               << "INP-003" << 55;
        QTest::newRow("pressure demand") << QByteArray("Demand Multiplier 1.2")
                                         << QByteArray("Demand Model PDA") << "INP-003" << 53;
        QTest::newRow("curve rises")
            << QByteArray("curve 50 50") << QByteArray("curve 50 65") << "INP-001" << 17;
        QTest::newRow("text before sections")
            << QByteArray("[TITLE]") << QByteArray("TITLE") << "INP-001" << 1;
        QTest::newRow("bad time") << QByteArray("Duration 24") << QByteArray("Duration long")
                                  << "INP-001" << 45;
    }

    void faults() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, code);
        QFETCH(int, line);
        QByteArray text = kNetwork;
        QVERIFY(text.contains(from));
        text.replace(from, to);
        const auto model = read(text);
        QVERIFY(!model);
        QCOMPARE(QString::fromStdString(model.error().code), code);
        QCOMPARE(model.error().line, line);
        QVERIFY(model.error().file.ends_with("net.inp") && !model.error().remedy.empty());
    }

    void missingFile() {
        const auto model = readEpanet("/nowhere/net.inp");
        QVERIFY(!model);
        QCOMPARE(model.error().code, std::string("FIL-001"));
    }

  private:
    Result<EpanetModel> read(const QByteArray& text) const {
        const QString path = folder_->filePath("net.inp");
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(text);
            file.close();
        }
        return readEpanet(path.toStdString());
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

HEADROOM_TEST(TestEpanet)
}  // namespace tst_epanet

#include "tst_epanet.moc"
