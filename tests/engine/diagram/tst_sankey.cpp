// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/sankey.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_wiring.h"

#include <QtTest>

#include <cmath>

namespace tst_sankey {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::testing;

namespace {

int find(const Sankey& s, const char* name) {
    for (std::size_t i = 0; i < s.nodes.size(); ++i) {
        if (s.nodes[i].name == name) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

double link(const Sankey& s, const char* from, const char* to) {
    for (const SankeyLink& l : s.links) {
        if (l.from == find(s, from) && l.to == find(s, to)) {
            return l.powerW;
        }
    }
    return 0.0;
}

void verifyBalance(const Sankey& s) {
    double sources = 0.0;
    double sinks = 0.0;
    for (std::size_t i = 0; i < s.nodes.size(); ++i) {
        double in = 0.0;
        double out = 0.0;
        for (const SankeyLink& l : s.links) {
            QVERIFY(l.powerW > 0.0);
            QVERIFY(s.nodes[static_cast<std::size_t>(l.to)].column >
                    s.nodes[static_cast<std::size_t>(l.from)].column);
            in += l.to == static_cast<int>(i) ? l.powerW : 0.0;
            out += l.from == static_cast<int>(i) ? l.powerW : 0.0;
        }
        if (s.nodes[i].role == SankeyRole::Stage) {
            // Frames hold single precision: six digits.
            QVERIFY2(std::abs(in - out) <= 1e-5 * in, s.nodes[i].name.c_str());
        } else if (s.nodes[i].role == SankeyRole::Source) {
            sources += out;
        } else {
            sinks += in;
        }
    }
    QVERIFY(std::abs(sources - sinks) <= 1e-5 * sources);
    QVERIFY(std::abs(sources - s.sourceW) <= 1e-9 * sources);
}

}  // namespace

class TestSankey : public QObject {
    Q_OBJECT

  private slots:

    void aChainByHand() {
        TinyWiring w;
        w.add("utility", PowerKind::Utility, 1, {}, 13.8e3);
        w.add("trafo", PowerKind::Transformer, 1, {"utility"});
        w.add("ups", PowerKind::Ups, 1, {"trafo"});
        w.load(PowerLoadKind::Rack, 0, {"ups"});
        w.load(PowerLoadKind::Fans, 0, {"trafo"});
        w.finish();
        Frame frame;
        flowInto(w, 100e3, 20e3, frame);
        const float rack = 100e3F;
        const Sankey s = energySankey(w.network, frame.powerUnits, frame.powerEdges, {&rack, 1});
        verifyBalance(s);
        // UPS: 100 kW out, 1 kW lost, 101 kW in. Transformer: 121 kW out, 1.21 kW lost, 122.21 in.
        QVERIFY(std::abs(link(s, "Utility", "Transformers") - 122.21e3) < 1.0);
        QVERIFY(std::abs(link(s, "Transformers", "UPS") - 101e3) < 1.0);
        QVERIFY(std::abs(link(s, "Transformers", "Mechanical") - 20e3) < 1.0);
        QVERIFY(std::abs(link(s, "Transformers", "Transformers losses") - 1.21e3) < 1.0);
        QVERIFY(std::abs(link(s, "UPS", "Racks") - 100e3) < 1.0);
        QVERIFY(std::abs(s.lossW - 2.21e3) < 1.0);
        // Utility, transformers, UPS, racks.
        QCOMPARE(s.columns, 4);
        QCOMPARE(s.nodes[static_cast<std::size_t>(find(s, "Mechanical"))].column, 3);
        QCOMPARE(find(s, "Batteries"), -1);
    }

    void everyWiringBalances() {
        for (const TinyWiring& w : {wiring2N(), wiring2N(40, 8), wiring4M3(), wiringCatcher()}) {
            Frame frame;
            flowInto(w, 40e3, 90e3, frame);
            const std::vector<float> racks(static_cast<std::size_t>(w.network.racks), 40e3F);
            const Sankey s = energySankey(w.network, frame.powerUnits, frame.powerEdges, racks);
            verifyBalance(s);
            QVERIFY(std::abs(link(s, "PDUs", "Racks") - 40e3 * w.network.racks) <
                    1e-4 * 40e3 * w.network.racks);
        }
    }

    void racksAndSwitchesOfOnePduAreToldApart() {
        const TinyWiring w = wiring2N();
        Frame frame;
        flowInto(w, 40e3, 90e3, frame);
        const std::vector<float> racks(static_cast<std::size_t>(w.network.racks), 40e3F);
        const Sankey s = energySankey(w.network, frame.powerUnits, frame.powerEdges, racks);
        QVERIFY(std::abs(link(s, "PDUs", "Network and storage") - 90e3) < 10.0);
        // Two machines of 90 kW, on the boards before the UPS, which are the first boards.
        QVERIFY(std::abs(link(s, "Switchboards (1)", "Mechanical") - 180e3) < 10.0);
    }

    void stagesOfOneKindAreNamedByVoltage() {
        TinyWiring w;
        w.add("utility", PowerKind::Utility, 1, {}, 34.5e3);
        w.add("mv", PowerKind::Switchboard, 1, {"utility"}, 34.5e3);
        w.add("trafo", PowerKind::Transformer, 2, {"mv"}, 415.0);
        w.add("lv", PowerKind::Switchboard, 2, {"trafo"}, 415.0);
        w.load(PowerLoadKind::Rack, 0, {"lv/1", "lv/2"});
        w.finish();
        Frame frame;
        flowInto(w, 1e5, 0.0, frame);
        const Sankey s = energySankey(w.network, frame.powerUnits, frame.powerEdges, {});
        QVERIFY(find(s, "Switchboards 34.5 kV") >= 0);
        QVERIFY(find(s, "Switchboards 415 V") >= 0);
        QCOMPARE(s.nodes[static_cast<std::size_t>(find(s, "Transformers"))].units, 2);
    }

    void batteriesGiveAndTake() {
        TinyWiring w;
        w.add("utility", PowerKind::Utility, 1, {});
        w.add("ups", PowerKind::Ups, 1, {"utility"});
        w.load(PowerLoadKind::Rack, 0, {"ups"});
        w.finish();
        Frame frame;
        flowInto(w, 100e3, 0.0, frame);
        // The utility is away: 100 kW and 1 kW of loss come from the battery.
        frame.powerEdges[0].powerW = 0.0F;
        frame.powerUnits[0].outputW = 0.0F;
        const Sankey away = energySankey(w.network, frame.powerUnits, frame.powerEdges, {});
        verifyBalance(away);
        QVERIFY(std::abs(link(away, "Batteries", "UPS") - 101e3) < 1.0);
        QCOMPARE(find(away, "Utility"), -1);
        // It is back and charges with 10 kW.
        frame.powerEdges[0].powerW = 111e3F;
        frame.powerUnits[0].outputW = 111e3F;
        const Sankey back = energySankey(w.network, frame.powerUnits, frame.powerEdges, {});
        verifyBalance(back);
        QVERIFY(std::abs(link(back, "UPS", "Battery charging") - 10e3) < 1.0);
    }

    // A battery at a board gives 30 of the 100 kW of its racks: 70 come from the utility. All of it: the racks are fed all
    // the same. Then it takes 20 kW next to them.
    void aBatteryAtABoardGivesAndTakes() {
        TinyWiring w;
        w.add("utility", PowerKind::Utility, 1, {});
        w.add("board", PowerKind::Switchboard, 1, {"utility"});
        w.load(PowerLoadKind::Rack, 0, {"board"});
        w.finish();
        Frame frame;
        flowInto(w, 100e3, 0.0, frame);
        const float rack = 100e3F;
        const auto drawn = [&](float givesW) {
            frame.powerEdges[0].powerW = frame.powerUnits[0].outputW = frame.powerUnits[1].outputW =
                100e3F - givesW;
            frame.powerUnits[1].givesW = givesW;
            return energySankey(w.network, frame.powerUnits, frame.powerEdges, {&rack, 1});
        };
        for (const float givesW : {30e3F, 100e3F, -20e3F}) {
            const Sankey s = drawn(givesW);
            verifyBalance(s);
            QVERIFY(std::abs(link(s, "Switchboards", "Racks") - 100e3) < 1.0);
            QVERIFY(std::abs(link(s, "Batteries", "Switchboards") - std::max(0.0F, givesW)) < 1.0);
            QVERIFY(std::abs(link(s, "Switchboards", "Battery charging") -
                             std::max(0.0F, -givesW)) < 1.0);
        }
    }

    void stagesThatFeedEachOtherAreOne() {
        // One chain transformer, UPS; another UPS, transformer: no order of the two kinds suits
        // both, so they are one stage and the drawing has no ring.
        TinyWiring w;
        w.add("utility", PowerKind::Utility, 1, {});
        w.add("trafo-1", PowerKind::Transformer, 1, {"utility"});
        w.add("ups-1", PowerKind::Ups, 1, {"trafo-1"});
        w.add("ups-2", PowerKind::Ups, 1, {"utility"});
        w.add("trafo-2", PowerKind::Transformer, 1, {"ups-2"});
        w.load(PowerLoadKind::Rack, 0, {"ups-1"});
        w.load(PowerLoadKind::Rack, 1, {"trafo-2"});
        w.finish();
        Frame frame;
        flowInto(w, 100e3, 0.0, frame);
        const Sankey s = energySankey(w.network, frame.powerUnits, frame.powerEdges, {});
        verifyBalance(s);
        QVERIFY(find(s, "Transformers and UPS") >= 0);
    }

    void aFrameOfAnotherWiringIsRefused() {
        const TinyWiring w = wiring2N();
        QVERIFY(energySankey(w.network, {}, {}, {}).nodes.empty());
    }
};

HEADROOM_TEST(TestSankey)
}  // namespace tst_sankey

#include "tst_sankey.moc"
