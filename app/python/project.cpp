// SPDX-License-Identifier: Apache-2.0
#include "app/python/project.h"

#include "app/cli/open.h"
#include "app/python/run_object.h"
#include "engine/air/field/air_shares.h"
#include "engine/base/json.h"
#include "engine/check/check.h"
#include "engine/document/setting.h"
#include "engine/exchange/site_clock.h"
#include "engine/plant/plant.h"
#include "models/facility/project_info.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <set>

namespace headroom::python {

namespace {

std::string nameOf(const engine::Project& project) {
    const auto infos = project.objectsOf(models::ProjectInfo::type().id);
    return infos.empty() ? std::string() : engine::specOf<models::ProjectInfo>(*infos.front()).name;
}

/// The object and attribute of "OBJECT.KEY", by the way that settings find them.
std::pair<const engine::Object*, const models::Attribute*> placeOf(const engine::Project& project,
                                                                   const std::string& path) {
    const auto edit = orRaise(engine::settingOf(project, path + "="));
    const engine::Object* object = project.find(edit.objectId);
    return {object, object->type->find(edit.key)};
}

py::object valueAt(const ProjectObject& self, const std::string& path) {
    const auto [object, attribute] = placeOf(self.document.project(), path);
    return fromValue(object->value(attribute->key));
}

const char* kindName(models::ValueKind kind) {
    using models::ValueKind;
    switch (kind) {
        case ValueKind::Number:
            return "number";
        case ValueKind::Integer:
            return "integer";
        case ValueKind::Boolean:
            return "boolean";
        case ValueKind::Text:
            return "text";
        case ValueKind::Choice:
            return "choice";
        case ValueKind::Reference:
            return "reference";
        case ValueKind::Curve:
            return "curve";
        case ValueKind::NumberList:
            return "numbers";
        case ValueKind::ReferenceList:
            return "references";
    }
    return "";
}

py::dict attributeDict(const ProjectObject& self, const std::string& path) {
    const models::Attribute* a = placeOf(self.document.project(), path).second;
    py::list choices;
    for (const std::string_view choice : a->choices) {
        choices.append(std::string(choice));
    }
    py::dict d;
    d["key"] = std::string(a->key);
    d["label"] = std::string(a->label);
    d["unit"] = std::string(a->unit.symbol);
    d["kind"] = kindName(a->kind);
    d["minimum"] = a->minimum;
    d["maximum"] = a->maximum;
    d["choices"] = choices;
    d["doc"] = std::string(a->doc);
    return d;
}

void set(ProjectObject& self, const py::dict& values) {
    std::vector<engine::Edit> edits;
    for (const auto& [path, value] : values) {
        edits.emplace_back(orRaise(engine::settingOf(
            self.document.project(), settingText(py::cast<std::string>(path), value))));
    }
    orRaise(self.document.apply(edits, "Set values"));
}

py::list objects(const ProjectObject& self, const std::string& type) {
    py::list list;
    for (const engine::Object& object : self.document.project().objects) {
        if (!type.empty() && object.type->id != type && object.type->section != type) {
            continue;
        }
        py::dict d;
        d["id"] = object.id;
        d["type"] = std::string(object.type->id);
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            if (!std::holds_alternative<std::monostate>(object.values[i])) {
                d[py::str(std::string(object.type->attributes[i].key))] =
                    fromValue(object.values[i]);
            }
        }
        list.append(d);
    }
    return list;
}

py::list check(const ProjectObject& self, bool full) {
    const auto findings = [&] {
        const py::gil_scoped_release others;
        return engine::checkProject(self.document.project(), *self.document.catalogue(),
                                    full ? engine::CheckDepth::Full : engine::CheckDepth::Quick);
    }();
    py::list list;
    for (const engine::Finding& f : findings) {
        py::dict d;
        d["rule"] = f.rule;
        d["severity"] = std::string(engine::severityName(f.severity));
        d["subject"] = f.subject;
        d["message"] = std::string(f.message);
        d["hint"] = std::string(f.hint);
        d["measured"] = f.measured;
        d["allowed"] = f.allowed;
        d["unit"] = f.unit;
        d["accepted"] = f.accepted;
        d["text"] = engine::findingText(f);
        list.append(d);
    }
    return list;
}

py::object start(const ProjectObject& self, const py::kwargs& wishes) {
    const RunWish wish = wishOf(wishes);
    auto made = [&] {
        const py::gil_scoped_release others;
        return SteppedRun::create(self.document, wish);
    }();
    return py::cast(newRun(orRaise(std::move(made))));
}

py::object runIt(const ProjectObject& self, const py::object& until, const py::object& progress,
                 const py::object& beforeStep, const py::kwargs& wishes) {
    const double untilS = secondsOf(until);
    py::object run = start(self, wishes);
    advance(run, untilS, progress, beforeStep);
    run.attr("finish")();
    return run;
}

std::shared_ptr<ProjectObject> parsed(const std::string& text,
                                      const std::optional<std::filesystem::path>& file) {
    auto catalogue = orRaise(app::openCatalogue());
    auto project = orRaise(engine::parseProject(text, file.value_or(""), catalogue));
    auto self = std::make_shared<ProjectObject>();
    self->document = {std::move(project),
                      std::make_shared<const engine::Catalogue>(std::move(catalogue))};
    return self;
}

py::object openAny(const std::filesystem::path& path) {
    if (std::FILE* file = std::fopen(path.c_str(), "rb"); file != nullptr) {
        char begin[16] = {};
        const std::size_t read = std::fread(begin, 1, sizeof begin, file);
        std::fclose(file);
        if (std::string_view(begin, read).starts_with("SQLite format 3")) {
            return openRecording(path);
        }
    }
    auto opened = orRaise(app::openProject(path));
    auto self = std::make_shared<ProjectObject>();
    self->document = {std::move(opened.project),
                      std::make_shared<const engine::Catalogue>(std::move(opened.catalogue))};
    return py::cast(self);
}

/// Computes the air of all halls and gives the project their inlets, as one edit. Ctrl+C ends it.
void computeAir(ProjectObject& self, double cellM, int threads) {
    if (!(cellM == 0.0 || (cellM >= 0.1 && cellM <= 2.0)) || threads < 1) {
        throw py::value_error("cell_m is 0 or 0.1 to 2, threads >= 1");
    }
    std::atomic<bool> cancel{false};
    engine::AirLibrary library = engine::AirLibrary::ofUser();
    engine::AirFieldOptions options;
    options.cellM = cellM;
    options.threads = threads;
    options.cancel = &cancel;
    options.progress = [&](double) {
        const py::gil_scoped_acquire python;
        cancel = cancel || PyErr_CheckSignals() != 0;
    };
    const auto made = [&] {
        const py::gil_scoped_release others;
        return engine::withAirShares(self.document.project(), *self.document.catalogue(), library,
                                     options, engine::dayOfAir());
    }();
    if (cancel) {
        throw py::error_already_set();
    }
    const auto edits =
        engine::editsBetween(self.document.project(), orRaise(made), *self.document.catalogue());
    orRaise(self.document.apply(edits, "Compute the air"));
}

/// The model of each hall's air.
py::object air(const ProjectObject& self) {
    const auto plant =
        orRaise(engine::compile(self.document.project(), *self.document.catalogue(), {}));
    return fromJson(engine::jsonText(engine::airJson(engine::airOfRun(plant)), 1));
}

void save(ProjectObject& self, const std::optional<std::filesystem::path>& path) {
    const std::filesystem::path file = path.value_or(self.document.project().file);
    if (file.empty()) {
        refuse("PYM-007", "the project has no file yet", "say where: save(\"hall.json\")");
    }
    orRaise(engine::saveProject(self.document.project(), file));
    self.document.markSaved(file);
}

}  // namespace

namespace {

/// One keyword argument of a run.
void takeWish(RunWish& wish, const std::string& name, const py::handle& value) {
    using std::filesystem::path;
    if (name == "seed") {
        wish.options.seed = py::cast<std::uint64_t>(value);
    } else if (name == "step") {
        wish.options.stepS = secondsOf(value);
        const models::Attribute* a = models::ProjectInfo::type().find("step_s");
        if (*wish.options.stepS < a->minimum || *wish.options.stepS > a->maximum) {
            refuse("PYM-005",
                   "a step of " + std::string(py::str(value)) + " is too short or too long",
                   "take one of " + std::string(py::str(py::float_(a->minimum))) + " to " +
                       std::string(py::str(py::float_(a->maximum))) + " s");
        }
    } else if (name == "steps") {
        const auto kind = py::cast<std::string>(value);
        if (kind != "even" && kind != "growing") {
            throw py::value_error("steps is \"even\" or \"growing\"");
        }
        wish.options.steps = kind == "even" ? engine::Steps::Even : engine::Steps::Growing;
    } else if (name == "threads") {
        wish.threads = py::cast<int>(value);
    } else if (name == "out") {
        wish.recording = py::cast<path>(value);
    } else if (name == "weather") {
        wish.options.weatherFile = py::cast<path>(value);
    } else if (name == "trace") {
        wish.options.traceFile = py::cast<path>(value);
    } else if (name == "guests") {
        wish.guests = py::cast<std::vector<path>>(value);
    } else if (name == "trace_map") {
        wish.options.traceMap = py::cast<std::string>(value);
    } else if (name == "trace_from") {
        wish.options.traceOffsetS = secondsOf(value);
    } else {
        wish.keep = py::isinstance<py::str>(value) ? std::vector{py::cast<std::string>(value)}
                                                   : py::cast<std::vector<std::string>>(value);
    }
}

}  // namespace

RunWish wishOf(const py::kwargs& wishes) {
    static const std::vector<std::string> known = {"seed",      "step",    "steps", "threads",
                                                   "out",       "weather", "trace", "trace_from",
                                                   "trace_map", "keep",    "guests"};
    RunWish wish;
    for (const auto& [word, value] : wishes) {
        const auto name = py::cast<std::string>(word);
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string near = engine::nearest(name, known);
            throw py::type_error("there is no argument \"" + name + "\"" +
                                 (near.empty() ? "" : "; did you mean " + near + "?"));
        }
        if (value.is_none()) {
            continue;
        }
        try {
            takeWish(wish, name, value);
        } catch (const py::cast_error&) {
            throw py::type_error(name + " cannot be " + std::string(py::repr(value)));
        }
    }
    return wish;
}

double utcOffsetOf(const std::string& projectText, const std::filesystem::path& file) {
    const auto catalogue = orRaise(app::openCatalogue());
    return engine::siteClockOf(orRaise(engine::parseProject(projectText, file, catalogue)),
                               catalogue)
        .aheadS;
}

void bindProject(py::module_& module) {
    module.def("open", &openAny, py::arg("path"),
               "A Project of a project file or folder, or a Recording of a run's database.");
    module.def("loads", &parsed, py::arg("text"), py::arg("file") = py::none(),
               "A Project of JSON text; relative paths in it are from the folder of `file`.");
    py::class_<ProjectObject, std::shared_ptr<ProjectObject>>(
        module, "Project", "A design: plain data with units in the names of its attributes.")
        .def("__repr__",
             [](const ProjectObject& s) {
                 return "<headroom.Project \"" + nameOf(s.document.project()) + "\">";
             })
        .def_property_readonly(
            "name", [](const ProjectObject& s) { return nameOf(s.document.project()); },
            "Name of the project.")
        .def_property_readonly(
            "file", [](const ProjectObject& s) { return s.document.project().file; },
            "The project file; empty before the first save.")
        .def_property_readonly(
            "text",
            [](const ProjectObject& s) { return engine::projectText(s.document.project()); },
            "The project as JSON.")
        .def_property_readonly(
            "utc_offset_s",
            [](const ProjectObject& s) {
                return engine::siteClockOf(s.document.project(), *s.document.catalogue()).aheadS;
            },
            "Seconds that the standard time of the site, the clock of runs, is ahead of UTC: of "
            "site.time_zone, "
            "else of the weather. Without both 0.")
        .def("objects", &objects, py::arg("type") = "",
             "Objects as dicts, all or those of a type or section; keys end with their unit.")
        .def("get", &valueAt, py::arg("path"),
             "The value of \"OBJECT.KEY\" in the unit of the key; None where it is not stated.")
        .def("attribute", &attributeDict, py::arg("path"),
             "What \"OBJECT.KEY\" names: key, label, unit, kind, minimum, maximum, choices, doc.")
        .def("set", &set, py::arg("values"),
             "Sets {\"OBJECT.KEY\": value, ...}, all or nothing; None takes a statement away.")
        .def(
            "set",
            [](ProjectObject& s, const std::string& path, const py::object& value) {
                py::dict values;
                values[py::str(path)] = value;
                set(s, values);
            },
            py::arg("path"), py::arg("value"), "Sets one \"OBJECT.KEY\".")
        .def(
            "undo", [](ProjectObject& s) { return s.document.undo().has_value(); },
            "Takes the last edit back; False where there is none.")
        .def(
            "redo", [](ProjectObject& s) { return s.document.redo().has_value(); },
            "Does what was taken back again; False where there is none.")
        .def("save", &save, py::arg("path") = py::none(),
             "Writes the project file, whole or not at all.")
        .def("check", &check, py::arg("full") = true,
             "Findings of the design rules as dicts: rule, severity, subject, message, hint, "
             "measured, allowed, unit.")
        .def("compute_air", &computeAir, py::arg("cell_m") = 0.0, py::arg("threads") = 2,
             "Computes the air field of each hall and holds its inlets; runs and checks use them.")
        .def("air", &air,
             "The model of each hall's air as dicts: hall, model, of a field its hash, origin and "
             "error_k.")
        .def("start", &start,
             "A Run at time 0. seed; step: time; steps: \"even\" or \"growing\"; threads; out: "
             "recording to write; "
             "weather: EPW file; trace, trace_from, trace_map: job trace; keep: channels whose "
             "past is kept, \"*\" for any text; guests: "
             "files that join plug-ins and FMUs.")
        .def("run", &runIt, py::arg("until") = "24h", py::arg("progress") = py::none(),
             py::arg("before_step") = py::none(), "start(), run(until) and finish() in one.");
}

}  // namespace headroom::python
