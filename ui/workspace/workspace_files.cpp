// SPDX-License-Identifier: Apache-2.0
#include "engine/document/companions.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"
#include "ui/kit/task.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"
#include "ui/workspace/workspace_loaded.h"

#include <algorithm>
#include <utility>

/// Where projects come from and go to: files, copies, new ones, and the catalogue that they name.
namespace headroom::ui {

namespace {

// A room to begin in: two rows of a dozen racks, and space around them.
constexpr const char* kBlankStart = "2026-07-01T00:00:00";  // summer: cooling has most to do
// Climate and grid of one region, as in the wizard.
constexpr const char *kBlankClimate = "leesburg-va", *kBlankGrid = "us-pjm";
constexpr double kBlankWidthM = 24.0, kBlankDepthM = 15.0, kBlankHeightM = 5.0;

}  // namespace

void Workspace::open(const std::filesystem::path& path) {
    if (!isBusy() && mayLeave()) {
        isRecordingFile(path) ? openRecording(path) : load(path, {}, false);
    }
}

void Workspace::revert() {
    if (isOpen() && !project_.file.empty()) {
        load(project_.file, {}, false);
    }
}

void Workspace::openCopy(const std::filesystem::path& copy, const std::filesystem::path& as,
                         const std::filesystem::path& scenes) {
    if (isBusy() || !mayLeave() || !loadCatalogue()) {
        return;
    }
    const QString title = tr("%1 was not opened").arg(QString::fromStdString(copy.string()));
    const auto text = engine::readTextFile(copy);
    if (!text) {
        emit failed(title, {text.error()});
        return;
    }
    auto project = engine::parseProject(*text, copy, *catalogue_);
    if (!project) {
        emit failed(title, project.error());
        return;
    }
    project->file = as;
    copyScenes_ = scenes;
    copyDocument_ = document_ + 1;
    showDesign(std::move(*project), false);
}

void Workspace::restart() {
    if (isFollowing()) {
        emit said(tr("The run begins again where it is served; detach to run its design here"));
    } else if (isOpen()) {
        load(project_.file, project_, true);
    }
}

void Workspace::load(const std::filesystem::path& path, engine::Project known, bool reload) {
    if (isBusy()) {
        return;
    }
    auto loaded = std::make_shared<Loaded>();
    loaded->catalogue = reload ? catalogue_ : shipped_;
    loaded->project = std::move(known);
    loader_->run(
        [loaded, path, reload, folder = catalogueFolder_,
         options = recordInto(std::exchange(recording_, {}))] {
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
    emit busyChanged(reload ? tr("Starting again…")
                            : tr("Opening %1…").arg(QString::fromStdString(path.string())));
}

void Workspace::takeLoaded(Loaded& loaded, const std::filesystem::path& path, bool reload) {
    emit busyChanged({});
    shipped_ = loaded.shipped ? loaded.shipped : shipped_;
    const QString name = QString::fromStdString(path.string());
    if (!loaded.isRead && !reload) {
        emit failed(tr("%1 was not opened").arg(name), loaded.errors);
        return;
    }
    if (reload && project_.objects != loaded.project.objects) {
        restart();  // somebody continued with the design meanwhile: it begins with what is there now
        return;
    }
    catalogue_ = loaded.catalogue;
    live_.reset();
    if (!reload) {
        forgetRuns();
        inputs_.reset();
    }
    const auto isDrawn = [](const engine::Error& e) { return e.code == "SIM-060"; };
    const engine::Errors why = loaded.errors;
    begin(std::move(loaded.project), std::move(loaded.source), reload, why);
    // A design that is not joined up yet is not a fault: the problems panel lists what it lacks.
    if (!std::all_of(why.begin(), why.end(), isDrawn)) {
        emit failed(tr("%1 cannot be simulated").arg(name), why);
    }
}

void Workspace::showNew(engine::Project project) {
    if (mayLeave() && (catalogue_ || loadCatalogue())) {
        project.file.clear();
        showDesign(std::move(project), false);
    }
}

/// Drawn at once; it is simulated as soon as it can be.
void Workspace::showDesign(engine::Project project, bool saved) {
    detach();
    forgetRuns();
    inputs_.reset();
    selection_.clear();
    project_ = std::move(project);
    faults_.clear();
    open_ = true;
    ++document_;
    editor_->forget(saved);
    drawLayout();
    emit designReplaced();
    emit opened();
    emit playStateChanged();
    takeFrame();
    simulateEdited();
}

void Workspace::newBlank() {
    if (!mayLeave() || !loadCatalogue()) {
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
        const auto all = catalogue_->entriesOf(type);
        return catalogue_->find(type, id) != nullptr || all.empty() ? id : all.front()->id;
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
    showDesign(std::move(project), false);
}

bool Workspace::loadCatalogue() {
    if (shipped_) {
        catalogue_ = shipped_;
        return true;
    }
    auto catalogue = engine::Catalogue::load(catalogueFolder_);
    if (!catalogue) {
        emit failed(tr("The catalogue was not read"), catalogue.error());
        return false;
    }
    shipped_ = std::make_shared<engine::Catalogue>(std::move(*catalogue));
    catalogue_ = shipped_;
    return true;
}

bool Workspace::reloadCatalogue() {
    auto all = engine::Catalogue::load(catalogueFolder_,
                                       engine::projectCatalogueFolder(project_.folder()));
    engine::Errors faults = all ? engine::Errors{} : all.error();
    if (all) {
        // The drawn state must still be one project of it.
        const auto read = engine::parseProject(engine::projectText(project_), project_.file, *all);
        faults = read ? engine::Errors{} : read.error();
    }
    if (!faults.empty()) {
        emit failed(tr("The catalogue was not read"), faults);
        return false;
    }
    catalogue_ = std::make_shared<engine::Catalogue>(std::move(*all));
    emit catalogueChanged();
    takeEdit(tr("Catalogue"));
    return true;
}

void Workspace::close() {
    if (!isOpen() || !mayLeave()) {
        return;
    }
    selection_.clear();
    detach();
    forgetRuns();
    inputs_.reset();
    project_ = {};
    drawn_.reset();
    faults_.clear();
    open_ = false;
    ++document_;
    editor_->forget(true);
    emit closed();
    emit playStateChanged();
}

engine::Result<void> Workspace::save(const std::filesystem::path& path) {
    auto result = engine::mayReplace(path, engine::FileKind::Project);
    if (result) {
        result = engine::carryCompanions(project_, path.parent_path());
    }
    if (result) {
        result = engine::saveProject(project_, path);
    }
    if (result) {
        project_.file = path;
        inputs_.reset();
        editor_->markSaved();
        emit saved();
    }
    return result;
}

}  // namespace headroom::ui
