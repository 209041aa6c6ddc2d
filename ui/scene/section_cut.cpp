// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/section_cut.h"

#include <vtkActor.h>
#include <vtkActorCollection.h>
#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkMapper.h>
#include <vtkNew.h>
#include <vtkPlane.h>
#include <vtkPlaneCollection.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::ui {

namespace {

/// A half-space: what is on the side of the normal stays.
struct HalfSpace {
    Vec3 origin, normal;
};

std::vector<HalfSpace> halfSpacesOf(const SceneFocus& focus) {
    std::vector<HalfSpace> spaces;
    if (focus.cut == SceneFocus::Cut::None) {
        return spaces;
    }
    if (focus.cut == SceneFocus::Cut::Box) {
        const engine::Box& b = focus.box;
        const Vec3 low{b.x, b.y, b.z}, high{b.x + b.width, b.y + b.depth, b.z + b.height};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Vec3 up{0, 0, 0}, down{0, 0, 0};
            up[axis] = 1.0;
            down[axis] = -1.0;
            spaces.push_back({low, up});
            spaces.push_back({high, down});
        }
        return spaces;
    }
    const auto axis = static_cast<std::size_t>(focus.cut) - 1;  // East, North, Up
    HalfSpace space{{0, 0, 0}, {0, 0, 0}};
    space.origin[axis] = focus.cutAtM;
    // From the south-west one looks into what is left over; from above as well.
    const bool keepsLow = focus.cut == SceneFocus::Cut::Up;
    space.normal[axis] = keepsLow != focus.isFlipped ? -1.0 : 1.0;
    spaces.push_back(space);
    return spaces;
}

}  // namespace

SectionCut::SectionCut(vtkRenderer* renderer) : renderer_(renderer) {
    vtkNew<vtkCallbackCommand> before;
    before->SetClientData(this);
    before->SetCallback([](vtkObject*, unsigned long, void* cut, void*) {
        static_cast<SectionCut*>(cut)->apply();
    });
    constexpr float kLast = -1.0F;  // after shapes have chosen their details
    observer_ = renderer_->AddObserver(vtkCommand::StartEvent, before, kLast);
}

SectionCut::~SectionCut() {
    renderer_->RemoveObserver(observer_);  // a window may keep the renderer
}

void SectionCut::set(const SceneFocus& focus) {
    planes_ = nullptr;
    for (const HalfSpace& space : halfSpacesOf(focus)) {
        if (planes_ == nullptr) {
            planes_ = vtkSmartPointer<vtkPlaneCollection>::New();
        }
        vtkNew<vtkPlane> plane;
        plane->SetOrigin(space.origin.data());
        plane->SetNormal(space.normal.data());
        planes_->AddItem(plane);
    }
}

void SectionCut::apply() {
    vtkActorCollection* actors = renderer_->GetActors();
    vtkCollectionSimpleIterator at = nullptr;
    actors->InitTraversal(at);
    while (vtkActor* actor = actors->GetNextActor(at)) {
        const bool isCut = std::find(uncut_.begin(), uncut_.end(), actor) == uncut_.end();
        vtkPlaneCollection* wanted = isCut ? planes_.Get() : nullptr;
        if (vtkMapper* mapper = actor->GetMapper();
            mapper != nullptr && mapper->GetClippingPlanes() != wanted) {
            mapper->SetClippingPlanes(wanted);
        }
    }
}

std::optional<CutRay> cutRay(const SceneFocus& focus, const Ray& ray) {
    double enter = 0.0, leave = std::numeric_limits<double>::infinity();
    for (const HalfSpace& space : halfSpacesOf(focus)) {
        double away = 0.0,
               along = 0.0;  // from the plane, and how fast the ray goes to its kept side
        for (std::size_t axis = 0; axis < 3; ++axis) {
            away += (ray.origin[axis] - space.origin[axis]) * space.normal[axis];
            along += ray.direction[axis] * space.normal[axis];
        }
        if (std::abs(along) < 1e-12) {
            if (away < 0.0) {
                return std::nullopt;
            }
        } else if (along > 0.0) {
            enter = std::max(enter, -away / along);
        } else {
            leave = std::min(leave, -away / along);
        }
    }
    if (enter >= leave) {
        return std::nullopt;
    }
    CutRay cut{ray, enter, leave - enter};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cut.ray.origin[axis] += enter * ray.direction[axis];
    }
    return cut;
}

}  // namespace headroom::ui
