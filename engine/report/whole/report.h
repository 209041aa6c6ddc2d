// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/compare/compare.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/money/cost_tables.h"
#include "engine/store/recording.h"
#include "engine/validate/validate.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The report that is handed over: what a facility is, how it is drawn, what a run of it yielded,
/// what it costs, how it compares, what it rests on. Window and command line write the same.
namespace headroom::engine {

/// Content of the title block, apart from project and recording. Empty if left
/// out.
struct ReportTitle {
    std::string title;  ///< in place of the project's name
    std::string client, preparedBy, revision;
    std::string date;  ///< "2026-11-23"
};

/// Everything that is not null is reported.
struct ReportInput {
    const Recording* recording = nullptr;
    const Project* project = nullptr;  ///< the design; needs `catalogue`
    /// The same to compute with, if its paths lead to other files (OpenedDesign::withFiles). Null if `project` serves.
    const Project* withFiles = nullptr;
    const Catalogue* catalogue = nullptr;  ///< with the parts that the project brings
    const Comparison* comparison = nullptr;
    const CostReport* cost = nullptr;
    const ValidationReport* validation = nullptr;
    std::vector<std::filesystem::path> images = {};  ///< PNG or JPEG, embedded
    ReportTitle title = {};
};

/// One HTML page that needs nothing next to it: no script, no link to anywhere, diagrams as vectors.
/// In this order: title block and contents, headline, facility, plans, one-line, process and fabric
/// diagrams, results of the run with their intervals, comparison, cost, schedules and bill, findings,
/// assumptions and sources, validation, the simulated project. Also of runs that did not finish.
/// Same input, same bytes. REP-001: an image cannot be read; REP-002: an image of another kind.
Result<std::string> reportHtml(const ReportInput& input);

/// The same pages as PDF (print/pdf.h): page numbers, contents with links, drawings on sheets of
/// their own. Same input, same bytes. Errors of reportHtml() and of pdfOf().
Result<std::string> reportPdf(const ReportInput& input);

}  // namespace headroom::engine
