// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// The answers of guests, checked. A guest can write anything on its socket: these functions are the only readers of an
/// answer, and each returns GST-028 where the answer does not have the agreed form.
namespace headroom::engine {

/// A variable of a plug-in, as the plug-in describes it.
struct GuestVariable {
    std::string name, unit;
};

/// A list of exactly `count` numbers; null, which stands for NaN and infinity, becomes models::kNotStated.
Result<std::vector<double>> guestNumbers(const nlohmann::json& said, const char* key,
                                         std::size_t count);

/// A list of exactly `count` whole numbers from 0 to `most`.
Result<std::vector<int>> guestChoices(const nlohmann::json& said, const char* key,
                                      std::size_t count, int most);

Result<bool> guestFlag(const nlohmann::json& said, const char* key);

/// A list of objects with a name, which is not empty, and a unit.
Result<std::vector<GuestVariable>> guestVariables(const nlohmann::json& said, const char* key);

/// A refusal in the guest's own words: {"error": TEXT, "code": TEXT, "remedy": TEXT}. Code and remedy may be missing or
/// empty. A code that headroom-guest does not use becomes GST-025, and a member of another type is GST-028. `who`: "the guest "name"".
Error guestRefusal(const nlohmann::json& said, const std::string& who);

}  // namespace headroom::engine
