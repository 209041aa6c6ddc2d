// SPDX-License-Identifier: Apache-2.0
#include "engine/lessons/lesson.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

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

    void thoseThatShipAreFour() {
        const auto lessons = loadLessons(HEADROOM_SOURCE_DIR "/resources/lessons");
        QVERIFY2(lessons.has_value(), lessons ? "" : lessons.error().text().c_str());
        QCOMPARE(lessons->size(), std::size_t{4});
        for (const Lesson& lesson : *lessons) {
            QVERIFY(std::filesystem::exists(std::string(HEADROOM_SOURCE_DIR "/scenarios/") + lesson.project));
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
        const QByteArray head = R"({"format":"headroom-lesson/1","title":"T","about":"A","project":"p","minutes":5,"steps":)";
        QVERIFY(read(head + R"([{"title":"a","text":"b","check":"time_h > 1"}]})").has_value());
        QCOMPARE(codeOf("not JSON"), QString("LSN-001"));
        QCOMPARE(codeOf(R"({"format":"other/1","steps":[{}]})"), QString("LSN-001"));
        QCOMPARE(codeOf(head + "[]}"), QString("LSN-001"));
        QCOMPARE(codeOf(head + "[7]}"), QString("LSN-002"));
        QCOMPARE(codeOf(head + R"([{"title":"a","text":"b","check":"time_h > 1","chek":1}]})"), QString("LSN-002"));
        QCOMPARE(codeOf(head + R"([{"title":3,"text":"b","check":"time_h > 1"}]})"), QString("LSN-002"));
        const auto bad = read(head + R"([{"title":"a","text":"b","check":"time_h >"}]})");
        QCOMPARE(bad.error().code, std::string("LSN-003"));
        QCOMPARE(bad.error().path, std::string("/steps/0/check"));
        QVERIFY(!loadLesson("/nowhere.json"));
    }
};

HEADROOM_TEST(TestLesson)
}  // namespace tst_lesson

#include "tst_lesson.moc"
