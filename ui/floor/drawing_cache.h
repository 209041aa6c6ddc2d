// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"

#include <QHash>
#include <QImage>
#include <QRectF>

#include <optional>

namespace headroom::ui {

/// Pictures of the drawings under the plan, read once each.
class DrawingCache {
  public:
    static DrawingCache& instance();

    /// Null where readDrawing() refuses the file.
    const QImage& picture(const QString& path);

    /// Where it lies in the site plan; nothing where its picture cannot be read.
    std::optional<QRectF> areaOf(const engine::Project& project, const engine::Object& drawing);

    /// Its file, with a relative path completed by the project's folder.
    static QString pathOf(const engine::Project& project, const engine::Object& drawing);

  private:
    QHash<QString, QImage> pictures_;
};

}  // namespace headroom::ui
