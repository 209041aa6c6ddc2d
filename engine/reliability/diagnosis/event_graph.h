// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/story.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Causes and consequences of the events of a run, exact: each event names the one that led to it.
namespace headroom::engine {

/// Events that follow from the same one and are alike (kind and area), as one: "37 x Trip, first
/// R01-03". Children of all of them are its children.
struct Consequence {
    std::vector<std::int64_t> events;  ///< ids, ascending; one or more
    std::int32_t parent = -1;          ///< index in the list, -1: the first event itself
    std::int32_t depth = 0;            ///< steps from the first event
    EventKind kind = EventKind::Note;
    EventArea area = EventArea::Other;
    double fromS = 0.0, toS = 0.0;
    Words text;  ///< of one event: its subject and text; of several: how many, which first
};

struct FoldOptions {
    std::size_t foldFrom = 3;      ///< that many alike become one
    std::size_t mostNodes = 2000;  ///< of a tree; what is beyond is counted in CauseTree::left
};

/// Pre-order: a parent is before its children, children by time.
struct CauseTree {
    std::vector<Consequence> nodes;
    std::size_t left = 0;  ///< events that did not fit
};

/// Reads a Story as it grows; an event is looked at once. Ids that are not there (cut recordings)
/// and causes that are not before their effect are ends of chains.
class EventGraph {
  public:
    /// Takes in what is new in the story; begins again if it is another run's.
    void follow(std::shared_ptr<const Story> story);

    const Story& story() const { return *story_; }

    std::size_t size() const { return ids_.size(); }

    /// Null where there is none of that id.
    const Event* find(std::int64_t id) const { return story_->find(id); }

    /// From the event back to the first one, it among them: chain.front().id == id. Empty for ids
    /// that are not there.
    std::vector<const Event*> chain(std::int64_t id) const;

    /// The first event of its chain; -1 for ids that are not there.
    std::int64_t root(std::int64_t id) const;

    /// True where the chain ends at a cause that is not in the story.
    bool isCut(std::int64_t id) const;

    /// Direct consequences, by id.
    std::vector<std::int64_t> effects(std::int64_t id) const;

    /// How many follow from it, directly or not.
    std::size_t consequences(std::int64_t id) const;

    /// All consequences, folded; nodes[0] is the event.
    CauseTree tree(std::int64_t id, const FoldOptions& options = {}) const;

    /// Events without a cause that have consequences, most of them first.
    std::vector<std::int64_t> roots(std::size_t most) const;

  private:
    std::int32_t indexOf(std::int64_t id) const;  ///< -1 if not there

    std::shared_ptr<const Story> story_ = std::make_shared<Story>();
    std::size_t blocksRead_ = 0;
    std::vector<std::int64_t> ids_;
    std::vector<std::int32_t> cause_;        ///< index, -1: none or not there
    std::vector<std::uint8_t> cut_;          ///< names a cause that is not there
    std::vector<std::int32_t> firstEffect_;  ///< lists through nextEffect_, newest first
    std::vector<std::int32_t> nextEffect_;
};

/// Where a drawing puts a tree: a lane for each area that occurs, columns by depth; or, on a
/// timeline, by time.
struct CauseLayout {
    struct Lane {
        EventArea area = EventArea::Other;
        int firstRow = 0, rows = 1;
    };

    struct Place {
        int column = 0;  ///< depth
        int row = 0;     ///< no two nodes share column and row
        int lane = 0;
    };

    std::vector<Lane> lanes;    ///< top to bottom, in the order of EventArea
    std::vector<Place> places;  ///< by node of the tree
    std::vector<int> timeRows;  ///< by node: row of a timeline; nodes of a row are `gapS` apart
    int columns = 0, rows = 0, timeRowCount = 0;
    double fromS = 0.0, toS = 0.0;
};

/// gapS: least time between two nodes in one row of the timeline.
CauseLayout layoutOf(const CauseTree& tree, double gapS);

}  // namespace headroom::engine
