// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw_design.h"

#include "engine/base/number.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace headroom::engine {

namespace {

/// From this edition on the highest wet bulb ends the group Cooling.
constexpr int kMovedWetBulb = 2017;

/// The first number of four digits in the title of the conditions; 0 if none.
int editionOf(const std::string& title) {
    int digits = 0, value = 0;
    for (const char c : title + ' ') {
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            value = 10 * value + (c - '0');
            ++digits;
            continue;
        }
        if (digits == 4) {
            return value;
        }
        digits = value = 0;
    }
    return 0;
}

class DesignLine {
  public:
    explicit DesignLine(std::string_view line) : fields_(splitCsvLine(line)) {}

    std::optional<models::DesignConditionsSpec> conditions() const {
        const std::size_t heating = find("Heating"), cooling = find("Cooling"),
                          extremes = find("Extremes");
        if (fields_.size() < 3 || fields_[0] != "DESIGN CONDITIONS" ||
            std::max({heating, cooling, extremes}) == fields_.size()) {
            return std::nullopt;
        }
        const bool moved = editionOf(fields_[2]) >= kMovedWetBulb;
        // Means and deviations of yearly extremes, then pairs of 5, 10, 20 and 50 years.
        const std::size_t means = extremes + (moved ? 4 : 5);
        models::DesignConditionsSpec d;
        d.dryBulb996C = number(heating + 2);
        d.dryBulb04C = number(cooling + 3);
        d.wetBulbAtDryBulb04C = number(cooling + 4);
        d.wetBulb04C = number(cooling + 9);
        d.lowestDryBulbC = number(means + 8);
        d.extremeDryBulbC = number(means + 9);
        d.extremeWetBulbC = number(moved ? extremes - 1 : extremes + 4);
        const bool ordered =
            d.lowestDryBulbC <= d.dryBulb996C && d.dryBulb996C < d.dryBulb04C &&
            d.dryBulb04C <= d.extremeDryBulbC && d.wetBulbAtDryBulb04C <= d.dryBulb04C &&
            d.wetBulb04C <= d.extremeWetBulbC && d.extremeWetBulbC <= d.extremeDryBulbC;
        return ordered ? std::optional(d) : std::nullopt;  // NaN is in no order
    }

  private:
    std::size_t find(const char* word) const {
        return static_cast<std::size_t>(std::find(fields_.begin(), fields_.end(), word) -
                                        fields_.begin());
    }

    double number(std::size_t index) const {
        const double none = std::numeric_limits<double>::quiet_NaN();
        return index < fields_.size() ? parseNumber(fields_[index]).value_or(none) : none;
    }

    std::vector<std::string> fields_;
};

}  // namespace

std::optional<models::DesignConditionsSpec> designOfHeader(std::string_view line) {
    return DesignLine(line).conditions();
}

}  // namespace headroom::engine
