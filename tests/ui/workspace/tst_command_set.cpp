// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/shell/dock_table.h"
#include "ui/workspace/command_set.h"

#include <QMenuBar>
#include <QtTest>

namespace tst_command_set {

using namespace headroom::ui;

class TestCommandSet : public QObject {
    Q_OBJECT

  private slots:

    void everyCommandIsWhole() {
        QSet<QString> ids;
        for (const CommandInfo& info : CommandSet::table()) {
            QVERIFY2(!ids.contains(info.id), info.id);
            ids << info.id;
            QVERIFY2(QString(info.text).size() > 0, info.id);
            QVERIFY2(QString(info.tip).size() > 8, info.id);
            QVERIFY2(QString(info.icon).size() > 0, info.id);
            QVERIFY2(!QString(info.tip).endsWith('.'), info.id);
        }
    }

    void noShortcutClashes() {
        QHash<QString, QString> taken;
        for (const DockInfo& dock : dockTable()) {
            const QString sequence = QKeySequence(dock.keys).toString();
            QVERIFY2(!sequence.isEmpty(), dock.name);
            QVERIFY2(!taken.contains(sequence), dock.name);
            taken[sequence] = dock.name;
        }
        for (const CommandInfo& info : CommandSet::table()) {
            for (const QString& key : QString(info.keys).split("; ", Qt::SkipEmptyParts)) {
                const QString sequence = QKeySequence(key).toString();
                QVERIFY2(!sequence.isEmpty(), info.id);
                QVERIFY2(
                    !taken.contains(sequence),
                    qPrintable(QString("%1: %2 and %3").arg(sequence, info.id, taken[sequence])));
                taken[sequence] = info.id;
            }
        }
    }

    void menusHoldEveryCommand() {
        QWidget window;
        QMenuBar bar;
        CommandSet commands(&window);
        commands.fillMenus(&bar);
        for (const CommandInfo& info : CommandSet::table()) {
            QMenu* menu = commands.menu(info.menu);
            QVERIFY2(menu != nullptr, info.menu);
            QVERIFY2(menu->actions().contains(commands.action(info.id)), info.id);
            QVERIFY(commands.action(info.id)->toolTip().size() > 8);
        }
    }

    void choicesAreExclusive() {
        QWidget window;
        CommandSet commands(&window);
        commands.action("theme.light")->trigger();
        commands.action("theme.dark")->trigger();
        QVERIFY(commands.action("theme.dark")->isChecked());
        QVERIFY(!commands.action("theme.light")->isChecked());
    }
};

HEADROOM_TEST(TestCommandSet)
}  // namespace tst_command_set

#include "tst_command_set.moc"
