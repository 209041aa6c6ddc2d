// SPDX-License-Identifier: Apache-2.0
#include "engine/base/error.h"
#include "engine/base/plain_text.h"
#include "engine/base/team.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <atomic>
#include <new>

namespace tst_plain_text {

using namespace headroom::engine;

class TestPlainText : public QObject {
    Q_OBJECT

  private slots:
    void oddOnesAreWrittenOut_data();
    void oddOnesAreWrittenOut();
    void messagesAreOneLine();
    void shortensBetweenCharacters();
    void markup();
    void errorsStayWhole();
    void teamsCarryWhatIsThrown();
};

void TestPlainText::oddOnesAreWrittenOut_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("plain");
    QTest::addColumn<QByteArray>("first");  // odd character; empty if none
    const auto row = [](const char* name, const QByteArray& text, const char* plain,
                        const char* first) {
        QTest::newRow(name) << text << QByteArray(plain) << QByteArray(first);
    };
    row("letters", "Halle \xc3\x84 1\n\t\"\\", "Halle \xc3\x84 1\n\t\"\\", "");
    row("emoji", "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80", "");
    row("zero", QByteArray("a\0b", 3), "a\\u0000b", "U+0000");
    row("escape", "\x1b[2J", "\\u001b[2J", "U+001B");
    row("carriage return", "a\rb", "a\\u000db", "U+000D");
    row("delete", "\x7f", "\\u007f", "U+007F");
    row("C1", "\xc2\x9b", "\\u009b", "U+009B");
    row("no-break space", "\xc2\xa0", "\xc2\xa0", "");
    row("right to left", "\xe2\x80\xae", "\\u202e", "U+202E");
    row("isolate", "\xe2\x81\xa6", "\\u2066", "U+2066");
    row("no character", "\xef\xbf\xbf", "\\uffff", "U+FFFF");
    row("replacement", "\xef\xbf\xbd", "\xef\xbf\xbd", "");
    row("lone byte", "\x9b", "\\x9b", "byte 9B");
    row("overlong", "\xc0\x80", "\\xc0\\x80", "byte C0");
    row("overlong of three", "\xe0\x80\x80", "\\xe0\\x80\\x80", "byte E0");
    row("surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80", "byte ED");
    row("cut", "a\xf0\x9f\x98", "a\\xf0\\x9f\\x98", "byte F0");
    row("beyond Unicode", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", "byte F4");
}

void TestPlainText::oddOnesAreWrittenOut() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, plain);
    QFETCH(QByteArray, first);
    QCOMPARE(QByteArray::fromStdString(plainText(text.toStdString())), plain);
    const auto odd = firstOdd(text.toStdString());
    QCOMPARE(odd ? QByteArray::fromStdString(oddName(*odd)) : QByteArray(), first);
}

// What a name brings along does not break a message in two, or end a terminal.
void TestPlainText::messagesAreOneLine() {
    QCOMPARE(oneLine("a\nb\tc\x1b"), std::string("a\\nb\\tc\\u001b"));
    const Error error{"X-001", "no column \"a\nb\"", "name one", "f\n.csv", "", 1};
    QCOMPARE(error.text(),
             std::string("f\\n.csv:1: [X-001] no column \"a\\nb\". Remedy: name one."));
}

void TestPlainText::shortensBetweenCharacters() {
    QCOMPARE(shortened("abc", 3), std::string("abc"));
    // Two thirds of 6 bytes from the front, one third from the end.
    QCOMPARE(shortened("abcdefghij", 6), std::string("abcd … ij"));
    // Bytes 4 and 5 are one letter: it is cut out as a whole.
    QCOMPARE(shortened("abc\xc3\x84xxxxxij", 6), std::string("abc … ij"));
}

void TestPlainText::markup() {
    QCOMPARE(markupText("<a & \"b\">'\x1b"),
             std::string("&lt;a &amp; &quot;b&quot;&gt;&#39;\\u001b"));
}

// A zero byte in a name once cut the message that quoted it, remedy and line feed with it.
void TestPlainText::errorsStayWhole() {
    const Error zero{"PRJ-017", std::string("no Rack \"a\0b\"", 13), "Name one", "p.json", "", 3};
    QCOMPARE(zero.text(),
             std::string("p.json:3: [PRJ-017] no Rack \"a\\u0000b\". Remedy: Name one."));
    const Error endless{"A-001", std::string(100'000, 'x'), "", "", "", 0};
    QVERIFY(endless.text().size() < 2100);
    // Nothing is near a word that is so much longer, and nobody compares it letter by letter.
    QCOMPARE(nearest(std::string(1'000'000, 'x'), {"width_m"}), std::string());
}

void TestPlainText::teamsCarryWhatIsThrown() {
    std::atomic<int> done{0};
    onThreads(4, [&] { ++done; });
    QCOMPARE(done.load(), 4);
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, onThreads(4, [] { throw std::bad_alloc(); }));
}

HEADROOM_TEST(TestPlainText)
}  // namespace tst_plain_text

#include "tst_plain_text.moc"
