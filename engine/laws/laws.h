// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// Why every number of a run is what it is: for each quantity of engine/run/frame/quantity.h, and for what
/// the window shows of a unit of the wiring, a machine of the coolant and a job, one row that says from which numbers it follows, in which range that is valid, and where the law is. The
/// equation in words is the quantity's own ("why").
namespace headroom::engine {

struct Law {
    /// "facility/pue", "loop/return_c": place and key. Units of the wiring also by kind: "ups/loss_kw".
    std::string_view number;
    /// Its definition by other numbers of the same instant, in SI: a formula (engine/formula/formula.h) of names as in
    /// engine/laws/law_scene.h, whose value is the number. Empty if it is not a such sum or ratio, as an integral over time,
    /// a state, or the solution of a network.
    std::string_view formula;
    /// Further inputs, apart by spaces: keys of quantities of the same place, and attributes as type.key:
    /// "chiller.rated_cop".
    std::string_view inputs;
    std::string_view range;   ///< where it holds
    std::string_view header;  ///< whose comment has equation, units, range and source
    std::string_view page;    ///< of the manual
    std::string_view words;   ///< the equation, where no table of quantities has it: units, jobs
};

std::span<const Law> laws();

/// By place and key; nullptr if there is none.
const Law* lawOf(std::string_view place, std::string_view key);

}  // namespace headroom::engine
