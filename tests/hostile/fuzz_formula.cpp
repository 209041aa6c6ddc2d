// SPDX-License-Identifier: Apache-2.0
#include "engine/formula/formula.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <cmath>
#include <string>

namespace headroom::hostile {

/// An expression as people write it in tables and lessons.
void formula(std::string_view bytes) {
    const auto read = engine::Formula::parse(std::string(bytes));
    if (!read) {
        requireRefusal(read.error(), "");
        return;
    }
    const auto two = [](std::string_view) { return 2.0; };
    const double value = read->value(two);
    require(std::isnan(value) == std::isnan(read->value(two)), "two values of one formula");
    read->holds([](std::string_view) { return std::nan(""); });
    const std::string same =
        read->written([](std::string_view name) { return "{" + std::string(name) + "}"; });
    const auto again = engine::Formula::parse(same);
    require(again.has_value(),
            "written again it is refused: " + (again ? "" : again.error().text()));
    const double second = again->value(two);
    require(second == value || (std::isnan(second) && std::isnan(value)),
            "written again it has another value");
}

}  // namespace headroom::hostile
