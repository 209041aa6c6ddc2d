// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/site_layers.h"

#include "ui/scene/scene_mesh.h"
#include "ui/scene/way_mesh.h"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <limits>

namespace headroom::ui {

namespace {

constexpr double kGhostWayOpacity = 0.12;
constexpr int kGhostSides = 4;

}  // namespace

SiteLayers::SiteLayers(vtkRenderer* renderer)
    : renderer_(renderer),
      theme_(Theme::instance().colours()),
      pipes_(renderer),
      power_(renderer),
      trays_(renderer) {}

SiteLayers::~SiteLayers() = default;

void SiteLayers::setLayout(const engine::Layout& layout, const engine::Frame* frame,
                           ColourMap map) {
    mask_ = {};
    power_.setMap(map);
    trays_.setMap(map);
    pipes_.setLayout(layout, frame);
    power_.setLayout(layout, frame);
    trays_.setLayout(layout, frame);
    makeGhosts();
}

void SiteLayers::show(const engine::Layout& layout, const engine::Frame* frame, ColourMap map) {
    power_.setMap(map);
    trays_.setMap(map);
    pipes_.show(layout, frame);
    power_.show(layout, frame);
    trays_.show(frame);
}

void SiteLayers::setTheme(const ThemeColours& colours) {
    theme_ = colours;
    power_.setTheme(colours);
    trays_.setTheme(colours);
    tintActor(ghosts_, theme_.muted, 0.5, 0.5);
}

void SiteLayers::setFaint(bool on) {
    pipes_.setFaint(on);
    power_.setFaint(on);
}

void SiteLayers::setMask(const SceneMask& mask) {
    mask_ = mask;
    pipes_.setLooks(mask.pipes);
    power_.setLooks(mask.ways, mask.boards);
    trays_.setLooks(mask.trays);
    makeGhosts();
}

void SiteLayers::setVisible(Layer layer, bool on) {
    switch (layer) {
        case Layer::Pipes:
            pipes_.setVisible(on);
            break;
        case Layer::Power:
            power_.setVisible(on);
            break;
        case Layer::Trays:
            trays_.setVisible(on);
            break;
    }
    makeGhosts();
}

/// One mesh for all ghosts of visible layers.
void SiteLayers::makeGhosts() {
    if (ghosts_ != nullptr) {
        renderer_->RemoveActor(ghosts_);
        ghosts_ = nullptr;
    }
    engine::ShapeMesh mesh;
    const auto isGhost = [](const std::vector<SceneLook>& looks, std::size_t i) {
        return lookOf(looks, i) == SceneLook::Ghost;
    };
    for (std::size_t i = 0; pipes_.isVisible() && i < pipes_.pipes().size(); ++i) {
        const engine::CoolantPipe& pipe = pipes_.pipes()[i];
        if (isGhost(mask_.pipes, i)) {
            addWay(mesh, pipe.points, pipe.diameterM, pipe.diameterM, kGhostSides);
        }
    }
    for (std::size_t i = 0; power_.isVisible() && i < power_.plan().ways.size(); ++i) {
        const engine::PowerWay& way = power_.plan().ways[i];
        if (isGhost(mask_.ways, i)) {
            addWay(mesh, way.points, way.widthM, way.heightM, kGhostSides);
        }
    }
    for (std::size_t i = 0; trays_.isVisible() && i < trays_.trays().size(); ++i) {
        const engine::Box& b = trays_.trays()[i].box;
        if (isGhost(mask_.trays, i)) {
            addBlock(mesh, {b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z},
                     {b.width, b.depth, b.height});
        }
    }
    if (mesh.points.empty()) {
        return;
    }
    ghosts_ = meshActor(trianglesMesh(mesh));
    ghosts_->PickableOff();
    ghosts_->GetProperty()->SetOpacity(kGhostWayOpacity);
    tintActor(ghosts_, theme_.muted, 0.5, 0.5);
    renderer_->AddActor(ghosts_);
}

std::string SiteLayers::objectAlong(const Ray& ray, double* distanceM) const {
    std::string found;
    double nearest = std::numeric_limits<double>::infinity();
    const auto take = [&](const std::string& object, double away) {
        if (!object.empty() && away < nearest) {
            nearest = away;
            found = object;
        }
    };
    double awayM = nearest;
    if (const int pipe = pipes_.pipeAlong(ray, &awayM); pipe >= 0) {
        take(pipes_.pipes()[static_cast<std::size_t>(pipe)].object, awayM);
    }
    const std::string way = power_.objectAlong(ray, &awayM);
    take(way, awayM);
    const std::string tray = trays_.objectAlong(ray, &awayM);
    take(tray, awayM);
    if (distanceM != nullptr && !found.empty()) {
        *distanceM = nearest;
    }
    return found;
}

}  // namespace headroom::ui
