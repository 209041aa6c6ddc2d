// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/design_conditions.h"

#include <optional>
#include <string_view>

namespace headroom::engine {

/// Design conditions in the second line of an EnergyPlus weather file, which ASHRAE computed from
/// decades of measurements. The line lists groups that begin with the words Heating, Cooling and
/// Extremes. Handbooks to 2013 state the highest wet bulb within Extremes, from 2017 on at the end
/// of Cooling. Nothing where the line has no conditions, or figures that contradict each other.
/// Source: ASHRAE Handbook Fundamentals 2009 and 2021, chapter 14; EnergyPlus Auxiliary Programs,
/// "EnergyPlus Weather File (EPW) Data Dictionary".
std::optional<models::DesignConditionsSpec> designOfHeader(std::string_view line);

}  // namespace headroom::engine
