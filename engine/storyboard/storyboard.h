// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Scenes that tell a story of a project or of a recorded run, in their order: what the window shows,
/// at which instant, and what is to be said. A storyboard is a JSON file next to what it is of; its
/// format is written in resources/help/storyboard.md.
namespace headroom::engine {

/// State of the window in one scene.
struct StoryScene {
    std::string title;
    std::string
        note;  ///< what is to be said; shown to the presenter, and printed below the picture
    std::string view;  ///< name of the view ("scene", "plan", "power"…): stable names of the window
    /// Where the view is, in its own numbers (Framed::pose()); empty means all of it.
    std::vector<double> pose;
    std::string colour;  ///< key of the rack quantity that colours the floor; empty means unchanged
    double atS = -1.0;   ///< instant after the start of the run; below 0: the present one
    std::vector<std::string> select;   ///< ids of project objects
    std::vector<std::string> figures;  ///< keys of quantities of the facility that are pinned
    double holdS = 6.0;                ///< how long it is shown by itself and in a video
    // Of the view "compare"; elsewhere empty.
    std::vector<std::string>
        runs;  ///< recordings and projects that are compared, relative to the storyboard's folder
    int baseline = 0;      ///< index of runs
    std::string tab;       ///< "figures", "inputs", "events", "charts" or "floor"
    std::string quantity;  ///< of the charts a channel, of the floors a key of a rack quantity
    /// Focus and section of a 3-D view, in words of the window; empty means everything.
    std::vector<std::string> focus = {};
    /// Movement of the camera of a 3-D view: "fly" from the scene before, "turn" once around; empty means none.
    std::string motion = {};

    bool operator==(const StoryScene&) const = default;
};

struct Storyboard {
    std::string title;
    std::vector<StoryScene> scenes;

    bool operator==(const Storyboard&) const = default;
};

inline constexpr int kStoryboardVersion = 1;
inline constexpr std::size_t kMostScenes = 200;
inline constexpr double kShortestHold = 0.5, kLongestHold = 600.0;  ///< [s]

/// Where the storyboard of a project file, a project folder or a recording is stored: "project.json" →
/// "storyboard.json" next to it, "air.json" → "air.storyboard.json", "run.db" → "run.storyboard.json".
std::filesystem::path storyboardFileOf(const std::filesystem::path& subject);

/// Returns the project or recording whose scenes a file holds. Returns the file itself if it is not a storyboard, or if its project does
/// not exist.
std::filesystem::path subjectOfStoryboard(const std::filesystem::path& file);

/// STB-001: malformed, with the place named ("/scenes/2/hold_s"). STB-002: of a newer version. Unknown
/// keys are malformed: a misspelt one would be lost. `file` is named in errors.
Result<Storyboard> parseStoryboard(std::string_view text, const std::filesystem::path& file);

/// Errors of reading a file and of parseStoryboard().
Result<Storyboard> readStoryboard(const std::filesystem::path& file);

/// Sorted keys, two spaces, a line feed at the end: the same storyboard, the same bytes.
std::string storyboardText(const Storyboard& storyboard);

/// Atomically. Errors of writeFile().
Result<void> writeStoryboard(const std::filesystem::path& file, const Storyboard& storyboard);

}  // namespace headroom::engine
