// SPDX-License-Identifier: Apache-2.0
#include "ui/power/sankey_view.h"

#include "engine/base/index.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/paint.h"
#include "ui/kit/text_table.h"
#include "ui/power/power_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/run_text.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::ui {

namespace {

using engine::SankeyLink;
using engine::SankeyNode;
using engine::SankeyRole;

constexpr double kBar = 13.0;  // width of a stage
constexpr double kMargin = 14.0;
constexpr double kLabels = 185.0;  // right of the last column
constexpr double kLeast = 1.5;     // height of the thinnest bar
constexpr int kPlaceRounds = 6;

QString powerText(double watts) {
    return quantityText(watts, models::unit::kilowatt, 3);
}

}  // namespace

SankeyView::SankeyView(QWidget* parent)
    : DiagramCanvas({.margin = 0.0, .most = 1.0, .legendGap = 0.0, .legend = {}}, parent) {
    setObjectName("sankeyView");
    setAccessibleName(tr("Flow of power and its losses"));
    setAccessibleDescription(tr("The table next to it lists the same figures."));
    setMinimumSize(260, 120);
}

void SankeyView::show(engine::Sankey sankey, const QString& emptyText) {
    const bool isOther =
        sankey.nodes.size() != sankey_.nodes.size() || sankey.links.size() != sankey_.links.size();
    sankey_ = std::move(sankey);
    empty_ = emptyText;
    if (isOther) {
        current_ = {};
        clearHover();
    }
    place();
    update();
}

QString SankeyView::emptyText() const {
    return sankey_.nodes.empty() ? empty_ : QString();
}

QRectF SankeyView::extent() const {
    return {QPointF(), size_};
}

/// As large as the window: names are read, and nothing is left over.
void SankeyView::shapeTo(double) {
    place();
}

QColor SankeyView::colourOf(const SankeyNode& node) const {
    const ThemeColours& c = Theme::instance().colours();
    switch (node.role) {
        case SankeyRole::Loss:
            return c.bad;
        case SankeyRole::Load:
            return node.name == "Racks" ? c.good : c.equipmentCooling;
        case SankeyRole::Source:
            return c.accent;
        case SankeyRole::Stage:
            break;
    }
    return c.muted;
}

/// Columns side by side, heights by power. In a column nodes are in the order of what feeds them,
/// losses below; a loss has the text of its stage's column to itself.
void SankeyView::place() {
    const std::size_t n = sankey_.nodes.size();
    size_ = size();
    bars_.assign(n, {});
    bands_.assign(sankey_.links.size(), {});
    if (n == 0 || sankey_.columns < 2) {
        return;
    }
    std::vector<std::vector<int>> columns(at(sankey_.columns));
    for (std::size_t i = 0; i < n; ++i) {
        columns[at(sankey_.nodes[i].column)].push_back(static_cast<int>(i));
    }
    const double textHeight = fontMetrics().height();
    const double gap = textHeight + 5.0;  // room for the name under or next to a thin bar
    const double height = size_.height() - 2 * kMargin;
    double perWatt = 1e300;
    for (const auto& column : columns) {
        double sum = 0.0;
        for (const int i : column) {
            sum += sankey_.nodes[at(i)].powerW;
        }
        const double room = height - gap * static_cast<double>(column.size());
        if (sum > 0.0) {
            perWatt = std::min(perWatt, std::max(room, 20.0) / sum);
        }
    }
    const double pitch =
        (size_.width() - 2 * kMargin - kLabels) / static_cast<double>(sankey_.columns - 1);
    std::vector<double> key(n, 0.0);
    for (int round = 0; round < kPlaceRounds; ++round) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            auto& column = columns[c];
            for (const int i : column) {
                double sum = 0.0;
                double weight = 0.0;
                for (const SankeyLink& link : sankey_.links) {
                    if (link.to == i && round > 0) {
                        sum += link.powerW * bars_[at(link.from)].center().y();
                        weight += link.powerW;
                    }
                }
                key[at(i)] = weight > 0.0 ? sum / weight : static_cast<double>(i);
                // Losses fall below what continues.
                key[at(i)] += sankey_.nodes[at(i)].role == SankeyRole::Loss ? 1e6 : 0.0;
            }
            std::stable_sort(column.begin(), column.end(), [&](int a, int b) {
                return std::pair(std::lround(key[at(a)]), -sankey_.nodes[at(a)].powerW) <
                       std::pair(std::lround(key[at(b)]), -sankey_.nodes[at(b)].powerW);
            });
            double y = kMargin;
            for (const int i : column) {
                const double tall = std::max(kLeast, sankey_.nodes[at(i)].powerW * perWatt);
                bars_[at(i)] = QRectF(kMargin + pitch * static_cast<double>(c), y, kBar, tall);
                y += tall + gap;
            }
        }
    }
    // Bands leave and enter in the order of the other ends.
    std::vector<double> outAt(n);
    std::vector<double> inAt(n);
    for (std::size_t i = 0; i < n; ++i) {
        outAt[i] = inAt[i] = bars_[i].top();
    }
    std::vector<int> order(sankey_.links.size());
    std::iota(order.begin(), order.end(), 0);
    const auto isLoss = [this](int link) {
        return sankey_.nodes[at(sankey_.links[at(link)].to)].role == SankeyRole::Loss;
    };
    std::vector<double> leaves(sankey_.links.size());
    std::vector<double> enters(sankey_.links.size());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return std::pair(isLoss(a), bars_[at(sankey_.links[at(a)].to)].top()) <
               std::pair(isLoss(b), bars_[at(sankey_.links[at(b)].to)].top());
    });
    for (const int l : order) {
        const SankeyLink& link = sankey_.links[at(l)];
        leaves[at(l)] = outAt[at(link.from)];
        outAt[at(link.from)] += link.powerW * perWatt;
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return bars_[at(sankey_.links[at(a)].from)].top() <
               bars_[at(sankey_.links[at(b)].from)].top();
    });
    for (const int l : order) {
        const SankeyLink& link = sankey_.links[at(l)];
        enters[at(l)] = inAt[at(link.to)];
        inAt[at(link.to)] += link.powerW * perWatt;
    }
    for (std::size_t l = 0; l < bands_.size(); ++l) {
        const SankeyLink& link = sankey_.links[l];
        const double tall = std::max(1.0, link.powerW * perWatt);
        const double x0 = bars_[at(link.from)].right();
        const double x1 = bars_[at(link.to)].left();
        const double bend = 0.5 * (x1 - x0);
        QPainterPath band;
        band.moveTo(x0, leaves[l]);
        band.cubicTo(x0 + bend, leaves[l], x1 - bend, enters[l], x1, enters[l]);
        band.lineTo(x1, enters[l] + tall);
        band.cubicTo(x1 - bend, enters[l] + tall, x0 + bend, leaves[l] + tall, x0,
                     leaves[l] + tall);
        band.closeSubpath();
        bands_[l] = band;
    }
}

void SankeyView::paintDiagram(QPainter& painter, const QRectF&, const ThemeColours& colours) {
    const auto isLit = [this](int kind, std::size_t index) {
        const DiagramPart part{kind, static_cast<int>(index)};
        return part == hovered() || part == current_;
    };
    painter.setPen(Qt::NoPen);
    for (std::size_t l = 0; l < bands_.size(); ++l) {
        const SankeyNode& to = sankey_.nodes[at(sankey_.links[l].to)];
        const SankeyNode& from = sankey_.nodes[at(sankey_.links[l].from)];
        QColor fill = to.role == SankeyRole::Stage ? colourOf(from) : colourOf(to);
        fill.setAlphaF(isLit(Link, l) ? 0.65F : 0.32F);
        painter.setBrush(fill);
        painter.drawPath(bands_[l]);
    }
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        const SankeyNode& node = sankey_.nodes[i];
        painter.setPen(isLit(Node, i) ? QPen(colours.selected, 2.0) : QPen(Qt::NoPen));
        painter.setBrush(colourOf(node));
        painter.drawRect(bars_[i]);
    }
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        paintName(painter, i, colours);
    }
}

QStringList SankeyView::tipOf(const DiagramPart& part) const {
    const double all = std::max(1e-9, sankey_.sourceW);
    const auto figures = [all](double watts) {
        return tr("%1, %2 of all that comes in")
            .arg(quantityText(watts, models::unit::kilowatt, 4),
                 quantityText(watts / all, models::unit::percent, 3));
    };
    if (part.kind == Link) {
        const SankeyLink& link = sankey_.links[at(part.index)];
        return {
            QStringLiteral("%1 → %2").arg(QString::fromStdString(sankey_.nodes[at(link.from)].name),
                                          QString::fromStdString(sankey_.nodes[at(link.to)].name)),
            figures(link.powerW)};
    }
    const SankeyNode& node = sankey_.nodes[at(part.index)];
    QStringList tip{QString::fromStdString(node.name), figures(node.powerW)};
    if (node.units > 0) {
        tip << tr("%1 units").arg(node.units);
    }
    return tip;
}

DiagramPart SankeyView::partAt(QPointF place) const {
    for (std::size_t i = bars_.size(); i-- > 0;) {
        if (bars_[i].adjusted(-3, -3, 3, 3).contains(place)) {
            return {Node, static_cast<int>(i)};
        }
    }
    for (std::size_t l = bands_.size(); l-- > 0;) {
        if (bands_[l].contains(place)) {
            return {Link, static_cast<int>(l)};
        }
    }
    return {};
}

QRectF SankeyView::boxOf(const DiagramPart& part) const {
    return part.kind == Node ? bars_[at(part.index)] : bands_[at(part.index)].boundingRect();
}

void SankeyView::choose(const DiagramPart& part) {
    current_ = part;
    update();
}

/// From bar to bar; at first to the first.
DiagramPart SankeyView::next(int key) const {
    if (bars_.empty() || current_.kind != Node) {
        return bars_.empty() ? DiagramPart{} : DiagramPart{Node, 0};
    }
    DiagramPart best;
    double least = 1e300;
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        const Step step = stepOf(bars_[i].center() - bars_[at(current_.index)].center(), key);
        const double far = step.along + 2.0 * step.across;
        if (step.along > 1.0 && far < least) {
            least = far;
            best = {Node, static_cast<int>(i)};
        }
    }
    return best;
}

/// A name is right of its bar, over the bands, on a ground that keeps it legible. Names of
/// stages take turns in two heights, so that each has the width of two columns.
void SankeyView::paintName(QPainter& painter, std::size_t index,
                           const ThemeColours& colours) const {
    const SankeyNode& node = sankey_.nodes[index];
    const QRectF& bar = bars_[index];
    const QFontMetricsF metrics(painter.font());
    const double pitch = (size_.width() - 2 * kMargin - kLabels) / std::max(1, sankey_.columns - 1);
    const bool last = node.column + 1 == sankey_.columns;
    const bool isLoss = node.role == SankeyRole::Loss;
    const QString power = powerText(node.powerW);
    const QString name = isLoss ? tr("loss") : QString::fromStdString(node.name);
    const double line = metrics.height();
    // Names take turns in two heights where the bar has room for both: two lines each, or one.
    const bool tall = bar.height() >= 2.0 * line + 6.0 && !last && !isLoss;
    const bool taller = bar.height() >= 4.0 * line + 8.0;
    const double room =
        last ? kLabels + kMargin - kBar - 8.0
             : (tall && node.column + 2 < sankey_.columns ? 2.0 : 1.0) * pitch - kBar - 10.0;
    QStringList lines{name + QStringLiteral("  ") + power};
    if (metrics.horizontalAdvance(lines.first()) > room && bar.height() >= 2.0 * line &&
        (taller || !tall)) {
        lines = {metrics.elidedText(name, Qt::ElideRight, room), power};
    } else if (metrics.horizontalAdvance(lines.first()) > room) {
        const double left = room - metrics.horizontalAdvance(' ' + power);
        lines = {left < 30.0 ? power
                             : metrics.elidedText(name, Qt::ElideRight, left) + ' ' + power};
    }
    double wide = 0.0;
    for (const QString& text : lines) {
        wide = std::max(wide, metrics.horizontalAdvance(text));
    }
    const double high = line * static_cast<double>(lines.size());
    const double y = bar.height() < line + 2.0      ? bar.center().y() - high / 2.0
                     : tall && node.column % 2 == 1 ? bar.top() + (taller ? 2.0 : 1.0) * line + 5.0
                                                    : bar.top() + 2.0;
    const double lowest = std::max(1.0, size_.height() - high - 1.0);
    const QRectF box(bar.right() + 4.0, std::clamp(y, 1.0, lowest), wide + 8.0, high);
    QColor ground = colours.base;
    ground.setAlphaF(0.78F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(isLoss ? colours.bad : colours.text);
    painter.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, lines.join('\n'));
}

LossPane::LossPane(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      view_(new SankeyView(this)),
      table_(new TextTable(
          {{tr("Kind"), {}},
           {tr("In"), tr("Power that goes into the parts of this kind"), CellSide::Right},
           {tr("Out"), tr("Power that leaves the parts of this kind"), CellSide::Right},
           {tr("Loss"), tr("Power that the parts of this kind turn into heat"), CellSide::Right},
           {tr("Share of input"), tr("Loss over what goes in"), CellSide::Right}},
          this)) {
    setObjectName("lossPane");
    auto* list = new QTableView(this);
    list->setModel(table_);
    list->setObjectName("lossTable");
    dressTable(list, tr("Losses by kind of part"));
    list->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    list->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(view_);
    splitter->addWidget(list);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({760, 400});
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(workspace, &Workspace::opened, this, &LossPane::takeFrame);
    connect(workspace, &Workspace::closed, this, &LossPane::takeFrame);
    connect(workspace, &Workspace::slowTick, this, [this] {
        if (isVisible()) {
            takeFrame();
        }
    });
    takeFrame();
}

void LossPane::takeFrame() {
    const auto frame = workspace_->frame();
    if (!frame) {
        view_->show({}, workspace_->isOpen()
                            ? emptyRunText(*workspace_, QString())
                            : tr("Open a project: where its power goes is drawn here."));
    } else if (!frame->network || frame->network->units.empty()) {
        view_->show({}, tr("This project has no power units, so nothing flows."));
    } else {
        view_->show(engine::energySankey(*frame->network, frame->powerUnits, frame->powerEdges,
                                         frame->rack(engine::RackQuantity::Power)),
                    tr("Not simulated yet. Press Play to see where the power goes."));
    }
    fillTable();
}

namespace {

/// A share in percent. Below a thousandth of a percent the digits say nothing.
QString shareText(double share) {
    const bool isTiny = share > 0.0 && share < 1e-5;
    return (isTiny ? QStringLiteral("< ") : QString()) +
           quantityText(isTiny ? 1e-5 : share, models::unit::percent, 3);
}

}  // namespace

void LossPane::fillTable() {
    const engine::Sankey& s = view_->sankey();
    std::vector<TextRow> rows;
    double useful = 0.0;
    for (std::size_t i = 0; i < s.nodes.size(); ++i) {
        if (s.nodes[i].role == SankeyRole::Load) {
            useful += s.nodes[i].powerW;
        }
        if (s.nodes[i].role != SankeyRole::Stage && s.nodes[i].role != SankeyRole::Source) {
            continue;
        }
        double lossW = 0.0;
        for (const SankeyLink& link : s.links) {
            if (link.from == static_cast<int>(i) && s.nodes[at(link.to)].role == SankeyRole::Loss) {
                lossW += link.powerW;
            }
        }
        const double in = s.nodes[i].powerW;
        const double share = in > 0.0 ? lossW / in : 0.0;
        rows.push_back({{{QString::fromStdString(s.nodes[i].name)},
                         {powerText(in)},
                         {powerText(in - lossW)},
                         {powerText(lossW)},
                         {shareText(share)}}});
    }
    if (!s.nodes.empty()) {
        const double share = s.sourceW > 0.0 ? s.lossW / s.sourceW : 0.0;
        rows.push_back({{{tr("All")},
                         {powerText(s.sourceW)},
                         {powerText(useful)},
                         {powerText(s.lossW)},
                         {shareText(share)}}});
    }
    table_->setRows(std::move(rows));
}

void LossPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
