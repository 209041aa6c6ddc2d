// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/selection.h"

#include <string>

namespace headroom::ui {

class Workspace;

/// The number that a selected thing is charted by: of a hall and its racks IT power, of a CDU group and a
/// loop heat; empty if it has none (ui/units/number_name.h).
std::string chartedBy(const Workspace& workspace, const Selected& what);

}  // namespace headroom::ui
