// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/study/study.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// A value as files have it: a number or a truth value where it reads back as the same text, else a text.
OrderedJson valueJson(const std::string& text) {
    OrderedJson value = parseJson<OrderedJson>(text);
    const bool isPlain = value.is_number() || value.is_boolean();
    return isPlain && jsonText(value) == text ? value : OrderedJson(text);
}

OrderedJson listJson(const std::vector<std::string>& texts) {
    OrderedJson list = OrderedJson::array();
    for (const std::string& text : texts) {
        list.push_back(valueJson(text));
    }
    return list;
}

OrderedJson textsJson(const std::vector<std::string>& texts) {
    OrderedJson list = OrderedJson::array();
    for (const std::string& text : texts) {
        list.push_back(text);
    }
    return list;
}

/// Whole numbers without a point: "24", not "24.0".
OrderedJson plainNumber(double value) {
    const bool isWhole = std::abs(value) < 1e15 && std::floor(value) == value;
    return isWhole ? OrderedJson(static_cast<std::int64_t>(value)) : OrderedJson(value);
}

OrderedJson axisJson(const StudyAxis& axis) {
    OrderedJson json = {{"name", axis.name}};
    if (axis.kind == AxisKind::Project || axis.kind == AxisKind::Order) {
        json[axis.kind == AxisKind::Project ? "projects" : "orders"] = textsJson(axis.values);
        return json;
    }
    const char* key = axis.kind == AxisKind::Part ? "part" : "set";
    json[key] =
        axis.targets.size() == 1 ? OrderedJson(axis.targets.front()) : textsJson(axis.targets);
    if (!axis.isRange()) {
        json["values"] = listJson(axis.values);
        return json;
    }
    json["low"] = plainNumber(axis.low);
    json["high"] = plainNumber(axis.high);
    if (axis.shape != AxisShape::Uniform) {
        json["shape"] = shapeName(axis.shape);
    }
    if (axis.levels != 2) {
        json["levels"] = axis.levels;
    }
    return json;
}

OrderedJson designJson(const Study& study) {
    OrderedJson json = {{"kind", designName(study.design)}};
    if (study.design == DesignKind::Search) {
        json["population"] = study.points;
        json["generations"] = study.generations;
        if (!study.surrogate) {
            json["surrogate"] = false;
        }
    } else if (!isOfLevels(study.design)) {
        json["points"] = study.points;
    }
    return json;
}

/// From the study's folder where that is a way down or next to it, else the whole path.
std::string projectPath(const Study& study) {
    const auto folder = study.file.parent_path();
    const auto near =
        study.project.lexically_normal().lexically_proximate(folder.lexically_normal());
    return near.empty() ? study.project.string() : near.string();
}

}  // namespace

std::string studyText(const Study& study) {
    OrderedJson json = {{"format", "headroom-study/1"},
                        {"name", study.name},
                        {"project", projectPath(study)},
                        {"until_h", plainNumber(study.untilS / kHourS)}};
    if (study.stepS) {
        json["step_s"] = plainNumber(*study.stepS);
    }
    json["seed"] = study.seed;
    json["replications"] = study.replications;
    if (!study.randomFailures) {
        json["random_failures"] = false;
    }
    json["design"] = designJson(study);
    json["axes"] = OrderedJson::array();
    for (const StudyAxis& axis : study.axes) {
        json["axes"].push_back(axisJson(axis));
    }
    json["figures"] = OrderedJson::array();
    for (const Figure* figure : study.figures) {
        json["figures"].push_back(std::string(figure->key));
    }
    for (const StudyConstraint& constraint : study.constraints) {
        OrderedJson one = {{"figure", constraint.figure}};
        if (!std::isnan(constraint.least)) {
            one["least"] = plainNumber(constraint.least);
        }
        if (!std::isnan(constraint.most)) {
            one["most"] = plainNumber(constraint.most);
        }
        json["constraints"].push_back(std::move(one));
    }
    return jsonText(json, 2) + '\n';
}

}  // namespace headroom::engine
