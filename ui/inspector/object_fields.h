// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "engine/document/project.h"
#include "ui/inspector/attribute_delegate.h"

#include <QObject>

#include <functional>
#include <map>
#include <string>
#include <vector>

class QTreeWidget;
class QTreeWidgetItem;

namespace headroom::ui {

class Workspace;

/// The rows of a tree that show and edit the attributes of project objects: one row per attribute,
/// over one object or several of a type, stated or not. An edit is one step over all of them.
/// Rows stay the same items while the project changes, so that focus and scroll position stay.
class ObjectFields : public QObject, public AttributeHost {
    Q_OBJECT

  public:
    /// Fills the rows under a reference with what the catalogue says about the part.
    using FillReference =
        std::function<void(QTreeWidgetItem*, const models::Attribute&, const std::string& id)>;
    using MakeSection = std::function<QTreeWidgetItem*(const QString& title)>;

    ObjectFields(Workspace* workspace, QTreeWidget* tree, FillReference fillReference);

    /// Forgets all rows; the tree is cleared by its owner.
    void clear();

    /// Rows for all attributes of these objects, which are of one type; long tables in groups by
    /// subject.
    void add(const std::vector<std::string>& ids, const MakeSection& makeSection);

    /// Values of the present project. False: an object is gone, all has to be built anew.
    bool refresh();

    /// The statement is taken away: the default holds.
    void reset(QTreeWidgetItem* item);
    bool canReset(QTreeWidgetItem* item) const;

    bool isField(QTreeWidgetItem* item) const { return rowOf(item) != nullptr; }

    /// Meaning, range and default of the row as HTML; empty where it is not a field.
    QString details(QTreeWidgetItem* item) const;

    const models::Attribute* attributeAt(const QModelIndex& index) const override;
    QString editTextAt(const QModelIndex& index) const override;
    QString take(const QModelIndex& index, const QString& text) override;
    void restore(const QModelIndex& index) override;
    void say(const QString& reason) override;

  signals:
    /// Why something was not taken; empty if all is well again.
    void said(const QString& reason);

  protected:
    /// Dragging on the label of a number changes it.
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Row {
        const models::Attribute* attribute = nullptr;
        std::size_t place = 0;  ///< of the attribute in its table
        std::vector<std::string> ids;
        models::Value byDefault;
        QString bad;         ///< typed and refused
        QString reason;      ///< why
        std::string opened;  ///< the reference whose part is listed below the row
    };

    struct Now {
        bool exists = true;
        bool same = true;
        std::size_t stated = 0;
        models::Value value;  ///< of the first object, or the default
    };

    struct Scrub {
        QTreeWidgetItem* item = nullptr;
        double fromX = 0.0;
        bool moving = false;
        double step = 0.0;
        std::vector<double> start;
        std::string key;
    };

    const Row* rowOf(QTreeWidgetItem* item) const;
    Row* rowOf(QTreeWidgetItem* item);
    Now nowOf(const Row& row) const;
    void show(QTreeWidgetItem* item, Row& row);
    QString apply(const Row& row, const std::vector<models::Value>& values,
                  const std::string& mergeKey = {});
    bool canScrub(QTreeWidgetItem* item) const;
    void beginScrub(QTreeWidgetItem* item, double x);
    void moveScrub(double x, bool fine);
    void endScrub();

    Workspace* workspace_;
    QTreeWidget* tree_;
    FillReference fillReference_;
    std::map<QTreeWidgetItem*, Row> rows_;
    Scrub scrub_;
    int scrubs_ = 0;
};

}  // namespace headroom::ui
