// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/inspector/attribute_delegate.h"

#include <QSortFilterProxyModel>
#include <QWidget>

#include <functional>
#include <string_view>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace headroom::ui {

class ObjectTableModel;
struct PastePlan;

/// Rows whose stated values hold the words; the id and the first column stay.
class ObjectTableFilter : public QSortFilterProxyModel {
    Q_OBJECT

  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString& words);

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

  private:
    QString words_;
};

/// Hundreds of objects at once: one document type, a row an object, a column an attribute. Cells
/// are edited as in the inspector; blocks of cells are copied to and pasted from a spreadsheet.
/// The rows selected are the selection of the window.
class ObjectTable : public QWidget, public AttributeHost {
    Q_OBJECT

  public:
    explicit ObjectTable(Workspace* workspace, QWidget* parent = nullptr);

    QTableView* view() const { return view_; }

    ObjectTableModel* model() const { return model_; }

    void showType(std::string_view typeId);

    /// Selected cells as lines and tabs; with names of the columns where wanted.
    QString asText(bool withHeader) const;

    /// Effect of pasting at the current cell, and doing it as one step.
    PastePlan planOf(const QString& text) const;
    bool carryOut(const PastePlan& plan);

    void fillDown();
    void removeRows();
    void addObject();

    const models::Attribute* attributeAt(const QModelIndex& index) const override;
    QString editTextAt(const QModelIndex& index) const override;
    QString take(const QModelIndex& index, const QString& text) override;
    void restore(const QModelIndex& index) override;
    void say(const QString& reason) override;

  private:
    void buildActions();
    void fillTypes();
    void countTypes();
    void fitColumns();
    void paste();
    void followSelection();
    void tellSelection();
    QModelIndexList selectedCells() const;
    std::vector<int> selectedRows() const;
    QString refusalOf(const std::function<bool()>& act);

    Workspace* workspace_;
    ObjectTableModel* model_;
    ObjectTableFilter* filter_;
    QComboBox* types_;
    QLineEdit* search_;
    QTableView* view_;
    QLabel* state_;
    bool following_ = false;
};

}  // namespace headroom::ui
