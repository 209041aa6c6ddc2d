// SPDX-License-Identifier: Apache-2.0
#include "engine/study/search.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

/// Means over the replications of each point: by figure; nothing where runs are missing.
class Means {
  public:
    Means(const StudyPlan& plan, const std::vector<StudyRow>& rows)
        : figures_(plan.study().figures), points_(plan.points().size()) {
        const auto found = rowsOf(plan, rows);
        for (std::size_t t = 0; t < found.size(); ++t) {
            Point& point = points_[plan.tasks()[t].point];
            if (found[t] < 0) {
                point.isWhole = false;
                continue;
            }
            const StudyRow& row = rows[static_cast<std::size_t>(found[t])];
            point.runs = point.runs && row.fault.empty();
            point.sum.resize(figures_.size(), 0.0);
            for (std::size_t f = 0; f < figures_.size(); ++f) {
                for (const auto& [key, value] : row.figures) {
                    point.sum[f] += key == figures_[f]->key ? value : 0.0;
                }
            }
            ++point.count;
        }
    }

    bool isWhole(std::size_t point) const { return points_[point].isWhole; }

    SearchOutcome outcome(const Study& study, std::size_t point) const {
        const Point& p = points_[point];
        SearchOutcome outcome;
        bool isNumber = p.runs;
        std::map<std::string_view, double> means;
        for (std::size_t f = 0; f < figures_.size(); ++f) {
            const double mean = p.sum[f] / static_cast<double>(p.count);
            means[figures_[f]->key] = mean;
            if (figures_[f]->better != Better::Neither) {
                isNumber = isNumber && std::isfinite(mean);
                outcome.objectives.push_back(figures_[f]->better == Better::Less ? mean : -mean);
            }
        }
        for (const StudyConstraint& c : study.constraints) {
            const double mean = means.at(c.figure);
            isNumber = isNumber && std::isfinite(mean);
            const auto missed = [](double by, double limit) {
                return std::max(0.0, by) / std::max(1.0, std::abs(limit));
            };
            outcome.violation += std::isnan(c.least) ? 0.0 : missed(c.least - mean, c.least);
            outcome.violation += std::isnan(c.most) ? 0.0 : missed(mean - c.most, c.most);
        }
        if (!isNumber) {
            outcome.violation = std::numeric_limits<double>::infinity();
            std::fill(outcome.objectives.begin(), outcome.objectives.end(), 0.0);
        }
        return outcome;
    }

  private:
    struct Point {
        bool isWhole = true, runs = true;
        int count = 0;
        std::vector<double> sum;
    };

    const std::vector<const Figure*>& figures_;
    std::vector<Point> points_;
};

/// Worth of the points of a plan; nothing if some lack results.
std::optional<std::vector<SearchOutcome>> outcomesOf(const StudyPlan& plan,
                                                     const std::vector<StudyRow>& rows) {
    const Means means(plan, rows);
    std::vector<SearchOutcome> outcomes;
    for (std::size_t p = 0; p < plan.points().size(); ++p) {
        if (!means.isWhole(p)) {
            return std::nullopt;
        }
        outcomes.push_back(means.outcome(plan.study(), p));
    }
    return outcomes;
}

}  // namespace

StudyPlan searchPlan(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    const Study& study = plan.study();
    if (study.design != DesignKind::Search) {
        return plan;
    }
    Nsga2 search(searchOptions(study));
    std::vector<StudyPoint> all;
    for (std::size_t g = 0; g < study.generations; ++g) {
        const std::vector<UnitPoint> at = search.ask();
        std::vector<StudyPoint> points;
        for (const UnitPoint& p : at) {
            points.push_back(pointAt(study, p));
        }
        auto outcomes = outcomesOf(plan.withPoints(points), rows);
        std::move(points.begin(), points.end(), std::back_inserter(all));
        if (!outcomes || at.empty()) {
            break;
        }
        search.tell(at, std::move(*outcomes));
    }
    return plan.withPoints(std::move(all));
}

Result<StudyPlan> runToEnd(const StudyPlan& plan, StudyDatabase& database, int threads,
                           const StudyNews& news, const StudyEnd& end) {
    const Study& study = plan.study();
    std::size_t before = 0, due = 0;
    for (bool isFirst = true;; isFirst = false) {
        const auto rows = database.rows();
        if (!rows) {
            return tl::unexpected(rows.error());
        }
        const StudyPlan now = searchPlan(plan, *rows);
        const std::vector<std::size_t> missing = missingTasks(now, *rows);
        if (isFirst) {
            const std::size_t all = study.design == DesignKind::Search
                                        ? study.points * study.generations *
                                              static_cast<std::size_t>(study.replications)
                                        : now.tasks().size();
            due = missing.size() + (all - std::min(all, now.tasks().size()));
        }
        if (missing.empty()) {
            return now;
        }
        std::size_t ended = 0;
        const auto done = runTasks(
            now, database, missing, threads,
            [&](std::size_t runs, std::size_t) {
                ended = runs;
                if (news) {
                    news(now, before + runs, std::max(due, before + runs));
                }
            },
            end);
        if (!done) {
            return tl::unexpected(done.error());
        }
        before += ended;
        if (ended < missing.size()) {
            return now;  // ended from outside
        }
    }
}

std::vector<SearchStep> searchSteps(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    const Study& study = plan.study();
    const Means means(plan, rows);
    std::vector<SearchStep> steps;
    std::vector<SearchOutcome> outcomes;
    for (std::size_t p = 0; p < plan.points().size() && means.isWhole(p); ++p) {
        outcomes.push_back(means.outcome(study, p));
        if ((p + 1) % study.points != 0) {
            continue;
        }
        SearchStep step;
        step.points = outcomes.size();
        step.feasible = static_cast<std::size_t>(
            std::count_if(outcomes.begin(), outcomes.end(),
                          [](const SearchOutcome& o) { return o.violation <= 0.0; }));
        step.front = feasibleFront(outcomes).size();
        std::size_t objective = 0;
        for (const Figure* figure : study.figures) {
            double best = models::kNotStated;
            if (figure->better != Better::Neither) {
                for (const SearchOutcome& o : outcomes) {
                    best = o.violation <= 0.0 ? std::fmin(best, o.objectives[objective]) : best;
                }
                best = figure->better == Better::Less ? best : -best;
                ++objective;
            }
            step.best.push_back(best);
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

Sheet searchSheet(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    Sheet sheet{"Search", "The search, generation by generation", "", {}, {}};
    for (const auto& [key, label] :
         {std::pair{"generation", "generation"}, std::pair{"points", "points"},
          std::pair{"feasible", "feasible"}, std::pair{"front", "on the front"}}) {
        sheet.columns.push_back({.key = key, .label = label, .digits = 0});
    }
    for (const Figure* figure : plan.study().figures) {
        const std::string key(figure->key);
        sheet.columns.push_back({.key = "best_" + key,
                                 .label = "best " + key,
                                 .unit = std::string(figure->unit.symbol),
                                 .digits = significantDigits(5)});
    }
    for (const SearchStep& step : searchSteps(plan, rows)) {
        const auto generation = static_cast<std::int64_t>(sheet.rows.size() + 1);
        sheet.rows.push_back({generation, static_cast<std::int64_t>(step.points),
                              static_cast<std::int64_t>(step.feasible),
                              static_cast<std::int64_t>(step.front)});
        for (const double best : step.best) {
            sheet.rows.back().emplace_back(best);
        }
    }
    return sheet;
}

}  // namespace headroom::engine
