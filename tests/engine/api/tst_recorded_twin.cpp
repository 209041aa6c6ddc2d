// SPDX-License-Identifier: Apache-2.0
#include "engine/api/api_service.h"
#include "engine/api/recorded_twin.h"
#include "engine/base/json.h"
#include "engine/live/run.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <nlohmann/json.hpp>

#include <atomic>

namespace tst_recorded_twin {

using namespace headroom::engine;
using namespace headroom::tests;

class TestRecordedTwin : public QObject {
    Q_OBJECT

  private slots:

    // Half an hour of the tour: shown at its end, moved to another time, and never changed.
    void showsAnyInstantAndChangesNone() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("run.db").toStdString();
        const Project project = scenario("tour-small-hall");
        {
            const auto sim = simulator(project);
            auto recorder =
                Recorder::create(file, runInfo(*sim, project, catalogue()), sim->channels(), true);
            QVERIFY(recorder.has_value());
            const std::atomic<bool> cancel{false};
            QVERIFY(run(*sim, recorder->get(), 1800.0, {}, {}, cancel).has_value());
            QVERIFY((*recorder)->finish(summaryJson(sim->summary(), 0.0)).has_value());
        }
        auto twin = RecordedTwin::open(file, HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY2(twin.has_value(), twin ? "" : text(twin.error()).c_str());
        QCOMPARE((*twin)->name().c_str(), "Tour: small hall");
        QCOMPARE((*twin)->frame()->timeS, 1800.0);
        QCOMPARE((*twin)->lastS(), 1800.0);
        const auto summary = parseJson<nlohmann::json>(*(*twin)->summary());
        QVERIFY(summary["state_hash"].is_string());
        QVERIFY((*twin)->seek(900.0).has_value());
        QTRY_COMPARE_WITH_TIMEOUT((*twin)->frame()->timeS, 900.0, 10000);
        for (const double timeS : {-1.0, 1801.0, std::nan("")}) {
            const auto no = (*twin)->seek(timeS);
            QVERIFY(!no && no.error().code == "WEB-028");
        }
        QCOMPARE((*twin)->edit({"warm.supply_setpoint_c=31"}, "x", {}).error().front().code.c_str(),
                 "WEB-021");
        QCOMPARE((*twin)->undo(false).error().front().code.c_str(), "WEB-021");
        QCOMPARE((*twin)->order("fail ups").error().code.c_str(), "WEB-021");

        ApiService service(**twin, HEADROOM_SOURCE_DIR "/resources");
        HttpRequest request;
        request.method = "GET";
        request.path = "/api/v1/run";
        request.caller.role = Role::Read;
        const auto state = parseJson<nlohmann::json>(service.answer(request).body);
        QCOMPARE(state["kind"].get<std::string>().c_str(), "recording");
        QCOMPARE(state["time_s"].get<double>(), 900.0);
        QCOMPARE(state["last_s"].get<double>(), 1800.0);
        request.path = "/api/v1/series";
        request.query = {{"channels", "facility/it_power_kw"}};
        QTRY_VERIFY(parseJson<nlohmann::json>(service.answer(request).body)["rows"].get<int>() >
                    50);
    }
};

HEADROOM_TEST(TestRecordedTwin)
}  // namespace tst_recorded_twin

#include "tst_recorded_twin.moc"
