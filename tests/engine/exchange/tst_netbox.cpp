// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox.h"
#include "engine/exchange/rack_names.h"
#include "models/compute/server.h"
#include "models/facility/rack_block.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <cmath>

namespace tst_netbox {

using namespace headroom::engine;
using headroom::models::RackBlockSpec;

class TestNetbox : public QObject {
    Q_OBJECT

  private slots:
    void namesOfRacks();
    void rowsBecomeArrays();
    void jsonAsCsv();
    void badLines();
    void unknownTypesAreTold();
    void mapping();
    void cellsWithUnits();
    void statusAndRole();
    void pagesAndOpenDcim();
    void feeds();
    void panelsAndCables();
    void damagedFiles_data();
    void damagedFiles();
    void onceMoreChangesNothing();
};

namespace {

const Catalogue& parts() {
    return fixture::catalogue();
}

Project sample() {
    return fixture::mustRead(fixture::project());
}

// rack-air holds 4 x server-air; it states neither height nor mass.
const std::string kRackHead = "name,site,location,u_height,max_weight,weight_unit\n";
const std::string kDeviceHead = "name,device_type,manufacturer,site,location,rack,position,face\n";

std::string rack(const std::string& name, const std::string& location = "Hall B") {
    return name + ",Site 1," + location + ",42,,\n";
}

std::string servers(const std::string& rack, int count = 4,
                    const std::string& location = "Hall B") {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += rack + "-s" + std::to_string(i) + ",Server Air,Test,Site 1," + location + ',' +
                rack + ',' + std::to_string(1 + 8 * i) + ".0,front\n";
    }
    return text;
}

ImportDraft import(const std::string& racks, const std::string& devices,
                   const std::string& meanings = {}) {
    return parseNetbox({{"racks.csv", racks}, {"devices.csv", devices}, {"parts.csv", meanings}},
                       sample(), parts());
}

std::string codes(const ImportDraft& draft) {
    std::string all;
    for (const ImportFault& fault : draft.faults) {
        all += (all.empty() ? "" : " ") + fault.code + '@' + std::to_string(fault.line);
    }
    return all;
}

Project after(const ImportDraft& draft) {
    Project project = sample();
    const auto done = applyAll(project, parts(), draft.edits);
    if (!done) {
        qFatal("%s", done.error().text().c_str());
    }
    return project;
}

}  // namespace

void TestNetbox::namesOfRacks() {
    const auto place = [](const char* name) {
        const RackPlaceName p = rackPlaceOf(name);
        return p.row + '/' + std::to_string(p.position);
    };
    QCOMPARE(place("R03-12"), std::string("R03/12"));
    QCOMPARE(place("A7"), std::string("A/7"));
    QCOMPARE(place("Rack 5"), std::string("Rack/5"));
    QCOMPARE(place("lab"), std::string("lab/1"));
    QCOMPARE(place("12"), std::string("/12"));
    QVERIFY(rowNumberingOf("AB").isLetter);
    QCOMPARE(rowNumberingOf("AB").number, 28);  // A…Z, AA, AB
    QCOMPARE(rowNumberingOf("R03").prefix, std::string("R"));
    QCOMPARE(rowNumberingOf("R03").number, 3);
    QVERIFY(naturalLess("R2", "R10"));
    QVERIFY(!naturalLess("R10", "R2"));
    QVERIFY(naturalLess("R2", "R2a"));
    QVERIFY(!naturalLess("A", "A"));
    QCOMPARE(idOf("Hall B (north)"), std::string("hall-b-north"));
}

// Rows A and B of three equal racks are one array of two rows; C has a gap: two arrays.
void TestNetbox::rowsBecomeArrays() {
    std::string racks = kRackHead;
    std::string devices = kDeviceHead;
    for (const char* name : {"A1", "A2", "A3", "B1", "B2", "B3", "C1", "C3"}) {
        racks += rack(name);
        devices += servers(name);
    }
    const auto draft = import(racks, devices);
    QCOMPARE(codes(draft), std::string("NBX-014@2"));
    QVERIFY(draft.faults[0].isWarning);
    QCOMPARE(draft.count(ImportAction::Add), 4);  // hall and three arrays
    const Project project = after(draft);
    const auto a = specOf<RackBlockSpec>(*project.find("hall-b-a"));
    QCOMPARE(a.rows, 2);
    QCOMPARE(a.racksPerRow, 3);
    QCOMPARE(a.rack, std::string("rack-air"));
    QVERIFY(a.rowLetters);
    QCOMPARE(a.rackName(1, 2), std::string("B-03"));
    const auto c = specOf<RackBlockSpec>(*project.find("hall-b-c-3"));
    QCOMPARE(c.rackName(0, 0), std::string("C-03"));
    QCOMPARE(c.racksPerRow, 1);
    // 2 m next to the wall, the third place of racks of 0.6 m; the third row: 2 m + 2 x 3 m.
    QCOMPARE(c.xM, 2.0 + 2 * 0.6);
    QCOMPARE(c.yM, 8.0);
    // East of hall-a, 40 m wide, with 10 m between; deep enough for 3 rows of 3 m and 4 m around.
    const Object& hall = *project.find("hall-b");
    QVERIFY(hall.value("x_m") == headroom::models::Value{50.0});
    QVERIFY(hall.value("depth_m") == headroom::models::Value{13.0});
}

void TestNetbox::jsonAsCsv() {
    const std::string racks = R"({"count": 1, "next": null, "results": [
      {"id": 7, "name": "R01-01", "site": {"id": 1, "name": "Site 1", "slug": "site-1"},
       "location": {"name": "Hall B", "slug": "hall-b"}, "u_height": 48,
       "max_weight": null, "weight_unit": {"value": "kg"}}]})";
    std::string devices;
    for (int i = 0; i < 4; ++i) {
        devices += std::string(i == 0 ? "[" : ",") + R"({"name": "s)" + std::to_string(i) +
                   R"(", "device_type": {"model": "Server-Air", "slug": "test-server-air",
                    "manufacturer": {"name": "Test", "slug": "test"}},
                    "site": {"name": "Site 1"}, "location": {"name": "Hall B"},
                    "rack": {"id": 7, "name": "R01-01"}, "position": )" +
                   std::to_string(1 + i) + R"(.0, "face": {"value": "front", "label": "Front"}})";
    }
    const auto draft = import(racks, devices + "]");
    QCOMPARE(codes(draft), std::string("NBX-014@2"));
    const auto block = specOf<RackBlockSpec>(*after(draft).find("hall-b-r01"));
    QCOMPARE(block.rackName(0, 0), std::string("R01-01"));
    // A page of several is a warning.
    const auto page = import(R"({"next": "more", "results": []})", "[]");
    QVERIFY(page.faults.empty() || page.faults[0].code == "NBX-004");
    QVERIFY(!page.faults.empty());
}

void TestNetbox::badLines() {
    const std::string racks = kRackHead + rack("A1") + rack("A2") + rack("A3") + rack("A1") +
                              "A4,Site 1,Hall B,tall,,\n" + rack("A5") + "A6,,Hall B,42,,\n" +
                              "A7,Site 1\n";
    const std::string devices =
        kDeviceHead + servers("A1") +
        // 6: no such rack; 7: another site; 8: two in one unit; 9: beyond the rack; 10: no number
        "x1,Server Air,Test,Site 1,Hall B,Z9,1,front\n"
        "x2,Server Air,Test,Site 2,Hall B,A2,1,front\n"
        "x3,Server Air,Test,Site 1,Hall B,A1,1,front\n"
        "x4,Server Air,Test,Site 1,Hall B,A3,43,front\n"
        "x5,Server Air,Test,Site 1,Hall B,A2,top,front\n" +
        servers("A5", 3);
    const auto draft = import(racks, devices);
    QCOMPARE(codes(draft),
             std::string("NBX-003@9 NBX-005@5 NBX-007@6 NBX-002@8 NBX-006@6 NBX-006@7 NBX-008@8 "
                         "NBX-009@9 NBX-007@10 NBX-011@7"));
    QVERIFY(draft.faults[5].remedy.find("Site 1") != std::string::npos);
    QVERIFY(draft.edits.empty());
    // Devices at the rear do not meet those at the front.
    const auto sides =
        import(kRackHead + rack("A1"),
               kDeviceHead + servers("A1", 3) + "r,Server Air,Test,Site 1,Hall B,A1,1,rear\n");
    QCOMPARE(codes(sides), std::string("NBX-014@2"));
}

void TestNetbox::unknownTypesAreTold() {
    const std::string switchLine = "sw,Leaf 9000,Other,Site 1,Hall B,A1,40,front\n";
    const std::string strip = "strip,Strip 24,Other,Site 1,Hall B,A1,,\n";
    const auto draft =
        import(kRackHead + rack("A1"), kDeviceHead + servers("A1") + switchLine + strip);
    // Both are told; the one with a place in the rack keeps the rack out.
    QCOMPARE(codes(draft), std::string("NBX-010@6 NBX-010@7"));
    QVERIFY(draft.edits.empty());
    QCOMPARE(draft.refusals(), 1);
}

void TestNetbox::mapping() {
    const std::string devices =
        kDeviceHead + servers("A1") + "sw,Leaf 9000,Other,Site 1,Hall B,A1,40,front\n";
    const auto draft =
        import(kRackHead + rack("A1"), devices, "device_type,server,rack\nleaf-9000,-,\n");
    QCOMPARE(codes(draft), std::string("NBX-014@2"));
    const auto bad = import(kRackHead + rack("A1"), devices,
                            "device_type,server,rack\nleaf-9000,server-none,\n");
    QCOMPARE(bad.faults[0].code, std::string("NBX-013"));
    QCOMPARE(bad.faults[0].file, std::string("parts.csv"));
}

// "All data" of NetBox writes units into its cells. Half a ton is enough for four servers of a stated mass.
void TestNetbox::cellsWithUnits() {
    for (const char* row : {"48U,1500.00 kg,,", "48 RU,3306.9 lb,,", "48.0,1500,150.00 kg,",
                            "48,3307,,Pounds", "48,1500000,,g"}) {
        const std::string racks =
            "Name,Site,Location,Height,Max Weight,Weight,Weight Unit\nA1,Site 1,Hall B," +
            std::string(row) + "\n";
        const auto draft = import(racks, kDeviceHead + servers("A1"));
        QCOMPARE(codes(draft), std::string("NBX-014@2"));
        QCOMPARE(draft.count(ImportAction::Add), 2);
    }
    const auto bad = import(kRackHead + "A1,Site 1,Hall B,48 cm,,\n", kDeviceHead + servers("A1"));
    QCOMPARE(codes(bad), std::string("NBX-007@2"));
    const auto mass =
        import(kRackHead + "A1,Site 1,Hall B,48U,15 stone,\n", kDeviceHead + servers("A1"));
    QCOMPARE(codes(mass), std::string("NBX-007@2"));
}

// Planned racks and devices are not built, and a patch panel or a strip is no server: both are told in a
// warning, and the rack stays. Naming the status counts it as built.
void TestNetbox::statusAndRole() {
    const std::string racks =
        "name,site,location,u_height,status\nA1,Site 1,Hall B,48,active\nA2,Site 1,Hall "
        "B,48,Planned\n";
    const std::string head =
        "name,device_type,manufacturer,site,location,rack,position,face,status,role\n";
    std::string devices = head;
    for (const char* rackName : {"A1", "A2"}) {
        for (int i = 0; i < 4; ++i) {
            devices += "s,Server Air,Test,Site 1,Hall B," + std::string(rackName) + ',' +
                       std::to_string(1 + 8 * i) + ",front,Active,Server\n";
        }
    }
    devices += "old,Server Air,Test,Site 1,Hall B,A1,33,front,decommissioning,Server\n";
    devices += "panel,24 ports,Test,Site 1,Hall B,A1,45,front,active,Patch Panel\n";
    devices += "strip,Strip 32 A,Test,Site 1,Hall B,A1,,,active,\n";
    const auto draft = import(racks, devices);
    QCOMPARE(codes(draft), std::string("NBX-010@12 NBX-022@0 NBX-023@0 NBX-014@2"));
    QCOMPARE(draft.errors(), 0);
    QCOMPARE(draft.refusals(), 0);
    QCOMPARE(draft.count(ImportAction::Add), 2);
    QVERIFY(draft.faults[0].message.find("ignored") != std::string::npos);
    NetboxExport all{{"racks.csv", racks}, {"devices.csv", devices}, {}, {}, {"active", "planned"}};
    const auto both = parseNetbox(all, sample(), parts());
    const Project project = after(both);
    QCOMPARE(specOf<RackBlockSpec>(*project.find("hall-b-a")).racksPerRow, 2);
}

// Two pages of the REST interface in one list; and the cabinets of openDCIM, whose devices name them by
// number.
void TestNetbox::pagesAndOpenDcim() {
    const std::string head =
        R"({"name":"s","device_type":{"model":"Server Air"},"site":{"name":"Site 1"},)"
        R"("status":{"value":"active"},"rack":{"name":"A1"},"position":)";
    std::string pages = R"([{"count":4,"next":"http://x/?offset=2","results":[)" + head + "1.0}," +
                        head + R"(9.0}]},{"count":4,"next":null,"results":[)" + head + "17.0}," +
                        head + "25.0}]}]";
    const auto paged = import(kRackHead + rack("A1"), pages);
    QCOMPARE(codes(paged), std::string("NBX-014@2"));
    QCOMPARE(paged.count(ImportAction::Add), 2);
    std::string devices = R"({"error":false,"device":[)";
    for (int i = 0; i < 4; ++i) {
        devices +=
            (i == 0 ? "" : ",") + std::string(R"({"DeviceID":)") + std::to_string(i) +
            R"(,"Label":"s","Cabinet":7,"Position":)" + std::to_string(1 + 8 * i) +
            R"(,"Height":8,"Model":"Server Air","DeviceType":"Server","Status":"Production"})";
    }
    const auto dcim =
        import(R"({"cabinet":[{"CabinetID":7,"DataCenterName":"Site 1","Location":"A1",)"
               R"("CabinetHeight":48,"MaxWeight":1500}]})",
               devices + "]}");
    QCOMPARE(codes(dcim), std::string("NBX-014@1"));
    QCOMPARE(dcim.count(ImportAction::Add), 2);
}

// 400 V x 32 A x sqrt(3) x 80 % = 17.7 kW on each of two sides, of which one must carry all. Four servers
// draw four times what one does. A feed that is offline does not count.
void TestNetbox::feeds() {
    const auto* server = parts().spec<headroom::models::ServerSpec>("server-air");
    const double eachW = std::isnan(server->nameplateW) ? server->measuredMaxW : server->nameplateW;
    const auto codesWith = [&](double amperes, const std::string& third = {}) {
        const std::string feed = ",Site 1,A1," + std::to_string(amperes) + " A,400,Three-phase,80,";
        NetboxExport data{
            {"racks.csv", kRackHead + rack("A1")},
            {"devices.csv", kDeviceHead + servers("A1")},
            {},
            {"feeds.csv", "Name,Site,Rack,Amperage,Voltage,Phase,Max utilization,Type,Status\na" +
                              feed + "Primary,Active\nb" + feed + "Redundant,Active\n" + third},
            {}};
        return codes(parseNetbox(data, sample(), parts()));
    };
    const double enoughA = 4.0 * eachW / (400.0 * std::sqrt(3.0) * 0.8);
    QCOMPARE(codesWith(1.01 * enoughA), std::string("NBX-014@2"));
    QCOMPARE(codesWith(0.99 * enoughA), std::string("NBX-024@0 NBX-014@2"));
    QCOMPARE(codesWith(1.01 * enoughA, "c,Site 1,A1,many,400,Single-phase,80,Primary,Active\n"),
             std::string("NBX-007@4 NBX-014@2"));
}

// Panel "Main A" is power unit main-a of the project, regardless of its dashes. Both sides of A1 hang on it, which a warning says; "Main Z" is
// not in the project, so A2 gets no feeds and is alone. Of three feeds, one has no cable; 3 m and 10 ft are 6 m of power cable.
void TestNetbox::panelsAndCables() {
    NetboxExport data{{"racks.csv", kRackHead + rack("A1") + rack("A2")},
                      {"devices.csv", kDeviceHead + servers("A1") + servers("A2")},
                      {},
                      {},
                      {},
                      {}};
    data.feeds = {"feeds.csv",
                  "Name,Site,Power panel,Rack,Amperage,Voltage,Phase,Max utilization,Type,Status\n"
                  "a,Site 1,Main A,A1,630,400,Three-phase,80,Primary,Active\nb,Site "
                  "1,Main-A,A1,630,400,Three-phase,80,Redundant,Active\n"
                  "c,Site 1,Main Z,A2,630,400,Three-phase,80,Primary,Active\n"};
    data.cables = {"cables.csv",
                   "ID,Termination A,Termination B,Type,Status,Length,Length "
                   "unit\n1,a,inlet,Power,Connected,3,Meters\n"
                   "2,b,inlet,Power,Connected,10,Feet\n3,c,inlet,Power,Planned,9,Meters\n4,p1,p2,"
                   "MMF (OM4),Connected,,\n"};
    const ImportDraft draft = parseNetbox(data, sample(), parts());
    QCOMPARE(codes(draft), std::string("NBX-027@0 NBX-025@0 NBX-014@2"));
    QVERIFY2(draft.faults[0].message.find("1 power feeds have no cable: c") != std::string::npos,
             draft.faults[0].message.c_str());
    QCOMPARE(draft.rows.front().words, std::string("1 MMF (OM4), 2 Power (6 m)"));
    // The same cables as the REST API lists them.
    const auto cable = [](const char* end, const char* kind, const char* type, const char* status,
                          const char* length) {
        return std::string("{\"type\":\"") + type + "\",\"status\":{\"value\":\"" + status +
               "\"},\"a_terminations\":[{\"object_type\":\"dcim." + kind +
               "\",\"object\":{\"name\":\"" + end +
               "\"}}],\"b_terminations\":[{\"object\":{\"name\":\"inlet\"}}]," + length + "}";
    };
    NetboxExport rest = data;
    rest.cables = {"cables.json", "{\"next\":null,\"results\":[" +
                                      cable("a", "powerfeed", "power", "connected",
                                            "\"length\":3.0,\"length_unit\":{\"value\":\"m\"}") +
                                      ',' +
                                      cable("b", "powerfeed", "power", "connected",
                                            "\"length\":10.0,\"length_unit\":{\"value\":\"ft\"}") +
                                      ',' +
                                      cable("c", "powerfeed", "power", "planned",
                                            "\"length\":9.0,\"length_unit\":{\"value\":\"m\"}") +
                                      "]}"};
    const ImportDraft byRest = parseNetbox(rest, sample(), parts());
    QCOMPARE(codes(byRest), codes(draft));
    QCOMPARE(byRest.rows.front().words, std::string("2 power (6 m)"));
    data.feeds.text.replace(data.feeds.text.find("Main-A"), 6, "Main A");
    QCOMPARE(codes(parseNetbox(data, sample(), parts())),
             std::string("NBX-027@0 NBX-025@0 NBX-026@0 NBX-014@2"));
    const Project made = after(draft);
    int fed = 0, bare = 0;
    for (const Object* block : made.objectsOf("rack_block")) {
        const headroom::models::Value feeds = block->value("feeds");
        fed += feeds == headroom::models::Value(std::vector<std::string>{"main-a"}) ? 1 : 0;
        bare += block->id.starts_with("hall-b") && std::holds_alternative<std::monostate>(feeds)
                    ? 1
                    : 0;
    }
    QCOMPARE(fed, 1);
    QCOMPARE(bare, 1);
}

void TestNetbox::damagedFiles_data() {
    QTest::addColumn<QString>("racks");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << ""
                           << "NBX-001";
    QTest::newRow("cut JSON") << "[{\"name\": \"A1\", \"si"
                              << "NBX-001";
    QTest::newRow("no list") << "{\"name\": \"A1\"}"
                             << "NBX-001";
    QTest::newRow("numbers") << "[1, 2]"
                             << "NBX-001";
    QTest::newRow("other columns") << "Rack,Place\nA1,here\n"
                                   << "NBX-002";
    QTest::newRow("open quote") << "name,site\n\"A1,here\n"
                                << "NBX-001";
}

void TestNetbox::damagedFiles() {
    QFETCH(QString, racks);
    QFETCH(QString, code);
    const auto draft = import(racks.toStdString(), kDeviceHead + servers("A1"));
    QVERIFY(!draft.faults.empty());
    QCOMPARE(draft.faults[0].code, code.toStdString());
    QVERIFY(draft.edits.empty());
}

// A second import of the same racks leaves arrays alone, and what was drawn since then.
void TestNetbox::onceMoreChangesNothing() {
    const std::string racks = kRackHead + rack("A1") + rack("A2");
    const std::string devices = kDeviceHead + servers("A1") + servers("A2");
    Project project = after(import(racks, devices));
    QVERIFY(apply(project, parts(), SetAttribute{"hall-b-a", "x_m", 7.0}).has_value());
    const auto again = parseNetbox({{"", racks}, {"", devices}, {}}, project, parts());
    QVERIFY(again.edits.empty());
    QCOMPARE(again.count(ImportAction::Same), 1);
}

HEADROOM_TEST(TestNetbox)
}  // namespace tst_netbox

#include "tst_netbox.moc"
