// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/site_snap.h"

#include "models/facility/hall.h"
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
    snapper.setNeighbours(std::move(neighbours));
    const engine::Object* object = workspace.project().find(hall);
    const models::HallSpec spec =
        object == nullptr ? models::HallSpec{} : engine::specOf<models::HallSpec>(*object);
    snapper.setGrid(QPointF(spec.xM + spec.tileXM, spec.yM + spec.tileYM), spec.tileM);
    return snapper.snap(moving, slackM);
}

}  // namespace headroom::ui
