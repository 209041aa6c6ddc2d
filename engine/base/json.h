// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

/// JSON read and written in one source. The library's reader and writer are templates, which every source that calls
/// them would compile anew: a second or two of each.
/// A single value in braces, {x}, is a list of it with g++ and x itself with clang: Json::array({x}) is a list with both.
namespace headroom::engine {

/// A text as JSON, of nlohmann::json or ordered_json; discarded (is_discarded) where it is none.
/// JsonText explains to people what is wrong with their file.
template <class Json>
Json parseJson(std::string_view text);

/// JSON as text: on one line, or indented by a given number of blanks a level. Bytes that are not UTF-8 come out as U+FFFD.
template <class Json>
std::string jsonText(const Json& json, int indent = -1);

/// A number; null if it is not finite.
nlohmann::ordered_json numberJson(double value);

extern template nlohmann::json parseJson(std::string_view);
extern template nlohmann::ordered_json parseJson(std::string_view);
extern template std::string jsonText(const nlohmann::json&, int);
extern template std::string jsonText(const nlohmann::ordered_json&, int);

}  // namespace headroom::engine
