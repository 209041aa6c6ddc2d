// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/kept_entries.h"

#include "ui/kit/number_box.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QMetaProperty>
#include <QPlainTextEdit>

#include <utility>

namespace headroom::ui {

namespace {

/// Entries since the program started, by dialog and subject.
QHash<QString, QHash<QString, QVariant>>& kept() {
    static QHash<QString, QHash<QString, QVariant>> all;
    return all;
}

/// A field that a person fills in: one whose class names the property that the person sets (Qt's USER property).
bool isField(const QWidget* widget) {
    if (widget->objectName().isEmpty() || widget->objectName().startsWith("qt_") ||
        !widget->metaObject()->userProperty().isValid()) {
        return false;
    }
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
        return line->echoMode() == QLineEdit::Normal && !line->isReadOnly();
    }
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget)) {
        return !text->isReadOnly();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        return button->isCheckable();
    }
    return qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr;
}

QVariant valueOf(const QWidget* widget) {
    if (const auto* number = qobject_cast<const NumberBox*>(widget)) {
        return number->value();
    }
    return widget->metaObject()->userProperty().read(widget);
}

/// As if a person had entered it.
void enter(QWidget* widget, const QVariant& value) {
    if (auto* number = qobject_cast<NumberBox*>(widget)) {
        number->setValue(value.toDouble());
    } else if (auto* line = qobject_cast<QLineEdit*>(widget)) {
        line->setText(value.toString());
        emit line->textEdited(line->text());
        emit line->editingFinished();
    } else if (auto* combo = qobject_cast<QComboBox*>(widget)) {
        const int at = combo->findText(value.toString());
        if (at >= 0) {
            combo->setCurrentIndex(at);
            emit combo->activated(at);
        } else if (combo->isEditable()) {
            combo->setEditText(value.toString());
        }
    } else {
        widget->metaObject()->userProperty().write(widget, value);
    }
}

}  // namespace

KeptEntries::KeptEntries(QDialog* dialog, const QString& subject)
    : QObject(dialog),
      dialog_(dialog),
      key_(dialog->objectName() + '\n' + subject),
      first_(read()) {
    connect(dialog, &QDialog::finished, this, &KeptEntries::keep);
    if (const Entries earlier = kept().take(key_); !earlier.isEmpty()) {
        write(earlier);
        isRestored_ = true;
    }
}

void KeptEntries::forgetAll() {
    kept().clear();
}

KeptEntries::Entries KeptEntries::read() const {
    Entries entries;
    for (const QWidget* widget : dialog_->findChildren<QWidget*>()) {
        if (isField(widget)) {
            entries.insert(widget->objectName(), valueOf(widget));
        }
    }
    return entries;
}

/// In the order in which the dialog made its fields: one may set what another begins with.
void KeptEntries::write(const Entries& entries) {
    for (QWidget* widget : dialog_->findChildren<QWidget*>()) {
        const auto entry = entries.constFind(widget->objectName());
        if (entry != entries.constEnd() && isField(widget) && valueOf(widget) != *entry) {
            enter(widget, *entry);
        }
    }
}

void KeptEntries::startOver() {
    write(first_);
    isRestored_ = false;
}

void KeptEntries::keep(int result) {
    if (result == QDialog::Accepted && !keepsAll_) {
        return;
    }
    Entries changed;
    const Entries now = read();
    for (auto entry = now.constBegin(); entry != now.constEnd(); ++entry) {
        if (first_.value(entry.key()) != entry.value()) {
            changed.insert(entry.key(), entry.value());
        }
    }
    if (!changed.isEmpty()) {
        kept().insert(key_, changed);
    }
}

}  // namespace headroom::ui
