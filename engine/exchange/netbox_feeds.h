// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/netbox.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// Load of the power feeds of a rack together.
struct StatedFeeds {
    int primary = 0, redundant = 0;
    double primaryW = 0.0, redundantW = 0.0;
    std::vector<std::string> panels;  ///< power panels, each once, those of primary feeds first
    std::pair<std::set<std::string>, std::set<std::string>>
        panelsOfSides;         ///< of primary and of redundant feeds
    bool sharesPanel = false;  ///< one panel carries a primary and a redundant feed

    /// Rest where one side fails: the weaker one of two, or the only one.
    double firmW() const;
};

/// Power feeds of NetBox by site and rack: voltage times amperes, times the root of three for three phases,
/// times the share that may be used. Feeds that are offline or planned are left out. NBX-002 no column of
/// racks, volts or amperes; NBX-007 a cell that is not a number.
std::map<std::pair<std::string, std::string>, StatedFeeds> readFeeds(const ForeignFile& file,
                                                                     ImportDraft& draft);

/// Cables of NetBox as its list exports them ("Termination A", "Rack A", "Length", …). Adds a row with their number and
/// length by type. Warning NBX-027: power feeds in service that no connected cable ends at. NBX-002: no column of terminations.
void checkCables(const ForeignFile& cables, const ForeignFile& feeds, ImportDraft& draft);

}  // namespace headroom::engine
