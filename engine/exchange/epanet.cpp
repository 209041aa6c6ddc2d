// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet.h"

#include "engine/base/number.h"
#include "engine/exchange/epanet_options.h"
#include "engine/exchange/epanet_rules.h"
#include "engine/exchange/epanet_text.h"
#include "engine/exchange/epanet_units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

using namespace epanet;

// A valve is shut below this share of its flow coefficient.
constexpr double kLeastPosition = 1e-6;

class EpanetReader : private EpanetOptions {
  public:
    explicit EpanetReader(const std::filesystem::path& path) : EpanetOptions(path) {}

    Result<EpanetModel> read() {
        auto text = readEpanetText(path());
        if (!text) {
            return tl::unexpected(std::move(text.error()));
        }
        text_ = std::move(*text);
        model_.title = text_.title;
        refuse("LEAK", "leakage of pipes is not read", "State leaks as emitters.");
        model_.network.pipeLaw = PipeLaw::HazenWilliams;  // unless the file states another
        each("OPTI", &EpanetReader::option);
        useUnits();
        each("PATT", &EpanetReader::pattern);
        each("CURV", &EpanetReader::curve);
        each("JUNC", &EpanetReader::junction);
        each("RESE", &EpanetReader::reservoir);
        each("TANK", &EpanetReader::tank);
        each("PIPE", &EpanetReader::pipe);
        each("PUMP", &EpanetReader::pump);
        each("VALV", &EpanetReader::valve);
        each("DEMA", &EpanetReader::demand);
        each("EMIT", &EpanetReader::emitter);
        each("STAT", &EpanetReader::status);
        each("CONT", &EpanetReader::control);
        each("TIME", &EpanetReader::time);
        rules();
        addDemands();
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        return std::move(model_);
    }

  private:
    using Line = EpanetLine;
    using Points = std::vector<std::pair<double, double>>;

    // Straight lines between points, the first and the last continuing.
    static double interpolate(const Points& points, double x) {
        std::size_t i = 1;
        while (i + 1 < points.size() && points[i].first < x) {
            ++i;
        }
        const auto& [x0, y0] = points[i - 1];
        const auto& [x1, y1] = points[i];
        return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
    }

    struct Demand {
        double flow = 0.0;
        std::string pattern;
        int line = 0;
    };

    void each(const char* section, void (EpanetReader::*take)(const Line&)) {
        for (const Line& line : text_.section(section)) {
            if (fault_) {
                return;
            }
            (this->*take)(line);
        }
    }

    void refuse(const char* section, const char* message, const char* remedy) {
        if (const auto& lines = text_.section(section); !lines.empty()) {
            fail("INP-003", lines.front().number, message, remedy);
        }
    }

    void pattern(const Line& line) {
        auto& patterns = model_.period.patterns;
        const auto [it, added] =
            patterns_.emplace(line.words[0], static_cast<int>(patterns.size()));
        if (added) {
            patterns.emplace_back();
        }
        if (needs(line, 2)) {
            for (std::size_t i = 1; i < line.size(); ++i) {
                patterns[static_cast<std::size_t>(it->second)].push_back(number(line, i));
            }
        }
    }

    // Figures as in the file: what they mean depends on who uses the curve.
    void curve(const Line& line) {
        if (needs(line, 3)) {
            auto& points = curves_[line.words[0]];
            for (std::size_t i = 1; i + 1 < line.size(); i += 2) {
                points.emplace_back(number(line, i), number(line, i + 1));
            }
        }
    }

    // Null, with a fault, if the file has no such curve, or if its first values do not rise (error 230 of EPANET).
    const Points* curveOf(const Line& line, std::string_view id) {
        const auto it = curves_.find(id);
        if (it == curves_.end()) {
            fail("INP-002", line.number, "there is no curve \"" + std::string(id) + "\"",
                 "Correct the name, or add the curve.");
            return nullptr;
        }
        const Points& points = it->second;
        if (std::adjacent_find(points.begin(), points.end(), [](const auto& a, const auto& b) {
                return !(b.first > a.first);
            }) != points.end()) {
            notUnderstood(line,
                          "the first values of curve \"" + std::string(id) + "\" do not rise");
            return nullptr;
        }
        return &points;
    }

    // Index of a curve as heads over flows.
    int headCurve(const Line& line, std::string_view id) {
        const Points* points = curveOf(line, id);
        if (points == nullptr) {
            return 0;
        }
        HydraulicCurve curve;
        for (const auto& [x, y] : *points) {
            curve.flowM3PerS.push_back(x * flow_);
            curve.headM.push_back(y * length_);
        }
        model_.network.curves.push_back(std::move(curve));
        return static_cast<int>(model_.network.curves.size()) - 1;
    }

    int patternOf(const Line& line, std::string_view id) {
        return find(patterns_, line, id, "pattern");
    }

    void junction(const Line& line) {
        const double elevationM = length_ * number(line, 1, 0.0);
        const int node = model_.network.addJunction(elevationM);
        model_.network.nodes.back().name = line.words[0];
        add(nodes_, line, node);
        demands_[node].push_back({number(line, 2, 0.0), std::string(line.word(3)), line.number});
    }

    void reservoir(const Line& line) {
        const double headM = length_ * number(line, 1);
        const int node = model_.network.addFixedHead(headM, headM);
        model_.network.nodes.back().name = line.words[0];
        add(nodes_, line, node);
        if (line.size() > 2) {
            model_.period.heads.push_back({node, headM, patternOf(line, line.words[2])});
        }
    }

    void tank(const Line& line) {
        if (line.size() < 4) {
            reservoir(line);
            return;
        }
        const double elevationM = length_ * number(line, 1);
        HydraulicTank tank;
        tank.startM = elevationM + length_ * number(line, 2);
        tank.leastM = elevationM + length_ * number(line, 3);
        tank.mostM = elevationM + length_ * number(line, 4);
        const double diameterM = length_ * number(line, 5);
        tank.areaM2 = 0.25 * std::numbers::pi * diameterM * diameterM;
        const double leastM3 = number(line, 6, 0.0) * length_ * length_ * length_;
        tank.leastM3 = leastM3 > 0.0 ? leastM3 : tank.areaM2 * (tank.leastM - elevationM);
        if (!line.word(7).empty() && line.word(7) != "*") {
            volumeCurve(line, elevationM, tank);
        }
        tank.overflows = beginsWith(line.word(8), "YES");
        tank.node = model_.network.addFixedHead(tank.startM, elevationM);
        model_.network.nodes.back().name = line.words[0];
        add(nodes_, line, tank.node);
        if (!fault_ &&
            !(tank.areaM2 > 0.0 && tank.leastM <= tank.startM && tank.startM <= tank.mostM)) {
            notUnderstood(line, "the tank has no area, or its levels do not follow each other");
        }
        model_.period.tanks.push_back(tank);
    }

    // Volume over the level above the tank's bottom.
    void volumeCurve(const Line& line, double elevationM, HydraulicTank& tank) {
        const auto* points = curveOf(line, line.word(7));
        if (points == nullptr) {
            return;
        }
        for (const auto& [level, volume] : *points) {
            tank.curveM.push_back(elevationM + length_ * level);
            tank.curveM3.push_back(length_ * length_ * length_ * volume);
        }
        const std::size_t last = tank.curveM.size() - 1;
        if (last == 0 || std::adjacent_find(tank.curveM3.begin(), tank.curveM3.end(),
                                            std::greater_equal<>()) != tank.curveM3.end()) {
            notUnderstood(line, "the volume curve needs two points or more, with rising volumes");
            return;
        }
        if (tank.leastM < tank.curveM[0] || tank.mostM > tank.curveM[last]) {
            notUnderstood(line, "the levels of the tank leave its volume curve");
        }
        tank.areaM2 = (tank.curveM3[last] - tank.curveM3[0]) / (tank.curveM[last] - tank.curveM[0]);
        tank.leastM3 = interpolate(*points, (tank.leastM - elevationM) / length_) * length_ *
                       length_ * length_;
    }

    HydraulicLink& addLink(const Line& line, HydraulicLinkKind kind) {
        const int from = find(nodes_, line, line.word(1), "node");
        const int to = find(nodes_, line, line.word(2), "node");
        const int link = model_.network.addResistance(from, to, 0.0);
        HydraulicLink& added = model_.network.links.back();
        added.kind = kind;
        added.name = line.words[0];
        add(links_, line, link);
        return added;
    }

    /// INP-001 for a diameter so small, or a coefficient so large, that no water flows.
    double minorLoss(const Line& line, double coefficient, double diameterM) {
        const double resistance = fittingResistance(coefficient, diameterM, kGravityMPerS2);
        if (!std::isfinite(resistance) && !fault_) {
            notUnderstood(line, "the minor loss is beyond all numbers for this diameter");
        }
        return resistance;
    }

    void pipe(const Line& line) {
        if (!needs(line, 6)) {
            return;
        }
        HydraulicLink& link = addLink(line, HydraulicLinkKind::Pipe);
        link.lengthM = length_ * positive(line, 3, "length");
        link.diameterM = diameter_ * positive(line, 4, "diameter");
        const bool height = model_.network.pipeLaw == PipeLaw::DarcyWeisbach;
        link.roughness = number(line, 5) * (height ? 1e-3 * length_ : 1.0);
        // Minor loss, then status; either may be missing.
        std::size_t next = 6;
        if (parseNumber(line.word(next))) {
            link.resistance = minorLoss(line, number(line, next), link.diameterM);
            ++next;
        }
        link.open = !beginsWith(line.word(next), "CLOSED");
        if (beginsWith(line.word(next), "CV")) {
            link.direction = FlowDirection::Forward;
        }
    }

    void pump(const Line& line) {
        HydraulicLink& link = addLink(line, HydraulicLinkKind::Pump);
        for (std::size_t i = 3; i + 1 < line.size() && !fault_; i += 2) {
            const std::string_view key = line.word(i);
            if (beginsWith(key, "HEAD")) {
                pumpCurve(line, link, line.word(i + 1));
            } else if (beginsWith(key, "POWER")) {
                link.pumpLaw = PumpLaw::ConstantPower;
                link.powerW = number(line, i + 1) * (model_.usUnits ? kWPerHorsepower : 1000.0);
            } else if (beginsWith(key, "SPEED")) {
                link.speed = number(line, i + 1);
            } else if (beginsWith(key, "PATT")) {
                model_.period.speeds.push_back({static_cast<int>(model_.network.links.size()) - 1,
                                                1.0, patternOf(line, line.word(i + 1))});
            } else {
                notUnderstood(line, "\"" + std::string(key) + "\" is not a property of a pump");
            }
        }
        if (!fault_ && link.pumpLaw == PumpLaw::Power && !(link.shutOffM > 0.0)) {
            notUnderstood(line, "the pump has neither HEAD nor POWER");
        }
    }

    void pumpCurve(const Line& line, HydraulicLink& link, std::string_view id) {
        const int index = headCurve(line, id);
        if (fault_) {
            return;
        }
        const HydraulicCurve& curve = model_.network.curves[static_cast<std::size_t>(index)];
        const auto& q = curve.flowM3PerS;
        const auto& h = curve.headM;
        PumpPowerLaw law;
        if (q.size() == 1) {
            law = pumpPowerLaw(q[0], h[0]);
        } else if (q.size() == 3 && q[0] == 0.0) {
            law = pumpPowerLaw(h[0], q[1], h[1], q[2], h[2]);
        } else {
            link.pumpLaw = PumpLaw::Table;
            link.curve = index;
            return;
        }
        if (std::isnan(law.shutOffM)) {
            notUnderstood(line, "the heads of curve \"" + std::string(id) +
                                    "\" do not fall while its flows rise");
            return;
        }
        link.shutOffM = law.shutOffM;
        link.pumpR = law.r;
        link.pumpN = law.n;
        model_.network.curves.pop_back();
    }

    void valve(const Line& line) {
        if (!needs(line, 6)) {
            return;
        }
        constexpr std::array kKinds = {
            std::pair{"PRV", HydraulicLinkKind::Prv}, std::pair{"PSV", HydraulicLinkKind::Psv},
            std::pair{"PBV", HydraulicLinkKind::Pbv}, std::pair{"FCV", HydraulicLinkKind::Fcv},
            std::pair{"TCV", HydraulicLinkKind::Tcv}, std::pair{"GPV", HydraulicLinkKind::Gpv},
            std::pair{"PCV", HydraulicLinkKind::Tcv}};
        const std::string word = upperCase(line.word(4));
        std::optional<HydraulicLinkKind> kind;
        for (const auto& [name, k] : kKinds) {
            if (word == name) {
                kind = k;
            }
        }
        if (!kind) {
            fail("INP-003", line.number, "a valve of kind \"" + word + "\" is not read",
                 "Use PRV, PSV, PBV, FCV, TCV, PCV or GPV.");
            return;
        }
        HydraulicLink& link = addLink(line, *kind);
        link.diameterM = diameter_ * positive(line, 3, "diameter");
        link.resistance = minorLoss(line, number(line, 6, 0.0), link.diameterM);
        if (*kind == HydraulicLinkKind::Gpv) {
            link.curve = headCurve(line, line.word(5));
            return;
        }
        const int index = static_cast<int>(model_.network.links.size()) - 1;
        wideOpen_[index] = link.resistance;
        if (word == "PCV") {
            positions_[index] = line.size() > 7 ? curveOf(line, line.word(7)) : nullptr;
        }
        set(line, index, number(line, 5));
    }

    // A valve whose setting is its opening in percent: the curve gives the flow coefficient, also
    // in percent of that of the open valve; without a curve it is the opening.
    double positionResistance(const Line& line, int link, double percent) {
        const Points* points = positions_[link];
        if (!(wideOpen_[link] > 0.0)) {
            notUnderstood(line, "a PCV needs a loss coefficient of the open valve above 0");
            return 0.0;
        }
        const double coefficient = percent >= 100.0                          ? 100.0
                                   : points == nullptr || points->size() < 2 ? percent
                                   : percent < points->front().first
                                       ? points->front().second * percent / points->front().first
                                       : interpolate(*points, percent);
        const double share = std::clamp(0.01 * coefficient, kLeastPosition, 1.0);
        return wideOpen_[link] / (share * share);
    }

    // A setting of the file's units, of a pump or valve.
    double settingOf(const Line& line, int index, double value) {
        const HydraulicLink& link = model_.network.links[static_cast<std::size_t>(index)];
        switch (link.kind) {
            case HydraulicLinkKind::Prv:
            case HydraulicLinkKind::Psv:
            case HydraulicLinkKind::Pbv:
                return value * pressure_;
            case HydraulicLinkKind::Fcv:
                return value * flow_;
            case HydraulicLinkKind::Tcv:
                return positions_.contains(index)
                           ? positionResistance(line, index, value)
                           : fittingResistance(value, link.diameterM, kGravityMPerS2);
            default:
                return value;
        }
    }

    void set(const Line& line, int index, double value) {
        const double setting = settingOf(line, index, value);
        HydraulicLink& link = model_.network.links[static_cast<std::size_t>(index)];
        (link.kind == HydraulicLinkKind::Pump  ? link.speed
         : link.kind == HydraulicLinkKind::Tcv ? link.resistance
                                               : link.setting) = setting;
        if (positions_.contains(index)) {
            link.open = value > 0.0;
        }
    }

    void demand(const Line& line) {
        const std::string first = upperCase(line.word(0));
        if ((first == "MULT" || first == "MULTIPLY") && !nodes_.contains(line.word(0))) {
            model_.period.demandFactor = number(line, 1);
            return;
        }
        const int node = find(nodes_, line, line.word(0), "node");
        // The first one here replaces what the junction's own line states.
        auto& demands = demands_[node];
        if (restated_.emplace(node, true).second) {
            demands.clear();
        }
        demands.push_back({number(line, 1), std::string(line.word(2)), line.number});
    }

    void addDemands() {
        const int byDefault = patterns_.contains(defaultPattern_) ? patterns_[defaultPattern_] : -1;
        for (const auto& [node, demands] : demands_) {
            for (const Demand& demand : demands) {
                if (fault_ || demand.flow == 0.0) {
                    continue;
                }
                const int pattern = demand.pattern.empty() ? byDefault
                                                           : find(patterns_, Line{demand.line, {}},
                                                                  demand.pattern, "pattern");
                model_.period.demands.push_back({node, demand.flow * flow_, pattern});
            }
        }
    }

    void emitter(const Line& line) {
        const int node = find(nodes_, line, line.word(0), "node");
        const double coefficient = number(line, 1);
        if (!fault_) {
            model_.network.nodes[static_cast<std::size_t>(node)].emitter =
                coefficient * flow_ * std::pow(1.0 / pressure_, model_.network.emitterExponent);
        }
    }

    void status(const Line& line) {
        const int index = find(links_, line, line.word(0), "link");
        if (fault_) {
            return;
        }
        HydraulicLink& link = model_.network.links[static_cast<std::size_t>(index)];
        const std::string word = upperCase(line.word(1));
        if (word == "OPEN" || word == "CLOSED") {
            link.open = word == "OPEN";
            link.regulates = false;
            if (link.kind == HydraulicLinkKind::Tcv) {
                link.resistance = wideOpen_[index];
            }
        } else if (word != "ACTIVE") {
            link.open = true;
            set(line, index, number(line, 1));
        }
    }

    // LINK id status IF NODE id ABOVE|BELOW value; … AT TIME t; … AT CLOCKTIME t AM|PM
    void control(const Line& line) {
        if (!needs(line, 6)) {
            return;
        }
        HydraulicControl control;
        control.link = find(links_, line, line.words[1], "link");
        if (fault_) {
            return;
        }
        const HydraulicLink& link = model_.network.links[static_cast<std::size_t>(control.link)];
        const std::string state = upperCase(line.words[2]);
        if (state == "OPEN" || state == "CLOSED") {
            control.open = state == "OPEN";
            if (link.kind == HydraulicLinkKind::Pump && *control.open) {
                control.setting = 1.0;
            }
        } else {
            control.setting = settingOf(line, control.link, number(line, 2));
        }
        if (beginsWith(line.words[3], "IF")) {
            if (!needs(line, 8)) {
                return;
            }
            control.node = find(nodes_, line, line.words[5], "node");
            control.trigger = beginsWith(line.words[6], "BELOW") ? ControlTrigger::NodeBelow
                                                                 : ControlTrigger::NodeAbove;
            const HydraulicNode& node =
                model_.network.nodes[static_cast<std::size_t>(control.node)];
            control.headM = node.elevationM + number(line, 7) * (node.fixed ? length_ : pressure_);
        } else {
            control.trigger = beginsWith(line.words[4], "CLOCK") ? ControlTrigger::ClockTime
                                                                 : ControlTrigger::Time;
            control.atS = seconds(line, 5);
        }
        model_.period.controls.push_back(control);
    }

    void rules() {
        const EpanetRuleContext context{nodes_,
                                        links_,
                                        model_.network,
                                        flow_,
                                        length_,
                                        pressure_,
                                        [this](int link, double value, const Line& line) {
                                            return settingOf(line, link, value);
                                        }};
        if (fault_) {
            return;
        }
        auto rules = readEpanetRules(path(), text_.section("RULE"), context);
        if (!rules) {
            fault_ = std::move(rules.error());
            return;
        }
        model_.period.rules = std::move(*rules);
    }

    void time(const Line& line) {
        ExtendedPeriod& period = model_.period;
        const std::string_view first = line.word(0);
        const std::string_view second = line.word(1);
        if (beginsWith(first, "DURA")) {
            period.durationS = seconds(line, 1);
        } else if (beginsWith(first, "HYDR")) {
            period.stepS = seconds(line, 2);
        } else if (beginsWith(first, "PATT")) {
            (beginsWith(second, "START") ? period.patternStartS : period.patternStepS) =
                seconds(line, 2);
        } else if (beginsWith(first, "RULE")) {
            period.ruleStepS = seconds(line, 2);
        } else if (beginsWith(first, "REPO")) {
            (beginsWith(second, "START") ? period.reportStartS : period.reportStepS) =
                seconds(line, 2);
        } else if (beginsWith(first, "START")) {
            period.startClockS = seconds(line, 2);
        }
    }

    EpanetText text_;
    Ids nodes_, links_, patterns_;
    std::map<std::string, Points, std::less<>> curves_;
    std::map<int, std::vector<Demand>> demands_;
    std::map<int, bool> restated_;
    std::map<int, double> wideOpen_;          // valves: resistance without their setting
    std::map<int, const Points*> positions_;  // PCV: their curve, null: none
};

}  // namespace

Result<EpanetModel> readEpanet(const std::filesystem::path& path) {
    return EpanetReader(path).read();
}

}  // namespace headroom::engine
