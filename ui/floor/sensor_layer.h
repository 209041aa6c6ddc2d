// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/telemetry/telemetry_map.h"
#include "ui/kit/legend.h"
#include "ui/kit/theme.h"

#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

class QMimeData;
class QPainter;

namespace headroom::ui {

class Workspace;

/// The sensors of the telemetry where they are, over plan and 3-D alike. A disc has the colour of its residual, in spreads:
/// blue below, grey as learned, red above; a ring around it: it alarms. A square drives the twin, an empty disc is not
/// judged, with a dash through it it is silent. Sensors at one object are drawn side by side.
class SensorLayer {
  public:
    explicit SensorLayer(const Workspace* workspace) : workspace_(workspace) {}

    /// `placeOf`: where the mark of something that is there is on the picture; not finite: nowhere.
    void paint(QPainter& painter, const QRectF& view,
               const std::function<QPointF(const engine::Box&)>& placeOf,
               const ThemeColours& colours);

    /// None where no sensor is marked.
    std::optional<Legend> legend(const ThemeColours& colours) const;

    /// Index of the sensor painted last. -1 if there is none.
    int sensorAt(QPointF at) const;

    /// Name, place, readings and state.
    QStringList tip(int sensor) const;

    /// Chooses the sensor there and asks for its pane; false: there is none.
    bool click(QPointF at) const;

    // A sensor on its way to where a person puts it.

    /// Sensor of the followed telemetry. Returns false if the drag carries none.
    bool takeDrag(const QMimeData* mime);

    /// By its mark.
    void takeMark(int sensor) { carried_ = sensor; }

    bool isCarrying() const { return carried_ >= 0; }

    /// "PT-3: x 12.30 m, y 4.50 m".
    QString carriedText(double xM, double yM) const;
    /// Puts it there; nothing if it stays where it is.
    void drop(std::optional<engine::SensorPoint> point);

  private:
    struct Mark {
        int sensor;
        QPointF at;
    };

    const Workspace* workspace_;
    std::vector<Mark> marks_;
    int carried_ = -1;
};

}  // namespace headroom::ui
