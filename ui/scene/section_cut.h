// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/ray.h"
#include "ui/scene/scene_focus.h"

#include <vtkSmartPointer.h>

#include <optional>
#include <vector>

class vtkActor;
class vtkPlaneCollection;
class vtkRenderer;

namespace headroom::ui {

/// Cuts away what a focus cuts off: one side of a plane, or everything outside of a box. Ground and floors stay.
class SectionCut {
  public:
    explicit SectionCut(vtkRenderer* renderer);
    ~SectionCut();
    SectionCut(const SectionCut&) = delete;
    SectionCut& operator=(const SectionCut&) = delete;

    void set(const SceneFocus& focus);

    /// Actors that stay whole.
    void setUncut(std::vector<vtkActor*> actors) { uncut_ = std::move(actors); }

    /// Gives the planes to all actors. Runs before each frame, after other parts of the scene made theirs.
    void apply();

  private:
    vtkRenderer* renderer_;
    vtkSmartPointer<vtkPlaneCollection> planes_;  ///< null without a cut
    std::vector<vtkActor*> uncut_;
    unsigned long observer_ = 0;
};

/// The part of a ray that passes through what a focus leaves over.
struct CutRay {
    Ray ray;              ///< begins where it enters that
    double enterM = 0.0;  ///< from the origin of the whole ray
    double leaveM = 0.0;  ///< from the origin of `ray`
};

/// Nothing if the ray misses all that is left over.
std::optional<CutRay> cutRay(const SceneFocus& focus, const Ray& ray);

}  // namespace headroom::ui
