// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>
#include <string>

namespace headroom::ui {

/// The name of a number that the window shows: what help, its explanation and charts know it by.
///
///     facility/pue  hall/hall-a/it_power_kw      a quantity of a run, as charts and recordings name it
///     rack/17/power_kw                           of the rack with that index
///     unit/ups-a/loss_kw                         of an array of the wiring, or unit/ups-a/2/loss_kw of one of it
///     machine/12/heat_kw                         of the machine at that link of the coolant network
///     job/12/mfu                                 of a job
///     attribute/hall/hall-a/width_m              what an object of the project states
///     part/ups/ups-1mw/rated_power_kw            what the catalogue states of a part
///     figure/cost_usd                            of the run
///     design/it_mw                               of the design
struct NumberName {
    std::string place;   ///< the first word
    std::string type;    ///< attribute and part: of the object or part
    std::string object;  ///< address or index; empty means the facility
    std::string key;

    std::string text() const;

    bool isStated() const { return place == "attribute" || place == "part"; }

    /// None where the text names no number.
    static std::optional<NumberName> parse(const std::string& text);
};

/// Rows of lists and trees hold the name of their number in this role, widgets in this property.
inline constexpr int kNumberRole = 0x0100 + 40;  // beyond those that tables use
/// How it comes about, in words, where a cell knows more of it than the tool tip of its column.
inline constexpr int kWhyRole = kNumberRole + 1;
inline constexpr const char* kNumberProperty = "number";

}  // namespace headroom::ui
