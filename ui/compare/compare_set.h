// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compare/compare.h"
#include "engine/files/temporary_folder.h"
#include "engine/replay/recorded_frames.h"
#include "ui/kit/task.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QColor>
#include <QObject>
#include <QStringList>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::ui {

/// One of what is compared.
struct Compared {
    std::filesystem::path path;
    engine::Candidate candidate;
    std::shared_ptr<engine::RecordedFrames> frames;  ///< null means a design
    std::vector<int> same;  ///< by rack of the baseline's floor: the rack here; -1 if none
    QColor colour;
    std::weak_ptr<engine::AnyRun> run;  ///< of this window; empty means a file
};

/// Result of a worker about the compared ones.
struct ComparedWork {
    std::vector<Compared> all;
    std::optional<engine::Comparison> comparison;
    engine::Errors errors;  ///< empty if it worked
    QString which;          ///< subject of the errors
};

/// Recordings and projects that are compared, and what comes of it. Read on a worker; while one reads,
/// what was there stays.
class CompareSet : public QObject {
    Q_OBJECT

  public:
    CompareSet(Workspace* workspace, std::filesystem::path shipped, QObject* parent);
    ~CompareSet() override;

    const std::vector<Compared>& all() const { return all_; }

    std::size_t baseline() const { return baseline_; }

    /// None while there are fewer than two.
    const std::optional<engine::Comparison>& comparison() const { return comparison_; }

    bool isBusy() const;

    /// At most four in all; changed() or failed() follows.
    void add(const QStringList& paths);
    /// The runs of this window, shown and waiting, each as a recording up to its newest step. A run that is compared already
    /// takes its former place.
    void addRuns(const std::vector<WindowRuns::OpenRun>& runs);
    /// Simulates `hours` of each design that is not a recording yet, and compares the runs in its place.
    void runDesigns(double hours);
    void clear();
    /// Whether exactly these are compared, in this order.
    bool has(const std::vector<std::filesystem::path>& paths) const;
    /// Compares these, in this order, in place of what is compared; nothing is read again that is there already.
    void replace(const std::vector<std::filesystem::path>& paths, std::size_t baseline);
    /// Copies recordings that end with the comparison into `folder`, which is created; returns the files of all. Errors of
    /// copyRecording() and of the folder.
    engine::Result<std::vector<std::filesystem::path>> keep(const std::filesystem::path& folder);
    void remove(std::size_t index);
    void setBaseline(std::size_t index);
    /// Works out what a year of each costs and emits; changed() follows.
    void addMoney();

    /// The instant that floors and charts show, seconds after the start.
    double timeS() const { return timeS_; }

    /// Goes there, and with it the run that is open where it is a recording.
    void setTime(double timeS);

    /// Values of rack quantity `key` by rack, at timeS(); empty if not known.
    std::vector<float> field(std::size_t index, const std::string& key) const;

    /// Longest of the runs.
    double lastS() const;

  signals:
    void changed();
    void timeChanged();
    void busyChanged(const QString& what);
    void failed(const QString& title, const headroom::engine::Errors& errors);

  private:
    void compareAgain();
    void start(const QString& busy, const QString& title,
               const std::function<void(ComparedWork&, const Task::Link&)>& work);
    bool hasRoom(std::size_t more);
    std::filesystem::path scratchFile(const QString& name);

    Workspace* workspace_;
    std::filesystem::path shipped_;
    Task* task_;
    engine::TemporaryFolder
        scratch_;  ///< recordings that are there for the comparison alone; made with the first one
    int scratchFiles_ = 0;
    std::vector<Compared> all_;
    std::size_t baseline_ = 0;
    std::optional<engine::Comparison> comparison_;
    double timeS_ = 0.0;
};

}  // namespace headroom::ui
