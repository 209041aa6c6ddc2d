// SPDX-License-Identifier: Apache-2.0
#include "ui/table/new_object_dialog.h"

#include "ui/inspector/attribute_text.h"
#include "ui/kit/kept_entries.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

using models::ValueKind;

constexpr int kFieldWidth = 320;

bool mustBeAsked(const engine::Object& object, std::size_t place) {
    return object.type->attributes[place].required &&
           std::holds_alternative<std::monostate>(object.values[place]);
}

/// Chosen or typed value, as attribute_text.h reads it.
QString textIn(const QWidget* editor) {
    if (const auto* box = qobject_cast<const QComboBox*>(editor)) {
        const int listed = box->findText(box->currentText(), Qt::MatchFixedString);
        return listed >= 0 ? box->itemData(listed).toString() : box->currentText();
    }
    return static_cast<const QLineEdit*>(editor)->text();
}

}  // namespace

bool NewObjectDialog::isNeededFor(const engine::Object& object) {
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        if (mustBeAsked(object, i)) {
            return true;
        }
    }
    return false;
}

NewObjectDialog::NewObjectDialog(const Workspace* workspace, engine::Object begun, QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      object_(std::move(begun)),
      reason_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
    setObjectName("newObjectDialog");
    setWindowTitle(tr("New %1").arg(tableText(object_.type->label)));
    auto* layout = new QVBoxLayout(this);
    auto* about = new QLabel(tr("This it must state; all else is set in the inspector."), this);
    about->setWordWrap(true);
    layout->addWidget(about);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    for (std::size_t i = 0; i < object_.values.size(); ++i) {
        if (mustBeAsked(object_, i)) {
            addRow(i, form);
        }
    }
    reason_->setObjectName("newObjectReason");
    reason_->setWordWrap(true);
    layout->addWidget(reason_);
    layout->addStretch(1);
    layout->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    new KeptEntries(this, tableText(object_.type->id));
}

void NewObjectDialog::addRow(std::size_t place, QFormLayout* form) {
    const models::Attribute& attribute = object_.type->attributes[place];
    QWidget* editor = nullptr;
    const auto list = [&](bool isSearched) {
        auto* box = new QComboBox(this);
        box->setEditable(isSearched);
        box->setInsertPolicy(QComboBox::NoInsert);
        connect(box, &QComboBox::currentTextChanged, this, &NewObjectDialog::check);
        editor = box;
        return box;
    };
    if (attribute.kind == ValueKind::Reference) {
        QComboBox* box = list(true);
        for (const ReferenceTarget& target :
             referenceTargets(attribute, workspace_->project(), workspace_->catalogue())) {
            box->addItem(target.name, QString::fromStdString(target.id));
        }
        box->completer()->setFilterMode(Qt::MatchContains);
        box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    } else if (attribute.kind == ValueKind::Choice) {
        QComboBox* box = list(false);
        for (const std::string_view word : attribute.choices) {
            box->addItem(choiceText(word), tableText(word));
        }
    } else {
        auto* line = new QLineEdit(this);
        line->setPlaceholderText(rangeText(attribute));
        connect(line, &QLineEdit::textChanged, this, &NewObjectDialog::check);
        editor = line;
    }
    editor->setObjectName("new_" + tableText(attribute.key));
    editor->setToolTip(tableText(attribute.doc));
    editor->setMinimumWidth(kFieldWidth);
    const QString unit = shownSymbol(attribute);
    const QString label = tableText(attribute.label);
    form->addRow(unit.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit), editor);
    rows_.push_back({place, editor});
}

void NewObjectDialog::check() {
    QString reason;
    for (const Row& row : rows_) {
        const auto value = valueFromText(object_.type->attributes[row.place], textIn(row.editor),
                                         workspace_->project(), workspace_->catalogue());
        object_.values[row.place] = value ? *value : models::Value{};
        if (!value && reason.isEmpty()) {
            reason = value.error();
        }
    }
    QPalette palette = reason_->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().colours().bad);
    reason_->setPalette(palette);
    reason_->setText(reason);
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(reason.isEmpty());
}

}  // namespace headroom::ui
