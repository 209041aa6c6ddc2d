// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/diagram/process_layout.h"

#include <QFont>
#include <QPointF>
#include <QRectF>

#include <algorithm>
#include <cmath>

/// Shared parts of the files of ProcessView.
namespace headroom::ui::process {

constexpr double kTitleSize = 15.0;
constexpr double kNameSize = 12.5;
constexpr double kTextSize = 11.0;
constexpr double kLegible = 7.4;    // pixels from which all words are written
constexpr double kKeyPixels = 8.8;  // of the few words that are written from afar

constexpr double kMiddle = 0.48;  // scale from which all figures are written, if not all words
constexpr double kFar = 0.2;      // below it only names are

inline QRectF rectOf(const engine::ProcessBox& b) {
    return {b.x, b.y, b.width, b.height};
}

inline QPointF pointOf(const engine::ProcessPoint& p) {
    return {p.x, p.y};
}

inline QFont sized(QFont font, double pixels, bool heavy) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setWeight(heavy ? QFont::DemiBold : QFont::Normal);
    return font;
}

}  // namespace headroom::ui::process
