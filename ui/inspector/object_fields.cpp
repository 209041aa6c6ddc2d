// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/object_fields.h"

#include "engine/text/nice_step.h"
#include "ui/inspector/attribute_group.h"
#include "ui/inspector/attribute_text.h"
#include "ui/kit/theme.h"
#include "ui/units/number_name.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using models::ValueKind;

constexpr double kPixelsPerStep = 4.0;
constexpr std::size_t kGroupsFrom = 13;  // attributes from which a table is shown in groups

bool isNotStated(const models::Value& value) {
    return std::holds_alternative<std::monostate>(value);
}

/// 1, 2 or 5 times a power of ten, about a hundredth of the value.
double scrubStep(double value, const models::Attribute& attribute) {
    if (attribute.kind == ValueKind::Integer) {
        return 1.0;
    }
    double size = std::abs(value) / 100.0;
    if (size == 0.0) {
        size = std::isfinite(attribute.maximum) && attribute.maximum > 0.0
                   ? std::min(attribute.maximum / 1000.0, 0.1)
                   : 0.1;
    }
    return engine::niceLength(size);
}

models::Value scrubbed(double start, double by, double step, const models::Attribute& attribute) {
    double value =
        std::clamp(std::round((start + by) / step) * step, attribute.minimum, attribute.maximum);
    if (attribute.kind == ValueKind::Integer) {
        return static_cast<std::int64_t>(std::llround(value));
    }
    // 0.1 * 3 is not 0.3: as many decimals as the step has.
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    const double scale = std::pow(10.0, decimals);
    value = std::round(value * scale) / scale;
    return value;
}

}  // namespace

ObjectFields::ObjectFields(Workspace* workspace, QTreeWidget* tree, FillReference fillReference)
    : QObject(tree), workspace_(workspace), tree_(tree), fillReference_(std::move(fillReference)) {
    tree->viewport()->installEventFilter(this);
    tree->viewport()->setMouseTracking(true);
}

void ObjectFields::clear() {
    rows_.clear();
    scrub_ = {};
}

void ObjectFields::add(const std::vector<std::string>& ids, const MakeSection& makeSection) {
    const engine::Object* first = ids.empty() ? nullptr : workspace_->project().find(ids.front());
    if (first == nullptr) {
        return;
    }
    const models::ComponentType& type = *first->type;
    const QString name = ids.size() == 1
                             ? QStringLiteral("%1 · %2").arg(labelText(type.label),
                                                             QString::fromStdString(first->id))
                             : tr("%1 · %2 objects").arg(labelText(type.label)).arg(ids.size());
    QTreeWidgetItem* head = makeSection(name);
    head->setToolTip(0, tableText(type.doc));
    const std::vector<models::Value> defaults = defaultsOf(type);
    const bool inGroups = type.attributes.size() >= kGroupsFrom;
    std::map<int, QTreeWidgetItem*> groups;
    if (inGroups) {
        for (const AttributeGroup group : kAttributeGroups) {
            const bool used =
                std::any_of(type.attributes.begin(), type.attributes.end(),
                            [&](const models::Attribute& a) { return groupOf(a) == group; });
            if (used) {
                auto* item = new QTreeWidgetItem(head, {attributeGroupName(group)});
                item->setFlags(Qt::ItemIsEnabled);
                item->setForeground(0, Theme::instance().colours().muted);
                item->setFirstColumnSpanned(true);
                item->setExpanded(true);
                groups[static_cast<int>(group)] = item;
            }
        }
    }
    for (std::size_t i = 0; i < type.attributes.size(); ++i) {
        const models::Attribute& attribute = type.attributes[i];
        QTreeWidgetItem* parent = inGroups ? groups.at(static_cast<int>(groupOf(attribute))) : head;
        auto* item = new QTreeWidgetItem(parent, {labelText(attribute.label)});
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable);
        item->setData(0, kNumberRole,
                      QString::fromStdString(NumberName{"attribute", std::string(type.id),
                                                        first->id, std::string(attribute.key)}
                                                 .text()));
        Row& row = rows_[item];
        row = {&attribute, i, ids, defaults[i], {}, {}, {}};
        show(item, row);
    }
}

const ObjectFields::Row* ObjectFields::rowOf(QTreeWidgetItem* item) const {
    const auto found = rows_.find(item);
    return found == rows_.end() ? nullptr : &found->second;
}

ObjectFields::Row* ObjectFields::rowOf(QTreeWidgetItem* item) {
    const auto found = rows_.find(item);
    return found == rows_.end() ? nullptr : &found->second;
}

ObjectFields::Now ObjectFields::nowOf(const Row& row) const {
    Now now;
    for (std::size_t i = 0; i < row.ids.size(); ++i) {
        const engine::Object* object = workspace_->project().find(row.ids[i]);
        if (object == nullptr || row.place >= object->values.size()) {
            now.exists = false;
            return now;
        }
        const models::Value& stated = object->values[row.place];
        now.stated += isNotStated(stated) ? 0U : 1U;
        const models::Value& holds = isNotStated(stated) ? row.byDefault : stated;
        if (i == 0) {
            now.value = holds;
        } else {
            now.same = now.same && holds == now.value;
        }
    }
    return now;
}

void ObjectFields::show(QTreeWidgetItem* item, Row& row) {
    const ThemeColours& colours = Theme::instance().colours();
    const Now now = nowOf(row);
    const models::Attribute& attribute = *row.attribute;
    const bool isBad = !row.bad.isEmpty() || !row.reason.isEmpty();
    QString text =
        now.same ? valueShown(attribute, now.value, workspace_->project(), workspace_->catalogue())
                 : tr("mixed");
    if (isBad) {
        text = row.bad;
    } else if (now.same && text.isEmpty()) {
        text = attribute.kind == ValueKind::Reference || attribute.kind == ValueKind::ReferenceList
                   ? tr("none")
                   : QStringLiteral("–");
    }
    const bool isDefault = now.stated == 0;
    QFont font = tree_->font();
    font.setItalic(!now.same);
    item->setText(1, text);
    item->setFont(1, font);
    item->setForeground(1, isBad                    ? colours.bad
                           : isDefault || !now.same ? colours.muted
                                                    : colours.text);
    item->setIcon(1, isBad ? Theme::icon("warning") : QIcon());
    item->setText(2, isDefault                      ? tr("default")
                     : now.stated == row.ids.size() ? tr("project")
                                                    : tr("partly"));
    item->setForeground(2, colours.muted);
    item->setIcon(2, !isDefault && !attribute.required ? Theme::icon("undo") : QIcon());
    item->setToolTip(2, isDefault ? tr("Not stated: the program's default holds")
                        : attribute.required
                            ? tr("Stated in the project file; must be stated")
                            : tr("Stated in the project file. Click to go back to the default."));
    const QString tip = details(item);
    item->setToolTip(0, tip);
    item->setToolTip(1, isBad ? row.reason.toHtmlEscaped()
                              : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()) + tip);
    std::string opens;
    if (attribute.kind == ValueKind::Reference && now.same) {
        if (const auto* id = std::get_if<std::string>(&now.value)) {
            opens = *id;
        }
    }
    if (opens != row.opened) {
        const auto below = item->takeChildren();
        qDeleteAll(below);
        row.opened = opens;
        if (!opens.empty() && fillReference_) {
            fillReference_(item, attribute, opens);
        }
    }
}

bool ObjectFields::refresh() {
    for (const auto& [item, row] : rows_) {
        if (!nowOf(row).exists) {
            return false;
        }
    }
    for (auto& [item, row] : rows_) {
        show(item, row);
    }
    return true;
}

QString ObjectFields::details(QTreeWidgetItem* item) const {
    const Row* row = rowOf(item);
    if (row == nullptr) {
        return {};
    }
    const models::Attribute& attribute = *row->attribute;
    QStringList lines{QStringLiteral("<b>%1</b>").arg(labelText(attribute.label).toHtmlEscaped()),
                      tableText(attribute.doc).toHtmlEscaped()};
    QStringList facts;
    if (const QString range = rangeText(attribute); !range.isEmpty()) {
        facts << range;
    }
    const QString byDefault =
        valueShown(attribute, row->byDefault, workspace_->project(), workspace_->catalogue());
    facts << (attribute.required    ? tr("must be stated")
              : byDefault.isEmpty() ? tr("nothing by default")
                                    : tr("default %1").arg(byDefault));
    facts << QStringLiteral("<tt>%1</tt>").arg(tableText(attribute.key));
    lines << facts.join(QStringLiteral(" · "));
    return lines.join("<br>");
}

const models::Attribute* ObjectFields::attributeAt(const QModelIndex& index) const {
    if (index.column() != 1 || !workspace_->editor().canEdit()) {
        return nullptr;
    }
    const Row* row = rowOf(static_cast<QTreeWidgetItem*>(index.internalPointer()));
    return row == nullptr ? nullptr : row->attribute;
}

QString ObjectFields::editTextAt(const QModelIndex& index) const {
    const Row* row = rowOf(static_cast<QTreeWidgetItem*>(index.internalPointer()));
    if (row == nullptr) {
        return {};
    }
    if (!row->bad.isEmpty()) {
        return row->bad;
    }
    const Now now = nowOf(*row);
    return now.same ? valueNamed(*row->attribute, now.value, workspace_->project(),
                                 workspace_->catalogue())
                    : QString();
}

QString ObjectFields::take(const QModelIndex& index, const QString& text) {
    auto* item = static_cast<QTreeWidgetItem*>(index.internalPointer());
    Row* row = rowOf(item);
    if (row == nullptr) {
        return {};
    }
    if (text == editTextAt(index)) {  // nothing was typed: no edit, and not a digit is lost
        return row->reason;
    }
    const auto value =
        valueFromText(*row->attribute, text, workspace_->project(), workspace_->catalogue());
    row->bad.clear();
    row->reason.clear();
    QString reason =
        value ? apply(*row, std::vector<models::Value>(row->ids.size(), *value)) : value.error();
    // The rows may have been made anew by the edit.
    row = rowOf(item);
    if (row != nullptr) {
        if (!reason.isEmpty()) {
            row->bad = text;
            row->reason = reason;
        }
        show(item, *row);
    }
    return reason;
}

void ObjectFields::restore(const QModelIndex& index) {
    auto* item = static_cast<QTreeWidgetItem*>(index.internalPointer());
    if (Row* row = rowOf(item)) {
        row->bad.clear();
        row->reason.clear();
        show(item, *row);
    }
    say({});
}

void ObjectFields::say(const QString& reason) {
    emit said(reason);
}

QString ObjectFields::apply(const Row& row, const std::vector<models::Value>& values,
                            const std::string& mergeKey) {
    std::vector<engine::Edit> edits;
    for (std::size_t i = 0; i < row.ids.size(); ++i) {
        edits.push_back(
            engine::SetAttribute{row.ids[i], std::string(row.attribute->key), values[i]});
    }
    const QString label = labelText(row.attribute->label);
    const QString words =
        row.ids.size() == 1 ? tr("Set %1 of %2").arg(label, QString::fromStdString(row.ids.front()))
                            : tr("Set %1 of %2 Objects").arg(label).arg(row.ids.size());
    QString reason;
    const auto heard = connect(&workspace_->editor(), &Editor::refused, this,
                               [&reason](const engine::Error& error) {
                                   reason = shownText(error.message + " " + error.remedy);
                               });
    const bool done = workspace_->editor().apply(edits, words, mergeKey);
    disconnect(heard);
    return done ? QString() : reason.isEmpty() ? tr("It cannot be changed now.") : reason;
}

bool ObjectFields::canReset(QTreeWidgetItem* item) const {
    const Row* row = rowOf(item);
    return row != nullptr && !row->attribute->required && nowOf(*row).stated > 0;
}

void ObjectFields::reset(QTreeWidgetItem* item) {
    if (!canReset(item)) {
        return;
    }
    Row* row = rowOf(item);
    row->bad.clear();
    row->reason.clear();
    say(apply(*row, std::vector<models::Value>(row->ids.size())));
}

bool ObjectFields::canScrub(QTreeWidgetItem* item) const {
    const Row* row = rowOf(item);
    if (row == nullptr || !workspace_->editor().canEdit() ||
        (row->attribute->kind != ValueKind::Number && row->attribute->kind != ValueKind::Integer)) {
        return false;
    }
    return !isNotStated(nowOf(*row).value);
}

void ObjectFields::beginScrub(QTreeWidgetItem* item, double x) {
    scrub_ = {};
    scrub_.item = item;
    scrub_.fromX = x;
    const Row& row = *rowOf(item);
    for (const std::string& id : row.ids) {
        const engine::Object* object = workspace_->project().find(id);
        const models::Value& stated = object->values[row.place];
        const models::Value& value = isNotStated(stated) ? row.byDefault : stated;
        const auto* whole = std::get_if<std::int64_t>(&value);
        const auto* number = std::get_if<double>(&value);
        scrub_.start.push_back(whole != nullptr    ? static_cast<double>(*whole)
                               : number != nullptr ? *number
                                                   : 0.0);
    }
    scrub_.step = scrubStep(scrub_.start.front(), *row.attribute);
    scrub_.key = "scrub " + std::to_string(++scrubs_);
}

void ObjectFields::moveScrub(double x, bool fine) {
    const double pixels = x - scrub_.fromX;
    if (!scrub_.moving && std::abs(pixels) < QApplication::startDragDistance()) {
        return;
    }
    scrub_.moving = true;
    const Row* row = rowOf(scrub_.item);
    if (row == nullptr) {
        scrub_ = {};
        return;
    }
    const bool whole = row->attribute->kind == ValueKind::Integer;
    const double step = scrub_.step * (fine && !whole ? 0.1 : 1.0);
    const double by = std::round(pixels / kPixelsPerStep) * step;
    std::vector<models::Value> values;
    for (const double start : scrub_.start) {
        values.push_back(scrubbed(start, by, step, *row->attribute));
    }
    say(apply(*row, values, scrub_.key));
}

void ObjectFields::endScrub() {
    if (scrub_.moving) {
        workspace_->editor().seal();
    }
    scrub_ = {};
}

bool ObjectFields::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex index = tree_->indexAt(mouse->pos());
        QTreeWidgetItem* item =
            index.isValid() && index.column() == 0 ? tree_->itemAt(mouse->pos()) : nullptr;
        if (event->type() == QEvent::MouseButtonPress) {
            if (mouse->button() == Qt::LeftButton && item != nullptr && canScrub(item)) {
                beginScrub(item, mouse->position().x());
            }
        } else if (scrub_.item != nullptr && (mouse->buttons() & Qt::LeftButton) != 0) {
            moveScrub(mouse->position().x(), (mouse->modifiers() & Qt::ShiftModifier) != 0);
            return true;
        } else {
            const bool can = item != nullptr && canScrub(item);
            tree_->viewport()->setCursor(can ? Qt::SizeHorCursor : Qt::ArrowCursor);
        }
    } else if (event->type() == QEvent::MouseButtonRelease && scrub_.item != nullptr) {
        const bool moved = scrub_.moving;
        endScrub();
        return moved;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace headroom::ui
