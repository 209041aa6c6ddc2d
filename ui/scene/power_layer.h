// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/connections/power_ways.h"
#include "engine/run/frame/frame.h"
#include "ui/floor/ray.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/legend.h"
#include "ui/scene/shape_field.h"
#include "ui/scene/way_patches.h"

#include <memory>
#include <string>
#include <vector>

class vtkRenderer;

namespace headroom::ui {

/// Feeders, busways and boards of the site in the colours of the one-line diagram: live ones by their loading, dead ones
/// grey and dashed. A block on a feeder is its breaker.
class PowerLayer {
  public:
    explicit PowerLayer(vtkRenderer* renderer);
    ~PowerLayer();
    PowerLayer(const PowerLayer&) = delete;
    PowerLayer& operator=(const PowerLayer&) = delete;

    /// Lays the ways again. Call when the layout changed.
    void setLayout(const engine::Layout& layout, const engine::Frame* frame);
    /// Shows the figures of an instant.
    void show(const engine::Layout& layout, const engine::Frame* frame);

    void setMap(ColourMap map);
    void setTheme(const ThemeColours& colours);
    /// Light of the hour on boards.
    void setLight(const SunLight& light);
    void setVisible(bool on);

    bool isVisible() const { return isOn_ && !plan_.ways.empty(); }

    /// Lets what lies behind the ways be seen.
    void setFaint(bool on);

    /// Draws only ways and boards that are shown, and finds no others under the pointer.
    void setLooks(std::vector<SceneLook> ways, std::vector<SceneLook> boards);

    const engine::PowerWays& plan() const { return plan_; }

    /// Share of the rating that a way carries, as the one-line diagram has it; NaN if it is unknown.
    double loading(int way) const;
    /// Whether the load end of a way has power.
    bool isLive(int way) const;
    QColor colour(int way) const;

    /// Object of the nearest way or board that a ray meets, and how far along the ray; empty if none.
    std::string objectAlong(const Ray& ray, double* distanceM) const;

    /// Triangles and draw calls of the ways and boards.
    ShapeField::Cost cost() const;

  private:
    void lay(const engine::Layout& layout);
    void mesh();
    void layWay(int index, double pieceM, bool hasTaps);
    void paint();

    /// Parts of a way with a colour each. Gap: between the dashes of a dead way.
    enum Part { Duct, Gap, Breaker, Parts };

    ThemeColours theme_;
    ColourMap map_ = ColourMap::Viridis;
    std::shared_ptr<const engine::PowerNetwork> network_;
    engine::PowerWays plan_;
    std::vector<SceneLook> wayLooks_, boardLooks_;
    std::vector<double> loadings_;  ///< by way
    std::vector<bool> lives_;
    std::vector<engine::BreakerState> breakers_;
    WayPatches mesh_;
    ShapeField boards_;
    SunLight light_;
    bool isOn_ = true;
};

/// Scale of loading, and the looks of dead ways and of breakers. `isAsRacks`: racks have the same scale, whose legend is above.
Legend powerWayLegend(ColourMap map, bool isAsRacks, const ThemeColours& colours);

}  // namespace headroom::ui
