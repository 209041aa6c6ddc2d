// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/site_snap.h"

#include "models/facility/hall.h"
#include "ui/floor/drawing_cache.h"
#include "ui/floor/plan_objects.h"
#include "ui/workspace/workspace.h"

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr double kAroundM = 30.0;  // neighbours further off are not aligned with

}  // namespace

Snapped snappedOnSite(const Workspace& workspace, const QRectF& moving,
                      const std::vector<std::string>& except, double slackM) {
    Snapper snapper;
    const std::string hall = hallAt(workspace, moving.center());
    std::vector<QRectF> neighbours;
    const QRectF around = moving.adjusted(-kAroundM, -kAroundM, kAroundM, kAroundM);
    for (const Footprint& one : footprintsOf(workspace)) {
        const bool moves = std::find(except.begin(), except.end(), one.id) != except.end();
        if (one.id == hall && !moves) {
            snapper.setHall(one.area);
        } else if (!moves && around.intersects(one.area)) {
            neighbours.push_back(one.area);
        }
    }
    // Ends, corners and centres of the drawing under the plan, near a corner or the middle of what moves.
    for (const QPointF& at : {QPointF(moving.x(), moving.y()), moving.center(),
                              QPointF(moving.x() + moving.width(), moving.y()),
                              QPointF(moving.x(), moving.y() + moving.height()),
                              QPointF(moving.x() + moving.width(), moving.y() + moving.height())}) {
        for (const QPointF& point :
             DrawingCache::instance().pointsNear(workspace.project(), at, slackM)) {
            neighbours.emplace_back(point, QSizeF(0.0, 0.0));
        }
    }
    snapper.setNeighbours(std::move(neighbours));
    const engine::Object* object = workspace.project().find(hall);
    const models::HallSpec spec =
        object == nullptr ? models::HallSpec{} : engine::specOf<models::HallSpec>(*object);
    snapper.setGrid(QPointF(spec.xM + spec.tileXM, spec.yM + spec.tileYM), spec.tileM);
    return snapper.snap(moving, slackM);
}

}  // namespace headroom::ui
