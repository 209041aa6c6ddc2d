// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate.h"
#include "app/cli/planning_world.h"
#include "app/cli/study_readers.h"
#include "app/python/overseer.h"
#include "app/python/project.h"
#include "app/python/run_object.h"
#include "app/python/tables.h"
#include "engine/air/field/air_shares.h"
#include "engine/base/json.h"
#include "engine/planning/list/planning_questions.h"
#include "engine/plant/plant.h"
#include "engine/reliability/campaign/campaign_sheet.h"
#include "engine/reliability/campaign/curve.h"
#include "engine/reliability/reach/sweep_sheet.h"
#include "engine/study/answers.h"
#include "engine/study/run_study.h"
#include "engine/study/search.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <optional>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <utility>

namespace headroom::python {

namespace {

engine::Coupling couplingOf(const std::string& word) {
    if (word == "asked") {
        return engine::Coupling::Asked;
    }
    if (word == "always" || word == "never") {
        return word == "always" ? engine::Coupling::Always : engine::Coupling::Never;
    }
    throw py::value_error("coupling is \"asked\", \"always\" or \"never\"");
}

/// {"spares": [0, 2, 6]} as the figure and its values. Values are numbers, or texts with a unit ("10min").
std::pair<std::string, std::string> variedOf(const py::dict& vary) {
    if (vary.size() != 1) {
        throw py::value_error("vary is one figure with its values: {\"spares\": [0, 2, 6]}");
    }
    const auto [figure, values] = *vary.begin();
    if (py::isinstance<py::str>(values)) {
        return {py::cast<std::string>(figure), py::cast<std::string>(values)};  // "60..600:5"
    }
    std::string text;
    for (const py::handle value : py::cast<py::iterable>(values)) {
        text += (text.empty() ? "" : ",") + py::cast<std::string>(py::str(value));
    }
    return {py::cast<std::string>(figure), text};
}

/// The same campaign for each value of one figure, as `headroom-cli campaign --vary`.
py::object campaignCurve(const ProjectObject& self, const engine::RunOptions& options,
                         const engine::CampaignSpec& spec, const py::dict& vary,
                         const engine::AirOfRun& air, Overseer& overseer) {
    const auto [name, text] = variedOf(vary);
    const auto figure = orRaise(engine::findFigure(self.document.project(), name));
    const auto values = orRaise(engine::parseValues(text, figure.unit));
    const engine::Curve curve = orRaise(overseer.watch([&] {
        return engine::vary(
            self.document.project(), *self.document.catalogue(), options, figure, values, spec,
            [&](const engine::CampaignProgress& p) { overseer.tell(p.done, p.of); },
            overseer.cancel());
    }));
    return fromJson(engine::withAir(engine::curveJson(curve), air));
}

py::object campaign(const ProjectObject& self, int replications, double days,
                    const py::object& seed, int threads, const std::string& coupling,
                    const py::object& progress, const std::optional<py::dict>& vary) {
    if (replications < 1 || !(days >= 0.001 && days <= 36525.0) || threads < 0) {
        throw py::value_error("replications >= 1, 0.001 <= days <= 36525, threads >= 0");
    }
    const auto start = std::chrono::steady_clock::now();
    const engine::RunOptions options = engine::campaignOptions(couplingOf(coupling));
    auto plant =
        orRaise(engine::compile(self.document.project(), *self.document.catalogue(), options));
    engine::CampaignResult result;
    result.project = plant.name;
    result.servers = plant.servers;
    result.accelerators = plant.accelerators;
    result.spec.untilS = days * 86400.0;
    result.spec.replications = replications;
    result.spec.threads = threads;
    result.spec.coupling = couplingOf(coupling);
    const engine::AirOfRun air = engine::airOfRun(plant);
    result.spec.seed = seed.is_none() ? plant.seed : py::cast<std::uint64_t>(seed);
    Overseer overseer(progress);
    if (vary) {
        return campaignCurve(self, options, result.spec, *vary, air, overseer);
    }
    const auto shared = std::make_shared<const engine::Plant>(std::move(plant));
    result.replications = orRaise(overseer.watch([&] {
        return engine::replicate(
            shared, result.spec,
            [&](const engine::CampaignProgress& p) { overseer.tell(p.done, p.of); },
            overseer.cancel());
    }));
    result.wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return fromJson(engine::withAir(engine::campaignJson(result), air));
}

py::object sweep(const ProjectObject& self, const std::string& part, const py::object& warmUp,
                 const py::object& horizon, int pairs, int threads, const py::object& progress,
                 bool everyPart) {
    if (pairs < 0 || threads < 0) {
        throw py::value_error("pairs >= 0, threads >= 0");
    }
    engine::SweepSpec spec;
    spec.all = everyPart;
    spec.only = part;
    spec.warmUpS = secondsOf(warmUp);
    spec.horizonS = secondsOf(horizon);
    spec.pairsOf = pairs;
    spec.threads = threads;
    Overseer overseer(progress);
    const engine::Sweep answer = orRaise(overseer.watch([&] {
        return engine::sweep(
            self.document.project(), *self.document.catalogue(), spec,
            [&](int done, int due) { overseer.tell(done, due); }, &overseer.cancel());
    }));
    if (!answer.faults.empty()) {
        throw Raised(answer.faults);
    }
    return columnsOf(engine::sweepSheet(answer));
}

/// Runs what a study lacks, generation after generation of a search.
engine::ResultAll<std::string> studyAnswers(const std::filesystem::path& file,
                                            const std::filesystem::path& out, int threads,
                                            bool allowOutside, Overseer& overseer) {
    auto study = engine::loadStudy(file);
    if (!study) {
        return tl::unexpected(study.error());
    }
    const auto plan =
        engine::StudyPlan::make(std::move(*study), app::studyReaders(allowOutside), false);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    auto database = engine::StudyDatabase::write(out, plan->study().name, plan->study().text);
    if (!database) {
        return tl::unexpected(engine::Errors{database.error()});
    }
    for (;;) {
        const auto rows = database->rows();
        if (!rows) {
            return tl::unexpected(engine::Errors{rows.error()});
        }
        const engine::StudyPlan now = engine::searchPlan(*plan, *rows);
        const auto missing = engine::missingTasks(now, *rows);
        if (missing.empty() || overseer.cancel()) {
            return engine::answersJson(now, engine::answersOf(now, *rows));
        }
        const auto done = engine::runTasks(now, *database, missing, threads,
                                           [&](std::size_t ready, std::size_t due) {
                                               overseer.tell(static_cast<double>(ready),
                                                             static_cast<double>(due));
                                           },
                                           {&overseer.cancel()});
        if (!done) {
            return tl::unexpected(engine::Errors{done.error()});
        }
    }
}

py::object study(const std::filesystem::path& file, const std::optional<std::filesystem::path>& out,
                 int threads, const py::object& progress, bool allowOutside) {
    Overseer overseer(progress);
    return fromJson(orRaise(overseer.watch([&] {
        return studyAnswers(file, out.value_or(app::studyDatabase(file)), threads, allowOutside,
                            overseer);
    })));
}

/// kind(model="llama3-70b", tp=8, optimize=True) as `estimate KIND --model llama3-70b --tp 8 --optimize`.
py::object estimate(const std::string& kind, const py::kwargs& words) {
    if (kind != "training" && kind != "inference") {
        throw py::value_error("an estimate is \"training\" or \"inference\"");
    }
    std::vector<std::string> arguments;
    for (const auto& [word, value] : words) {
        auto name = py::cast<std::string>(word);
        std::replace(name.begin(), name.end(), '_', '-');
        const bool isFlag = py::isinstance<py::bool_>(value);
        if (value.is_none() || name == "format" || (isFlag && !py::cast<bool>(value))) {
            continue;
        }
        arguments.push_back("--" + name);
        if (!isFlag) {
            arguments.push_back(py::cast<std::string>(py::str(value)));
        }
    }
    try {
        auto answer = [&] {
            const py::gil_scoped_release others;
            return kind == "training" ? app::trainingAnswer(arguments)
                                      : app::inferenceAnswer(arguments);
        }();
        return fromJson(engine::jsonText(orRaise(std::move(answer))));
    } catch (const app::UsageFault& wrong) {
        throw py::value_error(std::string("estimate ") + kind + ": " + wrong.what());
    }
}

/// A value of Python as the argument of a planning question: words stay, all else is JSON.
std::string argumentText(const py::handle& value) {
    return py::isinstance<py::str>(value)
               ? py::cast<std::string>(value)
               : py::cast<std::string>(py::module_::import("json").attr("dumps")(value));
}

/// One sheet as its columns; several by name, with "notes".
py::object answerObject(const engine::PlanningAnswer& answer) {
    if (answer.sheets.size() == 1) {
        return columnsOf(answer.sheets.front());
    }
    py::dict all;
    for (const engine::Sheet& sheet : answer.sheets) {
        all[py::str(sheet.name)] = columnsOf(sheet);
    }
    all["notes"] = answer.notes;
    return all;
}

py::object planning(const engine::PlanningQuestion& question, const py::kwargs& words) {
    engine::SpecArguments arguments;
    py::object progress = py::none();
    int threads = 0;
    for (const auto& [word, value] : words) {
        auto name = py::cast<std::string>(word);
        if (name == "progress") {
            progress = py::reinterpret_borrow<py::object>(value);
        } else if (name == "threads") {
            threads = py::cast<int>(value);
        } else if (!value.is_none()) {
            arguments.emplace_back(std::move(name), argumentText(value));
        }
    }
    engine::PlanningWorld world = orRaise(app::planningWorld(threads));
    Overseer overseer(progress);
    world.progress = [&](double share, const std::string&) { overseer.tell(share, 1.0); };
    world.cancel = &overseer.cancel();
    return answerObject(orRaise(
        overseer.watch([&] { return engine::answerPlanning(question, arguments, world); })));
}

}  // namespace

void bindStudies(py::module_& module) {
    module.def("estimate", &estimate, py::arg("kind"),
               "One job or service on one cluster, without a time loop. kind: \"training\" or "
               "\"inference\"; the other "
               "arguments are the options of `headroom-cli estimate` with _ for -: model, cluster, "
               "tp, price_usd_per_hour, "
               "optimize=True. Answers with what --format json prints, as a dict.");
    for (const engine::PlanningQuestion* question : engine::planningQuestions()) {
        std::string doc = std::string(question->about) + ". Arguments:";
        for (const models::Attribute& attribute : question->spec->attributes) {
            doc += "\n" + std::string(attribute.key) + ": " + std::string(attribute.doc);
        }
        module.def(
            std::string(question->name).c_str(),
            [question](const py::kwargs& words) { return planning(*question, words); },
            doc.c_str());
    }
    module.def("campaign", &campaign, py::arg("project"), py::arg("replications") = 20,
               py::arg("days") = 54.0, py::arg("seed") = py::none(), py::arg("threads") = 0,
               py::arg("coupling") = "asked", py::arg("progress") = py::none(),
               py::arg("vary") = py::none(),
               "Many runs with other random failures, on all cores where threads is 0: what "
               "`headroom-cli campaign "
               "--format json` prints, as a dict. progress(done, due). The argument "
               "vary={\"spares\": [0, 2, "
               "6]} repeats the campaign for each value of one "
               "figure, with the same failures: what `--vary` prints.");
    module.def("sweep", &sweep, py::arg("project"), py::arg("part") = "", py::arg("warm_up") = "2h",
               py::arg("horizon") = "1h", py::arg("pairs") = 0, py::arg("threads") = 0,
               py::arg("progress") = py::none(), py::arg("every_part") = false,
               "Every part of a design fails, ranked by lost throughput: the table of "
               "`headroom-cli sweep` as a dict of columns, "
               "NumPy arrays of numbers and lists of texts. "
               "pandas.DataFrame(headroom.sweep(project)) is the table. "
               "Parts that are like a computed one repeat its row (`like`); every_part=True "
               "computes all. progress(done, due).");
    module.def(
        "study", &study, py::arg("file"), py::arg("out") = py::none(), py::arg("threads") = 0,
        py::arg("progress") = py::none(), py::arg("allow_outside") = false,
        "Runs what a study file lacks and answers with what `headroom-cli study results --format "
        "json` prints. "
        "Ended early, what is done is kept in `out` (by default STUDY.db in the folder of the "
        "study). "
        "allow_outside=True lets a study whose author you trust name files outside its folder.");
}

}  // namespace headroom::python
