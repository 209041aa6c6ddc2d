// SPDX-License-Identifier: Apache-2.0
#include "engine/study/answers.h"

#include "engine/files/delimited.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine {

std::string answersCsv(const StudyPlan& plan, const StudyAnswers& answers) {
    std::string csv;
    const auto line = [&csv](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            csv += (i > 0 ? "," : "") + delimitedCell(cells[i], ',');
        }
        csv += '\n';
    };
    const auto written = [](double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); };
    std::vector<std::string> cells = {"point"};
    for (const StudyAxis& axis : plan.study().axes) {
        cells.push_back(axis.name);
    }
    for (const FigureAnswer& f : answers.figures) {
        cells.emplace_back(f.figure->key);
        cells.push_back(std::string(f.figure->key) + " half width 95 %");
    }
    cells.insert(cells.end(), {"replications", "feasible"});
    line(cells);
    for (std::size_t p = 0; p < answers.points.size(); ++p) {
        cells = {std::to_string(p)};
        for (const auto& value : answers.points[p].values) {
            cells.push_back(value.value_or("as it is"));
        }
        for (const FigureAnswer& f : answers.figures) {
            const Estimate& e = f.points[p];
            cells.push_back(written(e.count > 0 ? e.mean : models::kNotStated));
            cells.push_back(written(e.count > 1 ? e.halfWidth : models::kNotStated));
        }
        cells.push_back(std::to_string(answers.replications[p]));
        cells.emplace_back(feasibleText(answers, p));
        line(cells);
    }
    return csv;
}

const char* feasibleText(const StudyAnswers& answers, std::size_t point) {
    return !answers.faults[point].empty() ? "does not run" : answers.feasible[point] != 0 ? "yes" : "no";
}

}  // namespace headroom::engine
