// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_shares.h"
#include "engine/air/field/coefficients.h"
#include "engine/plant/plant.h"
#include "models/facility/hall.h"
#include "tests/engine/air/field/flat_air.h"
#include "tests/support/test_program.h"
#include "ui/air/air_flow.h"
#include "ui/air/air_panel.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QtTest>

#include <cmath>
#include <memory>

namespace tst_air_flow {

using namespace headroom;
using namespace headroom::tests;
using namespace headroom::ui;

/// The air field behind the window, on the tour that ships. A field of its hall takes half a minute of processor: tests
/// that only read a field share one, and renewal takes fields of a library.
class TestAirFlow : public QObject {
    Q_OBJECT

    struct Window {
        Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
        QWidget parent;
        AirFlow flow{&workspace};
        AirPanel panel{&workspace, &flow, &parent};

        Window() {
            workspace.control().setPlayOnOpen(false);
            QSignalSpy opened(&workspace, &Workspace::opened);
            workspace.files().open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
            if (opened.isEmpty()) {
                opened.wait(30'000);
            }
        }
    };

    /// At design load, with its field.
    std::unique_ptr<Window> computed_;

  private slots:

    void initTestCase() {
        computed_ = std::make_unique<Window>();
        computed_->flow.setOn(true);
        QVERIFY(computed_->flow.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(computed_->flow.field() != nullptr, 240'000);
    }

    void cleanupTestCase() { computed_.reset(); }

    void offUntilAsked() {
        Window w;
        QVERIFY(w.workspace.isOpen());
        QVERIFY(!w.flow.isBusy());
        QCOMPARE(w.flow.hall(), 0);
        QVERIFY(w.flow.field() == nullptr);
    }

    // Done on a worker, with each of the hall's 40 racks.
    void computes() {
        Window& w = *computed_;
        QVERIFY(!w.flow.isBusy());
        QCOMPARE(w.flow.field()->racks.size(), w.workspace.layout().racks.size());
        QVERIFY(w.panel.summary().contains("Hottest inlet"));
        QVERIFY(w.panel.summary().contains("SHI"));
        QVERIFY(
            w.panel.summary().contains(w.flow.field()->settled ? "Settled within" : "Not settled"));
    }

    // Only by the button: the project then holds the share of each rack, by the rows of the hall's plan
    // (engine::rackFractions), and the plant that it compiles to has them. Undo and the button take them back.
    void usedInSimulation() {
        const Window empty;
        QVERIFY(!empty.panel.findChild<QPushButton*>("airUse")->isEnabled());
        Window& w = *computed_;
        auto* use = w.panel.findChild<QPushButton*>("airUse");
        const engine::Project before = w.workspace.project();
        QVERIFY(!engine::holdsAirShares(before));
        QVERIFY(use->isEnabled());
        use->click();
        QVERIFY(w.flow.isUsed());
        const auto study = engine::airStudy(before, *w.workspace.catalogue());
        const auto plant = engine::compile(w.workspace.project(), *w.workspace.catalogue(), {});
        QVERIFY(study.has_value() && plant.has_value());
        QVERIFY(plant->hallAir[0].inlets == engine::InletSource::Field);
        const std::vector<double> found =
            engine::rackFractions(*w.flow.field(), study->halls[0].plan, study->halls[0].load);
        QCOMPARE(plant->hallAir[0].rackFraction.size(), found.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QVERIFY(std::abs(plant->hallAir[0].rackFraction[i] - found[i]) <= 1e-5);
        }
        w.workspace.editor().undo();
        QVERIFY(!w.flow.isUsed());
        use->click();
        QVERIFY(w.flow.isUsed());
        use->click();
        QVERIFY(!engine::holdsAirShares(w.workspace.project()));
    }

    // An edit that moves the inlets makes the shares outdated; they are renewed without being asked for, as an edit of
    // their own. Undo of both leads back to the shares of the first state.
    void renewedAfterAnEdit() {
        const AirFolder folder;
        Window w;
        const engine::Catalogue& catalogue = *w.workspace.catalogue();
        const std::string hall = w.workspace.project().objectsOf("hall").front()->id;
        const std::vector<engine::Edit> cooler{engine::SetAttribute{hall, "supply_air_c", 20.0}};
        engine::AirLibrary library = engine::AirLibrary::ofUser();
        const engine::Project stated = w.workspace.project();
        engine::Project cool = stated;
        QVERIFY(engine::applyAll(cool, catalogue, cooler));
        keepFlatAir(library, stated, catalogue, 1.0);
        keepFlatAir(library, cool, catalogue, 1.0);
        const auto study = engine::airStudy(stated, catalogue);
        const auto field = engine::knownAir(library, *study, study->halls[0]);
        QVERIFY(w.workspace.editor().apply(
            engine::airEdits(engine::airSharesOf(*study, study->halls[0], *field)), "Use Air"));
        const auto key = [&] {
            return engine::specOf<headroom::models::HallSpec>(
                       *w.workspace.project().objectsOf("hall").front())
                .airField;
        };
        const std::string first = key();
        QVERIFY(!first.empty());
        QVERIFY(w.workspace.editor().apply(cooler, "Set Supply Air"));
        QCOMPARE(key(), first);
        QTRY_VERIFY_WITH_TIMEOUT(key() != first, 60'000);
        const auto plant = engine::compile(w.workspace.project(), catalogue, {});
        QVERIFY(plant && plant->hallAir[0].inlets == engine::InletSource::Field);
        w.workspace.editor().undo();
        QCOMPARE(key(), first);
        w.workspace.editor().undo();
        const auto old = engine::compile(w.workspace.project(), catalogue, {});
        QVERIFY(old && old->hallAir[0].inlets == engine::InletSource::Field);
    }

    // The real session takes them: racks with more hot air at their inlets get warmer air.
    void warmsTheInletsOfARealSession() {
        Window w;
        w.workspace.control().setSpeed(0.0);
        w.workspace.control().step();
        const auto inlets = [&] {
            return w.workspace.frame()
                ->racks[static_cast<std::size_t>(engine::RackQuantity::InletTemperature)];
        };
        const auto stepped = [&] {
            const double before = w.workspace.frame()->timeS;
            w.workspace.control().step();
            return QTest::qWaitFor([&] { return w.workspace.frame()->timeS > before; }, 10'000);
        };
        for (int i = 0; i < 40; ++i) {
            QVERIFY(stepped());
        }
        const auto before = inlets();
        // 0.4 of hot air for the first rack of the first row, none for the others.
        std::vector<double> given(before.size(), 0.0);
        given[0] = 0.4;
        w.workspace.control().setAirFractions(0, given);
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
        w.workspace.files().close();
        QTest::qWait(300);
        QVERIFY(w.flow.field() == nullptr);
        QCOMPARE(w.flow.hall(), -1);
    }

    // Scales are round, hold nearly all values, and say where values are beyond.
    void scales() {
        const engine::AirField& f = *computed_->flow.field();
        for (const AirQuantity q :
             {AirQuantity::Temperature, AirQuantity::Speed, AirQuantity::HotAir}) {
            const AirScale scale = airScale(f, q);
            QVERIFY(scale.high > scale.low);
            const Legend legend = legendOf(scale);
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

    // Another load drops the field and computes anew. The last test: it changes the shared window.
    void lessLoadIsCooler() {
        Window& w = *computed_;
        const double fullC = w.flow.field()->returnC;
        QVERIFY(w.flow.isUsable());
        w.flow.setLoad(0.25);
        QVERIFY(w.flow.isBusy());
        QVERIFY(w.flow.field() == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(w.flow.field() != nullptr, 240'000);
        QVERIFY(w.flow.field()->returnC < fullC);
        // A field of another load is not one that the project may hold.
        QVERIFY(!w.flow.isUsable());
    }
};

HEADROOM_TEST(TestAirFlow)
}  // namespace tst_air_flow

#include "tst_air_flow.moc"
