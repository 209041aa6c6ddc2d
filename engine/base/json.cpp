// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

template <class Json>
Json parseJson(std::string_view text) {
    // The library takes a zero byte for the end of the text and ignores what follows.
    return text.find('\0') == std::string_view::npos ? Json::parse(text, nullptr, false)
                                                     : Json(Json::value_t::discarded);
}

template <class Json>
std::string jsonText(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

nlohmann::ordered_json numberJson(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

template nlohmann::json parseJson(std::string_view);
template nlohmann::ordered_json parseJson(std::string_view);
template std::string jsonText(const nlohmann::json&, int);
template std::string jsonText(const nlohmann::ordered_json&, int);

}  // namespace headroom::engine
