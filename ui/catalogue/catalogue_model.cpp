// SPDX-License-Identifier: Apache-2.0
#include "ui/catalogue/catalogue_model.h"

#include "engine/part/part_address.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/facility/fabric.h"
#include "models/facility/structure.h"
#include "ui/floor/fabric_placing.h"
#include "ui/kit/theme.h"
#include "ui/units/part_words.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QMimeData>
#include <QSettings>

namespace headroom::ui {

namespace {

constexpr int kFigures = 9;  // in a tip
constexpr quintptr kTop = 0;

enum Cooling { Air, Liquid, Immersion };

Cooling coolingOf(const engine::Catalogue& catalogue, const engine::CatalogueEntry& entry) {
    const auto* rack = catalogue.spec<models::RackSpec>(entry.id);
    const auto* server =
        rack == nullptr ? nullptr : catalogue.spec<models::ServerSpec>(rack->server);
    if (rack != nullptr && !rack->tank.empty()) {
        return Immersion;
    }
    return server != nullptr && server->liquidFraction > 0.0 ? Liquid : Air;
}

QString valueOf(const models::Attribute& attribute, const models::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return quantityText(*number * attribute.unit.toSi, attribute.unit, 4);
    }
    return QString::fromStdString(engine::valueText(value));
}

/// The figures that the part states first, which its table puts in order of weight.
QString tipOf(const engine::CatalogueEntry& entry) {
    QString rows;
    int count = 0;
    for (std::size_t i = 0; i < entry.values.size() && count < kFigures; ++i) {
        const models::Attribute& a = entry.type->attributes[i];
        const bool isFigure = std::holds_alternative<double>(entry.values[i]) ||
                              std::holds_alternative<std::int64_t>(entry.values[i]);
        if (isFigure) {
            rows +=
                QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align='right'>%2</td></tr>")
                    .arg(QString::fromUtf8(a.label.data(), static_cast<qsizetype>(a.label.size()))
                             .toHtmlEscaped(),
                         valueOf(a, entry.values[i]).toHtmlEscaped());
            ++count;
        }
    }
    return QStringLiteral("<b>%1</b><table>%2</table>")
        .arg(QString::fromStdString(entry.name).toHtmlEscaped(), rows);
}

QString keyText(const PartKey& key) {
    return QString::fromStdString(engine::CatalogueName{key.type, key.id, {}}.text());
}

}  // namespace

CatalogueModel::CatalogueModel(Workspace* workspace, QObject* parent)
    : QAbstractItemModel(parent), workspace_(workspace) {
    const QStringList kept = QSettings().value("catalogue/favourites").toStringList();
    favourites_ = QSet<QString>(kept.begin(), kept.end());
    connect(workspace, &Workspace::opened, this, &CatalogueModel::reload);
    connect(workspace, &Workspace::closed, this, &CatalogueModel::reload);
    connect(workspace, &Workspace::catalogueChanged, this, &CatalogueModel::reload);
    connect(workspace, &Workspace::projectChanged, this, [this] {
        // Blocks alone change with the project.
        const auto blocks = workspace_->project().objectsOf("block");
        const auto listed = kinds_.size() > 1 ? kinds_[1].parts : std::vector<Part>{};
        bool same = blocks.size() == listed.size();
        for (std::size_t i = 0; same && i < blocks.size(); ++i) {
            same = blocks[i]->id == listed[i].key.id &&
                   workspace_->nameOfObject(blocks[i]->id) == listed[i].name;
        }
        if (!same) {
            reload();
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { emit layoutChanged(); });
    reload();
}

void CatalogueModel::finish(Kind kind) {
    kinds_.push_back(std::move(kind));
}

void CatalogueModel::addParts(const QString& name, const QString& icon, std::string_view type,
                              int cooling) {
    Kind kind{name, icon, {}};
    for (const engine::CatalogueEntry* entry : workspace_->catalogue()->entriesOf(type)) {
        if (cooling >= 0 && coolingOf(*workspace_->catalogue(), *entry) != cooling) {
            continue;
        }
        kind.parts.push_back({{std::string(type), entry->id},
                              QString::fromStdString(entry->name),
                              partRating(*entry),
                              tipOf(*entry),
                              icon});
    }
    finish(std::move(kind));
}

void CatalogueModel::addBuilding() {
    Kind kind{tr("Building"), "wall", {}};
    kind.parts.push_back({{"hall", {}},
                          tr("Hall"),
                          {},
                          tr("A room with racks: drag its corners in the plan"),
                          "hall"});
    const auto* kinds = models::StructureSpec::type().find("kind");
    constexpr const char* kIcons[] = {"wall",       "column", "door", "room",
                                      "keep-clear", "ramp",   "trays"};
    for (std::size_t i = 0; i < kinds->choices.size(); ++i) {
        const QString word = structureWord(static_cast<models::StructureKind>(i));
        kind.parts.push_back({{"structure", std::string(kinds->choices[i])},
                              word,
                              {},
                              tr("%1: drag it into the plan, or press Enter and draw it").arg(word),
                              kIcons[i]});
    }
    finish(std::move(kind));
}

/// Shapes of fabrics, and the switches of which they are built.
void CatalogueModel::addNetworks() {
    Kind networks{tr("Networks"), "fabric", {}};
    for (const models::FabricShape shape :
         {models::FabricShape::FatTree, models::FabricShape::RailOptimised}) {
        const std::string_view word =
            models::FabricSpec::type().find("shape")->choices[static_cast<std::size_t>(shape)];
        networks.parts.push_back({{"fabric", std::string(word)},
                                  tr("Fabric, %1").arg(shapeWord(word).toLower()),
                                  {},
                                  tr("Joins all racks that have no network yet, with switches and "
                                     "links as their adapters ask"),
                                  "fabric"});
    }
    finish(std::move(networks));
    addParts(tr("Network switches"), "network", "switch");
    Kind& switches = kinds_.back();
    std::erase_if(switches.parts,
                  [this](const Part& part) { return !isFabricSwitch(*workspace_, part.key); });
}

void CatalogueModel::addBlocks() {
    Kind kind{tr("Blocks of this project"), "block", {}};
    for (const engine::Object* block : workspace_->project().objectsOf("block")) {
        kind.parts.push_back({{"block", block->id},
                              workspace_->nameOfObject(block->id),
                              {},
                              tr("Each copy follows every edit of the block"),
                              "block"});
    }
    finish(std::move(kind));
}

void CatalogueModel::addFavourites() {
    Kind favourites{tr("Favourites"), "favourite", {}};
    for (const Kind& kind : kinds_) {
        for (const Part& part : kind.parts) {
            if (isFavourite(part.key)) {
                favourites.parts.push_back(part);
            }
        }
    }
    kinds_.insert(kinds_.begin(), std::move(favourites));
}

void CatalogueModel::reload() {
    beginResetModel();
    kinds_.clear();
    if (workspace_->catalogue() != nullptr && workspace_->isOpen()) {
        addBlocks();
        addParts(tr("Racks, liquid-cooled"), "rack", "rack", Liquid);
        addParts(tr("Racks, air-cooled"), "rack", "rack", Air);
        addParts(tr("Immersion tanks"), "rack", "rack", Immersion);
        addParts(tr("Storage"), "storage", "storage_system");
        addParts(tr("CDUs"), "cooling", "cdu");
        addParts(tr("Air handlers"), "air", "crah");
        addParts(tr("Chillers"), "cooling", "chiller");
        addParts(tr("Cooling towers"), "cooling", "cooling_tower");
        addParts(tr("Dry coolers"), "cooling", "dry_cooler");
        for (const engine::PowerKindInfo& kind : engine::kPowerKinds) {
            addParts(tr((kind.section.empty() ? kind.plural : kind.section).data()), "power",
                     kind.type);
        }
        addNetworks();
        addBuilding();
        addFavourites();
    }
    endResetModel();
}

QModelIndex CatalogueModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kTop);
}

QModelIndex CatalogueModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == kTop) {
        return {};
    }
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, kTop);
}

int CatalogueModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(kinds_.size());
    }
    return parent.internalId() == kTop && parent.column() == 0
               ? static_cast<int>(kinds_[static_cast<std::size_t>(parent.row())].parts.size())
               : 0;
}

int CatalogueModel::columnCount(const QModelIndex&) const {
    return 2;
}

QVariant CatalogueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const bool isKind = index.internalId() == kTop;
    const Kind& kind =
        kinds_[isKind ? static_cast<std::size_t>(index.row()) : index.internalId() - 1];
    if (isKind) {
        if (index.column() > 0) {
            return role == Qt::DisplayRole         ? QVariant(static_cast<int>(kind.parts.size()))
                   : role == Qt::TextAlignmentRole ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : role == Qt::ForegroundRole    ? QVariant(Theme::instance().colours().muted)
                                                   : QVariant();
        }
        return role == Qt::DisplayRole      ? QVariant(kind.name)
               : role == Qt::DecorationRole ? QVariant(Theme::icon(kind.icon))
                                            : QVariant();
    }
    const Part& part = kind.parts[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return index.column() == 0 ? part.name : part.figures;
        case Qt::ToolTipRole:
            return part.tip;
        case Qt::TextAlignmentRole:
            return index.column() == 0 ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::ForegroundRole:
            return index.column() == 0 ? QVariant() : QVariant(Theme::instance().colours().muted);
        case Qt::DecorationRole:
            return index.column() == 0 ? QVariant(Theme::icon(part.icon)) : QVariant();
        default:
            return {};
    }
}

Qt::ItemFlags CatalogueModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return keyAt(index) ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList CatalogueModel::mimeTypes() const {
    return {kPartMime};
}

QMimeData* CatalogueModel::mimeData(const QModelIndexList& indexes) const {
    for (const QModelIndex& index : indexes) {
        if (const auto key = keyAt(index)) {
            return mimeOf(*key);
        }
    }
    return nullptr;
}

std::optional<PartKey> CatalogueModel::keyAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == kTop) {
        return std::nullopt;
    }
    return kinds_[index.internalId() - 1].parts[static_cast<std::size_t>(index.row())].key;
}

QModelIndex CatalogueModel::indexOf(const PartKey& key) const {
    for (int k = 0; k < rowCount(); ++k) {
        const QModelIndex kind = index(k, 0);
        for (int row = 0; row < rowCount(kind); ++row) {
            if (keyAt(index(row, 0, kind)) == key) {
                return index(row, 0, kind);
            }
        }
    }
    return {};
}

bool CatalogueModel::isFavourite(const PartKey& key) const {
    return favourites_.contains(keyText(key));
}

void CatalogueModel::setFavourite(const PartKey& key, bool on) {
    if (on) {
        favourites_.insert(keyText(key));
    } else {
        favourites_.remove(keyText(key));
    }
    QSettings().setValue("catalogue/favourites",
                         QStringList(favourites_.begin(), favourites_.end()));
    reload();
}

}  // namespace headroom::ui
