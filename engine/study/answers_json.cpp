// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/study/answers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson measured(const Measured& m) {
    return {{"value", numberJson(m.value)}, {"standard_error", numberJson(m.error)}};
}

OrderedJson axisJson(const StudyPlan& plan, std::size_t a, const AxisAnswer& answer) {
    const StudyAxis& axis = plan.study().axes[a];
    OrderedJson json = {{"axis", axis.name}, {"weight", numberJson(answer.weight)}};
    switch (plan.study().design) {
        case DesignKind::Factorial:
        case DesignKind::Paired: {
            OrderedJson effects = OrderedJson::array();
            for (std::size_t i = 0; i < answer.levels.size(); ++i) {
                OrderedJson level = measured(answer.levels[i]);
                level["level"] = axis.levelText(i);
                effects.push_back(std::move(level));
            }
            json["main_effects"] = std::move(effects);
            break;
        }
        case DesignKind::OneAtATime: {
            OrderedJson bars = OrderedJson::array();
            for (std::size_t i = 0; i < answer.alone.size(); ++i) {
                bars.push_back(
                    {{"level", axis.levelText(i)}, {"change", numberJson(answer.alone[i])}});
            }
            json["tornado"] = std::move(bars);
            break;
        }
        case DesignKind::Morris:
            json["mu_star"] = measured(answer.morris.meanSize);
            json["mu"] = measured(answer.morris.mean);
            json["sigma"] = numberJson(answer.morris.deviation);
            break;
        case DesignKind::Indices:
            json["first"] = measured(answer.share.first);
            json["total"] = measured(answer.share.total);
            break;
        case DesignKind::LatinHypercube:
        case DesignKind::Sobol:
        case DesignKind::Search:
            json["slope"] = measured(answer.slope.slope);
            json["explained"] = numberJson(answer.slope.explained);
            break;
    }
    return json;
}

OrderedJson figureJson(const StudyPlan& plan, const FigureAnswer& f) {
    OrderedJson json = {{"key", f.figure->key},       {"unit", f.figure->unit.symbol},
                        {"mean", numberJson(f.mean)}, {"deviation", numberJson(f.deviation)},
                        {"p5", numberJson(f.p5)},     {"median", numberJson(f.median)},
                        {"p95", numberJson(f.p95)},   {"axes", OrderedJson::array()}};
    for (std::size_t a = 0; a < f.axes.size(); ++a) {
        json["axes"].push_back(axisJson(plan, a, f.axes[a]));
    }
    return json;
}

OrderedJson pointJson(const StudyPlan& plan, const StudyAnswers& answers, std::size_t p) {
    OrderedJson values = OrderedJson::object();
    for (std::size_t a = 0; a < plan.study().axes.size(); ++a) {
        const auto& value = answers.points[p].values[a];
        values[plan.study().axes[a].name] = value ? OrderedJson(*value) : OrderedJson(nullptr);
    }
    OrderedJson json = {{"point", p}, {"axes", values}, {"replications", answers.replications[p]}};
    if (!answers.faults[p].empty()) {
        json["fault"] = answers.faults[p];
    }
    json["feasible"] = answers.feasible[p] != 0;
    OrderedJson figures = OrderedJson::object();
    for (const FigureAnswer& f : answers.figures) {
        const Estimate& e = f.points[p];
        const bool there = e.count > 0;
        figures[std::string(f.figure->key)] = {
            {"mean", numberJson(there ? e.mean : models::kNotStated)},
            {"half_width_95", numberJson(there ? e.halfWidth : models::kNotStated)}};
    }
    json["figures"] = std::move(figures);
    return json;
}

}  // namespace

std::string answersJson(const StudyPlan& plan, const StudyAnswers& answers) {
    const StudyStatus& s = answers.status;
    OrderedJson json = {{"study", plan.study().name},
                        {"design", designName(plan.study().design)},
                        {"status",
                         {{"runs", s.tasks},
                          {"done", s.done},
                          {"faulty", s.faulty},
                          {"stale", s.stale},
                          {"stale_by_version", s.otherVersion},
                          {"stale_by_project", s.otherProject},
                          {"wall_s", s.wallS}}},
                        {"figures", OrderedJson::array()},
                        {"points", OrderedJson::array()},
                        {"front", answers.front}};
    for (const FigureAnswer& f : answers.figures) {
        json["figures"].push_back(figureJson(plan, f));
    }
    for (std::size_t p = 0; p < answers.points.size(); ++p) {
        json["points"].push_back(pointJson(plan, answers, p));
    }
    return jsonText(json, 1);
}

}  // namespace headroom::engine
