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
    void everyFigureHasASource();
    void csvHasAColumnPerFigure();
    void partNamesItsSources();
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

// Of each type's parts, every stated figure names source, date and a known status.
void TestCatalog::everyFigureHasASource() {
    const QStringList known = {"verified", "secondary", "derived",
                               "chosen",   "memory",    "assumption"};
    const QJsonArray types =
        QJsonDocument::fromJson(runCli({"catalog", "--format", "json"}).out.toUtf8()).array();
    for (const QJsonValue& type : types) {
        const QString id = type["type"].toString();
        const QJsonArray parts =
            QJsonDocument::fromJson(runCli({"catalog", id, "--format", "json"}).out.toUtf8())
                .array();
        QVERIFY2(!parts.isEmpty(), qPrintable(id));
        // The first and the last part of each type: a process per part would take a minute.
        for (const QJsonValue& part : {parts.first(), parts.last()}) {
            const CliResult one =
                runCli({"catalog", id, part["id"].toString(), "--format", "json"});
            QCOMPARE(one.code, 0);
            const QJsonArray figures =
                QJsonDocument::fromJson(one.out.toUtf8()).object()["figures"].toArray();
            QVERIFY2(!figures.isEmpty(), qPrintable(part["id"].toString()));
            for (const QJsonValue& figure : figures) {
                const QString where =
                    id + '/' + part["id"].toString() + '/' + figure["key"].toString();
                QVERIFY2(known.contains(figure["status"].toString()), qPrintable(where));
                QVERIFY2(!figure["source"].toString().isEmpty(), qPrintable(where));
                QVERIFY2(!figure["date"].toString().isEmpty(), qPrintable(where));
            }
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
