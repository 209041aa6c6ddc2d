// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/sim/frame.h"
#include "engine/sim/quantity.h"
#include "ui/shell/selection.h"

#include <QWidget>

#include <functional>
#include <span>
#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace headroom::ui {

class Workspace;

/// All about the selected thing: present values, then what the project and the catalogue state,
/// read from the attribute tables; references open to what they name. With nothing selected: the
/// facility.
class Inspector : public QWidget {
    Q_OBJECT

  public:
    explicit Inspector(Workspace* workspace, QWidget* parent = nullptr);

    /// Selected rows, or all, as tab-separated text with full numbers.
    QString asText() const;

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    using Reader = std::function<double(const engine::Frame&)>;

    struct Live {
        QTreeWidgetItem* item;
        std::function<void(QTreeWidgetItem*, const engine::Frame&)> update;
    };

    void rebuild();
    void refresh();
    QTreeWidgetItem* section(const QString& title);
    void addLive(QTreeWidgetItem* parent, const engine::QuantityInfo& info, Reader read);
    void addRow(QTreeWidgetItem* parent, const QString& label, const QString& value,
                const QString& tip = {});
    void addAttributes(QTreeWidgetItem* parent, const models::ComponentType& type,
                       std::span<const models::Value> values,
                       std::span<const engine::Provenance> provenance, int depth);
    void addReference(QTreeWidgetItem* item, std::string_view target, const std::string& id,
                      int depth);
    void addObject(const engine::Object& object);
    void addGroupValues(const engine::Object& object);
    void showFacility();
    void showRack(std::size_t rack);
    void showEquipment(std::size_t index);
    void showJob(std::int64_t job);

    Workspace* workspace_;
    QLabel* icon_;
    QLabel* title_;
    QLabel* subtitle_;
    QTreeWidget* tree_;
    std::vector<Live> live_;
};

}  // namespace headroom::ui
