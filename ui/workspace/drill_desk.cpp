// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/drill_desk.h"

#include "engine/base/scale.h"
#include "engine/watch/run_orders.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

/// An alarm is raised at the end of the step in which the order was given. Assumption: no coupling
/// step is longer.
constexpr double kOneStepS = 60.0;

/// "pumps", where a drill names machines of its unit.
QString machineWord(models::CoolingMachine machine) {
    using M = models::CoolingMachine;
    switch (machine) {
        case M::All:
            return {};
        case M::Pumps:
            return DrillDesk::tr("pumps");
        case M::CondenserPumps:
            return DrillDesk::tr("condenser pumps");
        case M::Chillers:
            return DrillDesk::tr("chillers");
        case M::Towers:
            return DrillDesk::tr("cooling towers");
        case M::DryCoolers:
            return DrillDesk::tr("dry coolers");
        case M::Cdus:
            return DrillDesk::tr("CDUs");
        case M::AirHandlers:
            return DrillDesk::tr("air handlers");
        case M::Valve:
            return DrillDesk::tr("valve");
        case M::Exchanger:
            return DrillDesk::tr("exchanger");
    }
    return {};
}

/// An order as an object of the project, which states what differs from what a drill is without.
engine::Object drillOf(const engine::PlantOrder& order, double atS, const std::string& id) {
    models::DrillSpec spec;
    spec.atS = atS;
    spec.order = order;
    const models::DrillSpec standard;
    engine::Object object = Editor::make("drill", id);
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const models::Attribute& attribute = object.type->attributes[i];
        const models::Value value = attribute.get(attribute, &spec);
        if (attribute.required || !(value == attribute.get(attribute, &standard))) {
            object.values[i] = value;
        }
    }
    return object;
}

}  // namespace

QString drillLengthText(double durationS) {
    return std::isfinite(durationS) ? DrillDesk::tr("for %1").arg(lengthText(durationS))
                                    : QString();
}

DrillDesk::DrillDesk(Workspace* workspace) : QObject(workspace), workspace_(workspace) {
    connect(workspace, &Workspace::opened, this, &DrillDesk::takeRun);
    connect(workspace, &Workspace::closed, this, &DrillDesk::takeRun);
    connect(workspace, &Workspace::projectChanged, this, &DrillDesk::takeProject);
    connect(workspace, &Workspace::slowTick, this, &DrillDesk::followTime);
}

QString DrillDesk::give(std::vector<engine::PlantOrder> orders, const QString& name,
                        const QString& what, const DrillTiming& timing) {
    const auto frame = workspace_->frame();
    engine::RunOrders* taker =
        workspace_->source() != nullptr ? workspace_->source()->orders() : nullptr;
    if (!frame || orders.empty() || workspace_->control().refusesOrders() || taker == nullptr) {
        return {};
    }
    Drill drill;
    drill.name = name;
    drill.what = what;
    drill.durationS = timing.durationS;
    drill.atS = frame->timeS + std::max(0.0, timing.afterS);
    for (engine::PlantOrder& order : orders) {
        order.durationS = timing.durationS;
        if (timing.afterS > 0.0) {
            drill.tickets.push_back(taker->operateAt(drill.atS, order));
        } else {
            workspace_->control().operate(order);
        }
    }
    drill.orders = std::move(orders);
    drill.state = timing.afterS > 0.0 ? State::Waiting
                  : drill.isAtOnce()  ? State::Given
                                      : State::Acting;
    QString text = QStringLiteral("%1: %2").arg(name, what);
    if (const QString length = drillLengthText(timing.durationS); !length.isEmpty()) {
        text += ' ' + length;
    }
    if (drill.state == State::Waiting) {
        text += tr(", at %1").arg(momentText(drill.atS));
    } else if (!workspace_->status().playing) {
        text += tr(", with the next step of the simulation");
    }
    text[0] = text[0].toUpper();
    drills_.push_back(std::move(drill));
    emit changed();
    return text;
}

bool DrillDesk::canCancel(int drill) const {
    if (drill < 0 || drill >= static_cast<int>(drills_.size())) {
        return false;
    }
    const Drill& d = drills_[static_cast<std::size_t>(drill)];
    return d.state == State::Waiting && !d.ofProject;
}

void DrillDesk::cancel(int drill) {
    engine::RunOrders* taker =
        workspace_->source() != nullptr ? workspace_->source()->orders() : nullptr;
    if (!canCancel(drill) || taker == nullptr) {
        return;
    }
    Drill& d = drills_[static_cast<std::size_t>(drill)];
    for (const int ticket : d.tickets) {
        taker->cancelOrder(ticket);
    }
    d.state = State::Cancelled;
    emit changed();
}

bool DrillDesk::canKeep(int drill) const {
    if (drill < 0 || drill >= static_cast<int>(drills_.size()) ||
        !workspace_->editor().canAddDrills()) {
        return false;
    }
    const Drill& d = drills_[static_cast<std::size_t>(drill)];
    return !d.ofProject && d.state != State::Cancelled &&
           std::none_of(d.orders.begin(), d.orders.end(),
                        [](const engine::PlantOrder& order) { return order.incomer > 0; });
}

void DrillDesk::keepInProject(int drill) {
    if (!canKeep(drill)) {
        return;
    }
    const Drill kept = drills_[static_cast<std::size_t>(drill)];
    std::vector<engine::Edit> edits;
    for (const engine::PlantOrder& order : kept.orders) {
        const std::string stem =
            edits.empty() ? "drill" : "drill-" + std::to_string(edits.size() + 1);
        edits.emplace_back(
            engine::AddObject{drillOf(order, kept.atS, workspace_->editor().freeId(stem))});
    }
    const auto byHand = [](const Drill& each) { return !each.ofProject; };
    const auto rank = std::count_if(drills_.begin(), drills_.begin() + drill, byHand);
    if (!workspace_->editor().apply(edits, tr("Keep Drill of %1").arg(kept.name))) {
        return;
    }
    // The project has it from now on: an order that still waits would come twice.
    engine::RunOrders* taker =
        workspace_->source() != nullptr ? workspace_->source()->orders() : nullptr;
    for (const int ticket : taker != nullptr ? kept.tickets : std::vector<int>{}) {
        taker->cancelOrder(ticket);
    }
    auto left = rank;
    std::erase_if(drills_, [&](const Drill& each) { return byHand(each) && left-- == 0; });
    emit changed();
    followTime();
}

/// The past of a run, and one that waited, have what was given to that run by hand.
void DrillDesk::takeRun() {
    const std::shared_ptr<const engine::AnyRun> now = workspace_->runs().live();
    if (now == nullptr || run_.lock() != now) {
        std::erase_if(drills_, [](const Drill& drill) { return drill.ofProject; });
        others_.push_back({run_, std::exchange(drills_, {})});
        std::erase_if(others_, [](const Given& given) { return given.run.expired(); });
        const auto known = std::find_if(others_.begin(), others_.end(), [&](const Given& given) {
            return given.run.lock() == now;
        });
        if (known != others_.end()) {
            drills_ = std::move(known->drills);
            others_.erase(known);
        }
        run_ = now;
    }
    takeProject();
}

void DrillDesk::takeProject() {
    std::erase_if(drills_, [](const Drill& drill) { return drill.ofProject; });
    for (const engine::Object& object : workspace_->project().objects) {
        if (object.type == nullptr || object.type != &models::DrillSpec::type()) {
            continue;
        }
        const auto spec = engine::specOf<models::DrillSpec>(object);
        Drill drill;
        const engine::PlantOrder& order = spec.order;
        drill.name = workspace_->nameOfObject(order.unit);
        if (order.instance > 0) {
            drill.name += QStringLiteral(" %1").arg(order.instance);
        }
        if (const QString machine = machineWord(order.machine); !machine.isEmpty()) {
            drill.name = tr("%1: %2").arg(drill.name, machine);
        }
        if (order.count > 0) {
            drill.name += tr(", %1 of them").arg(order.count);
        }
        drill.what = effectOf(order);
        if (!spec.name.empty()) {
            drill.what += QStringLiteral(" (%1)").arg(QString::fromStdString(spec.name));
        }
        drill.atS = spec.atS;
        drill.durationS = order.durationS;
        drill.ofProject = true;
        drill.orders = {order};
        drills_.push_back(std::move(drill));
    }
    emit changed();
    followTime();
}

/// Effect of an order in words. Without a word for an order that does not apply.
QString DrillDesk::effectOf(const engine::PlantOrder& order) const {
    const engine::Object* unit = workspace_->project().find(order.unit);
    const auto target =
        unit == nullptr ? std::nullopt : engine::orderTarget(order, unit->type->id, std::nullopt);
    const engine::OrderKind* kind = target ? engine::orderKind(order.action, *target) : nullptr;
    return kind == nullptr ? utf8Text(models::wordOf(order.action)) : utf8Text(kind->done);
}

bool DrillDesk::Drill::isAtOnce() const {
    const auto kinds = engine::orderKinds();
    return !orders.empty() &&
           std::any_of(kinds.begin(), kinds.end(), [this](const engine::OrderKind& kind) {
               return kind.action == orders.front().action && kind.repairs;
           });
}

bool DrillDesk::acts(const Drill& drill, double nowS) const {
    if (drill.orders.empty() || drill.isAtOnce()) {
        return false;
    }
    if (std::isfinite(drill.durationS)) {
        return nowS < drill.atS + drill.durationS;
    }
    return hasAlarm(drill) || (!drill.wasAlarmed && nowS <= drill.atS + kOneStepS);
}

bool DrillDesk::hasAlarm(const Drill& drill) const {
    const auto& active = workspace_->alarms().list().active;
    return !drill.orders.empty() &&
           std::any_of(active.begin(), active.end(), [&](const engine::AlarmRow& alarm) {
               return alarm.object == drill.orders.front().unit &&
                      alarm.sinceS >= drill.atS - kOneStepS;
           });
}

void DrillDesk::followTime() {
    const auto frame = workspace_->frame();
    engine::AnyRun* source = workspace_->source();
    if (!frame || source == nullptr) {
        return;
    }
    engine::RunOrders* orders = source->orders();
    const auto pending =
        orders != nullptr ? orders->pendingOrders() : std::vector<engine::PendingOrder>{};
    // A live run knows the drills ordered by hand. Drills of the project come at their time; in the past
    // all are known.
    const auto waits = [&](const Drill& drill) {
        return drill.ofProject || workspace_->runs().isRewound()
                   ? frame->timeS < drill.atS
                   : std::any_of(pending.begin(), pending.end(), [&](const auto& p) {
                         return std::find(drill.tickets.begin(), drill.tickets.end(), p.ticket) !=
                                drill.tickets.end();
                     });
    };
    bool moved = false;
    for (Drill& drill : drills_) {
        if (drill.state == State::Cancelled) {
            continue;
        }
        drill.wasAlarmed = drill.wasAlarmed || hasAlarm(drill);
        const State now = waits(drill)                ? State::Waiting
                          : acts(drill, frame->timeS) ? State::Acting
                                                      : State::Given;
        moved = moved || now != drill.state;
        drill.state = now;
    }
    if (moved) {
        emit changed();
    }
}

}  // namespace headroom::ui
