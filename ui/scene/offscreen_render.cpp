// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/offscreen_render.h"

#include "ui/cooling/process_paint.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/rack_legend.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/paint.h"
#include "ui/scene/hall_scene.h"
#include "ui/scene/offscreen_window.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/scene_conditions.h"
#include "ui/scene/site_layers.h"
#include "ui/scene/sun_light.h"

#include <QPainter>
#include <vtkRenderer.h>

#include <algorithm>
#include <optional>

namespace headroom::ui {

engine::Result<QImage> renderHall(const engine::Layout& layout, const engine::Frame& frame,
                                  const HallPicture& options) {
    auto window = OffscreenWindow::create();
    if (!window) {
        return tl::unexpected(window.error());
    }
    const ThemeColours& colours = Theme::coloursOf(options.theme);
    ColourScale scale(options.quantity, options.map);
    scale.adapt(frame);
    std::vector<QRgb> racks;
    racks.reserve(layout.racks.size());
    const auto values = frame.rack(options.quantity);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool dark = i < frame.rackConditions.size() &&
                          engine::infoOf(frame.rackConditions[i]).isDark &&
                          options.quantity != engine::RackQuantity::Health;
        racks.push_back(dark ? colours.darkRack().rgb()
                             : scale.colour(values[i], colours.idleRack.rgb()));
    }
    QImage image;
    std::optional<TemperatureScale> water;
    bool hasPower = false;
    SceneCamera camera;
    camera.setViewport(options.size);
    camera.setView(StandardView::Isometric);
    camera.fit(hallBoundsOf(layout), 0.10);
    {
        HallScene scene;  // gone before the context is
        scene.setLayout(layout);
        scene.setTheme(colours);
        scene.setColours(racks);
        scene.setMachineColours(machineTints(layout, &frame));
        const SunLight light = lightOf(&frame);
        scene.setLight(light);
        SiteLayers layers(scene.renderer());
        layers.setTheme(colours);
        layers.setLight(light);
        layers.setLayout(layout, &frame, options.map);
        water = layers.pipes().isVisible() ? std::optional(layers.pipes().scale()) : std::nullopt;
        hasPower = layers.power().isVisible();
        camera.apply(scene.renderer()->GetActiveCamera());
        scene.renderer()->ResetCameraClippingRange();
        image = (*window)->draw(scene.renderer(), options.size);
    }
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF view = image.rect();
    paintSceneMarks(painter, view, layout, camera, frame.rackConditions,
                    machineConditions(layout, &frame), SceneNames::Halls, colours);
    std::vector<Legend> legends = {rackLegend(scale, frame.rackConditions, colours)};
    if (hasPower) {
        legends.push_back(powerWayLegend(options.map, scale.isShare(), colours));
    }
    if (water) {
        legends.push_back(temperatureLegend(*water, colours));
    }
    paintNorth(painter, view, paintLegends(painter, view, std::move(legends), colours),
               camera.northAngle(), colours);
    if (!options.caption.isEmpty()) {
        paintTip(painter, view, QPointF(-4, -2), options.caption.split('\n'), colours);
    }
    return image;
}

}  // namespace headroom::ui
