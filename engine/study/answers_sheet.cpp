// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/figure_row.h"
#include "engine/study/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

/// Adds an effect and its standard error to a row.
void addMeasured(std::vector<SheetCell>& row, const Measured& measured) {
    row.emplace_back(measured.value);
    row.emplace_back(measured.error);
}

void addMeasuredColumns(SheetColumns& columns, const char* key, const char* label) {
    columns.push_back({.key = key, .label = label, .digits = significantDigits(4)});
    columns.push_back({.key = std::string(key) + "_standard_error",
                       .label = "+-",
                       .digits = significantDigits(2)});
}

SheetColumns axisColumns(DesignKind design) {
    SheetColumns columns;
    columns.push_back({.key = "axis", .label = "axis"});
    switch (design) {
        case DesignKind::Morris:
            addMeasuredColumns(columns, "mu_star", "mu*");
            addMeasuredColumns(columns, "mu", "mu");
            columns.push_back({.key = "sigma", .label = "sigma", .digits = significantDigits(5)});
            break;
        case DesignKind::Indices:
            addMeasuredColumns(columns, "first", "first order");
            addMeasuredColumns(columns, "total", "total");
            break;
        case DesignKind::LatinHypercube:
        case DesignKind::Sobol:
        case DesignKind::Search:
            addMeasuredColumns(columns, "slope", "over its range");
            columns.push_back({.key = "explained",
                               .label = "explains",
                               .unit = "%",
                               .digits = significantDigits(3),
                               .shown = 100.0});
            break;
        case DesignKind::Factorial:
        case DesignKind::Paired:
        case DesignKind::OneAtATime:
            columns.push_back({.key = "weight", .label = "span", .digits = significantDigits(5)});
            columns.push_back({.key = "levels",
                               .label = design == DesignKind::OneAtATime
                                            ? "against the unchanged project"
                                            : "against the mean"});
            break;
    }
    return columns;
}

/// "8 GB: +0.12, 16 GB: -" of an axis with levels.
std::string levelsText(const StudyAxis& axis, const AxisAnswer& answer, DesignKind design) {
    std::string levels;
    for (std::size_t i = 0; i < axis.levelCount(); ++i) {
        const double effect =
            design == DesignKind::OneAtATime ? answer.alone[i] : answer.levels[i].value;
        levels += fmt::format("{}{}: {}", i > 0 ? ", " : "", axis.levelText(i),
                              std::isfinite(effect) ? fmt::format("{:+.4g}", effect) : "-");
    }
    return levels;
}

std::vector<SheetCell> axisRow(const StudyAxis& axis, const AxisAnswer& answer, DesignKind design) {
    std::vector<SheetCell> row = {axis.name};
    if (design == DesignKind::Morris) {
        addMeasured(row, answer.morris.meanSize);
        addMeasured(row, answer.morris.mean);
        row.emplace_back(answer.morris.deviation);
    } else if (design == DesignKind::Indices) {
        addMeasured(row, answer.share.first);
        addMeasured(row, answer.share.total);
    } else if (!isOfLevels(design)) {
        addMeasured(row, answer.slope.slope);
        row.emplace_back(answer.slope.explained);
    } else {
        row.emplace_back(answer.weight);
        row.emplace_back(levelsText(axis, answer, design));
    }
    return row;
}

}  // namespace

Sheet axisSheet(const StudyPlan& plan, const FigureAnswer& f) {
    const DesignKind design = plan.study().design;
    const std::string unit(f.figure->unit.symbol);
    Sheet sheet{"Axes",
                fmt::format("{}{} by axis", f.figure->label,
                            unit.empty() ? "" : fmt::format(" [{}]", unit)),
                "",
                axisColumns(design),
                {}};
    std::vector<std::size_t> order(f.axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return f.axes[a].weight > f.axes[b].weight;
    });
    for (const std::size_t a : order) {
        sheet.rows.push_back(axisRow(plan.study().axes[a], f.axes[a], design));
    }
    return sheet;
}

Sheet studyFigureSheet(const StudyAnswers& answers) {
    const auto number = [](const char* key, const char* label, double FigureAnswer::*value) {
        return SheetField<FigureAnswer>{
            {.key = key, .label = label, .digits = significantDigits(5)},
            [value](const FigureAnswer& f) { return SheetCell(f.*value); }};
    };
    const std::vector<SheetField<FigureAnswer>> fields = {
        {{.key = "figure", .label = "figure"},
         [](const FigureAnswer& f) { return SheetCell(std::string(f.figure->key)); }},
        {{.key = "unit", .label = "unit"},
         [](const FigureAnswer& f) { return SheetCell(std::string(f.figure->unit.symbol)); }},
        number("mean", "mean", &FigureAnswer::mean),
        number("deviation", "deviation", &FigureAnswer::deviation),
        number("p5", "5 %", &FigureAnswer::p5),
        number("median", "median", &FigureAnswer::median),
        number("p95", "95 %", &FigureAnswer::p95),
    };
    return sheetOf<FigureAnswer>("Figures", "Over all points", "", fields, answers.figures);
}

Sheet statusFigures(const StudyPlan& plan, const StudyStatus& s) {
    FigureRow row("status", "Status");
    const auto count = [&](const char* key, const char* label, std::size_t number) {
        row.count(key, label, static_cast<std::int64_t>(number));
    };
    row.text("study", "study", plan.study().name);
    count("points", "points", plan.points().size());
    count("runs", "runs", s.tasks);
    count("done", "done", s.done);
    count("faulty", "of designs that do not run", s.faulty);
    count("stale", "stale", s.stale);
    count("stale_by_version", "of another version", s.otherVersion);
    count("stale_by_project", "of another project", s.otherProject);
    row.seconds("wall_s", "time of the runs", s.wallS);
    return row.take();
}

Sheet answersSheet(const StudyPlan& plan, const StudyAnswers& answers) {
    std::vector<std::size_t> all(answers.points.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return answersSheet(plan, answers, all);
}

Sheet answersSheet(const StudyPlan& plan, const StudyAnswers& answers,
                   std::span<const std::size_t> points) {
    Sheet sheet{"Points", "Points of the study", "Figures are means over replications.", {}, {}};
    sheet.columns.push_back({.key = "point", .label = "point", .digits = 0});
    for (const StudyAxis& axis : plan.study().axes) {
        sheet.columns.push_back({.label = axis.name});
    }
    for (const FigureAnswer& f : answers.figures) {
        const std::string key(f.figure->key);
        const std::string unit(f.figure->unit.symbol);
        sheet.columns.push_back({.key = key,
                                 .label = std::string(f.figure->label),
                                 .unit = unit,
                                 .why = std::string(f.figure->why),
                                 .digits = significantDigits(4),
                                 .better = f.figure->better});
        sheet.columns.push_back({.key = key + " half width 95 %",
                                 .label = "+-",
                                 .unit = unit,
                                 .digits = significantDigits(2)});
    }
    sheet.columns.push_back({.key = "replications", .label = "replications", .digits = 0});
    sheet.columns.push_back({.key = "feasible", .label = "feasible"});
    for (const std::size_t p : points) {
        auto& row = sheet.rows.emplace_back();
        row.emplace_back(static_cast<std::int64_t>(p));
        for (const auto& value : answers.points[p].values) {
            row.emplace_back(value.value_or("unchanged"));
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
    return !answers.faults[point].empty() ? "does not run"
           : answers.feasible[point] != 0 ? "yes"
                                          : "no";
}

}  // namespace headroom::engine
