// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/rack_colouring.h"

#include "engine/run/frame/computed.h"
#include "ui/floor/machine_tint.h"
#include "ui/kit/theme.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

RackColouring::RackColouring(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
    connect(workspace, &Workspace::frameArrived, this, &RackColouring::update);
    connect(workspace, &Workspace::opened, this, [this] {
        rate();
        useRatings();
    });
    connect(workspace, &Workspace::closed, this, &RackColouring::update);
    connect(workspace, &Workspace::layoutChanged, this, [this] {
        const engine::RackScale before = ratings_[static_cast<std::size_t>(scale_.quantity())];
        rate();
        const engine::RackScale& now = ratings_[static_cast<std::size_t>(scale_.quantity())];
        if (now.high != before.high || now.limit != before.limit) {
            useRatings();
        }
        update();
    });
    connect(&workspace->blast(), &BlastFocus::changed, this, [this] {
        update();
        emit scaleChanged();
    });
    connect(&workspace->floor(), &FloorFocus::changed, this, [this] {
        update();
        emit scaleChanged();
    });
    connect(&Theme::instance(), &Theme::changed, this, &RackColouring::update);
}

/// Rating of the racks of the present project.
void RackColouring::rate() {
    ratings_ = workspace_->catalogue() == nullptr
                   ? engine::RackScales{}
                   : engine::rackScales(workspace_->project(), *workspace_->catalogue());
}

std::vector<float> RackColouring::ratedRacks() const {
    const engine::RackScale& power =
        ratings_[static_cast<std::size_t>(engine::RackQuantity::Power)];
    if (scale_.quantity() != engine::RackQuantity::Power || !(power.highestLimit > power.limit) ||
        workspace_->catalogue() == nullptr) {
        return {};
    }
    const auto byBlock = engine::ratedByBlock(workspace_->project(), *workspace_->catalogue());
    const engine::Layout& layout = workspace_->layout();
    std::vector<float> rated;
    rated.reserve(layout.racks.size());
    for (const engine::RackBox& rack : layout.racks) {
        const auto its = byBlock.find(layout.blocks[static_cast<std::size_t>(rack.block)]);
        rated.push_back(its == byBlock.end() ? 0.0F : static_cast<float>(its->second));
    }
    return rated;
}

void RackColouring::setQuantity(engine::RackQuantity quantity) {
    workspace_->floor().clear();
    scale_ = ColourScale(quantity, scale_.map());
    useRatings();
}

void RackColouring::useRatings() {
    scale_.setRated(ratedRacks());
    scale_.setRatings(ratings_[static_cast<std::size_t>(scale_.quantity())]);
    update();
    emit scaleChanged();
}

void RackColouring::fitToValues() {
    if (const auto frame = workspace_->frame(); isComputed(frame.get())) {
        scale_.fitTo(*frame);
        update();
        emit scaleChanged();
    }
}

void RackColouring::setMap(ColourMap map) {
    scale_.setMap(map);
    update();
    emit scaleChanged();
}

std::span<const float> RackColouring::values() const {
    const auto frame = workspace_->frame();
    return isComputed(frame.get()) ? std::span<const float>(frame->rack(scale_.quantity()))
                                   : std::span<const float>();
}

/// By value of the run, or of a field; of the blast radius by what it takes.
std::vector<QRgb> RackColouring::rackColours() {
    const ThemeColours& theme = Theme::instance().colours();
    const QRgb idle = theme.idleRack.rgb();
    std::vector<QRgb> colours(workspace_->layout().racks.size(), idle);
    if (const engine::BlastReach* reach = workspace_->blast().reach()) {
        for (std::size_t i = 0; i < colours.size(); ++i) {
            const engine::Reach its = i < reach->racks.size() && workspace_->blast().isAt(i)
                                          ? reach->racks[i].reach
                                          : engine::Reach::None;
            colours[i] = reachColour(its, theme).rgb();
        }
        return colours;
    }
    if (const FloorField* field = workspace_->floor().field()) {
        for (std::size_t i = 0; i < std::min(field->racks.size(), colours.size()); ++i) {
            const double at = (field->racks[i] - field->low) / (field->high - field->low);
            colours[i] = std::isfinite(at) ? mapColour(scale_.map(), at) : idle;
        }
        return colours;
    }
    const auto now = values();
    for (std::size_t i = 0; i < std::min(now.size(), colours.size()); ++i) {
        // A rack that delivers nothing has no place on the scale: its mark shows the state.
        const bool dark = i < conditions_.size() && engine::infoOf(conditions_[i]).isDark &&
                          scale_.quantity() != engine::RackQuantity::Health;
        colours[i] = dark ? theme.darkRack().rgb() : scale_.colourOf(i, now[i], idle);
    }
    return colours;
}

void RackColouring::update() {
    const auto frame = workspace_->frame();
    std::vector<engine::Condition> conditions;
    if (isComputed(frame.get())) {
        conditions = frame->rackConditions;
        const double low = scale_.lowSi();
        const double high = scale_.highSi();
        scale_.adapt(*frame);
        if (low != scale_.lowSi() || high != scale_.highSi()) {
            emit scaleChanged();
        }
    }
    const bool marksMoved = conditions != conditions_;
    conditions_ = std::move(conditions);
    std::vector<QRgb> colours = rackColours();
    std::vector<QRgb> machines = machineTints(workspace_->layout(), frame.get());
    if (marksMoved || colours != colours_ || machines != machines_) {
        colours_ = std::move(colours);
        machines_ = std::move(machines);
        emit changed();
    }
}

}  // namespace headroom::ui
