// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QString>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace headroom::ui {

class CommandSet;

/// Every command with its keys, searchable; keys can be recorded. A key that another command has is
/// named, and is only taken over on purpose.
class KeyEditor : public QDialog {
    Q_OBJECT

  public:
    KeyEditor(CommandSet* commands, QWidget* parent);

    void select(const QString& id);

  private:
    void fill();
    void filter(const QString& words);
    void showCurrent();
    void showClash();
    void assign();
    void reset();
    void resetAll();
    QString current() const;

    CommandSet* commands_;
    QLineEdit* search_;
    QTreeWidget* list_;
    QKeySequenceEdit* keys_;
    QLabel* clash_;
    QPushButton* assign_;
    QPushButton* remove_;
    QPushButton* reset_;
};

}  // namespace headroom::ui
