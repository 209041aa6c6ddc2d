// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/inspector.h"

#include "ui/inspector/object_icon.h"
#include "ui/quantity_text.h"
#include "ui/scene/colour_scale.h"
#include "ui/shell/theme.h"
#include "ui/shell/workspace.h"

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
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

QString stated(const models::Attribute& attribute, const models::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        // As stated: the file's own unit, no prefix of ours.
        const QString unit = unitSymbol(attribute.unit.symbol);
        return unit.isEmpty() ? plainNumberText(*number)
                              : plainNumberText(*number) + QChar(0x2009) + unit;
    }
    return QString::fromStdString(engine::valueText(value));
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
      tree_(new QTreeWidget(this)) {
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
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setFrameShape(QFrame::NoFrame);

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

    connect(&workspace->selection(), &Selection::changed, this, &Inspector::rebuild);
    connect(workspace, &Workspace::opened, this, &Inspector::rebuild);
    connect(workspace, &Workspace::closed, this, &Inspector::rebuild);
    connect(workspace, &Workspace::projectChanged, this, &Inspector::rebuild);
    connect(workspace, &Workspace::slowTick, this, &Inspector::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &Inspector::rebuild);
    rebuild();
}

void Inspector::rebuild() {
    const Selected& what = workspace_->selection().current();
    live_.clear();
    tree_->clear();
    const QString iconName = workspace_->isOpen() ? iconOf(*workspace_, what) : "inspector";
    icon_->setPixmap(
        Theme::pixmap(iconName, 28, Theme::instance().colours().accent, devicePixelRatioF()));
    if (!workspace_->isOpen()) {
        title_->setText(tr("Nothing is open"));
        subtitle_->setText(
            tr("Open a project; then click a rack, a machine or a row of the tree."));
        return;
    }
    title_->setText(workspace_->nameOf(what));
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
            if (const engine::Object* object = workspace_->project().find(what.objectId)) {
                subtitle_->setText(text(object->type->label));
                addGroupValues(*object);
                addObject(*object);
            }
            break;
        case Selected::Kind::Job:
            showJob(what.job);
            break;
    }
    refresh();
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

void Inspector::addLive(QTreeWidgetItem* parent, const engine::QuantityInfo& info, Reader read) {
    auto* item = new QTreeWidgetItem(parent, {text(info.label)});
    const QString why = text(info.why);
    item->setToolTip(0, why);
    item->setText(2, tr("computed"));
    item->setToolTip(2, why);
    item->setForeground(2, Theme::instance().colours().muted);
    live_.push_back({item, [info, read, why](QTreeWidgetItem* row, const engine::Frame& frame) {
                         const double si = read(frame);
                         row->setText(1, quantityText(si, info.unit));
                         row->setToolTip(1, QStringLiteral("%1 %2\n\n%3")
                                                .arg(si / info.unit.toSi, 0, 'g', 12)
                                                .arg(unitSymbol(info.unit.symbol), why));
                     }});
}

void Inspector::addRow(QTreeWidgetItem* parent, const QString& label, const QString& value,
                       const QString& tip) {
    auto* item = new QTreeWidgetItem(parent, {label, value});
    item->setToolTip(0, tip);
    item->setToolTip(1, tip.isEmpty() ? value : tip);
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
        auto* item =
            new QTreeWidgetItem(parent, {text(attribute.label), stated(attribute, values[i])});
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

void Inspector::addObject(const engine::Object& object) {
    auto* group = section(
        QStringLiteral("%1 · %2").arg(text(object.type->label), QString::fromStdString(object.id)));
    group->setToolTip(0, text(object.type->doc));
    addAttributes(group, *object.type, object.values, {}, 0);
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
            addObject(object);
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
    for (std::size_t q = 0; q < engine::rackQuantities().size(); ++q) {
        const auto quantity = static_cast<engine::RackQuantity>(q);
        const engine::QuantityInfo& info = engine::rackQuantities()[q];
        const auto read = [q, rack](const engine::Frame& frame) {
            return rack < frame.racks[q].size() ? static_cast<double>(frame.racks[q][rack])
                                                : models::kNotStated;
        };
        addLive(now, info, read);
        if (!ColourScale(quantity).isContinuous()) {
            live_.back().update = [quantity, read](QTreeWidgetItem* row,
                                                   const engine::Frame& frame) {
                row->setText(
                    1, ColourScale(quantity).valueText(static_cast<float>(read(frame)), &frame));
            };
        }
    }
    auto* place = section(tr("Place"));
    addRow(place, tr("Row"), QString::number(box.row + 1));
    addRow(place, tr("Position in row"), QString::number(box.column + 1));
    addRow(place, tr("Faces"), box.facesNorth() ? tr("north") : tr("south"));
    addRow(place, tr("South-west corner"),
           QStringLiteral("%1 m, %2 m")
               .arg(plainNumberText(box.box.x, 5), plainNumberText(box.box.y, 5)),
           tr("East and north of the site's origin"));
    addRow(place, tr("Width × depth × height"),
           QStringLiteral("%1 × %2 × %3 m")
               .arg(plainNumberText(box.box.width, 4), plainNumberText(box.box.depth, 4),
                    plainNumberText(box.box.height, 4)));
    if (const auto* catalogue = workspace_->catalogue()) {
        if (const auto* entry = catalogue->find("rack", layout.blockRacks[block])) {
            auto* group = section(QString::fromStdString(entry->name));
            addAttributes(group, *entry->type, entry->values, entry->provenance, 0);
        }
    }
    if (const engine::Object* object = workspace_->project().find(layout.blocks[block])) {
        addObject(*object);
    }
}

void Inspector::showEquipment(std::size_t index) {
    const engine::EquipmentBox& machine = workspace_->layout().equipment[index];
    title_->setText(engine::equipmentKindName(machine.kind));
    subtitle_->setText(tr("of %1").arg(workspace_->nameOfObject(machine.id)));
    if (const engine::Object* object = workspace_->project().find(machine.id)) {
        addGroupValues(*object);
        addObject(*object);
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
        [](const Job& j) { return durationText(j.submitS); });
    add(tr("Started"), tr("Simulated time since the start of the run"),
        [](const Job& j) { return durationText(j.startS); });
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
