// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/jobs/job_order.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <optional>

class QMenu;
class QMessageBox;

namespace headroom::ui {

class CommandSet;
class SubmitDialog;
class Workspace;

/// Commands on jobs (submit, hold, release, preempt, kill, send away), the same in menu, table, Gantt
/// chart and page. Acts on the selected job. Killing asks once and says what is lost; said() tells what
/// was ordered.
class JobActions : public QObject {
    Q_OBJECT

  public:
    JobActions(Workspace* workspace, CommandSet* commands, QObject* parent = nullptr);
    ~JobActions() override;

    /// Entries for the selected job, with its name above them; without one, only "Submit".
    void fillMenu(QMenu& menu);

    /// The selected job in the newest frame.
    std::optional<engine::JobRow> selected() const;

    /// Opens the dialog; `like`: a job whose figures it starts with.
    void submit(const std::optional<engine::JobRow>& like = {});

    SubmitDialog* dialog() const;

    /// The question that is open; null if none.
    QMessageBox* question() const;

  signals:
    void said(const QString& what);
    void pageRequested();

  private:
    void connectCommands();
    void enable();
    void order(engine::JobAction action, const QString& what);
    void askKill();
    void addSites(QMenu& menu, const engine::JobRow& job);
    void give(const engine::JobOrder& order, const QString& what);

    Workspace* workspace_;
    CommandSet* commands_;
    QPointer<SubmitDialog> dialog_;
    QPointer<QMessageBox> question_;
};

/// Whether the action fits the state that the job is in.
bool fits(engine::JobAction action, const engine::JobRow& job);

}  // namespace headroom::ui
