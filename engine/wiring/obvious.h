// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <string>
#include <string_view>
#include <vector>

/// What a person would join without asking, because nothing else could be meant.
namespace headroom::engine {

/// What would feed a new power unit of that catalogue part: the one end of the wiring, at which no
/// other unit hangs yet, whose voltage the part takes. What stands nearest to the racks (PDUs)
/// feeds no unit. Empty: the part is a source itself, or none or several units could be meant.
std::vector<std::string> obviousSources(const Project& project, const Catalogue& catalogue,
                                        const std::string& part);

/// Objects that lack one of these connections and cannot run without it (connections.h), each once,
/// in the order of the project: {"feeds"}, {"loop", "air_loop"}, {"fabric"}.
std::vector<std::string> unjoined(const Project& project,
                                  const std::vector<std::string_view>& keys);

}  // namespace headroom::engine
