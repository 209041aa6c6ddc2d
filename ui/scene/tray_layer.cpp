// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/tray_layer.h"

#include "ui/floor/machine_tint.h"
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

namespace headroom::ui {

namespace {

constexpr double kTrayRailM = 0.03, kRungEveryM = 0.6;
constexpr int kMostRungs = 1500;     // of all trays: bounds the triangles
constexpr double kLeastFill = 0.08;  // so that a few cables can be seen
constexpr int kTrayBoxSides = 4;

}  // namespace

TrayLayer::TrayLayer(vtkRenderer* renderer)
    : renderer_(renderer), theme_(Theme::instance().colours()) {}

TrayLayer::~TrayLayer() = default;

void TrayLayer::setLayout(const engine::Layout& layout, const engine::Frame* frame) {
    trays_ = layout.trays;
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
    for (const engine::TrayBox& tray : trays_) {
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
        for (int i = 0; i <= rungs; ++i) {
            const double along = i * lengthM / rungs;
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
