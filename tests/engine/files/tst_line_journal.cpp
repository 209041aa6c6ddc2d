// SPDX-License-Identifier: Apache-2.0
#include "engine/files/line_journal.h"
#include "tests/support/test_program.h"

#include <array>
#include <string>
#include <unistd.h>

namespace tst_line_journal {

using headroom::engine::LineJournal;

class TestLineJournal : public QObject {
    Q_OBJECT

    static std::string all(int descriptor) {
        std::string text;
        std::array<char, 4096> block{};
        for (ssize_t bytes = 0; (bytes = ::read(descriptor, block.data(), block.size())) > 0;) {
            text.append(block.data(), static_cast<std::size_t>(bytes));
        }
        return text;
    }

  private slots:

    void linesGoOutInOrder() {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        {
            LineJournal journal(ends[1]);
            for (int i = 0; i < 100; ++i) {
                journal.add("line " + std::to_string(i));
            }
            QCOMPARE(journal.dropped(), std::int64_t{0});
        }
        ::close(ends[1]);
        std::string expected;
        for (int i = 0; i < 100; ++i) {
            expected += "line " + std::to_string(i) + "\n";
        }
        QCOMPARE(all(ends[0]), expected);
        ::close(ends[0]);
    }

    // Nobody reads: a pipe holds 64 KiB, so of 10,000 lines of 100 bytes most are dropped; neither add() nor the destructor
    // waits for a reader, or this test would never end.
    void aReaderThatNeverReadsHoldsNobodyUp() {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        {
            LineJournal journal(ends[1]);
            for (int i = 0; i < 10'000; ++i) {
                journal.add(std::string(100, 'x'));
            }
            QVERIFY(journal.dropped() > 0);
        }
        ::close(ends[1]);
        QVERIFY(all(ends[0]).size() <= std::size_t{64} * 1024);
        ::close(ends[0]);
    }

    void whatIsMissingIsTold() {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        LineJournal journal(ends[1]);
        for (int i = 0; i < 10'000; ++i) {
            journal.add(std::string(100, 'x'));
        }
        QVERIFY(journal.dropped() > 0);
        // The reader comes: what waits goes out, and a later line states the number of lines that are missing.
        std::string text;
        std::array<char, 4096> block{};
        while (text.find("lines dropped") == std::string::npos) {
            journal.add("more");
            const ssize_t bytes = ::read(ends[0], block.data(), block.size());
            QVERIFY(bytes > 0);
            text.append(block.data(), static_cast<std::size_t>(bytes));
        }
    }
};

HEADROOM_TEST(TestLineJournal)

}  // namespace tst_line_journal

#include "tst_line_journal.moc"
