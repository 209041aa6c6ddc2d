// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_floor.h"

#include "engine/base/index.h"
#include "engine/diagram/plan_drawing.h"
#include "ui/compare/compare_set.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/drawing_pen.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kZoomPerNotch = 1.2;
constexpr double kTitlePx = 22.0;
constexpr double kGapPx = 6.0;

QRectF planOf(const engine::Box& box) {
    return {box.x, box.y, box.width, box.depth};
}

}  // namespace

CompareFloor::CompareFloor(CompareSet* set, Workspace* workspace, QWidget* parent)
    : Canvas(kZoomPerNotch, parent), set_(set), workspace_(workspace) {
    setObjectName("compareFloor");
    setAccessibleName(tr("Floors of all that is compared"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(320, 200);
    frame_.isYUp = true;
    frame_.least = 0.2;
    frame_.most = 200.0;
    connect(set, &CompareSet::changed, this, [this] {
        isFitted_ = true;
        takeValues();
    });
    connect(set, &CompareSet::timeChanged, this, [this] {
        // The same floors may be shown in three dimensions too.
        if (isVisible() || (parentWidget() != nullptr && parentWidget()->isVisible())) {
            takeValues();
        }
    });
    connect(&workspace->selection(), &Selection::changed, this, [this] {
        update();
        emit selectionChanged();
    });
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CompareFloor::setQuantity(engine::RackQuantity quantity) {
    quantity_ = quantity;
    takeValues();
}

QString CompareFloor::text(double si) const {
    return quantityText(si, engine::rackQuantities()[at(static_cast<int>(quantity_))].unit);
}

void CompareFloor::takeValues() {
    const std::string key(engine::rackQuantities()[at(static_cast<int>(quantity_))].key);
    const auto& all = set_->all();
    values_.assign(all.size(), {});
    differences_.assign(all.size(), {});
    low_ = 1e300;
    high_ = -1e300;
    most_ = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        values_[i] = set_->field(i, key);
        for (const float value : values_[i]) {
            if (std::isfinite(value)) {
                low_ = std::min(low_, static_cast<double>(value));
                high_ = std::max(high_, static_cast<double>(value));
            }
        }
    }
    // The scale begins at zero for a quantity that begins at zero.
    low_ = low_ > 0.0 && low_ < 0.5 * high_ ? 0.0 : low_;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i != set_->baseline()) {
            differences_[i] =
                engine::floorDifference(all[i].same, values_[set_->baseline()], values_[i]);
            most_ = std::max(most_, static_cast<double>(differences_[i].most));
        }
    }
    update();
    emit recoloured();
}

/// Values in the upper row, differences below their runs.
std::vector<CompareFloor::Panel> CompareFloor::panels() const {
    const std::size_t count = set_->all().size();
    std::vector<Panel> panels;
    if (count == 0) {
        return panels;
    }
    const bool any = count > 1;
    const double wide = width() / static_cast<double>(count);
    const double tall = (height() - kScalesPx) / (any ? 2.0 : 1.0);
    for (std::size_t i = 0; i < count; ++i) {
        const double left = wide * static_cast<double>(i);
        panels.push_back({i, false, QRectF(left, 0.0, wide, tall).adjusted(2, 2, -2, -2)});
        if (any && i != set_->baseline()) {
            panels.push_back({i, true, QRectF(left, tall, wide, tall).adjusted(2, 2, -2, -2)});
        }
    }
    return panels;
}

/// Differences are on the baseline's floor.
const engine::Layout* CompareFloor::floorOf(const Panel& panel) const {
    return set_->all()[panel.isDifference ? set_->baseline() : panel.index].candidate.floor.get();
}

QRectF CompareFloor::area() const {
    QRectF all;
    for (const Compared& one : set_->all()) {
        for (std::size_t h = 0; one.candidate.floor && h < one.candidate.floor->halls.size(); ++h) {
            all |= planOf(one.candidate.floor->halls[h].box);
        }
    }
    return all;
}

void CompareFloor::fitAll() {
    isFitted_ = true;
    update();
}

QRectF CompareFloor::boxOf(const Panel& panel, int rack) const {
    const engine::Layout* floor = floorOf(panel);
    if (floor == nullptr || rack < 0) {
        return {};
    }
    const int there = panel.isDifference ? rack : rackOn(panel.index, rack);
    if (there < 0) {
        return {};
    }
    const QRectF inner = panel.box.adjusted(0, kTitlePx, 0, 0);
    const QRectF plan = planOf(floor->racks[at(there)].box);
    return QRectF(frame_.toWindow(plan.topLeft(), inner.size()),
                  frame_.toWindow(plan.bottomRight(), inner.size()))
        .normalized()
        .translated(inner.topLeft());
}

int CompareFloor::rackAt(QPointF place) const {
    if (set_->all().empty() || !set_->all()[set_->baseline()].candidate.floor) {
        return -1;
    }
    const auto racks =
        static_cast<int>(set_->all()[set_->baseline()].candidate.floor->racks.size());
    for (const Panel& panel : panels()) {
        if (!panel.box.contains(place)) {
            continue;
        }
        for (int rack = 0; rack < racks; ++rack) {
            if (boxOf(panel, rack).contains(place)) {
                return rack;
            }
        }
    }
    return -1;
}

QStringList CompareFloor::tipOf(int rack) const {
    const Compared& base = set_->all()[set_->baseline()];
    const engine::RackBox& box = base.candidate.floor->racks[at(rack)];
    QStringList lines{
        QString::fromStdString(base.candidate.floor->blocks[at(box.block)] + " · " + box.name())};
    for (std::size_t i = 0; i < set_->all().size(); ++i) {
        const Compared& one = set_->all()[i];
        const int there = one.same.empty() ? -1 : one.same[at(rack)];
        const double value = there >= 0 && at(there) < values_[i].size()
                                 ? static_cast<double>(values_[i][at(there)])
                                 : std::nan("");
        QString line =
            QStringLiteral("%1: %2").arg(QString::fromStdString(one.candidate.name), text(value));
        if (i != set_->baseline() && at(rack) < differences_[i].values.size() &&
            std::isfinite(differences_[i].values[at(rack)])) {
            const double difference = static_cast<double>(differences_[i].values[at(rack)]);
            line += QStringLiteral("  (%1%2)")
                        .arg(difference > 0.0   ? QStringLiteral("+")
                             : difference < 0.0 ? QString(QChar(0x2212))
                                                : QString(),
                             text(std::abs(difference)));
        }
        lines << line;
    }
    return lines;
}

int CompareFloor::selectedRack() const {
    const Selected& selected = workspace_->selection().current();
    if (selected.rack() < 0 || set_->all().empty()) {
        return -1;
    }
    const auto& racks = workspace_->layout().racks;
    const auto& floor = set_->all()[set_->baseline()].candidate.floor;
    if (!floor || at(selected.rack()) >= racks.size()) {
        return -1;
    }
    const engine::RackBox& box = racks[at(selected.rack())];
    const std::string& block = workspace_->layout().blocks[at(box.block)];
    for (std::size_t i = 0; i < floor->racks.size(); ++i) {
        const engine::RackBox& other = floor->racks[i];
        if (other.row == box.row && other.column == box.column &&
            floor->blocks[at(other.block)] == block) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int CompareFloor::rackOn(std::size_t index, int rack) const {
    const std::vector<int>& same = set_->all()[index].same;
    return rack >= 0 && at(rack) < same.size() ? same[at(rack)] : -1;
}

int CompareFloor::onBaseline(std::size_t index, int rack) const {
    const std::vector<int>& same = set_->all()[index].same;
    const auto found = std::find(same.begin(), same.end(), rack);
    return rack >= 0 && found != same.end() ? static_cast<int>(found - same.begin()) : -1;
}

void CompareFloor::selectRack(int rack) {
    if (rack < 0) {
        return;
    }
    // The same rack of what is open, where it has it.
    const engine::Layout& floor = *set_->all()[set_->baseline()].candidate.floor;
    const auto same = engine::sameRacks(floor, workspace_->layout());
    if (const int there = same[at(rack)]; there >= 0) {
        workspace_->selection().select(
            {Selected::Kind::Rack, there, floor.blocks[at(floor.racks[at(rack)].block)], -1});
    }
}

bool CompareFloor::sharesRacks() const {
    const auto& all = set_->all();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i != set_->baseline() && std::any_of(all[i].same.begin(), all[i].same.end(),
                                                 [](int rack) { return rack >= 0; })) {
            return true;
        }
    }
    return false;
}

QString CompareFloor::titleOf(const Panel& panel) const {
    const QString name = QString::fromStdString(set_->all()[panel.index].candidate.name);
    return panel.isDifference
               ? tr("%1 less %2")
                     .arg(name,
                          QString::fromStdString(set_->all()[set_->baseline()].candidate.name))
           : panel.index == set_->baseline() ? tr("%1 (baseline)").arg(name)
                                             : name;
}

QColor CompareFloor::colourOf(const Panel& panel, std::size_t rack) const {
    const std::vector<float>& values =
        panel.isDifference ? differences_[panel.index].values : values_[panel.index];
    if (rack >= values.size() || !std::isfinite(values[rack])) {
        return Theme::instance().colours().idleRack;
    }
    const auto value = static_cast<double>(values[rack]);
    return panel.isDifference
               ? QColor(
                     mapColour(ColourMap::CoolWarm, most_ > 0.0 ? 0.5 + 0.5 * value / most_ : 0.5))
               : QColor(mapColour(ColourMap::Viridis,
                                  high_ > low_ ? (value - low_) / (high_ - low_) : 0.0));
}

std::vector<QRgb> CompareFloor::colours(const Panel& panel) const {
    const engine::Layout* floor = floorOf(panel);
    std::vector<QRgb> all;
    for (std::size_t r = 0; floor != nullptr && r < floor->racks.size(); ++r) {
        all.push_back(colourOf(panel, r).rgb());
    }
    return all;
}

void CompareFloor::paintPanel(QPainter& painter, const Panel& panel) const {
    const ThemeColours& c = Theme::instance().colours();
    const Compared& one = set_->all()[panel.index];
    painter.setPen(c.text);
    painter.setFont(boldOf(font()));
    painter.fillRect(QRectF(panel.box.left() + 4, panel.box.top() + 6, 10, 10), one.colour);
    painter.drawText(panel.box.adjusted(20, 0, -4, 0).toRect(), Qt::AlignTop | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(titleOf(panel), Qt::ElideMiddle,
                                                      int(panel.box.width()) - 24));
    painter.setFont(font());
    const QRectF inner = panel.box.adjusted(0, kTitlePx, 0, 0);
    painter.save();
    painter.setClipRect(inner);
    painter.fillRect(inner, c.base);
    const engine::Layout* floor = floorOf(panel);
    if (floor == nullptr) {
        painter.setPen(c.muted);
        painter.drawText(inner, Qt::AlignCenter, tr("Its floor is not known"));
        painter.restore();
        return;
    }
    DrawingInks inks(c);
    inks.isCrisp = true;
    inks.ofPart = [&](const engine::DrawnItem& item) -> DrawingInks::Part {
        return item.kind == engine::kPlanRack
                   ? DrawingInks::Part{colourOf(panel, static_cast<std::size_t>(item.index)),
                                       c.floor}
                   : DrawingInks::Part{c.raised, c.border};
    };
    const QPointF origin = frame_.toWindow({0.0, 0.0}, inner.size()) + inner.topLeft();
    const engine::DrawingWords words = windowWords(font());
    paintDrawing(painter,
                 engine::drawPlan({.layout = *floor,
                                   .words = words,
                                   .perMetre = frame_.scale,
                                   .origin = {origin.x(), origin.y()},
                                   .visible = {inner.x(), inner.y(), inner.width(), inner.height()},
                                   .hasNames = false}),
                 inks);
    const std::vector<float>& values =
        panel.isDifference ? differences_[panel.index].values : values_[panel.index];
    const bool isEmpty =
        std::none_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
    if (isEmpty) {
        painter.setPen(c.muted);
        painter.drawText(inner.adjusted(4, 4, -4, -4), Qt::AlignHCenter | Qt::AlignBottom,
                         one.candidate.recording ? tr("not recorded at this instant")
                                                 : tr("a design: nothing was simulated"));
    }
    for (const auto& [rack, colour, width] :
         {std::tuple{selectedRack(), c.selected, 2.0}, std::tuple{hovered_, c.text, 1.4}}) {
        if (const QRectF box = boxOf(panel, rack); !box.isNull()) {
            painter.setPen(QPen(colour, width));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
        }
    }
    painter.restore();
}

/// Both scales with their ends, and zero where there is one.
void CompareFloor::paintScales(QPainter& painter, const QRectF& strip, bool withDifferences) const {
    const ThemeColours& c = Theme::instance().colours();
    const auto& info = engine::rackQuantities()[at(static_cast<int>(quantity_))];
    const double top = strip.top() + 6.0;
    const auto ramp = [&](double left, double wide, ColourMap map, const QString& title,
                          const QString& low, const QString& middle, const QString& high) {
        const QRectF bar(left, top + 2.0, wide, 10.0);
        for (int x = 0; x < int(wide); ++x) {
            painter.fillRect(QRectF(left + x, bar.top(), 1.0, bar.height()),
                             QColor(mapColour(map, x / wide)));
        }
        painter.setPen(c.text);
        const QRectF below(left - 60.0, bar.bottom() + 3.0, wide + 120.0, 20.0);
        painter.drawText(QRectF(left, below.top(), wide, 20.0), Qt::AlignLeft, low);
        painter.drawText(QRectF(left, below.top(), wide, 20.0), Qt::AlignRight, high);
        if (!middle.isEmpty()) {
            painter.drawText(QRectF(left, below.top(), wide, 20.0), Qt::AlignHCenter, middle);
            painter.setPen(QPen(c.text, 1.4));
            painter.drawLine(QPointF(left + wide / 2.0, bar.top() - 3.0),
                             QPointF(left + wide / 2.0, bar.bottom() + 3.0));
        }
        painter.setPen(c.muted);
        painter.drawText(QPointF(left + wide + 10.0, bar.bottom()), title);
    };
    const double wide = std::clamp(strip.width() / 5.0, 120.0, 320.0);
    if (high_ >= low_) {
        ramp(strip.left() + 12.0, wide, ColourMap::Viridis, utf8Text(info.label), text(low_), {},
             text(high_));
    }
    if (withDifferences && set_->all().size() > 1 && high_ >= low_) {
        ramp(strip.center().x(), wide, ColourMap::CoolWarm,
             most_ > 0.0     ? tr("difference")
             : sharesRacks() ? tr("no rack differs")
                             : tr("no rack is in the same place of the same block"),
             QString(QChar(0x2212)) + text(most_), QStringLiteral("0"),
             QStringLiteral("+") + text(most_));
    }
}

void CompareFloor::paintEvent(QPaintEvent*) {
    const ThemeColours& c = Theme::instance().colours();
    QPainter painter(this);
    painter.fillRect(rect(), c.window);
    const auto all = panels();
    if (all.empty()) {
        painter.setPen(c.muted);
        painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Add two recordings or projects to see their floors side by side."));
        return;
    }
    if (isFitted_) {
        const QRectF inner = all.front().box.adjusted(0, kTitlePx, 0, 0);
        frame_.fit(area(), inner.size(), QMarginsF(8, 8, 8, 8), frame_.most);
    }
    for (const Panel& panel : all) {
        paintPanel(painter, panel);
    }
    paintScales(painter, QRectF(0, height() - kScalesPx, width(), kScalesPx), true);
    if (hovered_ >= 0) {
        paintTip(painter, rect(), pointer(), tipOf(hovered_), c);
    }
}

void CompareFloor::showEvent(QShowEvent* event) {
    takeValues();
    Canvas::showEvent(event);
}

void CompareFloor::resizeEvent(QResizeEvent*) {
    update();
}

void CompareFloor::pan(QPointF pixels) {
    isFitted_ = false;
    frame_.pan(pixels);
    update();
}

void CompareFloor::zoom(double factor, QPointF place, Qt::KeyboardModifiers) {
    for (const Panel& panel : panels()) {
        const QRectF inner = panel.box.adjusted(0, kTitlePx, 0, 0);
        if (panel.box.contains(place)) {
            isFitted_ = false;
            frame_.zoomAt(factor, place - inner.topLeft(), inner.size());
            update();
            return;
        }
    }
}

void CompareFloor::mousePressEvent(QMouseEvent* event) {
    press(event->position());
}

void CompareFloor::mouseMoveEvent(QMouseEvent* event) {
    setPointer(event->position());
    if (event->buttons() != Qt::NoButton && isDrag(event->position())) {
        pan(dragStep(event->position()));
        return;
    }
    hovered_ = rackAt(event->position());
    update();
}

void CompareFloor::mouseReleaseEvent(QMouseEvent* event) {
    if (release() || event->button() != Qt::LeftButton) {
        return;
    }
    selectRack(rackAt(event->position()));
}

void CompareFloor::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void CompareFloor::keyPressEvent(QKeyEvent* event) {
    if (!zoomByKey(event, QPointF(width() / 4.0, height() / 4.0))) {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace headroom::ui
