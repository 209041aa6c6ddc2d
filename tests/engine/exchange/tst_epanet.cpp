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

    // A file without HEADLOSS is Hazen-Williams: 500 gpm through 1,000 ft of 8 inches at C 130 lose
    // 4.727 L C^-1.852 d^-4.871 q^1.852 = 5.06 ft. A mark of the byte order in front changes nothing.
    void defaults() {
        const QByteArray plain =
            "[JUNCTIONS]\nJ 10 500\n[RESERVOIRS]\nR 200\n[PIPES]\np R J 1000 8 130\n";
        for (const QByteArray& text : {plain, QByteArray("\xef\xbb\xbf") + plain}) {
            const auto model = read(text);
            QVERIFY2(model, model ? "" : model.error().text().c_str());
            QVERIFY(model->network.pipeLaw == PipeLaw::HazenWilliams);
            auto run = ExtendedPeriodRun::create(model->network, model->period);
            QVERIFY(run && run->solve());
            QVERIFY(std::abs(run->headM()[0] / 0.3048 - 194.940) < 1e-3);
        }
    }

    // Every id is a keyword of its section, or begins with one.
    void idsLikeKeywords() {
        const auto model = read(
            "[JUNCTIONS]\nMULT1 10\nMULT 10\nTITLE 0\n[RESERVOIRS]\nTIME 60 CLOSED\n[TANKS]\n"
            "IF 5 1 0 2 9 0\n[PIPES]\nOPEN TIME MULT1 500 100 120\nCV1 MULT1 MULT 500 100 120\n"
            "LINK MULT TITLE 500 100 120 Open\n[PUMPS]\nSPEED TIME IF HEAD POWER PATTERN CLOSED\n"
            "[CURVES]\nPOWER 1 2\n[PATTERNS]\nCLOSED 1\n[DEMANDS]\nMULT1 5\nMULT 3\n"
            "MULTIPLY 2\n[STATUS]\nOPEN CLOSED\n[CONTROLS]\nLINK LINK CLOSED IF NODE IF ABOVE 1\n"
            "LINK OPEN OPEN AT TIME 1\n[RULES]\nRULE RULE\nIF TANK IF LEVEL ABOVE 1\n"
            "THEN PIPE LINK STATUS IS OPEN\n[OPTIONS]\nUnits LPS\n");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QCOMPARE(model->period.demandFactor, 2.0);
        QCOMPARE(model->period.demands.size(), std::size_t{2});
        QCOMPARE(model->period.demands[0].baseM3PerS, 0.005);
        QCOMPARE(model->period.demands[1].baseM3PerS, 0.003);
        QVERIFY(!model->network.links[0].open);
        QVERIFY(model->network.links[1].direction == FlowDirection::Both);
        QCOMPARE(model->period.controls.size(), std::size_t{2});
        QCOMPARE(model->period.rules.size(), std::size_t{1});
    }

    // Open loss coefficient 2 at 100 mm. At 50 % of its opening the curve gives 20 % of the flow
    // coefficient: 2 / 0.2^2 = 50. Without a curve 50 % is 50 %: 8. At 0 it is shut.
    void positionedValves() {
        const auto model = read(
            "[JUNCTIONS]\nA 0\nB 0\n[VALVES]\na A B 100 PCV 50 2 c\nb A B 100 PCV 50 2\n"
            "s A B 100 PCV 0 2\nt A B 100 TCV 50\nu A B 100 TCV 8\n[CURVES]\nc 0 0\nc 25 10\n"
            "c 75 30\nc 100 100\n[OPTIONS]\nUnits LPS\n");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const auto& links = model->network.links;
        QVERIFY(std::abs(links[0].resistance / links[3].resistance - 1.0) < 1e-12);
        QVERIFY(std::abs(links[1].resistance / links[4].resistance - 1.0) < 1e-12);
        QVERIFY(links[0].open && links[1].open && !links[2].open);
    }

    // A cone: 0, 10 and 40 m3 at 0, 1 and 2 m. From 1 m on 10 l/s fill it by 36 m3 in an hour, of
    // which 30 m3 are left: it is full after 3,000 s. At half of that 25 m3 are at 1.5 m.
    void volumeCurve() {
        const auto model = read(
            "[TANKS]\nT 100 1 0 2 0 0 cone\n[JUNCTIONS]\nJ 0 -10\n[PIPES]\np J T 10 300 130\n"
            "[CURVES]\ncone 0 0\ncone 1 10\ncone 2 40\n[OPTIONS]\nUnits LPS\n[TIMES]\n"
            "Duration 1\nHydraulic Timestep 0:25\n");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        auto run = ExtendedPeriodRun::create(model->network, model->period);
        QVERIFY(run && run->solve() && run->advance() && run->solve());
        QCOMPARE(run->timeS(), 1500L);
        const auto tank = static_cast<std::size_t>(model->period.tanks[0].node);
        QVERIFY(std::abs(run->headM()[tank] - 101.5) < 1e-9);
        QVERIFY(run->advance() && run->solve());
        QCOMPARE(run->timeS(), 3000L);
        QVERIFY(std::abs(run->headM()[tank] - 102.0) < 1e-9);
    }

    // 10 l/s fill 100 m2 by 0.36 m an hour. From 1 m the tank passes 2 m after 10,000 s; rules are
    // looked at every 600 s, so the pipe shuts at 10,200 s. The second rule opens it from 6:00 on
    // and has the higher priority; ELSE of the third sets the pump to 0.7 at its first look.
    void rules() {
        const auto model = read(
            "[TANKS]\nT 100 1 0 9 11.2837917 0\n[RESERVOIRS]\nR 0\n[JUNCTIONS]\nJ 0 -10\n"
            "K 0\n[PIPES]\np J T 10 300 130\n[PUMPS]\npump R K POWER 1\n[RULES]\n"
            "RULE full\nIF TANK T LEVEL >= 2\nOR SYSTEM CLOCKTIME > 11 PM\nTHEN PIPE p STATUS = "
            "CLOSED\n"
            "PRIORITY 1\nRULE morning\nIF SYSTEM TIME >= 6\nAND NODE J DEMAND < 0\n"
            "THEN PIPE p STATUS IS OPEN\nPRIORITY 2\nRULE slow\nIF JUNCTION J PRESSURE ABOVE 1000\n"
            "THEN PUMP pump SETTING = 1.2\nELSE PUMP pump SETTING = 0.7\n"
            "[OPTIONS]\nUnits LPS\n[TIMES]\nDuration 8\nHydraulic Timestep 1:00\n"
            "Rule Timestep 0:10\n");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QCOMPARE(model->period.ruleStepS, 600L);
        QCOMPARE(model->period.rules[0].premises.size(), std::size_t{2});
        QVERIFY(model->period.rules[0].premises[1].orElse);
        QCOMPARE(model->period.rules[0].premises[0].value, 102.0);
        auto run = ExtendedPeriodRun::create(model->network, model->period);
        QVERIFY(run);
        std::vector<std::pair<long, bool>> changes;  // of the pipe
        do {
            QVERIFY(run->solve());
            const bool open = run->solver().network().links[0].open;
            if (changes.empty() || changes.back().second != open) {
                changes.emplace_back(run->timeS(), open);
            }
            if (run->timeS() == 600) {
                QCOMPARE(run->solver().network().links[1].speed, 0.7);
            }
        } while (run->advance());
        const std::vector<std::pair<long, bool>> expected = {
            {0L, true}, {10200L, false}, {21600L, true}};
        QVERIFY(changes == expected);
    }

    // 20 psi for all, none below 5 psi; the program's least span is 0.1.
    void demandsByPressure() {
        const auto model = read(
            "[JUNCTIONS]\nA 0 10\n[OPTIONS]\nUnits GPM\nDemand Model PDA\nMinimum Pressure 5\n"
            "Required Pressure 20\nPressure Exponent 0.6\n");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const auto& rule = model->network.pressureDemand;
        QVERIFY(rule.has_value());
        QVERIFY(std::abs(rule->leastM - 5.0 * 0.3048 / 0.4333) < 1e-9);
        QVERIFY(std::abs(rule->requiredM - 20.0 * 0.3048 / 0.4333) < 1e-9);
        QCOMPARE(rule->exponent, 0.6);
        QVERIFY(!read("[JUNCTIONS]\nA 0\n[OPTIONS]\nDemand Model DDA\n")->network.pressureDemand);
    }

    // 69 kPa are 69 / (6.895 x 0.4333) ft.
    void kilopascals() {
        const auto model = read(
            "[JUNCTIONS]\nA 0\nB 0\n[VALVES]\nv A B 100 PRV 69\n[OPTIONS]\nUnits LPS\n"
            "Pressure kPa\n");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QVERIFY(std::abs(model->network.links[0].setting - 69.0 / 6.895 / 0.4333 * 0.3048) < 1e-9);
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("no number")
            << QByteArray("p1 A B 500") << QByteArray("p1 A B five") << "INP-001" << 13;
        QTest::newRow("pipe without a length")
            << QByteArray("p1 A B 500") << QByteArray("p1 A B 0") << "INP-001" << 13;
        QTest::newRow("pipe without a diameter")
            << QByteArray("p1 A B 500 150") << QByteArray("p1 A B 500 0") << "INP-001" << 13;
        // A minor loss grows with the inverse of the fourth power of the diameter: (1e-100 m)^-4 is no number.
        QTest::newRow("pipe that lets nothing through")
            << QByteArray("p1 A B 500 150") << QByteArray("p1 A B 500 1e-97") << "INP-001" << 13;
        QTest::newRow("valve without a diameter")
            << QByteArray("v1 B C 100") << QByteArray("v1 B C -1") << "INP-001" << 20;
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
                               << "INP-001" << 56;
        QTest::newRow("rule about power")
            << QByteArray("[COORDINATES]\n")
            << QByteArray("[RULES]\nRULE 1\nIF PUMP pump POWER > 3\n[COORDINATES]\n") << "INP-003"
            << 56;
        QTest::newRow("demand model") << QByteArray("Demand Multiplier 1.2")
                                      << QByteArray("Demand Model XDA") << "INP-001" << 53;
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
