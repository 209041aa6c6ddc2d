// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_set.h"

#include "engine/base/scale.h"
#include "ui/chart/chart_view.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kLeastSpan = 60.0;

std::vector<ChartSpec> chartSpecs() {
    using engine::FacilityQuantity;
    return {
        {QT_TRANSLATE_NOOP("Charts", "Utilisation"), {FacilityQuantity::Utilization}, 0, 106, 0},
        {QT_TRANSLATE_NOOP("Charts", "Power"),
         {FacilityQuantity::ItPower, FacilityQuantity::FacilityPower},
         0,
         0,
         0},
        {QT_TRANSLATE_NOOP("Charts", "PUE"), {FacilityQuantity::Pue}, 1.0, 0, 0.1},
        {QT_TRANSLATE_NOOP("Charts", "Training throughput"),
         {FacilityQuantity::TokensPerS},
         0,
         0,
         0},
    };
}

}  // namespace

ChartSet::ChartSet(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      grid_(new QGridLayout),
      span_(new QComboBox(this)),
      thinned_(new QLabel(this)),
      pages_(new QStackedWidget(this)) {
    setObjectName("chartSet");
    auto* page = new QWidget(pages_);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 3, 8, 3);
    bar->setSpacing(8);
    auto* label = new QLabel(tr("Show"), page);
    label->setBuddy(span_);
    bar->addWidget(label);
    for (const auto& [name, seconds] : {std::pair{tr("Whole run"), 0.0},
                                        {tr("Last hour"), kHourS},
                                        {tr("Last 6 hours"), 6 * kHourS},
                                        {tr("Last day"), 24 * kHourS},
                                        {tr("Last week"), 168 * kHourS}}) {
        span_->addItem(name, seconds);
    }
    span_->setAccessibleName(tr("Time range of the charts"));
    span_->setToolTip(tr("Wheel zooms, drag moves, double click returns to the newest instant"));
    bar->addWidget(span_);
    thinned_->setObjectName("chartThinned");
    thinned_->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(thinned_);
    bar->addStretch(1);
    layout->addLayout(bar);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(1);
    layout->addLayout(grid_, 1);

    for (ChartSpec& spec : chartSpecs()) {
        auto* chart = new ChartView(std::move(spec), &store_, page);
        charts_.push_back(chart);
        connect(chart, &ChartView::hovered, this, [this](double timeS) {
            cursor_ = timeS;
            redraw();
        });
        connect(chart, &ChartView::left, this, [this] {
            cursor_ = std::numeric_limits<double>::quiet_NaN();
            redraw();
        });
        connect(chart, &ChartView::zoomed, this, [this](double factor, double around) {
            following_ = false;
            setRange(around - (around - from_) * factor, around + (to_ - around) * factor);
        });
        connect(chart, &ChartView::panned, this, [this](double seconds) {
            following_ = false;
            setRange(from_ + seconds, to_ + seconds);
        });
        connect(chart, &ChartView::followRequested, this, &ChartSet::follow);
    }
    auto* empty =
        new QLabel(tr("Open a project and press Play: the charts fill as time passes."), pages_);
    empty->setAlignment(Qt::AlignCenter);
    empty->setForegroundRole(QPalette::PlaceholderText);
    pages_->addWidget(empty);
    pages_->addWidget(page);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(pages_);

    connect(span_, &QComboBox::currentIndexChanged, this, &ChartSet::follow);
    connect(workspace, &Workspace::opened, this, [this] {
        store_.clear();
        pages_->setCurrentIndex(1);
        follow();
    });
    connect(workspace, &Workspace::closed, this, [this] {
        store_.clear();
        pages_->setCurrentIndex(0);
    });
    connect(workspace, &Workspace::frameArrived, this, [this] {
        if (const auto frame = workspace_->frame()) {
            store_.add(*frame);
        }
    });
    connect(workspace, &Workspace::slowTick, this, &ChartSet::redraw);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &ChartSet::redraw);
    connect(&Theme::instance(), &Theme::changed, this, &ChartSet::redraw);
    arrange();
}

void ChartSet::arrange() {
    // One row where there is room, else two columns, else one.
    const int columns = !isVisible() || width() >= 1000 ? 4 : width() >= 420 ? 2 : 1;
    if (columns == columns_) {
        return;
    }
    columns_ = columns;
    for (ChartView* chart : charts_) {
        grid_->removeWidget(chart);
    }
    for (int i = 0; i < static_cast<int>(charts_.size()); ++i) {
        grid_->addWidget(charts_[static_cast<std::size_t>(i)], i / columns, i % columns);
    }
    for (int i = 0; i < 4; ++i) {
        grid_->setColumnStretch(i, i < columns ? 1 : 0);
        grid_->setRowStretch(i, i < (4 + columns - 1) / columns ? 1 : 0);
    }
}

void ChartSet::resizeEvent(QResizeEvent*) {
    arrange();
    redraw();
}

void ChartSet::follow() {
    following_ = true;
    redraw();
}

void ChartSet::setRange(double fromS, double toS) {
    if (toS - fromS < kLeastSpan) {
        return;
    }
    from_ = fromS;
    to_ = toS;
    redraw();
}

void ChartSet::redraw() {
    if (store_.times().empty() || !isVisible()) {
        return;
    }
    if (following_) {
        const double last = store_.times().back();
        const double wanted = span_->currentData().toDouble();
        const double span = wanted > 0.0 ? wanted : std::max(last, 600.0);
        to_ = std::max(last, span);
        from_ = to_ - span;
    }
    thinned_->setText(store_.spacingS() > 0.0 ? tr("One instant in %1; a recording has every step")
                                                    .arg(durationText(store_.spacingS()))
                                              : QString());
    for (ChartView* chart : charts_) {
        chart->show(from_, to_, cursor_);
    }
}

}  // namespace headroom::ui
