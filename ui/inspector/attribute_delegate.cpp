// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/attribute_delegate.h"

#include "ui/inspector/attribute_text.h"
#include "ui/inspector/list_dialog.h"
#include "ui/kit/part_list.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>

namespace headroom::ui {

namespace {

using models::ValueKind;

bool isList(ValueKind kind) {
    return kind == ValueKind::ReferenceList || kind == ValueKind::Curve ||
           kind == ValueKind::NumberList;
}

QString textOf(const QWidget* editor) {
    if (const auto* combo = qobject_cast<const QComboBox*>(editor)) {
        const int at = combo->currentIndex();
        const bool asListed = !combo->isEditable() || combo->currentText() == combo->itemText(at);
        return at >= 0 && asListed ? combo->itemData(at).toString() : combo->currentText();
    }
    const auto* line = qobject_cast<const QLineEdit*>(editor);
    return line == nullptr ? QString() : line->text();
}

}  // namespace

AttributeDelegate::AttributeDelegate(Workspace* workspace, AttributeHost* host, QObject* parent)
    : QStyledItemDelegate(parent), workspace_(workspace), host_(host) {
    connect(this, &QAbstractItemDelegate::closeEditor, this,
            [this](QWidget*, QAbstractItemDelegate::EndEditHint hint) {
                if (hint == RevertModelCache && edited_.isValid()) {
                    host_->restore(edited_);
                }
            });
}

QWidget* AttributeDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                         const QModelIndex& index) const {
    const models::Attribute* attribute = host_->attributeAt(index);
    if (attribute == nullptr) {
        return nullptr;
    }
    edited_ = index;
    QWidget* editor = attribute->kind == ValueKind::Boolean || attribute->kind == ValueKind::Choice
                          ? listEditor(parent, *attribute)
                      : attribute->kind == ValueKind::Reference ? targetEditor(parent, *attribute)
                                                                : lineEditor(parent, *attribute);
    editor->setObjectName("edit_" + tableText(attribute->key));
    editor->setAccessibleName(labelText(attribute->label));
    editor->setAccessibleDescription(tableText(attribute->doc));
    return editor;
}

QWidget* AttributeDelegate::lineEditor(QWidget* parent, const models::Attribute& attribute) const {
    auto* line = new QLineEdit(parent);
    line->setFrame(false);
    line->setAutoFillBackground(true);
    connect(line, &QLineEdit::textChanged, this,
            [this, line, &attribute] { check(line, attribute); });
    if (isList(attribute.kind)) {
        QAction* open = line->addAction(Theme::icon("more"), QLineEdit::TrailingPosition);
        open->setObjectName("openList");
        open->setToolTip(tr("Edit the list in a window of its own"));
        connect(open, &QAction::triggered, this,
                [this, line, &attribute] { openDialog(line, attribute); });
    }
    return line;
}

void AttributeDelegate::check(QLineEdit* line, const models::Attribute& attribute) const {
    const auto value =
        valueFromText(attribute, line->text(), workspace_->project(), workspace_->catalogue());
    // Nothing typed is "as by default"; for what must be stated, it is refused when it is taken.
    const bool isBad = !value && !line->text().trimmed().isEmpty();
    QPalette palette = line->palette();
    palette.setColor(QPalette::Text,
                     isBad ? Theme::instance().colours().bad : Theme::instance().colours().text);
    line->setPalette(palette);
    line->setToolTip(isBad ? value.error() : QString());
    host_->say(isBad ? value.error() : QString());
}

void AttributeDelegate::openDialog(QLineEdit* line, const models::Attribute& attribute) const {
    ListDialog dialog(*workspace_, attribute, line->text(), line->window());
    if (dialog.exec() == QDialog::Accepted) {
        line->setText(dialog.text());
        auto* self = const_cast<AttributeDelegate*>(this);
        emit self->commitData(line);
        emit self->closeEditor(line);
    }
}

QWidget* AttributeDelegate::listEditor(QWidget* parent, const models::Attribute& attribute) const {
    auto* combo = new QComboBox(parent);
    combo->setFrame(false);
    if (!attribute.required) {
        combo->addItem(tr("default"), QString());
    }
    if (attribute.kind == ValueKind::Boolean) {
        combo->addItem(tr("yes"), "yes");
        combo->addItem(tr("no"), "no");
    }
    for (const std::string_view word : attribute.choices) {
        combo->addItem(choiceText(word), tableText(word));
    }
    connect(combo, &QComboBox::activated, this, [this, combo] {
        auto* self = const_cast<AttributeDelegate*>(this);
        emit self->commitData(combo);
        emit self->closeEditor(combo);
    });
    return combo;
}

QWidget* AttributeDelegate::targetEditor(QWidget* parent,
                                         const models::Attribute& attribute) const {
    auto* combo = new QComboBox(parent);
    combo->setFrame(false);
    if (!attribute.required) {
        combo->addItem(tr("none"), QString());
    }
    for (const ReferenceTarget& target :
         referenceTargets(attribute, workspace_->project(), workspace_->catalogue())) {
        const QString id = QString::fromStdString(target.id);
        combo->addItem(target.choice, id);
        combo->setItemData(combo->count() - 1, id, Qt::ToolTipRole);
    }
    makePartList(combo, true);
    connect(combo, &QComboBox::activated, this, [this, combo] {
        auto* self = const_cast<AttributeDelegate*>(this);
        emit self->commitData(combo);
        emit self->closeEditor(combo);
    });
    connect(combo, &QComboBox::editTextChanged, this, [this, combo, &attribute] {
        const auto value =
            valueFromText(attribute, textOf(combo), workspace_->project(), workspace_->catalogue());
        host_->say(value || combo->currentText().isEmpty() ? QString() : value.error());
    });
    return combo;
}

void AttributeDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    // The project may change while somebody types (a simulation takes an edit of another view);
    // what is typed is not to be overwritten.
    if (editor->property("filled").toBool()) {
        return;
    }
    editor->setProperty("filled", true);
    const QString text = host_->editTextAt(index);
    if (auto* combo = qobject_cast<QComboBox*>(editor)) {
        const int at = combo->findData(text);
        combo->setCurrentIndex(at);
        if (at < 0 && combo->isEditable()) {
            combo->setEditText(text);
        }
        if (combo->isEditable()) {
            combo->lineEdit()->selectAll();
        }
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setText(text);
        line->selectAll();
    }
}

void AttributeDelegate::setModelData(QWidget* editor, QAbstractItemModel*,
                                     const QModelIndex& index) const {
    const auto* combo = qobject_cast<const QComboBox*>(editor);
    if (combo != nullptr && !combo->isEditable() && combo->currentIndex() < 0) {
        return;  // several values, and none was chosen
    }
    host_->say(host_->take(index, textOf(editor)));
}

void AttributeDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                             const QModelIndex&) const {
    // A list may need more room than its cell: to the right edge of the view at most.
    QRect place = option.rect;
    if (qobject_cast<const QComboBox*>(editor) != nullptr && editor->parentWidget() != nullptr) {
        place.setWidth(std::max(
            place.width(),
            std::min(editor->sizeHint().width(), editor->parentWidget()->width() - place.left())));
    }
    editor->setGeometry(place);
}

QSize AttributeDelegate::sizeHint(const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(size.height(), option.fontMetrics.height() + 7));
    return size;
}

}  // namespace headroom::ui
