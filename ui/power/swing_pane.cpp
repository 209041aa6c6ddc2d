// SPDX-License-Identifier: Apache-2.0
#include "ui/power/swing_pane.h"

#include "engine/watch/page_questions.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/task.h"
#include "ui/kit/text_table.h"
#include "ui/kit/theme.h"
#include "ui/power/swing_charts.h"
#include "ui/power/swing_tables.h"
#include "ui/simulation/ask_run.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

using engine::SwingEvent;

/// While playing: a picture a second, and no more than a fifth of a processor.
constexpr qint64 kLeastMs = 1000;
constexpr qint64 kRest = 4;

constexpr double kWindowsS[] = {10.0, 60.0, 300.0};

QString power(double watts) {
    return quantityText(watts, models::unit::megawatt, 3);
}

QTableView* tableOf(TextTable* rows, const QString& object, const QString& name) {
    auto* view = new QTableView;
    view->setModel(rows);
    view->setObjectName(object);
    dressTable(view, name);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    return view;
}

}  // namespace

SwingPane::SwingPane(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      task_(new Task(this)),
      window_(new QComboBox(this)),
      event_(new QComboBox(this)),
      button_(new QPushButton(tr("Compute"), this)),
      verdict_(new QLabel(this)),
      state_(new QLabel(this)),
      pages_(new QStackedWidget(this)),
      empty_(new QLabel(this)),
      charts_(new SwingCharts(this)),
      limits_(new TextTable(SwingTables::limitHeads(), this)),
      measures_(new TextTable(SwingTables::measureHeads(), this)) {
    setObjectName("swingPane");
    auto* tabs = new QTabWidget(this);
    tabs->setDocumentMode(true);
    tabs->addTab(
        tableOf(limits_, "swingLimits", tr("Power swings and limits of the grid operator")),
        tr("Limits"));
    tabs->addTab(tableOf(measures_, "swingMeasures", tr("Measures against power swings")),
                 tr("Measures"));
    auto* splitter = new QSplitter(pages_);
    splitter->addWidget(charts_);
    splitter->addWidget(tabs);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({700, 580});
    splitter->setChildrenCollapsible(false);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setMargin(20);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    pages_->addWidget(empty_);
    pages_->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(pages_, 1);

    connect(workspace, &Workspace::opened, this, &SwingPane::forget);
    connect(workspace, &Workspace::closed, this, &SwingPane::forget);
    // Comes four times a second, with the end of a play as well.
    connect(workspace, &Workspace::playStateChanged, this, &SwingPane::refresh);
    connect(button_, &QPushButton::clicked, this, &SwingPane::compute);
    connect(window_, &QComboBox::currentIndexChanged, this, &SwingPane::compute);
    connect(event_, &QComboBox::currentIndexChanged, this, &SwingPane::compute);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        fillTables();
        showState();
    });
    forget();
}

void SwingPane::fillTables() {
    limits_->setRows(SwingTables::limits(picture_.get()));
    measures_->setRows(SwingTables::measures(picture_.get()));
}

bool SwingPane::isBusy() const {
    return asked_ || task_->isBusy();
}

QWidget* SwingPane::makeControls() {
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 3, 8, 3);
    for (const double windowS : kWindowsS) {
        window_->addItem(quantityText(windowS, models::unit::second, 3), windowS);
    }
    window_->setCurrentIndex(1);
    window_->setObjectName("swingWindow");
    window_->setAccessibleName(tr("Window"));
    window_->setToolTip(tr("Length of the window. Lines closer than 4 divided by it merge."));
    event_->addItem(tr("no event"), static_cast<int>(SwingEvent::None));
    event_->addItem(tr("checkpoint"), static_cast<int>(SwingEvent::Checkpoint));
    event_->addItem(tr("job stops"), static_cast<int>(SwingEvent::Stop));
    event_->addItem(tr("job starts"), static_cast<int>(SwingEvent::Start));
    event_->setObjectName("swingEvent");
    event_->setAccessibleName(tr("Event"));
    event_->setToolTip(
        tr("Event of the largest job after a quarter of the window, in these charts only"));
    button_->setObjectName("swingCompute");
    button_->setToolTip(tr("Compute the charts for the present instant of the run"));
    auto* windowName = new QLabel(tr("&Window"), bar);
    windowName->setBuddy(window_);
    auto* eventName = new QLabel(tr("&Event"), bar);
    eventName->setBuddy(event_);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    verdict_->setFont(heavy);
    verdict_->setObjectName("swingVerdict");
    state_->setObjectName("swingState");
    state_->setForegroundRole(QPalette::PlaceholderText);
    state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addWidget(windowName);
    layout->addWidget(window_);
    layout->addSpacing(8);
    layout->addWidget(eventName);
    layout->addWidget(event_);
    layout->addSpacing(8);
    layout->addWidget(button_);
    layout->addSpacing(12);
    layout->addWidget(verdict_);
    layout->addWidget(state_, 1);
    return bar;
}

void SwingPane::forget() {
    ++run_;
    asked_ = again_ = false;
    frame_.reset();
    since_.invalidate();
    tookMs_ = 0;
    showEmpty(workspace_->isOpen()
                  ? tr("Not computed yet.")
                  : tr("Open a project: how its power pulses with the steps of training is drawn "
                       "here."));
}

void SwingPane::refresh() {
    if (!isVisible() || !workspace_->isOpen() || isBusy() || workspace_->frame() == frame_) {
        return;
    }
    if (workspace_->status().playing && since_.isValid() &&
        since_.elapsed() < std::max(kLeastMs, kRest * tookMs_)) {
        return;
    }
    compute();
}

void SwingPane::compute() {
    engine::AnyRun* source = workspace_->source();
    if (source == nullptr) {
        return;
    }
    if (isBusy()) {
        again_ = true;
        return;
    }
    asked_ = true;
    again_ = false;
    frame_ = workspace_->frame();
    askRun(*source, engine::swingsOfRun(engine::powerSmoothingOf(workspace_->project())), this,
           [this, run = run_](const engine::Result<engine::RunReply>& reply) {
               if (run_ == run) {
                   take(engine::swingsIn(reply));
               }
           });
    showState();
}

void SwingPane::take(const engine::Result<std::shared_ptr<const engine::SwingPlant>>& swings) {
    asked_ = false;
    const auto plant = swings ? *swings : nullptr;
    if (!plant) {
        since_.start();
        showEmpty(swings ? tr("Not known at this instant.") : sentencesOf(swings.error()));
    } else if (plant->loads.empty()) {
        since_.start();
        showEmpty(plant->timeS <= 0.0 ? tr("Not simulated yet. Press Play to see how power pulses "
                                           "with the steps of training.")
                  : plant->steadyJobs > 0
                      ? tr("No synchronous training runs at this instant. Running and steady: %1.")
                            .arg(plant->steadyJobs)
                      : tr("No synchronous training runs at this instant."));
    } else {
        render(plant);
        return;
    }
    if (again_) {
        compute();
    }
}

void SwingPane::render(const std::shared_ptr<const engine::SwingPlant>& plant) {
    engine::WaveformOptions options;
    options.windowS = window_->currentData().toDouble();
    options.event = static_cast<SwingEvent>(event_->currentData().toInt());
    task_->run(
        [plant, options] {
            QElapsedTimer timer;
            timer.start();
            auto picture = std::make_shared<const SwingPicture>(makeSwingPicture(*plant, options));
            return std::pair(std::move(picture), timer.elapsed());
        },
        [this, run = run_](std::pair<std::shared_ptr<const SwingPicture>, qint64> made) {
            if (run == run_) {
                finish(std::move(made.first), made.second);
            }
            if (again_) {
                compute();
            }
        });
    showState();
}

void SwingPane::finish(std::shared_ptr<const SwingPicture> picture, qint64 tookMs) {
    picture_ = std::move(picture);
    tookMs_ = tookMs;
    since_.start();
    charts_->show(picture_);
    fillTables();
    pages_->setCurrentIndex(1);
    showState();
    emit shown();
}

QString SwingPane::emptyText() const {
    return pages_->currentIndex() == 0 ? empty_->text() : QString();
}

void SwingPane::showEmpty(const QString& why) {
    picture_.reset();
    empty_->setText(why);
    pages_->setCurrentIndex(0);
    charts_->show(nullptr);
    fillTables();
    showState();
    emit shown();
}

void SwingPane::showState() {
    const ThemeColours& c = Theme::instance().colours();
    button_->setEnabled(workspace_->isOpen());
    if (!picture_) {
        verdict_->clear();
        state_->setText(isBusy() ? tr("computing…") : QString());
        return;
    }
    const auto& verdicts = picture_->waveform.verdicts;
    const auto broken = std::count_if(verdicts.begin(), verdicts.end(),
                                      [](const engine::SwingVerdict& v) { return !v.held; });
    QPalette p = palette();
    p.setColor(QPalette::WindowText, verdicts.empty() ? c.muted : broken > 0 ? c.bad : c.good);
    verdict_->setPalette(p);
    verdict_->setText(verdicts.empty() ? tr("No limits are stated")
                      : broken > 0 ? tr("%1 of %2 limits exceeded").arg(broken).arg(verdicts.size())
                                   : tr("All %1 limits held").arg(verdicts.size()));
    verdict_->setToolTip(tr("The utility power against the limits of the grid operator"));
    const engine::SwingPlant& plant = picture_->plant;
    int accelerators = 0;
    QStringList names;
    for (const engine::SwingLoad& load : plant.loads) {
        accelerators += load.accelerators;
        double stepS = 0.0;
        for (const models::ActivityPhase& phase : load.phases) {
            stepS += phase.durationS;
        }
        names << tr("%1: %2 accelerators, step %3, mean %4")
                     .arg(QString::fromStdString(load.name))
                     .arg(load.accelerators)
                     .arg(quantityText(stepS, models::unit::second, 3), power(load.meanInputW));
    }
    QString said =
        plant.loads.size() == 1
            ? tr("1 synchronous job, %1 accelerators").arg(accelerators)
            : tr("%1 synchronous jobs, %2 accelerators").arg(plant.loads.size()).arg(accelerators);
    if (plant.steadyJobs > 0) {
        said += tr(", %1 steady").arg(plant.steadyJobs);
    }
    said += tr(" · at %1").arg(momentText(plant.timeS));
    state_->setText(isBusy() && !workspace_->status().playing ? tr("computing…") : said);
    constexpr qsizetype kNamed = 12;
    if (names.size() > kNamed) {
        const auto more = names.size() - kNamed;
        names.resize(kNamed);
        names << tr("and %1 more").arg(more);
    }
    names.prepend(said);
    state_->setToolTip(names.join('\n'));
}

void SwingPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

}  // namespace headroom::ui
