// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/inspector.h"

#include "engine/run/frame/computed.h"
#include "ui/help/help_reference.h"
#include "ui/help/help_topics.h"
#include "ui/inspector/attribute_text.h"
#include "ui/inspector/object_fields.h"
#include "ui/inspector/object_icon.h"
#include "ui/kit/text_size.h"
#include "ui/kit/theme.h"
#include "ui/units/number_name.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/units/value_text.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QResizeEvent>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kDeepest = 3;  // references within references that are opened

QString text(std::string_view s) {
    return tableText(s);
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
      title_(new ElidedLabel(this)),
      subtitle_(new QLabel(this)),
      tree_(new QTreeWidget(this)),
      details_(new QLabel(this)),
      fields_(new ObjectFields(
          workspace, tree_,
          [this](QTreeWidgetItem* item, const models::Attribute& attribute, const std::string& id) {
              addReference(item, attribute.target, id, 1);
          })) {
    setObjectName("inspector");
    title_->setObjectName("inspectorTitle");
    keepTextSize(title_, 1.0, QFont::DemiBold);
    title_->setTextFormat(Qt::PlainText);
    subtitle_->setForegroundRole(QPalette::PlaceholderText);
    subtitle_->setTextFormat(Qt::PlainText);
    subtitle_->setWordWrap(true);
    subtitle_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    subtitle_->setMinimumWidth(60);
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
    connect(&workspace->editor(), &Editor::lockChanged, this, &Inspector::showDetails);
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
            const bool keepsRows = contentOf(workspace_->frame().get()) == content_ || isTyping();
            keepsRows ? refresh() : rebuild();
        });
    }
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        fitColumns();
        rebuild();
    });
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
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    tree_->setAlternatingRowColors(false);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(11);
    Theme::instance().keepIconSize(tree_, 13);
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
    connect(tree_, &QTreeWidget::itemExpanded, this,
            [this](QTreeWidgetItem* item) { keepFold(item, true); });
    connect(tree_, &QTreeWidget::itemCollapsed, this,
            [this](QTreeWidgetItem* item) { keepFold(item, false); });
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

/// One click edits a value, as in any property list; a click on the arrow next to "project" takes
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
    tree_->setProperty(
        kHelpProperty,
        item == nullptr ? QString() : helpTopicOfNumber(item->data(0, kNumberRole).toString()));
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

/// Parts of a frame on which rows depend. On the way back in time a frame of the recording comes first, without wiring and
/// piping; the exact state follows.
Inspector::Content Inspector::contentOf(const engine::Frame* frame) {
    return {isComputed(frame), frame != nullptr && frame->network != nullptr,
            frame != nullptr && frame->cooling != nullptr};
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
    content_ = contentOf(workspace_->frame().get());
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
        subtitle_->setText(labelText(object->type->label));
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
    subtitle_->setText(
        byType.empty() ? tr("They belong to no object of the project.")
                       : tr("A value set here applies to all objects of a section, in one step."));
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
void Inspector::addLive(QTreeWidgetItem* parent, const std::string& number,
                        const engine::QuantityInfo& info, Reader read) {
    if (!hadFrame_) {
        if (parent->childCount() == 0) {
            auto* item = new QTreeWidgetItem(parent, {tr("Not simulated yet")});
            item->setFirstColumnSpanned(true);
            item->setForeground(0, Theme::instance().colours().muted);
        }
        return;
    }
    auto* item = new QTreeWidgetItem(parent, {labelText(info.label)});
    item->setData(0, kNumberRole, QString::fromStdString(number + '/' + std::string(info.key)));
    const QString why = text(info.why);
    item->setToolTip(0, why);
    item->setText(2, tr("computed"));
    item->setToolTip(2, why);
    item->setForeground(2, Theme::instance().colours().muted);
    live_.push_back({item, [info, read, why](QTreeWidgetItem* row, const engine::Frame& frame) {
                         const double si = read(frame);
                         row->setText(1, valueText(info, si));
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
                              const std::string& part, std::span<const models::Value> values,
                              std::span<const engine::Provenance> provenance, int depth) {
    const ThemeColours& colours = Theme::instance().colours();
    for (std::size_t i = 0; i < type.attributes.size() && i < values.size(); ++i) {
        const models::Attribute& attribute = type.attributes[i];
        if (std::holds_alternative<std::monostate>(values[i])) {
            continue;  // not stated: the program's default holds
        }
        auto* item = new QTreeWidgetItem(
            parent,
            {labelText(attribute.label),
             valueShown(attribute, values[i], workspace_->project(), workspace_->catalogue())});
        item->setData(
            0, kNumberRole,
            QString::fromStdString(
                NumberName{"part", std::string(type.id), part, std::string(attribute.key)}.text()));
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
                addAttributes(item, *entry->type, entry->id, entry->values, entry->provenance,
                              depth);
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

/// A name that can be read comes first: where there is little room the source goes, which the details
/// below the rows say too, and then the value has two fifths.
void Inspector::fitColumns() {
    const QFontMetrics metrics(QApplication::font());
    const int room = width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int name = metrics.horizontalAdvance("Accelerator power__"),
              value = metrics.horizontalAdvance("00.00 M tokens/s_"),
              source = metrics.horizontalAdvance("assumption_");
    tree_->setColumnHidden(2, room < name + value + source / 2);
    tree_->header()->resizeSection(1, std::min(value, 2 * room / 5));
    tree_->header()->resizeSection(2, std::min(source, std::max(60, room - name - value)));
}

void Inspector::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        fitColumns();
    }
}

void Inspector::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(asText());
    } else {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace headroom::ui
