// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/document/spec_arguments.h"
#include "engine/sheet/sheet.h"
#include "models/core/attribute.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Questions that need no run: what to rent or buy, how often to write checkpoints, how large a fleet. Each is one row: a
/// name, a Spec with an attribute table, and one function. Command line, window and Python make their face from the row.
namespace headroom::engine {

/// Data and callbacks that a planning question may use while it computes.
struct PlanningWorld {
    std::filesystem::path catalogueFolder;       ///< resources/catalog
    std::shared_ptr<const Catalogue> catalogue;  ///< of that folder
    int threads = 1;
    std::function<void(double share, const std::string& what)> progress = {};
    const std::atomic<bool>* cancel = nullptr;

    bool isCancelled() const { return cancel != nullptr && *cancel; }

    void report(double share, const std::string& what) const {
        if (progress) {
            progress(share, what);
        }
    }

    /// The catalogue with the parts of a folder laid over it; the plain one for an empty path. Errors: those of reading.
    ResultAll<std::shared_ptr<const Catalogue>> withParts(const std::filesystem::path& parts) const;
};

/// A project and the catalogue with the parts next to it.
struct PlanningProject {
    std::shared_ptr<const Catalogue> catalogue;
    std::shared_ptr<const Project> project;
};

/// Errors: those of reading project and parts.
ResultAll<PlanningProject> planningProject(const PlanningWorld& world,
                                           const std::filesystem::path& path);

/// Two columns of a sheet against each other, as the window draws them. Keys are those of the columns.
struct PlanningChart {
    std::string title;  ///< on its tab
    std::string sheet;  ///< Sheet::name
    std::string x, y;   ///< keys of columns with numbers
    std::string
        group;  ///< key of the column whose texts each get a line; empty if one line holds all rows
    bool isJoined = true;  ///< a line joins the points; false leaves them single
    bool isLogX = false;
};

struct PlanningAnswer {
    std::vector<Sheet> sheets;          ///< the first one answers, the others explain
    std::vector<PlanningChart> charts;  ///< of these sheets
    std::vector<std::string> notes;     ///< sentences below the sheets
    bool isMet = true;                  ///< false: a stated limit cannot be met (exit code 1)
};

struct PlanningQuestion {
    std::string_view name;      ///< of command and Python function: "plan"
    std::string_view title;     ///< of the window's page: "Compare training runs"
    std::string_view about;     ///< one sentence
    std::string_view page;      ///< of the manual
    std::string_view examples;  ///< arguments of a first question as JSON, which the window shows
    const models::ComponentType* spec = nullptr;
    /// Keys of an object that may stand for a text of a list: joined by colons in this order. Empty if none.
    std::span<const std::string_view> listParts = {};
    /// `spec` of that type, in range. A cancelled question returns what it has.
    ResultAll<PlanningAnswer> (*answer)(const void* spec, const PlanningWorld& world) = nullptr;
    bool hasOwnCommand = false;  ///< the command of that name is written by hand, with more options
};

/// Arguments of a file: an object with the attributes of the question, or an array of the texts of its first list.
/// PLN-001: the file is neither. ASK-002: a key that the question does not have, with its line. Errors of reading the file.
Result<SpecArguments> planningFile(const PlanningQuestion& question,
                                   const std::filesystem::path& file);

/// Errors of specOfArguments() and of the question.
ResultAll<PlanningAnswer> answerPlanning(const PlanningQuestion& question,
                                         const SpecArguments& arguments,
                                         const PlanningWorld& world);

}  // namespace headroom::engine
