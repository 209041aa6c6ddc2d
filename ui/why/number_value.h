// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/quantity.h"
#include "models/core/attribute.h"
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

/// The type of the objects that such quantities are of: "cooling_loop" for loop; empty means of none.
std::string_view objectTypeOf(std::string_view place);

/// Value of a quantity in the unit of files, or of a number that an object of the project states or leaves to its default;
/// NaN where it is neither.
double numberInFiles(const NumberName& number, const Workspace& workspace);

/// The words and the unit by which people know a number: "PUE", "", "Supply air", "°C". The key, where it has none.
struct NumberWords {
    QString title;
    QString unit;
};

NumberWords wordsOf(const NumberName& number, const Workspace& workspace);

struct Extremes {
    double least = models::kNotStated, most = models::kNotStated;
};

/// The least and the largest value of a quantity over every step of the run in a span [s], drawn or not, in the unit of
/// files; NaN where the run's series has none (of racks, of a project that does not run).
Extremes extremesInFiles(const NumberName& number, const Workspace& workspace, double fromS,
                         double toS);

}  // namespace headroom::ui
