// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/inspector.h"

#include "ui/floor/colour_scale.h"
#include "ui/inspector/attribute_text.h"
#include "ui/inspector/object_fields.h"
#include "ui/inspector/object_icon.h"
#include "ui/inspector/power_values.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/theme.h"
#include "ui/simulation/computed.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kDeepest = 3;  // references within references that are opened

QString text(std::string_view s) {
    return tableText(s);
}

QString length(double metres, int digits) {
    const DisplayUnit unit = UnitSystem::instance().shown(models::unit::metre);
    return plainNumberText(unit.shown(metres), digits);
}

QString lengthSymbol() {
    return UnitSystem::instance().shown(models::unit::metre).symbol;
}

QString statusText(const std::string& status) {
    return status.empty() ? QString() : QString::fromStdString(status);
}

QString sourceTip(const engine::Provenance& p) {
    QString tip = QStringLiteral("<p>%1</p>").arg(QString::fromStdString(p.source).toHtmlEscaped());
    if (!p.date.empty()) {
        tip += QStringLiteral("<p>%1</p>").arg(QString::fromStdString(p.date).toHtmlEscaped());
    }
    if (!p.note.empty()) {
        tip += QStringLiteral("<p>%1</p>").arg(QString::fromStdString(p.note).toHtmlEscaped());
    }
    return tip;
}

}  // namespace

Inspector::Inspector(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      icon_(new QLabel(this)),
      title_(new QLabel(this)),
      subtitle_(new QLabel(this)),
      tree_(new QTreeWidget(this)),
      details_(new QLabel(this)),
      fields_(new ObjectFields(
          workspace, tree_,
          [this](QTreeWidgetItem* item, const models::Attribute& attribute, const std::string& id) {
              addReference(item, attribute.target, id, 1);
          })) {
    setObjectName("inspector");
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    heavy.setPointSizeF(font().pointSizeF() + 1.0);
    title_->setFont(heavy);
    title_->setTextFormat(Qt::PlainText);
    subtitle_->setForegroundRole(QPalette::PlaceholderText);
    subtitle_->setTextFormat(Qt::PlainText);
    subtitle_->setWordWrap(true);
    for (QLabel* label : {title_, subtitle_}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setMinimumWidth(60);
    }
    setMinimumWidth(300);
    buildTree();
    details_->setObjectName("inspectorDetails");
    details_->setAccessibleName(tr("About the current row"));
    details_->setWordWrap(true);
    details_->setTextFormat(Qt::RichText);
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    details_->setContentsMargins(10, 6, 10, 8);
    details_->setMinimumWidth(60);
    // Three lines always, so that nothing jumps while rows are walked through.
    details_->setFixedHeight(4 * fontMetrics().lineSpacing() + 14);
    details_->setAlignment(Qt::AlignTop | Qt::AlignLeft);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 8, 10, 8);
    head->setSpacing(10);
    head->addWidget(icon_, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    words->addWidget(title_);
    words->addWidget(subtitle_);
    head->addLayout(words, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(tree_, 1);
    layout->addWidget(details_);

    connect(fields_, &ObjectFields::said, this, &Inspector::say);
    connect(&workspace->selection(), &Selection::changed, this, &Inspector::rebuild);
    connect(workspace, &Workspace::opened, this, &Inspector::rebuild);
    connect(workspace, &Workspace::closed, this, &Inspector::rebuild);
    connect(workspace, &Workspace::catalogueChanged, this, &Inspector::rebuild);
    connect(workspace, &Workspace::projectChanged, this, &Inspector::takeProject);
    connect(workspace, &Workspace::layoutChanged, this, &Inspector::refreshPlaces);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &Inspector::rebuild);
    for (const auto signal : {&Workspace::slowTick, &Workspace::simulationChanged}) {
        connect(workspace, signal, this, [this] {
            // Rows that only a run fills appear when nobody is typing into one of them.
            const bool keepsRows = isComputed(workspace_->frame().get()) == hadFrame_ || isTyping();
            keepsRows ? refresh() : rebuild();
        });
    }
    connect(&Theme::instance(), &Theme::changed, this, &Inspector::rebuild);
    rebuild();
}

void Inspector::buildTree() {
    tree_->setObjectName("inspectorTable");
    tree_->setAccessibleName(tr("Attributes of what is selected"));
    tree_->setColumnCount(3);
    tree_->setHeaderLabels({tr("Attribute"), tr("Value"), tr("Source")});
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setMinimumSectionSize(60);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::Interactive);
    tree_->header()->setSectionResizeMode(2, QHeaderView::Interactive);
    tree_->header()->resizeSection(1, fontMetrics().horizontalAdvance("00.00 M tokens/s_"));
    tree_->header()->resizeSection(2, fontMetrics().horizontalAdvance("assumption_"));
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    tree_->setAlternatingRowColors(false);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(11);
    tree_->setIconSize({13, 13});
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setItemDelegateForColumn(1, new AttributeDelegate(workspace_, fields_, tree_));
    tree_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    connect(tree_, &QTreeWidget::itemClicked, this, &Inspector::clicked);
    connect(tree_, &QTreeWidget::itemDoubleClicked, this, [this] {
        if (const QString& why = workspace_->editor().lock(); !why.isEmpty()) {
            say(why);
        }
    });
    connect(tree_, &QTreeWidget::currentItemChanged, this, &Inspector::showDetails);
    buildMenu();
}

void Inspector::buildMenu() {
    auto* copy = new QAction(tr("Copy"), tree_);
    auto* reset = new QAction(Theme::icon("undo"), tr("Reset to Default"), tree_);
    reset->setObjectName("inspectorReset");
    connect(copy, &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(asText()); });
    connect(reset, &QAction::triggered, this, [this] { fields_->reset(tree_->currentItem()); });
    connect(tree_, &QTreeWidget::currentItemChanged, reset,
            [this, reset](QTreeWidgetItem* item) { reset->setEnabled(fields_->canReset(item)); });
    tree_->addActions({copy, reset});
    tree_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

/// One click edits a value, as in any property list; a click on the arrow beside "project" takes
/// the statement away.
void Inspector::clicked(QTreeWidgetItem* item, int column) {
    if (!fields_->isField(item) || QApplication::keyboardModifiers() != Qt::NoModifier) {
        return;
    }
    if (column == 1) {
        tree_->editItem(item, 1);
    } else if (column == 2) {
        fields_->reset(item);
    }
}

void Inspector::say(const QString& reason) {
    if (reason.isEmpty()) {
        showDetails();
    } else {
        details_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                              .arg(Theme::instance().colours().bad.name(), reason.toHtmlEscaped()));
    }
}

void Inspector::showDetails() {
    QTreeWidgetItem* item = tree_->currentItem();
    if (item == nullptr) {
        details_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                              .arg(Theme::instance().colours().muted.name(),
                                   tr("Choose a row to read what it means and where its value "
                                      "comes from.")));
        return;
    }
    const QString field = fields_->details(item);
    details_->setText(!field.isEmpty()             ? field
                      : item->toolTip(2).isEmpty() ? item->toolTip(0).toHtmlEscaped()
                                                   : item->toolTip(2));
}

std::string Inspector::shownThing() const {
    std::string thing;
    for (const Selected& what : workspace_->selection().all()) {
        thing += std::to_string(static_cast<int>(what.kind)) + ':' + std::to_string(what.index) +
                 ':' + what.objectId + ':' + std::to_string(what.job) + ';';
    }
    const Selected& what = workspace_->selection().current();
    const engine::Layout& layout = workspace_->layout();
    if (what.rack() >= 0 && static_cast<std::size_t>(what.rack()) < layout.racks.size()) {
        const auto block =
            static_cast<std::size_t>(layout.racks[static_cast<std::size_t>(what.rack())].block);
        thing += layout.blockRacks[block];
    }
    return thing;
}

/// An edit changes values, seldom what there is to show: rows stay, and with them focus, scroll
/// position and an editor that is open.
void Inspector::takeProject() {
    if (!workspace_->isOpen() || shownThing() != shown_ || !fields_->refresh()) {
        rebuild();
        return;
    }
    refreshPlaces();
    showDetails();
}

bool Inspector::isTyping() const {
    const QWidget* focus = focusWidget();
    return focus != nullptr && tree_->viewport()->isAncestorOf(focus);
}

void Inspector::rebuild() {
    const Selected& what = workspace_->selection().current();
    live_.clear();
    placed_.clear();
    hadFrame_ = isComputed(workspace_->frame().get());
    fields_->clear();
    tree_->clear();
    showDetails();
    const QString iconName = workspace_->isOpen() ? iconOf(*workspace_, what) : "inspector";
    icon_->setPixmap(
        Theme::pixmap(iconName, 28, Theme::instance().colours().accent, devicePixelRatioF()));
    if (!workspace_->isOpen()) {
        shown_.clear();
        title_->setText(tr("Nothing is open"));
        subtitle_->setText(
            tr("Open a project; then click a rack, a machine or a row of the tree."));
        return;
    }
    shown_ = shownThing();
    title_->setText(workspace_->nameOf(what));
    if (workspace_->selection().all().size() > 1) {
        showSeveral();
        refresh();
        return;
    }
    switch (what.kind) {
        case Selected::Kind::None:
        case Selected::Kind::Facility:
            showFacility();
            break;
        case Selected::Kind::Rack:
            showRack(static_cast<std::size_t>(what.index));
            break;
        case Selected::Kind::Equipment:
            showEquipment(static_cast<std::size_t>(what.index));
            break;
        case Selected::Kind::Object:
            showObject(what.objectId);
            break;
        case Selected::Kind::Job:
            showJob(what.job);
            break;
    }
    refresh();
}

void Inspector::showObject(const std::string& id) {
    if (const engine::Object* object = workspace_->project().find(id)) {
        subtitle_->setText(text(object->type->label));
        addGroupValues(*object);
        addObjects({id});
    }
}

/// One section for each type of object, over all of that type.
void Inspector::showSeveral() {
    const auto& all = workspace_->selection().all();
    title_->setText(tr("%1 things selected").arg(all.size()));
    std::vector<std::pair<const models::ComponentType*, std::vector<std::string>>> byType;
    for (const std::string& id : workspace_->selection().objectIds()) {
        const engine::Object* object = workspace_->project().find(id);
        if (object == nullptr) {
            continue;
        }
        const auto known = std::find_if(byType.begin(), byType.end(), [&](const auto& entry) {
            return entry.first == object->type;
        });
        if (known == byType.end()) {
            byType.push_back({object->type, {id}});
        } else {
            known->second.push_back(id);
        }
    }
    subtitle_->setText(byType.empty()
                           ? tr("They belong to no object of the project.")
                           : tr("What is set here is set for all objects of a section, in one "
                                "step."));
    for (const auto& [type, ids] : byType) {
        addObjects(ids);
    }
}

QTreeWidgetItem* Inspector::section(const QString& title) {
    auto* item = new QTreeWidgetItem(tree_, {title});
    QFont heavy = tree_->font();
    heavy.setWeight(QFont::DemiBold);
    item->setFont(0, heavy);
    item->setFlags(Qt::ItemIsEnabled);
    item->setFirstColumnSpanned(true);
    item->setSizeHint(0, QSize(0, tree_->fontMetrics().height() + 5));
    item->setExpanded(true);
    for (int column = 0; column < 3; ++column) {
        item->setBackground(column, Theme::instance().colours().window);
    }
    return item;
}

/// Says so once a section where nothing has been simulated.
void Inspector::addLive(QTreeWidgetItem* parent, const engine::QuantityInfo& info, Reader read) {
    if (!hadFrame_) {
        if (parent->childCount() == 0) {
            auto* item = new QTreeWidgetItem(parent, {tr("Not simulated yet")});
            item->setFirstColumnSpanned(true);
            item->setForeground(0, Theme::instance().colours().muted);
        }
        return;
    }
    auto* item = new QTreeWidgetItem(parent, {text(info.label)});
    const QString why = text(info.why);
    item->setToolTip(0, why);
    item->setText(2, tr("computed"));
    item->setToolTip(2, why);
    item->setForeground(2, Theme::instance().colours().muted);
    live_.push_back({item, [info, read, why](QTreeWidgetItem* row, const engine::Frame& frame) {
                         const double si = read(frame);
                         row->setText(1, quantityText(si, info.unit));
                         const DisplayUnit unit = UnitSystem::instance().shown(info.unit);
                         row->setToolTip(1, QStringLiteral("%1 %2\n\n%3")
                                                .arg(unit.shown(si), 0, 'g', 12)
                                                .arg(unit.symbol, why));
                     }});
}

void Inspector::addRow(QTreeWidgetItem* parent, const QString& label, std::function<QString()> show,
                       const QString& tip) {
    auto* item = new QTreeWidgetItem(parent, {label, show()});
    item->setToolTip(0, tip);
    item->setToolTip(1, tip.isEmpty() ? item->text(1) : tip);
    placed_.push_back({item, std::move(show)});
}

void Inspector::refreshPlaces() {
    if (!workspace_->isOpen() || shownThing() != shown_) {
        return;  // what is shown is about to be another thing
    }
    for (const Placed& row : placed_) {
        row.item->setText(1, row.text());
    }
}

void Inspector::addAttributes(QTreeWidgetItem* parent, const models::ComponentType& type,
                              std::span<const models::Value> values,
                              std::span<const engine::Provenance> provenance, int depth) {
    const ThemeColours& colours = Theme::instance().colours();
    for (std::size_t i = 0; i < type.attributes.size() && i < values.size(); ++i) {
        const models::Attribute& attribute = type.attributes[i];
        if (std::holds_alternative<std::monostate>(values[i])) {
            continue;  // not stated: the program's default holds
        }
        auto* item = new QTreeWidgetItem(
            parent, {text(attribute.label), valueShown(attribute, values[i], workspace_->project(),
                                                       workspace_->catalogue())});
        const QString doc =
            QStringLiteral("%1\n(%2)").arg(text(attribute.doc), text(attribute.key));
        item->setToolTip(0, doc);
        item->setToolTip(1, doc);
        if (i < provenance.size()) {
            item->setText(2, statusText(provenance[i].status));
            item->setToolTip(2, sourceTip(provenance[i]));
        } else {
            item->setText(2, tr("project"));
            item->setToolTip(2, tr("Stated in the project file"));
        }
        item->setForeground(2, item->text(2) == "memory" || item->text(2) == "assumption"
                                   ? colours.caution
                                   : colours.muted);
        if (attribute.kind == models::ValueKind::Reference && depth < kDeepest) {
            addReference(item, attribute.target, std::get<std::string>(values[i]), depth + 1);
        }
    }
}

void Inspector::addReference(QTreeWidgetItem* item, std::string_view target, const std::string& id,
                             int depth) {
    if (const auto* catalogue = workspace_->catalogue()) {
        models::forEachTarget(target, [&](std::string_view type) {
            if (const auto* entry = catalogue->find(type, id)) {
                item->setText(1, QString::fromStdString(entry->name.empty() ? id : entry->name));
                addAttributes(item, *entry->type, entry->values, entry->provenance, depth);
            }
        });
    }
}

void Inspector::addObjects(const std::vector<std::string>& ids) {
    fields_->add(ids, [this, &ids](const QString& title) {
        QTreeWidgetItem* group = section(title);
        if (ids.size() == 1) {
            const QString id = QString::fromStdString(ids.front());
            auto* item = new QTreeWidgetItem(group, {tr("Id"), id, tr("project")});
            item->setToolTip(0, tr("Other objects, tables and reports name it by its id"));
            item->setForeground(2, Theme::instance().colours().muted);
        }
        return group;
    });
}

void Inspector::addGroupValues(const engine::Object& object) {
    const auto add = [this](std::span<const engine::QuantityInfo> infos, auto select) {
        auto* group = section(tr("Now"));
        for (std::size_t q = 0; q < infos.size(); ++q) {
            addLive(group, infos[q],
                    [select, q](const engine::Frame& frame) { return select(frame, q); });
        }
    };
    const auto at = [](const auto& list, std::size_t i, std::size_t q) {
        return i < list.size() ? list[i][q] : models::kNotStated;
    };
    const auto sameType = workspace_->project().objectsOf(object.type->id);
    const auto index = static_cast<std::size_t>(
        std::find_if(sameType.begin(), sameType.end(),
                     [&](const engine::Object* o) { return o->id == object.id; }) -
        sameType.begin());
    if (object.type->id == "hall") {
        add(engine::hallQuantities(),
            [at, index](const engine::Frame& f, std::size_t q) { return at(f.halls, index, q); });
    } else if (object.type->id == "cdu_group") {
        add(engine::cduQuantities(),
            [at, index](const engine::Frame& f, std::size_t q) { return at(f.cdus, index, q); });
    } else if (object.type->id == "cooling_loop") {
        add(engine::loopQuantities(),
            [at, index](const engine::Frame& f, std::size_t q) { return at(f.loops, index, q); });
    } else if (object.type->id == "power_unit") {
        addPowerValues(object.id);
    }
}

void Inspector::addPowerValues(const std::string& object) {
    const auto frame = workspace_->frame();
    if (!isComputed(frame.get())) {
        return;
    }
    const std::vector<LiveValue> values = powerUnitValues(*frame, object);
    QTreeWidgetItem* group = values.empty() ? nullptr : section(tr("Now"));
    for (const LiveValue& value : values) {
        auto* item = new QTreeWidgetItem(group, {value.label, value.text(*frame), tr("computed")});
        item->setToolTip(0, value.why);
        item->setForeground(2, Theme::instance().colours().muted);
        live_.push_back({item, [text = value.text](QTreeWidgetItem* row, const engine::Frame& now) {
                             row->setText(1, text(now));
                             row->setToolTip(1, row->text(1));
                         }});
    }
}

void Inspector::showFacility() {
    title_->setText(workspace_->title());
    subtitle_->setText(tr("The whole facility. Click a rack or a machine for its own values."));
    auto* group = section(tr("Now and since the start"));
    for (std::size_t q = 0; q < engine::facilityQuantities().size(); ++q) {
        addLive(group, engine::facilityQuantities()[q],
                [q](const engine::Frame& frame) { return frame.facility[q]; });
    }
    for (const engine::Object& object : workspace_->project().objects) {
        if (object.type->single) {
            addObjects({object.id});
        }
    }
}

void Inspector::showRack(std::size_t rack) {
    const engine::Layout& layout = workspace_->layout();
    const engine::RackBox& box = layout.racks[rack];
    const auto block = static_cast<std::size_t>(box.block);
    const engine::HallBox& hall = layout.halls[static_cast<std::size_t>(box.hall)];
    title_->setText(tr("Rack %1").arg(QString::fromStdString(box.name())));
    subtitle_->setText(tr("%1 in %2")
                           .arg(workspace_->nameOfObject(layout.blocks[block]),
                                QString::fromStdString(hall.name.empty() ? hall.id : hall.name)));
    auto* now = section(tr("Now"));
    if (hadFrame_) {
        auto* item = new QTreeWidgetItem(now, {tr("State"), QString(), tr("computed")});
        item->setForeground(2, Theme::instance().colours().muted);
        live_.push_back({item, [rack](QTreeWidgetItem* row, const engine::Frame& frame) {
                             const auto& all = frame.rackConditions;
                             const engine::Condition condition =
                                 rack < all.size() ? all[rack] : engine::Condition::Normal;
                             row->setText(1, conditionWord(condition));
                             row->setToolTip(1, conditionWhy(condition));
                             row->setIcon(1, conditionPixmap(condition, 16));
                         }});
    }
    for (std::size_t q = 0; q < engine::rackQuantities().size(); ++q) {
        const auto quantity = static_cast<engine::RackQuantity>(q);
        const engine::QuantityInfo& info = engine::rackQuantities()[q];
        const auto read = [q, rack](const engine::Frame& frame) {
            return rack < frame.racks[q].size() ? static_cast<double>(frame.racks[q][rack])
                                                : models::kNotStated;
        };
        addLive(now, info, read);
        if (hadFrame_ && !ColourScale(quantity).isContinuous()) {
            live_.back().update = [quantity, read](QTreeWidgetItem* row,
                                                   const engine::Frame& frame) {
                row->setText(
                    1, ColourScale(quantity).valueText(static_cast<float>(read(frame)), &frame));
            };
        }
    }
    addPlace(rack);
    if (const auto* catalogue = workspace_->catalogue()) {
        if (const auto* entry = catalogue->find("rack", layout.blockRacks[block])) {
            auto* group = section(QString::fromStdString(entry->name));
            addAttributes(group, *entry->type, entry->values, entry->provenance, 0);
        }
    }
    addObjects({layout.blocks[block]});
}

void Inspector::addPlace(std::size_t rack) {
    auto* place = section(tr("Place"));
    const auto add = [&](const QString& label, auto show, const QString& tip = {}) {
        addRow(
            place, label,
            [this, rack, show] {
                const auto& racks = workspace_->layout().racks;
                return rack < racks.size() ? show(racks[rack]) : QString();
            },
            tip);
    };
    using Box = engine::RackBox;
    add(tr("Row"), [](const Box& box) { return QString::number(box.row + 1); });
    add(tr("Position in row"), [](const Box& box) { return QString::number(box.column + 1); });
    add(tr("Faces"), [](const Box& box) { return box.facesNorth() ? tr("north") : tr("south"); });
    add(
        tr("South-west corner"),
        [](const Box& box) {
            return QStringLiteral("%1 %3, %2 %3")
                .arg(length(box.box.x, 5), length(box.box.y, 5), lengthSymbol());
        },
        tr("East and north of the site's origin"));
    add(tr("Width × depth × height"), [](const Box& box) {
        return QStringLiteral("%1 × %2 × %3 %4")
            .arg(length(box.box.width, 4), length(box.box.depth, 4), length(box.box.height, 4),
                 lengthSymbol());
    });
}

void Inspector::showEquipment(std::size_t index) {
    const engine::EquipmentBox& machine = workspace_->layout().equipment[index];
    title_->setText(machine.kindName());
    subtitle_->setText(tr("of %1").arg(workspace_->nameOfObject(machine.id)));
    if (const engine::Object* object = workspace_->project().find(machine.id)) {
        addGroupValues(*object);
        addObjects({object->id});
    }
}

void Inspector::showJob(std::int64_t job) {
    subtitle_->setText(tr("Job"));
    auto* group = section(tr("Now"));
    const auto add = [&](const QString& label, const QString& tip, auto show) {
        auto* item = new QTreeWidgetItem(group, {label});
        item->setToolTip(0, tip);
        live_.push_back(
            {item, [this, job, show](QTreeWidgetItem* row, const engine::Frame& frame) {
                 for (const engine::JobRow& j : frame.jobs) {
                     if (j.id == job) {
                         row->setText(1, show(j));
                         row->setToolTip(1, row->text(1));
                         title_->setText(
                             tr("Job %1 · %2").arg(job).arg(QString::fromStdString(j.name)));
                     }
                 }
             }});
    };
    using Job = engine::JobRow;
    add(tr("State"), {}, [](const Job& j) { return QString(engine::jobStateName(j.state)); });
    add(tr("Why"), tr("What bounds it, why it waits, or what ended it last"),
        [](const Job& j) { return QString::fromStdString(j.why); });
    add(tr("Accelerators"), {}, [](const Job& j) { return QString::number(j.accelerators); });
    add(tr("Progress"), tr("Share of its tokens or run time that is done"),
        [](const Job& j) { return quantityText(j.progress, models::unit::percent, 3); });
    add(tr("Throughput"), {}, [](const Job& j) {
        return j.tokensPerS > 0.0 ? quantityText(j.tokensPerS, {"tokens/s", 1.0})
                                  : QStringLiteral("–");
    });
    add(tr("Step time"), {}, [](const Job& j) {
        return j.stepTimeS > 0.0 ? quantityText(j.stepTimeS, models::unit::second)
                                 : QStringLiteral("–");
    });
    add(tr("MFU"), tr("Model FLOP utilisation: useful over peak arithmetic"), [](const Job& j) {
        return j.mfu > 0.0 ? quantityText(j.mfu, models::unit::percent, 3) : QStringLiteral("–");
    });
    add(tr("Restarts"), {}, [](const Job& j) { return QString::number(j.restarts); });
    add(tr("Submitted"), tr("Simulated time since the start of the run"),
        [](const Job& j) { return momentText(j.submitS); });
    add(tr("Started"), tr("Simulated time since the start of the run"),
        [](const Job& j) { return momentText(j.startS); });
}

void Inspector::refresh() {
    if (const auto frame = workspace_->frame()) {
        for (const Live& live : live_) {
            live.update(live.item, *frame);
        }
    }
}

QString Inspector::asText() const {
    QStringList lines;
    const auto add = [&lines](const QTreeWidgetItem* item) {
        lines << item->text(0) + '\t' + item->text(1) + '\t' + item->text(2);
    };
    const auto chosen = tree_->selectedItems();
    if (!chosen.isEmpty()) {
        std::for_each(chosen.begin(), chosen.end(), add);
    } else {
        for (QTreeWidgetItemIterator it(tree_); *it != nullptr; ++it) {
            add(*it);
        }
    }
    return lines.join('\n');
}

void Inspector::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(asText());
    } else {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace headroom::ui
