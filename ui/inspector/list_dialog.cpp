// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/list_dialog.h"

#include "ui/inspector/attribute_text.h"
#include "ui/kit/clipboard_text.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableWidget>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

using models::ValueKind;

QString headed(const QString& label, const QString& symbol) {
    return symbol.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, symbol);
}

}  // namespace

ListDialog::ListDialog(const Workspace& workspace, const models::Attribute& attribute,
                       const QString& text, QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      attribute_(attribute),
      rows_(new QTableWidget(this)),
      reason_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
    setObjectName("listDialog");
    setWindowTitle(labelText(attribute.label));
    const bool isReference = attribute.kind == ValueKind::ReferenceList;
    const bool isCurve = attribute.kind == ValueKind::Curve;
    rows_->setObjectName("listRows");
    rows_->setAccessibleName(labelText(attribute.label));
    rows_->setColumnCount(isCurve ? 2 : 1);
    const QString value = headed(labelText(attribute.label), shownSymbol(attribute));
    rows_->setHorizontalHeaderLabels(isCurve ? QStringList{tr("At"), value} : QStringList{value});
    rows_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    rows_->setSelectionBehavior(QAbstractItemView::SelectRows);

    auto* doc = new QLabel(tableText(attribute.doc), this);
    doc->setWordWrap(true);
    doc->setForegroundRole(QPalette::PlaceholderText);
    auto* side = new QVBoxLayout;
    const auto button = [&](const QString& label, const char* name, auto act) {
        auto* made = new QPushButton(label, this);
        made->setObjectName(name);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, act);
        side->addWidget(made);
    };
    if (isReference) {
        targets_ = new QComboBox(this);
        targets_->setObjectName("listTargets");
        targets_->setAccessibleName(tr("Entry to add"));
        for (const ReferenceTarget& target :
             referenceTargets(attribute, workspace.project(), workspace.catalogue())) {
            targets_->addItem(target.name, QString::fromStdString(target.id));
        }
        side->addWidget(targets_);
    }
    button(tr("Add"), "listAdd", [this] {
        addRow(rows_->currentRow() < 0 ? rows_->rowCount() : rows_->currentRow() + 1,
               targets_ != nullptr ? QStringList{chosenTarget()} : QStringList{"0", "0"});
        check();
    });
    button(tr("Remove"), "listRemove", [this] { removeRows(); });
    button(tr("Move Up"), "listUp", [this] { move(-1); });
    button(tr("Move Down"), "listDown", [this] { move(+1); });
    side->addStretch(1);
    auto* middle = new QHBoxLayout;
    middle->addWidget(rows_, 1);
    middle->addLayout(side);
    reason_->setObjectName("listReason");
    reason_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(doc);
    layout->addLayout(middle, 1);
    layout->addWidget(reason_);
    layout->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fill(text);
    connect(rows_, &QTableWidget::itemChanged, this, &ListDialog::check);
    check();
    resize(520, 420);
}

QString ListDialog::chosenTarget() const {
    const std::vector<std::string> one{targets_->currentData().toString().toStdString()};
    return valueNamed(attribute_, one, workspace_.project(), workspace_.catalogue());
}

void ListDialog::fill(const QString& text) {
    static const QRegularExpression semicolons("[;\\n]");
    static const QRegularExpression spaces("\\s+");
    // References by name, also if ids were typed; unreadable text is kept.
    const auto value =
        valueFromText(attribute_, text, workspace_.project(), workspace_.catalogue());
    const QString shown =
        value && attribute_.kind == ValueKind::ReferenceList
            ? valueNamed(attribute_, *value, workspace_.project(), workspace_.catalogue())
            : text;
    for (const QString& part : shown.split(semicolons, Qt::SkipEmptyParts)) {
        const QString cell = part.trimmed();
        addRow(rows_->rowCount(), attribute_.kind == ValueKind::Curve
                                      ? cell.split(spaces, Qt::SkipEmptyParts)
                                      : QStringList{cell});
    }
}

void ListDialog::addRow(int at, const QStringList& cells) {
    const QSignalBlocker quiet(rows_);
    rows_->insertRow(at);
    for (int column = 0; column < rows_->columnCount(); ++column) {
        rows_->setItem(at, column, new QTableWidgetItem(cells.value(column)));
    }
    rows_->setCurrentCell(at, 0);
}

void ListDialog::removeRows() {
    QList<int> chosen;
    for (const QModelIndex& index : rows_->selectionModel()->selectedRows()) {
        chosen << index.row();
    }
    std::sort(chosen.rbegin(), chosen.rend());
    for (const int row : chosen) {
        rows_->removeRow(row);
    }
    check();
}

void ListDialog::move(int by) {
    const int from = rows_->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= rows_->rowCount()) {
        return;
    }
    {
        const QSignalBlocker quiet(rows_);
        for (int column = 0; column < rows_->columnCount(); ++column) {
            QTableWidgetItem* a = rows_->takeItem(from, column);
            QTableWidgetItem* b = rows_->takeItem(to, column);
            rows_->setItem(from, column, b);
            rows_->setItem(to, column, a);
        }
    }
    rows_->setCurrentCell(to, 0);
    check();
}

void ListDialog::paste() {
    static const QRegularExpression lines("[\\r\\n]+");
    const ClipboardText clipboard = clipboardTable();
    if (!clipboard.refusal.isEmpty()) {
        reason_->setText(clipboard.refusal);
        return;
    }
    const QStringList pasted = clipboard.text.split(lines, Qt::SkipEmptyParts);
    int at = rows_->currentRow() < 0 ? rows_->rowCount() : rows_->currentRow();
    for (const QString& line : pasted) {
        addRow(at++, line.split('\t'));
    }
    check();
}

void ListDialog::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Paste)) {
        paste();
    } else if (event->key() == Qt::Key_Delete) {
        removeRows();
    } else {
        QDialog::keyPressEvent(event);
    }
}

QString ListDialog::text() const {
    QStringList parts;
    for (int row = 0; row < rows_->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < rows_->columnCount(); ++column) {
            const QTableWidgetItem* item = rows_->item(row, column);
            cells << (item == nullptr ? QString() : item->text().trimmed());
        }
        parts << cells.join(' ');
    }
    return parts.join("; ");
}

void ListDialog::check() {
    const auto value =
        valueFromText(attribute_, text(), workspace_.project(), workspace_.catalogue());
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(value.has_value());
    QPalette palette = reason_->palette();
    palette.setColor(QPalette::WindowText,
                     value ? Theme::instance().colours().muted : Theme::instance().colours().bad);
    reason_->setPalette(palette);
    reason_->setText(value ? tr("Lines: %1").arg(rows_->rowCount()) : value.error());
}

}  // namespace headroom::ui
