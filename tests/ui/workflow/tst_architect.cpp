// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"
#include "engine/document/project.h"
#include "engine/sizing/brief.h"
#include "tests/support/test_program.h"
#include "tests/ui/workflow/baseline.h"
#include "ui/floor/part_key.h"
#include "ui/kit/number_box.h"
#include "ui/plan/array_dialog.h"
#include "ui/plan/plan_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/work_modes.h"
#include "ui/table/object_table.h"
#include "ui/table/object_table_model.h"
#include "ui/table/paste_plan.h"
#include "ui/wiring/connect_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace tst_architect {

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;
constexpr int kPatience = 120000;  // milliseconds, on a busy machine

std::string word(const engine::Object& object, std::string_view key) {
    const auto* text = std::get_if<std::string>(&object.value(key));
    return text == nullptr ? std::string() : *text;
}

double length(const engine::Object& object, std::string_view key) {
    const auto* number = std::get_if<double>(&object.value(key));
    return number == nullptr ? 0.0 : *number;
}

}  // namespace

/// A facility architect builds a hall of 10 MW from a blank room, through the window: racks are
/// dragged out of the catalogue and made arrays, columns and doors are drawn, the schedules of the
/// electrical and the mechanical engineer are pasted from their spreadsheets, and racks are joined
/// to power, coolant and network by the dialogs. Then the design is checked, run and saved. A
/// picture of each stage is held against the one that was looked at last.
class TestArchitect : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;
    std::unique_ptr<Workspace> workspace_, office_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<ObjectTable> schedules_;  ///< what the engineers send: a table of their own
    engine::Project asked_;                   ///< what they agreed on
    std::map<std::string, std::string> ids_;  ///< of objects that were drawn, by the name in there
    QSet<QString> pasted_;
    double itW_ = 0.0;

    ObjectTable* table() const { return window_->findChild<ObjectTable*>(); }

    PlanView* plan() const { return window_->findChild<PlanView*>("planView"); }

    void waitForDesign() {
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->design().view() && !workspace_->design().isBusy(),
                                 kPatience);
    }

    void picture(const char* name) {
        waitForDesign();
        QCoreApplication::processEvents();
        const QString fault = testing::differsFromBaseline(window_->grab().toImage(), name);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }

    void drop(const std::string& type, const std::string& id, double x, double y) {
        const std::unique_ptr<QMimeData> mime(mimeOf({type, id}));
        const QPointF at = plan()->toWindow(x, y);
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(plan(), &enter);
        QDragMoveEvent move(at.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(plan(), &move);
        QDropEvent done(at, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(plan(), &done);
    }

    void click(double x, double y) {
        const QPointF at = plan()->toWindow(x, y);
        for (const auto& [type, button, held] :
             {std::tuple{QEvent::MouseMove, Qt::NoButton, Qt::NoButton},
              {QEvent::MouseButtonPress, Qt::LeftButton, Qt::LeftButton},
              {QEvent::MouseButtonRelease, Qt::LeftButton, Qt::NoButton}}) {
            QMouseEvent event(type, at, plan()->mapToGlobal(at), button, held, {});
            QCoreApplication::sendEvent(plan(), &event);
        }
    }

    /// The engineers' rows of one type, with the ids of what is in the plan. What racks hang on
    /// is the architect's to say.
    QString schedule(const models::ComponentType& type) {
        schedules_->showType(type.id);
        schedules_->view()->selectAll();
        QString text = schedules_->asText(true);
        if (type.id == "rack_block") {
            text = without(text, type, {"feeds", "cords", "cdu_group", "fabric"});
        }
        for (const auto& [theirs, ours] : ids_) {
            text.replace(QRegularExpression(QStringLiteral("(?<![a-z0-9-])%1(?![a-z0-9-])")
                                                .arg(QString::fromStdString(theirs))),
                         QString::fromStdString(ours));
        }
        return text;
    }

    /// The table without the columns of these attributes; heads may bear a unit after the label.
    static QString without(const QString& table, const models::ComponentType& type,
                           const std::vector<std::string_view>& keys) {
        QStringList lines = table.split('\n');
        QList<qsizetype> dropped;
        const QStringList heads = lines.front().split('\t');
        for (const std::string_view key : keys) {
            const std::string_view label = type.find(key)->label;
            dropped << heads.indexOf(QString::fromUtf8(label.data(), qsizetype(label.size())));
        }
        std::sort(dropped.begin(), dropped.end(), std::greater<>());
        for (QString& line : lines) {
            QStringList cells = line.split('\t');
            for (const qsizetype column : dropped) {
                if (column >= 0 && column < cells.size()) {
                    cells.removeAt(column);
                }
            }
            line = cells.join('\t');
        }
        return lines.join('\n');
    }

    std::string ours(const std::string& theirs) const {
        const auto found = ids_.find(theirs);
        return found == ids_.end() ? theirs : found->second;
    }

    /// Chooses in one dialog of Edit > Connect, and takes it.
    void join(ConnectDialog::What what, const std::string& block,
              const std::function<void(ConnectDialog&)>& choose) {
        ConnectDialog dialog(what, workspace_.get(), {block}, window_.get());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        choose(dialog);
        auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QTRY_VERIFY_WITH_TIMEOUT(ok->isEnabled(), kPatience);
        ok->click();
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }

    /// Pastes a schedule into the table; false where it names what is not there yet.
    bool paste(std::string_view typeId) {
        const models::ComponentType& type = *models::findComponentType(typeId);
        const QString text = schedule(type);
        table()->showType(typeId);
        table()->view()->setCurrentIndex(table()->view()->model()->index(0, 0));
        const PastePlan planned = table()->planOf(text);
        if (!planned.faults.empty()) {
            lastFault_ = QStringLiteral("%1 line %2, column %3, \"%4\": %5")
                             .arg(QString::fromUtf8(typeId.data(), qsizetype(typeId.size())))
                             .arg(planned.faults.front().line)
                             .arg(planned.faults.front().column)
                             .arg(planned.faults.front().cell, planned.faults.front().reason);
            return false;
        }
        QString why;
        const auto link =
            connect(&workspace_->editor(), &Editor::refused, this,
                    [&](const engine::Error& e) { why = QString::fromStdString(e.text()); });
        const bool done = table()->carryOut(planned);
        disconnect(link);
        if (!done) {
            lastFault_ = why;
        }
        if (done) {
            pasted_ << QString::fromUtf8(typeId.data(), qsizetype(typeId.size()));
        }
        return done;
    }

    QString lastFault_;

  private slots:

    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        // What the client and the engineers agreed on: 10 MW of GB200 NVL72, warm water, 2N.
        const auto catalogue = engine::Catalogue::load(kRoot / "resources/catalog");
        QVERIFY(catalogue.has_value());
        engine::FacilityBrief brief;
        brief.name = "Ten megawatts";
        brief.itPowerW = 10e6;
        brief.racks = {{"gb200-nvl72", 1.0}};
        brief.climate = "leesburg-va";
        brief.grid = "us-pjm";
        auto sized = engine::sizeFacility(brief, *catalogue);
        QVERIFY2(sized.has_value(), sized ? "" : engine::text(sized.error()).c_str());
        asked_ = std::move(sized->project);
        itW_ = sized->summary.itW;
        office_ = std::make_unique<Workspace>(kRoot / "resources/catalog");
        office_->control().setPlayOnOpen(false);
        office_->files().showNew(asked_);
        QVERIFY(office_->isOpen());
        schedules_ = std::make_unique<ObjectTable>(office_.get());

        workspace_ = std::make_unique<Workspace>(kRoot / "resources/catalog");
        workspace_->control().setPlayOnOpen(false);
        MainWindow::Options options;
        options.noOpenGl = "the platform \"offscreen\" has no OpenGL";
        options.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
        options.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
        options.keepsLayout = false;
        window_ = std::make_unique<MainWindow>(workspace_.get(), options);
        window_->resize(1600, 1000);
        window_->show();
    }

    void cleanupTestCase() {
        workspace_->files().setGuard({});
        window_.reset();
        schedules_.reset();
        office_.reset();
        workspace_.reset();
    }

    void aBlankRoom() {
        window_->commands()->action("file.newBlank")->trigger();
        QVERIFY(workspace_->isOpen());
        window_->workModes()->change(WorkMode::Design);
        window_->showPane("plan");
        window_->showPane("table");
        QCOMPARE(workspace_->layout().halls.size(), std::size_t{1});
        const engine::Object* hall = asked_.objectsOf("hall").front();
        ids_[hall->id] = workspace_->layout().halls.front().id;
        picture("1-blank-room");
    }

    void theRoomGetsItsSize() {
        const engine::Object* hall = asked_.objectsOf("hall").front();
        const QString text = QStringLiteral("id\twidth_m\tdepth_m\theight_m\n%1\t%2\t%3\t%4")
                                 .arg(QString::fromStdString(ids_[hall->id]))
                                 .arg(length(*hall, "width_m"))
                                 .arg(length(*hall, "depth_m"))
                                 .arg(length(*hall, "height_m"));
        table()->showType("hall");
        const PastePlan planned = table()->planOf(text);
        QVERIFY2(planned.faults.empty(),
                 planned.faults.empty() ? "" : qPrintable(planned.faults.front().reason));
        QVERIFY(table()->carryOut(planned));
        QCOMPARE(workspace_->layout().halls.front().box.width, length(*hall, "width_m"));
        window_->commands()->action("view.fit")->trigger();
    }

    void racksComeOutOfTheCatalogue() {
        const engine::Box room = workspace_->layout().halls.front().box;
        for (const engine::Object* block : asked_.objectsOf("rack_block")) {
            const std::size_t before = workspace_->project().objectsOf("rack_block").size();
            drop("rack", word(*block, "rack"), room.x + length(*block, "x_m") + 0.3,
                 room.y + length(*block, "y_m") + 0.6);
            const auto blocks = workspace_->project().objectsOf("rack_block");
            QCOMPARE(blocks.size(), before + 1);
            const std::string id = blocks.back()->id;
            ids_[block->id] = id;
            // The array: as many rows and racks as were agreed on.
            ArrayDialog dialog(workspace_.get(), id, window_.get());
            dialog.findChild<NumberBox*>("arrayRows")
                ->setValue(int(std::get<std::int64_t>(block->value("rows"))));
            dialog.findChild<NumberBox*>("arrayRacks")
                ->setValue(int(std::get<std::int64_t>(block->value("racks_per_row"))));
            QVERIFY(workspace_->editor().apply(dialog.edits(), "Array"));
        }
        QCOMPARE(workspace_->design().view() != nullptr, true);
        picture("2-racks");
    }

    void aColumnIsDrawn() {
        // In a corner of the room, where no rack is.
        const engine::Box room = workspace_->layout().halls.front().box;
        window_->commands()->action("draw.column")->trigger();
        click(room.x + room.width - 0.4, room.y + room.depth - 0.4);
        window_->commands()->action("draw.select")->trigger();
        QCOMPARE(workspace_->project().objectsOf("structure").size(), std::size_t{1});
        workspace_->editor().undo();
        QCOMPARE(workspace_->project().objectsOf("structure").size(), std::size_t{0});
        workspace_->editor().redo();
        QCOMPARE(workspace_->project().objectsOf("structure").size(), std::size_t{1});
        workspace_->editor().undo();  // the client does without it
    }

    void powerIsPasted() {
        QVERIFY2(paste("power_unit"), qPrintable(lastFault_));
        QCOMPARE(workspace_->project().objectsOf("power_unit").size(),
                 asked_.objectsOf("power_unit").size());
        picture("3-power");
    }

    void waterAirAndNetworkArePasted() {
        // What names others comes after them: round by round until nothing is left.
        for (int round = 0; round < 4; ++round) {
            for (const models::ComponentType* type : models::documentTypes()) {
                const QString name = QString::fromUtf8(type->id.data(), qsizetype(type->id.size()));
                if (!pasted_.contains(name) && !asked_.objectsOf(type->id).empty()) {
                    paste(type->id);
                }
            }
        }
        for (const models::ComponentType* type : models::documentTypes()) {
            const QString name = QString::fromUtf8(type->id.data(), qsizetype(type->id.size()));
            QVERIFY2(asked_.objectsOf(type->id).empty() || pasted_.contains(name),
                     qPrintable(name + ": " + lastFault_));
        }
        window_->commands()->action("view.fit")->trigger();
        // Racks without power, coolant and network are errors, and no PUE is claimed.
        waitForDesign();
        QVERIFY(workspace_->design().view()->headline[engine::Sum::OpenErrors] > 0.0);
        QVERIFY(std::isnan(workspace_->design().view()->headline[engine::Sum::FacilityJ]));
    }

    void racksAreJoined() {
        for (const engine::Object* block : asked_.objectsOf("rack_block")) {
            const std::string id = ours(block->id);
            join(ConnectDialog::What::Power, id, [&](ConnectDialog& dialog) {
                auto* list = dialog.findChild<QTreeWidget*>("connectFeeds");
                QTRY_VERIFY_WITH_TIMEOUT(list->topLevelItemCount() > 0, kPatience);
                int ticked = 0;
                for (const std::string& feed :
                     std::get<std::vector<std::string>>(block->value("feeds"))) {
                    for (int i = 0; i < list->topLevelItemCount(); ++i) {
                        QTreeWidgetItem* item = list->topLevelItem(i);
                        if (item->data(0, Qt::UserRole).toString().toStdString() == ours(feed)) {
                            item->setCheckState(0, Qt::Checked);
                            ++ticked;
                        }
                    }
                }
                QVERIFY(ticked >= 2);  // 2N: two sides
            });
            join(ConnectDialog::What::Coolant, id, [&](ConnectDialog& dialog) {
                auto* box = dialog.findChild<QComboBox*>("connectCduGroup");
                box->setCurrentIndex(
                    box->findData(QString::fromStdString(ours(word(*block, "cdu_group")))));
            });
            join(ConnectDialog::What::Network, id, [&](ConnectDialog& dialog) {
                auto* box = dialog.findChild<QComboBox*>("connectFabric");
                box->setCurrentIndex(
                    box->findData(QString::fromStdString(ours(word(*block, "fabric")))));
            });
        }
        picture("4-complete");
    }

    void everythingIsInOrder() {
        window_->commands()->action("edit.check")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->design().view()->depth == engine::CheckDepth::Full &&
                                     !workspace_->design().isBusy(),
                                 kPatience);
        std::string all;
        for (const engine::Finding& finding : workspace_->design().view()->findings) {
            if (finding.severity != engine::Severity::Note) {
                all += engine::findingText(finding) + '\n';
            }
        }
        QVERIFY2(all.empty(), all.c_str());
        // 10 MW were asked for, and whole racks were given.
        QVERIFY(workspace_->design().view()->headline[engine::Sum::ItJ] > 0.97 * 10e6);
        QVERIFY(qAbs(workspace_->design().view()->headline[engine::Sum::ItJ] - itW_) < 1e-3 * itW_);
        window_->showPane("problems");
        picture("5-no-problems");
    }

    void itRuns() {
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->source() != nullptr, kPatience);
        QVERIFY2(workspace_->edited().faults().empty(),
                 engine::text(workspace_->edited().faults()).c_str());
        workspace_->control().setSpeed(0.0);
        workspace_->control().play();
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->frame() && workspace_->frame()->timeS >= 3600.0,
                                 kPatience);
        workspace_->control().pause();
        const double pue =
            workspace_->frame()->facility[static_cast<std::size_t>(engine::FacilityQuantity::Pue)];
        // Warm water in July in Virginia: above 1.05, below the design point's bound.
        QVERIFY2(pue > 1.03 && pue < 1.3, qPrintable(QString::number(pue)));
        window_->workModes()->change(WorkMode::Simulate);
        window_->showPane("plan");
        QCoreApplication::processEvents();
        const QString fault =
            testing::differsFromBaseline(window_->grab().toImage(), "6-running", true);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }

    void anEditMeanwhileIsTakenUp() {
        // A rack less in every row, while an hour has gone by: the clock does not go back.
        window_->workModes()->change(WorkMode::Design);  // which alone changes designs
        const double before = workspace_->frame()->timeS;
        const std::string id = workspace_->project().objectsOf("rack_block").front()->id;
        const auto racks =
            std::get<std::int64_t>(workspace_->project().find(id)->value("racks_per_row"));
        QSignalSpy changed(workspace_.get(), &Workspace::simulationChanged);
        QVERIFY(workspace_->editor().apply({engine::SetAttribute{id, "racks_per_row", racks - 1}},
                                           "Set Racks"));
        QTRY_VERIFY_WITH_TIMEOUT(changed.size() > 0 && workspace_->frame() != nullptr, kPatience);
        QVERIFY(workspace_->frame()->timeS >= before);
        workspace_->editor().undo();
        QTRY_VERIFY_WITH_TIMEOUT(changed.size() > 1, kPatience);
    }

    void itIsSavedAndReadAgain() {
        QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "project.json";
        QVERIFY(workspace_->files().save(file).has_value());
        QVERIFY(!workspace_->editor().isModified());
        const auto again = engine::loadProject(file, *workspace_->catalogue());
        QVERIFY2(again.has_value(), again ? "" : engine::text(again.error()).c_str());
        QCOMPARE(engine::projectText(*again), engine::projectText(workspace_->project()));
        // And all of it can be taken back, beyond the saving, to the blank room.
        while (workspace_->editor().canUndo()) {
            workspace_->editor().undo();
        }
        QCOMPARE(workspace_->project().objectsOf("rack_block").size(), std::size_t{0});
        QCOMPARE(workspace_->project().objectsOf("power_unit").size(), std::size_t{0});
    }
};

HEADROOM_TEST(TestArchitect)
}  // namespace tst_architect

#include "tst_architect.moc"
