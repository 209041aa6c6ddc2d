// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/replay/branch.h"

#include <QDialog>

#include <filesystem>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace headroom::ui {

class Workspace;

/// Branch from Here: what is different from the instant on that the window shows, what it is called, and
/// where it is recorded. Further orders and edits are given to the branch once it is there: it waits
/// paused.
class BranchDialog : public QDialog {
    Q_OBJECT

  public:
    BranchDialog(Workspace* workspace, QWidget* parent);

    engine::BranchWish wish() const;
    /// Empty if it is only kept while it is open.
    std::filesystem::path file() const;

  private:
    QWidget* makeChanges();
    QWidget* makeOrders();
    QWidget* makeSpared();
    void fillTargets();
    void composeOrder();
    void addOrder();
    void fillAttributes();
    void showValue();
    void addChange();
    void browse();
    void check();

    Workspace* workspace_;
    double atS_ = 0.0;
    QLineEdit* name_;
    QComboBox* colour_;
    QComboBox* object_;
    QComboBox* attribute_;
    QLineEdit* value_;
    QListWidget* changes_;
    QComboBox *action_, *target_;
    QLineEdit *at_, *order_;
    QListWidget* orders_;
    QListWidget* spared_;
    QLineEdit* file_;
    QLabel* note_;
    QPushButton* ok_;
};

}  // namespace headroom::ui
