// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/period_rules.h"

#include "engine/base/scale.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

// Values count as equal within this share of the larger of the mark and 1.
constexpr double kEqual = 1e-6;

bool holds(double value, RuleRelation relation, double mark) {
    const double slack = kEqual * std::max(std::abs(mark), 1.0);
    switch (relation) {
        case RuleRelation::Equal:
            return std::abs(value - mark) <= slack;
        case RuleRelation::Unequal:
            return std::abs(value - mark) > slack;
        case RuleRelation::AtMost:
            return value <= mark + slack;
        case RuleRelation::AtLeast:
            return value >= mark - slack;
        case RuleRelation::Below:
            return value < mark;
        case RuleRelation::Above:
            return value > mark;
    }
    return false;
}

// Instants: equal where one lies in the seconds that have passed since the last look.
bool holdsAt(const RuleSight& sight, const RulePremise& premise) {
    long from = sight.fromS + 1;
    long to = sight.toS;
    const auto mark = static_cast<long>(premise.value);
    if (premise.quantity == RuleQuantity::ClockTime) {
        const auto day = static_cast<long>(kDayS);
        from = (from + sight.startClockS) % day;
        to = (to + sight.startClockS) % day;
    }
    const bool passed = from <= to ? from <= mark && mark <= to : mark >= from || mark <= to;
    switch (premise.relation) {
        case RuleRelation::Equal:
            return passed;
        case RuleRelation::Unequal:
            return !passed;
        default:
            return holds(static_cast<double>(to), premise.relation, premise.value);
    }
}

bool holds(const RuleSight& sight, const RulePremise& premise) {
    if (premise.quantity == RuleQuantity::Time || premise.quantity == RuleQuantity::ClockTime) {
        return holdsAt(sight, premise);
    }
    return holds(sight.value(premise.quantity, premise.index), premise.relation, premise.value);
}

// From left to right: OR asks only where nothing held so far, AND ends at the first that fails.
bool holds(const RuleSight& sight, const HydraulicRule& rule) {
    bool result = true;
    for (const RulePremise& premise : rule.premises) {
        if (premise.orElse) {
            result = result || holds(sight, premise);
        } else if (!result) {
            return false;
        } else {
            result = holds(sight, premise);
        }
    }
    return result;
}

}  // namespace

std::vector<RuleAction> dueActions(const std::vector<HydraulicRule>& rules,
                                   const RuleSight& sight) {
    struct Due {
        const RuleAction* action = nullptr;
        double priority = 0.0;
    };

    std::vector<Due> due;
    for (const HydraulicRule& rule : rules) {
        for (const RuleAction& action : holds(sight, rule) ? rule.then : rule.otherwise) {
            const auto it = std::find_if(due.begin(), due.end(), [&](const Due& d) {
                return d.action->link == action.link;
            });
            if (it == due.end()) {
                due.push_back({&action, rule.priority});
            } else if (rule.priority > it->priority) {
                *it = {&action, rule.priority};
            }
        }
    }
    std::vector<RuleAction> actions;
    for (const Due& d : due) {
        actions.push_back(*d.action);
    }
    return actions;
}

}  // namespace headroom::engine
