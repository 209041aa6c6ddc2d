// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"
#include "tests/engine/run/cooling/wizard_hall.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

/// Halls of the wizard, with nothing broken: no machine trips, each loop is held, energy balances.
namespace tst_wizard_cooling {

using namespace headroom::engine;
using namespace headroom::tests;

class TestWizardCooling : public QObject {
    Q_OBJECT

  private slots:
    void nothingTrips_data();
    void nothingTrips();
    void flowOfSmallHall();
    void chillerTooLargeForItsPumps();
    void bypassOfAir();
    void idlePumpsAndSpares();
};

void TestWizardCooling::nothingTrips_data() {
    QTest::addColumn<int>("accelerators");
    QTest::addColumn<QString>("rack");
    QTest::addColumn<int>("plant");
    QTest::addColumn<QString>("climate");
    QTest::addColumn<double>("share");
    const auto add = [](int accelerators, const char* rack, PlantKind plant, const char* climate,
                        double share) {
        QTest::addRow("%d %s %s %s %g", accelerators, rack,
                      plantKindWords()[static_cast<std::size_t>(plant)].c_str(), climate, share)
            << accelerators << QString(rack) << static_cast<int>(plant) << QString(climate)
            << share;
    };
    for (const double share : {0.0, 0.3, 1.0}) {
        add(72, "gb200-nvl72", PlantKind::WarmDry, "leesburg-va", share);
        add(144, "gb200-nvl72", PlantKind::WarmDry, "leesburg-va", share);
        add(288, "gb200-nvl72", PlantKind::WarmTowers, "phoenix-az", share);
        add(64, "air-h100-4", PlantKind::Chilled, "singapore", share);
        add(256, "dlc-b200-8", PlantKind::WarmTowers, "chicago-il", share);
        add(512, "tank-h200-8", PlantKind::WarmTowers, "singapore", share);
        add(2048, "air-h100-4", PlantKind::Chilled, "singapore", share);
        add(4608, "gb200-nvl72", PlantKind::WarmTowers, "helsinki", share);
    }
    add(64, "dlc-b200-8", PlantKind::Chilled, "mumbai", 1.0);
    add(2304, "gb300-nvl72", PlantKind::Chilled, "mumbai", 1.0);
}

// Two hours of a summer day. From the second on each loop is within a kelvin of its set-point, or colder where free
// cooling holds no water back.
void TestWizardCooling::nothingTrips() {
    QFETCH(int, accelerators);
    QFETCH(QString, rack);
    QFETCH(int, plant);
    QFETCH(QString, climate);
    QFETCH(double, share);
    const FacilityBrief brief =
        hallBrief(accelerators, rack.toUtf8().constData(), static_cast<PlantKind>(plant),
                  climate.toUtf8().constData());
    CoolantRun r(wizardHall(brief, share), 60.0);
    const Plant& p = r.s->plant();
    while (r.s->timeS() < 7200.0) {
        r.until(r.s->timeS() + 300.0);
        for (std::size_t i = 0; r.s->timeS() > 3600.0 && i < p.loops.size(); ++i) {
            const double supplyC = r.loop(p.loops[i].id, LoopQuantity::SupplyTemperature);
            const double setC = p.loops[i].spec.supplySetpointC;
            QVERIFY2(std::abs(supplyC - setC) < 1.0, qPrintable(QString("%1 %2 C at %3 s")
                                                                    .arg(p.loops[i].id.c_str())
                                                                    .arg(supplyC)
                                                                    .arg(r.s->timeS())));
        }
    }
    for (const Event& e : r.events) {
        QVERIFY2(e.kind != EventKind::Trip, (e.subject + ": " + e.text).c_str());
    }
    QVERIFY(r.balanced());
}

// york-ycal-101 carries 100.6 kW: at 6 K and some 4.18 MJ/(m3 K) 4.0 L/s, of which 40 % are kept up for each that runs.
void TestWizardCooling::flowOfSmallHall() {
    CoolantRun r(wizardHall(hallBrief(144, "gb200-nvl72", PlantKind::WarmDry, "leesburg-va"), 1.0),
                 60.0);
    const Plant& p = r.s->plant();
    const auto chilled = std::find_if(p.loops.begin(), p.loops.end(),
                                      [](const PlantLoop& l) { return l.id == "chilled-1"; });
    QVERIFY(chilled != p.loops.end());
    const auto i = static_cast<std::size_t>(chilled - p.loops.begin());
    QVERIFY2(std::abs(chilled->evaporatorM3PerS - 4.01e-3) < 0.02e-3,
             qPrintable(QString::number(chilled->evaporatorM3PerS)));
    r.until(7200.0);
    const CoolantState& c = r.coolant();
    const auto pumps = p.cooling->loopPumps[i];
    const double least = 0.4 * chilled->evaporatorM3PerS * std::max(1, c.chillers[i].on);
    QVERIFY2(c.flowM3PerS[pumps] > 0.95 * least, qPrintable(QString::number(c.flowM3PerS[pumps])));
    QVERIFY(r.find(EventKind::Trip) == nullptr);
}

// A machine of 5,465 kW needs 0.4 x 218 L/s on its evaporator: one pump of 125 L/s gives them, one of 60 does not, and
// the check says so.
void TestWizardCooling::chillerTooLargeForItsPumps() {
    for (const bool enough : {true, false}) {
        Project p =
            wizardHall(hallBrief(512, "air-h100-4", PlantKind::Chilled, "leesburg-va"), 1.0);
        set(p, "chilled-1", "chiller", std::string{"york-yk-5465"});
        set(p, "chilled-1", "chiller_count", std::int64_t{1});
        set(p, "chilled-1", "supply_setpoint_c", 7.0);
        set(p, "chilled-1", "pump", std::string{enough ? "pump-loop-125" : "pump-loop-60"});
        set(p, "chilled-1", "pump_count", std::int64_t{1});
        set(p, "chilled-1", "condenser_pump", std::string{"pump-condenser-250"});
        set(p, "chilled-1", "condenser_pump_count", std::int64_t{2});
        const auto findings = checkProject(p, catalogue(), CheckDepth::Full);
        QCOMPARE(std::any_of(findings.begin(), findings.end(),
                             [](const Finding& f) {
                                 return f.rule == "least-flow" && f.severity == Severity::Error;
                             }),
                 !enough);
        if (enough) {
            CoolantRun r(p, 60.0);
            r.until(5.0 * 3600.0);
            QVERIFY(r.find(EventKind::Trip) == nullptr);
            QVERIFY(std::abs(r.loop("chilled-1", LoopQuantity::SupplyTemperature) - 7.0) < 1.0);
            QVERIFY(r.balanced());
        }
    }
}

// Handlers blow what servers move over (1 - bypass): RTI is 1 - bypass, fans go with its inverse cubed, 1 : 1.37 : 1.95 :
// 4.63. Fabric and storage, which have no fans of ours, move RTI by the difference of their rise to the servers'.
void TestWizardCooling::bypassOfAir() {
    double first = 0.0, firstRti = 0.0;
    for (const double bypassPct : {0.0, 10.0, 20.0, 40.0}) {
        Project p =
            wizardHall(hallBrief(512, "air-h100-4", PlantKind::Chilled, "leesburg-va"), 1.0);
        set(p, "hall-1", "bypass_pct", bypassPct);
        set(p, "hall-1", "recirculation_pct", 0.0);
        set(p, "hall-1", "containment",
            std::string{"none"});  // contained aisles let a tenth of the bypass through
        CoolantRun r(p, 60.0);
        r.until(5400.0);
        const double fansW = r.hall(HallQuantity::CrahFanPower), rti = r.hall(HallQuantity::Rti);
        if (bypassPct == 0.0) {
            first = fansW;
            firstRti = rti;
            QVERIFY2(std::abs(rti - 1.0) < 0.05, qPrintable(QString::number(rti)));
        }
        const double b = 0.01 * bypassPct;
        QVERIFY2(within(fansW / first, std::pow(1.0 - b, -3.0), 0.02),
                 qPrintable(QString::number(fansW / first)));
        QVERIFY2(within(rti / firstRti, 1.0 - b, 0.01), qPrintable(QString::number(rti)));
    }
}

// Condenser pumps follow the load: at idle heat they draw less than half of what they do at full, one pump rests at any
// load, and one replaces one that fails.
void TestWizardCooling::idlePumpsAndSpares() {
    double drawn[2] = {0.0, 0.0};
    for (const int full : {0, 1}) {
        Project p =
            wizardHall(hallBrief(2048, "air-h100-4", PlantKind::Chilled, "singapore"), full);
        addDrill(p, "lost", "fail", "chilled-1", 100.0, "condenser_pumps", 1);
        CoolantRun r(p, 60.0);
        const auto pumps = r.s->plant().cooling->loopCondenserPumps[0];
        const auto circuit = r.s->plant().cooling->links[pumps].circuit;
        r.until(5940.0);
        drawn[full] = r.coolant().powerW[pumps];
        const double running = r.coolant().running[pumps];
        QVERIFY(running < r.s->plant().cooling->links[pumps].units);
        const double flow = r.coolant().flowM3PerS[pumps];
        r.until(6600.0);
        QCOMPARE(r.coolant().running[pumps], running);
        QVERIFY(within(r.coolant().flowM3PerS[pumps], flow, 0.1));
        QVERIFY(r.coolant().pumps[circuit].on >= 1);
        QVERIFY(r.find(EventKind::Trip) == nullptr);
        QVERIFY(r.balanced());
    }
    QVERIFY2(drawn[0] < 0.5 * drawn[1], qPrintable(QString("%1 %2").arg(drawn[0]).arg(drawn[1])));
}

HEADROOM_TEST(TestWizardCooling)
}  // namespace tst_wizard_cooling

#include "tst_wizard_cooling.moc"
