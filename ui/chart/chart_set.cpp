// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_set.h"

#include "engine/base/scale.h"
#include "ui/chart/chart_choice.h"
#include "ui/chart/chart_data.h"
#include "ui/chart/chart_export.h"
#include "ui/chart/chart_view.h"
#include "ui/chart/grid_tracks.h"
#include "ui/chart/number_drag.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/run_text.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kLeastSpan = 60.0;
constexpr int kChartPx = 240;   // of width, below which a chart tells little
constexpr int kTracksPx = 190;  // of height, below which charts need all of it

}  // namespace

ChartSet::ChartSet(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      data_(new ChartData(workspace, this)),
      grid_(new QGridLayout),
      tracks_(new GridTracks(data_, this)),
      span_(new QComboBox(this)),
      pages_(new QStackedWidget(this)) {
    setObjectName("chartSet");
    page_ = new QWidget(pages_);
    auto* layout = new QVBoxLayout(page_);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar(page_));
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(1);
    layout->addLayout(grid_, 1);
    layout->addWidget(tracks_);
    connect(tracks_, &GridTracks::hovered, this, [this](double timeS) {
        cursor_ = timeS;
        redraw();
    });
    connect(tracks_, &GridTracks::left, this, [this] {
        cursor_ = std::numeric_limits<double>::quiet_NaN();
        redraw();
    });
    auto* empty = new QLabel(pages_);
    empty->setObjectName("chartsEmpty");
    empty->setAlignment(Qt::AlignCenter);
    empty->setForegroundRole(QPalette::PlaceholderText);
    pages_->addWidget(empty);
    pages_->addWidget(page_);
    setAcceptDrops(true);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(pages_);

    connect(span_, &QComboBox::currentIndexChanged, this, &ChartSet::follow);
    connect(data_, &ChartData::begun, this, &ChartSet::begin);
    connect(data_, &ChartData::grew, this, &ChartSet::redraw);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &ChartSet::redraw);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, &ChartSet::redraw);
    connect(&Theme::instance(), &Theme::changed, this, &ChartSet::redraw);
}

QWidget* ChartSet::makeBar(QWidget* parent) {
    auto* bar = new QWidget(parent);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(8);
    auto* label = new QLabel(tr("Show"), bar);
    label->setBuddy(span_);
    row->addWidget(label);
    for (const auto& [name, seconds] : {std::pair{tr("Whole run"), 0.0},
                                        {tr("Last hour"), kHourS},
                                        {tr("Last 6 hours"), 6 * kHourS},
                                        {tr("Last day"), 24 * kHourS},
                                        {tr("Last week"), 168 * kHourS}}) {
        span_->addItem(name, seconds);
    }
    span_->setObjectName("chartSpan");
    span_->setAccessibleName(tr("Time range of the charts"));
    span_->setPlaceholderText(tr("As zoomed"));
    span_->setToolTip(
        tr("Wheel zooms time, Ctrl and wheel the values, drag moves, double click returns to the "
           "newest instant and to all values"));
    row->addWidget(span_);
    row->addStretch(1);
    const auto button = [&](const char* name, const char* icon, const QString& tip, auto slot) {
        auto* made = new QToolButton(bar);
        made->setObjectName(name);
        made->setIcon(Theme::icon(icon));
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, slot);
        connect(&Theme::instance(), &Theme::changed, made,
                [made, icon] { made->setIcon(Theme::icon(icon)); });
        row->addWidget(made);
        return made;
    };
    QToolButton* tracks =
        button("chartTracks", "money", tr("Price and carbon of each hour under the charts"), [] {});
    tracks->setCheckable(true);
    tracks->setChecked(tracksWanted_);
    connect(tracks, &QToolButton::toggled, this, [this](bool on) {
        tracksWanted_ = on;
        showTracks();
    });
    legend_ = button("chartLegendButton", "table",
                     tr("Table of min, mean, max and last below each chart"), [] {});
    legend_->setCheckable(true);
    connect(legend_, &QToolButton::toggled, this, [this](bool on) {
        statistics_ = on;
        redraw();
    });
    button("chartAdd", "chart", tr("Add a chart of other quantities"), &ChartSet::addChart);
    button("chartValues", "export", tr("Write the values of the charts as CSV"),
           &ChartSet::exportValues);
    button("chartPicture", "camera", tr("Save the charts as a picture"), &ChartSet::savePicture);
    return bar;
}

ChartView* ChartSet::makeChart(const ChartSpec& spec) {
    auto* chart = new ChartView(spec, data_, page_);
    connect(chart, &ChartView::hovered, this, [this](double timeS) {
        cursor_ = timeS;
        redraw();
    });
    connect(chart, &ChartView::marked, this, &ChartSet::setMark);
    connect(chart, &ChartView::left, this, [this] {
        cursor_ = std::numeric_limits<double>::quiet_NaN();
        redraw();
    });
    connect(chart, &ChartView::zoomed, this, [this](double factor, double around) {
        if (factor != 1.0) {
            following_ = false;
            span_->setCurrentIndex(-1);
            following_ = false;
        }
        setRange(around - (around - from_) * factor, around + (to_ - around) * factor);
    });
    connect(chart, &ChartView::panned, this, [this](double seconds) {
        span_->setCurrentIndex(-1);
        following_ = false;
        setRange(from_ + seconds, to_ + seconds);
    });
    connect(chart, &ChartView::followRequested, this, [this] {
        if (span_->currentIndex() < 0) {
            span_->setCurrentIndex(0);
        }
        follow();
    });
    connect(chart, &ChartView::menuRequested, this, [this, chart](QPoint at, double timeS) {
        QMenu menu(this);
        fillMenu(menu, chart, timeS);
        menu.exec(at);
    });
    return chart;
}

void ChartSet::setCharts(const std::vector<ChartSpec>& specs) {
    for (ChartView* chart : charts_) {
        grid_->removeWidget(chart);
        chart->deleteLater();
        chart->hide();
    }
    charts_.clear();
    for (const ChartSpec& spec : specs) {
        charts_.push_back(makeChart(spec));
    }
    columns_ = 0;
    arrange();
    redraw();
}

/// Another run. The same project continues with the charts that were chosen.
void ChartSet::begin() {
    const QString project = workspace_->isOpen() ? workspace_->title() : QString();
    if (workspace_->isOpen() && (project != shownProject_ || charts_.empty())) {
        setCharts(usualCharts(workspace_->project()));
    }
    if (project != shownProject_) {
        mark_ = std::numeric_limits<double>::quiet_NaN();  // an instant of another run
    }
    shownProject_ = project;
    if (span_->currentIndex() < 0) {
        span_->setCurrentIndex(0);
    }
    follow();
}

void ChartSet::fillMenu(QMenu& menu, ChartView* chart, double timeS) {
    CauseFocus& causes = workspace_->causes();
    if (const engine::Event* event = data_->eventOf(chart->eventAt(timeS))) {
        menu.addSection(QString::fromStdString(event->subject));
        causes.addTo(menu, event->id);
    }
    const std::int64_t mover = data_->moverAt(timeS);
    QAction* moved = menu.addAction(Theme::icon("causes"), tr("Why Did It Move?"), this,
                                    [this, mover] { workspace_->causes().explain(mover); });
    moved->setObjectName("whyIndicator");
    moved->setEnabled(mover >= 0);
    menu.addSeparator();
    const int note = chart->noteAt(timeS);
    QAction* write =
        menu.addAction(Theme::icon("labels"), note < 0 ? tr("Add Note…") : tr("Edit Note…"), this,
                       [this, chart, timeS] { askNote(chart, timeS); });
    write->setObjectName("chartNote");
    write->setEnabled(data_->takesNotes());
    write->setToolTip(tr("A remark about this instant. It stays in the recording of the run"));
    if (note >= 0) {
        menu.addAction(tr("Remove Note"), this,
                       [this, at = data_->notes()[static_cast<std::size_t>(note)].timeS] {
                           tellNote(data_->setNote({at, {}}));
                       })
            ->setObjectName("chartRemoveNote");
    }
    QAction* mark =
        menu.addAction(tr("Mark This Instant"), this, [this, timeS] { setMark(timeS); });
    mark->setToolTip(
        tr("A second cursor: a table below each chart has the differences from there (Shift and "
           "click)"));
    menu.addAction(tr("Remove Mark"), this,
                   [this] { setMark(std::numeric_limits<double>::quiet_NaN()); })
        ->setEnabled(std::isfinite(mark_));
    QAction* statistics = menu.addAction(tr("Table of Figures"), legend_, &QToolButton::setChecked);
    statistics->setObjectName("chartStatistics");
    statistics->setCheckable(true);
    statistics->setChecked(statistics_);
    menu.addAction(Theme::icon("copy"), tr("Copy Values"), this, &ChartSet::copyValues);
    menu.addSeparator();
    menu.addAction(tr("Quantities…"), this, [this, chart] { choose(chart); });
    menu.addAction(tr("Limit Line…"), this, [this, chart] { askLimit(chart); });
    if (std::isfinite(chart->spec().limit)) {
        menu.addAction(tr("Remove Limit Line"), this, [this, chart] {
            chart->setLimit(std::numeric_limits<double>::quiet_NaN());
            redraw();
        });
    }
    menu.addSeparator();
    menu.addAction(Theme::icon("chart"), tr("Add Chart…"), this, &ChartSet::addChart);
    menu.addAction(tr("Remove Chart"), this, [this, chart] { remove(chart); })
        ->setEnabled(charts_.size() > 1);
    menu.addAction(tr("Usual Charts"), this,
                   [this] { setCharts(usualCharts(workspace_->project())); });
    menu.addSeparator();
    menu.addAction(Theme::icon("export"), tr("Export Values…"), this, &ChartSet::exportValues);
    menu.addAction(Theme::icon("camera"), tr("Save Picture…"), this, &ChartSet::savePicture);
}

void ChartSet::choose(ChartView* chart) {
    ChartChoice choice(*data_, chart->spec().channels, window());
    if (choice.exec() == QDialog::Accepted && choice.chosen() != chart->spec().channels) {
        chart->setSpec({{}, choice.chosen()});
        redraw();
    }
}

bool ChartSet::isAnything() {
    if (data_->isEmpty()) {
        emit said(tr("Nothing was simulated yet"));
    }
    return !data_->isEmpty();
}

void ChartSet::addChart() {
    if (!isAnything()) {
        return;
    }
    ChartChoice choice(*data_, {}, window());
    if (choice.exec() == QDialog::Accepted) {
        charts_.push_back(makeChart({{}, choice.chosen()}));
        columns_ = 0;
        arrange();
        redraw();
    }
}

void ChartSet::remove(ChartView* chart) {
    std::erase(charts_, chart);
    grid_->removeWidget(chart);
    chart->hide();
    chart->deleteLater();
    columns_ = 0;
    arrange();
    redraw();
}

void ChartSet::askLimit(ChartView* chart) {
    const auto channel = chart->spec().channels.empty()
                             ? std::nullopt
                             : chartChannel(chart->spec().channels.front());
    if (!channel) {
        return;
    }
    QDialog dialog(window());
    dialog.setObjectName("limitDialog");
    dialog.setWindowTitle(tr("Limit Line"));
    constexpr double kFar = std::numeric_limits<double>::max();
    auto* box = new NumberBox(channel->info->unit, -kFar, kFar, &dialog);
    box->setObjectName("limitValue");
    const double limit = chart->spec().limit;
    box->showValue(std::isfinite(limit) ? limit : data_->now(channel->name));
    box->selectAll();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
    connect(box, &NumberBox::refused, &dialog, [buttons](const QString& why) {
        buttons->button(QDialogButtonBox::Ok)->setEnabled(why.isEmpty());
    });
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* form = new QFormLayout(&dialog);
    form->addRow(labelOf(*channel, *workspace_), box);
    form->addRow(
        new QLabel(tr("The chart tells how often and for how long it was passed."), &dialog));
    form->addRow(buttons);
    if (dialog.exec() == QDialog::Accepted) {
        chart->setLimit(box->value());
        redraw();
    }
}

void ChartSet::askNote(const ChartView* chart, double timeS) {
    const int at = chart->noteAt(timeS);
    const engine::RunNote before =
        at < 0 ? engine::RunNote{timeS, {}} : data_->notes()[static_cast<std::size_t>(at)];
    QInputDialog dialog(window());
    dialog.setObjectName("chartNoteDialog");
    dialog.setWindowTitle(tr("Note"));
    dialog.setLabelText(tr("Note at %1. It stays with the run.").arg(momentText(before.timeS)));
    dialog.setTextValue(QString::fromStdString(before.text));
    dialog.resize(460, dialog.sizeHint().height());
    if (dialog.exec() == QDialog::Accepted) {
        tellNote(data_->setNote({before.timeS, dialog.textValue().simplified().toStdString()}));
    }
}

void ChartSet::tellNote(const engine::Result<void>& done) {
    if (!done) {
        emit failed(QString::fromStdString(done.error().text()));
    }
}

QString ChartSet::askFile(const QString& title, const QString& stem, const QString& filter) {
    const std::string name = (workspace_->title() + '-' + stem).toStdString();
    return askSaveFile(window(), title,
                       QString::fromStdString((workspace_->project().folder() / name).string()),
                       filter);
}

void ChartSet::tell(const engine::Result<void>& done, const QString& file) {
    if (done) {
        emit said(tr("Wrote %1").arg(file));
    } else {
        emit failed(QString::fromStdString(done.error().text()));
    }
}

std::vector<std::string> ChartSet::allChannels() const {
    std::vector<std::string> channels;
    for (const ChartView* chart : charts_) {
        for (const std::string& name : chart->spec().channels) {
            if (std::find(channels.begin(), channels.end(), name) == channels.end()) {
                channels.push_back(name);
            }
        }
    }
    return channels;
}

void ChartSet::setMark(double timeS) {
    mark_ = timeS;
    redraw();
}

void ChartSet::copyValues() const {
    if (!data_->isEmpty()) {
        QApplication::clipboard()->setText(
            chartValuesForPasting(*data_, allChannels(), from_, to_));
    }
}

bool ChartSet::addChannel(const std::string& name, ChartView* at) {
    const auto channel = chartChannel(name);
    if (!channel) {
        return false;
    }
    std::vector<std::string> channels =
        at != nullptr ? at->spec().channels : std::vector<std::string>();
    if (at != nullptr && fitsInto(channels, *channel)) {
        if (std::find(channels.begin(), channels.end(), name) == channels.end()) {
            channels.push_back(name);
            at->setSpec({{}, channels, at->spec().limit});
        }
    } else {
        charts_.push_back(makeChart({{}, {name}}));
        columns_ = 0;
        arrange();
    }
    redraw();
    return true;
}

void ChartSet::dragEnterEvent(QDragEnterEvent* event) {
    if (!NumberDrag::numberIn(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void ChartSet::dropEvent(QDropEvent* event) {
    QWidget* under = childAt(event->position().toPoint());
    ChartView* chart = nullptr;
    for (; under != nullptr && chart == nullptr; under = under->parentWidget()) {
        chart = qobject_cast<ChartView*>(under);
    }
    if (addChannel(NumberDrag::numberIn(event->mimeData()).toStdString(), chart)) {
        event->acceptProposedAction();
    }
}

void ChartSet::exportValues() {
    if (!isAnything()) {
        return;
    }
    const std::vector<std::string> channels = allChannels();
    const QString file = askFile(tr("Export Values"), "charts.csv", tr("CSV tables (*.csv)"));
    if (file.isEmpty()) {
        return;
    }
    const auto done = writeChartValues(*data_, channels, from_, to_, file);
    tell(done, file);
}

void ChartSet::savePicture() {
    if (!isAnything()) {
        return;
    }
    const QString file =
        askFile(tr("Save Picture"), "charts.png", tr("Pictures (*.png *.svg *.pdf)"));
    if (file.isEmpty()) {
        return;
    }
    const QString title = QStringLiteral("%1, %2").arg(
        workspace_->title(), momentsText(std::max(0.0, from_), std::min(to_, data_->lastS())));
    const auto done = writeChartPicture(charts_, title, file);
    tell(done, file);
}

/// As many side by side as have room, in rows of equal length where that goes.
void ChartSet::arrange() {
    const int count = static_cast<int>(charts_.size());
    if (count == 0) {
        return;
    }
    const int room = std::max(1, width() / kChartPx);
    const int rows = (count + std::min(room, count) - 1) / std::min(room, count);
    const int columns = (count + rows - 1) / rows;
    if (columns == columns_) {
        return;
    }
    for (int i = 0; i < grid_->columnCount(); ++i) {
        grid_->setColumnStretch(i, 0);
    }
    for (int i = 0; i < grid_->rowCount(); ++i) {
        grid_->setRowStretch(i, 0);
    }
    columns_ = columns;
    for (ChartView* chart : charts_) {
        grid_->removeWidget(chart);
    }
    for (int i = 0; i < count; ++i) {
        grid_->addWidget(charts_[static_cast<std::size_t>(i)], i / columns, i % columns);
        charts_[static_cast<std::size_t>(i)]->setVisible(true);
        grid_->setColumnStretch(i % columns, 1);
        grid_->setRowStretch(i / columns, 1);
    }
}

/// In a low pane the charts have the room.
void ChartSet::showTracks() {
    tracks_->setVisible(tracksWanted_ && height() >= kTracksPx);
}

void ChartSet::resizeEvent(QResizeEvent*) {
    arrange();
    showTracks();
    redraw();
}

void ChartSet::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    redraw();
}

void ChartSet::follow() {
    following_ = span_->currentIndex() >= 0;
    redraw();
}

void ChartSet::setRange(double fromS, double toS) {
    if (toS - fromS >= kLeastSpan) {
        from_ = fromS;
        to_ = toS;
    }
    redraw();
}

void ChartSet::redraw() {
    if (!isVisible()) {
        return;
    }
    pages_->setCurrentIndex(data_->isEmpty() ? 0 : 1);
    if (auto* empty = qobject_cast<QLabel*>(pages_->widget(0))) {
        empty->setText(
            emptyRunText(*workspace_, tr("Press Play: the charts fill as time passes.")));
    }
    if (data_->isEmpty()) {
        return;
    }
    if (following_) {
        const double last = data_->lastS();
        const double wanted = span_->currentData().toDouble();
        const double span = wanted > 0.0 ? wanted : std::max(last, 600.0);
        to_ = std::max(last, span);
        from_ = to_ - span;
    }
    for (ChartView* chart : charts_) {
        chart->setMark(mark_);
        chart->setStatistics(statistics_);
        chart->show(from_, to_, cursor_);
    }
    tracks_->show(from_, to_, cursor_);
}

}  // namespace headroom::ui
