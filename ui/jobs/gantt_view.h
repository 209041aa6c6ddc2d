// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/framed.h"

#include <QWidget>

class QComboBox;

namespace headroom::ui {

class GanttCanvas;
class JobActions;
class Workspace;

/// The Gantt chart in the middle of the window: what its rows are, how they are grouped and
/// coloured, how much time is seen, and below them the chart.
class GanttView : public QWidget, public Framed {
    Q_OBJECT

  public:
    GanttView(Workspace* workspace, JobActions* actions, QWidget* parent = nullptr);

    GanttCanvas* canvas() const { return canvas_; }

    void fitAll() override;
    void fitSelection() override;

  signals:
    void activated();

  private:
    QComboBox* choice(const char* name, const QString& label, const QString& tip,
                      const QStringList& words);
    void apply();

    GanttCanvas* canvas_;
    QWidget* bar_;
    QComboBox *rows_, *groups_, *colours_, *span_;
};

}  // namespace headroom::ui
