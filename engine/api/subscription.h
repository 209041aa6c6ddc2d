// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/http/http_message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// Subscription of a client of the stream.
struct Subscription {
    std::vector<std::string> channels;  ///< names, or patterns that end in "*"
    std::vector<std::size_t> racks;     ///< places in rackQuantities()
    bool figures = false, events = false, alarms = false;
    bool run = false;         ///< whether it plays, how fast, what is ordered: when that changes
    std::uint32_t parts = 0;  ///< FramePart
    double everyS = 0.1;      ///< real time between two frames, at least
    std::optional<std::int64_t> after;  ///< events after that one; nothing means those from now on

    /// The same for two clients that are to get the same frames.
    std::string key() const;
};

/// {"channels":["facility/*"],"racks":["power_kw"],"parts":["power"],"figures":true,"events":true,"alarms":true,"run":true,
/// "every_s":0.5,"after":12}
/// Errors REQ: not JSON, unknown keys, wrong kinds, limits.
ResultAll<Subscription> subscriptionOf(const std::string& json);

/// The same from a query: ?channels=facility/pue,hall/*&racks=power_kw&figures=1&events=1&every_s=0.5
ResultAll<Subscription> subscriptionOf(const HttpRequest& request);

/// The place of a quantity of racks by its key. REQ-024: there is none of that name.
Result<std::size_t> rackQuantityOf(const std::string& key);

/// "a,b,c" as a list; nothing is none.
std::vector<std::string> listOf(std::string_view text);

}  // namespace headroom::engine
