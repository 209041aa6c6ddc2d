// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

namespace tst_load_trace_run {

using namespace headroom::engine;
using namespace headroom::tests;

/// Racks that draw what a load trace says, on the scenario of Frontier.
class TestLoadTraceRun : public QObject {
    Q_OBJECT

  private slots:

    // Each of the 25 units has a loop of its own and the rows that were dealt to it: three
    // cabinets, the 14th two.
    void rowsAreDealtOut() {
        const auto s = simulator(scenario("frontier-day"));
        const Plant& p = s->plant();
        QCOMPARE(p.cdus.size(), std::size_t{25});
        QCOMPARE(p.rows.size(), std::size_t{25});
        for (std::size_t i = 0; i < p.rows.size(); ++i) {
            QCOMPARE(p.rows[i].cdu, static_cast<int>(i));
            QCOMPARE(p.rows[i].racks, i == 13 ? 2 : 3);
        }
    }

    // IT power is heat over the liquid share, summed over the columns, at the middle of the step:
    // fabric and storage draw next to nothing here.
    void itPowerIsTheTrace() {
        const auto s = simulator(scenario("frontier-day"));
        for (int i = 0; i < 240; ++i) {
            s->step();
        }
        const PlantLoadTrace& t = s->plant().loadTraces.front();
        double heatW = 0.0;
        for (std::size_t column = 0; column < 25; ++column) {
            heatW += t.table.at(column, s->timeS() - 0.5 * s->stepS());
        }
        double rackW = 0.0;
        for (const float w : s->state().shown.rackPowerW) {
            rackW += w;
        }
        QVERIFY(std::abs(rackW - heatW / 0.945) < 1e-5 * rackW);
    }

    // The wet bulb of the trace replaces the site's, and the dry bulb is over it.
    void weatherIsTheTrace() {
        const auto s = simulator(scenario("frontier-day"));
        s->step();
        const auto& f = s->state().shown.facility;
        const PlantLoadTrace& t = s->plant().loadTraces.front();
        const double wetC = f[static_cast<std::size_t>(FacilityQuantity::WetBulb)];
        QVERIFY(std::abs(wetC - t.table.at(static_cast<std::size_t>(t.wetBulbColumn), 14.0)) <
                0.01);
        QVERIFY(std::abs(f[static_cast<std::size_t>(FacilityQuantity::DryBulb)] - wetC - 3.0) <
                1e-9);
    }

    // A trace whose values cannot be is refused by name, time and limit, not run: 1 kW less than
    // nothing, and in milliwatts.
    void valuesThatCannotBe_data() {
        QTest::addColumn<QString>("value");
        QTest::newRow("negative") << "-1000";
        QTest::newRow("another unit") << "1e9";
    }

    void valuesThatCannotBe() {
        QFETCH(QString, value);
        QTemporaryDir folder;
        const std::string path = folder.filePath("load.csv").toStdString();
        std::ofstream file(path);
        file << "time_s,heat_w,wet_bulb_c\n0,300000,10\n600," << value.toStdString() << ",10\n";
        file.close();
        Project project = scenario("frontier-day");
        set(project, "day", "file", path);
        set(project, "day", "column", std::string{"heat_w"});
        const auto made = Simulator::create(project, catalogue(), {});
        QVERIFY(!made);
        const Error& error = made.error().front();
        QCOMPARE(error.code, std::string{"LTR-005"});
        QVERIFY(error.message.find("600 s") != std::string::npos);
        QVERIFY(error.file.ends_with("load.csv"));
    }

    // Frontier has no chillers: a drill that trips them is a mistake, not silence.
    void drillOnNothingIsRefused() {
        Project project = scenario("chiller-trip");
        for (Object& object : project.objects) {
            if (object.type->id == "drill") {
                set(project, object.id, "unit", std::string{"hall"});
                set(project, object.id, "action", std::string{"fail"});
                set(project, object.id, "machine", std::string{"chillers"});
            }
        }
        const auto made = Simulator::create(project, catalogue(), {});
        QVERIFY(!made);
        QCOMPARE(made.error().front().code, std::string{"SIM-030"});
    }

    // No rack hangs on a group: refused, with the place and the remedy.
    void unusedGroupIsRefused() {
        Project project = scenario("tour-small-hall");
        set(project, "liquid", "rows", std::int64_t{1});
        for (Object& object : project.objects) {
            if (object.id == "cdus") {
                for (std::size_t i = 0; i < object.type->attributes.size(); ++i) {
                    if (object.type->attributes[i].key == "separate") {
                        object.values[i] = true;  // two loops, one row
                    }
                }
            }
        }
        const auto made = Simulator::create(project, catalogue(), {});
        QVERIFY(!made);
        QCOMPARE(made.error().front().code, std::string{"SIM-026"});
    }
};

HEADROOM_TEST(TestLoadTraceRun)
}  // namespace tst_load_trace_run

#include "tst_load_trace_run.moc"
