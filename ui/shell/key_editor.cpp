// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/key_editor.h"

#include "ui/kit/theme.h"
#include "ui/workspace/command_set.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr int kEditorWidth = 760, kEditorHeight = 600;

enum Column { Command, Menu, Keys };

QString keyText(const QList<QKeySequence>& keys) {
    QStringList texts;
    for (const QKeySequence& key : keys) {
        texts << key.toString(QKeySequence::NativeText);
    }
    return texts.join(QStringLiteral(", "));
}

}  // namespace

KeyEditor::KeyEditor(CommandSet* commands, QWidget* parent)
    : QDialog(parent),
      commands_(commands),
      search_(new QLineEdit(this)),
      list_(new QTreeWidget(this)),
      keys_(new QKeySequenceEdit(this)),
      clash_(new QLabel(this)),
      assign_(new QPushButton(tr("Assign"), this)),
      remove_(new QPushButton(tr("Remove Keys"), this)),
      reset_(new QPushButton(tr("Reset"), this)) {
    setObjectName("keyEditor");
    setWindowTitle(tr("Keyboard Shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    search_->setObjectName("keySearch");
    search_->setAccessibleName(tr("Search commands"));
    search_->setPlaceholderText(tr("Search by command, menu or keys"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    list_->setObjectName("keyList");
    list_->setAccessibleName(tr("Commands and their keys"));
    list_->setHeaderLabels({tr("Command"), tr("Menu"), tr("Keys")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAlternatingRowColors(true);
    keys_->setObjectName("keyRecord");
    keys_->setAccessibleName(tr("New keys: press them"));
    clash_->setObjectName("keyClash");
    clash_->setWordWrap(true);
    assign_->setObjectName("keyAssign");
    remove_->setObjectName("keyRemove");
    remove_->setToolTip(tr("Let the selected command have no keys"));
    reset_->setObjectName("keyReset");
    reset_->setToolTip(tr("Give the selected command the keys that it had at first"));
    auto* all = new QPushButton(tr("Reset All"), this);
    all->setObjectName("keyResetAll");
    all->setToolTip(tr("Give every command the keys that it had at first"));
    auto* label = new QLabel(tr("&New keys"), this);
    label->setBuddy(keys_);
    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(keys_, 1);
    row->addWidget(assign_);
    row->addWidget(remove_);
    row->addWidget(reset_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(all, QDialogButtonBox::ResetRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QPushButton* button :
         {assign_, remove_, reset_, all, buttons->button(QDialogButtonBox::Close)}) {
        button->setAutoDefault(false);  // Return is a key to be recorded
    }
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    layout->addLayout(row);
    layout->addWidget(clash_);
    layout->addWidget(buttons);
    resize(kEditorWidth, kEditorHeight);
    connect(search_, &QLineEdit::textChanged, this, &KeyEditor::filter);
    connect(list_, &QTreeWidget::currentItemChanged, this, &KeyEditor::showCurrent);
    connect(keys_, &QKeySequenceEdit::keySequenceChanged, this, &KeyEditor::showClash);
    connect(assign_, &QPushButton::clicked, this, &KeyEditor::assign);
    connect(remove_, &QPushButton::clicked, this, [this] { commands_->setKeys(current(), {}); });
    connect(reset_, &QPushButton::clicked, this, &KeyEditor::reset);
    connect(all, &QPushButton::clicked, this, &KeyEditor::resetAll);
    connect(commands_, &CommandSet::keysChanged, this, &KeyEditor::fill);
    fill();
    for (const int column : {Command, Menu}) {
        list_->resizeColumnToContents(column);
    }
    list_->setCurrentItem(list_->topLevelItem(0));
}

QString KeyEditor::current() const {
    const QTreeWidgetItem* item = list_->currentItem();
    return item == nullptr ? QString() : item->data(Command, kIdRole).toString();
}

void KeyEditor::select(const QString& id) {
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        if (list_->topLevelItem(i)->data(Command, kIdRole).toString() == id) {
            list_->setCurrentItem(list_->topLevelItem(i));
        }
    }
}

void KeyEditor::fill() {
    if (list_->topLevelItemCount() == 0) {
        for (const CommandSet::Entry& entry : commands_->entries()) {
            auto* item = new QTreeWidgetItem(list_);
            item->setData(Command, kIdRole, entry.id);
            item->setText(Command, entry.action->text().remove('&'));
            item->setText(Menu, entry.path);
            item->setIcon(Command, entry.action->icon());
            item->setToolTip(Command, entry.action->statusTip());
        }
    }
    int row = 0;
    for (const CommandSet::Entry& entry : commands_->entries()) {
        QTreeWidgetItem* item = list_->topLevelItem(row++);
        const QList<QKeySequence> keys = entry.action->shortcuts();
        const bool isOwn = keys != commands_->defaultKeys(entry.id);
        item->setText(Keys, keyText(keys));
        // Changed ones are marked by weight, and say what they were.
        QFont font = list_->font();
        font.setBold(isOwn);
        item->setFont(Keys, font);
        const QString first = keyText(commands_->defaultKeys(entry.id));
        item->setToolTip(
            Keys, isOwn ? tr("At first: %1").arg(first.isEmpty() ? tr("none") : first) : QString());
    }
    filter(search_->text());
    showCurrent();
}

void KeyEditor::filter(const QString& words) {
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = list_->topLevelItem(i);
        const QString all = item->text(Command) + ' ' + item->text(Menu) + ' ' + item->text(Keys);
        item->setHidden(!all.contains(words, Qt::CaseInsensitive));
    }
}

void KeyEditor::showCurrent() {
    const QString id = current();
    const QTreeWidgetItem* item = list_->currentItem();
    keys_->clear();
    remove_->setEnabled(item != nullptr && !item->text(Keys).isEmpty());
    reset_->setEnabled(item != nullptr && item->font(Keys).bold());
    keys_->setEnabled(item != nullptr);
    showClash();
}

void KeyEditor::showClash() {
    const QKeySequence key = keys_->keySequence();
    const QString owner = commands_->ownerOf(key);
    const bool clashes = !owner.isEmpty() && owner != current();
    assign_->setEnabled(!key.isEmpty() && owner != current());
    assign_->setText(clashes ? tr("Take Over") : tr("Assign"));
    if (!clashes) {
        clash_->setText(tr("Select a command, press its new keys, then assign them."));
        clash_->setForegroundRole(QPalette::PlaceholderText);
        return;
    }
    for (const CommandSet::Entry& entry : commands_->entries()) {
        if (entry.id == owner) {
            clash_->setText(
                tr("%1 belongs to “%2”. Taking it over leaves that command without it.")
                    .arg(key.toString(QKeySequence::NativeText), entry.action->text().remove('&')));
        }
    }
    clash_->setForegroundRole(QPalette::BrightText);
}

void KeyEditor::assign() {
    const QKeySequence key = keys_->keySequence();
    const QString id = current();
    if (key.isEmpty() || id.isEmpty()) {
        return;
    }
    const QString owner = commands_->ownerOf(key);
    for (const CommandSet::Entry& entry : commands_->entries()) {
        if (entry.id == owner && owner != id) {
            QList<QKeySequence> rest = entry.action->shortcuts();
            rest.removeAll(key);
            commands_->setKeys(owner, rest);
        }
    }
    commands_->setKeys(id, {key});
}

/// Keys that another command has taken meanwhile stay there.
void KeyEditor::reset() {
    const QString id = current();
    QList<QKeySequence> keys;
    for (const QKeySequence& key : commands_->defaultKeys(id)) {
        const QString owner = commands_->ownerOf(key);
        if (owner.isEmpty() || owner == id) {
            keys << key;
        }
    }
    commands_->setKeys(id, keys);
}

void KeyEditor::resetAll() {
    for (const CommandSet::Entry& entry : commands_->entries()) {
        commands_->setKeys(entry.id, commands_->defaultKeys(entry.id));
    }
}

}  // namespace headroom::ui
