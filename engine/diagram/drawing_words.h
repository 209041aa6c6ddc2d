// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <functional>
#include <string>
#include <string_view>

namespace headroom::engine {

/// Words of a drawing for its reader: units of numbers, language of sentences, face of letters. A report has SI units and English
/// (report_words.h), the window the choice of the person (ui/kit/drawing_pen.h).
struct DrawingWords {
    /// "12.4 L/s": a number in SI with that many significant digits.
    std::function<std::string(double si, const models::Unit& unit, int digits)> quantity;
    /// "24.1 °C".
    std::function<std::string(double celsius)> temperature;
    /// A word, or a sentence with {} where values are.
    std::function<std::string(std::string_view)> say;
    /// Width of one line, in the units of the drawing.
    std::function<double(std::string_view words, double size, bool isHeavy)> width;

    /// Cut with an ellipsis at its end where it is wider than `most`.
    std::string fitted(std::string_view words, double size, bool isHeavy, double most) const;
};

/// "62 %"; a dash where it is not a number.
std::string shareWords(double share);

/// "12.5" of "12.5 L/s".
std::string withoutUnit(std::string_view quantity);

/// Whether a byte of UTF-8 begins a character.
constexpr bool startsCharacter(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// Height of a line of text of a size.
inline double lineHeight(double size) {
    return 1.2 * size;
}

}  // namespace headroom::engine
