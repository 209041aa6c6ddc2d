// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/expected.h"

#include "engine/validate/case_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

std::optional<double> Expected::limit(double around) const {
    std::optional<double> most;
    if (limitRel) {
        most = *limitRel * std::abs(around);
    }
    if (limitAbs) {
        most = std::max(most.value_or(0.0), *limitAbs);
    }
    return most;
}

std::vector<Expected> expectedOf(const nlohmann::json& entry, const std::string& place,
                                 const CaseFile& file, std::optional<Error>& fault) {
    constexpr double kAnyNumber = 1e18;
    std::vector<Expected> all;
    CaseReader in(entry, place, file.path, fault);
    const nlohmann::json& list = in.list("expect");
    for (std::size_t i = 0; i < list.size(); ++i) {
        CaseReader e(list[i], fmt::format("{}/expect/{}", place, i), file.path, fault);
        Expected x;
        x.quantity = e.text("quantity");
        x.unit = e.has("unit") ? e.text("unit") : std::string{};
        const auto optional = [&](const char* key) -> std::optional<double> {
            if (!list[i].is_object() || !e.has(key) || list[i][key].is_null()) {
                return std::nullopt;
            }
            return e.number(key, 0.0, -kAnyNumber, kAnyNumber);
        };
        x.value = optional("value");
        x.limitRel = optional("limit_rel");
        x.limitAbs = optional("limit_abs");
        all.push_back(std::move(x));
    }
    return all;
}

}  // namespace headroom::engine
