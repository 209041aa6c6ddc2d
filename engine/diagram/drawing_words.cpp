// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/drawing_words.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine {

std::string DrawingWords::fitted(std::string_view words, double size, bool isHeavy,
                                 double most) const {
    std::string shown(words);
    if (width(shown, size, isHeavy) <= most) {
        return shown;
    }
    while (!shown.empty() && width(shown + "…", size, isHeavy) > most) {
        while (!shown.empty() && !startsCharacter(shown.back())) {
            shown.pop_back();
        }
        if (!shown.empty()) {
            shown.pop_back();
        }
    }
    return shown + "…";
}

std::string shareWords(double share) {
    constexpr double kPercent = 100.0;
    return std::isfinite(share) ? fmt::format("{}\u2009%", std::lround(kPercent * share)) : "–";
}

std::string withoutUnit(std::string_view quantity) {
    for (const std::string_view space : {"\u2009", "\u00a0", " "}) {
        if (const std::size_t at = quantity.find(space); at != std::string_view::npos) {
            return std::string(quantity.substr(0, at));
        }
    }
    return std::string(quantity);
}

}  // namespace headroom::engine
