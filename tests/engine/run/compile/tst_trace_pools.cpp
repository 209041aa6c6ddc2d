// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/trace_pools.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

namespace tst_trace_pools {

using namespace headroom::engine;
using namespace headroom::tests;

/// Logs of jobs in a run: on which accelerators, and in place of what.
class TestTracePools : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    Simulator* start(const char* scenarioName, const std::string& text, const std::string& map) {
        const std::filesystem::path file =
            std::filesystem::path(folder_.path().toStdString()) / "log.csv";
        std::ofstream(file, std::ios::binary) << text;
        RunOptions options;
        options.traceFile = file;
        options.traceMap = map;
        made_ = simulator(scenario(scenarioName), options);
        return made_.get();
    }

    std::unique_ptr<Simulator> made_;

  private slots:

    // A word means an accelerator if the words of one name are among those of the other, or both hold the model's number; a size of
    // memory is no model.
    void wordsMeanAccelerators_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("means");
        const auto row = [](const char* word, const char* id, bool means) {
            QTest::newRow(word) << QString(word) << QString(id) << means;
        };
        row("h100", "h100-sxm", true);
        row("NVIDIA-H100-80GB-HBM3", "h100-sxm", true);
        row("Tesla V100", "v100-sxm2", true);
        row("gaudi", "gaudi3", true);
        row("A100", "h100-sxm", false);
        row("NVIDIA-A100-SXM4-80GB", "h100-sxm", false);
        row("1g.10gb", "h100-sxm", false);
        row("a40", "a100-40gb-sxm", false);
        row("", "h100-sxm", false);
    }

    void wordsMeanAccelerators() {
        QFETCH(QString, word);
        QFETCH(QString, id);
        QFETCH(bool, means);
        QCOMPARE(meansAccelerator(word.toStdString(), id.toStdString()), means);
    }

    // The tour has H100 alone: jobs of H100 run there, and a note counts the one of V100. Its training jobs and generators are gone: at the
    // start nothing but the two jobs of the log is there, 8 and 4 accelerators of 1,024.
    void theLogReplacesAllJobs() {
        Simulator* run =
            start("tour-small-hall",
                  "submit_s,duration_s,gpus,gpu_type\n0,3600,8,h100\n0,3600,4,v100\n", "");
        const auto& plant = run->plant();
        QVERIFY(plant.training.empty() && plant.generators.empty() && plant.batches.empty());
        QCOMPARE(plant.traces.size(), std::size_t{1});
        QCOMPARE(plant.traces[0].jobs.size(), std::size_t{2});
        QVERIFY(plant.traces[0].notes.back().starts_with(
            "1 jobs ran on v100, of which the project has none: here they run on h100-sxm"));
        run->step();
        QCOMPARE(run->state().allocatedNow, 12);
    }

    // A wrong word of the map is an error of the run.
    void mapsAreChecked() {
        RunOptions options;
        options.traceFile = "jobs.csv";
        options.traceMap = "colour=red";
        const auto made = Simulator::create(scenario("tour-small-hall"), catalogue(), options);
        QVERIFY(!made);
        QCOMPARE(made.error().front().code, std::string("TRC-010"));
    }
};

HEADROOM_TEST(TestTracePools)
}  // namespace tst_trace_pools

#include "tst_trace_pools.moc"
