// SPDX-License-Identifier: Apache-2.0
#include "ui/table/object_table_model.h"

#include "ui/inspector/attribute_text.h"
#include "ui/kit/theme.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

namespace {

bool isNotStated(const models::Value& value) {
    return std::holds_alternative<std::monostate>(value);
}

bool isNumeric(const models::Attribute& attribute) {
    return attribute.kind == models::ValueKind::Number ||
           attribute.kind == models::ValueKind::Integer;
}

QVariant sortKey(const models::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return *number;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return QVariant::fromValue<qlonglong>(*whole);
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? 1 : 0;
    }
    return QString::fromStdString(engine::valueText(value));
}

}  // namespace

ObjectTableModel::ObjectTableModel(Workspace* workspace, QObject* parent)
    : QAbstractTableModel(parent), workspace_(workspace) {
    connect(workspace, &Workspace::opened, this, [this] { setType(type_); });
    connect(workspace, &Workspace::closed, this, [this] { setType(type_); });
    connect(workspace, &Workspace::projectChanged, this, &ObjectTableModel::takeProject);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, [this] {
        if (type_ != nullptr) {
            emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
            takeProject();
        }
    });
}

void ObjectTableModel::setType(const models::ComponentType* type) {
    beginResetModel();
    type_ = type;
    defaults_ = type == nullptr ? std::vector<models::Value>{} : defaultsOf(*type);
    refused_.clear();
    takeObjects();
    endResetModel();
}

void ObjectTableModel::takeObjects() {
    objects_ = type_ == nullptr || !workspace_->isOpen()
                   ? std::vector<const engine::Object*>{}
                   : workspace_->project().objectsOf(type_->id);
    ids_.clear();
    rows_.clear();
    for (const engine::Object* object : objects_) {
        rows_[object->id] = static_cast<int>(ids_.size());
        ids_.push_back(object->id);
    }
}

/// The same objects: their values may be others, and selection and scroll position stay.
void ObjectTableModel::takeProject() {
    if (type_ == nullptr) {
        return;
    }
    const auto now = workspace_->project().objectsOf(type_->id);
    const bool same = now.size() == ids_.size() &&
                      std::equal(now.begin(), now.end(), ids_.begin(),
                                 [](const engine::Object* object, const std::string& id) {
                                     return object->id == id;
                                 });
    if (!same) {
        beginResetModel();
        takeObjects();
        endResetModel();
        return;
    }
    objects_ = now;
    if (!objects_.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int ObjectTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(objects_.size());
}

int ObjectTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || type_ == nullptr ? 0
                                                : static_cast<int>(type_->attributes.size()) + 1;
}

const std::string& ObjectTableModel::idAt(int row) const {
    return ids_.at(static_cast<std::size_t>(row));
}

int ObjectTableModel::rowOf(const std::string& id) const {
    const auto found = rows_.find(id);
    return found == rows_.end() ? -1 : found->second;
}

const models::Attribute* ObjectTableModel::attributeAt(int column) const {
    return type_ == nullptr || column < 1 || column >= columnCount()
               ? nullptr
               : &type_->attributes[static_cast<std::size_t>(column - 1)];
}

const ObjectTableModel::Refused* ObjectTableModel::refusedAt(const QModelIndex& index) const {
    if (refused_.empty()) {
        return nullptr;
    }
    const auto found = refused_.find({idAt(index.row()), index.column()});
    return found == refused_.end() ? nullptr : &found->second;
}

QVariant ObjectTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const engine::Object& object = *objects_[static_cast<std::size_t>(index.row())];
    const models::Attribute* attribute = attributeAt(index.column());
    if (attribute == nullptr) {
        return role == Qt::DisplayRole || role == Qt::EditRole || role == Qt::UserRole ||
                       role == Qt::ToolTipRole
                   ? QVariant(QString::fromStdString(object.id))
                   : QVariant();
    }
    const auto place = static_cast<std::size_t>(index.column() - 1);
    const models::Value& stated = object.values[place];
    const models::Value& value = isNotStated(stated) ? defaults_[place] : stated;
    const Refused* refused = refusedAt(index);
    const ThemeColours& colours = Theme::instance().colours();
    switch (role) {
        case Qt::DisplayRole: {
            if (refused != nullptr) {
                return refused->text;
            }
            QString text =
                valueShown(*attribute, value, workspace_->project(), workspace_->catalogue());
            const QString unit = QChar(0x2009) + shownSymbol(*attribute);
            if (isNumeric(*attribute) && unit.size() > 1 && text.endsWith(unit)) {
                text.chop(unit.size());  // the header has it
            }
            return text;
        }
        case Qt::EditRole:
            return editText(index);
        case Qt::UserRole:
            return sortKey(value);
        case Qt::ToolTipRole:
            return refused != nullptr    ? refused->reason
                   : isNotStated(stated) ? tr("Not stated: the program's default holds")
                                         : QString();
        case Qt::ForegroundRole:
            return refused != nullptr    ? QVariant(colours.bad)
                   : isNotStated(stated) ? QVariant(colours.muted)
                                         : QVariant();
        case Qt::DecorationRole:
            return refused != nullptr ? QVariant(Theme::icon("warning")) : QVariant();
        case Qt::TextAlignmentRole:
            return isNumeric(*attribute) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        default:
            return {};
    }
}

QVariant ObjectTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    }
    const models::Attribute* attribute = attributeAt(section);
    if (attribute == nullptr) {
        return role == Qt::DisplayRole && section == 0 ? QVariant(tr("Id")) : QVariant();
    }
    if (role == Qt::DisplayRole) {
        const QString unit = shownSymbol(*attribute);
        const QString label = tableText(attribute->label);
        return unit.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit);
    }
    if (role == Qt::ToolTipRole) {
        const QString range = rangeText(*attribute);
        return QStringLiteral("%1\n%2%3")
            .arg(tableText(attribute->doc), range.isEmpty() ? QString() : range + '\n',
                 tableText(attribute->key));
    }
    return {};
}

Qt::ItemFlags ObjectTableModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() > 0 ? flags | Qt::ItemIsEditable : flags;
}

QString ObjectTableModel::editText(const QModelIndex& index) const {
    const engine::Object& object = *objects_[static_cast<std::size_t>(index.row())];
    const models::Attribute* attribute = attributeAt(index.column());
    if (attribute == nullptr) {
        return QString::fromStdString(object.id);
    }
    if (const Refused* refused = refusedAt(index)) {
        return refused->text;
    }
    return valueEdited(*attribute, object.values[static_cast<std::size_t>(index.column() - 1)]);
}

void ObjectTableModel::mark(const QModelIndex& index, const QString& text, const QString& reason) {
    const Cell cell{idAt(index.row()), index.column()};
    if (reason.isEmpty()) {
        refused_.erase(cell);
    } else {
        refused_[cell] = {text, reason};
    }
    emit dataChanged(index, index);
}

bool ObjectTableModel::rowHolds(int row, const QString& words) const {
    const engine::Object& object = *objects_[static_cast<std::size_t>(row)];
    if (QString::fromStdString(object.id).contains(words, Qt::CaseInsensitive)) {
        return true;
    }
    for (const models::Value& value : object.values) {
        if (isNotStated(value)) {
            continue;
        }
        if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
            for (const std::string& id : *list) {
                if (QString::fromStdString(id).contains(words, Qt::CaseInsensitive)) {
                    return true;
                }
            }
        } else if (QString::fromStdString(engine::valueText(value))
                       .contains(words, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

}  // namespace headroom::ui
