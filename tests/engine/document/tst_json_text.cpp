// SPDX-License-Identifier: Apache-2.0
#include "engine/document/json_text.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_json_text {

using namespace headroom::engine;

class TestJsonText : public QObject {
    Q_OBJECT

  private slots:
    void lineOfEveryValue_data();
    void lineOfEveryValue();
    void badTexts_data();
    void badTexts();
    void allDuplicatesAreReported();
    void nestingHasALimit();
    void faultsComeInFileOrder();
    void messagesShowNoContent();
};

namespace {

// Lines are numbered in the comments.
const std::string kText =
    "{\n"                  // 1
    "  \"a\": 1,\n"        // 2
    "  \"list\": [\n"      // 3
    "    10,\n"            // 4
    "    {\"b\": true,\n"  // 5
    "     \"c/d~\": 2\n"   // 6
    "    },\n"             // 7
    "    [7,\n"            // 8
    "     8], \"x\\n\"\n"  // 9
    "  ],\n"               // 10
    "  \"late\":\n"        // 11
    "    {}\n"             // 12
    "}\n";                 // 13

}  // namespace

void TestJsonText::lineOfEveryValue_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("line");
    QTest::newRow("whole") << "" << 1;
    QTest::newRow("number") << "/a" << 2;
    QTest::newRow("list") << "/list" << 3;
    QTest::newRow("first of list") << "/list/0" << 4;
    QTest::newRow("object in list") << "/list/1" << 5;
    QTest::newRow("key in it") << "/list/1/b" << 5;
    QTest::newRow("escaped key") << "/list/1/c~1d~0" << 6;
    QTest::newRow("list in list") << "/list/2" << 8;
    QTest::newRow("number before a line break") << "/list/2/0" << 8;
    QTest::newRow("number on the next line") << "/list/2/1" << 9;
    QTest::newRow("text with escape") << "/list/3" << 9;
    QTest::newRow("the key's line, not the value's") << "/late" << 11;
    QTest::newRow("missing: what is around it") << "/list/1/none/deeper" << 5;
}

void TestJsonText::lineOfEveryValue() {
    QFETCH(QString, pointer);
    QFETCH(int, line);
    const auto json = JsonText::parse(kText, "f.json", "TST");
    QVERIFY(json.has_value());
    QCOMPARE(json->line(pointer.toStdString()), line);
}

void TestJsonText::badTexts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray() << 1 << "empty";
    QTest::newRow("cut") << QByteArray("{\n  \"a\": [1,\n") << 3 << "ends too early";
    QTest::newRow("cut in a text") << QByteArray("{\n  \"a\": \"he") << 2 << "column 8";
    QTest::newRow("comma missing") << QByteArray("{\n \"a\": 1\n \"b\": 2}") << 3 << "column 2";
    QTest::newRow("comma too many") << QByteArray("{\n \"a\": 1,\n}") << 3 << "not JSON";
    QTest::newRow("too large") << QByteArray("{\n\n \"a\": 1e400}") << 3 << "too large";
    QTest::newRow("NaN") << QByteArray("{\"a\": NaN}") << 1 << "not JSON";
    QTest::newRow("comment") << QByteArray("{ // no\n}") << 1 << "not JSON";
    QTest::newRow("not UTF-8") << QByteArray("{\"a\": \"\xff\"}") << 1 << "UTF-8";
    QTest::newRow("two values") << QByteArray("{}\n{}") << 2 << "not JSON";
    QTest::newRow("binary") << QByteArray("\0\1\2", 3) << 1 << "zero byte";
    QTest::newRow("zero byte behind the text")
        << QByteArray("{\"a\": 1}\n\0 rubbish", 19) << 2 << "zero byte";
}

void TestJsonText::badTexts() {
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(QString, says);
    const auto json = JsonText::parse(text.toStdString(), "f.json", "TST");
    QVERIFY(!json.has_value());
    QCOMPARE(json.error().size(), std::size_t{1});
    const Error& error = json.error().front();
    QCOMPARE(error.code, std::string("TST-002"));
    QCOMPARE(error.file, std::string("f.json"));
    QCOMPARE(error.line, line);
    QVERIFY2(QString::fromStdString(error.message).contains(says), error.message.c_str());
    QVERIFY(!error.remedy.empty());
}

void TestJsonText::allDuplicatesAreReported() {
    const auto json = JsonText::parse(
        "{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 3,\n \"d\": [{\"c\": 1}, {\"c\": 1}]}",
        "f.json", "TST");
    QVERIFY(!json.has_value());
    QCOMPARE(json.error().size(), std::size_t{2});
    QCOMPARE(json.error()[0].code, std::string("TST-003"));
    QCOMPARE(json.error()[0].path, std::string("/b/c"));
    QCOMPARE(json.error()[0].line, 2);
    QCOMPARE(json.error()[1].path, std::string("/a"));
    QCOMPARE(json.error()[1].line, 3);
}

void TestJsonText::nestingHasALimit() {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    QVERIFY(JsonText::parse(nested(JsonText::kMaximumDepth), "", "TST").has_value());
    for (const std::size_t depth :
         {std::size_t{JsonText::kMaximumDepth} + 1, std::size_t{100000}}) {
        const auto json = JsonText::parse(nested(depth), "", "TST");
        QVERIFY(!json.has_value());
        QCOMPARE(json.error().front().code, std::string("TST-004"));
    }
}

// Somebody names a file of secrets where JSON is due. The message says line and column, and of the text a word at most: less
// than 32 of the 500 letters that follow each other in it.
void TestJsonText::messagesShowNoContent() {
    const std::string secret(500, 'A'), shown(32, 'A');
    for (const std::string& text : {'"' + secret + '\n', secret, "{\"key\": \"" + secret,
                                    "1e999" + std::string(500, '0'), '[' + secret + ']'}) {
        const auto parsed = JsonText::parse(text, "x.json", "PRJ");
        QVERIFY(!parsed.has_value());
        const std::string message = parsed.error().front().text();
        QVERIFY2(message.find(shown) == std::string::npos && message.size() < 400, message.c_str());
    }
}

void TestJsonText::faultsComeInFileOrder() {
    const auto json = JsonText::parse(kText, "f.json", "TST");
    QVERIFY(json.has_value());
    Faults faults(*json, "TST");
    faults.add("011", "/late", "Second.", "");
    faults.add("012", "/a", "First.", "");
    faults.refuseUnknown(json->root(), "", {"list", "lat", "b"}, "key");
    const Errors errors = faults.take();
    QCOMPARE(errors.size(), std::size_t{4});
    QCOMPARE(errors[0].message, std::string("First."));
    QCOMPARE(errors[1].path, std::string("/a"));
    QCOMPARE(errors[1].code, std::string("TST-010"));
    QCOMPARE(errors[1].remedy, std::string("Did you mean \"b\"?"));
    QCOMPARE(errors[2].message, std::string("Second."));
    QCOMPARE(errors[3].remedy, std::string("Did you mean \"lat\"?"));
}

HEADROOM_TEST(TestJsonText)
}  // namespace tst_json_text

#include "tst_json_text.moc"
