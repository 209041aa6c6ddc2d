// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/cooling_kind.h"
#include "models/facility/drill.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The orders of people and drills, one row for each action and the kinds of parts that it applies to: compiler of drills, run,
/// menus, branch dialog, command line, HTTP and Python ask it. A new order is a row and its effect in a subsystem.
namespace headroom::engine {

enum class PowerKind : std::uint8_t;

/// Kinds of parts that take orders.
enum class OrderTarget : std::uint8_t {
    PowerUnit,  ///< of the wiring, except the two that follow
    Ups,
    Utility,
    Coolant,   ///< machines of a cooling loop, CDU group or hall
    RackRow,   ///< the coolant of a row of racks
    Racks,     ///< racks, servers and accelerators of a block
    Switches,  ///< switches and planes of a fabric
    Cables,    ///< bundles, uplinks and links of a fabric, links of its adapters, WAN links
    Storage,
    Job,
    Count
};

struct OrderTargetInfo {
    OrderTarget target;
    std::string_view label;   ///< "a power unit"
    std::string_view plural;  ///< begins a sentence: "Power units"
    std::string_view types;   ///< of the objects of a project, parted by '|': "cooling_loop|hall"
};

std::span<const OrderTargetInfo> orderTargets();
const OrderTargetInfo& infoOf(OrderTarget target);

struct OrderKind {
    models::DrillAction action;
    std::uint16_t targets;   ///< bitOf() each
    std::string_view title;  ///< of its entry in menus; empty if `instead` is offered
    std::string_view done;   ///< effect on a part, in words that follow its name: "fails"
    /// Another action with the same effect, which menus offer in its place.
    std::optional<models::DrillAction> instead = {};
    std::span<const double> amounts = {};  ///< that menus offer, 0..1; empty if it takes none
    std::string_view amountTitle = {};     ///< "To {} of the Rate"
    std::string_view amountDone = {};      ///< "{} of the rate is left"
    /// Machines that it names, where an object has several kinds.
    models::CoolingMachine machine = models::CoolingMachine::All;
    bool CoolingKindInfo::*ability = nullptr;  ///< of links that it is offered for
    bool needsValve = false;                   ///< only links with a control valve are offered it
    bool lasts = true;     ///< false if its effect has no length, as for a crash
    bool repairs = false;  ///< puts something right: complete when it is given
    bool single = false;   ///< menus offer it for one unit, not for all of an array

    std::string_view word() const { return models::wordOf(action); }

    bool appliesTo(OrderTarget target) const;
    /// Words of an entry, and of its effect, for an amount: "To 50 % of the Rate". `share`: "50 %".
    std::string titleOf(std::string_view share) const;
    std::string doneOf(std::string_view share) const;
};

constexpr std::uint16_t bitOf(OrderTarget target) {
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(target));
}

std::span<const OrderKind> orderKinds();

/// Null if the action does not apply to parts of that kind.
const OrderKind* orderKind(models::DrillAction action, OrderTarget target);

/// Whether menus offer an order for a link of the coolant network.
bool isOffered(const OrderKind& kind, CoolingLinkKind link, bool hasValve);

/// The kind of parts that an order means, by the type of its object in the project; `power`: kind of a power unit. Nothing if
/// no order acts on objects of that type.
std::optional<OrderTarget> orderTarget(const models::PlantOrder& order, std::string_view type,
                                       std::optional<PowerKind> power);

/// Types of the objects that an action applies to, each once: "power_unit".
bool takesOrder(std::string_view type, models::DrillAction action);

/// Why an action does not apply, and what to order instead. Every face shows these words.
struct InvalidOrder {
    std::string what;    ///< "'ups-a' is a UPS, which does not take leak"
    std::string remedy;  ///< "UPSs take fail, repair, …"
};

InvalidOrder invalidOrder(const models::PlantOrder& order, OrderTarget target);

}  // namespace headroom::engine
