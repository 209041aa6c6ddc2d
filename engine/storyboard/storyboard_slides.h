// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/storyboard/storyboard_page.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// The story as a presentation (Office Open XML, ECMA-376, .pptx): slides of 16 : 9, one a scene, each with title, picture, pinned
/// figures, the instant, the source and the number. The note of a scene is on the notes page of its slide. Texts stay texts, so people
/// can change them. As many shots as scenes. Same input, same bytes. STB-005: there is no memory for the file.
Result<std::string> storyboardPptx(const Storyboard& storyboard,
                                   const std::vector<StoryShot>& shots);

}  // namespace headroom::engine
