// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

namespace tst_job_trace {

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

    ResultAll<JobTrace> trace_(const std::string& text,
                               const headroom::models::JobTraceSpec& spec = {}) const {
        const auto path = fs::path{folder_.path().toStdString()} / "jobs.csv";
        std::ofstream(path, std::ios::binary) << text;
        return readJobTrace(path, spec);
    }

    static std::string all(const JobTrace& trace) {
        std::string text;
        for (const std::string& note : trace.notes) {
            text += note + ". ";
        }
        return text;
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

    // A hundred jobs a minute apart and one of 1970: it is left out and counted, and the others begin at 0, not 53 years
    // later, wherever it stands. Two hundred days of trials of a tenth of the jobs stay: they are a log of their own.
    void jobOf1970() {
        for (const int place : {0, 50, 100}) {
            std::string text = "submit_s,duration_s,num_gpus\n";
            for (int i = 0; i <= 100; ++i) {
                text +=
                    i == place ? "0,60,1\n" : std::to_string(1'700'000'000 + 60 * i) + ",60,1\n";
            }
            const auto trace = trace_(text);
            QVERIFY2(trace.has_value(), trace ? "" : headroom::engine::text(trace.error()).c_str());
            QCOMPARE(trace->jobs.size(), std::size_t{100});
            QVERIFY(trace->jobs.back().submitS - trace->jobs.front().submitS <= 6000.0);
            QVERIFY(trace->jobs.front().submitS <= 60.0);
            QVERIFY2(
                all(*trace).find("1 job left out: submitted more than 30 days from all others") !=
                    std::string::npos,
                all(*trace).c_str());
        }
        std::string trials = "submit_s,duration_s,num_gpus\n";
        for (int i = 0; i < 100; ++i) {
            trials += std::to_string(i < 10 ? 60 * i : 17'280'000 + 60 * i) + ",60,1\n";
        }
        QCOMPARE(trace_(trials)->jobs.size(), std::size_t{100});
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

    // Bad rows are left out and named; of 6 rows two can be used: the first, and that of 2.5 accelerators, which becomes 3.
    void everyBadRowIsNamed() {
        const auto trace = trace_(
            "submit_s,duration_s,num_gpus\n"
            "1,2,3\nx,2,3\n1,-2,3\n1,2,2.5\n1,,3\n1,2,9999999\n");
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        QCOMPARE(trace->jobs[1].accelerators, 3);
        const std::string notes = all(*trace);
        for (const char* part :
             {"line 3 (submit_s is \"x\", not a time)",
              "line 4 (duration_s is \"-2\", not 0 or more)", "line 6 (duration_s is \"\")",
              "line 7 (1e+07 accelerators, more than 1,000,000)", "1 jobs ask for a share"}) {
            QVERIFY2(notes.find(part) != std::string::npos, notes.c_str());
        }
    }

    // Of a thousand bad rows the first ten are named, and the rest is counted.
    void manyBadRowsAreCounted() {
        std::string text = "submit_s,duration_s,num_gpus\n1,1,1\n";
        for (int i = 0; i < 1000; ++i) {
            text += "1,2,z\n";
        }
        const auto trace = trace_(text);
        QVERIFY(trace);
        QVERIFY(all(*trace).find("1000 rows that cannot be read are left out: line 3") !=
                std::string::npos);
        QVERIFY(all(*trace).find(
                    "line 12 (num_gpus is \"z\", not a number of at least 0) and 990 more") !=
                std::string::npos);
        const auto none = trace_("submit_s,duration_s,num_gpus\n1,2,z\n");
        QVERIFY(!none);
        QCOMPARE(none.error().front().code, std::string("TRC-005"));
        QVERIFY(none.error().front().message.find("line 2 (num_gpus is \"z\"") !=
                std::string::npos);
    }

    void noJob() {
        QCOMPARE(read("submit_s,duration_s,num_gpus\n").error().front().code,
                 std::string{"TRC-005"});
        QCOMPARE(read("").error().front().code, std::string{"TXT-001"});
    }

    // Standard Workload Format: allocated processors, else requested; 4 of them are an accelerator
    // here, rounded up; -1 is unknown; comments and empty lines are passed over.
    void swf() {
        const auto path = fs::path{folder_.path().toStdString()} / "log.swf";
        std::ofstream(path, std::ios::binary)
            << "; Version: 2.2\n; MaxProcs: 64\n\n"
               "  1  0  5  100   8 -1 -1   8  3600 -1 1 12 1 -1 1 -1 -1 -1\r\n"
               "2 30 -1  50  -1 -1 -1   5    -1 -1 1 -1 1 -1 1 -1 -1 -1\n"
               "3 40 -1  -1   4 -1 -1   4    -1 -1 0  3 1 -1 1 -1 -1 -1\n";
        headroom::models::JobTraceSpec spec;
        spec.processorsPerAccelerator = 4.0;
        const auto trace = readJobTrace(path, spec);
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        const TraceJob& a = trace->jobs[0];
        QCOMPARE(a.submitS, 0.0);
        QCOMPARE(a.durationS, 100.0);
        QCOMPARE(a.accelerators, 2);
        QCOMPARE(a.requestedS, 3600.0);
        QCOMPARE(a.tenant, std::string{"user-12"});
        QCOMPARE(a.name, std::string{"job-1"});
        QCOMPARE(trace->jobs[1].accelerators, 2);
        QCOMPARE(trace->jobs[1].requestedS, 0.0);
        QVERIFY(trace->jobs[1].tenant.empty());
        QCOMPARE(trace->notes.size(), std::size_t{1});
        QVERIFY(trace->notes[0].starts_with(
            "1 jobs that did not start or have not ended are left out: line 6 (no run time)"));
    }

    void badSwf_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("words");
        QTest::newRow("cut") << "1 0 5 100 8"
                             << "5 fields instead of 18";
        QTest::newRow("long") << "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"
                              << "19 fields instead of 18";
        QTest::newRow("word") << "1 0 5 x 8 -1 -1 8 1 -1 1 1 1 -1 1 -1 -1 -1"
                              << "field 4 is \"x\", not a number";
        QTest::newRow("huge") << "1 0 5 9 1e300 -1 -1 8 1 -1 1 1 1 -1 1 -1 -1 -1"
                              << "1e+300 accelerators";
        QTest::newRow("late") << "1 1e12 5 9 8 -1 -1 8 1 -1 1 1 1 -1 1 -1 -1 -1"
                              << "more than 3,000 years";
        QTest::newRow("before the start") << "1 -9 5 9 8 -1 -1 8 1 -1 1 1 1 -1 1 -1 -1 -1"
                                          << "no time of submission";
        QTest::newRow("part of a job") << "1 0 5 9 8 -1 -1 8 1 -1 3 1 1 -1 1 -1 -1 -1"
                                       << "1 lines tell parts of jobs";
    }

    void badSwf() {
        QFETCH(QString, line);
        QFETCH(QString, words);
        const auto path = fs::path{folder_.path().toStdString()} / "bad.swf";
        std::ofstream(path, std::ios::binary) << "; comment\n" << line.toStdString() << "\n";
        const auto trace = readJobTrace(path, headroom::models::JobTraceSpec{});
        QVERIFY(!trace);
        QCOMPARE(trace.error().front().code, std::string("TRC-005"));
        QVERIFY2(QString::fromStdString(trace.error().front().message).contains(words),
                 trace.error().front().message.c_str());
    }

    // Pods: run time from scheduling to deletion, shares as whole ones, those without left out;
    // known by their columns.
    void openb() {
        const auto path = fs::path{folder_.path().toStdString()} / "pods.csv";
        std::ofstream(path, std::ios::binary)
            << "name,cpu_milli,num_gpu,gpu_milli,qos,creation_time,deletion_time,scheduled_time\n"
               "a,1000,1,460,LS,100,400,150\nb,1000,8,1000,BE,50,90,\nc,1000,0,0,BE,1,2,1\n";
        const auto trace = readJobTrace(path, headroom::models::JobTraceSpec{});
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        QCOMPARE(trace->jobs[0].name, std::string{"b"});
        QCOMPARE(trace->jobs[0].durationS, 40.0);
        QCOMPARE(trace->jobs[1].accelerators, 1);
        QCOMPARE(trace->jobs[1].durationS, 250.0);
        QCOMPARE(trace->jobs[1].tenant, std::string{"LS"});
        QVERIFY(all(*trace).find("read as pods of Alibaba's openb") != std::string::npos);
        QVERIFY(all(*trace).find("1 jobs have no time of start") != std::string::npos);
        QVERIFY(all(*trace).find("1 jobs without an accelerator") != std::string::npos);
        QVERIFY(all(*trace).find("1 jobs ask for a share") != std::string::npos);
    }

    // The published file: 8,152 pods, 1,088 of them without an accelerator, one of no run time,
    // 3,077 of the others with a share.
    void openbPublished() {
        const fs::path path = HEADROOM_SOURCE_DIR "/../shared/traces/openb_pods.csv.gz";
        if (!fs::exists(path)) {
            QSKIP("the traces are not beside this checkout");
        }
        const auto trace = readJobTrace(path, headroom::models::JobTraceSpec{});
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{8152 - 1088 - 1});
        QVERIFY(all(*trace).find("3077 jobs ask for a share") != std::string::npos);
    }

    // A column map with dates, names, priorities, deadlines and tenants; times from the first
    // submission on: 90 minutes and a half after it, with an offset of two hours.
    void datesAndColumns() {
        const auto path = fs::path{folder_.path().toStdString()} / "map.csv";
        std::ofstream(path, std::ios::binary)
            << "when,run,n,who,what,urgency,by\n"
               "2026-07-01T10:00:00Z,600,8,red,first,-2,\n"
               "2026-07-01 13:30:30+02:00,60,4,blue,second,5,2026-07-01T12:00:00Z\n";
        headroom::models::JobTraceSpec spec;
        spec.submitColumn = "when";
        spec.durationColumn = "run";
        spec.sizeColumn = "n";
        spec.tenantColumn = "who";
        spec.nameColumn = "what";
        spec.priorityColumn = "urgency";
        spec.deadlineColumn = "by";
        spec.time = headroom::models::TraceTime::DateTime;
        const auto trace = readJobTrace(path, spec);
        QVERIFY(trace);
        QCOMPARE(trace->jobs[0].submitS, 0.0);
        QCOMPARE(trace->jobs[0].priority, -2);
        QCOMPARE(trace->jobs[0].deadlineS, -1.0);
        QCOMPARE(trace->jobs[1].submitS, 5430.0);
        QCOMPARE(trace->jobs[1].deadlineS, 7200.0);
        QCOMPARE(trace->jobs[1].tenant, std::string{"blue"});
        QCOMPARE(trace->jobs[1].name, std::string{"second"});
    }

    // Two jobs 100 s apart, in minutes and scaled: gaps halved, sizes doubled, run three times; the
    // mean gap (100 s, halved) separates the rounds, so that they begin every 100 s.
    void scalesAndRepeats() {
        const auto path = fs::path{folder_.path().toStdString()} / "scaled.csv";
        std::ofstream(path, std::ios::binary) << "submit_s,duration_s,num_gpus\n0,1,1\n100,2,3\n";
        headroom::models::JobTraceSpec spec;
        spec.timeScale = 0.5;
        spec.sizeScale = 2.0;
        spec.repeat = 3;
        auto trace = readJobTrace(path, spec);
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{6});
        QCOMPARE(trace->jobs[1].submitS, 50.0);
        QCOMPARE(trace->jobs[1].accelerators, 6);
        QCOMPARE(trace->jobs[2].submitS, 100.0);
        QCOMPARE(trace->jobs[5].submitS, 250.0);
        spec = {};
        spec.time = headroom::models::TraceTime::Minutes;
        trace = readJobTrace(path, spec);
        QCOMPARE(trace->jobs[1].submitS, 6000.0);
        QCOMPARE(trace->jobs[1].durationS, 120.0);
    }

    // What would make sums of a comparison infinite is left out; characters that order a terminal about are written out.
    void nonsenseIsLeftOut() {
        const auto jobsOf = [&](const std::string& row) {
            const auto trace = trace_("submit_s,duration_s,num_gpus,user\n0,60,1,a\n" + row);
            return trace ? trace->jobs : std::vector<TraceJob>();
        };
        QCOMPARE(jobsOf("0,1e308,1,b\n").size(), std::size_t{1});
        QCOMPARE(jobsOf("0,60,nan,b\n").size(), std::size_t{1});
        QCOMPARE(jobsOf("0,nan,1,b\n").size(), std::size_t{1});
        QCOMPARE(jobsOf("0,60,1,\x1b[2J\n").back().tenant, std::string("\\u001b[2J"));
        QCOMPARE(jobsOf("0,60,1,b\n").size(), std::size_t{2});
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

HEADROOM_TEST(TestJobTrace)
}  // namespace tst_job_trace

#include "tst_job_trace.moc"
