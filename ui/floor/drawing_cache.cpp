// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/drawing_cache.h"

#include "models/facility/drawing.h"
#include "ui/floor/drawing_file.h"

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

QString DrawingCache::pathOf(const engine::Project& project, const engine::Object& drawing) {
    const std::filesystem::path file = engine::specOf<models::DrawingSpec>(drawing).file;
    return QString::fromStdString((file.is_absolute() ? file : project.folder() / file).string());
}

std::optional<QRectF> DrawingCache::areaOf(const engine::Project& project,
                                           const engine::Object& drawing) {
    const auto spec = engine::specOf<models::DrawingSpec>(drawing);
    const QImage& image = picture(pathOf(project, drawing));
    if (image.isNull()) {
        return std::nullopt;
    }
    return QRectF(spec.xM, spec.yM, spec.widthM, spec.widthM * image.height() / image.width());
}

}  // namespace headroom::ui
