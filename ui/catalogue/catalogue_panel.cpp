// SPDX-License-Identifier: Apache-2.0
#include "ui/catalogue/catalogue_panel.h"

#include "ui/catalogue/catalogue_model.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QDrag>
#include <QHeaderView>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

/// A kind is shown while one of its parts is, or while it is the one that is searched for.
class PartFilter : public QSortFilterProxyModel {
  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        const QModelIndex index = sourceModel()->index(row, 0, parent);
        if (!parent.isValid() && sourceModel()->rowCount(index) == 0) {
            return false;
        }
        return QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }

  public:
    /// How many of a kind are shown.
    QVariant data(const QModelIndex& index, int role) const override {
        const bool isCount = role == Qt::DisplayRole && index.column() == 1 && index.isValid() &&
                             !index.parent().isValid();
        return isCount ? QVariant(rowCount(index.siblingAtColumn(0)))
                       : QSortFilterProxyModel::data(index, role);
    }
};

/// A drag carries its icon next to the pointer: a picture of the row would cover the plan at the place of the part.
class PartTree : public QTreeView {
  public:
    using QTreeView::QTreeView;

  protected:
    void startDrag(Qt::DropActions actions) override {
        constexpr int kIcon = 24;
        QMimeData* part = model()->mimeData(selectedIndexes());
        if (part == nullptr) {
            return;
        }
        auto* drag = new QDrag(this);
        drag->setMimeData(part);
        const auto icon = currentIndex().siblingAtColumn(0).data(Qt::DecorationRole);
        drag->setPixmap(icon.value<QIcon>().pixmap(kIcon));
        drag->setHotSpot({-kIcon / 2, -kIcon / 2});
        drag->exec(actions, Qt::CopyAction);
    }
};

}  // namespace

CataloguePanel::CataloguePanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      model_(new CatalogueModel(workspace, this)),
      sorted_(new PartFilter(this)),
      search_(new QLineEdit(this)),
      view_(new PartTree(this)),
      empty_(new QLabel(this)) {
    setObjectName("cataloguePanel");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(4);
    search_->setObjectName("catalogueSearch");
    search_->setAccessibleName(tr("Search the catalogue"));
    search_->setPlaceholderText(tr("Search parts"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    layout->addWidget(search_);
    sorted_->setSourceModel(model_);
    sorted_->setRecursiveFilteringEnabled(true);
    sorted_->setAutoAcceptChildRows(true);
    sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    view_->setObjectName("catalogueView");
    view_->setAccessibleName(tr("Catalogue"));
    view_->setModel(sorted_);
    view_->setHeaderHidden(true);
    view_->setUniformRowHeights(true);
    view_->setDragEnabled(true);
    view_->setDragDropMode(QAbstractItemView::DragOnly);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    view_->setExpandsOnDoubleClick(true);
    view_->header()->setStretchLastSection(false);
    view_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    view_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    layout->addWidget(view_, 1);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    layout->addWidget(empty_);
    connect(search_, &QLineEdit::textChanged, this, &CataloguePanel::search);
    connect(search_, &QLineEdit::returnPressed, this, [this] {
        if (const auto key = model_->keyAt(sorted_->mapToSource(firstPart()))) {
            search_->clear();  // for the next one
            emit placeRequested(*key);
        }
    });
    search_->installEventFilter(this);
    connect(view_, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const auto key = model_->keyAt(sorted_->mapToSource(index))) {
            emit placeRequested(*key);
        }
    });
    connect(view_, &QWidget::customContextMenuRequested, this, &CataloguePanel::menuAt);
    connect(model_, &QAbstractItemModel::modelReset, this, &CataloguePanel::expandShort);
    expandShort();
}

/// The first that the search leaves.
QModelIndex CataloguePanel::firstPart() const {
    for (int kind = 0; kind < sorted_->rowCount(); ++kind) {
        const QModelIndex index = sorted_->index(kind, 0);
        if (sorted_->rowCount(index) > 0) {
            return sorted_->index(0, 0, index);
        }
    }
    return {};
}

/// Down goes from the search to what it found.
bool CataloguePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        view_->setFocus(Qt::TabFocusReason);
        view_->setCurrentIndex(firstPart());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void CataloguePanel::showEmpty() {
    const bool isKnown = model_->rowCount() > 0;
    empty_->setText(isKnown
                        ? tr("No part is called “%1”.").arg(search_->text().trimmed())
                        : tr("Open a project or begin with a blank room:\nits parts are here."));
    const bool isEmpty = sorted_->rowCount() == 0;
    empty_->setVisible(isEmpty);
    view_->setVisible(!isEmpty);
}

void CataloguePanel::expandShort() {
    showEmpty();
    // Favourites and blocks, which a person put there.
    for (int row = 0; row < std::min(2, model_->rowCount()); ++row) {
        view_->expand(sorted_->mapFromSource(model_->index(row, 0)));
    }
}

void CataloguePanel::search(const QString& text) {
    sorted_->setFilterFixedString(text.trimmed());
    if (text.trimmed().isEmpty()) {
        view_->collapseAll();
        expandShort();
    } else {
        view_->expandAll();
    }
    showEmpty();
}

void CataloguePanel::menuAt(const QPoint& at) {
    const auto key = model_->keyAt(sorted_->mapToSource(view_->indexAt(at)));
    if (!key) {
        return;
    }
    QMenu menu(this);
    menu.addAction(tr("Place"), this, [this, key] { emit placeRequested(*key); });
    const bool isFavourite = model_->isFavourite(*key);
    menu.addAction(isFavourite ? tr("Take From Favourites") : tr("Add to Favourites"), this,
                   [this, key, isFavourite] { model_->setFavourite(*key, !isFavourite); });
    menu.exec(view_->viewport()->mapToGlobal(at));
}

}  // namespace headroom::ui
