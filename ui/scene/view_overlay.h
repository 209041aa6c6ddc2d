// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/sensor_layer.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/scene_picture.h"

#include <QWidget>

namespace headroom::ui {

class RackColouring;
class SceneView;
class Workspace;

/// Text over the 3-D view in the window's own font: hall names, legend, north, hover tip.
class ViewOverlay : public QWidget {
    Q_OBJECT

  public:
    ViewOverlay(SceneView* view, Workspace* workspace, RackColouring* colouring);

    void setPointer(QPointF at) {
        pointer_ = at;
        said_.clear();
    }

    /// Something next to the pointer, as why a drop is refused, until the pointer moves on.
    void say(const QString& what);

    const SensorLayer& sensors() const { return sensors_; }

    SensorLayer& sensors() { return sensors_; }

    /// Room that the legend takes at the right edge, in pixels.
    double legendWidth() const { return legendWidth_; }

    /// Paints what belongs over a picture of `view`, which `camera` sees.
    /// Returns the room that legends take at the right edge.
    double paintOn(QPainter& painter, const QRectF& view, const SceneCamera& camera,
                   const ScenePicture& parts);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    SceneView* view_;
    Workspace* workspace_;
    RackColouring* colouring_;
    SensorLayer sensors_;
    QPointF pointer_;
    QString said_;
    double legendWidth_ = 96.0;
};

}  // namespace headroom::ui
