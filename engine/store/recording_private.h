// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/store/database.h"
#include "engine/store/recording.h"
#include "engine/store/recording_error.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// What recording*.cpp share: recording.cpp opens and reads what a run yields, recording_origin.cpp what
/// it was made from.
namespace headroom::engine {

struct Recording::Private {
    std::filesystem::path path;
    mutable Database database;
    RunInfo info;
    std::vector<RecordedChannel> channels;
    std::vector<RecordedChannel> rackQuantities;

    // Adds what a check of the whole file finds to an error that says "damaged".
    Error explained(Error e) const {
        if (e.code == "STO-013") {
            const Result<std::string> check = database.text("PRAGMA quick_check(1)");
            if (check && *check != "ok") {
                e.message += "; check: " + *check;
            }
        }
        return e;
    }

    bool hasTable(const std::string& name) const {
        const auto count = database.integer(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '" + name + "'");
        return count && *count > 0;
    }

    Error damaged(const std::string& where) const {
        return explained(recordingError("STO-013", "the recording is damaged (" + where + ")",
                                        "restore the file from a copy or run the project again",
                                        path));
    }

    Result<void> load();
    /// Numbers of the texts of events, which are in the order of their ids.
    Result<void> readQuantities(std::vector<Event>& events) const;
    Result<void> checkTimes() const;
    Result<void> loadChannels();
    Result<void> loadRackQuantities();
    Result<void> loadRacks();
    int rackQuantity(const std::string& key) const;
    std::vector<double> times(const std::string& sql) const;
};

}  // namespace headroom::engine
