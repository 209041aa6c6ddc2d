// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/exchange_commands.h"

#include "engine/bill/schedules.h"
#include "engine/border/text_encoding.h"
#include "engine/document/companions.h"
#include "engine/exchange/gltf.h"
#include "engine/exchange/object_table.h"
#include "engine/exchange/site_clock.h"
#include "engine/exchange/urdb.h"
#include "engine/explain/file_use.h"
#include "engine/files/file_kind.h"
#include "engine/files/output_file.h"
#include "engine/replay/player.h"
#include "engine/report/whole/report.h"
#include "engine/sheet/workbook.h"
#include "engine/watch/run_past.h"
#include "ui/exchange/import_dialog.h"
#include "ui/exchange/plan_dialog.h"
#include "ui/exchange/plan_page.h"
#include "ui/exchange/preview_dialog.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/file_drop.h"
#include "ui/kit/task_progress.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QDate>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMainWindow>
#include <QPointer>
#include <QStatusBar>

namespace headroom::ui {

namespace {

constexpr const char* kNeedProject[] = {"file.importTables", "file.exportPlan",
                                        "file.exportScene",  "file.exportSchedules",
                                        "file.exportBill",   "file.exportTables"};

/// Puts the file into the fields of the import of tables, racks or device types.
void fill(ImportDialog& dialog, const QString& file, const engine::FileOffer& offer,
          const std::string& format) {
    if (offer.use == engine::FileUse::DeviceType) {
        dialog.setKind(ImportDialog::Kind::DeviceType);
        dialog.setFiles(file);
    } else if (offer.use == engine::FileUse::Inventory) {
        dialog.setKind(ImportDialog::Kind::Netbox);
        const bool isDevices = format == "netbox-devices";
        dialog.setFiles(isDevices ? QString() : file, isDevices ? file : QString());
    } else {
        dialog.setKind(ImportDialog::Kind::Table);
        if (!offer.section.empty()) {
            dialog.setSection(QString::fromStdString(offer.section));
        }
        dialog.setFiles(file);
    }
}

}  // namespace

ExchangeCommands::ExchangeCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window),
      workspace_(workspace),
      commands_(commands),
      window_(window),
      reader_(new Task(this)) {
    commands->on("file.import", this, [this] { preview({}); });
    commands->on("file.importTables", this,
                 [this] { importTables([](ImportDialog& /*as chosen*/) {}); });
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
    connect(new FileDrop(window), &FileDrop::dropped, this, [this](const QStringList& files) {
        if (files.size() > 1) {
            say(tr("%1 files dropped. Showing the first.").arg(files.size()));
        }
        importFile(files.first());
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

void ExchangeCommands::importFile(const QString& file) {
    const engine::FileKind kind = engine::fileKind(file.toStdString());
    if (kind == engine::FileKind::Project || kind == engine::FileKind::Recording ||
        kind == engine::FileKind::Folder) {
        emit openRequested(file);
    } else {
        preview(file);
    }
}

PreviewDialog* ExchangeCommands::preview(const QString& file) {
    engine::SiteClock site;
    if (workspace_->isOpen() && workspace_->catalogue() != nullptr) {
        site = engine::siteClockOf(workspace_->project(), *workspace_->catalogue());
    }
    auto* dialog = new PreviewDialog(site, workspace_->isOpen(), window_);
    connect(dialog, &PreviewDialog::used, this,
            [this, dialog](const QString& path, const engine::FileOffer& offer) {
                use(dialog, path, offer);
            });
    dialog->setFile(file);
    dialog->open();
    return dialog;
}

void ExchangeCommands::use(PreviewDialog* dialog, const QString& file,
                           const engine::FileOffer& offer) {
    using engine::FileUse;
    const std::string format = dialog->preview()->explanation.id;
    switch (offer.use) {
        case FileUse::Project:
        case FileUse::Recording:
            dialog->accept();
            emit openRequested(file);
            return;
        case FileUse::Drawing:
            commands_->action("workspace.design")->trigger();
            dialog->accept();
            emit drawingRequested(file);
            return;
        case FileUse::Telemetry:
        case FileUse::TelemetryMap:
            dialog->accept();
            emit offer.use == FileUse::Telemetry ? telemetryRequested(file, {})
                                                 : telemetryRequested({}, file);
            return;
        case FileUse::Inventory:
        case FileUse::DeviceType:
        case FileUse::Table:
            commands_->action("workspace.design")->trigger();
            dialog->accept();
            importTables([&](ImportDialog& tables) { fill(tables, file, offer, format); });
            return;
        case FileUse::Command:
            return;
        default:
            edit(dialog, file, offer);
    }
}

void ExchangeCommands::edit(PreviewDialog* dialog, const QString& file,
                            const engine::FileOffer& offer) {
    const auto finish = [dialog = QPointer(dialog)](const engine::Result<void>& done) {
        if (dialog != nullptr) {
            done ? dialog->accept() : dialog->refuse(done.error());
        }
    };
    if (offer.use == engine::FileUse::Tariff) {
        finish(addTariff(file));
        return;
    }
    const auto edits = [use = offer.use, path = file.toStdString(), project = workspace_->project(),
                        catalogue = *workspace_->catalogue()](const std::atomic<bool>* cancel) {
        return engine::fileUseEdits(use, path, project, catalogue, cancel);
    };
    if (offer.use != engine::FileUse::Floor) {
        finish(apply(file, edits(nullptr)));
        return;
    }
    // A floor plan takes up to 90 s to read. Its edits are of this document alone.
    if (reader_->isBusy()) {
        return;
    }
    auto* progress = showTaskProgress(reader_, tr("Import"),
                                      tr("Reading %1…").arg(QFileInfo(file).fileName()), dialog);
    reader_->run(
        [edits](const Task::Link& link) { return edits(&link.isCancelled()); },
        [this, file, finish, progress = QPointer(progress),
         document = workspace_->documentNumber()](engine::Result<std::vector<engine::Edit>> made) {
            delete progress;
            if (workspace_->documentNumber() == document) {
                finish(apply(file, std::move(made)));
            }
        });
}

engine::Result<void> ExchangeCommands::apply(const QString& file,
                                             engine::Result<std::vector<engine::Edit>> edits) {
    if (!edits) {
        return tl::unexpected(std::move(edits.error()));
    }
    commands_->action("workspace.design")->trigger();
    if (auto errors = workspace_->editor().wouldRefuse(*edits); !errors.empty()) {
        return tl::unexpected(std::move(errors.front()));
    }
    const QString name = QFileInfo(file).fileName();
    workspace_->editor().apply(*edits, tr("Import of %1").arg(name));
    say(tr("Imported: %1. Undo removes it.").arg(name));
    return {};
}

engine::Result<void> ExchangeCommands::addTariff(const QString& file) {
    const auto text = engine::readDecoded(file.toStdString());
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto tariff = engine::readUrdb(text->text, file.toStdString());
    if (!tariff) {
        return tl::unexpected(tariff.error());
    }
    if (workspace_->project().file.empty()) {
        return tl::unexpected(engine::Error{
            "IMP-030",
            tr("The project has no file yet, so it has no folder for the tariff").toStdString(),
            tr("Save the project first").toStdString(),
            {},
            {},
            0});
    }
    const auto folder = engine::projectCatalogueFolder(workspace_->project().folder());
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (auto done = engine::addToCatalogue(*tariff, folder); !done) {
        return done;
    }
    workspace_->files().reloadCatalogue();
    say(tr("Added to the catalogue: %1").arg(QString::fromStdString(tariff->id)));
    return {};
}

void ExchangeCommands::importTables(const std::function<void(ImportDialog&)>& begin) {
    if (!workspace_->isOpen() || workspace_->catalogue() == nullptr) {
        return;
    }
    ImportDialog dialog(workspace_->project(), *workspace_->catalogue(), window_);
    begin(dialog);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    if (const engine::DeviceTypeDraft* device = dialog.deviceType()) {
        addParts(*device);
    } else {
        workspace_->editor().apply(dialog.draft().edits, dialog.words());
    }
}

void ExchangeCommands::say(const QString& words) {
    if (auto* main = qobject_cast<QMainWindow*>(window_)) {
        main->statusBar()->showMessage(words, 5000);
    }
}

void ExchangeCommands::askForPlan() {
    PlanDialog dialog(workspace_->layout(), planSheet(), window_);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const engine::PlanSheet sheet = dialog.sheet();
    save(tr("Export Plan"), tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;DXF (*.dxf)"),
         (sheet.hall.empty() ? QString() : '-' + QString::fromStdString(sheet.hall)) + "-plan.pdf",
         [&](const QString& file) { return exportPlan(file, sheet); });
}

void ExchangeCommands::addParts(const engine::DeviceTypeDraft& device) {
    const auto folder = engine::projectCatalogueFolder(workspace_->project().folder());
    if (const auto done = engine::addToCatalogue(device, folder); !done) {
        emit workspace_->failed(tr("Import failed"), {done.error()});
    } else if (workspace_->files().reloadCatalogue()) {
        say(tr("Added to the catalogue: %1").arg(QString::fromStdString(device.id)));
    }
}

template <class Write>
void ExchangeCommands::save(const QString& title, const QString& filter, const QString& ending,
                            Write write) {
    const QString stem =
        workspace_->title().simplified().replace(QLatin1Char(' '), QLatin1Char('-'));
    const std::filesystem::path folder = workspace_->project().folder();
    const std::string name = (stem + ending).toStdString();
    const QString file =
        askSaveFile(window_, title, QString::fromStdString((folder / name).string()), filter);
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
    } else {
        say(tr("Written: %1").arg(file));
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
    if (const engine::RunPast* past = workspace_->runs().past()) {
        auto opened = engine::Recording::open(past->file());
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
