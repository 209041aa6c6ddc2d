// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_model.h"
#include "ui/cooling/cooling_pane.h"
#include "ui/floor/machine_tint.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/scene/hall_scene.h"
#include "ui/workspace/workspace.h"

#include <QTableView>
#include <QtTest>

namespace tst_cooling_pane {

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Stage {
    Workspace workspace{"nowhere"};
    CoolingActions actions{&workspace};
    CoolingPane pane{&workspace, &actions};
    FakeSource* source = nullptr;

    Stage() {
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        source->cool(testing::coolingTwoLoops());
        workspace.show(fakeProject(), std::move(made));
        pane.resize(1200, 300);
        pane.show();
        source->advance(15.0);
        QCoreApplication::processEvents();
    }

    static QString cell(FilteredTable* table, int row, int column, int role = Qt::DisplayRole) {
        const QAbstractItemModel* model = table->view()->model();
        return model->index(row, column).data(role).toString();
    }
};

}  // namespace

class TestCoolingPane : public QObject {
    Q_OBJECT

  private slots:

    void allMachinesAndNoPipes() {
        Stage stage;
        const auto& links = stage.workspace.frame()->cooling->links;
        const auto machines = std::count_if(
            links.begin(), links.end(),
            [](const engine::CoolingLink& l) { return l.kind != engine::CoolingLinkKind::Pipe; });
        QCOMPARE(stage.pane.machines()->view()->model()->rowCount(), static_cast<int>(machines));
        QCOMPARE(stage.pane.loops()->view()->model()->rowCount(), 2);
        QCOMPARE(stage.pane.cdus()->view()->model()->rowCount(), 2);
        QCOMPARE(stage.pane.halls()->view()->model()->rowCount(), 2);
    }

    void valuesHaveUnitsAndReasons() {
        Stage stage;
        FilteredTable* loops = stage.pane.loops();
        // 8.25 MW of heat, and the mode in words.
        QCOMPARE(stage.cell(loops, 0, 1 + static_cast<int>(engine::LoopQuantity::Heat)),
                 QString("8.250\u2009MW"));
        QCOMPARE(stage.cell(loops, 0, 1 + static_cast<int>(engine::LoopQuantity::Mode)),
                 QString("Free cooling"));
        FilteredTable* halls = stage.pane.halls();
        const int rti = 1 + static_cast<int>(engine::HallQuantity::Rti);
        QVERIFY(stage.cell(halls, 0, rti).endsWith('%'));
        QVERIFY(stage.cell(halls, 0, rti, Qt::ToolTipRole).contains("Return temperature index"));
        QVERIFY(halls->view()
                    ->model()
                    ->headerData(rti, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains("Return temperature index"));
        // Every cell of a machine says something in its tip.
        FilteredTable* machines = stage.pane.machines();
        for (int row = 0; row < machines->view()->model()->rowCount(); ++row) {
            QVERIFY(!stage.cell(machines, row, CoolingMachineModel::Why).isEmpty());
            QVERIFY(stage.cell(machines, row, 0, Qt::ToolTipRole).contains("°C"));
        }
    }

    void aRowIsSelected() {
        Stage stage;
        FilteredTable* machines = stage.pane.machines();
        for (int row = 0; row < machines->view()->model()->rowCount(); ++row) {
            if (stage.cell(machines, row, CoolingMachineModel::Kind) == "Loop pumps") {
                machines->view()->selectRow(row);
                break;
            }
        }
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("loop-1"));
        stage.pane.cdus()->view()->selectRow(1);
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("cdu-2"));
    }

    void failedMachinesAreTintedOnTheFloor() {
        Stage stage;
        const engine::Layout& layout = *stage.source->layout();
        const ThemeColours& colours = Theme::instance().colours();
        std::size_t tower = 0;
        while (layout.equipment[tower].kind != engine::EquipmentKind::CoolingTower) {
            ++tower;
        }
        const auto tint = [&] {
            return machineTints(layout, stage.workspace.frame().get())[tower];
        };
        QCOMPARE(tint(), equipmentColour(engine::EquipmentKind::CoolingTower, colours).rgb());
        engine::PlantOrder order;
        order.unit = "loop-1";
        order.machine = models::CoolingMachine::Towers;
        stage.source->operate(order);
        stage.source->advance(15.0);
        QTRY_COMPARE(tint(), colours.bad.rgb());
        // Without a frame nothing is known to be wrong.
        QCOMPARE(machineTints(layout, nullptr)[tower],
                 equipmentColour(engine::EquipmentKind::CoolingTower, colours).rgb());
    }
};

HEADROOM_TEST(TestCoolingPane)
}  // namespace tst_cooling_pane

#include "tst_cooling_pane.moc"
