// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run_series.h"
#include "engine/run/frame/frame.h"
#include "engine/store/run_notes.h"

#include <QObject>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {
struct Story;
}

namespace headroom::ui {

class Workspace;

/// An event that charts mark: a failure, a trip, a limit, and what ended them.
struct EventMark {
    double timeS = 0.0;
    std::int64_t id = -1;
    engine::EventKind kind = engine::EventKind::Note;
};

/// Series of the run for charts: of every step, up to the instant of the frame that everything else in the window shows,
/// and its events; of a recording, all of it.
class ChartData : public QObject {
    Q_OBJECT

  public:
    /// As `most`: every row that there is.
    static constexpr std::size_t kAllRows = 1000000;

    ChartData(Workspace* workspace, QObject* parent);

    /// Nothing was simulated yet.
    bool isEmpty() const;

    /// The first and the last instant that can be shown; NaN where there is none.
    double firstS() const;
    double lastS() const;

    /// The instant that the rest of the window shows: before lastS() where a recording is looked at.
    double nowS() const;

    /// Rows of some channels within [fromS, toS], about `most` of them at most.
    engine::SeriesCut read(const std::vector<std::string>& channels, double fromS, double toS,
                           std::size_t most) const;

    /// Value of a channel in the frame that is shown, or of its last step; NaN where there is none.
    double now(const std::string& channel) const;

    /// Every channel that the run has.
    std::vector<std::string> channels() const;

    /// Oldest first.
    const std::vector<EventMark>& marks() const { return marks_; }

    /// Notes of people about the run, by time. They stay in its recording.
    const std::vector<engine::RunNote>& notes() const { return notes_; }

    /// Whether the run has a recording that takes notes: a run of another program has none here.
    bool takesNotes() const { return !recording().empty(); }

    /// Writes a note in place of any other at that instant; an empty text removes it.
    engine::Result<void> setNote(const engine::RunNote& note);

    /// Null where the story does not have it any more.
    const engine::Event* eventOf(std::int64_t id) const;

    /// The newest event within the charted indicators that is not after that time: what moved them;
    /// -1 if none.
    std::int64_t moverAt(double timeS) const;

    Workspace& workspace() const { return *workspace_; }

  signals:
    /// The run is another one.
    void begun();
    /// The frame is another one.
    void grew();

  private:
    void follow();
    void readMarks();
    void readNotes();
    std::filesystem::path recording() const;

    Workspace* workspace_;
    std::shared_ptr<const engine::RunSeries> series_;
    std::shared_ptr<const engine::Story> story_;
    std::size_t blocksRead_ = 0;
    std::shared_ptr<const std::vector<engine::Event>> lastBlock_;  ///< of these
    std::vector<EventMark> marks_;
    std::vector<EventMark> movers_;
    std::vector<engine::RunNote> notes_;
    double lastS_;
};

}  // namespace headroom::ui
