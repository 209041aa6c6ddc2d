// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/units/number_name.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QString>
#include <QVariant>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::ui {

/// How the cells of a column and its head are set.
enum class CellSide { Left, Right, Centre };  ///< words left, numbers right

/// Base of the item models of all tables of the window. A derived class defines the content of a
/// cell; the base answers Qt. Qt::UserRole holds what to sort by.
class RecordModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    /// The top of a column.
    struct Head {
        QString title;
        QString why;  ///< its tool tip
        CellSide side = CellSide::Left;
    };

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const final;

    const Head& head(int column) const { return heads_[static_cast<std::size_t>(column)]; }

  protected:
    RecordModel(std::vector<Head> heads, QObject* parent);

    virtual int count() const = 0;
    /// Every role but that of alignment; an empty one where there is nothing to say.
    virtual QVariant cell(int row, int column, int role) const = 0;

    /// All cells may say something else.
    void tellAllChanged();

  private:
    std::vector<Head> heads_;
};

/// A column of a table of such rows: what it is called, why, and what it shows of a row. A new
/// column is one of these, and nothing else.
template <class Row>
struct TableColumn {
    QString title;
    QString why;  ///< tool tip of its head
    CellSide side = CellSide::Left;
    std::function<QString(const Row&)> text;
    std::function<QVariant(const Row&)> key;   ///< to sort by; none means the text
    std::function<QString(const Row&)> tip;    ///< none means that of the row
    std::function<QVariant(const Row&)> mark;  ///< before the text: pixmap, icon or colour
    std::function<QColor(const Row&)> colour;  ///< of the text; not valid: the usual one
    std::function<bool(const Row&)> isBold;
    std::function<QVariant(const Row&, int role)> more;  ///< roles of its own, for delegates
    std::function<std::string(const Row&)>
        number;  ///< its name (ui/units/number_name.h); none if it has none
};

/// Records as rows. Rows keep their place while their number does not change, or, where records
/// can be distinguished (setSame), while they exist: so that selection and scrolling survive.
template <class Row>
class RecordTable : public RecordModel {
  public:
    using Columns = std::vector<TableColumn<Row>>;

    explicit RecordTable(Columns columns, QObject* parent = nullptr)
        : RecordModel(headsOf(columns), parent), columns_(std::move(columns)) {}

    /// Tool tip of every cell that has none of its own; without it, the cell's text.
    void setTip(std::function<QString(const Row&)> tip) { tip_ = std::move(tip); }

    /// Whether two records are of the same thing. Rows of things that are gone leave, new ones
    /// come last.
    void setSame(std::function<bool(const Row&, const Row&)> same) { same_ = std::move(same); }

    void setRows(std::vector<Row> next) {
        if (same_) {
            merge(std::move(next));
        } else if (next.size() == rows_.size()) {
            rows_ = std::move(next);
            tellAllChanged();
        } else {
            reset(std::move(next));
        }
    }

    /// Rows that have nothing to do with those before.
    void reset(std::vector<Row> next) {
        beginResetModel();
        rows_ = std::move(next);
        endResetModel();
    }

    void append(std::vector<Row> more) {
        if (more.empty()) {
            return;
        }
        const auto first = static_cast<int>(rows_.size());
        beginInsertRows({}, first, first + static_cast<int>(more.size()) - 1);
        std::move(more.begin(), more.end(), std::back_inserter(rows_));
        endInsertRows();
    }

    void drop(int first, int number) {
        if (number <= 0) {
            return;
        }
        beginRemoveRows({}, first, first + number - 1);
        rows_.erase(rows_.begin() + first, rows_.begin() + first + number);
        endRemoveRows();
    }

    const std::vector<Row>& rows() const { return rows_; }

    /// Record of a row as shown.
    virtual const Row& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }

  protected:
    int count() const override { return static_cast<int>(rows_.size()); }

    QVariant cell(int index, int column, int role) const override {
        return cellOf(row(index), columns_[static_cast<std::size_t>(column)], role);
    }

    QVariant keyOf(const Row& row, int column) const {
        return cellOf(row, columns_[static_cast<std::size_t>(column)], Qt::UserRole);
    }

    const Columns& columns() const { return columns_; }

  private:
    static std::vector<Head> headsOf(const Columns& columns) {
        std::vector<Head> heads;
        for (const TableColumn<Row>& column : columns) {
            heads.push_back({column.title, column.why, column.side});
        }
        return heads;
    }

    QVariant cellOf(const Row& row, const TableColumn<Row>& column, int role) const {
        switch (role) {
            case Qt::DisplayRole:
                return column.text(row);
            case Qt::UserRole:
                return column.key ? column.key(row) : QVariant(column.text(row));
            case Qt::ToolTipRole:
                return column.tip ? column.tip(row) : tip_ ? tip_(row) : column.text(row);
            case Qt::DecorationRole:
                return column.mark ? column.mark(row) : QVariant();
            case Qt::ForegroundRole:
                if (const QColor colour = column.colour ? column.colour(row) : QColor();
                    colour.isValid()) {
                    return colour;
                }
                return {};
            case Qt::FontRole:
                return column.isBold && column.isBold(row) ? boldCell() : QVariant();
            case kNumberRole:
                return column.number ? QVariant(QString::fromStdString(column.number(row)))
                                     : QVariant();
            default:
                return column.more ? column.more(row, role) : QVariant();
        }
    }

    void merge(std::vector<Row> next) {
        const auto findIn = [this](std::vector<Row>& in, const Row& row) {
            return std::find_if(in.begin(), in.end(),
                                [&](const Row& other) { return same_(row, other); });
        };
        for (int index = static_cast<int>(rows_.size()) - 1; index >= 0; --index) {
            if (findIn(next, rows_[static_cast<std::size_t>(index)]) == next.end()) {
                drop(index, 1);
            }
        }
        std::vector<Row> fresh;
        for (Row& row : next) {
            if (const auto known = findIn(rows_, row); known != rows_.end()) {
                *known = std::move(row);
            } else {
                fresh.push_back(std::move(row));
            }
        }
        tellAllChanged();
        append(std::move(fresh));
    }

    static QVariant boldCell();

    Columns columns_;
    std::vector<Row> rows_;
    std::function<QString(const Row&)> tip_;
    std::function<bool(const Row&, const Row&)> same_;
};

/// The font of a cell that stands out.
QVariant boldCellFont();

template <class Row>
QVariant RecordTable<Row>::boldCell() {
    return boldCellFont();
}

/// An icon of resources/icons in that colour, as a mark before a cell's text.
QVariant iconMark(const QString& icon, const QColor& colour);

}  // namespace headroom::ui
