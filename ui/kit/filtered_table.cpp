// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/filtered_table.h"

#include "ui/kit/empty_hint.h"
#include "ui/kit/theme.h"

#include <QAbstractTableModel>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace headroom::ui {

void dressTable(QTableView* view, const QString& accessibleName) {
    view->setAccessibleName(accessibleName);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setShowGrid(false);
    view->setWordWrap(false);
    // Both ends distinguish names that begin or end alike.
    view->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    view->setFrameShape(QFrame::NoFrame);
    view->verticalHeader()->setVisible(false);
    view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 6);
    view->horizontalHeader()->setHighlightSections(false);
    view->setTabKeyNavigation(false);
}

/// Search text, and the rows that its owner shows.
class FilteredTable::Filter : public QSortFilterProxyModel {
  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void show(std::function<bool(int)> shows) {
        shows_ = std::move(shows);
        invalidateFilter();
    }

    void again() { invalidateFilter(); }

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return (!shows_ || shows_(row)) && QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }

  private:
    std::function<bool(int)> shows_;
};

FilteredTable::FilteredTable(QAbstractTableModel* model, const QString& name,
                             const QString& emptyText, QWidget* parent)
    : QWidget(parent),
      filter_(new Filter(this)),
      head_(new QHBoxLayout),
      search_(new QLineEdit(this)),
      count_(new QLabel(this)),
      view_(new QTableView(this)),
      emptyText_(emptyText),
      empty_(new EmptyHint(emptyText, view_)) {
    filter_->setSourceModel(model);
    filter_->setSortRole(Qt::UserRole);
    filter_->setFilterKeyColumn(-1);
    filter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    filter_->setDynamicSortFilter(true);

    search_->setPlaceholderText(tr("Filter"));
    search_->setAccessibleName(tr("Filter of %1").arg(name));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    search_->setMaximumWidth(260);
    count_->setForegroundRole(QPalette::PlaceholderText);

    view_->setModel(filter_);
    dressTable(view_, name);
    view_->setSortingEnabled(true);
    view_->horizontalHeader()->setStretchLastSection(true);

    head_->setContentsMargins(6, 4, 8, 4);
    head_->setSpacing(10);
    head_->addWidget(search_);
    head_->addWidget(count_);
    head_->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head_);
    layout->addWidget(view_, 1);

    connect(search_, &QLineEdit::textChanged, filter_,
            &QSortFilterProxyModel::setFilterFixedString);
    for (const auto signal :
         {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(filter_, signal, this, &FilteredTable::showCount);
        // And once both are done: the filter is the first to hear of a change.
        connect(filter_->sourceModel(), signal, this, &FilteredTable::showCount);
    }
    connect(filter_, &QAbstractItemModel::modelReset, this, &FilteredTable::showCount);
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid()) {
                    emit rowChosen(filter_->mapToSource(index).row());
                }
            });
    connect(view_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        emit rowActivated(filter_->mapToSource(index).row());
    });
    showCount();
}

int FilteredTable::currentRow() const {
    const QModelIndex index = view_->currentIndex();
    return index.isValid() ? filter_->mapToSource(index).row() : -1;
}

void FilteredTable::sortBy(int column, Qt::SortOrder order) {
    view_->sortByColumn(column, order);
}

void FilteredTable::setWidths(std::initializer_list<int> pixels) {
    int column = 0;
    for (const int width : pixels) {
        view_->setColumnWidth(column++, width);
    }
}

void FilteredTable::setMenu(std::function<void(QMenu& menu, int sourceRow)> fill) {
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view_, &QWidget::customContextMenuRequested, this,
            [this, fill = std::move(fill)](const QPoint& place) {
                if (const int row = currentRow(); row >= 0) {
                    QMenu menu(this);
                    menu.setToolTipsVisible(true);
                    fill(menu, row);
                    if (!menu.isEmpty()) {
                        menu.exec(view_->viewport()->mapToGlobal(place));
                    }
                }
            });
}

void FilteredTable::setEmptyText(const QString& text) {
    if (text != emptyText_) {
        emptyText_ = text;
        showCount();
    }
}

void FilteredTable::addToHead(QWidget* widget) {
    head_->addWidget(widget);
}

void FilteredTable::setRowFilter(std::function<bool(int sourceRow)> shows) {
    filter_->show(std::move(shows));
    showCount();
}

void FilteredTable::refilter() {
    filter_->again();
    showCount();
}

bool FilteredTable::showRow(int sourceRow) {
    const QModelIndex index = filter_->mapFromSource(filter_->sourceModel()->index(sourceRow, 0));
    if (!index.isValid()) {
        return false;
    }
    view_->setCurrentIndex(index);
    view_->scrollTo(index);
    return true;
}

void FilteredTable::setRemark(const QString& text) {
    if (text != remark_) {
        remark_ = text;
        showCount();
    }
}

void FilteredTable::showCount() {
    const int shown = filter_->rowCount();
    const int all = filter_->sourceModel()->rowCount();
    const QString count = shown != all ? tr("%1 of %2 rows").arg(shown).arg(all)
                          : all == 1   ? tr("1 row")
                                       : tr("%1 rows").arg(all);
    count_->setText(remark_.isEmpty() ? count : QStringLiteral("%1 · %2").arg(count, remark_));
    empty_->setText(all == 0 ? emptyText_ : tr("No row passes the filter."));
    empty_->setVisible(shown == 0);
}

}  // namespace headroom::ui
