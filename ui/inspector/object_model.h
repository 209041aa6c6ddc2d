// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/selection.h"

#include <QAbstractItemModel>

#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace headroom::ui {

class Workspace;

/// The project as a tree: facility, sections in the order of the document types, objects, and
/// below a rack block its rows and racks.
class ObjectModel : public QAbstractItemModel {
    Q_OBJECT

  public:
    explicit ObjectModel(Workspace* workspace, QObject* parent = nullptr);
    ~ObjectModel() override;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const Selected& targetOf(const QModelIndex& index) const;
    QModelIndex indexOf(const Selected& what) const;
    void rebuild();

  private:
    struct Node;
    Node* add(Node* parent, QString text, QString icon, const Selected& target);
    void addRacks(Node* block, const std::string& id);
    Node* nodeOf(const QModelIndex& index) const;

    Workspace* workspace_;
    std::unique_ptr<Node> root_;
    std::map<std::tuple<int, int, std::string>, Node*> byTarget_;
};

}  // namespace headroom::ui
