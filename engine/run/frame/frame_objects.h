// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/run/frame/frame.h"

#include <span>
#include <string_view>
#include <vector>

/// Joins objects of a project with the columns of a frame. A frame numbers halls, CDU groups and
/// loops as the facility is built (document/order.h). Neither the file nor a list of the window has
/// that order, so the id is the only key. Every viewer that knows an id asks here.
namespace headroom::engine {

/// Index into Frame::halls. Returns -1 if the frame has no hall of that id.
HallIndex hallOf(const Frame& frame, std::string_view id);

/// Index into Frame::loops. Returns -1 if the frame has no loop of that id.
LoopIndex loopOf(const Frame& frame, std::string_view id);

/// Index into Frame::cdus of a group ("cdus"), or of one unit of a group whose units have a rack
/// loop each ("cdus/3"). Returns -1 if the frame has none of that id.
CduIndex cduOf(const Frame& frame, std::string_view id);

/// Ids of the entries of Frame::cdus that belong to a CDU group of the project: its own, or one for
/// each unit where the units have a rack loop each.
std::vector<std::string> cdusOfGroup(const Frame& frame, std::string_view group);

/// A place in names of numbers ("hall/hall-a/it_power_kw"), the type of the objects there, and the
/// quantities that a frame has of each.
struct FramePlace {
    std::string_view word, type;
    std::span<const QuantityInfo> table;
};

/// Places: facility, hall, cdu, loop, battery, rack. The table is empty for another word.
FramePlace framePlace(std::string_view word);

/// Value of a quantity of an object [SI]. `quantity` indexes the table of the place; a rack is
/// named by its index, the facility by nothing. NaN if the frame has no such object.
double frameValue(const Frame& frame, std::string_view place, std::string_view object,
                  std::size_t quantity);

}  // namespace headroom::engine
