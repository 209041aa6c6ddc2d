// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session_recording.h"

#include "engine/alarms/alarm_watch.h"
#include "engine/live/run_start.h"
#include "engine/plant/plant.h"
#include "engine/store/recording_copy.h"
#include "engine/store/recording_error.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

/// "run.db", "run-2.db", "run-3.db": the files of a run whose design was edited.
std::filesystem::path numbered(const std::filesystem::path& file, int number) {
    if (number < 2) {
        return file;
    }
    const std::string name = file.stem().string() + "-" + std::to_string(number);
    return file.parent_path() / (name + file.extension().string());
}

bool sameNames(const std::vector<Channel>& a, const std::vector<Channel>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Channel& x, const Channel& y) { return x.name == y.name; });
}

}  // namespace

Result<void> SessionRecording::begin(const std::filesystem::path& file, bool isScratch,
                                     const RunInfo& info, const Simulator& simulator,
                                     const RunStart* past) {
    info_ = info;
    if (file.empty()) {
        return {};
    }
    auto recorder = Recorder::create(file, info_, simulator.channels(), true);
    if (!recorder) {
        return isScratch ? Result<void>() : tl::unexpected(recorder.error());
    }
    file_ = file;
    isScratch_ = isScratch;
    recorder_ = std::move(*recorder);
    if (past != nullptr) {
        recordPast(*past, *recorder_);
    }
    recording_.emplace(simulator, *recorder_, RecordingPlan{});
    return {};
}

std::span<const Event> SessionRecording::take(Simulator& simulator) {
    return recorder_ ? recording_->take(simulator) : simulator.takeEvents();
}

Error SessionRecording::failure() {
    Error error = recorder_ ? recorder_->failure() : Error{};
    if (!error.code.empty() && isScratch_) {
        end();
        return {};
    }
    return error;
}

void SessionRecording::changed(std::unique_ptr<Simulator> before, RunInfo info) {
    if (recorder_ && !before_) {
        before_ = std::move(before);
    }
    info_ = std::move(info);
}

Result<void> SessionRecording::follow(const Simulator& simulator, AlarmWatch& alarms) {
    const auto before = std::exchange(before_, nullptr);
    if (!before || !recorder_ ||
        (sameNames(before->channels(), simulator.channels()) &&
         before->plant().rackNames == simulator.plant().rackNames)) {
        return {};
    }
    recording_->close(*before);
    if (auto done = recorder_->finish(summaryJson(before->summary(), 0.0, alarms.list().get()));
        !done) {
        return done;
    }
    info_.fromS = simulator.timeS();
    info_.edits = simulator.edits();
    info_.follows = numbered(file_, files_).filename().string();
    recording_.reset();
    {
        const std::lock_guard lock(mutex_);
        ++files_;
    }
    auto next = Recorder::create(numbered(file_, files_), info_, simulator.channels(), true);
    if (!next) {
        recorder_.reset();
        return tl::unexpected(next.error());
    }
    recorder_ = std::move(*next);
    recording_.emplace(simulator, *recorder_, RecordingPlan{});
    recorder_->jobs(simulator.openCards(), {});
    return {};
}

Result<void> SessionRecording::save(const std::filesystem::path& target, bool replace,
                                    const Simulator& simulator, AlarmWatch& alarms) const {
    if (!recorder_) {
        return tl::unexpected(recordingError("STO-018", "this run is not being recorded",
                                             "start the project again; then save the run", target));
    }
    const auto nameOf = [&](int part) {
        return part > 0 ? numbered(target, part).filename().string() : std::string();
    };
    for (int part = 1; part < files_; ++part) {
        if (Result<void> done = copyRecording(numbered(file_, part), numbered(target, part),
                                              replace, nameOf(part - 1));
            !done) {
            return done;
        }
    }
    // Where no step followed an edit, the file ends with the design before it.
    const Simulator& last = before_ ? *before_ : simulator;
    return recorder_->saveCopy(
        numbered(target, files_), replace,
        {last.openSpans(), last.openLosses(), summaryJson(last.summary(), 0.0, alarms.list().get()),
         nameOf(files_ - 1)});
}

void SessionRecording::close(const Simulator& simulator, AlarmWatch& alarms) {
    if (recorder_) {
        // Objects without later records are not in this file.
        const Simulator& last = before_ ? *before_ : simulator;
        recording_->close(last);
        // A window that closes has nobody left to report to; what was committed stays valid.
        static_cast<void>(recorder_->finish(summaryJson(last.summary(), 0.0, alarms.list().get())));
    }
    end();
}

void SessionRecording::end() {
    std::filesystem::path gone;
    {
        const std::lock_guard lock(mutex_);
        gone = isScratch_ ? std::exchange(file_, {}) : std::filesystem::path{};
    }
    recording_.reset();
    recorder_.reset();
    for (int i = 1; i <= files_ && !gone.empty(); ++i) {
        std::error_code ignored;
        std::filesystem::remove(numbered(gone, i), ignored);
    }
}

std::filesystem::path SessionRecording::file() const {
    std::filesystem::path file;
    {
        const std::lock_guard lock(mutex_);
        file = file_.empty() ? file_ : numbered(file_, files_);
    }
    std::error_code ignored;
    return std::filesystem::exists(file, ignored) ? file : std::filesystem::path();
}

}  // namespace headroom::engine
