// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/drawings/vector_drawing.h"

#include <QHash>
#include <QImage>
#include <QPointF>
#include <QRectF>

#include <memory>
#include <optional>
#include <vector>

namespace headroom::ui {

/// Pictures and lines of the drawings under the plan, read once each.
class DrawingCache {
  public:
    static DrawingCache& instance();

    /// Null where readDrawing() refuses the file.
    const QImage& picture(const QString& path);

    /// Lines of a DXF; null for pictures, and where readDxf() refuses the file.
    const engine::VectorDrawing* lines(const QString& path);

    /// Lines that were read on another thread.
    void keep(const QString& path, engine::VectorDrawing lines);

    /// Points of the shown layers within `aroundM` of a point of the site: ends and corners of lines, centres of arcs.
    std::vector<QPointF> pointsNear(const engine::Project& project, QPointF site, double aroundM);

    /// Where it lies in the site plan; nothing where it cannot be read.
    std::optional<QRectF> areaOf(const engine::Project& project, const engine::Object& drawing);

    /// Its file, with a relative path completed by the project's folder.
    static QString pathOf(const engine::Project& project, const engine::Object& drawing);

  private:
    QHash<QString, QImage> pictures_;
    QHash<QString, std::shared_ptr<const engine::VectorDrawing>> lines_;
};

}  // namespace headroom::ui
