// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <QStyledItemDelegate>

class QLineEdit;

namespace headroom::ui {

class Workspace;

/// Model whose cells an AttributeDelegate edits.
class AttributeHost {
  public:
    virtual ~AttributeHost() = default;

    /// Null if the cell is not to be edited.
    virtual const models::Attribute* attributeAt(const QModelIndex& index) const = 0;
    /// Initial text of the editor, including rejected input.
    virtual QString editTextAt(const QModelIndex& index) const = 0;
    /// Takes what was typed; the reason where it is refused, and then the text stays on view.
    virtual QString take(const QModelIndex& index, const QString& text) = 0;
    /// Esc: what was refused is forgotten.
    virtual void restore(const QModelIndex& index) = 0;
    /// Message for the user while typing. Empty if the input is valid.
    virtual void say(const QString& reason) = 0;
};

/// Editors by kind of attribute, the same for inspector and tables: a line for numbers and text, a
/// list for booleans and choices, a list with search for references, a line with a dialog for lists
/// and curves. Invalid input is marked while the user types.
class AttributeDelegate : public QStyledItemDelegate {
    Q_OBJECT

  public:
    AttributeDelegate(Workspace* workspace, AttributeHost* host, QObject* parent);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    QWidget* lineEditor(QWidget* parent, const models::Attribute& attribute) const;
    QWidget* listEditor(QWidget* parent, const models::Attribute& attribute) const;
    QWidget* targetEditor(QWidget* parent, const models::Attribute& attribute) const;
    void check(QLineEdit* line, const models::Attribute& attribute) const;
    void openDialog(QLineEdit* line, const models::Attribute& attribute) const;

    Workspace* workspace_;
    AttributeHost* host_;
    mutable QPersistentModelIndex edited_;
};

}  // namespace headroom::ui
