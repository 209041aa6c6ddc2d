// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/floor/layout.h"
#include "engine/live/session.h"
#include "engine/run/frame/frame.h"
#include "engine/watch/any_run.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_edits.h"
#include "engine/watch/run_keep.h"
#include "engine/watch/run_link.h"
#include "engine/watch/run_orders.h"
#include "engine/watch/run_past.h"
#include "ui/workspace/selection.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace headroom::engine {
class Player;
class Replay;
struct AttachWish;
struct BranchWish;
}  // namespace headroom::engine

namespace headroom::ui {

class AlarmDesk;
class BlastFocus;
class CauseFocus;
class DesignWatch;
class DrillDesk;
class Editor;
class FloorFocus;
class Task;
class TwinDesk;

/// Open objects: project, catalogue, simulation, selection. Views read it and listen to it.
/// Files are read and projects compiled on a worker thread, so the window never waits.
class Workspace : public QObject {
    Q_OBJECT

  public:
    explicit Workspace(std::filesystem::path catalogueFolder, QObject* parent = nullptr);
    ~Workspace() override;

    /// A project is shown. It need not be one that can run: source() and frame() may be null, and
    /// are where the design is not complete (simulationFaults() says why).
    bool isOpen() const { return open_; }

    /// A project is being read.
    bool isBusy() const;

    /// Another number is another project or recording. Under the same number, opened() announces the same one at another instant, in
    /// another branch or from its beginning: work of a person for it is kept.
    int document() const { return document_; }

    const engine::Project& project() const { return project_; }

    const engine::Catalogue* catalogue() const { return catalogue_.get(); }

    /// For workers, which may outlive what is open.
    std::shared_ptr<const engine::Catalogue> sharedCatalogue() const { return catalogue_; }

    /// Where the parts that ship are described.
    const std::filesystem::path& catalogueFolder() const { return catalogueFolder_; }

    /// The run that is shown, or null. Its parts say what can be done with it.
    engine::AnyRun* source() const { return source_.get(); }

    /// Where everything is in the project as it is now; valid until layoutChanged().
    const engine::Layout& layout() const;

    /// Why the project as it is cannot be simulated; empty where it can, or where nobody knows yet.
    const engine::Errors& simulationFaults() const { return faults_; }

    std::shared_ptr<const engine::Frame> frame() const { return frame_; }

    /// `moving` also while a frame waits to be shown.
    engine::RunStatus status() const;

    Selection& selection() { return selection_; }

    /// Every change of the project goes through it.
    Editor& editor() { return *editor_; }

    /// Totals of the design, and its faults.
    DesignWatch& design() { return *design_; }

    DrillDesk& drills() { return *drills_; }

    /// Alarms, and the people who acknowledged them.
    AlarmDesk& alarms() const { return *alarms_; }

    /// Loss with a part.
    BlastFocus& blast() const { return *blast_; }

    /// Colours of racks in place of a quantity of the run.
    FloorFocus& floor() const { return *floor_; }

    /// Causes of an event, and its consequences.
    CauseFocus& causes() { return *causes_; }

    /// The building's telemetry next to the models.
    TwinDesk& twin() const { return *twin_; }

    QString title() const;
    /// The name that a project states, or that of its file or folder.
    static QString titleOf(const engine::Project& project);

    /// Reads and compiles a project file or folder, or opens a recording; opened() or failed() follows.
    void open(const std::filesystem::path& path);

    /// The next project that is opened is recorded into this file. Starting again does not record.
    void recordNextInto(std::filesystem::path file) { recording_ = std::move(file); }

    /// A file that open() takes for a recording.
    static bool isRecordingFile(const std::filesystem::path& path);

    /// The past of the run that is shown, where all of its instants are written: of a recording, or of the live run that is
    /// rewound. Null if it continues. Its story, history and series are those of all of it, at every instant of frame().
    engine::RunPast* past() const;

    /// The file of what is open, a recording or a project. Empty if it has none yet, as a branch that nobody saved.
    std::filesystem::path file() const;

    /// The last known instant: the end of the recording, or frame(). NaN if there is none.
    double toldS() const;

    /// The project came out of a recording, and is in no file of its own yet.
    bool isOfRecording() const { return inputs_ != nullptr && !isRewound(); }

    /// A live run is looked at as it was before; it waits meanwhile.
    bool isRewound() const { return live_ != nullptr && !isWatching(); }

    /// Shows a run that takes no orders from here in place of the window's own, which waits meanwhile; backToLive() returns
    /// to it. The project stays, and is that of both. `name`: of that run, as "The living twin".
    void watch(std::shared_ptr<engine::AnyRun> run, const QString& name);

    /// Opens the run that another Headroom serves, in place of what is open; opened() or failed() follows.
    void attachTo(const engine::AttachWish& wish);
    /// Ends the wait for a server that does not answer.
    void giveUpAttaching();
    /// The connection to that run. Null if none is shown. It stays when the server is away, or after detachServed(), with what
    /// was seen last.
    engine::RunLink* link() const;
    /// It has not been detached: its clock is the server's.
    bool isFollowing() const;
    /// Why its design may not be changed from here; empty if it may.
    QString servedLock() const;
    /// Follows it no more; what was seen stays.
    void detachServed();

    /// See watch().
    bool isWatching() const { return source_ != nullptr && watched_.lock() == source_; }

    /// The name that watch() was given.
    const QString& watchedName() const { return watchedName_; }

    /// The run that this window simulates, also while another or its past is shown. Null if there is none.
    std::shared_ptr<engine::AnyRun> ownRun() const;

    /// There is something to go back to.
    bool canRewind() const;

    /// seek() can show another instant.
    bool canSeek() const { return canRewind(); }

    /// Another instant of a recording; of a live run, as it was then, from its own recording.
    void seek(double timeS);

    /// To the newest instant of the live run that was rewound, or waits while another is watched.
    void backToLive();

    /// Goes on from an instant of what past() shows, as a live run that is paused. It is recorded
    /// into `file`, which the tree of branches names then; empty if it is not kept. A run that was
    /// rewound is put aside (others()). failed() says why not.
    void branch(const engine::BranchWish& wish, const std::filesystem::path& file);

    /// A live run of this window, with the design that it runs.
    struct Run {
        QString name;        ///< of a branch; empty means the one that was opened
        QString colour;      ///< "#rrggbb", of a branch
        double leftS = 0.0;  ///< a branch leaves another at that time
        bool isModified = false;
        engine::Project project;
        std::shared_ptr<engine::AnyRun> source;
        std::shared_ptr<const engine::Catalogue> catalogue;
        std::shared_ptr<const engine::Replay> inputs;
    };

    /// Runs that wait while another one of this window is shown: branches, and what they left.
    const std::vector<Run>& others() const { return others_; }

    /// Shown run: name, colour and the place where it left another; empty if it is not a branch.
    const Run& shownRun() const { return shown_; }

    /// Shows one of others(), paused; the one before waits then.
    void showOther(int run);

    /// The live run of this window, which may be rewound just now; null if none.
    std::shared_ptr<const engine::AnyRun> liveRun() const { return live_ ? live_ : source_; }

    /// Ends those that wait.
    void endOthers();

    /// A run that this window simulates, shown or waiting.
    struct OpenRun {
        QString name;  ///< of the branch, or the title of the project
        std::shared_ptr<engine::AnyRun> run;
    };

    /// The shown one first. Empty while only a recording or a served run is shown.
    std::vector<OpenRun> openRuns() const;

    /// The run that is shown can be saved: a live run with a step, or a recording.
    bool canSaveRun() const;

    /// Writes the shown run up to its newest step into `file`, which is replaced; the run continues. said() or failed() follows.
    void saveRun(const std::filesystem::path& file);

    /// Live runs that nobody records are recorded here while they are open, so that one can go back;
    /// empty if not. Removes there what windows left that were killed.
    void keepRunsIn(const std::filesystem::path& folder);

    /// Says that a recording, or a run elsewhere, takes no orders, where one is shown.
    bool refusesOrders();

    /// The same project from second 0; it plays if it played.
    void restart();
    /// Shows a project that is compiled already. Used by open(), and by tests with a fake source.
    void show(engine::Project project, std::unique_ptr<engine::AnyRun> source);
    /// Reads the catalogue where that has not been done; failed() says why it cannot be.
    bool loadCatalogue();
    /// Reads it again after the project's own parts changed on disk, and looks at the design anew.
    /// False: failed() says why, and the catalogue is as it was.
    bool reloadCatalogue();
    /// Shows a project that is on no disk yet, as the wizard or an importer makes one; it is
    /// simulated as soon as it can be.
    void showNew(engine::Project project);
    /// Shows what a copy of a project says, unsaved; `as`: the file that it will be saved to, whose
    /// folder relative paths refer to. Empty if none yet. `scenes`: the storyboard that it begins with, if that file exists.
    void openCopy(const std::filesystem::path& copy, const std::filesystem::path& as,
                  const std::filesystem::path& scenes = {});

    /// The storyboard that the open copy begins with. Empty if no copy is open.
    std::filesystem::path scenesOfCopy() const {
        return document_ == copyDocument_ ? copyScenes_ : std::filesystem::path();
    }

    /// Scenes of a project that no file has yet go there, where a crash leaves them. They are in memory alone if `file` is empty.
    void keepNewScenesIn(std::filesystem::path file) { newScenes_ = std::move(file); }

    const std::filesystem::path& newScenes() const { return newScenes_; }

    /// Asked before an open project is left by open(), openCopy(), showNew(), newBlank() or
    /// close(); where it says false, nothing happens.
    void setGuard(std::function<bool()> mayLeave) { mayLeave_ = std::move(mayLeave); }

    /// An empty site with one empty hall.
    void newBlank();
    void close();
    /// Content of the file, without asking; history begins anew.
    void revert();
    engine::Result<void> save(const std::filesystem::path& path);

    void play();
    void pause();
    void togglePlay();
    /// Also back, where the run can go back.
    void step(int steps = 1);
    /// Plays the live run until the first step at or after `timeS`; a run that was rewound returns to its newest instant first.
    void playUntil(double timeS);
    /// Simulated seconds per second, 0: as fast as possible.
    void setSpeed(double simulatedPerSecond);

    /// Opens a breaker, fails a part, …: at the start of the next step.
    void operate(const engine::PlantOrder& order);

    /// Submits, kills, preempts, holds or releases a job: at the start of the next step.
    void orderJob(const engine::JobOrder& order);
    /// Frame::watched tells of this job from the next frame on; -1 means of none.
    void watchJob(std::int64_t job);

    /// Shares of hot air at the inlets of a hall's racks, in the order of the rows of its
    /// HallAirPlan: from the next step on.
    void setAirFractions(int hall, std::vector<double> fractions);

    double speed() const { return speed_; }

    /// Whether a project plays as soon as it is open.
    void setPlayOnOpen(bool on) { playOnOpen_ = on; }

    /// Name, state and one line about a thing, for tips and the status bar.
    QString nameOf(const Selected& what) const;
    /// Name of the object, or its id where it has none.
    QString nameOfObject(const std::string& id) const;

  signals:
    void busyChanged(const QString& what);
    void opened();
    /// Another design is shown: that of another project, or of another branch. Before opened(), which also follows where the same design
    /// is shown at another instant: what was computed of it, or made for it by a person, is still of it then.
    void designReplaced();
    void closed();
    void saved();
    /// An edit, undo or redo changed the project; layout() is that of the new one. The selection
    /// holds what still exists. For whom the document matters: trees, tables, checks.
    void projectChanged();
    /// layout() is another one: after projectChanged(), and when networks were laid out anew. For
    /// whom places matter: plan, 3-D.
    void layoutChanged();
    /// The simulation is now that of the edited project, or has ended because it cannot run
    /// (simulationFaults()).
    void simulationChanged();
    /// Other parts can be named; before projectChanged().
    void catalogueChanged();
    void failed(const QString& title, const headroom::engine::Errors& errors);
    /// frame() is another one, or there is none any more. All that the window shows is of this
    /// frame until the next one: views of places and figures take it now,
    void frameArrived();
    /// and right after these, tables and charts take the same one. While it plays this happens
    /// only as often as the window can draw it with a fifth of its time, ten times a second at
    /// most: so menus open at once, and the simulation has the machine.
    void slowTick();
    void playStateChanged();
    /// A served run is reached, lost or left; see link().
    void servedChanged();
    /// A sentence for the status bar.
    void said(const QString& what);

  private:
    friend class Editor;
    struct Loaded;

    bool mayLeave() const { return !mayLeave_ || mayLeave_(); }

    void showDesign(engine::Project project, bool saved);
    void takeEdit(const QString& words);
    void takeDesign();
    void drawLayout();
    void keepSelection(const engine::Layout& before);
    void simulateEdited();
    bool fits(const engine::Frame& frame);
    void attach(std::shared_ptr<engine::AnyRun> source);
    void listenToServed();
    void begin(engine::Project project, std::shared_ptr<engine::AnyRun> source, bool goesOn,
               const engine::Errors& faults);
    void putAside();
    void seekSoon(int tries);
    void forgetRuns();
    std::vector<Selected> keptSelection(const std::vector<Selected>& before) const;
    void openRecording(const std::filesystem::path& path);
    void takeRecording(std::shared_ptr<engine::Player> recording);
    engine::Session::Options recordInto(const std::filesystem::path& file);
    void load(const std::filesystem::path& path, engine::Project known, bool reload);
    void takeLoaded(Loaded& loaded, const std::filesystem::path& path, bool reload);
    void frameIsReady();
    void takeFrame();
    void detach();
    void followState();
    bool mayOperate();
    engine::RunDrive* drive();
    engine::RunOrders* orders();
    void followServed();
    void takeServedDesign();
    void takeServedEdit();

    Task* loader_;    ///< reads projects
    Task* compiler_;  ///< compiles what was edited
    std::filesystem::path catalogueFolder_;
    std::shared_ptr<const engine::Catalogue> catalogue_;  ///< with the parts of the project's own
    std::shared_ptr<const engine::Catalogue> shipped_;
    engine::Project project_;
    std::shared_ptr<engine::AnyRun> source_;  ///< shared with a worker that edits it
    std::weak_ptr<const engine::AnyRun> watched_;
    QString watchedName_;
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::Layout> ran_;    ///< of the design of the newest frame
    std::shared_ptr<const engine::Layout> drawn_;  ///< null means that of the source
    engine::Errors faults_;
    bool open_ = false;
    int document_ = 0;
    int copyDocument_ = -1;
    std::filesystem::path copyScenes_, newScenes_;
    bool simulationDue_ = false;  ///< an edit waits for the look at its design
    bool editedMeanwhile_ = false;
    std::shared_ptr<const engine::RunSeries> servedSeries_;  ///< another one: another run is served
    bool resumes_ = false;  ///< it played until an edit that cannot run
    QString editWords_;
    std::shared_ptr<const engine::Layout> fitted_, fittedTo_;
    bool fits_ = true;  ///< what the last two were found to be
    Selection selection_;
    std::filesystem::path recording_;
    std::filesystem::path runs_;            ///< keepRunsIn()
    int run_ = 0;                           ///< number of the next file there
    std::shared_ptr<engine::AnyRun> live_;  ///< while an earlier instant of it is shown
    std::vector<Run> others_;
    Run shown_;             ///< name, colour and time alone
    double rewindS_ = 0.0;  ///< the instant that is wanted once it can be shown
    std::shared_ptr<const engine::Replay> inputs_;  ///< files of a project out of a recording
    bool playOnOpen_ = true;
    double speed_ = 600.0;
    /// Shared with callbacks of the simulation thread, which may outlive a source by one event.
    std::shared_ptr<std::atomic<bool>> framePending_ = std::make_shared<std::atomic<bool>>(false);
    Editor* editor_;
    DesignWatch* design_;
    DrillDesk* drills_;
    BlastFocus* blast_;
    FloorFocus* floor_;
    CauseFocus* causes_;
    AlarmDesk* alarms_;
    QTimer beat_;           ///< until the next frame may be shown
    bool isFresh_ = false;  ///< a frame waits for it
    QTimer state_;          ///< looks at what the run is doing, while it does something
    std::function<bool()> mayLeave_;
    TwinDesk* twin_;
};

}  // namespace headroom::ui

Q_DECLARE_METATYPE(headroom::engine::Errors)
