// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/colour_scale.h"

#include <QRectF>

#include <span>

class QPainter;

namespace headroom::ui {

/// The legend of what colours the racks, and of the marks that some of them bear, at the right edge
/// of `view`; returns where it was put.
QRectF paintRackLegend(QPainter& painter, const QRectF& view, const ColourScale& scale,
                       std::span<const engine::Condition> conditions, const ThemeColours& colours);

}  // namespace headroom::ui
