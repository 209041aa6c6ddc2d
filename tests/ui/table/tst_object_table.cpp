// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/inspector/attribute_text.h"
#include "ui/table/new_object_dialog.h"
#include "ui/table/object_table.h"
#include "ui/table/object_table_model.h"
#include "ui/table/paste_plan.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

namespace tst_object_table {

using namespace headroom;
using namespace headroom::ui;

class TestObjectTable : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        auto catalogue = engine::Catalogue::load(root / "resources/catalog");
        QVERIFY(catalogue.has_value());
        catalogue_ = std::make_unique<engine::Catalogue>(*catalogue);
        auto project = engine::loadProject(root / "scenarios/tour-small-hall", *catalogue);
        QVERIFY(project.has_value());
        project_ = *project;
        hall_ = project_.objectsOf("hall").front()->id;
    }

    void init() {
        workspace_ = std::make_unique<Workspace>(std::filesystem::path(HEADROOM_SOURCE_DIR) /
                                                 "resources/catalog");
        workspace_->control().setPlayOnOpen(false);
        workspace_->files().newBlank();  // reads the catalogue
        workspace_->files().showNew(project_);
        table_ = std::make_unique<ObjectTable>(workspace_.get());
        table_->resize(1200, 400);
        table_->show();
        table_->showType("rack_block");
    }

    void cleanup() {
        UnitSystem::instance().choose(UnitChoice::Si);
        table_.reset();
        workspace_.reset();
    }

    void isAModel() {
        ObjectTableModel model(workspace_.get());
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setType(models::findComponentType("rack_block"));
        QCOMPARE(model.rowCount(), static_cast<int>(project_.objectsOf("rack_block").size()));
        model.setType(models::findComponentType("hall"));
        workspace_->editor().apply({engine::SetAttribute{hall_, "width_m", 99.0}}, "Width");
        workspace_->files().close();
        QCOMPARE(model.rowCount(), 0);
    }

    /// The list of types counts what is there now, also of a type that is not shown.
    void theListCountsAfterEveryEdit() {
        auto* types = table_->findChild<QComboBox*>("objectTableType");
        const auto halls = [types] { return types->itemText(types->findData("hall")); };
        const auto count = project_.objectsOf("hall").size();
        QVERIFY2(halls().endsWith(QString("(%1)").arg(count)), qPrintable(halls()));
        engine::Object more = *project_.objectsOf("hall").front();
        more.id = "one-more";
        QVERIFY(workspace_->editor().apply({engine::AddObject{more}}, "Add"));
        QVERIFY2(halls().endsWith(QString("(%1)").arg(count + 1)), qPrintable(halls()));
        workspace_->editor().undo();
        QVERIFY2(halls().endsWith(QString("(%1)").arg(count)), qPrintable(halls()));
    }

    void headersCarryTheUnit() {
        const int column = columnOf("row_pitch_m");
        const auto head = [&] {
            return table_->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QCOMPARE(head(), QString("Row pitch (m)"));
        UnitSystem::instance().choose(UnitChoice::Us);
        QCOMPARE(head(), QString("Row pitch (ft)"));
    }

    void rowsAreTheSelection() {
        table_->view()->selectRow(0);
        QCOMPARE(workspace_->selection().current().objectId, table_->model()->idAt(0));
        workspace_->selection().clear();
        QVERIFY(table_->view()->selectionModel()->selectedIndexes().isEmpty());
        workspace_->selection().select({Selected::Kind::Object, -1, table_->model()->idAt(0), -1});
        QVERIFY(table_->view()->selectionModel()->isRowSelected(0, {}));
    }

    void aBlockOfCellsIsPastedInOneStep() {
        makeBlocks(3);
        selectCell(0, "row_pitch_m");
        // Row pitch and rack pitch of three rows: six cells.
        const PastePlan plan = table_->planOf("3.1\t0.7\n3.2\t0.7\n3.3\t0.7\n");
        QVERIFY(plan.faults.empty());
        QVERIFY(!plan.hasHeader);
        QCOMPARE(plan.cells, 6);
        const std::string before = engine::projectText(workspace_->project());
        QVERIFY(table_->carryOut(plan));
        QCOMPARE(number(1, "row_pitch_m"), 3.2);
        workspace_->editor().undo();
        QCOMPARE(engine::projectText(workspace_->project()), before);
    }

    void everyBadCellIsListed() {
        makeBlocks(3);
        selectCell(0, "row_pitch_m");
        const PastePlan plan = table_->planOf("x\t0.7\n-3\t0.7\n1,000\t0.7\n3\t0.7");
        // Three bad pitches, and a fourth line without a row.
        QCOMPARE(plan.faults.size(), std::size_t{4});
        std::vector<int> lines;
        for (const PasteFault& fault : plan.faults) {
            lines.push_back(fault.line);
            QVERIFY(!fault.reason.isEmpty());
        }
        std::sort(lines.begin(), lines.end());
        QCOMPARE(lines, (std::vector<int>{1, 2, 3, 4}));
        QCOMPARE(plan.cells, 3);
    }

    void aHeaderNamesColumnsAndNewIdsAddObjects() {
        const QString rack = "air-h100-4";
        const QString text = QString(
                                 "id\tHall\tRack\tRows\tRacks in a row\tRow pitch (ft)\n"
                                 "new-a\t%1\t%2\t2\t4\t10\n"
                                 "new-b\t%1\t%2\t1\t4\t12\n"
                                 "BAD ID\t%1\t%2\t1\t4\t12\n"
                                 "new-c\t%1\tno-such-rack\t1\t4\t12\n")
                                 .arg(QString::fromStdString(hall_), rack);
        const PastePlan plan = table_->planOf(text);
        QVERIFY(plan.hasHeader);
        QVERIFY2(plan.added == 2, qPrintable(faultsOf(plan)));
        QVERIFY(plan.faults.size() >= 2);
        const auto before = workspace_->project().objectsOf("rack_block").size();
        QVERIFY(table_->carryOut(plan));
        QCOMPARE(workspace_->project().objectsOf("rack_block").size(), before + 2);
        const engine::Object* made = workspace_->project().find("new-a");
        QVERIFY(std::abs(std::get<double>(made->value("row_pitch_m")) - 3.048) < 1e-12);
        workspace_->editor().undo();
        QVERIFY(workspace_->project().find("new-a") == nullptr);
    }

    void copiedCellsPasteToTheSame() {
        for (const UnitChoice choice : {UnitChoice::Si, UnitChoice::Us}) {
            UnitSystem::instance().choose(choice);
            table_->view()->selectRow(0);
            const PastePlan plan = table_->planOf(table_->asText(true));
            QVERIFY2(plan.faults.empty(), qPrintable(faultsOf(plan)));
            // In feet a value comes back to 1e-13, not to the bit.
            if (choice == UnitChoice::Si) {
                QCOMPARE(plan.cells, 0);
            }
        }
    }

    void clipboardKnowsQuotes() {
        const auto cells = clipboardCells("a\t\"b\tc\"\n\"d\n\"\"e\"\"\"\tf\r\n");
        QCOMPARE(cells.size(), std::size_t{2});
        QCOMPARE(cells[0], (QStringList{"a", "b\tc"}));
        QCOMPARE(cells[1], (QStringList{"d\n\"e\"", "f"}));
        QVERIFY(clipboardCells("").empty());
    }

    void fillDownTakesTheTopmost() {
        makeBlocks(3);
        const int column = columnOf("row_pitch_m");
        auto* view = table_->view();
        table_->take(view->model()->index(0, column), "3.9");
        view->clearSelection();
        for (int row = 0; row < 3; ++row) {
            view->selectionModel()->select(view->model()->index(row, column),
                                           QItemSelectionModel::Select);
        }
        table_->fillDown();
        QCOMPARE(number(2, "row_pitch_m"), 3.9);
        workspace_->editor().undo();
        QVERIFY(number(2, "row_pitch_m") != 3.9);
    }

    void badTextStaysInTheCell() {
        const QModelIndex cell = table_->view()->model()->index(0, columnOf("row_pitch_m"));
        const double before = number(0, "row_pitch_m");
        QVERIFY(table_->take(cell, "abc").contains("neither"));
        QCOMPARE(cell.data().toString(), QString("abc"));
        QCOMPARE(number(0, "row_pitch_m"), before);
        table_->restore(cell);
        QVERIFY(cell.data().toString() != "abc");
    }

    void rowsAreAddedAndDeleted() {
        const int rows = table_->model()->rowCount();
        table_->view()->setCurrentIndex(table_->view()->model()->index(0, 0));
        table_->addObject();
        QCOMPARE(table_->model()->rowCount(), rows + 1);
        table_->removeRows();
        QCOMPARE(table_->model()->rowCount(), rows);
    }

    /// A fabric must state its switch, links and interconnects: lists of names, and nothing is added
    /// while one of them is not in the catalogue.
    void whatMustBeStatedIsAskedFor() {
        engine::Object fabric = Editor::make("fabric", "fabric-x");
        QVERIFY(NewObjectDialog::isNeededFor(fabric));
        NewObjectDialog dialog(workspace_.get(), fabric, nullptr);
        auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        auto* parts = dialog.findChild<QComboBox*>("new_switch");
        QVERIFY(parts != nullptr);
        parts->setEditText("no such switch");
        QVERIFY(!ok->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("newObjectReason")->text().contains("no such switch"));
        parts->setEditText("SN5600 Spectrum-4, 64 x 800G");
        QVERIFY2(ok->isEnabled(), qPrintable(dialog.findChild<QLabel*>("newObjectReason")->text()));
        QCOMPARE(std::get<std::string>(dialog.object().value("switch")), std::string("sn5600"));
        QVERIFY(workspace_->editor().apply({engine::AddObject{dialog.object()}}, "Add"));
    }

    void searchKeepsRowsThatHoldIt() {
        makeBlocks(3);
        table_->findChild<QLineEdit*>("objectTableSearch")->setText("extra-2");
        QCOMPARE(table_->view()->model()->rowCount(), 1);
    }

    void sortsByNumber() {
        makeBlocks(3);
        const int column = columnOf("row_pitch_m");
        table_->take(table_->view()->model()->index(0, column), "10");
        table_->take(table_->view()->model()->index(1, column), "9");
        table_->view()->sortByColumn(column, Qt::DescendingOrder);
        QCOMPARE(table_->view()->model()->index(0, column).data().toString(), QString("10"));
    }

  private:
    int columnOf(const char* key) const {
        for (int c = 1; c < table_->model()->columnCount(); ++c) {
            if (table_->model()->attributeAt(c)->key == key) {
                return c;
            }
        }
        return -1;
    }

    void selectCell(int row, const char* key) {
        table_->view()->setCurrentIndex(table_->view()->model()->index(row, columnOf(key)));
    }

    /// Blocks "extra-1", … until there are so many.
    void makeBlocks(int count) {
        for (int i = table_->model()->rowCount(); i < count; ++i) {
            engine::Object copy = *workspace_->project().objectsOf("rack_block").front();
            copy.id = "extra-" + std::to_string(i);
            Editor::set(copy, "y_m", 50.0 * i);
            QVERIFY(workspace_->editor().apply({engine::AddObject{copy}}, "Add"));
        }
    }

    double number(int row, const char* key) const {
        return std::get<double>(workspace_->project().find(table_->model()->idAt(row))->value(key));
    }

    static QString faultsOf(const PastePlan& plan) {
        QStringList all;
        for (const PasteFault& f : plan.faults) {
            all << QString("%1:%2 %3 %4").arg(f.line).arg(f.column).arg(f.cell, f.reason);
        }
        return all.join('\n');
    }

    std::unique_ptr<engine::Catalogue> catalogue_;
    engine::Project project_;
    std::string hall_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<ObjectTable> table_;
};

HEADROOM_TEST(TestObjectTable)
}  // namespace tst_object_table

#include "tst_object_table.moc"
