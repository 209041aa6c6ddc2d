// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/sheet.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/sheet_text.h"
#include "engine/text/shown.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace tst_sheet {

using namespace headroom::engine;

namespace {

struct Part {
    std::string name;
    int count;
    double share;
    double temperatureC;
};

/// One field of each sort: a text, a count, a share that people read in percent, a figure with fixed digits.
const std::vector<SheetField<Part>>& fields() {
    static const std::vector<SheetField<Part>> all = {
        {{.key = "part", .label = "part", .why = "The part that fails"},
         [](const Part& p) { return SheetCell(p.name); }},
        {{.key = "alike", .label = "alike", .digits = 0},
         [](const Part& p) { return SheetCell(std::int64_t{p.count}); }},
        {{.key = "lost_share",
          .label = "lost",
          .unit = "%",
          .digits = 2,
          .shown = 100.0,
          .better = Better::Less},
         [](const Part& p) { return SheetCell(p.share); }},
        {{.key = "chip.hottest_c", .label = "hottest", .unit = "°C", .digits = 1},
         [](const Part& p) { return SheetCell(p.temperatureC); }},
    };
    return all;
}

Sheet sheetOfParts() {
    const std::vector<Part> parts = {{"ups-a, \"left\"", 12345, 0.125, 81.26},
                                     {"ups-b", 1, 0.0, std::nan("")}};
    return sheetOf<Part>("Parts", "Parts", "Why", fields(), parts);
}

}  // namespace

class TestSheet : public QObject {
    Q_OBJECT

  private slots:

    // 12,345.6 is whole for people, 12.5 is not; a minus sign is one; NaN and endless are empty.
    void numbersForPeople() {
        QCOMPARE(QString::fromStdString(cellNumber(12345.6)), QString::fromUtf8("12\u202F346"));
        QCOMPARE(cellNumber(12.5), std::string("12.5"));
        QCOMPARE(QString::fromStdString(cellNumber(-3.0)), QString::fromUtf8("\u22123"));
        QCOMPARE(cellNumber(std::nan("")), std::string());
        QCOMPARE(cellNumber(std::numeric_limits<double>::infinity()), std::string());
        // On a terminal: commas and the hyphen of a keyboard. 1234 has four digits and stays together.
        const auto onTerminal = [](double value, int digits) {
            return cellText(value, {.digits = digits}, Thousands::Comma);
        };
        QCOMPARE(onTerminal(-1234567.0, 0), std::string("-1,234,567"));
        QCOMPARE(onTerminal(1234.0, 1), std::string("1234.0"));
        QCOMPARE(onTerminal(98765.4321, 2), std::string("98,765.43"));
        QCOMPARE(onTerminal(-0.001, 2), std::string("0.00"));  // no minus before nothing
        QCOMPARE(onTerminal(1e20, 0), std::string("1e+20"));
        QCOMPARE(onTerminal(0.0123456, significantDigits(4)), std::string("0.01235"));
        QCOMPARE(onTerminal(123456.7, significantDigits(4)), std::string("123,457"));
    }

    void headsOfColumns() {
        QCOMPARE(columnHead(fields()[2].column), std::string("lost [%]"));
        QCOMPARE(fileHead(fields()[2].column), std::string("lost_share"));
        QCOMPARE(fileHead({.label = "amount USD"}), std::string("amount USD"));
        const std::vector<std::pair<std::string, std::string>> heads{
            {"system", "System"},
            {"present value USD", "Present value USD"},
            {"Rack", "Rack"},
            {"kW", "kW"},
            {"t CO2", "t CO2"},
            {"10^9 tokens", "10^9 tokens"},
            {"", ""}};
        for (const auto& [written, shown] : heads) {
            QCOMPARE(columnHeading(written), shown);
        }
    }

    // IT energy is in kWh in files and in MWh for people: 2500 kWh are 2.5 MWh.
    void figuresAreColumns() {
        const Figure& energy = figure("it_energy_kwh");
        const SheetColumn column = columnOf(energy);
        QCOMPARE(column.key, std::string("it_energy_kwh"));
        QCOMPARE(column.unit, std::string(energy.shown.symbol));
        QCOMPARE(shownValue(2500.0, column), 2500.0 * energy.unit.toSi / energy.shown.toSi);
    }

    // Files have keys as heads, the share itself (0.125, not 12.5 %), quotes doubled, nothing for NaN.
    void csv() {
        QCOMPARE(sheetCsv(sheetOfParts()), std::string("part,alike,lost_share,chip.hottest_c\n"
                                                       "\"ups-a, \"\"left\"\"\",12345,0.125,81.26\n"
                                                       "ups-b,1,0,\n"));
        // Cents of a billion stay; a column without a key has the head for people.
        const Sheet money{
            "A",
            "A",
            "",
            {"what", "USD"},
            {{std::string("all"), 1234567890.12}, {std::string("none"), std::nan("")}}};
        QCOMPARE(sheetCsv(money), std::string("what,USD\nall,1234567890.12\nnone,\n"));
    }

    void text() {
        QCOMPARE(QString::fromStdString(sheetText(sheetOfParts())),
                 QString::fromUtf8("part            alike  lost [%]  hottest [°C]\n"
                                   "-------------  ------  --------  ------------\n"
                                   "ups-a, \"left\"  12,345     12.50          81.3\n"
                                   "ups-b               1      0.00\n"));
        // A column in which no row says anything is left out; a sheet without rows keeps its heads.
        Sheet sheet = sheetOfParts();
        sheet.rows = {{std::string("x"), std::monostate{}, std::nan(""), 1.0}};
        QCOMPARE(QString::fromStdString(sheetText(sheet)),
                 QString::fromUtf8("part  hottest [°C]\n"
                                   "----  ------------\n"
                                   "x              1.0\n"));
        sheet.rows.clear();
        QVERIFY(sheetText(sheet).starts_with("part  alike"));
    }

    // The same table is 45 wide. In 31 the last column has no room; in 45 all stay; the first column stays in any width.
    void textFitsTheTerminal() {
        const std::string all = sheetText(sheetOfParts());
        QCOMPARE(sheetText(sheetOfParts(), 45), all);
        const std::string narrow = sheetText(sheetOfParts(), 31);
        QVERIFY(narrow.find("hottest") == narrow.find("hottest [°C]. --wide prints all columns."));
        QVERIFY(sheetText(sheetOfParts(), 5).starts_with("part\n"));
        Sheet sheet{"A",
                    "A",
                    "",
                    {"name", "source", "value"},
                    {{std::string("a"), std::string(60, 's'), 1.0}}};
        const std::string cut = sheetText(sheet, 40);
        std::size_t begin = 0;
        for (std::size_t end = cut.find('\n');
             end != std::string::npos && begin < cut.find("Long texts");
             end = cut.find('\n', begin)) {
            QVERIFY2(characters(cut.substr(begin, end - begin)) <= 40, cut.c_str());
            begin = end + 1;
        }
        QVERIFY(cut.find("s…") != std::string::npos &&
                cut.find("Long texts are cut") != std::string::npos);
        QVERIFY(cut.find("value") != std::string::npos);  // cutting made room for it
    }

    // A detail is in files and with --wide; without it a line counts what is left out.
    void detailsAreLeftOut() {
        Sheet sheet = sheetOfParts();
        sheet.columns[2].isDetail = true;
        QVERIFY(sheetText(sheet).find("lost") != std::string::npos);
        const std::string text = sheetText(sheet, 0, false);
        QVERIFY(text.find("lost") == std::string::npos &&
                text.ends_with("--wide prints 1 more column.\n"));
        QVERIFY(sheetCsv(sheet).find("lost_share") != std::string::npos);
    }

    // A time has the unit of its size, so the head has none; files have seconds. A key without words is for files alone.
    void unitsOfTheirSize() {
        const Sheet sheet{"A",
                          "A",
                          "",
                          {{.key = "part"},
                           {.key = "time_s", .label = "time", .unit = "s", .asText = shownSeconds}},
                          {{std::string("a"), 0.0123}, {std::string("b"), 259200.0}}};
        QCOMPARE(sheetText(sheet), std::string("     time\n---------\n  12.3 ms\n3.00 days\n"));
        QCOMPARE(sheetCsv(sheet), std::string("part,time_s\na,0.0123\nb,259200\n"));
        QCOMPARE(withoutZeros({"A", "A", "", {"x"}, {{0.0}, {-1.0}}}, "x").rows.size(),
                 std::size_t{1});
    }

    // Names out of files must not move the cursor or break a row.
    void textIsOneLineARow() {
        const Sheet sheet{"A", "A", "", {"name"}, {{std::string("a\nb\x1b[2J")}}};
        QCOMPARE(sheetText(sheet), std::string("name\n------------\na b\\u001b[2J\n"));
    }

    // Less lost is better: ups-b. Where all are equal nobody is best, nor where no end is better.
    void bestOfAColumn() {
        Sheet sheet = sheetOfParts();
        QVERIFY(!isBest(sheet, 0, 2));
        QVERIFY(isBest(sheet, 1, 2));
        QVERIFY(!isBest(sheet, 0, 1));
        sheet.rows[0][2] = 0.0;
        QVERIFY(!isBest(sheet, 1, 2));
    }

    void columnsOfNumbers() {
        Sheet sheet{"A", "A", "", {"a", "b", "c"}, {}};
        sheet.rows = {{std::string("1e3"), std::string("R1"), std::string()},
                      {std::string(), std::string("2"), std::string("-")}};
        QVERIFY(isColumnOfNumbers(sheet, 0) && !isColumnOfNumbers(sheet, 1) &&
                isColumnOfNumbers(sheet, 2));
        sheet = withNumbers(sheet);
        QVERIFY(sheet.rows[0][0] == SheetCell{1000.0});
        QVERIFY(sheet.rows[1][0] == SheetCell{std::string()});
        QVERIFY(sheet.rows[1][1] == SheetCell{std::string("2")});  // a column of names stays one
        QVERIFY(sheet.rows[1][2] == SheetCell{std::string("-")});
    }
};

HEADROOM_TEST(TestSheet)
}  // namespace tst_sheet

#include "tst_sheet.moc"
