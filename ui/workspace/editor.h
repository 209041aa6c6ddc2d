// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/document.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::ui {

class Workspace;

/// The only way in which the window changes a project. One call is one gesture and one step of
/// undo; it is carried out whole or refused whole, with a reason. After a change EditedDesign tells everybody
/// (Workspace::projectChanged), and continues the run with it where it can; DesignWatch checks the design.
class Editor : public QObject {
    Q_OBJECT

  public:
    /// The document is that of the workspace.
    Editor(Workspace* workspace, engine::Document& document);

    /// Nothing can be edited while nothing is open, or while it is locked.
    bool canEdit() const;

    /// The words say why nothing may be changed now, and are what apply() refuses with; none if it
    /// may. Looking at a run must not change what runs. `takesDrills`: what a person ordered in the run may be kept as drills all the same.
    void setLock(const QString& why, bool takesDrills = false);

    /// Whether drills may be added now, and nothing else perhaps.
    bool canAddDrills() const;

    const QString& lock() const { return lock_; }

    /// `words` follow "Undo" in the menu: "Move 3 objects". Gestures of the same `mergeKey`
    /// that set the same attributes, one after the other, are one step (a value that is scrubbed).
    /// False: refused, the project is unchanged, and refused() was emitted.
    bool apply(const std::vector<engine::Edit>& edits, const QString& words,
               const std::string& mergeKey = {});

    /// The error that apply() would give, or none; nothing is changed.
    engine::Errors wouldRefuse(const std::vector<engine::Edit>& edits) const;

    /// The next gesture is a step of its own, with any merge key: call at the end of a drag.
    void seal() { document_.seal(); }

    bool canUndo() const { return lock_.isEmpty() && history().canUndo(); }

    bool canRedo() const { return lock_.isEmpty() && history().canRedo(); }

    QString undoText() const { return QString::fromStdString(history().undoText()); }

    QString redoText() const { return QString::fromStdString(history().redoText()); }

    void undo();
    void redo();

    /// Differs from what was saved last.
    bool isModified() const { return !history().isClean(); }

    /// The present project is on disk; undo continues to reach before it.
    void markSaved();
    /// The same, in that file.
    void markSaved(const std::filesystem::path& file);
    /// Another project: no steps. `saved`: it is on disk.
    void forget(bool saved);

    /// An id that no object has: "racks", "racks-2", …
    std::string freeId(const std::string& stem) const;

    /// An object of that type with nothing stated; empty type where there is none.
    static engine::Object make(std::string_view typeId, const std::string& id);
    /// Gives an object a value; the key must be one of its type's.
    static void set(engine::Object& object, std::string_view key, models::Value value);

  signals:
    void refused(const headroom::engine::Error& error);
    /// The project was changed. The workspace tells everybody what follows.
    void edited(const QString& words);
    /// Undo and redo, or the mark of change, are others.
    void historyChanged();
    void lockChanged();

  private:
    const engine::EditHistory& history() const { return document_.history(); }

    Workspace* workspace_;
    engine::Document& document_;
    QString lock_;
    bool takesDrills_ = false;  ///< although it is locked
};

}  // namespace headroom::ui
