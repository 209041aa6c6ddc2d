// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet.h"

#include "engine/base/number.h"
#include "engine/exchange/epanet_text.h"
#include "engine/exchange/epanet_units.h"

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

using namespace epanet;

class EpanetReader : private EpanetFaults {
  public:
    explicit EpanetReader(const std::filesystem::path& path) : EpanetFaults(path) {}

    Result<EpanetModel> read() {
        auto text = readEpanetText(path());
        if (!text) {
            return tl::unexpected(std::move(text.error()));
        }
        text_ = std::move(*text);
        model_.title = text_.title;
        refuse("RULE", "rules are not read", "State them as simple controls.");
        refuse("LEAK", "leakage of pipes is not read", "State leaks as emitters.");
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
        addDemands();
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        return std::move(model_);
    }

  private:
    using Line = EpanetLine;

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

    void option(const Line& line) {
        const std::string_view key = line.word(0);
        if (beginsWith(key, "UNIT")) {
            flowUnit_ = upperCase(line.word(1));
            unitLine_ = line.number;
        } else if (beginsWith(key, "HEADL")) {
            const std::string law = upperCase(line.word(1));
            if (law != "H-W" && law != "D-W" && law != "C-M") {
                notUnderstood(line, "\"" + law + "\" is no law of head loss");
            }
            model_.network.pipeLaw = law == "D-W"   ? PipeLaw::DarcyWeisbach
                                     : law == "C-M" ? PipeLaw::ChezyManning
                                                    : PipeLaw::HazenWilliams;
        } else if (beginsWith(key, "VISC")) {
            viscosity_ = number(line, 1);
        } else if (beginsWith(key, "SPEC")) {
            specificGravity_ = number(line, line.size() - 1);
        } else if (beginsWith(key, "PATTERN")) {
            defaultPattern_ = std::string(line.word(1));
        } else if (beginsWith(key, "DEMAND") && beginsWith(line.word(1), "MULT")) {
            model_.period.demandFactor = number(line, 2);
        } else if (beginsWith(key, "DEMAND") && beginsWith(line.word(1), "MODEL") &&
                   !beginsWith(line.word(2), "DDA")) {
            fail("INP-003", line.number, "demands that depend on pressure are not read",
                 "Set the demand model to DDA, or state such demands as emitters.");
        } else if (beginsWith(key, "EMITTER") && beginsWith(line.word(1), "EXP")) {
            model_.network.emitterExponent = number(line, 2);
        }
    }

    void useUnits() {
        for (const FlowUnit& unit : kFlowUnits) {
            if (flowUnit_ == unit.word) {
                model_.usUnits = unit.us;
                model_.m3PerSPerFlow = unit.m3PerS;
                model_.flowUnit = unit.name;
                model_.mPerLength = unit.us ? kMPerFoot : 1.0;
                model_.lengthUnit = unit.us ? "ft" : "m";
            }
        }
        if (model_.flowUnit.empty()) {
            fail("INP-001", unitLine_, "\"" + flowUnit_ + "\" is no unit of flow",
                 "Use CFS, GPM, MGD, IMGD, AFD, LPS, LPM, MLD, CMH, CMD or CMS.");
        }
        flow_ = model_.m3PerSPerFlow;
        length_ = model_.mPerLength;
        diameter_ = model_.usUnits ? kMPerFoot / 12.0 : 1e-3;
        // Pressures are in psi, or in metres.
        pressure_ = (model_.usUnits ? kMPerFoot / kPsiPerFoot : 1.0) / specificGravity_;
        HydraulicNetwork& net = model_.network;
        net.gravityMPerS2 = kGravityMPerS2;
        net.densityKgPerM3 = kWaterKgPerM3 * specificGravity_;
        net.viscosityM2PerS = viscosity_ > kRelativeViscosity ? viscosity_ * kViscosityM2PerS
                                                              : viscosity_ * length_ * length_;
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

    // Index of a curve as heads over flows.
    int headCurve(const Line& line, std::string_view id) {
        const auto it = curves_.find(id);
        if (it == curves_.end()) {
            fail("INP-002", line.number, "there is no curve \"" + std::string(id) + "\"",
                 "Correct the name, or add the curve.");
            return 0;
        }
        HydraulicCurve curve;
        for (const auto& [x, y] : it->second) {
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
            fail("INP-003", line.number, "volume curves of tanks are not read",
                 "State the tank as a cylinder.");
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

    void pipe(const Line& line) {
        if (!needs(line, 6)) {
            return;
        }
        HydraulicLink& link = addLink(line, HydraulicLinkKind::Pipe);
        link.lengthM = length_ * number(line, 3);
        link.diameterM = diameter_ * number(line, 4);
        const bool height = model_.network.pipeLaw == PipeLaw::DarcyWeisbach;
        link.roughness = number(line, 5) * (height ? 1e-3 * length_ : 1.0);
        // Minor loss, then status; either may be missing.
        std::size_t next = 6;
        if (parseNumber(line.word(next))) {
            link.resistance = fittingResistance(number(line, next), link.diameterM, kGravityMPerS2);
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
                notUnderstood(line, "\"" + std::string(key) + "\" is no property of a pump");
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
            std::pair{"TCV", HydraulicLinkKind::Tcv}, std::pair{"GPV", HydraulicLinkKind::Gpv}};
        const std::string word = upperCase(line.word(4));
        std::optional<HydraulicLinkKind> kind;
        for (const auto& [name, k] : kKinds) {
            if (word == name) {
                kind = k;
            }
        }
        if (!kind) {
            fail("INP-003", line.number, "a valve of kind \"" + word + "\" is not read",
                 "Use PRV, PSV, PBV, FCV, TCV or GPV.");
            return;
        }
        HydraulicLink& link = addLink(line, *kind);
        link.diameterM = diameter_ * number(line, 3);
        link.resistance = fittingResistance(number(line, 6, 0.0), link.diameterM, kGravityMPerS2);
        if (*kind == HydraulicLinkKind::Gpv) {
            link.curve = headCurve(line, line.word(5));
        } else {
            wideOpen_[static_cast<int>(model_.network.links.size()) - 1] = link.resistance;
            set(link, number(line, 5));
        }
    }

    // A setting of the file's units, of a pump or valve.
    double settingOf(const HydraulicLink& link, double value) const {
        switch (link.kind) {
            case HydraulicLinkKind::Prv:
            case HydraulicLinkKind::Psv:
            case HydraulicLinkKind::Pbv:
                return value * pressure_;
            case HydraulicLinkKind::Fcv:
                return value * flow_;
            case HydraulicLinkKind::Tcv:
                return fittingResistance(value, link.diameterM, kGravityMPerS2);
            default:
                return value;
        }
    }

    void set(HydraulicLink& link, double value) const {
        const double setting = settingOf(link, value);
        (link.kind == HydraulicLinkKind::Pump  ? link.speed
         : link.kind == HydraulicLinkKind::Tcv ? link.resistance
                                               : link.setting) = setting;
    }

    void demand(const Line& line) {
        if (upperCase(line.word(0)).starts_with("MULT")) {
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
            set(link, number(line, 1));
            link.open = true;
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
            control.setting = settingOf(link, number(line, 2));
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
        } else if (beginsWith(first, "REPO")) {
            (beginsWith(second, "START") ? period.reportStartS : period.reportStepS) =
                seconds(line, 2);
        } else if (beginsWith(first, "START")) {
            period.startClockS = seconds(line, 2);
        }
    }

    EpanetText text_;
    EpanetModel model_;
    Ids nodes_, links_, patterns_;
    std::map<std::string, std::vector<std::pair<double, double>>, std::less<>> curves_;
    std::map<int, std::vector<Demand>> demands_;
    std::map<int, bool> restated_;
    std::map<int, double> wideOpen_;  // valves: resistance without their setting
    std::string flowUnit_ = "GPM", defaultPattern_ = "1";
    int unitLine_ = 0;
    double viscosity_ = 1.0, specificGravity_ = 1.0;
    double flow_ = 1.0, length_ = 1.0, diameter_ = 1.0, pressure_ = 1.0;  // SI per unit
};

}  // namespace

Result<EpanetModel> readEpanet(const std::filesystem::path& path) {
    return EpanetReader(path).read();
}

}  // namespace headroom::engine
