// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/project.h"
#include "engine/figures/figures.h"
#include "engine/floor/layout.h"
#include "engine/sheet/sheet.h"
#include "engine/store/recording.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Two to four runs or designs side by side: what they yield, what differs in what went in, and in what
/// happened.
namespace headroom::engine {

struct OpenedDesign;

/// One of them: a run with the design that it began with, or a design alone.
struct Candidate {
    std::string name;                            ///< Unlike those of the others.
    std::shared_ptr<const Recording> recording;  ///< Null if it is a design.
    std::optional<Project> project;              ///< Empty if this version cannot read it.
    Sums design;  ///< At the design point (engine/check/headline.h). NaN if it is not known.
    std::shared_ptr<const Layout> floor = nullptr;  ///< Floor of the project. Null if nobody asked.
    std::shared_ptr<const Catalogue> catalogue = nullptr;  ///< The parts that the project names.
    std::string cannot =
        {};  ///< The reason if its jobs cannot run with their settings. Empty otherwise.
    std::vector<double> money = {};  ///< SI, by moneyFigures(). Empty before addMoney().
    /// The same project to compute with: its paths lead to files that a recording kept. Empty if
    /// `project` itself serves.
    std::optional<Project> withFiles = std::nullopt;
    std::shared_ptr<const void> files = nullptr;  ///< keeps those files

    /// The project to compute with. The candidate must have one.
    const Project& toCompute() const { return withFiles ? *withFiles : *project; }
};

/// Reads a recording, or a project: file or folder. `shipped`: resources/catalog, for what a project
/// does not bring itself. A recording whose design this version cannot read is one without. Errors of
/// Recording::open, of the catalogue and of loadProject.
ResultAll<Candidate> candidateOf(const std::filesystem::path& path,
                                 const std::filesystem::path& shipped);

/// The same of what is open.
Candidate candidateOf(std::string name, OpenedDesign opened);

/// Gives those of one name what they were given as next to it.
void tellApart(std::vector<Candidate>& candidates, const std::vector<std::string>& given);

inline constexpr std::size_t kFewestCompared = 2, kMostCompared = 4;

/// A figure of all candidates.
struct FigureLine {
    const Figure* figure = nullptr;
    std::vector<double> values;  ///< SI, by candidate; NaN: it has none
    int best = -1;               ///< the one that is best and alone in that; -1 if none
    /// 90 %, by candidate, SI; NaN at both ends where none is known.
    std::vector<Interval> intervals = {};
};

/// An attribute of an object that is not the same everywhere.
struct InputLine {
    std::string object;  ///< its id
    std::string type;    ///< label: "Cooling loop"
    std::string label;   ///< "Supply set-point"; empty means the object as a whole
    std::string key, unit;
    std::vector<std::string> values;  ///< by candidate; empty if not stated, or no such object
    std::string name = {};            ///< of the object; the id if it has none
};

/// Events of a kind and area, by candidate.
struct EventCount {
    EventKind kind = EventKind::Note;
    EventArea area = EventArea::Other;
    std::vector<std::int64_t> counts;
};

/// Something that happened in some of the runs, or at other times.
struct EventLine {
    EventKind kind = EventKind::Note;
    std::string subject;
    std::string name;  ///< of the subject; the subject itself if nothing is named so
    Words text;
    std::vector<std::int64_t> counts;  ///< by candidate
    std::vector<double> firstS;        ///< NaN: never
    std::size_t others = 0;            ///< further subjects of the same event in this line
};

struct Comparison {
    std::vector<std::string> names;
    std::size_t baseline = 0;  ///< the one that the others are compared with
    std::vector<FigureLine> run, design;
    std::vector<FigureLine> money;  ///< a year's cost and carbon; empty if nobody asked
    std::vector<InputLine> inputs;
    std::vector<EventCount> eventCounts;  ///< only those that differ
    std::vector<EventLine>
        events;  ///< but those of single jobs; by the time of the first, at most kMostEvents
    std::size_t eventsLeft = 0;  ///< that did not fit
    /// How long each run told the same events as the baseline [s]; NaN: to the end of the shorter one.
    std::vector<double> sameUntilS;
    std::vector<std::string>
        remarks;  ///< what makes them less comparable, and what could not be compared
};

inline constexpr std::size_t kMostEvents = 200;

/// CMR-001: fewer than two or more than four. CMR-002: no such baseline. Errors of the recordings.
Result<Comparison> compare(const std::vector<Candidate>& candidates, std::size_t baseline = 0);

/// A figure in the summary that a run left (Recording::summary()), in SI; NaN where it has none.
double summaryFigure(const std::string& summary, const Figure& figure);

/// Differences between designs; unknown designs differ in nothing.
std::vector<InputLine> compareInputs(const std::vector<const Project*>& projects);

/// As people read it, as the object of `compare --format json`, as rows of figures (key, unit, one
/// column a candidate), as one page without links.
std::string comparisonText(const Comparison& comparison);
std::string comparisonJson(const Comparison& comparison);
/// Figures of the candidates, in the unit of files: what CSV has.
Sheet comparisonSheet(const Comparison& comparison);
std::string comparisonHtml(const Comparison& comparison);

}  // namespace headroom::engine
