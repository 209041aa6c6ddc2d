// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"
#include "tests/support/test_program.h"
#include "ui/exchange/exchange_commands.h"
#include "ui/exchange/import_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMainWindow>
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
        workspace_->setPlayOnOpen(false);
        commands_ = std::make_unique<CommandSet>(window_.get());
        exchange_ =
            std::make_unique<ExchangeCommands>(workspace_.get(), commands_.get(), window_.get());
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        workspace_->open(path("home/project.json"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 20000);
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
        const auto saved = workspace_->save(path("away/project.json"));
        QVERIFY2(saved.has_value(), saved ? "" : saved.error().message.c_str());
        QVERIFY(fs::exists(path("away/catalog/rack.json")));
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        workspace_->open(path("away/project.json"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 20000);
        QVERIFY(workspace_->catalogue()->find("rack", "example-x4-rack") != nullptr);
    }

    void aNewProjectMustBeSavedFirst() {
        write("x4.yaml", kDeviceType);
        workspace_->newBlank();
        Answering dialog(workspace_->project(), *workspace_->catalogue());
        dialog.setKind(ImportDialog::Kind::DeviceType);
        dialog.setFiles(file("x4.yaml"));
        dialog.setLike("dgx-h100");
        QVERIFY(!dialog.findChild<QPushButton*>("importApply")->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("importSummary")->text().contains("Save the project"));
    }

    void aCatalogueThatCannotBeReadChangesNothing() {
        fs::create_directories(path("home/catalog"));
        write("home/catalog/rack.json", "{ cut");
        const auto before = workspace_->sharedCatalogue();
        QSignalSpy failed(workspace_.get(), &Workspace::failed);
        QVERIFY(!workspace_->reloadCatalogue());
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
        commands_->action("file.import")->trigger();
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
