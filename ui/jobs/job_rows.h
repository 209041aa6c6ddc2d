// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/jobs/job_timeline.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace headroom::ui {

/// Where the spans of a timeline are below each other: a row for each job in the order of
/// submission, or packed so that height is accelerators. Grows with the timeline.
class JobRows {
  public:
    enum class Mode { Jobs, Accelerators };
    enum class Grouping { None, Tenant, Kind };

    struct Group {
        std::string name;
        double size = 0.0;  ///< rows: jobs, or the most accelerators held at once
    };

    /// In rows of its group. A job that holds accelerators which are not neighbours has several.
    struct Bar {
        int item = 0;
        int group = 0;
        double top = 0.0;
        double height = 1.0;
    };

    void choose(Mode mode, Grouping grouping);

    Mode mode() const { return mode_; }

    Grouping grouping() const { return grouping_; }

    /// Takes what is new in the timeline.
    void take(const JobTimeline& timeline);

    const std::vector<Group>& groups() const { return groups_; }

    const std::vector<Bar>& bars() const { return bars_; }

    int groupOfCard(int card) const { return groupOfCard_[static_cast<std::size_t>(card)]; }

    /// Mode Jobs: its row in its group.
    int rowOfCard(int card) const { return rowOfCard_[static_cast<std::size_t>(card)]; }

    /// Mode Jobs: the card in that row; -1 if none.
    int cardAt(int group, int row) const;

    double size() const;  ///< rows of all groups

  private:
    /// Accelerators of a group that nobody holds: first → count, below the most ever used.
    struct Pool {
        std::map<int, int> free;
        int used = 0;
    };

    struct Piece {
        int first = 0, count = 0;
    };

    void reset();
    int groupOf(const engine::JobCard& card);
    void addCards(const JobTimeline& timeline);
    void addPacked(const JobTimeline& timeline);
    std::vector<Piece> hold(Pool& pool, int count);
    static void release(Pool& pool, const std::vector<Piece>& pieces);

    Mode mode_ = Mode::Jobs;
    Grouping grouping_ = Grouping::None;
    int generation_ = -1;
    std::size_t items_ = 0, changes_ = 0, cards_ = 0;
    std::vector<Group> groups_;
    std::map<std::string, int> groupByName_;
    std::vector<int> groupOfCard_, rowOfCard_;
    std::vector<std::vector<int>> cardsOfGroup_;
    std::vector<Bar> bars_;
    std::vector<Pool> pools_;
    std::unordered_map<int, std::vector<Piece>> held_;  ///< by item
};

}  // namespace headroom::ui
