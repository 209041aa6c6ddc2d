// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// An open project with its catalogue, history and revision. The window, a served run and the Python module edit their
/// project by this class. A copy is a trial: it is edited, and replaces the original once the run accepts it. One thread
/// at a time.
class Document {
  public:
    Document() = default;
    /// The history is empty, and the project counts as saved.
    Document(Project project, std::shared_ptr<const Catalogue> catalogue);

    const Project& project() const { return project_; }

    /// Null until a catalogue is read.
    const std::shared_ptr<const Catalogue>& catalogue() const { return catalogue_; }

    const EditHistory& history() const { return history_; }

    /// 0 at first, one more with each change of the project.
    std::int64_t revision() const { return revision_; }

    /// All edits as one step of the history, or none of them (EditHistory::applyAll). Needs a catalogue.
    Result<void> apply(const std::vector<Edit>& edits, const std::string& words,
                       const std::string& mergeKey = {});
    /// The error that apply() would return.
    Result<void> check(const std::vector<Edit>& edits) const;

    /// Returns the words of the step. Without a value if there is none; the project is unchanged then.
    std::optional<std::string> undo();
    std::optional<std::string> redo();

    /// The next edit begins a step of its own.
    void seal() { history_.seal(); }

    /// This state of the project is on disk. The history keeps its steps.
    void markSaved() { history_.markClean(); }

    /// The same, in that file.
    void markSaved(std::filesystem::path file);

    /// Another state of the project. The history stays; forgetSteps() clears it.
    void replace(Project project, std::shared_ptr<const Catalogue> catalogue);

    /// Other parts can be named. The project must be one of this catalogue too.
    void setCatalogue(std::shared_ptr<const Catalogue> catalogue) {
        catalogue_ = std::move(catalogue);
    }

    /// `saved`: this state of the project is on disk.
    void forgetSteps(bool saved);

  private:
    Project project_;
    std::shared_ptr<const Catalogue> catalogue_;
    EditHistory history_;
    std::int64_t revision_ = 0;
};

}  // namespace headroom::engine
