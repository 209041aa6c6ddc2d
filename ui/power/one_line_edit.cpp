// SPDX-License-Identifier: Apache-2.0
// What a person changes in the one-line diagram, and how a wiring is drawn that nothing simulates.
#include "engine/base/index.h"
#include "ui/floor/part_placing.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"
#include "ui/power/one_line_places.h"
#include "ui/power/one_line_view.h"
#include "ui/power/power_actions.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::OneLineNode;
using engine::OneLineWire;
using engine::PowerNetwork;

constexpr double kOutputRadius = 4.5;
constexpr double kTargetSlack = 6.0;  // around a symbol on which a line may end
constexpr int kSaidMs = 5000;
constexpr int kTipLetters = 64;  // of a line of a reason

/// The same joins, regardless of the parts: the diagram of the one is that of the other.
bool sameJoins(const PowerNetwork& a, const PowerNetwork& b) {
    const auto sameUnit = [](const engine::PowerUnit& x, const engine::PowerUnit& y) {
        return x.id == y.id && x.name == y.name && x.kind == y.kind;
    };
    const auto sameEdge = [](const engine::PowerEdge& x, const engine::PowerEdge& y) {
        return x.from == y.from && x.to == y.to && (x.breaker < 0) == (y.breaker < 0);
    };
    const auto sameLoad = [](const engine::PowerLoad& x, const engine::PowerLoad& y) {
        return x.kind == y.kind && x.index == y.index && x.cords == y.cords;
    };
    return std::equal(a.units.begin(), a.units.end(), b.units.begin(), b.units.end(), sameUnit) &&
           std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(), sameEdge) &&
           std::equal(a.loads.begin(), a.loads.end(), b.loads.begin(), b.loads.end(), sameLoad) &&
           a.cordUnit == b.cordUnit;
}

/// Fault, and on a line of its own the remedy.
QString reasonOf(const engine::Error& error) {
    return shownText(error.message + "\n" + error.remedy);
}

QStringList broken(const QString& text) {
    QStringList lines;
    for (const QString& sentence : text.split('\n', Qt::SkipEmptyParts)) {
        lines << QString();
        for (const QString& word : sentence.split(' ', Qt::SkipEmptyParts)) {
            if (lines.last().size() + word.size() > kTipLetters) {
                lines << QString();
            }
            lines.last() += (lines.last().isEmpty() ? QString() : QStringLiteral(" ")) + word;
        }
    }
    return lines;
}

std::shared_ptr<const engine::Frame> noFrame() {
    static const auto kNone = std::make_shared<const engine::Frame>();
    return kNone;
}

}  // namespace

/// Frames are of the wiring that is simulated: they are drawn while it equals that of the project.
void OneLineView::takeFrame() {
    const auto frame = workspace_->frame();
    const auto network = frame ? frame->network : nullptr;
    if (network != simulated_) {
        simulated_ = network;
        sketch_ = {};
    }
    if (!simulated_ && !sketch_.network) {
        sketch_ = sketch();
    }
    frame_ = sketch_.network ? noFrame() : frame;
    const auto shown = sketch_.network ? sketch_.network : simulated_;
    if (shown != network_) {
        setNetwork(shown, network_ != nullptr);
    }
    if (isVisible()) {
        update();
    }
}

engine::WiringSketch OneLineView::sketch() const {
    return workspace_->isOpen() && workspace_->catalogue()
               ? engine::sketchWiring(workspace_->project(), *workspace_->catalogue())
               : engine::WiringSketch{};
}

void OneLineView::takeProject() {
    sketch_ = sketch();
    if (simulated_ && sketch_.network && sameJoins(*sketch_.network, *simulated_)) {
        sketch_ = {};
    }
    takeFrame();
}

/// Arrays that are folded by hand stay so, at any number.
void OneLineView::setNetwork(std::shared_ptr<const PowerNetwork> network, bool keepsPlace) {
    std::vector<engine::OneLineFold> fold;
    if (network && network_) {
        fold.resize(network->arrays.size(), engine::OneLineFold::Automatic);
        for (std::size_t a = 0; a < fold_.size() && a < network_->arrays.size(); ++a) {
            const int now = network->arrayOf(network_->arrays[a].id);
            if (now >= 0) {
                fold[at(now)] = fold_[a];
            }
        }
    }
    fold_ = std::move(fold);
    cancelDrag();
    const auto isWhole = [this] {
        const QRectF all = extent();
        return QRectF(rect()).contains(
            QRectF(toWindow(all.left(), all.top()), toWindow(all.right(), all.bottom())));
    };
    const bool wasWhole = isWhole();
    network_ = std::move(network);
    consumers_ = !network_              ? std::vector<engine::PowerConsumer>{}
                 : sketch_.network      ? sketch_.consumers
                 : workspace_->isOpen() ? engine::consumersOf(workspace_->project(), *network_)
                                        : std::vector<engine::PowerConsumer>{};
    rebuild(keepsPlace);
    if (keepsPlace && wasWhole && !isWhole()) {
        fitAll();  // who saw all of it continues to
    }
}

bool OneLineView::canWire() const {
    return network_ != nullptr && workspace_->catalogue() && workspace_->editor().canEdit();
}

std::set<engine::PowerConsumer> OneLineView::consumersOf(int node) const {
    const OneLineNode& n = diagram_.nodes[at(node)];
    if (!n.isLoad()) {
        return {{network_->arrays[at(n.array)].id, "sources"}};
    }
    std::set<engine::PowerConsumer> all;
    for (const int load : n.loads) {
        if (at(load) < consumers_.size()) {
            all.insert(consumers_[at(load)]);
        }
    }
    return all;
}

QString OneLineView::nameOf(int node) const {
    const OneLineNode& n = diagram_.nodes[at(node)];
    if (!n.isLoad()) {
        return arrayName(*network_, n.array);
    }
    QStringList names;
    for (const engine::PowerConsumer& consumer : consumersOf(node)) {
        const QString name = workspace_->nameOfObject(consumer.object);
        if (!names.contains(name)) {
            names << name;
        }
    }
    constexpr qsizetype kNamed = 2;
    return names.size() <= kNamed ? names.join(tr(" and "))
                                  : tr("%1 and %2 more").arg(names.front()).arg(names.size() - 1);
}

void OneLineView::dragged(const DiagramPart& from, QPointF place) {
    const int over = nodeAt(diagram_, place, kTargetSlack);
    const int target = over == from.index ? -1 : over;
    said_.clear();
    if (target != target_) {
        target_ = target;
        edits_ = std::vector<engine::Edit>{};
        if (target_ >= 0) {
            const OneLineNode& source = diagram_.nodes[at(from.index)];
            const auto consumers = consumersOf(target_);
            edits_ = engine::joinByHand(workspace_->project(), *workspace_->catalogue(),
                                        network_->arrays[at(source.array)].id,
                                        {consumers.begin(), consumers.end()});
        }
    }
    setCursor(target_ >= 0 && !edits_ ? Qt::ForbiddenCursor : Qt::CrossCursor);
}

void OneLineView::dropped(const DiagramPart& from, QPointF place, bool isCarriedOut) {
    if (isCarriedOut) {
        dragged(from, place);
    }
    const int target = std::exchange(target_, -1);
    const auto edits = std::exchange(edits_, std::vector<engine::Edit>{});
    if (!isCarriedOut || target < 0) {
        return;
    }
    if (!edits) {
        say(reasonOf(edits.error()));
        return;
    }
    const QString words = tr("Connect %1 to %2").arg(nameOf(target), nameOf(from.index));
    if (workspace_->editor().apply(*edits, words)) {
        emit actions_->said(words);
    }
}

void OneLineView::dragEnterEvent(QDragEnterEvent* event) {
    const auto key = partKeyOf(event->mimeData());
    if (key && isWiringPart(*workspace_, *key) && workspace_->editor().canEdit()) {
        part_ = key;
        target_ = -1;
        placing_ = placeInWiring(*workspace_, *part_, {});
        event->acceptProposedAction();
    }
}

/// Onto a unit: that feeds it. Beside them: what is obvious does.
void OneLineView::follow(const QPointF& pointer) {
    setPointer(pointer);
    const int over = network_ ? nodeAt(diagram_, toDiagram(pointer), kTargetSlack) : -1;
    const int target = over >= 0 && !diagram_.nodes[at(over)].isLoad() ? over : -1;
    if (target != target_) {
        target_ = target;
        const std::string source =
            target < 0 ? std::string() : network_->arrays[at(diagram_.nodes[at(target)].array)].id;
        placing_ = placeInWiring(*workspace_, *part_, source);
    }
    update();
}

void OneLineView::dragMoveEvent(QDragMoveEvent* event) {
    follow(event->position());
    event->acceptProposedAction();
}

void OneLineView::dragLeaveEvent(QDragLeaveEvent*) {
    part_.reset();
    target_ = -1;
    update();
}

void OneLineView::dropEvent(QDropEvent* event) {
    follow(event->position());
    part_.reset();
    target_ = -1;
    event->acceptProposedAction();
    setFocus();
    if (!placing_) {
        say(reasonOf(placing_.error()));
    } else if (workspace_->editor().apply(placing_->edits, placing_->words)) {
        workspace_->selection().selectAll(selectedObjects(placing_->made));
        emit actions_->said(placing_->words);
    }
}

/// At the pointer while it is dragged: what it is, and what would feed it.
QString OneLineView::wordsOfPart() const {
    const auto& add = std::get<engine::AddObject>(placing_->edits.front());
    const auto* sources = std::get_if<std::vector<std::string>>(&add.object.value("sources"));
    QStringList names;
    for (const std::string& source : sources == nullptr ? std::vector<std::string>{} : *sources) {
        names << workspace_->nameOfObject(source);
    }
    const QString title =
        QString::fromStdString(workspace_->catalogue()->find(part_->type, part_->id)->name);
    return names.isEmpty() ? title
                           : tr("%1, fed by %2").arg(title, names.join(QStringLiteral(", ")));
}

void OneLineView::cut(int wire) {
    const OneLineWire& w = diagram_.wires[at(wire)];
    const auto consumers = consumersOf(w.to);
    const auto edits = engine::cutByHand(workspace_->project(),
                                         network_->arrays[at(diagram_.nodes[at(w.from)].array)].id,
                                         {consumers.begin(), consumers.end()});
    if (!edits) {
        say(reasonOf(edits.error()));
        return;
    }
    const QString words = tr("Disconnect %1 from %2").arg(nameOf(w.to), nameOf(w.from));
    currentWire_ = -1;
    if (workspace_->editor().apply(*edits, words)) {
        emit actions_->said(words);
    }
}

void OneLineView::disconnectCurrent() {
    if (currentWire_ >= 0 && canWire()) {
        cut(currentWire_);
    } else {
        emit actions_->said(tr("Select a line of the one-line diagram first"));
    }
}

void OneLineView::say(const QString& what) {
    said_ = what;
    quiet_.start(kSaidMs);
    update();
}

bool OneLineView::event(QEvent* event) {
    // Delete is the command that deletes objects; with a line selected it is meant for the line.
    if (event->type() == QEvent::ShortcutOverride && currentWire_ >= 0 &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        event->accept();
        return true;
    }
    return DiagramCanvas::event(event);
}

void OneLineView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && currentWire_ >= 0) {
        disconnectCurrent();
        return;
    }
    DiagramCanvas::keyPressEvent(event);
}

void OneLineView::paintOutput(QPainter& painter, int node, const ThemeColours& colours) const {
    const DiagramPart part{OutputPart, node};
    const bool isHot = hovered() == part;
    painter.setPen(QPen(colours.accent, 1.6));
    painter.setBrush(isHot ? colours.accent : colours.base);
    const double radius = kOutputRadius + (isHot ? 1.5 : 0.0);
    painter.drawEllipse(outputPlace(diagram_, node), radius, radius);
}

void OneLineView::paintOver(QPainter& painter, const ThemeColours& colours) {
    const auto frame = [&](int node, const QColor& ink) {
        const QRectF area = areaOf(diagram_.nodes[at(node)]).adjusted(-5, -5, 3, 5);
        QColor ground = ink;
        ground.setAlphaF(0.10F);
        painter.setPen(QPen(ink, 2.0));
        painter.setBrush(ground);
        painter.drawRoundedRect(
            QRectF(toWindow(area.left(), area.top()), toWindow(area.right(), area.bottom())), 5, 5);
    };
    if (part_) {
        if (target_ >= 0) {
            frame(target_, placing_ ? colours.accent : colours.bad);
        }
        paintTip(painter, rect(), pointer(),
                 placing_ ? QStringList{wordsOfPart()} : broken(reasonOf(placing_.error())),
                 colours);
        return;
    }
    if (!isDragging()) {
        if (!said_.isEmpty()) {
            paintTip(painter, rect(), pointer(), broken(said_), colours);
        }
        return;
    }
    const QPointF output = outputPlace(diagram_, dragSource().index);
    const QPointF from = toWindow(output.x(), output.y());
    const bool isRefused = target_ >= 0 && !edits_;
    const QColor ink = isRefused ? colours.bad : colours.accent;
    painter.save();
    if (target_ >= 0) {
        frame(target_, ink);
    }
    // At right angles, as it will be drawn.
    const double middle = (from.y() + pointer().y()) / 2.0;
    painter.setPen(QPen(ink, 2.0, isRefused ? Qt::DashLine : Qt::SolidLine));
    painter.drawPolyline(
        QPolygonF{from, QPointF(from.x(), middle), QPointF(pointer().x(), middle), pointer()});
    painter.setBrush(ink);
    painter.drawEllipse(from, 4.0, 4.0);
    painter.restore();
    if (isRefused) {
        paintTip(painter, rect(), pointer(), broken(reasonOf(edits_.error())), colours);
    } else if (target_ >= 0) {
        paintTip(painter, rect(), pointer(),
                 {tr("Connect %1 to %2").arg(nameOf(target_), nameOf(dragSource().index))},
                 colours);
    }
}

}  // namespace headroom::ui
