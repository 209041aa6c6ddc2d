// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/design_edit.h"
#include "engine/run/state/event.h"
#include "engine/run/state/space.h"
#include "engine/run/state/state.h"
#include "engine/run/state/state_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace headroom::engine {

/// One member of the State: what it is counted by, what it is at rest, and what follows from that.
class StateColumn {
  public:
    StateColumn(std::string name, Space space) : name_(std::move(name)), space_(space) {}

    StateColumn(const StateColumn&) = delete;
    StateColumn& operator=(const StateColumn&) = delete;
    virtual ~StateColumn() = default;

    // Declared next to space and value at rest.

    /// So many values for each entry of the space.
    StateColumn& by(std::size_t stride) { return stride_ = stride, *this; }

    /// Empty while all of it is at rest.
    StateColumn& sparse() { return sparse_ = true, *this; }

    /// Written for viewers only, and read by no later step: a snapshot has it, the hash has not.
    StateColumn& shown() { return shown_ = true, *this; }

    /// A rule of the table (edited()) gives the value after an edit. Without a rule, each remaining
    /// entry keeps its value, and a list or a single value does not change.
    StateColumn& byHand() { return byHand_ = true, *this; }

    const std::string& name() const { return name_; }

    Space space() const { return space_; }

    bool isShown() const { return shown_; }

    /// At rest, as at the start of a run.
    void begin(const Plant& plant, State& state) const;
    /// The entries of `old` that are still there.
    void carry(const State& old, State& now, const SpaceMaps& maps) const;
    /// Fault of it in that plant; empty if it fits.
    std::string misfit(const Plant& plant, const State& state) const;

    virtual void put(const State& state, ByteWriter& out) const = 0;
    virtual void put(const State& state, ByteHasher& out) const = 0;
    virtual void take(State& state, ByteReader& in) const = 0;

  protected:
    virtual std::size_t size(const State& state) const = 0;
    virtual void assign(State& state, std::size_t size) const = 0;
    virtual void copy(const State& old, State& now) const = 0;
    virtual void copyEntries(const State& old, State& now, const IndexMap& places) const = 0;
    virtual void mapValues(State& now, const IndexMap& values) const = 0;
    virtual bool valuesBelow(const State& state, std::int64_t count) const = 0;

    std::string name_;
    Space space_;
    Space values_ = Space::List;  ///< List: they are not indices
    std::size_t stride_ = 1;
    bool sparse_ = false, shown_ = false, byHand_ = false;
};

template <class T>
struct EntryOf {
    using Type = T;
};

template <class T>
struct EntryOf<std::vector<T>> {
    using Type = T;
};

template <class T, Space S>
struct EntryOf<Column<T, S>> {
    using Type = T;
};

/// Kind of an entry, by its type; List if it is not an index, or a bare one (StateColumn::of).
template <class T>
inline constexpr Space kNamed = Space::List;

template <Space S>
inline constexpr Space kNamed<Index<S>> = S;

template <class T>
inline constexpr Space kNamed<std::vector<T>> = kNamed<T>;

template <auto... Path>
using MemberAt = std::remove_reference_t<decltype((std::declval<State&>().*....*Path))>;

/// Entries that may be indices.
template <class T>
inline constexpr bool kNames = std::is_same_v<T, std::int32_t> || kNamed<T> != Space::List;

template <class T>
inline constexpr bool kNames<std::vector<T>> = false;

/// A member whose type says by what it is counted.
template <class Member>
concept KnowsSpace = requires {
    Member::kSpace;
};

/// The member at the end of a path of members that begins in the State.
template <auto... Path>
MemberAt<Path...>& memberAt(State& s) {
    return (s.*....*Path);
}

/// A member of this type: compiled once for each type, of which there are far fewer than members.
template <class Member>
class MemberColumn final : public StateColumn {
  public:
    using Entry = typename EntryOf<Member>::Type;
    using Of = Member& (*)(State&);

    MemberColumn(std::string name, Space space, Of member, Entry rest)
        : StateColumn(std::move(name), space), of_(member), rest_(std::move(rest)) {
        values_ = kNamed<Entry>;
    }

    void put(const State& s, ByteWriter& out) const override { putMember(out, of(s)); }

    void put(const State& s, ByteHasher& out) const override { putMember(out, of(s)); }

    void take(State& s, ByteReader& in) const override { in.take(of(s)); }

  private:
    Member& of(State& s) const { return of_(s); }

    const Member& of(const State& s) const { return of_(const_cast<State&>(s)); }

    std::size_t size(const State& s) const override {
        if constexpr (IsVector<Member>::value) {
            return of(s).size();
        } else {
            return 1;
        }
    }

    void assign(State& s, std::size_t size) const override {
        if constexpr (IsVector<Member>::value) {
            of(s).assign(size, rest_);
        } else {
            of(s) = rest_;
        }
    }

    void copy(const State& old, State& now) const override { of(now) = of(old); }

    void copyEntries(const State& old, State& now, const IndexMap& places) const override {
        if constexpr (IsVector<Member>::value) {
            for (std::size_t i = 0; i < places.toOld.size(); ++i) {
                if (places.toOld[i] >= 0) {
                    const auto from = static_cast<std::size_t>(places.toOld[i]) * stride_;
                    std::copy_n(of(old).begin() + static_cast<std::ptrdiff_t>(from), stride_,
                                of(now).begin() + static_cast<std::ptrdiff_t>(i * stride_));
                }
            }
        }
    }

    void mapValues(State& now, const IndexMap& values) const override {
        if constexpr (kNames<Entry> && IsVector<Member>::value) {
            for (Entry& value : of(now)) {
                value = Entry(values.now(value));
            }
        }
    }

    bool valuesBelow(const State& s, std::int64_t count) const override {
        const auto all = [count](const auto& values) {
            return std::all_of(values.begin(), values.end(),
                               [count](std::int32_t value) { return value < count; });
        };
        if constexpr (!IsVector<Member>::value) {
            return true;
        } else if constexpr (kNames<Entry>) {
            return all(of(s));
        } else if constexpr (kNames<typename EntryOf<Entry>::Type>) {
            return std::all_of(of(s).begin(), of(s).end(), all);
        } else {
            return true;
        }
    }

    Of of_;
    Entry rest_;
};

/// A kind of event of the queue: what `a` counts, and what becomes of it after an edit.
struct QueuedKind {
    Owner owner = Owner::Run;
    std::int16_t kind = 0;
    Space a = Space::List;  ///< List: no part of the plant

    /// After an edit, in place of finding `a` again: false where what it is for is gone.
    bool (*carry)(QueuedEvent& event, const DesignEdit& edit) = nullptr;
    /// For a run of the new design at its start: true for new entries.
    bool (*begins)(QueuedEvent& event, const DesignEdit& edit) = nullptr;
};

/// All that a State consists of, in the order of a snapshot: sizes, snapshot, hash, what an edit
/// carries over and what a snapshot may hold follow from it. Each subsystem declares its own part
/// next to its own state (declarePower in power_state.h).
class StateTable {
  public:
    /// A column of the space that its type names: `rest` in each of its entries at the start of a run.
    template <auto... Path>

    requires KnowsSpace<MemberAt<Path...>> StateColumn& column(
        const char* name, typename EntryOf<MemberAt<Path...>>::Type rest = {}) {
        return add<MemberAt<Path...>>(name, MemberAt<Path...>::kSpace, memberAt<Path...>,
                                      std::move(rest));
    }

    /// The same of what no index of one space names: several values for each entry, or a space made of others.
    template <auto... Path>

    requires(!KnowsSpace<MemberAt<Path...>>) StateColumn& column(
        const char* name, Space space, typename EntryOf<MemberAt<Path...>>::Type rest = {}) {
        return add<MemberAt<Path...>>(name, space, memberAt<Path...>, std::move(rest));
    }

    /// A list of its own length, or a single value.
    template <auto... Path>
    StateColumn& value(const char* name) {
        return add<MemberAt<Path...>>(name, Space::List, memberAt<Path...>, {});
    }

    StateColumn& add(std::unique_ptr<StateColumn> column) {
        columns_.push_back(std::move(column));
        return *columns_.back();
    }

    /// Something that must hold of a State in its plant, beyond sizes and indices of columns.
    /// False: the State is of another plant. `name` says of what.
    using Check = bool (*)(const Plant& plant, const State& state);

    void check(std::string name, Check holds) { checks_.emplace_back(std::move(name), holds); }

    /// Values after an edit of the columns that are `byHand`, once all others are taken over.
    using Rule = void (*)(const DesignEdit& edit, const State& old, State& now);

    void edited(Rule rule) { rules_.push_back(rule); }

    template <class Kind>
    QueuedKind& event(Kind kind, Space a) {
        events_.push_back({ownerOf(kind), static_cast<std::int16_t>(kind), a});
        return events_.back();
    }

    const std::vector<std::unique_ptr<StateColumn>>& columns() const { return columns_; }

    /// An event of the queue after an edit; false where what it is for is gone.
    bool carryEvent(QueuedEvent& event, const DesignEdit& edit, const SpaceMaps& maps) const;
    /// An event of a run of the new design at its start; true where it is for what is new.
    bool beginsEvent(QueuedEvent& event, const DesignEdit& edit, const SpaceMaps& maps) const;

    /// Every column that the plant sizes is at rest.
    void begin(const Plant& plant, State& state) const;
    void carry(const DesignEdit& edit, const State& old, State& now, const SpaceMaps& maps) const;
    /// Why the State cannot be of that plant, a sentence; empty if it can.
    std::string misfit(const Plant& plant, const State& state) const;

  private:
    template <class Member>
    StateColumn& add(const char* name, Space space, Member& (*member)(State&),
                     typename EntryOf<Member>::Type rest) {
        return add(std::unique_ptr<StateColumn>(
            new MemberColumn<Member>(name, space, member, std::move(rest))));
    }

    std::vector<std::unique_ptr<StateColumn>> columns_;
    const QueuedKind* find(const QueuedEvent& event) const;

    std::vector<Rule> rules_;
    std::vector<std::pair<std::string, Check>> checks_;
    std::vector<QueuedKind> events_;
};

/// For checks: an index of a given number of entries, or negative for none.
inline bool below(std::int32_t index, std::size_t count) {
    return index < 0 || static_cast<std::size_t>(index) < count;
}

/// The table of this program.
const StateTable& stateTable();

/// A State in which every column is at rest: what subsystems begin a run from.
State stateAtRest(const Plant& plant);

}  // namespace headroom::engine
