// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/file_commands.h"

#include "engine/replay/player.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/theme.h"
#include "ui/safety/copy_dialog.h"
#include "ui/safety/safety.h"
#include "ui/shell/error_dialog.h"
#include "ui/shell/picture_file.h"
#include "ui/shell/recent_files.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>

namespace headroom::ui {

FileCommands::FileCommands(QMainWindow* window, Workspace* workspace, CommandSet* commands,
                           Safety* safety, RecentFiles* recent, QString scenarios,
                           PictureMaker picture)
    : QObject(window),
      window_(window),
      workspace_(workspace),
      commands_(commands),
      safety_(safety),
      recent_(recent),
      scenarios_(std::move(scenarios)),
      picture_(std::move(picture)) {
    commands_->on("file.open", this, [this] { askOpen(false); });
    commands_->on("file.openFolder", this, [this] { askOpen(true); });
    commands_->on("file.save", this, [this] { save(false); });
    commands_->on("file.saveAs", this, [this] { save(true); });
    commands_->on("file.saveImage", this, [this] { savePicture(); });
    commands_->on("file.close", this, [this] { workspace_->files().close(); });
    commands_->on("file.revert", this, [this] { askRevert(); });
    commands_->on("file.copies", this, [this] { showCopies(); });
    connect(safety_, &Safety::saveRequested, this, [this] { save(false); });
    connect(safety_, &Safety::troubled, this, [this](const engine::Error& error) {
        window_->statusBar()->showMessage(
            tr("No copy was kept. %1 %2").arg(shownText(error.message), shownText(error.remedy)));
    });
    connect(&workspace_->editor(), &Editor::historyChanged, this, &FileCommands::enableCommands);
    connect(workspace_, &Workspace::opened, this, [this] {
        if (const std::filesystem::path file = workspace_->files().file(); !file.empty()) {
            recent_->add(QString::fromStdString(file.string()));
        }
        enableCommands();
    });
    connect(workspace_, &Workspace::closed, this, &FileCommands::enableCommands);
    connect(&workspace_->loader(), &Loader::busyChanged, this, [this](const QString& what) {
        window_->statusBar()->showMessage(what);
        enableCommands();
    });
    connect(workspace_, &Workspace::failed, this,
            [this](const QString& title, const engine::Errors& errors) {
                auto* dialog = new ErrorDialog(title, errors, window_);
                dialog->setAttribute(Qt::WA_DeleteOnClose);
                dialog->open();
            });
    enableCommands();
}

void FileCommands::enableCommands() {
    for (const char* id : {"file.save", "file.saveAs", "file.saveImage", "file.close"}) {
        commands_->action(id)->setEnabled(workspace_->isOpen());
    }
    const bool hasFile = workspace_->isOpen() && !workspace_->project().file.empty() &&
                         !workspace_->runs().isOfRecording();
    commands_->action("file.revert")->setEnabled(hasFile && workspace_->editor().isModified());
    commands_->action("file.copies")->setEnabled(hasFile);
    for (const char* id : {"file.open", "file.openFolder"}) {
        commands_->action(id)->setEnabled(!workspace_->loader().isBusy());
    }
}

void FileCommands::open(const QString& path) {
    safety_->open(path.toStdString());
}

void FileCommands::addRecentMenu() {
    auto* menu = new QMenu(tr("Open Recent"), window_);
    menu->setObjectName("recentMenu");
    menu->setIcon(Theme::icon("recent"));
    commands_->menu("File")->insertMenu(commands_->action("file.save"), menu);
    connect(recent_, &RecentFiles::changed, this, &FileCommands::fillRecent);
    fillRecent();
}

void FileCommands::fillRecent() {
    auto* menu = window_->findChild<QMenu*>("recentMenu");
    menu->clear();
    for (const QString& path : recent_->files()) {
        connect(menu->addAction(QDir::toNativeSeparators(path)), &QAction::triggered, this,
                [this, path] { open(path); });
    }
    menu->setEnabled(!menu->isEmpty());
}

void FileCommands::askOpen(bool folder) {
    const QString start =
        recent_->files().isEmpty() ? scenarios_ : QFileInfo(recent_->files().first()).path();
    const QString path =
        folder ? QFileDialog::getExistingDirectory(window_, tr("Open Scenario Folder"), scenarios_)
               : askOpenFile(window_, tr("Open"),
                             tr("Projects and recordings (*.json *.db);;Projects (*.json);;"
                                "Recordings (*.db);;All files (*)"),
                             start);
    if (!path.isEmpty()) {
        open(path);
    }
}

void FileCommands::save(bool ask) {
    if (!workspace_->isOpen()) {
        return;
    }
    QString path = QString::fromStdString(workspace_->project().file.string());
    // A shipped scenario is there for the next time too: changes of it go elsewhere, unless chosen.
    const bool isRecorded = workspace_->runs().isOfRecording();
    const bool isShipped = !path.isEmpty() && !scenarios_.isEmpty() &&
                           QFileInfo(path).absoluteFilePath().startsWith(
                               QFileInfo(scenarios_).absoluteFilePath() + '/');
    if (ask || path.isEmpty() || isShipped || isRecorded || safety_->isReadOnly()) {
        if (path.isEmpty() || isShipped || isRecorded) {
            path = workspace_->title() + ".json";
        }
        path = askSaveFile(window_, tr("Save Project As"), path, tr("Projects (*.json)"));
    }
    if (path.isEmpty()) {
        return;
    }
    safety_->beforeSave(path.toStdString());
    if (const auto result = workspace_->files().save(path.toStdString()); !result) {
        emit workspace_->failed(tr("%1 was not saved").arg(path), {result.error()});
        return;
    }
    recent_->add(path);
    window_->statusBar()->showMessage(tr("Saved %1").arg(path), 4000);
}

void FileCommands::askRevert() {
    auto* box = new QMessageBox(
        QMessageBox::Warning, tr("Revert to Saved"),
        tr("Drop every change of “%1” since it was saved?").arg(workspace_->title()),
        QMessageBox::Cancel, window_);
    box->setObjectName("revertDialog");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("The file is read again, and undo begins anew."));
    auto* revert = box->addButton(tr("Revert"), QMessageBox::DestructiveRole);
    revert->setObjectName("revert");
    box->setDefaultButton(QMessageBox::Cancel);
    connect(revert, &QPushButton::clicked, this, [this] { workspace_->files().revert(); });
    box->open();
}

void FileCommands::showCopies() {
    auto* dialog = new CopyDialog(safety_->earlier(), window_);
    connect(dialog, &CopyDialog::openRequested, this,
            [this](const engine::ProjectCopy& copy) { safety_->openCopy(copy); });
    dialog->open();
}

void FileCommands::savePicture() {
    if (!workspace_->isOpen()) {
        return;
    }
    const auto frame = workspace_->frame();
    const QString when =
        frame ? tr("%1, %2 after the start")
                    .arg(QString::fromStdString(frame->clock).left(19), lengthText(frame->timeS))
              : tr("not simulated");
    const QImage picture = picture_(workspace_->title(), when);
    if (picture.isNull()) {
        return;
    }
    const std::filesystem::path folder = workspace_->project().folder();
    const QString path = askSaveFile(
        window_, tr("Save Picture"),
        QString::fromStdString((folder / (workspace_->title() + ".png").toStdString()).string()),
        tr("Pictures (*.png)"));
    if (path.isEmpty()) {
        return;
    }
    if (const auto done = writePicture(picture, path); !done) {
        emit workspace_->failed(tr("The picture was not saved"), {done.error()});
    }
}

}  // namespace headroom::ui
