// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/channel_table.h"
#include "engine/run/frame/frame.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Frames and what is in them as JSON, written piece by piece into a text: thousands of numbers, many times a
/// second. Values are in the unit that the key ends in; what is not a number is null.
namespace headroom::engine {

/// "12.5", "null"; `digits` significant ones.
void writeNumber(std::string& out, double value, int digits = 9);

/// In double quotes, with what JSON wants escaped.
void writeText(std::string& out, std::string_view text);

/// {"facility/pue":1.21,…} of some channels.
void writeChannels(std::string& out, const ChannelTable& table,
                   const std::vector<std::size_t>& channels, const Frame& frame);

/// {"power_kw":[…],…}: a value a rack, in the order of the layout.
void writeRacks(std::string& out, const std::vector<std::size_t>& quantities, const Frame& frame);

/// {"pue":1.21,…}: the headline figures, each of now or since the start as the window shows them.
void writeFigures(std::string& out, const Frame& frame);

void writeEvent(std::string& out, const Event& event);

/// Events after one of that number, the oldest first and at most that many: those that are kept.
std::vector<const Event*> eventsAfter(const Frame& frame, std::int64_t after, std::size_t most);
/// The newest, oldest first.
std::vector<const Event*> newestEvents(const Frame& frame, std::size_t most);

/// {"active":[…],"by_severity":{…},"raised":n}, and the newest `ended` of those that are over.
void writeAlarms(std::string& out, const Frame& frame, std::size_t ended);

void writeJobs(std::string& out, const Frame& frame);

/// Halls, racks and machines on the floor, in metres; racks as columns, in the order of all per-rack arrays.
void writeLayout(std::string& out, const Frame& frame);

}  // namespace headroom::engine
