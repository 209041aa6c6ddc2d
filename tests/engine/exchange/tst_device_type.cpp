// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/document/companions.h"
#include "engine/exchange/device_type.h"
#include "models/compute/server.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <fstream>
#include <sstream>

namespace tst_device_type {

using namespace headroom::engine;
using headroom::models::ServerSpec;

class TestDeviceType : public QObject {
    Q_OBJECT

  private slots:
    void server();
    void itsRack();
    void noRackForIt();
    void intoTheCatalogue();
    void overlayReplaces();
    void contradictions();
    void noServers();
    void badFiles_data();
    void badFiles();
};

namespace {

// 6 inlets of 3 kW on C20 couplers (20 A x 250 V = 5 kW); 8 adapters, 2 slower ports, 1 for
// management.
std::string sample(const std::string& draw = "3000", const std::string& coupler = "iec-60320-c20") {
    std::string text =
        "---\nmanufacturer: Example\nmodel: X8\nslug: example-x8\nu_height: 8\nis_full_depth: "
        "true\n"
        "weight: 200\nweight_unit: lb\npower-ports:\n";
    for (int i = 0; i < 6; ++i) {
        text += "  - name: PSU" + std::to_string(i) + "\n    type: " + coupler +
                "\n    maximum_draw: " + draw + "\n";
    }
    text += "interfaces:\n  - name: mgmt\n    type: 1000base-t\n    mgmt_only: true\n";
    for (int i = 0; i < 8; ++i) {
        text += "  - name: ib" + std::to_string(i) + "\n    type: infiniband-ndr\n";
    }
    return text +
           "  - name: eth0\n    type: 200gbase-x-qsfp56\n  - name: eth1\n    type: "
           "10gbase-t\n";
}

std::string codes(const DeviceTypeDraft& draft) {
    std::string all;
    for (const ImportFault& fault : draft.faults) {
        all += (all.empty() ? "" : " ") + fault.code + '@' + std::to_string(fault.line);
    }
    return all;
}

}  // namespace

void TestDeviceType::server() {
    const auto draft = parseDeviceType(sample(), "x8.yaml", "server-air", fixture::catalogue());
    QCOMPARE(codes(draft), std::string());
    QCOMPARE(draft.id, std::string("example-x8"));
    QCOMPARE(draft.type.heightU, 8.0);
    QVERIFY(std::abs(draft.type.massKg - 200 * 0.45359237) < 1e-9);
    QCOMPARE(draft.type.inlets, 6);
    QCOMPARE(draft.type.inletsW, 18000.0);
    QCOMPARE(draft.type.adapters, 8);
    QCOMPARE(draft.type.adapterGbps, 400.0);
    const auto part = parseJson<fixture::Json>(draft.part);
    QCOMPARE(part["figures"]["psus"]["value"].get<int>(), 6);
    QCOMPARE(part["figures"]["height_u"]["status"].get<std::string>(), std::string("secondary"));
    // What no device type states is an assumption, and says whose figure it is.
    QCOMPARE(part["figures"]["host_max_w"]["status"].get<std::string>(), std::string("assumption"));
    QVERIFY(part["figures"]["host_max_w"]["note"].get<std::string>().find("server-air") !=
            std::string::npos);
}

// The rack of the server that it is like, with the servers exchanged.
void TestDeviceType::itsRack() {
    auto files = fixture::catalogueFiles();
    auto& rack = files["rack"]["parts"][0]["figures"];
    QCOMPARE(rack["server"]["value"].get<std::string>(), std::string("server-air"));
    const int held = rack["servers"]["value"].get<int>();
    QVERIFY(held > 2);
    auto& server = files["server"]["parts"][0]["figures"];
    const auto& serverType = *headroom::models::findComponentType("server");
    const auto& rackType = *headroom::models::findComponentType("rack");
    server["mass_kg"] = fixture::figure(serverType, "mass_kg", 100);
    rack["mass_kg"] = fixture::figure(rackType, "mass_kg", 1000);
    rack["units_u"] = fixture::figure(rackType, "units_u", 20);
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY2(catalogue.has_value(), fixture::whyNot(catalogue).c_str());
    const auto draft = parseDeviceType(sample(), "x8.yaml", "server-air", *catalogue);
    // 20 U hold two of 8 U.
    QCOMPARE(draft.rackId, std::string("example-x8-rack"));
    QCOMPARE(draft.perRack, 2);
    const auto part = parseJson<fixture::Json>(draft.rackPart);
    QCOMPARE(part["figures"]["server"]["value"].get<std::string>(), std::string("example-x8"));
    QCOMPARE(part["figures"]["servers"]["value"].get<int>(), 2);
    // 1000 kg - held x 100 kg + 2 x 200 lb of 0.45359237 kg.
    QCOMPARE(part["figures"]["mass_kg"]["value"].get<double>(),
             std::round(1000.0 - held * 100.0 + 2 * 200 * 0.45359237));
    QCOMPARE(part["figures"]["mass_kg"]["status"].get<std::string>(), std::string("derived"));
    const auto rows = draft.rows("x8.yaml", *catalogue);
    QCOMPARE(rows.size(), std::size_t{2});
    QVERIFY(rows[0].action == ImportAction::Add && rows[1].action == ImportAction::Add);
    QVERIFY(rows[0].words.find("8 U") != std::string::npos);
}

void TestDeviceType::noRackForIt() {
    auto files = fixture::catalogueFiles();
    files["rack"]["parts"][0]["figures"]["units_u"] =
        fixture::figure(*headroom::models::findComponentType("rack"), "units_u", 6);
    const auto low = fixture::loadCatalogue(files);
    QVERIFY2(low.has_value(), fixture::whyNot(low).c_str());
    const auto draft = parseDeviceType(sample(), "x8.yaml", "server-air", *low);
    QCOMPARE(codes(draft), std::string("DEV-009@0"));
    QCOMPARE(draft.errors(), 0);
    QVERIFY(draft.rackPart.empty());
    QVERIFY(!draft.part.empty());
}

void TestDeviceType::intoTheCatalogue() {
    const QTemporaryDir shipped;
    const QTemporaryDir project;
    for (const auto& [typeId, json] : fixture::catalogueFiles()) {
        fixture::writeFile(shipped.filePath(QString::fromStdString(typeId + ".json")),
                           jsonText(json, 2));
    }
    const std::filesystem::path folder =
        projectCatalogueFolder(std::filesystem::path(project.path().toStdString()));
    const auto draft = parseDeviceType(sample(), "x8.yaml", "server-air", fixture::catalogue());
    // Twice: the second takes the place of the first.
    QVERIFY(addToCatalogue(draft, folder).has_value());
    QVERIFY(addToCatalogue(draft, folder).has_value());
    const auto both = Catalogue::load(shipped.path().toStdString(), folder);
    QVERIFY2(both.has_value(), fixture::whyNot(both).c_str());
    const auto* spec = both->spec<ServerSpec>("example-x8");
    QVERIFY(spec != nullptr);
    QCOMPARE(spec->psus, 6);
    QCOMPARE(spec->heightU, 8.0);
    QCOMPARE(spec->accelerator, std::string("gpu-700"));
    QCOMPARE(both->entriesOf("server").size(), fixture::catalogue().entriesOf("server").size() + 1);
    QCOMPARE(both->entriesOf("rack").size(), fixture::catalogue().entriesOf("rack").size() + 1);
    // A file that is something else is left alone.
    fixture::writeFile(QString::fromStdString((folder / "server.json").string()), "{\"a\": 1}");
    const auto refused = addToCatalogue(draft, folder);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("DEV-008"));
}

void TestDeviceType::overlayReplaces() {
    const QTemporaryDir shipped;
    const QTemporaryDir own;
    for (const auto& [typeId, json] : fixture::catalogueFiles()) {
        fixture::writeFile(shipped.filePath(QString::fromStdString(typeId + ".json")),
                           jsonText(json, 2));
    }
    fixture::Json psus = fixture::catalogueFiles()["psu"];
    psus["parts"][0]["figures"]["rated_power_w"]["value"] = 4000;
    fixture::writeFile(own.filePath("psu.json"), jsonText(psus, 2));
    const std::string folder = shipped.path().toStdString();
    const auto both = Catalogue::load(folder, own.path().toStdString());
    QVERIFY2(both.has_value(), fixture::whyNot(both).c_str());
    QCOMPARE(both->entries().size(), fixture::catalogue().entries().size());
    const auto* entry = both->find("psu", "psu-100");
    QVERIFY(entry != nullptr);
    QVERIFY(entry->values[0] == headroom::models::Value{4000.0});
    // No folder: the shipped catalogue.
    const auto alone = Catalogue::load(folder, folder + "/none");
    QVERIFY(alone.has_value());
    QCOMPARE(alone->entries().size(), both->entries().size());
}

// Libraries hold strips and switches in the form of servers. A strip has outlets. A switch has many
// interfaces and no bays, or the name of one in the catalogue. A device of a tenth of the mass is not
// like the server that should lend it accelerators.
void TestDeviceType::noServers() {
    const auto parse = [](const std::string& text) {
        return parseDeviceType(text, "x.yaml", "server-air", fixture::catalogue());
    };
    std::string strip = sample() + "power-outlets:\n  - name: out0\n    type: iec-60320-c13\n";
    auto draft = parse(strip);
    QCOMPARE(codes(draft), std::string("DEV-010@0"));
    QVERIFY(draft.faults[0].message.find("outlets") != std::string::npos && draft.part.empty());
    std::string ports = sample();
    for (int i = 0; i < 32; ++i) {
        ports += "  - name: p" + std::to_string(i) + "\n    type: 400gbase-x-osfp\n";
    }
    QCOMPARE(codes(parse(ports)), std::string("DEV-010@0"));
    // A chassis with bays may have as many.
    QVERIFY(codes(parse(ports + "module-bays:\n  - name: b0\n")).find("DEV-010") ==
            std::string::npos);
    std::string named = sample();
    const auto* known = fixture::catalogue().entriesOf("switch").front();
    named.replace(named.find("model: X8"), 9, "model: " + known->id);
    draft = parse(named);
    QCOMPARE(codes(draft), std::string("DEV-010@0"));
    QVERIFY(draft.faults[0].remedy.find(known->id) != std::string::npos);
    auto files = fixture::catalogueFiles();
    const auto& serverType = *headroom::models::findComponentType("server");
    files["server"]["parts"][0]["figures"]["mass_kg"] = fixture::figure(serverType, "mass_kg", 900);
    const auto heavy = fixture::loadCatalogue(files);
    QVERIFY2(heavy.has_value(), fixture::whyNot(heavy).c_str());
    QCOMPARE(codes(parseDeviceType(sample(), "x.yaml", "server-air", *heavy)),
             std::string("DEV-010@0"));
}

void TestDeviceType::contradictions() {
    const auto check = [](const std::string& text) {
        return codes(parseDeviceType(text, "x8.yaml", "server-air", fixture::catalogue()));
    };
    // 4 kW through a C14: 15 A x 250 V is 3.75 kW. Each port is told, at its line.
    QVERIFY(check(sample("4000", "iec-60320-c14")).starts_with("DEV-005@10 DEV-005@13"));
    QCOMPARE(check(sample("3700", "iec-60320-c14")), std::string());
    // 6 x 1.5 kW is less than the 10.2 kW of the server that it is like: a warning.
    const auto low = parseDeviceType(sample("1500"), "x8.yaml", "server-air", fixture::catalogue());
    QCOMPARE(codes(low), std::string("DEV-006@0"));
    QCOMPARE(low.errors(), 0);
    QVERIFY(!low.part.empty());
    // More inlets than a catalogue takes: written, the project could not be read again.
    std::string many = "manufacturer: A\nmodel: B\nslug: c\npower-ports:\n";
    for (int i = 0; i < 65; ++i) {
        many += "  - {name: p, maximum_draw: 3000}\n";
    }
    const auto refused = parseDeviceType(many, "b.yaml", "server-air", fixture::catalogue());
    QCOMPARE(codes(refused), std::string("DEV-003@0"));
    QVERIFY(refused.part.empty() && refused.rackPart.empty());
    // More allotted than may be drawn.
    QCOMPARE(check("manufacturer: A\nmodel: B\nslug: c\npower-ports:\n  - name: p\n    "
                   "maximum_draw: 100\n    allocated_draw: 200\n"),
             std::string("DEV-005@5 DEV-006@0"));
}

void TestDeviceType::badFiles_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("like");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << QByteArray("") << "server-air"
                           << "DEV-001";
    QTest::newRow("list") << QByteArray("- a\n- b\n") << "server-air"
                          << "DEV-001";
    QTest::newRow("cut") << QByteArray("manufacturer: \"Exam") << "server-air"
                         << "DEV-001";
    QTest::newRow("aliases") << QByteArray("a: &x [1]\nb: [*x, *x]\n") << "server-air"
                             << "DEV-001";
    // One byte of Latin-1, which no JSON can hold.
    QTest::newRow("not UTF-8") << QByteArray("manufacturer: A\nmodel: \xe5\nslug: c\n")
                               << "server-air"
                               << "DEV-001@2";
    QTest::newRow("no slug") << QByteArray("manufacturer: A\nmodel: B\npower-ports: []\n")
                             << "server-air"
                             << "DEV-002";
    QTest::newRow("height") << QByteArray("manufacturer: A\nmodel: B\nslug: c\nu_height: tall\n")
                            << "server-air"
                            << "DEV-003";
    QTest::newRow("negative") << QByteArray("manufacturer: A\nmodel: B\nslug: c\nweight: -1\n")
                              << "server-air"
                              << "DEV-003";
    QTest::newRow("unit")
        << QByteArray("manufacturer: A\nmodel: B\nslug: c\nweight: 1\nweight_unit: stone\n")
        << "server-air"
        << "DEV-003";
    QTest::newRow("like nothing") << QByteArray::fromStdString(sample()) << ""
                                  << "DEV-004";
    QTest::newRow("like unknown") << QByteArray::fromStdString(sample()) << "server-aire"
                                  << "DEV-004";
}

void TestDeviceType::badFiles() {
    QFETCH(QByteArray, text);
    QFETCH(QString, like);
    QFETCH(QString, code);
    const auto draft =
        parseDeviceType(text.toStdString(), "x.yaml", like.toStdString(), fixture::catalogue());
    QVERIFY2(codes(draft).find(code.toStdString()) != std::string::npos, codes(draft).c_str());
    QVERIFY(draft.errors() > 0);
    QVERIFY(draft.part.empty());
}

HEADROOM_TEST(TestDeviceType)
}  // namespace tst_device_type

#include "tst_device_type.moc"
