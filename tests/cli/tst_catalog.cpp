// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_catalog {

/// catalog and schema, as people and programs read them.
class TestCatalog : public QObject {
    Q_OBJECT

  private slots:
    void typesHaveParts();
    void figuresHaveSources();
    void csvHasAColumnPerFigure();
    void partNamesItsSources();
    void agedPartsAreListed();
    void schemasAreJson();
    void schemasThatShipAreCurrent();
    void missingDataFolderIsNamed();
};

void TestCatalog::typesHaveParts() {
    const CliResult result = runCli({"catalog", "--format", "json"});
    QCOMPARE(result.code, 0);
    const QJsonArray types = QJsonDocument::fromJson(result.out.toUtf8()).array();
    QVERIFY(types.size() > 10);
    for (const QJsonValue& type : types) {
        QVERIFY2(type["parts"].toInt() > 0, qPrintable(type["type"].toString()));
    }
}

// Some types' last parts: every figure names its source; those of all parts are looked through in tst_catalogue.
void TestCatalog::figuresHaveSources() {
    for (const char* id : {"accelerator", "pump", "model_error", "grid"}) {
        const QJsonArray parts =
            QJsonDocument::fromJson(runCli({"catalog", id, "--format", "json"}).out.toUtf8())
                .array();
        QVERIFY2(!parts.isEmpty(), id);
        const CliResult one =
            runCli({"catalog", id, parts.last()["id"].toString(), "--format", "json"});
        QCOMPARE(one.code, 0);
        const QJsonArray figures =
            QJsonDocument::fromJson(one.out.toUtf8()).object()["figures"].toArray();
        QVERIFY2(!figures.isEmpty(), id);
        for (const QJsonValue& figure : figures) {
            QVERIFY2(!figure["status"].toString().isEmpty(), id);
            QVERIFY2(!figure["source"].toString().isEmpty(), id);
            QVERIFY2(!figure["date"].toString().isEmpty(), id);
        }
    }
}

void TestCatalog::csvHasAColumnPerFigure() {
    const CliResult result = runCli({"catalog", "ups", "--format", "csv"});
    QCOMPARE(result.code, 0);
    const QStringList lines = result.out.split('\n', Qt::SkipEmptyParts);
    QVERIFY(lines.size() > 1);
    QVERIFY2(lines[0].startsWith("id,name,rated_power_kw"), qPrintable(lines[0]));
}

void TestCatalog::partNamesItsSources() {
    const CliResult result = runCli({"catalog", "accelerator", "h100-sxm"});
    QCOMPARE(result.code, 0);
    QVERIFY2(result.out.contains("Thermal design power"), qPrintable(result.out));
    QVERIFY2(result.out.contains("\n[1] "), qPrintable(result.out));
}

// No option is ignored: each refusal names it.
void TestCatalog::agedPartsAreListed() {
    const CliResult aged = runCli(
        {"catalog", "cloud_offer", "--stale", "30d", "--as-of", "2026-11-30", "--format", "csv"});
    QCOMPARE(aged.code, 0);
    QVERIFY2(aged.out.contains("\ncloud_offer,"), qPrintable(aged.out));
    QVERIFY(!aged.out.contains("\naccelerator,"));
    for (const auto& [arguments, word] :
         {std::pair{QStringList{"--as-of", "2026-11-30"}, "--as-of"},
          {{"--stale", "-5d"}, "--stale"},
          {{"--stale", "30d", "--as-of", "2026-13"}, "2026-13"},
          {{"accelerator", "h100-sxm", "--stale", "30d"}, "h100-sxm"}}) {
        const CliResult refused = runCli(QStringList{"catalog"} + arguments);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(word), qPrintable(refused.err));
    }
}

void TestCatalog::schemasAreJson() {
    for (const char* kind : {"project", "catalog", "lesson", "storyboard"}) {
        const CliResult result = runCli({"schema", kind});
        QCOMPARE(result.code, 0);
        const QJsonObject schema = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QCOMPARE(schema["$schema"].toString(), "http://json-schema.org/draft-07/schema#");
    }
}

// resources/schema/ is what others check their files with; it is written by schema --write.
void TestCatalog::schemasThatShipAreCurrent() {
    QTemporaryDir folder;
    QCOMPARE(runCli({"schema", "--write", folder.path()}).code, 0);
    for (const QString& name : QDir(folder.path()).entryList(QDir::Files)) {
        const QString shipped = QStringLiteral(HEADROOM_SOURCE_DIR "/resources/schema/") + name;
        QVERIFY2(readBytes(shipped) == readBytes(folder.filePath(name)),
                 qPrintable(shipped + " is old: headroom-cli schema --write resources/schema"));
    }
}

void TestCatalog::missingDataFolderIsNamed() {
    qputenv("HEADROOM_DATA", "/no/such/folder");
    const CliResult result = runCli({"catalog"});
    qunsetenv("HEADROOM_DATA");
    QCOMPARE(result.code, 3);
    QVERIFY2(result.err.contains("/no/such/folder"), qPrintable(result.err));
    QVERIFY2(result.err.contains("Remedy: "), qPrintable(result.err));
}

HEADROOM_TEST(TestCatalog)
}  // namespace tst_catalog

#include "tst_catalog.moc"
