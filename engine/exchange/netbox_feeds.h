// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/netbox.h"

#include <map>
#include <string>
#include <utility>

namespace headroom::engine {

/// What the power feeds of a rack carry together.
struct StatedFeeds {
    int primary = 0, redundant = 0;
    double primaryW = 0.0, redundantW = 0.0;

    /// What is left where one side fails: the weaker one of two, or the only one.
    double firmW() const;
};

/// Power feeds of NetBox by site and rack: voltage times amperes, times the root of three for three phases,
/// times the share that may be used. Feeds that are offline or planned are left out. NBX-002 no column of
/// racks, volts or amperes; NBX-007 a cell that is not a number.
std::map<std::pair<std::string, std::string>, StatedFeeds> readFeeds(const ForeignFile& file,
                                                                   ImportDraft& draft);

}  // namespace headroom::engine
