// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/diagram/process_layout.h"

#include <QPointF>
#include <QRectF>

/// Shared parts of the files of ProcessView.
namespace headroom::ui::process {

inline QRectF rectOf(const engine::ProcessBox& b) {
    return {b.x, b.y, b.width, b.height};
}

inline QPointF pointOf(const engine::ProcessPoint& p) {
    return {p.x, p.y};
}

}  // namespace headroom::ui::process
