// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

using namespace headroom::engine;
namespace fs = std::filesystem;

class TestJobTrace : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    ResultAll<std::vector<TraceJob>> read(const std::string& text,
                                          const char* size = "num_gpus") const {
        const auto path = fs::path{folder_.path().toStdString()} / "jobs.csv";
        std::ofstream(path, std::ios::binary) << text;
        return readJobTrace(path, "submit_s", "duration_s", size);
    }

  private slots:

    // 82,247 jobs, 978,078 accelerator-hours, the largest on 128 (the file's own notes).
    void philly() {
        const fs::path path = HEADROOM_SOURCE_DIR "/../shared/traces/philly_jobs.csv.gz";
        if (!fs::exists(path)) {
            QSKIP("the traces are not beside this checkout");
        }
        const auto jobs = readJobTrace(path, "submit_s", "duration_s", "num_gpus");
        QVERIFY(jobs);
        QCOMPARE(jobs->size(), std::size_t{82247});
        double hours = 0.0;
        int largest = 0;
        for (const TraceJob& job : *jobs) {
            hours += job.durationS * job.accelerators / 3600.0;
            largest = std::max(largest, job.accelerators);
        }
        QVERIFY(std::abs(hours - 978078.0) < 1.0);
        QCOMPARE(largest, 128);
        QCOMPARE(jobs->front().tenant, std::string{"7f04ca"});
    }

    // Columns in any order; equal times keep the order of the file; jobs without accelerators or
    // without running time are left out.
    void sortsStably() {
        const auto jobs = read(
            "vc,num_gpus,submit_s,duration_s\n"
            "late,1,50,10\nfirst,2,5,10.5\nzero,0,6,10\nshort,1,7,0\nsecond,4,5,20\n");
        QVERIFY(jobs);
        QCOMPARE(jobs->size(), std::size_t{3});
        QCOMPARE((*jobs)[0].tenant, std::string{"first"});
        QCOMPARE((*jobs)[0].durationS, 10.5);
        QCOMPARE((*jobs)[1].tenant, std::string{"second"});
        QCOMPARE((*jobs)[1].accelerators, 4);
        QCOMPARE((*jobs)[2].submitS, 50.0);
    }

    void withoutTenant() {
        const auto jobs = read("submit_s,duration_s,num_gpus\n1,2,3\n");
        QVERIFY(jobs);
        QVERIFY(jobs->front().tenant.empty());
    }

    void missingColumn() {
        const auto jobs = read("submit_s,duration_s,num_gpus\n1,2,3\n", "gpus");
        QVERIFY(!jobs);
        QCOMPARE(jobs.error().size(), std::size_t{1});
        const Error& error = jobs.error().front();
        QCOMPARE(error.code, std::string{"TRC-001"});
        QVERIFY(error.message.find("\"gpus\"") != std::string::npos);
        QVERIFY(error.remedy.find("submit_s, duration_s, num_gpus") != std::string::npos);
    }

    void everyBadRowIsNamed() {
        const auto jobs = read(
            "submit_s,duration_s,num_gpus\n"
            "1,2,3\nx,2,3\n1,-2,3\n1,2,2.5\n1,nan,3\n1,2,9999999\n");
        QVERIFY(!jobs);
        const Errors& errors = jobs.error();
        QCOMPARE(errors.size(), std::size_t{5});
        const std::vector<std::pair<std::string, int>> expected{
            {"TRC-002", 3}, {"TRC-003", 4}, {"TRC-004", 5}, {"TRC-002", 6}, {"TRC-004", 7}};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(errors[i].code, expected[i].first);
            QCOMPARE(errors[i].line, expected[i].second);
            QVERIFY(errors[i].file.find("jobs.csv") != std::string::npos);
            QVERIFY(!errors[i].remedy.empty());
        }
    }

    void manyErrorsAreCut() {
        std::string text = "submit_s,duration_s,num_gpus\n";
        for (int i = 0; i < 1000; ++i) {
            text += "x,y,z\n";
        }
        const auto jobs = read(text);
        QVERIFY(!jobs);
        QVERIFY(jobs.error().size() >= 20 && jobs.error().size() < 25);
    }

    void noJob() {
        QCOMPARE(read("submit_s,duration_s,num_gpus\n").error().front().code,
                 std::string{"TRC-005"});
        QCOMPARE(read("").error().front().code, std::string{"FIL-005"});
    }

    void cutGzip() {
        const fs::path path = HEADROOM_SOURCE_DIR "/../shared/traces/philly_jobs.csv.gz";
        if (!fs::exists(path)) {
            QSKIP("the traces are not beside this checkout");
        }
        const auto copy = fs::path{folder_.path().toStdString()} / "cut.csv.gz";
        fs::copy_file(path, copy);
        fs::resize_file(copy, fs::file_size(copy) / 2);
        const auto jobs = readJobTrace(copy, "submit_s", "duration_s", "num_gpus");
        QVERIFY(!jobs);
        QCOMPARE(jobs.error().front().code, std::string{"FIL-003"});
    }
};

QTEST_APPLESS_MAIN(TestJobTrace)
#include "tst_job_trace.moc"
