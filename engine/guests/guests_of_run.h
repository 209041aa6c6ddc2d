// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/guests/guest.h"
#include "engine/plant/run_options.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace headroom::engine {

/// The guests of one run. Their wishes are edits and orders of that run, as of a person: its recording holds them, and is
/// replayed to the same bytes without them.
class GuestsOfRun {
  public:
    /// Errors of the files and of Guest::open.
    static ResultAll<GuestsOfRun> open(const std::vector<std::filesystem::path>& files,
                                       const Simulator& simulator, const Project& project);

    /// Before each step: asks those that are due and does what they want. An edit puts another simulator in its place and
    /// changes the project. Errors of Guest::ask, of edits that the design does not take; GST-029: an edit that changes
    /// racks or channels. The run is unchanged then, but for a remark in its story. A guest that may be lost ends its part
    /// with that remark and its fallbacks instead.
    ResultAll<void> beforeStep(std::unique_ptr<Simulator>& simulator, Project& project,
                               const Catalogue& catalogue, const RunOptions& options);

    bool empty() const { return guests_.empty(); }

    /// Why guests were lost while the run continued.
    const Errors& lost() const { return lost_; }

  private:
    ResultAll<void> carryOut(const std::string& name, const GuestAdvice& advice,
                             std::unique_ptr<Simulator>& simulator, Project& project,
                             const Catalogue& catalogue, const RunOptions& options) const;

    std::vector<std::unique_ptr<Guest>> guests_;
    Errors lost_;
};

}  // namespace headroom::engine
