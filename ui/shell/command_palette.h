// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/manual/phrases.h"

#include <QDialog>
#include <QString>

#include <functional>

class QLineEdit;
class QTreeWidget;

namespace headroom::ui {

class CommandSet;
class HelpBook;
class Workspace;

/// Finds a command by words of its name, of its tip or of the trade (glossary.md), or by a few letters of its name; then objects and
/// pages of the manual that hold the words. "@" restricts the list to objects and racks, "?" to pages.
/// Commands that were used last are first while nothing is typed.
class CommandPalette : public QDialog {
    Q_OBJECT

  public:
    struct Found {
        QString icon;
        QString text;
        QString place;
        QString keys;
        bool enabled = true;
        std::function<void()> run;
    };

    /// `manual` must outlive it.
    CommandPalette(CommandSet* commands, Workspace* workspace, const HelpBook* manual,
                   QWidget* parent);

    /// Entries of the list now, best first; for tests.
    QStringList texts() const;

  signals:
    /// An object was chosen and is selected.
    void objectChosen();
    /// A page of the manual, with the heading where one was found.
    void pageChosen(const QString& topic);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void refill();
    void indexCommands();
    QList<Found> commandsOf(const QString& typed) const;
    QList<Found> commandsLike(const QString& typed) const;
    QList<Found> objectsLike(const QString& typed);
    QList<Found> pagesLike(const QString& typed);
    QList<Found> allLike(const QString& typed);
    void runCurrent();

    CommandSet* commands_;
    Workspace* workspace_;
    const HelpBook* manual_;
    engine::manual::PhraseIndex index_;  ///< of the entries of `commands_`
    QLineEdit* typed_;
    QTreeWidget* list_;
    QList<Found> found_;
};

}  // namespace headroom::ui
