// SPDX-License-Identifier: Apache-2.0
#include "engine/study/answers.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Values of a figure by point, a point's replications together.
std::vector<Estimate> pointsOfFigure(const StudyPlan& plan, const std::vector<StudyRow>& rows,
                                     const std::vector<std::ptrdiff_t>& found,
                                     const std::string_view key) {
    std::vector<std::vector<double>> values(plan.points().size());
    for (std::size_t t = 0; t < found.size(); ++t) {
        if (found[t] < 0) {
            continue;
        }
        const StudyRow& row = rows[static_cast<std::size_t>(found[t])];
        for (const auto& [name, value] : row.figures) {
            if (name == key && row.fault.empty()) {
                values[plan.tasks()[t].point].push_back(value);
            }
        }
    }
    std::vector<Estimate> points;
    for (const auto& point : values) {
        points.push_back(estimateOf(point));
    }
    return points;
}

double spanOf(const std::vector<double>& values) {
    double low = INFINITY, high = -INFINITY;
    for (const double v : values) {
        if (!std::isnan(v)) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    }
    return high > low ? high - low : 0.0;
}

double sizeOf(double value) {
    return std::isnan(value) ? 0.0 : std::abs(value);
}

class AxisReader {
  public:
    AxisReader(const StudyPlan& plan, const std::vector<double>& means)
        : plan_(plan), means_(means) {
        const DesignKind design = plan.study().design;
        if (design == DesignKind::Morris) {
            std::vector<UnitPoint> at;
            for (const StudyPoint& point : plan.points()) {
                at.push_back(point.at);
            }
            morris_ = morrisEffects(at, means);
        } else if (design == DesignKind::Indices) {
            shares_ = varianceShares(means, plan.study().axes.size(), plan.study().seed);
        }
    }

    AxisAnswer read(std::size_t axis) const {
        AxisAnswer answer;
        switch (plan_.study().design) {
            case DesignKind::Morris:
                answer.morris = morris_[axis];
                answer.weight = sizeOf(answer.morris.meanSize.value);
                break;
            case DesignKind::Indices:
                answer.share = shares_[axis];
                answer.weight = sizeOf(answer.share.total.value);
                break;
            case DesignKind::OneAtATime:
                alone(axis, answer);
                break;
            case DesignKind::Factorial:
            case DesignKind::Paired:
                levels(axis, answer);
                break;
            case DesignKind::LatinHypercube:
            case DesignKind::Sobol:
            case DesignKind::Search:
                slope(axis, answer);
                break;
        }
        return answer;
    }

  private:
    void alone(std::size_t axis, AxisAnswer& answer) const {
        answer.alone.assign(plan_.study().axes[axis].levelCount(), models::kNotStated);
        std::vector<double> with = {0.0};
        for (std::size_t p = 0; p < means_.size(); ++p) {
            const std::size_t level = plan_.points()[p].levels[axis];
            if (level < answer.alone.size()) {
                answer.alone[level] = means_[p] - means_.front();
                with.push_back(answer.alone[level]);
            }
        }
        answer.weight = spanOf(with);
    }

    void levels(std::size_t axis, AxisAnswer& answer) const {
        std::vector<std::size_t> at;
        for (const StudyPoint& point : plan_.points()) {
            at.push_back(point.levels[axis]);
        }
        answer.levels = mainEffects(means_, at, plan_.study().axes[axis].levelCount());
        std::vector<double> means;
        for (const Measured& level : answer.levels) {
            means.push_back(level.value);
        }
        answer.weight = spanOf(means);
    }

    void slope(std::size_t axis, AxisAnswer& answer) const {
        std::vector<double> at;
        for (const StudyPoint& point : plan_.points()) {
            at.push_back(point.at[axis]);
        }
        answer.slope = slopeOf(at, means_);
        answer.weight = sizeOf(answer.slope.slope.value);
    }

    const StudyPlan& plan_;
    const std::vector<double>& means_;
    std::vector<MorrisEffect> morris_;
    std::vector<VarianceShare> shares_;
};

bool isWithin(const StudyConstraint& constraint, double value) {
    return (std::isnan(constraint.least) || value >= constraint.least) &&
           (std::isnan(constraint.most) || value <= constraint.most);
}

void judge(const StudyPlan& plan, StudyAnswers& answers) {
    const std::size_t count = answers.points.size();
    answers.feasible.assign(count, 0);
    std::vector<std::vector<double>> values(count);
    std::vector<Better> better;
    for (const FigureAnswer& f : answers.figures) {
        better.push_back(f.figure->better);
    }
    for (std::size_t p = 0; p < count; ++p) {
        bool fine = answers.replications[p] > 0;
        for (const StudyConstraint& constraint : plan.study().constraints) {
            for (const FigureAnswer& f : answers.figures) {
                fine = fine && (f.figure->key != constraint.figure ||
                                isWithin(constraint, f.points[p].mean));
            }
        }
        answers.feasible[p] = fine ? 1 : 0;
        for (const FigureAnswer& f : answers.figures) {
            const bool counts = f.figure->better != Better::Neither;
            values[p].push_back(!fine ? models::kNotStated : counts ? f.points[p].mean : 0.0);
        }
    }
    answers.front = paretoFront(values, better);
}

}  // namespace

StudyAnswers answersOf(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    StudyAnswers answers;
    answers.status = statusOf(plan, rows);
    answers.points = plan.points();
    answers.faults.resize(plan.points().size());
    answers.replications.assign(plan.points().size(), 0);
    const auto found = rowsOf(plan, rows);
    for (std::size_t t = 0; t < found.size(); ++t) {
        if (found[t] >= 0) {
            const std::size_t point = plan.tasks()[t].point;
            const std::string& fault = rows[static_cast<std::size_t>(found[t])].fault;
            answers.replications[point] += fault.empty() ? 1 : 0;
            if (!fault.empty()) {
                answers.faults[point] = fault;
            }
        }
    }
    for (const Figure* figure : plan.study().figures) {
        FigureAnswer answer;
        answer.figure = figure;
        answer.points = pointsOfFigure(plan, rows, found, figure->key);
        std::vector<double> means;
        for (const Estimate& point : answer.points) {
            means.push_back(point.count > 0 ? point.mean : models::kNotStated);
        }
        const Estimate all = estimateOf(means);
        answer.mean = all.mean;
        answer.deviation = all.deviation;
        answer.p5 = shareOf(means, 0.05);
        answer.median = shareOf(means, 0.5);
        answer.p95 = shareOf(means, 0.95);
        const AxisReader axes(plan, means);
        for (std::size_t a = 0; a < plan.study().axes.size(); ++a) {
            answer.axes.push_back(axes.read(a));
        }
        answers.figures.push_back(std::move(answer));
    }
    judge(plan, answers);
    return answers;
}

}  // namespace headroom::engine
