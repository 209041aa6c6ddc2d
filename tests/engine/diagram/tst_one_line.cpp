// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_wiring.h"

#include <QtTest>

#include <cmath>

namespace tst_one_line {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::testing;

namespace {

bool overlap(const OneLineNode& a, const OneLineNode& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/// Level stretches of a wire that meet upright stretches of another one inside.
int crossings(const OneLine& diagram) {
    int count = 0;
    for (std::size_t a = 0; a < diagram.wires.size(); ++a) {
        for (std::size_t b = 0; b < diagram.wires.size(); ++b) {
            const auto& p = diagram.wires[a].points;
            const auto& q = diagram.wires[b].points;
            // Wires of one source are one net and may join.
            for (std::size_t i = 0;
                 i + 1 < p.size() && diagram.wires[a].from != diagram.wires[b].from; ++i) {
                for (std::size_t j = 0; j + 1 < q.size(); ++j) {
                    const bool level = p[i].y == p[i + 1].y && p[i].x != p[i + 1].x;
                    const bool upright = q[j].x == q[j + 1].x;
                    if (level && upright && std::min(p[i].x, p[i + 1].x) < q[j].x &&
                        q[j].x < std::max(p[i].x, p[i + 1].x) && q[j].y < p[i].y &&
                        p[i].y < q[j + 1].y) {
                        ++count;
                    }
                }
            }
        }
    }
    return count;
}

const OneLineNode& nodeOf(const OneLine& diagram, const TinyWiring& w, const char* unit) {
    return diagram.nodes[static_cast<std::size_t>(
        diagram.nodeOfUnit[static_cast<std::size_t>(w.unitOf(unit))])];
}

TinyWiring byName(const QString& name) {
    return name == "2N"        ? wiring2N()
           : name == "2N, big" ? wiring2N(40, 8)
           : name == "4M3"     ? wiring4M3()
                               : wiringCatcher(5);
}

}  // namespace

class TestOneLine : public QObject {
    Q_OBJECT

    static void networks() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("fold");
        for (const char* name : {"2N", "2N, big", "4M3", "catcher"}) {
            QTest::addRow("%s", name) << QString(name) << static_cast<int>(OneLineFold::Automatic);
            QTest::addRow("%s, folded", name)
                << QString(name) << static_cast<int>(OneLineFold::Folded);
            QTest::addRow("%s, unfolded", name)
                << QString(name) << static_cast<int>(OneLineFold::Unfolded);
        }
    }

  private slots:

    void aSoundDrawing_data() { networks(); }

    void aSoundDrawing() {
        QFETCH(QString, name);
        QFETCH(int, fold);
        const TinyWiring w = byName(name);
        const std::vector<OneLineFold> folds(w.network.arrays.size(),
                                             static_cast<OneLineFold>(fold));
        const OneLine diagram = layOutOneLine(w.network, folds);

        // Every unit and every load is in exactly the node that claims it.
        std::size_t units = 0;
        std::size_t loads = 0;
        for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
            const OneLineNode& node = diagram.nodes[n];
            units += static_cast<std::size_t>(node.units);
            loads += node.loads.size();
            for (int u = node.firstUnit; u < node.firstUnit + node.units; ++u) {
                QCOMPARE(diagram.nodeOfUnit[static_cast<std::size_t>(u)], static_cast<int>(n));
            }
            for (const int load : node.loads) {
                QCOMPARE(diagram.nodeOfLoad[static_cast<std::size_t>(load)], static_cast<int>(n));
            }
            QVERIFY(node.x >= 0.0 && node.x + node.width <= diagram.width);
            QVERIFY(node.y >= 0.0 && node.y + node.height <= diagram.height);
        }
        QCOMPARE(units, w.network.units.size());
        QCOMPARE(loads, w.network.loads.size());

        for (std::size_t a = 0; a < diagram.nodes.size(); ++a) {
            for (std::size_t b = a + 1; b < diagram.nodes.size(); ++b) {
                QVERIFY2(!overlap(diagram.nodes[a], diagram.nodes[b]),
                         qPrintable(QString("%1 and %2").arg(a).arg(b)));
            }
        }

        // Every incomer is drawn once; wires go down, at right angles, and touch what they join.
        std::vector<int> drawn(w.network.edges.size(), 0);
        for (const OneLineWire& wire : diagram.wires) {
            for (const int e : wire.edges) {
                ++drawn[static_cast<std::size_t>(e)];
            }
            QVERIFY(wire.points.size() >= 2);
            for (std::size_t i = 0; i + 1 < wire.points.size(); ++i) {
                const OneLinePoint& p = wire.points[i];
                const OneLinePoint& q = wire.points[i + 1];
                QVERIFY(q.y >= p.y);
                QVERIFY(p.x == q.x || p.y == q.y);
            }
            const OneLineNode& from = diagram.nodes[static_cast<std::size_t>(wire.from)];
            const OneLineNode& to = diagram.nodes[static_cast<std::size_t>(wire.to)];
            QVERIFY(to.layer > from.layer);
            QVERIFY(wire.points.front().x >= from.x &&
                    wire.points.front().x <= from.x + from.symbolWidth);
            QVERIFY(wire.points.back().x >= to.x && wire.points.back().x <= to.x + to.symbolWidth);
        }
        for (const int count : drawn) {
            QCOMPARE(count, 1);
        }
    }

    void wiresKeepClearOfBoxes_data() { networks(); }

    void wiresKeepClearOfBoxes() {
        QFETCH(QString, name);
        QFETCH(int, fold);
        const TinyWiring w = byName(name);
        const std::vector<OneLineFold> folds(w.network.arrays.size(),
                                             static_cast<OneLineFold>(fold));
        const OneLine diagram = layOutOneLine(w.network, folds);
        for (const OneLineWire& wire : diagram.wires) {
            for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
                const OneLineNode& node = diagram.nodes[n];
                if (static_cast<int>(n) == wire.from || static_cast<int>(n) == wire.to) {
                    continue;
                }
                for (std::size_t i = 0; i + 1 < wire.points.size(); ++i) {
                    const OneLinePoint& p = wire.points[i];
                    const OneLinePoint& q = wire.points[i + 1];
                    const bool through = std::max(p.x, q.x) > node.x &&
                                         std::min(p.x, q.x) < node.x + node.width && q.y > node.y &&
                                         p.y < node.y + node.height;
                    QVERIFY2(!through,
                             qPrintable(QString("wire to %1 through %2").arg(wire.to).arg(n)));
                }
            }
        }
    }

    void wiresOfTwoSourcesNeverLieOnEachOther_data() { networks(); }

    void wiresOfTwoSourcesNeverLieOnEachOther() {
        QFETCH(QString, name);
        QFETCH(int, fold);
        const TinyWiring w = byName(name);
        const std::vector<OneLineFold> folds(w.network.arrays.size(),
                                             static_cast<OneLineFold>(fold));
        const OneLine diagram = layOutOneLine(w.network, folds);
        for (const OneLineWire& a : diagram.wires) {
            for (const OneLineWire& b : diagram.wires) {
                if (a.from == b.from) {
                    continue;
                }
                for (std::size_t i = 0; i + 1 < a.points.size(); ++i) {
                    for (std::size_t j = 0; j + 1 < b.points.size(); ++j) {
                        const OneLinePoint& p = a.points[i];
                        const OneLinePoint& q = a.points[i + 1];
                        const OneLinePoint& r = b.points[j];
                        const OneLinePoint& s = b.points[j + 1];
                        const bool upright = p.x == q.x && r.x == s.x && p.x == r.x &&
                                             std::max(p.y, r.y) + 1.0 < std::min(q.y, s.y);
                        const bool level = p.y == q.y && r.y == s.y && p.y == r.y &&
                                           std::max(std::min(p.x, q.x), std::min(r.x, s.x)) + 1.0 <
                                               std::min(std::max(p.x, q.x), std::max(r.x, s.x));
                        QVERIFY2(!upright && !level, qPrintable(QString("%1 to %2 and %3 to %4")
                                                                    .arg(a.from)
                                                                    .arg(a.to)
                                                                    .arg(b.from)
                                                                    .arg(b.to)));
                    }
                }
            }
        }
    }

    void utilitiesOnTopRacksAtTheBottom() {
        const TinyWiring w = wiring2N();
        const OneLine diagram = layOutOneLine(w.network);
        // utility 0, transformer 1, ATS 2, board 3, UPS 4, output board 5, PDU 6, racks 7.
        QCOMPARE(diagram.layers, 8);
        QCOMPARE(nodeOf(diagram, w, "utility-a").layer, 0);
        QCOMPARE(nodeOf(diagram, w, "ats-b").layer, 2);
        QCOMPARE(nodeOf(diagram, w, "pdu-b/2").layer, 6);
        // A generator feeds layer 2 and needs nothing: just above, not on top.
        QCOMPARE(nodeOf(diagram, w, "genset-a").layer, 1);
        for (const OneLineNode& node : diagram.nodes) {
            if (node.isLoad()) {
                const auto kind = w.network.loads[static_cast<std::size_t>(node.loads[0])].kind;
                // Machines hang on boards of layer 3.
                QCOMPARE(node.layer, powerLoadGroup(kind) == PowerLoadGroup::Mechanical ? 4 : 7);
            }
        }
        // Racks of PDU 1, of PDU 2, switches of PDU 1, machines: four groups of 8 + 3 loads.
        QCOMPARE(diagram.nodes.size(), w.network.units.size() + 4);
    }

    void pathsOf2NStandApart() {
        const TinyWiring w = wiring2N();
        const OneLine diagram = layOutOneLine(w.network);
        // Whichever side path A is on, it is on that side in each layer down to the UPS output.
        const bool aLeft = nodeOf(diagram, w, "utility-a").x < nodeOf(diagram, w, "utility-b").x;
        for (const char* stem : {"trafo-", "ats-", "board-", "ups-", "output-"}) {
            const std::string a = std::string(stem) + "a";
            const std::string b = std::string(stem) + "b";
            QCOMPARE(nodeOf(diagram, w, a.c_str()).x < nodeOf(diagram, w, b.c_str()).x, aLeft);
        }
        // K(2,2) twice at the foot (two PDUs a side, two groups of racks) and the switches and
        // machines that hang on both sides: a few crossings cannot be avoided, a dozen can.
        QVERIFY2(crossings(diagram) <= 12, qPrintable(QString::number(crossings(diagram))));
    }

    void aTreeHasNoCrossing() {
        TinyWiring w;
        w.add("utility", PowerKind::Utility, 1, {});
        w.add("mv", PowerKind::Switchboard, 1, {"utility"});
        w.add("trafo", PowerKind::Transformer, 4, {"mv"});
        w.add("ups", PowerKind::Ups, 4, {"trafo"});
        w.add("pdu", PowerKind::Pdu, 12, {"ups"});
        for (int i = 1; i <= 12; ++i) {
            const std::string pdu = "pdu/" + std::to_string(i);
            w.load(PowerLoadKind::Rack, i - 1, {pdu.c_str()});
        }
        w.finish();
        const std::vector<OneLineFold> fold(w.network.arrays.size(), OneLineFold::Unfolded);
        const OneLine diagram = layOutOneLine(w.network, fold);
        QCOMPARE(crossings(diagram), 0);
        // In a path without branches the wire is straight.
        for (const OneLineWire& wire : diagram.wires) {
            if (!wire.edges.empty() &&
                w.network
                        .units[static_cast<std::size_t>(
                            diagram.nodes[static_cast<std::size_t>(wire.to)].firstUnit)]
                        .kind == PowerKind::Ups) {
                QCOMPARE(wire.points.size(), std::size_t{2});
            }
        }
    }

    void theCatcherStandsBesideItsBlocks() {
        const TinyWiring w = wiringCatcher(3);
        const OneLine diagram = layOutOneLine(w.network);
        QCOMPARE(nodeOf(diagram, w, "catcher").layer, nodeOf(diagram, w, "ups/1").layer);
        QCOMPARE(nodeOf(diagram, w, "sts/1").layer, nodeOf(diagram, w, "catcher-bus").layer + 1);
        // Three wires of the catcher's bus go to three switches: at most two others are crossed by
        // each when it is at an end, fewer in the middle.
        QVERIFY2(crossings(diagram) <= 4, qPrintable(QString::number(crossings(diagram))));
    }

    void foldingIsByArray() {
        const TinyWiring w = wiring4M3();
        std::vector<OneLineFold> fold(w.network.arrays.size(), OneLineFold::Automatic);
        QCOMPARE(nodeOf(layOutOneLine(w.network, fold), w, "ups/2").units, 1);
        fold[3] = OneLineFold::Folded;
        const OneLine diagram = layOutOneLine(w.network, fold);
        QCOMPARE(nodeOf(diagram, w, "ups/2").units, 4);
        QCOMPARE(nodeOf(diagram, w, "trafo/2").units, 1);
        // Six pairs of four PDUs.
        QCOMPARE(std::count_if(diagram.nodes.begin(), diagram.nodes.end(),
                               [](const OneLineNode& n) { return n.isLoad(); }),
                 6);
        fold[4] = OneLineFold::Folded;
        const OneLine closed = layOutOneLine(w.network, fold);
        QCOMPARE(std::count_if(closed.nodes.begin(), closed.nodes.end(),
                               [](const OneLineNode& n) { return n.isLoad(); }),
                 1);
        // 4 wires between two folded arrays are one line.
        const auto down =
            std::find_if(closed.wires.begin(), closed.wires.end(), [&](const auto& x) {
                return x.to == closed.nodeOfUnit[static_cast<std::size_t>(w.unitOf("pdu/1"))];
            });
        QCOMPARE(down->edges.size(), std::size_t{4});
    }

    void largeArraysAndWiringsStartFolded() {
        const OneLineStyle style;
        const TinyWiring wide = wiring2N(style.arrayUpTo + 1);
        QCOMPARE(nodeOf(layOutOneLine(wide.network), wide, "pdu-a/7").units, style.arrayUpTo + 1);
        // Eleven arrays of six and their utility: 67 units, more than 60.
        TinyWiring many;
        many.add("utility", PowerKind::Utility, 1, {});
        for (int i = 0; i < 11; ++i) {
            const std::string id = "board-" + std::to_string(i);
            many.add(id, PowerKind::Switchboard, style.arrayUpTo, {"utility"});
        }
        many.finish();
        QCOMPARE(nodeOf(layOutOneLine(many.network), many, "board-3/2").units, style.arrayUpTo);
        const TinyWiring few = wiring2N(style.arrayUpTo);
        QCOMPARE(nodeOf(layOutOneLine(few.network), few, "pdu-a/6").units, 1);
    }

    void theSameEveryTime() {
        const TinyWiring w = wiring2N(12, 3);
        const OneLine a = layOutOneLine(w.network);
        const OneLine b = layOutOneLine(w.network);
        QCOMPARE(a.nodes.size(), b.nodes.size());
        for (std::size_t i = 0; i < a.nodes.size(); ++i) {
            QCOMPARE(a.nodes[i].x, b.nodes[i].x);
            QCOMPARE(a.nodes[i].y, b.nodes[i].y);
        }
        QCOMPARE(a.height, b.height);
    }

    void nothingIsADrawingToo() {
        const OneLine diagram = layOutOneLine(PowerNetwork{});
        QVERIFY(diagram.nodes.empty());
        QCOMPARE(diagram.width, 0.0);
    }
};

HEADROOM_TEST(TestOneLine)
}  // namespace tst_one_line

#include "tst_one_line.moc"
