// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QModelIndex>
#include <QSet>
#include <QString>
#include <QWidget>

class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace headroom::ui {

class ObjectModel;
class EmptyHint;
class Workspace;

/// The project's tree with a search field; its current row is the window's selection.
class ObjectTree : public QWidget {
    Q_OBJECT

  public:
    explicit ObjectTree(Workspace* workspace, QWidget* parent = nullptr);

    QTreeView* view() const { return view_; }

  signals:
    void activated();
    /// A right click on a row, which is the selection by then.
    void menuRequested(const QPoint& at);

  private:
    void followSelection();
    void expandTop();
    void showHint();
    QString pathOf(const QModelIndex& index) const;
    QSet<QString> unfoldedIn(const QModelIndex& parent) const;
    void unfold(const QModelIndex& parent, const QSet<QString>& paths);

    Workspace* workspace_;
    ObjectModel* model_;
    QSortFilterProxyModel* filter_;
    QLineEdit* search_;
    QTreeView* view_;
    EmptyHint* hint_;
    bool following_ = false;
    int document_ = -1;
    QSet<QString> unfolded_;
};

}  // namespace headroom::ui
