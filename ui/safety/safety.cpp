// SPDX-License-Identifier: Apache-2.0
#include "ui/safety/safety.h"

#include "engine/files/text_file.h"
#include "engine/storyboard/storyboard.h"
#include "ui/kit/task.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QDateTime>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

namespace fs = std::filesystem;

constexpr int kSoonMs =
    3000;  // from the first edit on: those that follow are saved together with it

fs::path fileOf(const fs::path& path) {
    std::error_code ignored;
    return fs::absolute(fs::is_directory(path, ignored) ? path / "project.json" : path, ignored);
}

QString localTime(const std::string& utc) {
    const QDateTime time = QDateTime::fromString(QString::fromStdString(utc), Qt::ISODate);
    return time.isValid() ? QLocale().toString(time.toLocalTime(), QLocale::ShortFormat)
                          : QString::fromStdString(utc);
}

}  // namespace

Safety::Safety(Workspace* workspace, QWidget* window, Options options)
    : QObject(window),
      workspace_(workspace),
      task_(new Task(this)),
      window_(window),
      options_(std::move(options)),
      store_(options_.copies.empty() ? nullptr
                                     : std::make_shared<engine::CopyStore>(options_.copies)) {
    workspace_->files().setGuard([this] { return mayLeave(); });
    workspace_->files().keepNewScenesIn(store_ ? store_->scenesFile() : fs::path());
    connect(workspace_, &Workspace::opened, this, [this] {
        changed_ = false;
        takeLock();
        keepOpened();
        if (workspace_->editor().isModified()) {
            noteEdit();  // no file has it yet: a design of the wizard or an import, or a copy that was recovered
        }
    });
    connect(workspace_, &Workspace::closed, this, [this] {
        recovering_.reset();
        lock_.reset();
        locked_.clear();
        setReadOnly(false);
        if (store_) {
            store_->discardOwn();
        }
    });
    connect(&workspace_->files(), &ProjectFiles::saved, this, [this] {
        changed_ = false;
        setReadOnly(false);
        takeLock();  // Save As: the new file's
        if (store_) {
            store_->discardOwn();
        }
        if (recovering_) {
            discard(*std::exchange(recovering_, std::nullopt));
        }
    });
    connect(workspace_, &Workspace::projectChanged, this, &Safety::noteEdit);
    regular_.setInterval(options_.autosaveMs);
    connect(&regular_, &QTimer::timeout, this, &Safety::autosave);
    regular_.start();
    soon_.setInterval(kSoonMs);
    soon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, &Safety::autosave);
}

Safety::~Safety() {
    wait();
    workspace_->files().setGuard({});
    if (store_ && !keepsCopies_) {
        store_->discardOwn();
    }
}

std::vector<engine::ProjectCopy> Safety::left() const {
    return store_ ? store_->left() : std::vector<engine::ProjectCopy>{};
}

std::vector<engine::ProjectCopy> Safety::earlier() const {
    const fs::path& file = workspace_->project().file;
    return store_ && !file.empty() ? store_->earlier(fileOf(file))
                                   : std::vector<engine::ProjectCopy>{};
}

void Safety::discard(const engine::ProjectCopy& copy) {
    if (store_) {
        store_->discard(copy);
        emit leftChanged();
    }
}

void Safety::openCopy(const engine::ProjectCopy& copy) {
    if (workspace_->loader().isBusy()) {
        // A project is being opened, as at the start: the copy comes after it.
        connect(
            &workspace_->loader(), &Loader::busyChanged, this, [this, copy] { openCopy(copy); },
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
        return;
    }
    const QDateTime time =
        QDateTime::fromString(QString::fromStdString(copy.time), Qt::ISODate).toLocalTime();
    const QString what =
        (copy.kind == engine::CopyKind::Autosave ? tr("recovered %1") : tr("as of %1"))
            .arg(time.toString("yyyy-MM-dd HH.mm"));
    if (copy.original.empty()) {
        workspace_->files().openCopy(copy.copy, {},
                                     store_ ? store_->scenesFile(copy.process) : fs::path());
    } else {
        workspace_->files().openCopy(copy.copy,
                                     engine::nameOfCopy(copy.original, what.toStdString()),
                                     engine::storyboardFileOf(copy.original));
    }
    // Only what a crash left is done with once it is saved; earlier copies stay.
    if (workspace_->isOpen() && copy.kind == engine::CopyKind::Autosave) {
        recovering_ = copy;
    }
}

bool Safety::mayLeave() {
    return mayLeaveShown() && mayLeaveOthers();
}

/// Runs that wait have designs of their own.
bool Safety::mayLeaveOthers() {
    const auto& others = workspace_->runs().others();
    const auto left = std::find_if(others.begin(), others.end(),
                                   [](const WindowRuns::Run& run) { return run.isModified; });
    if (left == others.end()) {
        return true;
    }
    QMessageBox box(
        QMessageBox::Question, tr("Unsaved Changes"),
        left->name.isEmpty()
            ? tr("The run that was opened waits with changes of its design that are not saved.")
            : tr("The branch “%1” waits with changes of its design that are not saved.")
                  .arg(left->name),
        QMessageBox::Discard | QMessageBox::Cancel, window_);
    box.setObjectName("unsavedOthersDialog");
    box.setInformativeText(tr("Without saving, they are lost."));
    QPushButton* show = box.addButton(tr("Show It"), QMessageBox::AcceptRole);
    show->setObjectName("showUnsavedRun");
    box.button(QMessageBox::Discard)->setText(tr("Don't Save"));
    box.setDefaultButton(show);
    const int answer = box.exec();
    if (box.clickedButton() == show) {
        workspace_->runs().showOther(static_cast<int>(left - others.begin()));
        return false;
    }
    return answer == QMessageBox::Discard;
}

bool Safety::mayLeaveShown() {
    if (!workspace_->isOpen() || !workspace_->editor().isModified()) {
        return true;
    }
    QMessageBox box(QMessageBox::Question, tr("Unsaved Changes"),
                    tr("“%1” has changes that are not saved.").arg(workspace_->title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box.setObjectName("unsavedDialog");
    box.setInformativeText(tr("Without saving, they are lost."));
    box.button(QMessageBox::Save)->setObjectName("saveChanges");
    box.button(QMessageBox::Discard)->setObjectName("dontSave");
    box.button(QMessageBox::Discard)->setText(tr("Don't Save"));
    box.button(QMessageBox::Cancel)->setObjectName("cancelLeaving");
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
        case QMessageBox::Save:
            emit saveRequested();
            return !workspace_->editor().isModified();
        case QMessageBox::Discard:
            if (store_) {
                store_->discardOwn();
            }
            return true;
        default:
            return false;
    }
}

Safety::Answer Safety::askHeld(const fs::path& file, const engine::LockHolder& holder) {
    const QString who =
        holder.user.empty()
            ? tr("somebody; the note %1.lock cannot be read")
                  .arg(QString::fromStdString(file.filename().string()))
            : tr("%1 on %2 since %3 (process %4)")
                  .arg(QString::fromStdString(holder.user),
                       QString::fromStdString(holder.process.host), localTime(holder.since))
                  .arg(holder.process.pid);
    QMessageBox box(QMessageBox::Warning, tr("Project in Use"),
                    tr("“%1” is open already.").arg(QString::fromStdString(file.string())),
                    QMessageBox::Cancel, window_);
    box.setObjectName("heldDialog");
    box.setInformativeText(tr("It is open with %1.").arg(who));
    auto* readOnly = box.addButton(tr("Open Read-Only"), QMessageBox::AcceptRole);
    readOnly->setObjectName("openReadOnly");
    auto* copy = box.addButton(tr("Open a Copy"), QMessageBox::AcceptRole);
    copy->setObjectName("openCopy");
    // On this host a live process has it. Elsewhere, or from an unreadable note, nobody knows.
    QPushButton* takeOver = nullptr;
    if (holder.process.host != engine::ProcessMark::own().host) {
        takeOver = box.addButton(tr("Take Over"), QMessageBox::DestructiveRole);
        takeOver->setObjectName("takeOver");
        takeOver->setToolTip(tr("Where you are sure that it is not open there any more"));
    }
    box.button(QMessageBox::Cancel)->setObjectName("cancelOpening");
    box.setDefaultButton(readOnly);
    box.exec();
    if (box.clickedButton() == readOnly) {
        return Answer::ReadOnly;
    }
    if (box.clickedButton() == copy) {
        return Answer::Copy;
    }
    return takeOver != nullptr && box.clickedButton() == takeOver ? Answer::TakeOver
                                                                  : Answer::Cancel;
}

void Safety::open(const fs::path& path) {
    if (ProjectFiles::isRecordingFile(path)) {
        openReadOnly_ = false;
        recovering_.reset();
        workspace_->files().open(path);  // nobody changes it: no lock
        return;
    }
    const fs::path file = fileOf(path);
    openReadOnly_ = false;
    recovering_.reset();
    std::error_code ignored;
    if (!options_.locks || !fs::exists(file, ignored) || file == locked_ || isShipped(file)) {
        workspace_->files().open(path);
        return;
    }
    engine::LockAttempt attempt = engine::lockProject(file);
    if (attempt.holder) {
        switch (askHeld(file, *attempt.holder)) {
            case Answer::Cancel:
                return;
            case Answer::Copy:
                workspace_->files().openCopy(file,
                                             engine::nameOfCopy(file, tr("copy").toStdString()),
                                             engine::storyboardFileOf(file));
                return;
            case Answer::ReadOnly:
                openReadOnly_ = true;
                break;
            case Answer::TakeOver:
                attempt = engine::lockProject(file, true);
                break;
        }
    }
    workspace_->files().open(path);
}

/// Anybody may look at a scenario that is shipped at the same time: it is never saved over.
bool Safety::isShipped(const fs::path& file) const {
    std::error_code ignored;
    const fs::path folder = fs::weakly_canonical(options_.shipped, ignored);
    const fs::path own = fs::weakly_canonical(file, ignored);
    return !options_.shipped.empty() &&
           std::mismatch(folder.begin(), folder.end(), own.begin(), own.end()).first ==
               folder.end();
}

/// The note of the file that is open now; nothing where somebody else has it.
void Safety::takeLock() {
    const bool readOnly = std::exchange(openReadOnly_, false);
    setReadOnly(readOnly);
    const fs::path& file = workspace_->project().file;
    std::error_code ignored;
    const fs::path wanted =
        file.empty() || readOnly || !fs::exists(file, ignored) ? fs::path() : fileOf(file);
    if (wanted == locked_ && lock_) {
        return;
    }
    lock_.reset();
    locked_.clear();
    if (wanted.empty() || !options_.locks || isShipped(wanted)) {
        return;
    }
    engine::LockAttempt attempt = engine::lockProject(wanted);
    if (attempt.lock) {
        lock_.emplace(std::move(*attempt.lock));
        locked_ = wanted;
    } else if (attempt.holder) {
        setReadOnly(true);
    }
}

void Safety::setReadOnly(bool on) {
    if (std::exchange(readOnly_, on) != on) {
        emit readOnlyChanged();
    }
}

void Safety::keepOpened() {
    const fs::path& file = workspace_->project().file;
    std::error_code ignored;
    if (!store_ || file.empty() || !fs::exists(file, ignored)) {
        return;
    }
    beforeOver(engine::CopyKind::Opened, fileOf(file));
}

void Safety::beforeSave(const fs::path& path) {
    std::error_code ignored;
    if (store_ && fs::exists(path, ignored)) {
        beforeOver(engine::CopyKind::Replaced, fileOf(path));
    }
}

/// The text of the file on disk; a copy that fails does not keep anybody from working.
void Safety::beforeOver(engine::CopyKind kind, const fs::path& file) {
    const auto text = engine::readTextFile(file);
    if (!text) {
        return;
    }
    for (const engine::ProjectCopy& known : store_->earlier(file)) {
        if (known.bytes == text->size()) {
            const auto same = engine::readTextFile(known.copy);
            if (same && *same == *text) {
                return;  // there is one like it
            }
        }
    }
    tell(store_->keep(kind, file, workspace_->title().toStdString(), *text));
}

void Safety::tell(const engine::Result<void>& done) {
    if (done) {
        told_ = false;
    } else if (!std::exchange(told_, true)) {
        emit troubled(done.error());
    }
}

void Safety::noteEdit() {
    changed_ = true;
    if (!soon_.isActive()) {
        soon_.start();
    }
}

void Safety::autosave() {
    if (!store_ || !changed_ || !workspace_->isOpen() || !workspace_->editor().isModified()) {
        return;
    }
    if (task_->isBusy()) {
        soon_.start();
        return;
    }
    changed_ = false;
    task_->run([keep = copyOfNow()] { return keep(); },
               [this](const engine::Result<void>& done) {
                   changed_ = changed_ || !done;
                   tell(done);
                   // Saved or left meanwhile: then the copy is of no use.
                   if (!workspace_->isOpen() || !workspace_->editor().isModified()) {
                       store_->discardOwn();
                   }
               });
}

/// Returns a function that writes an autosave of the present project; it may be called from any thread.
std::function<engine::Result<void>()> Safety::copyOfNow() const {
    return [store = store_, project = workspace_->project(),
            title = workspace_->title().toStdString()] {
        const fs::path original = project.file.empty() ? fs::path() : fileOf(project.file);
        return store->keep(engine::CopyKind::Autosave, original, title,
                           engine::projectText(project));
    };
}

engine::Result<void> Safety::keepForNextStart() {
    if (!store_ || !workspace_->isOpen() || !workspace_->editor().isModified()) {
        return {};
    }
    task_->wait();
    keepsCopies_ = true;
    return copyOfNow()();
}

void Safety::wait() {
    task_->wait();
}

}  // namespace headroom::ui
