// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QTableWidget;

namespace headroom::ui {

class Workspace;

/// A list of references, of numbers, or the points of a curve, one line each: add, remove, move.
/// Rows may be pasted from a spreadsheet. Works on the text form of attribute_text.h.
class ListDialog : public QDialog {
    Q_OBJECT

  public:
    ListDialog(const Workspace& workspace, const models::Attribute& attribute, const QString& text,
               QWidget* parent);

    QString text() const;

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QString chosenTarget() const;
    void fill(const QString& text);
    void addRow(int at, const QStringList& cells);
    void removeRows();
    void move(int by);
    void paste();
    void check();

    const Workspace& workspace_;
    const models::Attribute& attribute_;
    QTableWidget* rows_;
    QComboBox* targets_ = nullptr;
    QLabel* reason_;
    QDialogButtonBox* buttons_;
};

}  // namespace headroom::ui
