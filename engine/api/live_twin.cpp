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
    : document_(std::move(project), std::make_shared<const Catalogue>(std::move(catalogue))),
      text_(std::make_shared<const std::string>(projectText(document_.project()))),
      files_(designFilesOf(document_.project())),
      air_(*document_.catalogue(), [this](const AirRenewal& renewal, std::int64_t revision) {
          renewAir(renewal, revision);
      }) {}

ResultAll<std::unique_ptr<LiveTwin>> LiveTwin::create(Project project, Catalogue catalogue,
                                                      Session::Options options) {
    std::unique_ptr<LiveTwin> twin(new LiveTwin(std::move(project), std::move(catalogue)));
    const Document& document = twin->document_;
    auto session = Session::create(document.project(), *document.catalogue(), std::move(options));
    if (!session) {
        return tl::unexpected(session.error());
    }
    twin->setRun(std::shared_ptr<AnyRun>(std::move(*session)));
    twin->name_ = twin->plant()->name;
    twin->air_.follow(document.project(), document.revision());
    return twin;
}

ResultAll<DesignNow> LiveTwin::inTurn(Change change) {
    const std::lock_guard one(editing_);
    return change();
}

/// Under mutex_.
DesignNow LiveTwin::designNow() const {
    const EditHistory& history = document_.history();
    return {text_, document_.revision(), history.undoText(), history.redoText(), files_};
}

DesignNow LiveTwin::design() const {
    const std::lock_guard lock(mutex_);
    return designNow();
}

/// Under editing_: the run continues with it, or nothing changes.
ResultAll<DesignNow> LiveTwin::runOn(Document edited, const std::string& words) {
    if (auto done = run()->edits()->edit(edited.project(), *edited.catalogue(), words, nullptr);
        !done) {
        return tl::unexpected(done.error());
    }
    const std::lock_guard lock(mutex_);
    document_ = std::move(edited);
    text_ = std::make_shared<const std::string>(projectText(document_.project()));
    files_ = designFilesOf(document_.project());
    // Who takes edits back gets the inlets of then: a renewal would end what can be done again.
    if (document_.history().canRedo()) {
        air_.rest();
    } else {
        air_.follow(document_.project(), document_.revision());
    }
    return designNow();
}

/// Under editing_.
ResultAll<DesignNow> LiveTwin::take(const std::vector<Edit>& edits, const std::string& words) {
    Document edited = document_;
    edited.seal();
    if (auto done = edited.apply(edits, words); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    if (Errors outside = namedOutside(document_.project(), edited.project()); !outside.empty()) {
        return tl::unexpected(std::move(outside));
    }
    if (const auto admitted = admit(text_->size()); !admitted) {
        return tl::unexpected(Errors{admitted.error()});
    }
    auto done = runOn(std::move(edited), words);
    return done ? std::move(done)
                : tl::unexpected(withoutContents(done.error(), document_.project().file));
}

/// Drops a renewal of an earlier design. One that the run does not take leaves the shares outdated, as the run reports.
void LiveTwin::renewAir(const AirRenewal& renewal, std::int64_t revision) {
    const std::lock_guard one(editing_);
    if (revision != document_.revision()) {
        return;
    }
    Document edited = document_;
    edited.seal();
    if (edited.apply(renewal.edits, renewal.words())) {
        [[maybe_unused]] const auto done = runOn(std::move(edited), renewal.words());
    }
}

/// Under editing_.
std::optional<ResultAll<DesignNow>> LiveTwin::takeBack(bool isRedo) {
    Document edited = document_;
    const auto words = isRedo ? edited.redo() : edited.undo();
    if (!words) {
        return std::nullopt;
    }
    if (const auto admitted = admit(text_->size()); !admitted) {
        return ResultAll<DesignNow>(tl::unexpected(Errors{admitted.error()}));
    }
    return runOn(std::move(edited), (isRedo ? "Redo: " : "Undo: ") + *words);
}

}  // namespace headroom::engine
