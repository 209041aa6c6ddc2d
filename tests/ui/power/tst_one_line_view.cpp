// SPDX-License-Identifier: Apache-2.0
#include "engine/document/project.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "tests/ui/support/painted_text.h"
#include "ui/floor/part_key.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/theme.h"
#include "ui/power/one_line_paint.h"
#include "ui/power/one_line_painter.h"
#include "ui/power/one_line_places.h"
#include "ui/power/one_line_view.h"
#include "ui/power/power_actions.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_one_line_view {

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
        workspace.control().setPlayOnOpen(false);
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
        workspace.control().setPlayOnOpen(false);
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
        QTest::mouseClick(&stage.view, Qt::LeftButton, {},
                          stage.view
                              .toWindow(breakerPlace(stage.view.diagram(), 0).x(),
                                        breakerPlace(stage.view.diagram(), 0).y())
                              .toPoint());
        QVERIFY(stage.source->givenOrders().empty());
    }

    void aClickOnABreakerOpensItAndTheNextClosesIt() {
        Stage stage(testing::wiring2N());
        QSignalSpy said(&stage.actions, &PowerActions::said);
        const int wire = stage.wireTo("ups-b");
        const QPointF place = breakerPlace(stage.view.diagram(), wire);
        const QPoint at = stage.view.toWindow(place.x(), place.y()).toPoint();
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, at);
        QCOMPARE(stage.source->givenOrders().size(), std::size_t{1});
        const engine::PlantOrder order = stage.source->givenOrders().front();
        QCOMPARE(order.action, DrillAction::Open);
        QCOMPARE(QString::fromStdString(order.unit), QString("ups-b"));
        QCOMPARE(order.instance, 1);
        QCOMPARE(order.incomer, 1);
        QCOMPARE(said.size(), 1);
        QVERIFY(said.first().first().toString().contains("board-b"));
        QVERIFY(said.first().first().toString().contains("next step"));  // it is paused
        stage.tick();
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, at);
        QCOMPARE(stage.source->givenOrders().back().action, DrillAction::Close);
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
                const QPointF place = breakerPlace(stage.view.diagram(), static_cast<int>(w));
                QTest::mouseClick(&stage.view, Qt::LeftButton, {},
                                  stage.view.toWindow(place.x(), place.y()).toPoint());
            }
        }
        QCOMPARE(stage.source->givenOrders().size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(stage.source->givenOrders().front().unit),
                 QString("ats-a"));
        QCOMPARE(stage.source->givenOrders().front().incomer, 2);
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
        QCOMPARE(stage.source->givenOrders().back().action, DrillAction::Fail);
        QVERIFY(std::isnan(stage.source->givenOrders().back().durationS));
        stage.tick();
        QVERIFY(stage.hasColour(Theme::instance().colours().bad));
        {
            QMenu menu;
            stage.actions.fillUnitMenu(menu, unit("trafo-a"), false);
            QVERIFY(!entry(menu, "Fail")->isEnabled());
            entry(menu, "Repair")->trigger();
        }
        QCOMPARE(stage.source->givenOrders().back().action, DrillAction::Repair);
        {
            QMenu menu;
            stage.actions.fillUnitMenu(menu, unit("ups-a"), false);
            QVERIFY(entry(menu, "Reset Lock-Out") != nullptr);
            QMenu* failFor = entry(menu, "Fail For")->menu();
            failFor->actions().at(2)->trigger();  // after "Until Repaired" and 1 min
        }
        QCOMPARE(stage.source->givenOrders().back().durationS, 300.0);
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
        QCOMPARE(stage.source->givenOrders().size(), std::size_t{40});
        QCOMPARE(stage.source->givenOrders()[6].instance, 7);
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

    /// A small pane: every symbol keeps the beginning of its name and, where it is a unit, a figure next to it.
    void fromAfarEachSymbolHasItsName() {
        Stage stage(testing::wiring2N(40, 2));  // 94 units
        stage.view.resize(660, 440);
        QCoreApplication::processEvents();
        QVERIFY(!OneLinePainter::isLegible(
            (stage.view.toWindow(1.0, 0.0) - stage.view.toWindow(0.0, 0.0)).x()));
        const QStringList words = paintedText(&stage.view);
        const engine::PowerNetwork& network = *stage.view.network();
        for (const engine::OneLineNode& node : stage.view.diagram().nodes) {
            if (node.isLoad()) {
                continue;
            }
            const QString name = arrayName(network, node.array).left(3);
            const QString begin =
                node.units > 1
                    ? QStringLiteral("%1×%2%3").arg(node.units).arg(QChar(0xA0)).arg(name)
                    : name;
            QVERIFY2(std::any_of(words.begin(), words.end(),
                                 [&begin](const QString& word) { return word.startsWith(begin); }),
                     qPrintable(begin + " in " + words.join('|')));
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

    void aLineIsDraggedFromAnOutputAndTakenAway();
    void whatCannotBeIsRefusedAtThePointer();
    void whatIsNotConnectedIsDrawnAndWired();
    void partsAreDroppedOntoWhatFeedsThem();
};

namespace {

/// A wiring that is being drawn: of a real project, with nothing that simulates it.
struct Bench {
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    RackColouring colouring{&workspace};
    PowerActions actions{&workspace};
    OneLineView view{&workspace, &colouring, &actions};
    std::string before;

    Bench() {
        workspace.control().setPlayOnOpen(false);
        view.resize(1000, 800);
        view.show();
        workspace.files().newBlank();
        add("grid", "utility", {});
        add("tx", "transformer", {"grid"});
        add("board", "switchboard", {"tx"});
        add("pdu", "pdu", {});
        engine::Object racks = Editor::make("rack_block", "racks");
        Editor::set(racks, "hall", std::string("hall-1"));
        Editor::set(racks, "rack", workspace.catalogue()->entriesOf("rack").front()->id);
        Editor::set(racks, "rows", std::int64_t{1});
        Editor::set(racks, "racks_per_row", std::int64_t{4});
        if (!workspace.editor().apply({engine::AddObject{racks}}, "Put")) {
            qFatal("no racks");
        }
        QCoreApplication::processEvents();
        before = text();
    }

    void add(const char* id, const char* type, std::vector<std::string> sources) {
        engine::Object unit = Editor::make("power_unit", id);
        Editor::set(unit, "part", partOf(type));
        if (!sources.empty()) {
            Editor::set(unit, "sources", std::move(sources));
        }
        if (!workspace.editor().apply({engine::AddObject{unit}}, "Put")) {
            qFatal("no %s", id);
        }
    }

    /// Parts whose voltages meet: a grid and a transformer from it to 0.4 kV, boards, PDUs.
    std::string partOf(const std::string& type) const {
        const auto& catalogue = *workspace.catalogue();
        const auto is = [](double v, double low, double high) { return v >= low && v <= high; };
        for (const auto* entry : catalogue.entriesOf(type)) {
            const auto* grid = catalogue.spec<models::UtilitySpec>(entry->id);
            const auto* tx = catalogue.spec<models::TransformerSpec>(entry->id);
            const auto* board = catalogue.spec<models::SwitchboardSpec>(entry->id);
            const auto* pdu = catalogue.spec<models::PduSpec>(entry->id);
            if ((type == "utility" && grid != nullptr && is(grid->voltageV, 19e3, 24e3)) ||
                (type == "transformer" && tx != nullptr && is(tx->primaryV, 19e3, 24e3) &&
                 is(tx->secondaryV, 380, 420)) ||
                (type == "switchboard" && board != nullptr && is(board->voltageV, 380, 420)) ||
                (type == "pdu" && pdu != nullptr && !pdu->directCurrent &&
                 (!(pdu->outputV > 0.0) || is(pdu->outputV, 380, 420)))) {
                return entry->id;
            }
        }
        qFatal("no %s", type.c_str());
    }

    std::string text() const { return engine::projectText(workspace.project()); }

    std::vector<std::string> names(const char* id, const char* key) const {
        const auto* list =
            std::get_if<std::vector<std::string>>(&workspace.project().find(id)->value(key));
        return list == nullptr ? std::vector<std::string>{} : *list;
    }

    int nodeOf(const char* array) const {
        for (std::size_t n = 0; n < view.diagram().nodes.size(); ++n) {
            const auto& node = view.diagram().nodes[n];
            if (!node.isLoad() &&
                view.network()->arrays[static_cast<std::size_t>(node.array)].id == array) {
                return static_cast<int>(n);
            }
        }
        return -1;
    }

    int rackNode() const {
        for (std::size_t n = 0; n < view.diagram().nodes.size(); ++n) {
            const auto& node = view.diagram().nodes[n];
            if (node.isLoad() &&
                view.network()->loads[static_cast<std::size_t>(node.loads.front())].kind ==
                    engine::PowerLoadKind::Rack) {
                return static_cast<int>(n);
            }
        }
        return -1;
    }

    QPoint at(QPointF place) const { return view.toWindow(place.x(), place.y()).toPoint(); }

    QPoint middleOf(int node) const {
        const auto& n = view.diagram().nodes[static_cast<std::size_t>(node)];
        return at({n.x + n.symbolWidth / 2.0, n.y + n.height / 2.0});
    }

    void move(QPoint to) {
        QMouseEvent event(QEvent::MouseMove, to, view.mapToGlobal(QPointF(to)), Qt::NoButton,
                          Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
    }

    void drag(int from, int to) {
        const QPoint start = at(outputPlace(view.diagram(), from));
        QTest::mousePress(&view, Qt::LeftButton, {}, start);
        move((start + middleOf(to)) / 2);
        move(middleOf(to));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, middleOf(to));
    }
};

}  // namespace

void TestOneLineView::aLineIsDraggedFromAnOutputAndTakenAway() {
    Bench bench;
    QVERIFY(bench.nodeOf("pdu") >= 0);
    const auto wires = bench.view.diagram().wires.size();
    QSignalSpy said(&bench.actions, &PowerActions::said);
    bench.drag(bench.nodeOf("board"), bench.nodeOf("pdu"));
    QVERIFY2(bench.view.said().isEmpty(), qPrintable(bench.view.said()));
    QCOMPARE(bench.names("pdu", "sources"), std::vector<std::string>{"board"});
    QCOMPARE(said.size(), 1);
    QCOMPARE(bench.view.diagram().wires.size(), wires + 1);
    QVERIFY(bench.workspace.editor().undoText().startsWith("Connect"));
    bench.drag(bench.nodeOf("pdu"), bench.rackNode());
    QCOMPARE(bench.names("racks", "feeds"), std::vector<std::string>{"pdu"});
    // Each is a step of its own.
    bench.workspace.editor().undo();
    QVERIFY(bench.names("racks", "feeds").empty());
    QCOMPARE(bench.names("pdu", "sources"), std::vector<std::string>{"board"});
    bench.workspace.editor().undo();
    QCOMPARE(bench.text(), bench.before);
    bench.workspace.editor().redo();
    // A click between both takes the line in hand, Delete takes it away.
    int wire = -1;
    for (std::size_t w = 0; w < bench.view.diagram().wires.size(); ++w) {
        if (bench.view.diagram().wires[w].to == bench.nodeOf("pdu")) {
            wire = static_cast<int>(w);
        }
    }
    QVERIFY(wire >= 0);
    const auto& points = bench.view.diagram().wires[static_cast<std::size_t>(wire)].points;
    const QPointF end(points.back().x, points.back().y);
    QTest::mouseClick(&bench.view, Qt::LeftButton, {}, bench.at(end - QPointF(0, 7)));
    QCOMPARE(bench.view.currentWire(), wire);
    QKeyEvent wanted(QEvent::ShortcutOverride, Qt::Key_Delete, Qt::NoModifier);
    wanted.ignore();
    QCoreApplication::sendEvent(&bench.view, &wanted);
    QVERIFY(wanted.isAccepted());  // else the command Delete would take the object
    QTest::keyClick(&bench.view, Qt::Key_Delete);
    QVERIFY(bench.names("pdu", "sources").empty());
    QVERIFY(bench.workspace.editor().undoText().startsWith("Disconnect"));
    QVERIFY(bench.workspace.project().find("pdu") != nullptr);
}

void TestOneLineView::whatCannotBeIsRefusedAtThePointer() {
    Bench bench;
    // A transformer feeds no racks; the board would feed itself through the transformer.
    bench.drag(bench.nodeOf("tx"), bench.rackNode());
    QVERIFY2(bench.view.said().contains("Racks and machines do not hang on a Transformer"),
             qPrintable(bench.view.said()));
    bench.drag(bench.nodeOf("board"), bench.nodeOf("tx"));
    QVERIFY2(bench.view.said().contains("itself"), qPrintable(bench.view.said()));
    bench.drag(bench.nodeOf("board"), bench.nodeOf("grid"));
    QVERIFY2(bench.view.said().contains("source itself"), qPrintable(bench.view.said()));
    QCOMPARE(bench.text(), bench.before);
    // Esc gives up what is under way, and the release after it does nothing.
    const QPoint start = bench.at(outputPlace(bench.view.diagram(), bench.nodeOf("board")));
    const QPoint end = bench.middleOf(bench.nodeOf("pdu"));
    QTest::mousePress(&bench.view, Qt::LeftButton, {}, start);
    bench.move((start + end) / 2);
    bench.move(end);
    QVERIFY(!bench.view.grab().isNull());
    QTest::keyClick(&bench.view, Qt::Key_Escape);
    QTest::mouseRelease(&bench.view, Qt::LeftButton, {}, end);
    QCOMPARE(bench.text(), bench.before);
    // On empty ground nothing is connected and nothing is said.
    QTest::mousePress(&bench.view, Qt::LeftButton, {}, start);
    bench.move({3, 790});
    QTest::mouseRelease(&bench.view, Qt::LeftButton, {}, {3, 790});
    QCOMPARE(bench.text(), bench.before);
    QVERIFY(bench.view.said().isEmpty());
}

void TestOneLineView::whatIsNotConnectedIsDrawnAndWired() {
    Bench bench;
    QVERIFY(bench.workspace.frame() == nullptr);
    QVERIFY(bench.view.emptyText().isEmpty());
    QVERIFY(bench.rackNode() >= 0);
    const QStringList words = paintedText(&bench.view);
    QVERIFY2(words.filter("not connected").size() >= 2, qPrintable(words.join('|')));
    QVERIFY2(words.filter("It cannot run yet").size() == 1, qPrintable(words.join('|')));
}

/// A UPS onto the board hangs on it; onto the connection of 20 kV a board of 400 V is refused with the
/// voltages; a connection next to all of them hangs on nothing, being a source.
void TestOneLineView::partsAreDroppedOntoWhatFeedsThem() {
    Bench bench;
    const auto drop = [&](const std::string& type, const QPoint& where) {
        const std::string id = type == "ups" ? "ups-dc-1250" : bench.partOf(type);
        const std::unique_ptr<QMimeData> mime(mimeOf({type, id}));
        QDragEnterEvent enter(where, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bench.view, &enter);
        QDragMoveEvent move(where, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bench.view, &move);
        QVERIFY(!bench.view.grab().isNull());
        QDropEvent done(where, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bench.view, &done);
        QCoreApplication::processEvents();
    };
    const auto units = [&] { return bench.workspace.project().objectsOf("power_unit").size(); };
    drop("ups", bench.middleOf(bench.nodeOf("board")));
    QCOMPARE(units(), std::size_t{5});
    QCOMPARE(bench.names("ups", "sources"), std::vector<std::string>{"board"});
    QCOMPARE(bench.workspace.selection().current().objectId, std::string("ups"));
    drop("switchboard", bench.middleOf(bench.nodeOf("grid")));
    QCOMPARE(units(), std::size_t{5});
    QVERIFY2(bench.view.said().contains("kV"), qPrintable(bench.view.said()));
    drop("utility", {3, 3});
    QCOMPARE(units(), std::size_t{6});
    QVERIFY(bench.names("utility", "sources").empty());
    // What is no part of a wiring is not taken.
    const std::unique_ptr<QMimeData> mime(mimeOf({"rack", "gb200-nvl72"}));
    QDragEnterEvent enter({3, 3}, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
    enter.ignore();
    QCoreApplication::sendEvent(&bench.view, &enter);
    QVERIFY(!enter.isAccepted());
}

HEADROOM_TEST(TestOneLineView)
}  // namespace tst_one_line_view

#include "tst_one_line_view.moc"
