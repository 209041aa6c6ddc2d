// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_shares.h"
#include "engine/air/field/study.h"
#include "engine/base/json.h"
#include "engine/resolve/design.h"
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>

/// Rules that need more than the small project of fixture.h: a scenario as it is shipped, which they do not
/// object to, with one thing wrong. And that no rule is without a project that breaks it.
namespace tst_broken_scenarios {

using namespace headroom::engine;
using fixture::Json;

namespace {

const Catalogue& shipped() {
    static const Catalogue kCatalogue = [] {
        auto read = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        if (!read) {
            qFatal("%s", text(read.error()).c_str());
        }
        return std::move(*read);
    }();
    return kCatalogue;
}

Json scenario(const std::string& name) {
    QFile file(QStringLiteral(HEADROOM_SOURCE_DIR "/scenarios/%1/project.json")
                   .arg(QString::fromStdString(name)));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s", qPrintable(file.fileName()));
    }
    return parseJson<Json>(file.readAll().toStdString());
}

/// Of one rule, by subject.
std::vector<Finding> of(const std::string& rule, const Json& json) {
    const auto project = parseProject(jsonText(json, 1), "project.json", shipped());
    if (!project) {
        qFatal("%s", text(project.error()).c_str());
    }
    std::vector<Finding> found = checkProject(*project, shipped());
    if (const std::string said = fixture::idInTexts(found, *project, shipped()); !said.empty()) {
        QTest::qFail(said.c_str(), __FILE__, __LINE__);
    }
    std::erase_if(found, [&](const Finding& finding) { return finding.rule != rule; });
    return found;
}

/// A memory pool of 16 TB for the air-cooled servers.
Json pool(int servers) {
    return Json::array({{{"id", "pool"},
                         {"name", "Pool"},
                         {"hall", "hall"},
                         {"switch", "xconn-cxl-256"},
                         {"rack_block", "air"},
                         {"sharers", servers},
                         {"capacity_tb", 16},
                         {"read_gbps", 200},
                         {"latency_ns", 600}}});
}

struct Row {
    const char* rule;
    const char* scenario;
    const char* subject;
    double measured, allowed;  ///< not a number: it is no matter of the table
    std::function<void(Json&)> change;
};

constexpr double kAny = std::numeric_limits<double>::quiet_NaN();

std::vector<Row> rows() {
    const char* const tour = "tour-small-hall";
    const char* const serving = "train-and-serve";
    return {
        // TPUs run nothing that GPUs run.
        {"site-family", "cloud-burst", "cloud", 0, 0,
         [](Json& p) { p["remote_sites"][0]["offer"] = "gcp-tpu-v5p"; }},
        // 4 PB over 100 Gbit/s: 4e15 * 8 / 1e11 = 320,000 s.
        {"data-line", "cloud-burst", "corpus", 320000.0 / 3600.0, 24,
         [](Json& p) { p["data_sets"][0]["size_tb"] = 4000; }},
        // Links of 400 Gbit/s on a cable of 200.
        {"switch-link-rate", tour, "fabric", 200, 400,
         [](Json& p) { p["fabrics"][0]["switch_link"] = "aoc-hdr"; }},
        // The same accelerators on two fabrics that nothing joins.
        {"pool-fabrics", tour, "liquid", 0, 0,
         [](Json& p) {
             Json second = p["fabrics"][0];
             second["id"] = "fabric-b";
             second["name"] = "Second fabric";
             p["fabrics"].push_back(second);
             p["rack_blocks"][1]["fabric"] = "fabric-b";
         }},
        {"wan-ends", "two-site-training", "line", 0, 0,
         [](Json& p) { p["wan_links"][0]["to"] = p["wan_links"][0]["from"]; }},
        // The switch has 8 ports, and the memory takes one.
        {"cxl-ports", tour, "pool", 16, 7, [](Json& p) { p["cxl_pools"] = pool(16); }},
        // One pool for 4 of the 2 rows x 16 racks x 2 servers.
        {"cxl-servers", tour, "pool", 4, 64, [](Json& p) { p["cxl_pools"] = pool(4); }},
        // Cubes of a torus that circuit switches join, and no switch named.
        {"circuit-ports", tour, "fabric", 0, 0,
         [](Json& p) {
             p["fabrics"][0].update({{"shape", "torus"},
                                     {"switch", "adapter-router-6x400"},
                                     {"dims", {16, 16, 4}},
                                     {"cube_edge", 4},
                                     {"wrap", true}});
         }},
        // The plant 860 m further from its hall: the pipes take what pumps have.
        {"circuit-head", tour, "warm", kAny, kAny,
         [](Json& p) { p["cooling_loops"][1]["x_m"] = 900; }},
        // The switch of a machine of 1,142.9 kW opens at 0.3 x 45.6 L/s at 6 K, 22.8 % of three pumps of 20 L/s.
        {"least-flow", "chiller-trip", "chilled", 20, kAny,
         [](Json& p) { p["cooling_loops"][0]["least_flow_pct"] = 20; }},
        // It needs 0.4 x 45.6 L/s at least, more than one pump of 7.5 L/s gives.
        {"least-flow", "chiller-trip", "chilled", kAny, 7.5,
         [](Json& p) {
             p["cooling_loops"][0]["pump"] = "pump-frontier-cdu";
             p["cooling_loops"][0]["pump_count"] = 1;
         }},
        // Water of the towers above 30 degrees for a machine that was fitted for a lift of 19.45 K from 7.22.
        {"chiller-lift", "chiller-trip", "chilled", kAny, 19.45,
         [](Json& p) { p["cooling_loops"][0]["supply_setpoint_c"] = 7; }},
        // One machine of 1.14 MW for 1.7 MW in Phoenix.
        {"loop-setpoint", "chiller-trip", "chilled", kAny, kAny,
         [](Json& p) { p["cooling_loops"][0]["chiller_count"] = 1; }},
        // Vapour of 49 degrees on a coil of 45.
        {"tank-condenser", "immersion-hall", "boiling", kAny, kAny,
         [](Json& p) {
             for (Json& group : p["cdu_groups"]) {
                 group["supply_setpoint_c"] = 45;
             }
         }},
        // A bath made for water of 30 degrees on coolant of 36: 15 K over it, and chips of 700 W 35 K over the bath.
        {"chip-limit", "immersion-hall", "baths", kAny, 85,
         [](Json& p) { p["cdu_groups"][0]["supply_setpoint_c"] = 36; }},
        {"coolant-boils", "chiller-trip", "liquid", kAny, 49,
         [](Json& p) {
             p["cdu_groups"][0]["fluid"] = "novec-649";
             p["cdu_groups"][0]["supply_setpoint_c"] = 45;
         }},
        // Servers of class A1 are recommended 27 degrees at most.
        {"rack-inlet", tour, "air", kAny, 27, [](Json& p) { p["halls"][0]["supply_air_c"] = 31; }},
        // CDUs in the row that they serve.
        {"machines-overlap", tour, "cdus", kAny, 0, [](Json& p) { p["cdu_groups"][0]["x_m"] = 6; }},
        // The hall is 14.4 m deep, a rack 1.2 m: 14.4 - 12.9 - 1.2 m are left behind it.
        {"back-clearance", tour, "liquid", 0.3, 0.6,
         [](Json& p) { p["rack_blocks"][1]["y_m"] = 12.9; }},
        // 550 kg on 0.6 m by a row pitch of 3 m.
        {"floor-load", tour, "air", 550.0 / 1.8, 200,
         [](Json& p) { p["halls"][0]["floor_load_kg_per_m2"] = 200; }},
        // Motors on the medium-voltage board: 20 kV, where they take 1.
        {"feed-voltage", tour, "chilled", 20, 1,
         [](Json& p) { p["cooling_loops"][0]["feeds"] = {"mv"}; }},
        // 3e6 tokens of 8,192 are 366.2 sequences; 256 accelerators in tensor groups of 8 are 32 copies, in
        // 16 rounds 512 at least.
        {"job-plan", tour, "llama-70b", 3e6 / 8192.0 / 512.0, 1,
         [](Json& p) { p["training_jobs"][0]["batch_million_tokens"] = 3.0; }},
        // An H100 multiplies in 8 bits at the least.
        {"job-possible", tour, "llama-70b", 0, 0,
         [](Json& p) { p["training_jobs"][0]["precision"] = "fp4"; }},
        // Half of 128 servers of 8 are spares: 512 accelerators are left for one job.
        {"job-room", tour, "llama-70b", 1024, 512,
         [](Json& p) {
             p["failures"]["spare_pct"] = 50;
             p["training_jobs"][0]["accelerators"] = 1024;
         }},
        // All of 128 servers, and none is left for one that fails.
        {"job-spares", tour, "llama-70b", 0, kAny,
         [](Json& p) { p["training_jobs"][0]["accelerators"] = 1024; }},
        // The mean of log-normal times is above their median.
        {"job-run-time", tour, "philly-small", 10, 17.8,
         [](Json& p) { p["job_generators"][0]["mean_run_min"] = 10; }},
        {"checkpoint-storage", tour, "llama-70b", 0, 0, [](Json& p) { p.erase("storage_groups"); }},
        {"tenant-job", tour, "llama-70b", 256, 100,
         [](Json& p) {
             p["tenants"] = Json::array({{{"id", "red"}, {"quota_accelerators", 100}}});
             p["training_jobs"][0]["tenant"] = "red";
         }},
        // Llama 3 70B has 64 heads.
        {"service-possible", serving, "chat", 0, 0,
         [](Json& p) { p["inference_services"][0]["tensor_parallel"] = 3; }},
        // A draft model that drafts nothing.
        {"service-possible", serving, "chat", 0, 0,
         [](Json& p) { p["inference_services"][0]["draft_model"] = "llama3-8b"; }},
        // A draft of 405B in 8 bits takes 101 GB of each of four accelerators, which have 80 GB.
        {"service-possible", serving, "chat", 0, 0,
         [](Json& p) {
             p["inference_services"][0]["draft_model"] = "llama3-405b";
             p["inference_services"][0]["draft_tokens"] = 2;
         }},
        {"service-bits", serving, "chat", 5, 0,
         [](Json& p) { p["inference_services"][0]["weight_bits"] = 5; }},
        {"service-replicas", serving, "chat", 100, 96,
         [](Json& p) { p["inference_services"][0]["minimum_replicas"] = 100; }},
    };
}

}  // namespace

class TestBrokenScenarios : public QObject {
    Q_OBJECT

  private slots:

    void oneThingWrong_data() {
        QTest::addColumn<int>("index");
        const auto all = rows();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].rule) << static_cast<int>(i);
        }
    }

    void oneThingWrong() {
        QFETCH(int, index);
        const Row row = rows()[static_cast<std::size_t>(index)];
        Json json = scenario(row.scenario);
        QVERIFY(of(row.rule, json).empty());
        row.change(json);
        const auto found = of(row.rule, json);
        const auto finding = std::find_if(
            found.begin(), found.end(), [&](const Finding& f) { return f.subject == row.subject; });
        QVERIFY2(finding != found.end(), row.rule);
        QVERIFY(!finding->hint.empty() && finding->message.back() == '.');
        const auto isAbout = [](double got, double expected) {
            return std::isnan(expected) || std::fabs(got - expected) <= 2e-3 * std::fabs(expected);
        };
        QVERIFY2(isAbout(finding->measured, row.measured) && isAbout(finding->allowed, row.allowed),
                 findingText(*finding).c_str());
    }

    /// Fuel cells come up slowly: alone they cannot follow training. As shipped the scenario says so; with
    /// half an hour of their own store they could.
    void sourcesThatDoNotFollow() {
        const auto found = of("source-ramp", scenario("fuel-cell-campus"));
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found.front().subject, std::string("cells-a"));
        QVERIFY(of("source-ramp", scenario("tour-small-hall")).empty());
    }

    /// A rack of the fixture has a given number of units; two times its servers do not fit.
    void partsThatContradictEachOther() {
        const auto has = [](const std::vector<Finding>& found, const std::string& rule) {
            return std::any_of(found.begin(), found.end(),
                               [&](const Finding& f) { return f.rule == rule; });
        };
        const auto tooTall = [](Json&, fixture::Files& f) {
            fixture::figureOf(f, "rack", 0, "units_u") = 4;
            fixture::figureOf(f, "server", 0, "height_u") = 8;
        };
        QVERIFY(has(fixture::findingsAfter(tooTall), "rack-units"));
        // No supply of the catalogue carries a megawatt.
        const auto tooMuch = [](Json&, fixture::Files& f) {
            fixture::figureOf(f, "server", 0, "nameplate_kw") = 1000;
        };
        QVERIFY(has(fixture::findingsAfter(tooMuch), "inlet-nameplate"));
        const auto asItIs = fixture::findingsAfter([](Json&, fixture::Files&) {});
        QVERIFY(!has(asItIs, "rack-units") && !has(asItIs, "inlet-nameplate"));
    }

    /// Shares of hot air by which every rack of the tour's hall breathes air far above the 32 °C that class A1 of ASHRAE
    /// allows: 0.9 of it comes from the hot aisle. Without shares the rule has no finding. Shares of another state are
    /// not used, and the rule says so.
    void theAirFieldFindsHotRacks() {
        auto project =
            parseProject(jsonText(scenario("tour-small-hall"), 1), "project.json", shipped());
        QVERIFY(project.has_value());
        const auto study = airStudy(*project, shipped());
        QVERIFY(study.has_value() && !study->halls.empty());
        const AirStudyHall& hall = study->halls.front();
        HallAirShares shares;
        shares.hall = hall.id;
        shares.key = airKey(*study, hall);
        shares.origin = "cells of 0.25 m, settled";
        shares.errorK = 3.0;
        shares.inletPct.assign(static_cast<std::size_t>(hall.plan.racks()), 90.0);
        shares.topPct = shares.inletPct;
        const auto found = [&] {
            std::vector<Finding> all = checkDesign(designOf(*project, shipped()), CheckDepth::Full);
            std::erase_if(all, [](const Finding& finding) {
                return finding.rule != std::string("hall-air");
            });
            return all;
        };
        QVERIFY(found().empty());
        QVERIFY(applyAll(*project, shipped(), airEdits(shares)).has_value());
        const std::vector<Finding> hot = found();
        QCOMPARE(hot.size(), std::size_t{3});  // hottest rack, RCI, error above 1 K
        QCOMPARE(hot.front().subject, hall.id);
        QVERIFY(hot.front().measured > 32.0);
        QVERIFY2(hot.back().message.find("miss") != std::string::npos, hot.back().message.c_str());
        shares.key = std::string(32, '0');
        QVERIFY(applyAll(*project, shipped(), airEdits(shares)).has_value());
        const std::vector<Finding> old = found();
        QCOMPARE(old.size(), std::size_t{1});
        QVERIFY2(old.front().message.find("earlier state") != std::string::npos,
                 old.front().message.c_str());
    }

    /// The sources of these tests name every rule where they expect it: in a row, or asked for by name. A
    /// rule that nothing here breaks is listed.
    void noRuleIsWithoutAProjectThatBreaksIt() {
        QString sources;
        const QDir folder(HEADROOM_SOURCE_DIR "/tests/engine/check");
        for (const QString& name : folder.entryList({"tst_*.cpp"})) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            sources += QString::fromUtf8(file.readAll());
        }
        QStringList without;
        for (const RuleInfo& rule : checkRules()) {
            const QString id =
                QString::fromUtf8(rule.id.data(), static_cast<qsizetype>(rule.id.size()));
            // {"id", …}, of("id", …), std::string("id"), == "id", (…, "id")
            const QRegularExpression expected(
                QStringLiteral("(\\{|of\\(|string\\(|== |\\), )\"%1\"")
                    .arg(QRegularExpression::escape(id)));
            if (!sources.contains(expected)) {
                without << id;
            }
        }
        QVERIFY2(without.isEmpty(), qPrintable("no project breaks: " + without.join(", ")));
    }
};

HEADROOM_TEST(TestBrokenScenarios)
}  // namespace tst_broken_scenarios

#include "tst_broken_scenarios.moc"
