// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/order_target.h"

#include <string>
#include <utility>
#include <vector>

/// Parts of scenario two-site-training, which has every kind of part that takes orders, for tests that walk the table of orders.
namespace headroom::tests {

inline constexpr const char* kEveryKind = "two-site-training";

inline std::vector<engine::OrderTarget> everyTarget() {
    std::vector<engine::OrderTarget> all;
    for (int t = 0; t < static_cast<int>(engine::OrderTarget::Count); ++t) {
        all.push_back(static_cast<engine::OrderTarget>(t));
    }
    return all;
}

/// A part of each kind; its action is still to be stated.
inline engine::PlantOrder partOf(engine::OrderTarget target) {
    using engine::OrderTarget;
    engine::PlantOrder order;
    order.instance = 1;
    switch (target) {
        case OrderTarget::PowerUnit:
            order.unit = "tx-1a";
            break;
        case OrderTarget::Ups:
            order.unit = "ups-1a";
            break;
        case OrderTarget::Utility:
            order.unit = "grid-a";
            break;
        case OrderTarget::Coolant:
            order.unit = "cdus-3";
            break;
        case OrderTarget::RackRow:
            order.unit = "racks-3";
            break;
        case OrderTarget::Racks:
            order.unit = "racks-3";
            order.level = models::BlockPart::Rack;
            break;
        case OrderTarget::Switches:
            order.unit = "east";
            order.part = models::FabricPart::Switch;
            break;
        case OrderTarget::Cables:
            order.unit = "east";
            order.part = models::FabricPart::Link;
            break;
        case OrderTarget::Storage:
            order.unit = "tectonic";
            break;
        case OrderTarget::Job:
        case OrderTarget::Count:
            order.unit = "plain";
            break;
    }
    return order;
}

/// Every action on every kind of part, with the first amount that menus offer; null: the action does not apply.
inline std::vector<std::pair<engine::PlantOrder, const engine::OrderKind*>> everyOrder() {
    std::vector<std::pair<engine::PlantOrder, const engine::OrderKind*>> all;
    const auto actions = models::DrillSpec::type().find("action")->choices.size();
    for (const engine::OrderTarget target : everyTarget()) {
        for (std::size_t a = 0; a < actions; ++a) {
            engine::PlantOrder order = partOf(target);
            order.action = static_cast<models::DrillAction>(a);
            if (target == engine::OrderTarget::RackRow &&
                engine::orderKind(order.action, target) == nullptr) {
                continue;  // means racks, which are walked by themselves
            }
            if (target == engine::OrderTarget::Ups &&
                order.action == models::DrillAction::Mistake) {
                continue;  // boards of this scenario feed one UPS each: no breaker is next to it
            }
            const engine::OrderKind* kind = engine::orderKind(order.action, target);
            if (kind != nullptr && !kind->amounts.empty()) {
                order.amount = kind->amounts.front();
            }
            if (kind != nullptr) {
                order.machine = kind->machine;
            }
            all.emplace_back(order, kind);
        }
    }
    return all;
}

}  // namespace headroom::tests
