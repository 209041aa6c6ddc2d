// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/bare_plant.h"
#include "engine/reliability/campaign/campaign_sheet.h"
#include "engine/run/workload/job_fault.h"
#include "engine/sheet/sheet_csv.h"
#include "models/workload/training_job.h"
#include "tests/engine/experiment/task_members.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>

namespace tst_campaign {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kHourS = 3600.0;
constexpr double kDayS = 86400.0;

std::string asText(const Sheet& sheet) {
    return sheetText(sheet);
}

/// 128 servers with one job over 120 of them; failures ten times as often as in the catalogue.
std::shared_ptr<const Plant> smallPlant() {
    static const std::shared_ptr<const Plant> kPlant = [] {
        BareCluster cluster;
        cluster.servers = 128;
        cluster.jobAccelerators = 960;
        auto plant = barePlant(catalogue(), cluster);
        if (!plant) {
            qFatal("%s", text(plant.error()).c_str());
        }
        scaleFailures(*plant, 10.0);
        return std::make_shared<const Plant>(std::move(*plant));
    }();
    return kPlant;
}

CampaignSpec smallSpec(int threads) {
    CampaignSpec spec;
    spec.untilS = 5.0 * kDayS;
    spec.replications = 12;
    spec.threads = threads;
    spec.coupling = Coupling::Never;
    return spec;
}

std::vector<Replication> run(const CampaignSpec& spec,
                             const std::shared_ptr<const Plant>& plant = smallPlant()) {
    const std::atomic<bool> cancel{false};
    auto runs = replicate(plant, spec, {}, cancel);
    if (!runs) {
        qFatal("%s", text(runs.error()).c_str());
    }
    return std::move(*runs);
}

}  // namespace

/// Bit by bit: what is not known is NaN in both.
bool areSame(const Sums& a, const Sums& b) {
    return std::memcmp(a.value.data(), b.value.data(), sizeof a.value) == 0;
}

class TestCampaign : public QObject {
    Q_OBJECT

  private slots:

    // Three tasks and then the whole: the replications of one process, to the last bit, and none is computed again.
    void tasksShareTheReplications() {
        const std::vector<Replication> expected = run(smallSpec(2));
        std::vector<Replication> found;
        const int computed = askByThreeTasks([&](TaskMembers& members) {
            CampaignSpec spec = smallSpec(2);
            spec.members = &members;
            found = run(spec);
        });
        QCOMPARE(computed, 0);
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QVERIFY(areSame(found[i].sums, expected[i].sums));
            QCOMPARE(replicationText(found[i]), replicationText(expected[i]));
        }
        QVERIFY(!replicationOf("{}") && !replicationOf("no text of a replication"));
    }

    // Threads only share a plant that never changes: the same states and sums on 1, 2 and 3.
    void sameOnAnyNumberOfThreads() {
        const auto one = run(smallSpec(1)), two = run(smallSpec(2)), three = run(smallSpec(3));
        QCOMPARE(one.size(), std::size_t{12});
        for (std::size_t i = 0; i < one.size(); ++i) {
            QCOMPARE(one[i].seed, seedOf(1, static_cast<int>(i)));
            QCOMPARE(one[i].stateHash, two[i].stateHash);
            QCOMPARE(one[i].stateHash, three[i].stateHash);
            QVERIFY(areSame(one[i].sums, two[i].sums) && areSame(one[i].sums, three[i].sums));
        }
        QVERIFY(one[0].stateHash != one[1].stateHash);
    }

    // Replication 0 is the run with the campaign's seed, as of a plant compiled with it.
    void replicationsAreRuns() {
        CampaignSpec spec = smallSpec(2);
        spec.seed = 77;
        spec.replications = 2;
        const auto runs = run(spec);
        BareCluster cluster;
        cluster.servers = 128;
        cluster.jobAccelerators = 960;
        cluster.seed = 77;
        auto plant = barePlant(catalogue(), cluster);
        QVERIFY(plant.has_value());
        scaleFailures(*plant, 10.0);
        RunOptions options;
        options.coupling = Coupling::Never;
        auto s = Simulator::create(std::make_shared<const Plant>(std::move(*plant)), options);
        QVERIFY(s.has_value());
        while ((*s)->timeS() < 5.0 * kDayS - 1.0) {
            (*s)->step();
            (*s)->takeEvents();
        }
        QCOMPARE((*s)->stateHash(), runs[0].stateHash);
    }

    // Power and heat in every step need the project's own step (15 s), or a replication would be another run than that of its
    // seed; the others advance by the hour.
    void stepOfACampaign() {
        QVERIFY(!campaignOptions(Coupling::Always).stepS.has_value());
        QCOMPARE(campaignOptions(Coupling::Asked).stepS.value(), 3600.0);
        QCOMPARE(campaignOptions(Coupling::Never).stepS.value(), 3600.0);
    }

    // Every accelerator second of the wall time is in one of the parts: productive, starting,
    // stalled, hung, lost or waiting (the definition of each), to rounding.
    void partsAddUpToTheWallTime() {
        for (const Replication& r : run(smallSpec(0))) {
            const double parts = r.sums[Sum::ProductiveS] + r.sums[Sum::StartingS] +
                                 r.sums[Sum::StalledS] + r.sums[Sum::HungS] + r.sums[Sum::LostS] +
                                 r.sums[Sum::WaitingS];
            QVERIFY(std::abs(parts / r.sums[Sum::WallS] - 1.0) < 1e-9);
            QCOMPARE(r.sums[Sum::WallS], 960.0 * 5.0 * kDayS);
            std::int64_t byMode = 0;
            for (const auto& [mode, count] : r.modes) {
                byMode += count.interruptions;
            }
            QCOMPARE(static_cast<double>(byMode), r.sums[Sum::Interruptions]);
        }
    }

    // One job on N accelerators is a series system: it stops N r_f times an hour, starts included, by the hazards of
    // the plant; running time between stops is e^(-u N r_f) / (N r_f). 12 runs of 5 days with some 40 stops each: 480,
    // standard error 4.6 %; 2.5 of them are 11 %. Common stops of several links are rare next to that. With starts of
    // 10 min every 3 h the old law, without them, was 6 % above.
    void meanTimeToInterruptionFollowsTheLaw() {
        const auto sizes = sizesOf(run(smallSpec(0)));
        QCOMPARE(sizes.size(), std::size_t{1});
        QCOMPARE(sizes[0].accelerators, 1024);
        const double ratio = sizes[0].mttiH.mean / sizes[0].analyticH;
        QVERIFY2(std::abs(ratio - 1.0) < 0.11, qPrintable(QString::number(ratio)));
    }

    // Cancelled before it began: nothing, and no fault.
    void cancelGivesWhatIsDone() {
        const std::atomic<bool> cancel{true};
        const auto runs = replicate(smallPlant(), smallSpec(2), {}, cancel);
        QVERIFY(runs.has_value());
        QVERIFY(runs->empty());
    }

    // An interval that is wide enough ends the campaign after the least number of replications, on
    // any number of threads.
    void targetEndsEarly() {
        CampaignSpec spec = smallSpec(1);
        spec.targetHalfWidth = 0.9;
        const auto one = run(spec);
        spec.threads = 3;
        const auto three = run(spec);
        QCOMPARE(one.size(), std::size_t{10});
        QCOMPARE(three.size(), one.size());
        QCOMPARE(three.back().stateHash, one.back().stateHash);
    }

    void valuesOfACurve() {
        QCOMPARE(parseValues("60,300, 600").has_value(), false);  // a blank is no number
        QCOMPARE(*parseValues("60,300,600"), (std::vector<double>{60.0, 300.0, 600.0}));
        const auto ratio = *parseValues("10..1000:3");
        QVERIFY(std::abs(ratio[1] - 100.0) < 1e-9);
        QCOMPARE(*parseValues("0..10:3"), (std::vector<double>{0.0, 5.0, 10.0}));
        for (const char* bad : {"", "a", "1,,2", "1..2:1", "1..2:x", "1..", "nan", "1..2:2.5"}) {
            const auto values = parseValues(bad);
            QVERIFY2(!values && values.error().code == "CMP-003", bad);
        }
    }

    // A figure in minutes: 600 s are 10 min, 2 h 120 min. A share cannot be a time, nor a length in metres minutes.
    void valuesStateTheirUnit() {
        QCOMPARE(*parseValues("600s,30,2h,1h30m", "min"),
                 (std::vector<double>{10.0, 30.0, 120.0, 90.0}));
        const auto ratio = *parseValues("6min..10h:3", "min");  // 6, 60, 600
        QVERIFY(std::abs(ratio[1] - 60.0) < 1e-9);
        QCOMPARE(*parseValues("5%,10 %", "%"), (std::vector<double>{5.0, 10.0}));
        QCOMPARE(*parseValues("10m", "m"), (std::vector<double>{10.0}));
        QVERIFY(!parseValues("10s", "%"));
        QVERIFY(!parseValues("10s", "m"));
        QVERIFY(!parseValues("10 kW", "min"));
        QVERIFY(!parseValues("10s"));
    }

    void figuresOfACurve() {
        Project project = emptyHall();
        QCOMPARE(findFigure(project, "job-size").error().code, std::string{"CMP-002"});
        QCOMPARE(findFigure(project, "spare").error().code, std::string{"CMP-001"});
        QCOMPARE(findFigure(project, "failures.nonsense").error().code, std::string{"CMP-001"});
        const auto figure = findFigure(project, "failures.spare_pct");
        QVERIFY(figure.has_value());
        QCOMPARE(figure->unit, std::string{"%"});
        QVERIFY(!withFigure(project, catalogue(), *figure, 1e9));  // beyond its table
        QVERIFY(withFigure(project, catalogue(), *figure, 3.0).has_value());
    }

    // A quarter of the accelerators is a quarter of the copies: the plan of Llama 3 keeps its ranks and micro-batches,
    // and its batch of 16.777216 million tokens is 4.194304. All sizes of the manual can run.
    void jobSizeKeepsThePlan() {
        const auto read = loadProject(HEADROOM_SOURCE_DIR "/scenarios/llama3-54-days", catalogue());
        QVERIFY(read.has_value());
        const auto figure = findFigure(*read, "job-size");
        QVERIFY(figure.has_value());
        for (const double size : {1024.0, 4096.0, 8192.0, 16384.0}) {
            const auto changed = withFigure(*read, catalogue(), *figure, size);
            QVERIFY(changed.has_value());
            const auto job =
                specOf<headroom::models::TrainingJobSpec>(*changed->find("llama-405b"));
            QCOMPARE(job.accelerators, static_cast<int>(size));
            QVERIFY(std::abs(job.batchTokens / (16.777216e6 * size / 16384.0) - 1.0) < 1e-12);
            const auto plant = compile(*changed, catalogue(), campaignOptions(Coupling::Never));
            QVERIFY(plant.has_value());
            const auto refused = refusedJobs(*plant, 1e6);
            QVERIFY2(refused.empty(), refused.empty() ? "" : refused.front().c_str());
        }
    }

    // More than there are: the point says so, in text and JSON.
    void aRefusedJobIsNamed() {
        Project project = emptyHall();
        addBatch(project, "job", 8, 1e6);
        const auto figure = findFigure(project, "job-size");
        QVERIFY(figure.has_value());
        CampaignSpec spec = smallSpec(0);
        spec.replications = 1;
        spec.untilS = kDayS;
        const std::atomic<bool> cancel{false};
        const auto curve = vary(project, catalogue(), campaignOptions(Coupling::Never), *figure,
                                {8.0, 1e6}, spec, {}, cancel);
        QVERIFY(curve.has_value());
        QVERIFY(curve->points[0].campaign.refused.empty());
        QCOMPARE(curve->points[1].campaign.refused.size(), std::size_t{1});
        QVERIFY(curveText(*curve, asText).find("Refused at 1e+06: job: It asks for 1000000") !=
                std::string::npos);
        QVERIFY(curveJson(*curve).find("It asks for 1000000") != std::string::npos);
    }

    // The same seeds at both values: what a longer restart costs is known far better than either
    // point. Each stop costs 1,200 s more; the difference is negative by more than its interval, and
    // its interval is narrower than that of a point.
    void commonNumbersSharpenDifferences() {
        Project project = emptyHall();
        addBatch(project, "job", 896, 1e6);
        set(project, "failures", "enabled", true);
        set(project, "failures", "rate_factor", 20.0);
        CampaignSpec spec = smallSpec(0);
        spec.untilS = 2.0 * kDayS;
        RunOptions options;
        options.stepS = kHourS;
        const auto figure = findFigure(project, "restart-time");
        const std::atomic<bool> cancel{false};
        const auto curve =
            vary(project, catalogue(), options, *figure, {60.0, 1260.0}, spec, {}, cancel);
        QVERIFY(curve.has_value());
        QCOMPARE(curve->points.size(), std::size_t{2});
        const Estimate d = differenceOf(*curve, 1, headroom::engine::figure(kEffectiveTime));
        QVERIFY(d.high() < 0.0);
        const Estimate point = estimateOf(curve->points[1].campaign.replications,
                                          headroom::engine::figure(kEffectiveTime));
        QVERIFY(point.mean > 0.0 && point.mean < 1.0);
        QVERIFY(d.halfWidth < 2.0 * point.halfWidth);
        QVERIFY(curveText(*curve, asText).find("60") != std::string::npos);
        // Files keep every digit: a size of 16,384 is not 1.638e+04, and what is not known is empty.
        Curve sizes = *curve;
        sizes.points[1].value = 16384.0;
        const std::string csv = sheetCsv(curveSheet(sizes));
        QVERIFY(csv.find("\n16384,") != std::string::npos);
        QVERIFY(csv.find(",pue,PUE,,,,") != std::string::npos &&
                csv.find(",-,") == std::string::npos);
        QVERIFY(curveText(sizes, asText).find("16,384") != std::string::npos);
    }
};

HEADROOM_TEST(TestCampaign)
}  // namespace tst_campaign

#include "tst_campaign.moc"
