// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/commission/commission_sheet.h"

#include "engine/base/plain_text.h"
#include "engine/sheet/figure_row.h"
#include "engine/sheet/sheet_json.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace headroom::engine {

namespace {

constexpr double kWattsOfKw = 1e3;

}  // namespace

Sheet commissionFigures(const Commission& c) {
    FigureRow row("commissioning", "Commissioning");
    row.text("project", "project", plainText(c.project));
    row.add({.key = "dry_bulb_c", .label = "outdoor air", .unit = "\u00b0C", .digits = 1},
            c.weather.dryBulbC);
    row.add({.key = "wet_bulb_c", .label = "wet bulb", .unit = "\u00b0C", .digits = 1},
            c.weather.wetBulbC);
    row.add({.key = "it_kw", .label = "IT at full load", .unit = "kW", .digits = 0},
            c.itW / kWattsOfKw);
    row.add({.key = "facility_kw", .label = "facility at full load", .unit = "kW", .digits = 0},
            c.facilityW / kWattsOfKw);
    row.seconds("settle_s", "at full load before anything fails", c.spec.settleS);
    row.seconds("watch_s", "each failure is watched for", c.spec.watchS);
    row.count("passed", "passed", c.count(CommissionVerdict::Passed));
    row.count("failed", "failed", c.count(CommissionVerdict::Failed));
    row.count("nothing_asked", "nothing asked", c.count(CommissionVerdict::NothingAsked));
    row.flag("complete", "complete", c.complete);
    row.seconds("wall_s", "time of the tests", c.wallS);
    return row.take();
}

Sheet commissionTestSheet(const Commission& c) {
    static const std::vector<SheetField<CommissionRow>> fields = {
        {{.key = "section", .label = "section"},
         [](const CommissionRow& r) { return SheetCell(r.test.section); }},
        {{.key = "test", .label = "test"},
         [](const CommissionRow& r) { return SheetCell(r.test.name); }},
        {{.key = "object", .label = "object"},
         [](const CommissionRow& r) { return SheetCell(r.test.owner); }},
        {{.key = "alike", .label = "alike", .digits = 0},
         [](const CommissionRow& r) { return SheetCell(std::int64_t{r.test.alike}); }},
        {{.key = "verdict", .label = "verdict"},
         [](const CommissionRow& r) { return SheetCell(std::string(verdictName(r.verdict()))); }},
        {{.key = "recovered", .label = "recovered"},
         [](const CommissionRow& r) { return SheetCell(r.recovered); }},
    };
    return sheetOf<CommissionRow>("tests", "Tests", "", fields, c.rows);
}

Sheet commissionCheckSheet(const CommissionRow& row) {
    using Check = CommissionCheck;
    static const std::vector<SheetField<Check>> fields = {
        {{.key = "what", .label = "figure"}, [](const Check& c) { return SheetCell(c.what); }},
        {{.key = "figure", .label = "worst"}, [](const Check& c) { return SheetCell(c.figure); }},
        {{.key = "limit", .label = "limit"}, [](const Check& c) { return SheetCell(c.limit); }},
        {{.key = "unit", .label = "unit"}, [](const Check& c) { return SheetCell(c.unit); }},
        {{.key = "at_s", .label = "at", .unit = "s", .digits = 0},
         [](const Check& c) { return SheetCell(c.atS); }},
        {{.key = "held", .label = "held"}, [](const Check& c) { return SheetCell(c.held()); }},
    };
    return sheetOf<Check>("checks", "Checks", "", fields, row.checks);
}

nlohmann::ordered_json commissionJson(const Commission& c) {
    nlohmann::ordered_json json = rowJson(commissionFigures(c));
    json["tests"] = sheetJson(commissionTestSheet(c));
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
        const CommissionRow& row = c.rows[i];
        auto& test = json["tests"][i];
        test["checks"] = sheetJson(commissionCheckSheet(row));
        test["story"] = row.story;
        if (!row.fault.code.empty()) {
            test["error"] = {{"code", row.fault.code}, {"message", row.fault.message}};
        }
    }
    return json;
}

}  // namespace headroom::engine
