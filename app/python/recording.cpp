// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recording.h"

#include "app/cli/recorded.h"
#include "app/python/arrays.h"
#include "app/python/project.h"
#include "app/python/run_object.h"
#include "engine/replay/branch.h"
#include "engine/run/order_text.h"

#include <algorithm>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace headroom::python {

namespace {

/// headroom.Recording.
struct RecordingObject {
    std::shared_ptr<const engine::Recording> recording;
    std::shared_ptr<const engine::Replay> replay;  ///< null until somebody asks for it
};

/// headroom.Block: samples of all channels over a stretch of time.
struct BlockObject {
    std::shared_ptr<const engine::Recording> recording;
    std::shared_ptr<const engine::SampleBlock> block;
};

/// Blocks one after the other; only one of them is in memory.
struct BlockIterator {
    std::shared_ptr<const engine::Recording> recording;
    std::vector<double> times;
    std::size_t next = 0;
};

std::size_t placeOf(const std::vector<engine::RecordedChannel>& channels, const std::string& name) {
    const auto found =
        std::find_if(channels.begin(), channels.end(),
                     [&](const engine::RecordedChannel& c) { return c.name == name; });
    if (found == channels.end()) {
        std::vector<std::string> names;
        for (const engine::RecordedChannel& channel : channels) {
            names.push_back(channel.name);
        }
        const std::string near = engine::nearest(name, names);
        refuse("PYM-002", "the recording has no channel \"" + name + "\"",
               (near.empty() ? "" : "did you mean " + near + "? ") +
                   std::string("channels lists them"));
    }
    return static_cast<std::size_t>(found - channels.begin());
}

py::dict described(const std::vector<engine::RecordedChannel>& channels) {
    py::dict all;
    for (const engine::RecordedChannel& channel : channels) {
        py::dict d;
        d["object"] = channel.object;
        d["label"] = channel.label;
        d["unit"] = channel.unit;
        d["why"] = channel.why;
        all[py::str(channel.name)] = d;
    }
    return all;
}

py::tuple series(const RecordingObject& self, const std::string& channel) {
    placeOf(self.recording->channels(), channel);
    auto read = orRaise(self.recording->series(channel));
    return py::make_tuple(arrayOf(std::move(read.timeS)), arrayOf(std::move(read.value)));
}

BlockObject nextBlock(BlockIterator& self) {
    if (self.next == self.times.size()) {
        throw py::stop_iteration();
    }
    auto block = orRaise(self.recording->samples(self.times[self.next++]));
    return {self.recording, std::make_shared<const engine::SampleBlock>(std::move(block))};
}

py::array_t<float> blockSi(const BlockObject& self, const std::string& channel) {
    const auto& values = self.block->values[placeOf(self.recording->channels(), channel)];
    return viewOf<float>(self.block, values.data(), values.size());
}

py::array blockValues(const BlockObject& self, const std::string& channel) {
    const double toSi =
        self.recording->channels()[placeOf(self.recording->channels(), channel)].toSi;
    py::array array = blockSi(self, channel);
    return toSi == 1.0 ? array : py::array(array / py::float_(toSi));
}

py::array rackAt(const RecordingObject& self, const std::string& key, const py::object& time) {
    const auto& quantities = self.recording->rackQuantities();
    const double toSi = quantities[placeOf(quantities, key)].toSi;
    py::array array = arrayOf(orRaise(self.recording->field(key, secondsOf(time))));
    return toSi == 1.0 ? array : py::array(array / py::float_(toSi));
}

py::list recordedEvents(const RecordingObject& self) {
    py::list list;
    for (const engine::Event& event : orRaise(self.recording->events())) {
        list.append(eventDict(event));
    }
    return list;
}

py::list recordedJobs(const RecordingObject& self) {
    py::list list;
    for (const engine::JobCard& job : orRaise(self.recording->jobs())) {
        py::dict d;
        d["id"] = job.id;
        d["name"] = job.name;
        d["tenant"] = job.tenant;
        d["accelerator"] = job.accelerator;
        d["accelerators"] = job.accelerators;
        d["submit_s"] = job.submitS;
        list.append(d);
    }
    return list;
}

const std::shared_ptr<const engine::Replay>& replayOf(RecordingObject& self) {
    if (self.replay == nullptr) {
        self.replay = orRaise(app::openReplay(self.recording->path()));
    }
    return self.replay;
}

std::shared_ptr<RunObject> branch(RecordingObject& self, const py::object& at,
                                  const py::dict& settings, const std::vector<std::string>& orders,
                                  const std::vector<std::int64_t>& without, const std::string& name,
                                  const py::kwargs& wishes) {
    engine::BranchWish wish;
    wish.atS = secondsOf(at);
    wish.without = without;
    wish.name = name;
    for (const auto& [path, value] : settings) {
        wish.settings.push_back(settingText(py::cast<std::string>(path), value));
    }
    for (const std::string& text : orders) {
        auto order = engine::orderFromText(text, wish.atS);
        if (!order) {
            refuse("PYM-006", "\"" + text + "\" is not an order: " + order.error(),
                   std::string("write it as ") + engine::kOrderForm);
        }
        wish.orders.push_back({std::move(*order), text});
    }
    for (const char* word :
         {"seed", "step", "steps", "weather", "trace", "trace_from", "trace_map", "guests"}) {
        if (wishes.contains(word)) {
            throw py::type_error(std::string(word) + " of a branch is that of its run");
        }
    }
    const RunWish runWish = wishOf(wishes);
    const auto replay = replayOf(self);
    auto run = [&] {
        const py::gil_scoped_release others;
        auto made = engine::branchOff(*replay, wish);
        return made ? SteppedRun::goOn(replay, std::move(*made), runWish)
                    : engine::ResultAll<std::shared_ptr<SteppedRun>>(tl::unexpected(made.error()));
    }();
    return newRun(orRaise(std::move(run)));
}

}  // namespace

py::object openRecording(const std::filesystem::path& path) {
    std::shared_ptr<const engine::Recording> recording = orRaise(engine::Recording::open(path));
    return py::cast(
        std::make_shared<RecordingObject>(RecordingObject{std::move(recording), nullptr}));
}

void bindRecording(py::module_& module) {
    py::class_<BlockObject>(module, "Block", "Samples of all channels over a stretch of time.")
        .def_property_readonly(
            "times",
            [](const BlockObject& s) {
                return viewOf<double>(s.block, s.block->timeS.data(), s.block->timeS.size());
            },
            "Times in s, ascending.")
        .def("__getitem__", &blockValues, py::arg("channel"),
             "A channel in the unit of its name; a copy only where that is not SI. NaN: no value.")
        .def("si", &blockSi, py::arg("channel"),
             "The same in SI, float32, read-only and without a copy.")
        .def("__len__", [](const BlockObject& s) { return s.block->timeS.size(); });
    py::class_<BlockIterator>(module, "Blocks")
        .def("__iter__", [](const py::object& self) { return self; })
        .def("__len__", [](const BlockIterator& s) { return s.times.size() - s.next; })
        .def("__next__", &nextBlock);
    py::class_<RecordingObject, std::shared_ptr<RecordingObject>>(
        module, "Recording", "A recorded run, finished or not; it is never written to.")
        .def_property_readonly(
            "path", [](const RecordingObject& s) { return s.recording->path(); }, "The file.")
        .def_property_readonly(
            "project", [](const RecordingObject& s) { return s.recording->info().projectName; },
            "Name of the project.")
        .def_property_readonly(
            "text", [](const RecordingObject& s) { return s.recording->info().projectText; },
            "The design of the run, as JSON.")
        .def_property_readonly(
            "start", [](const RecordingObject& s) { return s.recording->info().startLocal; },
            "Standard time of the site at second 0.")
        .def_property_readonly(
            "utc_offset_s",
            [](const RecordingObject& s) {
                return utcOffsetOf(s.recording->info().projectText, s.recording->path());
            },
            "Seconds that the clock of the run, standard time of the site, is ahead of UTC. A "
            "weather file that is not there any "
            "more leaves the offset of the climate.")
        .def_property_readonly(
            "seed", [](const RecordingObject& s) { return s.recording->info().seed; },
            "Seed of the random numbers.")
        .def_property_readonly(
            "step_s", [](const RecordingObject& s) { return s.recording->info().stepS; },
            "Coupling step, in s.")
        .def_property_readonly(
            "end_s", [](const RecordingObject& s) { return s.recording->lastTimeS(); },
            "Time of the last sample.")
        .def_property_readonly(
            "racks", [](const RecordingObject& s) { return s.recording->info().racks; },
            "Names of the racks, in the order of every rack array.")
        .def_property_readonly(
            "channels", [](const RecordingObject& s) { return described(s.recording->channels()); },
            "Name -> object, label, unit and equation of every channel.")
        .def_property_readonly(
            "rack_quantities",
            [](const RecordingObject& s) { return described(s.recording->rackQuantities()); },
            "Key -> label and unit of every quantity of the racks.")
        .def(
            "summary",
            [](const RecordingObject& s) {
                const std::string text = s.recording->summary();
                return text.empty() ? py::object(py::none()) : fromJson(text);
            },
            "The summary of the run as a dict; None where it did not finish.")
        .def("series", &series, py::arg("channel"),
             "(times in s, values in the unit of the channel's name), two arrays.")
        .def(
            "blocks",
            [](const RecordingObject& s) {
                return BlockIterator{s.recording, s.recording->blockTimes(), 0};
            },
            "All samples, block after block: an iterator that holds one of them in memory.")
        .def("rack", &rackAt, py::arg("key"), py::arg("time"),
             "The newest snapshot of a rack quantity at or before a time, in the unit of its key.")
        .def(
            "rack_times",
            [](const RecordingObject& s, const std::string& key) {
                return arrayOf(s.recording->fieldTimes(key));
            },
            py::arg("key"), "Times of its snapshots, in s.")
        .def("events", &recordedEvents, "Every event as a dict.")
        .def("jobs", &recordedJobs, "Every job as a dict.")
        .def(
            "ask",
            [](RecordingObject& s, const std::string& question, const py::object& at,
               const py::kwargs& arguments) {
                const auto moment = orRaise(replayOf(s)->at(secondsOf(at)));
                return answerOf(*moment.simulator, question, arguments);
            },
            py::arg("question"), py::arg("at"),
            "The answer to a question about an instant, as Run.ask() gives it.")
        .def("branch", &branch, py::arg("at"), py::arg("settings") = py::dict(),
             py::arg("orders") = std::vector<std::string>(),
             py::arg("without") = std::vector<std::int64_t>(), py::arg("name") = "",
             "A Run from an instant of the recorded one on: unchanged parts continue as recorded. "
             "settings: "
             "{\"OBJECT.KEY\": value}; orders: texts; without: numbers of events that do not "
             "happen; out, threads and "
             "keep as of Project.start().");
}

}  // namespace headroom::python
