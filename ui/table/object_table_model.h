// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"

#include <QAbstractTableModel>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::ui {

class Workspace;

/// The objects of one document type: a row each; the id, then every attribute of the type's table.
/// A value that is not stated shows the default, muted. UserRole: what to sort by.
class ObjectTableModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    explicit ObjectTableModel(Workspace* workspace, QObject* parent = nullptr);

    void setType(const models::ComponentType* type);

    const models::ComponentType* type() const { return type_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    const std::string& idAt(int row) const;
    /// -1 means no such object here.
    int rowOf(const std::string& id) const;

    /// Null for the id, the first column.
    const models::Attribute* attributeAt(int column) const;

    /// Content for an editor or the clipboard: stated values only, without unit.
    QString editText(const QModelIndex& index) const;

    /// Text that was refused stays on view, marked, with its reason; empty text: nothing is wrong.
    void mark(const QModelIndex& index, const QString& text, const QString& reason);

    bool isRefused(const QModelIndex& index) const { return refusedAt(index) != nullptr; }

    /// Stated values of the row hold the words.
    bool rowHolds(int row, const QString& words) const;

  private:
    struct Refused {
        QString text;
        QString reason;
    };

    using Cell = std::pair<std::string, int>;  ///< id and column

    void takeProject();
    void takeObjects();
    const Refused* refusedAt(const QModelIndex& index) const;

    Workspace* workspace_;
    const models::ComponentType* type_ = nullptr;
    std::vector<models::Value> defaults_;
    std::vector<const engine::Object*> objects_;  ///< of the present project
    std::vector<std::string> ids_;
    std::map<std::string, int> rows_;
    std::map<Cell, Refused> refused_;
};

}  // namespace headroom::ui
