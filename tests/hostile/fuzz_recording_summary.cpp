// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_history.h"
#include "engine/store/database.h"
#include "engine/store/export_swf.h"
#include "engine/store/recording.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sample_recording.h"

#include <string>

namespace headroom::hostile {

namespace {

template <class Answer>
void refusedOrFine(const Answer& answer) {
    if (!answer) {
        require(!answer.error().code.empty() && !answer.error().message.empty() &&
                    !answer.error().remedy.empty(),
                "a refusal without code or remedy: " + answer.error().text());
    }
}

}  // namespace

/// A recording with another summary: the JSON that a run leaves at its end, read by reports, comparisons and exports.
void recording_summary(std::string_view bytes) {
    const auto path = scratchFile("input.db", sampleRecording());
    {
        auto database = engine::Database::open(path, engine::Database::Mode::Write);
        require(database.has_value(), "the sample cannot be opened");
        auto put = database->prepare("INSERT OR REPLACE INTO run VALUES ('summary', ?1)");
        require(put.has_value(), "the sample has no table of the run");
        put->bind(0, bytes);
        require(put->run().has_value(), "the sample takes no summary");
    }
    requireReads(path);
    const auto recording = engine::Recording::open(path);
    require(recording.has_value(), "a summary makes a recording unreadable");
    refusedOrFine(engine::swfText(**recording));
    engine::AlarmHistory::read((*recording)->summary());
}

}  // namespace headroom::hostile
