// SPDX-License-Identifier: Apache-2.0
#include "engine/study/answers.h"

namespace headroom::engine {

Sheet answersSheet(const StudyPlan& plan, const StudyAnswers& answers) {
    Sheet sheet{"Points", "Points of the study", "Figures are means over replications.", {}, {}};
    sheet.columns.push_back({.key = "point", .label = "point", .digits = 0});
    for (const StudyAxis& axis : plan.study().axes) {
        sheet.columns.push_back({.label = axis.name});
    }
    for (const FigureAnswer& f : answers.figures) {
        const std::string key(f.figure->key);
        const std::string unit(f.figure->unit.symbol);
        sheet.columns.push_back({.key = key, .label = std::string(f.figure->label), .unit = unit,
                                 .why = std::string(f.figure->why), .digits = significantDigits(4),
                                 .better = f.figure->better});
        sheet.columns.push_back({.key = key + " half width 95 %", .label = "+-", .unit = unit, .digits = significantDigits(2)});
    }
    sheet.columns.push_back({.key = "replications", .label = "replications", .digits = 0});
    sheet.columns.push_back({.key = "feasible", .label = "feasible"});
    for (std::size_t p = 0; p < answers.points.size(); ++p) {
        auto& row = sheet.rows.emplace_back();
        row.emplace_back(static_cast<std::int64_t>(p));
        for (const auto& value : answers.points[p].values) {
            row.emplace_back(value.value_or("as it is"));
        }
        for (const FigureAnswer& f : answers.figures) {
            const Estimate& e = f.points[p];
            row.emplace_back(e.count > 0 ? e.mean : models::kNotStated);
            row.emplace_back(e.count > 1 ? e.halfWidth : models::kNotStated);
        }
        row.emplace_back(static_cast<std::int64_t>(answers.replications[p]));
        row.emplace_back(feasibleText(answers, p));
    }
    return sheet;
}

const char* feasibleText(const StudyAnswers& answers, std::size_t point) {
    return !answers.faults[point].empty() ? "does not run" : answers.feasible[point] != 0 ? "yes" : "no";
}

}  // namespace headroom::engine
