// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_kind.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

class DeadSupply;
struct Plant;
struct State;

/// A condition that holds now.
struct AlarmSeen {
    AlarmKind kind = AlarmKind::UnitFailed;
    std::int64_t index = 0;  ///< by AlarmInfo::place
    int count = 1, of = 1;
    std::int64_t event = -1;    ///< that told of it, where the State knows
    std::int64_t follows = -1;  ///< that led to it, where none told of it

    bool operator<(const AlarmSeen& other) const {
        return kind != other.kind ? kind < other.kind : index < other.index;
    }

    bool isSame(const AlarmSeen& other) const { return kind == other.kind && index == other.index; }
};

/// Reads all conditions out of a State: a few comparisons for each unit, link and rack, so that it
/// can be asked after every step. Limits are alarm_kind.cpp's sentences.
class AlarmConditions {
  public:
    /// The plant must outlive it.
    explicit AlarmConditions(const Plant& plant);

    /// In place of `seen`, ascending, each once. Events report interrupted jobs (AlarmWatch).
    void look(const State& state, std::vector<AlarmSeen>& seen) const;

  private:
    void lookAtPower(const State& state, DeadSupply& supply, std::vector<AlarmSeen>& seen) const;
    void lookAtCooling(const State& state, DeadSupply& supply, std::vector<AlarmSeen>& seen) const;
    void lookAtRacks(const State& state, std::vector<AlarmSeen>& seen) const;
    void lookAtFaults(const State& state, std::vector<AlarmSeen>& seen) const;
    void lookAtJobs(const State& state, std::vector<AlarmSeen>& seen) const;

    /// Condition of a link of the coolant network.
    struct LinkIndex {
        int hazard = -1, load = -1;
        bool tellsUnits = false;  ///< of the links of a machine, the one that its alarms name
        bool tellsPower = false;  ///< of the links on a load, the first
    };

    const Plant& plant_;
    std::vector<LinkIndex> links_;
    std::vector<std::uint8_t> closedInNormal_;  ///< by edge of the wiring
};

}  // namespace headroom::engine
