// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"
#include "engine/files/output_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_cluster_log {

using namespace headroom::engine;
using headroom::models::JobTraceSpec;
namespace fs = std::filesystem;

/// Traces as schedulers of clusters print them.
class TestClusterLog : public QObject {
    Q_OBJECT

  private slots:

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    // Four jobs and a step; times count from 08:00:00, the first submission of a job that counts. Job 11 ran from 08:10 to 09:10 on 16,
    // job 14 for 30 s on the 4 + 4 of two kinds; 12 has no accelerator, 13 has not ended.
    void sacctIsRead() {
        const auto trace = read(
            "sacct.txt",
            "JobID|JobName|User|Account|Submit|Start|End|State|AllocTRES|TimelimitRaw|Priority\n"
            "11|train|ann|red|2026-07-01T08:00:00|2026-07-01T08:10:00|2026-07-01T09:10:00|"
            "COMPLETED|"
            "billing=16,cpu=128,gres/gpu:h100=16,gres/gpu=16,node=2|120|40\n"
            "11.batch|batch||red|2026-07-01T08:10:00|2026-07-01T08:10:00|2026-07-01T09:10:00|"
            "COMPLETED|cpu=128,gres/gpu=16||\n"
            "12|cpu|ann|red|2026-07-01T07:00:00|2026-07-01T08:10:00|2026-07-01T09:10:00|COMPLETED|"
            "cpu=8|60|1\n"
            "13|now|bob|blue|2026-07-01T08:30:00|2026-07-01T08:30:00|Unknown|RUNNING|gres/"
            "gpu=8|60|1\n"
            "14|mixed|bob|blue|2026-07-01T08:30:00|2026-07-01T08:31:00|2026-07-01T08:31:30|FAILED|"
            "gres/gpu:a=4,gres/gpu:b=4|60|1\n");
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        const TraceJob& job = trace->jobs[0];
        QCOMPARE(job.submitS, 0.0);
        QCOMPARE(job.durationS, 3600.0);
        QCOMPARE(job.accelerators, 16);
        QCOMPARE(job.tenant, std::string("red"));
        QCOMPARE(job.name, std::string("train"));
        QCOMPARE(job.requestedS, 7200.0);
        QCOMPARE(job.priority, 40);
        QCOMPARE(trace->jobs[1].submitS, 1800.0);
        QCOMPARE(trace->jobs[1].durationS, 30.0);
        QCOMPARE(trace->jobs[1].accelerators, 8);
        QCOMPARE(trace->notes.size(), std::size_t{3});
        QCOMPARE(trace->kinds, (std::vector<std::string>{"h100", "a"}));
    }

    void slurmFormsGiveOneJob_data() {
        QTest::addColumn<QString>("text");
        const QString head = "JobID|Submit|Start|End|Elapsed|State|AllocTRES\n";
        // New York sets its clocks back at 02:00 of 2025-11-02: 01:50 EDT to 01:20 EST are 30 minutes, and not -30.
        QTest::newRow("clocks set back")
            << head +
                   "1|2025-11-02T01:10:00|2025-11-02T01:50:00|2025-11-02T01:20:00|00:30:00|"
                   "COMPLETED|gres/gpu=8\n";
        QTest::newRow("suspended for an hour")
            << head +
                   "1|2025-11-03T01:00:00|2025-11-03T01:00:00|2025-11-03T02:30:00|00:30:00|"
                   "COMPLETED|gres/gpu=8\n";
        QTest::newRow("no year, month name")
            << head + "1|03 Nov 01:00|03 Nov 01:00|03 Nov 01:30|00:30:00|COMPLETED|gres/gpu=8\n";
        QTest::newRow("no year, no Elapsed")
            << "JobID|Submit|Start|End|AllocTRES\n1|31 Dec 01:00|31 Dec 01:00|31 Dec 01:30|gres/"
               "gpu=8\n";
        QTest::newRow("no year, numbers")
            << head +
                   "1|11/03-01:00:00|11/03-01:00:00|11/03-01:30:00|00:30:00|COMPLETED|"
                   "gres/gpu=8\n";
        QTest::newRow("running, without End")
            << "JobID|Submit|Start|Elapsed|State|AllocTRES\n"
               "1|2025-11-03T01:00:00|2025-11-03T01:00:00|00:30:00|COMPLETED|gres/gpu=8\n"
               "2|2025-11-03T01:00:00|2025-11-03T01:00:00|00:20:00|RUNNING|gres/gpu=8\n";
        // 14 slices of 4/7 are 8 accelerators; the total counts slices.
        QTest::newRow("slices")
            << head +
                   "1|2025-11-03T01:00:00|2025-11-03T01:00:00|2025-11-03T01:30:00|00:30:00|"
                   "COMPLETED|gres/gpu=14,gres/gpu:h100_4g.40gb=14\n";
        QTest::newRow("scontrol")
            << "JobId=101 JobName=a b c\n   UserId=u(1000) GroupId=g(1000) MCS_label=N/A\n"
               "   Priority=42 Nice=0 Account=red QOS=normal\n   JobState=COMPLETED Reason=None\n"
               "   RunTime=00:30:00 TimeLimit=2-00:00:00 TimeMin=N/A\n"
               "   SubmitTime=2025-11-03T01:00:00 EligibleTime=2025-11-03T01:00:00\n"
               "   StartTime=2025-11-03T01:00:00 EndTime=2025-11-03T01:30:00 Deadline=N/A\n"
               "   ReqTRES=cpu=64,node=1,gres/gpu=8\n   AllocTRES=cpu=64,node=1,gres/gpu=8\n\n"
               "JobId=102 JobName=now\n   JobState=RUNNING\n   RunTime=00:10:00\n"
               "   SubmitTime=2025-11-03T01:00:00\n   StartTime=2025-11-03T01:00:00 "
               "EndTime=2025-11-05T01:00:00\n   TRES=cpu=64,gres/gpu=8\n";
        QTest::newRow("scontrol, components of a gang")
            << "JobId=7 HetJobId=7 HetJobOffset=0 JobState=COMPLETED "
               "SubmitTime=2025-11-03T01:00:00 StartTime=2025-11-03T01:00:00 "
               "EndTime=2025-11-03T01:30:00 TRES=cpu=1,gres/gpu=4\n"
               "JobId=8 HetJobId=7 HetJobOffset=1 JobState=COMPLETED "
               "SubmitTime=2025-11-03T01:00:00 StartTime=2025-11-03T01:00:00 "
               "EndTime=2025-11-03T01:30:00 TRES=cpu=1,gres/gpu=4\n";
        QTest::newRow("jobcomp/filetxt")
            << "JobId=5 UserId=u(1) Name=x JobState=COMPLETED TimeLimit=60 "
               "StartTime=2025-11-03T01:00:00 EndTime=2025-11-03T01:30:00 NodeCnt=1 "
               "Tres=cpu=8,node=1,gres/gpu=8 SubmitTime=2025-11-03T01:00:00 ExitCode=0:0\n";
    }

    // One job of 8 accelerators that ran for half an hour, whatever Slurm's tool, clock and format of times.
    void slurmFormsGiveOneJob() {
        QFETCH(QString, text);
        const auto trace = read("jobs.txt", text.toStdString());
        QVERIFY2(trace, trace ? "" : trace.error().front().text().c_str());
        QCOMPARE(trace->jobs.size(), std::size_t{1});
        QCOMPARE(trace->jobs[0].accelerators, 8);
        QCOMPARE(trace->jobs[0].durationS, 1800.0);
    }

    void pbsFormsGiveOneJob_data() {
        QTest::addColumn<QString>("resources");
        // Eight accelerators in each form: assigned by chunks, counted one by one, requested in total, by chunks, or by nodes.
        QTest::newRow("exec_vnode") << "exec_vnode=(n1:ncpus=32:ngpus=4)+(n2:ncpus=32:ngpus=4) "
                                       "Resource_List.ngpus=99";
        QTest::newRow("exec_gpus, TORQUE")
            << "exec_gpus=a-gpu/0+a-gpu/1+a-gpu/2+a-gpu/3+b-gpu/0+b-gpu/1+b-gpu/2+b-gpu/3";
        QTest::newRow("ngpus") << "Resource_List.ncpus=128 Resource_List.ngpus=8";
        QTest::newRow("select") << "Resource_List.select=1:ncpus=8:ngpus=4:mem=9gb+2:ngpus=2";
        QTest::newRow("nodes, TORQUE") << "Resource_List.nodes=2:ppn=8:gpus=4";
    }

    // A job that was submitted at 01:00, began at 01:10 and ended at 01:40 UTC: 1,800 s on eight accelerators, after 600 s of waiting. The
    // second job never began, and the third is still running. Records of licences and reservations are skipped.
    void pbsFormsGiveOneJob() {
        QFETCH(QString, resources);
        const std::string text =
            "11/03/2025 00:59:00;L;license;floating license hour:3\n"
            "11/03/2025 01:00:00;Q;12.srv;queue=gpu\n"
            "11/03/2025 01:10:00;S;12.srv;user=u jobname=a b queue=gpu qtime=1762131600 "
            "start=1762132200 " +
            resources.toStdString() +
            "\n11/03/2025 01:40:00;E;12.srv;user=u group=g account=red jobname=a b queue=gpu "
            "ctime=1762131600 qtime=1762131600 etime=1762131600 start=1762132200 " +
            resources.toStdString() +
            " Resource_List.walltime=02:00:00 end=1762134000 Exit_status=0 "
            "resources_used.walltime=00:30:00\n"
            "11/03/2025 01:45:00;D;13.srv;requestor=u@host\n"
            "11/03/2025 01:50:00;S;14.srv;user=u qtime=1762132200 start=1762134600 "
            "Resource_List.ngpus=8\n";
        const auto trace = read("20251103", text);
        QVERIFY2(trace, trace ? "" : trace.error().front().text().c_str());
        QCOMPARE(trace->jobs.size(), std::size_t{1});
        QCOMPARE(trace->jobs[0].accelerators, 8);
        QCOMPARE(trace->jobs[0].durationS, 1800.0);
    }

    // A job that ends before it starts is left out, and named by the line of its record in the log.
    void recordsAreNamedByTheirLine() {
        const std::string pbs =
            "11/03/2025 01:00:00;L;license;floating\n\n"
            "11/03/2025 01:40:00;E;1.srv;qtime=1762131600 start=1762132200 end=1762134000 "
            "Resource_List.ngpus=8\n"
            "11/03/2025 01:50:00;E;2.srv;qtime=1762131600 start=1762132200 end=1762131000 "
            "Resource_List.ngpus=8\n";
        const std::string slurm =
            "JobId=1 JobState=COMPLETED SubmitTime=2025-11-03T01:00:00\n"
            "   StartTime=2025-11-03T01:00:00 EndTime=2025-11-03T01:30:00 TRES=gres/gpu=8\n\n"
            "JobId=2 JobState=COMPLETED SubmitTime=2025-11-03T01:00:00\n"
            "   StartTime=2025-11-03T01:00:00 EndTime=2025-11-03T00:30:00 TRES=gres/gpu=8\n";
        for (const std::string& text : {pbs, slurm}) {
            const auto trace = read("log", text);
            QVERIFY2(trace, trace ? "" : trace.error().front().text().c_str());
            QCOMPARE(trace->jobs.size(), std::size_t{1});
            const bool isNamed = std::any_of(
                trace->notes.begin(), trace->notes.end(),
                [](const std::string& note) { return note.find("line 4") != std::string::npos; });
            QVERIFY2(isNamed, trace->notes.empty() ? "no notes" : trace->notes.front().c_str());
        }
    }

    void lengthsOfTime_data() {
        QTest::addColumn<QString>("head");
        QTest::addColumn<QString>("cell");
        QTest::newRow("clock") << "duration"
                               << "01:30:00";
        QTest::newRow("Slurm, days") << "duration"
                                     << "0-01:30:00";
        QTest::newRow("Python") << "duration"
                                << "\"0 days, 1:30:00\"";
        QTest::newRow("pandas") << "duration"
                                << "0 days 01:30:00";
        QTest::newRow("ISO 8601") << "duration"
                                  << "PT1H30M";
        QTest::newRow("spelled") << "duration"
                                 << "1h30m";
        QTest::newRow("spelled, blanks") << "duration"
                                         << "1 h 30 min";
        QTest::newRow("one unit") << "duration"
                                  << "90 min";
        QTest::newRow("unit in the head") << "run_time_h"
                                          << "1.5";
        QTest::newRow("unit in brackets") << "Elapsed [h]"
                                          << "1.5";
        QTest::newRow("decimal comma") << "Runtime (hours)"
                                       << "\"1,5\"";
    }

    // 5,400 s in every form. The submission has its unit in the head too: 0.5 h after the other job.
    void lengthsOfTime() {
        QFETCH(QString, head);
        QFETCH(QString, cell);
        const std::string run = cell.toStdString();
        const auto trace = read("jobs.csv", "submit_h," + head.toStdString() + ",gpus\n0," + run +
                                                ",8\n0.5," + run + ",8\n");
        QVERIFY2(trace, trace ? "" : trace.error().front().text().c_str());
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        QCOMPARE(trace->jobs[1].submitS, 1800.0);
        QCOMPARE(trace->jobs[1].durationS, 5400.0);
    }

    void wrongSacctIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("no end") << "JobID|Submit|Start|AllocTRES\n"
                                << "TRC-001";
        QTest::newRow("no accelerators") << "JobID|Submit|Start|End\n"
                                         << "TRC-001";
        QTest::newRow("cut line")
            << "JobID|Submit|Start|End|AllocTRES\n1|2026-07-01T08:00:00|2026-07\n"
            << "TRC-005";
        QTest::newRow("no time") << "JobID|Submit|Start|End|AllocTRES\n"
                                    "1|soon|2026-07-01T08:00:00|2026-07-01T09:00:00|gres/gpu=1\n"
                                 << "TRC-005";
        QTest::newRow("too many")
            << "JobID|Submit|Start|End|AllocTRES\n"
               "1|2026-07-01T08:00:00|2026-07-01T08:00:00|2026-07-01T09:00:00|gres/gpu=99999999\n"
            << "TRC-005";
        QTest::newRow("no job") << "JobID|Submit|Start|End|AllocTRES\n"
                                << "TRC-005";
        QTest::newRow("no list") << "{\"kind\": \"Nod\"}"
                                 << "TRC-009";
        QTest::newRow("no JSON") << "{\"kind\": "
                                 << "TRC-009";
        QTest::newRow("odd JSON") << "{\"items\": [1, null, \"a\", {\"spec\": {\"containers\": "
                                     "[[], {\"resources\": 3}]}}]}"
                                  << "TRC-005";
    }

    void wrongSacctIsRefused() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        const auto trace = read("wrong.txt", text.toStdString());
        QVERIFY(!trace);
        QCOMPARE(QString::fromStdString(trace.error().front().code), code);
    }

    // Two pods of one PyTorchJob, 8 each: created at 08:00 and 08:01, started at 08:05 and 08:06, ended at 09:06 and 09:05: a gang of 16 from
    // 08:06 to 09:06. A lone pod without a status tells its times by events: 08:20 to 08:30. One runs on, one has no accelerator, and one
    // is known by an event alone.
    void podsAndEventsAreRead() {
        const auto pod = [](const char* name, const char* created, const char* more) {
            return std::string("{\"kind\":\"Pod\",\"metadata\":{\"name\":\"") + name +
                   "\",\"namespace\":\"red\",\"creationTimestamp\":\"" + created + "\"" + more +
                   "}";
        };
        const auto status = [](const char* start, const char* end) {
            return std::string("\"status\":{\"startTime\":\"") + start +
                   "\",\"containerStatuses\":[{\"state\":{\"terminated\":{\"finishedAt\":\"" + end +
                   "\"}}}]}";
        };
        const std::string gang =
            ",\"ownerReferences\":[{\"kind\":\"PyTorchJob\",\"name\":\"llama\"}]},"
            "\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"nvidia.com/"
            "gpu\":\"8\",\"cpu\":\"64\"}}}]},";
        const auto event = [](const char* name, const char* reason, const char* when) {
            return std::string(
                       "{\"kind\":\"Event\",\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":"
                       "\"red\",\"name\":\"") +
                   name + "\"},\"reason\":\"" + reason + "\",\"lastTimestamp\":\"" + when + "\"}";
        };
        const char* one =
            "},\"spec\":{\"containers\":[{\"resources\":{\"requests\":{\"amd.com/gpu\":4}}}]}";
        const std::string text =
            "{\"kind\":\"List\",\"items\":[" +
            pod("llama-0", "2026-07-01T08:00:00Z",
                (gang + status("2026-07-01T08:05:00Z", "2026-07-01T09:06:00Z")).c_str()) +
            ',' +
            pod("llama-1", "2026-07-01T08:01:00Z",
                (gang + status("2026-07-01T08:06:00Z", "2026-07-01T09:05:00Z")).c_str()) +
            ',' + pod("lone", "2026-07-01T08:10:00Z", one) + ',' +
            event("lone", "Scheduled", "2026-07-01T08:20:00Z") + ',' +
            event("lone", "Killing", "2026-07-01T08:30:00Z") + ',' +
            event("gone", "Scheduled", "2026-07-01T08:20:00Z") + ',' +
            pod("on", "2026-07-01T08:10:00Z",
                (std::string(one) + ",\"status\":{\"startTime\":\"2026-07-01T08:11:00Z\","
                                    "\"containerStatuses\":[{\"state\":{\"running\":{}}}]}")
                    .c_str()) +
            ',' + pod("web", "2026-07-01T08:10:00Z", "},\"spec\":{\"containers\":[{}]}") + "]}";
        const auto trace = read("pods.json", text);
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        QCOMPARE(trace->jobs[0].name, std::string("llama"));
        QCOMPARE(trace->jobs[0].accelerators, 16);
        QCOMPARE(trace->jobs[0].submitS, 0.0);
        QCOMPARE(trace->jobs[0].durationS, 3600.0);
        QCOMPARE(trace->jobs[0].tenant, std::string("red"));
        QCOMPARE(trace->jobs[1].name, std::string("lone"));
        QCOMPARE(trace->jobs[1].submitS, 600.0);
        QCOMPARE(trace->jobs[1].durationS, 600.0);
        QCOMPARE(trace->jobs[1].accelerators, 4);
        QCOMPARE(trace->notes.size(), std::size_t{3});
    }

  private:
    ResultAll<JobTrace> read(const char* name, const std::string& text) const {
        const fs::path file = fs::path(folder_->path().toStdString()) / name;
        if (!writeFile(file, text)) {
            return {};
        }
        return readJobTrace(file, JobTraceSpec{});
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

HEADROOM_TEST(TestClusterLog)
}  // namespace tst_cluster_log

#include "tst_cluster_log.moc"
