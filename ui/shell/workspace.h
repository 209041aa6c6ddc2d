// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/sim/frame.h"
#include "engine/sim/layout.h"
#include "ui/shell/selection.h"
#include "ui/simulation/simulation_source.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <filesystem>
#include <memory>
#include <vector>

namespace headroom::ui {

class BlastFocus;
class CauseFocus;
class DrillDesk;

/// What is open: project, catalogue, simulation, selection. Views read it and listen to it.
/// Files are read and projects compiled on a worker thread, so the window never waits.
class Workspace : public QObject {
    Q_OBJECT

  public:
    explicit Workspace(std::filesystem::path catalogueFolder, QObject* parent = nullptr);
    ~Workspace() override;

    bool isOpen() const { return source_ != nullptr; }

    bool isBusy() const { return loading_; }

    const engine::Project& project() const { return project_; }

    const engine::Catalogue* catalogue() const { return catalogue_.get(); }

    /// For workers, which may outlive what is open.
    std::shared_ptr<const engine::Catalogue> sharedCatalogue() const { return catalogue_; }

    SimulationSource* source() const { return source_.get(); }

    const engine::Layout& layout() const;

    std::shared_ptr<const engine::Frame> frame() const { return frame_; }

    SimulationSource::Status status() const;

    Selection& selection() { return selection_; }

    DrillDesk& drills() { return *drills_; }

    /// What would fail with a part.
    BlastFocus& blast() const { return *blast_; }

    /// What led to an event, and what followed.
    CauseFocus& causes() { return *causes_; }

    QString title() const;

    /// Reads and compiles a project file or folder; opened() or failed() follows.
    void open(const std::filesystem::path& path);

    /// The next project that is opened is recorded into this file. Starting again does not record.
    void recordNextInto(std::filesystem::path file) { recording_ = std::move(file); }

    /// The same project from second 0.
    void restart();
    /// Shows a project that is compiled already. Used by open(), and by tests with a fake source.
    void show(engine::Project project, std::unique_ptr<SimulationSource> source);
    void close();
    engine::Result<void> save(const std::filesystem::path& path);

    void play();
    void pause();
    void togglePlay();
    void step();
    /// Simulated seconds per second, 0: as fast as possible.
    void setSpeed(double simulatedPerSecond);

    /// Opens a breaker, fails a part, …: at the start of the next step.
    void operate(const engine::PlantOrder& order);

    /// Submits, kills, preempts, holds or releases a job: at the start of the next step.
    void orderJob(const engine::JobOrder& order);
    /// Frame::watched tells of this job from the next frame on; -1: of none.
    void watchJob(std::int64_t job);

    /// Shares of hot air at the inlets of a hall's racks, in the order of the rows of its
    /// HallAirPlan: from the next step on.
    void setAirFractions(int hall, std::vector<double> fractions);

    double speed() const { return speed_; }

    /// Whether a project plays as soon as it is open.
    void setPlayOnOpen(bool on) { playOnOpen_ = on; }

    /// Name, state and one line about a thing, for tips and the status bar.
    QString nameOf(const Selected& what) const;
    /// What people call the object: its name, or its id where it has none.
    QString nameOfObject(const std::string& id) const;

  signals:
    void busyChanged(const QString& what);
    void opened();
    void closed();
    void saved();
    void failed(const QString& title, const headroom::engine::Errors& errors);
    /// A new frame is there; at most 30 times a second.
    void frameArrived();
    /// After frameArrived(), but at most four times a second: for tables and charts.
    void slowTick();
    void playStateChanged();

  private:
    struct Loaded;
    void load(const std::filesystem::path& path, engine::Project known, bool reload);
    void takeFrame();
    void detach();

    std::filesystem::path catalogueFolder_;
    std::shared_ptr<const engine::Catalogue> catalogue_;
    engine::Project project_;
    std::unique_ptr<SimulationSource> source_;
    std::shared_ptr<const engine::Frame> frame_;
    Selection selection_;
    std::filesystem::path recording_;
    bool loading_ = false;
    bool playOnOpen_ = true;
    bool wasPlaying_ = false;
    double speed_ = 600.0;
    /// Shared with callbacks of the simulation thread, which may outlive a source by one event.
    std::shared_ptr<std::atomic<bool>> framePending_ = std::make_shared<std::atomic<bool>>(false);
    DrillDesk* drills_;
    BlastFocus* blast_;
    CauseFocus* causes_;
    QTimer slow_;
    bool slowDue_ = false;
};

}  // namespace headroom::ui

Q_DECLARE_METATYPE(headroom::engine::Errors)
