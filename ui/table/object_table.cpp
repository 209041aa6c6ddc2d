// SPDX-License-Identifier: Apache-2.0
#include "ui/table/object_table.h"

#include "engine/document/references.h"
#include "ui/inspector/attribute_text.h"
#include "ui/inspector/object_icon.h"
#include "ui/kit/clipboard_text.h"
#include "ui/kit/theme.h"
#include "ui/table/new_object_dialog.h"
#include "ui/table/object_table_model.h"
#include "ui/table/paste_dialog.h"
#include "ui/table/paste_plan.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace headroom::ui {

void ObjectTableFilter::setWords(const QString& words) {
    words_ = words;
    invalidateFilter();
}

bool ObjectTableFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    return words_.isEmpty() ||
           static_cast<const ObjectTableModel*>(sourceModel())->rowHolds(row, words_);
}

ObjectTable::ObjectTable(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      model_(new ObjectTableModel(workspace, this)),
      filter_(new ObjectTableFilter(this)),
      types_(new QComboBox(this)),
      search_(new QLineEdit(this)),
      view_(new QTableView(this)),
      state_(new QLabel(this)) {
    setObjectName("objectTable");
    types_->setObjectName("objectTableType");
    types_->setAccessibleName(tr("Kind of objects"));
    types_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    search_->setObjectName("objectTableSearch");
    search_->setPlaceholderText(tr("Search"));
    search_->setAccessibleName(tr("Search the objects"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    search_->setMaximumWidth(260);
    state_->setObjectName("objectTableState");
    state_->setForegroundRole(QPalette::PlaceholderText);
    filter_->setSourceModel(model_);
    filter_->setSortRole(Qt::UserRole);
    filter_->setDynamicSortFilter(false);  // rows must not run away while they are edited
    view_->setModel(filter_);
    view_->setObjectName("objectTableView");
    view_->setAccessibleName(tr("Objects and their attributes"));
    view_->setSortingEnabled(true);
    view_->sortByColumn(-1, Qt::AscendingOrder);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setItemDelegate(new AttributeDelegate(workspace, this, view_));
    view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    view_->setWordWrap(false);
    view_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view_->horizontalHeader()->setResizeContentsPrecision(40);  // of thousands of rows
    view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 6, 6, 6);
    bar->addWidget(types_);
    bar->addWidget(search_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(view_, 1);
    buildActions();
    for (QAction* action : view_->actions()) {
        if (!action->icon().isNull()) {
            auto* button = new QToolButton(this);
            button->setDefaultAction(action);
            button->setAutoRaise(true);
            button->setAccessibleName(action->text());
            bar->addWidget(button);
        }
    }
    bar->addStretch(1);
    bar->addWidget(state_);

    connect(types_, &QComboBox::activated, this,
            [this] { showType(types_->currentData().toString().toStdString()); });
    connect(search_, &QLineEdit::textChanged, filter_, &ObjectTableFilter::setWords);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ObjectTable::tellSelection);
    connect(workspace, &Workspace::opened, this, &ObjectTable::fitColumns);
    connect(workspace, &Workspace::projectChanged, this, &ObjectTable::countTypes);
    connect(&workspace->selection(), &Selection::changed, this, &ObjectTable::followSelection);
    connect(model_, &QAbstractItemModel::modelReset, this, [this] {
        fillTypes();
        followSelection();
        say({});
    });
    showType("rack_block");
}

void ObjectTable::buildActions() {
    const auto add = [this](const char* name, const QString& text, const char* icon,
                            const QKeySequence& keys, auto act) {
        auto* action = new QAction(icon == nullptr ? QIcon() : Theme::icon(icon), text, view_);
        action->setObjectName(name);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setToolTip(
            QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, this, act);
        view_->addAction(action);
    };
    add("tableAdd", tr("Add an Object"), "add", QKeySequence("Ins"), [this] { addObject(); });
    add("tableRemove", tr("Delete Rows"), "remove", QKeySequence("Ctrl+Del"),
        [this] { removeRows(); });
    add("tableFill", tr("Fill Down"), "fill-down", QKeySequence("Ctrl+Return"),
        [this] { fillDown(); });
    add("tableCopy", tr("Copy"), nullptr, QKeySequence::Copy,
        [this] { QApplication::clipboard()->setText(asText(false)); });
    add("tableCopyHeaders", tr("Copy With Column Names"), "copy", QKeySequence("Ctrl+Shift+C"),
        [this] { QApplication::clipboard()->setText(asText(true)); });
    add("tablePaste", tr("Paste From Spreadsheet"), "paste", QKeySequence::Paste,
        [this] { paste(); });
    view_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ObjectTable::fillTypes() {
    const QSignalBlocker quiet(types_);
    types_->clear();
    for (const models::ComponentType* type : models::documentTypes()) {
        types_->addItem(Theme::icon(iconOfType(type->id)), QString(), tableText(type->id));
    }
    countTypes();
    types_->setCurrentIndex(
        types_->findData(model_->type() == nullptr ? QString() : tableText(model_->type()->id)));
}

/// The counts follow every edit, also of other types than the one that is shown.
void ObjectTable::countTypes() {
    int entry = 0;
    for (const models::ComponentType* type : models::documentTypes()) {
        const std::size_t count =
            workspace_->isOpen() ? workspace_->project().objectsOf(type->id).size() : 0;
        types_->setItemText(entry++,
                            QStringLiteral("%1 (%2)").arg(tableText(type->label)).arg(count));
    }
}

void ObjectTable::showType(std::string_view typeId) {
    const models::ComponentType* type = models::findComponentType(typeId);
    model_->setType(type);
    fitColumns();
}

void ObjectTable::fitColumns() {
    view_->resizeColumnsToContents();
    for (int column = 0; column < model_->columnCount(); ++column) {
        view_->setColumnWidth(column, std::clamp(view_->columnWidth(column) + 8, 70, 260));
    }
}

QModelIndexList ObjectTable::selectedCells() const {
    QModelIndexList cells = view_->selectionModel()->selectedIndexes();
    std::sort(cells.begin(), cells.end(), [](const QModelIndex& a, const QModelIndex& b) {
        return std::pair(a.row(), a.column()) < std::pair(b.row(), b.column());
    });
    return cells;
}

/// Source rows, in the order in which they are shown.
std::vector<int> ObjectTable::selectedRows() const {
    std::vector<int> shown;
    for (const QItemSelectionRange& range : view_->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            shown.push_back(row);
        }
    }
    std::sort(shown.begin(), shown.end());
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    for (int& row : shown) {
        row = filter_->mapToSource(filter_->index(row, 0)).row();
    }
    return shown;
}

void ObjectTable::tellSelection() {
    const std::vector<int> rows = selectedRows();
    say({});
    if (following_) {
        return;
    }
    std::vector<Selected> things;
    for (const int row : rows) {
        things.push_back({Selected::Kind::Object, -1, model_->idAt(row), -1});
    }
    following_ = true;
    workspace_->selection().selectAll(std::move(things));
    following_ = false;
}

void ObjectTable::followSelection() {
    if (following_) {
        return;
    }
    QItemSelection rows;
    QModelIndex last;
    for (const std::string& id : workspace_->selection().objectIds()) {
        const int row = model_->rowOf(id);
        const QModelIndex index =
            row < 0 ? QModelIndex() : filter_->mapFromSource(model_->index(row, 0));
        if (index.isValid()) {
            rows.select(index, filter_->index(index.row(), filter_->columnCount() - 1));
            last = index;
        }
    }
    following_ = true;
    view_->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (last.isValid()) {
        view_->selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
        view_->scrollTo(last);
    }
    following_ = false;
}

QString ObjectTable::asText(bool withHeader) const {
    const QModelIndexList cells = selectedCells();
    if (cells.isEmpty()) {
        return {};
    }
    int left = cells.front().column();
    int right = left;
    for (const QModelIndex& cell : cells) {
        left = std::min(left, cell.column());
        right = std::max(right, cell.column());
    }
    QStringList lines;
    if (withHeader) {
        QStringList heads;
        for (int column = left; column <= right; ++column) {
            heads << model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        }
        lines << heads.join('\t');
    }
    for (qsizetype i = 0; i < cells.size();) {
        const int row = cells[i].row();
        QStringList line(right - left + 1);
        for (; i < cells.size() && cells[i].row() == row; ++i) {
            QString text = model_->editText(filter_->mapToSource(cells[i]));
            if (text.contains('\t') || text.contains('\n') || text.startsWith('"')) {
                text = '"' + text.replace('"', "\"\"") + '"';
            }
            line[cells[i].column() - left] = text;
        }
        lines << line.join('\t');
    }
    return lines.join('\n');
}

PastePlan ObjectTable::planOf(const QString& text) const {
    if (model_->type() == nullptr || workspace_->catalogue() == nullptr) {
        return {};
    }
    PasteTarget target;
    for (int row = 0; row < filter_->rowCount(); ++row) {
        target.ids.push_back(model_->idAt(filter_->mapToSource(filter_->index(row, 0)).row()));
    }
    for (int column = 0; column < model_->columnCount(); ++column) {
        target.columns.push_back(column - 1);
    }
    const QModelIndexList cells = selectedCells();
    const QModelIndex corner = cells.isEmpty() ? view_->currentIndex() : cells.front();
    target.row = std::max(0, corner.row());
    target.column = std::max(0, corner.column());
    return planPaste(workspace_->project(), *workspace_->catalogue(), *model_->type(), target,
                     text);
}

void ObjectTable::paste() {
    const ClipboardText clipboard = clipboardTable();
    if (!clipboard.refusal.isEmpty()) {
        say(clipboard.refusal);
        return;
    }
    const PastePlan plan = planOf(clipboard.text);
    // Nothing to decide: undo is one key away.
    if (plan.faults.empty() && plan.added == 0) {
        carryOut(plan);
        return;
    }
    PasteDialog dialog(plan, window());
    if (dialog.exec() == QDialog::Accepted) {
        carryOut(plan);
    }
}

QString ObjectTable::refusalOf(const std::function<bool()>& act) {
    QString reason;
    const auto heard = connect(&workspace_->editor(), &Editor::refused, this,
                               [&reason](const engine::Error& error) {
                                   reason = shownText(error.message + " " + error.remedy);
                               });
    const bool done = act();
    disconnect(heard);
    return done ? QString() : reason.isEmpty() ? tr("It cannot be changed now.") : reason;
}

bool ObjectTable::carryOut(const PastePlan& plan) {
    const QString reason =
        refusalOf([&] { return workspace_->editor().apply(plan.edits, tr("Paste Cells")); });
    say(reason);
    return reason.isEmpty();
}

/// In each column the topmost selected cell goes to the other selected ones.
void ObjectTable::fillDown() {
    std::vector<engine::Edit> edits;
    std::map<int, models::Value> first;
    for (const QModelIndex& cell : selectedCells()) {
        const QModelIndex source = filter_->mapToSource(cell);
        const models::Attribute* attribute = model_->attributeAt(source.column());
        const engine::Object* object = workspace_->project().find(model_->idAt(source.row()));
        if (attribute == nullptr || object == nullptr) {
            continue;
        }
        const models::Value& value = object->values[static_cast<std::size_t>(source.column() - 1)];
        const auto known = first.find(source.column());
        if (known == first.end()) {
            first[source.column()] = value;
        } else if (value != known->second) {
            edits.push_back(
                engine::SetAttribute{object->id, std::string(attribute->key), known->second});
        }
    }
    if (edits.empty()) {
        say(tr("Select a cell and the cells below it, then fill down."));
        return;
    }
    say(refusalOf([&] { return workspace_->editor().apply(edits, tr("Fill Down")); }));
}

void ObjectTable::removeRows() {
    std::vector<engine::Edit> edits;
    for (const int row : selectedRows()) {
        edits.push_back(engine::RemoveObject{model_->idAt(row)});
    }
    if (edits.empty()) {
        return;
    }
    say(refusalOf([&] { return workspace_->editor().apply(edits, tr("Delete Rows")); }));
}

/// A copy of the current row, which states all that must be; without one, what must be stated is
/// asked for.
void ObjectTable::addObject() {
    const models::ComponentType* type = model_->type();
    if (type == nullptr || !workspace_->editor().canEdit()) {
        return;
    }
    const QModelIndex current = filter_->mapToSource(view_->currentIndex());
    std::string stem(type->id);
    std::replace(stem.begin(), stem.end(), '_', '-');
    engine::Object made = Editor::make(type->id, workspace_->editor().freeId(stem));
    if (current.isValid()) {
        const std::string& from = model_->idAt(current.row());
        made = *workspace_->project().find(from);
        made.id = workspace_->editor().freeId(from);
    }
    if (NewObjectDialog::isNeededFor(made)) {
        NewObjectDialog dialog(workspace_, made, window());
        if (dialog.exec() != QDialog::Accepted) {
            return;
        }
        made = dialog.object();
    }
    const std::string id = made.id;
    const QString reason = refusalOf([&] {
        return workspace_->editor().apply({engine::AddObject{made}},
                                          tr("Add %1").arg(QString::fromStdString(id)));
    });
    if (reason.isEmpty()) {
        workspace_->selection().select({Selected::Kind::Object, -1, id, -1});
    }
    say(reason);
}

const models::Attribute* ObjectTable::attributeAt(const QModelIndex& index) const {
    return workspace_->editor().canEdit() ? model_->attributeAt(index.column()) : nullptr;
}

QString ObjectTable::editTextAt(const QModelIndex& index) const {
    const QModelIndex cell = filter_->mapToSource(index);
    const models::Attribute* attribute = model_->attributeAt(cell.column());
    const engine::Object* object = workspace_->project().find(model_->idAt(cell.row()));
    // A refused entry keeps its text.
    const bool isList = attribute != nullptr && attribute->kind == models::ValueKind::ReferenceList;
    const QString text = model_->editText(cell);
    if (!isList || object == nullptr || model_->isRefused(cell)) {
        return text;
    }
    return valueNamed(*attribute, object->value(attribute->key), workspace_->project(),
                      workspace_->catalogue());
}

QString ObjectTable::take(const QModelIndex& index, const QString& text) {
    const QModelIndex cell = filter_->mapToSource(index);
    const models::Attribute* attribute = model_->attributeAt(cell.column());
    if (attribute == nullptr || text == editTextAt(index)) {
        return {};
    }
    const std::string id = model_->idAt(cell.row());
    const QPersistentModelIndex kept = cell;
    model_->mark(cell, {}, {});
    const auto value =
        valueFromText(*attribute, text, workspace_->project(), workspace_->catalogue());
    const QString reason = !value ? value.error() : refusalOf([&] {
        return workspace_->editor().apply(
            {engine::SetAttribute{id, std::string(attribute->key), *value}},
            tr("Set %1 of %2").arg(tableText(attribute->label), QString::fromStdString(id)));
    });
    if (kept.isValid() && !reason.isEmpty()) {
        model_->mark(kept, text, reason);
    }
    return reason;
}

void ObjectTable::restore(const QModelIndex& index) {
    model_->mark(filter_->mapToSource(index), {}, {});
    say({});
}

void ObjectTable::say(const QString& reason) {
    QPalette palette = state_->palette();
    palette.setColor(QPalette::PlaceholderText, reason.isEmpty() ? Theme::instance().colours().muted
                                                                 : Theme::instance().colours().bad);
    state_->setPalette(palette);
    const auto chosen = selectedRows().size();
    state_->setText(!reason.isEmpty() ? reason
                    : chosen > 0      ? tr("%1 of %2 selected").arg(chosen).arg(filter_->rowCount())
                                      : tr("Rows: %1").arg(filter_->rowCount()));
}

}  // namespace headroom::ui
