// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/snapshot.h"
#include "engine/run/state/state_table.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <set>
#include <string>

namespace tst_snapshot {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

std::unique_ptr<Simulator> ranFor(const Project& project, double forS) {
    auto s = simulator(project);
    while (s->timeS() < forS - 1e-9) {
        s->step();
    }
    return s;
}

/// What loading says; empty if it went well.
std::string refusal(Simulator& s, std::span<const std::byte> bytes) {
    const auto loaded = s.loadState(bytes);
    return loaded ? std::string{} : loaded.error().code + ": " + loaded.error().message;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class TestSnapshot : public QObject {
    Q_OBJECT

  private slots:

    // The same racks, halls, loops, pools and hazards on other wiring: one more PDU is one more
    // power unit. The snapshot is refused by the first column of units, with both counts, and the
    // simulator is as it was.
    // Shares of hot air are given before the first step, as commands that a recording keeps. A negative one, of a rack
    // that breathes cooler air than its zone, survives a snapshot: both continue with the same hash.
    void sharesOfHotAirSurvive() {
        const Project project = scenario("tour-small-hall");
        const auto plain = simulator(project);
        const std::size_t racks = plain->plant().hallAir.front().rackFraction.size();
        std::vector<double> fractions(racks, 0.2);
        fractions[0] = -0.1;
        auto given = Simulator::create(plain->sharedPlant(), {});
        QVERIFY(given);
        (*given)->setAirFractions(HallIndex(0), fractions);
        QVERIFY((*given)->stateHash() != plain->stateHash());
        (*given)->step();
        auto other = simulator(project);
        QVERIFY((*other).loadState((*given)->saveState()).has_value());
        QCOMPARE(other->stateHash(), (*given)->stateHash());
        for (int i = 0; i < 10; ++i) {
            other->step();
            (*given)->step();
        }
        QCOMPARE(other->stateHash(), (*given)->stateHash());
    }

    void aSiblingDesignIsRefused() {
        const Project project = scenario("tour-small-hall");
        const auto from = ranFor(project, 600.0);
        Project other = project;
        set(other, "pdus", "count", std::int64_t{6});
        const auto to = ranFor(other, 60.0);
        const auto units = from->plant().network->units.size();
        QCOMPARE(to->plant().racks, from->plant().racks);
        QCOMPARE(to->plant().servers, from->plant().servers);
        QCOMPARE(to->plant().network->units.size(), units + 1);

        const std::uint64_t before = to->stateHash();
        const std::string why = refusal(*to, from->saveState());
        QVERIFY2(has(why, "SIM-010"), why.c_str());
        QVERIFY2(has(why, "power"), why.c_str());
        QVERIFY2(has(why, std::to_string(units + 1) + " power units") || has(why, "power edges"),
                 why.c_str());
        QVERIFY(!has(why, "\n"));
        QCOMPARE(to->stateHash(), before);
    }

    // Modules of a UPS and units of a group of CDUs are figures of one entry: such a snapshot fits,
    // and the run continues. Rows of racks are entries: refused, and nothing has changed.
    void otherSiblings_data() {
        QTest::addColumn<QString>("object");
        QTest::addColumn<QString>("key");
        QTest::addColumn<qint64>("value");
        QTest::addColumn<bool>("fits");
        QTest::newRow("units of a CDU group") << "cdus"
                                              << "count" << qint64{3} << true;
        QTest::newRow("modules of a UPS") << "ups"
                                          << "modules" << qint64{7} << true;
        QTest::newRow("rows of racks") << "air"
                                       << "rows" << qint64{3} << false;
    }

    void otherSiblings() {
        QFETCH(QString, object);
        QFETCH(QString, key);
        QFETCH(qint64, value);
        QFETCH(bool, fits);
        const Project project = scenario("tour-small-hall");
        Project other = project;
        set(other, object.toStdString(), key.toStdString(), std::int64_t{value});
        const auto from = ranFor(project, 60.0), to = ranFor(other, 60.0);
        const std::vector<std::byte> before = to->saveState();
        const std::string why = refusal(*to, from->saveState());
        QCOMPARE(why.empty(), fits);
        if (fits) {
            to->step();
            QVERIFY(to->fault().code.empty());
        } else {
            QVERIFY2(has(why, "SIM-010") && has(why, "its column '"), why.c_str());
            QCOMPARE(to->saveState(), before);
        }
    }

    // Cut anywhere, or with a byte more: refused, and nothing is read beyond the end.
    void cutSnapshotsAreRefused() {
        auto s = ranFor(scenario("tour-small-hall"), 60.0);
        const std::vector<std::byte> bytes = s->saveState();
        for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 97 + 1) {
            QVERIFY(has(refusal(*s, std::span(bytes).first(size)), "SIM-010"));
        }
        std::vector<std::byte> longer = bytes;
        longer.push_back(std::byte{});
        QVERIFY(has(refusal(*s, longer), "left over"));
        QVERIFY(refusal(*s, bytes).empty());
    }

    // Sizes that fit with an index beyond them: the column that names it is told.
    void indicesAreChecked() {
        auto s = ranFor(scenario("tour-small-hall"), 60.0);
        const auto tells = [&](auto&& spoil, const std::string& what) {
            State state = s->state();
            spoil(state);
            const std::string why = refusal(*s, stateBytes(state));
            return has(why, "SIM-010") && has(why, what);
        };
        const std::int32_t far = 1 << 24;
        QVERIFY(tells([&](State& t) { t.slotJob[0] = JobIndex(far); }, "'slotJob'"));
        QVERIFY(tells([&](State& t) { t.slotNext[0] = SlotIndex(far); }, "'slotNext'"));
        QVERIFY(tells([&](State& t) { t.running.emplace_back(far); }, "'running'"));
        QVERIFY(tells([&](State& t) { t.queues[0].emplace_back(far); }, "'queues'"));
        QVERIFY(tells([&](State& t) { t.jobs.front().firstSlot = SlotIndex(far); }, "jobs"));
        QVERIFY(tells([&](State& t) { t.jobs.front().pool = PoolIndex(far); }, "jobs"));
        QVERIFY(tells([&](State& t) { t.freeMap[0].pop_back(); }, "maps of free servers"));
        QVERIFY(tells(
            [&](State& t) {
                std::fill(t.power.switching.position.begin(), t.power.switching.position.end(),
                          far);
            },
            "transfer switches"));
    }

    // Bytes, hash and what follows are those of the run that was saved.
    void aSnapshotOfThisPlantGoesOn() {
        auto s = ranFor(scenario("tour-small-hall"), 600.0);
        const auto bytes = s->saveState();
        auto other = ranFor(scenario("tour-small-hall"), 60.0);
        QVERIFY(other->loadState(bytes).has_value());
        QCOMPARE(other->saveState(), bytes);
        for (int i = 0; i < 20; ++i) {
            s->step(), other->step();
        }
        QCOMPARE(other->stateHash(), s->stateHash());
        QCOMPARE(other->saveState(), s->saveState());
    }

    // Names of columns are what a refusal tells: each once.
    void columnsHaveNamesOfTheirOwn() {
        std::set<std::string> names;
        for (const auto& column : stateTable().columns()) {
            QVERIFY2(names.insert(column->name()).second, column->name().c_str());
        }
        QVERIFY(names.size() > 200);
    }
};

}  // namespace tst_snapshot

using tst_snapshot::TestSnapshot;

HEADROOM_TEST(TestSnapshot)
#include "tst_snapshot.moc"
