// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/diagram/plan_svg.h"

#include <QString>

namespace headroom::ui {

/// Writes the plan as SVG, PDF or PNG, by the ending of the file's name: the same drawing at true
/// scale on the same paper; PNG at 200 dots per inch. DXF has the plan in metres without paper. FIL-004: it cannot be written; UI-022: the
/// name has another ending.
engine::Result<engine::PlanSheetInfo> writePlan(const QString& file, const engine::Layout& layout,
                                                const engine::PlanSheet& sheet);

}  // namespace headroom::ui
