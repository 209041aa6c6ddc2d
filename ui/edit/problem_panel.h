// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;

namespace headroom::ui {

class CommandSet;
class ProblemModel;
class Workspace;

/// Findings of the design with measured and allowed value; a finding's place is shown, it is mended where that is safe, or
/// accepted with a reason that is kept in the project.
class ProblemPanel : public QWidget {
    Q_OBJECT

  public:
    ProblemPanel(Workspace* workspace, CommandSet* commands, QWidget* parent = nullptr);

    ProblemModel* model() const { return model_; }

    /// To the next finding, after the last to the first; shows its place.
    void next();
    /// Mends the selected findings in one step of undo; false if none of them can be mended without a person. A fix that no longer
    /// fits after those before it is left out.
    bool fix();
    /// Accepts the selected finding for this reason; withdraws where it was accepted already.
    bool accept(const QString& reason);

  signals:
    /// The selection is the object of a finding: show it.
    void placeRequested();
    /// "3 errors, 7 warnings", for a tab.
    void countChanged(const QString& text);

  private:
    void refresh();
    void showDetail();
    void askReason();
    int row() const;
    /// Rows of the selection that can be mended.
    std::vector<int> fixable() const;
    void select(int row);

    Workspace* workspace_;
    ProblemModel* model_;
    QTableView* table_;
    QLabel* summary_;
    QLabel* detail_;
    QLabel* empty_;
    QStackedLayout* pages_;
    QPushButton* place_;
    QPushButton* fix_;
    QPushButton* accept_;
    QString unfinishedReason_;  ///< typed for a finding, and not used
};

}  // namespace headroom::ui
