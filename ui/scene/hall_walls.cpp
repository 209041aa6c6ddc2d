// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/hall_walls.h"

#include "ui/scene/scene_mesh.h"

#include <vtkActor.h>
#include <vtkCallbackCommand.h>
#include <vtkCamera.h>
#include <vtkCommand.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::ui {

namespace {

constexpr double kPostEveryM = 6.0;  // Assumption: usual grid of the posts of an industrial hall.
constexpr double kPostM = 0.22;
constexpr double kBeamM = 0.35;
constexpr double kGlassOpacity = 0.13, kGlowOpacity = 0.09;
const QColor kLampColour(255, 222, 160);
constexpr double kSteepest = 0.93;  // Sine of the angle from which walls would hide the floor.

/// Parts of the upper wall along one side of a hall.
struct UpperWall {
    std::vector<engine::Box> frame, glass;
};

/// From (x0, y0) on, `lengthM` along x, or along y if it is turned.
void addUpperWall(UpperWall& made, double x0, double y0, double lengthM, bool isTurned,
                  double thickM, double fromM, double toM) {
    const auto box = [&](double along, double wideM, double deepM, double z, double highM) {
        const double inset = (thickM - deepM) / 2.0;
        return isTurned ? engine::Box{x0 + inset, y0 + along, z, deepM, wideM, highM}
                        : engine::Box{x0 + along, y0 + inset, z, wideM, deepM, highM};
    };
    const int fields = std::max(1, static_cast<int>(std::lround(lengthM / kPostEveryM)));
    for (int i = 0; i <= fields; ++i) {
        const double along = i * (lengthM - kPostM) / fields;
        made.frame.push_back(box(along, kPostM, kPostM, fromM, toM - fromM));
    }
    made.frame.push_back(box(0.0, lengthM, kPostM, toM - kBeamM, kBeamM));
    made.glass.push_back(box(0.0, lengthM, kPostM / 4.0, fromM, toM - kBeamM - fromM));
}

}  // namespace

HallWalls::HallWalls(vtkRenderer* renderer) : renderer_(renderer) {
    vtkNew<vtkCallbackCommand> before;
    before->SetClientData(this);
    before->SetCallback([](vtkObject*, unsigned long, void* walls, void*) {
        static_cast<HallWalls*>(walls)->adapt();
    });
    observer_ = renderer_->AddObserver(vtkCommand::StartEvent, before);
}

HallWalls::~HallWalls() {
    renderer_->RemoveObserver(observer_);  // a window may keep the renderer
}

void HallWalls::clear() {
    for (auto* actors : {&frames_, &panes_}) {
        for (auto& actor : *actors) {
            if (actor != nullptr) {
                renderer_->RemoveActor(actor);
                actor = nullptr;
            }
        }
    }
}

void HallWalls::setLayout(const engine::Layout& layout, double lowM, double thickM) {
    clear();
    std::array<UpperWall, Count> walls;
    for (const engine::HallBox& hall : layout.halls) {
        const engine::Box& b = hall.box;
        if (b.height <= lowM + kBeamM) {
            continue;
        }
        const double wide = b.width + 2 * thickM, deep = b.depth + 2 * thickM;
        addUpperWall(walls[South], b.x - thickM, b.y - thickM, wide, false, thickM, lowM, b.height);
        addUpperWall(walls[North], b.x - thickM, b.y + b.depth, wide, false, thickM, lowM,
                     b.height);
        addUpperWall(walls[West], b.x - thickM, b.y - thickM, deep, true, thickM, lowM, b.height);
        addUpperWall(walls[East], b.x + b.width, b.y - thickM, deep, true, thickM, lowM, b.height);
    }
    for (std::size_t i = 0; i < walls.size(); ++i) {
        if (walls[i].frame.empty()) {
            continue;
        }
        frames_[i] = meshActor(boxesMesh(walls[i].frame));
        panes_[i] = meshActor(boxesMesh(walls[i].glass));
        panes_[i]->GetProperty()->SetOpacity(kGlassOpacity);
        for (vtkActor* actor : {frames_[i].Get(), panes_[i].Get()}) {
            actor->PickableOff();
            renderer_->AddActor(actor);
        }
    }
}

void HallWalls::setTheme(const ThemeColours& colours, const SunLight& light) {
    for (const auto& frame : frames_) {
        tintActor(frame, light.outdoors(colours.wall), 0.62, 0.42);
    }
    const double night = 1.0 - light.day;
    const auto mix = [night](double glass, double lamp) {
        return static_cast<float>(glass + night * (lamp - glass));
    };
    const QColor& glass = colours.equipmentCooling;
    const QColor lit = QColor::fromRgbF(mix(glass.redF(), kLampColour.redF()),
                                        mix(glass.greenF(), kLampColour.greenF()),
                                        mix(glass.blueF(), kLampColour.blueF()));
    for (const auto& pane : panes_) {
        tintActor(pane, lit, 0.9, 0.1);
        if (pane != nullptr) {
            pane->GetProperty()->SetOpacity(kGlassOpacity + night * kGlowOpacity);
        }
    }
}

void HallWalls::adapt() {
    vtkCamera* camera = renderer_->GetActiveCamera();
    std::array<double, 3> look{};
    camera->GetDirectionOfProjection(look.data());
    const bool isSteep = std::abs(look[2]) > kSteepest;
    // A wall is behind a hall if the camera looks along its outward normal.
    shown_ = {!isSteep && look[1] < 0.0, !isSteep && look[0] > 0.0, !isSteep && look[1] > 0.0,
              !isSteep && look[0] < 0.0};
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        for (vtkActor* actor : {frames_[i].Get(), panes_[i].Get()}) {
            if (actor != nullptr) {
                actor->SetVisibility(shown_[i] ? 1 : 0);
            }
        }
    }
}

}  // namespace headroom::ui
