// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run.h"
#include "engine/plant/plant.h"
#include "engine/replay/replay.h"
#include "tests/engine/run/fixture.h"

#include <QString>

#include <map>
#include <memory>
#include <string>
#include <vector>

/// Runs that are recorded with many kept states and with people who act, for tests of going back.
namespace headroom::tests {

inline const std::filesystem::path& shippedParts() {
    static const std::filesystem::path kParts = HEADROOM_SOURCE_DIR "/resources/catalog";
    return kParts;
}

/// A state every ten minutes.
inline engine::RecordingPlan oftenKept() {
    engine::RecordingPlan plan;
    plan.keyframeS = 600.0;
    plan.keyframeShare = plan.keyframeWork = 0.0;
    return plan;
}

struct RecordedRun {
    std::map<double, std::uint64_t> hashAt;  ///< after each step
    std::unique_ptr<engine::Simulator> simulator;
};

/// Records a run; `commands` by time.
inline RecordedRun record(const engine::Project& project, const std::filesystem::path& file,
                          double untilS, const std::vector<engine::Command>& commands = {},
                          const engine::RunOptions& options = {}) {
    RecordedRun made;
    made.simulator = simulator(project, options);
    auto recorder = engine::Recorder::create(
        file, engine::runInfo(*made.simulator, project, catalogue(), options),
        made.simulator->channels(), true);
    if (!recorder) {
        qFatal("%s", recorder.error().text().c_str());
    }
    std::size_t next = 0;
    const auto beforeStep = [&](engine::Simulator*& s) {
        const double timeS = s->timeS();
        if (timeS > 0.0) {
            made.hashAt[timeS] = s->stateHash();
        }
        for (; next < commands.size() && commands[next].timeS <= timeS; ++next) {
            const auto& what = commands[next].what;
            if (const auto* order = std::get_if<engine::PlantOrder>(&what)) {
                made.simulator->operate(*order);
            } else if (const auto* job = std::get_if<engine::JobOrder>(&what)) {
                made.simulator->order(*job);
            } else if (const auto* change = std::get_if<engine::DesignChange>(&what)) {
                auto edited = engine::parseProject(*change->projectText, project.file, catalogue());
                auto plant = engine::compile(*edited, catalogue(), options);
                made.simulator = *made.simulator->changed(
                    std::make_shared<const engine::Plant>(std::move(*plant)), change->words);
            }
        }
        s = made.simulator.get();
        return true;
    };
    const std::atomic<bool> never{false};
    engine::AlarmWatch alarms;
    const auto end = engine::run(*made.simulator, recorder->get(), untilS, oftenKept(), {}, never,
                                 &alarms, beforeStep);
    if (!end || !(*recorder)->finish(
                    engine::summaryJson(made.simulator->summary(), 0.0, alarms.list().get()))) {
        qFatal("the run could not be recorded");
    }
    made.hashAt[made.simulator->timeS()] = made.simulator->stateHash();
    return made;
}

inline std::shared_ptr<const engine::Recording> opened(const std::filesystem::path& file) {
    auto recording = engine::Recording::open(file);
    if (!recording) {
        qFatal("%s", recording.error().text().c_str());
    }
    return std::move(*recording);
}

inline std::unique_ptr<engine::Replay> replayOf(const std::filesystem::path& file) {
    auto replay = engine::Replay::open(opened(file), shippedParts());
    if (!replay) {
        qFatal("%s", engine::text(replay.error()).c_str());
    }
    return std::move(*replay);
}

}  // namespace headroom::tests
