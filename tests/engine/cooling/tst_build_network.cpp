// SPDX-License-Identifier: Apache-2.0
#include "engine/cooling/build_network.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_build_network {

using namespace headroom;
using namespace headroom::engine;

namespace {

/// One loop with towers and chillers; a CDU group of two rows near, air handlers farther away.
CoolingPiping sample(bool reverse) {
    CoolingPiping p;
    LoopPiping l;
    l.id = "water";
    l.name = "Water";
    l.reverseReturn = reverse;
    l.pumps = 2;
    l.pumpsM3PerS = 0.040;
    l.headPa = 300e3;
    l.strainerPa = 10e3;
    l.bypassM3PerS = 0.010;
    l.volumeM3 = 20.0;
    l.fillPa = 150e3;
    l.outdoor = true;
    l.condenserPumps = 1;
    l.condenserM3PerS = 0.060;
    l.condenserHeadPa = 200e3;
    l.basinM3 = 3.0;
    l.towers = 2;
    l.chillers = 2;
    l.economiser = true;
    l.economiserPa = 50e3;
    l.economiserOutPa = 50e3;
    l.evaporatorPa = 60e3;
    l.condenserPa = 60e3;
    l.towerPa = 60e3;
    p.loops.push_back(l);
    CduPiping c;
    c.id = "cdus";
    c.name = "CDUs";
    c.units = 2;
    c.pumps = 4;
    c.primaryM3PerS = 0.020;
    c.primaryPa = 50e3;
    c.secondaryM3PerS = 0.016;
    c.secondaryPa = 60e3;
    c.headPa = 280e3;
    c.volumeM3 = 0.4;
    c.reverseReturn = reverse;
    c.xM = 30.0;
    c.rows = {{0, 0, 8, 0.008, 100e3, 0.0, 30.0, 0.0, 5.0},
              {0, 1, 8, 0.008, 100e3, 0.0, 30.0, 3.0, 5.0}};
    p.cdus.push_back(c);
    p.coils.push_back({"Air handlers", 0, 3, 0.010, 50e3, 60.0, 10.0});
    p.blocks = 1;
    return p;
}

double lossTo(const CoolingNetwork& n, int from, int to) {
    double pa = 0.0;
    for (int at = to; at != from;) {
        bool found = false;
        for (const CoolingLink& l : n.links) {
            if (l.to == at && l.kind == CoolingLinkKind::Pipe) {
                pa += l.designPa;
                at = l.from;
                found = true;
                break;
            }
        }
        if (!found) {
            return NAN;
        }
    }
    return pa;
}

}  // namespace

class TestBuildNetwork : public QObject {
    Q_OBJECT

  private slots:

    void everyBranchIsBalanced_data() {
        QTest::addColumn<bool>("reverse");
        QTest::newRow("direct") << false;
        QTest::newRow("reverse") << true;
    }

    /// Supply main + branch + return main lose the same to every consumer of a circuit: that is
    /// what balancing valves are for.
    void everyBranchIsBalanced() {
        QFETCH(bool, reverse);
        const CoolingNetwork n = buildCoolingNetwork(sample(reverse));
        const CoolingLink& cdu = n.links[static_cast<std::size_t>(n.cduPrimary[0])];
        const CoolingLink& coil = n.links[static_cast<std::size_t>(n.hallCoil[0])];
        const auto way = [&](const CoolingLink& l) {
            return lossTo(n, n.loopSupply[0], l.from) + l.designPa + l.valvePa + l.balancingPa +
                   lossTo(n, l.to, n.loopReturn[0]);
        };
        QVERIFY(std::abs(way(cdu) - way(coil)) < 1.0);
        // One of them needs no balancing: the pumps run no faster than it asks for.
        QVERIFY(cdu.balancingPa < 1e-6 || coil.balancingPa < 1e-6);
        // Authority 0.4: the valve loses 0.4 / 0.6 of its branch.
        QVERIFY(std::abs(cdu.valvePa - 50e3 * 0.4 / 0.6) < 1.0);
    }

    void rowsShareTheFlow() {
        const CoolingNetwork n = buildCoolingNetwork(sample(true));
        const int first = n.rowLink(BlockIndex(0), 0), second = n.rowLink(BlockIndex(0), 1);
        QVERIFY(first >= 0 && second >= 0 && first != second);
        QCOMPARE(n.links[static_cast<std::size_t>(first)].designM3PerS, 0.008);
        QCOMPARE(n.links[static_cast<std::size_t>(second)].row, 1);
    }

    /// Each link of a trace begins where the one before it ends, but for the two changes between
    /// the sides of the CDUs; it starts and ends at the return header.
    void supplyAndReturnOfARowAreTraced() {
        for (const bool reverse : {false, true}) {
            const CoolingNetwork n = buildCoolingNetwork(sample(reverse));
            const std::vector<LinkIndex> path = n.trace(BlockIndex(0), 1, HallIndex(0));
            QVERIFY(path.size() > 8);
            const auto link = [&](int i) { return n.links[static_cast<std::size_t>(i)]; };
            QCOMPARE(link(path.front()).from, n.loopReturn[0]);
            QCOMPARE(link(path.back()).to, n.loopReturn[0]);
            int jumps = 0;
            for (std::size_t i = 1; i < path.size(); ++i) {
                jumps += link(path[i - 1]).to == link(path[i]).from ? 0 : 1;
            }
            QCOMPARE(jumps, 2);
            QVERIFY(std::find(path.begin(), path.end(), n.rowLink(BlockIndex(0), 1)) != path.end());
            QVERIFY(std::find(path.begin(), path.end(), n.rowLink(BlockIndex(0), 0)) == path.end());
        }
    }

    void volumesAddUp() {
        const CoolingNetwork n = buildCoolingNetwork(sample(false));
        // The loop holds the 20 m3 that the project states, mains included.
        const CoolingCircuit& loop = n.circuits[static_cast<std::size_t>(n.loopCircuit[0])];
        QVERIFY(std::abs(loop.volumeM3 - 20.0) < 1e-9);
        const CoolingCircuit& out = n.circuits[static_cast<std::size_t>(n.loopOutdoor[0])];
        QCOMPARE(out.volumeM3, 3.0);
    }

    void pipesAreNominalAndLoseByDarcy() {
        // 20 L/s at 2 m/s needs sqrt(4 x 0.02 / (2 pi)) = 0.1128 m: DN 125.
        QCOMPARE(nominalDiameterM(0.020, 2.0), 0.125);
        // Laminar: 1e-6 m3/s through 10 m of 20 mm: Hagen-Poiseuille 128 mu L Q / (pi d^4)
        // = 128 x 1e-3 x 10 x 1e-6 / (pi x 1.6e-7) = 2.546 Pa.
        const double pa = pipeLossPa(1e-6, 10.0, 0.020, 4.5e-5, {"water", 998.0, 1e-3});
        QVERIFY(std::abs(pa - 2.5465) < 1e-3);
        QCOMPARE(pipeLossPa(0.0, 10.0, 0.02, 4.5e-5, {}), 0.0);
    }
};

HEADROOM_TEST(TestBuildNetwork)
}  // namespace tst_build_network

#include "tst_build_network.moc"
