// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/exchange_commands.h"

#include "engine/bill/schedules.h"
#include "engine/document/companions.h"
#include "engine/exchange/gltf.h"
#include "engine/exchange/object_table.h"
#include "engine/files/output_file.h"
#include "engine/replay/player.h"
#include "engine/report/whole/report.h"
#include "engine/sheet/workbook.h"
#include "ui/exchange/import_dialog.h"
#include "ui/exchange/plan_dialog.h"
#include "ui/exchange/plan_page.h"
#include "ui/kit/save_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QDate>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMainWindow>
#include <QStatusBar>

namespace headroom::ui {

namespace {

constexpr const char* kNeedProject[] = {"file.import",      "file.exportPlan",
                                        "file.exportScene", "file.exportSchedules",
                                        "file.exportBill",  "file.exportTables"};

}  // namespace

ExchangeCommands::ExchangeCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window), workspace_(workspace), commands_(commands), window_(window) {
    commands->on("file.import", this, [this] { import(); });
    commands->on("file.exportPlan", this, [this] { askForPlan(); });
    commands->on("file.exportScene", this, [this] {
        save(tr("Export Scene"), tr("Binary glTF 2.0 (*.glb)"), ".glb",
             [this](const QString& file) { return exportScene(file); });
    });
    commands->on("file.exportSchedules", this, [this] {
        save(tr("Export Schedules"), tr("Workbook (*.xlsx)"), "-schedules.xlsx",
             [this](const QString& file) { return exportSchedules(file); });
    });
    commands->on("file.exportBill", this, [this] {
        save(tr("Export Bill of Materials"), tr("CSV (*.csv)"), "-bill.csv",
             [this](const QString& file) { return exportBill(file); });
    });
    commands->on("file.exportReport", this, [this] {
        save(tr("Export Report"), tr("PDF (*.pdf);;Page (*.html)"), "-report.pdf",
             [this](const QString& file) { return exportReport(file); });
    });
    commands->on("file.exportTables", this, [this] {
        const QString folder =
            QFileDialog::getExistingDirectory(window_, tr("Folder for the Tables"));
        if (!folder.isEmpty()) {
            tell(exportTables(folder), folder);
        }
    });
    connect(workspace, &Workspace::opened, this, &ExchangeCommands::enable);
    connect(workspace, &Workspace::closed, this, &ExchangeCommands::enable);
    enable();
}

void ExchangeCommands::enable() {
    for (const char* id : kNeedProject) {
        commands_->action(id)->setEnabled(workspace_->isOpen());
    }
}

void ExchangeCommands::import() {
    if (!workspace_->isOpen() || workspace_->catalogue() == nullptr) {
        return;
    }
    ImportDialog dialog(workspace_->project(), *workspace_->catalogue(), window_);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    if (const engine::DeviceTypeDraft* device = dialog.deviceType()) {
        addParts(*device);
    } else {
        workspace_->editor().apply(dialog.draft().edits, dialog.words());
    }
}

void ExchangeCommands::askForPlan() {
    PlanDialog dialog(workspace_->layout(), planSheet(), window_);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const engine::PlanSheet sheet = dialog.sheet();
    save(tr("Export Plan"), tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"),
         (sheet.hall.empty() ? QString() : '-' + QString::fromStdString(sheet.hall)) + "-plan.pdf",
         [&](const QString& file) { return exportPlan(file, sheet); });
}

void ExchangeCommands::addParts(const engine::DeviceTypeDraft& device) {
    const auto folder = engine::projectCatalogueFolder(workspace_->project().folder());
    if (const auto done = engine::addToCatalogue(device, folder); !done) {
        emit workspace_->failed(tr("Import failed"), {done.error()});
    } else if (workspace_->reloadCatalogue()) {
        if (auto* main = qobject_cast<QMainWindow*>(window_)) {
            main->statusBar()->showMessage(
                tr("Added to the catalogue: %1").arg(QString::fromStdString(device.id)), 5000);
        }
    }
}

template <class Write>
void ExchangeCommands::save(const QString& title, const QString& filter, const QString& ending,
                            Write write) {
    const QString stem =
        workspace_->title().simplified().replace(QLatin1Char(' '), QLatin1Char('-'));
    const std::filesystem::path folder = workspace_->project().folder();
    const QString beside =
        (folder.empty() ? QDir::homePath() : QString::fromStdString(folder.string())) + '/';
    const QString file =
        askSaveFile(window_, title, beside + stem + ending, filter);
    if (file.isEmpty()) {
        return;
    }
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const engine::Result<void> done = write(file);
    QApplication::restoreOverrideCursor();
    tell(done, file);
}

void ExchangeCommands::tell(const engine::Result<void>& done, const QString& file) {
    if (!done) {
        emit workspace_->failed(tr("Export failed"), engine::Errors{done.error()});
    } else if (auto* main = qobject_cast<QMainWindow*>(window_)) {
        main->statusBar()->showMessage(tr("Written: %1").arg(file), 5000);
    }
}

engine::PlanSheet ExchangeCommands::planSheet() const {
    engine::PlanSheet sheet;
    sheet.title = workspace_->title().toStdString();
    sheet.subtitle = tr("Site plan").toStdString();
    sheet.date = QLocale().toString(QDate::currentDate(), QLocale::ShortFormat).toStdString();
    return sheet;
}

engine::Result<void> ExchangeCommands::exportPlan(const QString& file,
                                                  const engine::PlanSheet& sheet) const {
    auto done = writePlan(file, workspace_->layout(), sheet);
    return done ? engine::Result<void>{} : tl::unexpected(std::move(done.error()));
}

engine::Result<void> ExchangeCommands::exportScene(const QString& file) const {
    return engine::writeFile(
        file.toStdString(), engine::glbOf(workspace_->layout(), workspace_->title().toStdString()));
}

engine::Result<void> ExchangeCommands::exportSchedules(const QString& file) const {
    return engine::writeWorkbook(
        file.toStdString(), engine::schedulesOf(workspace_->project(), *workspace_->catalogue()),
        workspace_->title().toStdString());
}

engine::Result<void> ExchangeCommands::exportBill(const QString& file) const {
    return engine::writeFile(
        file.toStdString(),
        engine::billCsv(engine::billOf(workspace_->project(), *workspace_->catalogue())));
}

engine::Result<void> ExchangeCommands::exportReport(const QString& file) const {
    engine::ReportInput input;
    std::unique_ptr<engine::Recording> recording;
    if (const engine::Player* player = workspace_->player()) {
        auto opened = engine::Recording::open(player->file());
        if (!opened) {
            return tl::unexpected(opened.error());
        }
        recording = std::move(*opened);
        input.recording = recording.get();
    }
    input.project = &workspace_->project();
    input.catalogue = workspace_->catalogue();
    input.title.title = workspace_->title().toStdString();
    input.title.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
    const bool isPdf = QFileInfo(file).suffix().toLower() == QLatin1String("pdf");
    const auto page = isPdf ? engine::reportPdf(input) : engine::reportHtml(input);
    return page ? engine::writeFile(file.toStdString(), *page) : tl::unexpected(page.error());
}

engine::Result<void> ExchangeCommands::exportTables(const QString& folder) const {
    auto files = engine::writeObjectTables(workspace_->project(), folder.toStdString());
    return files ? engine::Result<void>{} : tl::unexpected(std::move(files.error()));
}

}  // namespace headroom::ui
