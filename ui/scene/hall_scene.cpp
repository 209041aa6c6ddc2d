// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/hall_scene.h"

#include "engine/connections/power_ways.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/scene_pick.h"
#include "ui/scene/scene_mesh.h"
#include "ui/scene/site_ground.h"

#include <vtkActor.h>
#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkLight.h>
#include <vtkMapper.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include <algorithm>
#include <array>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kWallHeight = 0.9;
constexpr double kWallThickness = 0.18;
constexpr double kColumnHeight = 3.0;  // columns end there, so that they hide little
constexpr double kAisleOpacity = 0.7;
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

HallScene::HallScene()
    : renderer_(vtkSmartPointer<vtkRenderer>::New()),
      theme_(Theme::instance().colours()),
      outlines_(renderer_, theme_),
      shapes_(renderer_),
      upperWalls_(renderer_) {
    renderer_->GradientBackgroundOn();
    renderer_->SetBackgroundAlpha(1.0);
    renderer_->AutomaticLightCreationOff();
    // A high sun from the south-east and a weak light from the other side: matte, calm, and each
    // face of a box has its own lightness from every side.
    const auto light = [this](double x, double y, double z, double strength) {
        vtkNew<vtkLight> lamp;
        lamp->SetLightTypeToSceneLight();
        lamp->SetPositional(false);
        lamp->SetPosition(x, y, z);
        lamp->SetFocalPoint(0, 0, 0);
        lamp->SetIntensity(strength);
        renderer_->AddLight(lamp);
    };
    const Sun sun;
    light(sun.eastward, sun.northward, sun.upward, 0.78);
    light(-0.9, -0.1, 0.6, 0.32);
    vtkNew<vtkCallbackCommand> before;
    before->SetClientData(renderer_);
    before->SetCallback([](vtkObject*, unsigned long, void* renderer, void*) {
        adaptHaze(static_cast<vtkRenderer*>(renderer));
    });
    observer_ = renderer_->AddObserver(vtkCommand::StartEvent, before);
}

HallScene::~HallScene() {
    renderer_->RemoveObserver(observer_);  // a window may keep the renderer
}

std::array<vtkSmartPointer<vtkActor>*, 17> HallScene::parts() {
    return {&ground_,       &groundLines_,  &floors_, &walls_,     &hot_,       &cold_,
            &fence_,        &shadedGround_, &paving_, &roads_,     &markings_,  &pads_,
            &shadedFloors_, &structures_,   &rooms_,  &keptClear_, &cableTrays_};
}

/// Parts of the ground that the shade lies on.
std::array<vtkActor*, 4> HallScene::shadedParts() const {
    return {shadedGround_, shadedFloors_, paving_, roads_};
}

vtkRenderer* HallScene::renderer() const {
    return renderer_;
}

void HallScene::clear() {
    for (const auto& actor : actors_) {
        renderer_->RemoveActor(actor);
    }
    actors_.clear();
    shapes_.clear();
    racks_ = 0;
    for (vtkSmartPointer<vtkActor>* actor : parts()) {
        *actor = nullptr;
    }
    outlines_.clear();
}

void HallScene::setLayout(const engine::Layout& layout) {
    clear();
    addGround(layout);
    addHalls(layout);
    addAisles(layout);
    addRacks(layout);
    addEquipment(layout);
    addStructures(layout);
    for (const vtkSmartPointer<vtkActor>* actor : parts()) {
        if (*actor != nullptr) {
            (*actor)->PickableOff();
            renderer_->AddActor(*actor);
            actors_.push_back(*actor);
        }
    }
    paintTheme();
}

/// The ground near the halls has shade, the wide one around it has none.
void HallScene::addGround(const engine::Layout& layout) {
    const QRectF area = shadedArea(layout);
    const double x0 = area.left(), x1 = area.right(), y0 = area.top(), y1 = area.bottom();
    const double extent = std::max(area.width(), area.height()), far = 1.5 * extent;
    const std::array<engine::Box, 4> around = {
        {{x0 - far, y0 - far, engine::kSiteGroundM, 2 * far + area.width(), far, 0.0},
         {x0 - far, y1, engine::kSiteGroundM, 2 * far + area.width(), far, 0.0},
         {x0 - far, y0, engine::kSiteGroundM, far, area.height(), 0.0},
         {x1, y0, engine::kSiteGroundM, far, area.height(), 0.0}}};
    ground_ = meshActor(rectanglesMesh(around));
    groundLines_ = meshActor(
        gridLines(x0, y0, x1, y1, engine::kSiteGroundM + 0.03, extent > 400.0 ? 50.0 : 10.0));

    shade_ = shadeTexture(groundShade(layout, area, {}), kDarkestShade);
    const engine::Box near{x0, y0, engine::kSiteGroundM, area.width(), area.height(), 0.0};
    shadedGround_ = meshActor(shadedMesh({&near, 1}, area));
    std::vector<engine::Box> floors;
    for (const engine::HallBox& hall : layout.halls) {
        floors.push_back({hall.box.x, hall.box.y, 0.012, hall.box.width, hall.box.depth, 0.0});
    }
    shadedFloors_ = meshActor(shadedMesh(floors, area));
    addSite(layout, area);
    for (vtkActor* actor : shadedParts()) {
        if (actor != nullptr) {
            actor->SetTexture(quick_ ? nullptr : shade_.Get());
        }
    }
}

/// Yard, roads and fence, and foundations below the machines outdoors.
void HallScene::addSite(const engine::Layout& layout, const QRectF& shaded) {
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

void HallScene::addHalls(const engine::Layout& layout) {
    std::vector<engine::Box> floors;
    std::vector<engine::Box> walls;
    for (const engine::HallBox& hall : layout.halls) {
        const engine::Box& b = hall.box;
        constexpr double t = kWallThickness;
        floors.push_back({b.x - t, b.y - t, -0.25, b.width + 2 * t, b.depth + 2 * t, 0.25});
        const double height = std::min(kWallHeight, b.height);
        walls.push_back({b.x - t, b.y - t, 0.0, b.width + 2 * t, t, height});
        walls.push_back({b.x - t, b.y + b.depth, 0.0, b.width + 2 * t, t, height});
        walls.push_back({b.x - t, b.y, 0.0, t, b.depth, height});
        walls.push_back({b.x + b.width, b.y, 0.0, t, b.depth, height});
    }
    floors_ = meshActor(boxesMesh(floors));
    walls_ = meshActor(boxesMesh(walls));
    upperWalls_.setLayout(layout, kWallHeight, kWallThickness);
}

void HallScene::addAisles(const engine::Layout& layout) {
    std::vector<engine::Box> hot;
    std::vector<engine::Box> cold;
    for (const engine::AisleBox& aisle : layout.aisles) {
        engine::Box strip = aisle.box;
        strip.z = 0.03;
        (aisle.hot ? hot : cold).push_back(strip);
    }
    hot_ = meshActor(rectanglesMesh(hot));
    cold_ = meshActor(rectanglesMesh(cold));
}

void HallScene::addRacks(const engine::Layout& layout) {
    for (const engine::RackBox& rack : layout.racks) {
        shapes_.add(engine::shapeKeyOf(layout, rack), rack.box);
    }
    racks_ = shapes_.count();
}

void HallScene::addEquipment(const engine::Layout& layout) {
    machineKinds_.clear();
    for (const engine::EquipmentBox& machine : layout.equipment) {
        shapes_.add(engine::shapeKeyOf(layout, machine), machine.box);
        machineKinds_.push_back(machine.kind);
    }
}

/// Walls as low as those of halls; rooms and strips that are kept clear lie on the floor.
void HallScene::addStructures(const engine::Layout& layout) {
    std::vector<engine::Box> solid, rooms, clear, trays;
    for (const engine::StructureBox& part : layout.structures) {
        engine::Box b = part.box;
        switch (part.kind) {
            case models::StructureKind::Wall:
                b.height = std::min(b.height, kWallHeight);
                solid.push_back(b);
                break;
            case models::StructureKind::Column:
                b.height = std::min(b.height, kColumnHeight);
                solid.push_back(b);
                break;
            case models::StructureKind::Ramp:
                b.height = std::min(b.height, 0.3);
                solid.push_back(b);
                break;
            case models::StructureKind::Tray:
                trays.push_back(b);
                break;
            case models::StructureKind::Door:
            case models::StructureKind::KeepClear:
                b.z = 0.05;
                clear.push_back(b);
                break;
            case models::StructureKind::Room:
                b.z = 0.02;
                rooms.push_back(b);
                break;
        }
    }
    structures_ = solid.empty() ? nullptr : meshActor(boxesMesh(solid));
    cableTrays_ = trays.empty() ? nullptr : meshActor(boxesMesh(trays));
    rooms_ = rooms.empty() ? nullptr : meshActor(rectanglesMesh(rooms));
    keptClear_ = clear.empty() ? nullptr : meshActor(rectanglesMesh(clear));
}

void HallScene::setColours(std::span<const QRgb> colours) {
    for (int i = 0; i < std::min(racks_, static_cast<int>(colours.size())); ++i) {
        shapes_.setColour(i, colours[static_cast<std::size_t>(i)]);
    }
    shapes_.uploadColours();
}

void HallScene::setMachineColours(std::span<const QRgb> colours) {
    for (int i = 0; i < std::min(shapes_.count() - racks_, static_cast<int>(colours.size())); ++i) {
        shapes_.setColour(racks_ + i, colours[static_cast<std::size_t>(i)]);
    }
    shapes_.uploadColours();
}

void HallScene::setTheme(const ThemeColours& colours) {
    theme_ = colours;
    paintTheme();
}

void HallScene::paintTheme() {
    const auto set = [](const QColor& c, auto setter) { setter(c.redF(), c.greenF(), c.blueF()); };
    set(theme_.sceneBottom,
        [this](double r, double g, double b) { renderer_->SetBackground(r, g, b); });
    set(theme_.sceneTop,
        [this](double r, double g, double b) { renderer_->SetBackground2(r, g, b); });
    tintActor(ground_, theme_.ground, 1.0, 0.0);
    tintActor(shadedGround_, theme_.ground, 1.0, 0.0);
    tintActor(groundLines_, theme_.groundLine, 1.0, 0.0);
    tintActor(floors_, theme_.floor, 0.62, 0.42);
    tintActor(shadedFloors_, theme_.floor, 0.62, 0.42);
    tintActor(walls_, theme_.wall, 0.62, 0.42);
    tintActor(hot_, theme_.hotAisle, 1.0, 0.0);
    tintActor(cold_, theme_.coldAisle, 1.0, 0.0);
    for (vtkActor* strip : {hot_.Get(), cold_.Get()}) {
        if (strip != nullptr) {
            strip->GetProperty()->SetOpacity(
                kAisleOpacity);  // the shade of the racks shows through
        }
    }
    upperWalls_.setTheme(theme_);
    tintActor(paving_, mixed(theme_.ground, theme_.wall, kPavingShare), 1.0, 0.0);
    tintActor(roads_, mixed(theme_.ground, theme_.wall, kRoadShare), 1.0, 0.0);
    tintActor(markings_, mixed(theme_.floor, theme_.wall, kMarkingShare), 1.0, 0.0);
    tintActor(fence_, theme_.wall, 0.62, 0.42);
    tintActor(pads_, mixed(theme_.floor, theme_.wall, kPadShare), 0.62, 0.42);
    tintActor(structures_, theme_.wall, 0.62, 0.42);
    tintActor(cableTrays_, theme_.equipmentNetwork, 0.55, 0.45);
    tintActor(rooms_, theme_.accent, 1.0, 0.0);
    tintActor(keptClear_, theme_.caution, 1.0, 0.0);
    for (vtkActor* area : {rooms_.Get(), keptClear_.Get()}) {
        if (area != nullptr) {
            area->GetProperty()->SetOpacity(0.35);
        }
    }
    shapes_.setTheme(theme_);
    for (std::size_t i = 0; i < machineKinds_.size(); ++i) {
        shapes_.setColour(racks_ + static_cast<int>(i),
                          equipmentColour(machineKinds_[i], theme_).rgb());
    }
    shapes_.uploadColours();
    outlines_.setTheme(theme_);
    setAislesVisible(aislesVisible_);
}

void HallScene::setPixelRatio(double ratio) {
    outlines_.setPixelRatio(ratio);
    groundLines_->GetProperty()->SetLineWidth(static_cast<float>(ratio));
}

bool HallScene::setQuick(bool on) {
    const bool before = std::exchange(quick_, on);
    if (before != on) {
        shapes_.setTriangleBudget(on ? ShapeField::kQuickBudget : ShapeField::kUsualBudget);
        for (vtkActor* actor : shadedParts()) {
            if (actor != nullptr) {
                actor->SetTexture(on ? nullptr : shade_.Get());
            }
        }
    }
    return before;
}

void HallScene::setAislesVisible(bool on) {
    aislesVisible_ = on;
    if (hot_ != nullptr) {
        hot_->SetVisibility(on ? 1 : 0);
        cold_->SetVisibility(on ? 1 : 0);
    }
}

}  // namespace headroom::ui
