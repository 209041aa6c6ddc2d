// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/job_history.h"

#include <QWidget>

#include <memory>

class QBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTreeWidget;

namespace headroom::ui {

class CommandSet;
class JobFloor;
class PartsBar;
class StepChart;
class Workspace;

/// All about one job: the one that was selected last. One job: step time and its causes, memory,
/// plan, placement, use of its time, events, cost.
class JobPage : public QWidget {
    Q_OBJECT

  public:
    JobPage(Workspace* workspace, CommandSet* commands, QWidget* parent = nullptr);

    /// JobRow::id; -1 if none.
    std::int64_t job() const { return job_; }

    /// The words in place of the page; empty while there is one.
    QString emptyText() const;

  signals:
    void placeRequested();
    void footprintRequested();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeHead(CommandSet* commands);
    QWidget* makePlacement();
    QWidget* makeHistory();
    void followSelection();
    void forget();
    void takeFrame();
    void showRow(const engine::JobRow& row, double nowS);
    void showDetail(const engine::JobDetail& detail);
    void showLack(const QString& why);
    void showHistory(const engine::JobDetail& detail);
    double memoryCapacity(const std::string& accelerator) const;

    Workspace* workspace_;
    std::int64_t job_ = -1;
    std::shared_ptr<const engine::JobDetail> shown_;
    QStackedWidget* pages_;
    QLabel* empty_;
    QBoxLayout* columns_ = nullptr;
    QLabel *icon_, *name_, *state_, *facts_, *why_, *figures_;
    QProgressBar* progress_;
    PartsBar *step_, *memory_, *life_, *cost_;
    StepChart* timeline_;
    QLabel* plan_;
    QLabel* stands_;
    JobFloor* floor_;
    QPushButton *toFloor_, *toFabric_;
    QTreeWidget* history_;
};

}  // namespace headroom::ui
