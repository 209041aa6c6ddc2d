// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "ui/storyboard/story_show.h"

#include <atomic>

namespace headroom::ui {

/// By the ending of the file's name: .html, .pdf, .pptx; .png writes one picture a scene ("story-01.png"…),
/// .mp4 a video by ffmpeg. STB-003: another ending. STB-004: ffmpeg is not installed, or says why it
/// could not; the pictures are there then, next to where the video was to be. A video that is cancelled (STB-004 as
/// well) leaves no file.
engine::Result<void> exportStory(const engine::Storyboard& storyboard,
                                 const QList<StorySlide>& slides, const QString& file,
                                 const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::ui
