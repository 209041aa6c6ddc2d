// SPDX-License-Identifier: Apache-2.0
#include "engine/power/contingency.h"

#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <cmath>

namespace tst_contingency {

using namespace headroom::engine;
using fixture::Json;

class TestContingency : public QObject {
    Q_OBJECT

  private slots:
    void generatorsStandForTheUtility();
    void oneModuleOfAUnitWithSpares();
    void sharedBoardTakesAll();
    void catcherStandsForOnePrimary();
    void distributedRedundancySharesTheLoad();
    void machinesOnDeadCordsStandStill();
    void casesDoNotLeaveTraces();
};

namespace {

PowerNetwork build(const char* units, const std::vector<RackFeeds>& racks,
                   const std::vector<MachineFeeds>& machines = {}) {
    Json json = fixture::project();
    for (const char* section : {"rack_blocks", "cdu_groups", "cooling_loops", "halls", "fabrics"}) {
        json.erase(section);
    }
    json["power_units"] = Json::parse(units);
    const Project project = fixture::mustRead(json);
    auto network = buildPowerNetwork(project, fixture::catalogue(), {}, racks, machines);
    if (!network) {
        qFatal("%s", text(network.error()).c_str());
    }
    return *network;
}

PowerDemand demand(const PowerNetwork& n, double eachW) {
    PowerDemand d;
    d.powerW.assign(n.loads.size(), eachW);
    d.reactiveVar.assign(n.loads.size(), 0.0);
    return d;
}

const Contingency& without(const PowerNetwork& n, const FailureStudy& study, const char* id) {
    for (const Contingency& c : study.cases) {
        if (n.units[static_cast<std::size_t>(c.unit)].id == id) {
            return c;
        }
    }
    qFatal("no unit %s", id);
}

constexpr const char* kSinglePath = R"([
    {"id": "grid", "part": "utility-20kv", "rating_mva": 10},
    {"id": "tx", "part": "tx-2000", "sources": ["grid"]},
    {"id": "gens", "part": "genset-2000"},
    {"id": "ats", "part": "ats-4000", "sources": ["tx", "gens"]},
    {"id": "ups", "part": "ups-1000", "modules": 4, "redundant": 1, "sources": ["ats"]}])";

}  // namespace

void TestContingency::generatorsStandForTheUtility() {
    const PowerNetwork n = build(kSinglePath, {{{"ups"}, 0, 1, 10}});
    const FailureStudy study = singleFailures(n, demand(n, 100e3));
    QVERIFY(without(n, study, "grid").lostLoads.empty());
    QVERIFY(without(n, study, "tx").lostLoads.empty());
    QVERIFY(without(n, study, "gens").lostLoads.empty());
    QCOMPARE(without(n, study, "ats").lostLoads.size(), std::size_t{10});
    QVERIFY(study.outage.lostLoads.empty());
    // 1 MW on a generator of 2 MW.
    QVERIFY(qAbs(study.outage.worstLoading - 0.5) < 1e-6);
}

void TestContingency::oneModuleOfAUnitWithSpares() {
    const PowerNetwork n = build(kSinglePath, {{{"ups"}, 0, 1, 10}});
    // 3.2 MW on four modules of 1 MW; on three it is 106.7 %.
    const FailureStudy study = singleFailures(n, demand(n, 320e3));
    const Contingency& c = without(n, study, "ups");
    QCOMPARE(c.modules, 1);
    QVERIFY(c.lostLoads.empty());
    const auto ups = std::find_if(c.units.begin(), c.units.end(),
                                  [&](const Overload& o) { return o.index == c.unit; });
    QVERIFY(ups != c.units.end());
    QVERIFY(qAbs(ups->loading - 3.2 / 3.0) < 1e-6);
}

void TestContingency::sharedBoardTakesAll() {
    const PowerNetwork n = build(R"([
        {"id": "grid", "part": "utility-20kv"},
        {"id": "tx", "part": "tx-2000", "sources": ["grid"]},
        {"id": "main", "part": "board-4000", "sources": ["tx"]},
        {"id": "a", "part": "pdu-1000", "sources": ["main"]},
        {"id": "b", "part": "pdu-1000", "sources": ["main"]}])",
                                 {{{"a", "b"}, 2, 1, 8}});
    const FailureStudy study = singleFailures(n, demand(n, 100e3));
    QCOMPARE(without(n, study, "main").lostLoads.size(), std::size_t{8});
    QVERIFY(without(n, study, "a").lostLoads.empty());
    // 400 kW on each; 800 kW on b alone, 20 % of its rating are left.
    QVERIFY(qAbs(study.margin.front() - 0.2) < 1e-6);
    QVERIFY(qAbs(study.imbalance.front()) < 1e-9);
}

void TestContingency::catcherStandsForOnePrimary() {
    const PowerNetwork n = build(R"([
        {"id": "grid", "part": "utility-20kv"},
        {"id": "tx", "part": "tx-2000", "count": 3, "sources": ["grid"]},
        {"id": "tx-r", "part": "tx-2000", "sources": ["grid"]},
        {"id": "sts", "part": "ats-4000", "count": 3, "sources": ["tx", "tx-r"]}])",
                                 {{{"sts"}, 0, 3, 5}});
    // 15 racks of 300 kW: 1.5 MW on each of three transformers of 2 MVA.
    const FailureStudy study = singleFailures(n, demand(n, 300e3));
    const Contingency& c = without(n, study, "tx/2");
    QVERIFY(c.lostLoads.empty());
    QVERIFY(c.units.empty());
    QVERIFY(qAbs(c.worstLoading - 0.75) < 1e-6);
    QCOMPARE(without(n, study, "sts/2").lostLoads.size(), std::size_t{5});
}

void TestContingency::distributedRedundancySharesTheLoad() {
    const PowerNetwork n = build(R"([
        {"id": "grid", "part": "utility-20kv"},
        {"id": "a", "part": "tx-2000", "sources": ["grid"]},
        {"id": "b", "part": "tx-2000", "sources": ["grid"]},
        {"id": "c", "part": "tx-2000", "sources": ["grid"]},
        {"id": "d", "part": "tx-2000", "sources": ["grid"]}])",
                                 {{{"a", "b", "c", "d"}, 2, 6, 10}});
    // 60 racks of 100 kW on four of 2 MVA: 75 %. Six rows take the six pairs, so that the load of
    // one that fails goes to the three others in equal parts: 6 MW / 3 = 100 %, and no overload.
    const FailureStudy study = singleFailures(n, demand(n, 100e3));
    const Contingency& c = without(n, study, "a");
    QVERIFY(c.lostLoads.empty());
    QVERIFY(c.units.empty());
    QVERIFY(qAbs(c.worstLoading - 1.0) < 1e-6);
    // One per cent more is too much for all three.
    const FailureStudy more = singleFailures(n, demand(n, 101e3));
    QCOMPARE(without(n, more, "a").units.size(), std::size_t{3});
}

void TestContingency::machinesOnDeadCordsStandStill() {
    const PowerNetwork n = build(R"([
        {"id": "grid", "part": "utility-20kv"},
        {"id": "a", "part": "tx-2000", "sources": ["grid"]},
        {"id": "b", "part": "tx-2000", "sources": ["grid"]}])",
                                 {}, {{PowerLoadKind::HeatRejection, 0, {"a", "b"}}});
    // 3 MW of machines spread over both. Without a, half of them stand still: b carries 1.5 MW.
    const FailureStudy study = singleFailures(n, demand(n, 3e6));
    const Contingency& c = without(n, study, "a");
    QVERIFY(c.units.empty());
    QVERIFY(qAbs(c.worstLoading - 0.75) < 1e-6);
}

void TestContingency::casesDoNotLeaveTraces() {
    const PowerNetwork n = build(kSinglePath, {{{"ups"}, 0, 1, 10}});
    const FailureStudy once = singleFailures(n, demand(n, 100e3));
    const FailureStudy again = singleFailures(n, demand(n, 100e3));
    QCOMPARE(once.cases.size(), n.units.size());
    for (std::size_t i = 0; i < once.cases.size(); ++i) {
        QCOMPARE(once.cases[i].unit, static_cast<int>(i));
        QCOMPARE(once.cases[i].worstLoading, again.cases[i].worstLoading);
    }
}

HEADROOM_TEST(TestContingency)
}  // namespace tst_contingency

#include "tst_contingency.moc"
