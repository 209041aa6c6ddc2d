// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/computed.h"
#include "tests/support/test_program.h"
#include "ui/inspector/attribute_text.h"
#include "ui/inspector/inspector.h"
#include "ui/kit/theme.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QScreen>
#include <QTreeWidget>
#include <QtTest>

namespace tst_inspector {

using namespace headroom;
using namespace headroom::ui;

namespace {

QTreeWidgetItem* rowCalled(QTreeWidget* tree, const QString& label) {
    for (QTreeWidgetItemIterator it(tree); *it != nullptr; ++it) {
        if ((*it)->text(0) == label && ((*it)->flags() & Qt::ItemIsEditable) != 0) {
            return *it;
        }
    }
    return nullptr;
}

}  // namespace

/// Attributes are edited in the inspector: one value, several objects, bad text, undo.
class TestInspector : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        auto catalogue = engine::Catalogue::load(root / "resources/catalog");
        QVERIFY(catalogue.has_value());
        auto project = engine::loadProject(root / "scenarios/tour-small-hall", *catalogue);
        QVERIFY(project.has_value());
        project_ = *project;
    }

    void init() {
        workspace_ = std::make_unique<Workspace>(std::filesystem::path(HEADROOM_SOURCE_DIR) /
                                                 "resources/catalog");
        workspace_->control().setPlayOnOpen(false);
        workspace_->files().newBlank();  // reads the catalogue
        workspace_->files().showNew(project_);
        inspector_ = std::make_unique<Inspector>(workspace_.get());
        inspector_->resize(420, 900);
        inspector_->show();
        tree_ = inspector_->findChild<QTreeWidget*>("inspectorTable");
        const engine::Object* block = project_.objectsOf("rack_block").front();
        block_ = block->id;
        workspace_->selection().select({Selected::Kind::Object, -1, block_, -1});
    }

    void cleanup() {
        UnitSystem::instance().choose(UnitChoice::Si);
        inspector_.reset();
        workspace_.reset();
    }

    // With twice the text there is no room for the column of sources, and names keep at least two fifths.
    void namesComeFirst() {
        for (const int percent : {200, 100}) {
            Theme::instance().setTextPercent(percent);
            QCOMPARE(tree_->isColumnHidden(2), percent == 200);
            QVERIFY(5 * tree_->columnWidth(0) >= 2 * tree_->viewport()->width());
        }
    }

    void everyAttributeHasARow() {
        const models::ComponentType* type = models::findComponentType("rack_block");
        for (const models::Attribute& a : type->attributes) {
            QTreeWidgetItem* row = rowCalled(tree_, tableText(a.label));
            QVERIFY2(row != nullptr, std::string(a.label).c_str());
            QVERIFY(!row->text(1).isEmpty());
        }
        // Not stated: the default, and it says so.
        QTreeWidgetItem* row = rowCalled(tree_, "First row number");
        QCOMPARE(row->text(1), QString("1"));
        QCOMPARE(row->text(2), QString("default"));
    }

    void aNumberIsSetAndUndone() {
        QTreeWidgetItem* row = rowCalled(tree_, "Row pitch");
        const QString before = row->text(1);
        type(row, "3.25");
        QCOMPARE(number(block_, "row_pitch_m"), 3.25);
        // The same item shows it: nothing was built anew.
        QCOMPARE(rowCalled(tree_, "Row pitch"), row);
        QVERIFY(row->text(1).startsWith("3.25"));
        QCOMPARE(row->text(2), QString("project"));
        workspace_->editor().undo();
        QCOMPARE(row->text(1), before);
    }

    void unitsMayBeTyped() {
        type(rowCalled(tree_, "Row pitch"), "10 ft");
        QVERIFY(std::abs(number(block_, "row_pitch_m") - 3.048) < 1e-12);
    }

    void openingAndClosingAnEditorChangesNothing() {
        UnitSystem::instance().choose(UnitChoice::Us);
        const double before = number(block_, "row_pitch_m");
        tree_->editItem(rowCalled(tree_, "Row pitch"), 1);
        QTest::keyClick(editor<QLineEdit>(), Qt::Key_Return);
        QCoreApplication::processEvents();  // Return is taken from the event loop
        QCOMPARE(number(block_, "row_pitch_m"), before);
        QVERIFY(!workspace_->editor().canUndo());
    }

    void badTextStaysAndTheOldValueHolds() {
        const double before = number(block_, "row_pitch_m");
        QTreeWidgetItem* row = rowCalled(tree_, "Row pitch");
        type(row, "1,000.5");
        QCOMPARE(number(block_, "row_pitch_m"), before);
        QCOMPARE(row->text(1), QString("1,000.5"));
        QVERIFY(row->toolTip(1).contains("groups its digits"));
        // The editor begins with it, and Esc brings the old value back.
        tree_->editItem(row, 1);
        QCOMPARE(editor<QLineEdit>()->text(), QString("1,000.5"));
        QTest::keyClick(editor<QLineEdit>(), Qt::Key_Escape);
        QVERIFY(row->text(1).startsWith(QString::number(before)));
        QVERIFY(!workspace_->editor().canUndo());
    }

    void outOfRangeIsRefused() {
        const double before = number(block_, "row_pitch_m");
        type(rowCalled(tree_, "Row pitch"), "-5");
        QCOMPARE(number(block_, "row_pitch_m"), before);
        QVERIFY(rowCalled(tree_, "Row pitch")->toolTip(1).contains("less than the least"));
    }

    void resetTakesTheStatementAway() {
        QTreeWidgetItem* row = rowCalled(tree_, "First row number");
        type(row, "7");
        QCOMPARE(row->text(2), QString("project"));
        tree_->setCurrentItem(row);
        inspector_->findChild<QAction*>("inspectorReset")->trigger();
        QCOMPARE(row->text(1), QString("1"));
        QCOMPARE(row->text(2), QString("default"));
    }

    void severalObjectsAreOneStep() {
        const std::string other = workspace_->editor().freeId(block_);
        engine::Object copy = *workspace_->project().find(block_);
        copy.id = other;
        Editor::set(copy, "row_pitch_m", 4.0);
        Editor::set(copy, "x_m", 40.0);
        QVERIFY(workspace_->editor().apply({engine::AddObject{copy}}, "Add"));
        workspace_->selection().selectAll(
            {{Selected::Kind::Object, -1, block_, -1}, {Selected::Kind::Object, -1, other, -1}});
        QTreeWidgetItem* row = rowCalled(tree_, "Row pitch");
        QCOMPARE(row->text(1), QString("mixed"));
        const double first = number(block_, "row_pitch_m");
        type(row, "5");
        QCOMPARE(number(block_, "row_pitch_m"), 5.0);
        QCOMPARE(number(other, "row_pitch_m"), 5.0);
        workspace_->editor().undo();
        QCOMPARE(number(block_, "row_pitch_m"), first);
        QCOMPARE(number(other, "row_pitch_m"), 4.0);
    }

    void aReferenceIsChosenByName() {
        QTreeWidgetItem* row = rowCalled(tree_, "Rack");
        tree_->editItem(row, 1);
        auto* combo = editor<QComboBox>();
        QVERIFY(combo->findData("gb200-nvl72") >= 0);
        QVERIFY(combo->findData("dgx-h100") < 0);  // a server is no rack
        combo->setCurrentIndex(combo->findData("air-h100-4"));
        emit combo->activated(combo->currentIndex());
        QCOMPARE(std::get<std::string>(workspace_->project().find(block_)->value("rack")),
                 std::string("air-h100-4"));
        // What the catalogue says of it is below, with its source.
        QVERIFY(row->childCount() > 5);
    }

    // At the right edge of the screen the list of parts stays on it, opened by a click on its arrow.
    void listsStayOnTheScreen() {
        const QRect screen = inspector_->screen()->availableGeometry();
        inspector_->move(screen.right() - inspector_->width(), screen.top());
        QCoreApplication::processEvents();
        QTreeWidgetItem* row = rowCalled(tree_, "Rack");
        tree_->editItem(row, 1);
        auto* combo = editor<QComboBox>();
        QTest::mouseClick(combo, Qt::LeftButton, {},
                          QPoint(combo->width() - 6, combo->height() / 2));
        QTRY_VERIFY(combo->view()->isVisible());
        QTRY_VERIFY2(combo->view()->window()->geometry().right() <= screen.right(),
                     qPrintable(QString::number(combo->view()->window()->geometry().right())));
        // As wide as the longest name of the list.
        QVERIFY(combo->view()->viewport()->width() >= combo->view()->sizeHintForColumn(0));
        combo->hidePopup();
        // The same of the proposals for what is typed.
        combo->lineEdit()->selectAll();
        QTest::keyClicks(combo->lineEdit(), "gb200");
        QWidget* proposals = combo->completer()->popup();
        QTRY_VERIFY(proposals->isVisible());
        QTRY_VERIFY(proposals->geometry().right() <= screen.right());
        proposals->hide();
    }

    void scrubbingIsOneStep() {
        QTreeWidgetItem* row = rowCalled(tree_, "Row pitch");
        tree_->scrollToItem(row);
        const double before = number(block_, "row_pitch_m");
        QRect place = tree_->visualItemRect(row);
        const QPoint from(60, place.center().y());
        QWidget* port = tree_->viewport();
        QTest::mousePress(port, Qt::LeftButton, {}, from);
        for (int x = 4; x <= 80; x += 4) {
            QMouseEvent move(QEvent::MouseMove, from + QPoint(x, 0),
                             port->mapToGlobal(from + QPoint(x, 0)), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QApplication::sendEvent(port, &move);
        }
        QTest::mouseRelease(port, Qt::LeftButton, {}, from + QPoint(80, 0));
        QVERIFY(number(block_, "row_pitch_m") > before);
        workspace_->editor().undo();
        QCOMPARE(number(block_, "row_pitch_m"), before);
        QVERIFY(!workspace_->editor().canUndo());
    }

    void typingIsNotDisturbedByFramesAndEdits() {
        tree_->editItem(rowCalled(tree_, "Row pitch"), 1);
        auto* line = editor<QLineEdit>();
        line->setText("3.3");
        // An edit from elsewhere, and a tick.
        QVERIFY(workspace_->editor().apply(
            {engine::SetAttribute{block_, "first_row", std::int64_t{3}}}, "Elsewhere"));
        emit workspace_->slowTick();
        QCOMPARE(editor<QLineEdit>(), line);
        QCOMPARE(line->text(), QString("3.3"));
        QTest::keyClick(line, Qt::Key_Return);
        QCoreApplication::processEvents();  // Return is taken from the event loop
        QCOMPARE(number(block_, "row_pitch_m"), 3.3);
    }

    // The first step fills rows that were not there before it: not under the hands of who types.
    void typingOutlivesTheFirstStep() {
        const engine::Layout& layout = workspace_->layout();
        QVERIFY(!layout.racks.empty());
        workspace_->selection().select({Selected::Kind::Rack, 0, {}, -1});
        QTreeWidgetItem* row = rowCalled(tree_, "Row pitch");
        QVERIFY(row != nullptr);
        tree_->editItem(row, 1);
        auto* line = editor<QLineEdit>();
        QVERIFY(line != nullptr);
        line->setText("3.4");
        QTRY_VERIFY(workspace_->frame() != nullptr);
        workspace_->control().step();
        QTRY_VERIFY_WITH_TIMEOUT(isComputed(workspace_->frame().get()), 20000);
        emit workspace_->slowTick();
        QCOMPARE(editor<QLineEdit>(), line);
        QCOMPARE(line->text(), QString("3.4"));
        QTest::keyClick(line, Qt::Key_Return);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
        QCOMPARE(number(block_, "row_pitch_m"), 3.4);
        // Now they appear, with the first frame of the edited design.
        const auto live = [this] {
            return tree_->findItems("Inlet air", Qt::MatchExactly | Qt::MatchRecursive).size();
        };
        QTRY_COMPARE_WITH_TIMEOUT(live(), 1, 20000);
    }

    /// The tour has no services: no zeros of requests and answers stand among the values of the facility, whose power does.
    void whatIsNotServedIsNotTold() {
        QVERIFY(project_.objectsOf("inference_service").empty());
        QTRY_VERIFY(workspace_->frame() != nullptr);
        workspace_->control().step();
        QTRY_VERIFY_WITH_TIMEOUT(isComputed(workspace_->frame().get()), 20000);
        emit workspace_->slowTick();
        workspace_->selection().select({});
        const auto rows = [this](const char* label) {
            return tree_->findItems(label, Qt::MatchExactly | Qt::MatchRecursive).size();
        };
        QTRY_COMPARE_WITH_TIMEOUT(rows("IT power"), 1, 20000);
        QCOMPARE(rows("Tokens served"), 0);
        QCOMPARE(rows("Service level"), 0);
    }

    void unitsChangeWhatIsShown() {
        type(rowCalled(tree_, "Row pitch"), "3.048");
        UnitSystem::instance().choose(UnitChoice::Us);
        QCOMPARE(rowCalled(tree_, "Row pitch")->text(1), QString("10") + QChar(0x2009) + "ft");
        type(rowCalled(tree_, "Row pitch"), "20");
        QVERIFY(std::abs(number(block_, "row_pitch_m") - 6.096) < 1e-12);
    }

    // A double click on a locked design says why nothing changes. The reason goes with the lock.
    void aRefusalGoesWithItsLock() {
        auto* tree = inspector_->findChild<QTreeWidget*>("inspectorTable");
        auto* details = inspector_->findChild<QLabel*>("inspectorDetails");
        QVERIFY(tree != nullptr && details != nullptr);
        workspace_->editor().setLock("Locked for a test.");
        emit tree->itemDoubleClicked(tree->topLevelItem(0), 1);
        QVERIFY(details->text().contains("Locked for a test."));
        workspace_->editor().setLock({});
        QVERIFY(!details->text().contains("Locked for a test."));
    }

    void everythingHasAName() {
        for (QWidget* widget : inspector_->findChildren<QWidget*>()) {
            if ((widget->focusPolicy() & Qt::TabFocus) != 0 &&
                widget->parent() == inspector_.get()) {
                QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
            }
        }
    }

  private:
    template <class T>
    T* editor() const {
        const auto all = tree_->viewport()->findChildren<T*>(QString(), Qt::FindDirectChildrenOnly);
        T* last = nullptr;
        for (T* one : all) {
            if (one->isVisible()) {
                last = one;
            }
        }
        return last;
    }

    void type(QTreeWidgetItem* row, const QString& text) {
        QVERIFY(row != nullptr);
        tree_->editItem(row, 1);
        auto* line = editor<QLineEdit>();
        QVERIFY(line != nullptr);
        line->setText(text);
        QTest::keyClick(line, Qt::Key_Return);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
    }

    double number(const std::string& id, const char* key) const {
        return std::get<double>(workspace_->project().find(id)->value(key));
    }

    engine::Project project_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<Inspector> inspector_;
    QTreeWidget* tree_ = nullptr;
    std::string block_;
};

HEADROOM_TEST(TestInspector)
}  // namespace tst_inspector

#include "tst_inspector.moc"
