// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

/// Rules of an extended period: IF premises THEN actions ELSE actions, looked at between two
/// solutions while tanks fill.
///
/// Source: Rossman et al., "EPANET 2.2 User Manual", EPA/600/R-20/133 (2020), appendix C, [RULES].
namespace headroom::engine {

enum class RuleQuantity : std::uint8_t {
    Demand,    ///< of a node, or of the whole system [m3/s]
    Head,      ///< of a node [m]
    FillTime,  ///< of a tank until it is full or empty [s]
    DrainTime,
    Flow,      ///< of a link, without its sign [m3/s]
    Open,      ///< of a link: 1 open, 0 closed
    Setting,   ///< of a pump or valve
    Time,      ///< since the start [s]
    ClockTime  ///< since midnight [s]
};

enum class RuleRelation : std::uint8_t { Equal, Unequal, AtMost, AtLeast, Below, Above };

struct RulePremise {
    bool orElse = false;  ///< joined by OR; else by IF or AND
    RuleQuantity quantity = RuleQuantity::Time;
    int index = -1;  ///< node or link; -1 means the system
    RuleRelation relation = RuleRelation::Equal;
    double value = 0.0;
};

struct RuleAction {
    int link = 0;
    std::optional<bool> open;
    std::optional<double> setting;  ///< as in HydraulicControl
};

struct HydraulicRule {
    std::vector<RulePremise> premises;
    std::vector<RuleAction> then, otherwise;
    double priority = 0.0;
};

/// State of the network that premises are compared with.
struct RuleSight {
    std::function<double(RuleQuantity, int)> value;
    /// The seconds that have passed since the rules were looked at last: (fromS, toS], and the
    /// clock at the start of the period.
    long fromS = 0, toS = 0, startClockS = 0;
};

/// Actions that are due, one for each link: that of the highest priority, then of the first rule.
std::vector<RuleAction> dueActions(const std::vector<HydraulicRule>& rules, const RuleSight& sight);

}  // namespace headroom::engine
