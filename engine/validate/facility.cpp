// SPDX-License-Identifier: Apache-2.0
#include "engine/document/project.h"
#include "engine/exchange/text_file.h"
#include "engine/sim/quantity.h"
#include "engine/sim/simulator.h"
#include "engine/validate/kinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

/// Kind `facility`: a folder with a project.json and an expected.json, the list of quantities of
/// its run. A quantity is a channel of the recording ("facility/it_power_kw",
/// "cdu/cdus/pump_power_kw"), or channels joined by " + " and " - "; `at` is a time of the run.
namespace headroom::engine {

namespace {

using Json = nlohmann::json;

Error fault(const CaseFile& file, const std::string& message, const std::string& remedy) {
    Error error;
    error.code = "VAL-003";
    error.message = message;
    error.remedy = remedy;
    error.file = (file.path.parent_path() / "expected.json").string();
    return error;
}

struct Term {
    double sign = 1.0;
    std::string channel;
};

std::vector<Term> termsOf(const std::string& quantity) {
    std::vector<Term> terms;
    double sign = 1.0;
    std::size_t from = 0;
    for (;;) {
        const std::size_t plus = quantity.find(" + ", from), minus = quantity.find(" - ", from);
        const std::size_t to = std::min(plus, minus);
        terms.push_back({sign, quantity.substr(from, to - from)});
        if (to == std::string::npos) {
            return terms;
        }
        sign = to == plus ? 1.0 : -1.0;
        from = to + 3;
    }
}

/// "30 s", "5 min", "24 h", "3 d" or a number of seconds; NaN where it is none.
double secondsOf(const Json& at) {
    if (at.is_number()) {
        return at.get<double>();
    }
    if (!at.is_string()) {
        return std::nan("");
    }
    const std::string text = at.get<std::string>();
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    std::string unit(end);
    unit.erase(std::remove(unit.begin(), unit.end(), ' '), unit.end());
    const double scale = unit.empty() || unit == "s" ? 1.0
                         : unit == "min"             ? 60.0
                         : unit == "h"               ? 3600.0
                         : unit == "d"               ? 86400.0
                                                     : std::nan("");
    return end == text.c_str() ? std::nan("") : number * scale;
}

/// How many of the unit that a case states make one of the unit that a channel is shown in.
double scaleBetween(std::string_view channelUnit, const std::string& caseUnit) {
    if (channelUnit == caseUnit) {
        return 1.0;
    }
    if (channelUnit == "kW" && caseUnit == "MW") {
        return 1e-3;
    }
    if (channelUnit == "MWh" && caseUnit == "kWh") {
        return 1e3;
    }
    return std::nan("");
}

}  // namespace

Result<void> validateFacility(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    const std::string id = file.path.parent_path().filename().string();
    auto text = readTextFile(file.path.parent_path() / "expected.json");
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    const Json expected = Json::parse(*text, nullptr, false);
    if (!expected.is_array()) {
        return tl::unexpected(fault(file, "the file is not a JSON list of quantities",
                                    "Compare it with the format of kind facility."));
    }
    if (catalogue == nullptr) {
        return tl::unexpected(fault(file, "the case needs the catalogue, and none was found",
                                    "Install the program with its resources."));
    }
    const auto project = loadProject(file.path.parent_path(), *catalogue);
    if (!project) {
        return tl::unexpected(project.error().front());
    }
    auto simulator = Simulator::create(*project, *catalogue, {});
    if (!simulator) {
        return tl::unexpected(simulator.error().front());
    }
    std::vector<const Json*> order;
    for (const Json& e : expected) {
        if (!e.is_object() || !e.contains("quantity") || !e["quantity"].is_string() ||
            !e.contains("value") || !e["value"].is_number() ||
            std::isnan(secondsOf(e.value("at", Json())))) {
            return tl::unexpected(
                fault(file, "an entry lacks quantity, value or a time 'at' such as \"1 h\"",
                      "Complete it."));
        }
        order.push_back(&e);
    }
    std::stable_sort(order.begin(), order.end(), [](const Json* a, const Json* b) {
        return secondsOf((*a)["at"]) < secondsOf((*b)["at"]);
    });
    const std::vector<Channel>& channels = (*simulator)->channels();
    std::vector<double> values(channels.size());
    for (const Json* e : order) {
        while ((*simulator)->timeS() < secondsOf((*e)["at"]) - 1e-6) {
            (*simulator)->step();
        }
        (*simulator)->sample(values);
        const std::string quantity = (*e)["quantity"].get<std::string>();
        Compared c;
        c.quantity = quantity;
        c.unit = e->value("unit", std::string{});
        c.expected = (*e)["value"].get<double>();
        std::string unknown;
        for (const Term& term : termsOf(quantity)) {
            const auto it = std::find_if(channels.begin(), channels.end(), [&](const Channel& x) {
                return x.name == term.channel;
            });
            if (it == channels.end()) {
                unknown = term.channel;
                break;
            }
            const models::Unit& unit = it->quantity->unit;
            c.got += term.sign * values[static_cast<std::size_t>(it - channels.begin())] /
                     unit.toSi * scaleBetween(unit.symbol, c.unit);
        }
        if (!unknown.empty()) {
            rows.push_back(notExpressedRow(file, id, quantity, c.unit, c.expected,
                                           "the run has no channel '" + unknown + "'"));
            continue;
        }
        if (const auto it = e->find("limit_abs"); it != e->end() && it->is_number()) {
            c.limit = it->get<double>();
        }
        if (const auto it = e->find("limit_rel"); it != e->end() && it->is_number()) {
            c.limit = std::max(c.limit.value_or(0.0), it->get<double>() * std::abs(c.expected));
        }
        rows.push_back(comparedRow(file, id, c));
    }
    return {};
}

}  // namespace headroom::engine
