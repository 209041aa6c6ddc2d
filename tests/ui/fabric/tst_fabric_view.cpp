// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "tests/support/test_program.h"
#include "tests/ui/fabric/fabric_stage.h"
#include "ui/fabric/fabric_text.h"
#include "ui/kit/theme.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <cmath>

namespace tst_fabric_view {

using namespace headroom;
using namespace headroom::ui;
using engine::FabricNodeKind;
using engine::FabricTarget;
using engine::LinkFault;
using models::DrillAction;
using models::FabricPart;

class TestFabricView : public QObject {
    Q_OBJECT

  private slots:

    void emptyWithoutFabric() {
        Workspace workspace("nowhere");
        RackColouring colouring(&workspace);
        FabricFocus focus(&workspace);
        FabricActions actions(&focus);
        FabricCanvas canvas(&focus, &colouring, &actions);
        QVERIFY(canvas.emptyText().contains("Open a project"));
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(canvas.emptyText().contains("no fabric"));
    }

    void aFabricThatNothingJoinsSaysSo() {
        testing::TinyFabric tiny;
        engine::TopologySpec spec;
        spec.radix = 1;  // makes no shape
        tiny.add("fabric-1", spec);
        FabricStage stage(std::move(tiny));
        QVERIFY(stage.canvas().emptyText().contains("Nothing joins"));
    }

    void everyPartOfThePictureFits() {
        FabricStage stage(treeOfPods());
        for (const QSize size : {QSize(520, 340), QSize(900, 600), QSize(1600, 1000)}) {
            stage.view.resize(size);
            QCoreApplication::processEvents();
            const QRect canvas = stage.canvas().rect();
            QVERIFY(canvas.contains(stage.canvas().toWindow(0, 0).toPoint()));
            QVERIFY(canvas.contains(
                stage.canvas().toWindow(stage.diagram().width, stage.diagram().height).toPoint()));
        }
    }

    void aDoubleClickGoesInAndBackspaceBack() {
        FabricStage stage(treeOfPods());
        QCOMPARE(stage.diagram().nodes.size(), std::size_t{17});
        const auto pod = stage.diagram().nodes[3];
        QTest::mouseDClick(&stage.canvas(), Qt::LeftButton, {}, stage.middleOf(pod.box));
        QCOMPARE(stage.focus.scope().groups, std::vector<int>{3});
        // 8 leaves, spines, cores.
        QCOMPARE(stage.diagram().nodes.size(), std::size_t{10});
        // A leaf's uplinks: its 8 links.
        const engine::FabricEdge edge = stage.diagram().edges[at(stage.diagram().edgeOfBundle[24])];
        QTest::mouseDClick(&stage.canvas(), Qt::LeftButton, {}, stage.middleOf(edge));
        QCOMPARE(stage.focus.scope().bundles, std::vector<int>{24});
        QCOMPARE(stage.diagram().edges.size(), std::size_t{8});
        QTest::keyClick(&stage.canvas(), Qt::Key_Backspace);
        QCOMPARE(stage.focus.scope().groups, std::vector<int>{3});
        // The way back is above the diagram.
        auto* trail = stage.view.findChild<QWidget*>("fabricTrail");
        QCoreApplication::processEvents();
        QStringList steps;
        for (const QToolButton* button : trail->findChildren<QToolButton*>()) {
            if (button->isVisible()) {
                steps << button->text();
            }
        }
        QCOMPARE(steps, (QStringList{"Fat tree", "Pod 4"}));
        QTest::keyClick(&stage.canvas(), Qt::Key_Backspace);
        QVERIFY(stage.focus.scope().isWhole());
    }

    void aClickPicksAndTheInspectorFollows() {
        FabricStage stage(treeOfPods());
        const engine::FabricEdge edge = stage.diagram().edges[2];
        QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, stage.middleOf(edge));
        QCOMPARE(stage.focus.pick().kind, FabricPick::Kind::Bundles);
        QCOMPARE(stage.focus.pick().out, edge.out);
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("fabric-1"));
        QTest::keyClick(&stage.canvas(), Qt::Key_Escape);
        QVERIFY(stage.focus.pick().isNone());
    }

    void arrowKeysGoFromPartToPart() {
        FabricStage stage(treeOfPods());
        stage.canvas().setFocus();
        QTest::keyClick(&stage.canvas(), Qt::Key_Right);
        QCOMPARE(stage.focus.pick().box.groups, std::vector<int>{0});
        QTest::keyClick(&stage.canvas(), Qt::Key_Right);
        QCOMPARE(stage.focus.pick().box.groups, std::vector<int>{1});
        QTest::keyClick(&stage.canvas(), Qt::Key_Up);
        QCOMPARE(stage.focus.pick().kind, FabricPick::Kind::Bundles);
        QTest::keyClick(&stage.canvas(), Qt::Key_Up);
        QCOMPARE(stage.focus.pick().box.kind, FabricNodeKind::Cores);
    }

    void planesAreAChoice() {
        FabricStage stage(treeOfPods(2));
        auto* planes = stage.view.findChild<QComboBox*>("planeChoice");
        QVERIFY(planes->isVisible());
        QCOMPARE(planes->count(), 3);
        QCOMPARE(stage.diagram().edges.front().out.size(), std::size_t{2});
        stage.focus.setPlane(1);
        QCOMPARE(stage.diagram().edges.front().out.size(), std::size_t{1});
        FabricStage one(treeOfPods());
        QVERIFY(!one.view.findChild<QComboBox*>("planeChoice")->isVisible());
    }

    // A fault changes the picture, and not in colour alone: a mark is in it.
    void faultsAreSeen() {
        for (const LinkFault fault :
             {LinkFault::Cut, LinkFault::Flapping, LinkFault::PauseStorm, LinkFault::Lanes,
              LinkFault::BitErrors, LinkFault::Ageing, LinkFault::NoPower, LinkFault::SwitchDown}) {
            testing::TinyFabric tiny = treeOfPods();
            const QImage whole = [&tiny] {
                FabricStage stage(tiny);
                return stage.canvas().grab().toImage();
            }();
            tiny.harm(0, 256, fault, fault == LinkFault::Cut ? 0.0 : 0.7, 5);
            FabricStage stage(std::move(tiny));
            QVERIFY2(stage.canvas().grab().toImage() != whole, qPrintable(linkFaultText(fault)));
            QVERIFY(!linkFaultText(fault).isEmpty());
            QVERIFY(!linkFaultWhy(fault).isEmpty());
            const QStringList tip =
                edgeTip(*stage.focus.index(), stage.diagram(), stage.canvas().reading(),
                        stage.diagram().edgeOfBundle[256]);
            QVERIFY(tip.join('\n').contains(linkFaultText(fault)));
        }
    }

    void aJobShowsItsWay() {
        FabricStage stage(treeOfPods());
        stage.focus.drill({-1, {0}, {}, {}});
        const QImage before = stage.canvas().grab().toImage();
        QVERIFY(stage.canvas().jobText().isEmpty());
        stage.workspace.selection().select({Selected::Kind::Job, -1, {}, 1});
        QVERIFY(stage.canvas().grab().toImage() != before);
        const QString text = stage.canvas().jobText();
        QVERIFY2(text.contains("train-1: 64 adapters on 8 leaves, 84"), qPrintable(text));
        QVERIFY2(text.contains("bound by leaf 1 to spines of pod 1, 50"), qPrintable(text));
        // Its tightest link, from the whole.
        stage.focus.showBundle(0);
        QCOMPARE(stage.focus.scope().groups, std::vector<int>{0});
        QCOMPARE(stage.focus.pick().out.front(), 0);
    }

    void menusGiveOrders() {
        FabricStage stage(treeOfPods());
        QSignalSpy said(&stage.actions, &FabricActions::said);
        QMenu menu;
        stage.actions.fillMenu(menu, {FabricTarget::Kind::Bundles, -1, {3, 131}}, "Uplinks");
        // What would be lost is in it: 8 of 1,024 uplinks, and the job over bundle 3.
        const auto entries = menu.actions();
        QVERIFY(std::any_of(entries.begin(), entries.end(), [](QAction* a) {
            return a->text().startsWith("Without it: 8 cables") && a->text().contains("train-1") &&
                   !a->isEnabled();
        }));
        menuEntry(menu, {"Cut One of 8 Cables", "5 min"})->trigger();
        menuEntry(menu, {"Cut All 8 Cables", "Until Repaired"})->trigger();
        menuEntry(menu, {"Degrade", "To 50 % of the Rate", "1 min"})->trigger();
        menuEntry(menu, {"Flap", "Down 20 % of the Time", "Until Repaired"})->trigger();
        menuEntry(menu, {"Repair"})->trigger();
        const auto orders = stage.source->givenOrders();
        QCOMPARE(orders.size(), std::size_t{5});  // both directions are one cable
        for (const auto& order : orders) {
            QCOMPARE(order.unit, std::string("fabric-1"));
            QCOMPARE(order.part, FabricPart::Bundle);
            QCOMPARE(order.instance, 4);
        }
        QCOMPARE(orders[0].action, DrillAction::Cut);
        QCOMPARE(orders[0].count, 1);
        QCOMPARE(orders[0].durationS, 300.0);
        QCOMPARE(orders[1].count, 0);
        QVERIFY(std::isnan(orders[1].durationS));
        QCOMPARE(orders[2].action, DrillAction::Degrade);
        QCOMPARE(orders[2].amount, 0.5);
        QCOMPARE(orders[3].action, DrillAction::Flap);
        QCOMPARE(orders[3].amount, 0.2);
        QCOMPARE(orders[4].action, DrillAction::Repair);
        QCOMPARE(said.count(), 5);
    }

    void switchesFailAndPlanesToo() {
        FabricStage stage(treeOfPods(2));
        QMenu menu;
        stage.actions.fillMenu(menu, {FabricTarget::Kind::Switch, 5, {}}, "Leaf 6");
        menuEntry(menu, {"Fail", "Until Repaired"})->trigger();
        menuEntry(menu, {"Pause Storm", "15 min"})->trigger();
        QMenu planes;
        stage.actions.fillPlaneMenus(planes);
        menuEntry(planes, {"Plane 2", "Fail", "60 min"})->trigger();
        const auto orders = stage.source->givenOrders();
        QCOMPARE(orders[0].part, FabricPart::Switch);
        QCOMPARE(orders[0].instance, 6);
        QCOMPARE(orders[0].action, DrillAction::Fail);
        QCOMPARE(orders[1].action, DrillAction::Pause);
        QCOMPARE(orders[2].part, FabricPart::Plane);
        QCOMPARE(orders[2].instance, 2);
    }

    void nothingCanBeDoneBeforeTheFirstStep() {
        FabricStage stage(treeOfPods(), false);
        QMenu menu;
        stage.actions.fillMenu(menu, {FabricTarget::Kind::Switch, 5, {}}, "Leaf 6");
        QVERIFY(menu.isEmpty());
        QVERIFY(!stage.canvas().reading().known);
    }
};

HEADROOM_TEST(TestFabricView)
}  // namespace tst_fabric_view

#include "tst_fabric_view.moc"
