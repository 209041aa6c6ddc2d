// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::ui {
class MainWindow;
class Workspace;
}  // namespace headroom::ui

namespace headroom::app {

/// Waits of a person while the open project plays, and the time left for the run.
struct PlayTimes {
    double hoursPerS = 0.0;  ///< simulated, while it plays
    double answerMs = 0.0;   ///< until something asked of the window is begun: 99th percentile
    double longestAnswerMs = 0.0;
    /// The longest work of the window's thread between two answers, in processor time: what it would be
    /// on a machine that does nothing else.
    double longestWorkMs = 0.0;
    double menuMs = 0.0;  ///< from the press of a button until its menu is drawn: median
    double longestMenuMs = 0.0;
    double menuWorkMs = 0.0;  ///< of the window's thread for the longest, in processor time
    double orbitMs =
        0.0;  ///< from a move of the mouse that turns the 3-D view until that is drawn: median
    double longestOrbitMs = 0.0;
    double orbitWorkMs = 0.0;  ///< of the window's thread for the longest, in processor time
};

/// Plays for some ten seconds at that speed (simulated seconds per second; 0 means as fast as possible). Asks
/// are posted by another thread at times that know nothing of the window's beat, and menus are opened by
/// posted presses; nothing is read back from the screen.
PlayTimes playTimes(ui::Workspace& workspace, ui::MainWindow& window, double speed);

/// Simulated hours per second of wall time of the same design, stepped as `headroom-cli run` does on one
/// thread, without its recording.
double hoursPerSAlone(const ui::Workspace& workspace);

}  // namespace headroom::app
