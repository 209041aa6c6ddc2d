// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_network_rules {

using namespace headroom::engine;
namespace models = headroom::models;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::figureOf;
using fixture::Files;
using fixture::Json;

class TestNetworkRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
    void fasterPortsAreBrokenOut();
    void cablesReach();
};

void TestNetworkRules::rule_data() {
    fixture::addColumns();
    // 1,280 adapters. 4 ports, no oversubscription: 2 down, 2 up; 4 pods of 2 leaves of 2: 16.
    addRow("too small a switch", {"fabric-reach", Severity::Error, "fabric-a", 1280, 16, ""},
           [](Json& p, Files&) { p["fabrics"][0]["switch"] = "switch-4"; });
    // Two tiers of 32 ports: 32 leaves of 16.
    addRow("too few tiers", {"fabric-reach", Severity::Error, "fabric-a", 1280, 512, ""},
           [](Json& p, Files& f) {
               figureOf(f, "switch", 0, "ports") = 32;
               p["fabrics"][0]["tiers"] = 2;
           });
    // UGAL chooses between the two kinds of path of a dragonfly; a tree has one kind.
    addRow("routing of another shape", {"fabric-routing", Severity::Warning, "fabric-a", 0, 0, ""},
           [](Json& p, Files&) { p["fabrics"][0]["routing"] = "ugal"; });
    addRow("twist of a tree", {"fabric-routing", Severity::Warning, "fabric-a", 0, 0, ""},
           [](Json& p, Files&) { p["fabrics"][0]["twisted"] = true; });
    // 8 adapters of a server over 3 rails.
    addRow("rails that do not divide", {"rail-count", Severity::Error, "fabric-a", 1280, 0, ""},
           [](Json& p, Files&) {
               p["fabrics"][0]["shape"] = "rail_optimised";
               p["fabrics"][0]["rails"] = 3;
           });
    // 64 ports at 3 to 1: 16 up, 48 down.
    addRow("more down than up", {"oversubscription", Severity::Note, "fabric-a", 3, 1, ""},
           [](Json& p, Files&) { p["fabrics"][0]["oversubscription"] = 3; });
    addRow("slow host link", {"host-link-rate", Severity::Warning, "fabric-a", 100, 400, "Gbit/s"},
           [](Json& p, Files&) { p["fabrics"][0]["host_link"] = "link-100"; });
    addRow("slow switch", {"switch-port-rate", Severity::Warning, "fabric-a", 200, 400, "Gbit/s"},
           [](Json&, Files& f) { figureOf(f, "switch", 0, "gbps_per_port") = 200; });
    addRow("scale-up part across", {"interconnect-scope", Severity::Warning, "fabric-a", 0, 0, ""},
           [](Json& p, Files&) { p["fabrics"][0]["scale_out"] = "inside"; });
    addRow("scale-out part inside", {"interconnect-scope", Severity::Warning, "fabric-a", 0, 0, ""},
           [](Json& p, Files&) { p["fabrics"][0]["scale_up"] = "across"; });
}

void TestNetworkRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

void TestNetworkRules::fasterPortsAreBrokenOut() {
    // 16 ports of 1600 Gbit/s are 64 of 400: two tiers reach 2,048.
    const auto findings = fixture::findingsAfter([](Json& p, Files& f) {
        figureOf(f, "switch", 0, "ports") = 16;
        figureOf(f, "switch", 0, "gbps_per_port") = 1600;
        p["fabrics"][0]["tiers"] = 2;
    });
    QVERIFY(findings.empty());
}

void TestNetworkRules::cablesReach() {
    // Leaves of 32 adapters serve one rack of 4 servers and are in its middle: half a rack less
    // half a server up, 2.2 x 3 / 8 = 0.825 m, and 0.5 m to spare.
    const auto copper = [](Json& p, Files& f) {
        Json part = f["link_part"]["parts"][0];
        part["id"] = "copper";
        part["figures"]["reach_max_m"] =
            fixture::figure(*models::findComponentType("link_part"), "reach_max_m", 1.0);
        f["link_part"]["parts"].push_back(part);
        p["fabrics"][0]["host_link"] = "copper";
    };
    fixture::compare(fixture::findingsAfter(copper),
                     {"cable-reach", Severity::Error, "fabric-a", 1.325, 1.0, "m"});
    // A further part that reaches is taken instead.
    QVERIFY(fixture::findingsAfter([&](Json& p, Files& f) {
                copper(p, f);
                p["fabrics"][0]["link_parts"] = Json::array({"link-400"});
            }).empty());
}

HEADROOM_TEST(TestNetworkRules)
}  // namespace tst_network_rules

#include "tst_network_rules.moc"
