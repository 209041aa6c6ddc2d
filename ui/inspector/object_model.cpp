// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/object_model.h"

#include "models/core/attribute.h"
#include "ui/inspector/attribute_text.h"
#include "ui/inspector/object_icon.h"
#include "ui/kit/theme.h"
#include "ui/units/number_place.h"
#include "ui/workspace/charted_by.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

struct ObjectModel::Node {
    Node* parent = nullptr;
    int row = 0;
    QString text;
    QString detail;
    QString icon;
    Selected target;
    std::vector<std::unique_ptr<Node>> children;
};

namespace {

/// Racks and machines by index, objects by id.
std::tuple<int, int, std::string> keyOf(const Selected& what) {
    const bool byId = what.kind == Selected::Kind::Object;
    return {static_cast<int>(what.kind), what.index, byId ? what.objectId : std::string()};
}

QString rackCount(std::size_t count) {
    return count == 1 ? ObjectModel::tr("1 rack") : ObjectModel::tr("%1 racks").arg(count);
}

}  // namespace

ObjectModel::ObjectModel(Workspace* workspace, QObject* parent)
    : QAbstractItemModel(parent), workspace_(workspace), root_(std::make_unique<Node>()) {
    connect(workspace, &Workspace::opened, this, &ObjectModel::rebuild);
    connect(workspace, &Workspace::closed, this, &ObjectModel::rebuild);
    connect(workspace, &Workspace::projectChanged, this, &ObjectModel::rebuild);
    rebuild();
}

ObjectModel::~ObjectModel() = default;

ObjectModel::Node* ObjectModel::add(Node* parent, QString text, QString icon,
                                    const Selected& target) {
    auto node = std::make_unique<Node>();
    node->parent = parent;
    node->row = static_cast<int>(parent->children.size());
    node->text = std::move(text);
    node->icon = std::move(icon);
    node->target = target;
    if (!target.isNone()) {
        byTarget_[keyOf(target)] = node.get();
    }
    parent->children.push_back(std::move(node));
    return parent->children.back().get();
}

void ObjectModel::addRacks(Node* block, const std::string& id) {
    const engine::Layout& layout = workspace_->layout();
    std::map<int, Node*> rows;
    std::size_t count = 0;
    for (std::size_t i = 0; i < layout.racks.size(); ++i) {
        const engine::RackBox& rack = layout.racks[i];
        if (layout.blocks[static_cast<std::size_t>(rack.block)] != id) {
            continue;
        }
        Node*& row = rows[rack.row];
        if (row == nullptr) {
            row = add(block, tr("Row %1").arg(rack.row + 1), {}, {});
        }
        add(row, QString::fromStdString(rack.name()), "rack",
            {Selected::Kind::Rack, static_cast<int>(i), id, -1});
        ++count;
    }
    for (const auto& [number, row] : rows) {
        row->detail = rackCount(row->children.size());
    }
    if (count > 0) {
        block->detail = rackCount(count);
    }
}

void ObjectModel::rebuild() {
    beginResetModel();
    root_ = std::make_unique<Node>();
    byTarget_.clear();
    if (workspace_->isOpen()) {
        Node* facility = add(root_.get(), workspace_->title(), "facility",
                             {Selected::Kind::Facility, -1, {}, -1});
        const engine::Project& project = workspace_->project();
        for (const models::ComponentType* type : models::documentTypes()) {
            const auto objects = project.objectsOf(type->id);
            if (objects.empty()) {
                continue;
            }
            const QString icon = iconOfType(type->id);
            const QString label = labelText(type->label);
            Node* parent = facility;
            if (!type->single) {
                parent = add(facility, label, icon, {});
                parent->detail = QString::number(objects.size());
            }
            for (const engine::Object* object : objects) {
                Node* node =
                    add(parent, type->single ? label : workspace_->nameOfObject(object->id), icon,
                        {Selected::Kind::Object, -1, object->id, -1});
                if (type->id == "rack_block") {
                    addRacks(node, object->id);
                }
            }
        }
    }
    endResetModel();
}

ObjectModel::Node* ObjectModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : root_.get();
}

QModelIndex ObjectModel::index(int row, int column, const QModelIndex& parent) const {
    const Node* node = nodeOf(parent);
    if (row < 0 || row >= static_cast<int>(node->children.size()) || column < 0 || column > 1) {
        return {};
    }
    return createIndex(row, column, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex ObjectModel::parent(const QModelIndex& index) const {
    Node* up = index.isValid() ? nodeOf(index)->parent : nullptr;
    return up == nullptr || up == root_.get() ? QModelIndex() : createIndex(up->row, 0, up);
}

int ObjectModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int ObjectModel::columnCount(const QModelIndex&) const {
    return 2;
}

QVariant ObjectModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Node* node = nodeOf(index);
    if (role == Qt::DisplayRole) {
        return index.column() == 0 ? node->text : node->detail;
    }
    if (role == Qt::DecorationRole && index.column() == 0 && !node->icon.isEmpty()) {
        return Theme::icon(node->icon);
    }
    if (role == Qt::ForegroundRole && index.column() == 1) {
        return Theme::instance().colours().muted;
    }
    if (role == kChartRole) {
        const std::string number = chartedBy(*workspace_, node->target);
        return number.empty() ? QVariant() : QVariant(QString::fromStdString(number));
    }
    if (role == Qt::ToolTipRole && node->target.kind == Selected::Kind::Object) {
        return QString::fromStdString(node->target.objectId);
    }
    return {};
}

QVariant ObjectModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole) {
        return section == 0 ? tr("Name") : tr("Holds");
    }
    return {};
}

const Selected& ObjectModel::targetOf(const QModelIndex& index) const {
    return nodeOf(index)->target;
}

QModelIndex ObjectModel::indexOf(const Selected& what) const {
    auto found = byTarget_.find(keyOf(what));
    if (found == byTarget_.end() && what.kind == Selected::Kind::Equipment) {
        found = byTarget_.find(keyOf({Selected::Kind::Object, -1, what.objectId, -1}));
    }
    return found == byTarget_.end() ? QModelIndex()
                                    : createIndex(found->second->row, 0, found->second);
}

}  // namespace headroom::ui
