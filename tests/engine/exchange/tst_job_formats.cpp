// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"
#include "engine/exchange/trace_map.h"
#include "engine/files/output_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_job_formats {

using namespace headroom::engine;
using headroom::models::JobTraceSpec;
namespace fs = std::filesystem;

/// Logs of jobs in the columns and shapes of those who write them.
class TestJobFormats : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    ResultAll<JobTrace> read(const char* name, const std::string& text,
                             const JobTraceSpec& spec = {}, const LogReading& reading = {}) const {
        const fs::path file = fs::path(folder_.path().toStdString()) / name;
        if (!writeFile(file, text)) {
            return {};
        }
        return readJobTrace(file, spec, reading);
    }

    static std::string all(const JobTrace& trace) {
        std::string text;
        for (const std::string& note : trace.notes) {
            text += note + ". ";
        }
        return text;
    }

    static bool has(const JobTrace& trace, const char* words) {
        return all(trace).find(words) != std::string::npos;
    }

    static std::string pod(const std::string& name, const std::string& metadata,
                           const std::string& spec) {
        return "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"" + name +
               "\",\"namespace\":\"n\",\"creationTimestamp\":\"2026-03-01T10:00:00Z\"" + metadata +
               "},\"spec\":{" + spec +
               "},\"status\":{\"phase\":\"Succeeded\",\"startTime\":\"2026-03-01T10:00:00Z\","
               "\"containerStatuses\":[{\"state\":" +
               "{\"terminated\":{\"finishedAt\":\"2026-03-01T10:30:00Z\"}}}]}}";
    }

    static std::string asks(const std::string& resource, const std::string& count) {
        return "{\"resources\":{\"limits\":{\"" + resource + "\":\"" + count + "\"}}}";
    }

    static std::string containers(const std::string& one) { return "\"containers\":[" + one + "]"; }

    static std::string list(const std::string& items) {
        return "{\"kind\":\"List\",\"items\":[" + items + "]}";
    }

  private slots:

    // Each table has one job of 8 that was submitted first and ran 600 s, and one of 2, 60 s later, that ran 30 s.
    void tablesAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("Helios") << "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,"
                                   "start_time,end_time,duration,queue\n"
                                   "1,u,v,8,32,1,COMPLETED,2020-04-01 00:00:00+08:00,2020-04-01 "
                                   "00:00:10+08:00,2020-04-01 00:10:10+08:00,600,10\n"
                                   "2,u,v,2,8,1,FAILED,2020-04-01 00:01:00+08:00,2020-04-01 "
                                   "00:01:00+08:00,2020-04-01 00:01:30+08:00,30,0\n";
        QTest::newRow("Acme") << "job_id,user,node_num,gpu_num,cpu_num,type,state,submit_time,"
                                 "start_time,end_time,duration,queue,gpu_time\n"
                                 "a,u,1,8,32,Other,COMPLETED,2023-05-17 11:00:00+00:00,2023-05-17 "
                                 "11:00:00+00:00,2023-05-17 11:10:00+00:00,600,0,4800\n"
                                 "b,u,1,2,32,Other,FAILED,2023-05-17 11:01:00+00:00,2023-05-17 "
                                 "11:01:00+00:00,2023-05-17 11:01:30+00:00,30,0,60\n";
        QTest::newRow("PAI tasks") << "job_name,task_name,inst_num,status,start_time,end_time,plan_"
                                      "cpu,plan_mem,plan_gpu,gpu_type\n"
                                      "a,worker,4,Terminated,494000,494600,600,30,200,V100\n"
                                      "b,worker,2,Terminated,494060,494090,600,30,100,T4\n"
                                      "c,ps,1,Terminated,494060,494090,600,30,,\n";
        QTest::newRow("PAI tasks as published, without names")
            << "a,worker,4.0,Terminated,494000.0,494600.0,600.0,30.0,200.0,V100\n"
               "b,worker,2.0,Failed,494060.0,494090.0,600.0,30.0,100.0,T4\n"
               "c,ps,1.0,Running,494060.0,,600.0,30.0,,\n";
        QTest::newRow("PAI simulator")
            << "job_id,num_inst,submit_time,num_cpu,num_gpu,gpu_type,duration,user\n"
               "0,4,100,10,2,V100,600,u\n1,1,160,10,2,T4,30,u\n";
        QTest::newRow("start and end")
            << "job_name,user,status,gpus,submit_time,start_time,end_time\n"
               "j1,u,Terminated,8,2026-03-01T10:00:00,2026-03-01T10:00:05,2026-03-01T10:10:05\n"
               "j2,u,Terminated,2,2026-03-01T10:01:00,2026-03-01T10:01:20,2026-03-01T10:01:50\n"
               "j3,u,Failed,2,2026-03-01T10:04:00,2026-03-01T10:04:10,\n";
        QTest::newRow("Run:ai")
            << "Job name,Project,Created at,Started at,Finished at,Allocated GPUs,Status\n"
               "a,p,\"Mar 1, 2026, 8:00 AM\",\"Mar 1, 2026, 8:00 AM\",\"Mar 1, 2026, 8:10 "
               "AM\",8,Succeeded\n"
               "b,p,\"Mar 1, 2026, 8:01:00 AM\",\"Mar 1, 2026, 8:01:00 AM\",\"Mar 1, 2026, 8:01:30 "
               "AM\",2,Failed\n";
        QTest::newRow("semicolons, milliseconds since 1970")
            << "submit_time;duration_ms;gpus\n1772359200000;600000;8\n1772359260000;30000;2\n";
        QTest::newRow("decimal commas") << "submit_s;duration_min;gpus\n0;10,0;8\n60;0,5;2\n";
        QTest::newRow("JSON lines")
            << "{\"submit_time\": 0, \"run_time\": \"00:10:00\", \"gpus\": 8}\n{\"submit_time\": "
               "60, \"run_time\": \"30\", \"gpus\": 2}\n";
        QTest::newRow("half of an accelerator")
            << "submit_s,duration_s,num_gpus\n0,600,7.5\n60,30,1.25\n";
    }

    void tablesAreRead() {
        QFETCH(QString, text);
        const auto trace = read("jobs.csv", text.toStdString());
        QVERIFY2(trace, trace ? "" : trace.error().front().message.c_str());
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        const double firstS = trace->jobs[0].submitS;
        QCOMPARE(trace->jobs[0].accelerators, 8);
        QCOMPARE(trace->jobs[0].durationS, 600.0);
        QCOMPARE(trace->jobs[1].accelerators, 2);
        QCOMPARE(trace->jobs[1].durationS, 30.0);
        QCOMPARE(trace->jobs[1].submitS - firstS, 60.0);
        QVERIFY(has(*trace, "columns: submission from"));
    }

    // 16 processors of OpenDC count as one accelerator here; durations are milliseconds.
    void tasksOfOpenDcAreRead() {
        JobTraceSpec spec;
        spec.processorsPerAccelerator = 16.0;
        const auto trace = read("tasks.csv",
                                "id,submission_time,duration,cpu_count,cpu_capacity,mem_capacity\n"
                                "1,2022-10-07 00:39:21,90000,16,33600,100000\n2,2022-10-07 "
                                "00:39:51,30000,17,33600,100000\n",
                                spec);
        QVERIFY(trace);
        QCOMPARE(trace->jobs[0].durationS, 90.0);
        QCOMPARE(trace->jobs[0].accelerators, 1);
        QCOMPARE(trace->jobs[1].submitS, 30.0);
        QCOMPARE(trace->jobs[1].accelerators, 2);
    }

    // Two attempts of 60 and 90 s on 2 and 4 accelerators: a job of 4 that runs 150 s. The second has not ended.
    void phillyIsRead() {
        const auto trace = read(
            "cluster_job_log",
            R"([{"status":"Pass","vc":"v","jobid":"j1","submitted_time":"2017-10-09 07:00:00","user":"u","attempts":[
            {"start_time":"2017-10-09 07:01:00","end_time":"2017-10-09 07:02:00","detail":[{"ip":"m1","gpus":["gpu0","gpu1"]}]},
            {"start_time":"2017-10-09 07:03:00","end_time":"2017-10-09 07:04:30","detail":[{"ip":"m1","gpus":["gpu0","gpu1"]},{"ip":"m2","gpus":["gpu0","gpu1"]}]}]},
            {"status":"Killed","vc":"v","jobid":"j2","submitted_time":"2017-10-09 07:00:00","user":"u","attempts":[{"start_time":"2017-10-09 07:01:00","end_time":"None","detail":[]}]}])");
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{1});
        QCOMPARE(trace->jobs[0].accelerators, 4);
        QCOMPARE(trace->jobs[0].durationS, 150.0);
        QVERIFY(has(*trace, "1 jobs that did not start or have not ended are left out: j2"));
    }

    // Steps have a point in their number, whatever its column is called. Components 20+0 and 20+1 are one gang of 16 from
    // 10:00:00 to 12:00:10. Times may be epochs: 1772359200 is 2026-03-01 10:00 UTC.
    void sacctIsReadInAllForms() {
        const auto steps =
            read("raw.txt",
                 "JobIDRaw|JobName|User|Submit|Start|End|AllocTRES|Timelimit|State|\n"
                 "3001|train|u1|1772359200|1772359200|1772366400|cpu=64,gres/gpu:a100=8,gres/"
                 "gpu=8,node=1|1-00:00:00|COMPLETED|\n"
                 "3001.batch|batch||1772359200|1772359200|1772366400|cpu=64,gres/"
                 "gpu=8,node=1||COMPLETED|\n"
                 "3001.0|python||1772359200|1772359200|1772366400|cpu=64,gres/"
                 "gpu=8,node=1||COMPLETED|\n");
        QVERIFY(steps);
        QCOMPARE(steps->jobs.size(), std::size_t{1});
        QCOMPARE(steps->jobs[0].accelerators, 8);
        QCOMPARE(steps->jobs[0].durationS, 7200.0);
        QCOMPARE(steps->jobs[0].requestedS, 86400.0);
        QCOMPARE(steps->kinds, std::vector<std::string>{"a100"});
        const auto parts =
            read("het.txt",
                 "JobID|Submit|Start|End|AllocTRES\n"
                 "20+0|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T12:00:00|gres/gpu=8\n"
                 "20+1|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T12:00:10|gres/gpu=8\n"
                 "21_4|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:01:00|gres/gpu=1\n"
                 "21_[5-9%2]|2026-03-01T10:00:00|Unknown|Unknown|gres/gpu=1\n");
        QVERIFY(parts);
        QCOMPARE(parts->jobs.size(), std::size_t{2});
        const TraceJob& gang = parts->jobs[0].accelerators == 16 ? parts->jobs[0] : parts->jobs[1];
        QCOMPARE(gang.accelerators, 16);
        QCOMPARE(gang.durationS, 7210.0);
        QVERIFY(has(*parts, "1 components of heterogeneous jobs"));
        QVERIFY(has(*parts, "1 jobs that did not start or have not ended are left out: line 5"));
    }

    // The shapes of sacct --json, and of slurmrestd's /slurm (strings of TRES, {set, number}); a running job is left out.
    void sacctJsonIsRead() {
        const auto trace = read("sacct.json", R"({"jobs":[
            {"job_id":1,"name":"train","account":"a","state":{"current":["COMPLETED"]},
             "time":{"end":1772366400,"start":1772359200,"submission":1772359100,"limit":{"set":true,"infinite":false,"number":1440}},
             "tres":{"allocated":[{"type":"cpu","name":"","count":64},{"type":"gres","name":"gpu","count":8},{"type":"gres","name":"gpu:h100","count":8}]}},
            {"job_id":2,"name":"ctl","account":"b","job_state":["COMPLETED"],"submit_time":{"set":true,"infinite":false,"number":1772359100},
             "start_time":{"set":true,"number":1772359200},"end_time":{"set":true,"number":1772359260},"time_limit":{"set":true,"infinite":true,"number":0},
             "tres_alloc_str":"cpu=8,gres/gpu:v100=4"},
            {"job_id":3,"name":"now","job_state":["RUNNING"],"submit_time":1772359100,"start_time":1772359200,"end_time":1772399999,"tres_alloc_str":"gres/gpu=4"}],
            "meta":{"slurm":{"version":{"major":"24"}}}})");
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        QCOMPARE(trace->jobs[0].accelerators, 8);
        QCOMPARE(trace->jobs[0].durationS, 7200.0);
        QCOMPARE(trace->jobs[0].requestedS, 86400.0);
        QCOMPARE(trace->jobs[1].accelerators, 4);
        QCOMPARE(trace->jobs[1].requestedS, 0.0);
        QCOMPARE(trace->kinds, (std::vector<std::string>{"h100", "v100"}));
        QVERIFY(has(*trace, "job 3"));
    }

    // 8 of Gaudi, 4 of TPU; two 3g slices of seven are 6/7, so 1; a step of the initialisation takes 2 before the container's 1.
    void acceleratorsOfPodsAreCounted_data() {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("accelerators");
        const auto row = [](const char* name, const std::string& spec, int count) {
            QTest::newRow(name) << QString::fromStdString(spec) << count;
        };
        row("Gaudi", containers(asks("habana.ai/gaudi", "8")), 8);
        row("TPU", containers(asks("google.com/tpu", "4")), 4);
        row("Neuron", containers(asks("aws.amazon.com/neuron", "16")), 16);
        row("NeuronCore", containers(asks("aws.amazon.com/neuroncore", "4")), 2);
        row("AMD", containers(asks("amd.com/gpu", "8")), 8);
        row("MIG", containers(asks("nvidia.com/mig-3g.40gb", "2")), 1);
        row("shared", containers(asks("nvidia.com/gpu.shared", "1")), 1);
        row("two containers",
            containers(asks("nvidia.com/gpu", "2") + "," + asks("nvidia.com/gpu", "1")), 3);
        row("init container",
            "\"initContainers\":[" + asks("nvidia.com/gpu", "2") + "]," +
                containers(asks("nvidia.com/gpu", "1")),
            2);
        const std::string sidecar =
            R"({"restartPolicy":"Always","resources":{"limits":{"nvidia.com/gpu":"1"}}})";
        row("sidecar",
            "\"initContainers\":[" + sidecar + "]," + containers(asks("nvidia.com/gpu", "1")), 2);
        row("claim",
            R"("resourceClaims":[{"name":"g","resourceClaimTemplateName":"four"}],)" +
                containers(R"({"resources":{"claims":[{"name":"g"}]}})"),
            4);
    }

    void acceleratorsOfPodsAreCounted() {
        QFETCH(QString, spec);
        QFETCH(int, accelerators);
        const char* claim =
            R"({"kind":"ResourceClaimTemplate","metadata":{"name":"four","namespace":"n"},"spec":{"spec":{"devices":{"requests":[
            {"name":"gpus","exactly":{"deviceClassName":"gpu.nvidia.com","count":4}},{"name":"nic","exactly":{"deviceClassName":"rdma.example.com"}}]}}}})";
        const auto trace = read("pods.json", list(pod("p", "", spec.toStdString()) + "," + claim));
        QVERIFY2(trace, trace ? "" : trace.error().front().message.c_str());
        QCOMPARE(trace->jobs.front().accelerators, accelerators);
    }

    // Two pods of 8 in one group are a gang of 16; the second replica of a LeaderWorkerSet is another. A StatefulSet is no gang.
    void podsOfAGroupAreAGang_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<int>("jobs");
        const auto lws = [](const char* index) {
            return QStringLiteral(
                       R"(,"labels":{"leaderworkerset.sigs.k8s.io/name":"l","leaderworkerset.sigs.k8s.io/group-index":"%1"})")
                .arg(QLatin1String(index));
        };
        const auto owner = [](const char* kind, const char* name) {
            return QStringLiteral(R"(,"ownerReferences":[{"kind":"%1","name":"%2"}])")
                .arg(QLatin1String(kind), QLatin1String(name));
        };
        QTest::newRow("LeaderWorkerSet") << lws("0") << lws("0") << 1;
        QTest::newRow("its replicas") << lws("0") << lws("1") << 2;
        QTest::newRow("RayCluster") << owner("RayCluster", "r") << owner("RayCluster", "r") << 1;
        QTest::newRow("MPIJob") << owner("MPIJob", "m") << owner("MPIJob", "m") << 1;
        QTest::newRow("PyTorchJob") << owner("PyTorchJob", "m") << owner("PyTorchJob", "m") << 1;
        const QString set = QStringLiteral(R"(,"labels":{"jobset.sigs.k8s.io/jobset-name":"s"})");
        QTest::newRow("JobSet") << set + owner("Job", "s-a") << set + owner("Job", "s-b") << 1;
        const QString volcano =
            QStringLiteral(R"(,"annotations":{"scheduling.k8s.io/group-name":"g"})");
        QTest::newRow("Volcano") << volcano << volcano << 1;
        QTest::newRow("StatefulSet") << owner("StatefulSet", "s") << owner("StatefulSet", "s") << 2;
    }

    void podsOfAGroupAreAGang() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(int, jobs);
        const std::string spec = containers(asks("nvidia.com/gpu", "8"));
        const auto trace = read("pods.json", list(pod("p-0", a.toStdString(), spec) + "," +
                                                  pod("p-1", b.toStdString(), spec)));
        QVERIFY(trace);
        QCOMPARE(trace->jobs.size(), static_cast<std::size_t>(jobs));
        QCOMPARE(trace->jobs.front().accelerators, 16 / jobs);
    }

    void otherResourcesAreNamed() {
        const auto trace =
            read("pods.json", list(pod("a", "", containers(asks("example.com/fpga", "2"))) + "," +
                                   pod("b", "", containers(asks("nvidia.com/gpu", "1")))));
        QVERIFY(trace);
        QVERIFY(has(*trace, "resources that are not counted as accelerators: example.com/fpga"));
    }

    // A file that another command reads is named; a job cannot end before it starts.
    void wrongFilesSayWhatTheyAre() {
        const auto weather =
            read("w.csv", "timestamp, index, power.draw [W]\n2026/03/01 00:00:00, 0, 302.20 W\n");
        QVERIFY(!weather);
        QVERIFY2(weather.error().front().message.find("nvidia-smi") != std::string::npos,
                 weather.error().front().message.c_str());
        const auto backward =
            read("b.csv", "submit_time,start_time,end_time,gpus\n0,20,10,1\n0,10,20,1\n");
        QVERIFY(backward);
        QCOMPARE(backward->jobs.size(), std::size_t{1});
        QVERIFY(has(*backward, "line 2 (end_time is before start_time)"));
        const auto negative = read("n.csv", "submit_s,duration_s,gpus\n-5,10,1\n0,10,1\n0,-10,1\n");
        QVERIFY(negative);
        QCOMPARE(negative->jobs.size(), std::size_t{1});
        QVERIFY(has(*negative,
                    "line 2 (submit_s is \"-5\", not a time after the start of the log), line 4 "
                    "(duration_s is \"-10\", not 0 or more)"));
    }

    // Words of the map are keys of job_traces, as text and as JSON; others are refused with the keys.
    void mapsHaveTheWordsOfTheProject() {
        JobTraceSpec spec;
        QVERIFY(applyTraceMap("submit_column=\"when, UTC\", size_column=n,time_unit=minutes",
                              JobTraceSpec::type(), &spec));
        QCOMPARE(spec.submitColumn, std::string("when, UTC"));
        QCOMPARE(spec.sizeColumn, std::string("n"));
        QVERIFY(spec.time == headroom::models::TraceTime::Minutes);
        QVERIFY(applyTraceMap("{\"size_scale\": 2}", JobTraceSpec::type(), &spec));
        QCOMPARE(spec.sizeScale, 2.0);
        for (const char* wrong : {"submit", "colour=red", "time_unit=fortnights", "[1]="}) {
            const auto refused = applyTraceMap(wrong, JobTraceSpec::type(), &spec);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, std::string("TRC-010"));
        }
    }

    // 400,000 rows of 100 bytes are read in blocks of 4 MiB: all are counted, two are kept, and a reader who says no cancels.
    void largeFilesAreReadInBlocks() {
        std::string text = "submit_s,duration_s,num_gpus,remark\n";
        constexpr int kRows = 400'000;
        for (int i = 0; i < kRows; ++i) {
            text += std::to_string(i) + ",60," + (i % 100'000 == 99'999 ? "x" : "2") + ",\"" +
                    std::string(80, 'r') + "\"\n";
        }
        LogReading reading;
        reading.keep = 2;
        double last = 0.0;
        reading.progress = [&](double share) {
            last = std::max(last, share);
            return true;
        };
        const auto trace = read("large.csv", text, {}, reading);
        QVERIFY(trace);
        QCOMPARE(trace->found, static_cast<long>(kRows - 4));
        QCOMPARE(trace->jobs.size(), std::size_t{2});
        QVERIFY(
            has(*trace, "4 rows that cannot be read are left out: line 100001 (num_gpus is \"x\""));
        QVERIFY(last > 0.9 && last <= 1.0);
        reading.progress = [](double) { return false; };
        const auto cancelled = read("large.csv", text, {}, reading);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().front().code, std::string("TRC-011"));
    }
};

HEADROOM_TEST(TestJobFormats)
}  // namespace tst_job_formats

#include "tst_job_formats.moc"
