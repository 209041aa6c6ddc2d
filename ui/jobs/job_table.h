// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/jobs/job_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QTableView;

namespace headroom::ui {

class JobActions;
class Workspace;

/// The jobs of the run: filtered by text, state and tenant, with the columns that a person chose.
/// A row chosen is the window's selection, and the other way round.
class JobTable : public QWidget {
    Q_OBJECT

  public:
    JobTable(Workspace* workspace, JobActions* actions, QWidget* parent = nullptr);

    QTableView* view() const { return view_; }

    JobModel* model() const { return model_; }

    /// The entries of the header's menu: a column each, and what is shown at first.
    void fillHeaderMenu(QMenu& menu);

  signals:
    /// Double-clicked, or Return pressed.
    void activated();

  protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void build();
    void connectAll();
    void takeFrame();
    void listTenants();
    void applyFilter();
    void showSelected();
    void showCount();
    void setColumn(int column, bool shown);
    void resetColumns();
    void restoreColumns();

    Workspace* workspace_;
    JobActions* actions_;
    JobModel* model_;
    QLineEdit* search_;
    QComboBox* state_;
    QComboBox* tenant_;
    QLabel* count_;
    QLabel* empty_;
    QTableView* view_;
    bool following_ = false;
    qlonglong left_ = 0;  ///< jobs of the run that the newest frame does not list
};

}  // namespace headroom::ui
