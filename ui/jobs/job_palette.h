// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <QColor>

namespace headroom::ui {

/// Colours of jobs, told apart by people of all kinds of colour vision: blue, orange and grey for
/// states; for tenants the eight of Okabe and Ito, with the ninth and later in grey.
class JobPalette {
  public:
    static constexpr int kTenants = 8;

    static QColor ofState(engine::JobState state);

    /// `tenant`: number in the order of appearance.
    static QColor ofTenant(int tenant);

    /// Colour of part number `part` of a stacked bar is drawn in.
    static QColor ofPart(int part);

    static QColor failure();
    static QColor preemption();
};

}  // namespace headroom::ui
