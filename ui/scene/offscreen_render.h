// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/floor/layout.h"
#include "engine/run/frame/frame.h"
#include "ui/floor/colour_scale.h"
#include "ui/kit/theme.h"

#include <QImage>
#include <QSize>

namespace headroom::ui {

struct HallPicture {
    QSize size{1600, 1000};
    engine::RackQuantity quantity = engine::RackQuantity::Power;
    ColourMap map = ColourMap::Viridis;
    Theme::Mode theme = Theme::Mode::Light;
    QString caption;
};

/// Draws the halls by VTK without a window and without a display server, in a surfaceless EGL
/// context. Fails with UI-020 where EGL or OpenGL 3.2 is missing.
engine::Result<QImage> renderHall(const engine::Layout& layout, const engine::Frame& frame,
                                  const HallPicture& options);

}  // namespace headroom::ui
