// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/extended_period.h"

#include "engine/base/index.h"
#include "engine/solve/hydraulics/link_status.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr long kDayS = 86400;
// Slower tanks count as standing still.
constexpr double kTankAtRestM3PerS = 2.8e-8;
// A full or empty tank is so within this head.
constexpr double kLevelM = 1e-9;
// Controls by the pressure of junctions are looked at again after they acted, so often.
constexpr int kMostRounds = 10;

constexpr double kLeastAreaM2 = 1e-12;
// Rules are looked at so often in a hydraulic step, where a period states nothing else.
constexpr long kRuleSteps = 10;

// Straight lines between points, the first and the last continuing.
double along(const std::vector<double>& x, const std::vector<double>& y, double at) {
    const auto it = std::upper_bound(x.begin() + 1, x.end() - 1, at);
    const auto i = static_cast<std::size_t>(it - x.begin());
    return y[i - 1] + (at - x[i - 1]) * (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
}

bool rises(const std::vector<double>& values) {
    return values.size() >= 2 &&
           std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}

Error missing(const char* what) {
    Error error;
    error.code = "HYD-001";
    error.message = std::string("the extended period names ") + what + " that is not there";
    error.remedy = "Name one that the network has.";
    return error;
}

// The value that a control or rule sets.
double settingNow(const HydraulicLink& link) {
    return link.kind == HydraulicLinkKind::Pump  ? link.speed
           : link.kind == HydraulicLinkKind::Tcv ? link.resistance
                                                 : link.setting;
}

Error flatCurve(const std::string& tank) {
    Error error;
    error.code = "HYD-003";
    error.message = "the volume curve of tank \"" + tank + "\" does not rise from point to point";
    error.remedy = "State at least two points, each with a higher level and a larger volume.";
    return error;
}

bool namesParts(const HydraulicNetwork& network, const HydraulicRule& rule) {
    const auto isLink = [&](const RuleAction& a) {
        return a.link >= 0 && at(a.link) < network.links.size();
    };
    const auto isPart = [&](const RulePremise& p) {
        switch (p.quantity) {
            case RuleQuantity::Time:
            case RuleQuantity::ClockTime:
                return true;
            case RuleQuantity::Demand:
                return p.index < 0 || at(p.index) < network.nodes.size();
            case RuleQuantity::Head:
            case RuleQuantity::FillTime:
            case RuleQuantity::DrainTime:
                return p.index >= 0 && at(p.index) < network.nodes.size();
            default:
                return p.index >= 0 && at(p.index) < network.links.size();
        }
    };
    return std::all_of(rule.premises.begin(), rule.premises.end(), isPart) &&
           std::all_of(rule.then.begin(), rule.then.end(), isLink) &&
           std::all_of(rule.otherwise.begin(), rule.otherwise.end(), isLink);
}

// HYD-001 and HYD-003 of what a period names.
Result<void> checkPeriod(const HydraulicNetwork& network, const ExtendedPeriod& period) {
    const auto isNode = [&](int i) { return i >= 0 && at(i) < network.nodes.size(); };
    const auto isFixed = [&](int i) { return isNode(i) && network.nodes[at(i)].fixed; };
    const auto isLink = [&](int k) { return k >= 0 && at(k) < network.links.size(); };
    const auto isPattern = [&](int p) {
        return p >= 0 && at(p) < period.patterns.size() && !period.patterns[at(p)].empty();
    };
    for (const PatternedDemand& demand : period.demands) {
        if (!isNode(demand.node) || (demand.pattern >= 0 && !isPattern(demand.pattern))) {
            return tl::unexpected(missing("a node or a pattern"));
        }
    }
    for (const PatternedValue& head : period.heads) {
        if (!isFixed(head.index) || !isPattern(head.pattern)) {
            return tl::unexpected(missing("a fixed head or a pattern"));
        }
    }
    for (const PatternedValue& speed : period.speeds) {
        if (!isLink(speed.index) || !isPattern(speed.pattern)) {
            return tl::unexpected(missing("a pump or a pattern"));
        }
    }
    for (const HydraulicTank& tank : period.tanks) {
        if (!isFixed(tank.node)) {
            return tl::unexpected(missing("a tank"));
        }
        if (!tank.curveM.empty() && !(tank.curveM.size() == tank.curveM3.size() &&
                                      rises(tank.curveM) && rises(tank.curveM3))) {
            return tl::unexpected(flatCurve(network.nodes[at(tank.node)].name));
        }
    }
    for (const HydraulicControl& control : period.controls) {
        const bool byNode = control.trigger == ControlTrigger::NodeBelow ||
                            control.trigger == ControlTrigger::NodeAbove;
        if (!isLink(control.link) || (byNode && !isNode(control.node))) {
            return tl::unexpected(missing("a link or a node"));
        }
    }
    for (const HydraulicRule& rule : period.rules) {
        if (!namesParts(network, rule)) {
            return tl::unexpected(missing("a link or a node"));
        }
    }
    return {};
}

}  // namespace

Result<ExtendedPeriodRun> ExtendedPeriodRun::create(HydraulicNetwork network, ExtendedPeriod period,
                                                    double accuracy) {
    if (auto checked = checkPeriod(network, period); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    ExtendedPeriodRun run;
    run.solver_.options.accuracy = accuracy;
    run.flow_.assign(network.links.size(), 0.0);
    run.head_.assign(network.nodes.size(), 0.0);
    for (const HydraulicLink& link : network.links) {
        run.wanted_.push_back(link.open);
        run.direction_.push_back(link.direction);
    }
    for (const HydraulicTank& tank : period.tanks) {
        network.nodes[at(tank.node)].headM = tank.startM;
        run.volume_.push_back(run.volume(tank, tank.startM));
    }
    run.period_ = std::move(period);
    if (auto set = run.solver_.setNetwork(std::move(network)); !set) {
        return tl::unexpected(std::move(set.error()));
    }
    run.reportS_ = run.period_.reportStartS;
    return run;
}

double ExtendedPeriodRun::factor(int pattern) const {
    if (pattern < 0) {
        return 1.0;
    }
    const std::vector<double>& factors = period_.patterns[at(pattern)];
    const long index = (timeS_ + period_.patternStartS) / std::max(period_.patternStepS, 1L);
    return factors[static_cast<std::size_t>(index) % factors.size()];
}

void ExtendedPeriodRun::applyPatterns() {
    for (const PatternedDemand& demand : period_.demands) {
        solver_.setDemand(demand.node, 0.0);
    }
    for (const PatternedDemand& demand : period_.demands) {
        const double so = solver_.network().nodes[at(demand.node)].demandM3PerS;
        solver_.setDemand(demand.node,
                          so + demand.baseM3PerS * factor(demand.pattern) * period_.demandFactor);
    }
    for (const PatternedValue& head : period_.heads) {
        solver_.setFixedHead(head.index, head.base * factor(head.pattern));
    }
    for (const PatternedValue& speed : period_.speeds) {
        solver_.setSpeed(speed.index, speed.base * factor(speed.pattern));
    }
}

bool ExtendedPeriodRun::changes(const HydraulicControl& control) const {
    const HydraulicLink& link = solver_.network().links[at(control.link)];
    if (control.open && wanted_[at(control.link)] != *control.open) {
        return true;
    }
    if (!control.setting) {
        return false;
    }
    return settingNow(link) != *control.setting || !wanted_[at(control.link)];
}

void ExtendedPeriodRun::act(const HydraulicControl& control) {
    const HydraulicLink& link = solver_.network().links[at(control.link)];
    if (control.open) {
        wanted_[at(control.link)] = *control.open;
    }
    if (control.setting) {
        wanted_[at(control.link)] = true;
        if (link.kind == HydraulicLinkKind::Pump) {
            solver_.setSpeed(control.link, *control.setting);
        } else if (link.kind == HydraulicLinkKind::Tcv) {
            solver_.setResistance(control.link, *control.setting);
        } else {
            solver_.setSetting(control.link, *control.setting);
        }
    }
}

// Whether any acted. Levels of tanks and times before a solution, junctions after it. A tank's
// level counts as reached one second of its flow before it is.
bool ExtendedPeriodRun::applyControls(bool junctions) {
    bool acted = false;
    for (const HydraulicControl& control : period_.controls) {
        bool due = false;
        if (control.trigger == ControlTrigger::Time) {
            due = !junctions && control.atS == timeS_;
        } else if (control.trigger == ControlTrigger::ClockTime) {
            due = !junctions && control.atS == (timeS_ + period_.startClockS) % kDayS;
        } else if (const int tank = tankAt(control.node); tank >= 0) {
            const HydraulicTank& t = period_.tanks[at(tank)];
            const double slack = std::abs(inflow(control.node));
            const double mark = volume(t, control.headM);
            due = !junctions && (control.trigger == ControlTrigger::NodeBelow
                                     ? volume_[at(tank)] <= mark + slack
                                     : volume_[at(tank)] >= mark - slack);
        } else if (junctions || solver_.network().nodes[at(control.node)].fixed) {
            const double headM = head_[at(control.node)];
            due = control.trigger == ControlTrigger::NodeBelow ? headM < control.headM
                                                               : headM > control.headM;
        }
        if (due && changes(control)) {
            act(control);
            acted = true;
        }
    }
    return acted;
}

// A full tank takes nothing in, an empty one gives nothing: as if its links had check valves.
void ExtendedPeriodRun::applyTanks() {
    const HydraulicNetwork& network = solver_.network();
    for (int k = 0; k < static_cast<int>(network.links.size()); ++k) {
        solver_.setOpen(k, wanted_[at(k)]);
        solver_.setDirection(k, direction_[at(k)]);
    }
    for (const HydraulicTank& tank : period_.tanks) {
        const double headM = network.nodes[at(tank.node)].headM;
        const bool full = headM >= tank.mostM - kLevelM && !tank.overflows;
        const bool empty = headM <= tank.leastM + kLevelM;
        for (int k = 0; (full || empty) && k < static_cast<int>(network.links.size()); ++k) {
            const HydraulicLink& link = network.links[at(k)];
            if (link.from != tank.node && link.to != tank.node) {
                continue;
            }
            const FlowDirection allowed =
                full == (link.from == tank.node) ? FlowDirection::Forward : FlowDirection::Backward;
            if (directionOf(link) == FlowDirection::Both) {
                solver_.setDirection(k, allowed);
            } else if (directionOf(link) != allowed) {
                solver_.setOpen(k, false);
            }
        }
    }
}

double ExtendedPeriodRun::inflow(int node) const {
    const auto& links = solver_.network().links;
    double sum = 0.0;
    for (std::size_t k = 0; k < links.size(); ++k) {
        sum += links[k].to == node ? flow_[k] : links[k].from == node ? -flow_[k] : 0.0;
    }
    return sum;
}

double ExtendedPeriodRun::volume(const HydraulicTank& tank, double headM) const {
    return tank.curveM.empty() ? tank.leastM3 + (headM - tank.leastM) * tank.areaM2
                               : along(tank.curveM, tank.curveM3, headM);
}

double ExtendedPeriodRun::headOf(const HydraulicTank& tank, double m3) const {
    return tank.curveM.empty()
               ? tank.leastM + (m3 - tank.leastM3) / std::max(tank.areaM2, kLeastAreaM2)
               : along(tank.curveM3, tank.curveM, m3);
}

int ExtendedPeriodRun::tankAt(int node) const {
    for (std::size_t t = 0; t < period_.tanks.size(); ++t) {
        if (period_.tanks[t].node == node) {
            return static_cast<int>(t);
        }
    }
    return -1;
}

Result<void> ExtendedPeriodRun::solve() {
    applyPatterns();
    applyControls(false);
    for (int round = 0; round < kMostRounds; ++round) {
        applyTanks();
        outcome_ = solver_.solve(flow_, head_);
        if (!outcome_.converged) {
            return tl::unexpected(solver_.error(outcome_));
        }
        if (!applyControls(true)) {
            break;
        }
    }
    return {};
}

long ExtendedPeriodRun::nextStepS() const {
    long step = std::max(period_.stepS, 1L);
    const auto shorten = [&step](double seconds) {
        const long t = std::lround(seconds);
        if (t > 0 && t < step) {
            step = t;
        }
    };
    const long patternS = std::max(period_.patternStepS, 1L);
    const long phase = (timeS_ + period_.patternStartS) % patternS;
    shorten(static_cast<double>(patternS - phase));
    shorten(static_cast<double>(reportS_ - timeS_));
    shorten(static_cast<double>(period_.durationS - timeS_));
    for (std::size_t t = 0; t < period_.tanks.size(); ++t) {
        const HydraulicTank& tank = period_.tanks[t];
        const double in = inflow(tank.node);
        if (std::abs(in) > kTankAtRestM3PerS) {
            const double end = volume(tank, in > 0.0 ? tank.mostM : tank.leastM);
            shorten((end - volume_[t]) / in);
        }
    }
    for (const HydraulicControl& control : period_.controls) {
        if (!changes(control)) {
            continue;
        }
        if (control.trigger == ControlTrigger::Time) {
            shorten(static_cast<double>(control.atS - timeS_));
        } else if (control.trigger == ControlTrigger::ClockTime) {
            const long clock = (timeS_ + period_.startClockS) % kDayS;
            shorten(static_cast<double>((control.atS - clock + kDayS) % kDayS));
        } else if (const int t = tankAt(control.node); t >= 0) {
            const double in = inflow(control.node);
            const double gap = volume(period_.tanks[at(t)], control.headM) - volume_[at(t)];
            const bool towards = control.trigger == ControlTrigger::NodeAbove
                                     ? gap > 0.0 && in > kTankAtRestM3PerS
                                     : gap < 0.0 && in < -kTankAtRestM3PerS;
            if (towards) {
                shorten(gap / in);
            }
        }
    }
    return step;
}

bool ExtendedPeriodRun::advance() {
    if (timeS_ >= period_.durationS) {
        return false;
    }
    while (reportS_ <= timeS_) {
        reportS_ += std::max(period_.reportStepS, 1L);
    }
    const long step = nextStepS();
    if (period_.rules.empty()) {
        fillTanks(step);
        timeS_ += step;
    } else {
        const long usual =
            period_.ruleStepS > 0 ? period_.ruleStepS : std::max(period_.stepS / kRuleSteps, 1L);
        const long endS = timeS_ + step;
        bool acted = false;
        while (timeS_ < endS && !acted) {
            const long part = std::min(usual - timeS_ % usual, endS - timeS_);
            const long fromS = std::exchange(timeS_, timeS_ + part);
            fillTanks(part);
            acted = applyRules(fromS);
        }
    }
    holdTankHeads();
    return true;
}

void ExtendedPeriodRun::fillTanks(long seconds) {
    for (std::size_t t = 0; t < period_.tanks.size(); ++t) {
        const HydraulicTank& tank = period_.tanks[t];
        const double in = inflow(tank.node);
        const double most = volume(tank, tank.mostM);
        double& v = volume_[t];
        v += in * static_cast<double>(seconds);
        // Within a second of full or empty it is so.
        if (v + in >= most) {
            v = most;
        } else if (v + in <= tank.leastM3) {
            v = tank.leastM3;
        }
    }
}

void ExtendedPeriodRun::holdTankHeads() {
    for (std::size_t t = 0; t < period_.tanks.size(); ++t) {
        const HydraulicTank& tank = period_.tanks[t];
        solver_.setFixedHead(tank.node, headOf(tank, volume_[t]));
    }
}

RuleSight ExtendedPeriodRun::sight(long fromS) const {
    RuleSight sight;
    sight.fromS = fromS;
    sight.toS = timeS_;
    sight.startClockS = period_.startClockS;
    sight.value = [this](RuleQuantity quantity, int index) {
        const HydraulicNetwork& net = solver_.network();
        switch (quantity) {
            case RuleQuantity::Demand: {
                double sum = 0.0;
                for (int i = 0; i < static_cast<int>(net.nodes.size()); ++i) {
                    // As stated, unless it depends on pressure.
                    const bool counts = (index < 0 && !net.nodes[at(i)].fixed) || i == index;
                    const double stated = net.nodes[at(i)].demandM3PerS;
                    sum += !counts ? 0.0 : net.pressureDemand ? solver_.suppliedM3PerS(i) : stated;
                }
                return sum;
            }
            case RuleQuantity::Head:
                return tankAt(index) >= 0
                           ? headOf(period_.tanks[at(tankAt(index))], volume_[at(tankAt(index))])
                           : head_[at(index)];
            case RuleQuantity::FillTime:
            case RuleQuantity::DrainTime: {
                const int t = tankAt(index);
                const bool fills = quantity == RuleQuantity::FillTime;
                const double in = t >= 0 ? inflow(index) : 0.0;
                if (t < 0 || (fills ? in <= kTankAtRestM3PerS : in >= -kTankAtRestM3PerS)) {
                    return std::numeric_limits<double>::quiet_NaN();
                }
                const HydraulicTank& tank = period_.tanks[at(t)];
                return (volume(tank, fills ? tank.mostM : tank.leastM) - volume_[at(t)]) / in;
            }
            case RuleQuantity::Flow:
                return std::abs(flow_[at(index)]);
            case RuleQuantity::Open:
                return isClosed(net.links[at(index)]) ? 0.0 : 1.0;
            case RuleQuantity::Setting:
                return settingNow(net.links[at(index)]);
            default:
                return 0.0;
        }
    };
    return sight;
}

bool ExtendedPeriodRun::applyRules(long fromS) {
    bool acted = false;
    for (const RuleAction& action : dueActions(period_.rules, sight(fromS))) {
        HydraulicControl control;
        control.link = action.link;
        control.open = action.open;
        control.setting = action.setting;
        if (changes(control)) {
            act(control);
            acted = true;
        }
    }
    return acted;
}

}  // namespace headroom::engine
