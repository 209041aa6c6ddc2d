// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/project.h"
#include "engine/drawings/vector_drawing.h"

#include <QHash>
#include <QImage>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::ui {

class Task;

/// Pictures and lines of the drawings under the plan, read once each on a worker thread. The first request for a file starts
/// the reading; until read() is emitted, the file has neither picture nor lines.
class DrawingCache : public QObject {
    Q_OBJECT

  public:
    explicit DrawingCache(QObject* parent = nullptr);
    ~DrawingCache() override;

    /// The one of the application, which deletes it.
    static DrawingCache& instance();

    /// Null for a DXF, while the file is being read, and where readDrawing() refuses it.
    const QImage& picture(const QString& path);

    /// Lines of a DXF; null for pictures, while the file is being read, and where readDxf() refuses it.
    const engine::VectorDrawing* lines(const QString& path);

    /// Files that were read on another thread.
    void keep(const QString& path, QImage picture);
    void keep(const QString& path, engine::VectorDrawing lines);

    /// Whether the file waits for its turn or is being read.
    bool isReading(const QString& path) const;

    /// Whether any file waits or is being read.
    bool isBusy() const;

    /// Error of a file that was refused; null otherwise.
    const engine::Error* errorOf(const QString& path) const;

    /// Points of the shown layers within `aroundM` of a point of the site: ends and corners of lines, centres of arcs.
    std::vector<QPointF> pointsNear(const engine::Project& project, QPointF site, double aroundM);

    /// Where it lies in the site plan; nothing while it is being read, or where it cannot be read.
    std::optional<QRectF> areaOf(const engine::Project& project, const engine::Object& drawing);

    /// Its file, with a relative path completed by the project's folder.
    static QString pathOf(const engine::Project& project, const engine::Object& drawing);

  signals:
    /// The file has been read or refused.
    void read(const QString& path);

  private:
    struct Drawing {
        bool isRead = false;
        QImage picture;
        std::shared_ptr<const engine::VectorDrawing> lines;
        std::optional<engine::Error> error;
    };

    static Drawing drawingOf(const QString& path, const std::atomic<bool>& cancel);
    const Drawing& entry(const QString& path);
    void readNext();

    QHash<QString, Drawing> drawings_;
    QStringList waiting_;  ///< in the order of their requests
    Task* reader_;
};

}  // namespace headroom::ui
