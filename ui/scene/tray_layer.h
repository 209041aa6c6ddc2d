// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/run/frame/frame.h"
#include "ui/floor/ray.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"
#include "ui/scene/scene_look.h"

#include <QColor>
#include <vtkSmartPointer.h>

#include <memory>
#include <string>
#include <vector>

class vtkActor;
class vtkPolyData;
class vtkRenderer;
class vtkUnsignedCharArray;

namespace headroom::ui {

/// Cable trays of the networks: ladders with rungs, and cables in them as high as they fill the tray. Cables have the colour of
/// the fill, or are grey if the network cabinets of their hall have no power.
class TrayLayer {
  public:
    explicit TrayLayer(vtkRenderer* renderer);
    ~TrayLayer();
    TrayLayer(const TrayLayer&) = delete;
    TrayLayer& operator=(const TrayLayer&) = delete;

    void setLayout(const engine::Layout& layout, const engine::Frame* frame);
    void show(const engine::Frame* frame);

    void setMap(ColourMap map) { map_ = map; }

    void setTheme(const ThemeColours& colours) { theme_ = colours; }

    /// Draws only trays that are shown.
    void setLooks(std::vector<SceneLook> looks);

    void setVisible(bool on);

    bool isVisible() const { return isOn_ && !trays_.empty(); }

    /// Cross-section of the cables over that of the tray, as the layout has it.
    double fill(int tray) const { return trays_[static_cast<std::size_t>(tray)].fill; }

    bool isLive(int tray) const;

    const std::vector<engine::TrayBox>& trays() const { return trays_; }

    /// Id of the network to which a tray belongs: of those with switches or servers in its hall the one with the most; empty
    /// before the first frame.
    std::string objectOf(int tray) const;
    /// Network of the nearest tray that a ray meets, and how far along the ray; empty if none.
    std::string objectAlong(const Ray& ray, double* distanceM) const;

    QColor colour(int tray) const;

  private:
    void lay();
    void paint();

    vtkRenderer* renderer_;
    ThemeColours theme_;
    ColourMap map_ = ColourMap::Viridis;
    std::vector<engine::TrayBox> trays_;
    std::vector<SceneLook> looks_;
    std::vector<bool> isHallLive_;
    std::shared_ptr<const engine::FabricNetwork> fabrics_;
    std::vector<std::string> hallFabric_;  ///< by hall
    std::vector<int> tracks_;              ///< by tray: points of the ladder
    std::vector<int> cables_;              ///< by tray: points of the cables, which follow it
    vtkSmartPointer<vtkActor> actor_;
    vtkSmartPointer<vtkPolyData> mesh_;
    vtkSmartPointer<vtkUnsignedCharArray> colours_;
    bool isOn_ = false;
};

}  // namespace headroom::ui
