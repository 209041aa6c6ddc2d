// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/reliability/campaign/campaign_sheet.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace headroom::ui {

class CampaignChart;
class SheetTable;
class Task;
class NumberBox;
class Workspace;

/// Results of a campaign, for the present project or over the values of one figure.
struct CampaignAnswer {
    std::optional<engine::CampaignResult> campaign;
    std::optional<engine::Curve> curve;
    engine::Errors errors;
};

/// Runs campaigns of the open project in parallel with the simulation: replications with other random
/// failures, of the unchanged design or at several values of a figure. Shows means with 95 % intervals
/// and the value of the law.
class CampaignPage : public QWidget {
    Q_OBJECT

  public:
    explicit CampaignPage(Workspace* workspace, QWidget* parent = nullptr);

    bool isBusy() const;
    void run();

    const CampaignAnswer& answer() const { return *answer_; }

    /// Shows this: what run() does with its own.
    void show(CampaignAnswer answer);
    /// Reason why it cannot run. Empty if it can.
    QString wrong() const;
    engine::Result<void> exportTo(const QString& file) const;

  signals:
    void finished();

  private:
    QWidget* makeControls();
    void chooseFigure();
    void showState();
    void fillTable();
    void askExport();

    Workspace* workspace_;
    Task* task_;
    std::shared_ptr<CampaignAnswer> answer_;
    QComboBox *vary_ = nullptr, *shown_ = nullptr;
    QLineEdit* values_ = nullptr;
    NumberBox* days_ = nullptr;
    NumberBox* replications_ = nullptr;
    QPushButton *run_ = nullptr, *export_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel *state_ = nullptr, *empty_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    SheetTable* table_ = nullptr;
    CampaignChart* chart_ = nullptr;
};

}  // namespace headroom::ui
