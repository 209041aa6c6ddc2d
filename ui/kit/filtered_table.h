// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <functional>
#include <initializer_list>

class QAbstractTableModel;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QTableView;

namespace headroom::ui {

class EmptyHint;

/// Gives a table the look of all tables: whole rows are chosen, no grid, no frame, no numbers at
/// the left, rows as high as a line of text, and Tab leaves it.
void dressTable(QTableView* view, const QString& accessibleName);

/// A table with a search field, sorting by the model's UserRole, a row count, and words to read
/// while it is empty.
class FilteredTable : public QWidget {
    Q_OBJECT

  public:
    FilteredTable(QAbstractTableModel* model, const QString& name, const QString& emptyText,
                  QWidget* parent = nullptr);

    QTableView* view() const { return view_; }

    /// Row of the source model, -1: none.
    int currentRow() const;
    void sortBy(int column, Qt::SortOrder order);
    /// Sets the first columns, in pixels.
    void setWidths(std::initializer_list<int> pixels);
    /// Fills the context menu of a row. An empty menu is not shown.
    void setMenu(std::function<void(QMenu& menu, int sourceRow)> fill);
    void setEmptyText(const QString& text);
    /// Stands behind the count, at the right.
    void addToHead(QWidget* widget);
    /// Rows of the source model that are shown, next to what is searched for; call it again, or
    /// refilter(), when the answer changes.
    void setRowFilter(std::function<bool(int sourceRow)> shows);
    void refilter();
    /// Makes a row of the source model the current one; false where it is not shown.
    bool showRow(int sourceRow);
    /// Stands next to the count: what the list leaves out.
    void setRemark(const QString& text);

  signals:
    void rowChosen(int sourceRow);
    void rowActivated(int sourceRow);

  private:
    void showCount();

    class Filter;

    Filter* filter_;
    QHBoxLayout* head_;
    QLineEdit* search_;
    QLabel* count_;
    QString remark_;
    QTableView* view_;
    QString emptyText_;
    EmptyHint* empty_;
};

}  // namespace headroom::ui
