// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/document/project.h"
#include "engine/experiment/run_until.h"
#include "engine/files/text_file.h"
#include "engine/run/frame/quantity.h"
#include "engine/run/simulator.h"
#include "engine/validate/kinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

/// Kind `facility`: a folder with a project.json and an expected.json, the list of quantities of
/// its run. A quantity is a channel of the recording ("facility/it_power_kw",
/// "cdu/cdus/pump_power_kw"), or channels joined by " + " and " - "; `at` is a time of the run, or
/// "mean of 1 h to 24 h", also "min of" and "max of", over the steps between two times.
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

/// When an entry is read: at one time, or over a span.
struct When {
    enum class Of { Instant, Mean, Least, Most } of = Of::Instant;
    double fromS = 0.0, toS = 0.0;  ///< equal for an instant; NaN where it cannot be read
};

When whenOf(const Json& at) {
    When w;
    if (at.is_string()) {
        const std::string text = at.get<std::string>();
        const std::array<std::pair<const char*, When::Of>, 3> words{{{"mean of ", When::Of::Mean},
                                                                     {"min of ", When::Of::Least},
                                                                     {"max of ", When::Of::Most}}};
        for (const auto& [word, of] : words) {
            const std::size_t to = text.find(" to ");
            if (text.rfind(word, 0) == 0 && to != std::string::npos) {
                const std::size_t begin = std::string{word}.size();
                w.of = of;
                w.fromS = secondsOf(Json(text.substr(begin, to - begin)));
                w.toS = secondsOf(Json(text.substr(to + 4)));
                return w;
            }
        }
    }
    w.fromS = w.toS = secondsOf(at);
    return w;
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

/// One line of expected.json while its run continues.
struct Entry {
    const Json* json = nullptr;
    When when;
    std::vector<std::pair<std::size_t, double>> terms;  ///< channel, factor to the case's unit
    std::string unknown;                                ///< a channel that the run does not have
    double sum = 0.0, least = 0.0, most = 0.0;
    int count = 0;

    void take(double nowS, double beforeS, const std::vector<double>& values) {
        constexpr double kSlackS = 1e-6;
        const bool due = when.of == When::Of::Instant
                             ? nowS >= when.toS - kSlackS && beforeS < when.toS - kSlackS
                             : nowS >= when.fromS - kSlackS && nowS <= when.toS + kSlackS;
        if (!due) {
            return;
        }
        double x = 0.0;
        for (const auto& [channel, factor] : terms) {
            x += factor * values[channel];
        }
        least = count == 0 ? x : std::min(least, x);
        most = count == 0 ? x : std::max(most, x);
        sum += x;
        ++count;
    }

    double value() const {
        switch (when.of) {
            case When::Of::Least:
                return least;
            case When::Of::Most:
                return most;
            default:
                return count > 0 ? sum / count : std::nan("");
        }
    }
};

void readEntry(const std::string& quantity, const std::string& caseUnit,
               const std::vector<Channel>& channels, Entry& entry) {
    for (const Term& term : termsOf(quantity)) {
        const auto it = std::find_if(channels.begin(), channels.end(),
                                     [&](const Channel& x) { return x.name == term.channel; });
        if (it == channels.end()) {
            entry.unknown = term.channel;
            return;
        }
        const models::Unit& unit = it->quantity->unit;
        entry.terms.emplace_back(static_cast<std::size_t>(it - channels.begin()),
                                 term.sign / unit.toSi * scaleBetween(unit.symbol, caseUnit));
    }
}

}  // namespace

Result<void> validateFacility(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    const std::string id = file.path.parent_path().filename().string();
    auto text = readTextFile(file.path.parent_path() / "expected.json");
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    const Json expected = parseJson<Json>(*text);
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
        // A trace that lies next to the project's sources, and not in them.
        const Error& error = simulator.error().front();
        if (error.code == "FIL-001") {
            for (const Json& e : expected) {
                if (e.is_object() && e.contains("quantity") && e.contains("value")) {
                    rows.push_back(notExpressedRow(file, id, e.value("quantity", std::string{}),
                                                   e.value("unit", std::string{}),
                                                   e.value("value", 0.0),
                                                   "its load trace is not here: " + error.file));
                }
            }
            return {};
        }
        return tl::unexpected(error);
    }
    const std::vector<Channel>& channels = (*simulator)->channels();
    std::vector<Entry> entries;
    double untilS = 0.0;
    for (const Json& e : expected) {
        Entry entry;
        entry.json = &e;
        if (e.is_object()) {
            entry.when = whenOf(e.value("at", Json()));
        }
        if (!e.is_object() || !e.contains("quantity") || !e["quantity"].is_string() ||
            !e.contains("value") || !e["value"].is_number() ||
            !(entry.when.toS >= entry.when.fromS)) {
            return tl::unexpected(
                fault(file,
                      "an entry lacks quantity, value or a time 'at' such as \"1 h\" or \"mean of "
                      "1 h to 24 h\"",
                      "Complete it."));
        }
        readEntry(e["quantity"].get<std::string>(), e.value("unit", std::string{}), channels,
                  entry);
        untilS = std::max(untilS, entry.when.toS);
        entries.push_back(std::move(entry));
    }
    std::vector<double> values(channels.size());
    double beforeS = -1.0;
    RunHooks hooks;
    hooks.after = [&](Simulator& now) {
        now.sample(values);
        for (Entry& entry : entries) {
            entry.take(now.timeS(), beforeS, values);
        }
        beforeS = now.timeS();
        return true;
    };
    hooks.after(**simulator);
    if (const auto end = runUntil(**simulator, untilS, hooks); !end) {
        return tl::unexpected(end.error());
    }
    for (const Entry& entry : entries) {
        const Json& e = *entry.json;
        const std::string quantity = e["quantity"].get<std::string>();
        Compared c;
        c.quantity = quantity;
        if (entry.when.of != When::Of::Instant) {
            c.quantity += ", " + e["at"].get<std::string>();
        }
        c.unit = e.value("unit", std::string{});
        c.expected = e["value"].get<double>();
        if (!entry.unknown.empty()) {
            rows.push_back(notExpressedRow(file, id, quantity, c.unit, c.expected,
                                           "the run has no channel '" + entry.unknown + "'"));
            continue;
        }
        c.got = entry.value();
        if (const auto it = e.find("limit_abs"); it != e.end() && it->is_number()) {
            c.limit = it->get<double>();
        }
        if (const auto it = e.find("limit_rel"); it != e.end() && it->is_number()) {
            c.limit = std::max(c.limit.value_or(0.0), it->get<double>() * std::abs(c.expected));
        }
        rows.push_back(comparedRow(file, id, c));
    }
    return {};
}

}  // namespace headroom::engine
