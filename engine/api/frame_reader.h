// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"
#include "engine/api/channel_table.h"
#include "engine/run/frame/frame.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <vector>

/// Reads the output of frame_json.h for clients that follow a run over the network.
namespace headroom::engine {

/// {"type":"frame",…} into a frame of the design that the table is of. False: it is of another design, or none of ours.
bool readFrame(const nlohmann::json& message, const ChannelTable& table, Frame& frame);

/// The list of {"events":[…]}; nothing if it is none of ours.
std::optional<std::vector<Event>> readEvents(const nlohmann::json& events);

/// {"active":[…],…}; null if it is none of ours. The end is known once everything was sent.
std::shared_ptr<const AlarmList> readAlarms(const nlohmann::json& alarms);

}  // namespace headroom::engine
