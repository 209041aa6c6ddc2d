// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/support/tiny_wiring.h"
#include "ui/power/one_line_painter.h"
#include "ui/power/power_text.h"
#include "ui/scene/power_layer.h"
#include "ui/scene/tray_layer.h"

#include <QImage>
#include <QPainter>
#include <QtTest>
#include <vtkNew.h>
#include <vtkRenderer.h>

#include <cmath>
#include <limits>

namespace tst_power_layer {

using namespace headroom;
using namespace headroom::ui;

/// The layers against the one-line diagram, which reads the units and incomers of the same frame.
class TestPowerLayer : public QObject {
    Q_OBJECT

    /// A hall with a row of eight racks; every unit of the 2N wiring has a place in the yard, apart from the PDUs over the racks.
    static testing::TinyWiring wiring() {
        testing::TinyWiring w = testing::wiring2N();
        for (std::size_t i = 0; i < w.network.arrays.size(); ++i) {
            if (w.network.arrays[i].id.rfind("pdu-", 0) != 0) {
                w.network.arrays[i].spec.xM = 4.0 * static_cast<double>(i);
                w.network.arrays[i].spec.yM = -20.0;
            }
        }
        w.network.breakers[0].ratedA = 1000.0;
        return w;
    }

    static engine::Layout layout() {
        engine::Layout made;
        made.halls.push_back({{0, 0, 0, 20, 10, 4}, "hall", "Hall"});
        made.blocks = {"racks"};
        for (int i = 0; i < 8; ++i) {
            engine::RackBox rack;
            rack.box = {4.0 + 0.6 * i, 5.0, 0.0, 0.6, 1.2, 2.2};
            rack.column = i;
            made.racks.push_back(rack);
        }
        made.trays.push_back({{2, 4, 3.0, 8, 0.6, 0.1}, 0, 120, 0.25});
        made.trays.push_back({{2, 8, 3.0, 8, 0.6, 0.1}, 0, 900, 1.25});
        return made;
    }

    /// Path A: the UPS has failed, so the output board and the PDUs of A are dead. Path B: the breaker of PDU 2 is open.
    static engine::Frame frame(const testing::TinyWiring& w) {
        engine::Frame made;
        made.timeS = 15.0;
        made.network = std::make_shared<engine::PowerNetwork>(w.network);
        made.powerUnits.resize(w.network.units.size());
        made.powerEdges.resize(w.network.edges.size());
        for (std::size_t i = 0; i < made.powerUnits.size(); ++i) {
            made.powerUnits[i].voltage = 1.0F;
            made.powerUnits[i].loading = 0.03F * static_cast<float>(i);
        }
        for (std::size_t i = 0; i < made.powerEdges.size(); ++i) {
            made.powerEdges[i].currentA = 40.0F * static_cast<float>(i);
        }
        const auto kill = [&](const char* unit, engine::PowerUnitState state) {
            engine::PowerUnitNow& now = made.powerUnits[static_cast<std::size_t>(w.unitOf(unit))];
            now.voltage = 0.0F;
            now.loading = 0.0F;
            now.state = state;
        };
        kill("ups-a", engine::PowerUnitState::Failed);
        for (const char* unit : {"output-a", "pdu-a/1", "pdu-a/2", "pdu-b/2"}) {
            kill(unit, engine::PowerUnitState::Dead);
        }
        made.powerEdges[static_cast<std::size_t>(w.edgeOf("output-b", "pdu-b/2"))].breaker =
            engine::BreakerState::Open;
        return made;
    }

    /// Whether the painted diagram has the colour of live wires at the load end of an incomer.
    static bool isLitInDiagram(const engine::PowerNetwork& network, const engine::Frame& now,
                               int edge) {
        const ThemeColours& colours = Theme::instance().colours();
        const std::vector<engine::OneLineFold> unfolded(network.arrays.size(),
                                                        engine::OneLineFold::Unfolded);
        const engine::OneLine diagram = engine::layOutOneLine(network, unfolded);
        // Pixels in the middle of a wire have its colour alone.
        constexpr int kScale = 4;
        QImage image(kScale * (static_cast<int>(diagram.width) + 40),
                     kScale * (static_cast<int>(diagram.height) + 40), QImage::Format_RGB32);
        image.fill(colours.base);
        QPainter painter(&image);
        painter.scale(kScale, kScale);
        OneLinePainter(painter, {diagram, network, now, ColourMap::Viridis}, colours)
            .paintWires(-1, -1);
        painter.end();
        for (const engine::OneLineWire& wire : diagram.wires) {
            if (std::find(wire.edges.begin(), wire.edges.end(), edge) == wire.edges.end()) {
                continue;
            }
            const engine::OneLinePoint& end = wire.points.back();
            for (int up = 1; up <= 6; ++up) {
                const QRgb pixel = image.pixel(static_cast<int>(kScale * end.x),
                                               static_cast<int>(kScale * end.y) - kScale * up);
                if (pixel == liveWire(colours).rgb()) {
                    return true;
                }
            }
        }
        return false;
    }

  private slots:

    /// Every incomer with a way is live in the layer exactly where the diagram paints its wire live.
    void feedersAreLiveWhereTheDiagramHasThemLive() {
        const testing::TinyWiring w = wiring();
        const engine::Frame now = frame(w);
        vtkNew<vtkRenderer> renderer;
        PowerLayer layer(renderer);
        layer.setLayout(layout(), &now);
        int live = 0, dead = 0;
        for (int i = 0; i < static_cast<int>(layer.plan().ways.size()); ++i) {
            const engine::PowerWay& way = layer.plan().ways[static_cast<std::size_t>(i)];
            if (way.edge >= 0) {
                QCOMPARE(layer.isLive(i), isLitInDiagram(w.network, now, way.edge));
                ++(layer.isLive(i) ? live : dead);
            }
        }
        QVERIFY(live > 5 && dead >= 4);  // A: from the UPS on; B: the open breaker
    }

    /// Loading of a feeder: its current over the rating of its breaker, 1,000 A. Loading of a busway: as its unit has it.
    void loadingsAreThoseOfTheDiagram() {
        const testing::TinyWiring w = wiring();
        const engine::Frame now = frame(w);
        vtkNew<vtkRenderer> renderer;
        PowerLayer layer(renderer);
        layer.setLayout(layout(), &now);
        int busways = 0;
        for (int i = 0; i < static_cast<int>(layer.plan().ways.size()); ++i) {
            const engine::PowerWay& way = layer.plan().ways[static_cast<std::size_t>(i)];
            if (way.edge >= 0) {
                QCOMPARE(layer.loading(i), 0.04 * way.edge);
                continue;
            }
            const QString tip = unitTip(w.network, now, way.unit).join('\n');
            QVERIFY2(tip.contains(loadingText(layer.loading(i))), qPrintable(tip));
            busways += way.kind == engine::PowerWay::Kind::Busway ? 1 : 0;
        }
        QCOMPARE(busways, 4);  // two PDUs of each path, each over four racks
    }

    void deadWaysAreGrey() {
        const testing::TinyWiring w = wiring();
        const engine::Frame now = frame(w);
        vtkNew<vtkRenderer> renderer;
        PowerLayer layer(renderer);
        layer.setLayout(layout(), &now);
        const ThemeColours& colours = Theme::instance().colours();
        for (int i = 0; i < static_cast<int>(layer.plan().ways.size()); ++i) {
            QCOMPARE(layer.colour(i) == deadWire(colours), !layer.isLive(i));
        }
    }

    /// A ray straight down onto the busway of path B selects the unit that the diagram selects there.
    void aClickSelectsTheObjectOfTheDiagram() {
        const testing::TinyWiring w = wiring();
        const engine::Frame now = frame(w);
        vtkNew<vtkRenderer> renderer;
        PowerLayer layer(renderer);
        layer.setLayout(layout(), &now);
        for (const engine::PowerWay& way : layer.plan().ways) {
            if (way.kind != engine::PowerWay::Kind::Busway) {
                continue;
            }
            const auto &a = way.points[0], &b = way.points[1];
            const Ray down{{(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0, 2.5 + 0.05},
                           {0.0, 0.0, -1.0}};
            double distanceM = 0.0;
            const std::string object = layer.objectAlong(down, &distanceM);
            QCOMPARE(object.substr(0, 4), std::string("pdu-"));
            layer.setVisible(false);
            QVERIFY(layer.objectAlong(down, nullptr).empty());
            layer.setVisible(true);
        }
        const Ray away{{500.0, 500.0, 20.0}, {0.0, 0.0, -1.0}};
        QVERIFY(layer.objectAlong(away, nullptr).empty());
    }

    /// Bounds of the cost of a frame: one draw call for all ways, and no more triangles than the dashes, taps and breakers make.
    void theCostIsBounded() {
        const testing::TinyWiring w = wiring();
        const engine::Frame now = frame(w);
        vtkNew<vtkRenderer> renderer;
        PowerLayer layer(renderer);
        layer.setLayout(layout(), &now);
        QVERIFY(layer.cost().draws >= 1);
        QVERIFY(layer.cost().triangles > 0 && layer.cost().triangles < 40'000);
        layer.setVisible(false);
        QCOMPARE(layer.cost().triangles, 0);
    }

    void withoutARunThereAreNoWays() {
        vtkNew<vtkRenderer> renderer;
        PowerLayer layer(renderer);
        layer.setLayout(layout(), nullptr);
        QVERIFY(!layer.isVisible());
    }

    /// Trays: the fill of the layout, a warning colour above 1, grey if all cords of the hall's network are dead.
    void traysShowTheirFill() {
        vtkNew<vtkRenderer> renderer;
        TrayLayer trays(renderer);
        testing::TinyWiring w = wiring();
        engine::Frame now = frame(w);
        trays.setLayout(layout(), &now);
        trays.setVisible(true);
        QVERIFY(trays.isVisible());
        QCOMPARE(trays.fill(0), 0.25);
        QVERIFY(trays.isLive(0));  // path B feeds PDU 1, on which the network of the hall hangs
        QCOMPARE(trays.colour(0), QColor::fromRgb(mapColour(ColourMap::Viridis, 0.25)));
        const ThemeColours& colours = Theme::instance().colours();
        QCOMPARE(trays.colour(1), colours.bad);
        now.powerUnits[static_cast<std::size_t>(w.unitOf("pdu-b/1"))].state =
            engine::PowerUnitState::Dead;
        trays.show(&now);
        QVERIFY(!trays.isLive(0));
        QCOMPARE(trays.colour(0), deadWire(colours));
    }
};

HEADROOM_TEST(TestPowerLayer)
}  // namespace tst_power_layer

#include "tst_power_layer.moc"
