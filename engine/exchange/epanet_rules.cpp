// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet_rules.h"

#include "engine/base/index.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kSecondsPerHour = 3600.0;

bool isNodeWord(std::string_view word) {
    return beginsWith(word, "NODE") || beginsWith(word, "JUNC") || beginsWith(word, "TANK") ||
           beginsWith(word, "RESERV");
}

bool isLinkWord(std::string_view word) {
    return beginsWith(word, "LINK") || beginsWith(word, "PIPE") || beginsWith(word, "PUMP") ||
           beginsWith(word, "VALVE");
}

class RuleReader : private EpanetFaults {
  public:
    RuleReader(const std::filesystem::path& path, const EpanetRuleContext& context)
        : EpanetFaults(path), context_(context) {}

    Result<std::vector<HydraulicRule>> read(const std::vector<EpanetLine>& lines) {
        for (const EpanetLine& line : lines) {
            if (!fault_) {
                clause(line);
            }
        }
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        return std::move(rules_);
    }

  private:
    enum class Part { Name, If, Then, Else, Priority };

    void clause(const EpanetLine& line) {
        const std::string word = upperCase(line.word(0));
        if (word == "RULE") {
            rules_.emplace_back();
            part_ = Part::Name;
            return;
        }
        if (rules_.empty()) {
            notUnderstood(line, "a clause precedes the first RULE");
            return;
        }
        if (word == "IF") {
            part_ = Part::If;
        } else if (word == "THEN") {
            part_ = Part::Then;
        } else if (word == "ELSE") {
            part_ = Part::Else;
        } else if (word == "PRIORITY") {
            part_ = Part::Priority;
            rules_.back().priority = number(line, 1);
            return;
        } else if (word != "AND" && word != "OR") {
            notUnderstood(line, "\"" + line.words[0] + "\" does not begin a clause of a rule");
            return;
        }
        if (part_ == Part::If) {
            premise(line, word == "OR");
        } else if (part_ == Part::Then) {
            action(line, rules_.back().then);
        } else if (part_ == Part::Else) {
            action(line, rules_.back().otherwise);
        } else {
            notUnderstood(line, "the rule has no IF before this clause");
        }
    }

    // IF|AND|OR object id variable relation value; SYSTEM has no id
    void premise(const EpanetLine& line, bool orElse) {
        RulePremise premise;
        premise.orElse = orElse;
        const bool system = beginsWith(line.word(1), "SYST");
        const bool link = isLinkWord(line.word(1));
        if (!system && !link && !isNodeWord(line.word(1))) {
            notUnderstood(line, "\"" + std::string(line.word(1)) + "\" is not a part of a network");
            return;
        }
        const std::size_t variable = system ? 2 : 3;
        if (!needs(line, variable + 3)) {
            return;
        }
        if (!system) {
            premise.index = link ? find(context_.links, line, line.word(2), "link")
                                 : find(context_.nodes, line, line.word(2), "node");
        }
        if (fault_ || !relation(line, variable + 1, premise)) {
            return;
        }
        system ? systemValue(line, premise)
        : link ? linkValue(line, premise)
               : nodeValue(line, premise);
        rules_.back().premises.push_back(premise);
    }

    bool relation(const EpanetLine& line, std::size_t i, RulePremise& premise) {
        static constexpr std::array kWords = {
            std::pair{"=", RuleRelation::Equal},    std::pair{"IS", RuleRelation::Equal},
            std::pair{"<>", RuleRelation::Unequal}, std::pair{"NOT", RuleRelation::Unequal},
            std::pair{"<=", RuleRelation::AtMost},  std::pair{">=", RuleRelation::AtLeast},
            std::pair{"<", RuleRelation::Below},    std::pair{"BELOW", RuleRelation::Below},
            std::pair{">", RuleRelation::Above},    std::pair{"ABOVE", RuleRelation::Above}};
        const std::string word = upperCase(line.word(i));
        for (const auto& [text, relation] : kWords) {
            if (word == text) {
                premise.relation = relation;
                return true;
            }
        }
        notUnderstood(line, "\"" + std::string(line.word(i)) + "\" is not a relation");
        return false;
    }

    void systemValue(const EpanetLine& line, RulePremise& premise) {
        const std::string_view what = line.word(2);
        if (beginsWith(what, "DEMA")) {
            premise.quantity = RuleQuantity::Demand;
            premise.value = number(line, 4) * context_.flow;
        } else if (beginsWith(what, "CLOCK") || beginsWith(what, "TIME")) {
            premise.quantity =
                beginsWith(what, "CLOCK") ? RuleQuantity::ClockTime : RuleQuantity::Time;
            premise.value = static_cast<double>(seconds(line, 4));
        } else {
            unknownVariable(line, what);
        }
    }

    void nodeValue(const EpanetLine& line, RulePremise& premise) {
        const std::string_view what = line.word(3);
        const HydraulicNode& node = context_.network.nodes[at(premise.index)];
        const double value = number(line, 5);
        premise.quantity = RuleQuantity::Head;
        if (beginsWith(what, "DEMA")) {
            premise.quantity = RuleQuantity::Demand;
            premise.value = value * context_.flow;
        } else if (beginsWith(what, "HEAD") || beginsWith(what, "GRADE")) {
            premise.value = value * context_.length;
        } else if (beginsWith(what, "LEVEL")) {
            premise.value = node.elevationM + value * context_.length;
        } else if (beginsWith(what, "PRES")) {
            premise.value = node.elevationM + value * context_.pressure;
        } else if (beginsWith(what, "FILL") || beginsWith(what, "DRAIN")) {
            premise.quantity =
                beginsWith(what, "FILL") ? RuleQuantity::FillTime : RuleQuantity::DrainTime;
            premise.value = value * kSecondsPerHour;
        } else {
            unknownVariable(line, what);
        }
    }

    void linkValue(const EpanetLine& line, RulePremise& premise) {
        const std::string_view what = line.word(3);
        if (beginsWith(what, "FLOW")) {
            premise.quantity = RuleQuantity::Flow;
            premise.value = number(line, 5) * context_.flow;
        } else if (beginsWith(what, "STATUS")) {
            premise.quantity = RuleQuantity::Open;
            premise.value = beginsWith(line.word(5), "CLOSED") ? 0.0 : 1.0;
        } else if (beginsWith(what, "SETT")) {
            premise.quantity = RuleQuantity::Setting;
            premise.value = context_.settingOf(premise.index, number(line, 5), line);
        } else {
            unknownVariable(line, what);
        }
    }

    void unknownVariable(const EpanetLine& line, std::string_view what) {
        fail("INP-003", line.number,
             "rules that ask for \"" + std::string(what) + "\" are not read",
             "Use DEMAND, HEAD, PRESSURE, LEVEL, FILLTIME, DRAINTIME, FLOW, STATUS, SETTING, TIME "
             "or CLOCKTIME.");
    }

    // THEN|ELSE|AND object id STATUS|SETTING IS|= value
    void action(const EpanetLine& line, std::vector<RuleAction>& actions) {
        if (!needs(line, 6)) {
            return;
        }
        RuleAction action;
        action.link = find(context_.links, line, line.word(2), "link");
        if (fault_) {
            return;
        }
        const HydraulicLink& link = context_.network.links[at(action.link)];
        const std::string state = upperCase(line.word(5));
        if (beginsWith(line.word(3), "STATUS") && (state == "OPEN" || state == "CLOSED")) {
            action.open = state == "OPEN";
            if (link.kind == HydraulicLinkKind::Pump && *action.open) {
                action.setting = 1.0;
            }
        } else if (beginsWith(line.word(3), "SETT")) {
            action.setting = context_.settingOf(action.link, number(line, 5), line);
        } else {
            notUnderstood(line, "an action sets STATUS to OPEN or CLOSED, or SETTING to a number");
        }
        actions.push_back(action);
    }

    const EpanetRuleContext& context_;
    std::vector<HydraulicRule> rules_;
    Part part_ = Part::Name;
};

}  // namespace

Result<std::vector<HydraulicRule>> readEpanetRules(const std::filesystem::path& path,
                                                   const std::vector<EpanetLine>& lines,
                                                   const EpanetRuleContext& context) {
    return RuleReader(path, context).read(lines);
}

}  // namespace headroom::engine
