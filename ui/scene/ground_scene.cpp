// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/ground_scene.h"

#include "engine/connections/power_ways.h"
#include "ui/scene/ground_shade.h"
#include "ui/scene/scene_mesh.h"
#include "ui/scene/site_ground.h"

#include <QRectF>
#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kDarkestShade = 0.6;
constexpr double kPadM = 0.15;  // of a foundation around its machine

// Shares of the colour of walls in colours of the ground.
constexpr double kPavingShare = 0.10, kRoadShare = 0.38, kMarkingShare = 0.1, kPadShare = 0.35;

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto mix = [share](double x, double y) {
        return static_cast<float>(x + share * (y - x));
    };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()),
                            mix(a.blueF(), b.blueF()));
}

}  // namespace

std::array<vtkSmartPointer<vtkActor>*, 9> GroundScene::parts() {
    return {&ground_, &lines_,    &shadedGround_, &shadedFloors_, &paving_,
            &roads_,  &markings_, &fence_,        &pads_};
}

/// Parts that the shade lies on.
std::array<vtkActor*, 4> GroundScene::shadedParts() const {
    return {shadedGround_, shadedFloors_, paving_, roads_};
}

void GroundScene::clear() {
    for (vtkSmartPointer<vtkActor>* actor : parts()) {
        if (*actor != nullptr) {
            renderer_->RemoveActor(*actor);
        }
        *actor = nullptr;
    }
}

/// The ground near the halls has shade, the wide one around it has none.
void GroundScene::setLayout(const engine::Layout& layout) {
    clear();
    const QRectF area = shadedArea(layout);
    const double x0 = area.left(), x1 = area.right(), y0 = area.top(), y1 = area.bottom();
    const double extent = std::max(area.width(), area.height()), far = 1.5 * extent;
    const std::array<engine::Box, 4> around = {
        {{x0 - far, y0 - far, engine::kSiteGroundM, 2 * far + area.width(), far, 0.0},
         {x0 - far, y1, engine::kSiteGroundM, 2 * far + area.width(), far, 0.0},
         {x0 - far, y0, engine::kSiteGroundM, far, area.height(), 0.0},
         {x1, y0, engine::kSiteGroundM, far, area.height(), 0.0}}};
    ground_ = meshActor(rectanglesMesh(around));
    lines_ = meshActor(
        gridLines(x0, y0, x1, y1, engine::kSiteGroundM + 0.03, extent > 400.0 ? 50.0 : 10.0));

    shade_ = GroundShade(layout, area);
    texture_ = vtkSmartPointer<vtkTexture>::New();
    throwShadows();
    const engine::Box near{x0, y0, engine::kSiteGroundM, area.width(), area.height(), 0.0};
    shadedGround_ = meshActor(shadedMesh({&near, 1}, area));
    std::vector<engine::Box> floors;
    for (const engine::HallBox& hall : layout.halls) {
        floors.push_back({hall.box.x, hall.box.y, 0.012, hall.box.width, hall.box.depth, 0.0});
    }
    shadedFloors_ = meshActor(shadedMesh(floors, area));
    addSite(layout, area);
    setShaded(isShaded_);
    for (const vtkSmartPointer<vtkActor>* actor : parts()) {
        if (*actor != nullptr) {
            (*actor)->PickableOff();
            renderer_->AddActor(*actor);
        }
    }
}

/// Yard, roads and fence, and foundations below the machines outdoors.
void GroundScene::addSite(const engine::Layout& layout, const QRectF& shaded) {
    const SiteGround site = siteGround(layout, engine::kSiteGroundM);
    if (site.roads.empty()) {
        return;
    }
    paving_ = meshActor(shadedMesh(site.paving, shaded));
    roads_ = meshActor(shadedMesh(site.roads, shaded));
    markings_ = meshActor(rectanglesMesh(site.markings));
    fence_ = meshActor(boxesMesh(site.fence));
    std::vector<engine::Box> pads;
    for (const engine::EquipmentBox& machine : layout.equipment) {
        const engine::Box& b = machine.box;
        const auto holds = [&](const engine::HallBox& hall) {
            return b.x >= hall.box.x && b.x <= hall.box.x + hall.box.width && b.y >= hall.box.y &&
                   b.y <= hall.box.y + hall.box.depth;
        };
        if (std::none_of(layout.halls.begin(), layout.halls.end(), holds)) {
            pads.push_back({b.x - kPadM, b.y - kPadM, engine::kSiteGroundM, b.width + 2 * kPadM,
                            b.depth + 2 * kPadM, b.z - engine::kSiteGroundM});
        }
    }
    pads_ = pads.empty() ? nullptr : meshActor(boxesMesh(pads));
}

void GroundScene::setVisible(bool on) {
    for (vtkActor* actor : actors()) {
        if (actor != shadedFloors_.Get()) {
            actor->SetVisibility(on ? 1 : 0);
        }
    }
}

std::vector<vtkActor*> GroundScene::actors() {
    std::vector<vtkActor*> all;
    for (const vtkSmartPointer<vtkActor>* actor : parts()) {
        if (*actor != nullptr) {
            all.push_back(*actor);
        }
    }
    return all;
}

void GroundScene::throwShadows() {
    shadedLight_ = light_;
    if (texture_ != nullptr) {
        sinceShadows_.start();
        fillShadeTexture(texture_, shade_.at(light_.sun, light_.day), kDarkestShade);
        shadowsTookMs_ = sinceShadows_.restart();
    }
}

void GroundScene::setLight(const SunLight& light) {
    constexpr double kSeenRad = 0.07, kSeenDay = 0.06;
    light_ = light;
    const bool isSeen = angleBetween(light.sun, shadedLight_.sun) > kSeenRad ||
                        std::abs(light.day - shadedLight_.day) > kSeenDay;
    // While a run plays fast, shadows take a small share of the time.
    constexpr int kPausePerCost = 25;
    if (isSeen &&
        (!sinceShadows_.isValid() || sinceShadows_.elapsed() > kPausePerCost * shadowsTookMs_)) {
        throwShadows();
    }
    paint();
}

void GroundScene::setTheme(const ThemeColours& theme) {
    theme_ = theme;
    paint();
}

/// Floors of halls are lit, all else has the light of the hour.
void GroundScene::paint() {
    const ThemeColours& theme = theme_;
    const auto out = [this](const QColor& colour) { return light_.outdoors(colour); };
    tintActor(ground_, out(theme.ground), 1.0, 0.0);
    tintActor(shadedGround_, out(theme.ground), 1.0, 0.0);
    tintActor(lines_, out(theme.groundLine), 1.0, 0.0);
    tintActor(shadedFloors_, theme.floor, 0.62, 0.42);
    tintActor(paving_, out(mixed(theme.ground, theme.wall, kPavingShare)), 1.0, 0.0);
    tintActor(roads_, out(mixed(theme.ground, theme.wall, kRoadShare)), 1.0, 0.0);
    tintActor(markings_, out(mixed(theme.floor, theme.wall, kMarkingShare)), 1.0, 0.0);
    tintActor(fence_, out(theme.wall), 0.62, 0.42);
    tintActor(pads_, out(mixed(theme.floor, theme.wall, kPadShare)), 0.62, 0.42);
}

void GroundScene::setShaded(bool on) {
    isShaded_ = on;
    for (vtkActor* actor : shadedParts()) {
        if (actor != nullptr) {
            actor->SetTexture(on ? texture_.Get() : nullptr);
            // VTK makes the shader anew for a property that changed, not for a texture that came or went.
            actor->GetProperty()->Modified();
        }
    }
}

void GroundScene::setPixelRatio(double ratio) {
    lines_->GetProperty()->SetLineWidth(static_cast<float>(ratio));
}

}  // namespace headroom::ui
