// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/project_writer.h"

#include "models/core/curve.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headroom::engine::sizing {

models::Value& ObjectWriter::at(std::string_view key) {
    const models::Attribute* row = object_.type->find(key);
    assert(row != nullptr);
    return object_.values[static_cast<std::size_t>(row - object_.type->attributes.data())];
}

ObjectWriter& ObjectWriter::text(std::string_view key, const std::string& value) {
    if (!value.empty()) {
        at(key) = value;
    }
    return *this;
}

ObjectWriter& ObjectWriter::number(std::string_view key, double value) {
    at(key) = value;
    return *this;
}

ObjectWriter& ObjectWriter::count(std::string_view key, std::int64_t value) {
    at(key) = value;
    return *this;
}

ObjectWriter& ObjectWriter::flag(std::string_view key, bool value) {
    at(key) = value;
    return *this;
}

ObjectWriter& ObjectWriter::names(std::string_view key, const std::vector<std::string>& value) {
    if (!value.empty()) {
        at(key) = value;
    }
    return *this;
}

ObjectWriter& ObjectWriter::curve(std::string_view key, std::vector<double> x,
                                  std::vector<double> y) {
    at(key) = models::Curve(std::move(x), std::move(y));
    return *this;
}

ObjectWriter ProjectWriter::add(const models::ComponentType& type, const std::string& id) {
    Object object;
    object.id = id;
    object.type = &type;
    object.values.resize(type.attributes.size());
    project_.objects.push_back(std::move(object));
    return ObjectWriter(project_.objects.back());
}

bool ProjectWriter::copy(const Object& object) {
    if (!object.type->single && project_.find(object.id) != nullptr) {
        return false;
    }
    project_.objects.push_back(object);
    return true;
}

Project ProjectWriter::take() {
    const auto types = models::documentTypes();
    const auto place = [&](const Object& o) {
        return std::find(types.begin(), types.end(), o.type) - types.begin();
    };
    std::stable_sort(project_.objects.begin(), project_.objects.end(),
                     [&](const Object& a, const Object& b) { return place(a) < place(b); });
    return std::move(project_);
}

double rounded(double value, double step) {
    // Divided by the inverse, so that 3.2 is 3.2 and not 3.2000000000000002.
    const double inverse = std::round(1.0 / step);
    return std::round(value * inverse) / inverse;
}

}  // namespace headroom::engine::sizing
