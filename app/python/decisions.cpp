// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recorded.h"
#include "app/python/overseer.h"
#include "app/python/project.h"
#include "app/python/run_object.h"
#include "app/python/tables.h"
#include "engine/base/json.h"
#include "engine/base/team.h"
#include "engine/compare/compare.h"
#include "engine/compare/shown.h"
#include "engine/files/output_file.h"
#include "engine/money/break_even.h"
#include "engine/money/cost_tables.h"
#include "engine/money/study.h"
#include "engine/replay/opened_design.h"
#include "engine/report/whole/report.h"
#include "engine/sensitivity/sensitivity.h"
#include "engine/sensitivity/sensitivity_sheet.h"

#include <optional>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <string>
#include <vector>

/// Cost, sensitivity, comparisons, reports. The answers are those of the commands of the same names.
namespace headroom::python {

namespace {

namespace fs = std::filesystem;

py::object cost(const ProjectObject& self, const std::vector<std::string>& offers,
                std::optional<int> years, std::optional<double> discountPct,
                const std::string& tariff, int threads, const py::object& progress) {
    if (threads < 0) {
        throw py::value_error("threads >= 0");
    }
    const engine::Catalogue& catalogue = *self.document.catalogue();
    engine::CostQuestion question;
    question.placesToo = true;  // as the command asks
    for (const std::string& text : offers) {
        question.against.push_back(orRaise(engine::againstOf(text, catalogue)));
    }
    question.spec.years = years;
    if (discountPct) {
        question.spec.discountRate = 0.01 * *discountPct;
    }
    if (!tariff.empty()) {
        question.spec.tariff = tariff;
    }
    question.spec.year.threads = engine::threadsFor(threads);
    Overseer overseer(progress);
    const auto study = orRaise(overseer.watch([&] {
        return engine::costStudy(
            self.document.project(), catalogue, question,
            [&](double share, const std::string&) { overseer.tell(share, 1.0); },
            &overseer.cancel());
    }));
    return fromJson(engine::costJson(study->report()));
}

py::object sensitivity(const ProjectObject& self, const py::object& until, double sharePct,
                       const std::string& type, bool randomFailures, int threads,
                       const py::object& progress) {
    if (!(sharePct > 0.0 && sharePct < 100.0) || threads < 0) {
        throw py::value_error("0 < share_pct < 100, threads >= 0");
    }
    engine::SensitivitySpec spec;
    spec.untilS = secondsOf(until);
    spec.share = 0.01 * sharePct;
    spec.only = type;
    spec.randomFailures = randomFailures;
    spec.threads = threads;
    Overseer overseer(progress);
    const auto study = orRaise(overseer.watch([&] {
        return engine::sensitivity(
            self.document.project(), *self.document.catalogue(), spec,
            [&](std::size_t done, std::size_t due) {
                overseer.tell(static_cast<double>(done), static_cast<double>(due));
            },
            &overseer.cancel());
    }));
    return columnsOf(engine::figureSheet(study, true));
}

engine::Comparison comparisonOf(const std::vector<std::string>& what, const fs::path& shipped,
                                std::size_t baseline) {
    std::vector<engine::Candidate> candidates;
    for (const std::string& path : what) {
        candidates.push_back(orRaise(engine::candidateOf(path, shipped)));
    }
    engine::tellApart(candidates, what);
    return orRaise(engine::compare(candidates, baseline));
}

py::object compare(const std::vector<std::string>& what, std::size_t baseline) {
    if (what.size() < engine::kFewestCompared || what.size() > engine::kMostCompared) {
        throw py::value_error("two to four recordings or projects are compared");
    }
    const fs::path shipped = orRaise(app::shippedParts());
    return fromJson(engine::comparisonJson(comparisonOf(what, shipped, baseline)));
}

fs::path report(const std::vector<std::string>& what, const fs::path& out,
                const std::string& client, const std::string& date) {
    if (what.empty() || what.size() > engine::kMostCompared) {
        throw py::value_error("a report is on one to four recordings or projects");
    }
    const fs::path shipped = orRaise(app::shippedParts());
    const auto subject = orRaise(engine::openDesign(what.front(), shipped));
    engine::ReportInput input;
    input.recording = subject.recording.get();
    if (subject.project && subject.catalogue) {
        input.project = &*subject.project;
        input.withFiles = subject.withFiles ? &*subject.withFiles : nullptr;
        input.catalogue = &*subject.catalogue;
    }
    std::optional<engine::Comparison> comparison;
    if (what.size() > 1) {
        comparison = comparisonOf(what, shipped, 0);
        input.comparison = &*comparison;
    }
    input.title.client = client;
    input.title.date = date;
    const std::string page =
        orRaise(out.extension() == ".pdf" ? engine::reportPdf(input) : engine::reportHtml(input));
    orRaise(engine::writeFile(out, page));
    return out;
}

}  // namespace

void bindDecisions(py::module_& module) {
    module.def("cost", &cost, py::arg("project"), py::arg("against") = std::vector<std::string>{},
               py::arg("years") = py::none(), py::arg("discount_pct") = py::none(),
               py::arg("tariff") = "", py::arg("threads") = 0, py::arg("progress") = py::none(),
               "Cost of a project over its horizon, as `headroom-cli cost --format json` prints "
               "it, as a dict. against: "
               "offers (\"aws-p5:spot\"). years: horizon. discount_pct: percent a year. tariff: "
               "id of the catalogue. "
               "progress(share, 1).");
    module.def("sensitivity", &sensitivity, py::arg("project"), py::arg("until") = "1h",
               py::arg("share_pct") = 10.0, py::arg("type") = "",
               py::arg("random_failures") = false, py::arg("threads") = 0,
               py::arg("progress") = py::none(),
               "Ranks the figures of the catalogue by their effect on the headline figures: the "
               "table of `headroom-cli sensitivity` as a dict of columns.\n\n"
               "`share_pct`: Change of figures without a range of their own.\n"
               "`type`: Only parts of this type.\n"
               "`progress`: Called with runs done and runs due.");
    module.def("compare", &compare, py::arg("what"), py::arg("baseline") = 0,
               "Two to four recordings or projects side by side, as `headroom-cli compare "
               "--format json` prints them, as a "
               "dict. baseline: place in `what`, from 0.");
    module.def("report", &report, py::arg("what"), py::arg("out"), py::arg("client") = "",
               py::arg("date") = "",
               "Writes the report on a recording or a project, compared with up to three others, "
               "as HTML or (`out` ends in "
               ".pdf) as PDF. Returns `out`. date: text in the title block.");
}

}  // namespace headroom::python
