// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/object_table.h"
#include "engine/files/delimited.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <filesystem>

namespace tst_object_table {

using namespace headroom::engine;
using headroom::models::ComponentType;
using headroom::models::Value;

class TestObjectTable : public QObject {
    Q_OBJECT

  private slots:
    void separatorsAndQuotes();
    void badBytes();
    void unchangedIsNothing_data();
    void unchangedIsNothing();
    void roundTripThroughAFolder_data();
    void roundTripThroughAFolder();
    void changesAddsRemoves();
    void numbersThatAreNone_data();
    void numbersThatAreNone();
    void headings();
    void wrongRows();
    void refusalTakesWhatNeedsIt();
    void removalOfWhatIsNamed();
    void textsThatLookLikeFormulas();
    void sameTextSameDraft();
};

namespace {

const Catalogue& parts() {
    return fixture::catalogue();
}

Project sample() {
    return fixture::mustRead(fixture::project());
}

const ComponentType& typeOf(const char* id) {
    return *headroom::models::findComponentType(id);
}

ObjectTableDraft halls(const std::string& text) {
    return parseObjectTable(text, typeOf("hall"), sample(), parts());
}

Project after(Project project, const ObjectTableDraft& draft) {
    const auto done = applyAll(project, parts(), draft.edits);
    if (!done) {
        qFatal("%s", done.error().text().c_str());
    }
    return project;
}

std::string codes(const ObjectTableDraft& draft) {
    std::string all;
    for (const ImportFault& fault : draft.faults) {
        all += (all.empty() ? "" : " ") + fault.code + '@' + std::to_string(fault.line) + ':' +
               std::to_string(fault.column);
    }
    return all;
}

}  // namespace

void TestObjectTable::separatorsAndQuotes() {
    // A mark, semicolons, CRLF, a quoted cell with separator, quote and line break; an empty line.
    const auto table =
        splitDelimited("\xef\xbb\xbfid;name\r\n\r\na;\"x;\"\"y\"\"\r\nz\"\r\nb;24\" rack\r\n");
    QCOMPARE(table.separator, ';');
    QCOMPARE(table.rows.size(), std::size_t{3});
    QCOMPARE(table.rows[1].cells[1], std::string("x;\"y\"\r\nz"));
    QCOMPARE(table.rows[1].line, 3);
    QCOMPARE(table.rows[2].line, 5);
    QCOMPARE(table.rows[2].cells[1], std::string("24\" rack"));
    QCOMPARE(splitDelimited("a\tb,c\n").separator, '\t');
    QCOMPARE(splitDelimited("a,b;c,d").separator, ',');
    QCOMPARE(splitDelimited("a\rb").rows.size(), std::size_t{2});
}

void TestObjectTable::badBytes() {
    QVERIFY(isUtf8Text("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"));
    // Latin-1, an overlong slash, half a surrogate pair, a cut sequence, a zero byte.
    for (const std::string& bad :
         {std::string("caf\xe9"), std::string("\xc0\xaf"), std::string("\xed\xa0\x80"),
          std::string("\xe2\x82"), std::string("a\0b", 3)}) {
        QVERIFY(!isUtf8Text(bad));
    }
    QCOMPARE(codes(halls("id,name\nhall-a,caf\xe9\n")), std::string("TAB-004@0:0"));
    QCOMPARE(codes(halls("id,name\nhall-a,\"open\n")), std::string("TAB-005@2:0"));
    QCOMPARE(codes(halls("")), std::string("TAB-001@0:0"));
}

void TestObjectTable::unchangedIsNothing_data() {
    QTest::addColumn<char>("separator");
    QTest::newRow("comma") << ',';
    QTest::newRow("semicolon") << ';';
    QTest::newRow("tab") << '\t';
}

void TestObjectTable::unchangedIsNothing() {
    QFETCH(char, separator);
    const Project project = sample();
    for (const ComponentType* type : headroom::models::documentTypes()) {
        const auto draft =
            parseObjectTable(objectTableText(project, *type, separator), *type, project, parts());
        QVERIFY2(draft.faults.empty(), draft.faults.empty() ? "" : draft.faults[0].text().c_str());
        QVERIFY(draft.edits.empty());
        QCOMPARE(draft.count(ImportAction::Same),
                 static_cast<int>(project.objectsOf(type->id).size()));
    }
}

void TestObjectTable::roundTripThroughAFolder_data() {
    QTest::addColumn<QString>("scenario");
    for (const char* name : {"tour-small-hall", "hyperscale-100k", "distributed-redundant",
                             "train-and-serve", "two-site-training"}) {
        QTest::newRow(name) << QString(name);
    }
}

// Every section written, and read into a project that has only what each must have: the same bytes.
void TestObjectTable::roundTripThroughAFolder() {
    QFETCH(QString, scenario);
    const auto shipped = Catalogue::load(std::string(HEADROOM_SOURCE_DIR) + "/resources/catalog");
    QVERIFY(shipped.has_value());
    const auto project = loadProject(
        std::string(HEADROOM_SOURCE_DIR) + "/scenarios/" + scenario.toStdString(), *shipped);
    QVERIFY(project.has_value());
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    const auto files = writeObjectTables(*project, path);
    QVERIFY(files.has_value());
    QVERIFY(!files->empty());
    Project empty;
    for (const Object& object : project->objects) {
        if (object.type->single) {
            empty.objects.push_back(object);
        }
    }
    const auto tables = readObjectTables(path);
    QVERIFY(tables.has_value());
    const auto draft = parseObjectTables(*tables, empty, *shipped);
    QVERIFY2(draft.faults.empty(), draft.faults.empty() ? "" : draft.faults[0].text().c_str());
    const auto done = applyAll(empty, *shipped, draft.edits);
    QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
    QCOMPARE(projectText(empty), projectText(*project));
}

void TestObjectTable::changesAddsRemoves() {
    // Columns that are absent stay; an empty cell takes the statement away.
    const auto draft =
        parseObjectTable("id,width_m,crah_count\nhall-a,50,\n", typeOf("hall"), sample(), parts());
    QVERIFY(draft.faults.empty());
    QCOMPARE(draft.count(ImportAction::Change), 1);
    QCOMPARE(draft.edits.size(), std::size_t{2});
    const Project project = after(sample(), draft);
    QVERIFY(project.find("hall-a")->value("width_m") == Value{50.0});
    QVERIFY(project.find("hall-a")->value("depth_m") == Value{30.0});
    QVERIFY(std::holds_alternative<std::monostate>(project.find("hall-a")->value("crah_count")));

    ObjectTableOptions options;
    options.removeMissing = true;
    const auto jobs = parseObjectTable("id\n", typeOf("training_job"), sample(), parts(), options);
    QVERIFY(jobs.faults.empty());
    QCOMPARE(jobs.count(ImportAction::Remove), 1);
    QVERIFY(after(sample(), jobs).find("job-a") == nullptr);

    // A board that is before the one that it is fed from.
    const auto units = parseObjectTable("id,part,sources\nb,board-4000,c main-a\nc,board-4000,\n",
                                        typeOf("power_unit"), sample(), parts());
    QVERIFY(units.faults.empty());
    QCOMPARE(units.count(ImportAction::Add), 2);
    const Project wired = after(sample(), units);
    QVERIFY(wired.find("b")->value("sources") == Value(std::vector<std::string>{"c", "main-a"}));
    const auto all = wired.objectsOf("power_unit");
    QCOMPARE(all[all.size() - 2]->id, std::string("b"));
    QCOMPARE(all.back()->id, std::string("c"));
}

void TestObjectTable::numbersThatAreNone_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("says");
    QTest::newRow("grouping") << "\"1,000.5\""
                              << "groups of digits";
    QTest::newRow("decimal comma") << "\"40,5\""
                                   << "comma";
    QTest::newRow("german") << "\"1.000,5\""
                            << "groups of digits";
    QTest::newRow("unit") << "40 m"
                          << "something follows";
    QTest::newRow("word") << "wide"
                          << "read as one";
    QTest::newRow("infinite") << "inf"
                              << "read as one";
    QTest::newRow("huge") << "1e308"
                          << "must be";
    QTest::newRow("negative") << "-40"
                              << "must be";
    QTest::newRow("two points") << "1.2.3"
                                << "read as one";
}

void TestObjectTable::numbersThatAreNone() {
    QFETCH(QString, cell);
    QFETCH(QString, says);
    const auto draft = halls("id,width_m\nhall-a," + cell.toStdString() + "\n");
    QCOMPARE(draft.faults.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(draft.faults[0].message).contains(says),
             draft.faults[0].message.c_str());
    QCOMPARE(draft.faults[0].line, 2);
    QCOMPARE(draft.faults[0].column, 2);
    QCOMPARE(draft.faults[0].columnName, std::string("width_m"));
    QVERIFY(!draft.faults[0].remedy.empty());
    QVERIFY(draft.edits.empty());
    QCOMPARE(draft.refusals(), 1);
}

void TestObjectTable::headings() {
    QVERIFY(halls("id,Width [m]\nhall-a,50\n").faults.empty());
    QVERIFY(halls("ID,width\nhall-a,50\n").faults.empty());
    // Feet are no metres, and a column must not occur twice, by whatever name.
    QCOMPARE(codes(halls("id,Width [ft]\nhall-a,50\n")), std::string("TAB-010@1:2"));
    QCOMPARE(codes(halls("id,width_m,Width [m]\nhall-a,50,60\n")), std::string("TAB-003@1:3"));
    QCOMPARE(codes(halls("name,width_m\nx,50\n")), std::string("TAB-002@1:0"));
    const auto draft = halls("id,widht_m\nhall-a,50\n");
    QCOMPARE(codes(draft), std::string("TAB-010@1:2"));
    QVERIFY(draft.faults[0].remedy.find("width_m") != std::string::npos);
    QVERIFY(draft.edits.empty());
}

void TestObjectTable::wrongRows() {
    const auto draft = halls(
        "id,width_m,depth_m\n"
        "hall-a,50\n"          // 2: cells missing
        "hall-b,10,\n"         // 3: what must be stated is not
        "Hall C,10,10\n"       // 4: malformed
        ",10,10\n"             // 5: no id
        "cdus-a,10,10\n"       // 6: another kind of object
        "hall-d,10,10\n"       // 7: fine
        "hall-d,20,20\n"       // 8: twice
        "hall-e,10,10,11\n");  // 9: too many
    QCOMPARE(codes(draft), std::string("TAB-006@2:0 TAB-011@3:3 TAB-015@4:0 TAB-011@5:0 "
                                       "TAB-006@9:0 TAB-016@6:0 TAB-016@8:0"));
    QCOMPARE(draft.count(ImportAction::Add), 1);
    QCOMPARE(draft.edits.size(), std::size_t{1});
    QCOMPARE(draft.summary(), std::string("1 added, 0 changed, 0 removed, 0 the same, 7 refused"));
    QVERIFY(after(sample(), draft).find("hall-d") != nullptr);
    // New objects must state what has no column at all.
    QCOMPARE(codes(halls("id,width_m\nhall-z,10\n")), std::string("TAB-011@2:0"));
}

void TestObjectTable::refusalTakesWhatNeedsIt() {
    // The hall is refused, so are the racks in it; those of hall-a are not.
    const auto draft = parseObjectTables(
        {{&typeOf("hall"), "halls.csv", "id,width_m,depth_m\nhall-b,wide,10\n"},
         {&typeOf("rack_block"), "racks.csv",
          "id,hall,rack,rows,racks_per_row,row_pitch_m\nr-b,hall-b,rack-air,1,1,3\n"
          "r-a,hall-a,rack-air,1,1,3\nr-c,hall-a,rack-none,1,1,3\n"}},
        sample(), parts());
    QCOMPARE(codes(draft), std::string("TAB-012@2:2 TAB-017@2:2 TAB-017@4:3"));
    QCOMPARE(draft.faults[1].file, std::string("racks.csv"));
    QCOMPARE(draft.edits.size(), std::size_t{1});
    QVERIFY(after(sample(), draft).find("r-a") != nullptr);
}

void TestObjectTable::removalOfWhatIsNamed() {
    ObjectTableOptions options;
    options.removeMissing = true;
    const auto draft = parseObjectTable("id\n", typeOf("hall"), sample(), parts(), options);
    QCOMPARE(codes(draft), std::string("TAB-020@0:0"));
    QVERIFY(draft.edits.empty());
    // Together with all that name it, it goes: in an order that apply() takes.
    const auto all = parseObjectTables({{&typeOf("hall"), "", "id\n"},
                                        {&typeOf("cdu_group"), "", "id\n"},
                                        {&typeOf("fabric"), "", "id\n"},
                                        {&typeOf("rack_block"), "", "id\n"}},
                                       sample(), parts(), true);
    QVERIFY2(all.faults.empty(), codes(all).c_str());
    QCOMPARE(all.count(ImportAction::Remove), 4);
    QVERIFY(after(sample(), all).objectsOf("hall").empty());
}

void TestObjectTable::textsThatLookLikeFormulas() {
    const auto* name = typeOf("hall").find("name");
    for (const std::string& text : {std::string("=1+1"), std::string("-x"), std::string("@a"),
                                    std::string("'quoted"), std::string(""), std::string(" b "),
                                    std::string("a,b\n\"c\""), std::string("Halle \xc3\xbc")}) {
        const std::string cell = cellText(Value{text});
        QVERIFY(text.empty() || std::string("=+-@").find(cell.front()) == std::string::npos);
        const auto back = cellValue(*name, cell);
        QVERIFY(back.has_value());
        QVERIFY2(*back == Value{text}, text.c_str());
    }
    QVERIFY(*cellValue(*name, "") == Value{});
}

void TestObjectTable::sameTextSameDraft() {
    const std::string text = "id,width_m,depth_m\nb,1,1\nc,x,1\nhall-a,2,2\n";
    const auto one = halls(text);
    const auto two = halls(text);
    QCOMPARE(codes(one), codes(two));
    QVERIFY(one.edits == two.edits);
}

HEADROOM_TEST(TestObjectTable)
}  // namespace tst_object_table

#include "tst_object_table.moc"
