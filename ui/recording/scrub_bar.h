// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolBar>

class QLabel;

namespace headroom::ui {

class ChartData;
class CommandSet;
class ScrubStrip;
class Workspace;

/// The strip of the run, whether what is shown is the exact state, and what can be done from here.
class ScrubBar : public QToolBar {
    Q_OBJECT

  public:
    ScrubBar(Workspace* workspace, CommandSet* commands, const ChartData* events,
             QWidget* parent = nullptr);

    ScrubStrip* strip() const { return strip_; }

  private:
    void askBranch();
    void showState();

    Workspace* workspace_;
    CommandSet* commands_;
    ScrubStrip* strip_;
    QLabel* state_;
};

}  // namespace headroom::ui
