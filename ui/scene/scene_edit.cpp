// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_edit.h"

#include "ui/floor/plan_objects.h"
#include "ui/floor/site_snap.h"
#include "ui/plan/plan_view.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

namespace {

constexpr double kGhostHeightM = 2.0;
constexpr std::size_t kMostGhosts = 2000;  // outlines that are drawn one by one

}  // namespace

std::optional<QPointF> SceneEdit::placeAt(const Ray& ray) const {
    if (ray.direction[2] > -1e-3) {
        return std::nullopt;
    }
    const double t = (heightM_ - ray.origin[2]) / ray.direction[2];
    return QPointF(ray.origin[0] + t * ray.direction[0], ray.origin[1] + t * ray.direction[1]);
}

bool SceneEdit::grab(const Ray& ray, double heightM) {
    cancel();
    heightM_ = heightM;
    const auto from = placeAt(ray);
    for (const std::string& id : editedObjects(*workspace_)) {
        if (isMovable(*workspace_->project().find(id))) {
            ids_.push_back(id);
        }
    }
    handler_ = airHandlerOf(*workspace_, workspace_->selection().current());
    const auto area =
        handler_ < 0
            ? footprintOf(*workspace_, ids_)
            : areaOf(workspace_->layout().equipment[static_cast<std::size_t>(handler_)].box);
    if (!area || !from || !workspace_->editor().canEdit()) {
        cancel();
        return false;
    }
    area_ = *area;
    boxes_ = handler_ < 0 ? boxesOf(*workspace_, ids_) : std::vector<QRectF>{area_};
    if (boxes_.size() > kMostGhosts) {
        boxes_ = {area_};
    }
    from_ = *from;
    by_ = {};
    moving_ = true;
    return true;
}

void SceneEdit::take(Stamp stamp) {
    cancel();
    boxes_ = stamp.boxes;
    area_ = stamp.area();
    stamp_ = std::move(stamp);
}

void SceneEdit::follow(QPointF floor, bool snaps, double slackM) {
    by_ = moving_ ? floor - from_ : floor - area_.center();
    if (snaps) {
        by_ += snappedOnSite(*workspace_, area_.translated(by_), ids_, slackM).by;
    }
    refusal_ = stamp_ ? stamp_->place(*workspace_, by_).refusal : QString();
}

void SceneEdit::drop() {
    Editor& editor = workspace_->editor();
    if (moving_ && !by_.isNull() && handler_ >= 0) {
        editor.apply(moveHandlerEdits(*workspace_, handler_, by_),
                     moveHandlerWords(*workspace_, handler_));
    } else if (moving_ && !by_.isNull()) {
        editor.apply(moveEdits(*workspace_, ids_, by_),
                     wordsFor(PlanView::tr("Move"), *workspace_, ids_));
    } else if (stamp_) {
        const Placing placing = stamp_->place(*workspace_, by_);
        if (placing.refusal.isEmpty() && editor.apply(placing.edits, placing.words)) {
            workspace_->selection().selectAll(selectedObjects(placing.made));
        }
    }
    cancel();
}

void SceneEdit::cancel() {
    moving_ = false;
    heightM_ = 0.0;
    stamp_.reset();
    ids_.clear();
    handler_ = -1;
    boxes_.clear();
    refusal_.clear();
}

std::vector<engine::Box> SceneEdit::ghosts() const {
    std::vector<engine::Box> ghosts;
    for (const QRectF& box : boxes_) {
        const QRectF r = box.translated(by_);
        ghosts.push_back({r.x(), r.y(), 0.0, r.width(), r.height(), kGhostHeightM});
    }
    return ghosts;
}

}  // namespace headroom::ui
