// SPDX-License-Identifier: Apache-2.0
#include "engine/bill/bill_of_materials.h"
#include "engine/bill/schedules.h"
#include "engine/fabric/bill.h"
#include "engine/fabric/build_fabric.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <map>

namespace tst_bill_of_materials {

using namespace headroom::engine;

class TestBillOfMaterials : public QObject {
    Q_OBJECT

  private slots:
    void counts();
    void pricesAreNotAddedTwice();
    void agreesWithTheFabric();
    void wiringThatFails();
    void csv();
    void schedules();
    void shippedScenarios_data();
    void shippedScenarios();
};

namespace {

Project sample() {
    return fixture::mustRead(fixture::project());
}

double quantity(const BillOfMaterials& bill, const std::string& part, const std::string& use) {
    double sum = 0.0;
    for (const BillItem& item : bill.items) {
        sum += item.part == part && item.use.starts_with(use) ? item.quantity : 0.0;
    }
    return sum;
}

/// The catalogue with prices: of the server, its accelerator, and the UPS.
Catalogue priced(bool rackToo) {
    auto files = fixture::catalogueFiles();
    const auto price = [&](const std::string& type, const std::string& id, double usd) {
        for (auto& part : files[type]["parts"]) {
            if (part["id"] == id) {
                part["figures"]["price_usd"] =
                    fixture::figure(*headroom::models::findComponentType(type), "price_usd", usd);
            }
        }
    };
    price("server", "server-air", 1000);
    price("accelerator", "gpu-700", 50);
    price("ups", "ups-1000", 7);
    if (rackToo) {
        price("rack", "rack-air", 3000);
    }
    auto loaded = fixture::loadCatalogue(files);
    if (!loaded) {
        qFatal("%s", text(loaded.error()).c_str());
    }
    return *loaded;
}

}  // namespace

// 40 racks of 4 servers with 8 accelerators and 6 supplies each.
void TestBillOfMaterials::counts() {
    const auto bill = billOf(sample(), fixture::catalogue());
    QCOMPARE(quantity(bill, "rack-air", "racks"), 40.0);
    QCOMPARE(quantity(bill, "server-air", "servers"), 160.0);
    QCOMPARE(quantity(bill, "gpu-700", "accelerators"), 1280.0);
    QCOMPARE(quantity(bill, "psu-100", "power supplies"), 960.0);
    QCOMPARE(quantity(bill, "cdu-1000", "CDUs"), 3.0);
    QCOMPARE(quantity(bill, "crah-100", "air handlers"), 20.0);
    QCOMPARE(quantity(bill, "dry-1000", "dry coolers"), 4.0);
    QCOMPARE(quantity(bill, "pump-100", "loop pumps"), 2.0);
    QCOMPARE(quantity(bill, "ups-1000", "UPS modules"), 4.0);
    QCOMPARE(quantity(bill, "tx-2000", "Transformer"), 2.0);
    QCOMPARE(quantity(bill, "pdu-1000", "PDU"), 4.0);
    // One on each incomer: transformer and main board; UPS; four PDUs and the mechanical board.
    QCOMPARE(quantity(bill, "cb-main", "incoming breakers"), 2.0);
    QCOMPARE(quantity(bill, "cb-ups", "incoming breakers"), 1.0);
    QCOMPARE(quantity(bill, "cb-pdu", "incoming breakers"), 5.0);
    QCOMPARE(bill.priced, 0);
    QCOMPARE(bill.pricedUsd, 0.0);
    QVERIFY(bill.unpriced > 10);
}

void TestBillOfMaterials::pricesAreNotAddedTwice() {
    // 160 servers pay for their accelerators: 160 000, and 4 UPS modules: 28.
    const Catalogue servers = priced(false);
    const auto bill = billOf(sample(), servers);
    QCOMPARE(bill.pricedUsd, 160.0 * 1000 + 4 * 7);
    for (const BillItem& item : bill.items) {
        if (item.part == "gpu-700") {
            QCOMPARE(item.includedIn, std::string("server server-air"));
            QCOMPARE(item.usd(), 0.0);
        }
    }
    // A rack with a price pays for its servers: 40 x 3000.
    const Catalogue racks = priced(true);
    QCOMPARE(billOf(sample(), racks).pricedUsd, 40.0 * 3000 + 4 * 7);
}

// Switches, modules and metres are those of the fabric's own bill, whatever the length classes.
void TestBillOfMaterials::agreesWithTheFabric() {
    const Project project = sample();
    const auto built = buildFabrics(project, fixture::catalogue());
    QVERIFY(built.faults.empty());
    const auto bill = billOf(project, fixture::catalogue(), built.network.get());
    std::map<std::string, double> pieces;
    double metres = 0.0;
    int lengths = 0;
    for (const BillItem& item : bill.items) {
        // A length is ordered to the tenth of a metre: "2536.6533333333333 m" is in no bill.
        if (item.unit == "m") {
            lengths += item.group == "Network" ? 1 : 0;
            QCOMPARE(item.quantity, std::round(item.quantity * 10.0) / 10.0);
        }
        if (item.group == "Network" && item.unit == "pieces") {
            pieces[item.part] += item.quantity;
        }
        metres += item.group == "Network" && item.unit == "m" ? item.quantity : 0.0;
    }
    std::map<std::string, double> expected;
    for (const BillRow& row : built.network->fabrics[0].bill) {
        if (row.what.find("fibres") == std::string::npos) {
            expected[row.part] += static_cast<double>(row.count);
        }
    }
    QVERIFY(!expected.empty());
    for (const auto& [part, count] : expected) {
        QCOMPARE(pieces[part], count);
    }
    QVERIFY(metres > 0.0);
    // Each line is rounded by 0.05 m at most.
    QVERIFY(std::fabs(metres - totalOf(built.network->fabrics[0].bill).metres) <=
            0.05 * lengths + 1e-6 * metres);
}

void TestBillOfMaterials::wiringThatFails() {
    auto json = fixture::project();
    json["power_units"][2]["sources"] = {"ats-a"};  // the generators fed by what they feed
    const auto bill = billOf(fixture::mustRead(json), fixture::catalogue());
    QCOMPARE(bill.notes.size(), std::size_t{1});
    QVERIFY(bill.notes[0].starts_with("Breakers and power cables are not counted"));
    QCOMPARE(quantity(bill, "ups-1000", "UPS modules"), 4.0);
}

void TestBillOfMaterials::csv() {
    const std::string text = billCsv(billOf(sample(), priced(false)));
    QVERIFY(text.starts_with("group,type,part,name,use,quantity,unit,price_each_usd,price_usd"));
    QVERIFY(text.find("160,pieces,1000,160000,assumption,2026-01,\n") != std::string::npos);
    QVERIFY(text.find("1280,pieces,50,included,") != std::string::npos);
    QVERIFY(text.find("no price") != std::string::npos);
    // Every line has as many commas as the heading, quoted cells apart: none has any here.
    const auto commas =
        std::count(text.begin(), text.begin() + static_cast<long>(text.find('\n')), ',');
    QCOMPARE(commas, 11);
}

void TestBillOfMaterials::schedules() {
    const auto sheets = schedulesOf(sample(), fixture::catalogue());
    std::map<std::string, std::size_t> rows;
    for (const Sheet& sheet : sheets) {
        rows[sheet.name] = sheet.rows.size();
        for (const auto& row : sheet.rows) {
            QCOMPARE(row.size(), sheet.columns.size());
        }
    }
    QCOMPARE(rows["Racks"], std::size_t{40});
    QCOMPARE(rows.count("Power"), std::size_t{1});
    QCOMPARE(rows.count("Accepted findings"), std::size_t{1});
    QVERIFY(rows["Cooling"] >= 4);
    QVERIFY(rows["Bill of materials"] > 10);
}

void TestBillOfMaterials::shippedScenarios_data() {
    QTest::addColumn<QString>("scenario");
    for (const char* name : {"tour-small-hall", "immersion-hall", "mixed-fleet"}) {
        QTest::newRow(name) << QString(name);
    }
}

void TestBillOfMaterials::shippedScenarios() {
    QFETCH(QString, scenario);
    const std::string root = HEADROOM_SOURCE_DIR;
    const auto shipped = Catalogue::load(root + "/resources/catalog");
    QVERIFY(shipped.has_value());
    const auto project = loadProject(root + "/scenarios/" + scenario.toStdString(), *shipped);
    QVERIFY(project.has_value());
    const auto bill = billOf(*project, *shipped);
    QVERIFY2(bill.notes.empty(), bill.notes.empty() ? "" : bill.notes[0].c_str());
    for (const BillItem& item : bill.items) {
        QVERIFY2(!item.name.empty(), (item.type + ' ' + item.part + ' ' + item.use).c_str());
        QVERIFY(item.quantity > 0.0);
    }
    QVERIFY(!schedulesOf(*project, *shipped).empty());
}

HEADROOM_TEST(TestBillOfMaterials)
}  // namespace tst_bill_of_materials

#include "tst_bill_of_materials.moc"
