// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_canvas.h"

#include "engine/base/index.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_paint.h"
#include "ui/fabric/fabric_text.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/drawing_pen.h"
#include "ui/kit/paint.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::FabricEdge;
using engine::FabricForm;
using engine::FabricNode;
using engine::FabricNodeKind;

QRectF rectOf(const engine::FabricBox& b) {
    return {b.x, b.y, b.width, b.height};
}

bool sameBox(const FabricNode& a, const FabricNode& b) {
    return a.kind == b.kind && a.leaves == b.leaves && a.groups == b.groups && a.group == b.group;
}

}  // namespace

FabricCanvas::FabricCanvas(FabricFocus* focus, RackColouring* colouring, FabricActions* actions,
                           QWidget* parent)
    : DiagramCanvas({.margin = 18.0,
                     .most = 1.7,
                     .selectionMargin = 110.0,
                     .selectionMost = 2.0,
                     .legendGap = 24.0,
                     .legend = {150, 380}},
                    parent),
      focus_(focus),
      colouring_(colouring),
      actions_(actions) {
    setObjectName("fabricCanvas");
    setAccessibleName(tr("Diagram of the fabric"));
    setAccessibleDescription(
        tr("The pane Fabric lists the same links as a table. Arrow keys go from part to part, "
           "Return goes into a part, Backspace back, the menu key offers what can be done."));
    const auto redraw = qOverload<>(&QWidget::update);
    connect(focus, &FabricFocus::scopeChanged, this, &FabricCanvas::rebuild);
    connect(focus, &FabricFocus::networkChanged, this, &FabricCanvas::rebuild);
    connect(focus, &FabricFocus::pickChanged, this, [this] {
        markWay();
        update();
    });
    connect(focus, &FabricFocus::bundleRequested, this, &FabricCanvas::showBundle);
    connect(focus->workspace(), &Workspace::frameArrived, this, &FabricCanvas::takeFrame);
    connect(colouring, &RackColouring::scaleChanged, this, redraw);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, [this] {
        drawnAt_ = 0.0;
        update();
    });
    rebuild();
}

void FabricCanvas::rebuild() {
    clearHover();
    const engine::TopologyIndex* index = focus_->index();
    diagram_ = index != nullptr ? engine::layOutFabric(*index, focus_->scope(), style_)
                                : engine::FabricDiagram{};
    drawnAt_ = 0.0;
    takeFrame();
    fitAll();
}

void FabricCanvas::takeFrame() {
    if (isVisible() || frame_ == nullptr || focus_->network() == nullptr) {
        frame_ = focus_->workspace()->frame();
        const engine::TopologyIndex* index = focus_->index();
        reading_ = frame_ && index != nullptr && frame_->fabrics
                       ? engine::readFabric(*index, diagram_, *frame_->fabrics, focus_->fabric(),
                                            frame_->fabricsNow)
                       : engine::FabricReading{};
        reading_.edges.resize(diagram_.edges.size());
        reading_.nodes.resize(diagram_.nodes.size());
        markWay();
        update();
    }
}

/// Edges that the selected job crosses, and the one that binds it.
void FabricCanvas::markWay() {
    onTheWay_.assign(diagram_.edges.size(), 0);
    hottest_ = -1;
    drawnAt_ = 0.0;
    const engine::JobFootprint* job = focus_->footprint();
    if (job == nullptr || focus_->network() == nullptr) {
        return;
    }
    const int first = focus_->network()->firstBundle[at(focus_->fabric())];
    const auto edgeOf = [&](int bundle) {
        const int local = bundle - first;
        return local >= 0 && at(local) < diagram_.edgeOfBundle.size()
                   ? diagram_.edgeOfBundle[at(local)]
                   : -1;
    };
    for (const std::int32_t bundle : job->bundles) {
        if (const int edge = edgeOf(bundle); edge >= 0) {
            onTheWay_[at(edge)] = 1;
        }
    }
    hottest_ = edgeOf(job->hottest);
}

QString FabricCanvas::emptyText() const {
    if (!focus_->workspace()->isOpen()) {
        return tr("Open a project: its network is drawn here.");
    }
    if (focus_->network() == nullptr || focus_->network()->fabrics.empty()) {
        return tr(
            "This project has no fabric.\nIn Design, take one out of the catalogue, or choose "
            "Edit > Connect > Connect Network…");
    }
    if (focus_->index() == nullptr) {
        return tr(
            "Nothing joins this fabric.\nSelect racks, then Edit > Connect > Connect "
            "Network…");
    }
    return {};
}

QRectF FabricCanvas::extent() const {
    // With room for the words at the foot, and for the names of rows at the left of a tree.
    const double names = engine::fabricNamesWidth(diagram_);
    return {-names, 0, diagram_.width + names, diagram_.height + 0.07 * diagram_.height};
}

/// Tiers are as far apart as the view allows.
void FabricCanvas::shapeTo(double aspect) {
    if (focus_->index() != nullptr && std::abs(std::log(aspect / style_.shape)) > 0.05) {
        style_.shape = aspect;
        diagram_ = engine::layOutFabric(*focus_->index(), focus_->scope(), style_);
        drawnAt_ = 0.0;
    }
}

const engine::DisplayList& FabricCanvas::drawing() const {
    if (focus_->index() == nullptr) {
        drawing_ = {};
    } else if (drawnAt_ != magnification()) {
        const engine::DrawingWords words = windowWords(font());
        drawing_ = engine::drawFabric({.index = *focus_->index(),
                                       .diagram = diagram_,
                                       .reading = reading_,
                                       .words = words,
                                       .magnification = magnification(),
                                       .binding = hottest_});
        drawnAt_ = magnification();
    }
    return drawing_;
}

bool FabricCanvas::hasPartIn(const QRectF& area) const {
    return std::any_of(diagram_.nodes.begin(), diagram_.nodes.end(), [&](const FabricNode& n) {
        return rectOf(n.box).intersects(area) || rectOf(n.hosts).intersects(area);
    });
}

DiagramPart FabricCanvas::partAt(QPointF p) const {
    const int item = drawing().itemAt({p.x(), p.y()}, std::clamp(6.0 / magnification(), 5.0, 24.0));
    if (item < 0) {
        return {};
    }
    const engine::DrawnItem& found = drawing().items()[at(item)];
    return {found.kind, found.index};
}

QRectF FabricCanvas::boxOf(const DiagramPart& part) const {
    const int item = part.isNone() ? -1 : drawing().itemOf(part.kind, part.index);
    if (item < 0) {
        return {};
    }
    const QRectF box = rectOf(drawing().bodyOf(item));
    return part.kind == EdgePart ? box.adjusted(-4, -4, 4, 4) : box;
}

DiagramPart FabricCanvas::current() const {
    const FabricPick& pick = focus_->pick();
    if (pick.kind == FabricPick::Kind::Box) {
        for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
            if (sameBox(diagram_.nodes[n], pick.box)) {
                return {NodePart, static_cast<int>(n)};
            }
        }
    }
    for (std::size_t e = 0; e < diagram_.edges.size(); ++e) {
        const FabricEdge& edge = diagram_.edges[e];
        if ((pick.kind == FabricPick::Kind::Link && edge.link == pick.link) ||
            (pick.kind == FabricPick::Kind::Bundles && edge.link < 0 &&
             ((edge.out == pick.out && edge.back == pick.back) ||
              (pick.out.size() == 1 && diagram_.form != FabricForm::Links &&
               diagram_.edgeOfBundle[at(pick.out.front())] == static_cast<int>(e))))) {
            return {EdgePart, static_cast<int>(e)};
        }
    }
    return {};
}

void FabricCanvas::choose(const DiagramPart& part) {
    FabricPick pick;
    if (part.kind == NodePart) {
        pick.kind = FabricPick::Kind::Box;
        pick.box = diagram_.nodes[at(part.index)];
    } else if (part.kind == EdgePart) {
        const FabricEdge& edge = diagram_.edges[at(part.index)];
        pick.kind = edge.link >= 0 ? FabricPick::Kind::Link : FabricPick::Kind::Bundles;
        pick.link = edge.link;
        pick.out = edge.out;
        pick.back = edge.back;
    }
    focus_->setPick(std::move(pick));
}

void FabricCanvas::showBundle(int bundle) {
    if (const int edge = diagram_.edgeOfBundle[at(bundle)]; edge >= 0) {
        choose({EdgePart, edge});
        fitSelection();
        return;
    }
    // It is inside of a box.
    for (const FabricNode& node : diagram_.nodes) {
        if (std::find(node.inner.begin(), node.inner.end(), bundle) != node.inner.end()) {
            const DiagramPart part{NodePart, static_cast<int>(&node - diagram_.nodes.data())};
            if (enter(part)) {
                showBundle(bundle);
            }
            return;
        }
    }
}

/// Into a box that stands for several, or the links of an edge.
bool FabricCanvas::enter(const DiagramPart& part) {
    engine::FabricScope scope;
    if (part.kind == NodePart) {
        const FabricNode& node = diagram_.nodes[at(part.index)];
        if (node.kind == FabricNodeKind::Group) {
            scope.groups = node.groups;
        } else if (node.kind == FabricNodeKind::Leaves && node.leaves.size() > 1) {
            scope.leaves = node.leaves;
        } else {
            return false;
        }
    } else if (part.kind == EdgePart && diagram_.form != FabricForm::Links) {
        const FabricEdge& edge = diagram_.edges[at(part.index)];
        scope.bundles = edge.out.empty() ? edge.back : edge.out;
    } else {
        return false;
    }
    focus_->drill(std::move(scope));
    return true;
}

void FabricCanvas::doubleClicked(const DiagramPart& part) {
    if (!enter(part)) {
        DiagramCanvas::doubleClicked(part);
    }
}

void FabricCanvas::activateCurrent() {
    if (!enter(current())) {
        emit activated();
    }
}

void FabricCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Backspace) {
        focus_->climb();
        return;
    }
    DiagramCanvas::keyPressEvent(event);
}

/// The nearest box or line in the direction of the key; distance across counts double.
DiagramPart FabricCanvas::next(int key) const {
    const DiagramPart here = current();
    if (here.isNone()) {
        return diagram_.nodes.empty() ? DiagramPart{} : DiagramPart{NodePart, 0};
    }
    const QPointF from = boxOf(here).center();
    DiagramPart best;
    double least = 0.0;
    const auto offer = [&](const DiagramPart& part) {
        const auto [along, across] = stepOf(boxOf(part).center() - from, key);
        const double far = along + 2.0 * across;
        if (part != here && along >= 1.0 && across <= 3.0 * along &&
            (best.isNone() || far < least)) {
            best = part;
            least = far;
        }
    };
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
        offer({NodePart, static_cast<int>(n)});
    }
    for (std::size_t e = 0; e < diagram_.edges.size(); ++e) {
        offer({EdgePart, static_cast<int>(e)});
    }
    return best;
}

QStringList FabricCanvas::tipOf(const DiagramPart& part) const {
    const engine::TopologyIndex* index = focus_->index();
    if (index == nullptr) {
        return {};
    }
    return part.kind == NodePart ? nodeTip(*index, diagram_, reading_, part.index)
                                 : edgeTip(*index, diagram_, reading_, part.index);
}

void FabricCanvas::fillMenu(QMenu& menu, const DiagramPart& part) {
    const engine::TopologyIndex* index = focus_->index();
    if (index == nullptr) {
        return;
    }
    engine::FabricTarget target;
    if (part.kind == NodePart) {
        const FabricNode& node = diagram_.nodes[at(part.index)];
        if (node.switchNumber >= 0) {
            target.kind = engine::FabricTarget::Kind::Switch;
            target.index = node.switchNumber;
        }
    } else if (part.kind == EdgePart) {
        const FabricEdge& edge = diagram_.edges[at(part.index)];
        target.kind =
            edge.link >= 0 ? engine::FabricTarget::Kind::Link : engine::FabricTarget::Kind::Bundles;
        target.index = edge.link;
        if (edge.link < 0) {
            target.bundles = edge.out;
            target.bundles.insert(target.bundles.end(), edge.back.begin(), edge.back.end());
        }
    }
    const auto enterable = [&] {
        if (part.kind == NodePart) {
            const FabricNode& node = diagram_.nodes[at(part.index)];
            return node.kind == FabricNodeKind::Group ||
                   (node.kind == FabricNodeKind::Leaves && node.leaves.size() > 1);
        }
        return diagram_.form != FabricForm::Links;
    };
    actions_->fillMenu(menu, target,
                       part.kind == NodePart ? nodeName(*index, diagram_.nodes[at(part.index)])
                                             : edgeName(*index, diagram_, part.index));
    if (part.kind == NodePart && diagram_.nodes[at(part.index)].kind == FabricNodeKind::Spines) {
        actions_->fillSwitchMenus(menu, 1, diagram_.nodes[at(part.index)].group);
    } else if (part.kind == NodePart &&
               diagram_.nodes[at(part.index)].kind == FabricNodeKind::Cores) {
        actions_->fillSwitchMenus(menu, 2, -1);
    }
    if (enterable()) {
        menu.addAction(Theme::icon("unfold"), tr("Show What Is Inside"), this,
                       [this, part] { enter(part); });
    }
}

void FabricCanvas::fillViewMenu(QMenu& menu) {
    menu.addAction(Theme::icon("fit-selection"), tr("Fit Selection"), this,
                   &FabricCanvas::fitSelection);
    if (focus_->trail().size() > 1) {
        menu.addAction(Theme::icon("fold"), tr("Back to What Is Around"), focus_,
                       &FabricFocus::climb);
    }
    if (focus_->index() != nullptr) {
        actions_->fillPlaneMenus(menu);
    }
}

QString FabricCanvas::jobText() const {
    const engine::JobFootprint* job = focus_->footprint();
    if (job == nullptr || focus_->index() == nullptr || !frame_) {
        return {};
    }
    return tr("%1: %2 adapters on %3 leaves, %4 of line rate; %5")
        .arg(jobName(*frame_, job->job), countText(job->endpoints), countText(job->leaves),
             utilizationText(job->share), hottestText(*focus_->index(), *frame_, *job));
}

QString FabricCanvas::footText() const {
    if (!reading_.known) {
        return tr("The fabric as designed. Press Play to see what it carries.");
    }
    return reading_.noPower ? tr("No power: none of its switches runs, and it carries nothing")
                            : jobText();
}

QRectF FabricCanvas::paintLegend(QPainter& painter, const ThemeColours& colours) {
    return reading_.known ? paintFabricLegend(painter, rect(), colouring_->scale().map(), colours)
                          : QRectF();
}

void FabricCanvas::showEvent(QShowEvent* event) {
    DiagramCanvas::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
