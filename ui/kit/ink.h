// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/theme.h"

#include <QColor>

namespace headroom::ui {

/// White or near black, whichever is easier to read on the ground: at least 4.2:1 on every colour. Text and marks on filled
/// areas use it, since the colours of the theme contrast with the window and not with a fill.
inline QColor inkOn(const QColor& ground) {
    const QColor dark("#14181c");
    return contrast(ground, Qt::white) >= contrast(ground, dark) ? QColor(Qt::white) : dark;
}

}  // namespace headroom::ui
