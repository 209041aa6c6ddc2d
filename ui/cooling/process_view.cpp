// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/process_view.h"

#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view_detail.h"
#include "ui/scene/view_paint.h"
#include "ui/shell/workspace.h"

#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

using namespace process;

namespace {

using engine::ProcessBox;
using engine::ProcessPoint;
using engine::ProcessRun;
using engine::ProcessSymbol;

constexpr double kSmallest = 0.04;

double distanceTo(const ProcessPoint& a, const ProcessPoint& b, QPointF p) {
    const double x = std::clamp(p.x(), std::min(a.x, b.x), std::max(a.x, b.x));
    const double y = std::clamp(p.y(), std::min(a.y, b.y), std::max(a.y, b.y));
    return std::hypot(p.x() - x, p.y() - y);
}

}  // namespace

ProcessView::ProcessView(Workspace* workspace, CoolingActions* actions, QWidget* parent)
    : QWidget(parent), workspace_(workspace), actions_(actions) {
    setObjectName("processView");
    setAccessibleName(tr("Process diagram of the coolant piping"));
    setAccessibleDescription(
        tr("The pane Cooling lists the same machines, loops and halls as tables. Arrow keys go "
           "from part to part, the menu key offers what can be done."));
    style_.fold = true;
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 160);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(workspace, &Workspace::opened, this, [this] {
        framed_ = true;
        temperatures_ = {};
        takeFrame();
    });
    connect(workspace, &Workspace::closed, this, &ProcessView::takeFrame);
    connect(workspace, &Workspace::frameArrived, this, &ProcessView::takeFrame);
    connect(&workspace->selection(), &Selection::changed, this, &ProcessView::followSelection);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
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
        sumUp();
    }
    if (isVisible()) {
        update();
    }
}

void ProcessView::rebuild() {
    hovered_ = {};
    setCurrent(-1);
    diagram_ = network_ ? engine::layOutProcess(*network_, style_) : engine::ProcessLayout{};
    largestM3PerS_.assign(3, 1e-9);
    if (network_) {
        for (const engine::CoolingLink& link : network_->links) {
            double& most =
                largestM3PerS_[static_cast<std::size_t>(network_->circuits[at(link.circuit)].kind)];
            most = std::max(most, link.designM3PerS);
        }
    }
    framed_ = true;
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
            "This project has no cooling loops.\nAdd a cooling loop to its file, and name it "
            "in its\nCDU groups and halls.");
    }
    return {};
}

QPointF ProcessView::toWindow(double x, double y) const {
    return {width() / 2.0 + (x - centre_.x()) * scale_,
            height() / 2.0 + (y - centre_.y()) * scale_};
}

QPointF ProcessView::toDiagram(QPointF p) const {
    return {centre_.x() + (p.x() - width() / 2.0) / scale_,
            centre_.y() + (p.y() - height() / 2.0) / scale_};
}

void ProcessView::fit(const QRectF& area, double margin, double most, double inset) {
    scale_ = std::clamp(std::min((width() - inset - 2 * margin) / std::max(1.0, area.width()),
                                 (height() - 2 * margin) / std::max(1.0, area.height())),
                        kSmallest, most);
    centre_ = area.center() + QPointF(inset / 2.0 / scale_, 0.0);
    update();
}

/// Clear of the legend: over the whole width where nothing comes under it, else beside it.
void ProcessView::fitAll() {
    framed_ = true;
    // Loops stand in as many columns as the view has room for.
    const double shape =
        std::clamp((width() - legend_.width() - 40.0) / std::max(100.0, height() - 28.0), 0.4, 4.0);
    if (network_ && std::abs(std::log(shape / style_.shape)) > 0.05) {
        style_.shape = shape;
        diagram_ = engine::layOutProcess(*network_, style_);
    }
    const QRectF all(0, 0, diagram_.width, diagram_.height);
    fit(all, 14.0, 1.5, 0.0);
    const QRectF legend =
        legend_.translated(width() - 12.0 - legend_.right(), 0.0).adjusted(-8, 0, 0, 8);
    const bool covers =
        std::any_of(diagram_.bands.begin(), diagram_.bands.end(), [&](const auto& band) {
            const ProcessBox& b = band.box;
            return QRectF(toWindow(b.x, b.y), toWindow(b.x + b.width, b.y + b.height))
                .intersects(legend);
        });
    if (covers) {
        fit(all, 14.0, 1.5, std::min(legend_.width() + 20.0, 0.35 * width()));
    }
}

QRectF ProcessView::boxOf(int link) const {
    if (const int s = diagram_.symbolOfLink[at(link)]; s >= 0) {
        const ProcessSymbol& symbol = diagram_.symbols[at(s)];
        return rectOf(symbol.box)
            .united(symbol.text.width > 0.0 ? rectOf(symbol.text) : rectOf(symbol.box));
    }
    QRectF box;
    if (const int r = diagram_.runOfLink[at(link)]; r >= 0) {
        for (const ProcessPoint& p : diagram_.runs[at(r)].points) {
            box = box.united(QRectF(p.x - 1.0, p.y - 1.0, 2.0, 2.0));
        }
    }
    return box;
}

void ProcessView::fitSelection() {
    if (current_ < 0) {
        fitAll();
        return;
    }
    framed_ = false;
    fit(boxOf(current_), 90.0, 1.8, std::min(legend_.width() + 20.0, 0.35 * width()));
}

void ProcessView::setCurrent(int link) {
    current_ = link;
    traced_ = network_ && link >= 0 ? coolingPath(*network_, workspace_->layout(), link)
                                    : std::vector<int>{};
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

void ProcessView::choose(int link) {
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
            found = network_->rowLink(rack.block, rack.row);
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

ProcessView::Hit ProcessView::hitAt(QPointF window) const {
    const QPointF p = toDiagram(window);
    for (const engine::ProcessValve& v : diagram_.valves) {
        if (std::abs(p.x() - v.at.x) < 12.0 && std::abs(p.y() - v.at.y) < 12.0) {
            return {v.link, -1};
        }
    }
    for (const ProcessSymbol& s : diagram_.symbols) {
        if (rectOf(s.box).adjusted(-2, -2, 2, 2).contains(p) ||
            (s.text.width > 0.0 && rectOf(s.text).contains(p))) {
            // Of two sides the one that the pointer is on.
            const bool second = s.other >= 0 && (s.shape == engine::ProcessShape::Exchanger
                                                     ? p.x() > s.box.x + s.box.width / 2.0
                                                     : p.y() < s.box.y + s.box.height / 2.0);
            return {second ? s.other : s.link, s.link < 0 ? s.node : -1};
        }
    }
    const double slack = std::clamp(5.0 / scale_, 4.0, 16.0);
    Hit best;
    double least = slack;
    for (const ProcessRun& run : diagram_.runs) {
        for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
            const double d = distanceTo(run.points[i], run.points[i + 1], p);
            if (d < least) {
                least = d;
                best = {run.pipe, run.pipe < 0 ? run.node : -1};
            }
        }
    }
    return best;
}

QStringList ProcessView::tipOf(const Hit& hit) const {
    if (!network_ || !frame_) {
        return {};
    }
    if (hit.link >= 0 && !diagram_.folded[at(hit.link)].empty()) {
        return foldTip(hit.link);
    }
    return hit.link >= 0   ? coolingTip(*network_, *frame_, hit.link)
           : hit.node >= 0 ? coolingNodeTip(*network_, *frame_, hit.node)
                           : QStringList();
}

void ProcessView::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    painter.setRenderHint(QPainter::Antialiasing);
    const QString empty = emptyText();
    if (!empty.isEmpty()) {
        painter.setPen(colours.muted);
        painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                         empty);
        return;
    }
    painter.save();
    painter.translate(width() / 2.0, height() / 2.0);
    painter.scale(scale_, scale_);
    painter.translate(-centre_);
    const QRectF visible(toDiagram({0, 0}), toDiagram(QPointF(width(), height())));
    paintBands(painter, colours);
    paintTrace(painter, colours);
    paintPipes(painter, colours);
    paintArrows(painter, colours);
    paintSymbols(painter, visible, colours);
    paintValves(painter, colours);
    paintLanes(painter, visible, colours);
    paintTags(painter, visible, colours);
    painter.restore();
    const QRectF legend = paintProcessLegend(painter, rect(), temperatures_, colours);
    if (framed_ && legend.size() != legend_.size()) {
        QMetaObject::invokeMethod(this, &ProcessView::fitAll, Qt::QueuedConnection);
    }
    legend_ = legend;
    if (!isKnown()) {
        paintLabel(painter, QPointF(width() / 2.0, height() - 18.0),
                   tr("The piping as designed. Press Play to see what it carries."), colours);
    }
    if (underMouse() && !hovered_.isNone()) {
        paintTip(painter, rect(), pointer_, tipOf(hovered_), colours);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ProcessView::fillMenu(QMenu& menu, const Hit& hit) {
    menu.setToolTipsVisible(true);
    int link = hit.link;
    if (link < 0 && hit.node >= 0) {
        // A pipe between machines: what can be done to its circuit.
        const engine::CoolingCircuit& c =
            network_->circuits[at(network_->nodes[at(hit.node)].circuit)];
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

void ProcessView::resizeEvent(QResizeEvent*) {
    if (framed_) {
        fitAll();
    }
}

void ProcessView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
