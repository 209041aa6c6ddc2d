// SPDX-License-Identifier: Apache-2.0
#include "ui/elevation/rack_elevation.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include <cmath>

namespace headroom::ui {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s).toHtmlEscaped();
}

QString key(const QColor& colour, const QString& words) {
    return QStringLiteral("<span style=\"color:%1\">■</span>&nbsp;%2").arg(colour.name(), words);
}

QString line(const QString& label, const QString& value) {
    return QStringLiteral("<tr><td style=\"padding-right:10px\">%1</td><td>%2</td></tr>")
        .arg(label, value);
}

}  // namespace

RackElevation::RackElevation(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      middle_(new QBoxLayout(QBoxLayout::LeftToRight)),
      title_(new QLabel(this)),
      drawing_(new RackDrawing(this)),
      figures_(new QLabel(this)),
      legend_(new QLabel(this)) {
    setObjectName("rackElevation");
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    title_->setFont(heavy);
    title_->setObjectName("rackTitle");
    title_->setContentsMargins(10, 8, 10, 0);
    figures_->setObjectName("rackFigures");
    figures_->setAccessibleName(tr("Figures of the rack"));
    figures_->setTextFormat(Qt::RichText);
    figures_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    figures_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    figures_->setWordWrap(true);
    figures_->setMinimumWidth(190);
    legend_->setTextFormat(Qt::RichText);
    legend_->setWordWrap(true);
    legend_->setAlignment(Qt::AlignBottom | Qt::AlignLeft);
    auto* side = new QVBoxLayout;
    side->setContentsMargins(10, 6, 10, 10);
    side->addWidget(figures_, 1);
    side->addWidget(legend_);
    middle_->addWidget(drawing_, 3);
    middle_->addLayout(side, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title_);
    layout->addLayout(middle_, 1);
    connect(&workspace->selection(), &Selection::changed, this, &RackElevation::follow);
    connect(workspace, &Workspace::opened, this, &RackElevation::follow);
    connect(workspace, &Workspace::closed, this, &RackElevation::follow);
    connect(workspace, &Workspace::projectChanged, this, &RackElevation::follow);
    connect(workspace, &Workspace::slowTick, this, &RackElevation::refresh);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &RackElevation::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &RackElevation::follow);
    follow();
}

void RackElevation::resizeEvent(QResizeEvent* event) {
    const bool isWide = width() >= 640;
    middle_->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    middle_->setStretch(1, isWide ? 2 : 0);
    QWidget::resizeEvent(event);
}

void RackElevation::follow() {
    const Selected& what = workspace_->selection().current();
    contents_.reset();
    rack_ = what.rack();
    if (workspace_->isOpen() && workspace_->catalogue() != nullptr) {
        contents_ = contentsOf(workspace_->project(), *workspace_->catalogue(), what.objectId);
    }
    title_->setText(!contents_ ? tr("Select a rack, or a block of racks, to see it from front and "
                                    "rear.")
                    : rack_ >= 0 ? workspace_->nameOf(what)
                                 : tr("A rack of %1").arg(workspace_->nameOf(what)));
    title_->setForegroundRole(contents_ ? QPalette::WindowText : QPalette::PlaceholderText);
    title_->setWordWrap(!contents_);
    drawing_->setVisible(contents_.has_value());
    legend_->setText(legend());
    drawing_->show(contents_);
    refresh();
}

QString RackElevation::legend() const {
    if (!contents_ || contents_->places.empty()) {
        return {};
    }
    const ThemeColours& colours = Theme::instance().colours();
    QStringList keys{key(slotColour(RackSlot::What::Server), tr("server"))};
    if (contents_->switchTrays > 0) {
        keys << key(slotColour(RackSlot::What::SwitchTray), tr("switch tray, scale-up"));
    }
    if (contents_->shelves > 0) {
        keys << key(slotColour(RackSlot::What::Shelf), tr("power shelf, bus bar"));
    }
    if (contents_->cords > 0) {
        keys << key(colours.series[1], contents_->cords > 1 ? tr("cords A and B") : tr("cord A"));
    }
    if (contents_->server.isLiquid) {
        keys << key(colours.series[2], tr("manifolds and hoses"));
    }
    if (!contents_->rearDoor.empty()) {
        keys << key(colours.series[2], tr("rear door (dashed)"));
    }
    if (contents_->server.adapters > 0) {
        keys << key(colours.series[3], tr("network cables"));
    }
    if (contents_->centreOfGravityM()) {
        keys << tr("◕ centre of gravity");
    }
    return keys.join("<br>");
}

QString RackElevation::figures() const {
    if (!contents_) {
        return {};
    }
    const RackContents& rack = *contents_;
    const auto power = [](double watts) { return quantityText(watts, models::unit::kilowatt, 4); };
    QStringList lines{
        line(tr("Model"), text(rack.rackName)),
        line(tr("Holds"), tr("%1 × %2").arg(rack.servers).arg(text(rack.server.name)))};
    if (const auto free = rack.freeU()) {
        lines << line(tr("Units"), (rack.switchTrays + rack.shelves > 0
                                        ? tr("%1 of %2 taken by servers, trays, shelves")
                                        : tr("%1 of %2 taken by servers"))
                                       .arg(numberText(rack.usedU(), 3))
                                       .arg(rack.unitsU));
        lines << line(
            tr("Free"),
            *free < 0.0 ? tr("%1 U too few").arg(numberText(-*free, 3))
            : rack.hasUnstatedHeights()
                ? tr("at most %1 U; shared equipment is not counted").arg(numberText(*free, 3))
                : tr("%1 U").arg(numberText(*free, 3)));
    } else if (!rack.server.isTank) {
        lines << line(tr("Units"), tr("not stated"));
    }
    lines << line(tr("Rated"), power(rack.ratedPowerW));
    if (const auto frame = workspace_->frame(); frame && rack_ >= 0) {
        const auto& values = frame->rack(engine::RackQuantity::Power);
        if (static_cast<std::size_t>(rack_) < values.size()) {
            lines << line(tr("Now"), power(values[static_cast<std::size_t>(rack_)]));
        }
    }
    if (rack.sharedPowerW > 0.0) {
        lines << line(tr("Shared equipment"), tr("up to %1").arg(power(rack.sharedPowerW)));
    }
    if (rack.rectifiers > 0) {
        lines << line(tr("Power shelves"),
                      tr("%1 × %2").arg(rack.rectifiers).arg(text(rack.shelfName)));
    }
    if (!rack.rearDoor.empty()) {
        lines << line(tr("Rear door"), text(rack.rearDoor));
    }
    if (!rack.scaleUp.empty()) {
        lines << line(tr("Scale-up"), text(rack.scaleUp));
    }
    if (std::isfinite(rack.massKg)) {
        lines << line(tr("Mass"), quantityText(rack.massKg, models::unit::kilogram, 4));
    }
    if (const auto height = rack.centreOfGravityM()) {
        lines << line(tr("Centre of gravity"),
                      tr("%1 over the floor").arg(quantityText(*height, models::unit::metre, 3)));
    }
    QStringList feeds;
    for (const std::string& feed : rack.feeds) {
        feeds << text(feed);
    }
    lines << line(tr("Cords"), feeds.isEmpty()
                                   ? tr("none")
                                   : tr("%1, from %2").arg(rack.cords).arg(feeds.join(", ")));
    return "<table>" + lines.join(QString()) + "</table>";
}

void RackElevation::refresh() {
    const QString now = figures();
    if (figures_->text() != now) {
        figures_->setText(now);
        drawing_->setAccessibleDescription(QTextDocumentFragment::fromHtml(now).toPlainText());
    }
}

}  // namespace headroom::ui
