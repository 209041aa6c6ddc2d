// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/temporary_folder.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Figures by name in the notes of scenes: "{figure pue}" is that of the instant that the window shows,
/// "{figure pue run=plates.json hours=24}" that of a run. They are resolved when a story is shown or exported, so notes never keep old
/// numbers.
namespace headroom::engine {

struct NoteFigure {
    std::size_t at = 0, length = 0;  ///< place in the note, with braces
    std::string key;                 ///< of a figure (figures.h) or a quantity of the facility
    std::string
        run;  ///< recording or project, relative to the storyboard's folder; empty means the shown instant
    double hours = 24.0;  ///< simulated time if `run` is a project
};

/// STB-006: a figure without a key, a word that is not known, or a brace that does not end.
Result<std::vector<NoteFigure>> noteFigures(std::string_view note);

using FigureLookup = std::function<Result<std::string>(const NoteFigure&)>;

struct NoteText {
    std::string text;  ///< figures that are not known read "(pue: not known)"
    Errors errors;
};

/// The note with its figures. Text around them stays unchanged.
NoteText noteText(std::string_view note, const FigureLookup& lookup);

/// Figures of runs. Each project is simulated once, into a temporary folder.
class RunFigures {
  public:
    /// `folder`: of the storyboard. `shipped`: resources/catalog.
    RunFigures(std::filesystem::path folder, std::filesystem::path shipped);

    /// "1.098", "2,227 USD". STB-006: no such figure, no such run, or a run without that figure. Errors of the project and its run.
    Result<std::string> text(const NoteFigure& figure, const std::atomic<bool>& cancel);

  private:
    /// "plates": plates.json, plates.db, runs/plates.db or plates/project.json, the first that exists; else the path itself.
    std::filesystem::path fileOf(const std::string& run) const;
    Result<std::string> summaryOf(const NoteFigure& figure, const std::atomic<bool>& cancel);

    std::filesystem::path folder_, shipped_;
    TemporaryFolder scratch_;
    std::map<std::string, std::string> summaries_;  ///< by run and hours
};

}  // namespace headroom::engine
