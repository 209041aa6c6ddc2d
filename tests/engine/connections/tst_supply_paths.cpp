// SPDX-License-Identifier: Apache-2.0
#include "engine/connections/supply_paths.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_cooling.h"
#include "tests/support/tiny_wiring.h"

#include <QtTest>

#include <set>
#include <string>

namespace tst_supply_paths {

using namespace headroom;
using namespace headroom::engine;

class TestSupplyPaths : public QObject {
    Q_OBJECT

    static PowerLiveness allLive(const PowerNetwork& network) {
        PowerLiveness live;
        live.units.assign(network.units.size(), true);
        live.edges.assign(network.edges.size(), true);
        return live;
    }

    static std::set<std::string> unitsOf(const PowerNetwork& network, const PowerPath& path) {
        std::set<std::string> ids;
        for (std::size_t u = 0; u < path.units.size(); ++u) {
            if (path.units[u]) {
                ids.insert(network.units[u].id);
            }
        }
        return ids;
    }

    /// Two rows of racks behind one CDU group of a loop with towers, in one hall.
    static Layout layout() {
        Layout made;
        made.halls.push_back({{0, 0, 0, 20, 10, 4}, "hall", "Hall"});
        made.blocks = {"racks"};
        for (int i = 0; i < 4; ++i) {
            RackBox rack;
            rack.row = i / 2;
            rack.column = i % 2;
            made.racks.push_back(rack);
        }
        return made;
    }

    static CoolingNetwork cooling() {
        testing::TinyCooling made;
        made.add({.towers = 2, .chillers = 1, .taps = {{false, 2, 1}}});
        made.network.blockFirstRow = {0};
        return made.network;
    }

    static LinkIndex linkOf(const CoolingNetwork& network, CoolingLinkKind kind) {
        for (std::size_t l = 0; l < network.links.size(); ++l) {
            if (network.links[l].kind == kind) {
                return LinkIndex(l);
            }
        }
        return {};
    }

  private slots:

    /// A rack has a cord on PDU 1 of each path. On the way to them are output board, UPS, board, transfer switch,
    /// transformer and utility of both; generators carry nothing.
    void powerOfARackComesByBothPaths() {
        const testing::TinyWiring w = testing::wiring2N();
        PowerLiveness live = allLive(w.network);
        for (const char* path : {"a", "b"}) {
            live.units[at(w.unitOf(std::string("genset-") + path))] = false;
            live.edges[at(w.edgeOf(std::string("genset-") + path, std::string("ats-") + path))] =
                false;
        }
        const PowerPath path = powerPath(w.network, live, {0}, {});
        std::set<std::string> expected;
        for (const std::string s : {"a", "b"}) {
            for (const char* stem : {"utility-", "trafo-", "ats-", "board-", "ups-", "output-"}) {
                expected.insert(stem + s);
            }
            expected.insert("pdu-" + s + "/1");
        }
        QCOMPARE(unitsOf(w.network, path), expected);
    }

    /// With the UPS of A dead, only path B is left.
    void deadPartsAreNotOnThePath() {
        const testing::TinyWiring w = testing::wiring2N();
        PowerLiveness live = allLive(w.network);
        for (const char* unit : {"ups-a", "output-a", "pdu-a/1", "pdu-a/2"}) {
            live.units[at(w.unitOf(unit))] = false;
        }
        const auto units = unitsOf(w.network, powerPath(w.network, live, {0}, {}));
        QVERIFY(units.count("pdu-b/1") == 1 && units.count("utility-b") == 1);
        QVERIFY(units.count("pdu-a/1") == 0 && units.count("utility-a") == 0);
    }

    /// Through a UPS: up to its utility, down to both PDUs of its path, and to a cord of each of the eight racks.
    void powerThroughAUnitReachesItsLoads() {
        const testing::TinyWiring w = testing::wiring2N();
        const PowerPath path = powerPath(w.network, allLive(w.network), {}, {w.unitOf("ups-a")});
        const auto units = unitsOf(w.network, path);
        for (const char* on : {"utility-a", "pdu-a/1", "pdu-a/2"}) {
            QVERIFY2(units.count(on) == 1, on);
        }
        QVERIFY(units.count("pdu-b/1") == 0);
        int cords = 0;
        for (int load = 0; load < w.network.racks; ++load) {
            const PowerLoad& its = w.network.loads[at(load)];
            for (int c = its.firstCord; c < its.firstCord + its.cords; ++c) {
                cords += path.cords[at(c)] ? 1 : 0;
            }
        }
        QCOMPARE(cords, 8);
    }

    /// The way of row 0: its own link and not that of row 1, the CDU, the pumps, the chiller, and the towers behind it.
    void coolantOfARowComesFromTheTowers() {
        const CoolingNetwork network = cooling();
        const CoolantPath path = coolantPath(network, layout(), network.rowLink(BlockIndex(0), 0));
        QVERIFY(path.links[at(network.rowLink(BlockIndex(0), 0))]);
        QVERIFY(!path.links[at(network.rowLink(BlockIndex(0), 1))]);
        for (const CoolingLinkKind kind :
             {CoolingLinkKind::CduPrimary, CoolingLinkKind::Pumps, CoolingLinkKind::Evaporators,
              CoolingLinkKind::Towers, CoolingLinkKind::CondenserPumps}) {
            QVERIFY(path.links[at(linkOf(network, kind))]);
        }
        QCOMPARE(path.racks, (std::vector<bool>{true, true, false, false}));
    }

    /// Both rows hang on the tower.
    void aTowerServesAllRows() {
        const CoolingNetwork network = cooling();
        const CoolantPath path =
            coolantPath(network, layout(), linkOf(network, CoolingLinkKind::Towers));
        QCOMPARE(path.racks, (std::vector<bool>{true, true, true, true}));
    }

    void noLinkHasNoPath() {
        const CoolingNetwork network = cooling();
        const CoolantPath path = coolantPath(network, layout(), {});
        QCOMPARE(std::count(path.links.begin(), path.links.end(), true), std::ptrdiff_t(0));
    }
};

HEADROOM_TEST(TestSupplyPaths)
}  // namespace tst_supply_paths

#include "tst_supply_paths.moc"
