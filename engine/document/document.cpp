// SPDX-License-Identifier: Apache-2.0
#include "engine/document/document.h"

#include <utility>

namespace headroom::engine {

Document::Document(Project project, std::shared_ptr<const Catalogue> catalogue)
    : project_(std::move(project)), catalogue_(std::move(catalogue)) {}

Result<void> Document::apply(const std::vector<Edit>& edits, const std::string& words,
                             const std::string& mergeKey) {
    auto done = history_.applyAll(project_, *catalogue_, edits, words, mergeKey);
    if (done && !edits.empty()) {
        ++revision_;
    }
    return done;
}

Result<void> Document::check(const std::vector<Edit>& edits) const {
    Project trial = project_;
    if (auto done = applyAll(trial, *catalogue_, edits); !done) {
        return tl::unexpected(done.error());
    }
    return {};
}

std::optional<std::string> Document::undo() {
    std::string words = history_.undoText();
    if (!history_.undo(project_, *catalogue_)) {
        return std::nullopt;
    }
    ++revision_;
    return words;
}

std::optional<std::string> Document::redo() {
    std::string words = history_.redoText();
    if (!history_.redo(project_, *catalogue_)) {
        return std::nullopt;
    }
    ++revision_;
    return words;
}

void Document::markSaved(std::filesystem::path file) {
    project_.file = std::move(file);
    history_.markClean();
}

void Document::replace(Project project, std::shared_ptr<const Catalogue> catalogue) {
    project_ = std::move(project);
    catalogue_ = std::move(catalogue);
    ++revision_;
}

void Document::forgetSteps(bool saved) {
    history_.clear();
    if (!saved) {
        history_.markDirty();
    }
}

}  // namespace headroom::engine
