// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>

#include <initializer_list>
#include <span>

class QMenu;
class QMenuBar;

namespace headroom::ui {

/// Definition of a command; menus, tool bars, the shortcut list and the tests read this table.
struct CommandInfo {
    const char* id;    ///< "view.fit": stable
    const char* menu;  ///< "View", "View/Theme"; empty means only a shortcut
    const char* text;  ///< title case
    const char* tip;   ///< sentence
    const char* icon;  ///< file name in resources/icons without ending
    const char* keys;  ///< shortcuts, separated by "; "
    const char*
        group;       ///< exclusive choice that it belongs to, "toggle" for a single one, or empty
    bool separator;  ///< a line before it in its menu
};

/// Every command once: its action has text, tip with shortcut, icon and keys.
class CommandSet : public QObject {
    Q_OBJECT

  public:
    explicit CommandSet(QWidget* window);

    static std::span<const CommandInfo> table();

    QAction* action(const char* id) const;

    /// The keys of these commands act only while the view, or a part of it, has the keyboard: a
    /// command may have several such views. A command whose key is a single letter or digit acts
    /// nowhere else, so that a word typed at the wrong place does nothing.
    void attach(QWidget* view, std::initializer_list<const char*> ids);

    /// Calls `slot` whenever the command is triggered.
    template <class Slot>
    void on(const char* id, const QObject* context, Slot slot) {
        connect(action(id), &QAction::triggered, context, slot);
    }

    /// An action that is made elsewhere, as those of the docks are, in the palette and among the
    /// keys; its object name is its id. `path`: where the menus have it.
    void adopt(QAction* action, const QString& path);

    /// One command as people see it, adopted ones too, in the order of the menus.
    struct Entry {
        QString id;
        QString path;  ///< "View › Theme"
        QAction* action;
    };

    const QList<Entry>& entries() const { return entries_; }

    /// The keys that it has from the table, without changes of the user.
    QList<QKeySequence> defaultKeys(const QString& id) const { return defaults_.value(id); }

    /// The user's own keys: what differs from the table is kept in the settings.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    /// The id of the command that has it; empty if it is free.
    QString ownerOf(const QKeySequence& key) const;
    /// Gives every command the keys of the settings; once all are adopted.
    void readKeys();

    /// Fills the menu bar in the order of the table; `dynamic` menus can be looked up by path.
    void fillMenus(QMenuBar* bar);

    QMenu* menu(const QString& path) const { return menus_.value(path); }

  private:
    QMenu* makeMenu(QMenuBar* bar, const QString& path);

    void showKeys(QAction* action);
    void place(const QString& id);

    QWidget* window_;
    QList<QWidget*> views_;                   ///< that commands are attached to
    QHash<QString, QList<QWidget*>> places_;  ///< of attached commands
    QHash<QString, QAction*> actions_;
    QHash<QString, QMenu*> menus_;
    QHash<QString, QList<QKeySequence>> defaults_;
    QList<Entry> entries_;

  signals:
    void keysChanged();
};

}  // namespace headroom::ui
