// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/floor/stamp.h"
#include "ui/scene/scene_camera.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace headroom::ui {

class Workspace;

/// Moving what is selected over the floor in 3-D, and putting down what is dragged in: the same
/// snapping and the same edits as in the plan.
class SceneEdit {
  public:
    explicit SceneEdit(Workspace* workspace) : workspace_(workspace) {}

    /// Where a ray meets the floor, or the plane in which something was taken hold of; nothing
    /// above the horizon.
    std::optional<QPointF> placeAt(const Ray& ray) const;

    /// Takes hold of the selection where the ray meets it, so high over the floor: that place stays
    /// under the pointer. False: it cannot be moved.
    bool grab(const Ray& ray, double heightM);
    void take(Stamp stamp);

    bool isBusy() const { return moving_ || stamp_.has_value(); }

    void follow(QPointF floor, bool snaps, double slackM);
    /// Carries it out.
    void drop();
    void cancel();

    /// Coming place of each object.
    std::vector<engine::Box> ghosts() const;

    /// Why it may not be there; empty where it may.
    const QString& refusal() const { return refusal_; }

  private:
    Workspace* workspace_;
    bool moving_ = false;
    std::optional<Stamp> stamp_;
    std::vector<std::string> ids_;
    int handler_ = -1;  ///< air handler that is being moved, in place of ids_
    std::vector<QRectF> boxes_;
    QRectF area_;
    QPointF from_, by_;
    double heightM_ = 0.0;  ///< at which the pointer moves
    QString refusal_;
};

}  // namespace headroom::ui
