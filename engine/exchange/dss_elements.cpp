// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss_elements.h"

#include <algorithm>

namespace headroom::engine {

std::vector<PhaseNode> DssElements::nodes(const std::string& value, std::size_t phases) {
    const std::vector<std::string> one = words(value);
    const std::string text = one.empty() ? "" : one[0];
    const std::size_t dot = std::min(text.find('.'), text.size());
    const int bus = feeder_.network.bus(dssLowerCase(text.substr(0, dot)));
    std::vector<PhaseNode> list;
    for (std::size_t i = dot; i < text.size(); i += 2) {
        const char digit = i + 1 < text.size() ? text[i + 1] : ' ';
        if (text[i] != '.' || digit < '0' || digit > '3') {
            notUnderstood("\"" + value + "\" names no nodes 0 to 3 of a bus");
            return list;
        }
        list.push_back({bus, digit - '1'});
    }
    while (list.size() > phases && list.back().phase < 0) {
        list.pop_back();
    }
    // Nodes that a bus does not state follow in their usual order.
    for (int phase = static_cast<int>(list.size()); static_cast<std::size_t>(phase) < phases;
         ++phase) {
        list.push_back({bus, phase});
    }
    return list;
}

std::vector<PhaseNode> DssElements::branchNodes(const std::string& value) {
    std::vector<PhaseNode> list = nodes(value, 1);
    if (list.size() > 2) {
        notUnderstood("\"" + value + "\" names more than two nodes of a single-phase element");
    }
    return list;
}

PhaseConnection DssElements::connection(const std::string& value) {
    const std::vector<std::string> one = words(value);
    const std::string lower = dssLowerCase(one.empty() ? "" : one[0]);
    if (lower.starts_with('d') || lower == "ll") {
        return PhaseConnection::Delta;
    }
    if (!lower.starts_with('w') && lower != "y" && lower != "ln") {
        notUnderstood("\"" + value + "\" is neither wye nor delta");
    }
    return PhaseConnection::Wye;
}

std::size_t DssElements::phaseCount(const std::string& value) {
    const double count = number(value);
    if (count != 1.0 && count != 2.0 && count != 3.0) {
        notRead("elements of " + value + " phases are not read, only of 1 to 3");
        return 1;
    }
    return static_cast<std::size_t>(count);
}

void DssElements::unused(const std::string& key, std::string_view harmless) {
    static constexpr std::string_view kAlways =
        " basefreq normamps emergamps faultrate pctperm repair seasons ratings spectrum circuit ";
    const std::string word = " " + key + " ";
    if (key == "daily" || key == "yearly" || key == "duty" || key == "growth" || key == "tdaily" ||
        key == "tyearly" || key == "tduty") {
        note("shapes over time are not applied");
    } else if (kAlways.find(word) == std::string_view::npos &&
               harmless.find(word) == std::string_view::npos) {
        notRead("the property " + key + " is not read here");
    }
}

}  // namespace headroom::engine
