// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/rack_colouring.h"

#include "ui/floor/machine_tint.h"
#include "ui/kit/theme.h"
#include "ui/simulation/computed.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

RackColouring::RackColouring(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
    connect(workspace, &Workspace::frameArrived, this, &RackColouring::update);
    connect(workspace, &Workspace::opened, this, [this] {
        scale_ = ColourScale(scale_.quantity(), scale_.map());
        update();
    });
    connect(workspace, &Workspace::closed, this, &RackColouring::update);
    connect(workspace, &Workspace::layoutChanged, this, &RackColouring::update);
    connect(&workspace->blast(), &BlastFocus::changed, this, [this] {
        update();
        emit scaleChanged();
    });
    connect(&Theme::instance(), &Theme::changed, this, &RackColouring::update);
}

void RackColouring::setQuantity(engine::RackQuantity quantity) {
    scale_ = ColourScale(quantity, scale_.map());
    update();
    emit scaleChanged();
}

void RackColouring::setMap(ColourMap map) {
    scale_ = ColourScale(scale_.quantity(), map);
    update();
    emit scaleChanged();
}

std::span<const float> RackColouring::values() const {
    const auto frame = workspace_->frame();
    return isComputed(frame.get()) ? std::span<const float>(frame->rack(scale_.quantity()))
                                   : std::span<const float>();
}

void RackColouring::update() {
    const QRgb idle = Theme::instance().colours().idleRack.rgb();
    std::vector<QRgb> colours(workspace_->layout().racks.size(), idle);
    if (const auto frame = workspace_->frame(); !values().empty()) {
        const double low = scale_.lowSi();
        const double high = scale_.highSi();
        scale_.adapt(*frame);
        const auto now = values();
        for (std::size_t i = 0; i < std::min(now.size(), colours.size()); ++i) {
            colours[i] = scale_.colour(now[i], idle);
        }
        if (low != scale_.lowSi() || high != scale_.highSi()) {
            emit scaleChanged();
        }
    }
    if (const engine::BlastReach* reach = workspace_->blast().reach()) {
        const ThemeColours& theme = Theme::instance().colours();
        for (std::size_t i = 0; i < colours.size(); ++i) {
            colours[i] =
                reachColour(i < reach->racks.size() ? reach->racks[i].reach : engine::Reach::None,
                            theme)
                    .rgb();
        }
    }
    std::vector<QRgb> machines = machineTints(workspace_->layout(), workspace_->frame().get());
    if (colours != colours_ || machines != machines_) {
        colours_ = std::move(colours);
        machines_ = std::move(machines);
        emit changed();
    }
}

}  // namespace headroom::ui
