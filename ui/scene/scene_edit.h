// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/layout.h"
#include "ui/plan/stamp.h"
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

    /// Where a ray meets the floor; nothing above the horizon.
    static std::optional<QPointF> floorAt(const Ray& ray);

    /// Takes hold of the selection; false: it cannot be moved.
    bool grab(QPointF floor);
    void take(Stamp stamp);

    bool isBusy() const { return moving_ || stamp_.has_value(); }

    void follow(QPointF floor, bool snaps, double slackM);
    /// Carries it out.
    void drop();
    void cancel();

    /// What would stand where.
    std::vector<engine::Box> ghosts() const;

    /// Why it may not stand there; empty where it may.
    const QString& refusal() const { return refusal_; }

  private:
    Workspace* workspace_;
    bool moving_ = false;
    std::optional<Stamp> stamp_;
    std::vector<std::string> ids_;
    std::vector<QRectF> boxes_;
    QRectF area_;
    QPointF from_, by_;
    QString refusal_;
};

}  // namespace headroom::ui
