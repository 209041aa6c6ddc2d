// SPDX-License-Identifier: Apache-2.0
#include "engine/api/live_twin.h"

#include "engine/document/companions.h"
#include "engine/plant/plant.h"
#include "engine/watch/run_edits.h"

#include <utility>

namespace headroom::engine {

namespace {

/// Errors about other files than the project's own, without words that may quote what the files hold: who edits over the
/// network must not read the server's files by their faults.
Errors withoutContents(Errors errors, const std::filesystem::path& project) {
    for (Error& error : errors) {
        if (!error.file.empty() && error.file != project.string()) {
            error.message =
                "the file " + std::filesystem::path(error.file).filename().string() +
                " cannot be used" +
                (error.line > 0 ? ", see its line " + std::to_string(error.line) : std::string());
            error.remedy =
                "look up the code in the manual, or run headroom-cli check on the server for the "
                "details";
            error.file = std::filesystem::path(error.file).filename().string();
        }
    }
    return errors;
}

}  // namespace

LiveTwin::LiveTwin(Project project, Catalogue catalogue)
    : catalogue_(std::move(catalogue)),
      project_(std::move(project)),
      text_(std::make_shared<const std::string>(projectText(project_))),
      files_(designFilesOf(project_)),
      air_(catalogue_, [this](const AirRenewal& renewal, std::int64_t revision) {
          renewAir(renewal, revision);
      }) {}

ResultAll<std::unique_ptr<LiveTwin>> LiveTwin::create(Project project, Catalogue catalogue,
                                                      Session::Options options) {
    std::unique_ptr<LiveTwin> twin(new LiveTwin(std::move(project), std::move(catalogue)));
    auto session = Session::create(twin->project_, twin->catalogue_, std::move(options));
    if (!session) {
        return tl::unexpected(session.error());
    }
    twin->setRun(std::shared_ptr<AnyRun>(std::move(*session)));
    twin->name_ = twin->plant()->name;
    twin->air_.follow(twin->project_, twin->revision_);
    return twin;
}

ResultAll<DesignNow> LiveTwin::inTurn(Change change) {
    const std::lock_guard one(editing_);
    return change();
}

DesignNow LiveTwin::design() const {
    const std::lock_guard lock(mutex_);
    return {text_, revision_, history_.undoText(), history_.redoText(), files_};
}

/// Under editing_: the run continues with it, or everything stays as it was.
ResultAll<DesignNow> LiveTwin::runOn(Project project, EditHistory history,
                                     const std::string& words) {
    if (auto done = run()->edits()->edit(project, catalogue_, words, nullptr); !done) {
        return tl::unexpected(done.error());
    }
    const std::lock_guard lock(mutex_);
    project_ = std::move(project);
    history_ = std::move(history);
    text_ = std::make_shared<const std::string>(projectText(project_));
    files_ = designFilesOf(project_);
    ++revision_;
    // Who takes edits back gets the inlets of then: a renewal would end what can be done again.
    if (history_.canRedo()) {
        air_.rest();
    } else {
        air_.follow(project_, revision_);
    }
    return DesignNow{text_, revision_, history_.undoText(), history_.redoText(), files_};
}

/// Under editing_.
ResultAll<DesignNow> LiveTwin::take(const std::vector<Edit>& edits, const std::string& words) {
    Project project = project_;
    EditHistory history = history_;
    history.seal();
    if (auto done = history.applyAll(project, catalogue_, edits, words); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    if (Errors outside = namedOutside(project_, project); !outside.empty()) {
        return tl::unexpected(std::move(outside));
    }
    if (const auto admitted = admit(text_->size()); !admitted) {
        return tl::unexpected(Errors{admitted.error()});
    }
    auto done = runOn(std::move(project), std::move(history), words);
    return done ? std::move(done) : tl::unexpected(withoutContents(done.error(), project_.file));
}

/// Drops a renewal of an earlier design. One that the run does not take leaves the shares outdated, as the run reports.
void LiveTwin::renewAir(const AirRenewal& renewal, std::int64_t revision) {
    const std::lock_guard one(editing_);
    if (revision != revision_) {
        return;
    }
    Project project = project_;
    EditHistory history = history_;
    history.seal();
    if (history.applyAll(project, catalogue_, renewal.edits, renewal.words())) {
        [[maybe_unused]] const auto done =
            runOn(std::move(project), std::move(history), renewal.words());
    }
}

/// Under editing_.
std::optional<ResultAll<DesignNow>> LiveTwin::takeBack(bool isRedo) {
    Project project = project_;
    EditHistory history = history_;
    const std::string words = isRedo ? history.redoText() : history.undoText();
    const bool done =
        isRedo ? history.redo(project, catalogue_) : history.undo(project, catalogue_);
    if (!done) {
        return std::nullopt;
    }
    if (const auto admitted = admit(text_->size()); !admitted) {
        return ResultAll<DesignNow>(tl::unexpected(Errors{admitted.error()}));
    }
    return runOn(std::move(project), std::move(history), (isRedo ? "Redo: " : "Undo: ") + words);
}

}  // namespace headroom::engine
