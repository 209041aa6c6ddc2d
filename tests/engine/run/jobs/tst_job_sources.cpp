// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace tst_job_sources {

using namespace headroom::engine;
using namespace headroom::tests;

class TestJobSources : public QObject {
    Q_OBJECT

  private slots:

    // A sweep of 12 trials each 2 h: in 5 h three of them, 36 jobs named in order, of one tenant.
    void sweeps() {
        Project project = emptyHall();
        addBatch(project, "sweep", 8, 0.5);
        set(project, "sweep", "copies", std::int64_t{12});
        set(project, "sweep", "every_h", 2.0);
        set(project, "sweep", "tenant", std::string{"vision"});
        set(project, "sweep", "priority", std::int64_t{3});
        set(project, "sweep", "deadline_h", 1.0);
        set(project, "sweep", "run_estimate_factor", 2.0);
        auto s = simulator(project);
        run(*s, 5.0 * 3600.0);
        QCOMPARE(s->state().jobs.size(), std::size_t{36});
        const Job& last = s->state().jobs.back();
        QCOMPARE(last.priority, 3);
        QCOMPARE(last.expectedRunS, 3600.0);
        QCOMPARE(last.deadlineS, 4.0 * 3600.0 + 3600.0);
        const RunSummary r = s->summary();
        QCOMPARE(r.jobs.size(), std::size_t{2});
        QCOMPARE(r.jobs[1].tenant, std::string{"vision"});
        QCOMPARE(r.jobs[1].submitted, std::int64_t{36});
        QCOMPARE(r.jobs[1].completed, std::int64_t{36});
        QCOMPARE(r.jobs[1].deadlines, std::int64_t{36});
        QCOMPARE(r.jobs[1].deadlinesMet, std::int64_t{36});
        bool named = false;
        const auto frame = s->frame();
        for (const JobRow& row : frame->jobs) {
            named = named || (row.name == "sweep-36" && row.tenant == "vision");
        }
        QVERIFY(named);
    }

    // Arrivals by a pattern: over four weeks the count is the rate times the time (Weibull gaps of
    // cv 2.6: standard deviation 2.6 sqrt(n), 2.5 % here); the same seed, the same jobs.
    void patternsArriveAtTheirRate() {
        Project project = emptyHall();
        add(project, "job_generator", "research",
            {{"accelerator", std::string{"h100-sxm"}},
             {"pattern", std::string{"philly"}},
             {"arrivals_per_hour", 20.0},
             {"median_run_min", 1.0},
             {"mean_run_min", 2.0},
             {"profile", std::string{"philly-mixed"}}});
        RunOptions options;
        options.stepS = 600.0;
        auto s = simulator(project, options);
        s->keepEnded(true);
        const double weeks = 4.0;
        while (s->timeS() < weeks * 7 * 86400.0) {
            s->step();
            s->takeEvents();
        }
        const double expected = 20.0 * weeks * 168.0;
        const auto n = static_cast<double>(s->state().jobs.size());
        QVERIFY2(std::abs(n / expected - 1.0) < 0.1, qPrintable(QString::number(n / expected)));
        // Half of the gaps are below a tenth of the mean; with Poisson a tenth would be.
        int small = 0;
        for (std::size_t i = 1; i < s->state().jobs.size(); ++i) {
            const double gapS = s->state().jobs[i].submitS - s->state().jobs[i - 1].submitS;
            small += gapS < 18.0 ? 1 : 0;
        }
        QVERIFY(small > 0.3 * n && small < 0.6 * n);
        auto again = simulator(project, options);
        again->keepEnded(true);
        run(*again, 86400.0);
        for (std::size_t i = 0; i < again->state().jobs.size(); ++i) {
            QCOMPARE(again->state().jobs[i].submitS, s->state().jobs[i].submitS);
        }
    }

    // Llama 3 70B whole on one accelerator: 70.6e9 x 2 B of weights alone are 141 GB of 85.9 (H100, 80 GiB). It is refused
    // when it is submitted, by an event with its name, and nothing runs; split eight ways it runs.
    void whatDoesNotFitIsRefused() {
        const auto refusedWith = [](std::int64_t tensor, const std::string& precision) {
            Project project = emptyHall();
            add(project, "training_job", "llama",
                {{"model", std::string{"llama3-70b"}},
                 {"accelerator", std::string{"h100-sxm"}},
                 {"accelerators", std::int64_t{256}},
                 {"tensor_parallel", tensor},
                 {"micro_batches", std::int64_t{16}},
                 {"batch_million_tokens", 4.194304},
                 {"precision", precision},
                 {"profile", std::string{"llm-pretraining"}}});
            auto s = simulator(project);
            run(*s, 600.0);
            const RunSummary r = s->summary();
            const bool isRefused = job(*s, 0).state == JobState::Failed;
            const auto events = s->takeEvents();
            const auto told = std::find_if(events.begin(), events.end(), [](const Event& e) {
                return e.kind == EventKind::JobInterrupted && e.subject == "llama";
            });
            const std::string text = told == events.end() ? std::string{} : std::string(told->text);
            const bool agrees = isRefused == !text.empty() &&
                                r.refused.size() == (isRefused ? 1U : 0U) &&
                                (!isRefused || r.refused.front() == "llama: " + text) &&
                                (r.value("tokens") > 0.0) != isRefused;
            return agrees ? text : "the event, the job and the summary say different things";
        };
        QCOMPARE(refusedWith(8, "bf16"), std::string{});
        QVERIFY(refusedWith(1, "bf16").starts_with("Out of memory."));
        QCOMPARE(refusedWith(8, "fp4"),
                 std::string{"Its plan cannot be: the accelerator does not multiply in fp4."});
    }

    // A generator without pattern must state its figures itself.
    void patternOrFigures() {
        Project project = emptyHall();
        add(project, "job_generator", "bare",
            {{"accelerator", std::string{"h100-sxm"}}, {"profile", std::string{"philly-mixed"}}});
        const auto bare = Simulator::create(project, catalogue(), {});
        QVERIFY(!bare);
        QCOMPARE(bare.error().front().code, std::string{"SIM-032"});
        set(project, "bare", "pattern", std::string{"nobody"});
        const auto unknown = Simulator::create(project, catalogue(), {});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().front().code, std::string{"SIM-001"});
    }

    // Jobs of a trace have the names, tenants, priorities and deadlines of its columns.
    void traceColumnsReachJobs() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("jobs.csv").toStdString();
        std::ofstream(file)
            << "t,run,n,who,what,prio,by\n0,60,8,red,alpha,4,7200\n60,60,16,blue,beta,,\n";
        Project project = emptyHall();
        add(project, "job_trace", "log",
            {{"file", file},
             {"accelerator", std::string{"h100-sxm"}},
             {"submit_column", std::string{"t"}},
             {"duration_column", std::string{"run"}},
             {"size_column", std::string{"n"}},
             {"tenant_column", std::string{"who"}},
             {"name_column", std::string{"what"}},
             {"deadline_column", std::string{"by"}},
             {"priority", std::int64_t{1}},
             {"profile", std::string{"fixed"}}});
        auto s = simulator(project);
        run(*s, 600.0);
        QCOMPARE(s->plant().tenants, (std::vector<std::string>{"blue", "red"}));
        QCOMPARE(job(*s, 0).tenant, 1);
        QCOMPARE(job(*s, 0).priority, 1);
        QCOMPARE(job(*s, 0).deadlineS, 7200.0);
        QCOMPARE(job(*s, 1).deadlineS, -1.0);
        const auto groups = s->summary().jobs;
        QCOMPARE(groups.size(), std::size_t{3});
        QCOMPARE(groups[2].tenant, std::string{"red"});
        QCOMPARE(groups[2].deadlinesMet, std::int64_t{1});
    }
};

HEADROOM_TEST(TestJobSources)
}  // namespace tst_job_sources

#include "tst_job_sources.moc"
