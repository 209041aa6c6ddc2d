// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/connections/coolant_pipes.h"
#include "engine/run/frame/frame.h"
#include "ui/cooling/process_paint.h"
#include "ui/floor/ray.h"
#include "ui/scene/scene_look.h"
#include "ui/scene/way_patches.h"

#include <memory>
#include <vector>

class vtkRenderer;

namespace headroom::ui {

/// The coolant pipes of the site in the colours of the process diagram. Marks move along the pipes as the coolant flows.
class PipeLayer {
  public:
    explicit PipeLayer(vtkRenderer* renderer);
    ~PipeLayer();
    PipeLayer(const PipeLayer&) = delete;
    PipeLayer& operator=(const PipeLayer&) = delete;

    /// Lays the pipes again. Call when the layout changed.
    void setLayout(const engine::Layout& layout, const engine::Frame* frame);
    /// Shows the figures of an instant, and moves the marks on.
    void show(const engine::Layout& layout, const engine::Frame* frame);

    void setVisible(bool on);

    bool isVisible() const { return isOn_ && !pipes_.empty(); }

    /// Lets what lies behind the pipes be seen.
    void setFaint(bool on);

    /// Draws only pipes that are shown, and finds no others under the pointer.
    void setLooks(std::vector<SceneLook> looks);

    const std::vector<engine::CoolantPipe>& pipes() const { return pipes_; }

    const TemperatureScale& scale() const { return scale_; }

    /// Temperature of the coolant in a pipe; NaN if it is unknown.
    double temperatureC(int pipe) const;

    /// Nearest pipe that a ray meets, and how far along the ray; -1 if none.
    int pipeAlong(const Ray& ray, double* distanceM) const;

  private:
    void mesh();
    void paint();

    std::shared_ptr<const engine::CoolingNetwork> network_;
    std::vector<engine::CoolingLinkNow> links_;
    std::vector<engine::CoolantPipe> pipes_;
    std::vector<SceneLook> looks_;
    TemperatureScale scale_;
    WayPatches mesh_;
    int step_ = 0;
    bool isOn_ = true;
};

}  // namespace headroom::ui
