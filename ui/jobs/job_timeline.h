// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/job_history.h"
#include "engine/run/frame/story.h"

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

namespace headroom::ui {

/// All that jobs went through, read from frames as it grows: a frame costs what is new in it. Spans
/// stay in the blocks that frames share; here are pointers into them.
class JobTimeline {
  public:
    static constexpr double kToFrame = std::numeric_limits<double>::quiet_NaN();

    /// A stretch of a job in one state. Its place in items() never changes.
    struct Item {
        const engine::JobSpan* span = nullptr;
        int card = -1;  ///< into cards()
        bool open = false;
    };

    /// Something that began or ended; see changes().
    struct Change {
        double timeS = 0.0;
        int item = 0;
        bool ends = false;
    };

    /// From timeS on, until the next of them.
    struct Level {
        double timeS = 0.0;
        int queued = 0;         ///< jobs
        std::int64_t held = 0;  ///< accelerators of jobs that start or run
    };

    void clear();

    /// False: nothing is new. A history that does not continue the last one starts again. `toldS`:
    /// how far the history reaches, where a frame of a recording is earlier; else NaN.
    bool take(const engine::Frame& frame, double toldS = kToFrame);

    /// Only what happened, which frames forget; take() does it too.
    void keepEvents(const engine::Frame& frame);

    const std::vector<Item>& items() const { return items_; }

    const std::vector<const engine::JobCard*>& cards() const { return cards_; }

    /// By job; -1 means unknown.
    int cardOf(std::int64_t job) const;

    const engine::JobCard& card(const Item& item) const {
        return *cards_[static_cast<std::size_t>(item.card)];
    }

    /// In the order of time; of the same instant, ends first. Grows at its end.
    const std::vector<Change>& changes() const { return changes_; }

    const std::vector<Level>& levels() const { return levels_; }

    /// Raised when items are numbered anew: what was derived from them is void.
    int generation() const { return generation_; }

    double nowS() const { return nowS_; }

    /// Everything before it is complete; open spans continue there.
    double endS() const { return endS_; }

    /// Jobs that a long run left out; they ended before sinceS().
    std::int64_t left() const { return history_ ? history_->left : 0; }

    /// From then on everything is known, levels too.
    double sinceS() const { return history_ ? history_->sinceS : 0.0; }

    /// Null if it is not kept any more.
    const engine::Event* event(std::int64_t id) const;

    /// The scheduler or a person ended it, not a fault.
    bool isPreemption(const engine::JobSpan& span) const;

    static bool holds(const engine::JobSpan& span) {
        return span.state == engine::JobState::Starting || span.state == engine::JobState::Running;
    }

  private:
    void addCards();
    void addEnded(const engine::JobSpan& span, std::vector<Change>& batch);
    void addOpen(const engine::JobSpan& span, std::vector<Change>& batch);
    void endVanished(std::vector<Change>& batch);
    void addChanges(std::vector<Change> batch);

    std::shared_ptr<const engine::JobHistory> history_;
    std::size_t cardBlocks_ = 0, spanBlocks_ = 0;
    std::vector<std::shared_ptr<const std::vector<engine::JobSpan>>> keptSpans_;
    std::vector<std::shared_ptr<const std::vector<engine::JobCard>>> keptCards_;
    std::vector<const engine::JobCard*> cards_;
    std::unordered_map<std::int64_t, int> cardOfJob_;

    /// By job. Its span is ours, for a frame's own does not outlive the frame.
    struct Open {
        int item = -1;
        engine::JobSpan* span = nullptr;
    };

    std::unordered_map<std::int64_t, Open> open_;
    std::deque<engine::JobSpan> openSpans_;
    std::vector<engine::JobSpan*> freeSpans_;
    std::vector<Item> items_;
    std::vector<Change> changes_;
    std::vector<Level> levels_;
    std::vector<engine::Event> events_;  ///< by id
    int generation_ = 0;
    double nowS_ = 0.0, endS_ = 0.0;
    std::shared_ptr<const engine::Story> story_;
};

}  // namespace headroom::ui
