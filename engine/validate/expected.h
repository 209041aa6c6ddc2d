// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/validate/case_file.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// A row of a case's `expect`: what it asks for, what that should be, and how near.
struct Expected {
    std::string quantity, unit;
    std::optional<double> value, limitRel, limitAbs;

    /// The larger of both limits, around what is expected; none where neither is.
    std::optional<double> limit(double around) const;
};

/// The list `expect` of a case at `place` of its file; `fault` keeps the first fault.
std::vector<Expected> expectedOf(const nlohmann::json& entry, const std::string& place,
                                 const CaseFile& file, std::optional<Error>& fault);

}  // namespace headroom::engine
