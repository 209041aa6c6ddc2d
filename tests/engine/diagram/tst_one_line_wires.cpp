// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line_wires.h"
#include "engine/diagram/power_reading.h"
#include "engine/diagram/report_words.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_wiring.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

namespace tst_one_line_wires {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::testing;

namespace {

/// A utility, a board and four UPSs below it.
TinyWiring small() {
    TinyWiring w;
    w.add("utility", PowerKind::Utility, 1, {});
    w.add("board", PowerKind::Switchboard, 1, {"utility"});
    w.add("ups", PowerKind::Ups, 4, {"board"});
    w.load(PowerLoadKind::Rack, 0, {"ups/1"});
    w.finish();
    return w;
}

/// All units have power, all breakers are closed.
Frame running(const TinyWiring& w) {
    Frame frame;
    frame.timeS = 15.0;
    frame.network = std::make_shared<PowerNetwork>(w.network);
    frame.powerUnits.resize(w.network.units.size());
    frame.powerEdges.resize(w.network.edges.size());
    for (PowerUnitNow& unit : frame.powerUnits) {
        unit.voltage = 1.0F;
    }
    return frame;
}

std::vector<const DrawnShape*> shapesOf(const DisplayList& drawing, int kind, Ink ink) {
    std::vector<const DrawnShape*> found;
    for (const DrawnShape& shape : drawing.shapes()) {
        if (shape.ink == ink &&
            drawing.items()[static_cast<std::size_t>(shape.item)].kind == kind) {
            found.push_back(&shape);
        }
    }
    return found;
}

}  // namespace

class TestOneLineWires : public QObject {
    Q_OBJECT

  private slots:

    // A design has no state: every wire is one conductor in the ink of designs, above its breaker and below. Cords have no breakers.
    void designHasNoState() {
        const TinyWiring w = small();
        const OneLine diagram = layOutOneLine(w.network);
        const Frame none;
        const DisplayList drawing = drawOneLineWires({diagram, w.network, none, reportWords()});
        std::size_t withBreakers = 0;
        for (const OneLineWire& wire : diagram.wires) {
            withBreakers += hasBreakers(w.network, wire) ? 1 : 0;
        }
        QVERIFY(withBreakers >= 2 && withBreakers < diagram.wires.size());
        QCOMPARE(shapesOf(drawing, kOneLineWire, Ink::Wire).size(),
                 diagram.wires.size() + withBreakers);
        // A cross of two strokes and the square of each breaker.
        QCOMPARE(shapesOf(drawing, kOneLineBreaker, Ink::Wire).size(), 3 * withBreakers);
        QVERIFY(shapesOf(drawing, kOneLineWire, Ink::LiveWire).empty());
    }

    // An open breaker: its wire has power down to it and none below, where it is dashed. The word is next to it from a scale at which
    // it has room.
    void openBreakerEndsThePower() {
        const TinyWiring w = small();
        const std::vector<OneLineFold> unfolded(w.network.arrays.size(), OneLineFold::Unfolded);
        const OneLine diagram = layOutOneLine(w.network, unfolded);
        Frame frame = running(w);
        const int edge = w.network.units[static_cast<std::size_t>(w.unitOf("ups/2"))].firstEdge;
        const auto wire =
            static_cast<int>(std::find_if(diagram.wires.begin(), diagram.wires.end(),
                                          [edge](const OneLineWire& each) {
                                              return std::find(each.edges.begin(), each.edges.end(),
                                                               edge) != each.edges.end();
                                          }) -
                             diagram.wires.begin());
        const auto dead = [&] {
            return shapesOf(drawOneLineWires({diagram, w.network, frame, reportWords()}),
                            kOneLineWire, Ink::DeadWire)
                .size();
        };
        QCOMPARE(dead(), 0U);
        frame.powerEdges[static_cast<std::size_t>(edge)].breaker = BreakerState::Open;
        const DisplayList drawing = drawOneLineWires({diagram, w.network, frame, reportWords()});
        const auto parts = shapesOf(drawing, kOneLineWire, Ink::DeadWire);
        QCOMPARE(parts.size(), 1U);
        QCOMPARE(parts.front()->item, drawing.itemOf(kOneLineWire, wire));
        QVERIFY(parts.front()->dash > 0.0);
        QCOMPARE(parts.front()->points.front().y,
                 breakerPlace(diagram.wires[static_cast<std::size_t>(wire)]).y);
        const auto hasWord = [](const DisplayList& list) {
            return std::any_of(list.shapes().begin(), list.shapes().end(),
                               [](const DrawnShape& shape) { return shape.words == "open"; });
        };
        QVERIFY(hasWord(drawing));
        QVERIFY(!hasWord(drawOneLineWires({diagram, w.network, frame, reportWords(), 0.3})));
    }

    // Four UPSs as one symbol: one wire, and a second square behind its breaker. Two of them tripped: "2/4 tripped".
    void breakersOfOneWireAreCounted() {
        const TinyWiring w = small();
        const std::vector<OneLineFold> folded(w.network.arrays.size(), OneLineFold::Folded);
        const OneLine diagram = layOutOneLine(w.network, folded);
        Frame frame = running(w);
        const int first = w.network.units[static_cast<std::size_t>(w.unitOf("ups/1"))].firstEdge;
        for (const int edge : {first, first + 2}) {
            frame.powerEdges[static_cast<std::size_t>(edge)].breaker = BreakerState::Tripped;
        }
        const DisplayList drawing = drawOneLineWires({diagram, w.network, frame, reportWords()});
        QCOMPARE(shapesOf(drawing, kOneLineBreaker, Ink::Behind).size(), 1U);
        QVERIFY(std::any_of(drawing.shapes().begin(), drawing.shapes().end(),
                            [](const DrawnShape& s) { return s.words == "2/4 tripped"; }));
    }

    // A source without voltage: nothing below it is live.
    void deadSourceIsDeadBelow() {
        const TinyWiring w = small();
        const OneLine diagram = layOutOneLine(w.network);
        Frame frame = running(w);
        for (PowerUnitNow& unit : frame.powerUnits) {
            unit.voltage = 0.0F;
        }
        const DisplayList drawing = drawOneLineWires({diagram, w.network, frame, reportWords()});
        QVERIFY(shapesOf(drawing, kOneLineWire, Ink::LiveWire).empty());
        QVERIFY(!shapesOf(drawing, kOneLineWire, Ink::DeadWire).empty());
        QVERIFY(hasPowerValues(frame) && !hasPowerValues(Frame()));
    }
};

HEADROOM_TEST(TestOneLineWires)
}  // namespace tst_one_line_wires

#include "tst_one_line_wires.moc"
