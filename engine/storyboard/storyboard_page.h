// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/storyboard/storyboard.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// A drawn scene: what a page needs next to the words of the storyboard.
struct StoryShot {
    std::string png;   ///< the picture's bytes
    std::string when;  ///< "14 Jul 2026 12:05"; empty means of no instant
    std::vector<std::pair<std::string, std::string>> figures;  ///< "PUE", "1.115"
    std::string source;  ///< files that the picture comes from: "Source: air.db, oil.db"
};

/// The story as one page that needs nothing next to it: a scene a screen, each with its picture,
/// pinned figures and note; scrolling goes from scene to scene, and print has one on each sheet.
/// As many shots as scenes. Same input, same bytes.
std::string storyboardHtml(const Storyboard& storyboard, const std::vector<StoryShot>& shots);

/// The same as PDF: slides of 16 : 9, the note below the picture. REP-003.
Result<std::string> storyboardPdf(const Storyboard& storyboard, const std::vector<StoryShot>& shots,
                                  const std::string& date);

}  // namespace headroom::engine
