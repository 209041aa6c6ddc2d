// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/python/bridge.h"
#include "app/python/stepped_run.h"

#include <memory>
#include <thread>

namespace headroom::python {

/// headroom.Run. Its members are used with the interpreter's lock held, which is let go while the engine works: then
/// `worker` says who is in it.
struct RunObject {
    std::shared_ptr<SteppedRun> run;
    std::thread::id worker;
    int process = ownProcess();  ///< that made it

    static int ownProcess();
    /// In a process that was forked off the run is not touched: its threads are not there, and its files are another's.
    ~RunObject();
};

inline std::shared_ptr<RunObject> newRun(std::shared_ptr<SteppedRun> run) {
    auto object = std::make_shared<RunObject>();
    object->run = std::move(run);
    return object;
}

/// Steps to `untilS` without the interpreter's lock. `progress(time_s, until_s)` is called about ten times a second,
/// `beforeStep(run)` before each step; None: neither. Ctrl+C and what they raise end it between two steps.
void advance(const py::object& run, double untilS, const py::object& progress,
             const py::object& beforeStep);

/// headroom.Run and headroom.Frame.
void bindRun(py::module_& module);
void bindFrame(py::module_& module);

/// An instant as headroom.Frame.
py::object frameOf(std::shared_ptr<const engine::Frame> frame);

/// headroom.Recording.
void bindRecording(py::module_& module);
/// open() of a recording.
py::object openRecording(const std::filesystem::path& path);

/// Estimates, campaigns and studies.
void bindStudies(py::module_& module);

/// Cost, sensitivity, comparisons, reports.
void bindDecisions(py::module_& module);

/// questions().
void bindQuestions(py::module_& module);

/// The answer of a simulator to a question of engine/watch/run_questions.h, as a dict.
py::object answerOf(const engine::Simulator& simulator, const std::string& question,
                    const py::kwargs& arguments);

/// An event as a dict: id, time_s, kind, subject, text, cause, rack, job, area.
py::dict eventDict(const engine::Event& event);

}  // namespace headroom::python
