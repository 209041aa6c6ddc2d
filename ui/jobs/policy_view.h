// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "ui/jobs/policy_run.h"

#include <QWidget>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace headroom::ui {

class PolicyCharts;
class SheetModel;
class Task;
class Workspace;

/// One trace through several policies: what is chosen, a table with the best marked, and two
/// charts. The replay runs on a worker; rows come one by one, and it can be cancelled.
class PolicyView : public QWidget {
    Q_OBJECT

  public:
    explicit PolicyView(Workspace* workspace, QWidget* parent = nullptr);

    SheetModel* model() const { return model_; }

    const std::vector<PolicyOutcome>& outcomes() const { return outcomes_; }

    PolicyCharts* charts() const { return charts_; }

    bool isBusy() const;

    /// Takes the file as the trace and guesses its columns.
    void chooseFile(const QString& file);
    void compare();
    void cancel();

    /// Reason why it cannot start. Empty if it can.
    QString wrong() const;
    /// Writes the table; false: it cannot be written.
    engine::Result<void> exportTo(const QString& file) const;

  signals:
    void finished();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeControls();
    QWidget* makePolicies();
    void listTraces();
    void askFile();
    void askExport();
    void showState();
    void showOutcomes(std::vector<PolicyOutcome> outcomes);
    QVariant special(int row, int column, int role) const;
    PolicyQuestion question() const;
    void finish(const engine::Errors& errors);

    Workspace* workspace_;
    QComboBox* trace_;
    QWidget* columns_;
    QLineEdit *submit_, *duration_, *size_, *accelerators_;
    PolicyColumns usual_;  ///< of the chosen file
    QComboBox* deadline_;
    std::vector<QCheckBox*> policies_;
    QPushButton *run_, *export_;
    QProgressBar* progress_;
    QLabel* state_;
    QLabel* empty_;
    QStackedWidget* pages_;
    QTableView* table_;
    SheetModel* model_;
    std::vector<PolicyOutcome> outcomes_;
    Task* task_;
    PolicyCharts* charts_;
    QString file_;
    int asked_ = 0;
    QString failure_;
};

}  // namespace headroom::ui
