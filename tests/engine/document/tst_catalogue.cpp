// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "models/compute/server.h"
#include "models/power/psu.h"
#include "models/power/ups.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <functional>
#include <set>

namespace tst_catalogue {

using namespace headroom::engine;
using fixture::Json;
using headroom::models::PsuSpec;
using headroom::models::ServerSpec;
using headroom::models::UpsSpec;

using Files = std::map<std::string, Json>;
using Change = std::function<void(Files&)>;

class TestCatalogue : public QObject {
    Q_OBJECT

  private slots:
    void readsPartsAndSpecs();
    void keepsProvenance();
    void changesFigures();
    void ordersByTypeThenFile();
    void oneFault_data();
    void oneFault();
    void allFaultsAtOnce();
    void folders();
    void shippedCatalogue();
};

void TestCatalogue::readsPartsAndSpecs() {
    const Catalogue& catalogue = fixture::catalogue();
    const auto* ups = catalogue.spec<UpsSpec>("ups-1000");
    QVERIFY(ups != nullptr);
    QCOMPARE(ups->ratedPowerW, 1e6);     // 1000 kW
    QVERIFY(std::isnan(ups->priceUsd));  // not stated
    const auto* server = catalogue.spec<ServerSpec>("server-liquid");
    QVERIFY(server != nullptr);
    QCOMPARE(server->liquidFraction, 0.8);
    QCOMPARE(server->accelerator, std::string("gpu-700"));
    QCOMPARE(catalogue.spec<PsuSpec>("psu-100")->efficiencyPct.at(10), 100.0);
    QVERIFY(catalogue.spec<UpsSpec>("none") == nullptr);
    QVERIFY(catalogue.spec<UpsSpec>("psu-100") == nullptr);  // exists, but as another type
    QVERIFY(catalogue.find("ups", "ups-1000") != nullptr);
    QVERIFY(catalogue.find("nothing", "ups-1000") == nullptr);
}

void TestCatalogue::keepsProvenance() {
    Files files = fixture::catalogueFiles();
    files["ups"]["sources"]["S2"] = {{"text", "A data sheet"}, {"date", "2025-03"}};
    Json& figure = files["ups"]["parts"][0]["figures"]["rated_power_kw"];
    figure["source"] = "S2";
    figure["status"] = "secondary";
    figure["note"] = "At 40 °C";
    figure["low"] = 900;
    figure["high"] = 1050;
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY2(catalogue.has_value(), fixture::whyNot(catalogue).c_str());
    const Provenance& provenance = catalogue->find("ups", "ups-1000")->provenance[0];
    QCOMPARE(provenance.status, std::string("secondary"));
    QCOMPARE(provenance.source, std::string("A data sheet"));
    QCOMPARE(provenance.date, std::string("2025-03"));
    QCOMPARE(provenance.note, std::string("At 40 °C"));
    QVERIFY(provenance.hasRange());
    QCOMPARE(std::get<double>(provenance.low), 900.0);
    QCOMPARE(std::get<double>(provenance.high), 1050.0);
    QVERIFY(!provenance.isUnsourced());
    const Provenance& other = catalogue->find("ups", "ups-1000")->provenance[1];
    QVERIFY(!other.hasRange());
    QVERIFY(other.isUnsourced());  // "assumption"
}

// A changed figure reaches the typed spec of its part; the catalogue that it came from stays.
void TestCatalogue::changesFigures() {
    const Catalogue& catalogue = fixture::catalogue();
    std::size_t entry = 0;
    while (catalogue.entries()[entry].id != "ups-1000") {
        ++entry;
    }
    const std::vector<FigureChange> changes = {{entry, 0, 750.0}};  // rated_power_kw
    const Catalogue changed = catalogue.changed(changes);
    QCOMPARE(changed.spec<UpsSpec>("ups-1000")->ratedPowerW, 750e3);
    QCOMPARE(catalogue.spec<UpsSpec>("ups-1000")->ratedPowerW, 1e6);
    QCOMPARE(changed.find("ups", "ups-1000")->provenance[0].status,
             catalogue.find("ups", "ups-1000")->provenance[0].status);
}

void TestCatalogue::ordersByTypeThenFile() {
    const auto& entries = fixture::catalogue().entries();
    QCOMPARE(entries[0].id, std::string("gpu-700"));  // accelerators lead catalogueTypes()
    QCOMPARE(entries[1].id, std::string("gpu-other"));
    QCOMPARE(entries[2].type->id, std::string_view("server"));
    QCOMPARE(fixture::catalogue().entriesOf("rack").size(), std::size_t{2});
    QVERIFY(fixture::catalogue().entriesOf("nothing").empty());
}

void TestCatalogue::oneFault_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("path");
    const auto rowOf = [](const char* name, const char* code, const char* path,
                          const std::function<void(Json&)>& change) {
        QTest::newRow(name) << Change([change](Files& files) { change(files["ups"]); }) << code
                            << path;
    };
    const QString figures = "/parts/0/figures";
    rowOf("no object", "CAT-005", "", [](Json& f) { f = Json::array(); });
    rowOf("other format", "CAT-005", "/format", [](Json& f) { f["format"] = "something/1"; });
    rowOf("newer format", "CAT-006", "/format",
          [](Json& f) { f["format"] = "headroom-catalogue/2"; });
    rowOf("no format", "CAT-011", "", [](Json& f) { f.erase("format"); });
    rowOf("unknown type", "CAT-007", "/type", [](Json& f) { f["type"] = "upz"; });
    rowOf("a project type", "CAT-007", "/type", [](Json& f) { f["type"] = "hall"; });
    rowOf("name of another", "CAT-008", "/type", [](Json& f) {
        f["type"] = "climate";
        f["parts"] = Json::array();
    });
    rowOf("unknown key", "CAT-010", "/part", [](Json& f) { f["part"] = 1; });
    rowOf("no parts", "CAT-011", "", [](Json& f) { f.erase("parts"); });
    rowOf("parts no list", "CAT-012", "/parts", [](Json& f) { f["parts"] = 5; });
    rowOf("part no object", "CAT-012", "/parts/1", [](Json& f) { f["parts"].push_back(5); });
    rowOf("no id", "CAT-011", "/parts/0", [](Json& f) { f["parts"][0].erase("id"); });
    rowOf("malformed id", "CAT-015", "/parts/0/id", [](Json& f) { f["parts"][0]["id"] = "A B"; });
    rowOf("id twice", "CAT-016", "/parts/1/id",
          [](Json& f) { f["parts"].push_back(Json(f["parts"][0])); });
    rowOf("unknown attribute", "CAT-010", "/parts/0/figures/rated_power_w", [](Json& f) {
        f["parts"][0]["figures"]["rated_power_w"] = f["parts"][0]["figures"]["rated_power_kw"];
    });
    rowOf("required missing", "CAT-011", "/parts/0/figures",
          [](Json& f) { f["parts"][0]["figures"].erase("loss_a"); });
    rowOf("bare number", "CAT-012", "/parts/0/figures/rated_power_kw",
          [](Json& f) { f["parts"][0]["figures"]["rated_power_kw"] = 5; });
    const auto inFigure = [&](const char* name, const char* code, const char* at,
                              const std::function<void(Json&)>& change) {
        rowOf(name, code, qPrintable("/parts/0/figures/rated_power_kw" + QString(at)),
              [change](Json& f) { change(f["parts"][0]["figures"]["rated_power_kw"]); });
    };
    inFigure("no value", "CAT-011", "", [](Json& f) { f.erase("value"); });
    inFigure("wrong kind", "CAT-012", "/value", [](Json& f) { f["value"] = "5"; });
    inFigure("out of range", "CAT-013", "/value", [](Json& f) { f["value"] = -5; });
    inFigure("no unit", "CAT-011", "", [](Json& f) { f.erase("unit"); });
    inFigure("other unit", "CAT-019", "/unit", [](Json& f) { f["unit"] = "W"; });
    inFigure("no source", "CAT-011", "", [](Json& f) { f.erase("source"); });
    inFigure("source of nothing", "CAT-020", "/source", [](Json& f) { f["source"] = "S7"; });
    inFigure("unknown status", "CAT-014", "/status", [](Json& f) { f["status"] = "sure"; });
    inFigure("no status", "CAT-011", "", [](Json& f) { f.erase("status"); });
    inFigure("unknown key in figure", "CAT-010", "/valu", [](Json& f) { f["valu"] = 1; });
    inFigure("one end of a range", "CAT-011", "", [](Json& f) { f["low"] = 900; });
    inFigure("value outside its range", "CAT-025", "/value", [](Json& f) {
        f["low"] = 1100;
        f["high"] = 1200;
    });
    inFigure("range beyond the limits", "CAT-013", "/low", [](Json& f) {
        f["low"] = -5;
        f["high"] = 1200;
    });
    rowOf("unit where none is", "CAT-019", "/parts/0/figures/loss_a/unit",
          [](Json& f) { f["parts"][0]["figures"]["loss_a"]["unit"] = "kW"; });
    rowOf("source without date", "CAT-011", "/sources/S1",
          [](Json& f) { f["sources"]["S1"].erase("date"); });
    QTest::newRow("range of what is not a number") << Change([](Files& files) {
        Json& psu = files["server"]["parts"][1]["figures"]["psu"];
        psu["low"] = "psu-100";
        psu["high"] = "psu-100";
    }) << "CAT-025"
                                                   << "/parts/1/figures/psu";
    QTest::newRow("reference to nothing") << Change([](Files& files) {
        files["server"]["parts"][1]["figures"]["psu"]["value"] = "psu-10";
    }) << "CAT-017"
                                          << "/parts/1/figures/psu/value";
}

void TestCatalogue::oneFault() {
    QFETCH(Change, change);
    QFETCH(QString, code);
    QFETCH(QString, path);
    Files files = fixture::catalogueFiles();
    change(files);
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY(!catalogue.has_value());
    const std::string all = text(catalogue.error());
    QVERIFY2(catalogue.error().size() == 1, all.c_str());
    const Error& error = catalogue.error().front();
    QCOMPARE(QString::fromStdString(error.code), code);
    QCOMPARE(QString::fromStdString(error.path), path);
    QVERIFY(error.line > 0);
    QVERIFY(!error.remedy.empty());
    QVERIFY(error.file.find(".json") != std::string::npos);
}

void TestCatalogue::allFaultsAtOnce() {
    Files files = fixture::catalogueFiles();
    files["ups"]["parts"][0]["figures"]["loss_a"]["value"] = 7;
    files["ups"]["parts"][0]["figures"].erase("loss_b");
    files["crah"]["parts"][0]["figures"]["rated_heat_kw"]["unit"] = "W";
    files["rack"]["parts"][0]["figures"]["server"]["value"] = "server-none";
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY(!catalogue.has_value());
    QCOMPARE(catalogue.error().size(), std::size_t{4});
}

void TestCatalogue::folders() {
    const QTemporaryDir empty;
    for (const std::string& folder : {std::string("/nowhere/at/all"), empty.path().toStdString()}) {
        const auto catalogue = Catalogue::load(folder);
        QVERIFY(!catalogue.has_value());
        QCOMPARE(catalogue.error().front().code, std::string("CAT-001"));
        QCOMPARE(catalogue.error().front().file, folder);
    }
    const QTemporaryDir broken;
    fixture::writeFile(broken.filePath("ups.json"), "{\"format\": \"headroom-cat");
    fixture::writeFile(broken.filePath("README.md"), "not a catalogue file");
    const auto catalogue = Catalogue::load(broken.path().toStdString());
    QVERIFY(!catalogue.has_value());
    QCOMPARE(catalogue.error().size(), std::size_t{1});
    QCOMPARE(catalogue.error().front().code, std::string("CAT-002"));
}

void TestCatalogue::shippedCatalogue() {
    const std::string folder = HEADROOM_SOURCE_DIR "/resources/catalog";
    if (!QFile::exists(QString::fromStdString(folder))) {
        QSKIP("resources/catalog is not there");
    }
    const auto catalogue = Catalogue::load(folder);
    QVERIFY2(catalogue.has_value(), fixture::whyNot(catalogue).c_str());
    // Every stated figure of every part names source, date and a known status.
    const std::set<std::string> known = {"verified", "secondary", "derived",
                                         "chosen",   "memory",    "assumption"};
    std::size_t figures = 0;
    for (const CatalogueEntry& part : catalogue->entries()) {
        const std::size_t before = figures;
        for (std::size_t i = 0; i < part.values.size(); ++i) {
            if (std::holds_alternative<std::monostate>(part.values[i])) {
                continue;
            }
            ++figures;
            const std::string where =
                part.type->id.data() + ('/' + part.id) + '/' + part.type->attributes[i].key.data();
            QVERIFY2(known.contains(part.provenance[i].status), where.c_str());
            QVERIFY2(!part.provenance[i].source.empty(), where.c_str());
            QVERIFY2(!part.provenance[i].date.empty(), where.c_str());
        }
        QVERIFY2(figures > before, part.id.c_str());
    }
    QVERIFY(figures > 5000);
}

HEADROOM_TEST(TestCatalogue)
}  // namespace tst_catalogue

#include "tst_catalogue.moc"
