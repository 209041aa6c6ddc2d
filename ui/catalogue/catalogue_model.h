// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/part_key.h"

#include <QAbstractItemModel>
#include <QSet>

#include <vector>

namespace headroom::ui {

class Workspace;

/// Kinds of parts, with their parts below: what can be put on the plan. Favourites come first, then
/// blocks of the project, racks by how they are cooled, cooling, power, and the building.
class CatalogueModel : public QAbstractItemModel {
    Q_OBJECT

  public:
    explicit CatalogueModel(Workspace* workspace, QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

    /// Nothing for a kind.
    std::optional<PartKey> keyAt(const QModelIndex& index) const;
    /// The first place of a part; invalid where it is not listed.
    QModelIndex indexOf(const PartKey& key) const;

    bool isFavourite(const PartKey& key) const;
    void setFavourite(const PartKey& key, bool on);

    /// Reads the catalogue and the blocks of the project again.
    void reload();

  private:
    struct Part {
        PartKey key;
        QString name, figures, tip, icon;
    };

    struct Kind {
        QString name, icon;
        std::vector<Part> parts;
    };

    void addParts(const QString& name, const QString& icon, std::string_view type, int liquid = -1);
    void addNetworks();
    void addBuilding();
    void addBlocks();
    void addFavourites();
    void finish(Kind kind);

    Workspace* workspace_;
    std::vector<Kind> kinds_;
    QSet<QString> favourites_;
};

}  // namespace headroom::ui
