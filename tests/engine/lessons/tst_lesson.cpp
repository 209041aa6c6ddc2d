// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/lessons/lesson.h"
#include "engine/lessons/lesson_schema.h"
#include "tests/support/published_schema.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace tst_lesson {

using namespace headroom::engine;

class TestLesson : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result<Lesson> read(const QByteArray& text) {
        QFile file(folder_.filePath("a.json"));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(text);
        }
        file.close();
        return loadLesson(file.fileName().toStdString());
    }

    QString codeOf(const QByteArray& text) {
        const auto lesson = read(text);
        return lesson ? QString() : QString::fromStdString(lesson.error().code);
    }

  private slots:

    void thoseThatShipAreEight() {
        const auto lessons = loadLessons(HEADROOM_SOURCE_DIR "/resources/lessons");
        QVERIFY2(lessons.has_value(), lessons ? "" : lessons.error().text().c_str());
        QCOMPARE(lessons->size(), std::size_t{8});
        for (const Lesson& lesson : *lessons) {
            QVERIFY(std::filesystem::exists(std::string(HEADROOM_SOURCE_DIR "/scenarios/") +
                                            lesson.project));
            QVERIFY(lesson.steps.size() >= 3);
            for (const LessonStep& step : lesson.steps) {
                QVERIFY2(!step.hints.empty() && !step.check.names().empty(), step.title.c_str());
                const auto& names = step.check.names();
                const bool reads = std::find(names.begin(), names.end(), "answer") != names.end();
                QCOMPARE(reads, !step.ask.empty());
            }
        }
        QVERIFY(loadLessons("/nowhere")->empty());
    }

    void whatIsWrongIsNamedWithItsPlace() {
        const QByteArray head =
            R"({"format":"headroom-lesson/1","title":"T","about":"A","project":"p","minutes":5,"steps":)";
        QVERIFY(read(head + R"([{"title":"a","text":"b","check":"time_h > 1"}]})").has_value());
        QCOMPARE(codeOf("not JSON"), QString("LSN-001"));
        // A comma too many in the second line, and a key that occurs twice, are named with their line.
        const auto cut = read("{\n\"format\":,}");
        QCOMPARE(cut.error().code, std::string("LSN-001"));
        QVERIFY2(cut.error().line == 2 || cut.error().message.find("line 2") != std::string::npos,
                 cut.error().text().c_str());
        QCOMPARE(codeOf(R"({"format":"headroom-lesson/1","format":"headroom-lesson/1"})"),
                 QString("LSN-001"));
        QCOMPARE(codeOf(R"({"format":"other/1","steps":[{}]})"), QString("LSN-001"));
        QCOMPARE(codeOf(head + "[]}"), QString("LSN-001"));
        QCOMPARE(codeOf(head + "[7]}"), QString("LSN-002"));
        QCOMPARE(codeOf(head + R"([{"title":"a","text":"b","check":"time_h > 1","chek":1}]})"),
                 QString("LSN-002"));
        QCOMPARE(codeOf(head + R"([{"title":3,"text":"b","check":"time_h > 1"}]})"),
                 QString("LSN-002"));
        const auto bad = read(head + R"([{"title":"a","text":"b","check":"time_h >"}]})");
        QCOMPARE(bad.error().code, std::string("LSN-003"));
        QCOMPARE(bad.error().path, std::string("/steps/0/check"));
        QCOMPARE(bad.error().line, 1);
        QVERIFY(!loadLesson("/nowhere.json"));
    }

    void projectIsAScenario_data() {
        QTest::addColumn<QByteArray>("project");
        for (const char* project :
             {"/etc", "../elsewhere", "a/../../b", "..", ".", ".hidden", "a/b", "a\\\\b"}) {
            QTest::newRow(project) << QByteArray(project);
        }
    }

    // A lesson from elsewhere opens a scenario and nothing else of the machine.
    void projectIsAScenario() {
        QFETCH(QByteArray, project);
        const auto lesson =
            read(R"({"format":"headroom-lesson/1","title":"T","about":"A","project":")" + project +
                 R"(","minutes":5,"steps":[{"title":"a","text":"b","check":"time_h > 1"}]})");
        QVERIFY(!lesson.has_value());
        QCOMPARE(lesson.error().code, std::string("LSN-002"));
        QCOMPARE(lesson.error().path, std::string("/project"));
    }

    // What an editor that knows the published schema says is what the reader says.
    void schemaAndReaderAgree() {
        using Json = nlohmann::json;
        const Json published = parseJson<Json>(lessonSchemaText());
        const headroom::tests::PublishedSchema schema(published);
        const auto accepts = [&](const Json& json) { return schema.accepts(json); };
        for (const auto& entry :
             std::filesystem::directory_iterator(HEADROOM_SOURCE_DIR "/resources/lessons")) {
            std::ifstream file(entry.path());
            QVERIFY2(accepts(Json::parse(file)), entry.path().c_str());
        }
        const Json good = {{"format", "headroom-lesson/1"},
                           {"title", "T"},
                           {"about", "A"},
                           {"project", "p"},
                           {"minutes", 5},
                           {"steps", {{{"title", "a"}, {"text", "b"}, {"check", "time_h > 1"}}}}};
        QVERIFY(accepts(good) && read(QByteArray::fromStdString(jsonText(good))));
        const auto changed = [&](const char* pointer, const Json& value) {
            Json json = good;
            json[Json::json_pointer(pointer)] = value;
            return json;
        };
        for (const Json& bad :
             {changed("/format", "other/1"), changed("/minutes", 0), changed("/minutes", 1.5),
              changed("/steps", Json::array()), changed("/steps/0/title", 3),
              changed("/steps/0/chek", "x"), changed("/title", ""), changed("/steps/0/hints", {1}),
              changed("/more", true)}) {
            QVERIFY2(!accepts(bad), jsonText(bad).c_str());
            QVERIFY2(!read(QByteArray::fromStdString(jsonText(bad))), jsonText(bad).c_str());
        }
    }
};

HEADROOM_TEST(TestLesson)
}  // namespace tst_lesson

#include "tst_lesson.moc"
