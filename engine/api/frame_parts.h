// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/run/frame/frame.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Parts of a frame apart from channels: racks, wiring, piping, networks, faults, jobs. One table of
/// columns for each writes and reads, so that both ends mean the same.
namespace headroom::engine {

/// Bits of Subscription::parts.
enum FramePart : std::uint32_t {
    kConditionPart = 1U << 0U,
    kPowerPart = 1U << 1U,
    kCoolingPart = 1U << 2U,
    kFabricPart = 1U << 3U,
    kFaultPart = 1U << 4U,
    kJobPart = 1U << 5U,
    kAllParts = (1U << 6U) - 1U
};

/// "power"; REQ-024: there is no part of that name.
Result<std::uint32_t> framePartOf(const std::string& word);

/// All words, in the order of the bits.
std::vector<std::string> framePartNames();

/// {"conditions":[[12,"Tripped"],…],"power":{"units":{"state":[…],"output_kw":[…],…},"lines":{…}},…}: of each part that is
/// asked for. Units, lines, nodes, links and bundles are in the order of the design's own; of racks only those that
/// are not as they should be.
void writeParts(std::string& out, std::uint32_t parts, const Frame& frame);

/// Into a frame of the same design. False: it is none of ours, or of another design: lists of another length, or an index
/// out of the design's own.
bool readParts(const nlohmann::json& parts, Frame& frame);

/// One job, as `writeParts` and GET /api/v1/jobs have it.
void writeJob(std::string& out, const JobRow& row);
/// Nothing if it is none of ours.
std::optional<JobRow> readJob(const nlohmann::json& job);

}  // namespace headroom::engine
