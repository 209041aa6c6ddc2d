// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_page.h"

#include "models/compute/accelerator.h"
#include "ui/jobs/job_floor.h"
#include "ui/jobs/job_palette.h"
#include "ui/jobs/job_text.h"
#include "ui/jobs/parts_bar.h"
#include "ui/jobs/step_chart.h"
#include "ui/kit/theme.h"
#include "ui/simulation/ask_run.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kTwoColumns = 780;  // width from which the page has two
constexpr int kRows = 9;          // of the history that are seen at once

QLabel* words(QWidget* parent, bool muted) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(60);
    if (muted) {
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    return label;
}

QLabel* title(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont heavy = label->font();
    heavy.setWeight(QFont::DemiBold);
    label->setFont(heavy);
    return label;
}

QString stateIcon(const engine::JobRow& row) {
    switch (row.state) {
        case engine::JobState::Queued:
            return row.held ? "pause" : "recent";
        case engine::JobState::Starting:
        case engine::JobState::Running:
            return "play";
        case engine::JobState::Completed:
            return "ok";
        case engine::JobState::Failed:
            return "error";
    }
    return "job";
}

}  // namespace

JobPage::JobPage(Workspace* workspace, CommandSet* commands, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      pages_(new QStackedWidget(this)),
      empty_(new QLabel(this)) {
    setObjectName("jobPage");
    setAccessibleName(tr("Page of a job"));
    auto* scroll = new QScrollArea(pages_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* page = new QWidget(scroll);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    step_ = new PartsBar(tr("Step"), tr("It has no model of a training step."), page);
    timeline_ = new StepChart(workspace, page);
    memory_ = new PartsBar(tr("Memory per accelerator"), tr("Not known for this job."), page);
    life_ = new PartsBar(tr("Life"), tr("It has not begun."), page);
    cost_ = new PartsBar(tr("Cost so far"), tr("Nothing yet."), page);
    step_->setObjectName("jobStep");
    memory_->setObjectName("jobMemory");
    life_->setObjectName("jobLife");
    cost_->setObjectName("jobCost");
    auto* head = makeHead(commands);
    auto* one = new QVBoxLayout;
    auto* two = new QVBoxLayout;
    plan_ = words(page, false);
    plan_->setObjectName("jobPlan");
    auto* plan = new QVBoxLayout;
    plan->setSpacing(3);
    plan->addWidget(title(tr("Plan"), page));
    plan->addWidget(plan_);
    for (QBoxLayout* column : {one, two}) {
        column->setSpacing(14);
    }
    one->addWidget(step_);
    one->addWidget(timeline_);
    one->addWidget(memory_);
    one->addLayout(plan);
    one->addWidget(life_);
    two->addWidget(makePlacement());
    two->addWidget(cost_);
    two->addWidget(makeHistory());
    one->addStretch(1);
    two->addStretch(1);
    columns_ = new QBoxLayout(QBoxLayout::TopToBottom);
    columns_->setSpacing(16);
    columns_->addLayout(one, 1);
    columns_->addLayout(two, 1);
    auto* all = new QVBoxLayout(page);
    all->setContentsMargins(12, 10, 12, 10);
    all->setSpacing(14);
    all->addWidget(head);
    all->addLayout(columns_, 1);
    scroll->setWidget(page);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setMargin(20);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    pages_->addWidget(empty_);
    pages_->addWidget(scroll);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);
    connect(workspace, &Workspace::opened, this, &JobPage::forget);
    connect(workspace, &Workspace::closed, this, &JobPage::forget);
    connect(workspace, &Workspace::slowTick, this, &JobPage::takeFrame);
    connect(&workspace->selection(), &Selection::changed, this, &JobPage::followSelection);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        shown_.reset();
        takeFrame();
    });
    forget();
}

QWidget* JobPage::makeHead(CommandSet* commands) {
    auto* head = new QWidget(this);
    icon_ = new QLabel(head);
    name_ = title({}, head);
    name_->setObjectName("jobName");
    QFont large = name_->font();
    large.setPointSizeF(large.pointSizeF() + 3.0);
    name_->setFont(large);
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    state_ = title({}, head);
    state_->setObjectName("jobState");
    facts_ = words(head, true);
    facts_->setObjectName("jobFacts");
    why_ = words(head, false);
    why_->setObjectName("jobWhy");
    figures_ = words(head, false);
    figures_->setObjectName("jobFigures");
    progress_ = new QProgressBar(head);
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(tr("Progress"));
    progress_->setMaximumHeight(fontMetrics().height() + 4);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(icon_);
    first->addWidget(name_, 1);
    first->addWidget(state_);
    auto* tools = new QHBoxLayout;
    tools->setSpacing(2);
    for (const char* id :
         {"job.hold", "job.release", "job.preempt", "job.kill", "job.submitLike"}) {
        auto* button = new QToolButton(head);
        button->setDefaultAction(commands->action(id));
        button->setAccessibleName(commands->action(id)->text());
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        tools->addWidget(button);
    }
    tools->addStretch(1);
    auto* layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    layout->addLayout(first);
    layout->addWidget(facts_);
    layout->addWidget(why_);
    layout->addWidget(progress_);
    layout->addWidget(figures_);
    layout->addLayout(tools);
    return head;
}

QWidget* JobPage::makePlacement() {
    auto* box = new QWidget(this);
    stands_ = words(box, true);
    stands_->setObjectName("jobStands");
    floor_ = new JobFloor(workspace_, box);
    toFloor_ = new QPushButton(Theme::icon("plan"), tr("Show on the &Floor"), box);
    toFloor_->setObjectName("jobToFloor");
    toFloor_->setToolTip(tr("Select the job and bring its racks near in the plan"));
    toFabric_ = new QPushButton(Theme::icon("fabric"), tr("Show in the Fa&bric"), box);
    toFabric_->setObjectName("jobToFabric");
    toFabric_->setToolTip(tr("Select the job: its way through the fabric glows"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(toFloor_);
    buttons->addWidget(toFabric_);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    layout->addWidget(title(tr("Place of the job"), box));
    layout->addWidget(stands_);
    layout->addWidget(floor_);
    layout->addLayout(buttons);
    const auto again = [this] {
        workspace_->selection().select({Selected::Kind::Job, -1, {}, job_});
    };
    connect(toFloor_, &QPushButton::clicked, this, [this, again] {
        again();
        emit placeRequested();
    });
    connect(toFabric_, &QPushButton::clicked, this, [this, again] {
        again();
        emit footprintRequested();
    });
    return box;
}

QWidget* JobPage::makeHistory() {
    auto* box = new QWidget(this);
    history_ = new QTreeWidget(box);
    history_->setObjectName("jobHistory");
    history_->setAccessibleName(tr("Events of the job"));
    history_->setColumnCount(2);
    history_->setHeaderLabels({tr("When"), tr("Events")});
    history_->setRootIsDecorated(false);
    history_->setUniformRowHeights(true);
    history_->setWordWrap(false);
    history_->header()->setStretchLastSection(true);
    history_->setColumnWidth(0, 112);
    history_->setFixedHeight(kRows * (fontMetrics().height() + 5) + 28);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    layout->addWidget(title(tr("History"), box));
    layout->addWidget(history_);
    return box;
}

void JobPage::forget() {
    job_ = -1;
    timeline_->showJob(-1);
    shown_.reset();
    floor_->setRacks({});
    empty_->setText(workspace_->isOpen()
                        ? tr("Select a job in the table of jobs or in the Gantt chart: its step, "
                             "memory, place, history and cost appear here.")
                        : tr("Open a project; then select one of its jobs."));
    pages_->setCurrentIndex(0);
}

void JobPage::followSelection() {
    const Selected& what = workspace_->selection().current();
    if (what.kind == Selected::Kind::Job && what.job != job_) {
        job_ = what.job;
        shown_.reset();
        workspace_->control().watchJob(job_);
        timeline_->showJob(job_);
        takeFrame();
    }
}

QString JobPage::emptyText() const {
    return pages_->currentIndex() == 0 ? empty_->text() : QString();
}

void JobPage::takeFrame() {
    const auto frame = workspace_->frame();
    if (job_ < 0 || !frame || !isVisible()) {
        return;
    }
    if (frame->watched && frame->watched->row.id == job_) {
        if (frame->watched != shown_) {
            shown_ = frame->watched;
            showLack({});
            showRow(shown_->row, frame->timeS);
            showDetail(*shown_);
        }
        pages_->setCurrentIndex(1);
        return;
    }
    const auto row = std::find_if(frame->jobs.begin(), frame->jobs.end(),
                                  [this](const engine::JobRow& job) { return job.id == job_; });
    if (row == frame->jobs.end()) {
        if (!shown_) {
            empty_->setText(tr("Job %1 ended long ago; nothing more is kept of it.").arg(job_));
            pages_->setCurrentIndex(0);
        }
        return;
    }
    showRow(*row, frame->timeS);
    if (!shown_) {
        engine::JobDetail nothing;
        nothing.row = *row;
        showDetail(nothing);
        showLack(workspace_->source() ? sentencesOf(workspace_->source()->whyNoJobPage())
                                      : QString());
    }
    pages_->setCurrentIndex(1);
}

/// If the job continues at another site, only the row may be known. The page then shows the reason instead of a
/// wrong value.
void JobPage::showLack(const QString& why) {
    for (PartsBar* bar : {step_, memory_, life_, cost_}) {
        bar->setVisible(why.isEmpty());
    }
    if (!why.isEmpty()) {
        plan_->setText(why);
    }
}

void JobPage::showRow(const engine::JobRow& row, double nowS) {
    const ThemeColours& colours = Theme::instance().colours();
    const QColor colour = row.state == engine::JobState::Queued     ? colours.muted
                          : row.state == engine::JobState::Starting ? colours.caution
                          : row.state == engine::JobState::Failed   ? colours.bad
                                                                    : colours.good;
    icon_->setPixmap(Theme::pixmap(stateIcon(row), 20, colour, devicePixelRatioF()));
    name_->setText(jobName(row));
    name_->setToolTip(jobName(row));
    state_->setText(stateWord(row));
    QPalette palette = state_->palette();
    palette.setColor(state_->foregroundRole(), colour);
    state_->setPalette(palette);
    QStringList facts;
    facts << tr("Job %1").arg(row.id)
          << (row.tenant.empty() ? tr("no tenant") : QString::fromStdString(row.tenant));
    facts
        << (row.accelerator.empty()
                ? tr("%1 accelerators").arg(row.accelerators)
                : tr("%1 × %2").arg(row.accelerators).arg(QString::fromStdString(row.accelerator)));
    if (row.priority != 0) {
        facts << tr("priority %1").arg(row.priority);
    }
    if (!row.site.empty()) {
        facts << tr("at %1").arg(QString::fromStdString(row.site));
    }
    facts << tr("submitted %1 ago").arg(lengthText(std::max(0.0, nowS - row.submitS)));
    if (row.deadlineS >= 0.0) {
        facts << (row.deadlineS >= nowS
                      ? tr("due in %1").arg(lengthText(row.deadlineS - nowS))
                      : tr("was due %1 ago").arg(lengthText(nowS - row.deadlineS)));
    }
    facts_->setText(facts.join(QStringLiteral("  ·  ")));
    why_->setText(QString::fromStdString(row.why));
    why_->setVisible(!row.why.empty());
    progress_->setValue(static_cast<int>(std::lround(1000.0 * std::clamp(row.progress, 0.0, 1.0))));
    progress_->setFormat(progressText(row.progress));
    progress_->setVisible(!row.service);
    QStringList figures;
    if (row.tokensPerS > 0.0) {
        figures << tr("%1").arg(quantityText(row.tokensPerS, {"tokens/s", 1.0}, 3));
    }
    if (row.mfu > 0.0) {
        figures << tr("MFU %1").arg(quantityText(row.mfu, models::unit::percent, 3));
    }
    figures << tr("waited %1").arg(lengthText(row.queuedS));
    if (row.restarts > 0) {
        figures << (row.restarts == 1 ? tr("1 restart") : tr("%1 restarts").arg(row.restarts)) +
                       (row.preemptions > 0 ? tr(", of these preempted: %1").arg(row.preemptions)
                                            : QString());
    }
    figures_->setText(figures.join(QStringLiteral("  ·  ")));
}

double JobPage::memoryCapacity(const std::string& accelerator) const {
    const engine::Catalogue* catalogue = workspace_->catalogue();
    const auto* spec =
        catalogue == nullptr ? nullptr : catalogue->spec<models::AcceleratorSpec>(accelerator);
    return spec == nullptr ? 0.0 : spec->memoryBytes;
}

void JobPage::showDetail(const engine::JobDetail& detail) {
    step_->setParts(detail.step);
    step_->setNote(std::isfinite(detail.stepLowS)
                       ? tr("90 %: %1 to %2")
                             .arg(quantityText(detail.stepLowS, models::unit::second, 3),
                                  quantityText(detail.stepHighS, models::unit::second, 3))
                       : QString());
    step_->setToolTip(
        std::isfinite(detail.stepLowS)
            ? tr("How far the model of a step may be off: by what it missed by on measured "
                 "runs that it was not fitted to, wider where less was measured")
            : QString());
    memory_->setParts(detail.memory, memoryCapacity(detail.row.accelerator));
    life_->setParts(detail.time);
    life_->setNote(detail.row.ettr > 0.0
                       ? tr("ETTR %1").arg(quantityText(detail.row.ettr, models::unit::percent, 3))
                       : QString());
    life_->setToolTip(tr("ETTR: productive over wall time since it first started"));
    cost_->setParts(detail.cost);
    QStringList plan;
    for (const std::string& fact : detail.plan) {
        plan << QString::fromStdString(fact);
    }
    plan_->setText(plan.isEmpty() ? tr("The job has a fixed run time.") : plan.join('\n'));
    floor_->setRacks(detail.racks);
    stands_->setText(floor_->summary());
    floor_->setVisible(!detail.racks.empty());
    toFloor_->setEnabled(!detail.racks.empty());
    toFabric_->setEnabled(!detail.racks.empty());
    showHistory(detail);
}

/// Events and the beginnings of spans, the newest first.
void JobPage::showHistory(const engine::JobDetail& detail) {
    struct Line {
        double timeS;
        QString what;
        QColor colour;
    };

    const ThemeColours& colours = Theme::instance().colours();
    std::vector<Line> lines;
    for (const engine::JobSpan& span : detail.spans) {
        const bool holds = span.state != engine::JobState::Queued;
        lines.push_back(
            {span.fromS,
             holds ? tr("%1 on %2 accelerators, for %3")
                         .arg(stateWord(span.state))
                         .arg(span.accelerators)
                         .arg(lengthText(span.toS - span.fromS))
                   : tr("%1 for %2").arg(stateWord(span.state), lengthText(span.toS - span.fromS)),
             colours.muted});
    }
    for (const engine::Event& event : detail.events) {
        const bool bad = event.kind == engine::EventKind::Failure ||
                         event.kind == engine::EventKind::JobInterrupted ||
                         event.kind == engine::EventKind::Trip;
        lines.push_back(
            {event.timeS, QString::fromStdString(event.text), bad ? colours.bad : colours.text});
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.timeS > b.timeS; });
    const auto rows = static_cast<int>(lines.size());
    while (history_->topLevelItemCount() > rows) {
        delete history_->takeTopLevelItem(rows);
    }
    while (history_->topLevelItemCount() < rows) {
        history_->addTopLevelItem(new QTreeWidgetItem);
    }
    for (int i = 0; i < rows; ++i) {
        const Line& line = lines[static_cast<std::size_t>(i)];
        QTreeWidgetItem* item = history_->topLevelItem(i);
        item->setText(0, momentText(line.timeS));
        item->setText(1, line.what);
        item->setToolTip(1, line.what);
        item->setForeground(1, line.colour);
    }
}

void JobPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    columns_->setDirection(width() >= kTwoColumns ? QBoxLayout::LeftToRight
                                                  : QBoxLayout::TopToBottom);
}

void JobPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
