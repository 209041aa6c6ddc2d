// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>
#include <QString>

namespace headroom::ui {

/// A picture of the 3-D view for a file or a slide.
struct ScenePicture {
    QSize size;              ///< in pixels, of the 3-D part
    QString title, caption;  ///< above and below; empty means none
    bool hasLegend = true;
    bool hasNames = true;
    bool hasScale = false;       ///< a bar of metres
    bool isTransparent = false;  ///< without ground and background

    /// Largest side that OpenGL draws without a graphics card.
    static constexpr int kLongest = 8192;
};

}  // namespace headroom::ui
