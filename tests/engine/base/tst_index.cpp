// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/plant/plant.h"
#include "engine/run/contract/server_pool.h"
#include "engine/run/state/state.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <type_traits>
#include <utility>

namespace tst_index {

using namespace headroom;
using namespace headroom::engine;

/// Whether a column may be asked with that index.
template <class Column, class I>
concept Takes = requires(Column& column, I index) {
    column[index];
};

// Columns take indices of their own space, at() included, and bare counters; of no other space.
static_assert(Takes<ByRack<double>, RackIndex>);
static_assert(Takes<const ByRack<double>, RackIndex>);
static_assert(Takes<ByRack<double>, decltype(at(RackIndex(0)))>);
static_assert(Takes<ByRack<double>, std::size_t>);
static_assert(!Takes<ByRack<double>, HallIndex>);
static_assert(!Takes<ByRack<double>, decltype(at(HallIndex(0)))>);
static_assert(!Takes<ByUnit<double>, EdgeIndex>);
static_assert(!Takes<decltype(State::rackClock), HallIndex>);
static_assert(!Takes<decltype(State::jobs), SlotIndex>);
static_assert(Takes<decltype(State::jobs), JobIndex>);
static_assert(!Takes<decltype(PowerState::mode), LoadIndex>);
static_assert(!Takes<decltype(Plant::loops), CduIndex>);

// An index becomes one of another space by no way, and a number becomes one only where it is written.
static_assert(!std::is_constructible_v<RackIndex, HallIndex>);
static_assert(!std::is_assignable_v<RackIndex&, HallIndex>);
static_assert(!std::is_convertible_v<int, RackIndex>);
static_assert(std::is_convertible_v<RackIndex, int>);

// Ports: a server is taken out by its index, by none of a rack, and by no number.
template <class I>
concept TakesOut = requires(ServerPool& pool, I index) {
    pool.takeOut(index, std::uint8_t{1}, 0.0, -1);
};

static_assert(TakesOut<ServerIndex>);
static_assert(!TakesOut<RackIndex>);
static_assert(!TakesOut<int>);

// A column is the vector that it was, and an index the int: snapshots and hashes are of bytes.
static_assert(sizeof(RackIndex) == sizeof(std::int32_t));
static_assert(std::is_trivially_copyable_v<RackIndex>);
static_assert(sizeof(ByRack<double>) == sizeof(std::vector<double>));

class TestIndex : public QObject {
    Q_OBJECT

  private slots:

    // No entry is named by default; loops go over all entries in order.
    void countsAllEntries() {
        QCOMPARE(static_cast<int>(RackIndex()), -1);
        ByRack<int> squares(4);
        for (const RackIndex rack : squares.indices()) {
            squares[rack] = rack * rack;
        }
        QVERIFY((squares == std::vector<int>{0, 1, 4, 9}));
        for (const RackIndex rack : ByRack<int>().indices()) {
            QFAIL(qPrintable(QStringLiteral("rack %1 of none").arg(static_cast<int>(rack))));
        }
    }
};

HEADROOM_TEST(TestIndex)

}  // namespace tst_index

#include "tst_index.moc"
