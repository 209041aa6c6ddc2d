// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/sample_recording.h"

#include "engine/live/run.h"
#include "engine/report/whole/report.h"
#include "engine/store/recorder.h"
#include "tests/hostile/damaged_database.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"

#include <atomic>

namespace headroom::hostile {

namespace {

constexpr double kRunS = 900.0;

/// Refused as a recording, regardless of the code.
template <class T>
bool reads(const engine::Result<T>& answer) {
    if (!answer) {
        require(!answer.error().code.empty() && !answer.error().message.empty() &&
                    !answer.error().remedy.empty(),
                "a refusal without code or remedy: " + answer.error().text());
    }
    return answer.has_value();
}

std::string record() {
    const std::filesystem::path path = scratchFolder() / "sample.db";
    const engine::Project& project = scenario("tour-small-hall");
    auto simulator = engine::Simulator::create(project, shippedCatalogue(), {});
    require(simulator.has_value(), "the sample cannot be run");
    auto recorder =
        engine::Recorder::create(path, engine::runInfo(**simulator, project, shippedCatalogue()),
                                 (*simulator)->channels(), true);
    require(recorder.has_value(), "the sample cannot be recorded");
    const std::atomic<bool> cancel = false;
    const engine::RecordingPlan plan{60.0, 300.0, 600.0};
    require(engine::run(**simulator, recorder->get(), kRunS, plan, {}, cancel).has_value(),
            "the sample cannot be run");
    require((*recorder)->finish(engine::summaryJson((*simulator)->summary(), 1.0)).has_value(),
            "the sample cannot be recorded");
    return bytesOfFile(path);
}

}  // namespace

const std::string& sampleRecording() {
    static const std::string kBytes = record();
    return kBytes;
}

void requireReads(const std::filesystem::path& path) {
    auto opened = engine::Recording::open(path);
    if (!reads(opened)) {
        return;
    }
    const engine::Recording& recording = **opened;
    for (const engine::RecordedChannel& channel : recording.channels()) {
        if (const auto series = recording.series(channel.name); reads(series)) {
            require(series->timeS.size() == series->value.size(), "a series of two lengths");
        }
    }
    reads(recording.events());
    reads(recording.losses());
    reads(recording.jobs());
    reads(recording.jobSpans());
    for (const engine::RecordedChannel& quantity : recording.rackQuantities()) {
        for (const double timeS : recording.fieldTimes(quantity.name)) {
            if (const auto field = recording.field(quantity.name, timeS); reads(field)) {
                require(field->size() == recording.info().racks.size(), "a field of other racks");
            }
        }
    }
    for (const double timeS : recording.keyframeTimes()) {
        reads(recording.keyframe(timeS));
    }
    recording.lastTimeS();
    if (const auto html = engine::reportHtml({.recording = &recording}); reads(html)) {
        require(html->find("<script") == html->npos, "a report with a script");
    }
    const std::filesystem::path folder = scratchFolder() / "export";
    std::filesystem::remove_all(folder);
    reads(engine::exportCsv(recording, folder));
}

}  // namespace headroom::hostile
