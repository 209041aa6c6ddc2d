// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"

#include <cstdint>

namespace headroom::engine {

/// Port of the jobs: what power, fabrics and faults may do to servers, without knowing who runs on
/// them.
class ServerPool {
  public:
    virtual ~ServerPool() = default;

    /// A server that is in service leaves its pool: jobs on it go back to their last checkpoint.
    /// `down`: as State::serverDown has it. Nothing where it is out already.
    virtual void takeOut(ServerIndex server, std::uint8_t down, double timeS,
                         std::int64_t cause) = 0;

    /// Switches or storage of a hall got or lost power.
    virtual void refreshNetworkPower(double timeS, std::int64_t cause) = 0;

    /// The load of racks is that of their jobs from here on.
    virtual void refreshRacks() = 0;
};

/// Port of the faults: what a fabric may ask for.
class ServerRepair {
  public:
    virtual ~ServerRepair() = default;

    /// The server joins its pool again, unless something else keeps it out: power, its fabric.
    virtual void serverRepaired(ServerIndex server, double timeS) = 0;
};

}  // namespace headroom::engine
