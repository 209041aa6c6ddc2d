// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/run/frame/frame.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"

#include <QColor>
#include <vtkSmartPointer.h>

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

    void setVisible(bool on);

    bool isVisible() const { return isOn_ && !trays_.empty(); }

    /// Cross-section of the cables over that of the tray, as the layout has it.
    double fill(int tray) const { return trays_[static_cast<std::size_t>(tray)].fill; }

    bool isLive(int tray) const;
    QColor colour(int tray) const;

  private:
    void lay();
    void paint();

    vtkRenderer* renderer_;
    ThemeColours theme_;
    ColourMap map_ = ColourMap::Viridis;
    std::vector<engine::TrayBox> trays_;
    std::vector<bool> isHallLive_;
    std::vector<int> tracks_;  ///< by tray: points of the ladder
    std::vector<int> cables_;  ///< by tray: points of the cables, which follow it
    vtkSmartPointer<vtkActor> actor_;
    vtkSmartPointer<vtkPolyData> mesh_;
    vtkSmartPointer<vtkUnsignedCharArray> colours_;
    bool isOn_ = false;
};

}  // namespace headroom::ui
