// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine::sizing {

/// Sets attributes of one object, in the units of its table. A key that the table does not have, or
/// a value of another kind, is a mistake of ours.
class ObjectWriter {
  public:
    explicit ObjectWriter(Object& object) : object_(object) {}

    ObjectWriter& text(std::string_view key, const std::string& value);
    ObjectWriter& number(std::string_view key, double value);
    ObjectWriter& count(std::string_view key, std::int64_t value);
    ObjectWriter& flag(std::string_view key, bool value);
    /// Nothing is stated where there are none.
    ObjectWriter& names(std::string_view key, const std::vector<std::string>& value);
    ObjectWriter& curve(std::string_view key, std::vector<double> x, std::vector<double> y);

  private:
    models::Value& at(std::string_view key);

    Object& object_;
};

/// Writes a project, object by object.
class ProjectWriter {
  public:
    ObjectWriter add(const models::ComponentType& type, const std::string& id);

    /// Copies an object of another project. Returns false if its id is taken.
    bool copy(const Object& object);

    /// In the order of documentTypes(), as projects are.
    Project take();

  private:
    Project project_;
};

/// To a tenth of a metre, a hundredth of a megawatt: what people would state.
double rounded(double value, double step);

}  // namespace headroom::engine::sizing
