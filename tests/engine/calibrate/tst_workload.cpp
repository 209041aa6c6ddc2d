// SPDX-License-Identifier: Apache-2.0
#include "engine/calibrate/calibrate.h"
#include "engine/files/output_file.h"
#include "engine/telemetry/workload_series.h"
#include "models/core/random.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

namespace tst_workload {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
namespace fs = std::filesystem;

namespace {

const std::atomic<bool> kGoOn = false;
constexpr double kDayS = 86400.0;

/// Two readings of power, so that the sensor is followed; the building's own come later.
constexpr const char* kMap = R"({"format": "headroom-telemetry/1", "time": {"column": "timestamp"},
    "workload": {"tasks": "tasks.csv", "fragments": "fragments.csv", "hosts": 128, "cores_per_host": 8, "core_mhz": 1000},
    "sensors": [
        {"id": "use", "column": "workload", "drives": "utilization", "unit": "1"},
        {"id": "power", "column": "power_draw", "channel": "facility/it_power_kw", "unit": "W", "sd_pct": 1}]})";

}  // namespace

/// Work of hosts in the form of OpenDC and OpenDT: tasks, fragments of 30 s, measured power.
class TestWorkload : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    fs::path at(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

    TelemetryMap map() const {
        auto read = parseTelemetryMap(kMap, at("map.json"));
        if (!read) {
            qFatal("%s", text(read.error()).c_str());
        }
        return std::move(*read);
    }

    void write(const char* name, const std::string& text) const {
        if (!writeFile(at(name), text)) {
            qFatal("cannot write the fixture");
        }
    }

  private slots:

    // 128 hosts of 8 cores of 1,000 MHz are 1,024,000 MHz. Task a begins at 00:00:00 and uses 128,000 and then 256,000 MHz, task b
    // uses 512,000 MHz from 00:00:15 to 00:00:45. In the first 30 s (128,000 x 30 + 512,000 x 15) / (1,024,000 x 30) = 0.375 of the hosts are
    // used, in the next (256,000 x 30 + 512,000 x 15) / (1,024,000 x 30) = 0.5. Task c is not known.
    void fragmentsAddUp() {
        write("tasks.csv",
              "id,submission_time,duration,cpu_count,cpu_capacity,mem_capacity\n"
              "a,2022-10-07 "
              "00:00:00,60000,16,33600,100000\nb,2022-10-07T00:00:15Z,30000,16,33600,100000\n");
        write("fragments.csv",
              "id,duration,cpu_count,cpu_usage\na,30000,16,128000\nb,30000,16,512000\na,30000,16,"
              "256000\nc,30000,16,1000\na,soon,16,1\n");
        const TelemetryMap telemetry = map();
        const auto read = workloadSeries(*telemetry.workload, telemetry);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->series.value.size(), std::size_t{2});
        QCOMPARE(read->series.value[0], 0.375);
        QCOMPARE(read->series.value[1], 0.5);
        constexpr double kBeganS = 1665100800.0;  // 2022-10-07 of UTC
        QCOMPARE(read->series.timeS[0], kBeganS + 15.0);
        QCOMPARE(read->series.timeS[1], kBeganS + 45.0);
        QCOMPARE(read->notes.size(), std::size_t{3});
        QVERIFY(read->notes[1].find("1 fragments of unknown tasks are left out: line 5 (c)") !=
                std::string::npos);
    }

    // The same hosts as a topology of OpenDC; one without hosts is refused.
    void topologiesAreRead() {
        write("tasks.csv", "id,submission_time,duration\n1,1665100800000,30000\n");
        write("fragments.csv", "id,duration,cpu_usage\n1,30000,512000\n");
        write(
            "topology.json",
            R"({"clusters":[{"name":"c","hosts":[{"name":"h","count":128,"cpu":{"coreCount":8,"coreSpeed":1000}}]}]})");
        TelemetryMap telemetry = map();
        telemetry.workload->topology = at("topology.json");
        const auto read = workloadSeries(*telemetry.workload, telemetry);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->series.value[0], 0.5);
        write("topology.json", "{}");
        const auto none = workloadSeries(*telemetry.workload, telemetry);
        QVERIFY(!none);
        QCOMPARE(none.error().code, std::string("TEL-092"));
    }

    // A week of fragments. The building has chips that idle at 100 W and take 600 W, the catalogue says 71 and 700 W; its meter reads with
    // 2 % of noise. Idle power is the reading at no use, full power its rise: two figures that both act alone, so both come back, within
    // three standard errors, and the power of the two held-out days is predicted within 3.5 %, as a fit of two figures does for
    // the measured week of SURF.
    void twoFiguresPredictHeldOutDays() {
        std::string tasks = "id,submission_time,duration\n", fragments = "id,duration,cpu_usage\n";
        constexpr int kHours = 7 * 24;
        for (int hour = 0; hour < kHours; ++hour) {
            const double turn = 2.0 * std::numbers::pi * hour / 24.0;
            const double use = 0.5 - 0.3 * std::cos(turn) + 0.1 * std::sin(0.7 * hour);
            tasks += std::to_string(hour) + "," +
                     std::to_string(1665100800000LL + 3600000LL * hour) + ",3600000\n";
            fragments +=
                std::to_string(hour) + ",3600000," + std::to_string(1024000.0 * use) + "\n";
        }
        write("tasks.csv", tasks);
        write("fragments.csv", fragments);
        const TelemetryMap telemetry = map();
        std::vector<TelemetrySeries> series(2);
        std::vector<std::string> notes;
        QVERIFY(fillWorkload(telemetry, series, notes));
        QCOMPARE(series[0].value.size(), static_cast<std::size_t>(kHours * 120));
        series[1] = {{series[0].timeS.front()}, {1.0}};

        Project project = scenario("tour-small-hall");
        TwinSpec twin;
        twin.options.stepS = 300.0;
        twin.spinUpS = 1800.0;
        std::vector<CalibrationParameter> parameters;
        std::vector<FigurePath> figures;
        for (const auto& [path, low, high] :
             {std::tuple{"accelerator/h100-sxm.idle_w", 40.0, 200.0},
              std::tuple{"accelerator/h100-sxm.full_power_w", 400.0, 700.0}}) {
            auto figure = figurePath(project, catalogue(), path);
            QVERIFY2(figure, figure ? "" : figure.error().text().c_str());
            figures.push_back(*figure);
            parameters.push_back({std::move(*figure), low, high});
        }
        const std::vector<double> truth = {100.0, 600.0};
        const auto design = withFigures(project, catalogue(), figures, truth);
        QVERIFY(design);
        auto building = TwinRun::make(design->project, design->catalogue, telemetry, series, twin);
        QVERIFY2(building, building ? "" : text(building.error()).c_str());
        QVERIFY((*building)->follow({}, kGoOn));
        const ModelledSeries& modelled = (*building)->modelled();
        series[1] = {};
        for (std::size_t i = 0; i < modelled.timeS.size(); ++i) {
            series[1].timeS.push_back(modelled.timeS[i]);
            series[1].value.push_back(modelled.values[0][i] *
                                      (1.0 + 0.02 * models::randomNormal(11, 0, i)));
        }

        CalibrationSpec spec;
        spec.twin = twin;
        spec.everyS = 600.0;
        const auto fit =
            calibrate(project, catalogue(), telemetry, series, parameters, spec, {}, kGoOn);
        QVERIFY2(fit, fit ? "" : text(fit.error()).c_str());
        const std::string said = calibrationText(*fit, telemetry);
        for (std::size_t p = 0; p < truth.size(); ++p) {
            QVERIFY2(std::abs(fit->fitted[p].value - truth[p]) <
                         3.0 * fit->fitted[p].sd + 0.01 * truth[p],
                     said.c_str());
        }
        QVERIFY2(fit->sensors.front().leftOut.cvRmse < 0.035, said.c_str());
        QVERIFY2(fit->sensors.front().leftOut.cvRmse < fit->sensors.front().leftOutBefore.cvRmse,
                 said.c_str());
        QVERIFY(fit->untilS - fit->fitUntilS > 2.0 * kDayS);
    }
};

HEADROOM_TEST(TestWorkload)
}  // namespace tst_workload

#include "tst_workload.moc"
