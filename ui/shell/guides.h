// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/main_window.h"

#include <QObject>

namespace headroom::ui {

class WelcomePage;

/// Explanations of the window and its content: manual, welcome page, tour, why a number is what it is, lessons, commands
/// and keys. Ties their commands, panes and links together.
class Guides : public QObject {
    Q_OBJECT

  public:
    struct Parts {
        Workspace* workspace;
        CommandSet* commands;
        DockSet* docks;
        CentreViews* views;
        WorkModes* modes;
        WelcomePage* welcome;
    };

    Guides(MainWindow* window, const Parts& parts, const MainWindow::Options& options);

    HelpDesk* help() const { return help_; }

    Tour* tour() const { return tour_; }

  private:
    void connectWelcome();
    void connectWhy();
    void connectLessons();
    void showWelcome(bool on);
    void showTour();
    void showPalette();

    MainWindow* window_;
    Parts parts_;
    MainWindow::Options options_;
    HelpDesk* help_;
    Tour* tour_;
    bool tourNext_ = false;  ///< what opens next is shown with the tour
};

}  // namespace headroom::ui
