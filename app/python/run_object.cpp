// SPDX-License-Identifier: Apache-2.0
#include "app/python/run_object.h"

#include "app/python/arrays.h"
#include "app/python/project.h"
#include "engine/base/duration.h"
#include "engine/plant/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <pybind11/stl.h>
#include <unistd.h>

namespace headroom::python {

int RunObject::ownProcess() {
    return static_cast<int>(::getpid());
}

RunObject::~RunObject() {
    if (process != ownProcess() && run != nullptr) {
        static_cast<void>(
            new std::shared_ptr<SteppedRun>(std::move(run)));  // on purpose: it must not end here
    }
}

namespace {

/// Holds a run while the engine works on it. A callback of the same thread may look at the run, edit and order, but
/// not step it.
class Holding {
  public:
    enum class What { Looks, Steps };

    Holding(RunObject& object, What what) : object_(object), before_(object.worker) {
        if (object.process != RunObject::ownProcess()) {
            refuse("PYM-008", "this run belongs to the process from which this one was forked",
                   "open the project in this process, or start processes with multiprocessing's "
                   "\"spawn\"");
        }
        const auto me = std::this_thread::get_id();
        const bool isFree = before_ == std::thread::id();
        if (!isFree && (what == What::Steps || before_ != me)) {
            refuse("PYM-001",
                   before_ == me ? "a callback of a run would step the run itself"
                                 : "another thread is stepping this run",
                   "wait until its run() returns, or give each thread a branch() of its own");
        }
        object_.worker = me;
    }

    ~Holding() { object_.worker = before_; }

    Holding(const Holding&) = delete;
    Holding& operator=(const Holding&) = delete;

  private:
    RunObject& object_;
    std::thread::id before_;
};

SteppedRun& looked(RunObject& self) {
    const Holding hold(self, Holding::What::Looks);
    return *self.run;
}

std::size_t channelIndex(const engine::Simulator& simulator, const std::string& name) {
    const auto& channels = simulator.channels();
    const auto found = std::find_if(channels.begin(), channels.end(),
                                    [&](const engine::Channel& c) { return c.name == name; });
    if (found == channels.end()) {
        std::vector<std::string> names;
        for (const engine::Channel& channel : channels) {
            names.push_back(channel.name);
        }
        const std::string near = engine::nearest(name, names);
        refuse("PYM-002", "the run has no channel \"" + name + "\"",
               (near.empty() ? "" : "did you mean " + near + "? ") +
                   std::string("channels lists them"));
    }
    return static_cast<std::size_t>(found - channels.begin());
}

double valueNow(RunObject& self, const std::string& name) {
    const engine::Simulator& simulator = looked(self).simulator();
    const std::size_t index = channelIndex(simulator, name);
    std::vector<double> values(simulator.channels().size());
    simulator.sample(values);
    return values[index] / simulator.channels()[index].quantity->unit.toSi;
}

py::array_t<double> valuesNow(RunObject& self, const std::vector<std::string>& names) {
    const engine::Simulator& simulator = looked(self).simulator();
    std::vector<double> values(simulator.channels().size()), picked;
    simulator.sample(values);
    for (const std::string& name : names) {
        const std::size_t index = channelIndex(simulator, name);
        picked.push_back(values[index] / simulator.channels()[index].quantity->unit.toSi);
    }
    return arrayOf(std::move(picked));
}

py::array_t<double> columnOf(const KeptChannels::Column& column) {
    return viewOf<double>(column.table, column.first, column.rows, column.stride);
}

py::array_t<double> past(RunObject& self, const std::string& name) {
    SteppedRun& run = looked(self);
    const KeptChannels::Column column = run.kept().of(name);
    if (column.table == nullptr) {
        channelIndex(run.simulator(), name);
        refuse("PYM-003", "the past of \"" + name + "\" is not kept",
               "start the run with keep=[\"facility/*\", \"" + name + "\"]");
    }
    return columnOf(column);
}

py::dict channels(RunObject& self) {
    py::dict all;
    for (const engine::Channel& channel : looked(self).simulator().channels()) {
        py::dict d;
        d["object"] = channel.object;
        d["label"] = std::string(channel.quantity->label);
        d["unit"] = std::string(channel.quantity->unit.symbol);
        d["why"] = std::string(channel.quantity->why);
        all[py::str(channel.name)] = d;
    }
    return all;
}

py::list events(RunObject& self) {
    py::list list;
    for (const engine::Event& event : looked(self).takeEvents()) {
        list.append(eventDict(event));
    }
    return list;
}

template <class F>
void without(RunObject& self, Holding::What what, F&& work) {
    const Holding hold(self, what);
    const auto done = [&] {
        const py::gil_scoped_release others;
        return work();
    }();
    orRaise(done);
}

void setInRun(RunObject& self, const py::dict& values) {
    std::vector<std::string> settings;
    for (const auto& [path, value] : values) {
        settings.push_back(settingText(py::cast<std::string>(path), value));
    }
    without(self, Holding::What::Looks, [&] { return self.run->set(settings); });
}

void steps(const py::object& object, int count, const py::object& progress) {
    auto& self = py::cast<RunObject&>(object);
    if (count < 1) {
        throw py::value_error("a run goes at least one step");
    }
    for (int i = 0; i < count; ++i) {
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
        without(self, Holding::What::Steps, [&] { return self.run->step(); });
        if (!progress.is_none()) {
            progress(self.run->simulator().timeS(), py::none());
        }
    }
}

std::string hashText(RunObject& self) {
    return fmt::format("{:016x}", looked(self).simulator().stateHash());
}

}  // namespace

py::dict eventDict(const engine::Event& event) {
    py::dict d;
    d["id"] = event.id;
    d["time_s"] = event.timeS;
    d["kind"] = engine::eventKindName(event.kind);
    d["subject"] = event.subject;
    d["text"] = std::string(event.text);
    d["cause"] = event.cause;
    d["rack"] = event.rack;
    d["job"] = event.job;
    d["area"] = engine::eventAreaName(event.area);
    return d;
}

void advance(const py::object& run, double untilS, const py::object& progress,
             const py::object& beforeStep) {
    auto& self = py::cast<RunObject&>(run);
    const Holding hold(self, Holding::What::Steps);
    SteppedRun::Callbacks callbacks;
    callbacks.progress = [&](double timeS) {
        const py::gil_scoped_acquire python;
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
        if (!progress.is_none()) {
            progress(timeS, untilS);
        }
    };
    if (!beforeStep.is_none()) {
        callbacks.beforeStep = [&] {
            const py::gil_scoped_acquire python;
            beforeStep(run);
        };
    }
    const auto done = [&] {
        const py::gil_scoped_release others;
        return self.run->advance(untilS, callbacks);
    }();
    orRaise(done);
}

void bindRun(py::module_& module) {
    py::class_<RunObject, std::shared_ptr<RunObject>> run(
        module, "Run",
        "A simulation that a script steps. Times are simulated seconds after the start.");
    run.def(
           "run",
           [](const py::object& self, const py::object& until, const py::object& progress,
              const py::object& beforeStep) {
               advance(self, secondsOf(until), progress, beforeStep);
               return self;
           },
           py::arg("until"), py::arg("progress") = py::none(), py::arg("before_step") = py::none(),
           "Steps to a time after the start. progress(time_s, until_s) is called about ten times a "
           "second, "
           "before_step(run) before each step; what they raise ends the call between two steps.")
        .def("step", &steps, py::arg("count") = 1, py::arg("progress") = py::none(),
             "So many coupling steps.")
        .def("set", &setInRun, py::arg("values"),
             "Edits the design that runs: {\"OBJECT.KEY\": value, ...}, from the next step on.")
        .def(
            "set",
            [](RunObject& s, const std::string& path, const py::object& value) {
                py::dict values;
                values[py::str(path)] = value;
                setInRun(s, values);
            },
            py::arg("path"), py::arg("value"), "Edits one \"OBJECT.KEY\".")
        .def(
            "order",
            [](RunObject& s, const std::string& text) {
                without(s, Holding::What::Looks, [&] { return s.run->order(text); });
            },
            py::arg("text"),
            "An order as `headroom-cli branch --order` takes it: \"fail cdu-3 at 3h10m for "
            "20min\".")
        .def(
            "branch", [](RunObject& s) { return newRun(looked(s).branch()); },
            "A second Run in the same state, which runs on its own and is not recorded.")
        .def(
            "finish",
            [](RunObject& s) { without(s, Holding::What::Looks, [&] { return s.run->finish(); }); },
            "Completes the recording, where there is one.")
        .def("__repr__",
             [](RunObject& s) {
                 const engine::Simulator& simulator = looked(s).simulator();
                 return fmt::format("<headroom.Run of \"{}\" at {:g} s>", simulator.plant().name,
                                    simulator.timeS());
             })
        .def("__enter__", [](const py::object& self) { return self; })
        .def("__exit__", [](const py::object& self, const py::args&) { self.attr("finish")(); })
        .def(
            "frame",
            [](const py::object& self) {
                return frameOf(looked(py::cast<RunObject&>(self)).frame());
            },
            "This instant as a Frame, which does not change.")
        .def("events", &events, "Events since the last call, oldest first, as dicts.")
        .def(
            "summary", [](RunObject& s) { return fromJson(looked(s).summaryWithAir()); },
            "What `headroom-cli run --format json` prints, as a dict.")
        .def(
            "ask",
            [](RunObject& s, const std::string& question, const py::kwargs& arguments) {
                return answerOf(looked(s).simulator(), question, arguments);
            },
            py::arg("question"),
            "The answer to a question about this instant, as a dict with columns and rows: "
            "ask(\"step-timeline\", "
            "job=\"llama-70b\"). questions() lists them.")
        .def("__getitem__", &valueNow, py::arg("channel"),
             "The present value of a channel, in the unit that its name ends with.")
        .def("values", &valuesNow, py::arg("channels"),
             "Present values of several channels as an array.")
        .def("channel", &past, py::arg("channel"),
             "A channel after each step so far, in the unit of its name: a read-only array that "
             "looks into the run's "
             "own memory.")
        .def_property_readonly(
            "times", [](RunObject& s) { return columnOf(looked(s).kept().times()); },
            "Ends of the steps so far, in s: the time axis of channel().")
        .def_property_readonly(
            "kept", [](RunObject& s) { return looked(s).kept().names(); },
            "Names of the channels whose past is kept.")
        .def_property_readonly("channels", &channels,
                               "Name -> object, label, unit and equation of every channel.")
        .def_property_readonly(
            "racks", [](RunObject& s) { return looked(s).simulator().plant().rackNames; },
            "Names of the racks, in the order of every rack array.")
        .def_property_readonly(
            "time_s", [](RunObject& s) { return looked(s).simulator().timeS(); },
            "Time after the start, in s.")
        .def_property_readonly(
            "step_s", [](RunObject& s) { return looked(s).simulator().stepS(); },
            "Coupling step, in s.")
        .def_property_readonly(
            "start", [](RunObject& s) { return looked(s).simulator().plant().startText; },
            "Standard time of the site at second 0.")
        .def_property_readonly(
            "utc_offset_s",
            [](RunObject& s) {
                return utcOffsetOf(looked(s).projectText(), looked(s).simulator().plant().file);
            },
            "Seconds that the clock of the run, standard time of the site, is ahead of UTC.")
        .def_property_readonly(
            "seed", [](RunObject& s) { return looked(s).simulator().plant().seed; },
            "Seed of the random numbers.")
        .def_property_readonly(
            "text", [](RunObject& s) { return looked(s).projectText(); },
            "The design that runs now, as JSON.")
        .def_property_readonly("state_hash", &hashText,
                               "16 hexadecimal digits: equal for equal states, bit by bit.");
}

}  // namespace headroom::python
