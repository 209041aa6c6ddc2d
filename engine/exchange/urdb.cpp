// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/urdb.h"

#include "engine/base/json.h"
#include "engine/border/instants.h"
#include "engine/exchange/catalogue_part.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace headroom::engine {

namespace {

using UrdbJson = nlohmann::ordered_json;

constexpr int kMonths = 12, kHours = 24;
constexpr double kMostAmount = 1e30;  // URDB writes 1e38 for a tier without end
constexpr std::array<const char*, kMonths> kMonthWords{"jan", "feb", "mar", "apr", "may", "jun",
                                                       "jul", "aug", "sep", "oct", "nov", "dec"};

/// Periods of a year: 12 months of 24 hours, on weekdays and on weekends.
struct Schedule {
    std::array<std::array<int, kHours>, kMonths> weekdays{}, weekends{};

    bool operator==(const Schedule&) const = default;
};

std::optional<std::array<std::array<int, kHours>, kMonths>> monthsOf(const UrdbJson& root,
                                                                     const char* key) {
    const auto found = root.find(key);
    if (found == root.end() || !found->is_array() || found->size() != kMonths) {
        return std::nullopt;
    }
    std::array<std::array<int, kHours>, kMonths> months{};
    for (std::size_t m = 0; m < kMonths; ++m) {
        const UrdbJson& hours = (*found)[m];
        if (!hours.is_array() || hours.size() != kHours) {
            return std::nullopt;
        }
        for (std::size_t h = 0; h < kHours; ++h) {
            if (!hours[h].is_number_integer()) {
                return std::nullopt;
            }
            months[m][h] = hours[h].get<int>();
        }
    }
    return months;
}

std::optional<Schedule> scheduleOf(const UrdbJson& root, const char* weekdays,
                                   const char* weekends) {
    const auto week = monthsOf(root, weekdays), end = monthsOf(root, weekends);
    if (!week) {
        return std::nullopt;
    }
    return Schedule{*week, end.value_or(*week)};
}

/// "jan,mar" of a set of months; empty for all.
std::string monthsText(const std::vector<int>& months) {
    if (months.size() == kMonths) {
        return {};
    }
    std::string text;
    for (const int m : months) {
        text += text.empty() ? "" : ",";
        text += kMonthWords[static_cast<std::size_t>(m)];
    }
    return text + ' ';
}

/// Spans of hours of one day in which a period holds: {16, 21}; one over midnight ends before it begins.
std::vector<std::pair<int, int>> spansOf(const std::array<int, kHours>& hours, int period) {
    std::vector<std::pair<int, int>> spans;
    for (int h = 0; h < kHours; ++h) {
        if (hours[static_cast<std::size_t>(h)] == period) {
            if (!spans.empty() && spans.back().second == h) {
                spans.back().second = h + 1;
            } else {
                spans.emplace_back(h, h + 1);
            }
        }
    }
    if (spans.size() > 1 && spans.front().first == 0 && spans.back().second == kHours) {
        spans.front().first = spans.back().first;
        spans.pop_back();
    }
    return spans;
}

/// All periods of a row, joined by plus signs: "jun-sep weekdays 16-21 + jun-sep weekends 18-21"; "" for always.
std::optional<std::string> whenText(const Schedule& schedule, int period) {
    std::map<std::string, std::vector<int>> monthsOfPart;
    const auto add = [&](const std::array<std::array<int, kHours>, kMonths>& days,
                         const std::string& word) {
        for (int m = 0; m < kMonths; ++m) {
            for (const auto& [from, to] : spansOf(days[static_cast<std::size_t>(m)], period)) {
                const bool isWhole = from == 0 && to == kHours;
                monthsOfPart[word + (isWhole ? "" : fmt::format("{}-{} ", from, to))].push_back(m);
            }
        }
    };
    if (schedule.weekdays == schedule.weekends) {
        add(schedule.weekdays, "");
    } else {
        add(schedule.weekdays, "weekdays ");
        add(schedule.weekends, "weekends ");
    }
    if (monthsOfPart.empty()) {
        return std::nullopt;
    }
    std::string text;
    for (const auto& [part, months] : monthsOfPart) {
        text += text.empty() ? "" : "+ ";
        text += monthsText(months) + part;
    }
    return text;
}

double numberOf(const UrdbJson& object, const char* key, double otherwise = 0.0) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

class UrdbReader {
  public:
    UrdbReader(const UrdbJson& root, std::string file) : root_(root), file_(std::move(file)) {}

    Result<UrdbTariff> read() {
        names();
        const auto schedule = scheduleOf(root_, "energyweekdayschedule", "energyweekendschedule");
        if (!schedule || !root_.contains("energyratestructure")) {
            return refused(
                "URD-002",
                "the tariff has no energyratestructure with a schedule of 12 months by 24 hours",
                "Choose a tariff with energy prices.");
        }
        made_.energy = rows(root_["energyratestructure"], *schedule, "kWh");
        if (made_.energy.empty()) {
            return refused("URD-002", "no price of energy can be read",
                           "Choose a tariff with energy prices.");
        }
        demand();
        charges();
        return std::move(made_);
    }

  private:
    tl::unexpected<Error> refused(const char* code, std::string message, std::string remedy) const {
        Error error;
        error.code = code;
        error.message = std::move(message);
        error.remedy = std::move(remedy);
        error.file = file_;
        return tl::unexpected(std::move(error));
    }

    std::string text(const char* key) const {
        const auto found = root_.find(key);
        return found != root_.end() && found->is_string() ? found->get<std::string>()
                                                          : std::string();
    }

    void names() {
        made_.name = text("name");
        made_.utility = text("utility");
        for (const char c : made_.utility + ' ' + made_.name) {
            if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
                made_.id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            } else if (!made_.id.empty() && made_.id.back() != '-') {
                made_.id += '-';
            }
        }
        constexpr std::size_t kLongest = 60;
        made_.id = made_.id.substr(0, kLongest);
        while (made_.id.ends_with('-')) {
            made_.id.pop_back();
        }
        made_.id = made_.id.empty() ? "urdb" : made_.id;
        constexpr int kNoYear = 2024;
        made_.priceYear = kNoYear;
        // "startdate" is seconds since 1970, or a text.
        if (const double startS = numberOf(root_, "startdate"); startS > 0.0) {
            made_.priceYear = std::stoi(instantText(startS, {}).substr(0, 4));
        } else if (const auto written = writtenInstant(text("startdate"), DateOrder::MonthFirst)) {
            made_.priceYear = std::stoi(instantText(written->localS, {}).substr(0, 4));
        } else {
            made_.notes.push_back(fmt::format(
                "The file states no start date; {} is assumed as the year of its prices.",
                kNoYear));
        }
    }

    /// The price of a period with its tiers: "0.12 above 50000 0.09"; empty if there is none.
    std::string priceText(const UrdbJson& tiers, const char* unit) {
        std::string text;
        double from = 0.0;
        for (const UrdbJson& tier : tiers) {
            const double price = numberOf(tier, "rate") + numberOf(tier, "adj");
            text += text.empty() ? fmt::format("{:.8g}", price)
                                 : fmt::format(" above {:.8g} {:.8g}", from, price);
            const std::string stated = tier.contains("unit") && tier["unit"].is_string()
                                           ? tier["unit"].get<std::string>()
                                           : unit;
            if (tiers.size() > 1 && stated != unit) {
                otherUnits_.insert(stated);
            }
            from = numberOf(tier, "max", kMostAmount);
            if (from >= kMostAmount) {
                break;
            }
        }
        return text;
    }

    /// A row for each period that its schedule has.
    std::string rows(const UrdbJson& structure, const Schedule& schedule, const char* unit) {
        std::string text;
        for (std::size_t p = 0; structure.is_array() && p < structure.size(); ++p) {
            const auto when = structure[p].is_array() && !structure[p].empty()
                                  ? whenText(schedule, static_cast<int>(p))
                                  : std::nullopt;
            if (!when) {
                continue;
            }
            text += text.empty() ? "" : "; ";
            text += *when + priceText(structure[p], unit);
        }
        for (const std::string& other : otherUnits_) {
            made_.notes.push_back(
                fmt::format("Tiers in {} are read as tiers of {} a month.", other, unit));
        }
        otherUnits_.clear();
        return text;
    }

    void demand() {
        const auto schedule = scheduleOf(root_, "demandweekdayschedule", "demandweekendschedule");
        if (schedule && root_.contains("demandratestructure")) {
            made_.demand = rows(root_["demandratestructure"], *schedule, "kW");
        }
        if (root_.contains("flatdemandstructure") && root_.contains("flatdemandmonths") &&
            root_["flatdemandmonths"].is_array() && root_["flatdemandmonths"].size() == kMonths) {
            Schedule flat;
            for (std::size_t m = 0; m < kMonths; ++m) {
                flat.weekdays[m].fill(root_["flatdemandmonths"][m].is_number_integer()
                                          ? root_["flatdemandmonths"][m].get<int>()
                                          : 0);
            }
            flat.weekends = flat.weekdays;
            const std::string more = rows(root_["flatdemandstructure"], flat, "kW");
            made_.demand += made_.demand.empty() || more.empty() ? "" : "; ";
            made_.demand += more;
        }
        std::string units = text("demandunits") + text("demandrateunit") + text("flatdemandunit");
        std::transform(units.begin(), units.end(), units.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        made_.isDemandInVa = units.find("kva") != std::string::npos;
        if (units.find("hp") != std::string::npos || units.find("daily") != std::string::npos) {
            made_.notes.push_back(
                fmt::format("Demand is stated in {}; it is read as kW of a month.", units));
        }
        ratchet();
    }

    void ratchet() {
        const auto found = root_.find("demandratchetpercentage");
        if (found == root_.end() || !found->is_array()) {
            return;
        }
        for (const UrdbJson& month : *found) {
            const double stated = month.is_number() ? month.get<double>() : 0.0;
            const double pct = stated > 1.0 ? stated : 100.0 * stated;
            if (!(pct >= 0.0 && pct <= 100.0)) {
                made_.notes.push_back(fmt::format(
                    "A ratchet of {:g} % is left out; it must be from 0 to 100 %.", pct));
                continue;
            }
            made_.ratchetPct = std::max(made_.ratchetPct, pct);
        }
        if (made_.ratchetPct > 0.0) {
            made_.notes.push_back(
                "The ratchet looks 11 months back; state previous_demand_kw for the first year.");
        }
    }

    void charges() {
        const std::string unit = text("fixedchargeunits");
        const double perMonth = unit == "$/day"    ? 365.0 / kMonths
                                : unit == "$/year" ? 1.0 / kMonths
                                                   : 1.0;
        made_.fixedUsdPerMonth = perMonth * numberOf(root_, "fixedchargefirstmeter",
                                                     numberOf(root_, "fixedmonthlycharge"));
        const std::string leastUnit =
            text("mincharge_units").empty() ? text("minchargeunits") : text("mincharge_units");
        made_.leastUsdPerMonth =
            numberOf(root_, "minmonthlycharge",
                     leastUnit == "$/year" ? numberOf(root_, "mincharge") / kMonths
                                           : numberOf(root_, "mincharge"));
        for (const char* other : {"coincidentratestructure", "energycomments", "demandcomments"}) {
            if (root_.contains(other)) {
                made_.notes.push_back(fmt::format("\"{}\" is not read.", other));
            }
        }
    }

    const UrdbJson& root_;
    std::string file_;
    UrdbTariff made_;
    std::set<std::string> otherUnits_;
};

}  // namespace

Result<UrdbTariff> readUrdb(const std::string& text, const std::string& file) {
    const UrdbJson root = parseJson<UrdbJson>(text);
    const UrdbJson* tariff = &root;
    if (root.is_object() && root.contains("items") && root["items"].is_array() &&
        !root["items"].empty()) {
        tariff = &root["items"].front();
    } else if (root.is_array() && !root.empty()) {
        tariff = &root.front();
    }
    if (!tariff->is_object()) {
        Error error;
        error.code = "URD-001";
        error.message = "this is not a tariff of the Utility Rate Database";
        error.remedy =
            "Download the JSON of one rate from openei.org, or ask its interface with detail=full.";
        error.file = file;
        return tl::unexpected(std::move(error));
    }
    auto made = UrdbReader(*tariff, file).read();
    if (made && root.is_object() && root.contains("items") && root["items"].size() > 1) {
        made->notes.push_back(
            fmt::format("The file has {} tariffs; the first is read.", root["items"].size()));
    }
    return made;
}

Result<void> addToCatalogue(const UrdbTariff& tariff, const std::filesystem::path& folder) {
    const auto figure = [](auto value, const char* unit = nullptr) {
        UrdbJson json = {{"value", value}, {"source", "urdb"}, {"status", "verified"}};
        if (unit != nullptr) {
            json["unit"] = unit;
        }
        return json;
    };
    UrdbJson figures = {{"utility", figure(tariff.utility)},
                        {"price_year", figure(tariff.priceYear)},
                        {"energy_usd_per_kwh", figure(tariff.energy)},
                        {"fixed_usd_per_month", figure(tariff.fixedUsdPerMonth, "USD/month")}};
    if (!tariff.demand.empty()) {
        figures["demand_usd_per_kw"] = figure(tariff.demand);
        figures["demand_in_kva"] = figure(tariff.isDemandInVa);
    }
    if (tariff.ratchetPct > 0.0) {
        figures["ratchet_pct"] = figure(tariff.ratchetPct, "%");
    }
    if (tariff.leastUsdPerMonth > 0.0) {
        figures["least_usd_per_month"] = figure(tariff.leastUsdPerMonth, "USD/month");
    }
    CataloguePart part;
    part.type = "tariff";
    part.sources.emplace_back(
        "urdb", "Utility Rate Database (OpenEI): " + tariff.utility + ", " + tariff.name);
    part.json = jsonText(UrdbJson{{"id", tariff.id},
                                  {"name", tariff.name.empty() ? tariff.id : tariff.name},
                                  {"figures", figures}});
    return addCataloguePart(part, folder / "tariff.json");
}

}  // namespace headroom::engine
