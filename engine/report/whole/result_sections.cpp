// SPDX-License-Identifier: Apache-2.0
#include "engine/report/whole/result_sections.h"

#include "engine/report/sheet_blocks.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr std::size_t kMostResultRows = 400;
constexpr std::size_t kTornado = 15;

SheetCell cellOf(const std::optional<double>& value, const char* format) {
    return value ? SheetCell(fmt::format(fmt::runtime(format), *value)) : SheetCell(std::string());
}

Blocks atMost(const Sheet& sheet) {
    return blocksOf(sheet, kMostResultRows, "headroom-cli cost --format xlsx writes all of them.");
}

}  // namespace

Section costSection(const CostReport& cost) {
    Section section{"Cost"};
    section.blocks += Paragraph{costHeading(cost)};
    section.blocks +=
        Paragraph{fmt::format("Present value {} ± {} {}, as far as the rates move it.",
                              cellNumber(models::usdOf(cost.cost->npvTotal)),
                              cellNumber(cost.spread->halfWidth), moneyUnit(*cost.basis))};
    for (const Sheet& sheet :
         {systemsSheet(cost), runningSheet(cost), yearsSheet(cost), outputsSheet(cost),
          sharesSheet(cost), carbonSheet(*cost.carbon, cost.basis->economics.years)}) {
        section.blocks += atMost(sheet);
    }
    if (cost.places != nullptr) {
        section.blocks += atMost(placesSheet(*cost.places, *cost.basis));
    }
    section.blocks += atMost(tornadoSheet(cost, kTornado));
    for (const std::string& line : cost.cost->capital.unpriced) {
        section.blocks += note("No price, left out: " + line);
    }
    return section;
}

Section validationSection(const ValidationReport& validation) {
    Sheet kinds{
        "",
        "Cases by kind",
        "Published cases against the models that the simulation itself uses. Nothing is tuned "
        "to a case.",
        {"Kind", "Cases", "Passed", "Failed", "Not expressed", "Mean error [%]", "Median error [%]",
         "Worst case", "Its error [%]"},
        {}};
    for (const ValidationKind& kind : validation.kinds) {
        const ValidationRow* worst = kind.worst ? &validation.rows[*kind.worst] : nullptr;
        kinds.rows.push_back(
            {kind.kind, static_cast<double>(kind.cases), static_cast<double>(kind.passed),
             static_cast<double>(kind.failed), static_cast<double>(kind.notExpressed),
             cellOf(kind.mapePct, "{:.3g}"), cellOf(kind.medianApePct, "{:.3g}"),
             worst == nullptr ? std::string() : worst->case_ + ", " + worst->quantity,
             worst == nullptr ? SheetCell(std::string()) : cellOf(worst->errorPct, "{:.3g}")});
    }
    Sheet failed{
        "",
        "Cases that fail",
        "",
        {"Kind", "Case", "Quantity", "Unit", "Expected", "Got", "Error [%]", "Limit", "Note"},
        {}};
    for (const ValidationRow& row : validation.rows) {
        if (row.verdict == Verdict::Fail) {
            failed.rows.push_back({row.kind, row.case_, row.quantity, row.unit,
                                   cellOf(row.expected, "{:.6g}"), cellOf(row.got, "{:.6g}"),
                                   cellOf(row.errorPct, "{:.3g}"), cellOf(row.limit, "{:.6g}"),
                                   row.note});
        }
    }
    Section section{"Validation of the models"};
    section.blocks += blocksOf(kinds);
    if (failed.rows.empty()) {
        section.blocks += Paragraph{"No case misses its limit."};
    } else {
        section.blocks += blocksOf(failed, kMostResultRows, "headroom-cli validate lists them.");
    }
    return section;
}

}  // namespace headroom::engine::report
