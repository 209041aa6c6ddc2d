// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>

/// The part of a run that keeps it as a recording.
namespace headroom::engine {

class RunKeep {
  public:
    virtual ~RunKeep() = default;

    /// Its recording. Empty if it is not recorded, or if nothing of it is committed yet.
    virtual std::filesystem::path recordingFile() const = 0;
    /// Writes the run up to its last step to `target` as a complete recording; the run continues. Waits for the step under
    /// way and for the disk: not for the thread of a window.
    virtual Result<void> saveRecording(const std::filesystem::path& target, bool replace) = 0;
};

}  // namespace headroom::engine
