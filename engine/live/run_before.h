// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/command.h"
#include "engine/run/frame/frame.h"

#include <memory>
#include <vector>

namespace headroom::engine {

class Simulator;
struct RunStart;

/// The run that another one left in the middle: what people did there later, which the new run repeats, and what it
/// reported, which comes before the events of the new run.
class RunBefore {
  public:
    RunBefore() = default;
    explicit RunBefore(const RunStart& start);

    /// Orders to jobs, air and remarks whose time has come. Orders to plant are pending orders of the session.
    void give(Simulator& simulator);

    /// Puts its events, losses and ended jobs before those of a frame.
    void tell(Frame& frame) const;

  private:
    std::vector<Command> commands_;  ///< by time
    std::shared_ptr<const Story> story_;
    std::shared_ptr<const JobHistory> history_;
};

}  // namespace headroom::engine
