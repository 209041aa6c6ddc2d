// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/source_list.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace tst_source_list {

using namespace headroom::engine;

namespace {

constexpr const char* kMap = R"({"format": "headroom-telemetry/1", "sensors": [
    {"id": "ID", "column": "x", "channel": "facility/pue", "unit": "1"}]})";

}  // namespace

/// The file that names all sources of a building.
class TestSourceList : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path file(const char* name, QByteArray text, bool isSecret = false) {
        const QString path = folder_.filePath(QString::fromLatin1(name));
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size()) {
            qFatal("no file");
        }
        out.setPermissions(isSecret ? QFile::ReadOwner | QFile::WriteOwner
                                    : QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup |
                                          QFile::ReadOther);
        return path.toStdString();
    }

    ResultAll<SourceList> parse(const std::string& sources) {
        const auto map = file("telemetry.json", QByteArray(kMap).replace("ID", "one"));
        return parseSourceList(R"({"format": "headroom-sources/1", "sources": [)" + sources + "]}",
                               folder_.filePath("sources.json").toStdString(), map);
    }

  private slots:

    // Paths are seen from the list's folder; a source that names no map has that of the project; sensors of the second
    // map come after the one of the first.
    void reads() {
        file("bms.json", QByteArray(kMap).replace("ID", "two"));
        file("secret", "word\n", true);
        const auto list = parse(R"({"id": "day", "file": "day.csv", "speed": 60},
            {"id": "bms", "address": "modbus://10.0.0.5/1", "every_s": 5, "map": "bms.json"},
            {"id": "hall", "address": "mqtt://broker/hall/#", "user": "u", "password_file": "secret", "client": "twin"},
            {"id": "in", "pushed": true}, {"id": "fast", "file": "day.csv", "speed": "max"})");
        QVERIFY2(list.has_value(), list ? "" : text(list.error()).c_str());
        QCOMPARE(list->feeds.size(), std::size_t{5});
        QCOMPARE(list->feeds[0].kind, FeedKind::Replay);
        QCOMPARE(list->feeds[0].file,
                 std::filesystem::path(folder_.filePath("day.csv").toStdString()));
        QCOMPARE(list->feeds[0].speed, 60.0);
        QCOMPARE(list->feeds[1].live.everyS, 5.0);
        QVERIFY(std::isinf(list->feeds[1].live.forS));
        QCOMPARE(list->feeds[2].live.login.password, std::string("word"));
        QCOMPARE(list->feeds[2].what(), std::string("mqtt://broker/hall/#"));
        QCOMPARE(list->feeds[3].kind, FeedKind::Push);
        QCOMPARE(list->feeds[4].speed, 0.0);
        QCOMPARE(list->maps.size(), std::size_t{2});
        QCOMPARE(list->firstSensor, (std::vector<int>{0, 1}));
        QCOMPARE(list->all.sensors[1].id, std::string("two"));
        QCOMPARE(list->feeds[1].map, std::size_t{1});
        QCOMPARE(list->feeds[2].map, std::size_t{0});
    }

    void faults_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("code");
        QTest::newRow("no id") << R"({"file": "a.csv"})"
                               << "TEL-012";
        QTest::newRow("an id twice")
            << R"({"id": "a", "pushed": true}, {"id": "a", "pushed": true})"
            << "TEL-012";
        QTest::newRow("neither") << R"({"id": "a"})"
                                 << "TEL-011";
        QTest::newRow("both") << R"({"id": "a", "file": "a.csv", "pushed": true})"
                              << "TEL-011";
        QTest::newRow("unknown key") << R"({"id": "a", "pushed": true, "adress": "x"})"
                                     << "TEL-010";
        QTest::newRow("a number as text") << R"({"id": "a", "file": "a.csv", "speed": "fast"})"
                                          << "TEL-011";
        QTest::newRow("speed of a broker") << R"({"id": "a", "address": "mqtt://b/#", "speed": 2})"
                                           << "TEL-011";
        QTest::newRow("no protocol") << R"({"id": "a", "address": "ftp://b/"})"
                                     << "TEL-060";
        QTest::newRow("key alone") << R"({"id": "a", "address": "mqtt://b/#", "key": "k.pem"})"
                                   << "TEL-011";
        QTest::newRow("open secret")
            << R"({"id": "a", "address": "mqtt://b/#", "password_file": "open"})"
            << "TEL-071";
        QTest::newRow("a secret above")
            << R"({"id": "a", "address": "mqtt://b/#", "password_file": "../secret"})"
            << "TEL-074";
        QTest::newRow("a secret elsewhere")
            << R"({"id": "a", "address": "mqtt://b/#", "password_file": "/etc/hostname"})"
            << "TEL-074";
        QTest::newRow("a file elsewhere") << R"({"id": "a", "file": "/etc/passwd"})"
                                          << "TEL-074";
        QTest::newRow("a file by a link") << R"({"id": "a", "file": "leads-out"})"
                                          << "TEL-074";
        QTest::newRow("a map above") << R"({"id": "a", "pushed": true, "map": "x/../../m.json"})"
                                     << "TEL-074";
        QTest::newRow("no secret")
            << R"({"id": "a", "address": "mqtt://b/#", "password_file": "gone"})"
            << "TEL-071";
        QTest::newRow("a sensor in two maps")
            << R"({"id": "a", "pushed": true}, {"id": "b", "pushed": true, "map": "same.json"})"
            << "TEL-012";
        QTest::newRow("a map that is none") << R"({"id": "a", "pushed": true, "map": "open"})"
                                            << "TEL-002";
        QTest::newRow("no object") << "7"
                                   << "TEL-011";
    }

    void faults() {
        QFETCH(QString, source);
        QFETCH(QString, code);
        file("open", "word\n");
        QFile::link("/etc/passwd", folder_.filePath("leads-out"));
        file("same.json", QByteArray(kMap).replace("ID", "one"));
        const auto list = parse(source.toStdString());
        QVERIFY(!list.has_value());
        QCOMPARE(list.error().front().code, code.toStdString());
        QVERIFY(!list.error().front().remedy.empty());
    }

    void otherFormats() {
        for (const char* text :
             {"{}", R"({"format": "headroom-sources/2", "sources": []})", "[]"}) {
            const auto list = parseSourceList(text, "sources.json", "telemetry.json");
            QVERIFY(!list.has_value());
            QCOMPARE(list.error().front().code, std::string("TEL-070"));
        }
    }
};

HEADROOM_TEST(TestSourceList)
}  // namespace tst_source_list

#include "tst_source_list.moc"
