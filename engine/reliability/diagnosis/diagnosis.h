// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/quantity.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

struct Plant;

/// Alarm as an operator sees it: without cause and text.
struct Alarm {
    double timeS = 0.0;  ///< when it reached the desk
    EventKind kind = EventKind::Limit;
    std::string subject;
    int rack = -1;
};

/// Data of a control room: sensors and alarms, and nothing that only the simulation knows.
struct Telemetry {
    std::vector<std::string> channels;  ///< names as Channel::name
    std::vector<double> timeS;
    std::vector<float>
        values;  ///< a row of all channels for each time; any unit, °C for temperatures
    std::vector<Alarm> alarms;  ///< oldest first

    /// Takes an event where it is an alarm (kinds Limit, Trip, Throttle, JobSlowed, Detected).
    void take(const Event& event);
};

/// A part under suspicion.
struct Suspect {
    std::string part;    ///< "cdus/pumps", "chilled/chillers", or a unit of the wiring: "tx-a"
    std::string name;    ///< for people
    double score = 0.0;  ///< 0..1, for comparison only
    std::vector<std::string> reasons;
};

struct Diagnosis {
    std::vector<Suspect> suspects;  ///< the likeliest first
    double firstS = -1.0;           ///< of the first sign; negative: there is none
};

/// As an operator would do it at timeS, from the last three quarters of an hour:
///   sensors   change of each against the line that it followed before, which weather and a plant that
///             settles draw, or against where that line ended; by signatures of what a part does to the
///             sensors around it when it fails (pumps: flow and their power fall, temperatures
///             follow; chillers: supply rises while flow stays; …)
///   alarms    units of the wiring by how much of what alarms hangs below them, and how little else
///   time      what moved first weighs more
/// Assumption: signatures and weights below, from what the equations of the parts say; none is
/// fitted to outcomes.
Diagnosis diagnose(const Plant& plant, const Telemetry& telemetry, double timeS);

/// How diagnoses fare against the truth.
struct HitRate {
    int faults = 0;  ///< injected
    int seen = 0;    ///< of these, with at least one alarm: those that were diagnosed
    int first = 0;   ///< the part was the first suspect
    int firstThree = 0;
    int common = 0;  ///< hits of always naming the part that was broken most often
    std::string commonPart;

    struct Trial {
        std::string part, said;
        double firstS = -1.0;  ///< from the fault to the first sign
        int place = 0;         ///< of the part among the suspects, from 1; 0 if not among them
    };

    std::vector<Trial> trials;
    Error fault;  ///< of a step that gave no figures (SIM-045): no result; empty code: none
};

class Simulator;

/// Random faults of parts of the coolant plant and of the wiring, one at a time, each in a copy of
/// the same run after an hour, each followed for half an hour; drawn with the seed. The diagnosis
/// is made two minutes after the first alarm, without knowledge of the fault.
HitRate measureHits(Simulator& simulator, int faults, std::uint64_t seed);

}  // namespace headroom::engine
