// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace headroom::ui {
class MainWindow;
class Workspace;
}  // namespace headroom::ui

namespace headroom::app {

/// Measures the window and prints one JSON object, for `headroom-cli bench ui`: cold start, opening
/// and drawing 5,000 racks, time of a frame, and from an edit to its drawing, its figures and its
/// run, there and on hyperscale-100k; what a person waits for while that plays, and how fast it goes.
/// Medians of a few repetitions. Returns an exit code.
int benchWindow(ui::Workspace& workspace, ui::MainWindow& window,
                const std::filesystem::path& scenarios);

}  // namespace headroom::app
