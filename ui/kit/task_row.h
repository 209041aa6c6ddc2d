// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <QWidget>

#include <functional>
#include <vector>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace headroom::ui {

class NumberBox;
class Task;

/// The head of a page that computes in parallel with the simulation: its number boxes, Run or Cancel, progress while
/// it is busy and what came of it afterwards, Export. The page says what to run and what to write. Where
/// all of that does not fit side by side, Run and Export are below the fields.
class TaskRow : public QWidget {
    Q_OBJECT

  public:
    /// `name` begins the object names: "sweep" makes sweepRun, sweepExport, sweepProgress, sweepState.
    TaskRow(Task* task, const QString& name, const QString& progressName, QWidget* parent);

    void addField(const QString& label, NumberBox* field);
    /// A field of another kind; without a label where that is empty. It never keeps from running.
    void addWidget(const QString& label, QWidget* widget);

    /// Progress from nothing, with words for what comes first.
    void begin(const QString& words);

    /// Widget shown now. A field whose text is refused says so in place of `said`, and nothing can be run.
    void show(bool canRun, bool canExport, const QString& said, bool isBad);

    void setExportTip(const QString& tip);

    /// Asks for a file and writes it; what goes wrong is said in the row.
    void askFile(const QString& title, const QString& name, const QString& filter,
                 const QString& suffix, std::function<engine::Result<void>(const QString&)> write);

    QSize minimumSizeHint() const override;

  signals:
    void runAsked();
    void exportAsked();
    /// A field was refused or accepted, or the work was asked to end: the page updates its state.
    void changed();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    Task* task_;
    QBoxLayout* both_;
    QHBoxLayout *row_, *deeds_;  ///< labels and fields; progress or state, Run, Export
    std::vector<NumberBox*> fields_;
    QProgressBar* progress_;
    QLabel* state_;
    QPushButton *run_, *export_;
};

}  // namespace headroom::ui
