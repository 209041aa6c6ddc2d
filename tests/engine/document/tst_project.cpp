// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/document/project.h"
#include "models/facility/hall.h"
#include "models/facility/power_unit.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <functional>

namespace tst_project {

using namespace headroom::engine;
using fixture::Json;
using headroom::models::HallSpec;
using headroom::models::PowerUnitSpec;

using Change = std::function<void(Json&)>;

class TestProject : public QObject {
    Q_OBJECT

  private slots:
    void readsObjectsAndSpecs();
    void smallestProject();
    void textReadsBackTheSame();
    void textIsInTableOrder();
    void oneFault_data();
    void oneFault();
    void linesAreThoseOfTheFile();
    void allFaultsAtOnce();
    void brokenTexts_data();
    void brokenTexts();
    void newerFormatSaysOnlyThat();
    void filesAndFolders();
};

void TestProject::readsObjectsAndSpecs() {
    const Project project = fixture::mustRead(fixture::project());
    QCOMPARE(project.objects.size(), std::size_t{16});
    const Object* grid = project.find("grid-a");
    QVERIFY(grid != nullptr);
    QCOMPARE(specOf<PowerUnitSpec>(*grid).ratingVa, 10e6);  // 10 MVA
    const Object* ups = project.find("ups-a");
    QVERIFY(ups != nullptr);
    const auto spec = specOf<PowerUnitSpec>(*ups);
    QCOMPARE(spec.count, 1);  // default of the spec
    QCOMPARE(spec.redundant, 1);
    QCOMPARE(spec.sources, std::vector<std::string>{"main-a"});
    QCOMPARE(specOf<HallSpec>(*project.find("hall-a")).airLoop, std::string("loop-a"));
    QVERIFY(project.find("nothing") == nullptr);
    QCOMPARE(project.find("site")->type->id, std::string_view("site"));
    QCOMPARE(project.objectsOf("hall").size(), std::size_t{1});
    QVERIFY(std::holds_alternative<std::monostate>(ups->value("count")));
    QVERIFY(ups->value("modules") == headroom::models::Value{std::int64_t{4}});
}

void TestProject::smallestProject() {
    const auto project = fixture::read(parseJson<Json>(R"({"format": "headroom-project/1",
                        "project": {"start": "2026-07-01T00:00:00", "seed": 0},
                        "site": {"climate": "somewhere", "grid": "region"}})"));
    QVERIFY2(project.has_value(), fixture::whyNot(project).c_str());
    QCOMPARE(project->objects.size(), std::size_t{2});
}

void TestProject::textReadsBackTheSame() {
    Json json = fixture::project();
    json["halls"][0]["name"] = "Halle \"Ä\" \\ \t 1";
    json["halls"][0]["supply_air_c"] = 24.1;
    json["rack_blocks"][0]["alternate_facing"] = false;
    json["job_generators"] = parseJson<Json>(R"([{"id": "jobs", "accelerator": "gpu-700",
        "arrivals_per_hour": 0.3333333333333333, "sizes": [[8, 0.5], [64, 0.25], [512, 1e-5]],
        "median_run_min": 13, "mean_run_min": 700, "profile": "pretraining"}])");
    const Project project = fixture::mustRead(json);
    const std::string text = projectText(project);
    const auto again = parseProject(text, "project.json", fixture::catalogue());
    QVERIFY2(again.has_value(), fixture::whyNot(again).c_str());
    QVERIFY(again->objects == project.objects);
    QCOMPARE(projectText(*again), text);
    QVERIFY(text.find("\"sizes\": [[8, 0.5], [64, 0.25], [512, 1e-05]]") != std::string::npos);
}

void TestProject::textIsInTableOrder() {
    // Written in another order, the file says the same and is saved as the tables have it.
    Json shuffled = {{"site", {{"grid", "region"}, {"climate", "somewhere"}}},
                     {"failures", Json::object()},
                     {"project", {{"seed", 3}, {"start", "2026-07-01T00:00:00"}}},
                     {"format", "headroom-project/1"}};
    QCOMPARE(projectText(fixture::mustRead(shuffled)),
             std::string("{\n"
                         "  \"format\": \"headroom-project/1\",\n"
                         "  \"project\": {\n"
                         "    \"start\": \"2026-07-01T00:00:00\",\n"
                         "    \"seed\": 3\n"
                         "  },\n"
                         "  \"site\": {\n"
                         "    \"climate\": \"somewhere\",\n"
                         "    \"grid\": \"region\"\n"
                         "  },\n"
                         "  \"failures\": {}\n"
                         "}\n"));
}

void TestProject::oneFault_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("says");
    const auto add = [](const char* name, const char* code, const char* path, const char* says,
                        const Change& change) {
        QTest::newRow(name) << change << code << path << says;
    };
    add("no format", "PRJ-005", "", "no format", [](Json& p) { p.erase("format"); });
    add("other format", "PRJ-005", "/format", "other/1", [](Json& p) { p["format"] = "other/1"; });
    add("format no text", "PRJ-005", "/format", "no format", [](Json& p) { p["format"] = 1; });
    add("no object", "PRJ-005", "", "object", [](Json& p) { p = Json::array({1}); });
    add("misspelt section", "PRJ-010", "/hals", "Did you mean \"halls\"?",
        [](Json& p) { p["hals"] = Json::array(); });
    add("misspelt key", "PRJ-010", "/halls/0/widht_m", "Did you mean \"width_m\"?",
        [](Json& p) { p["halls"][0]["widht_m"] = 5; });
    add("id of a single section", "PRJ-010", "/site/id", "id",
        [](Json& p) { p["site"]["id"] = "site"; });
    add("strange key", "PRJ-010", "/halls/0/a~1~0b", "known here",
        [](Json& p) { p["halls"][0]["a/~b"] = 5; });
    add("negative power", "PRJ-013", "/power_units/0/rating_mva", "-10 MVA",
        [](Json& p) { p["power_units"][0]["rating_mva"] = -10; });
    add("unknown part", "PRJ-017", "/rack_blocks/0/rack", "Did you mean \"rack-air\"?",
        [](Json& p) { p["rack_blocks"][0]["rack"] = "rack-aor"; });
    add("unknown object", "PRJ-017", "/rack_blocks/0/hall", "Did you mean \"hall-a\"?",
        [](Json& p) { p["rack_blocks"][0]["hall"] = "hall-b"; });
    add("object of another type", "PRJ-017", "/rack_blocks/0/hall", "no Hall \"pdus-a\"",
        [](Json& p) { p["rack_blocks"][0]["hall"] = "pdus-a"; });
    add("unknown in a list", "PRJ-017", "/rack_blocks/0/feeds/1", "Did you mean \"pdus-a\"?",
        [](Json& p) {
            p["rack_blocks"][0]["feeds"] = Json::array({"mech-a", "pdus-b"});
        });
    add("twice in a list", "PRJ-012", "/rack_blocks/0/feeds/0", "more than once", [](Json& p) {
        p["rack_blocks"][0]["feeds"] = Json::array({"pdus-a", "pdus-a"});
    });
    add("text for a list", "PRJ-012", "/rack_blocks/0/feeds", "list of ids",
        [](Json& p) { p["rack_blocks"][0]["feeds"] = "pdus-a"; });
    add("section missing", "PRJ-011", "", "\"site\"", [](Json& p) { p.erase("site"); });
    add("single section as list", "PRJ-012", "/site", "one object",
        [](Json& p) { p["site"] = Json::array({p["site"]}); });
    add("list section as object", "PRJ-012", "/storage_groups", "list",
        [](Json& p) { p["storage_groups"] = Json::object(); });
    add("list section null", "PRJ-012", "/storage_groups", "list",
        [](Json& p) { p["storage_groups"] = nullptr; });
    add("entry no object", "PRJ-012", "/halls/1", "object",
        [](Json& p) { p["halls"].push_back("hall-b"); });
    add("no id", "PRJ-011", "/training_jobs/0", "\"id\"",
        [](Json& p) { p["training_jobs"][0].erase("id"); });
    add("id no text", "PRJ-012", "/training_jobs/0/id", "text",
        [](Json& p) { p["training_jobs"][0]["id"] = 7; });
    add("malformed id", "PRJ-015", "/training_jobs/0/id", "Job 1",
        [](Json& p) { p["training_jobs"][0]["id"] = "Job 1"; });
    // An id of 30,000 letters once ended the process: its pattern was matched by recursion.
    add("endless id", "PRJ-015", "/training_jobs/0/id", "aaa … aaa",
        [](Json& p) { p["training_jobs"][0]["id"] = std::string(30'000, 'a'); });
    add("longest id and one", "PRJ-015", "/training_jobs/0/id", "200",
        [](Json& p) { p["training_jobs"][0]["id"] = std::string(201, 'a'); });
    add("February 30th", "PRJ-024", "/project/start", "2026-02-30",
        [](Json& p) { p["project"]["start"] = "2026-02-30T00:00:00"; });
    add("no leap year", "PRJ-024", "/project/start", "2026-02-29",
        [](Json& p) { p["project"]["start"] = "2026-02-29T00:00:00"; });
    add("month 13", "PRJ-024", "/project/start", "2026-13-01",
        [](Json& p) { p["project"]["start"] = "2026-13-01T00:00:00"; });
    add("no date", "PRJ-024", "/project/start", "-1",
        [](Json& p) { p["project"]["start"] = "-1"; });
    add("control character", "PRJ-022", "/project/name", "U+0007",
        [](Json& p) { p["project"]["name"] = "ring\a"; });
    add("id twice", "PRJ-016", "/training_jobs/0/id", "/halls/0",
        [](Json& p) { p["training_jobs"][0]["id"] = "hall-a"; });
    add("id of a section", "PRJ-016", "/training_jobs/0/id", "/failures",
        [](Json& p) { p["training_jobs"][0]["id"] = "failures"; });
    add("missing key", "PRJ-011", "/halls/0", "depth_m",
        [](Json& p) { p["halls"][0].erase("depth_m"); });
    add("text for number", "PRJ-012", "/halls/0/depth_m", "the text \"30\"",
        [](Json& p) { p["halls"][0]["depth_m"] = "30"; });
    add("fraction", "PRJ-012", "/halls/0/crah_count", "whole number",
        [](Json& p) { p["halls"][0]["crah_count"] = 2.5; });
    add("too many", "PRJ-013", "/rack_blocks/0/rows", "1000",
        [](Json& p) { p["rack_blocks"][0]["rows"] = 1001; });
    add("empty required text", "PRJ-011", "/project/start", "empty",
        [](Json& p) { p["project"]["start"] = ""; });
    add("seed beyond 32 bits", "PRJ-013", "/project/seed", "2147483647",
        [](Json& p) { p["project"]["seed"] = 4294967296LL; });
}

void TestProject::oneFault() {
    QFETCH(Change, change);
    QFETCH(QString, code);
    QFETCH(QString, path);
    QFETCH(QString, says);
    Json json = fixture::project();
    change(json);
    const auto project = fixture::read(json);
    QVERIFY(!project.has_value());
    const std::string all = text(project.error());
    QVERIFY2(project.error().size() == 1, all.c_str());
    const Error& error = project.error().front();
    QCOMPARE(QString::fromStdString(error.code), code);
    QCOMPARE(QString::fromStdString(error.path), path);
    QCOMPARE(error.file, std::string("project.json"));
    QVERIFY(error.line > 0);
    QVERIFY(!error.remedy.empty());
    QVERIFY2(QString::fromStdString(all).contains(says), all.c_str());
}

void TestProject::linesAreThoseOfTheFile() {
    const std::string text =
        "{\n"                                                    // 1
        "  \"format\": \"headroom-project/1\",\n"                // 2
        "  \"project\": {\"start\": \"2026-07-01T00:00:00\",\n"  // 3
        "    \"seed\": -1},\n"                                   // 4
        "  \"site\": {\n"                                        // 5
        "    \"climate\": \"nowhere\",\n"                        // 6
        "    \"gird\": \"region\"\n"                             // 7
        "  }\n"                                                  // 8
        "}\n";
    const auto project = parseProject(text, "p.json", fixture::catalogue());
    QVERIFY(!project.has_value());
    const Errors& errors = project.error();
    QVERIFY2(errors.size() == 4, headroom::engine::text(errors).c_str());
    QCOMPARE(errors[0].code, std::string("PRJ-013"));  // seed
    QCOMPARE(errors[0].line, 4);
    QCOMPARE(errors[1].code, std::string("PRJ-011"));  // grid, missing in the site of line 5
    QCOMPARE(errors[1].line, 5);
    QCOMPARE(errors[2].code, std::string("PRJ-017"));  // climate
    QCOMPARE(errors[2].line, 6);
    QCOMPARE(errors[3].code, std::string("PRJ-010"));  // gird
    QCOMPARE(errors[3].line, 7);
    QVERIFY(errors[2].text().rfind("p.json:6: /site/climate: [PRJ-017] ", 0) == 0);
}

void TestProject::allFaultsAtOnce() {
    Json json = fixture::project();
    json["halls"][0]["widht_m"] = 5;
    json["halls"][0]["depth_m"] = -1;
    json["power_units"][0]["rating_mva"] = "ten";
    json["rack_blocks"][0]["rack"] = "nothing-like-it";
    json["training_jobs"][0].erase("model");
    json["surplus"] = true;
    const auto project = fixture::read(json);
    QVERIFY(!project.has_value());
    QCOMPARE(project.error().size(), std::size_t{6});
}

void TestProject::brokenTexts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    const QByteArray whole = QByteArray::fromStdString(fixture::project().dump(2));
    QTest::newRow("cut in the middle")
        << whole.left(whole.indexOf("\"halls\"") + 3) << "PRJ-002"
        << int(whole.left(whole.indexOf("\"halls\"")).count('\n') + 1);
    QTest::newRow("empty") << QByteArray() << "PRJ-002" << 1;
    QTest::newRow("too large a number")
        << QByteArray("{\"format\": \"headroom-project/1\",\n\"project\": {\"step_s\": 1e400}}")
        << "PRJ-002" << 2;
    QTest::newRow("key twice")
        << QByteArray("{\"format\": \"headroom-project/1\",\n\"halls\": [],\n\"halls\": []}")
        << "PRJ-003" << 3;
    QTest::newRow("deep") << QByteArray(1000, '[') << "PRJ-004" << 1;
    QTest::newRow("a text") << QByteArray("\"project\"") << "PRJ-005" << 1;
    QTest::newRow("XML") << QByteArray("<project/>") << "PRJ-002" << 1;
}

void TestProject::brokenTexts() {
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(int, line);
    const auto project = parseProject(text.toStdString(), "p.json", fixture::catalogue());
    QVERIFY(!project.has_value());
    QCOMPARE(QString::fromStdString(project.error().front().code), code);
    QCOMPARE(project.error().front().line, line);
    QVERIFY(!project.error().front().remedy.empty());
}

void TestProject::newerFormatSaysOnlyThat() {
    Json json = fixture::project();
    json["format"] = "headroom-project/2";
    json["new_section"] = Json::object();  // what version 2 may know
    const auto project = fixture::read(json);
    QVERIFY(!project.has_value());
    QCOMPARE(project.error().size(), std::size_t{1});
    const Error& error = project.error().front();
    QCOMPARE(error.code, std::string("PRJ-006"));
    QVERIFY(error.message.find("headroom-project/2") != std::string::npos);
    QVERIFY(error.remedy.find("headroom-project/2") != std::string::npos);
}

void TestProject::filesAndFolders() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("project.json").toStdString();
    const Project project = fixture::mustRead(fixture::project());
    QVERIFY(saveProject(project, file).has_value());
    for (const std::filesystem::path& path : {file, file.parent_path()}) {
        const auto loaded = loadProject(path, fixture::catalogue());
        QVERIFY2(loaded.has_value(), fixture::whyNot(loaded).c_str());
        QVERIFY(loaded->objects == project.objects);
        QCOMPARE(loaded->file, file);
        QCOMPARE(loaded->folder(), file.parent_path());
    }
    const auto missing = loadProject(file.parent_path() / "none.json", fixture::catalogue());
    QVERIFY(!missing.has_value());
    QVERIFY(missing.error().front().file.find("none.json") != std::string::npos);
    QVERIFY(!saveProject(project, "/nowhere/at/all/project.json").has_value());
}

HEADROOM_TEST(TestProject)
}  // namespace tst_project

#include "tst_project.moc"
