// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How many of equal machines run: chillers, tower cells, pumps; and change-over of free cooling.
/// State machines on plain values, for any step.
namespace headroom::models {

struct StagingRule {
    int units = 1;           ///< installed
    int least = 0;           ///< always on, while there is demand
    double upAt = 0.9;       ///< load of each running machine above which one more starts
    double downAt = 0.8;     ///< load that each of one fewer would have, below which one stops
    double minOnS = 0.0;     ///< no stop before the last start is this long ago
    double minOffS = 0.0;    ///< a machine rests this long after a stop or trip
    double intervalS = 0.0;  ///< between starts
    double startS = 0.0;     ///< from order to duty
};

struct StagingState {
    int on = 0;                ///< ordered to run
    int resting = 0;           ///< stopped or tripped less than minOffS ago
    int starting = 0;          ///< of them, not on duty yet
    int starts = 0;            ///< since the beginning
    double arrivesS = 0.0;     ///< until the first of those that start is on duty
    double startingS = 0.0;    ///< until the last of them is; those between arrive evenly
    double sinceStartS = 1e9;  ///< seconds
    double sinceStopS = 1e9;
    double duty = 0.0;  ///< machines on duty, mean over the last step

    int ready() const { return on - starting; }
};

/// The state after dt. `demand`: load in machines (1.0: what one carries now); `available`: in
/// service and with power; machines that are lost stop at once, and rested ones start in their
/// place. Machines that start while others do come on duty with the last of them. Several starts or
/// stops fit into one long step, as the interval allows. Hysteresis: downAt below upAt. Demand of 0
/// stops all of them, in time.
/// `available` counts all of them: those out of service are taken to be at rest, as far as machines
/// rest; `tripped` says how many of the running ones failed since the last step.
StagingState stageStep(const StagingRule& rule, const StagingState& before, double demand,
                       int available, double dt, int tripped = 0);

/// Free-cooling change-over.
struct ChangeOverRule {
    double onAboveK = 1.0;   ///< advantage at which it begins
    double offBelowK = 0.0;  ///< and ends
    double dwellS = 900.0;   ///< at least between two changes
};

struct ChangeOverState {
    bool on = false;
    double sinceS = 1e9;
};

/// The state after dt; `advantageK`: by how much the free source is colder than what it would cool.
ChangeOverState changeOverStep(const ChangeOverRule& rule, const ChangeOverState& before,
                               double advantageK, double dt);

}  // namespace headroom::models
