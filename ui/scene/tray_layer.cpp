// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/tray_layer.h"

#include "engine/fabric/fabric.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/paint.h"
#include "ui/power/one_line_paint.h"
#include "ui/scene/scene_mesh.h"
#include "ui/scene/way_mesh.h"

#include <vtkActor.h>
#include <vtkMapper.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kTrayRailM = 0.03, kRungEveryM = 0.6;
constexpr int kMostRungs = 1500;     // of all trays: bounds the triangles
constexpr double kLeastFill = 0.08;  // so that a few cables can be seen
constexpr int kTrayBoxSides = 4;

/// The network with the most switches in each hall; where a hall has none, the one with the most of them at all.
std::vector<std::string> fabricsOfHalls(const engine::FabricNetwork& network, std::size_t halls) {
    std::vector<std::string> ids(halls);
    std::vector<std::size_t> most(halls, 0);
    for (const engine::Fabric& fabric : network.fabrics) {
        std::vector<std::size_t> counts(halls, 0);
        for (const engine::FabricSwitch& each : fabric.switches) {
            if (each.hall >= 0 && static_cast<std::size_t>(each.hall) < halls) {
                // One switch in the hall outweighs all switches of other halls.
                counts[static_cast<std::size_t>(each.hall)] += 1'000'000;
            }
        }
        for (std::size_t hall = 0; hall < halls; ++hall) {
            const std::size_t weight = counts[hall] + fabric.switches.size();
            if (weight > most[hall]) {
                most[hall] = weight;
                ids[hall] = fabric.id;
            }
        }
    }
    return ids;
}

}  // namespace

TrayLayer::TrayLayer(vtkRenderer* renderer)
    : renderer_(renderer), theme_(Theme::instance().colours()) {}

TrayLayer::~TrayLayer() = default;

void TrayLayer::setLayout(const engine::Layout& layout, const engine::Frame* frame) {
    trays_ = layout.trays;
    looks_.clear();
    isHallLive_.assign(layout.halls.size(), true);
    lay();
    show(frame);
}

void TrayLayer::lay() {
    if (actor_ != nullptr) {
        renderer_->RemoveActor(actor_);
        actor_ = nullptr;
    }
    tracks_.clear();
    cables_.clear();
    if (trays_.empty()) {
        return;
    }
    double totalM = 0.0;
    for (const engine::TrayBox& tray : trays_) {
        totalM += std::max(tray.box.width, tray.box.depth);
    }
    const double everyM = std::max(kRungEveryM, totalM / kMostRungs);
    engine::ShapeMesh mesh;
    for (std::size_t i = 0; i < trays_.size(); ++i) {
        const engine::TrayBox& tray = trays_[i];
        if (lookOf(looks_, i) != SceneLook::Shown) {
            tracks_.push_back(0);
            cables_.push_back(0);
            continue;
        }
        const engine::Box& b = tray.box;
        const bool isEast = b.width >= b.depth;
        const double lengthM = isEast ? b.width : b.depth, wideM = isEast ? b.depth : b.width;
        const auto at = [&](double along, double across, double up) {
            return isEast ? WayPoint{b.x + along, b.y + wideM / 2.0 + across, b.z + up}
                          : WayPoint{b.x + wideM / 2.0 + across, b.y + along, b.z + up};
        };
        int points = 0;
        for (const double side : {-0.5, 0.5}) {
            points += addPrism(mesh, at(0, side * wideM, b.height / 2.0),
                               at(lengthM, side * wideM, b.height / 2.0), kTrayRailM, b.height,
                               kTrayBoxSides);
        }
        const int rungs = std::max(1, static_cast<int>(lengthM / everyM));
        for (int rung = 0; rung <= rungs; ++rung) {
            const double along = rung * lengthM / rungs;
            points += addPrism(mesh, at(along, -wideM / 2.0, kTrayRailM / 2.0),
                               at(along, wideM / 2.0, kTrayRailM / 2.0), kTrayRailM, kTrayRailM,
                               kTrayBoxSides);
        }
        tracks_.push_back(points);
        const double highM = b.height * std::clamp(tray.fill, kLeastFill, 1.0);
        cables_.push_back(addPrism(mesh, at(0, 0, kTrayRailM + highM / 2.0),
                                   at(lengthM, 0, kTrayRailM + highM / 2.0), 0.8 * wideM, highM,
                                   kTrayBoxSides));
    }
    if (mesh.points.empty()) {
        return;
    }
    mesh_ = trianglesMesh(mesh);
    colours_ = vtkSmartPointer<vtkUnsignedCharArray>::New();
    colours_->SetNumberOfComponents(3);
    colours_->SetNumberOfTuples(mesh_->GetNumberOfPoints());
    mesh_->GetPointData()->SetScalars(colours_);
    actor_ = meshActor(mesh_);
    actor_->GetMapper()->ScalarVisibilityOn();
    actor_->PickableOff();
    vtkProperty* p = actor_->GetProperty();
    p->SetAmbient(0.5);
    p->SetDiffuse(0.55);
    p->SetSpecular(0.0);
    actor_->SetVisibility(isOn_ ? 1 : 0);
    renderer_->AddActor(actor_);
}

void TrayLayer::show(const engine::Frame* frame) {
    if (const auto fabrics = frame == nullptr ? nullptr : frame->fabrics;
        fabrics != fabrics_ || hallFabric_.size() != isHallLive_.size()) {
        fabrics_ = fabrics;
        hallFabric_ = fabrics_ == nullptr ? std::vector<std::string>(isHallLive_.size())
                                          : fabricsOfHalls(*fabrics_, isHallLive_.size());
    }
    for (std::size_t hall = 0; hall < isHallLive_.size(); ++hall) {
        isHallLive_[hall] = frame == nullptr || !isHallDark(*frame, static_cast<int>(hall));
    }
    if (isVisible()) {
        paint();
    }
}

bool TrayLayer::isLive(int tray) const {
    const auto hall = static_cast<std::size_t>(trays_[static_cast<std::size_t>(tray)].hall);
    return hall >= isHallLive_.size() || isHallLive_[hall];
}

std::string TrayLayer::objectOf(int tray) const {
    const auto hall = static_cast<std::size_t>(trays_[static_cast<std::size_t>(tray)].hall);
    return hall < hallFabric_.size() ? hallFabric_[hall] : std::string();
}

std::string TrayLayer::objectAlong(const Ray& ray, double* distanceM) const {
    std::string found;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < trays_.size() && isVisible(); ++i) {
        const double d =
            lookOf(looks_, i) == SceneLook::Shown ? distanceToBox(trays_[i].box, ray) : nearest;
        if (d < nearest) {
            nearest = d;
            found = objectOf(static_cast<int>(i));
        }
    }
    if (distanceM != nullptr && !found.empty()) {
        *distanceM = nearest;
    }
    return found;
}

QColor TrayLayer::colour(int tray) const {
    if (!isLive(tray)) {
        return deadWire(theme_);
    }
    return loadingColour(fill(tray), map_, theme_);
}

void TrayLayer::paint() {
    if (actor_ == nullptr) {
        return;
    }
    unsigned char* to = colours_->GetPointer(0);
    const auto write = [&to](const QColor& c, int points) {
        for (int i = 0; i < points; ++i) {
            *to++ = static_cast<unsigned char>(c.red());
            *to++ = static_cast<unsigned char>(c.green());
            *to++ = static_cast<unsigned char>(c.blue());
        }
    };
    for (std::size_t i = 0; i < trays_.size(); ++i) {
        write(theme_.wall, tracks_[i]);
        write(colour(static_cast<int>(i)), cables_[i]);
    }
    colours_->Modified();
    mesh_->Modified();
}

void TrayLayer::setLooks(std::vector<SceneLook> looks) {
    if (looks != looks_) {
        looks_ = std::move(looks);
        lay();
        if (isVisible()) {
            paint();
        }
    }
}

void TrayLayer::setVisible(bool on) {
    isOn_ = on;
    if (actor_ != nullptr) {
        actor_->SetVisibility(on ? 1 : 0);
    }
    if (isVisible()) {
        paint();
    }
}

}  // namespace headroom::ui
