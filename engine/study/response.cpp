// SPDX-License-Identifier: Apache-2.0
#include "engine/study/response.h"

#include "engine/study/radial_basis.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Where the rows or columns of an axis are on it.
struct AxisSteps {
    std::vector<double> at;
    std::vector<std::string> texts;
};

AxisSteps levelsOf(const StudyAxis& axis) {
    AxisSteps steps;
    for (std::size_t level = 0; level < axis.levelCount(); ++level) {
        steps.at.push_back(axis.shareOfLevel(level));
        steps.texts.push_back(axis.levelText(level));
    }
    return steps;
}

AxisSteps binsOf(const StudyAxis& axis, std::size_t bins) {
    if (!axis.isRange()) {
        return levelsOf(axis);
    }
    AxisSteps steps;
    for (std::size_t i = 0; i < bins; ++i) {
        steps.at.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(bins));
        steps.texts.push_back(axis.textAt(steps.at.back()));
    }
    return steps;
}

Measured meanOf(const std::vector<double>& values) {
    const Estimate e = estimateOf(values);
    const auto n = static_cast<double>(e.count);
    return e.count == 0
               ? Measured{}
               : Measured{e.mean, e.count > 1 ? e.deviation / std::sqrt(n) : models::kNotStated};
}

}  // namespace

ResponseTable responseOf(const StudyPlan& plan, const StudyAnswers& answers,
                         const FigureAnswer& figure, std::size_t rowAxis, std::size_t columnAxis,
                         std::size_t bins) {
    const Study& study = plan.study();
    ResponseTable table;
    table.isSurface = !isOfLevels(study.design);
    const AxisSteps rows =
        table.isSurface ? binsOf(study.axes[rowAxis], bins) : levelsOf(study.axes[rowAxis]);
    const AxisSteps columns =
        table.isSurface ? binsOf(study.axes[columnAxis], bins) : levelsOf(study.axes[columnAxis]);
    table.rows = rows.texts;
    table.columns = columns.texts;
    table.cells.assign(rows.at.size(), std::vector<Measured>(columns.at.size()));
    if (!table.isSurface) {
        std::vector<std::vector<std::vector<double>>> values(
            rows.at.size(), std::vector<std::vector<double>>(columns.at.size()));
        for (std::size_t p = 0; p < answers.points.size(); ++p) {
            const std::size_t r = answers.points[p].levels[rowAxis],
                              c = answers.points[p].levels[columnAxis];
            if (figure.points[p].count > 0 && r < rows.at.size() && c < columns.at.size()) {
                values[r][c].push_back(figure.points[p].mean);
            }
        }
        for (std::size_t r = 0; r < rows.at.size(); ++r) {
            std::transform(values[r].begin(), values[r].end(), table.cells[r].begin(), meanOf);
        }
        return table;
    }
    std::vector<UnitPoint> at;
    std::vector<double> means;
    for (std::size_t p = 0; p < answers.points.size(); ++p) {
        if (figure.points[p].count > 0 && std::isfinite(figure.points[p].mean)) {
            at.push_back(answers.points[p].at);
            means.push_back(figure.points[p].mean);
        }
    }
    const auto surface = RadialBasis::through(at, means);
    for (std::size_t r = 0; surface && r < rows.at.size(); ++r) {
        for (std::size_t c = 0; c < columns.at.size(); ++c) {
            UnitPoint x(study.axes.size(), 0.5);
            x[rowAxis] = rows.at[r];
            x[columnAxis] = columns.at[c];
            table.cells[r][c].value = surface->at(x);
        }
    }
    return table;
}

}  // namespace headroom::engine
