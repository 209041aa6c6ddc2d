// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/document/schema.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/published_schema.h"
#include "tests/support/test_program.h"

#include <functional>

namespace tst_schema {

using namespace headroom::engine;
using fixture::Json;
using headroom::models::Attribute;
using headroom::models::ComponentType;
using headroom::models::ValueKind;

/// The published schema and the reader must agree on what a file may hold.
class TestSchema : public QObject {
    Q_OBJECT

  private slots:
    void filesAreCurrent_data();
    void filesAreCurrent();
    void describesEveryAttribute();
    void acceptsGoodFiles();
    void refusesWhatTheReaderRefuses_data();
    void refusesWhatTheReaderRefuses();
    void agreesAtEveryAttribute();
    void shippedCatalogue();
};

namespace {

enum class Schema { Project, Catalogue };

const headroom::tests::PublishedSchema& published(Schema which) {
    static const headroom::tests::PublishedSchema project(parseJson<Json>(projectSchemaText()));
    static const headroom::tests::PublishedSchema catalogue(parseJson<Json>(catalogueSchemaText()));
    return which == Schema::Project ? project : catalogue;
}

/// What an editor or another program that knows the published schema says of a text.
bool schemaAccepts(Schema which, const Json& json, std::string* why = nullptr) {
    if (why == nullptr) {
        return published(which).accepts(json);
    }
    *why = published(which).faultsOf(json);
    return why->empty();
}

bool readerAccepts(const Json& json) {
    return fixture::read(json).has_value();
}

}  // namespace

void TestSchema::filesAreCurrent_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("expected");
    QTest::newRow("project") << "project.schema.json"
                             << QString::fromStdString(projectSchemaText());
    QTest::newRow("catalogue") << "catalogue.schema.json"
                               << QString::fromStdString(catalogueSchemaText());
}

void TestSchema::filesAreCurrent() {
    QFETCH(QString, file);
    QFETCH(QString, expected);
    QFile stored(HEADROOM_SOURCE_DIR "/resources/schema/" + file);
    QVERIFY2(stored.open(QIODevice::ReadOnly), qPrintable(stored.fileName()));
    const bool isCurrent = QString::fromUtf8(stored.readAll()) == expected;
    if (!isCurrent && qEnvironmentVariableIsSet("HEADROOM_WRITE_SCHEMA")) {
        fixture::writeFile(stored.fileName(), expected.toStdString());
        QSKIP("written anew");
    }
    QVERIFY2(isCurrent,
             qPrintable(file + " is not what the attribute tables say. Regenerate it: headroom-cli "
                               "schema, or run this test with HEADROOM_WRITE_SCHEMA=1."));
}

void TestSchema::describesEveryAttribute() {
    const auto project = parseJson<Json>(projectSchemaText());
    for (const ComponentType* type : headroom::models::documentTypes()) {
        const Json& section = project["properties"][std::string(type->section)];
        const Json& object = type->single ? section : section["items"];
        for (const Attribute& a : type->attributes) {
            const Json& schema = object["properties"][std::string(a.key)];
            QCOMPARE(schema["title"].get<std::string>(), std::string(a.label));
            QVERIFY2(!schema["description"].get<std::string>().empty(), std::string(a.key).c_str());
            if (!a.unit.symbol.empty()) {
                QCOMPARE(schema["x-unit"].get<std::string>(), std::string(a.unit.symbol));
            }
        }
    }
}

void TestSchema::acceptsGoodFiles() {
    std::string why;
    QVERIFY2(schemaAccepts(Schema::Project, fixture::project(), &why), why.c_str());
    for (const auto& [typeId, json] : fixture::catalogueFiles()) {
        QVERIFY2(schemaAccepts(Schema::Catalogue, json, &why), (typeId + ": " + why).c_str());
    }
}

void TestSchema::refusesWhatTheReaderRefuses_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");  // JSON; empty if the key is removed
    const auto add = [](const char* name, const char* pointer, const char* value) {
        QTest::newRow(name) << pointer << value;
    };
    add("unknown section", "/hals", "[]");
    add("unknown key", "/halls/0/widht_m", "5");
    add("no format", "/format", "");
    add("newer format", "/format", "\"headroom-project/2\"");
    add("no site", "/site", "");
    add("site as list", "/site", "[]");
    add("halls as object", "/halls", "{}");
    add("hall as text", "/halls/0", "\"hall-a\"");
    add("no id", "/training_jobs/0/id", "");
    add("malformed id", "/training_jobs/0/id", "\"Job 1\"");
    add("id as number", "/training_jobs/0/id", "5");
    add("null", "/halls/0/name", "null");
    add("curve of numbers", "/job_generators",
        R"([{"id": "g", "accelerator": "gpu-700", "arrivals_per_hour": 1, "sizes": [1, 2],
             "median_run_min": 1, "mean_run_min": 2, "profile": "pretraining"}])");
}

void TestSchema::refusesWhatTheReaderRefuses() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    Json json = fixture::project();
    const Json::json_pointer at(pointer.toStdString());
    if (value.isEmpty()) {
        json[at.parent_pointer()].erase(at.back());
    } else {
        json[at] = parseJson<Json>(value.toStdString());
    }
    QVERIFY(!schemaAccepts(Schema::Project, json));
    QVERIFY(!readerAccepts(json));
}

void TestSchema::agreesAtEveryAttribute() {
    // For every attribute of every object of the project: a value of each kind, one below and one
    // above its range, and none. Schema and reader must give the same verdict on each, as long as
    // it is not about references, which the schema does not know.
    const Json good = fixture::project();
    // The schema is shown the section alone, next to what it asks of every project: it judges sections one by one, and
    // takes the others as they are (acceptsGoodFiles).
    const Json schema = Json::parse(projectSchemaText());
    Json frame;
    for (const auto& key : schema["required"].get<std::vector<std::string>>()) {
        frame[key] = good[key];
    }
    int refused = 0;
    int accepted = 0;
    for (const ComponentType* type : headroom::models::documentTypes()) {
        const std::string section(type->section);
        if (!good.contains(section)) {
            continue;
        }
        for (const Attribute& a : type->attributes) {
            std::vector<Json> values = {nullptr,
                                        true,
                                        "text",
                                        "",
                                        1.5,
                                        Json::array(),
                                        Json::object(),
                                        Json::array({1}),
                                        Json::array({Json::array({0, 1})})};
            if (std::isfinite(a.minimum)) {
                values.insert(values.end(), {a.minimum, a.minimum - 1, std::floor(a.minimum) - 1});
                values.push_back(static_cast<std::int64_t>(a.minimum));
                values.push_back(static_cast<std::int64_t>(a.minimum) - 1);
            }
            if (std::isfinite(a.maximum)) {
                values.insert(values.end(), {a.maximum, a.maximum * 1.01 + 1});
                values.push_back(static_cast<std::int64_t>(a.maximum) + 1);
            }
            for (std::size_t i = 0; i <= values.size(); ++i) {
                Json json = good;
                Json& object = type->single ? json[section] : json[section][0];
                const std::string key(a.key);
                if (i < values.size()) {
                    object[key] = values[i];
                } else {
                    object.erase(key);
                }
                if (a.kind == ValueKind::Reference && i < values.size() && values[i].is_string() &&
                    !values[i].get<std::string>().empty()) {
                    continue;
                }
                const bool byReader = readerAccepts(json);
                Json shown = frame;
                shown[section] = json[section];
                const bool bySchema = schemaAccepts(Schema::Project, shown);
                QVERIFY2(byReader == bySchema,
                         (section + "/" + key + " = " +
                          (i < values.size() ? jsonText(values[i]) : std::string("nothing")) +
                          (byReader ? ": only the reader" : ": only the schema") + " accepts it")
                             .c_str());
                ++(byReader ? accepted : refused);
            }
        }
    }
    QVERIFY(refused > 500);
    QVERIFY(accepted > 100);
}

void TestSchema::shippedCatalogue() {
    const QDir folder(HEADROOM_SOURCE_DIR "/resources/catalog");
    const QStringList files = folder.entryList({"*.json"});
    if (files.isEmpty()) {
        QSKIP("resources/catalog is not there");
    }
    for (const QString& name : files) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        std::string why;
        QVERIFY2(
            schemaAccepts(Schema::Catalogue, parseJson<Json>(file.readAll().toStdString()), &why),
            (name.toStdString() + ": " + why).c_str());
    }
}

HEADROOM_TEST(TestSchema)
}  // namespace tst_schema

#include "tst_schema.moc"
