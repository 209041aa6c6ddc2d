// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instants.h"
#include "engine/border/table_text.h"
#include "engine/border/workbook_numbers.h"
#include "engine/border/workbook_sheet.h"
#include "engine/border/xml_walker.h"
#include "engine/sheet/workbook.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <string>

namespace tst_workbook_sheet {

using namespace headroom::engine;

namespace {

using PartTexts = std::map<std::string, std::string>;

/// The parts of a workbook as texts.
WorkbookParts partsOf(const PartTexts& texts) {
    return [&texts](const std::string& name, XmlWalker& walker) -> Result<bool> {
        const auto found = texts.find(name);
        if (found == texts.end()) {
            return false;
        }
        if (!walker.feed(found->second, true)) {
            return tl::unexpected(workbookError("TXT-004", "a.xlsx", "damaged", "save again"));
        }
        return true;
    };
}

/// A workbook whose sheets are the given cells; `head` is before the sheets in the list.
PartTexts workbookOf(const std::vector<std::pair<std::string, std::string>>& sheets,
                     const std::string& head = {}) {
    PartTexts parts;
    std::string list = "<workbook xmlns:r='r'>" + head + "<sheets>", relations = "<Relationships>";
    int number = 0;
    for (const auto& [attributes, rows] : sheets) {
        const std::string id = "rId" + std::to_string(++number),
                          part = "worksheets/sheet" + std::to_string(number) + ".xml";
        list += "<sheet " + attributes + " r:id='" + id + "'/>";
        relations += "<Relationship Id='" + id +
                     "' Type='http://x/relationships/worksheet' Target='" + part + "'/>";
        parts["xl/" + part] =
            "<x:worksheet xmlns:x='m'><x:sheetData>" + rows + "</x:sheetData></x:worksheet>";
    }
    parts["xl/workbook.xml"] = list + "</sheets></workbook>";
    parts["xl/_rels/workbook.xml.rels"] = relations + "</Relationships>";
    // Styles: 0 plain, 1 date (14), 2 date and time by a code, 3 percent, 4 elapsed, 5 clock.
    parts["xl/styles.xml"] =
        "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='dd/mm/yyyy\\ "
        "hh:mm;@'/></numFmts><cellStyleXfs><xf numFmtId='9'/></cellStyleXfs>"
        "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='10'/><xf "
        "numFmtId='46'/><xf numFmtId='20'/></cellXfs></styleSheet>";
    parts["xl/sharedStrings.xml"] =
        "<sst><si><t>time</t></si><si><r><t>power "
        "</t></r><r><t>(kW)</t></r><rPh><t>no</t></rPh></si><si><t>a, \"b\"\nc</t></si></sst>";
    return parts;
}

std::string textOf(const PartTexts& parts, std::string_view sheet = {}) {
    const auto made = sheetOfParts(partsOf(parts), "a.xlsx", sheet);
    return made ? made->text : made.error().code;
}

}  // namespace

class TestWorkbookSheet : public QObject {
    Q_OBJECT

  private slots:

    /// Shared, rich, inlined and saved texts, truth, errors, gaps between cells and rows.
    void cells() {
        const PartTexts parts = workbookOf(
            {{"name='Data'",
              "<x:row r='1'><x:c r='A1' t='s'><x:v>0</x:v></x:c><x:c r='C1' "
              "t='s'><x:v>1</x:v></x:c></x:row>"
              "<x:row r='3'><x:c r='A3' t='inlineStr'><x:is><x:t>in</x:t></x:is></x:c><x:c r='B3' "
              "t='s'><x:v>2</x:v></x:c>"
              "<x:c r='C3'><x:f>1+1</x:f><x:v>0.30000000000000004</x:v></x:c></x:row>"
              "<x:row><x:c t='b'><x:v>1</x:v></x:c><x:c t='e'><x:v>#N/A</x:v></x:c><x:c "
              "t='str'><x:v>x</x:v></x:c></x:row>"}});
        // Row 2 is missing: its line stays, so that lines of messages are rows of the sheet.
        QCOMPARE(textOf(parts),
                 std::string("time,,power (kW)\n,,\nin,\"a, \"\"b\"\" c\",0.3\nTRUE,#N/A,x\n"));
    }

    /// 46204.260416666664 days after 1899-12-30 are 2026-07-01 06:15; 44742 after 1904-01-01 are 2026-07-01. Day 59 of the
    /// 1900 count is 1900-02-28 and day 61 is 1900-03-01.
    void numbersByFormat() {
        QCOMPARE(cellText(46204.260416666664, CellForm::DateAndClock, false),
                 std::string("2026-07-01 06:15:00"));
        QCOMPARE(cellText(46204.0, CellForm::Date, false), std::string("2026-07-01"));
        QCOMPARE(cellText(44742.0, CellForm::Date, true), std::string("2026-07-01"));
        QCOMPARE(cellText(59.0, CellForm::Date, false), std::string("1900-02-28"));
        QCOMPARE(cellText(61.0, CellForm::Date, false), std::string("1900-03-01"));
        QCOMPARE(cellText(0.260416666664, CellForm::Clock, false), std::string("06:15:00"));
        QCOMPARE(cellText(1.0, CellForm::Clock, false), std::string("24:00:00"));
        QCOMPARE(cellText(1.0625, CellForm::Elapsed, false), std::string("25:30:00"));
        QCOMPARE(cellText(46204.26, CellForm::Clock, false), std::string("2026-07-01 06:14:24"));
        QCOMPARE(cellText(0.455, CellForm::Percent, false), std::string("45.5%"));
        QCOMPARE(cellText(-3.5, CellForm::Date, false), std::string("-3.5"));
        QCOMPARE(cellText(1e9, CellForm::Date, false), std::string("1000000000"));
        for (const auto& [code, form] :
             std::map<std::string, CellForm>{{"yyyy-mm-dd", CellForm::Date},
                                             {"d. mmmm", CellForm::Date},
                                             {"mmm", CellForm::Date},
                                             {"[$-409]m/d/yy h:mm AM/PM;@", CellForm::DateAndClock},
                                             {"hh:mm:ss", CellForm::Clock},
                                             {"[h]:mm:ss", CellForm::Elapsed},
                                             {"0.00E+00", CellForm::Number},
                                             {"[Red]0.0\" days\"", CellForm::Number},
                                             {"#,##0.0 \\m\\y", CellForm::Number},
                                             {"General", CellForm::Number},
                                             {"0.0%", CellForm::Percent}}) {
            QVERIFY2(cellFormOf(164, code) == form, code.c_str());
        }
    }

    void yearsFrom1904() {
        const std::string rows =
            "<x:row><x:c s='1'><x:v>44742</x:v></x:c><x:c s='2'><x:v>44742.25</x:v></x:c></x:row>";
        QCOMPARE(textOf(workbookOf({{"name='D'", rows}}, "<workbookPr date1904='1'/>")),
                 std::string("2026-07-01,2026-07-01 06:00:00\n"));
    }

    /// The first visible sheet with a table; covers and hidden sheets are passed over, unless they are named.
    void choiceOfSheet() {
        const std::string cover =
            "<x:row><x:c t='str'><x:v>Read me</x:v></x:c></x:row><x:row><x:c "
            "t='str'><x:v>2026</x:v></x:c></x:row>";
        const std::string table =
            "<x:row><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row><x:c><x:v>3</"
            "x:v></x:c><x:c><x:v>4</x:v></x:c></x:row>";
        const PartTexts parts = workbookOf({{"name='Cover'", cover},
                                            {"name='Old' state='hidden'", table + table},
                                            {"name='Data'", table},
                                            {"name='None'", ""}});
        QCOMPARE(textOf(parts), std::string("1,2\n3,4\n"));
        QCOMPARE(textOf(parts, "Old"), std::string("1,2\n3,4\n1,2\n3,4\n"));
        QCOMPARE(textOf(parts, "Cover"), std::string("Read me\n2026\n"));
        QCOMPARE(textOf(parts, "None"), std::string("TXT-006"));
        QCOMPARE(textOf(parts, "Jan"), std::string("TXT-006"));
        QCOMPARE(textOf(workbookOf({{"name='Cover'", cover}})), std::string("Read me\n2026\n"));
        QCOMPARE(textOf(workbookOf({{"name='None'", ""}})), std::string("TXT-006"));
    }

    void refusals() {
        PartTexts parts = workbookOf({{"name='D'", "<x:row><x:c><x:v>1</x:v></x:c></x:row>"}});
        parts["xl/sharedStrings.xml"] =
            "<!DOCTYPE sst [<!ENTITY a 'b'>]><sst><si><t>&a;</t></si></sst>";
        QCOMPARE(textOf(parts), std::string("TXT-004"));
        QCOMPARE(TableReader::ofText(std::string("PK\x03\x04\0\0a", 7), "a").error().code,
                 std::string("TXT-004"));
        QCOMPARE(TableReader::ofText("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1xls", "a.xls").error().code,
                 std::string("TXT-003"));
        // A row and a column beyond those of a sheet.
        QCOMPARE(textOf(workbookOf({{"name='D'",
                                     "<x:row r='9999999'><x:c r='ZZZZ1'><x:v>1</x:v></x:c><x:c "
                                     "r='C1'><x:v>2</x:v></x:c></x:row>"}})),
                 std::string("1,,2\n"));
    }

    /// A workbook of a real writer through the one reader of tables, by file and by "file#sheet".
    void throughTheTableReader() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("a.xlsx").toStdString();
        const std::vector<std::vector<SheetCell>> january{
            {std::string("2026-01-01T00:00:00"), 1.5}, {std::string("2026-01-01T01:00:00"), 2.5}};
        const std::vector<std::vector<SheetCell>> july{{std::string("2026-07-01T00:00:00"), 3.5},
                                                       {std::string("2026-07-01T01:00:00"), 4.5}};
        QVERIFY(writeWorkbook(file,
                              {{"January", "Meters", "", {"time", "power [kW]"}, january},
                               {"July", "Meters", "", {"time", "power [kW]"}, july}},
                              "t"));
        auto table = TableReader::ofFile(file);
        QVERIFY(table.has_value());
        QCOMPARE(table->head().names, (std::vector<std::string>{"time", "power [kW]"}));
        QCOMPARE(table->head().units[1], std::string("kW"));
        QCOMPARE(std::string(table->head().words()),
                 std::string("sheet 'January' of an XLSX workbook (it has 'January', 'July')"));
        QVERIFY(table->next());
        QCOMPARE(std::string(table->cell(1)), std::string("1.5"));
        auto second = TableReader::ofFile(file.string() + "#July");
        QVERIFY(second && second->next());
        QCOMPARE(std::string(second->cell(1)), std::string("3.5"));
        QCOMPARE(TableReader::ofFile(file.string() + "#June").error().code, std::string("TXT-006"));
        // A file of this very name comes first.
        QVERIFY(SheetPath::of(folder.filePath("b.csv#x").toStdString()).sheet.empty());
    }
};

HEADROOM_TEST(TestWorkbookSheet)
}  // namespace tst_workbook_sheet

#include "tst_workbook_sheet.moc"
