// SPDX-License-Identifier: Apache-2.0
#include "engine/document/document.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

namespace tst_document {

using namespace headroom::engine;
using headroom::models::Value;

class TestDocument : public QObject {
    Q_OBJECT

  private slots:
    void eachChangeIsARevision();
    void refusalsChangeNothing();
    void aCopyIsATrial();
    void savingNamesTheFile();
    void anotherStateKeepsTheHistory();
};

namespace {

Document sample() {
    return {fixture::mustRead(fixture::project()),
            std::make_shared<const Catalogue>(fixture::catalogue())};
}

Edit width(double m) {
    return SetAttribute{"hall-a", "width_m", m};
}

double widthOf(const Document& document) {
    return std::get<double>(document.project().find("hall-a")->value("width_m"));
}

}  // namespace

// The hall is 40 m wide. Two edits, one undo and one redo are four changes.
void TestDocument::eachChangeIsARevision() {
    Document document = sample();
    QCOMPARE(document.revision(), std::int64_t{0});
    QVERIFY(document.apply({width(50.0)}, "Widen").has_value());
    document.seal();
    QVERIFY(document.apply({width(60.0)}, "Widen more").has_value());
    QCOMPARE(document.revision(), std::int64_t{2});
    QCOMPARE(document.undo().value_or(""), std::string("Widen more"));
    QCOMPARE(widthOf(document), 50.0);
    QCOMPARE(document.redo().value_or(""), std::string("Widen more"));
    QCOMPARE(widthOf(document), 60.0);
    QCOMPARE(document.revision(), std::int64_t{4});
    QVERIFY(!document.redo().has_value());
    QVERIFY(document.apply({}, "Nothing").has_value());
    QCOMPARE(document.revision(), std::int64_t{4});
}

void TestDocument::refusalsChangeNothing() {
    Document document = sample();
    const std::string before = projectText(document.project());
    const std::vector<Edit> edits{width(50.0), SetAttribute{"no-such-hall", "width_m", 1.0}};
    QVERIFY(!document.check(edits).has_value());
    QVERIFY(!document.apply(edits, "Widen").has_value());
    QCOMPARE(projectText(document.project()), before);
    QCOMPARE(document.revision(), std::int64_t{0});
    QVERIFY(!document.undo().has_value());
    QVERIFY(document.check({width(50.0)}).has_value());
    QCOMPARE(projectText(document.project()), before);
}

// A served run edits a copy and keeps it once the run accepts it.
void TestDocument::aCopyIsATrial() {
    Document document = sample();
    Document trial = document;
    QVERIFY(trial.apply({width(50.0)}, "Widen").has_value());
    QCOMPARE(widthOf(document), 40.0);
    QVERIFY(!document.history().canUndo());
    document = std::move(trial);
    QCOMPARE(widthOf(document), 50.0);
    QCOMPARE(document.history().undoText(), std::string("Widen"));
    QCOMPARE(document.revision(), std::int64_t{1});
}

void TestDocument::savingNamesTheFile() {
    Document document = sample();
    QVERIFY(document.history().isClean());
    QVERIFY(document.apply({width(50.0)}, "Widen").has_value());
    QVERIFY(!document.history().isClean());
    document.markSaved("hall.json");
    QVERIFY(document.history().isClean());
    QCOMPARE(document.project().file, std::filesystem::path("hall.json"));
    QVERIFY(document.undo().has_value());  // reaches before the saved state
    QVERIFY(!document.history().isClean());
}

// A branch of the run shows another state of the same design.
void TestDocument::anotherStateKeepsTheHistory() {
    Document document = sample();
    QVERIFY(document.apply({width(50.0)}, "Widen").has_value());
    Project other = document.project();
    other.file = "branch.json";
    document.replace(std::move(other), document.catalogue());
    QCOMPARE(document.revision(), std::int64_t{2});
    QVERIFY(document.history().canUndo());
    document.forgetSteps(false);
    QVERIFY(!document.history().canUndo());
    QVERIFY(!document.history().isClean());
    document.forgetSteps(true);
    QVERIFY(document.history().isClean());
}

HEADROOM_TEST(TestDocument)
}  // namespace tst_document

#include "tst_document.moc"
