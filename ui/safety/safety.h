// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/autosave.h"
#include "engine/document/lock.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QWidget;

namespace headroom::ui {

class Task;
class Workspace;

/// Sees to it that no work is lost: copies while a project is edited, asks before changes are
/// dropped, and keeps two people from saving over each other. Never writes to a project's own file.
class Safety : public QObject {
    Q_OBJECT

  public:
    struct Options {
        std::filesystem::path copies;  ///< folder of the copies; empty if none are kept
        bool locks = true;
        int autosaveMs = 120'000;       ///< at the latest; an edit is kept within seconds
        std::filesystem::path shipped;  ///< scenarios, which are saved elsewhere: no lock
    };

    /// `window`: the parent of the questions.
    Safety(Workspace* workspace, QWidget* window, Options options);
    /// The program ends well: what it autosaved is not needed, except after keepForNextStart().
    ~Safety() override;

    /// Rests of a crash, newest first.
    std::vector<engine::ProjectCopy> left() const;
    void discard(const engine::ProjectCopy& copy);
    /// Opens it unsaved, under a new name next to its original.
    void openCopy(const engine::ProjectCopy& copy);
    /// Earlier states of the file that is open.
    std::vector<engine::ProjectCopy> earlier() const;

    /// True: the project may be left, it is saved, or its changes may go. Asks where they are at
    /// stake.
    bool mayLeave();

    /// Opens a project. Where somebody else has it open, asks: read-only, a copy, or not at all.
    void open(const std::filesystem::path& path);

    /// Call before the file is written over: its present text is kept.
    void beforeSave(const std::filesystem::path& path);

    /// Somebody else has the file: it is saved under other names only.
    bool isReadOnly() const { return readOnly_; }

    /// On a worker; nothing happens where nothing changed since the last one.
    void autosave();
    /// Writes unsaved changes as an autosave, which the next start offers, and keeps the autosaves when this object is destroyed. For an
    /// end by a signal, where nobody can be asked. Errors of writing a file.
    engine::Result<void> keepForNextStart();
    /// Until the worker is done; for the end of a test.
    void wait();

  signals:
    /// The user wants to save before continuing. Connected directly: when it returns, the file is
    /// saved or it is not.
    void saveRequested();
    /// left() is another list.
    void leftChanged();
    /// A copy could not be written; once until one was.
    void troubled(const headroom::engine::Error& error);
    void readOnlyChanged();

  private:
    bool mayLeaveShown();
    bool mayLeaveOthers();
    enum class Answer { Cancel, ReadOnly, Copy, TakeOver };

    Answer askHeld(const std::filesystem::path& file, const engine::LockHolder& holder);
    void keepOpened();
    void noteEdit();
    std::function<engine::Result<void>()> copyOfNow() const;
    void takeLock();
    void setReadOnly(bool on);
    void beforeOver(engine::CopyKind kind, const std::filesystem::path& file);
    void tell(const engine::Result<void>& done);

    Workspace* workspace_;
    Task* task_;
    QWidget* window_;
    bool isShipped(const std::filesystem::path& file) const;

    Options options_;
    std::shared_ptr<engine::CopyStore> store_;  ///< shared with workers
    std::optional<engine::ProjectLock> lock_;
    std::filesystem::path locked_;
    bool readOnly_ = false;
    bool openReadOnly_ = false;  ///< the next project that is opened
    bool changed_ = false;       ///< since the last autosave
    bool told_ = false;
    bool keepsCopies_ = false;                       ///< after keepForNextStart()
    std::optional<engine::ProjectCopy> recovering_;  ///< open, and not saved yet
    QTimer regular_, soon_;
};

}  // namespace headroom::ui
