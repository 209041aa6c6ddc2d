// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/book.h"
#include "engine/manual/page_text.h"
#include "engine/manual/phrases.h"
#include "engine/manual/places.h"
#include "engine/manual/search_index.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_book {

using namespace headroom;
using namespace headroom::engine::manual;

/// The manual as window and command line read it.
class TestBook : public QObject {
    Q_OBJECT

    static void write(const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

  private slots:

    void linesLoseTheirMarks_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("plain");
        QTest::newRow("row") << "| `a` | **b** [c](d.md) |" << QString::fromUtf8("a \u00b7 b c");
        QTest::newRow("rule") << "|---|:--|"
                              << "";
        QTest::newRow("stress") << "*standby*, *on battery*; 2 * 3 * 4"
                                << "standby, on battery; 2 * 3 * 4";
        QTest::newRow("picture") << "![Hall](images/hall.png) here"
                                 << "Hall here";
        // Marks that nothing closes stay as they are.
        QTest::newRow("open link") << "[a](b"
                                   << "[a](b";
        QTest::newRow("open stress") << "a *b"
                                     << "a *b";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("bar alone") << "|"
                                   << "";
    }

    void linesLoseTheirMarks() {
        QFETCH(QString, line);
        QFETCH(QString, plain);
        QCOMPARE(QString::fromStdString(plainLine(line.toStdString())), plain);
    }

    void headingsThatRepeatAreCounted() {
        const QTemporaryDir folder;
        write(folder, "index.md",
              "# Book\n\n## Same\n\n- [a](a.md)\n\n```\n## no heading\n```\n\n## Same\n\nx\n");
        const Book book(folder.path().toStdString());
        const Page* index = book.page("index.md");
        QVERIFY(index != nullptr);
        QCOMPARE(index->sections.size(), std::size_t{3});
        QCOMPARE(index->sections[1].anchor, std::string("same"));
        QCOMPARE(index->sections[2].anchor, std::string("same-1"));
        QVERIFY(book.page("a.md") == nullptr);  // listed, but not there
    }

    // Evidence of a title is 3 a word, of a heading 1.2, of text 0.06: the order is title, heading, text.
    void titlesCountMoreThanHeadingsAndTheseMoreThanText() {
        const QTemporaryDir folder;
        write(folder, "index.md", "# Book\n\n## All\n\n- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n");
        write(folder, "a.md", "# First\n\nSomething about valves and pumps.\n");
        write(folder, "b.md", "# Second\n\nText.\n\n## More valves\n\nMore text.\n");
        write(folder, "c.md", "# Valves\n\nMore.\n");
        const Book book(folder.path().toStdString());
        std::string found;
        for (const Hit& hit : book.search("VALVES")) {
            found += hit.page->name + '#' + hit.section->anchor + ' ';
        }
        QCOMPARE(found, std::string("c.md# b.md#more-valves a.md# "));
        QCOMPARE(book.search("something about valves and pumps").front().page->name,
                 std::string("a.md"));
        // A word that no page has does not hide the others.
        QCOMPARE(book.search("valves xyzzy").front().page->name, std::string("c.md"));
        QVERIFY(book.search("xyzzy").empty());
        QVERIFY(book.search("  ").empty());
        QCOMPARE(book.search("valves", 1).size(), std::size_t{1});
    }

    // Both pages have "valves" once in their text. Of 2 and 400 words, with the index of about 6 words, the mean length is about 140: the
    // short page covers 1 / (1 + 2/140) = 0.99 of the words, the long one 1 / (1 + 400/140) = 0.26.
    void oneMentionOnALongPageSaysLittle() {
        const QTemporaryDir folder;
        write(folder, "index.md", "# Book\n\n## All\n\n- [a](a.md)\n- [b](b.md)\n");
        QByteArray filler;
        for (int i = 0; i < 400; ++i) {
            filler += "filler ";
        }
        write(folder, "a.md", "# First\n\nValves. " + filler + '\n');
        write(folder, "b.md", "# Second\n\nValves.\n");
        const Book book(folder.path().toStdString());
        QCOMPARE(book.search("valves").front().page->name, std::string("b.md"));
    }

    // An excerpt is cut between letters, never inside one of several bytes: 80 degree signs of two bytes each are longer than
    // the 150 bytes of an excerpt.
    void excerptsAreWholeLetters() {
        const QTemporaryDir folder;
        QByteArray page = "# Page\n\nx";
        for (int i = 0; i < 80; ++i) {
            page += "\u00b0";
        }
        write(folder, "index.md", "# Book\n\n## All\n\n- [a](a.md)\n");
        write(folder, "a.md", page + '\n');
        const Book book(folder.path().toStdString());
        const std::string excerpt = book.search("page").front().excerpt;
        QCOMPARE(QString::fromStdString(excerpt).toUtf8(), QByteArray::fromStdString(excerpt));
        QVERIFY(!QString::fromStdString(excerpt).contains(QChar(QChar::ReplacementCharacter)));
    }

    void theGlossaryAnswersFirst() {
        const QTemporaryDir folder;
        write(folder, "index.md",
              "# Book\n\n## All\n\n- [Glossary](glossary.md)\n- [Cost](cost.md)\n");
        write(folder, "glossary.md",
              "# Glossary\n\n| term | people also say | meaning | page | in the window "
              "|\n|---|---|---|---|---|\n"
              "| Cost of ownership | TCO, total cost | all of it | [cost](cost.md) | Money, "
              "Compare |\n| broken | row |\n");
        write(folder, "cost.md", "# Cost\n\nMoney by year, money by month.\n");
        const Book book(folder.path().toStdString());
        QCOMPARE(book.glossary().size(), std::size_t{1});
        QCOMPARE(book.glossary().front().commands, (std::vector<std::string>{"Money", "Compare"}));
        // Words of a question do not keep the term from being found.
        QCOMPARE(book.search("what is the tco").front().page->name, std::string("cost.md"));
        QCOMPARE(book.search("how can I see money").front().page->name, std::string("cost.md"));
        QCOMPARE(book.search("tco").front().page->name, std::string("cost.md"));
        QCOMPARE(book.search("how do I see my tco").front().page->name, std::string("cost.md"));
        const engine::Sheet places = placesSheet(book.search("tco"), "tco");
        QCOMPARE(std::get<std::string>(places.rows.front()[0]), std::string("cost"));
    }

    // Endings and spellings of one word make one stem; other words stay apart.
    void wordsOfOneStemAreEqual() {
        for (const auto& [a, b] : {std::pair{"racks", "rack"},
                                   {"compare", "comparison"},
                                   {"utilization", "utilise"},
                                   {"batteries", "battery"},
                                   {"colours", "color"},
                                   {"centre", "center"},
                                   {"capping", "cap"},
                                   {"generators", "generator"}}) {
            QCOMPARE(stemOf(a), stemOf(b));
        }
        for (const auto& [a, b] :
             {std::pair{"loss", "lose"}, {"power", "powerpoint"}, {"tray", "trace"}}) {
            QVERIFY(stemOf(a) != stemOf(b));
        }
    }

    // "cost" is in all three items: log(1 + 3 / 3) = 0.69. "carbon" is in one: log(1 + 3 / 1) = 1.39, so it decides although "cost" comes
    // first and counts half as much again: 1.04.
    void rareWordsDecide() {
        PhraseIndex index;
        index.add(0, "cost of a run");
        index.add(1, "carbon and cost");
        index.add(2, "cost");
        QCOMPARE(index.find("cost carbon").front().item, std::size_t{1});
        QVERIFY(index.find("cost carbon").front().hasAll);
        QCOMPARE(index.find("cost").front().item, std::size_t{2});  // typed whole
        QCOMPARE(index.find("costs of my runs").front().item, std::size_t{0});
        QVERIFY(index.find("xyzzy").empty());
        QVERIFY(index.find("").empty());
        // One of four words says nothing.
        QVERIFY(index.find("alpha beta gamma cost").empty());
    }

    // "GPU" stands for "accelerator" in the table of synonyms, so the page on accelerators answers a question about GPUs.
    void wordsThatMeanTheSameAreOne() {
        const QTemporaryDir folder;
        write(folder, "index.md",
              "# Book\n\n## All\n\n- [Glossary](glossary.md)\n- [a](a.md)\n- [b](b.md)\n");
        write(folder, "glossary.md",
              "# Glossary\n\n| word | people also say |\n|---|---|\n| accelerator | GPU, TPU |\n");
        write(folder, "a.md", "# Pumps\n\nText.\n");
        write(folder, "b.md", "# Compare accelerators\n\nText.\n");
        const Book book(folder.path().toStdString());
        QCOMPARE(book.search("which GPUs").front().page->name, std::string("b.md"));
        QCOMPARE(readSynonyms(book.page("glossary.md")->markdown).size(), std::size_t{2});
    }

    // Questions and search words of architects, leads, training teams and operators: questions.tsv names the pages of which
    // one must come first in window and command line.
    void theManualAnswersQuestions() {
        const Book book(HEADROOM_SOURCE_DIR "/resources/help");
        QFile file(HEADROOM_SOURCE_DIR "/tests/engine/manual/questions.tsv");
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList missed;
        int questions = 0;
        for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
            const QStringList cells = line.split('\t');
            if (line.startsWith('#') || cells.size() != 2) {
                continue;
            }
            ++questions;
            for (const QString& page : cells[1].split(' ')) {
                QVERIFY2(book.page(page.toStdString()) != nullptr, qPrintable(page));
            }
            const auto hits = book.search(cells[0].toStdString(), 1);
            const QString first =
                hits.empty() ? QString() : QString::fromStdString(hits.front().page->name);
            if (!cells[1].split(' ').contains(first)) {
                missed << cells[0] + " -> " + first;
            }
        }
        QVERIFY(questions >= 360);
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join('\n')));
    }

    void pagesOfTerminalsHaveNoMarks() {
        Page page;
        page.markdown = "# Law\n\nSee [cost](cost.md).\n\n```sh\nheadroom-cli cost hall\n```\n";
        QCOMPARE(pageText(page),
                 std::string("Law\n===\n\nSee cost.\n\n    headroom-cli cost hall\n"));
    }
};

HEADROOM_TEST(TestBook)
}  // namespace tst_book

#include "tst_book.moc"
