// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolBar>

#include <vector>

class QComboBox;
class QLabel;

namespace headroom::engine {
struct Figure;
}

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Play, step and speed; the simulated clock; the headline numbers. Always in sight.
class TransportBar : public QToolBar {
    Q_OBJECT

  public:
    TransportBar(Workspace* workspace, CommandSet* commands, QWidget* parent = nullptr);

  protected:
    /// A double click on the clock goes to a typed time.
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Headline {
        const engine::Figure* figure;
        QAction* place;  ///< of its box in the bar
        QLabel* value;
    };

    void addHeadlines();
    void changeSpeed(int steps);
    void showFrame();
    void showState();
    void showSpeed();

    Workspace* workspace_;
    CommandSet* commands_;
    QComboBox* speed_;
    QLabel* day_;
    QLabel* clock_;
    QLabel* state_;
    QLabel* before_;  ///< says that the figures are of the design before
    std::vector<Headline> headlines_;
    int document_ = -1;  ///< whose speed is shown
};

}  // namespace headroom::ui
