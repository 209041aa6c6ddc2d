// SPDX-License-Identifier: Apache-2.0
#include "engine/run/order_text.h"
#include "engine/twin/ahead.h"
#include "engine/twin/twin_report.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

namespace tst_twin_run {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

const std::atomic<bool> kGoOn = false;

/// Heat of all units of Frontier together, the wet bulb, and supply and total heat to compare with.
TelemetryMap frontierMap(const std::string& more = {}) {
    auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
        {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
        {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC", "channel": "facility/wet_bulb_c"},
        {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC", "sd": 0.2})" +
                                     more + "]}",
                                 "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

constexpr double kFirstS = 1712448000.0;  // 2024-04-07 00:00

/// Two hours of 12 to 18 MW, at 10 °C, the supply as told; a reading a minute.
std::vector<TelemetrySeries> twoHours(double supplyC) {
    std::vector<TelemetrySeries> all(3);
    for (int i = 0; i <= 120; ++i) {
        const double when = kFirstS + 60.0 * i;
        for (TelemetrySeries& series : all) {
            series.timeS.push_back(when);
        }
        all[0].value.push_back(15e6 + 3e6 * std::sin(2.0 * std::numbers::pi * i / 60.0));
        all[1].value.push_back(10.0);
        all[2].value.push_back(supplyC);
    }
    return all;
}

std::unique_ptr<TwinRun> twinOf(const TelemetryMap& map, std::vector<TelemetrySeries> series,
                                TwinSpec spec = {}, const char* name = "frontier-day") {
    spec.keepsFrames = true;
    auto twin = TwinRun::make(scenario(name), catalogue(), map, std::move(series), spec);
    if (!twin) {
        qFatal("%s", text(twin.error()).c_str());
    }
    if (auto followed = (*twin)->follow({}, kGoOn); !followed) {
        qFatal("%s", text(followed.error()).c_str());
    }
    return std::move(*twin);
}

std::size_t channel(const Simulator& simulator, const std::string& name) {
    for (std::size_t c = 0; c < simulator.channels().size(); ++c) {
        if (simulator.channels()[c].name == name) {
            return c;
        }
    }
    qFatal("no such channel");
}

double valueOf(const TwinRun& twin, const std::string& name, std::size_t step) {
    const std::size_t width = twin.simulator().channels().size();
    return twin.frames()[step * width + channel(twin.simulator(), name)];
}

}  // namespace

/// A run that follows a building.
class TestTwinRun : public QObject {
    Q_OBJECT

  private slots:

    // It begins an hour before the first reading, at the clock of the readings, and ends with the last one: three hours.
    // What racks draw in the middle of a step is what was measured then, over the liquid share; network and storage
    // come on top and do not move: so IT power less load is one constant.
    void followsTheLoad() {
        const auto twin = twinOf(frontierMap(), twoHours(21.0));
        QCOMPARE(twin->originS(), kFirstS - 3600.0);
        QVERIFY(std::abs(twin->simulator().timeS() - 3.0 * 3600.0) < 15.0);
        QCOMPARE(twin->simulator().plant().startText, std::string("2024-04-06T23:00:00"));
        const double stepS = twin->simulator().stepS();
        double least = 1e12, most = -1e12;
        for (std::size_t i = 300; i < 700; i += 7) {
            const double middleS = twin->originS() + (static_cast<double>(i) + 0.5) * stepS;
            const double loadW = valueAt(twin->series()[0], middleS) / 0.945;
            const double restW = valueOf(*twin, "facility/it_power_kw", i) - loadW;
            least = std::min(least, restW);
            most = std::max(most, restW);
        }
        // Of 19 MW in single precision: 2 W a digit.
        QVERIFY2(most - least < 20.0, qPrintable(QString::number(most - least)));
    }

    // After the spin-up nothing jumps at the first reading: the supply moves by less there than the controls let it
    // swing in the minutes after.
    void noJumpAtTheFirstReading() {
        const auto twin = twinOf(frontierMap(), twoHours(21.0));
        const double before = valueOf(*twin, "loop/htw/supply_c", 239),
                     after = valueOf(*twin, "loop/htw/supply_c", 241);
        QVERIFY2(std::abs(after - before) < 0.05, qPrintable(QString::number(after - before)));
    }

    // Any number of threads, the same bytes.
    void threads() {
        TwinSpec two;
        two.threads = 2;
        QCOMPARE(twinOf(frontierMap(), twoHours(21.0))->simulator().stateHash(),
                 twinOf(frontierMap(), twoHours(21.0), two)->simulator().stateHash());
    }

    // A building whose supply is a degree warmer than the models say: the table says so. The loop holds 21 °C within
    // some tenths, so measured 22 °C is a bias of -1 K.
    void residuals() {
        const auto twin = twinOf(frontierMap(), twoHours(22.0));
        const TwinReport report = judgeTwin(*twin);
        QCOMPARE(report.residuals.size(), std::size_t{2});
        const SensorResidual& wet = report.residuals[0];
        const SensorResidual& supply = report.residuals[1];
        QVERIFY(std::abs(wet.figures.bias) < 1e-6);
        QVERIFY2(std::abs(supply.figures.bias + 1.0) < 0.3,
                 qPrintable(QString::number(supply.figures.bias)));
        QVERIFY(supply.figures.n >= 80);
        QVERIFY(report.alarms.empty());  // it was so while learning
    }

    // 22 °C told as °F while the map says °C: 71.6. The finding names the unit.
    void fahrenheit() {
        const auto twin = twinOf(frontierMap(), twoHours(71.6));
        const TwinReport report = judgeTwin(*twin);
        const auto found = std::find_if(
            report.findings.begin(), report.findings.end(), [](const TelemetryFinding& f) {
                return f.fault == TelemetryFault::Unit && f.sensor == "supply";
            });
        QVERIFY(found != report.findings.end());
        QVERIFY(found->words.find("degF") != std::string::npos);
    }

    // 50 °F of a wet bulb told as °C are 50 °C, which Oak Ridge never had; 100 kW below nothing are told with their count, and
    // taken as nothing.
    void impossibleBoundaries() {
        auto series = twoHours(21.0);
        for (double& wet : series[1].value) {
            wet = 50.0;
        }
        series[0].value[60] = series[0].value[61] = -1e6;
        const auto twin = twinOf(frontierMap(), std::move(series));
        const TwinReport report = judgeTwin(*twin);
        const auto has = [&](TelemetryFault fault, const char* sensor, long count) {
            return std::any_of(
                report.findings.begin(), report.findings.end(), [&](const TelemetryFinding& f) {
                    return f.fault == fault && f.sensor == sensor && f.count == count;
                });
        };
        QVERIFY(has(TelemetryFault::Unit, "wet", 0));
        QVERIFY(has(TelemetryFault::Implausible, "heat", 2));
    }

    // A set-point of 23 °C from the first hour on is followed: at the end the loop is there.
    void settingsAct() {
        auto series = twoHours(21.0);
        series.push_back({{kFirstS, kFirstS + 3600.0}, {21.0, 23.0}});
        const auto twin = twinOf(
            frontierMap(
                R"(, {"id": "sp", "column": "p", "drives": "setting", "of": "htw.supply_setpoint_c", "unit": "degC"})"),
            std::move(series));
        QVERIFY(std::abs(valueOf(*twin, "loop/htw/supply_c", 470) - 21.0) < 0.5);
        const std::size_t last = twin->modelled().timeS.size() - 1;
        QVERIFY2(valueOf(*twin, "loop/htw/supply_c", last) > 22.3,
                 qPrintable(QString::number(valueOf(*twin, "loop/htw/supply_c", last))));
    }

    // Ahead of a load that only swings between 12 and 18 MW the interval stays within that, with 0.945 and what stands
    // next to the racks: 12.7 to 19.3 MW and a little. Where all pumps of the loop fail, its flow is gone after five minutes.
    void aheadAndWhatIf() {
        const auto twin = twinOf(frontierMap(), twoHours(21.0));
        AheadSpec spec;
        spec.aheadS = 900.0;
        spec.members = 4;
        spec.channels = {"loop/htw/flow_l_per_s"};
        auto order = orderFromText("fail htw pumps", twin->simulator().timeS());
        QVERIFY(order.has_value());
        spec.orders.push_back({*order, "fail htw pumps"});
        const TwinReport report = judgeTwin(*twin);
        const auto ahead = lookAhead(*twin, spec, residualRms(*twin, report), kGoOn);
        QVERIFY2(ahead.has_value(), ahead ? "" : text(ahead.error()).c_str());
        QCOMPARE(ahead->branches.size(), std::size_t{2});
        const AheadCurve& it = ahead->branches[0].curves[0];
        QCOMPARE(it.channel, std::string("facility/it_power_kw"));
        for (std::size_t i = 0; i < ahead->leadS.size(); ++i) {
            QVERIFY(it.low[i] > 12e6 && it.high[i] < 20e6);
            QVERIFY(it.low[i] <= it.middle[i] && it.middle[i] <= it.high[i]);
        }
        const auto flowIn = [&](std::size_t branch) {
            for (const AheadCurve& curve : ahead->branches[branch].curves) {
                if (curve.channel == "loop/htw/flow_l_per_s") {
                    return curve.middle.back();
                }
            }
            return -1.0;
        };
        QVERIFY(flowIn(0) > 0.1);
        QVERIFY2(flowIn(1) < 0.1 * flowIn(0), qPrintable(QString::number(flowIn(1))));
        QVERIFY(!ahead->branches[1].events.empty());
        // The twin itself is where it stood.
        QVERIFY(std::abs(twin->simulator().timeS() - 3.0 * 3600.0) < 15.0);
    }

    // Same seed, same interval on any number of threads; a part that is not there is refused.
    void aheadIsDeterministic() {
        const auto twin = twinOf(frontierMap(), twoHours(21.0));
        const std::vector<double> none(3, std::nan(""));
        AheadSpec spec;
        spec.aheadS = 600.0;
        spec.members = 3;
        const auto one = lookAhead(*twin, spec, none, kGoOn);
        spec.threads = 2;
        const auto two = lookAhead(*twin, spec, none, kGoOn);
        QVERIFY(one && two);
        QCOMPARE(one->branches[0].curves[1].high, two->branches[0].curves[1].high);
        auto order = orderFromText("fail nothing pumps", 0.0);
        QVERIFY(order.has_value());
        spec.orders.push_back({*order, "fail nothing pumps"});
        const auto refused = lookAhead(*twin, spec, none, kGoOn);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().front().code, std::string("RPL-012"));
    }

    void faults_data() {
        QTest::addColumn<QString>("sensor");
        QTest::addColumn<QString>("code");
        QTest::newRow("no channel")
            << R"({"column": "x", "channel": "loop/htw/suply_c", "unit": "degC"})"
            << "TEL-045";
        QTest::newRow("no rack")
            << R"({"column": "x", "channel": "rack/none/power_kw", "unit": "kW"})"
            << "TEL-045";
        QTest::newRow("another kind")
            << R"({"column": "x", "channel": "loop/htw/supply_c", "unit": "kW"})"
            << "TEL-045";
        QTest::newRow("no setting")
            << R"({"column": "x", "drives": "setting", "of": "htw.supply", "unit": "degC"})"
            << "TEL-047";
    }

    void faults() {
        QFETCH(QString, sensor);
        QFETCH(QString, code);
        auto series = twoHours(21.0);
        series.push_back({{kFirstS}, {21.0}});
        const auto twin =
            TwinRun::make(scenario("frontier-day"), catalogue(),
                          frontierMap(", " + sensor.toStdString()), std::move(series), {});
        QVERIFY(!twin.has_value());
        QCOMPARE(twin.error().front().code, code.toStdString());
    }

    // Air-cooled racks follow too: half of the rating of all racks of the small hall is what its racks draw.
    void airCooledRacks() {
        auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
            {"id": "p", "column": "p", "drives": "rack_power", "unit": "kW"}]})",
                                     "map.json");
        QVERIFY(map.has_value());
        const auto plain = simulator(scenario("tour-small-hall"));
        double ratedW = 0.0;
        for (const PlantBlock& block : plain->plant().blocks) {
            ratedW += block.racks * block.rack.ratedPowerW;
        }
        std::vector<TelemetrySeries> series(1);
        for (int i = 0; i <= 20; ++i) {
            series[0].timeS.push_back(kFirstS + 60.0 * i);
            series[0].value.push_back(0.5 * ratedW);
        }
        TwinSpec spec;
        spec.spinUpS = 600.0;
        const auto twin = twinOf(*map, std::move(series), spec, "tour-small-hall");
        double rackW = 0.0;
        for (const float w : twin->simulator().rackField(RackQuantity::Power)) {
            rackW += w;
        }
        QVERIFY2(std::abs(rackW - 0.5 * ratedW) < 1e-5 * ratedW,
                 qPrintable(QString::number(rackW / ratedW)));
    }
};

HEADROOM_TEST(TestTwinRun)
}  // namespace tst_twin_run

#include "tst_twin_run.moc"
