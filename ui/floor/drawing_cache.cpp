// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/drawing_cache.h"

#include "engine/drawings/read_dxf.h"
#include "models/facility/drawing.h"
#include "ui/floor/drawing_file.h"
#include "ui/kit/task.h"

#include <QCoreApplication>
#include <QPointer>

#include <cmath>
#include <utility>

namespace headroom::ui {

DrawingCache::DrawingCache(QObject* parent) : QObject(parent), reader_(new Task(this)) {}

DrawingCache::~DrawingCache() = default;

DrawingCache& DrawingCache::instance() {
    static QPointer<DrawingCache> cache;
    if (cache.isNull()) {
        cache = new DrawingCache(QCoreApplication::instance());
    }
    return *cache;
}

DrawingCache::Drawing DrawingCache::drawingOf(const QString& path,
                                              const std::atomic<bool>& cancel) {
    const std::filesystem::path file = path.toStdString();
    Drawing drawing;
    drawing.isRead = true;
    if (engine::isDxfName(file)) {
        if (auto lines = engine::readDxf(file, &cancel)) {
            drawing.lines = std::make_shared<const engine::VectorDrawing>(std::move(*lines));
        } else {
            drawing.error = std::move(lines.error());
        }
    } else if (auto picture = readDrawing(file)) {
        drawing.picture = std::move(*picture);
    } else {
        drawing.error = std::move(picture.error());
    }
    return drawing;
}

const DrawingCache::Drawing& DrawingCache::entry(const QString& path) {
    auto known = drawings_.find(path);
    if (known == drawings_.end()) {
        known = drawings_.insert(path, {});
        waiting_ << path;
        readNext();
    }
    return *known;
}

/// One file at a time: a large one may need much memory.
void DrawingCache::readNext() {
    if (waiting_.isEmpty() || reader_->isBusy()) {
        return;
    }
    const QString path = waiting_.first();
    reader_->run([path](const Task::Link& link) { return drawingOf(path, link.isCancelled()); },
                 [this, path](Drawing drawing) {
                     waiting_.removeOne(path);
                     Drawing& known = drawings_[path];
                     if (!known.isRead) {
                         known = std::move(drawing);
                     }
                     emit read(path);
                     readNext();
                 });
}

const QImage& DrawingCache::picture(const QString& path) {
    return entry(path).picture;
}

const engine::VectorDrawing* DrawingCache::lines(const QString& path) {
    return entry(path).lines.get();
}

void DrawingCache::keep(const QString& path, QImage picture) {
    drawings_[path] = {true, std::move(picture), nullptr, std::nullopt};
    emit read(path);
}

void DrawingCache::keep(const QString& path, engine::VectorDrawing lines) {
    drawings_[path] = {
        true, {}, std::make_shared<const engine::VectorDrawing>(std::move(lines)), std::nullopt};
    emit read(path);
}

bool DrawingCache::isReading(const QString& path) const {
    const auto known = drawings_.find(path);
    return known != drawings_.end() && !known->isRead;
}

bool DrawingCache::isBusy() const {
    return !waiting_.isEmpty();
}

const engine::Error* DrawingCache::errorOf(const QString& path) const {
    const auto known = drawings_.find(path);
    return known != drawings_.end() && known->error ? &*known->error : nullptr;
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
