// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// An expression over named numbers, as people write it in tables and files:
///
///     (utility_power_kw + battery_power_kw) / it_power_kw
///     {figure/pue} < 1.2 and {events/failure} >= 1
///
/// + - * / and brackets; < <= > >= = compare and yield 1 or 0, and, or, not join; min(a, b), max(a, b).
/// A name is letters, digits and _, or any text in braces. An unknown value is NaN: it spreads through arithmetic, and no
/// comparison with it holds.
class Formula {
  public:
    using Values = std::function<double(std::string_view name)>;

    Formula() = default;

    /// FML-001 says what is wrong and at which letter.
    static Result<Formula> parse(std::string text);

    const std::string& text() const { return text_; }

    /// In the order in which they occur first.
    const std::vector<std::string>& names() const { return names_; }

    double value(const Values& of) const;

    /// Whether it is known and not 0.
    bool holds(const Values& of) const;

    /// The text with something else in the place of each name.
    std::string written(const std::function<std::string(std::string_view name)>& as) const;

  private:
    friend class FormulaReader;

    enum class Act {
        Number,
        Name,
        Add,
        Subtract,
        Multiply,
        Divide,
        Negate,
        Less,
        AtMost,
        More,
        AtLeast,
        Equal,
        And,
        Or,
        Not,
        Min,
        Max
    };

    struct Step {
        Act act = Act::Number;
        double number = 0.0;
        std::size_t name = 0;
    };

    struct Place {
        std::size_t at = 0, length = 0;  ///< in the text
        std::size_t name = 0;
    };

    std::string text_;
    std::vector<std::string> names_;
    std::vector<Step> steps_;  ///< operands before what joins them
    std::vector<Place> places_;
};

}  // namespace headroom::engine
