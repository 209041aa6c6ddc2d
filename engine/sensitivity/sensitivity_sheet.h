// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sensitivity/sensitivity.h"
#include "engine/sheet/sheet.h"

#include <cstddef>
#include <vector>

/// A study of sensitivity as sheets, for every face.
namespace headroom::engine {

/// Whether a headline rests on assumptions: unsourced figures move it by more than `limit` (a share).
bool restsOnAssumptions(const Footing& footing, double limit);

/// The unsourced figures that move this headline most, the largest first.
std::vector<const FigureEffect*> assumptionsBehind(const Sensitivity& study, std::size_t headline);

/// One row a headline: its value, its half widths, and what it rests on.
Sheet headlineSheet(const Sensitivity& study, double limit);

/// One row a figure, the most important first. With `moves` a column a headline: by how much it moves, at the end that moves it
/// further, with the sign of a higher figure.
Sheet figureSheet(const Sensitivity& study, bool moves);

}  // namespace headroom::engine
