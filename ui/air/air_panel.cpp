// SPDX-License-Identifier: Apache-2.0
#include "ui/air/air_panel.h"

#include "engine/air/field/foam_run.h"
#include "engine/air/field/study.h"
#include "ui/air/air_flow.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>

#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kPlaces = 200;
constexpr int kWidth = 284;

QString percent(double share) {
    return QStringLiteral("%1\u00a0%").arg(plainNumberText(std::round(100.0 * share), 4));
}

/// Not to be broken between number and unit.
QString celsius(double temperatureC) {
    return temperatureText(temperatureC).replace(QChar(0x2009), QChar(0xa0));
}

}  // namespace

AirPanel::AirPanel(Workspace* workspace, AirFlow* flow, QWidget* parent)
    : QFrame(parent),
      workspace_(workspace),
      flow_(flow),
      hall_(new QComboBox(this)),
      load_(new QComboBox(this)),
      quantity_(new QComboBox(this)),
      cut_(new QComboBox(this)),
      place_(new QSlider(Qt::Horizontal, this)),
      placeText_(new QLabel(this)),
      slice_(new QCheckBox(tr("Slice"), this)),
      lines_(new QCheckBox(tr("Streamlines"), this)),
      foot_(new QStackedWidget(this)),
      bar_(new QProgressBar(this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      found_(new QLabel(this)),
      use_(new QPushButton(this)),
      foam_(new QPushButton(tr("Compute in OpenFOAM"), this)) {
    setObjectName("airPanel");
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setCursor(Qt::ArrowCursor);
    setFixedWidth(kWidth);
    auto* title = new QLabel(tr("Air flow"), this);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    title->setFont(heavy);
    auto* close = new QToolButton(this);
    close->setIcon(Theme::icon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide the air flow"));
    close->setAccessibleName(close->toolTip());
    for (const int load : {100, 75, 50, 25}) {
        load_->addItem(percent(load / 100.0), load / 100.0);
    }
    load_->setToolTip(tr("Share of the design load for which the air is computed"));
    quantity_->addItem(tr("Temperature"), static_cast<int>(AirQuantity::Temperature));
    quantity_->addItem(tr("Speed"), static_cast<int>(AirQuantity::Speed));
    quantity_->addItem(tr("Hot air"), static_cast<int>(AirQuantity::HotAir));
    quantity_->setToolTip(tr("Hot air: the share of air that racks blew out before"));
    cut_->addItem(tr("Level"), static_cast<int>(AirCut::Level));
    cut_->addItem(tr("Upright, west to east"), static_cast<int>(AirCut::WestEast));
    cut_->addItem(tr("Upright, south to north"), static_cast<int>(AirCut::SouthNorth));
    place_->setRange(0, kPlaces);
    place_->setValue(static_cast<int>(view_.place * kPlaces));
    place_->setAccessibleName(tr("Place of the slice"));
    slice_->setChecked(view_.slice);
    lines_->setChecked(view_.streamlines);
    lines_->setToolTip(tr("Paths of air from the supply and out of the racks"));
    bar_->setRange(0, 100);
    bar_->setTextVisible(false);
    found_->setWordWrap(true);
    found_->setTextFormat(Qt::RichText);
    found_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    hall_->setObjectName("airHall");
    load_->setObjectName("airLoad");
    quantity_->setObjectName("airQuantity");
    cut_->setObjectName("airCut");
    place_->setObjectName("airPlace");
    cancel_->setObjectName("airCancel");
    use_->setObjectName("airUse");
    foam_->setObjectName("airFoam");

    auto* busy = new QWidget(foot_);
    auto* busyLayout = new QHBoxLayout(busy);
    busyLayout->setContentsMargins(0, 0, 0, 0);
    busyLayout->addWidget(bar_, 1);
    busyLayout->addWidget(cancel_);
    busyLayout->setAlignment(Qt::AlignTop);
    foot_->addWidget(busy);
    foot_->addWidget(found_);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(10, 6, 8, 8);
    layout->setVerticalSpacing(5);
    layout->setColumnStretch(1, 1);
    int row = 0;
    layout->addWidget(title, row, 0, 1, 2);
    layout->addWidget(close, row++, 2);
    const auto add = [&](const QString& name, QWidget* field) {
        auto* label = new QLabel(name, this);
        label->setBuddy(field);
        layout->addWidget(label, row, 0);
        layout->addWidget(field, row++, 1, 1, 2);
    };
    add(tr("&Hall"), hall_);
    add(tr("&Load"), load_);
    add(tr("C&olour"), quantity_);
    add(tr("&Slice"), cut_);
    layout->addWidget(placeText_, row, 0);
    layout->addWidget(place_, row++, 1, 1, 2);
    auto* shown = new QHBoxLayout;
    shown->addWidget(slice_);
    shown->addWidget(lines_);
    shown->addStretch(1);
    layout->addLayout(shown, row++, 0, 1, 3);
    layout->addWidget(foot_, row++, 0, 1, 3);
    layout->addWidget(use_, row++, 0, 1, 3);
    layout->addWidget(foam_, row++, 0, 1, 3);
    for (QComboBox* box : {hall_, load_, quantity_, cut_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
    }

    connect(close, &QToolButton::clicked, this, &AirPanel::closed);
    connect(cancel_, &QPushButton::clicked, flow, &AirFlow::cancel);
    connect(use_, &QPushButton::clicked, flow, [flow] { flow->setUsed(!flow->isUsed()); });
    connect(foam_, &QPushButton::clicked, flow, &AirFlow::runOpenFoam);
    connect(hall_, &QComboBox::activated, flow, &AirFlow::setHall);
    connect(load_, &QComboBox::activated, this,
            [this] { flow_->setLoad(load_->currentData().toDouble()); });
    for (QComboBox* box : {quantity_, cut_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &AirPanel::change);
    }
    connect(place_, &QSlider::valueChanged, this, &AirPanel::change);
    for (QCheckBox* box : {slice_, lines_}) {
        connect(box, &QCheckBox::toggled, this, &AirPanel::change);
    }
    connect(found_, &QLabel::linkActivated, this, [this] {
        const int rack = hottestRack();
        if (rack >= 0) {
            const engine::Layout& plan = workspace_->layout();
            const auto block = plan.racks[static_cast<std::size_t>(rack)].block;
            workspace_->selection().select(
                {Selected::Kind::Rack, rack, plan.blocks[static_cast<std::size_t>(block)], -1});
        }
    });
    connect(workspace, &Workspace::opened, this, &AirPanel::fillHalls);
    connect(flow, &AirFlow::changed, this, &AirPanel::showState);
    connect(flow, &AirFlow::progressed, this, &AirPanel::showState);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, [this] {
        showState();
        showPlace();
    });
    fillHalls();
    hide();
    move(12, 12);
}

void AirPanel::fillHalls() {
    hall_->clear();
    for (const engine::HallBox& h : workspace_->layout().halls) {
        hall_->addItem(QString::fromStdString(h.name.empty() ? h.id : h.name));
    }
    showState();
}

void AirPanel::change() {
    view_.quantity = static_cast<AirQuantity>(quantity_->currentData().toInt());
    view_.cut = static_cast<AirCut>(cut_->currentData().toInt());
    view_.place = static_cast<double>(place_->value()) / kPlaces;
    view_.slice = slice_->isChecked();
    view_.streamlines = lines_->isChecked();
    place_->setEnabled(view_.slice);
    cut_->setEnabled(view_.slice);
    showPlace();
    emit viewChanged();
}

void AirPanel::showPlace() {
    placeText_->setText(flow_->field() ? distanceText(airCutM(*flow_->field(), view_), 1)
                                       : QString());
    const bool isUnder =
        view_.cut == AirCut::Level && flow_->field() && airCutM(*flow_->field(), view_) < 0.0;
    placeText_->setToolTip(
        isUnder ? tr("In the plenum below the floor. The slice is drawn on the floor.")
        : view_.cut == AirCut::Level ? tr("Height above the floor")
                                     : tr("Distance from the south-west corner of the hall"));
}

int AirPanel::hottestRack() const {
    const auto field = flow_->field();
    if (!field || field->racks.empty()) {
        return -1;
    }
    return field->racks[engine::hottestRacks(*field, 1).front()].rack;
}

QString AirPanel::summary() const {
    const auto field = flow_->field();
    if (!field) {
        return flow_->fault().isEmpty() ? tr("Not computed.") : flow_->fault().toHtmlEscaped();
    }
    QStringList lines;
    lines << tr("Supply %1 at %2, return %3")
                 .arg(quantityText(field->supplyM3PerS, {"m3/s", 1.0}, 3), celsius(field->supplyC),
                      celsius(field->returnC));
    const int rack = hottestRack();
    if (rack >= 0) {
        const engine::AirIndices& i = field->indices;
        const QString name = QString::fromStdString(
            workspace_->layout().racks[static_cast<std::size_t>(rack)].name());
        lines << tr("Hottest inlet %1 at <a href=\"rack\">%2</a>")
                     .arg(celsius(i.hottestInletC), name.toHtmlEscaped());
        lines << tr("SHI %1 · RTI %2 · RCI high %3")
                     .arg(plainNumberText(i.shi, 3), percent(i.rti), percent(i.rciHigh));
    }
    if (field->steps == 0) {
        lines << tr("Computed in OpenFOAM. Heat that leaves misses that of the racks by %1")
                     .arg(percent(std::abs(field->heatError)));
        return lines.join(QStringLiteral("<br>"));
    }
    const QString moved = amountText(std::round(100.0 * field->settledRackK) / 100.0, "K");
    lines << (field->settled ? tr("Settled within %1").arg(moved)
                             : tr("Not settled: inlets still move by %1").arg(moved));
    if (flow_->isRefreshing()) {
        lines << tr("Renewing the inlets of the project …");
    }
    return lines.join(QStringLiteral("<br>"));
}

void AirPanel::showUse() {
    const bool used = flow_->isUsed();
    use_->setEnabled(used || flow_->isUsable());
    use_->setText(used ? tr("Back to Uniform Recirculation") : tr("Use in Simulation"));
    use_->setToolTip(
        used ? tr("The project holds the share of hot air at each rack's inlet, as an air field "
                  "found it. "
                  "Click: all racks of the hall take in the share that the hall states. Undo takes "
                  "this back.")
        : flow_->isUsable()
            ? tr("Writes the share of hot air that this field finds at each rack's inlet into the "
                 "project. Runs, checks, costs and studies use it. After an edit of the hall it "
                 "is renewed in the background.")
            : tr("Compute a field at 100 % load first."));
}

void AirPanel::showFoam() {
    const bool installed = engine::hasOpenFoam();
    foam_->setEnabled(installed && !flow_->isBusy() && flow_->hall() >= 0);
    foam_->setToolTip(installed
                          ? tr("Runs OpenFOAM on this hall and shows its result in place of the "
                               "field. Twelve racks take "
                               "half a minute, 100 racks some minutes.")
                          : tr("OpenFOAM is not installed. Install Debian's package openfoam."));
    bar_->setTextVisible(flow_->isOpenFoam());
    bar_->setFormat(tr("residual %1").arg(QString::number(flow_->residual(), 'e', 0)));
}

void AirPanel::showState() {
    hall_->setCurrentIndex(flow_->hall());
    if (flow_->isBusy()) {
        bar_->setValue(static_cast<int>(100.0 * flow_->progress()));
        foot_->setCurrentIndex(0);
    } else {
        found_->setText(summary());
        found_->setToolTip(flow_->field()
                               ? tr("SHI: share of the heat picked up before the racks, 0 is "
                                    "perfect. RTI above 100 %: air recirculates, below: it "
                                    "passes by. RCI high 100 %: no inlet above 27 °C.")
                               : QString());
        foot_->setCurrentIndex(1);
    }
    showPlace();
    showUse();
    showFoam();
    // Word-wrapped labels state their height only for their width.
    foot_->setFixedHeight(
        std::max(bar_->sizeHint().height() + 6, found_->heightForWidth(kWidth - 20)));
    adjustSize();
}

}  // namespace headroom::ui
