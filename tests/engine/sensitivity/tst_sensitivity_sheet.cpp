// SPDX-License-Identifier: Apache-2.0
#include "engine/sensitivity/sensitivity_sheet.h"
#include "engine/sheet/sheet_json.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <string>

namespace tst_sensitivity_sheet {

using namespace headroom::engine;

class TestSensitivitySheet : public QObject {
    Q_OBJECT

  private slots:

    // A PUE of 1.25 whose half width is 4 % lies between 1.2 and 1.3. 3 % of it is unsourced: with a limit of 1 % it
    // rests on assumptions, with one of 5 % on what was read.
    void headlines() {
        const Figure* pue = figureNamed("pue");
        QVERIFY(pue != nullptr);
        Sensitivity study;
        study.headlines = {pue};
        study.values = {1.25 * pue->unit.toSi};
        study.footings = {{.all = 0.04, .unsourced = 0.03, .guessed = 0.01}};
        const auto row = sheetJson(headlineSheet(study, 0.01)).front();
        QCOMPARE(row["key"].get<std::string>(), std::string("pue"));
        QCOMPARE(row["low"].get<double>(), 1.2);
        QCOMPARE(row["high"].get<double>(), 1.3);
        QCOMPARE(row["half_width_pct"].get<double>(), 4.0);
        QCOMPARE(row["unsourced_pct"].get<double>(), 3.0);
        QVERIFY(row["rests_on_assumptions"].get<bool>());
        QCOMPARE(row["rests_on"].get<std::string>(), std::string("assumptions: many small"));
        const auto read = sheetJson(headlineSheet(study, 0.05)).front();
        QVERIFY(!read["rests_on_assumptions"].get<bool>());
        QCOMPARE(read["rests_on"].get<std::string>(), std::string("what was read"));
    }

    // Without moves the columns are those of the JSON; with them one more a headline.
    void columnsOfFigures() {
        Sensitivity study;
        study.headlines = {figureNamed("pue")};
        const Sheet files = figureSheet(study, false), people = figureSheet(study, true);
        QCOMPARE(people.columns.size(), files.columns.size() + 1);
        QCOMPARE(people.columns.back().key, std::string("pue_pct"));
        QCOMPARE(columnIndex(files, "range_stated"), 7);
    }
};

HEADROOM_TEST(TestSensitivitySheet)
}  // namespace tst_sensitivity_sheet

#include "tst_sensitivity_sheet.moc"
