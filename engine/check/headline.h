// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/sums.h"

namespace headroom::engine {

struct Design;

/// Totals of a design in one second at its design point: every accelerator at full activity and full clock, nothing failed.
/// NaN where the design does not say. Water is that of towers and wetted pads on the hottest design day of the
/// site. Its figures are those of the
/// table in engine/figures/figures.h that are kInDesign. Without the findings, which are counted
/// where they are found.
Sums headlineOf(const Design& design);

}  // namespace headroom::engine
