// SPDX-License-Identifier: Apache-2.0
#include "engine/base/error.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_error {

using namespace headroom::engine;

class TestError : public QObject {
    Q_OBJECT

  private slots:
    void textHoldsWhatIsKnown_data();
    void textHoldsWhatIsKnown();
    void textOfManyIsALineEach();
    void textKeepsQuantities();
    void nearestWord_data();
    void nearestWord();
};

void TestError::textHoldsWhatIsKnown_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("remedy");
    QTest::addColumn<QString>("expected");
    QTest::newRow("all") << "p.json"
                         << "/halls/0" << 7 << "Do that"
                         << "p.json:7: /halls/0: [PRJ-004] This is wrong. Remedy: Do that.";
    QTest::newRow("no line") << "p.json"
                             << "" << 0 << ""
                             << "p.json: [PRJ-004] This is wrong.";
    QTest::newRow("no file") << ""
                             << "/a" << 3 << ""
                             << "line 3: /a: [PRJ-004] This is wrong.";
    QTest::newRow("bare") << ""
                          << "" << 0 << "Why?"
                          << "[PRJ-004] This is wrong. Remedy: Why?";
}

void TestError::textHoldsWhatIsKnown() {
    QFETCH(QString, file);
    QFETCH(QString, path);
    QFETCH(int, line);
    QFETCH(QString, remedy);
    QFETCH(QString, expected);
    const Error error{"PRJ-004",          "This is wrong",    remedy.toStdString(),
                      file.toStdString(), path.toStdString(), line};
    QCOMPARE(QString::fromStdString(error.text()), expected);
}

void TestError::textOfManyIsALineEach() {
    const Errors errors{{"A-001", "One.", "", "", "", 0}, {"A-002", "Two.", "", "", "", 0}};
    QCOMPARE(text(errors), std::string("[A-001] One.\n[A-002] Two.\n"));
    QCOMPARE(text(Errors{}), std::string());
}

// A quantity of message or remedy is one of the whole text, at its place there: readers with other units get theirs.
void TestError::textKeepsQuantities() {
    const Error error{"PRJ-013",
                      "It is " + amount(50.0, "m", 0),
                      "State at most " + amount(40.0, "m", 0),
                      "p.json",
                      "/a",
                      3};
    QCOMPARE(QString::fromStdString(error.text().form()),
             QString("p.json:3: /a: [PRJ-013] It is {0}. Remedy: State at most {1}."));
    const Words both = text({error, error});
    QCOMPARE(both.quantities.size(), std::size_t{4});
    const std::string shown = shownWords(both, [](const WordsQuantity& quantity) {
        return std::to_string(static_cast<int>(quantity.value * 10)) + " dm";
    });
    QVERIFY(shown.ends_with("It is 500 dm. Remedy: State at most 400 dm.\n"));
}

void TestError::nearestWord_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("expected");
    // A third of the letters may differ, rounded down, and always one.
    QTest::newRow("equal") << "width_m"
                           << "width_m";
    QTest::newRow("one letter") << "widht_m"
                                << "width_m";  // 2 of 7 letters replaced
    QTest::newRow("unit forgotten") << "width"
                                    << "";  // 2 of 5 missing: more than a third
    QTest::newRow("case") << "Width_M"
                          << "width_m";
    QTest::newRow("nothing near") << "colour"
                                  << "";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("short, two letters off") << "ux"
                                            << "";
    QTest::newRow("short, one letter off") << "usp"
                                           << "";  // swapped: two replacements
    QTest::newRow("short, one missing") << "up"
                                        << "ups";
    // Compared letter by letter with every known word it would take minutes.
    QTest::newRow("a damaged file") << QString(10'000'000, 'u') << "";
}

void TestError::nearestWord() {
    QFETCH(QString, word);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(
                 nearest(word.toStdString(), {"depth_m", "width_m", "height_m", "ups"})),
             expected);
}

HEADROOM_TEST(TestError)
}  // namespace tst_error

#include "tst_error.moc"
