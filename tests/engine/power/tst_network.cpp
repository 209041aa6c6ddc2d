// SPDX-License-Identifier: Apache-2.0
#include "engine/power/fault_currents.h"
#include "tests/engine/power/wiring.h"
#include "tests/peers/short_circuit.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <set>

namespace tst_network {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

std::string errorsOf(const std::string& units) {
    const auto made = buildPowerNetwork(wiringProject(units), catalogue(), {}, {}, {});
    return made ? std::string{} : text(made.error());
}

constexpr const char* kGrid = R"({"id": "grid", "part": "utility-20kv", "rating_mva": 10})";

}  // namespace

class TestNetwork : public QObject {
    Q_OBJECT

  private slots:

    // Sources come before what they feed, however the file orders them.
    void sortsFromSourcesToLoads() {
        const PowerNetwork n =
            wiring(std::string{
                       R"({"id": "board", "part": "lv-415-4000", "sources": ["tx"]},
               {"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]},)"} +
                   kGrid);
        QCOMPARE(n.units[0].id, std::string{"grid"});
        QCOMPARE(n.units[2].id, std::string{"board"});
        for (const PowerEdge& e : n.edges) {
            QVERIFY(e.from < e.to);
        }
    }

    // Six busways on two boards: the first three on board 1. Four boards on two transformers: two
    // each. One board on three transformers: all three.
    void matchesArraysInOrder() {
        const PowerNetwork n =
            wiring(std::string{kGrid} +
                   R"(,{"id": "tx", "part": "mv-lv-2500", "count": 2, "sources": ["grid"]},
               {"id": "board", "part": "lv-415-4000", "count": 4, "sources": ["tx"]},
               {"id": "bus", "part": "busway-575", "count": 8, "sources": ["board"]},
               {"id": "one", "part": "lv-415-4000", "sources": ["tx"]},
               {"id": "half", "part": "lv-415-4000", "count": 2, "sources": ["board"]})");
        const auto source = [&](const std::string& id, int k) {
            const PowerUnit& u = n.units[static_cast<std::size_t>(unitOf(n, id))];
            return n
                .units[static_cast<std::size_t>(
                    n.edges[static_cast<std::size_t>(u.firstEdge + k)].from)]
                .id;
        };
        QCOMPARE(source("board/1", 0), std::string{"tx/1"});
        QCOMPARE(source("board/2", 0), std::string{"tx/1"});
        QCOMPARE(source("board/3", 0), std::string{"tx/2"});
        QCOMPARE(source("bus/1", 0), std::string{"board/1"});
        QCOMPARE(source("bus/8", 0), std::string{"board/4"});
        QCOMPARE(source("one", 0), std::string{"tx/1"});
        QCOMPARE(source("one", 1), std::string{"tx/2"});
        QCOMPARE(source("half/2", 1), std::string{"board/4"});
    }

    // Four feeds, two cords: rows take the six pairs in turn, so that over six rows each feed gets
    // half of the racks (3 of 6 pairs hold it) and no rack has both cords on one feed.
    void distributesPairsOverRows() {
        const PowerNetwork n = wiring(std::string{kGrid} +
                                          R"(,{"id": "a", "part": "mv-20-630", "sources": ["grid"]},
                          {"id": "b", "part": "mv-20-630", "sources": ["grid"]},
                          {"id": "c", "part": "mv-20-630", "sources": ["grid"]},
                          {"id": "d", "part": "mv-20-630", "sources": ["grid"]})",
                                      {RackFeeds{{"a", "b", "c", "d"}, 2, 6, 10}});
        QCOMPARE(n.racks, 60);
        std::map<int, int> racksOf;
        std::set<std::pair<int, int>> pairs;
        for (const PowerLoad& load : n.loads) {
            QCOMPARE(load.cords, 2);
            const int first = n.cordUnit[static_cast<std::size_t>(load.firstCord)];
            const int second = n.cordUnit[static_cast<std::size_t>(load.firstCord) + 1];
            QVERIFY(first != second);
            ++racksOf[first], ++racksOf[second];
            pairs.insert({first, second});
        }
        QCOMPARE(pairs.size(), std::size_t{6});
        // Racks of a row hang on the same pair, those of the next on another: a run a row, one after the other.
        QCOMPARE(n.loadRuns.size(), std::size_t{6});
        for (std::size_t row = 0; row < 6; ++row) {
            QCOMPARE(n.loadRuns[row].firstLoad, static_cast<int>(10 * row));
            QCOMPARE(n.loadRuns[row].loads, 10);
        }
        for (const auto& [unit, racks] : racksOf) {
            QCOMPARE(racks, 30);
        }
    }

    // IEC 60909, by hand: 500 MVA at 20 kV, then 2.5 MVA with u_k 6 % and P_k 18.5 kW to 415 V.
    // Base 1 MVA: Z_q = 1.1 / 500 = 0.0022 at X/R 8; Z_t = 0.06 / 2.5 = 0.024, R_t = 0.0185 / 2.5 / 2.5 =
    // 0.00296, X_t = 0.023817, x_T = 0.059542 of its rating, K_T = 0.95 x 1.05 / (1 + 0.6 x_T) = 0.963093.
    // R = 0.000273 + 0.002851 = 0.003124, X = 0.002183 + 0.022938 = 0.025121, |Z| = 0.025314.
    // I = 1.05 x 1 MVA / (sqrt(3) x 415 V x 0.025314) = 57.7 kA; before the transformer what the supply states,
    // 500 MVA / (sqrt(3) x 20 kV) = 14.434 kA.
    void prospectiveFaultCurrent() {
        const PowerNetwork n = wiring(
            std::string{kGrid} + R"(,{"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]})");
        const auto& grid = n.utilities.front();
        QCOMPARE(grid.shortCircuitVa, 500e6);
        QCOMPARE(grid.xOverR, 8.0);
        QVERIFY(std::abs(n.units[0].faultA / 14433.757 - 1.0) < 1e-7);
        const double r = 0.0022 / std::hypot(1.0, 8.0) + 0.963093 * 0.00296;
        const double x = 0.0022 * 8.0 / std::hypot(1.0, 8.0) + 0.963093 * 0.0238168;
        const double expectedA = 1.05 * 1e6 / (std::numbers::sqrt3 * 415.0 * std::hypot(r, x));
        QVERIFY(std::abs(n.units[1].faultA / expectedA - 1.0) < 1e-5);
        QVERIFY(std::abs(n.units[1].faultA - 57.7e3) < 50.0);
    }

    // The same by the solver that is held to the example of IEC TR 60909-4: two transformers in one array, of 2.5 MVA, and a
    // generator of 2 MW at 0.8 next to them.
    void faultCurrentIsThatOfTheSolver() {
        const PowerNetwork n =
            wiring(std::string{kGrid} +
                   R"(,{"id": "tx", "part": "mv-lv-2500", "modules": 2, "sources": ["grid"]},
                {"id": "gen", "part": "genset-2500"})");
        const auto& grid = n.utilities.front();
        const auto& tx = n.transformers.front();
        const auto& gen = n.generator(n.units[static_cast<std::size_t>(unitOf(n, "gen"))]);
        ShortCircuitNetwork net;
        const int mv = net.addBus("grid", 20e3), lv = net.addBus("tx", tx.secondaryV);
        const int own = net.addBus("gen", gen.voltageV);
        net.addGrid(mv, grid.shortCircuitVa, grid.xOverR);
        net.addTransformer(mv, lv, tx.ratedVa, 20e3, tx.secondaryV, tx.impedance, tx.loadLossW, 2);
        net.addGenerator(own, gen.ratedPowerW / 0.8, gen.voltageV, gen.subtransientReactance, 0.15,
                         0.8);
        const auto solved = shortCircuit(net);
        QVERIFY(solved);
        const auto faultA = [&](const char* id) {
            return n.units[static_cast<std::size_t>(unitOf(n, id))].faultA;
        };
        QVERIFY(std::abs(faultA("grid") / solved->initialA[0] - 1.0) < 1e-9);
        QVERIFY(std::abs(faultA("tx") / solved->initialA[1] - 1.0) < 1e-9);
        QVERIFY(std::abs(faultA("gen") / solved->initialA[2] - 1.0) < 1e-9);
    }

    // Two transformers next to each other on one supply feed a board, that two pairs of boards, and each pair one board: ways
    // that share a supply, a board and nothing but that. The admittance matrix of the whole says the same of every board, for
    // current comes to each of them through all ways to it. Summed as if each way had a supply of its own, the first board
    // would have 2 x 1 / (0.0022 + 0.02318) in place of 1 / (0.0022 + 0.01159): 14 % more.
    void waysThatShareASupply() {
        const PowerNetwork n = wiring(std::string{kGrid} +
                                      R"(,{"id": "tx-a", "part": "mv-lv-2500", "sources": ["grid"]},
                {"id": "tx-b", "part": "mv-lv-2500", "sources": ["grid"]},
                {"id": "main", "part": "lv-415-4000", "sources": ["tx-a", "tx-b"]},
                {"id": "b1", "part": "lv-415-4000", "sources": ["main"], "cable": "lv-cu-240", "cable_m": 40},
                {"id": "b2", "part": "lv-415-4000", "sources": ["main"], "cable": "lv-cu-240", "cable_m": 90},
                {"id": "last", "part": "lv-415-4000", "sources": ["b1", "b2"], "cable": "lv-cu-240", "cable_m": 20},
                {"id": "behind", "part": "lv-415-4000", "sources": ["last"], "cable": "lv-cu-240", "cable_m": 30})");
        const auto& grid = n.utilities.front();
        const auto& tx = n.transformers.front();
        ShortCircuitNetwork net;
        const int mv = net.addBus("grid", 20e3);
        const double lowV = tx.secondaryV;
        const int main = net.addBus("main", lowV), b1 = net.addBus("b1", lowV);
        const int b2 = net.addBus("b2", lowV), last = net.addBus("last", lowV);
        const int behind = net.addBus("behind", lowV);
        net.addGrid(mv, grid.shortCircuitVa, grid.xOverR);
        for (int k = 0; k < 2; ++k) {
            net.addTransformer(mv, main, tx.ratedVa, 20e3, lowV, tx.impedance, tx.loadLossW);
        }
        const auto cable = [&](int from, int to, const char* id, int incomer) {
            const PowerUnit& u = n.units[static_cast<std::size_t>(unitOf(n, id))];
            const PowerEdge& e = n.edges[headroom::at(u.firstEdge + incomer)];
            const double ohm = lowV * lowV / kPowerBaseVa;
            net.addCable(from, to, e.rPu * ohm, e.xPu * ohm);
        };
        cable(main, b1, "b1", 0);
        cable(main, b2, "b2", 0);
        cable(b1, last, "last", 0);
        cable(b2, last, "last", 1);
        cable(last, behind, "behind", 0);
        const auto solved = shortCircuit(net);
        QVERIFY(solved);
        for (const auto& [id, bus] :
             {std::pair{"main", main}, {"last", last}, {"behind", behind}}) {
            const double faultA = n.units[static_cast<std::size_t>(unitOf(n, id))].faultA;
            QVERIFY2(std::abs(faultA / solved->initialA[headroom::at(bus)] - 1.0) < 1e-9,
                     (std::string(id) + " " + std::to_string(faultA) + " " +
                      std::to_string(solved->initialA[headroom::at(bus)]))
                         .c_str());
        }
        // What comes back through the way next to it does not flow through a board: b1 has that of its own way alone.
        QVERIFY(n.units[static_cast<std::size_t>(unitOf(n, "b1"))].faultA <
                solved->initialA[headroom::at(b1)]);
    }

    // A board of 480 V and 4,000 A behind a transformer to 415 V is at 415 V: sqrt(3) x 415 V x 4,000 A = 2.8752 MVA, and 57.7 kA
    // through it as through the transformer. A board and a switch are one piece, whatever modules are stated.
    void boardsTakeTheVoltageOfTheirSource() {
        const PowerNetwork n = wiring(std::string{kGrid} +
                                      R"(,{"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]},
                {"id": "board", "part": "lv-480-4000", "sources": ["tx"], "modules": 3, "redundant": 1})");
        const PowerUnit& board = n.units[static_cast<std::size_t>(unitOf(n, "board"))];
        QCOMPARE(board.voltageV, 415.0);
        QVERIFY(std::abs(board.ratedVa / (std::numbers::sqrt3 * 415.0 * 4000.0) - 1.0) < 1e-12);
        QCOMPARE(board.faultA, n.units[static_cast<std::size_t>(unitOf(n, "tx"))].faultA);
        QCOMPARE(board.modules, 1);
        QCOMPARE(board.redundant, 0);
    }

    // A transfer switch is on one of its sources at a time: what hangs behind it must stand the greater current, in whatever
    // order they are named; with normal supply it is that of the first. Two switches in a row: that of the one that is
    // strongest before both.
    void whatASwitchCanStandOn() {
        const std::string sources =
            std::string{kGrid} + R"(,{"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]},
                {"id": "gen", "part": "genset-2500"}, {"id": "ats", "part": "ats-4000", "sources": [)";
        const std::string behind =
            R"(]}, {"id": "second", "part": "ats-4000", "sources": ["gen", "ats"]})";
        const PowerNetwork a = wiring(sources + R"("tx", "gen")" + behind);
        const PowerNetwork b = wiring(sources + R"("gen", "tx")" + behind);
        const auto of = [](const PowerNetwork& n, const char* id) {
            return n.units[static_cast<std::size_t>(unitOf(n, id))].faultA;
        };
        QVERIFY(of(a, "gen") < 0.9 * of(a, "tx"));
        QCOMPARE(of(a, "ats"), of(a, "tx"));
        QCOMPARE(of(b, "ats"), of(b, "gen"));
        for (const PowerNetwork* n : {&a, &b}) {
            const headroom::ByUnit<double> most = greatestFaultCurrents(*n);
            QCOMPARE(most[headroom::UnitIndex(unitOf(*n, "ats"))], of(*n, "tx"));
            QCOMPARE(most[headroom::UnitIndex(unitOf(*n, "second"))], of(*n, "tx"));
            QCOMPARE(most[headroom::UnitIndex(unitOf(*n, "gen"))], of(*n, "gen"));
        }
    }

    // A transformer and a generator on one board share a fault there as their own currents are: what one lets through for the other.
    void aFaultIsSharedByImpedances() {
        const PowerNetwork n = wiring(std::string{kGrid} +
                                      R"(,{"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]},
                {"id": "gen", "part": "genset-2500"},
                {"id": "board", "part": "lv-415-4000", "sources": ["tx", "gen"]})");
        const auto share = faultShares(n);
        const auto of = [&](const char* id) -> const PowerUnit& {
            return n.units[static_cast<std::size_t>(unitOf(n, id))];
        };
        const int first = of("board").firstEdge;
        const double expected =
            of("tx").faultA * of("tx").voltageV / (of("gen").faultA * of("gen").voltageV);
        QVERIFY(expected > 1.1);
        QVERIFY(std::abs(share[headroom::EdgeIndex(first)] / share[headroom::EdgeIndex(first + 1)] /
                             expected -
                         1.0) < 1e-9);
    }

    // A rectifier limits its current to 1.5 times its rating, whatever is before it, and what hangs behind it gets no more: two of
    // them on one board twice that, less what cables take.
    void rectifiersLimit() {
        const PowerNetwork n = wiring(std::string{kGrid} +
                                      R"(,{"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]},
                {"id": "rect", "part": "sidecar-800v-600", "count": 2, "sources": ["tx"]},
                {"id": "bus", "part": "dc-800-3200", "sources": ["rect"], "join_all": true},
                {"id": "far", "part": "dc-800-1600", "sources": ["bus"], "cable": "dc-trunk-1600", "cable_m": 50})");
        const auto of = [&](const char* id) {
            return n.units[static_cast<std::size_t>(unitOf(n, id))];
        };
        const PowerUnit& rect = of("rect/1");
        const double limitA = 1.5 * rect.ratedVa / rect.voltageV;
        QVERIFY(std::abs(rect.faultA / limitA - 1.0) < 1e-9);
        QVERIFY(std::abs(of("bus").faultA / (2.0 * limitA) - 1.0) < 1e-9);
        QVERIFY(of("far").faultA < of("bus").faultA && of("far").faultA > 0.5 * of("bus").faultA);
    }

    // A ladder of a hundred rungs is no more work than its rungs: what was found of two units is kept.
    void aLadderOfWays() {
        std::string units = std::string{kGrid} +
                            R"(,{"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]},
                {"id": "a0", "part": "lv-415-4000", "sources": ["tx"]}, {"id": "b0", "part": "lv-415-4000", "sources": ["tx"]})";
        for (int i = 1; i < 100; ++i) {
            for (const char side : {'a', 'b'}) {
                units += fmt::format(
                    R"(,{{"id": "{}{}", "part": "lv-415-4000", "sources": ["a{}", "b{}"], "cable": "lv-cu-240", "cable_m": 1}})",
                    side, i, i - 1, i - 1);
            }
        }
        const PowerNetwork n = wiring(units);
        double beforeA = n.units[static_cast<std::size_t>(unitOf(n, "a0"))].faultA;
        for (int i = 1; i < 100; ++i) {
            const double a =
                n.units[static_cast<std::size_t>(unitOf(n, "a" + std::to_string(i)))].faultA;
            QVERIFY(a > 0.0 && a < beforeA);
            beforeA = a;
        }
    }

    void refusesWhatCannotBe() {
        QVERIFY(errorsOf(R"({"id": "a", "part": "mv-20-630", "sources": ["b"]},
                            {"id": "b", "part": "mv-20-630", "sources": ["a"]})")
                    .find("SIM-021") != std::string::npos);
        QVERIFY(errorsOf(R"({"id": "a", "part": "mv-20-630"})").find("SIM-022") !=
                std::string::npos);
        QVERIFY(errorsOf(std::string{kGrid} +
                         R"(,{"id": "a", "part": "lv-415-4000", "sources": ["grid"]})")
                    .find("SIM-023") != std::string::npos);
    }
};

HEADROOM_TEST(TestNetwork)
}  // namespace tst_network

#include "tst_network.moc"
