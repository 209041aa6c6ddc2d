// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/drawing_cache.h"

#include "engine/drawings/read_dxf.h"
#include "models/facility/drawing.h"
#include "ui/floor/drawing_file.h"

#include <cmath>
#include <utility>

namespace headroom::ui {

DrawingCache& DrawingCache::instance() {
    static DrawingCache cache;
    return cache;
}

const QImage& DrawingCache::picture(const QString& path) {
    auto known = pictures_.find(path);
    if (known == pictures_.end()) {
        known = pictures_.insert(path, readDrawing(path.toStdString()).value_or(QImage()));
    }
    return *known;
}

const engine::VectorDrawing* DrawingCache::lines(const QString& path) {
    const std::filesystem::path file = path.toStdString();
    if (!engine::isDxfName(file)) {
        return nullptr;
    }
    auto known = lines_.find(path);
    if (known == lines_.end()) {
        auto read = engine::readDxf(file);
        known = lines_.insert(
            path, read ? std::make_shared<const engine::VectorDrawing>(std::move(*read)) : nullptr);
    }
    return known->get();
}

void DrawingCache::keep(const QString& path, engine::VectorDrawing lines) {
    lines_[path] = std::make_shared<const engine::VectorDrawing>(std::move(lines));
}

std::vector<QPointF> DrawingCache::pointsNear(const engine::Project& project, QPointF site,
                                              double aroundM) {
    std::vector<QPointF> points;
    for (const engine::Object* object : project.objectsOf("drawing")) {
        const auto spec = engine::specOf<models::DrawingSpec>(*object);
        const engine::VectorDrawing* drawing =
            spec.visible ? lines(pathOf(project, *object)) : nullptr;
        if (drawing == nullptr || drawing->width <= 0.0) {
            continue;
        }
        const double scale = spec.widthM / drawing->width;
        const auto shown = engine::shownLayers(*drawing, spec.hiddenLayers);
        const auto offer = [&](engine::PlanPoint p) {
            const QPointF at(spec.xM + p.x * scale, spec.yM + p.y * scale);
            if (std::abs(at.x() - site.x()) <= aroundM && std::abs(at.y() - site.y()) <= aroundM) {
                points.push_back(at);
            }
        };
        for (const engine::DrawnLine& line : drawing->lines) {
            if (!shown[static_cast<std::size_t>(line.layer)]) {
                continue;
            }
            if (line.isRound) {
                offer(line.centre);
                offer(line.points.front());
                offer(line.points.back());
                continue;
            }
            for (const engine::PlanPoint& p : line.points) {
                offer(p);
            }
        }
    }
    return points;
}

QString DrawingCache::pathOf(const engine::Project& project, const engine::Object& drawing) {
    const std::filesystem::path file = engine::specOf<models::DrawingSpec>(drawing).file;
    return QString::fromStdString((file.is_absolute() ? file : project.folder() / file).string());
}

std::optional<QRectF> DrawingCache::areaOf(const engine::Project& project,
                                           const engine::Object& drawing) {
    const auto spec = engine::specOf<models::DrawingSpec>(drawing);
    const QString path = pathOf(project, drawing);
    if (engine::isDxfName(path.toStdString())) {
        const engine::VectorDrawing* drawn = lines(path);
        if (drawn == nullptr || drawn->width <= 0.0) {
            return std::nullopt;
        }
        return QRectF(spec.xM, spec.yM, spec.widthM, spec.widthM * drawn->depth / drawn->width);
    }
    const QImage& image = picture(path);
    if (image.isNull()) {
        return std::nullopt;
    }
    return QRectF(spec.xM, spec.yM, spec.widthM, spec.widthM * image.height() / image.width());
}

}  // namespace headroom::ui
