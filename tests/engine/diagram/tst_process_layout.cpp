// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_layout.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_cooling.h"

#include <QtTest>

#include <cmath>

namespace tst_process_layout {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::testing;

namespace {

bool overlap(const ProcessBox& a, const ProcessBox& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

std::string textOf(const ProcessBox& b) {
    return "(" + std::to_string(b.x) + ", " + std::to_string(b.y) + ", " + std::to_string(b.width) +
           ", " + std::to_string(b.height) + ")";
}

TinyCooling byName(const QString& name) {
    if (name == "twelve halls") {
        return coolingOfTwelveHalls();
    }
    if (name == "many CDUs") {
        return coolingOfManyCdus();
    }
    if (name == "one group") {
        TinyCooling c;
        c.add({.dryCoolers = 1, .taps = {{.rows = 1}}});
        return c;
    }
    return coolingTwoLoops();
}

/// Whether the inside of a box is cut by a level or upright stretch.
bool cuts(const ProcessPoint& a, const ProcessPoint& b, const ProcessBox& box) {
    constexpr double kInside = 1.0;
    return std::max(a.x, b.x) > box.x + kInside &&
           std::min(a.x, b.x) < box.x + box.width - kInside &&
           std::max(a.y, b.y) > box.y + kInside &&
           std::min(a.y, b.y) < box.y + box.height - kInside;
}

}  // namespace

class TestProcessLayout : public QObject {
    Q_OBJECT

    static void networks() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"two loops", "one group", "twelve halls", "many CDUs"}) {
            QTest::addRow("%s", name) << QString(name);
        }
    }

  private slots:

    void everyLinkIsDrawnOnce_data() { networks(); }

    void everyLinkIsDrawnOnce() {
        QFETCH(QString, name);
        const TinyCooling c = byName(name);
        const ProcessLayout p = layOutProcess(c.network);
        std::vector<int> drawn(c.network.links.size(), 0);
        for (const ProcessSymbol& s : p.symbols) {
            for (const int link : {s.link, s.other}) {
                if (link >= 0) {
                    ++drawn[static_cast<std::size_t>(link)];
                }
            }
        }
        for (const ProcessRun& r : p.runs) {
            if (r.pipe >= 0) {
                ++drawn[static_cast<std::size_t>(r.pipe)];
            }
        }
        for (std::size_t l = 0; l < drawn.size(); ++l) {
            QVERIFY2(drawn[l] == 1, qPrintable(QString("%1 is drawn %2 times")
                                                   .arg(c.network.links[l].name.c_str())
                                                   .arg(drawn[l])));
            QVERIFY((p.symbolOfLink[l] >= 0) != (p.runOfLink[l] >= 0));
        }
        // Each control valve stands once.
        int valves = 0;
        for (const CoolingLink& link : c.network.links) {
            valves += link.hasValve ? 1 : 0;
        }
        QCOMPARE(static_cast<int>(p.valves.size()), valves);
    }

    void nothingOverlaps_data() { networks(); }

    void nothingOverlaps() {
        QFETCH(QString, name);
        const TinyCooling c = byName(name);
        const ProcessLayout p = layOutProcess(c.network);
        std::vector<ProcessBox> boxes;
        for (const ProcessSymbol& s : p.symbols) {
            boxes.push_back(s.box);
            if (s.text.width > 0.0) {
                boxes.push_back(s.text);
            }
        }
        for (const ProcessTag& t : p.tags) {
            boxes.push_back(t.box);
        }
        for (const ProcessValve& v : p.valves) {
            boxes.push_back(v.text);
        }
        for (const ProcessLane& lane : p.lanes) {
            boxes.push_back(lane.name);
        }
        for (const ProcessBand& band : p.bands) {
            boxes.push_back(band.title);
        }
        for (std::size_t a = 0; a < boxes.size(); ++a) {
            for (std::size_t b = a + 1; b < boxes.size(); ++b) {
                QVERIFY2(!overlap(boxes[a], boxes[b]),
                         (textOf(boxes[a]) + " and " + textOf(boxes[b])).c_str());
            }
            const ProcessBox& box = boxes[a];
            QVERIFY2(box.x >= 0.0 && box.y >= 0.0 && box.x + box.width <= p.width + 0.5 &&
                         box.y + box.height <= p.height + 0.5,
                     textOf(box).c_str());
        }
        for (std::size_t a = 0; a < p.bands.size(); ++a) {
            for (std::size_t b = a + 1; b < p.bands.size(); ++b) {
                QVERIFY(!overlap(p.bands[a].box, p.bands[b].box));
            }
        }
    }

    void pipesAreLevelOrUprightAndKeepOffSymbolsAndWords_data() { networks(); }

    void pipesAreLevelOrUprightAndKeepOffSymbolsAndWords() {
        QFETCH(QString, name);
        const TinyCooling c = byName(name);
        const ProcessLayout p = layOutProcess(c.network);
        for (const ProcessRun& run : p.runs) {
            QVERIFY(run.points.size() >= 2);
            QVERIFY((run.pipe >= 0) != (run.node >= 0));
            for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
                const ProcessPoint& a = run.points[i];
                const ProcessPoint& b = run.points[i + 1];
                QVERIFY((std::abs(a.x - b.x) < 0.01) != (std::abs(a.y - b.y) < 0.01));
                for (const ProcessSymbol& s : p.symbols) {
                    QVERIFY2(!cuts(a, b, s.box), textOf(s.box).c_str());
                    QVERIFY2(s.text.width <= 0.0 || !cuts(a, b, s.text), textOf(s.text).c_str());
                }
                for (const ProcessTag& t : p.tags) {
                    QVERIFY2(!cuts(a, b, t.box), textOf(t.box).c_str());
                }
                for (const ProcessValve& v : p.valves) {
                    QVERIFY2(!cuts(a, b, v.text), textOf(v.text).c_str());
                }
            }
        }
    }

    void pipesMeet() {
        // Where one pipe or node ends, another begins, or a symbol stands.
        const TinyCooling c = coolingTwoLoops();
        const ProcessLayout p = layOutProcess(c.network);
        const auto meets = [&](const ProcessPoint& e, const ProcessRun& own) {
            for (const ProcessSymbol& s : p.symbols) {
                if (e.x >= s.box.x - 1 && e.x <= s.box.x + s.box.width + 1 && e.y >= s.box.y - 1 &&
                    e.y <= s.box.y + s.box.height + 1) {
                    return true;
                }
            }
            for (const ProcessRun& r : p.runs) {
                for (std::size_t i = 0; &r != &own && i + 1 < r.points.size(); ++i) {
                    const ProcessPoint& a = r.points[i];
                    const ProcessPoint& b = r.points[i + 1];
                    if (e.x >= std::min(a.x, b.x) - 1 && e.x <= std::max(a.x, b.x) + 1 &&
                        e.y >= std::min(a.y, b.y) - 1 && e.y <= std::max(a.y, b.y) + 1) {
                        return true;
                    }
                }
            }
            return false;
        };
        for (const ProcessRun& run : p.runs) {
            for (const ProcessPoint& e : {run.points.front(), run.points.back()}) {
                QVERIFY2(meets(e, run), qPrintable(QString("(%1, %2) of pipe %3, node %4")
                                                       .arg(e.x)
                                                       .arg(e.y)
                                                       .arg(run.pipe)
                                                       .arg(run.node)));
            }
        }
    }

    void onePassOverAReturnForEachTap() {
        // Supply leads cross nothing; each tap's return passes over the supply main but the last
        // where the bypass ends the main below it too: as many hops as taps of a direct return.
        TinyCooling c;
        c.add({.towers = 2, .taps = {{.rows = 4}, {.rows = 4}, {.air = true}}});
        const ProcessLayout p = layOutProcess(c.network);
        QCOMPARE(p.hops.size(), std::size_t{3});
    }

    void bigPlantsFitAScreen() {
        const TinyCooling c = coolingOfTwelveHalls();
        const ProcessLayout p = layOutProcess(c.network);
        QCOMPARE(p.bands.size(), std::size_t{4});
        QCOMPARE(p.lanes.size(), std::size_t{22});
        const double shape = p.width / p.height;
        QVERIFY2(shape > 0.8 && shape < 3.2, std::to_string(shape).c_str());
    }

    // 25 separate CDUs of one group: one lane, whose exchanger, pumps and valve stand for 25 each,
    // with the 75 rows of all. Everything else is still drawn once.
    void separateCdusFold() {
        TinyCooling c = coolingOfManyCdus();
        for (std::size_t g = 0; g < c.network.cduCircuit.size(); ++g) {
            c.network.circuits[static_cast<std::size_t>(c.network.cduCircuit[g])].id =
                "cdus/" + std::to_string(g + 1);
        }
        QCOMPARE(layOutProcess(c.network).lanes.size(), std::size_t{25});
        ProcessStyle style;
        style.fold = true;
        const ProcessLayout p = layOutProcess(c.network, style);
        QCOMPARE(p.lanes.size(), std::size_t{1});
        int rows = 0;
        std::vector<int> drawn(c.network.links.size(), 0);
        for (const ProcessSymbol& s : p.symbols) {
            rows += s.shape == ProcessShape::Row ? 1 : 0;
            for (const int link : {s.link, s.other}) {
                if (link >= 0) {
                    ++drawn[static_cast<std::size_t>(link)];
                    for (const int other : p.folded[static_cast<std::size_t>(link)]) {
                        drawn[static_cast<std::size_t>(other)] += other == link ? 0 : 1;
                        QCOMPARE(p.symbolOfLink[static_cast<std::size_t>(other)],
                                 p.symbolOfLink[static_cast<std::size_t>(link)]);
                    }
                }
            }
        }
        for (const ProcessRun& r : p.runs) {
            if (r.pipe >= 0) {
                ++drawn[static_cast<std::size_t>(r.pipe)];
            }
        }
        QCOMPARE(rows, 75);
        for (std::size_t l = 0; l < drawn.size(); ++l) {
            QVERIFY2(drawn[l] == 1, c.network.links[l].name.c_str());
        }
        const int first = p.lanes[0].link;
        QCOMPARE(p.folded[static_cast<std::size_t>(first)].size(), std::size_t{25});
        QCOMPARE(p.folded[static_cast<std::size_t>(first)].front(), first);
        // Groups of another name, and groups that are not separate, stay alone.
        for (const int circuit : c.network.cduCircuit) {
            c.network.circuits[static_cast<std::size_t>(circuit)].id = "cdu";
        }
        QCOMPARE(layOutProcess(c.network, style).lanes.size(), std::size_t{25});
    }

    void theSameNetworkGivesTheSameDiagram() {
        const TinyCooling c = coolingOfTwelveHalls();
        const ProcessLayout a = layOutProcess(c.network);
        const ProcessLayout b = layOutProcess(c.network);
        QCOMPARE(a.runs.size(), b.runs.size());
        for (std::size_t r = 0; r < a.runs.size(); ++r) {
            QCOMPARE(a.runs[r].points.size(), b.runs[r].points.size());
            for (std::size_t i = 0; i < a.runs[r].points.size(); ++i) {
                QCOMPARE(a.runs[r].points[i].x, b.runs[r].points[i].x);
                QCOMPARE(a.runs[r].points[i].y, b.runs[r].points[i].y);
            }
        }
    }

    void nothingGivesNothing() {
        const ProcessLayout p = layOutProcess({});
        QVERIFY(p.symbols.empty());
        QCOMPARE(p.width, 0.0);
    }
};

HEADROOM_TEST(TestProcessLayout)
}  // namespace tst_process_layout

#include "tst_process_layout.moc"
