// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/wiring/connect_dialog.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>

#include <algorithm>

namespace tst_connect_dialog {

using namespace headroom;
using namespace headroom::ui;

/// On a hall whose racks hang on the busways of two sides.
class TestConnectDialog : public QObject {
    Q_OBJECT

    static QTreeWidgetItem* itemOf(QTreeWidget* list, const std::string& id) {
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            if (list->topLevelItem(i)->data(0, Qt::UserRole).toString().toStdString() == id) {
                return list->topLevelItem(i);
            }
        }
        return nullptr;
    }

  private slots:

    void powerIsMovedInOneStep() {
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.control().setPlayOnOpen(false);
        workspace.files().openCopy(HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n/project.json",
                                   HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n/copy.json");
        QVERIFY(workspace.isOpen());
        const std::string block = workspace.project().objectsOf("rack_block").front()->id;
        const std::string before = engine::projectText(workspace.project());
        ConnectDialog dialog(ConnectDialog::What::Power, &workspace, {block}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(!ok->isEnabled());  // nothing would change
        auto* list = dialog.findChild<QTreeWidget*>("connectFeeds");
        // The design is worked out on a thread of its own, and until then nothing can be ticked.
        QVERIFY(dialog.findChild<QLabel*>("connectSays")->text().contains("Working out"));
        QVERIFY(dialog.edits().empty());
        QTRY_VERIFY(list->topLevelItemCount() > 0);
        QTreeWidgetItem* a = itemOf(list, "bus-a");
        QTreeWidgetItem* b = itemOf(list, "bus-b");
        QVERIFY(a != nullptr && b != nullptr);
        QVERIFY(a->checkState(0) == Qt::Checked && b->checkState(0) == Qt::Checked);
        const QString now = a->text(3);
        QVERIFY2(now.contains("kVA") || now.contains("MVA"), qPrintable(now));
        QCOMPARE(a->text(4), now);
        b->setCheckState(0, Qt::Unchecked);
        QTRY_VERIFY(ok->isEnabled());
        QTRY_VERIFY(a->text(4) != now && a->text(4) != "…");  // the load that b gives away
        QCOMPARE(a->text(3), now);
        dialog.accept();
        QCOMPARE(
            std::get<std::vector<std::string>>(workspace.project().find(block)->value("feeds")),
            std::vector<std::string>{"bus-a"});
        workspace.editor().undo();
        QCOMPARE(engine::projectText(workspace.project()), before);
        QVERIFY(!workspace.editor().canUndo());
    }

    // Air handlers of a hall and pumps of a loop hang on feeds of their own.
    /// The air handlers of a hall give their heat to a loop, and the dialog takes the hall itself.
    void aHallIsJoinedToALoop() {
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.control().setPlayOnOpen(false);
        workspace.files().openCopy(HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n/project.json",
                                   HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n/copy.json");
        QVERIFY(workspace.isOpen());
        const std::string hall = workspace.project().objectsOf("hall").front()->id;
        const std::string loop = workspace.project().objectsOf("cooling_loop").front()->id;
        QVERIFY(
            workspace.editor().apply({engine::SetAttribute{hall, "air_loop", {}}}, "Take away"));
        ConnectDialog dialog(ConnectDialog::What::Coolant, &workspace, {hall}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* loops = dialog.findChild<QComboBox*>("connectLoop");
        QVERIFY(loops->isEnabled());
        QVERIFY(!dialog.findChild<QComboBox*>("connectCduGroup")->isEnabled());
        loops->setCurrentIndex(loops->findData(QString::fromStdString(loop)));
        const auto edits = dialog.edits();
        QCOMPARE(edits.size(), std::size_t{1});
        QCOMPARE(std::get<engine::SetAttribute>(edits.front()).key, std::string("air_loop"));
        dialog.accept();
        QCOMPARE(std::get<std::string>(workspace.project().find(hall)->value("air_loop")), loop);
    }

    void fansAndPumpsHaveTheirOwn() {
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.control().setPlayOnOpen(false);
        workspace.files().openCopy(HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n/project.json",
                                   HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n/copy.json");
        const std::string hall = workspace.project().objectsOf("hall").front()->id;
        const std::string loop = workspace.project().objectsOf("cooling_loop").front()->id;
        const auto named = [&](const std::string& id, const char* key) {
            const auto* names =
                std::get_if<std::vector<std::string>>(&workspace.project().find(id)->value(key));
            return names == nullptr ? std::vector<std::string>{} : *names;
        };
        const auto feeds = named(hall, "feeds");
        ConnectDialog dialog(ConnectDialog::What::Power, &workspace, {hall, loop}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* part = dialog.findChild<QComboBox*>("connectPart");
        QCOMPARE(part->count(), 3);
        QCOMPARE(part->itemData(0).toString(), QString("feeds"));
        auto* list = dialog.findChild<QTreeWidget*>("connectFeeds");
        QTRY_VERIFY(list->topLevelItemCount() > 0);
        part->setCurrentIndex(part->findData("fan_feeds"));
        const auto had = named(hall, "fan_feeds");
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            const auto id = list->topLevelItem(i)->data(0, Qt::UserRole).toString().toStdString();
            QCOMPARE(list->topLevelItem(i)->checkState(0) == Qt::Checked,
                     std::find(had.begin(), had.end(), id) != had.end());
            list->topLevelItem(i)->setCheckState(0, id == "bus-a" ? Qt::Checked : Qt::Unchecked);
        }
        dialog.accept();
        QCOMPARE(named(hall, "fan_feeds"), std::vector<std::string>{"bus-a"});
        QCOMPARE(named(hall, "feeds"), feeds);
    }
};

HEADROOM_TEST(TestConnectDialog)
}  // namespace tst_connect_dialog

#include "tst_connect_dialog.moc"
