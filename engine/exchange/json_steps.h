// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <optional>
#include <string>

/// Steps through JSON that others wrote: what is missing or of another type is empty, never an error.
namespace headroom::engine {

/// A member along a path; null if anything on the path is missing.
const nlohmann::json& memberAt(const nlohmann::json& value,
                               std::initializer_list<const char*> path);

/// A text along a path; a number as its digits; else empty.
std::string textAt(const nlohmann::json& value, std::initializer_list<const char*> path);

/// A number along a path, or a text that is one.
std::optional<double> numberAt(const nlohmann::json& value,
                               std::initializer_list<const char*> path);

/// A list or an object along a path; an empty one if there is none.
const nlohmann::json& arrayAt(const nlohmann::json& value, std::initializer_list<const char*> path);
const nlohmann::json& objectAt(const nlohmann::json& value,
                               std::initializer_list<const char*> path);

}  // namespace headroom::engine
