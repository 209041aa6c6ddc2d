// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/part_key.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace headroom::ui {

class CatalogueModel;
class Workspace;

/// Parts to put on the plan: search, favourites, key figures; drag a part into plan or 3-D, or press Enter and click the
/// place. Enter in the search takes the first that it found, Down
/// goes to the list.
class CataloguePanel : public QWidget {
    Q_OBJECT

  public:
    explicit CataloguePanel(Workspace* workspace, QWidget* parent = nullptr);

    QTreeView* view() const { return view_; }

    CatalogueModel* model() const { return model_; }

  signals:
    /// Enter or a double click: take it in hand.
    void placeRequested(const headroom::ui::PartKey& key);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QModelIndex firstPart() const;
    void showEmpty();
    void search(const QString& text);
    void menuAt(const QPoint& at);
    void expandShort();

    CatalogueModel* model_;
    QSortFilterProxyModel* sorted_;
    QLineEdit* search_;
    QTreeView* view_;
    QLabel* empty_;
};

}  // namespace headroom::ui
