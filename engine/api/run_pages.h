// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/story.h"
#include "engine/waveform/waveform.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

/// Answers of a run to views apart from its frames, written and read by the same tables: history of jobs, losses, the page
/// of one job, the sources of the power swings. SI, as keys say.
namespace headroom::engine {

/// How far a reader is: its number of cards, ended spans and losses.
struct HistoryPlace {
    std::size_t cards = 0, spans = 0, losses = 0;

    bool operator==(const HistoryPlace&) const = default;
};

/// So many rows of each at once; a reader asks again until it has all.
inline constexpr std::size_t kMostHistoryRows = 5000;

/// {"cards":[…],"spans":[…],"open":[…],"losses":[…],"open_losses":[…],"has":{"cards":n,…},"left":{…}} from there on. Parts
/// without history in the frame are empty.
void writeHistory(std::string& out, const Frame& frame, const HistoryPlace& from);

/// The history of a run as a reader puts it together.
struct HistoryRead {
    JobHistory jobs;
    Story losses;  ///< without events
    HistoryPlace place;
    std::int64_t left =
        0;  ///< jobs and events that the run itself left out: what was read before is void when it moves
    bool isKept = true;    ///< false: the run keeps no history of its jobs
    bool isWhole = false;  ///< nothing more is there by now
};

/// Goes on with what is there; false: it is none of ours, or begins elsewhere.
bool readHistory(const nlohmann::json& answer, HistoryRead& read);

void writeJobDetail(std::string& out, const JobDetail& detail);
/// Null if it is none of ours.
std::shared_ptr<const JobDetail> readJobDetail(const nlohmann::json& answer);

/// Without measures and limits, which the design states.
void writeSwings(std::string& out, const SwingPlant& plant);
std::optional<SwingPlant> readSwings(const nlohmann::json& answer,
                                     const models::PowerSmoothingSpec& smoothing);

}  // namespace headroom::engine
