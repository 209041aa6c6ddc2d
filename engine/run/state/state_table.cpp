// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/state_table.h"

#include "engine/plant/index.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

// Raw bytes are only comparable where no padding hides between members.
static_assert(sizeof(Job) == 8 + 28 * 4 + 52 * 8 + sizeof(models::ChipPhases));
static_assert(sizeof(QueuedEvent) == 40);
static_assert(sizeof(PoolState) == 16);
static_assert(sizeof(ScheduledJob) == 13 * 8 + 18 * 4);
static_assert(sizeof(WaitingClass) == 6 * 4);
static_assert(sizeof(TenantState) == 16);
static_assert(sizeof(JobTree::Node) == 5 * 8 + 4 * 4);
static_assert(sizeof(FabricFaultState) == 6 * 4 + 6 * 8);
static_assert(sizeof(TierCounters) == 6 * 8);
static_assert(sizeof(PastJobs) == 6 * 8 + 14 * sizeof(ExactSum) + kJobTimes * 8);
static_assert(sizeof(PastTimes) == 2 * 4 + 3 * 8);

StateTable makeTable() {
    StateTable t;
    t.event(RunEvent::Couple, Space::List);
    declareClock(t);
    declareFloor(t);
    declareHazards(t);
    declareFabric(t);
    declarePower(t);
    declareCoolant(t);
    declareRemote(t);
    declareFaults(t);
    declareCorruption(t);
    declareCauses(t);
    declareJobs(t);
    declareServices(t);
    declareTotals(t);
    declareOutputs(t);
    return t;
}

/// Entries that an index of the space may name.
std::int64_t valuesIn(Space space, const Plant& plant, const State& state) {
    return static_cast<std::int64_t>(space == Space::Job ? state.jobs.size()
                                                         : countOf(space, plant));
}

}  // namespace

const StateTable& stateTable() {
    static const StateTable table = makeTable();
    return table;
}

State stateAtRest(const Plant& plant) {
    State state;
    stateTable().begin(plant, state);
    return state;
}

void StateColumn::begin(const Plant& plant, State& state) const {
    if (space_ != Space::List) {
        assign(state, sparse_ ? 0 : countOf(space_, plant) * stride_);
    }
}

void StateColumn::carry(const State& old, State& now, const SpaceMaps& maps) const {
    if (byHand_) {
        return;
    }
    const IndexMap* places = maps.of(space_);
    if (places == nullptr) {
        copy(old, now);
    } else if (sparse_ && size(old) == 0) {
        assign(now, 0);
    } else {
        if (sparse_) {
            assign(now, places->toOld.size() * stride_);
        }
        copyEntries(old, now, *places);
    }
    if (const IndexMap* values = maps.of(values_)) {
        mapValues(now, *values);
    }
}

std::string StateColumn::misfit(const Plant& plant, const State& state) const {
    const std::size_t has = size(state), wants = countOf(space_, plant) * stride_;
    if (space_ != Space::List && has != wants && !(sparse_ && has == 0)) {
        return stride_ == 1 ? fmt::format("its column '{}' has {} entries, this plant has {} {}",
                                          name_, has, wants, nameOf(space_))
                            : fmt::format(
                                  "its column '{}' has {} entries, this plant wants {} for "
                                  "each of {} {}",
                                  name_, has, stride_, wants / stride_, nameOf(space_));
    }
    if (values_ != Space::List && !valuesBelow(state, valuesIn(values_, plant, state))) {
        return fmt::format("its column '{}' names more {} than there are ({})", name_,
                           nameOf(values_), valuesIn(values_, plant, state));
    }
    return {};
}

void StateTable::begin(const Plant& plant, State& state) const {
    for (const auto& column : columns_) {
        column->begin(plant, state);
    }
}

void StateTable::carry(const DesignEdit& edit, const State& old, State& now,
                       const SpaceMaps& maps) const {
    for (const auto& column : columns_) {
        column->carry(old, now, maps);
    }
    for (const Rule rule : rules_) {
        rule(edit, old, now);
    }
}

const QueuedKind* StateTable::find(const QueuedEvent& event) const {
    const auto found = std::find_if(events_.begin(), events_.end(), [&](const QueuedKind& kind) {
        return kind.owner == event.owner && kind.kind == event.kind;
    });
    return found == events_.end() ? nullptr : &*found;
}

bool StateTable::carryEvent(QueuedEvent& event, const DesignEdit& edit,
                            const SpaceMaps& maps) const {
    const QueuedKind* kind = find(event);
    if (kind->carry != nullptr) {
        return kind->carry(event, edit);
    }
    if (const IndexMap* map = maps.of(kind->a)) {
        event.a = map->now(event.a);
        return event.a >= 0;
    }
    return true;
}

bool StateTable::beginsEvent(QueuedEvent& event, const DesignEdit& edit,
                             const SpaceMaps& maps) const {
    const QueuedKind* kind = find(event);
    if (kind->a == Space::Drill) {
        return maps.of(Space::Drill)->toOld[at(event.a)] < 0 && event.timeS >= edit.timeS;
    }
    return kind->begins != nullptr && kind->begins(event, edit);
}

std::string StateTable::misfit(const Plant& plant, const State& state) const {
    for (const auto& column : columns_) {
        if (std::string why = column->misfit(plant, state); !why.empty()) {
            return why;
        }
    }
    for (const QueuedEvent& event : state.queue) {
        const QueuedKind* kind = find(event);
        if (kind == nullptr || (kind->a != Space::List &&
                                (event.a < 0 || event.a >= valuesIn(kind->a, plant, state)))) {
            return fmt::format("an event of its queue is for {} {}, which this plant has not",
                               kind == nullptr ? "a part" : nameOf(kind->a), event.a);
        }
    }
    for (const auto& [name, holds] : checks_) {
        if (!holds(plant, state)) {
            return fmt::format("its {} name parts that this plant has not", name);
        }
    }
    return {};
}

}  // namespace headroom::engine
