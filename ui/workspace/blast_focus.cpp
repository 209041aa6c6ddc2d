// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/blast_focus.h"

#include "engine/reliability/reach/reach_order.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

#include <algorithm>

namespace headroom::ui {

using engine::Reach;
using engine::ReachBy;

BlastFocus::BlastFocus(Workspace* workspace) : QObject(workspace), workspace_(workspace) {
    connect(workspace, &Workspace::opened, this, &BlastFocus::clear);
    connect(workspace, &Workspace::closed, this, &BlastFocus::clear);
    constexpr int kStepMs = 700;
    wave_.setInterval(kStepMs);
    connect(&wave_, &QTimer::timeout, this, [this] {
        if (++front_ > lastStep()) {
            wave_.stop();
            front_ = std::numeric_limits<int>::max();
        }
        emit changed();
    });
}

int BlastFocus::stepsTo(std::size_t rack) const {
    return rack < steps_.size() ? steps_[rack] : -1;
}

int BlastFocus::lastStep() const {
    return steps_.empty() ? 0 : *std::max_element(steps_.begin(), steps_.end());
}

std::optional<int> BlastFocus::waveStep() const {
    return wave_.isActive() ? std::optional(front_) : std::nullopt;
}

void BlastFocus::playWave() {
    if (reach_ != nullptr) {
        front_ = 0;
        wave_.start();
        emit changed();
    }
}

void BlastFocus::show(std::vector<engine::PlantOrder> orders, const QString& name) {
    if (workspace_->source() == nullptr || orders.empty()) {
        return;
    }
    reach_ = std::make_unique<const engine::BlastReach>(workspace_->source()->reach(orders));
    name_ = name;
    orders_ = std::move(orders);
    wave_.stop();
    front_ = std::numeric_limits<int>::max();
    steps_.assign(reach_->racks.size(), 1);
    if (const auto frame = workspace_->frame(); frame != nullptr) {
        static const engine::PowerNetwork kNoPower;
        static const engine::CoolingNetwork kNoCooling;
        steps_ = engine::reachOrder(frame->network != nullptr ? *frame->network : kNoPower,
                                    frame->cooling != nullptr ? *frame->cooling : kNoCooling,
                                    workspace_->layout(), orders_, *reach_);
    }
    emit changed();
}

void BlastFocus::clear() {
    if (reach_) {
        reach_.reset();
        name_.clear();
        orders_.clear();
        steps_.clear();
        wave_.stop();
        front_ = std::numeric_limits<int>::max();
        emit changed();
    }
}

void BlastFocus::addTo(QMenu& menu, std::vector<engine::PlantOrder> orders, const QString& name,
                       const QString& text) {
    for (engine::PlantOrder& order : orders) {
        order = lossOf(order);
    }
    QAction* entry =
        menu.addAction(Theme::icon("blast"), text.isEmpty() ? tr("What Would Fail With It") : text,
                       this, [this, orders = std::move(orders), name] { show(orders, name); });
    entry->setObjectName("blastAction");
    entry->setToolTip(tr("Draws what the failure of %1 would reach, before it fails").arg(name));
}

engine::PlantOrder lossOf(engine::PlantOrder order) {
    using models::DrillAction;
    switch (order.action) {
        case DrillAction::Repair:
        case DrillAction::Close:
        case DrillAction::Reset:
        case DrillAction::Sag:
        case DrillAction::Corrupt:
        case DrillAction::Crash:
            order.action = DrillAction::Fail;
            break;
        default:
            break;  // takes something away by itself
    }
    order.durationS = models::kNotStated;
    return order;
}

QColor reachColour(Reach reach, const ThemeColours& colours) {
    switch (reach) {
        case Reach::Lost:
            return colours.bad;
        case Reach::Strained:
            return colours.caution;
        case Reach::Exposed:
            return colours.accent;
        case Reach::None:
            break;
    }
    return colours.idleRack;
}

Qt::BrushStyle reachPattern(Reach reach) {
    switch (reach) {
        case Reach::Lost:
            return Qt::DiagCrossPattern;
        case Reach::Strained:
            return Qt::BDiagPattern;
        case Reach::Exposed:
            return Qt::HorPattern;
        case Reach::None:
            break;
    }
    return Qt::NoBrush;
}

QString reachWord(Reach reach) {
    switch (reach) {
        case Reach::Lost:
            return BlastFocus::tr("Lost");
        case Reach::Strained:
            return BlastFocus::tr("Short of capacity");
        case Reach::Exposed:
            return BlastFocus::tr("Redundancy lost");
        case Reach::None:
            break;
    }
    return BlastFocus::tr("Not reached");
}

QString reachByWord(ReachBy by) {
    switch (by) {
        case ReachBy::Itself:
            return BlastFocus::tr("Itself");
        case ReachBy::Power:
            return BlastFocus::tr("Power");
        case ReachBy::Coolant:
            return BlastFocus::tr("Coolant");
        case ReachBy::Air:
            return BlastFocus::tr("Air");
        case ReachBy::Network:
            return BlastFocus::tr("Network");
        case ReachBy::Storage:
            return BlastFocus::tr("Storage");
    }
    return {};
}

}  // namespace headroom::ui
