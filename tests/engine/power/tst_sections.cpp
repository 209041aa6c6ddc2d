// SPDX-License-Identifier: Apache-2.0
#include "engine/power/sections.h"
#include "tests/engine/power/wiring.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>

namespace tst_sections {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr const char* kTwoSides = R"(
    {"id": "grid-a", "part": "utility-20kv", "rating_mva": 10},
    {"id": "grid-b", "part": "utility-20kv", "rating_mva": 10},
    {"id": "tx-a", "part": "mv-lv-2500", "sources": ["grid-a"]},
    {"id": "tx-b", "part": "mv-lv-2500", "sources": ["grid-b"]},
    {"id": "ups-a", "part": "ups-dc-1250", "modules": 2, "sources": ["tx-a"]},
    {"id": "ups-b", "part": "ups-dc-1250", "modules": 2, "sources": ["tx-b"]},
    {"id": "pdu-a", "part": "busway-1150", "count": 2, "sources": ["ups-a"]},
    {"id": "pdu-b", "part": "busway-1150", "count": 2, "sources": ["ups-b"]})";

// The same two sides on one source.
constexpr const char* kOneGrid = R"(
    {"id": "grid", "part": "utility-20kv", "rating_mva": 10},
    {"id": "tx-a", "part": "mv-lv-2500", "sources": ["grid"]},
    {"id": "tx-b", "part": "mv-lv-2500", "sources": ["grid"]},
    {"id": "ups-a", "part": "ups-dc-1250", "modules": 2, "sources": ["tx-a"]},
    {"id": "ups-b", "part": "ups-dc-1250", "modules": 2, "sources": ["tx-b"]},
    {"id": "pdu-a", "part": "busway-1150", "count": 2, "sources": ["ups-a"]},
    {"id": "pdu-b", "part": "busway-1150", "count": 2, "sources": ["ups-b"]})";

struct Flow {
    explicit Flow(const PowerNetwork& network) : n(network), s(normalSwitching(n)) {
        f.sizeFor(n);
        energise(n, s, f);
    }

    const PowerNetwork& n;
    PowerSwitching s;
    PowerFlow f;
};

bool same(const PowerFlow& a, const PowerFlow& b) {
    return a.voltage == b.voltage && a.loadVa == b.loadVa && a.outVa == b.outVa &&
           a.inVa == b.inVa && a.lossW == b.lossW && a.batteryW == b.batteryW &&
           a.edgeVa == b.edgeVa && a.edgeA == b.edgeA && a.iterations == b.iterations &&
           a.mismatch == b.mismatch;
}

}  // namespace

class TestSections : public QObject {
    Q_OBJECT

  private slots:

    // Two sides with a source each are subnetworks of five units each, and need no sections. With one source for both:
    // that is the trunk, whose edges into parts a sweep from the last unit meets as that to tx-b, then that to tx-a.
    void sidesAreParts() {
        const PowerNetwork two = wiring(kTwoSides, {RackFeeds{{"pdu-a", "pdu-b"}, 0, 2, 10}});
        const PowerSections apart = sectionsOf(two, Flow(two).f, 2);
        QVERIFY(apart.parts.empty());
        QCOMPARE(two.subnetworks.size(), std::size_t{2});
        QCOMPARE(two.subnetworks[0].size(), std::size_t{5});
        QCOMPARE(two.subnetworks[1].size(), std::size_t{5});

        const PowerNetwork one = wiring(kOneGrid, {RackFeeds{{"pdu-a", "pdu-b"}, 0, 2, 10}});
        const PowerSections joined = sectionsOf(one, Flow(one).f, 2);
        QCOMPARE(one.subnetworks.size(), std::size_t{1});
        QCOMPARE(joined.trunk, 1);
        QCOMPARE(joined.parts[0].size(), std::size_t{4});
        QCOMPARE(joined.parts[1].size(), std::size_t{4});
        QCOMPARE(joined.toParts[0].size(), std::size_t{2});
        QCOMPARE(one.edges[static_cast<std::size_t>(joined.toParts[0][0])].to, unitOf(one, "tx-b"));
        QVERIFY(sectionsOf(one, Flow(one).f, 1).parts.empty());
    }

    void sameBitsSideBySide_data() {
        QTest::addColumn<QString>("units");
        QTest::newRow("two sources") << kTwoSides;
        QTest::newRow("one source") << kOneGrid;
    }

    // Loads that differ from solve to solve, a dead side in between: all of the flow is what one thread
    // finds, bit by bit, and the sections notice that they no longer fit.
    void sameBitsSideBySide() {
        QFETCH(QString, units);
        const PowerNetwork n =
            wiring(units.toStdString(), {RackFeeds{{"pdu-a", "pdu-b"}, 0, 2, 10}});
        Flow alone(n), together(n);
        Workers workers;
        workers.use(2);
        PowerSections sections = sectionsOf(n, together.f, 2);
        for (int round = 0; round < 6; ++round) {
            PowerDemand d = demandOf(n, 60e3);
            for (std::size_t l = 0; l < d.powerW.size(); ++l) {
                d.powerW[l] +=
                    1e3 * static_cast<double>((l * 7 + static_cast<std::size_t>(round) * 3) % 11);
                d.reactiveVar[l] = 0.1 * d.powerW[l];
            }
            for (Flow* flow : {&alone, &together}) {
                flow->s.modulesOut[static_cast<std::size_t>(unitOf(n, "ups-a"))] =
                    round == 3 ? 2 : 0;
                energise(n, flow->s, flow->f);
            }
            QCOMPARE(sections.fits(together.f), round != 3 && round != 4);
            if (!sections.fits(together.f)) {
                sections = sectionsOf(n, together.f, 2);
            }
            QVERIFY(solvePower(n, alone.s, d, alone.f).empty());
            QVERIFY(solvePower(n, together.s, d, sections, workers, together.f).empty());
            QVERIFY2(same(alone.f, together.f), qPrintable(QString::number(round)));
        }
    }
};

HEADROOM_TEST(TestSections)
}  // namespace tst_sections

#include "tst_sections.moc"
