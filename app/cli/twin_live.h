// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/open.h"
#include "engine/twin/twin_loop.h"

#include <filesystem>
#include <optional>
#include <string>

namespace headroom::app {

struct LiveFollowing {
    std::filesystem::path sources;  ///< the list
    std::filesystem::path map;      ///< of sources that name none
    std::filesystem::path store;
    std::filesystem::path out;  ///< recording of what the twin does; empty if none
    double forS = 0.0;          ///< then it ends; infinite: when the sources do, or on Ctrl+C
    std::optional<double>
        speed;  ///< of all that is played, in place of the list's; 0 means as fast as possible
    std::string format;
    bool quiet = false;
};

/// Opens the sources of a list and their store. Errors of readSourceList() and Feeds::open(); STO-002: there is a recording of
/// that name.
engine::ResultAll<std::unique_ptr<engine::Feeds>> openFeeds(const Opened& opened,
                                                            const LiveFollowing& options);

/// Follows until the sources end, the time is up, or Ctrl+C; then prints what `twin` prints, with the sources.
int followLive(Opened opened, const LiveFollowing& options, engine::TwinLoopSpec spec);

}  // namespace headroom::app
