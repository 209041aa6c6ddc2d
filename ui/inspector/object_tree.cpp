// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/object_tree.h"

#include "ui/inspector/object_model.h"
#include "ui/kit/empty_hint.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace headroom::ui {

ObjectTree::ObjectTree(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      model_(new ObjectModel(workspace, this)),
      filter_(new QSortFilterProxyModel(this)),
      search_(new QLineEdit(this)),
      view_(new QTreeView(this)),
      hint_(new EmptyHint(tr("No object has these words. Clear the search to see all."), view_)) {
    setObjectName("objectTree");
    setMinimumWidth(170);
    filter_->setSourceModel(model_);
    filter_->setRecursiveFilteringEnabled(true);
    filter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    search_->setPlaceholderText(tr("Search"));
    search_->setAccessibleName(tr("Search the project"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    view_->setModel(filter_);
    view_->setAccessibleName(tr("Project"));
    view_->setUniformRowHeights(true);
    view_->setHeaderHidden(true);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setIndentation(10);
    // Names of one kind differ at their end: "Busways, Hall 1 A".
    view_->setTextElideMode(Qt::ElideMiddle);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    view_->header()->setStretchLastSection(false);
    view_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    view_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(6, 6, 6, 6);
    top->addWidget(search_);
    layout->addLayout(top);
    layout->addWidget(view_, 1);

    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) {
        filter_->setFilterFixedString(words);
        showHint();
        if (!words.isEmpty()) {
            view_->expandAll();
        } else {
            expandTop();
            followSelection();
        }
    });
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                const Selected target = model_->targetOf(filter_->mapToSource(index));
                if (!following_ && index.isValid() && !target.isNone()) {
                    workspace_->selection().select(target);
                }
            });
    connect(view_, &QTreeView::doubleClicked, this, &ObjectTree::activated);
    connect(view_, &QTreeView::customContextMenuRequested, this, [this](const QPoint& at) {
        const QModelIndex index = filter_->mapToSource(view_->indexAt(at));
        if (index.isValid() && !model_->targetOf(index).isNone()) {
            emit menuRequested(view_->viewport()->mapToGlobal(at));
        }
    });
    connect(&workspace->selection(), &Selection::changed, this, &ObjectTree::followSelection);
    // An edit makes the rows anew. Unfolded rows stay so, or the next click lands on another row.
    connect(model_, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        unfolded_ = document_ == workspace_->documentNumber() ? unfoldedIn({}) : QSet<QString>();
        document_ = workspace_->documentNumber();
    });
    connect(model_, &QAbstractItemModel::modelReset, this, [this] {
        expandTop();
        unfold({}, unfolded_);
        showHint();
    });
    // A search is for one project: in the next one it would show an empty tree.
    connect(workspace, &Workspace::opened, this, [this, searched = -1]() mutable {
        if (workspace_->documentNumber() != std::exchange(searched, workspace_->documentNumber())) {
            search_->clear();
        }
    });
    expandTop();
    showHint();
}

void ObjectTree::showHint() {
    hint_->setVisible(filter_->rowCount() == 0 && !search_->text().isEmpty());
}

void ObjectTree::expandTop() {
    view_->collapseAll();
    view_->expandToDepth(0);
}

QString ObjectTree::pathOf(const QModelIndex& index) const {
    return index.isValid() ? pathOf(index.parent()) + '/' + index.data().toString() : QString();
}

QSet<QString> ObjectTree::unfoldedIn(const QModelIndex& parent) const {
    QSet<QString> paths;
    for (int row = 0; row < filter_->rowCount(parent); ++row) {
        const QModelIndex index = filter_->index(row, 0, parent);
        if (view_->isExpanded(index)) {
            paths << pathOf(index);
            paths += unfoldedIn(index);
        }
    }
    return paths;
}

void ObjectTree::unfold(const QModelIndex& parent, const QSet<QString>& paths) {
    for (int row = 0; row < filter_->rowCount(parent); ++row) {
        const QModelIndex index = filter_->index(row, 0, parent);
        if (paths.contains(pathOf(index))) {
            view_->expand(index);
            unfold(index, paths);
        }
    }
}

void ObjectTree::followSelection() {
    following_ = true;
    const QModelIndex index =
        filter_->mapFromSource(model_->indexOf(workspace_->selection().current()));
    if (index.isValid()) {
        view_->setCurrentIndex(index);
        view_->scrollTo(index);
    } else {
        view_->setCurrentIndex({});
    }
    following_ = false;
}

}  // namespace headroom::ui
