// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace headroom::ui {
class MainWindow;
class Workspace;
}  // namespace headroom::ui

namespace headroom::app {

/// Whether the window can stay open for weeks: plays the project at full speed for `simulatedS`
/// while a script brings every view and pane to the front in turn, selects racks, machines, objects
/// and jobs, and changes theme, units, colours, text size, workspace and speed; then starts again,
/// edits and takes back some times. At the end of each simulated day it counts what the process
/// holds: resident memory (after what the allocator can give back was given back), memory in use,
/// descriptors, threads.
///
/// The first three eighths warm up: what is kept of a run is full then. After it resident memory may grow by 5 %, as the
/// mean of an eighth of the time against that of the last eighth of the warm-up; descriptors and threads may not grow at
/// all (the least of an eighth: what comes and goes with a worker is not a leak). Prints a table and the verdict. Returns
/// an exit code: 1 where
/// something grew.
int soakWindow(ui::Workspace& workspace, ui::MainWindow& window,
               const std::filesystem::path& project, double simulatedS);

}  // namespace headroom::app
