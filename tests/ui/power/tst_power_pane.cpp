// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/text_table.h"
#include "ui/kit/theme.h"
#include "ui/power/power_actions.h"
#include "ui/power/power_model.h"
#include "ui/power/power_pane.h"
#include "ui/power/sankey_view.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QTableView>
#include <QtTest>

namespace tst_power_pane {

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Stage {
    Workspace workspace{"nowhere"};
    RackColouring colouring{&workspace};
    PowerActions actions{&workspace};
    PowerPane pane{&workspace, &colouring, &actions};
    LossPane losses{&workspace};
    FakeSource* source = nullptr;

    Stage() {
        workspace.control().setPlayOnOpen(false);
        pane.resize(1200, 300);
        losses.resize(1200, 300);
        pane.show();
        losses.show();
    }

    void open(bool wired, bool simulated = true) {
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        if (wired) {
            source->wire(testing::wiring2N(), simulated);
        }
        workspace.show(fakeProject(), std::move(made));
        QCoreApplication::processEvents();
    }

    QString cell(const char* unit, int column) const {
        const QAbstractItemModel* model = pane.units()->view()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, PowerUnitModel::Name).data().toString() == unit) {
                return model->index(row, column).data().toString();
            }
        }
        return "no such row";
    }
};

}  // namespace

class TestPowerPane : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() { Theme::instance().apply(Theme::Mode::Light); }

    void unitsAndBreakersAsTables() {
        Stage stage;
        stage.open(true);
        const auto& network = *stage.workspace.frame()->network;
        QCOMPARE(stage.pane.units()->view()->model()->rowCount(),
                 static_cast<int>(network.units.size()));
        QCOMPARE(stage.pane.breakers()->view()->model()->rowCount(),
                 static_cast<int>(network.edges.size()));
        QCOMPARE(stage.cell("ups-a", PowerUnitModel::Kind), QString("UPS"));
        QCOMPARE(stage.cell("ups-a", PowerUnitModel::State), QString("Normal"));
        QCOMPARE(stage.cell("genset-a", PowerUnitModel::State), QString("Standby"));
        QCOMPARE(stage.cell("ups-a", PowerUnitModel::Rating), QString("2\u2009MVA"));
        // UPS A: 8 racks of 40 kW and 90 kW of switches, half of it: 205 kW, 1 % more in the PDUs.
        QCOMPARE(stage.cell("ups-a", PowerUnitModel::Load), QString("207.1\u2009kW"));
        // 207.05 / 0.95 / 2000 = 10.9 %.
        QCOMPARE(stage.cell("ups-a", PowerUnitModel::Loading), QString("10.9\u2009%"));
        QVERIFY(stage.pane.grab().toImage().width() > 0);
    }

    void beforeTheRunThereAreDashes() {
        Stage stage;
        stage.open(true, false);
        QCOMPARE(stage.cell("ups-a", PowerUnitModel::Load), QString("–"));
        QCOMPARE(stage.cell("ups-a", PowerUnitModel::Rating), QString("2\u2009MVA"));
        QVERIFY(stage.losses.view()->sankey().nodes.empty());
        QCOMPARE(stage.losses.table()->rowCount(), 0);
    }

    void aProjectWithoutWiringIsEmpty() {
        Stage stage;
        stage.open(false);
        QCOMPARE(stage.pane.units()->view()->model()->rowCount(), 0);
        QVERIFY(stage.losses.view()->sankey().nodes.empty());
        stage.open(true);
        QVERIFY(stage.pane.units()->view()->model()->rowCount() > 0);
        stage.workspace.files().close();
        QCOMPARE(stage.pane.units()->view()->model()->rowCount(), 0);
    }

    void aRowIsTheSelection() {
        Stage stage;
        stage.open(true);
        QTableView* view = stage.pane.units()->view();
        view->setCurrentIndex(view->model()->index(2, 0));
        const Selected selected = stage.workspace.selection().current();
        QCOMPARE(selected.kind, Selected::Kind::Object);
        QCOMPARE(QString::fromStdString(selected.objectId),
                 view->model()->index(2, PowerUnitModel::Name).data().toString());
    }

    void loadingSortsByNumber() {
        Stage stage;
        stage.open(true);
        stage.pane.units()->sortBy(PowerUnitModel::Loading, Qt::DescendingOrder);
        const QAbstractItemModel* model = stage.pane.units()->view()->model();
        double last = 1e9;
        for (int row = 0; row < model->rowCount(); ++row) {
            const double now =
                model->index(row, PowerUnitModel::Loading).data(Qt::UserRole).toDouble();
            QVERIFY(now <= last);
            last = now;
        }
    }

    // Open is open, also where it cannot run: then it is said what to do about that.
    void aProjectThatCannotRunIsNotAskedFor() {
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY(workspace.files().shipped());
        LossPane losses(&workspace);
        QVERIFY(losses.view()->emptyText().contains("Open a project"));
        losses.show();
        workspace.show(engine::Project{}, nullptr);
        QCoreApplication::processEvents();
        QVERIFY(!losses.view()->emptyText().contains("Open a project"));
        QVERIFY(losses.view()->emptyText().contains("Problems"));
    }

    void lossesAddUp() {
        Stage stage;
        stage.open(true);
        const engine::Sankey& s = stage.losses.view()->sankey();
        QVERIFY(!s.nodes.empty());
        const TextTable* table = stage.losses.table();
        const int last = table->rowCount() - 1;
        QCOMPARE(table->index(last, 0).data().toString(), QString("All"));
        // 8 racks of 40 kW, switches of 90 kW, two machines of 90 kW: 590 kW useful.
        QCOMPARE(table->index(last, 2).data().toString(), QString("590\u2009kW"));
        // 1 % in PDU and UPS of 410 kW each, in the switches and transformers of that and 180 kW:
        // 4.10 + 4.14 + 5.98 + 6.04 = 20.3 kW.
        QCOMPARE(table->index(last, 3).data().toString(), QString("20.3\u2009kW"));
        for (const QSize size : {QSize(300, 130), QSize(700, 200), QSize(1600, 500)}) {
            stage.losses.resize(size);
            QVERIFY(!stage.losses.grab().isNull());
        }
    }
};

HEADROOM_TEST(TestPowerPane)
}  // namespace tst_power_pane

#include "tst_power_pane.moc"
