// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

/// The part of a run whose instants are all written: any of them can be shown, and left on another way.
namespace headroom::engine {

class Replay;
class RunSeries;
struct BranchOrigin;
struct BranchWish;
struct RunInfo;
struct RunStart;

class RunPast {
  public:
    virtual ~RunPast() = default;

    virtual const std::filesystem::path& file() const = 0;
    virtual const RunInfo& info() const = 0;
    /// The run came to its end; not so of one that was killed, or continues.
    virtual bool isFinished() const = 0;
    /// Why exact states cannot be had. Empty if they can.
    virtual const Errors& lacks() const = 0;
    /// The design that the run began with, with the paths of that time. Nothing if this version cannot read it.
    virtual const std::optional<Project>& project() const = 0;
    /// With the parts that the run brought along.
    virtual std::shared_ptr<const Catalogue> catalogue() const = 0;
    /// Notes of the recording when it was opened.
    virtual const std::vector<BranchOrigin>& branches() const = 0;

    /// Pauses, and shows the last step at or before that time.
    virtual void seek(double timeS) = 0;
    /// The frame is the run's own state, not a sample of the file.
    virtual bool isExact() const = 0;

    /// From an instant on in another way; waits for the step under way. Errors of branchOff(), and lacks().
    virtual ResultAll<RunStart> branch(const BranchWish& wish, const std::atomic<bool>* cancel) = 0;
    /// Carries out later commands of a branch. Null if lacks() says why.
    virtual std::shared_ptr<const Replay> replay() const = 0;
    /// Hands every sample up to that time to a series of the same channels.
    virtual void copySeries(RunSeries& to, double untilS) const = 0;
};

}  // namespace headroom::engine
