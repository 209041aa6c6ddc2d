// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/quantity.h"
#include "ui/units/number_name.h"

#include <span>
#include <string_view>

namespace headroom::ui {

class Workspace;

/// The quantity that a name of the form facility/…, hall/…, cdu/…, loop/… or rack/… means; null:
/// there is none.
const engine::QuantityInfo* quantityOf(const NumberName& number);

/// Its value in the frame that is shown, in SI; NaN where it is not known.
double quantityValue(const NumberName& number, const Workspace& workspace);

/// The type of the objects that such quantities are of: "cooling_loop" for loop; empty: of none.
std::string_view objectTypeOf(std::string_view place);

/// Of a quantity in the unit of files, or of a number that an object of the project states or leaves
/// to its default; NaN where it is neither.
double numberInFiles(const NumberName& number, const Workspace& workspace);

}  // namespace headroom::ui
