// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/process_view.h"

#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view_detail.h"
#include "ui/kit/drawing_pen.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/workspace.h"

#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

using namespace process;

namespace {

using engine::ProcessSymbol;

}  // namespace

ProcessView::ProcessView(Workspace* workspace, CoolingActions* actions, QWidget* parent)
    : DiagramCanvas({.margin = 14.0,
                     .most = 1.5,
                     .selectionMargin = 90.0,
                     .selectionMost = 1.8,
                     .legendGap = 20.0,
                     .legend = {140, 380}},
                    parent),
      workspace_(workspace),
      actions_(actions) {
    setObjectName("processView");
    setAccessibleName(tr("Process diagram of the coolant piping"));
    setAccessibleDescription(
        tr("The pane Cooling lists the same machines, loops and halls as tables. Arrow keys go "
           "from part to part, the menu key offers what can be done."));
    style_.fold = true;
    connect(workspace, &Workspace::opened, this, [this] {
        temperatures_ = {};
        takeFrame();
    });
    connect(workspace, &Workspace::closed, this, &ProcessView::takeFrame);
    connect(workspace, &Workspace::frameArrived, this, &ProcessView::takeFrame);
    connect(&workspace->selection(), &Selection::changed, this, &ProcessView::followSelection);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, [this] {
        drawnAt_ = 0.0;
        update();
    });
    takeFrame();
}

void ProcessView::takeFrame() {
    frame_ = workspace_->frame();
    const auto network = frame_ ? frame_->cooling : nullptr;
    if (network != network_) {
        network_ = network;
        rebuild();
    }
    if (isKnown()) {
        temperatures_.adapt(*frame_);
    }
    read();
    if (isVisible()) {
        update();
    }
}

void ProcessView::read() {
    reading_ = network_
                   ? engine::readProcess(*network_, diagram_, isKnown() ? frame_.get() : nullptr)
                   : engine::ProcessReading{};
    drawnAt_ = 0.0;
}

const engine::DisplayList& ProcessView::drawing() const {
    if (network_ && drawnAt_ != magnification()) {
        std::vector<std::string> halls;
        for (const engine::HallBox& hall : workspace_->layout().halls) {
            halls.push_back(hall.name);
        }
        const engine::DrawingWords words = windowWords(font());
        drawing_ = engine::drawProcess({.network = *network_,
                                        .layout = diagram_,
                                        .reading = reading_,
                                        .frame = isKnown() ? frame_.get() : nullptr,
                                        .halls = std::move(halls),
                                        .words = words,
                                        .magnification = magnification()});
        drawnAt_ = magnification();
    } else if (!network_) {
        drawing_ = {};
    }
    return drawing_;
}

void ProcessView::rebuild() {
    clearHover();
    setCurrent(-1);
    diagram_ = network_ ? engine::layOutProcess(*network_, style_) : engine::ProcessLayout{};
    read();
    fitAll();
    followSelection();
    update();
}

bool ProcessView::isKnown() const {
    return frame_ && hasCoolingValues(*frame_);
}

QString ProcessView::emptyText() const {
    if (!workspace_->isOpen()) {
        return tr("Open a project: its coolant piping is drawn here.");
    }
    if (!network_ || network_->links.empty()) {
        return tr(
            "This project has no cooling loops.\nIn Design, take chillers, towers or CDUs out of "
            "the "
            "catalogue, or choose\nEdit > Connect > Connect Coolant…");
    }
    return {};
}

/// Loops are in as many columns as the view has room for.
void ProcessView::shapeTo(double aspect) {
    if (network_ && std::abs(std::log(aspect / style_.shape)) > 0.05) {
        style_.shape = aspect;
        diagram_ = engine::layOutProcess(*network_, style_);
        read();
    }
}

bool ProcessView::hasPartIn(const QRectF& area) const {
    return std::any_of(diagram_.bands.begin(), diagram_.bands.end(),
                       [&](const auto& band) { return rectOf(band.box).intersects(area); });
}

/// Item of a link: its own, or that of the symbol that stands for it.
int ProcessView::itemOf(int link) const {
    if (link < 0 || !network_) {
        return -1;
    }
    const int s = diagram_.symbolOfLink[at(link)];
    const ProcessSymbol* symbol = s >= 0 ? &diagram_.symbols[at(s)] : nullptr;
    return drawing().itemOf(LinkPart, symbol != nullptr && symbol->link >= 0 ? symbol->link : link);
}

QRectF ProcessView::boxOf(const DiagramPart& part) const {
    const int item = part.kind == LinkPart ? itemOf(part.index) : -1;
    return item < 0 ? QRectF() : rectOf(drawing().boundsOf(item));
}

void ProcessView::setCurrent(int link) {
    current_ = link;
    traced_ = network_ && link >= 0 ? coolingPath(*network_, workspace_->layout(), link)
                                    : std::vector<LinkIndex>{};
    isTraced_.assign(network_ ? network_->links.size() : 0, 0);
    for (const int l : traced_) {
        if (l >= 0) {
            isTraced_[at(l)] = 1;
        }
    }
    for (std::size_t l = 0; l < diagram_.folded.size() && network_; ++l) {
        for (const int other : diagram_.folded[l]) {
            isTraced_[l] = static_cast<char>(isTraced_[l] | isTraced_[at(other)]);
        }
    }
    update();
}

void ProcessView::choose(const DiagramPart& part) {
    const int link = part.kind == LinkPart ? part.index : -1;
    Selection& selection = workspace_->selection();
    const CoolingTarget target =
        network_ ? coolingTarget(*network_, workspace_->layout(), link) : CoolingTarget{};
    if (target.rack >= 0) {
        selection.select({Selected::Kind::Rack, target.rack, target.object, -1});
    } else if (!target.object.empty()) {
        selection.select({Selected::Kind::Object, -1, target.object, -1});
    } else {
        selection.select({});
    }
    setCurrent(link);
}

void ProcessView::followSelection() {
    if (!network_) {
        return;
    }
    const Selected& selected = workspace_->selection().current();
    const engine::Layout& layout = workspace_->layout();
    int found = -1;
    if (selected.rack() >= 0 && at(selected.index) < layout.racks.size()) {
        const engine::RackBox& rack = layout.racks[at(selected.index)];
        if (at(rack.block) < network_->blockFirstRow.size()) {
            found = network_->rowLink(BlockIndex(rack.block), rack.row);
        }
        if (found < 0 && at(rack.hall) < network_->hallCoil.size()) {
            found = network_->hallCoil[at(rack.hall)];  // cooled by the air of its hall
        }
    } else if (selected.equipment() >= 0 && at(selected.index) < layout.equipment.size()) {
        found = linkOfEquipment(*network_, layout.equipment[at(selected.index)]);
    } else if (!selected.objectId.empty()) {
        const auto isOf = [&](int link) {
            return coolingTarget(*network_, layout, link).object == selected.objectId;
        };
        if (current_ >= 0 && isOf(current_)) {
            return;
        }
        for (std::size_t s = 0; s < diagram_.symbols.size() && found < 0; ++s) {
            const int link = diagram_.symbols[s].link;
            found = link >= 0 && isOf(link) ? link : -1;
        }
    }
    setCurrent(found);
}

DiagramPart ProcessView::partAt(QPointF p) const {
    const int item = drawing().itemAt({p.x(), p.y()}, std::clamp(5.0 / magnification(), 4.0, 16.0));
    if (item < 0) {
        return {};
    }
    const engine::DrawnItem& found = drawing().items()[at(item)];
    return {found.kind, found.index};
}

QStringList ProcessView::tipOf(const DiagramPart& part) const {
    if (!network_ || !frame_) {
        return {};
    }
    if (part.kind == NodePart) {
        return coolingNodeTip(*network_, *frame_, part.index);
    }
    return diagram_.folded[at(part.index)].empty() ? coolingTip(*network_, *frame_, part.index)
                                                   : foldTip(part.index);
}

QRectF ProcessView::paintLegend(QPainter& painter, const ThemeColours& colours) {
    // Before a step pipes are blue and orange for supply and return, which is not a temperature.
    return isKnown() ? paintProcessLegend(painter, rect(), temperatures_, colours) : QRectF();
}

QString ProcessView::footText() const {
    if (isKnown() && workspace_->status().isOfDesignBefore) {
        return tr("Values from before the change. Play or step for those of this design.");
    }
    return isKnown() ? QString() : tr("The piping as designed. Press Play to see what it carries.");
}

/// The nearest symbol in the direction of the key; distance across counts double.
DiagramPart ProcessView::next(int key) const {
    const auto first = std::find_if(diagram_.symbols.begin(), diagram_.symbols.end(),
                                    [](const ProcessSymbol& s) { return s.link >= 0; });
    if (first == diagram_.symbols.end()) {
        return {};
    }
    if (current_ < 0 || diagram_.symbolOfLink[at(current_)] < 0) {
        return {LinkPart, first->link};
    }
    const QPointF here =
        rectOf(diagram_.symbols[at(diagram_.symbolOfLink[at(current_)])].box).center();
    DiagramPart best;
    double least = 0.0;
    for (const ProcessSymbol& s : diagram_.symbols) {
        const auto [along, across] = stepOf(rectOf(s.box).center() - here, key);
        const double far = along + 2.0 * across;
        if (s.link >= 0 && along >= 1.0 && across <= 3.0 * along &&
            (best.isNone() || far < least)) {
            best = {LinkPart, s.link};
            least = far;
        }
    }
    return best;
}

void ProcessView::fillViewMenu(QMenu& menu) {
    menu.addAction(Theme::icon("fit-selection"), tr("Fit Selection"), this,
                   &ProcessView::fitSelection);
}

void ProcessView::fillMenu(QMenu& menu, const DiagramPart& part) {
    int link = part.kind == LinkPart ? part.index : -1;
    if (link < 0) {
        // A pipe between machines: what can be done to its circuit.
        const engine::CoolingCircuit& c =
            network_->circuits[at(network_->nodes[at(part.index)].circuit)];
        for (int l = c.firstLink; l < c.firstLink + c.links && link < 0; ++l) {
            link = network_->links[at(l)].kind == engine::CoolingLinkKind::Pipe ? l : -1;
        }
    }
    if (link < 0 || diagram_.folded[at(link)].empty()) {
        actions_->fillMenu(menu, link);
        return;
    }
    menu.addSection(QStringLiteral("%1 (%2×)").arg(nameOf(link)).arg(unitsOf(link)));
    menu.addAction(Theme::icon("unfold"), tr("Unfold"), this, [this] { setFolded(false); });
    for (const int one : diagram_.folded[at(link)]) {
        actions_->fillMenu(*menu.addMenu(coolingName(*network_, one)), one);
    }
}

void ProcessView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
