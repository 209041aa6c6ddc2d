// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/faults/open_faults.h"
#include "engine/run/frame/frame.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/simulator.h"
#include "engine/run/state/event_log.h"
#include "engine/run/state/state.h"

#include <memory>
#include <span>
#include <vector>

/// View of a State for viewers, recordings and summaries.
namespace headroom::engine {

std::shared_ptr<Frame> buildFrame(const Plant& plant, const State& state, const EventLog& log,
                                  const Jobs& jobs);

RunSummary buildSummary(const Plant& plant, const State& state, const OpenFaults& faults,
                        const Sums& sums);

/// Facility quantities, then those of halls, CDU groups and loops.
std::vector<Channel> channelsOf(const Plant& plant);
void sampleChannels(const State& state, std::span<double> values);
std::span<const float> rackFieldOf(const State& state, RackQuantity quantity);

/// Local standard time of a simulated second: "2026-07-01 14:05:00".
std::string localTime(const Plant& plant, double timeS);

}  // namespace headroom::engine
