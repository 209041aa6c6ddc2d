// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <QImage>
#include <QString>

namespace headroom::ui {

/// By the ending of its name. UI-021: of no kind of picture; else the errors of engine::writeFile().
engine::Result<void> writePicture(const QImage& picture, const QString& file);

/// With a line below that says of what and of when the picture is.
QImage captioned(const QImage& picture, const QString& what, const QString& when);

}  // namespace headroom::ui
