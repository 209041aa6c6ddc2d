// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

namespace headroom::ui {

struct LoadedProject;
class Workspace;

/// Where projects come from and go to: files, copies, new ones, and the catalogue of the parts that they name. Files are
/// read and projects compiled on a worker thread, so the window never waits.
class ProjectFiles : public QObject {
    Q_OBJECT

  public:
    explicit ProjectFiles(Workspace* workspace);

    /// Reads and compiles a project file or folder, or opens a recording; Workspace::opened() or failed() follows.
    void open(const std::filesystem::path& path);

    /// The next project that is opened is recorded into this file. Starting again does not record.
    void recordNextInto(std::filesystem::path file) { recording_ = std::move(file); }

    /// A file that open() takes for a recording.
    static bool isRecordingFile(const std::filesystem::path& path);

    /// The file of what is open, a recording or a project. Empty if it has none yet, as a branch that nobody saved.
    std::filesystem::path file() const;

    /// The same project from second 0; it plays if it played.
    void restart();

    /// The parts that ship, read the first time that somebody asks. A workspace without a catalogue takes these. Null if they
    /// cannot be read: Workspace::failed() says why.
    std::shared_ptr<const engine::Catalogue> shipped();
    /// Reads the catalogue again after the project's own parts changed on disk, and looks at the design anew.
    /// False: Workspace::failed() says why, and the catalogue is unchanged.
    bool reloadCatalogue();

    /// Shows a project of shipped parts that is on no disk yet, as the wizard or an importer makes one; it is
    /// simulated as soon as it can be.
    void showNew(engine::Project project);
    /// Shows what a copy of a project says, unsaved; `as`: the file that it will be saved to, whose
    /// folder relative paths refer to. Empty if none yet. `scenes`: the storyboard that it begins with, if that file exists.
    void openCopy(const std::filesystem::path& copy, const std::filesystem::path& as,
                  const std::filesystem::path& scenes = {});

    /// The storyboard that the open copy begins with. Empty if no copy is open.
    std::filesystem::path scenesOfCopy() const;

    /// Scenes of a project that no file has yet go there, where a crash leaves them. They are in memory alone if `file` is empty.
    void keepNewScenesIn(std::filesystem::path file) { newScenes_ = std::move(file); }

    const std::filesystem::path& newScenes() const { return newScenes_; }

    /// Asked before an open project is left by open(), openCopy(), showNew(), newBlank(), close() or
    /// ServedRun::attachTo(); where it says false, nothing happens.
    void setGuard(std::function<bool()> mayLeave) { mayLeave_ = std::move(mayLeave); }

    /// The answer of the guard.
    bool mayLeave() const { return !mayLeave_ || mayLeave_(); }

    /// An empty site with one empty hall.
    void newBlank();
    void close();
    /// Content of the file, without asking; history begins anew.
    void revert();
    engine::Result<void> save(const std::filesystem::path& path);

  signals:
    void saved();

  private:
    void showUnsaved(engine::Project project, std::shared_ptr<const engine::Catalogue> catalogue);
    void load(const std::filesystem::path& path, engine::Project known, bool reload);
    void takeLoaded(LoadedProject& loaded, const std::filesystem::path& path, bool reload);

    Workspace* workspace_;
    std::shared_ptr<const engine::Catalogue> shipped_;  ///< without parts of the project's own
    std::function<bool()> mayLeave_;
    std::filesystem::path recording_;
    int copyDocument_ = -1;
    std::filesystem::path copyScenes_, newScenes_;
};

}  // namespace headroom::ui
