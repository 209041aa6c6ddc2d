// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/twin_pane.h"

#include "engine/api/followed_there.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/twin/ahead_page.h"
#include "ui/twin/finding_model.h"
#include "ui/twin/sensor_chart.h"
#include "ui/twin/sensor_model.h"
#include "ui/twin/source_model.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kLookMs = 1000;
constexpr int kLeastChart = 380;
constexpr int kBeside = 900;  // pixels of width from which chart and table are side by side

/// Where a twin that continues is.
QString livingWords(const engine::TwinNow& now, const TwinDesk& desk) {
    switch (now.phase) {
        case engine::TwinPhase::Gathering: {
            const qsizetype more = static_cast<qsizetype>(now.waitsFor.size()) - 1;
            return now.waitsFor.empty() ? TwinPane::tr("Waits for first readings")
                   : more == 0          ? TwinPane::tr("Waits for a first reading of %1")
                                     .arg(QString::fromStdString(now.waitsFor.front()))
                               : TwinPane::tr("Waits for first readings of %1 and %2 more")
                                     .arg(QString::fromStdString(now.waitsFor.front()))
                                     .arg(more);
        }
        case engine::TwinPhase::Starting:
            return TwinPane::tr("Starting: it settles under the first readings");
        case engine::TwinPhase::Following:
            return TwinPane::
                tr("Follows, at %1 · %2 behind the newest reading · %3 s of the building in one")
                    .arg(momentText(desk.runTimeS(now.nowS)),
                         lengthText(std::max(0.0, now.newestS - now.nowS)),
                         numberText(now.followsPerS, 3));
        case engine::TwinPhase::Ended:
            return TwinPane::tr("All sources have ended, and what they gave was followed, to %1")
                .arg(momentText(desk.runTimeS(now.nowS)));
        case engine::TwinPhase::Failed:
            break;
    }
    return TwinPane::tr("It cannot follow; its sources keep storing");
}

/// Where one is that a served run follows.
QString thereWords(const engine::FollowedThere& there, const TwinDesk& desk) {
    engine::TwinNow now;
    now.phase = there.phase;
    now.waitsFor = there.waitsFor;
    now.nowS = there.nowS();
    now.newestS = there.newestS;
    now.followsPerS = there.followsPerS;
    const QString words = TwinPane::tr("Where it is served: %1").arg(livingWords(now, desk));
    return there.errors.empty()
               ? words
               : words + QStringLiteral(" · ") + QString::fromStdString(there.errors.front());
}

}  // namespace

TwinPane::TwinPane(Workspace* workspace, CommandSet* commands, QWidget* parent)
    : QWidget(parent),
      desk_(&workspace->twin()),
      tabs_(new QTabWidget(this)),
      split_(new QSplitter(tabs_)),
      sensorModel_(new SensorModel(this)),
      findingModel_(new FindingModel(this)),
      sourceModel_(new SourceModel(this)),
      sensors_(new FilteredTable(sensorModel_, tr("Sensors"), {}, split_)),
      findings_(new FilteredTable(findingModel_, tr("Findings of the telemetry"), {}, tabs_)),
      sources_(new FilteredTable(sourceModel_, tr("Sources of the telemetry"),
                                 tr("Sources are listed here while telemetry is followed: a file, "
                                    "or a list of them as the manual describes it."),
                                 tabs_)),
      chart_(new SensorChart(workspace, split_)),
      ahead_(new AheadPage(workspace, tabs_)) {
    setObjectName("twinPane");
    sensors_->setObjectName("sensorTable");
    sensors_->setWidths({230, 110, 160, 66, 96, 96, 92, 92, 84, 84, 84});
    sensors_->sortBy(SensorModel::State, Qt::DescendingOrder);
    sensors_->view()->setDragEnabled(true);
    sensors_->view()->setDragDropMode(QAbstractItemView::DragOnly);
    sensors_->setMenu([this](QMenu& menu, int row) {
        const int sensor = sensorModel_->row(row).sensor;
        QAction* back =
            menu.addAction(Theme::icon("restart"), tr("Back to What It Measures"), this,
                           [this, sensor] { desk_->placing().put(sensor, std::nullopt); });
        back->setToolTip(tr("Its place was set by dragging"));
        back->setEnabled(desk_->places()[static_cast<std::size_t>(sensor)].isPut);
    });
    findings_->setObjectName("telemetryFindings");
    findings_->setWidths({120, 120, 170, 70, 120, 66, 320});
    sources_->setObjectName("telemetrySources");
    sources_->setWidths({120, 120, 260, 90, 80, 130, 80, 70, 80});
    split_->addWidget(sensors_);
    split_->addWidget(chart_);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 1);
    split_->setChildrenCollapsible(false);
    chart_->setMinimumWidth(kLeastChart);
    split_->setSizes({600, 400});
    tabs_->setObjectName("twinTabs");
    tabs_->setDocumentMode(true);
    tabs_->addTab(split_, tr("Sensors"));
    tabs_->addTab(ahead_, tr("Ahead"));
    tabs_->addTab(findings_, tr("Findings"));
    tabs_->addTab(sources_, tr("Sources"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead(commands));
    layout->addWidget(tabs_, 1);
    connect(desk_, &TwinDesk::changed, this, &TwinPane::showState);
    connect(desk_, &TwinDesk::moved, this, &TwinPane::showNow);
    connect(desk_, &TwinDesk::chosen, this, &TwinPane::showChosen);
    connect(desk_, &TwinDesk::progressed, this, [this](double share, const QString& text) {
        progress_->setValue(static_cast<int>(1000.0 * share));
        progress_->setFormat(text);
    });
    connect(sensors_, &FilteredTable::rowChosen, this, [this](int row) {
        if (!isShowing_) {
            desk_->choose(sensorModel_->row(row).sensor);
        }
    });
    connect(findings_, &FilteredTable::rowActivated, this, [this](int row) {
        const auto& sensors = desk_->answer()->map().sensors;
        for (std::size_t s = 0; s < sensors.size(); ++s) {
            if (sensors[s].id == findingModel_->row(row).finding.sensor) {
                desk_->choose(static_cast<int>(s));
                tabs_->setCurrentWidget(split_);
            }
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, &TwinPane::showState);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &TwinPane::showNow);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, &TwinPane::showState);
    connect(workspace, &Workspace::opened, this, &TwinPane::showState);
    looks_.setInterval(kLookMs);
    connect(&looks_, &QTimer::timeout, this, &TwinPane::showSources);
    showState();
}

QWidget* TwinPane::makeHead(CommandSet* commands) {
    auto* head = new QWidget(this);
    auto* open = new QToolButton(head);
    open->setObjectName("twinOpen");
    open->setDefaultAction(commands->action("twin.open"));
    open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    open->setAutoRaise(true);
    again_ = new QPushButton(Theme::icon("restart"), tr("Follow &Again"), head);
    again_->setObjectName("twinAgain");
    again_->setToolTip(tr("The same telemetry with the present design"));
    cancel_ = new QPushButton(Theme::icon("close"), tr("&Cancel"), head);
    cancel_->setObjectName("twinCancel");
    cancel_->setToolTip(tr("Ends here; what was followed by now is shown"));
    inViews_ = new QToolButton(head);
    inViews_->setObjectName("twinInViews");
    inViews_->setText(tr("In All &Views"));
    inViews_->setToolTip(
        tr("Plan, 3-D, charts and alarms show the building as the twin follows it; the run of this "
           "window waits meanwhile"));
    inViews_->setIcon(Theme::icon("layout"));
    inViews_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    inViews_->setCheckable(true);
    inViews_->setAutoRaise(true);
    progress_ = new QProgressBar(head);
    progress_->setObjectName("twinProgress");
    progress_->setAccessibleName(tr("Progress of the twin"));
    progress_->setRange(0, 1000);
    state_ = new QLabel(head);
    state_->setObjectName("twinState");
    state_->setWordWrap(true);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(8, 4, 8, 2);
    row->setSpacing(8);
    row->addWidget(open);
    row->addWidget(progress_, 1);
    row->addWidget(state_, 1);
    row->addWidget(inViews_);
    row->addWidget(again_);
    row->addWidget(cancel_);
    connect(again_, &QPushButton::clicked, desk_, [this] { desk_->open(TwinWish(desk_->wish())); });
    connect(cancel_, &QPushButton::clicked, desk_, &TwinDesk::cancel);
    connect(inViews_, &QToolButton::clicked, desk_, &TwinDesk::showInViews);
    return head;
}

/// Followed building and instant, or the reason why it is not followed.
void TwinPane::showWords() {
    const ThemeColours& c = Theme::instance().colours();
    const auto& answer = desk_->answer();
    QString said;
    QColor colour = c.muted;
    if (!desk_->errors().empty()) {
        said = shownText(engine::text(desk_->errors())).trimmed();
        const qsizetype lines = said.count('\n') + 1;
        said = lines > 2 ? tr("%1 … and %2 more lines").arg(said.section('\n', 0, 0)).arg(lines - 1)
                         : said;
        colour = c.bad;
    } else if (desk_->isStale()) {
        said = tr("The design has changed since: Follow Again holds the telemetry against it.");
        colour = c.caution;
    } else if (const auto living = desk_->living()) {
        said = livingWords(*living, *desk_);
        colour = living->phase == engine::TwinPhase::Following ? c.good : c.muted;
    } else if (const auto there = desk_->there()) {
        said = thereWords(*there, *desk_);
        colour = there->phase == engine::TwinPhase::Following ? c.good
                 : there->phase == engine::TwinPhase::Failed  ? c.bad
                                                              : c.muted;
    } else if (desk_->isEnding()) {
        said = tr("Ending: what was taken is stored…");
    } else if (answer) {
        const QString name = answer->map().name.empty()
                                 ? answer->source
                                 : QString::fromStdString(answer->map().name);
        said = tr("%1 · %L2 readings of %3 sensors · %4")
                   .arg(name)
                   .arg(answer->taken)
                   .arg(answer->map().sensors.size())
                   .arg(momentsText(desk_->runTimeS(answer->report->fromS),
                                    desk_->runTimeS(answer->report->nowS)));
        if (!answer->isWhole) {
            said += tr(" · cancelled there");
        }
        said += desk_->isOfTimeline()
                    ? tr(" · shown at the timeline's %1")
                          .arg(momentText(desk_->runTimeS(desk_->instantS())))
                    : tr(" · shown at its last instant: the timeline is elsewhere");
    }
    state_->setText(said);
    state_->setToolTip(desk_->errors().empty() ? QString()
                                               : shownText(engine::text(desk_->errors())));
    QPalette palette = state_->palette();
    palette.setColor(QPalette::WindowText, colour);
    state_->setPalette(palette);
}

void TwinPane::showState() {
    const bool busy = desk_->isBusy();
    state_->setVisible(!busy);
    progress_->setVisible(busy);
    cancel_->setVisible(busy || desk_->isLive());
    cancel_->setText(busy ? tr("&Cancel") : tr("S&top"));
    cancel_->setToolTip(busy ? tr("Ends here; what was followed by now is shown")
                             : tr("Sources are left; what they gave is stored, and what was "
                                  "followed stays to be looked at"));
    inViews_->setVisible(desk_->isLive());
    inViews_->setChecked(desk_->isInViews());
    if (desk_->isLive() != looks_.isActive()) {
        desk_->isLive() ? looks_.start() : looks_.stop();
    }
    showSources();
    again_->setVisible(!busy && (desk_->isStale() || !desk_->errors().empty()));
    sensors_->setEmptyText(busy ? tr("The telemetry is read and followed…")
                                : tr("No telemetry yet. Open Telemetry reads what the building "
                                     "recorded and follows it with the models: "
                                     "each sensor is then compared with them."));
    findings_->setEmptyText(desk_->answer()
                                ? tr("Nothing is odd about the readings: no gap, no repetition, no "
                                     "stuck sensor, no wrong unit.")
                                : tr("Faults of the readings are listed with place and remedy."));
    findingModel_->take(*desk_);
    const int findings = findingModel_->rowCount();
    tabs_->setTabText(tabs_->indexOf(findings_),
                      findings > 0 ? tr("Findings (%1)").arg(findings) : tr("Findings"));
    showNow();
}

void TwinPane::showNow() {
    showWords();
    isShowing_ = true;
    sensorModel_->take(*desk_);
    int alarms = 0, off = 0;
    for (const engine::SensorInstant& now : desk_->now()) {
        alarms += now.state == engine::SensorState::Alarm ? 1 : 0;
        off += now.state == engine::SensorState::Off ? 1 : 0;
    }
    QStringList remarks;
    if (alarms > 0) {
        remarks << (alarms == 1 ? tr("1 alarm") : tr("%1 alarms").arg(alarms));
    }
    if (off > 0) {
        remarks << tr("%1 off").arg(off);
    }
    sensors_->setRemark(remarks.join(QStringLiteral(", ")));
    isShowing_ = false;
}

void TwinPane::showSources() {
    sourceModel_->take(*desk_);
    int trouble = 0;
    for (const engine::FeedStatus& source : sourceModel_->rows()) {
        trouble +=
            source.state == engine::FeedState::Away || source.state == engine::FeedState::Failed
                ? 1
                : 0;
    }
    tabs_->setTabText(tabs_->indexOf(sources_),
                      trouble > 0 ? tr("Sources (%1 away)").arg(trouble) : tr("Sources"));
    if (desk_->isLive()) {
        showWords();
    }
}

void TwinPane::showChosen() {
    isShowing_ = true;
    if (desk_->sensor() >= 0 && desk_->sensor() < sensorModel_->rowCount()) {
        sensors_->showRow(desk_->sensor());
    }
    isShowing_ = false;
}

void TwinPane::resizeEvent(QResizeEvent* event) {
    split_->setOrientation(width() >= kBeside || width() > 2 * height() ? Qt::Horizontal
                                                                        : Qt::Vertical);
    QWidget::resizeEvent(event);
}

}  // namespace headroom::ui
