// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"
#include "tests/support/test_program.h"
#include "ui/exchange/exchange_commands.h"
#include "ui/exchange/import_dialog.h"
#include "ui/exchange/preview_dialog.h"
#include "ui/kit/file_drop.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMainWindow>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include <filesystem>
#include <memory>

namespace tst_import {

using namespace headroom;
using namespace headroom::ui;

namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 120000;  // milliseconds, on a busy machine

/// 4 inlets of 3 kW on C20 couplers (20 A x 250 V = 5 kW each).
const char* const kDeviceType = R"(manufacturer: Example
model: X4
slug: example-x4
u_height: 4
weight: 60
weight_unit: kg
power-ports:
  - {name: PSU0, type: iec-60320-c20, maximum_draw: 3000}
  - {name: PSU1, type: iec-60320-c20, maximum_draw: 3000}
  - {name: PSU2, type: iec-60320-c20, maximum_draw: 3000}
  - {name: PSU3, type: iec-60320-c20, maximum_draw: 3000}
interfaces:
  - {name: ib0, type: infiniband-ndr}
)";

/// Two hours of a weather file of EnergyPlus: eight lines of head, then year, month, day, hour, minute, flags and the fields.
/// A year of 8,760 equal hours.
std::string epw() {
    std::string text =
        "LOCATION,Phoenix,AZ,USA,TMY3,722780,33.45,-111.98,-7.0,337.0\n"
        "DESIGN CONDITIONS,0\nTYPICAL/EXTREME PERIODS,0\nGROUND TEMPERATURES,0\nHOLIDAYS/DAYLIGHT "
        "SAVINGS,No,0,0,0\nCOMMENTS 1,\nCOMMENTS 2,\n"
        "DATA PERIODS,1,1,Data,Monday, 1/ 1,12/31\n";
    for (QDate day(1990, 1, 1); day.year() == 1990; day = day.addDays(1)) {
        for (int hour = 1; hour <= 24; ++hour) {
            text += QString(
                        "1990,%1,%2,%3,0,flags,10.0,5.0,70,97000,0,0,300,0,0,0,0,0,0,0,180,2.0,5,5,"
                        "16,77777,9,999999999,100,0.1,0,88,0.2,0,1\n")
                        .arg(day.month())
                        .arg(day.day())
                        .arg(hour)
                        .toStdString();
        }
    }
    return text;
}

/// Answers the question whether to leave lines out.
class Answering : public ImportDialog {
  public:
    using ImportDialog::ImportDialog;
    bool answer = true;
    int asked = 0;

  protected:
    bool confirm(const QString&) override {
        ++asked;
        return answer;
    }
};

}  // namespace

/// File > Import: a dry run first, then one step of undo, or parts for the catalogue.
class TestImport : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        fs::copy_file(fs::path(HEADROOM_SOURCE_DIR) / "scenarios/tour-small-hall/project.json",
                      path("home/project.json"));
        window_ = std::make_unique<QMainWindow>();
        workspace_ =
            std::make_unique<Workspace>(fs::path(HEADROOM_SOURCE_DIR) / "resources/catalog");
        workspace_->control().setPlayOnOpen(false);
        commands_ = std::make_unique<CommandSet>(window_.get());
        exchange_ =
            std::make_unique<ExchangeCommands>(workspace_.get(), commands_.get(), window_.get());
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        workspace_->files().open(path("home/project.json"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, kPatience);
    }

    void cleanup() {
        exchange_.reset();
        commands_.reset();
        workspace_.reset();
        window_.reset();
    }

    void aTableIsADryRunThenOneStep() {
        const auto halls = workspace_->project().objectsOf("hall");
        const std::string id = halls.front()->id;
        write("halls.csv", "id,width_m,depth_m\n" + id + ",60,wide\n");
        Answering dialog(workspace_->project(), *workspace_->catalogue());
        dialog.setKind(ImportDialog::Kind::Table);
        dialog.setSection("halls");
        dialog.setFiles(file("halls.csv"));
        auto* apply = dialog.findChild<QPushButton*>("importApply");
        QVERIFY(!apply->isEnabled());  // its one line has a fault
        QCOMPARE(dialog.draft().errors(), 1);
        QCOMPARE(dialog.draft().faults.front().line, 2);
        write("halls.csv", "id,width_m,depth_m\n" + id + ",60,40\nnew hall,1,1\n");
        dialog.setFiles(file("halls.csv"));
        QVERIFY(apply->isEnabled());
        dialog.answer = false;
        dialog.accept();
        QCOMPARE(dialog.asked, 1);  // a line is left out
        QCOMPARE(dialog.result(), 0);
        dialog.answer = true;
        dialog.accept();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QVERIFY(workspace_->editor().apply(dialog.draft().edits, dialog.words()));
        QCOMPARE(std::get<double>(workspace_->project().find(id)->value("width_m")), 60.0);
        QCOMPARE(workspace_->editor().undoText(), QString("Import of halls.csv"));
    }

    void aDeviceTypeBecomesARackOfTheCatalogue() {
        write("x4.yaml", kDeviceType);
        QVERIFY(workspace_->catalogue()->find("rack", "example-x4-rack") == nullptr);
        QSignalSpy changed(workspace_.get(), &Workspace::catalogueChanged);
        throughTheDialog([this](ImportDialog& dialog) {
            dialog.setFiles(file("x4.yaml"));
            auto* apply = dialog.findChild<QPushButton*>("importApply");
            QVERIFY(!apply->isEnabled());  // like which server?
            dialog.setLike("dgx-h100");
            auto* rows = dialog.findChild<QTableView*>("importTableView");
            QVERIFY(rows->model()->rowCount() >= 2);  // server and rack
            QVERIFY(apply->isEnabled());
            apply->click();
        });
        QCOMPARE(changed.size(), 1);
        const auto* rack = workspace_->catalogue()->find("rack", "example-x4-rack");
        QVERIFY(rack != nullptr);
        QVERIFY(fs::exists(path("home/catalog/server.json")));
        QVERIFY(fs::exists(path("home/catalog/rack.json")));
        // It can be placed.
        const std::string block = workspace_->project().objectsOf("rack_block").front()->id;
        QVERIFY(workspace_->editor().apply(
            {engine::SetAttribute{block, "rack", std::string("example-x4-rack")}}, "Other racks"));
        // And goes with the project where it is saved.
        const auto saved = workspace_->files().save(path("away/project.json"));
        QVERIFY2(saved.has_value(), saved ? "" : saved.error().message.c_str());
        QVERIFY(fs::exists(path("away/catalog/rack.json")));
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        workspace_->files().open(path("away/project.json"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, kPatience);
        QVERIFY(workspace_->catalogue()->find("rack", "example-x4-rack") != nullptr);
    }

    void aNewProjectMustBeSavedFirst() {
        write("x4.yaml", kDeviceType);
        workspace_->files().newBlank();
        Answering dialog(workspace_->project(), *workspace_->catalogue());
        dialog.setKind(ImportDialog::Kind::DeviceType);
        dialog.setFiles(file("x4.yaml"));
        dialog.setLike("dgx-h100");
        QVERIFY(!dialog.findChild<QPushButton*>("importApply")->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("importSummary")->text().contains("Save the project"));
    }

    // A file of quarter hours with one instant that cannot be read: the preview marks that cell and offers series over time. Prices come
    // first because the head names them.
    void thePreviewMarksSkippedCellsAndOffersUses() {
        write("day.csv",
              "time;price [EUR/MWh]\n2026-07-01 00:00;40,5\n2026-13-45 00:00;41,5\n2026-07-01 "
              "00:30;42,5\n");
        PreviewDialog* dialog = previewed("day.csv");
        QCOMPARE(dialog->offer().use, engine::FileUse::Prices);
        const auto* rows = dialog->findChild<QTableView*>();
        QVERIFY(rows != nullptr);
        const QAbstractItemModel* model = rows->model();
        QCOMPARE(model->rowCount(), 2);
        QCOMPARE(model->columnCount(), 6);  // name, meaning, unit and three rows
        QVERIFY(model->index(0, 4).data().toString().contains("not read"));
        QVERIFY(!model->index(0, 4).data(Qt::DecorationRole).isNull());
        QVERIFY(model->index(0, 3).data(Qt::DecorationRole).isNull());
        QVERIFY(dialog->findChild<QComboBox*>("previewUses")->count() >= 3);
        dialog->reject();
    }

    // Each use that is an edit is one step of undo, and names a file next to the project by its relative path.
    void aWeatherFileBecomesTheWeatherOfTheSite() {
        write("home/site.epw", epw());
        PreviewDialog* dialog = previewed("home/site.epw");
        QCOMPARE(dialog->offer().use, engine::FileUse::Weather);
        dialog->findChild<QPushButton*>("previewUse")->click();
        const auto* site = workspace_->project().find("site");
        QCOMPARE(std::get<std::string>(site->value("weather_file")), std::string("site.epw"));
        QCOMPARE(workspace_->editor().undoText(), QString("Import of site.epw"));
        workspace_->editor().undo();
        QVERIFY(std::holds_alternative<std::monostate>(
            workspace_->project().find("site")->value("weather_file")));
    }

    void aLogOfJobsBecomesAJobTrace() {
        write("jobs.csv", "submit_time,gpu_num,duration_s\n0,8,600\n60,16,1200\n");
        PreviewDialog* dialog = previewed("jobs.csv");
        QCOMPARE(dialog->offer().use, engine::FileUse::Jobs);
        const auto before = workspace_->project().objectsOf("job_trace").size();
        dialog->findChild<QPushButton*>("previewUse")->click();
        const auto traces = workspace_->project().objectsOf("job_trace");
        QCOMPARE(traces.size(), before + 1);
        QCOMPARE(std::get<std::string>(traces.back()->value("profile")),
                 std::string("philly-mixed"));
        QVERIFY(!std::get<std::string>(traces.back()->value("accelerator")).empty());
    }

    // Files that no project uses name the command; files that cannot be read say why; neither has a button that does something.
    void filesWithoutAUseSaySo() {
        write(
            "net.inp",
            "[JUNCTIONS]\n J1 10 1\n[RESERVOIRS]\n R1 50\n[PIPES]\n P1 R1 J1 100 200 100\n[END]\n");
        PreviewDialog* dialog = previewed("net.inp");
        QCOMPARE(dialog->offer().use, engine::FileUse::Command);
        QVERIFY(!dialog->findChild<QPushButton*>("previewUse")->isVisibleTo(dialog));
        QVERIFY(dialog->findChild<QLabel*>("previewDoes")->text().contains("headroom-cli"));
        dialog->reject();
        write("noise.bin", std::string("\x00\xff\x1b[2J\x00\x01", 8));
        dialog = previewed("noise.bin");
        QVERIFY(dialog->preview() == nullptr);
        QVERIFY(!dialog->findChild<QLabel*>("previewNotes")->text().isEmpty());
        QVERIFY(!dialog->findChild<QPushButton*>("previewUse")->isEnabled());
        dialog->reject();
    }

    // Projects, recordings and folders open at once.
    void aProjectThatIsDroppedOpens() {
        QSignalSpy asked(exchange_.get(), &ExchangeCommands::openRequested);
        exchange_->importFile(file("home/project.json"));
        QCOMPARE(asked.size(), 1);
        QVERIFY(window_->findChild<PreviewDialog*>() == nullptr);
    }

    // A dragged file is accepted by the window, and reported after the drop has ended.
    void aFileThatIsDroppedIsReported() {
        QSignalSpy dropped(window_->findChild<FileDrop*>(), &FileDrop::dropped);
        const auto drop = [this](const QMimeData& data) {
            // Qt hands a drop to the widget that accepted the drag.
            QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton,
                                  Qt::NoModifier);
            QApplication::sendEvent(window_.get(), &enter);
            QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(window_.get(), &event);
        };
        QMimeData words;
        words.setText("no file");
        drop(words);
        QTest::qWait(50);
        QVERIFY(dropped.isEmpty());
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/tmp/a.csv"), QUrl("https://example.org/b.csv")});
        drop(data);
        QTRY_COMPARE(dropped.size(), 1);
        QCOMPARE(dropped.front().front().toStringList(), QStringList{"/tmp/a.csv"});
    }

    void aCatalogueThatCannotBeReadChangesNothing() {
        fs::create_directories(path("home/catalog"));
        write("home/catalog/rack.json", "{ cut");
        const auto before = workspace_->sharedCatalogue();
        QSignalSpy failed(workspace_.get(), &Workspace::failed);
        QVERIFY(!workspace_->files().reloadCatalogue());
        QCOMPARE(failed.size(), 1);
        QVERIFY(workspace_->sharedCatalogue() == before);
    }

  private:
    fs::path path(const char* name) const {
        const fs::path all = fs::path(folder_->path().toStdString()) / name;
        fs::create_directories(all.parent_path());
        return all;
    }

    QString file(const char* name) const { return QString::fromStdString(path(name).string()); }

    void write(const char* name, const std::string& text) {
        QVERIFY(engine::writeFile(path(name), text).has_value());
    }

    /// The preview of a file, once it is read.
    PreviewDialog* previewed(const char* name) {
        exchange_->importFile(file(name));
        // Earlier ones that are closed may wait for their deletion.
        auto* dialog = window_->findChildren<PreviewDialog*>().last();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), kPatience); }();
        return dialog;
    }

    /// Runs the command, and `use` while its dialog is open.
    template <class Use>
    void throughTheDialog(Use use) {
        bool used = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<ImportDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            dialog->setKind(ImportDialog::Kind::DeviceType);
            use(*dialog);
            used = true;
            if (dialog->isVisible()) {
                dialog->reject();
            }
        });
        commands_->action("file.importTables")->trigger();
        QVERIFY(used);
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QMainWindow> window_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<CommandSet> commands_;
    std::unique_ptr<ExchangeCommands> exchange_;
};

HEADROOM_TEST(TestImport)
}  // namespace tst_import

#include "tst_import.moc"
