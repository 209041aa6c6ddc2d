// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QString>

#include <functional>

class QLineEdit;
class QTreeWidget;

namespace headroom::ui {

class CommandSet;
class HelpBook;
class Workspace;

/// Finds a command by a few letters of its name or by words of the trade (glossary.md), then objects and pages of the manual
/// that hold the words. "@" restricts the list to objects and racks, "?" to pages.
/// Commands that were used last are first.
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
    QList<Found> commandsLike(const QString& typed) const;
    QList<Found> objectsLike(const QString& typed);
    QList<Found> pagesLike(const QString& typed);
    QList<Found> allLike(const QString& typed);
    void runCurrent();

    CommandSet* commands_;
    Workspace* workspace_;
    const HelpBook* manual_;
    QLineEdit* typed_;
    QTreeWidget* list_;
    QList<Found> found_;
};

}  // namespace headroom::ui
