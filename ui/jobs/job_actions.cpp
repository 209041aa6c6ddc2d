// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_actions.h"

#include "models/facility/remote_site.h"
#include "ui/failures/order_menu.h"
#include "ui/jobs/job_text.h"
#include "ui/jobs/submit_dialog.h"
#include "ui/kit/theme.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <array>

namespace headroom::ui {

namespace {

using engine::JobAction;
using engine::JobState;

constexpr auto kOrders = std::to_array<std::pair<const char*, JobAction>>({
    {"job.hold", JobAction::Hold},
    {"job.release", JobAction::Release},
    {"job.preempt", JobAction::Preempt},
    {"job.kill", JobAction::Kill},
});

}  // namespace

bool fits(JobAction action, const engine::JobRow& job) {
    const bool ended = job.state == JobState::Completed || job.state == JobState::Failed;
    const bool queued = job.state == JobState::Queued;
    switch (action) {
        case JobAction::Submit:
            return true;
        case JobAction::Kill:
            return !ended;
        case JobAction::Preempt:
            return !ended && !queued;
        case JobAction::Hold:
            return queued && !job.held;
        case JobAction::Release:
            return queued && job.held;
        case JobAction::Send:
            return queued && !job.held;
    }
    return false;
}

JobActions::JobActions(Workspace* workspace, CommandSet* commands, QObject* parent)
    : QObject(parent), workspace_(workspace), commands_(commands) {
    connectCommands();
    connect(&workspace->selection(), &Selection::changed, this, &JobActions::enable);
    for (const auto signal : {&Workspace::opened, &Workspace::closed, &Workspace::slowTick}) {
        connect(workspace, signal, this, &JobActions::enable);
    }
    enable();
}

JobActions::~JobActions() = default;

QMessageBox* JobActions::question() const {
    return question_;
}

SubmitDialog* JobActions::dialog() const {
    return dialog_;
}

void JobActions::connectCommands() {
    commands_->on("job.submit", this, [this] { submit(); });
    commands_->on("job.submitLike", this, [this] { submit(selected()); });
    commands_->on("job.page", this, [this] { emit pageRequested(); });
    commands_->on("job.hold", this,
                  [this] { order(JobAction::Hold, tr("%1: is held until it is released")); });
    commands_->on("job.release", this,
                  [this] { order(JobAction::Release, tr("%1: is released")); });
    commands_->on("job.preempt", this,
                  [this] { order(JobAction::Preempt, tr("%1: is preempted and queues again")); });
    commands_->on("job.kill", this, [this] { askKill(); });
}

std::optional<engine::JobRow> JobActions::selected() const {
    const Selected& what = workspace_->selection().current();
    const auto frame = workspace_->frame();
    if (frame && what.kind == Selected::Kind::Job) {
        for (const engine::JobRow& job : frame->jobs) {
            if (job.id == what.job) {
                return job;
            }
        }
    }
    return {};
}

void JobActions::enable() {
    const auto job = selected();
    commands_->action("job.submit")->setEnabled(workspace_->isOpen());
    commands_->action("job.submitLike")->setEnabled(job.has_value());
    commands_->action("job.page")->setEnabled(job.has_value());
    for (const auto& [id, action] : kOrders) {
        commands_->action(id)->setEnabled(job && fits(action, *job));
    }
}

void JobActions::fillMenu(QMenu& menu) {
    enable();
    const auto job = selected();
    if (job) {
        menu.addSection(jobName(*job));
        menu.addAction(commands_->action("job.page"));
        menu.addSeparator();
        for (const auto& [id, action] : kOrders) {
            if (fits(action, *job)) {
                menu.addAction(commands_->action(id));
            }
        }
        if (fits(JobAction::Send, *job)) {
            addSites(menu, *job);
        }
        if (job->state == JobState::Running || job->state == JobState::Starting) {
            engine::PlantOrder part;
            part.unit = job->name;
            const QString name = jobName(*job);
            addOrders(
                menu, engine::OrderTarget::Job, {part}, name,
                [this, name](std::vector<engine::PlantOrder> orders, const QString& done,
                             const DrillTiming& timing) {
                    emit said(workspace_->drills().give(std::move(orders), name, done, timing));
                });
        }
        menu.addSeparator();
        workspace_->causes().addTo(
            menu, workspace_->causes().eventOf({Selected::Kind::Job, -1, {}, job->id}));
        menu.addSeparator();
        menu.addAction(commands_->action("job.submitLike"));
    }
    menu.addAction(commands_->action("job.submit"));
}

/// Other sites of the project; whether the job may leave, and what speaks against one, the story says.
void JobActions::addSites(QMenu& menu, const engine::JobRow& job) {
    QMenu* to = menu.addMenu(Theme::icon("site"), tr("Send to Site"));
    to->setObjectName("sendToSite");
    to->setToolTipsVisible(true);
    for (const engine::Object* site : workspace_->project().objectsOf("remote_site")) {
        const auto spec = engine::specOf<models::RemoteSiteSpec>(*site);
        const QString name = QString::fromStdString(spec.name.empty() ? site->id : spec.name);
        QAction* action = to->addAction(name, this, [this, id = site->id, job = job.id, name] {
            engine::JobOrder order;
            order.action = JobAction::Send;
            order.job = job;
            order.site = id;
            give(order, tr("Job %1: is sent to %2").arg(job).arg(name));
        });
        action->setToolTip(tr("%1 accelerators at most; whether it goes there the events say")
                               .arg(spec.accelerators));
    }
    if (to->isEmpty()) {
        to->addAction(tr("The project has no other site"))->setEnabled(false);
    }
}

void JobActions::give(const engine::JobOrder& order, const QString& what) {
    workspace_->control().orderJob(order);
    emit said(workspace_->status().playing ? what
                                           : what + tr(", with the next step of the simulation"));
}

void JobActions::order(JobAction action, const QString& what) {
    if (const auto job = selected(); job && fits(action, *job)) {
        engine::JobOrder order;
        order.action = action;
        order.job = job->id;
        give(order, what.arg(jobName(*job)));
    }
}

void JobActions::askKill() {
    const auto job = selected();
    const auto frame = workspace_->frame();
    if (!job || !frame || !fits(JobAction::Kill, *job)) {
        return;
    }
    delete question_;
    question_ =
        new QMessageBox(QMessageBox::Warning, tr("Kill Job"), tr("Kill %1?").arg(jobName(*job)),
                        QMessageBox::Cancel, QApplication::activeWindow());
    question_->setObjectName("killQuestion");
    question_->setAttribute(Qt::WA_DeleteOnClose);
    question_->setInformativeText(lossText(*job, frame->timeS));
    QPushButton* kill = question_->addButton(tr("&Kill Job"), QMessageBox::DestructiveRole);
    kill->setObjectName("killButton");
    question_->setDefaultButton(QMessageBox::Cancel);
    connect(kill, &QPushButton::clicked, this, [this, id = job->id, name = jobName(*job)] {
        engine::JobOrder order;
        order.action = JobAction::Kill;
        order.job = id;
        give(order, tr("%1: is killed").arg(name));
    });
    question_->open();
}

void JobActions::submit(const std::optional<engine::JobRow>& like) {
    if (!workspace_->isOpen()) {
        return;
    }
    delete dialog_;
    dialog_ = new SubmitDialog(workspace_, like, QApplication::activeWindow());
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog_, &SubmitDialog::submitted, this, [this](const engine::JobOrder& order) {
        give(order, tr("%1: is submitted").arg(QString::fromStdString(order.name)));
    });
    connect(workspace_, &Workspace::closed, dialog_, &QDialog::close);
    dialog_->open();
}

}  // namespace headroom::ui
