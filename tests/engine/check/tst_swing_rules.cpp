// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_job.h"
#include "models/workload/training_step.h"
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_swing_rules {

using namespace headroom::engine;
using fixture::Files;
using fixture::Json;
namespace models = headroom::models;

namespace {

std::vector<Finding> findings(const Json& smoothing, int copies = 1) {
    return fixture::findingsAfter([&](Json& p, Files&) {
        p["power_smoothing"] = smoothing;
        p["training_jobs"][0]["copies"] = copies;
    });
}

/// Activity while computing of the fixture's job: (C 0.9 + T 0.3) / (C + T).
double computeMix() {
    const Catalogue& c = fixture::catalogue();
    models::TrainingStepInput in;
    in.model = c.spec<models::LanguageModelSpec>("model-70b");
    in.accelerator = c.spec<models::AcceleratorSpec>("gpu-700");
    in.profile = c.spec<models::JobProfileSpec>("pretraining");
    in.scaleUp = c.spec<models::InterconnectSpec>("inside");
    in.scaleOut = c.spec<models::InterconnectSpec>("across");
    models::TrainingJobSpec job;
    job.accelerators = 512;
    job.tensorParallel = 8;
    job.pipelineParallel = 4;
    job.batchTokens = 4e6;
    in.plan = models::planOf(job, *in.model);
    in.scaleUpDomain = 8;
    const models::TrainingStep step = models::trainingStep(in);
    return (step.computeS * 0.9 + step.tensorS * 0.3) / (step.computeS + step.tensorS);
}

}  // namespace

class TestSwingRules : public QObject {
    Q_OBJECT

  private slots:

    void noLimitsNoFindings() {
        QVERIFY(findings(Json::object()).empty());
        QVERIFY(findings({{"filler", true}}).empty());
    }

    // 512 accelerators of 100 to 700 W, hosts of 1,000 to 2,400 W for each eight, supplies without
    // loss: 775 W each from activity 0 to 1, of which a step uses the part from 0.3 to the mix.
    void range() {
        // Little is exposed in this job: the low phase is short, and supplies and UPS fill a few
        // per cent of it.
        const double mostMw = 512 * 775.0 * (computeMix() - 0.3) / 1e6;
        const auto found = findings({{"limit_range_mw", 0.1}});
        QCOMPARE(found.size(), std::size_t{1});
        const double measuredMw = found.front().measured;
        QVERIFY2(measuredMw > 0.9 * mostMw && measuredMw < mostMw,
                 qPrintable(QString("%1 of %2").arg(measuredMw).arg(mostMw)));
        fixture::compare(found,
                         {"grid-ramp", Severity::Error, "power_smoothing", measuredMw, 0.1, "MW"});
        QVERIFY(found.front().message.find("worst case") != std::string::npos);
        // Two in phase swing twice as much; one that is allowed more has no finding.
        fixture::compare(
            findings({{"limit_range_mw", 0.1}}, 2),
            {"grid-ramp", Severity::Error, "power_smoothing", 2.0 * measuredMw, 0.1, "MW"});
        QVERIFY(findings({{"limit_range_mw", 1.01 * mostMw}}).empty());
    }

    // The drain of the pipeline spreads the fall over more than a second; fill is faster than that.
    void rampWithinASecond() {
        const auto found = findings({{"limit_ramp_mw_per_s", 0.01}});
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().rule, std::string("grid-ramp"));
        QCOMPARE(found.front().unit, std::string("MW/s"));
        QVERIFY(found.front().measured <= 512 * 775.0 * (computeMix() - 0.3) / 1e6 * 1.0001);
    }

    // A stop takes all that is above idle: the trend falls from the mean by 775 W x mean activity,
    // up to the part of a step's pulse that the 20 s of the trend let through.
    void rampWithinAMinute() {
        const auto found = findings({{"limit_ramp_mw_per_min", 0.1}});
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().rule, std::string("grid-ramp"));
        QCOMPARE(found.front().unit, std::string("MW/min"));
        QVERIFY(found.front().message.find("stops") != std::string::npos);
        const double least = 512 * 775.0 * 0.3 / 1e6, most = 512 * 775.0 * 0.9 / 1e6;
        QVERIFY(found.front().measured > least && found.front().measured < most);
    }

    // Copies are in phase too, but only one of them stops.
    void copies() {
        const auto one = findings({{"limit_ramp_mw_per_min", 0.01}});
        const auto five = findings({{"limit_ramp_mw_per_min", 0.01}}, 5);
        QCOMPARE(one.size(), std::size_t{1});
        QCOMPARE(five.size(), std::size_t{1});
        QVERIFY2(five.front().measured < 1.3 * one.front().measured,
                 findingText(five.front()).c_str());
    }

    void bandWithoutWidth() {
        fixture::compare(findings({{"band_low_hz", 5}, {"band_high_hz", 2}}),
                         {"grid-band", Severity::Error, "power_smoothing", 5.0, 2.0, "Hz"});
    }

    void band() {
        for (const Json& limit : {Json{{"limit_band_mw", 0.001}}, Json{{"limit_band_pct", 0.1}}}) {
            const auto found = findings(limit);
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found.front().rule, std::string("grid-band"));
            QVERIFY(found.front().measured > found.front().allowed);
            // The measures count.
            Json with = limit;
            with["ups_shaving"] = true;
            with["ups_smoothing_time_constant_s"] = 600;
            QVERIFY(findings(with).empty());
        }
    }
};

HEADROOM_TEST(TestSwingRules)
}  // namespace tst_swing_rules

#include "tst_swing_rules.moc"
