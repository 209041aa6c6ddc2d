// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/failures/failure_stage.h"
#include "ui/failures/blast_panel.h"
#include "ui/failures/rack_actions.h"
#include "ui/floor/blast_paint.h"
#include "ui/floor/rack_colouring.h"
#include "ui/plan/plan_view.h"
#include "ui/workspace/blast_focus.h"

#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include <set>

namespace tst_blast_view {

using namespace headroom;
using namespace headroom::ui;
using engine::Reach;
using engine::ReachBy;

namespace {

/// Racks 0 to 9 lost, 10 to 19 strained, 20 exposed.
engine::BlastReach someReach() {
    engine::BlastReach reach;
    reach.part = "CDU group cdu-1";
    reach.racks.resize(FakeSource::kRacks);
    for (std::size_t i = 0; i < 21; ++i) {
        reach.racks[i] = {i < 10   ? Reach::Lost
                          : i < 20 ? Reach::Strained
                                   : Reach::Exposed,
                          ReachBy::Coolant, i < 10 ? 1.0F : 0.0F, i >= 10 ? 0.25F : 0.0F};
    }
    reach.racksLost = 10;
    reach.racksStrained = 10;
    reach.racksExposed = 1;
    reach.acceleratorsLost = 720.0;
    reach.itW = 1.2e6;
    reach.computeShare = 10.0 / 504.0;
    reach.steps = {{ReachBy::Coolant, "cdu-1", "cdu-1 has no unit left: 10 racks lost"}};
    return reach;
}

}  // namespace

class TestBlastView : public QObject {
    Q_OBJECT

  private slots:

    void nothingIsPaintedBeforeItIsAsked() {
        FailureStage stage;
        RackColouring colouring(&stage.workspace);
        BlastPanel panel(&stage.workspace);
        panel.resize(340, 500);
        panel.show();
        stage.advance(60.0);
        QVERIFY(panel.findChild<QLabel*>("blastEmpty")->isVisible());
        const QRgb lost = reachColour(Reach::Lost, Theme::instance().colours()).rgb();
        for (const QRgb colour : colouring.colours()) {
            QVERIFY(colour != lost);
        }
    }

    void aMenuShowsItAndTheButtonClearsIt() {
        FailureStage stage;
        stage.source->setReach(someReach());
        RackColouring colouring(&stage.workspace);
        BlastPanel panel(&stage.workspace);
        panel.resize(340, 500);
        panel.show();
        RackActions actions(&stage.workspace);
        QMenu menu;
        actions.fillMenu(menu, 3);
        FailureStage::entry(menu, "What Would Fail With It")->trigger();
        const auto asked = stage.source->askedReach();
        QCOMPARE(asked.size(), std::size_t{1});
        QCOMPARE(asked[0].action, models::DrillAction::Fail);
        QCOMPARE(asked[0].instance, 4);
        QVERIFY(stage.source->givenOrders().empty());  // nothing failed

        const ThemeColours& colours = Theme::instance().colours();
        QCOMPARE(colouring.colours()[0], reachColour(Reach::Lost, colours).rgb());
        QCOMPARE(colouring.colours()[15], reachColour(Reach::Strained, colours).rgb());
        QCOMPARE(colouring.colours()[20], reachColour(Reach::Exposed, colours).rgb());
        QCOMPARE(colouring.colours()[21], reachColour(Reach::None, colours).rgb());

        const QString counts = panel.findChild<QLabel*>("blastCounts")->text();
        QVERIFY2(counts.contains("10 racks") && counts.contains("720 accelerators") &&
                     counts.contains("1.200\u2009MW"),
                 qPrintable(counts));
        QCOMPARE(panel.findChild<QListWidget*>("blastSteps")->count(), 1);
        QVERIFY(describeReach(stage.workspace.blast(), 12).front().contains("25"));
        panel.findChild<QPushButton*>("blastClear")->click();
        QVERIFY(stage.workspace.blast().reach() == nullptr);
        QVERIFY(describeReach(stage.workspace.blast(), 12).isEmpty());
        QVERIFY(colouring.colours()[0] != reachColour(Reach::Lost, colours).rgb());
    }

    /// While the wave plays, racks have their colour from the step on in which the failure is at them.
    void theWaveComesStepByStep() {
        FailureStage stage;
        stage.source->setReach(someReach());
        RackColouring colouring(&stage.workspace);
        engine::PlantOrder order;
        order.unit = "cdu-1";
        BlastFocus& focus = stage.workspace.blast();
        focus.show({order}, "CDU group cdu-1");
        const QRgb lost = reachColour(Reach::Lost, Theme::instance().colours()).rgb();
        QCOMPARE(colouring.colours()[0], lost);
        QVERIFY(focus.lastStep() >= 1);
        QCOMPARE(focus.stepsTo(0), focus.lastStep());
        QCOMPARE(focus.stepsTo(100), -1);
        focus.playWave();
        QCOMPARE(focus.waveStep(), std::optional<int>(0));
        QVERIFY(colouring.colours()[0] != lost);
        QTRY_COMPARE_WITH_TIMEOUT(colouring.colours()[0], lost, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(!focus.waveStep().has_value(), 20000);
        QCOMPARE(colouring.colours()[0], lost);
    }

    // The plan tells the classes by hatching as well: a lost rack has pixels of its colour and of
    // the lines over it, one that is not reached has its own colour alone at the same place.
    void thePlanHatches() {
        FailureStage stage;
        stage.source->setReach(someReach());
        RackColouring colouring(&stage.workspace);
        PlanView plan(&stage.workspace, &colouring);
        plan.resize(1600, 900);
        plan.show();
        engine::PlantOrder order;
        order.unit = "cdu-1";
        stage.workspace.blast().show({order}, "CDU group cdu-1");
        const auto coloursOf = [&](int rack) {
            const engine::Box& box =
                stage.workspace.layout().racks[static_cast<std::size_t>(rack)].box;
            const QImage image = plan.grab().toImage().convertToFormat(QImage::Format_RGB32);
            const QPointF a = plan.toWindow(box.x + 0.25 * box.width, box.y + 0.75 * box.depth);
            const QPointF b = plan.toWindow(box.x + 0.75 * box.width, box.y + 0.25 * box.depth);
            std::set<QRgb> found;
            for (int y = static_cast<int>(a.y()); y <= static_cast<int>(b.y()); ++y) {
                for (int x = static_cast<int>(a.x()); x <= static_cast<int>(b.x()); ++x) {
                    found.insert(image.pixel(x, y));
                }
            }
            return found;
        };
        const ThemeColours& colours = Theme::instance().colours();
        const auto lost = coloursOf(0);
        QVERIFY(lost.count(reachColour(Reach::Lost, colours).rgb()) == 1);
        QVERIFY(lost.size() >= 2);
        const auto strained = coloursOf(15);
        QVERIFY(strained.count(reachColour(Reach::Strained, colours).rgb()) == 1);
        QVERIFY(strained.size() >= 2);
        QCOMPARE(coloursOf(300).size(), std::size_t{1});
    }

    // The classes are told apart by anybody: patterns differ, colours stand out from the floor's.
    void classesDiffer() {
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            const ThemeColours& colours = Theme::coloursOf(mode);
            const std::vector<Reach> all{Reach::None, Reach::Exposed, Reach::Strained, Reach::Lost};
            std::set<QRgb> fills;
            std::set<int> patterns;
            for (const Reach reach : all) {
                fills.insert(reachColour(reach, colours).rgb());
                patterns.insert(static_cast<int>(reachPattern(reach)));
            }
            QCOMPARE(fills.size(), all.size());
            QCOMPARE(patterns.size(), all.size());
        }
    }
};

HEADROOM_TEST(TestBlastView)
}  // namespace tst_blast_view

#include "tst_blast_view.moc"
