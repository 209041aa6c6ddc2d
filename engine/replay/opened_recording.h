// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/plant/plant.h"
#include "engine/replay/replay.h"
#include "engine/store/recording.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::engine {

/// A recording with the design that it is of, as far as this version can read both.
struct OpenedRecording {
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const Replay> replay;  ///< null if exact states cannot be had: see lacks
    Errors lacks;                          ///< faults that prevent a replay
    std::vector<double> keyframes;         ///< times of its exact states; empty without a replay
    std::optional<Project> project;        ///< that the run began with
    std::shared_ptr<const Catalogue> catalogue;  ///< with the parts that the run brought along
    std::shared_ptr<const Plant> plant;          ///< of that project; null if it cannot be built
    std::vector<BranchOrigin> branches;          ///< notes of the file when it was opened

    /// The run came to its end.
    bool isFinished() const { return !recording->summary().empty(); }

    /// Errors of Recording::open() and of the catalogue that ships.
    static ResultAll<OpenedRecording> open(const std::filesystem::path& file,
                                           const std::filesystem::path& shipped);

  private:
    void replayFrom(const std::filesystem::path& shipped);
    Errors showFrom(const std::filesystem::path& shipped);
};

}  // namespace headroom::engine
