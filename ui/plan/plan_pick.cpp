// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_pick.h"

#include "ui/floor/drawing_cache.h"
#include "ui/floor/plan_objects.h"
#include "ui/floor/scene_pick.h"
#include "ui/workspace/workspace.h"

#include <algorithm>

namespace headroom::ui {

namespace {

bool isOnEdge(const QRectF& area, QPointF at, double slackM) {
    return area.adjusted(-slackM, -slackM, slackM, slackM).contains(at) &&
           !area.adjusted(slackM, slackM, -slackM, -slackM).contains(at);
}

}  // namespace

std::vector<Selected> hitsAt(const Workspace& workspace, QPointF site, double slackM) {
    std::vector<Selected> hits;
    const engine::Layout& layout = workspace.layout();
    const Selected top = pickAt(layout, site.x(), site.y(), 0.0);
    if (!top.isNone()) {
        hits.push_back(top);
        hits.push_back(
            {Selected::Kind::Object, -1, editedObject(workspace.project(), top.objectId), -1});
    }
    std::vector<std::pair<double, std::string>> parts;
    for (const engine::StructureBox& part : layout.structures) {
        const QRectF area = areaOf(part.box);
        if (area.adjusted(-slackM, -slackM, slackM, slackM).contains(site)) {
            parts.emplace_back(area.width() * area.height(), part.id);
        }
    }
    std::sort(parts.begin(), parts.end());
    for (const auto& [size, id] : parts) {
        hits.push_back({Selected::Kind::Object, -1, editedObject(workspace.project(), id), -1});
    }
    for (const engine::HallBox& hall : layout.halls) {
        if (isOnEdge(areaOf(hall.box), site, slackM)) {
            hits.push_back({Selected::Kind::Object, -1, hall.id, -1});
        }
    }
    for (const engine::Object* drawing : workspace.project().objectsOf("drawing")) {
        const auto area = DrawingCache::instance().areaOf(workspace.project(), *drawing);
        if (area && isOnEdge(*area, site, slackM)) {
            hits.push_back({Selected::Kind::Object, -1, drawing->id, -1});
        }
    }
    return hits;
}

std::vector<std::string> objectsIn(const Workspace& workspace, const QRectF& frame, bool touching) {
    std::vector<std::string> ids;
    const auto& halls = workspace.layout().halls;
    for (const Footprint& one : footprintsOf(workspace)) {
        const bool isHall = std::any_of(halls.begin(), halls.end(),
                                        [&](const auto& hall) { return hall.id == one.id; });
        const bool hit =
            touching && !isHall ? frame.intersects(one.area) : frame.contains(one.area);
        const std::string id = editedObject(workspace.project(), one.id);
        if (hit && std::find(ids.begin(), ids.end(), id) == ids.end()) {
            ids.push_back(id);
        }
    }
    return ids;
}

}  // namespace headroom::ui
