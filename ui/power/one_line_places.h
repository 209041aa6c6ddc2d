// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/one_line.h"
#include "engine/diagram/one_line_symbols.h"
#include "engine/power/network.h"

#include <QPointF>
#include <QRectF>

/// Places of the one-line diagram, in the diagram's units: where a node, a breaker and an output are drawn, and which node or
/// wire is at a point.
namespace headroom::ui {

using engine::kBreakerHalf;

inline QRectF areaOf(const engine::OneLineNode& node) {
    return {node.x, node.y, node.width, node.height};
}

/// The part of its area without the text.
inline QRectF symbolOf(const engine::OneLineNode& node) {
    return {node.x, node.y, node.symbolWidth, node.height};
}

/// Centre of the breaker symbol of a wire that has breakers.
QPointF breakerPlace(const engine::OneLine& diagram, int wire);

/// The point of a unit's symbol from which a person drags a line.
QPointF outputPlace(const engine::OneLine& diagram, int node);

/// The wire nearest to a place, at most `slack` away. Where several wires share a track, the one that ends nearest. Returns -1 if
/// no wire is there.
int wireAt(const engine::OneLine& diagram, QPointF place, double slack);

/// The node whose area, widened by `slack`, contains a place. Returns -1 if no node does.
int nodeAt(const engine::OneLine& diagram, QPointF place, double slack);

}  // namespace headroom::ui
