// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulator.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_chiller_idle {

using namespace headroom::engine;

class TestChillerIdle : public QObject {
    Q_OBJECT

  private slots:

    // On a day in May the economiser of the tour takes over while the chiller still holds its
    // set-point: what comes in is colder than was foreseen. At steps of 5 min the machine would have
    // warmed its water and given power back to the mains (SIM-045); it idles instead.
    void neverWarmsItsWater() {
        const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY(catalogue.has_value());
        const QString path = HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall/project.json";
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        const auto at = text.indexOf("\"start\": \"") + 10;
        QVERIFY(at > 10);
        text.replace(at, text.indexOf('"', at) - at, "2026-05-10T06:00:00");
        const auto project = parseProject(text.toStdString(), path.toStdString(), *catalogue);
        QVERIFY2(project, project ? "" : headroom::engine::text(project.error()).c_str());
        RunOptions options;
        options.stepS = 300.0;
        const auto simulator = Simulator::create(*project, *catalogue, options);
        QVERIFY(simulator.has_value());
        Simulator& sim = **simulator;
        std::size_t chillers = 0;
        while (chillers < sim.channels().size() &&
               sim.channels()[chillers].name != "facility/chiller_power_kw") {
            ++chillers;
        }
        std::vector<double> values(sim.channels().size());
        QVERIFY(chillers < values.size());
        double mostW = 0.0;
        while (sim.timeS() < 26.0 * 3600.0) {
            sim.step();
            sim.takeEvents();
            QVERIFY2(sim.fault().code.empty(), sim.fault().text().c_str());
            sim.sample(values);
            QVERIFY(values[chillers] >= 0.0);
            mostW = std::max(mostW, values[chillers]);
        }
        QVERIFY(mostW > 0.0);  // or nothing was tested
    }
};

HEADROOM_TEST(TestChillerIdle)
}  // namespace tst_chiller_idle

#include "tst_chiller_idle.moc"
