// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "engine/document/project.h"
#include "engine/plant/plant.h"
#include "engine/run/command.h"
#include "engine/study/outside.h"
#include "engine/study/study.h"

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A study made ready: its projects opened, every axis tried on them, its runs numbered and named.
namespace headroom::engine {

/// Kind of a path of a study.
struct StudyProject {
    Catalogue catalogue;
    Project project;
};

/// How the command line or the window opens projects and reads orders.
struct StudyReaders {
    std::function<ResultAll<StudyProject>(const std::filesystem::path&)> open;
    /// An order in words; the error says what is wrong with it.
    std::function<tl::expected<Command, std::string>(std::string_view)> order;
    StudyTrust trusts;  ///< allows files outside (outside.h); null allows none
};

/// One run: a point with one seed. `key` names what is run: project with everything that was changed,
/// catalogue, weather and trace files by name, times, seed, orders and version of the program: runs of one
/// key have the same results.
struct StudyTask {
    std::size_t point = 0;
    int replication = 0;
    std::uint64_t seed = 0;
    std::string key;
};

/// What a run said: `values` of the study's figures in their units, NaN where it yields none.
struct StudyOutcome {
    std::vector<double> values;
    std::string stateHash;
    std::string fault;  ///< the design does not run; empty if it does
};

/// A point as a design: what its runs run.
struct StudyDesign {
    Project
        project;  ///< with the attributes that the point sets; its file is that of the study's project
    Catalogue catalogue;                ///< with the figures that the point changes
    std::vector<FigureChange> figures;  ///< these
    std::vector<std::string> orders;    ///< in words; no part of a design
};

/// Runs beyond which a study asks before it begins, and those that it never begins.
inline constexpr std::uint64_t kManyRuns = 100'000;
inline constexpr std::uint64_t kMostRuns = 10'000'000;

class StudyPlan {
  public:
    /// Opens and tries everything, so that nothing is found wrong in the middle. STU-005: a value of an axis
    /// that a project does not take (no such object, attribute, part, figure or order; out of range), with
    /// the axis and what is near. STU-012: more than kMostRuns runs, or more than kManyRuns and not
    /// `many`. STU-021: a file outside that the readers do not trust. Errors of opening the projects.
    static ResultAll<StudyPlan> make(Study study, const StudyReaders& readers, bool many = false);

    /// The same with other points of the same axes.
    StudyPlan withPoints(std::vector<StudyPoint> points) const;

    const Study& study() const { return study_; }

    const std::vector<StudyPoint>& points() const { return points_; }

    /// Point after point, replications together.
    const std::vector<StudyTask>& tasks() const { return tasks_; }

    /// Hash of the unchanged projects and catalogues, without what points change.
    const std::string& base() const { return base_; }

    /// Which tasks share a plant: equal for equal designs.
    std::size_t designOf(const StudyTask& task) const { return designs_[task.point]; }

    /// The design of a point. Errors: of settings that do not go together.
    ResultAll<StudyDesign> designAt(std::size_t point) const;

    /// The attributes that a point sets in the project that it runs, one edit each.
    ResultAll<std::vector<Edit>> settingsAt(std::size_t point) const;

    /// The design of a task, compiled. Any thread.
    ResultAll<std::shared_ptr<const Plant>> plantOf(const StudyTask& task) const;

    /// Runs a task on a plant of its design. Any thread; nothing where it was cancelled.
    std::optional<StudyOutcome> carryOut(const StudyTask& task,
                                         const std::shared_ptr<const Plant>& plant,
                                         const std::atomic<bool>* cancel) const;

  private:
    friend class StudyPlanner;
    StudyPlan() = default;

    /// A point with its words looked up.
    struct Change {
        std::size_t project = 0;
        std::vector<Edit> settings;
        std::vector<FigureChange> figures;
        std::vector<Command> orders;
    };

    ResultAll<Change> changeOf(const StudyPoint& point) const;
    ResultAll<Project> projectOf(const Change& change) const;

    Study study_;
    StudyReaders readers_;
    std::vector<std::shared_ptr<const StudyProject>>
        projects_;  ///< the study's, then those of its axes
    std::vector<std::string> projectNames_;
    std::vector<StudyPoint> points_;
    std::vector<std::size_t> designs_;  ///< by point
    std::vector<StudyTask> tasks_;
    std::string base_;
};

}  // namespace headroom::engine
