// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/describe.h"

#include "engine/run/frame/computed.h"
#include "ui/floor/blast_paint.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/condition_mark.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>

namespace headroom::ui {

namespace {

QString describeTr(const char* text) {
    return QCoreApplication::translate("describe", text);
}

QString line(const engine::QuantityInfo& info, double si) {
    return QStringLiteral("%1  %2").arg(
        QString::fromUtf8(info.label.data(), static_cast<qsizetype>(info.label.size())),
        quantityText(si, info.unit));
}

void addRack(QStringList& lines, const engine::Frame& frame, const RackColouring& colouring,
             std::size_t rack) {
    using engine::RackQuantity;
    const auto add = [&](RackQuantity quantity) {
        const auto& values = frame.rack(quantity);
        if (rack >= values.size()) {
            return;
        }
        const ColourScale scale(quantity);
        const QString value = scale.valueText(values[rack], &frame);
        lines << (scale.isContinuous() ? QStringLiteral("%1  %2").arg(scale.title(), value)
                                       : value);
    };
    const RackQuantity shown = colouring.scale().quantity();
    if (colouring.scale().isContinuous()) {
        add(shown);
    }
    if (shown != RackQuantity::Power) {
        add(RackQuantity::Power);
    }
    if (shown != RackQuantity::Utilization) {
        add(RackQuantity::Utilization);
    }
    add(RackQuantity::Job);
    add(RackQuantity::Health);
}

void addMachine(QStringList& lines, const engine::Frame& frame, const engine::EquipmentBox& box) {
    using engine::EquipmentKind;
    const auto group = static_cast<std::size_t>(box.group);
    const auto add = [&lines](std::span<const engine::QuantityInfo> infos, auto quantity,
                              const auto& values) {
        const auto i = static_cast<std::size_t>(quantity);
        lines << line(infos[i], values[i]);
    };
    switch (box.kind) {
        case EquipmentKind::Cdu:
            if (group < frame.cdus.size()) {
                const auto& v = frame.cdus[group];
                add(engine::cduQuantities(), engine::CduQuantity::Heat, v);
                add(engine::cduQuantities(), engine::CduQuantity::SupplyTemperature, v);
                add(engine::cduQuantities(), engine::CduQuantity::ReturnTemperature, v);
            }
            break;
        case EquipmentKind::Crah:
            if (group < frame.halls.size()) {
                const auto& v = frame.halls[group];
                add(engine::hallQuantities(), engine::HallQuantity::AirHeat, v);
                add(engine::hallQuantities(), engine::HallQuantity::SupplyAir, v);
                add(engine::hallQuantities(), engine::HallQuantity::ReturnAir, v);
            }
            break;
        case EquipmentKind::Chiller:
        case EquipmentKind::CoolingTower:
        case EquipmentKind::DryCooler:
        case EquipmentKind::Pump:
        case EquipmentKind::CondenserPump:
            if (group < frame.loops.size()) {
                const auto& v = frame.loops[group];
                add(engine::loopQuantities(), engine::LoopQuantity::Heat, v);
                add(engine::loopQuantities(), engine::LoopQuantity::SupplyTemperature, v);
            }
            break;
        default:
            break;
    }
}

}  // namespace

QStringList describe(const Workspace& workspace, const RackColouring& colouring,
                     const Selected& what) {
    QStringList lines{workspace.nameOf(what)};
    const auto frame = workspace.frame();
    if (!frame || what.isNone()) {
        return what.isNone() ? QStringList() : lines;
    }
    if (const FloorField* field = workspace.floor().field(); field != nullptr && what.rack() >= 0) {
        lines << field->told(static_cast<std::size_t>(what.rack()));
    }
    if (!isComputed(frame.get())) {
        return lines << describeTr("Not simulated yet");
    }
    if (what.rack() >= 0) {
        lines << describeReach(workspace.blast(), what.index);
        const auto conditions = colouring.conditions();
        if (const auto rack = static_cast<std::size_t>(what.index);
            rack < conditions.size() && conditions[rack] != engine::Condition::Normal) {
            lines << QStringLiteral("%1: %2").arg(conditionWord(conditions[rack]),
                                                  conditionWhy(conditions[rack]));
        }
        addRack(lines, *frame, colouring, static_cast<std::size_t>(what.index));
    } else if (what.equipment() >= 0) {
        const auto& box = workspace.layout().equipment[static_cast<std::size_t>(what.index)];
        const auto conditions = machineConditions(workspace.layout(), frame.get());
        const engine::Condition condition = conditions[static_cast<std::size_t>(what.index)];
        if (condition != engine::Condition::Normal) {
            lines << QStringLiteral("%1: %2").arg(conditionWord(condition),
                                                  conditionWhy(condition));
        }
        addMachine(lines, *frame, box);
    } else if (what.kind == Selected::Kind::Job) {
        for (const engine::JobRow& job : frame->jobs) {
            if (job.id == what.job) {
                lines << describeTr("%1 on %2 accelerators")
                             .arg(engine::jobStateName(job.state))
                             .arg(job.accelerators);
            }
        }
    }
    return lines;
}

}  // namespace headroom::ui
