// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/json_steps.h"

#include "engine/border/quantities.h"

namespace headroom::engine {

const nlohmann::json& memberAt(const nlohmann::json& value,
                               std::initializer_list<const char*> path) {
    static const nlohmann::json none;
    const nlohmann::json* here = &value;
    for (const char* step : path) {
        if (!here->is_object()) {
            return none;
        }
        const auto found = here->find(step);
        if (found == here->end()) {
            return none;
        }
        here = &*found;
    }
    return *here;
}

std::string textAt(const nlohmann::json& value, std::initializer_list<const char*> path) {
    const nlohmann::json& found = memberAt(value, path);
    return found.is_string()   ? found.get<std::string>()
           : found.is_number() ? found.dump()
                               : std::string();
}

std::optional<double> numberAt(const nlohmann::json& value,
                               std::initializer_list<const char*> path) {
    const nlohmann::json& found = memberAt(value, path);
    return found.is_number()   ? std::optional(found.get<double>())
           : found.is_string() ? readNumber(found.get_ref<const std::string&>())
                               : std::nullopt;
}

const nlohmann::json& arrayAt(const nlohmann::json& value,
                              std::initializer_list<const char*> path) {
    static const nlohmann::json none = nlohmann::json::array();
    const nlohmann::json& found = memberAt(value, path);
    return found.is_array() ? found : none;
}

const nlohmann::json& objectAt(const nlohmann::json& value,
                               std::initializer_list<const char*> path) {
    static const nlohmann::json none = nlohmann::json::object();
    const nlohmann::json& found = memberAt(value, path);
    return found.is_object() ? found : none;
}

}  // namespace headroom::engine
