// SPDX-License-Identifier: Apache-2.0
#include "engine/report/drawing/report_words.h"

#include "engine/report/drawing/sketch.h"
#include "engine/report/format.h"
#include "engine/text/shown.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine::report {

namespace {

std::string quantity(double si, const models::Unit& unit, int digits) {
    const double value = si / unit.toSi;
    const ShownUnit shown = shownUnit(value, unit.symbol);
    const std::string number = shownFigure(value * shown.factor, digits);
    return shown.symbol.empty() || !std::isfinite(si) ? number : number + "\u00a0" + shown.symbol;
}

}  // namespace

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

}  // namespace headroom::engine::report
