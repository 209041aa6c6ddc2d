// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulator.h"
#include "tests/engine/run/cooling/coolant_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>
#include <vector>

namespace tst_external_cooling {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// The warm water of the hall cooled by a plant outside of the model, in place of its dry coolers.
Project externalHall(double coolingKw, double powerKw) {
    Project p = steadyHall();
    set(p, "warm", "dry_cooler", std::string{});
    set(p, "warm", "dry_cooler_count", std::int64_t{0});
    set(p, "warm", "external_cooling_kw", coolingKw);
    set(p, "warm", "external_power_kw", powerKw);
    return p;
}

double otherChillersW(const CoolantRun& r) {
    return r.loop("chilled", LoopQuantity::ChillerPower);
}

}  // namespace

/// A plant outside of the model: what it takes, what it draws, and when it is stopped.
class TestExternalCooling : public QObject {
    Q_OBJECT

  private slots:

    // 10 MW is more than 2,048 H100 give off: the supply is at the set-point of the loop and no colder, as behind a chiller.
    // Its 250 kW are metered with the chillers, leave as heat, and every step balances.
    void holdsTheSetPointAndIsMetered() {
        CoolantRun r(externalHall(10e3, 250.0));
        r.until(7200.0);
        const double setC = r.s->plant().loops[0].id == "warm"
                                ? r.s->plant().loops[0].spec.supplySetpointC
                                : r.s->plant().loops[1].spec.supplySetpointC;
        QVERIFY2(std::abs(r.loop("warm", LoopQuantity::SupplyTemperature) - setC) < 0.05,
                 qPrintable(QString::number(r.loop("warm", LoopQuantity::SupplyTemperature))));
        QCOMPARE(r.loop("warm", LoopQuantity::ChillerPower), 250e3);
        QVERIFY(
            within(r.facility(FacilityQuantity::ChillerPower), 250e3 + otherChillersW(r), 1e-12));
        QVERIFY(r.facility(FacilityQuantity::HeatRejected) >
                r.loop("warm", LoopQuantity::Heat) + 250e3);
        QVERIFY(r.balanced());
    }

    // With 250 kW more drawn and all else equal, the facility takes 250 kW and what cables and transformers lose on the way:
    // between 0 and 5 % of it.
    void itsPowerIsThatOfTheFacility() {
        double facilityW[2] = {0.0, 0.0}, pue[2] = {0.0, 0.0};
        for (const int i : {0, 1}) {
            CoolantRun r(externalHall(10e3, i * 250.0));
            r.until(3600.0);
            facilityW[i] = r.facility(FacilityQuantity::FacilityPower);
            pue[i] =
                r.facility(FacilityQuantity::FacilityPower) / r.facility(FacilityQuantity::ItPower);
        }
        const double moreW = facilityW[1] - facilityW[0];
        QVERIFY2(moreW > 250e3 && moreW < 1.05 * 250e3, qPrintable(QString::number(moreW)));
        QVERIFY(pue[1] > pue[0]);
    }

    // Half of the heat: what is left over warms the water of loop and CDUs, C dT/dt = Q - Q_external. In steps of a second over two
    // minutes, within 10 %.
    void whatItDoesNotTakeStays() {
        Project p = externalHall(10e3, 0.0);
        CoolantRun before(p, 1.0);
        before.until(1800.0);
        const double heatW = before.loop("warm", LoopQuantity::Heat);
        // The same again with half of it after that time, by an edit of the design as a guest makes it.
        set(p, "warm", "external_cooling_kw", 0.5e-3 * heatW);
        RunOptions options;
        options.stepS = 1.0;
        auto half = compile(p, catalogue(), options);
        QVERIFY(half.has_value());
        auto changed = before.s->changed(std::make_shared<const Plant>(std::move(*half)), "half");
        QVERIFY(changed.has_value());
        before.s = std::move(*changed);
        std::size_t warm = 0;
        while (before.s->plant().loops[warm].id != "warm") {
            ++warm;
        }
        const int circuit = before.s->plant().cooling->loopCircuit[warm];
        double jPerK = 0.0, inJ = 0.0;
        const double beforeC = before.circuitMeanC(circuit, &jPerK);
        while (before.s->timeS() < 1920.0) {
            before.until(before.s->timeS() + 1.0);
            for (std::size_t i = 0; i < before.s->plant().cdus.size(); ++i) {
                inJ += before.cdu(CduQuantity::Heat, i);
            }
        }
        const double expectedK = (inJ - 0.5 * heatW * 120.0) / jPerK;
        const double riseK = before.circuitMeanC(circuit) - beforeC;
        QVERIFY2(expectedK > 0.5 && within(riseK, expectedK, 0.1),
                 qPrintable(QString("%1 %2").arg(riseK).arg(expectedK)));
        QVERIFY(before.balanced());
    }

    // Its boards open for three minutes: it draws nothing and takes nothing; then it is back.
    void standsStillWithoutPower() {
        Project p = externalHall(10e3, 250.0);
        for (const char* board : {"mech-a", "mech-b"}) {
            addDrill(p, std::string("open-") + board, "open", board, 60.0, "all", 0, 3.0);
        }
        CoolantRun r(p);
        r.until(3600.0 + 150.0);
        QCOMPARE(r.loop("warm", LoopQuantity::ChillerPower), 0.0);
        const double warmC = r.loop("warm", LoopQuantity::SupplyTemperature);
        r.until(3.0 * 3600.0);
        QCOMPARE(r.loop("warm", LoopQuantity::ChillerPower), 250e3);
        QVERIFY(warmC > r.loop("warm", LoopQuantity::SupplyTemperature) + 1.0);
        QVERIFY(r.balanced());
    }

    // A drill on the loop's chillers means it too.
    void aDrillStopsIt() {
        Project p = externalHall(10e3, 250.0);
        addDrill(p, "trip", "fail", "warm", 60.0, "chillers");
        CoolantRun r(p);
        r.until(3600.0 + 60.0);
        QCOMPARE(r.loop("warm", LoopQuantity::ChillerPower), 0.0);
        QVERIFY(r.balanced());
    }

    // A remark is an event of the story between two steps, and a command that a replay repeats.
    void aRemarkIsTold() {
        CoolantRun r(externalHall(10e3, 250.0));
        r.until(60.0);
        r.s->remark("chiller.fmu", "It is gone.");
        QCOMPARE(r.s->freshCommands().size(), std::size_t{1});
        r.until(75.0);
        const Event* told = r.find(EventKind::Note, 60.0, "It is gone.");
        QVERIFY(told != nullptr && told->subject == "chiller.fmu" &&
                told->area == EventArea::Control && told->timeS == 60.0);
    }
};

HEADROOM_TEST(TestExternalCooling)
}  // namespace tst_external_cooling

#include "tst_external_cooling.moc"
