// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/base/json.h"
#include "engine/power/contingency.h"
#include "engine/power/islands.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <cmath>

namespace tst_contingency {

using namespace headroom::engine;
using fixture::Json;
using headroom::at;

class TestContingency : public QObject {
    Q_OBJECT

  private slots:
    void generatorsStandForTheUtility();
    void oneModuleOfAUnitWithSpares();
    void sharedBoardTakesAll();
    void survivorTripsToo();
    void breakerOfTheSurvivorTrips();
    void catcherStandsForOnePrimary();
    void distributedRedundancySharesTheLoad();
    void machinesOnDeadCordsStandStill();
    void casesDoNotLeaveTraces();
    void manyAlikeAreOneCase();
    void spareIncomersOfATransferSwitchAreAlike();
    void islandsStandAlone();
    void equalIslandsAreSolvedOnce();
};

namespace {

PowerNetwork build(const char* units, const std::vector<RackFeeds>& racks,
                   const std::vector<MachineFeeds>& machines = {}) {
    Json json = fixture::project();
    for (const char* section : {"rack_blocks", "cdu_groups", "cooling_loops", "halls", "fabrics"}) {
        json.erase(section);
    }
    json["power_units"] = parseJson<Json>(units);
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

constexpr const char* kTwoPaths = R"([
    {"id": "grid", "part": "utility-20kv"},
    {"id": "tx-a", "part": "tx-2000", "sources": ["grid"]},
    {"id": "tx-b", "part": "tx-2000", "sources": ["grid"]},
    {"id": "ups-a", "part": "ups-1000", "modules": %1, "sources": ["tx-a"]},
    {"id": "ups-b", "part": "ups-1000", "modules": %1, "sources": ["tx-b"]},
    {"id": "a", "part": "pdu-1000", "modules": 2, "sources": ["ups-a"], "breaker": "cb-pdu"},
    {"id": "b", "part": "pdu-1000", "modules": 2, "sources": ["ups-b"], "breaker": "cb-pdu"}])";

std::string twoPaths(int modules) {
    return QString(kTwoPaths).arg(modules).toStdString();
}

// 12 racks of 90 kW, half on each path: 540 kW on each UPS of 1 MW. Without A the whole 1,080 kW are on B, 108 %: more
// than its rating for its overload time, 10 min, then its output is off and all racks are dark. With 80 kW the 960 kW
// are carried for good.
void TestContingency::survivorTripsToo() {
    const PowerNetwork n = build(twoPaths(1).c_str(), {{{"a", "b"}, 2, 1, 12}});
    const Contingency c = without(n, singleFailures(n, demand(n, 90e3)), "ups-a");
    QVERIFY(c.lostLoads.empty());
    QCOMPARE(c.trippedLoads.size(), std::size_t{12});
    QCOMPARE(c.trips.size(), std::size_t{1});
    QCOMPARE(n.units[static_cast<std::size_t>(static_cast<int>(c.trips[0].unit))].id,
             std::string("ups-b"));
    QVERIFY(qAbs(c.trips[0].loading - 1.08) < 1e-6);
    QCOMPARE(c.trips[0].afterS, 600.0);
    const Contingency carried = without(n, singleFailures(n, demand(n, 80e3)), "ups-a");
    QVERIFY(carried.trips.empty() && carried.trippedLoads.empty());
}

// UPS of 2 MW carry 1.2 MW; the breaker of the surviving PDU, 1,600 A, does not: 1,732 A at 400 V are beyond its pickup of
// 1,680 A. From the heat of half of that (theta 0.2657): 300 ln((q - theta) / (q - 1)) with q = 1.0629, and 0.05 s
// to open: 761.9 s. A breaker that is beyond its pickup in normal operation is no consequence of a failure.
void TestContingency::breakerOfTheSurvivorTrips() {
    const PowerNetwork n = build(twoPaths(2).c_str(), {{{"a", "b"}, 2, 1, 12}});
    const Contingency c = without(n, singleFailures(n, demand(n, 100e3)), "a");
    QCOMPARE(c.trips.size(), std::size_t{1});
    QVERIFY(c.trips[0].edge >= 0);
    QVERIFY2(qAbs(c.trips[0].afterS - 761.9) < 0.5, qPrintable(QString::number(c.trips[0].afterS)));
    QCOMPARE(c.trippedLoads.size(), std::size_t{12});
    const FailureStudy beyond = singleFailures(n, demand(n, 200e3));
    for (const CascadeTrip& trip : without(n, beyond, "a").trips) {
        QVERIFY(trip.edge < 0);  // both breakers carry 1,732 A with nothing out
    }
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
    // 3 MW of machines spread over both. Without a, half of them are stopped: b carries 1.5 MW.
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

// 300 UPS, each behind a transformer and with 20 racks of 100 kW of its own: one case stands for all,
// unless the racks behind every other one are to be told apart.
void TestContingency::manyAlikeAreOneCase() {
    const std::string units = R"([
        {"id": "grid", "part": "utility-20kv", "rating_mva": 100},
        {"id": "tx", "part": "tx-2000", "count": 300, "sources": ["grid"]},
        {"id": "ups", "part": "ups-1000", "count": 300, "modules": 4, "redundant": 1,
         "sources": ["tx"]}])";
    const RackFeeds block{{"ups"}, 1, 300, 10};
    const PowerNetwork n = build(units.c_str(), {block, block});
    QCOMPARE(n.racks, 6000);
    const PowerDemand d = demand(n, 100e3);
    // In one group: grid, tx and ups. Each UPS carries 20 racks: 2 MW of the 3 MW of its modules left.
    const FailureStudy study = singleFailures(n, d);
    QCOMPARE(study.cases.size(), std::size_t{3});
    const Contingency& c = without(n, study, "ups/1");
    QCOMPARE(c.alike, 300);
    QCOMPARE(c.modules, 1);
    QVERIFY(c.lostLoads.empty());
    QCOMPARE(without(n, study, "tx/1").alike, 300);
    QCOMPARE(without(n, study, "tx/1").lostLoads.size(), std::size_t{20});
    // What happened to one of them can happen to each: 2/3 of the modules in service, and that as
    // margin of every rack where no board is tighter (transformers: 2 MVA for 2 MW and losses).
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        if (n.units[i].kind == PowerKind::Ups) {
            QVERIFY(qAbs(study.worstLoading[i] - 2.0 / 3.0) < 1e-6);
        }
    }
    for (std::size_t l = 1; l < n.loads.size(); ++l) {
        QCOMPARE(study.margin[l], study.margin[0]);
    }
    // Grid, and of transformers and of UPS the odd ones and the even ones.
    std::vector<int> group(n.loads.size(), 0);
    for (std::size_t l = 0; l < n.loads.size(); ++l) {
        group[l] = n.cordUnit[static_cast<std::size_t>(n.loads[l].firstCord)] % 2;
    }
    const FailureStudy halves = singleFailures(n, d, group);
    QCOMPARE(halves.cases.size(), std::size_t{5});
    QCOMPARE(without(n, halves, "ups/2").alike, 150);
}

// Two buildings on utilities of their own, one of them with too small a UPS: a case in the one is what it would be
// without the other, and what the other carries in normal operation is next to it.
void TestContingency::islandsStandAlone() {
    const std::string other = R"([
        {"id": "grid-2", "part": "utility-20kv", "rating_mva": 10},
        {"id": "tx-2", "part": "tx-2000", "sources": ["grid-2"]},
        {"id": "ups-2", "part": "ups-1000", "modules": 1, "sources": ["tx-2"]}])";
    const std::string both =
        std::string(kSinglePath).substr(0, std::string(kSinglePath).rfind(']')) + "," +
        other.substr(1);
    const RackFeeds first{{"ups"}, 0, 1, 10}, second{{"ups-2"}, 0, 1, 12};
    const PowerNetwork n = build(both.c_str(), {first, second});
    const PowerNetwork one = build(kSinglePath, {first}), two = build(other.c_str(), {second});
    const FailureStudy study = singleFailures(n, demand(n, 100e3));
    const FailureStudy ofOne = singleFailures(one, demand(one, 100e3));
    const FailureStudy ofTwo = singleFailures(two, demand(two, 100e3));
    QCOMPARE(study.cases.size(), ofOne.cases.size() + ofTwo.cases.size());
    // 12 racks of 100 kW on 1 MW: overloaded whatever happens elsewhere, and the worst of all.
    const Contingency& c = without(n, study, "tx");
    QCOMPARE(c.lostLoads, without(one, ofOne, "tx").lostLoads);
    QCOMPARE(c.units.size(), std::size_t{1});
    QCOMPARE(n.units[at(c.units.front().index)].id, std::string("ups-2"));
    QVERIFY(qAbs(c.worstLoading - 1.2) < 1e-6);
    QCOMPARE(c.worstUnit, c.units.front().index);
    // All 12 racks of the second building, and none of the first.
    const Contingency& lost = without(n, study, "tx-2");
    QCOMPARE(lost.lostLoads.size(), std::size_t{12});
    for (const int load : lost.lostLoads) {
        QCOMPARE(n.units[at(n.cordUnit[at(n.loads[at(load)].firstCord)])].id, std::string("ups-2"));
    }
    QCOMPARE(study.outage.lostLoads.size(),
             ofOne.outage.lostLoads.size() + ofTwo.outage.lostLoads.size());
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const bool isSecond = n.units[i].id.ends_with("-2");
        const PowerNetwork& alone = isSecond ? two : one;
        for (std::size_t k = 0; k < alone.units.size(); ++k) {
            if (alone.units[k].id == n.units[i].id && !std::isnan(study.worstLoading[i])) {
                QCOMPARE(study.worstLoading[i], (isSecond ? ofTwo : ofOne).worstLoading[k]);
            }
        }
    }
}

// Two buildings that are equal but for their names: each has the cases that it has alone, with its own units and
// loads. A third whose demand differs in the last digit is no twin, and is solved by itself.
void TestContingency::equalIslandsAreSolvedOnce() {
    const auto named = [](const std::string& end) {
        return R"({"id": "grid)" + end + R"(", "part": "utility-20kv", "rating_mva": 10},
            {"id": "tx)" +
               end + R"(", "part": "tx-2000", "sources": ["grid)" + end + R"("]},
            {"id": "ups)" +
               end + R"(", "part": "ups-1000", "modules": 2, "sources": ["tx)" + end + R"("]})";
    };
    const std::string alone = "[" + named("") + "]";
    const std::string all = "[" + named("-1") + "," + named("-2") + "," + named("-3") + "]";
    const PowerNetwork one = build(alone.c_str(), {{{"ups"}, 0, 1, 8}});
    const PowerNetwork n =
        build(all.c_str(), {{{"ups-1"}, 0, 1, 8}, {{"ups-2"}, 0, 1, 8}, {{"ups-3"}, 0, 1, 8}});
    const std::vector<PowerIsland> islands = islandsOf(n);
    QCOMPARE(islands.size(), std::size_t{3});
    QVERIFY(areAlike(islands[0], islands[1]));
    PowerDemand asked = demand(n, 100e3);
    for (std::size_t l = 16; l < 24; ++l) {
        asked.powerW[l] = 90e3;
    }
    const FailureStudy study = singleFailures(n, asked);
    const FailureStudy full = singleFailures(one, demand(one, 100e3)),
                       less = singleFailures(one, demand(one, 90e3));
    QCOMPARE(study.cases.size(), 3 * full.cases.size());
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const std::string& id = n.units[i].id;
        const std::string own = id.substr(0, id.find('-'));
        const FailureStudy& expected = id.ends_with("-3") ? less : full;
        for (std::size_t k = 0; k < one.units.size(); ++k) {
            if (one.units[k].id == own && !std::isnan(expected.worstLoading[k])) {
                QCOMPARE(study.worstLoading[i], expected.worstLoading[k]);
            }
        }
        const Contingency& c = without(n, study, id.c_str());
        const Contingency& alike = without(one, expected, own.c_str());
        QCOMPARE(c.lostLoads.size(), alike.lostLoads.size());
        for (const int load : c.lostLoads) {
            QVERIFY(n.units[at(n.cordUnit[at(n.loads[at(load)].firstCord)])].id.ends_with(
                id.substr(id.size() - 2)));
        }
        // What a unit's worst case is told of is a case in its own building.
        const int by = study.worstCase[i];
        QVERIFY(by < 0 ||
                n.units[at(study.cases[at(by)].unit)].id.ends_with(id.substr(id.size() - 2)));
    }
    for (std::size_t l = 0; l < n.loads.size(); ++l) {
        QCOMPARE(study.margin[l], (l < 16 ? full : less).margin[0]);
    }
    QCOMPARE(study.outage.lostLoads.size(), n.loads.size());
}

// A switch on the first of 900 transformers: that one alone matters; the second takes over from it; of
// the others none is ever asked while a single unit is out.
void TestContingency::spareIncomersOfATransferSwitchAreAlike() {
    const PowerNetwork n = build(R"([
        {"id": "grid", "part": "utility-20kv", "rating_mva": 100},
        {"id": "tx", "part": "tx-2000", "count": 900, "sources": ["grid"]},
        {"id": "ats", "part": "ats-4000", "sources": ["tx"]},
        {"id": "ups", "part": "ups-1000", "modules": 4, "sources": ["ats"]}])",
                                 {{{"ups"}, 1, 1, 10}});
    const FailureStudy study = singleFailures(n, demand(n, 100e3));
    // grid, tx/1, the 899 spare ones, ats, ups.
    QCOMPARE(study.cases.size(), std::size_t{5});
    QCOMPARE(without(n, study, "tx/1").alike, 1);
    QVERIFY(without(n, study, "tx/1").lostLoads.empty());
    QCOMPARE(without(n, study, "tx/2").alike, 899);
    // 1 MW on 2 MVA: on the first and, without it, on the second; parts of the fixture lose nothing.
    QVERIFY(qAbs(study.worstLoading[1] - 0.5) < 1e-6);
    QVERIFY(qAbs(study.worstLoading[2] - 0.5) < 1e-6);
    QVERIFY(study.worstLoading[3] < 1e-6);
    QCOMPARE(n.units[static_cast<std::size_t>(study.cases[at(study.worstCase[2])].unit)].id,
             std::string{"tx/1"});
}

HEADROOM_TEST(TestContingency)
}  // namespace tst_contingency

#include "tst_contingency.moc"
