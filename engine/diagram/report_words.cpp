// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/report_words.h"

#include "engine/text/shown.h"
#include "engine/text/shown_unit.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine {

namespace {

std::string quantity(double si, const models::Unit& unit, int digits) {
    const double value = si / unit.toSi;
    const ShownUnit shown = shownUnit(value, unit.symbol);
    const std::string number = shownFigure(value * shown.factor, digits);
    return shown.symbol.empty() || !std::isfinite(si) ? number : number + "\u00a0" + shown.symbol;
}

}  // namespace

double textWidth(std::string_view words, double size, bool heavy) {
    double ems = 0.0;
    for (const char c : words) {
        if (!startsCharacter(c)) {
            continue;
        }
        const bool narrow =
            std::string_view(" .,:;|!'()[]/ijlft").find(c) != std::string_view::npos;
        const bool wide = std::string_view("mwMWCDGOQ@%").find(c) != std::string_view::npos;
        ems += narrow ? 0.32 : wide ? 0.86 : 0.59;
    }
    return ems * size * (heavy ? 1.08 : 1.0);
}

const DrawingWords& reportWords() {
    static const DrawingWords words{
        .quantity = quantity,
        .temperature =
            [](double celsius) {
                return std::isfinite(celsius) ? fmt::format("{:.1f}\u00a0°C", celsius) : "–";
            },
        .say = [](std::string_view sentence) { return std::string(sentence); },
        .width = [](std::string_view text, double size,
                    bool isHeavy) { return textWidth(text, size, isHeavy); }};
    return words;
}

}  // namespace headroom::engine
