// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/quantity.h"
#include "ui/workspace/selection.h"

#include <QWidget>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace headroom::ui {

class ElidedLabel;
class ObjectFields;
class Workspace;

/// All about what is selected: present values, then what the project states, to be edited, and what
/// the catalogue states, read from the attribute tables; references open to what they name. Several
/// things are edited at once. With nothing selected: the facility.
class Inspector : public QWidget {
    Q_OBJECT

  public:
    explicit Inspector(Workspace* workspace, QWidget* parent = nullptr);

    /// Selected rows, or all, as tab-separated text with full numbers.
    QString asText() const;

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    using Reader = std::function<double(const engine::Frame&)>;

    struct Live {
        QTreeWidgetItem* item;
        std::function<void(QTreeWidgetItem*, const engine::Frame&)> update;
    };

    /// A row that follows the layout.
    struct Placed {
        QTreeWidgetItem* item;
        std::function<QString()> text;
    };

    void buildTree();
    void fitColumns();
    void buildMenu();
    bool isTyping() const;
    void rebuild();
    void refresh();
    void refreshPlaces();
    void takeProject();
    std::string shownThing() const;
    void showDetails();
    void say(const QString& reason);
    void clicked(QTreeWidgetItem* item, int column);
    QTreeWidgetItem* section(const QString& title);
    QTreeWidgetItem* foldedSection(const QString& title);
    void keepFold(const QTreeWidgetItem* item, bool open);
    void addLive(QTreeWidgetItem* parent, const std::string& number,
                 const engine::QuantityInfo& info, Reader read);
    void addRow(QTreeWidgetItem* parent, const QString& label, std::function<QString()> text,
                const QString& tip = {});
    void addAttributes(QTreeWidgetItem* parent, const models::ComponentType& type,
                       const std::string& part, std::span<const models::Value> values,
                       std::span<const engine::Provenance> provenance, int depth);
    void addReference(QTreeWidgetItem* item, std::string_view target, const std::string& id,
                      int depth);
    void addObjects(const std::vector<std::string>& ids);
    void addFrameValues(std::string_view place, const std::string& id, const QString& heading);
    void addGroupValues(const engine::Object& object);
    void addCduValues(const std::string& group);
    void addPowerValues(const std::string& object);
    void addBlockValues(const std::string& block);
    void showFacility();
    void showObject(const std::string& id);
    void showSeveral();
    void showRack(std::size_t rack);
    void addPlace(std::size_t rack);
    void showEquipment(std::size_t index);
    void showJob(std::int64_t job);

    Workspace* workspace_;
    QLabel* icon_;
    ElidedLabel* title_;
    QLabel* subtitle_;
    QTreeWidget* tree_;
    QLabel* details_;  ///< what the current row means, or why something was not taken
    ObjectFields* fields_;
    std::vector<Live> live_;
    std::vector<Placed> placed_;
    bool hadFrame_ = false;  ///< whether there was something simulated to show

    /// Simulated, wiring, piping: whether the frame had them.
    using Content = std::array<bool, 3>;
    static Content contentOf(const engine::Frame* frame);
    Content content_{};  ///< when the rows were made
    std::string shown_;  ///< what the rows are about
};

}  // namespace headroom::ui
