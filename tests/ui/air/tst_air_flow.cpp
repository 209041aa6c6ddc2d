// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/coefficients.h"
#include "engine/air/field/study.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/air/air_flow.h"
#include "ui/air/air_panel.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QtTest>

#include <cmath>

namespace tst_air_flow {

using namespace headroom;
using namespace headroom::ui;

/// The air field behind the window, on the tour that ships.
class TestAirFlow : public QObject {
    Q_OBJECT

    struct Window {
        Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
        QWidget parent;
        AirFlow flow{&workspace};
        AirPanel panel{&workspace, &flow, &parent};

        Window() {
            workspace.setPlayOnOpen(false);
            QSignalSpy opened(&workspace, &Workspace::opened);
            workspace.open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
            if (opened.isEmpty()) {
                opened.wait(30'000);
            }
        }
    };

  private slots:

    void offUntilAsked() {
        Window w;
        QVERIFY(w.workspace.isOpen());
        QVERIFY(!w.flow.isBusy());
        QCOMPARE(w.flow.hall(), 0);
        QVERIFY(w.flow.field() == nullptr);
    }

    // Done on a worker, with shares of hot air for each of the hall's 40 racks.
    void computes() {
        Window w;
        std::vector<double> fractions;
        connect(&w.flow, &AirFlow::fractionsFound, this,
                [&](int, const std::vector<double>& found) { fractions = found; });
        w.flow.setOn(true);
        QVERIFY(w.flow.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(w.flow.field() != nullptr, 240'000);
        QVERIFY(!w.flow.isBusy());
        QCOMPARE(fractions.size(), w.workspace.layout().racks.size());
        for (const double f : fractions) {
            QVERIFY(f >= -1.0 && f <= 0.95);
        }
        QVERIFY(w.panel.summary().contains("Hottest inlet"));
        QVERIFY(w.panel.summary().contains("SHI"));
        QVERIFY(
            w.panel.summary().contains(w.flow.field()->settled ? "Settled within" : "Not settled"));
    }

    // Only by the button, and each value to the rack that the field speaks of: the hall's plan
    // numbers racks by its rows, as the simulation does (engine::rackFractions).
    void usedInSimulation() {
        auto fake = std::make_unique<FakeSource>();
        FakeSource* source = fake.get();
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.setPlayOnOpen(false);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
        QVERIFY(!opened.isEmpty() || opened.wait(30'000));
        // The same project over a source that keeps what it is given, with the tour's layout.
        source->setLayout(workspace.layout());
        workspace.show(workspace.project(), std::move(fake));
        QWidget parent;
        AirFlow flow(&workspace);
        AirPanel panel(&workspace, &flow, &parent);
        auto* use = panel.findChild<QPushButton*>("airUse");
        QVERIFY(!use->isEnabled());
        std::vector<double> found;
        connect(&flow, &AirFlow::fractionsFound, this,
                [&](int, const std::vector<double>& fractions) { found = fractions; });
        flow.setOn(true);
        QTRY_VERIFY_WITH_TIMEOUT(flow.field() != nullptr, 240'000);
        QVERIFY(source->airFractions().empty());
        QVERIFY(use->isEnabled());
        use->click();
        QVERIFY(flow.isUsed());
        QCOMPARE(source->airFractions().size(), std::size_t{1});
        QCOMPARE(source->airFractions()[0].first, 0);
        QCOMPARE(source->airFractions()[0].second, found);
        const auto study = engine::airStudy(workspace.project(), *workspace.catalogue());
        QVERIFY(study.has_value());
        const engine::HallAirPlan& plan = study->halls[0].plan;
        QCOMPARE(static_cast<int>(found.size()), plan.racks());
        QCOMPARE(found, engine::rackFractions(*flow.field(), plan, study->halls[0].load));
        // And back: what the hall states, the same for all of its racks.
        use->click();
        QVERIFY(!flow.isUsed());
        QCOMPARE(source->airFractions()[1].second, plan.rackFraction);
    }

    // The real session takes them: racks with more hot air at their inlets get warmer air.
    void warmsTheInletsOfARealSession() {
        Window w;
        w.workspace.setSpeed(0.0);
        w.workspace.step();
        const auto inlets = [&] {
            return w.workspace.frame()
                ->racks[static_cast<std::size_t>(engine::RackQuantity::InletTemperature)];
        };
        const auto stepped = [&] {
            const double before = w.workspace.frame()->timeS;
            w.workspace.step();
            return QTest::qWaitFor([&] { return w.workspace.frame()->timeS > before; }, 10'000);
        };
        for (int i = 0; i < 40; ++i) {
            QVERIFY(stepped());
        }
        const auto before = inlets();
        // 0.4 of hot air for the first rack of the first row, none for the others.
        std::vector<double> given(before.size(), 0.0);
        given[0] = 0.4;
        w.workspace.setAirFractions(0, given);
        for (int i = 0; i < 10; ++i) {
            QVERIFY(stepped());
        }
        const auto after = inlets();
        QVERIFY(after[0] > before[0] + 0.5F);
        QVERIFY(after[1] <= before[1] + 0.2F);
    }

    void cancels() {
        Window w;
        w.flow.setOn(true);
        w.flow.cancel();
        QVERIFY(!w.flow.isBusy());
        QTest::qWait(300);
        QVERIFY(w.flow.field() == nullptr);
        QCOMPARE(w.panel.summary(), QString("Not computed."));
    }

    // Another project while a field is under way: its answer is dropped.
    void closedMeanwhile() {
        Window w;
        w.flow.setOn(true);
        w.workspace.close();
        QTest::qWait(300);
        QVERIFY(w.flow.field() == nullptr);
        QCOMPARE(w.flow.hall(), -1);
    }

    void lessLoadIsCooler() {
        Window w;
        w.flow.setOn(true);
        QTRY_VERIFY_WITH_TIMEOUT(w.flow.field() != nullptr, 240'000);
        const double fullC = w.flow.field()->returnC;
        w.flow.setLoad(0.25);
        QVERIFY(w.flow.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(w.flow.field() != nullptr, 240'000);
        QVERIFY(w.flow.field()->returnC < fullC);
    }

    // Scales are round, hold nearly all values, and say where values are beyond.
    void scales() {
        Window w;
        w.flow.setOn(true);
        QTRY_VERIFY_WITH_TIMEOUT(w.flow.field() != nullptr, 240'000);
        const engine::AirField& f = *w.flow.field();
        for (const AirQuantity q :
             {AirQuantity::Temperature, AirQuantity::Speed, AirQuantity::HotAir}) {
            const AirScale scale = airScale(f, q);
            QVERIFY(scale.high > scale.low);
            const Legend legend = scale.legend();
            QVERIFY(!legend.unit.isEmpty());
            QVERIFY(legend.ticks.size() >= 2 && legend.ticks.size() <= 12);
            int over = 0;
            for (std::size_t c = 0; c < f.solid.size(); ++c) {
                over += f.solid[c] == 0 && airValue(f, q, c) > scale.high ? 1 : 0;
            }
            QVERIFY(over <= f.openCells / 20);
            QCOMPARE(legend.ticks.back().text.startsWith("≥"), scale.exceeded);
        }
        QVERIFY(airScale(f, AirQuantity::Temperature).low <= f.supplyC);
    }

    void panelMovesTheSlice() {
        Window w;
        QSignalSpy changed(&w.panel, &AirPanel::viewChanged);
        w.panel.findChild<QSlider*>("airPlace")->setValue(200);
        QCOMPARE(w.panel.view().place, 1.0);
        w.panel.findChild<QComboBox*>("airQuantity")->setCurrentIndex(1);
        QVERIFY(w.panel.view().quantity == AirQuantity::Speed);
        QCOMPARE(changed.count(), 2);
    }
};

HEADROOM_TEST(TestAirFlow)
}  // namespace tst_air_flow

#include "tst_air_flow.moc"
