// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/walker.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>

class QKeyEvent;

namespace headroom::ui {

/// Motions of the 3-D camera other than by the mouse: a walk at eye height, and a slow turn about the point looked at.
class CameraMotion : public QObject {
    Q_OBJECT

  public:
    CameraMotion(SceneCamera* camera, QObject* parent);

    bool isWalking() const { return walker_.has_value(); }

    /// Puts a person into the aisle next to the point that the camera looks at; ends where the camera was before.
    void setWalking(bool on, const engine::Layout& layout);

    /// Arrow keys walk and turn, with Shift they go sideways and look up and down. Returns whether it was one of these.
    bool walkBy(const QKeyEvent& event);

    void look(QPointF pixels) { camera_->look(pixels.x(), pixels.y()); }

    /// Goes ahead, or back if negative.
    void stride(double metres);

    bool isTurning() const { return turn_.isActive(); }

    void setTurning(bool on);

  signals:
    void moved();
    void walkingEnded();
    void turningEnded();

  private:
    void step(double aheadM, double rightM);

    SceneCamera* camera_;
    std::optional<Walker> walker_;
    std::vector<double> before_;  ///< pose of the camera before the walk
    QTimer turn_;
    QElapsedTimer since_;
};

}  // namespace headroom::ui
