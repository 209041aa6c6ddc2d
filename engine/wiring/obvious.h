// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <string>
#include <string_view>
#include <vector>

/// Joints that a person would make without asking, because nothing else could be meant.
namespace headroom::engine {

/// Possible feed of a new power unit of that catalogue part: the one end of the wiring, to which no other unit is joined
/// yet, whose voltage the part takes. The unit nearest to the racks (PDU) feeds no unit. Empty if the part is a source
/// itself, or none or several units could be meant.
std::vector<std::string> obviousSources(const Project& project, const Catalogue& catalogue,
                                        const std::string& part);

/// Objects that lack one of these connections and cannot run without it (connections.h), each once,
/// in the order of the project: {"feeds"}, {"loop", "air_loop"}, {"fabric"}.
std::vector<std::string> unjoined(const Project& project,
                                  const std::vector<std::string_view>& keys);

}  // namespace headroom::engine
