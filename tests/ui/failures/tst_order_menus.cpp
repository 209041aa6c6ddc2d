// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/run/order_text.h"
#include "tests/engine/run/order_table.h"
#include "tests/support/test_program.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/failures/order_menu.h"
#include "ui/failures/rack_actions.h"
#include "ui/jobs/job_actions.h"
#include "ui/power/power_actions.h"
#include "ui/recording/branch_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QtTest>

#include <set>

namespace tst_order_menus {

using namespace headroom;
using namespace headroom::ui;
using engine::OrderTarget;

namespace {

/// A scenario that has every kind of part, in a real session.
struct Stage {
    QWidget window;
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    CommandSet commands{&window};
    PowerActions power{&workspace};
    CoolingActions cooling{&workspace};
    RackActions racks{&workspace};
    FabricFocus focus{&workspace};
    FabricActions fabric{&focus};
    JobActions jobs{&workspace, &commands, &window};

    bool open() {
        workspace.control().setPlayOnOpen(false);
        workspace.control().setSpeed(0.0);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(std::string(HEADROOM_SOURCE_DIR "/scenarios/") + tests::kEveryKind);
        if (opened.isEmpty() && !opened.wait(60'000)) {
            return false;
        }
        // A job runs from the first step on.
        const double before = workspace.frame()->timeS;
        workspace.control().step();
        return QTest::qWaitFor([&] { return workspace.frame()->timeS > before; }, 60'000);
    }

    void fill(QMenu& menu, OrderTarget target) {
        const auto frame = workspace.frame();
        const std::string unit = tests::partOf(target).unit;
        switch (target) {
            case OrderTarget::PowerUnit:
            case OrderTarget::Ups:
            case OrderTarget::Utility: {
                const auto& array = frame->network->arrays[at(frame->network->arrayOf(unit))];
                power.fillUnitMenu(menu, array.firstUnit, false);
                break;
            }
            case OrderTarget::Coolant:
            case OrderTarget::RackRow:
                for (std::size_t l = 0; l < frame->cooling->links.size(); ++l) {
                    const bool isRow =
                        frame->cooling->links[l].kind == engine::CoolingLinkKind::Racks;
                    if (isRow == (target == OrderTarget::RackRow)) {
                        cooling.fillMenu(menu, static_cast<int>(l));
                    }
                }
                break;
            case OrderTarget::Racks:
                racks.fillMenu(menu, 0);
                break;
            case OrderTarget::Switches:
                fabric.fillMenu(menu, {engine::FabricTarget::Kind::Switch, 0, {}}, "switch");
                break;
            case OrderTarget::Cables:
                fabric.fillMenu(menu, {engine::FabricTarget::Kind::Link, 0, {}}, "link");
                break;
            case OrderTarget::Storage:
                addObjectOrders(menu, &workspace, unit);
                break;
            case OrderTarget::Job:
            case OrderTarget::Count:
                for (const engine::JobRow& job : frame->jobs) {
                    workspace.selection().select({Selected::Kind::Job, -1, {}, job.id});
                    jobs.fillMenu(menu);
                }
                break;
        }
    }
};

/// Words of the orders that a menu offers, with its submenus opened as a person does.
void gather(QMenu& menu, std::set<std::string>& words) {
    emit menu.aboutToShow();
    for (QAction* action : menu.actions()) {
        const std::string word = action->property("order").toString().toStdString();
        if (!word.empty()) {
            words.insert(word);
        } else if (action->menu() != nullptr && words.size() < 30) {
            gather(*action->menu(), words);
        }
    }
}

}  // namespace

class TestOrderMenus : public QObject {
    Q_OBJECT

  private slots:

    // The menu of a part offers each order of the table that applies to it, or the one that stands for it, and no other.
    void menusFollowTheTable() {
        Stage stage;
        QVERIFY(stage.open());
        for (const OrderTarget target : tests::everyTarget()) {
            QMenu menu;
            stage.fill(menu, target);
            std::set<std::string> offered, expected;
            gather(menu, offered);
            for (const engine::OrderKind& kind : engine::orderKinds()) {
                if (kind.appliesTo(target)) {
                    expected.insert(
                        std::string(models::wordOf(kind.instead ? *kind.instead : kind.action)));
                }
            }
            expected.erase("close");  // all breakers are closed
            QStringList shown, wanted;
            for (const std::string& word : offered) {
                shown << QString::fromStdString(word);
            }
            for (const std::string& word : expected) {
                wanted << QString::fromStdString(word);
            }
            QCOMPARE(
                std::string(engine::infoOf(target).plural) + ": " + shown.join(' ').toStdString(),
                std::string(engine::infoOf(target).plural) + ": " + wanted.join(' ').toStdString());
        }
    }

    // The branch dialog lists the objects that take an action, and writes an order that reads as that.
    void branchDialogFollowsTheTable() {
        Stage stage;
        QVERIFY(stage.open());
        BranchDialog dialog(&stage.workspace, &stage.window);
        auto* action = dialog.findChild<QComboBox*>("branchAction");
        auto* target = dialog.findChild<QComboBox*>("branchTarget");
        auto* order = dialog.findChild<QLineEdit*>("branchOrder");
        for (const auto& [given, kind] : tests::everyOrder()) {
            const QString word = QString::fromStdString(std::string(models::wordOf(given.action)));
            action->setCurrentIndex(action->findText(word));
            emit action->activated(action->currentIndex());
            const int at = target->findData(QString::fromStdString(given.unit));
            const engine::Object* object = stage.workspace.project().find(given.unit);
            QVERIFY2((at >= 0) == engine::takesOrder(object->type->id, given.action),
                     qPrintable(word + ' ' + QString::fromStdString(given.unit)));
            if (kind == nullptr || at < 0) {
                continue;
            }
            target->setCurrentIndex(at);
            emit target->activated(at);
            const auto read = engine::orderFromText(order->text().toStdString(), 0.0);
            QVERIFY2(read.has_value(), qPrintable(order->text()));
            const auto& plant = std::get<engine::PlantOrder>(read->what);
            QCOMPARE(plant.action, given.action);
            QCOMPARE(plant.unit, given.unit);
        }
    }
};

HEADROOM_TEST(TestOrderMenus)
}  // namespace tst_order_menus

#include "tst_order_menus.moc"
