// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/campaign/statistics.h"
#include "engine/sheet/sheet.h"
#include "engine/study/effects.h"
#include "engine/study/run_study.h"

#include <span>
#include <string>
#include <vector>

/// Answers of a study: each point, all of them together, the effect of each axis, the best.
namespace headroom::engine {

/// Effect of one axis on one figure; its parts depend on the design.
struct AxisAnswer {
    std::vector<Measured> levels;  ///< designs of levels: mean at each, less the mean of all
    std::vector<double> alone;     ///< one at a time: at each level, less the unchanged project
    Slope slope;                   ///< drawn designs, axes of numbers
    MorrisEffect morris;
    VarianceShare share;  ///< design "indices"
    /// How much the axis matters, for ranking: span of the level means, span alone, |slope|, mean size of
    /// the elementary effects, or share of the variance.
    double weight = 0.0;
};

struct FigureAnswer {
    const Figure* figure = nullptr;
    std::vector<Estimate> points;  ///< over the replications of each, in the figure's unit
    double mean = 0.0, deviation = 0.0, p5 = 0.0, median = 0.0,
           p95 = 0.0;  ///< over the points' means
    std::vector<AxisAnswer> axes;
};

struct StudyAnswers {
    StudyStatus status;
    std::vector<StudyPoint> points;
    std::vector<std::string> faults;        ///< by point; empty if it ran, or has not yet
    std::vector<std::size_t> replications;  ///< by point: done and without fault
    std::vector<char> feasible;             ///< by point: ran, and within all constraints
    std::vector<FigureAnswer> figures;
    /// Points that are feasible and that no other beats in every figure for which less or more is better.
    std::vector<std::size_t> front;
};

/// From what is there; points without a result count nowhere.
StudyAnswers answersOf(const StudyPlan& plan, const std::vector<StudyRow>& rows);

/// "yes", "no", "does not run".
const char* feasibleText(const StudyAnswers& answers, std::size_t point);

/// One row a point: axes, figures in their unit with half widths of 95 % over replications, replications, feasible.
Sheet answersSheet(const StudyPlan& plan, const StudyAnswers& answers);

/// The rows of some points alone, in their order.
Sheet answersSheet(const StudyPlan& plan, const StudyAnswers& answers,
                   std::span<const std::size_t> points);

/// One figure a row, over all points: mean, deviation, 5 %, median, 95 %.
Sheet studyFigureSheet(const StudyAnswers& answers);

/// Effect of the axes on one figure, one axis a row, the weightiest first. Columns depend on the design.
Sheet axisSheet(const StudyPlan& plan, const FigureAnswer& figure);

/// How far a study is, in one row.
Sheet statusFigures(const StudyPlan& plan, const StudyStatus& status);

/// {"study","design","status","axes","figures","points","front"}; no newline at the end.
std::string answersJson(const StudyPlan& plan, const StudyAnswers& answers);

}  // namespace headroom::engine
