// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/project_files.h"

#include "engine/document/companions.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"
#include "engine/live/session.h"
#include "engine/storyboard/storyboard.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loaded_project.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

namespace headroom::ui {

namespace {

// A room to begin in: two rows of a dozen racks, and space around them.
constexpr const char* kBlankStart = "2026-07-01T00:00:00";  // summer: cooling has most to do
// Climate and grid of one region, as in the wizard.
constexpr const char *kBlankClimate = "leesburg-va", *kBlankGrid = "us-pjm";
constexpr double kBlankWidthM = 24.0, kBlankDepthM = 15.0, kBlankHeightM = 5.0;

}  // namespace

ProjectFiles::ProjectFiles(Workspace* workspace) : QObject(workspace), workspace_(workspace) {}

bool ProjectFiles::isRecordingFile(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {
        return path.extension() == ".db";
    }
    constexpr std::string_view kSqlite = "SQLite format 3";
    std::array<char, kSqlite.size()> begin{};
    std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
    return path.extension() == ".db" || std::string_view(begin.data(), begin.size()) == kSqlite;
}

std::filesystem::path ProjectFiles::file() const {
    const WindowRuns& runs = workspace_->runs();
    if (runs.past() != nullptr && !runs.isRewound()) {
        return runs.past()->file();
    }
    return runs.isOfRecording() ? std::filesystem::path() : workspace_->project().file;
}

void ProjectFiles::open(const std::filesystem::path& chosen) {
    // Scenes are in the folder of their project with the same ending. Their file stands for that project.
    const std::filesystem::path path = engine::subjectOfStoryboard(chosen);
    if (!workspace_->loader().isBusy() && mayLeave()) {
        isRecordingFile(path) ? workspace_->runs().openRecording(path) : load(path, {}, false);
    }
}

void ProjectFiles::revert() {
    if (workspace_->isOpen() && !workspace_->project().file.empty()) {
        load(workspace_->project().file, {}, false);
    }
}

void ProjectFiles::openCopy(const std::filesystem::path& copy, const std::filesystem::path& as,
                            const std::filesystem::path& scenes) {
    if (workspace_->loader().isBusy() || !mayLeave()) {
        return;
    }
    const auto catalogue = shipped();
    if (catalogue == nullptr) {
        return;
    }
    const QString title = tr("%1 was not opened").arg(QString::fromStdString(copy.string()));
    const auto text = engine::readTextFile(copy);
    if (!text) {
        emit workspace_->failed(title, {text.error()});
        return;
    }
    auto project = engine::parseProject(*text, copy, *catalogue);
    if (!project) {
        emit workspace_->failed(title, project.error());
        return;
    }
    project->file = as;
    copyScenes_ = scenes;
    copyDocument_ = workspace_->documentNumber() + 1;
    showUnsaved(std::move(*project), catalogue);
}

std::filesystem::path ProjectFiles::scenesOfCopy() const {
    return workspace_->documentNumber() == copyDocument_ ? copyScenes_ : std::filesystem::path();
}

void ProjectFiles::restart() {
    if (workspace_->servedRun().isFollowing()) {
        emit workspace_->said(
            tr("The run begins again where it is served; detach to run its design here"));
    } else if (workspace_->isOpen()) {
        load(workspace_->project().file, workspace_->project(), true);
    }
}

void ProjectFiles::load(const std::filesystem::path& path, engine::Project known, bool reload) {
    if (workspace_->loader().isBusy()) {
        return;
    }
    auto loaded = std::make_shared<LoadedProject>();
    loaded->catalogue = reload ? workspace_->sharedCatalogue() : shipped_;
    loaded->project = std::move(known);
    workspace_->loader().run(
        reload ? tr("Starting again…")
               : tr("Opening %1…").arg(QString::fromStdString(path.string())),
        [loaded, path, reload, folder = workspace_->catalogueFolder(),
         options = workspace_->runs().recordInto(std::exchange(recording_, {}))] {
            if (!reload && !loaded->read(path, folder)) {
                return;
            }
            loaded->isRead = true;
            auto source = engine::Session::create(loaded->project, *loaded->catalogue, options);
            if (!source) {
                loaded->errors = source.error();
                return;
            }
            loaded->source = std::move(*source);
        },
        [this, loaded, path, reload] { takeLoaded(*loaded, path, reload); });
}

void ProjectFiles::takeLoaded(LoadedProject& loaded, const std::filesystem::path& path,
                              bool reload) {
    shipped_ = loaded.shipped ? loaded.shipped : shipped_;
    const QString name = QString::fromStdString(path.string());
    if (!loaded.isRead && !reload) {
        emit workspace_->failed(tr("%1 was not opened").arg(name), loaded.errors);
        return;
    }
    if (reload && workspace_->project().objects != loaded.project.objects) {
        restart();  // somebody continued with the design meanwhile: it begins with what is there now
        return;
    }
    if (reload) {
        workspace_->runs().forgetRewound();
    } else {
        workspace_->runs().forget();
    }
    const auto isDrawn = [](const engine::Error& e) { return e.code == "SIM-060"; };
    const engine::Errors why = loaded.errors;
    workspace_->show({.project = std::move(loaded.project),
                      .catalogue = loaded.catalogue,
                      .run = std::move(loaded.source),
                      .continues = reload,
                      .faults = why});
    // A design that is not joined up yet is not a fault: the problems panel lists what it lacks.
    if (!std::all_of(why.begin(), why.end(), isDrawn)) {
        emit workspace_->failed(tr("%1 cannot be simulated").arg(name), why);
    }
}

void ProjectFiles::showNew(engine::Project project) {
    if (!mayLeave()) {
        return;
    }
    if (const auto catalogue = shipped()) {
        project.file.clear();
        showUnsaved(std::move(project), catalogue);
    }
}

/// Drawn at once; it is simulated as soon as it can be.
void ProjectFiles::showUnsaved(engine::Project project,
                               std::shared_ptr<const engine::Catalogue> catalogue) {
    workspace_->runs().forget();
    workspace_->show(
        {.project = std::move(project), .catalogue = std::move(catalogue), .isSaved = false});
    workspace_->edited().simulate();
}

void ProjectFiles::newBlank() {
    const auto catalogue = mayLeave() ? shipped() : nullptr;
    if (catalogue == nullptr) {
        return;
    }
    engine::Project project;
    const auto add = [&](engine::Object object) { project.objects.push_back(std::move(object)); };
    engine::Object info = Editor::make("project", {});
    Editor::set(info, "name", tr("New facility").toStdString());
    Editor::set(info, "start", std::string(kBlankStart));
    Editor::set(info, "seed", std::int64_t{1});
    add(std::move(info));
    const auto usual = [&](std::string_view type, const std::string& id) {
        const auto all = catalogue->entriesOf(type);
        return catalogue->find(type, id) != nullptr || all.empty() ? id : all.front()->id;
    };
    engine::Object site = Editor::make("site", {});
    Editor::set(site, "climate", usual("climate", kBlankClimate));
    Editor::set(site, "grid", usual("grid", kBlankGrid));
    add(std::move(site));
    engine::Object hall = Editor::make("hall", "hall-1");
    Editor::set(hall, "name", tr("Hall 1").toStdString());
    Editor::set(hall, "width_m", kBlankWidthM);
    Editor::set(hall, "depth_m", kBlankDepthM);
    Editor::set(hall, "height_m", kBlankHeightM);
    add(std::move(hall));
    showUnsaved(std::move(project), catalogue);
}

std::shared_ptr<const engine::Catalogue> ProjectFiles::shipped() {
    if (!shipped_) {
        auto catalogue = engine::Catalogue::load(workspace_->catalogueFolder());
        if (!catalogue) {
            emit workspace_->failed(tr("The catalogue was not read"), catalogue.error());
            return nullptr;
        }
        shipped_ = std::make_shared<engine::Catalogue>(std::move(*catalogue));
    }
    if (workspace_->catalogue() == nullptr) {
        workspace_->setCatalogue(shipped_);
    }
    return shipped_;
}

bool ProjectFiles::reloadCatalogue() {
    const engine::Project& project = workspace_->project();
    auto all = engine::Catalogue::load(workspace_->catalogueFolder(),
                                       engine::projectCatalogueFolder(project.folder()));
    engine::Errors faults = all ? engine::Errors{} : all.error();
    if (all) {
        // The drawn state must still be one project of it.
        const auto read = engine::parseProject(engine::projectText(project), project.file, *all);
        faults = read ? engine::Errors{} : read.error();
    }
    if (!faults.empty()) {
        emit workspace_->failed(tr("The catalogue was not read"), faults);
        return false;
    }
    workspace_->setCatalogue(std::make_shared<engine::Catalogue>(std::move(*all)));
    emit workspace_->catalogueChanged();
    workspace_->edited().take(tr("Catalogue"));
    return true;
}

void ProjectFiles::close() {
    if (workspace_->isOpen() && mayLeave()) {
        workspace_->clear();
    }
}

engine::Result<void> ProjectFiles::save(const std::filesystem::path& path) {
    const engine::Project& project = workspace_->project();
    auto result = engine::mayReplace(path, engine::FileKind::Project);
    if (result) {
        result = engine::carryCompanions(project, path.parent_path());
    }
    if (result) {
        result = engine::saveProject(project, path);
    }
    if (result) {
        workspace_->runs().forgetInputs();
        workspace_->editor().markSaved(path);
        emit saved();
    }
    return result;
}

}  // namespace headroom::ui
