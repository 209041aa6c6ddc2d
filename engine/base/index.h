// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

/// Indices that know what they count: the index of a hall is not an index of a rack, and a column by rack does not take it. They
/// cost what an int costs, and go out as one where something else is computed; in they come only where it is written
/// (`RackIndex(i)`). A counter of a loop may be a bare number, and is then checked by nobody:
/// `for (const HallIndex h : halls.indices())` is.
namespace headroom {

/// Index by which entries are counted. Spaces made of two (places of data, nodes with the air of halls) are one list after the
/// other, or a table by rows.
enum class Space : std::uint8_t {
    One,   ///< a single entry, or a list whose length (stride) the program fixes
    List,  ///< a list that grows and shrinks in a run
    Job,   ///< State::jobs: only of values
    Rack,
    Server,
    Slot,  ///< accelerator
    Block,
    Pool,
    Scheduler,  ///< pools, where the scheduler is not the plain one
    Hall,
    Cdu,
    Loop,
    Circuit,
    Node,     ///< of the coolant network
    AirNode,  ///< these, then the supply air of each hall
    Link,     ///< of the coolant network
    Zone,     ///< of air, hall by hall
    Unit,     ///< of the wiring
    Edge,
    Cord,
    Load,
    Fabric,
    Hazard,
    HazardOrNone,  ///< these, then what no hazard led to
    ServerTree,    ///< Fenwick tree over servers
    Storage,       ///< building blocks of storage
    Drill,
    Source,  ///< of jobs: generators, traces, batches
    Service,
    Remote,     ///< other sites
    DataPlace,  ///< by data set: other sites, then the facility
    Indicator,  ///< of causes: of the facility, then of each loop
    Count
};

/// An entry of a space; negative: none.
template <Space S>
class Index {
  public:
    static constexpr Space kSpace = S;

    constexpr Index() = default;

    template <class I>
    requires std::is_integral_v<I>

    constexpr explicit Index(I index) : index_(static_cast<std::int32_t>(index)) {}

    /// Out as a number, as often as anybody likes.
    constexpr operator std::int32_t() const { return index_; }

    constexpr Index& operator++() { return ++index_, *this; }

  private:
    std::int32_t index_ = -1;
};

/// An index as a place in a container (at()); it still knows its space.
template <Space S>
class PlaceIn {
  public:
    static constexpr Space kSpace = S;

    constexpr explicit PlaceIn(std::size_t place) : place_(place) {}

    constexpr operator std::size_t() const { return place_; }

  private:
    std::size_t place_;
};

// Indices of two spaces cannot be compared.
template <Space A, Space B>
requires(A != B) bool operator==(Index<A>, Index<B>) = delete;
template <Space A, Space B>
requires(A != B) bool operator<(Index<A>, Index<B>) = delete;

/// An index of the plant, wiring or fabric that is a bare int, as a place in a container; -1 where there is none.
constexpr std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

template <Space S>
constexpr PlaceIn<S> at(Index<S> index) {
    return PlaceIn<S>(static_cast<std::size_t>(static_cast<std::int32_t>(index)));
}

/// All entries of a space, for loops.
template <Space S>
class Indices {
  public:
    class Iterator {
      public:
        constexpr explicit Iterator(Index<S> index) : index_(index) {}

        constexpr Index<S> operator*() const { return index_; }

        constexpr Iterator& operator++() { return ++index_, *this; }

        constexpr bool operator!=(const Iterator& other) const { return index_ != other.index_; }

      private:
        Index<S> index_;
    };

    constexpr explicit Indices(std::size_t count) : count_(count) {}

    constexpr Iterator begin() const { return Iterator(Index<S>(0)); }

    constexpr Iterator end() const { return Iterator(Index<S>(count_)); }

  private:
    std::size_t count_;
};

/// Indexes a column of the space S: its own indices, or a bare number.
template <class I, Space S>
concept IndexesSpace =
    std::is_integral_v<I> || std::is_same_v<I, Index<S>> || std::is_same_v<I, PlaceIn<S>>;

/// A value for each entry of a space. Functions that take a vector take it.
template <class T, Space S>
class Column : public std::vector<T> {
  public:
    static constexpr Space kSpace = S;

    using std::vector<T>::vector;
    Column() = default;

    /// As it was computed.
    Column(std::vector<T> values) : std::vector<T>(std::move(values)) {}

    template <class I>

    requires IndexesSpace<I, S> T& operator[](I index) {
        return std::vector<T>::operator[](static_cast<std::size_t>(index));
    }

    template <class I>
    requires IndexesSpace<I, S>

    const T& operator[](I index) const {
        return std::vector<T>::operator[](static_cast<std::size_t>(index));
    }

    Indices<S> indices() const { return Indices<S>(this->size()); }
};

using RackIndex = Index<Space::Rack>;
using ServerIndex = Index<Space::Server>;
using SlotIndex = Index<Space::Slot>;
using BlockIndex = Index<Space::Block>;
using PoolIndex = Index<Space::Pool>;
using HallIndex = Index<Space::Hall>;
using CduIndex = Index<Space::Cdu>;
using LoopIndex = Index<Space::Loop>;
using CircuitIndex = Index<Space::Circuit>;
using NodeIndex = Index<Space::Node>;
using LinkIndex = Index<Space::Link>;
using UnitIndex = Index<Space::Unit>;
using EdgeIndex = Index<Space::Edge>;
using CordIndex = Index<Space::Cord>;
using LoadIndex = Index<Space::Load>;
using FabricIndex = Index<Space::Fabric>;
using HazardIndex = Index<Space::Hazard>;
using JobIndex = Index<Space::Job>;

template <class T>
using ByRack = Column<T, Space::Rack>;
template <class T>
using ByServer = Column<T, Space::Server>;
template <class T>
using BySlot = Column<T, Space::Slot>;
template <class T>
using ByBlock = Column<T, Space::Block>;
template <class T>
using ByPool = Column<T, Space::Pool>;
template <class T>
using ByHall = Column<T, Space::Hall>;
template <class T>
using ByCdu = Column<T, Space::Cdu>;
template <class T>
using ByLoop = Column<T, Space::Loop>;
template <class T>
using ByCircuit = Column<T, Space::Circuit>;
template <class T>
using ByNode = Column<T, Space::Node>;
template <class T>
using ByLink = Column<T, Space::Link>;
template <class T>
using ByZone = Column<T, Space::Zone>;
template <class T>
using ByUnit = Column<T, Space::Unit>;
template <class T>
using ByEdge = Column<T, Space::Edge>;
template <class T>
using ByCord = Column<T, Space::Cord>;
template <class T>
using ByLoad = Column<T, Space::Load>;
template <class T>
using ByFabric = Column<T, Space::Fabric>;
template <class T>
using ByHazard = Column<T, Space::Hazard>;
template <class T>
using ByStorage = Column<T, Space::Storage>;
template <class T>
using ByService = Column<T, Space::Service>;
template <class T>
using ByRemote = Column<T, Space::Remote>;

}  // namespace headroom
