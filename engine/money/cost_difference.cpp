// SPDX-License-Identifier: Apache-2.0
#include "engine/money/cost_difference.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kKgPerTonne = 1000.0;

double usd(const CostReport& report, models::Cents cents) {
    return models::usdOf(cents) / report.basis->perUsd;
}

CostDifference row(std::string key, std::string figure, std::string unit, double base,
                   double design) {
    return {std::move(key), std::move(figure), std::move(unit), base, design};
}

/// Money of one output of the project, NaN where it has no such output.
double eachUsd(const CostReport& report, const std::string& key) {
    const CostOutput* output = report.cost->output(key);
    return output == nullptr ? models::kNotStated : output->each / report.basis->perUsd;
}

}  // namespace

double CostDifference::relative() const {
    return base != 0.0 ? difference() / std::abs(base) : models::kNotStated;
}

double presentUsd(const CostReport& report) {
    return usd(report, report.cost->npvTotal);
}

std::vector<CostDifference> costDifference(const CostReport& base, const CostReport& design) {
    std::vector<CostDifference> rows = {
        row("present_usd", "Present value", "USD", presentUsd(base), presentUsd(design)),
        row("capital_usd", "Capital", "USD", usd(base, base.cost->capital.total),
            usd(design, design.cost->capital.total)),
        row("year_usd", "A year", "USD/year", base.cost->perYear / base.basis->perUsd,
            design.cost->perYear / design.basis->perUsd),
    };
    for (std::size_t s = 0; s < base.cost->npv.size(); ++s) {
        const double a = usd(base, base.cost->npv[s]), b = usd(design, design.cost->npv[s]);
        if (a != 0.0 || b != 0.0) {
            const std::string label(systemLabel(static_cast<CostSystem>(s)));
            rows.push_back(row("system_" + std::to_string(s) + "_usd", label + ", present value",
                               "USD", a, b));
        }
    }
    for (const CostOutput& output : base.cost->outputs) {
        rows.push_back(row(output.key, output.label, "USD", eachUsd(base, output.key),
                           eachUsd(design, output.key)));
    }
    const auto energy = [](const CostReport& r) {
        return r.basis->year.sums[Sum::FacilityJ] / models::unit::megawattHour.toSi;
    };
    rows.push_back(row("energy_mwh", "Energy", "MWh/year", energy(base), energy(design)));
    rows.push_back(row("carbon_t", "Carbon", "t/year", base.carbon->kgPerYear / kKgPerTonne,
                       design.carbon->kgPerYear / kKgPerTonne));
    return rows;
}

Sheet costDifferenceSheet(const std::vector<CostDifference>& rows, const std::string& base,
                          const std::string& design) {
    using Row = CostDifference;
    const std::vector<SheetField<Row>> fields = {
        {{.key = "key", .label = "key", .why = "Name of the figure for scripts.", .isDetail = true},
         [](const Row& r) { return SheetCell(r.key); }},
        {{.key = "figure", .label = "figure", .why = "Compared figure."},
         [](const Row& r) { return SheetCell(r.figure); }},
        {{.key = "unit", .label = "unit", .why = "Unit of all values of the row."},
         [](const Row& r) { return SheetCell(r.unit); }},
        {{.key = "base", .label = base, .why = "Value of the design that is compared with."},
         [](const Row& r) { return SheetCell(r.base); }},
        {{.key = "design", .label = design, .why = "Value of the reviewed design."},
         [](const Row& r) { return SheetCell(r.design); }},
        {{.key = "difference", .label = "difference", .why = "Reviewed design less the other."},
         [](const Row& r) { return SheetCell(r.difference()); }},
        {{.key = "relative",
          .label = "change",
          .unit = "%",
          .why = "Difference over the value of the other design.",
          .digits = 1,
          .shown = 100.0},
         [](const Row& r) { return SheetCell(r.relative()); }},
    };
    return sheetOf<Row>(
        "Difference", "Cost of " + design + " against " + base,
        "Money in USD. A positive difference is what the reviewed design costs more.", fields,
        rows);
}

}  // namespace headroom::engine
