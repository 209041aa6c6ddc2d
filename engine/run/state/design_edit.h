// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/plant/plant_map.h"

#include <cstdint>

namespace headroom::engine {

struct Fault;
struct Job;
struct State;

/// An edit of the design while a run continues (carry_over.h).
struct DesignEdit {
    const Plant& before;
    const Plant& after;
    const PlantMap& map;
    double timeS = 0.0;
    std::int64_t event = -1;      ///< of the log, that told of it
    bool schedulersStand = true;  ///< lines and schedulers are kept
};

/// The pool that a job belongs to after the edit: its source may ask for another kind; -1 if none.
std::int32_t poolNow(const Plant& after, const PlantMap& map, const Job& job);

/// The same policy, tenants and reservations.
bool sameScheduling(const Plant& before, const Plant& after);

/// Lines and schedulers are kept: also no job changes its pool.
bool linesStand(const Plant& before, const State& old, const Plant& after, const PlantMap& map);

/// Unit of a hazard (HazardClock) after the edit; -1 means gone.
int hazardUnitNow(const Plant& before, const Plant& after, const PlantMap& map, HazardIndex hazard,
                  int unit);

/// A fault after the edit; false where what it sits on is gone.
bool faultNow(const Plant& before, const Plant& after, const PlantMap& map, Fault& fault);

}  // namespace headroom::engine
