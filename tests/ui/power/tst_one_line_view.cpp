// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/support/fake_source.h"
#include "ui/power/one_line_paint.h"
#include "ui/power/one_line_view.h"
#include "ui/power/power_actions.h"
#include "ui/scene/rack_colouring.h"
#include "ui/shell/theme.h"
#include "ui/shell/workspace.h"

#include <QMenu>
#include <QSignalSpy>
#include <QtTest>

using namespace headroom;
using namespace headroom::ui;
using models::DrillAction;

namespace {

struct Stage {
    Workspace workspace{"nowhere"};
    RackColouring colouring{&workspace};
    PowerActions actions{&workspace};
    OneLineView view{&workspace, &colouring, &actions};
    FakeSource* source = nullptr;

    explicit Stage(testing::TinyWiring wiring, bool simulated = true) {
        workspace.setPlayOnOpen(false);
        view.resize(1000, 800);
        view.show();
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        source->wire(std::move(wiring), simulated);
        workspace.show(fakeProject(), std::move(made));
        QCoreApplication::processEvents();
    }

    void tick() {
        source->advance(15.0);
        QCoreApplication::processEvents();
    }

    int wireTo(const char* unit) const {
        const auto& network = *workspace.frame()->network;
        for (std::size_t w = 0; w < view.diagram().wires.size(); ++w) {
            for (const int e : view.diagram().wires[w].edges) {
                if (network
                        .units[static_cast<std::size_t>(
                            network.edges[static_cast<std::size_t>(e)].to)]
                        .id == unit) {
                    return static_cast<int>(w);
                }
            }
        }
        return -1;
    }

    int nodeOf(const char* unit) const {
        const auto& network = *workspace.frame()->network;
        for (std::size_t u = 0; u < network.units.size(); ++u) {
            if (network.units[u].id == unit) {
                return view.diagram().nodeOfUnit[u];
            }
        }
        return -1;
    }

    QPoint middleOf(int node) const {
        const auto& n = view.diagram().nodes[static_cast<std::size_t>(node)];
        return view.toWindow(n.x + n.symbolWidth / 2.0, n.y + n.height / 2.0).toPoint();
    }

    bool hasColour(const QColor& colour) {
        const QImage image = view.grab().toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == colour) {
                    return true;
                }
            }
        }
        return false;
    }
};

}  // namespace

class TestOneLineView : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() { Theme::instance().apply(Theme::Mode::Light); }

    void emptyStatesSayWhatToDo() {
        Workspace workspace("nowhere");
        RackColouring colouring(&workspace);
        PowerActions actions(&workspace);
        OneLineView view(&workspace, &colouring, &actions);
        QVERIFY(view.emptyText().contains("Open a project"));
        workspace.setPlayOnOpen(false);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(view.emptyText().contains("no power units"));
        view.show();
        QVERIFY(!view.grab().isNull());
    }

    void theDesignIsDrawnBeforeItIsSimulated() {
        Stage stage(testing::wiring2N(), false);
        QVERIFY(stage.view.emptyText().isEmpty());
        QCOMPARE(stage.view.diagram().nodeOfUnit.size(),
                 stage.workspace.frame()->network->units.size());
        QVERIFY(!stage.hasColour(liveWire(Theme::instance().colours())));
        // A click on a breaker has nothing to say yet.
        QTest::mouseClick(
            &stage.view, Qt::LeftButton, {},
            stage.view.toWindow(stage.view.breakerPlace(0).x(), stage.view.breakerPlace(0).y())
                .toPoint());
        QVERIFY(stage.source->orders().empty());
    }

    void aClickOnABreakerOpensItAndTheNextClosesIt() {
        Stage stage(testing::wiring2N());
        QSignalSpy said(&stage.actions, &PowerActions::said);
        const int wire = stage.wireTo("ups-b");
        const QPointF place = stage.view.breakerPlace(wire);
        const QPoint at = stage.view.toWindow(place.x(), place.y()).toPoint();
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, at);
        QCOMPARE(stage.source->orders().size(), std::size_t{1});
        const engine::PlantOrder order = stage.source->orders().front();
        QCOMPARE(order.action, DrillAction::Open);
        QCOMPARE(QString::fromStdString(order.unit), QString("ups-b"));
        QCOMPARE(order.instance, 1);
        QCOMPARE(order.incomer, 1);
        QCOMPARE(said.size(), 1);
        QVERIFY(said.first().first().toString().contains("board-b"));
        QVERIFY(said.first().first().toString().contains("next step"));  // it is paused
        stage.tick();
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, at);
        QCOMPARE(stage.source->orders().back().action, DrillAction::Close);
    }

    void theSecondIncomerOfASwitchIsItsSecond() {
        Stage stage(testing::wiring2N());
        const auto& network = *stage.workspace.frame()->network;
        for (std::size_t w = 0; w < stage.view.diagram().wires.size(); ++w) {
            const auto& wire = stage.view.diagram().wires[w];
            if (wire.edges.size() != 1) {
                continue;
            }
            const auto& edge = network.edges[static_cast<std::size_t>(wire.edges.front())];
            if (network.units[static_cast<std::size_t>(edge.from)].id == "genset-a") {
                const QPointF place = stage.view.breakerPlace(static_cast<int>(w));
                QTest::mouseClick(&stage.view, Qt::LeftButton, {},
                                  stage.view.toWindow(place.x(), place.y()).toPoint());
            }
        }
        QCOMPARE(stage.source->orders().size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(stage.source->orders().front().unit), QString("ats-a"));
        QCOMPARE(stage.source->orders().front().incomer, 2);
    }

    void aClickSelectsEverywhere() {
        Stage stage(testing::wiring2N());
        const int node = stage.nodeOf("ups-a");
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.middleOf(node));
        QCOMPARE(stage.view.currentNode(), node);
        QCOMPARE(stage.workspace.selection().current().kind, Selected::Kind::Object);
        QCOMPARE(QString::fromStdString(stage.workspace.selection().current().objectId),
                 QString("ups-a"));
        // And the other way round.
        stage.workspace.selection().select({Selected::Kind::Object, -1, "trafo-b", -1});
        QCOMPARE(stage.view.currentNode(), stage.nodeOf("trafo-b"));
        stage.workspace.selection().select({Selected::Kind::Rack, 2, "block-1", -1});
        const auto& load =
            stage.view.diagram().nodes[static_cast<std::size_t>(stage.view.currentNode())];
        QVERIFY(load.isLoad());
        stage.workspace.selection().select({});
        QCOMPARE(stage.view.currentNode(), -1);
    }

    void theMenuFailsAndRepairs() {
        Stage stage(testing::wiring2N());
        const auto unit = [&](const char* id) {
            return stage.view.diagram().nodes[static_cast<std::size_t>(stage.nodeOf(id))].firstUnit;
        };
        const auto entry = [](QMenu& menu, const char* text) {
            for (QAction* action : menu.actions()) {
                if (action->text() == text) {
                    return action;
                }
            }
            return static_cast<QAction*>(nullptr);
        };
        {
            QMenu menu;
            stage.actions.fillUnitMenu(menu, unit("trafo-a"), false);
            QVERIFY(!entry(menu, "Repair")->isEnabled());
            QVERIFY(entry(menu, "Reset Lock-Out") == nullptr);  // only a UPS has one
            QVERIFY(entry(menu, "Open Breaker from utility-a") != nullptr);
            entry(menu, "Fail")->trigger();
        }
        QCOMPARE(stage.source->orders().back().action, DrillAction::Fail);
        QVERIFY(std::isnan(stage.source->orders().back().durationS));
        stage.tick();
        QVERIFY(stage.hasColour(Theme::instance().colours().bad));
        {
            QMenu menu;
            stage.actions.fillUnitMenu(menu, unit("trafo-a"), false);
            QVERIFY(!entry(menu, "Fail")->isEnabled());
            entry(menu, "Repair")->trigger();
        }
        QCOMPARE(stage.source->orders().back().action, DrillAction::Repair);
        {
            QMenu menu;
            stage.actions.fillUnitMenu(menu, unit("ups-a"), false);
            QVERIFY(entry(menu, "Reset Lock-Out") != nullptr);
            QMenu* failFor = entry(menu, "Fail For")->menu();
            failFor->actions().at(2)->trigger();  // after "Until Repaired" and 1 min
        }
        QCOMPARE(stage.source->orders().back().durationS, 300.0);
    }

    void doubleClickFoldsAndUnfolds() {
        Stage stage(testing::wiring4M3());
        const auto nodes = stage.view.diagram().nodes.size();
        QTest::mouseDClick(&stage.view, Qt::LeftButton, {}, stage.middleOf(stage.nodeOf("ups/2")));
        // Four UPS became one.
        QCOMPARE(stage.view.diagram().nodes.size(), nodes - 3);
        QCOMPARE(stage.nodeOf("ups/2"), stage.nodeOf("ups/4"));
        const int node = stage.nodeOf("ups/2");
        QCOMPARE(stage.view.currentNode(), node);
        QTest::mouseDClick(&stage.view, Qt::LeftButton, {}, stage.middleOf(node));
        QCOMPARE(stage.view.diagram().nodes.size(), nodes);
    }

    void foldedBreakersAreOrderedTogether() {
        Stage stage(testing::wiring2N(40, 2));  // 94 units: folded
        const int wire = stage.wireTo("pdu-a/3");
        QCOMPARE(stage.view.diagram().wires[static_cast<std::size_t>(wire)].edges.size(),
                 std::size_t{40});
        QMenu menu;
        stage.actions.fillBreakerMenu(
            menu, stage.view.diagram().wires[static_cast<std::size_t>(wire)].edges);
        QCOMPARE(menu.actions().size(), 2);
        QCOMPARE(menu.actions().first()->text(), QString("Open 40 Breakers"));
        QCOMPARE(menu.actions().last()->text(), QString("Open For"));
        menu.actions().first()->trigger();
        QCOMPARE(stage.source->orders().size(), std::size_t{40});
        QCOMPARE(stage.source->orders()[6].instance, 7);
    }

    void keysWalkThePower() {
        Stage stage(testing::wiring2N());
        stage.view.setFocus();
        QTest::keyClick(&stage.view, Qt::Key_Down);
        QCOMPARE(stage.view.currentNode(), 0);  // begins at the first unit
        const int first = stage.view.currentNode();
        QTest::keyClick(&stage.view, Qt::Key_Down);
        const auto& nodes = stage.view.diagram().nodes;
        QCOMPARE(nodes[static_cast<std::size_t>(stage.view.currentNode())].layer,
                 nodes[static_cast<std::size_t>(first)].layer + 1);
        QTest::keyClick(&stage.view, Qt::Key_Escape);
        QCOMPARE(stage.view.currentNode(), -1);
    }

    void everyPartOfThePictureFits() {
        for (const QSize size : {QSize(420, 260), QSize(700, 420), QSize(1600, 1000)}) {
            Stage stage(testing::wiring2N());
            stage.view.resize(size);
            QCoreApplication::processEvents();
            const engine::OneLine& d = stage.view.diagram();
            const QRectF shown = QRectF(stage.view.rect());
            QVERIFY(shown.contains(stage.view.toWindow(0, 0)));
            QVERIFY(shown.contains(stage.view.toWindow(d.width, d.height)));
        }
    }

    void bothThemesDrawLoadingAndLegend() {
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            Theme::instance().apply(mode);
            Stage stage(testing::wiring2N());
            const ThemeColours& colours = Theme::instance().colours();
            QVERIFY(stage.hasColour(liveWire(colours)));
            // Generators stand by: their wires are dead.
            QVERIFY(stage.hasColour(deadWire(colours)));
            const auto& now = stage.workspace.frame()->powerUnits;
            const auto& network = *stage.workspace.frame()->network;
            for (std::size_t u = 0; u < now.size(); ++u) {
                if (network.units[u].kind == engine::PowerKind::Ups) {
                    QVERIFY(stage.hasColour(loadingColour(static_cast<double>(now[u].loading),
                                                          ColourMap::Viridis, colours)));
                }
            }
        }
        Theme::instance().apply(Theme::Mode::Light);
    }

    void wordsForStates() {
        Stage stage(testing::wiring2N());
        engine::Frame frame = *stage.workspace.frame();
        const engine::PowerNetwork& network = *frame.network;
        const auto index = [&network](const char* id) {
            for (std::size_t u = 0; u < network.units.size(); ++u) {
                if (network.units[u].id == id) {
                    return static_cast<int>(u);
                }
            }
            return -1;
        };
        // The transformer is dead since its breaker is open.
        const auto trafo = static_cast<std::size_t>(index("trafo-a"));
        frame.powerUnits[trafo].state = engine::PowerUnitState::Dead;
        frame.powerUnits[trafo].voltage = 0.0F;
        frame.powerEdges[static_cast<std::size_t>(network.units[trafo].firstEdge)].breaker =
            engine::BreakerState::Tripped;
        QCOMPARE(whyText(network, frame, static_cast<int>(trafo)),
                 QString("Its breaker from utility-a is tripped."));
        // 8 racks of 40 kW share two PDUs a side: 4 * 40 / 2 = 80 kW on each, and half of the
        // 90 kW of the switches on the first: 125 kW.
        const QStringList tip = unitTip(network, frame, index("pdu-a/1"));
        QVERIFY2(tip.join('|').contains("125"), qPrintable(tip.join('|')));
        QVERIFY(tip.join('|').contains("kvar"));
        // 125 kW / 0.95 / 600 kVA = 21.9 %.
        QVERIFY2(tip.join('|').contains("21.9"), qPrintable(tip.join('|')));
        // I = S / (sqrt 3 U) = 131.6 kVA / (1.732 * 0.99 * 415 V) = 185 A.
        QVERIFY2(tip.join('|').contains("185"), qPrintable(tip.join('|')));
    }
};

QTEST_MAIN(TestOneLineView)
#include "tst_one_line_view.moc"
