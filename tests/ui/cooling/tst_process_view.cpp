// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_paint.h"
#include "ui/cooling/process_view.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QMenu>
#include <QSignalSpy>
#include <QtTest>

namespace tst_process_view {

using namespace headroom;
using namespace headroom::ui;
using engine::CoolingLinkKind;
using models::CoolingMachine;
using models::DrillAction;

namespace {

struct Stage {
    Workspace workspace{"nowhere"};
    CoolingActions actions{&workspace};
    ProcessView view{&workspace, &actions};
    FakeSource* source = nullptr;

    explicit Stage(testing::TinyCooling cooling, bool simulated = true) {
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        source->cool(std::move(cooling), simulated);
        workspace.show(fakeProject(), std::move(made));
        view.resize(1200, 800);
        view.show();
        tick();
    }

    void tick() {
        source->advance(15.0);
        QCoreApplication::processEvents();
    }

    const engine::CoolingNetwork& network() const { return *workspace.frame()->cooling; }

    /// The nth link of a kind.
    int linkOf(CoolingLinkKind kind, int n = 0) const {
        for (std::size_t l = 0; l < network().links.size(); ++l) {
            if (network().links[l].kind == kind && n-- == 0) {
                return static_cast<int>(l);
            }
        }
        return -1;
    }

    QPoint middleOf(int link) const {
        const auto& d = view.diagram();
        const engine::ProcessBox& b = d.symbols[at(d.symbolOfLink[at(link)])].box;
        return view.toWindow(b.x + 0.25 * b.width, b.y + 0.75 * b.height).toPoint();
    }

    int pixelsOf(const QColor& colour) {
        const QImage image = view.grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                count += image.pixelColor(x, y) == colour ? 1 : 0;
            }
        }
        return count;
    }

    bool hasColour(const QColor& colour) { return pixelsOf(colour) > 0; }
};

/// An entry anywhere in the menu, by the texts that lead to it.
QAction* entry(QMenu& menu, std::initializer_list<const char*> path) {
    QMenu* in = &menu;
    QAction* found = nullptr;
    for (const char* text : path) {
        found = nullptr;
        for (QAction* action : in->actions()) {
            if (action->text().replace(QChar(0x2009), ' ') == text) {
                found = action;
            }
        }
        if (found == nullptr) {
            return nullptr;
        }
        in = found->menu();
    }
    return found;
}

}  // namespace

class TestProcessView : public QObject {
    Q_OBJECT

  private slots:

    void emptyWithoutPiping() {
        Workspace workspace("nowhere");
        CoolingActions actions(&workspace);
        ProcessView view(&workspace, &actions);
        QVERIFY(view.emptyText().contains("Open a project"));
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(view.emptyText().contains("no cooling loops"));
    }

    void everyPartOfThePictureFits() {
        for (const QSize size : {QSize(500, 320), QSize(900, 600), QSize(1600, 1000)}) {
            Stage stage(testing::coolingTwoLoops());
            stage.view.resize(size);
            QCoreApplication::processEvents();
            const engine::ProcessLayout& d = stage.view.diagram();
            QVERIFY(stage.view.rect().contains(stage.view.toWindow(0, 0).toPoint()));
            QVERIFY(stage.view.rect().contains(stage.view.toWindow(d.width, d.height).toPoint()));
        }
    }

    void selectingARowTracesItsWater() {
        Stage stage(testing::coolingTwoLoops());
        const engine::Layout& layout = *stage.source->layout();
        // Row 3 of block 1 hangs on the first CDU group, which hangs on the first loop.
        int rack = -1;
        for (std::size_t r = 0; r < layout.racks.size() && rack < 0; ++r) {
            rack =
                layout.racks[r].block == 0 && layout.racks[r].row == 2 ? static_cast<int>(r) : -1;
        }
        stage.workspace.selection().select({Selected::Kind::Rack, rack, "block-1", -1});
        const LinkIndex row(stage.network().rowLink(BlockIndex(0), 2));
        QCOMPARE(stage.view.currentLink(), int{row});
        const auto& traced = stage.view.traced();
        for (const LinkIndex link :
             {stage.network().loopPumps[0], stage.network().loopEvaporators[0],
              stage.network().cduPrimary[0], row, stage.network().cduPumps[0]}) {
            QVERIFY(std::find(traced.begin(), traced.end(), link) != traced.end());
        }
        // Not the other loop.
        QVERIFY(std::find(traced.begin(), traced.end(), stage.network().loopPumps[1]) ==
                traced.end());
        // And back: a click on the row selects its first rack.
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.middleOf(row));
        QCOMPARE(stage.workspace.selection().current().rack(), rack);
        // A machine on the floor.
        for (std::size_t e = 0; e < layout.equipment.size(); ++e) {
            if (layout.equipment[e].kind == engine::EquipmentKind::CoolingTower) {
                stage.workspace.selection().select(
                    {Selected::Kind::Equipment, static_cast<int>(e), "loop", -1});
            }
        }
        QCOMPARE(stage.view.currentLink(), stage.network().loopTowers[0]);
        stage.workspace.selection().select({});
        QCOMPARE(stage.view.currentLink(), -1);
        QVERIFY(stage.view.traced().empty());
    }

    void clickingSelectsTheObject() {
        Stage stage(testing::coolingTwoLoops());
        QTest::mouseClick(&stage.view, Qt::LeftButton, {},
                          stage.middleOf(stage.linkOf(CoolingLinkKind::CduPrimary)));
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("cdu-1"));
        QTest::mouseClick(&stage.view, Qt::LeftButton, {},
                          stage.middleOf(stage.linkOf(CoolingLinkKind::Pumps)));
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("loop-1"));
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, QPoint(3, stage.view.height() - 3));
        QVERIFY(stage.workspace.selection().current().isNone());
    }

    void theMenuFailsPumps() {
        Stage stage(testing::coolingTwoLoops());
        QSignalSpy said(&stage.actions, &CoolingActions::said);
        const int pumps = stage.linkOf(CoolingLinkKind::Pumps);
        {
            QMenu menu;
            stage.actions.fillMenu(menu, pumps);
            QVERIFY(entry(menu, {"Stick Valve"}) == nullptr);  // a pump has none
            entry(menu, {"Fail One of 3", "5 min"})->trigger();
        }
        engine::PlantOrder order = stage.source->givenOrders().back();
        QCOMPARE(order.action, DrillAction::Fail);
        QCOMPARE(order.unit, std::string("loop-1"));
        QCOMPARE(order.machine, CoolingMachine::Pumps);
        QCOMPARE(order.count, 1);
        QCOMPARE(order.durationS, 300.0);
        QCOMPARE(said.count(), 1);
        // The legend has the mark of a failure; the plant has none yet.
        const int before = stage.pixelsOf(Theme::instance().colours().bad);
        {
            QMenu menu;
            stage.actions.fillMenu(menu, pumps);
            entry(menu, {"Fail All 3", "Until Repaired"})->trigger();
        }
        QCOMPARE(stage.source->givenOrders().back().count, 0);
        QVERIFY(std::isnan(stage.source->givenOrders().back().durationS));
        stage.tick();
        QTRY_VERIFY(stage.pixelsOf(Theme::instance().colours().bad) > before);
        {
            QMenu menu;
            stage.actions.fillMenu(menu, pumps);
            entry(menu, {"Repair"})->trigger();
        }
        QCOMPARE(stage.source->givenOrders().back().action, DrillAction::Repair);
    }

    void theMenuHoldsValvesFoulsLeaksAndShutsOff() {
        Stage stage(testing::coolingTwoLoops());
        const int cdu = stage.linkOf(CoolingLinkKind::CduPrimary);
        const auto last = [&] { return stage.source->givenOrders().back(); };
        {
            QMenu menu;
            stage.actions.fillMenu(menu, cdu);
            entry(menu, {"Stick Valve", "Closed", "Until Repaired"})->trigger();
            QCOMPARE(last().action, DrillAction::Stick);
            QCOMPARE(last().machine, CoolingMachine::Valve);
            QCOMPARE(last().amount, 0.0);
            entry(menu, {"Stick Valve", "Where It Stands", "1 min"})->trigger();
            QVERIFY(std::isnan(last().amount));
            entry(menu, {"Foul Exchanger", "50 % of the Conductance Left", "60 min"})->trigger();
            QCOMPARE(last().action, DrillAction::Foul);
            QCOMPARE(last().machine, CoolingMachine::Exchanger);
            QCOMPARE(last().amount, 0.5);
            QCOMPARE(last().durationS, 3600.0);
        }
        {
            QMenu menu;
            stage.actions.fillMenu(menu, stage.network().rowLink(BlockIndex(0), 4));
            QVERIFY(entry(menu, {"Fail"}) == nullptr);
            entry(menu, {"Leak", "2 % of the Flow", "Until Repaired"})->trigger();
            QCOMPARE(last().action, DrillAction::Leak);
            QCOMPARE(last().unit, std::string("block-1"));
            QCOMPARE(last().instance, 5);
            QCOMPARE(last().amount, 0.02);
            entry(menu, {"Isolate", "15 min"})->trigger();
            QCOMPARE(last().action, DrillAction::Isolate);
        }
        stage.tick();
        QTRY_VERIFY([&] {
            QMenu menu;
            stage.actions.fillMenu(menu, stage.network().rowLink(BlockIndex(0), 4));
            return !entry(menu, {"Isolate"})->isEnabled();
        }());
    }

    void keysWalkThePlant() {
        Stage stage(testing::coolingTwoLoops());
        stage.view.setFocus();
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QVERIFY(stage.view.currentLink() >= 0);  // begins at the first symbol
        const int first = stage.view.currentLink();
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QVERIFY(stage.view.currentLink() != first);
        QTest::keyClick(&stage.view, Qt::Key_Escape);
        QCOMPARE(stage.view.currentLink(), -1);
    }

    void coldAndWarmLookDifferentInBothThemes() {
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            Theme::instance().apply(mode);
            const ThemeColours& colours = Theme::instance().colours();
            TemperatureScale scale;
            // WCAG asks for 3:1 of what is not text.
            for (const double c : {10.0, 20.0, 30.0, 40.0, 50.0}) {
                QVERIFY2(contrast(scale.colour(c, colours), colours.base) >= 3.0,
                         qPrintable(scale.colour(c, colours).name()));
            }
            QVERIFY(scale.colour(10.0, colours) != scale.colour(50.0, colours));
            Stage stage(testing::coolingTwoLoops());
            QVERIFY(stage.hasColour(stage.view.scale().colour(34.0, colours)));
        }
        Theme::instance().apply(Theme::Mode::Light);
    }

    void theScaleTakesInWhatIsThere() {
        Stage stage(testing::coolingTwoLoops());
        // Water from 24 to 43 °C: 20 to 45 in steps of five.
        QCOMPARE(stage.view.scale().lowC, 10.0);  // the first range still holds them
        TemperatureScale scale;
        engine::Frame frame;
        frame.coolingNodes = {{8.0F, 0.0F}, {12.0F, 0.0F}};
        scale.adapt(frame);
        QCOMPARE(scale.lowC, 5.0);
        QCOMPARE(scale.highC, 15.0);
    }

    void wordsForStates() {
        Stage stage(testing::coolingTwoLoops());
        engine::Frame frame = *stage.workspace.frame();
        const int pumps = stage.linkOf(CoolingLinkKind::Pumps);
        // One rests; one rests and one has failed; two run and one has failed.
        frame.coolingLinks[at(pumps)].running = 2.0F;
        frame.coolingLinks[at(pumps)].inService = 3.0F;
        QCOMPARE(coolingWhy(stage.network(), frame, pumps),
                 QString("2 of 3 run; the others rest."));
        frame.coolingLinks[at(pumps)].running = 1.0F;
        frame.coolingLinks[at(pumps)].inService = 2.0F;
        QCOMPARE(coolingWhy(stage.network(), frame, pumps),
                 QString("1 of 3 run, 1 out of service or without power; the others rest."));
        frame.coolingLinks[at(pumps)].running = 2.0F;
        QCOMPARE(coolingWhy(stage.network(), frame, pumps),
                 QString("2 of 3 run, 1 out of service or without power."));
        QVERIFY(coolingTip(stage.network(), frame, pumps).join('|').contains("partly out"));
        const int cdu = stage.linkOf(CoolingLinkKind::CduPrimary);
        frame.coolingLinks[at(cdu)].state = engine::CoolingLinkState::Stuck;
        QVERIFY(coolingWhy(stage.network(), frame, cdu).contains("62\u2009%"));
        // 8 rows of 12 L/s, at 80 %: 76.8 L/s.
        const QString tip = coolingTip(stage.network(), frame, cdu).join('|');
        QVERIFY2(tip.contains("76.8"), qPrintable(tip));
        QVERIFY2(tip.contains("62\u2009%"), qPrintable(tip));
    }

    void beforePlayTheDesignIsShown() {
        Stage stage(testing::coolingTwoLoops(), false);
        const QString tip = coolingTip(stage.network(), *stage.workspace.frame(),
                                       stage.linkOf(CoolingLinkKind::Pumps))
                                .join('|');
        QVERIFY2(tip.contains("Not simulated yet"), qPrintable(tip));
        QMenu menu;
        stage.actions.fillMenu(menu, stage.linkOf(CoolingLinkKind::Pumps));
        QVERIFY(menu.isEmpty());
    }

    void bigPlantsArePainted() {
        Stage stage(testing::coolingOfTwelveHalls());
        QVERIFY(stage.hasColour(stage.view.scale().colour(34.0, Theme::instance().colours())));
    }
};

HEADROOM_TEST(TestProcessView)
}  // namespace tst_process_view

#include "tst_process_view.moc"
