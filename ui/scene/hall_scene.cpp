// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/hall_scene.h"

#include "ui/floor/machine_tint.h"
#include "ui/floor/scene_pick.h"
#include "ui/scene/scene_mesh.h"

#include <vtkActor.h>
#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkLight.h>
#include <vtkMapper.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kWallHeight = 0.9;
constexpr double kWallThickness = 0.18;
constexpr double kColumnHeight = 3.0;  // columns end there, so that they hide little
constexpr double kAisleOpacity = 0.7;

bool isOutdoors(const engine::Layout& layout, const engine::Box& b) {
    return std::none_of(layout.halls.begin(), layout.halls.end(), [&](const engine::HallBox& hall) {
        return b.x >= hall.box.x && b.x <= hall.box.x + hall.box.width && b.y >= hall.box.y &&
               b.y <= hall.box.y + hall.box.depth;
    });
}

}  // namespace

HallScene::HallScene()
    : renderer_(vtkSmartPointer<vtkRenderer>::New()),
      theme_(Theme::instance().colours()),
      ground_(renderer_),
      outlines_(renderer_, theme_),
      shapes_(renderer_),
      upperWalls_(renderer_),
      cut_(renderer_) {
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
        return vtkSmartPointer<vtkLight>(lamp);
    };
    const Sun sun;
    sunLamp_ = light(sun.eastward, sun.northward, sun.upward, 0.78);
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

std::array<vtkSmartPointer<vtkActor>*, 8> HallScene::parts() {
    return {&floors_, &walls_, &hot_, &cold_, &structures_, &rooms_, &keptClear_, &cableTrays_};
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
    ground_.setLayout(layout);
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
    std::vector<vtkActor*> whole = ground_.actors();
    for (vtkActor* floor :
         {floors_.Get(), hot_.Get(), cold_.Get(), rooms_.Get(), keptClear_.Get()}) {
        whole.push_back(floor);
    }
    cut_.setUncut(std::move(whole));
    paintTheme();
}

void HallScene::setFocus(const SceneFocus& focus, const SceneMask& mask) {
    cut_.set(focus);
    for (int i = 0; i < racks_; ++i) {
        shapes_.setLook(i, lookOf(mask.racks, static_cast<std::size_t>(i)));
    }
    for (int i = racks_; i < shapes_.count(); ++i) {
        shapes_.setLook(i, lookOf(mask.machines, static_cast<std::size_t>(i - racks_)));
    }
    hidesRest_ = focus.hidesRest && focus.hasChoice();
    shade();
}

/// Things that are hidden throw no shadow.
void HallScene::shade() {
    ground_.setShaded(!quick_ && !hidesRest_);
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
    machines_.clear();
    for (const engine::EquipmentBox& machine : layout.equipment) {
        const bool isOut = isOutdoors(layout, machine.box);
        shapes_.add(engine::shapeKeyOf(layout, machine), machine.box, isOut);
        machines_.push_back({machine.kind, isOut, std::nullopt});
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
    for (std::size_t i = 0; i < std::min(machines_.size(), colours.size()); ++i) {
        machines_[i].colour = colours[i];
    }
    paintMachines();
    shapes_.uploadColours();
}

/// Machines outdoors have the light of the hour, apart from those whose colour tells of their state.
void HallScene::paintMachines() {
    for (std::size_t i = 0; i < machines_.size(); ++i) {
        const QColor usual = equipmentColour(machines_[i].kind, theme_);
        const QColor own = machines_[i].colour ? QColor::fromRgb(*machines_[i].colour) : usual;
        // A machine that stands by is paler, in the same hue.
        constexpr double kSameHue = 0.04;
        const bool isUsual = std::abs(own.hueF() - usual.hueF()) < kSameHue;
        const bool isDimmed = machines_[i].isOutdoors && isUsual;
        shapes_.setColour(racks_ + static_cast<int>(i),
                          (isDimmed ? light_.outdoors(own) : own).rgb());
    }
}

void HallScene::setLight(const SunLight& light) {
    if (isSameLight(light, light_)) {
        return;
    }
    light_ = light;
    sunLamp_->SetPosition(light.sun.eastward, light.sun.northward, light.sun.upward);
    paintTheme();
}

void HallScene::setTheme(const ThemeColours& colours) {
    theme_ = colours;
    for (Machine& machine : machines_) {
        machine.colour.reset();  // of the theme before
    }
    paintTheme();
}

void HallScene::paintTheme() {
    const auto set = [](const QColor& c, auto setter) { setter(c.redF(), c.greenF(), c.blueF()); };
    set(light_.outdoors(theme_.sceneBottom),
        [this](double r, double g, double b) { renderer_->SetBackground(r, g, b); });
    set(light_.outdoors(theme_.sceneTop),
        [this](double r, double g, double b) { renderer_->SetBackground2(r, g, b); });
    tintActor(floors_, light_.outdoors(theme_.floor), 0.62, 0.42);  // the slab, below lit floors
    tintActor(walls_, light_.outdoors(theme_.wall), 0.62, 0.42);
    tintActor(hot_, theme_.hotAisle, 1.0, 0.0);
    tintActor(cold_, theme_.coldAisle, 1.0, 0.0);
    for (vtkActor* strip : {hot_.Get(), cold_.Get()}) {
        if (strip != nullptr) {
            strip->GetProperty()->SetOpacity(
                kAisleOpacity);  // the shade of the racks shows through
        }
    }
    ground_.setTheme(theme_);
    ground_.setLight(light_);
    upperWalls_.setTheme(theme_, light_);
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
    shapes_.setLight(light_);
    paintMachines();
    shapes_.uploadColours();
    outlines_.setTheme(theme_);
    setAislesVisible(aislesVisible_);
}

void HallScene::setPixelRatio(double ratio) {
    outlines_.setPixelRatio(ratio);
    ground_.setPixelRatio(ratio);
}

bool HallScene::setQuick(bool on) {
    const bool before = std::exchange(quick_, on);
    if (before != on) {
        shapes_.setTriangleBudget(on ? ShapeField::kQuickBudget : ShapeField::kUsualBudget);
        shade();
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
