// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <QColor>

namespace headroom::ui {

/// Direction to the sun.
struct Sun {
    double eastward = 0.9, northward = -0.6, upward = 1.5;
};

/// Light on the site at an instant. Halls are lit at any time.
struct SunLight {
    Sun sun;               ///< Never below kLeastElevation, so that shadows end.
    double day = 1.0;      ///< 0 at night, 1 by day, between them in twilight.
    double redness = 0.0;  ///< 1 when the sun is at the horizon.

    /// A colour of the outdoors in this light.
    QColor outdoors(const QColor& colour) const;
    /// Share of the light outdoors.
    double strength() const;
};

/// The usual light, which shows all sides of machines and is of no hour.
SunLight studioLight();

/// Light by the place of the site and the time of the frame; the usual one where the run does not know its site.
SunLight lightOf(const engine::Frame* frame);

/// Whether a person sees no difference.
bool isSameLight(const SunLight& a, const SunLight& b);

/// Angle between two directions [rad].
double angleBetween(const Sun& a, const Sun& b);

}  // namespace headroom::ui
