// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/edit.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// "OBJECT.KEY=VALUE" as an edit: "warm.supply_c=30", "jobs-a.accelerator=h100-sxm". Key and unit are
/// those of project files, the value is as in JSON; quotes around texts may be left out, and nothing
/// after "=" takes the statement away. Whether the value is in range, apply() finds.
/// EDT-007: not of that form. EDT-001, EDT-002: no such object or attribute, with the nearest. EDT-012:
/// a value of another kind.
Result<SetAttribute> settingOf(const Project& project, const std::string& text);

/// All of them as edits, or all of their faults.
ResultAll<std::vector<Edit>> editsOfSettings(const Project& project,
                                             const std::vector<std::string>& settings);

}  // namespace headroom::engine
