// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/scene/pipe_layer.h"
#include "ui/scene/power_layer.h"
#include "ui/scene/scene_mask.h"
#include "ui/scene/tray_layer.h"

namespace headroom::ui {

/// Pipes, feeders, busways and trays of a site together, and the ghosts of those that a focus is not on.
class SiteLayers {
  public:
    explicit SiteLayers(vtkRenderer* renderer);
    ~SiteLayers();
    SiteLayers(const SiteLayers&) = delete;
    SiteLayers& operator=(const SiteLayers&) = delete;

    PipeLayer& pipes() { return pipes_; }

    const PipeLayer& pipes() const { return pipes_; }

    PowerLayer& power() { return power_; }

    const PowerLayer& power() const { return power_; }

    TrayLayer& trays() { return trays_; }

    const TrayLayer& trays() const { return trays_; }

    /// Lays everything again. Call when the layout changed.
    void setLayout(const engine::Layout& layout, const engine::Frame* frame, ColourMap map);
    /// Shows the figures of an instant.
    void show(const engine::Layout& layout, const engine::Frame* frame, ColourMap map);

    void setTheme(const ThemeColours& colours);

    void setLight(const SunLight& light) { power_.setLight(light); }

    /// Lets what lies behind pipes and feeders be seen.
    void setFaint(bool on);
    void setMask(const SceneMask& mask);

    enum class Layer : std::uint8_t { Pipes, Power, Trays };

    void setVisible(Layer layer, bool on);

    /// Object of the nearest pipe, way, board or tray that a ray meets, and how far along the ray; empty if none.
    std::string objectAlong(const Ray& ray, double* distanceM) const;

  private:
    void makeGhosts();

    vtkRenderer* renderer_;
    ThemeColours theme_;
    PipeLayer pipes_;
    PowerLayer power_;
    TrayLayer trays_;
    SceneMask mask_;
    vtkSmartPointer<vtkActor> ghosts_;
};

}  // namespace headroom::ui
