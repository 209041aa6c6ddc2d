// SPDX-License-Identifier: Apache-2.0
// What the inspector shows of a run: of the facility, a rack, a machine, a unit of the wiring, a job.
#include "engine/part/part_address.h"
#include "engine/run/frame/computed.h"
#include "engine/run/frame/frame_objects.h"
#include "ui/floor/colour_scale.h"
#include "ui/inspector/attribute_text.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/power_values.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/text_size.h"
#include "ui/units/moment_text.h"
#include "ui/units/number_name.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QTreeWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace headroom::ui {

namespace {

QString length(double metres, int digits) {
    const DisplayUnit unit = UnitSystem::instance().shown(models::unit::metre);
    return plainNumberText(unit.shown(metres), digits);
}

constexpr int kFoldRole = kWhyRole + 1;  ///< title of a section that is folded at first
constexpr const char* kUnfoldedProperty = "unfoldedSections";

/// The first questions of people about a facility. All else is folded below, by subject.
constexpr auto kFirstFigures = std::to_array<engine::FacilityQuantity>(
    {engine::FacilityQuantity::ItPower, engine::FacilityQuantity::FacilityPower,
     engine::FacilityQuantity::Pue, engine::FacilityQuantity::Wue,
     engine::FacilityQuantity::Utilization, engine::FacilityQuantity::TokensPerS,
     engine::FacilityQuantity::RunningJobs, engine::FacilityQuantity::HottestChip,
     engine::FacilityQuantity::Cost, engine::FacilityQuantity::Carbon});

enum class FacilityGroup { Power, Cooling, Work, Services, Network, Sums };

constexpr std::size_t kFacilityGroups = 6;

QString facilityGroupName(std::size_t group) {
    switch (static_cast<FacilityGroup>(group)) {
        case FacilityGroup::Power:
            return Inspector::tr("Power and losses");
        case FacilityGroup::Cooling:
            return Inspector::tr("Cooling, water and weather");
        case FacilityGroup::Work:
            return Inspector::tr("Jobs and accelerators");
        case FacilityGroup::Services:
            return Inspector::tr("Services");
        case FacilityGroup::Network:
            return Inspector::tr("Network and storage");
        case FacilityGroup::Sums:
            break;
    }
    return Inspector::tr("Energy, cost and time since the start");
}

FacilityGroup facilityGroupOf(engine::FacilityQuantity quantity) {
    using Q = engine::FacilityQuantity;
    const auto within = [quantity](Q from, Q to) { return quantity >= from && quantity <= to; };
    if (within(Q::ItPower, Q::Pue)) {
        return FacilityGroup::Power;
    }
    if (within(Q::HeatRejected, Q::HottestChip)) {
        return FacilityGroup::Cooling;
    }
    if (within(Q::FabricUtilization, Q::StorageBound)) {
        return FacilityGroup::Network;
    }
    if (within(Q::ServiceAccelerators, Q::SloAttainment)) {
        return FacilityGroup::Services;
    }
    const bool ofWork =
        within(Q::Utilization, Q::QueuedJobs) || within(Q::ThrottledAccelerators, Q::DownServers) ||
        within(Q::QueuedAccelerators, Q::BatchAccelerators) || quantity == Q::RemoteAccelerators;
    return ofWork ? FacilityGroup::Work : FacilityGroup::Sums;
}

}  // namespace

/// Folded until somebody opens it, and then open for as long as the window lives.
QTreeWidgetItem* Inspector::foldedSection(const QString& title) {
    QTreeWidgetItem* item = section(title);
    item->setExpanded(tree_->property(kUnfoldedProperty).toStringList().contains(title));
    item->setData(0, kFoldRole, title);
    return item;
}

void Inspector::keepFold(const QTreeWidgetItem* item, bool open) {
    const QString title = item->data(0, kFoldRole).toString();
    if (title.isEmpty()) {
        return;
    }
    QStringList unfolded = tree_->property(kUnfoldedProperty).toStringList();
    unfolded.removeAll(title);
    if (open) {
        unfolded << title;
    }
    tree_->setProperty(kUnfoldedProperty, unfolded);
}

/// Values of an entry of the frame's columns: the id is the key, never a place in the document.
void Inspector::addFrameValues(std::string_view place, const std::string& id,
                               const QString& heading) {
    auto* group = section(heading);
    const auto infos = engine::framePlace(place).table;
    for (std::size_t q = 0; q < infos.size(); ++q) {
        addLive(group, std::string(place) + '/' + id, infos[q],
                [place = std::string(place), id, q](const engine::Frame& frame) {
                    return engine::frameValue(frame, place, id, q);
                });
    }
}

void Inspector::addGroupValues(const engine::Object& object) {
    if (object.type->id == "hall") {
        addFrameValues("hall", object.id, tr("Now"));
    } else if (object.type->id == "cdu_group") {
        addCduValues(object.id);
    } else if (object.type->id == "cooling_loop") {
        addFrameValues("loop", object.id, tr("Now"));
    } else if (object.type->id == "power_unit") {
        addPowerValues(object.id);
    } else if (object.type->id == "rack_block") {
        addBlockValues(object.id);
    }
}

/// Values of all racks of a block: power and flow in all, everything else as range and mean.
void Inspector::addBlockValues(const std::string& block) {
    if (!hadFrame_) {
        return;
    }
    auto* group = section(tr("Now, all of its racks"));
    for (std::size_t q = 0; q < engine::rackQuantities().size(); ++q) {
        const auto quantity = static_cast<engine::RackQuantity>(q);
        if (!ColourScale(quantity).isContinuous()) {
            continue;
        }
        const engine::QuantityInfo& info = engine::rackQuantities()[q];
        const bool isSum = quantity == engine::RackQuantity::Power ||
                           quantity == engine::RackQuantity::CoolantFlow;
        auto* item = new QTreeWidgetItem(group, {labelText(info.label), QString(), tr("computed")});
        item->setToolTip(0, utf8Text(info.why));
        item->setForeground(2, Theme::instance().colours().muted);
        live_.push_back(
            {item, [this, block, q, isSum, unit = info.unit](QTreeWidgetItem* row,
                                                             const engine::Frame& frame) {
                 const engine::Layout& layout = workspace_->layout();
                 double sum = 0.0, low = 0.0, high = 0.0;
                 int known = 0;
                 for (std::size_t r = 0; r < std::min(layout.racks.size(), frame.racks[q].size());
                      ++r) {
                     const auto value = static_cast<double>(frame.racks[q][r]);
                     if (layout.blocks[static_cast<std::size_t>(layout.racks[r].block)] != block ||
                         !std::isfinite(value)) {
                         continue;
                     }
                     low = known == 0 ? value : std::min(low, value);
                     high = known == 0 ? value : std::max(high, value);
                     sum += value;
                     ++known;
                 }
                 const auto words = [&](double value) { return quantityText(value, unit); };
                 row->setText(1, known == 0 ? QStringLiteral("–")
                                 : isSum    ? words(sum)
                                 : low == high
                                     ? words(low)
                                     : tr("%1 to %2, mean %3")
                                           .arg(words(low), words(high), words(sum / known)));
                 row->setToolTip(1, row->text(1));
             }});
    }
}

/// Units of a group that have a rack loop each have a section each.
void Inspector::addCduValues(const std::string& group) {
    const auto frame = workspace_->frame();
    auto ids = frame != nullptr ? engine::cdusOfGroup(*frame, group) : std::vector<std::string>{};
    if (ids.empty()) {
        ids.push_back(group);  // not simulated yet
    }
    for (const std::string& id : ids) {
        const int unit = engine::PartAddress::parse(id).unit;
        addFrameValues("cdu", id, ids.size() == 1 ? tr("Now") : tr("Now, unit %1").arg(unit));
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
        item->setData(0, kNumberRole,
                      QString::fromStdString(NumberName{"unit", {}, object, value.key}.text()));
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
    auto* first = section(tr("Now and since the start"));
    std::array<QTreeWidgetItem*, kFacilityGroups> groups{};
    // Where nothing is served, no zeros of requests and answers.
    constexpr auto kFirst = static_cast<std::size_t>(engine::FacilityQuantity::ServiceAccelerators);
    constexpr auto kLast = static_cast<std::size_t>(engine::FacilityQuantity::SloAttainment);
    const bool serves = !workspace_->project().objectsOf("inference_service").empty();
    for (std::size_t q = 0; q < engine::facilityQuantities().size(); ++q) {
        if (!serves && q >= kFirst && q <= kLast) {
            continue;
        }
        const auto quantity = static_cast<engine::FacilityQuantity>(q);
        QTreeWidgetItem* group = first;
        if (hadFrame_ && std::find(kFirstFigures.begin(), kFirstFigures.end(), quantity) ==
                             kFirstFigures.end()) {
            const auto place = static_cast<std::size_t>(facilityGroupOf(quantity));
            groups[place] =
                groups[place] != nullptr ? groups[place] : foldedSection(facilityGroupName(place));
            group = groups[place];
        }
        addLive(group, "facility", engine::facilityQuantities()[q],
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
        addLive(now, "rack/" + std::to_string(rack), info, read);
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
            addAttributes(group, *entry->type, entry->id, entry->values, entry->provenance, 0);
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
        const auto frame = workspace_->frame();
        const auto cdu = static_cast<std::size_t>(machine.group);
        if (machine.kind == engine::EquipmentKind::Cdu && frame != nullptr &&
            frame->cooling != nullptr && cdu < frame->cooling->cduCircuit.size()) {
            addFrameValues("cdu", frame->cooling->circuits[frame->cooling->cduCircuit[cdu]].id,
                           tr("Now"));
        } else {
            addGroupValues(*object);
        }
        addObjects({object->id});
    }
}

void Inspector::showJob(std::int64_t job) {
    subtitle_->setText(tr("Job"));
    auto* group = section(tr("Now"));
    const auto add = [&](const char* key, const QString& label, const QString& tip, auto show) {
        auto* item = new QTreeWidgetItem(group, {label});
        item->setData(
            0, kNumberRole,
            QString::fromStdString(NumberName{"job", {}, std::to_string(job), key}.text()));
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
    add("state", tr("State"), {},
        [](const Job& j) { return QString(engine::jobStateName(j.state)); });
    add("why", tr("Why"),
        tr("The bound of the job, the reason of its wait, or the cause of its last end"),
        [](const Job& j) { return QString::fromStdString(j.why); });
    add("accelerators", tr("Accelerators"), {},
        [](const Job& j) { return QString::number(j.accelerators); });
    add("progress", tr("Progress"), tr("Share of its tokens or run time that is done"),
        [](const Job& j) { return quantityText(j.progress, models::unit::percent, 3); });
    add("tokens_per_s", tr("Throughput"), {}, [](const Job& j) {
        return j.tokensPerS > 0.0 ? quantityText(j.tokensPerS, {"tokens/s", 1.0})
                                  : QStringLiteral("–");
    });
    add("step_s", tr("Step time"), {}, [](const Job& j) {
        return j.stepTimeS > 0.0 ? quantityText(j.stepTimeS, models::unit::second)
                                 : QStringLiteral("–");
    });
    add("mfu", tr("MFU"), tr("Model FLOP utilisation: useful over peak arithmetic"),
        [](const Job& j) {
            return j.mfu > 0.0 ? quantityText(j.mfu, models::unit::percent, 3)
                               : QStringLiteral("–");
        });
    add("restarts", tr("Restarts"), {}, [](const Job& j) { return QString::number(j.restarts); });
    add("submitted_s", tr("Submitted"), tr("Simulated time since the start of the run"),
        [](const Job& j) { return momentText(j.submitS); });
    add("started_s", tr("Started"), tr("Simulated time since the start of the run"),
        [](const Job& j) { return momentText(j.startS); });
}

}  // namespace headroom::ui
