// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/core/attribute.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace headroom::engine {

/// Gives one attribute a value; monostate takes the statement away.
struct SetAttribute {
    std::string objectId;
    std::string key;
    models::Value value;
    bool operator==(const SetAttribute&) const = default;
};

/// Adds an object at a place among those of its type; beyond the last it becomes the last.
struct AddObject {
    Object object;
    std::size_t index = std::numeric_limits<std::size_t>::max();
    bool operator==(const AddObject&) const = default;
};

struct RemoveObject {
    std::string objectId;
    bool operator==(const RemoveObject&) const = default;
};

/// One change of a project. A project that was read without fault stays one under every edit that
/// is accepted.
using Edit = std::variant<SetAttribute, AddObject, RemoveObject>;

/// Carries out an edit and returns its inverse. Where a check fails (EDT codes: range, kind,
/// reference, id, object in use) the project is untouched.
Result<Edit> apply(Project& project, const Catalogue& catalogue, const Edit& edit);

/// Carries out all of them, in order, but what names an object that a later one adds after that; a
/// pasted table needs no order of its own. Returns the inverses in the order in which to apply them.
/// Where one is refused the project is untouched, and the error is that of the first refused.
Result<std::vector<Edit>> applyAll(Project& project, const Catalogue& catalogue,
                                   const std::vector<Edit>& edits);

/// Edits that turn one project into the other, in an order in which applyAll() takes it. An object is identified by id and type.
std::vector<Edit> editsBetween(const Project& from, const Project& to, const Catalogue& catalogue);

/// An edit in words, as a menu says after "Undo": "Set Width of hall-a".
std::string describe(const Edit& edit, const Project& project);
/// The same of several of one gesture: the first, "and 3 more changes".
std::string wordsOf(const std::vector<Edit>& edits, const Project& project);

/// Undo and redo of a project, across any number of savings. One thread at a
/// time.
///
/// Holds at most about kMostBytes of values. Beyond that the oldest steps are forgotten, except the last one: clients of a
/// served run may edit without end.
class EditHistory {
  public:
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

    /// Applies an edit and remembers it; what was undone before is forgotten. Successive settings
    /// of the same attribute are one step (a slider that is dragged), unless seal() or markClean()
    /// came between.
    Result<void> apply(Project& project, const Catalogue& catalogue, const Edit& edit);

    /// All edits of one gesture as one step, called `words`, or none of them. Nothing to do is not a step. Successive
    /// gestures of the same `merge` key (not empty) that set the same attributes are
    /// one step: a drag that is followed live.
    Result<void> applyAll(Project& project, const Catalogue& catalogue,
                          const std::vector<Edit>& edits, const std::string& words,
                          const std::string& mergeKey = {});

    /// The next edit begins a step of its own.
    void seal() { isSealed_ = true; }

    bool canUndo() const { return position_ > 0; }

    bool canRedo() const { return position_ < steps_.size(); }

    /// Words for the step that undo or redo would take; empty where there is none.
    std::string undoText() const;
    std::string redoText() const;

    /// Takes back, or repeats, one step. Nothing happens, and false returns, where there is none.
    /// The project must be as the history left it.
    bool undo(Project& project, const Catalogue& catalogue);
    bool redo(Project& project, const Catalogue& catalogue);

    /// The present project is the saved one.
    void markClean();

    bool isClean() const { return clean_ == position_; }

    /// The present project is not on disk: a new one, or one from a copy.
    void markDirty() { clean_.reset(); }

    /// Forgets everything; the present project is the saved one.
    void clear();

  private:
    struct Step {
        std::vector<Edit> forward, backward;  ///< each in the order in which to apply it
        std::string words;
        std::string mergeKey;
        std::size_t bytes = 0;  ///< about
    };

    bool merge(const std::vector<Edit>& edits, const std::string& mergeKey);
    bool take(Project& project, const Catalogue& catalogue, const std::vector<Edit>& edits);
    void forgetOldest();

    std::vector<Step> steps_;
    std::size_t position_ = 0;  // steps before it are done, those after it undone
    std::optional<std::size_t> clean_ = 0;
    bool isSealed_ = false;
};

}  // namespace headroom::engine
