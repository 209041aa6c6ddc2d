// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"
#include "engine/files/output_file.h"
#include "engine/store/export_swf.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_export_swf {

using namespace headroom::engine;
namespace fs = std::filesystem;

class TestExportSwf : public QObject {
    Q_OBJECT

  private slots:

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    // The sample's job: submitted at 30 s, on 16 accelerators from 45.5 to 100 s (wait 15.5 -> 16, run 54.5 -> 55), then in
    // the queue until the end: under way, status -1. Its number is that of the run.
    void aJobIsOneLine() {
        const auto text = swfOfSample();
        QVERIFY(text);
        QVERIFY(text->starts_with("; Version: 2.2\n; Computer: Sample & <test>\n"));
        // 2026-12-31 23:00 of the clock: 20818 days and 23 h after 1970.
        QVERIFY(text->find("; UnixStartTime: 1798758000\n") != std::string::npos);
        QVERIFY(text->find("; Partition: 1 h100-sxm\n") != std::string::npos);
        QVERIFY(text->find("; Note: user 1 is red\n") != std::string::npos);
        QVERIFY(text->ends_with("\n1 30 16 55 16 -1 -1 16 -1 -1 -1 1 -1 -1 -1 1 -1 -1\n"));
    }

    void itIsReadBack() {
        const fs::path file = path("jobs.swf");
        QVERIFY(writeFile(file, swfOfSample().value()));
        const auto trace = readJobTrace(file, headroom::models::JobTraceSpec{});
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{1});
        QCOMPARE(trace->jobs[0].submitS, 30.0);
        QCOMPARE(trace->jobs[0].durationS, 55.0);
        QCOMPARE(trace->jobs[0].accelerators, 16);
        QCOMPARE(trace->jobs[0].tenant, std::string("user-1"));
    }

    void aRunWithoutJobsIsRefused() {
        auto recorder =
            Recorder::create(path("none.db"), sampleInfo(), sampleChannels(), false).value();
        const std::vector<double> values(sampleChannels().size(), 1.0);
        recorder->sample(0.0, values);
        QVERIFY(recorder->finish(kSampleSummary));
        const auto text = swfText(*Recording::open(path("none.db")).value());
        QVERIFY(!text);
        QCOMPARE(text.error().code, std::string("STO-014"));
    }

  private:
    fs::path path(const char* name) const { return fs::path(folder_->path().toStdString()) / name; }

    Result<std::string> swfOfSample() const {
        recordSample(path("run.db"), 100);
        return swfText(*Recording::open(path("run.db")).value());
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

HEADROOM_TEST(TestExportSwf)
}  // namespace tst_export_swf

#include "tst_export_swf.moc"
