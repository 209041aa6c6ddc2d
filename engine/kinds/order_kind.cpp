// SPDX-License-Identifier: Apache-2.0
#include "engine/kinds/order_kind.h"

#include "engine/kinds/power_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

using A = models::DrillAction;
using T = OrderTarget;
using M = models::CoolingMachine;

constexpr auto kTargets = std::to_array<OrderTargetInfo>({
    {T::PowerUnit, "a power unit", "Power units", "power_unit"},
    {T::Ups, "a UPS", "UPSs", "power_unit"},
    {T::Utility, "a utility connection", "Utility connections", "power_unit"},
    {T::Coolant, "a part of the cooling plant", "Cooling loops, CDU groups and halls",
     "cooling_loop|cdu_group|hall"},
    {T::RackRow, "a row of a rack block", "Rows of a rack block", "rack_block"},
    {T::Racks, "a part of a rack block", "Racks, servers and accelerators of a block",
     "rack_block"},
    {T::Switches, "a switch or plane of a fabric", "Switches and planes", "fabric"},
    {T::Cables, "a network or its links", "Links of fabrics and WAN links", "fabric|wan_link"},
    {T::Storage, "a storage group", "Storage groups", "storage_group"},
    {T::Job, "a job", "Jobs", "training_job|batch_job"},
});

static_assert(kTargets.size() == static_cast<std::size_t>(T::Count));

constexpr std::uint16_t any(std::initializer_list<OrderTarget> targets) {
    std::uint16_t bits = 0;
    for (const OrderTarget target : targets) {
        bits = static_cast<std::uint16_t>(bits | bitOf(target));
    }
    return bits;
}

constexpr std::uint16_t kWiring = any({T::PowerUnit, T::Ups, T::Utility});
constexpr std::uint16_t kFed = any({T::PowerUnit, T::Ups});  // with incoming breakers
constexpr std::uint16_t kNetwork = any({T::Switches, T::Cables});

// Amounts that menus offer.
constexpr std::array kOpenings = {0.0, 0.25, 0.5, 1.0};
constexpr std::array kConductanceLeft = {0.8, 0.5, 0.25};
constexpr std::array kEscaping = {0.005, 0.02, 0.1};
constexpr std::array kSpeedLeft = {0.9, 0.75, 0.5, 0.25};
constexpr std::array kRateLeft = {0.75, 0.5, 0.25};
constexpr std::array kDown = {0.05, 0.2, 0.5};

/// In the order of menus.
constexpr auto kOrders = std::to_array<OrderKind>({
    {.action = A::Fail,
     .targets =
         any({T::PowerUnit, T::Ups, T::Utility, T::Coolant, T::Racks, T::Switches, T::Storage}),
     .title = "Fail",
     .done = "fails",
     .ability = &CoolingKindInfo::canFail},
    {.action = A::Fail,
     .targets = bitOf(T::RackRow),
     .title = {},
     .done = "fails",
     .instead = A::Isolate},
    {.action = A::Fail,
     .targets = bitOf(T::Cables),
     .title = {},
     .done = "fails",
     .instead = A::Cut},
    {.action = A::Cut, .targets = bitOf(T::Cables), .title = "Cut", .done = "is cut"},
    {.action = A::Cut,
     .targets = bitOf(T::Switches),
     .title = {},
     .done = "is cut",
     .instead = A::Fail},
    {.action = A::Fault,
     .targets = kWiring,
     .title = "Short Circuit",
     .done = "has a short circuit"},
    {.action = A::Sag,
     .targets = bitOf(T::Utility),
     .title = "Voltage Sag",
     .done = "its voltage dips"},
    {.action = A::Mistake,
     .targets = kFed,
     .title = "Open the Wrong Breaker",
     .done = "the breaker next to it is opened by mistake",
     .single = true},
    {.action = A::Stick,
     .targets = bitOf(T::Coolant),
     .title = "Stick Valve",
     .done = "its valve sticks",
     .amounts = kOpenings,
     .amountTitle = "At {}",
     .amountDone = "its valve sticks at {}",
     .machine = M::Valve,
     .needsValve = true},
    {.action = A::Foul,
     .targets = bitOf(T::Coolant),
     .title = "Foul Exchanger",
     .done = "its exchanger fouls",
     .amounts = kConductanceLeft,
     .amountTitle = "{} of the Conductance Left",
     .amountDone = "{} of the exchanger's conductance is left",
     .machine = M::Exchanger,
     .ability = &CoolingKindInfo::canFoul},
    {.action = A::Leak,
     .targets = any({T::Coolant, T::RackRow}),
     .title = "Leak",
     .done = "leaks",
     .amounts = kEscaping,
     .amountTitle = "{} of the Flow",
     .amountDone = "leaks {} of its flow",
     .ability = &CoolingKindInfo::canLeak},
    {.action = A::Isolate,
     .targets = any({T::Coolant, T::RackRow}),
     .title = "Isolate",
     .done = "is shut off",
     .ability = &CoolingKindInfo::canIsolate},
    {.action = A::Degrade,
     .targets = bitOf(T::Racks),
     .title = "Degrade",
     .done = "degrades",
     .amounts = kSpeedLeft,
     .amountTitle = "To {} of the Speed",
     .amountDone = "continues at {} of its speed"},
    {.action = A::Degrade,
     .targets = any({T::Switches, T::Cables, T::Storage}),
     .title = "Degrade",
     .done = "degrades",
     .amounts = kRateLeft,
     .amountTitle = "To {} of the Rate",
     .amountDone = "{} of the rate is left"},
    {.action = A::Flap,
     .targets = bitOf(T::Racks),
     .title = "Come and Go",
     .done = "comes and goes",
     .amounts = kDown,
     .amountTitle = "Down {} of the Time",
     .amountDone = "comes and goes, down {} of the time"},
    {.action = A::Flap,
     .targets = kNetwork,
     .title = "Flap",
     .done = "flaps",
     .amounts = kDown,
     .amountTitle = "Down {} of the Time",
     .amountDone = "flaps, down {} of the time"},
    {.action = A::Pause, .targets = kNetwork, .title = "Pause Storm", .done = "has a pause storm"},
    {.action = A::Corrupt,
     .targets = bitOf(T::Racks),
     .title = "Corrupt Silently",
     .done = "computes wrongly, and nobody knows"},
    {.action = A::Crash,
     .targets = any({T::Racks, T::Job}),
     .title = "Crash",
     .done = "crashes",
     .lasts = false},
    {.action = A::Repair,
     .targets = static_cast<std::uint16_t>(bitOf(T::Count) - 1U - bitOf(T::Job)),
     .title = "Repair",
     .done = "is repaired",
     .repairs = true},
    {.action = A::Reset,
     .targets = any({T::PowerUnit, T::Utility, T::Coolant, T::RackRow}),
     .title = "Reset",
     .done = "is reset",
     .repairs = true},
    {.action = A::Reset,
     .targets = bitOf(T::Ups),
     .title = "Reset Lock-Out",
     .done = "is reset",
     .repairs = true},
    {.action = A::Reset,
     .targets = kNetwork,
     .title = {},
     .done = "is reset",
     .instead = A::Repair,
     .repairs = true},
    {.action = A::Open, .targets = kFed, .title = "Open Breakers", .done = "its breakers open"},
    {.action = A::Close,
     .targets = kFed,
     .title = "Close Breakers",
     .done = "its breakers close",
     .repairs = true},
});

/// "fail, repair and reset".
std::string takenBy(OrderTarget target) {
    std::string all, last;
    for (const OrderKind& kind : kOrders) {
        if (kind.appliesTo(target)) {
            all += all.empty() ? last : last.empty() ? "" : ", " + last;
            last = kind.word();
        }
    }
    return all.empty() ? last : all + " and " + last;
}

std::string filled(std::string_view form, std::string_view share) {
    const std::size_t at = form.find("{}");
    return at == std::string_view::npos ? std::string(form)
                                        : std::string(form.substr(0, at)) + std::string(share) +
                                              std::string(form.substr(at + 2));
}

}  // namespace

std::span<const OrderTargetInfo> orderTargets() {
    return kTargets;
}

const OrderTargetInfo& infoOf(OrderTarget target) {
    return kTargets[static_cast<std::size_t>(target)];
}

bool OrderKind::appliesTo(OrderTarget target) const {
    return (targets & bitOf(target)) != 0;
}

std::string OrderKind::titleOf(std::string_view share) const {
    return filled(amountTitle, share);
}

std::string OrderKind::doneOf(std::string_view share) const {
    return filled(amountDone, share);
}

std::span<const OrderKind> orderKinds() {
    return kOrders;
}

const OrderKind* orderKind(models::DrillAction action, OrderTarget target) {
    const auto found = std::find_if(kOrders.begin(), kOrders.end(), [&](const OrderKind& kind) {
        return kind.action == action && kind.appliesTo(target);
    });
    return found == kOrders.end() ? nullptr : &*found;
}

bool isOffered(const OrderKind& kind, CoolingLinkKind link, bool hasValve) {
    return kind.instead == std::nullopt && (!kind.needsValve || hasValve) &&
           (kind.ability == nullptr || infoOf(link).*kind.ability);
}

std::optional<OrderTarget> orderTarget(const models::PlantOrder& order, std::string_view type,
                                       std::optional<PowerKind> power) {
    if (type == "power_unit") {
        return power == PowerKind::Ups       ? T::Ups
               : power == PowerKind::Utility ? T::Utility
                                             : T::PowerUnit;
    }
    if (type == "rack_block") {
        const bool isRow =
            order.level == models::BlockPart::Row && orderKind(order.action, T::RackRow) != nullptr;
        return isRow ? T::RackRow : T::Racks;
    }
    if (type == "fabric") {
        using P = models::FabricPart;
        const bool isSwitch = order.part == P::Switch || order.part == P::Leaf ||
                              order.part == P::Spine || order.part == P::Core ||
                              order.part == P::Plane;
        return isSwitch ? T::Switches : T::Cables;
    }
    const auto found =
        std::find_if(kTargets.begin(), kTargets.end(), [&](const OrderTargetInfo& info) {
            bool isOne = false;
            models::forEachTarget(info.types,
                                  [&](std::string_view each) { isOne = isOne || each == type; });
            return isOne;
        });
    return found == kTargets.end() ? std::nullopt : std::optional(found->target);
}

bool takesOrder(std::string_view type, models::DrillAction action) {
    bool takes = false;
    for (const OrderTargetInfo& info : kTargets) {
        models::forEachTarget(info.types, [&](std::string_view each) {
            takes = takes || (each == type && orderKind(action, info.target) != nullptr);
        });
    }
    return takes;
}

InvalidOrder invalidOrder(const models::PlantOrder& order, OrderTarget target) {
    const OrderTargetInfo& info = infoOf(target);
    std::string others;
    for (const OrderTargetInfo& other : kTargets) {
        if (orderKind(order.action, other.target) != nullptr) {
            others += (others.empty() ? "" : "; ") + std::string(other.plural);
        }
    }
    return {fmt::format("'{}' is {}, which does not take {}", order.unit, info.label,
                        models::wordOf(order.action)),
            fmt::format("{} take {}. These take {}: {}", info.plural, takenBy(target),
                        models::wordOf(order.action), others)};
}

}  // namespace headroom::engine
