// SPDX-License-Identifier: Apache-2.0
#include "engine/calibrate/overlay.h"
#include "models/cooling/cooling_tower.h"
#include "models/facility/cooling_loop.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_overlay {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// Fitted values in a file of their own.
class TestOverlay : public QObject {
    Q_OBJECT

  private slots:

    // What is written is read again; the project itself stays as it is, the copy has the values.
    void roundTrip() {
        Overlay overlay;
        overlay.name = "night";
        overlay.made = {{"data", "day.csv"}, {"program", "Headroom"}};
        overlay.settings = {{"htw.tower_approach_k", 4.25, 5.56, 4.0, 4.5, "K"},
                            {"cooling_tower/tower-frontier.fan_rated_kw", 33.0, std::nan(""),
                             std::nan(""), std::nan(""), "kW"}};
        const auto read = parseOverlay(overlayText(overlay), "o.json");
        QVERIFY2(read.has_value(), read ? "" : text(read.error()).c_str());
        QCOMPARE(read->made, overlay.made);
        QCOMPARE(read->settings[0].value, 4.25);
        QCOMPARE(read->settings[0].low, 4.0);
        QVERIFY(std::isnan(read->settings[1].was));
        const Project project = scenario("frontier-day");
        const auto adjusted = withOverlay(project, catalogue(), *read);
        QVERIFY2(adjusted.has_value(), adjusted ? "" : text(adjusted.error()).c_str());
        QCOMPARE(specOf<models::CoolingLoopSpec>(*adjusted->project.find("htw")).towerApproachK,
                 4.25);
        QCOMPARE(specOf<models::CoolingLoopSpec>(*project.find("htw")).towerApproachK, 5.56);
        const auto* tower = adjusted->catalogue.spec<models::CoolingTowerSpec>("tower-frontier");
        QVERIFY(tower != nullptr && std::abs(tower->fanRatedW - 33e3) < 1e-6);
    }

    void faults_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("code");
        QTest::newRow("a project") << R"({"format": "headroom-project/1"})"
                                   << "OVL-001";
        QTest::newRow("cut") << R"({"format": "headroom-overlay/1", )"
                             << "OVL-002";
        QTest::newRow("unknown key")
            << R"({"format": "headroom-overlay/1", "set": [], "settings": []})"
            << "OVL-010";
        QTest::newRow("no settings") << R"({"format": "headroom-overlay/1"})"
                                     << "OVL-011";
        QTest::newRow("text for a number")
            << R"({"format": "headroom-overlay/1", "settings": [{"path": "a.b", "value": "5"}]})"
            << "OVL-011";
    }

    void faults() {
        QFETCH(QString, body);
        QFETCH(QString, code);
        const auto read = parseOverlay(body.toStdString(), "o.json");
        QVERIFY(!read.has_value());
        QVERIFY(std::any_of(read.error().begin(), read.error().end(), [&](const Error& e) {
            return e.code == code.toStdString() && e.file == "o.json";
        }));
    }

    void figures_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("code");
        QTest::newRow("no dot") << "htw"
                                << "OVL-020";
        QTest::newRow("no object") << "hwt.tower_approach_k"
                                   << "OVL-020";
        QTest::newRow("no part") << "pump/none.efficiency_pct"
                                 << "OVL-020";
        QTest::newRow("no key") << "htw.approach"
                                << "OVL-020";
        QTest::newRow("a word") << "htw.cooling_tower"
                                << "OVL-021";
    }

    void figures() {
        QFETCH(QString, path);
        QFETCH(QString, code);
        const auto figure = figurePath(scenario("frontier-day"), catalogue(), path.toStdString());
        QVERIFY(!figure.has_value());
        QCOMPARE(figure.error().code, code.toStdString());
    }

    // Out of the table's range is refused, whoever wrote the file.
    void outOfRange() {
        Overlay overlay;
        overlay.settings = {{"htw.tower_approach_k", -5.0, 0.0, 0.0, 0.0, "K"}};
        const auto adjusted = withOverlay(scenario("frontier-day"), catalogue(), overlay);
        QVERIFY(!adjusted.has_value());
        QCOMPARE(adjusted.error().front().code, std::string("OVL-022"));
    }
};

HEADROOM_TEST(TestOverlay)
}  // namespace tst_overlay

#include "tst_overlay.moc"
