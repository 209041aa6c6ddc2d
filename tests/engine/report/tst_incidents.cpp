// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/live/run.h"
#include "engine/report/incidents.h"
#include "engine/report/whole/report.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>

namespace tst_incidents {

using namespace headroom::engine;
using namespace headroom::tests;

class TestIncidents : public QObject {
    Q_OBJECT

  private slots:

    /// The scenario's second hour: mech-b is opened at 3600 s, mech-a by mistake at 7200 s, and all 16
    /// liquid racks of 8 servers and 8 accelerators each trip: 1,024 of 1,536 accelerators, so the
    /// least in service is a third. Before, the report of this run said "Availability 1" and no more.
    void aCascadeIsToldWithItsBill() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "run.db";
        const Project project = scenario("cascading-cooling");
        const auto s = simulator(project);
        auto recorder =
            Recorder::create(path, runInfo(*s, project, catalogue()), s->channels(), true);
        QVERIFY(recorder.has_value());
        AlarmWatch alarms;
        const std::atomic<bool> cancel{false};
        QVERIFY(run(*s, recorder->get(), 2.5 * 3600.0, {}, {}, cancel, &alarms).has_value());
        QVERIFY((*recorder)->finish(summaryJson(s->summary(), 0.0, alarms.list().get())));
        const auto recording = Recording::open(path).value();

        const auto summary = parseJson<report::Json>(recording->summary());
        const auto incidents = report::incidentsOf(*recording, summary).value();
        const auto wrong =
            std::find_if(incidents.begin(), incidents.end(),
                         [](const report::Incident& i) { return i.subject == "mech-a"; });
        QVERIFY(wrong != incidents.end());
        QCOMPARE(wrong->timeS, 7200.0);
        QVERIFY(wrong->followed >= 20);  // 16 trips, two jobs, throttling, pumps
        // Two jobs lost 16.9 and 17.0 min on 512 and 1,024 accelerators: 434 hours at least.
        QVERIFY(wrong->bill.workS() >= 3600.0 * 434.0);
        QVERIFY(std::is_sorted(incidents.begin(), incidents.end(),
                               [](const report::Incident& a, const report::Incident& b) {
                                   return a.timeS < b.timeS;
                               }));

        const QString html =
            QString::fromStdString(reportHtml({.recording = recording.get()}).value());
        QVERIFY(html.contains(">Incidents<"));
        QVERIFY(html.contains("Mechanical board A: Its incoming breaker is opened."));
        QVERIFY(html.contains("Tripped for heat: all 16 racks"));
        QVERIFY(html.contains("<span>Least at once</span><b>33.33\u00a0%</b>"));
        QVERIFY(html.contains("<line class=\"mark\""));
        // The first curve of the power chart is IT, as in the window.
        QVERIFY(html.indexOf(">IT power</text>") < html.indexOf(">Metered power</text>"));
    }

    void aQuietRunSaysSo() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "run.db";
        const Project project = scenario("cascading-cooling");
        const auto s = simulator(project);
        auto recorder =
            Recorder::create(path, runInfo(*s, project, catalogue()), s->channels(), true);
        QVERIFY(recorder.has_value());
        AlarmWatch alarms;
        const std::atomic<bool> cancel{false};
        QVERIFY(run(*s, recorder->get(), 600.0, {}, {}, cancel, &alarms).has_value());
        QVERIFY((*recorder)->finish(summaryJson(s->summary(), 0.0, alarms.list().get())));
        const auto recording = Recording::open(path).value();
        const QString html =
            QString::fromStdString(reportHtml({.recording = recording.get()}).value());
        QVERIFY(html.contains("No alarm was raised."));
        QVERIFY(!html.contains("<line class=\"mark\""));
    }
};

HEADROOM_TEST(TestIncidents)
}  // namespace tst_incidents

#include "tst_incidents.moc"
