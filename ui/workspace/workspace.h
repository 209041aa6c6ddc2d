// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/document.h"
#include "engine/document/project.h"
#include "engine/floor/layout.h"
#include "engine/run/frame/frame.h"
#include "engine/watch/any_run.h"
#include "ui/workspace/selection.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::ui {

class AlarmDesk;
class BlastFocus;
class CauseFocus;
class DesignWatch;
class DrillDesk;
class EditedDesign;
class Editor;
class FloorFocus;
class FrameBeat;
class Loader;
class ProjectFiles;
class RunControl;
class ServedRun;
class TwinDesk;
class WindowRuns;

/// Where the subjects of the window meet: the open project, the run that is shown, the frame of all views, the selection.
/// Views read these and listen to their changes. Each subject that acts on them is a member with an interface of its own,
/// which callers use: files(), editor(), runs(), control(), servedRun() and the desks.
class Workspace : public QObject {
    Q_OBJECT

  public:
    explicit Workspace(std::filesystem::path catalogueFolder, QObject* parent = nullptr);
    ~Workspace() override;

    /// A project is shown. It need not be one that can run: source() and frame() may be null, and
    /// are where the design is not complete (EditedDesign::faults() says why).
    bool isOpen() const { return open_; }

    /// Another number is another project or recording. Under the same number, opened() announces the same one at another instant, in
    /// another branch or from its beginning: work of a person for it is kept.
    int documentNumber() const { return number_; }

    const engine::Project& project() const { return document_.project(); }

    const engine::Catalogue* catalogue() const { return document_.catalogue().get(); }

    /// For workers, which may outlive what is open. With the parts of the project's own.
    std::shared_ptr<const engine::Catalogue> sharedCatalogue() const {
        return document_.catalogue();
    }

    /// Where the parts that ship are described.
    const std::filesystem::path& catalogueFolder() const { return catalogueFolder_; }

    /// The run that is shown, or null. Its parts say what can be done with it.
    engine::AnyRun* source() const { return source_.get(); }

    /// For workers, as one that edits it.
    const std::shared_ptr<engine::AnyRun>& sharedSource() const { return source_; }

    /// Where everything is in the present project; valid until layoutChanged().
    const engine::Layout& layout() const;

    std::shared_ptr<const engine::Frame> frame() const { return frame_; }

    /// `moving` also while a frame waits to be shown.
    engine::RunStatus status() const;

    Selection& selection() { return selection_; }

    QString title() const;
    /// The name that a project states, or that of its file or folder.
    static QString titleOf(const engine::Project& project);

    /// Name, state and one line about a thing, for tips and the status bar.
    QString nameOf(const Selected& what) const;
    /// Name of the object, or its id where it has none.
    QString nameOfObject(const std::string& id) const;

    /// Opens, saves and closes projects.
    ProjectFiles& files() const { return *files_; }

    /// Work on a file, a recording or a connection.
    Loader& loader() const { return *loader_; }

    /// Every change of the project goes through it.
    Editor& editor() const { return *editor_; }

    /// Consequences of an edit, those drawn and simulated.
    EditedDesign& edited() const { return *edited_; }

    /// Totals of the design, and its faults.
    DesignWatch& design() const { return *design_; }

    /// Recordings, the past, branches.
    WindowRuns& runs() const { return *runs_; }

    /// Moves the shown run in time, and brings it orders.
    RunControl& control() const { return *control_; }

    /// The run that another Headroom serves.
    ServedRun& servedRun() const { return *served_; }

    DrillDesk& drills() const { return *drills_; }

    /// Alarms, and the people who acknowledged them.
    AlarmDesk& alarms() const { return *alarms_; }

    /// Loss with a part.
    BlastFocus& blast() const { return *blast_; }

    /// Colours of racks in place of a quantity of the run.
    FloorFocus& floor() const { return *floor_; }

    /// Causes of an event, and its consequences.
    CauseFocus& causes() const { return *causes_; }

    /// The building's telemetry next to the models.
    TwinDesk& twin() const { return *twin_; }

    /// A project that is shown in place of what is open, with its run.
    struct Opening {
        engine::Project project;
        std::shared_ptr<const engine::Catalogue> catalogue;  ///< null means the one before
        std::shared_ptr<engine::AnyRun> run;                 ///< null if it cannot run, or not yet
        /// The open document at another instant, in another branch or from its beginning: selection, steps of undo and
        /// playing stay.
        bool continues = false;
        /// The steps of undo are forgotten. True: this state of the project is on disk.
        std::optional<bool> isSaved;
        engine::Errors faults;  ///< why it cannot run
    };

    void show(Opening opening);
    /// Shows a project that is compiled already.
    void show(engine::Project project, std::unique_ptr<engine::AnyRun> source);
    /// Nothing is open any more.
    void clear();

    // For the members that act on what is shown.
    /// The same project continues with another run.
    void attach(std::shared_ptr<engine::AnyRun> source);
    /// Shows the newest frame.
    void takeFrame();

    /// The present project has no frame.
    void dropFrame() { frame_.reset(); }

    void setCatalogue(std::shared_ptr<const engine::Catalogue> catalogue) {
        document_.setCatalogue(std::move(catalogue));
    }

  signals:
    void opened();
    /// Another design is shown: that of another project, or of another branch. Before opened(), which also follows where the same design
    /// is shown at another instant: what was computed of it, or made for it by a person, is still of it then.
    void designReplaced();
    void closed();
    /// An edit, undo or redo changed the project; layout() is that of the new one. The selection
    /// holds what still exists. For whom the document matters: trees, tables, checks.
    void projectChanged();
    /// layout() is another one: after projectChanged(), and when networks were laid out anew. For
    /// whom places matter: plan, 3-D.
    void layoutChanged();
    /// The simulation is now that of the edited project, or has ended because it cannot run
    /// (EditedDesign::faults()).
    void simulationChanged();
    /// Other parts can be named; before projectChanged().
    void catalogueChanged();
    void failed(const QString& title, const headroom::engine::Errors& errors);
    /// frame() is another one, or there is none any more. All that the window shows is of this
    /// frame until the next one: views of places and figures take it now,
    void frameArrived();
    /// and right after these, tables and charts take the same one. FrameBeat says how often.
    void slowTick();
    void playStateChanged();
    /// A sentence for the status bar.
    void said(const QString& what);

  private:
    void detach();
    std::vector<Selected> keptSelection(const std::vector<Selected>& before) const;

    std::filesystem::path catalogueFolder_;
    engine::Document document_;
    bool open_ = false;
    int number_ = 0;
    std::shared_ptr<engine::AnyRun> source_;
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::Layout> ran_;  ///< of the design of the newest frame
    Selection selection_;
    FrameBeat* beat_;
    Loader* loader_;
    ProjectFiles* files_;
    EditedDesign* edited_;
    WindowRuns* runs_;
    ServedRun* served_;
    RunControl* control_;
    Editor* editor_;
    DesignWatch* design_;
    DrillDesk* drills_;
    BlastFocus* blast_;
    FloorFocus* floor_;
    CauseFocus* causes_;
    AlarmDesk* alarms_;
    TwinDesk* twin_;
};

}  // namespace headroom::ui

Q_DECLARE_METATYPE(headroom::engine::Errors)
