// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/json_steps.h"

#include "engine/border/quantities.h"

namespace headroom::engine {

using Json = nlohmann::json;

const Json& memberAt(const Json& value, std::initializer_list<const char*> path) {
    static const Json none;
    const Json* here = &value;
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

std::string textAt(const Json& value, std::initializer_list<const char*> path) {
    const Json& found = memberAt(value, path);
    return found.is_string() ? found.get<std::string>() : found.is_number() ? found.dump() : std::string();
}

std::optional<double> numberAt(const Json& value, std::initializer_list<const char*> path) {
    const Json& found = memberAt(value, path);
    return found.is_number()   ? std::optional(found.get<double>())
           : found.is_string() ? readNumber(found.get_ref<const std::string&>())
                               : std::nullopt;
}

const Json& arrayAt(const Json& value, std::initializer_list<const char*> path) {
    static const Json none = Json::array();
    const Json& found = memberAt(value, path);
    return found.is_array() ? found : none;
}

const Json& objectAt(const Json& value, std::initializer_list<const char*> path) {
    static const Json none = Json::object();
    const Json& found = memberAt(value, path);
    return found.is_object() ? found : none;
}

}  // namespace headroom::engine
