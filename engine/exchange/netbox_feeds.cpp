// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox_feeds.h"

#include "engine/border/left_out.h"
#include "engine/border/quantities.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/exchange/foreign_records.h"
#include "engine/exchange/netbox_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <set>

namespace headroom::engine {

namespace {

// NetBox's default where a feed states nothing.
constexpr double kUsualVolts = 120.0;
constexpr double kUsualAmperes = 20.0;
constexpr double kUsualSharePct = 80.0;

ImportFault feedFault(const std::string& file, int line, const char* number, std::string message,
                      std::string remedy) {
    ImportFault fault;
    fault.file = file;
    fault.line = line;
    fault.code = std::string("NBX-") + number;
    fault.message = std::move(message);
    fault.remedy = std::move(remedy);
    return fault;
}

class FeedReader {
  public:
    FeedReader(const ForeignFile& file, ImportDraft& draft) : file_(file), draft_(draft) {}

    void take(const ForeignRecord& record,
              std::map<std::pair<std::string, std::string>, StatedFeeds>& racks) {
        const std::string& rack = record.get({"rack.name", "rack"});
        const std::string status = statusOf(record);
        if (rack.empty() || saysNotBuilt(status) || status == "offline" || status == "failed") {
            return;
        }
        bool isGood = true;
        const double volts = number(record, {"voltage"}, kUsualVolts, isGood);
        const double amperes = number(record, {"amperage"}, kUsualAmperes, isGood);
        const double share = number(record, {"max_utilization"}, kUsualSharePct, isGood);
        if (!isGood) {
            return;
        }
        const std::string& phase = record.get({"phase.value", "phase"});
        const bool three = phase.find("hree") != std::string::npos || phase.starts_with('3');
        const double watts = volts * amperes * 0.01 * share * (three ? std::numbers::sqrt3 : 1.0);
        const std::string& type = record.get({"type.value", "type"});
        const bool redundant = type.starts_with('r') || type.starts_with('R');
        StatedFeeds& feeds =
            racks[{record.get({"site.name", "site", "power_panel.site.name"}), rack}];
        (redundant ? feeds.redundant : feeds.primary) += 1;
        (redundant ? feeds.redundantW : feeds.primaryW) += watts;
        addPanel(record.get({"power_panel.name", "power_panel"}), redundant, feeds);
    }

  private:
    static void addPanel(const std::string& panel, bool redundant, StatedFeeds& feeds) {
        if (panel.empty()) {
            return;
        }
        auto& [primary, second] = feeds.panelsOfSides;
        (redundant ? second : primary).insert(panel);
        feeds.sharesPanel =
            feeds.sharesPanel || (primary.contains(panel) && second.contains(panel));
        if (std::find(feeds.panels.begin(), feeds.panels.end(), panel) == feeds.panels.end()) {
            feeds.panels.insert(
                redundant ? feeds.panels.end()
                          : feeds.panels.begin() + static_cast<std::ptrdiff_t>(primary.size() - 1),
                panel);
        }
    }

    double number(const ForeignRecord& record, std::initializer_list<std::string_view> names,
                  double otherwise, bool& isGood) {
        const std::string& cell = record.get(names);
        const CellQuantity quantity = readQuantity(cell);
        if (quantity.kind == CellQuantity::Kind::Missing) {
            return otherwise;
        }
        if (quantity.kind == CellQuantity::Kind::Number && quantity.value > 0.0) {
            return quantity.value;
        }
        draft_.faults.push_back(
            feedFault(file_.file, record.line, "007", inQuotes(cell) + " is not a number above 0.",
                      "Correct the " + std::string(*names.begin()) + " of the feed."));
        isGood = false;
        return otherwise;
    }

    const ForeignFile& file_;
    ImportDraft& draft_;
};

}  // namespace

double StatedFeeds::firmW() const {
    return primary > 0 && redundant > 0 ? std::min(primaryW, redundantW) : primaryW + redundantW;
}

std::map<std::pair<std::string, std::string>, StatedFeeds> readFeeds(const ForeignFile& file,
                                                                     ImportDraft& draft) {
    std::map<std::pair<std::string, std::string>, StatedFeeds> racks;
    if (file.text.empty()) {
        return racks;
    }
    const auto records = readForeignRecords(file.text, file.file, "NBX", draft);
    for (const char* column : {"rack", "voltage", "amperage"}) {
        if (records.isRead && std::find(records.fields.begin(), records.fields.end(), column) ==
                                  records.fields.end()) {
            draft.faults.push_back(
                feedFault(file.file, 1, "002", "The column " + inQuotes(column) + " is missing.",
                          "Export all columns (\"All data\") of the power feeds."));
            return racks;
        }
    }
    FeedReader reader(file, draft);
    for (const ForeignRecord& record : records.records) {
        reader.take(record, racks);
    }
    return racks;
}

namespace {

/// Metres of a cable; empty if it states no length.
std::optional<double> metresOf(const ForeignRecord& record) {
    const CellQuantity quantity = readQuantity(record.get({"length"}));
    if (quantity.kind != CellQuantity::Kind::Number) {
        return std::nullopt;
    }
    const std::string& stated = record.get({"length_unit.value", "length_unit"});
    const models::MeasuredUnit* unit =
        unitOf(quantity.unit.empty() ? std::string_view(stated) : quantity.unit);
    return unit == nullptr ? quantity.value : unit->si(quantity.value);
}

/// "F1, F2": a cable of NetBox may end at several objects.
void addEnds(std::string_view names, std::set<std::string>& ends) {
    constexpr std::string_view kBetween = ", ";
    ends.emplace(names);
    for (std::size_t at = names.find(kBetween); at != std::string_view::npos;
         at = names.find(kBetween)) {
        ends.emplace(names.substr(0, at));
        names.remove_prefix(at + kBetween.size());
        ends.emplace(names);
    }
}

}  // namespace

void checkCables(const ForeignFile& cables, const ForeignFile& feeds, ImportDraft& draft) {
    if (cables.text.empty()) {
        return;
    }
    const auto records = readForeignRecords(cables.text, cables.file, "NBX", draft);
    const auto hasField = [&](const char* name) {
        return std::find(records.fields.begin(), records.fields.end(), name) !=
               records.fields.end();
    };
    if (records.isRead && !hasField("termination_a") && !hasField("a_terminations")) {
        draft.faults.push_back(feedFault(
            cables.file, 1, "002", "The column \"termination_a\" is missing.",
            "Export the list of cables (\"All data\") as CSV, or /api/dcim/cables/?limit=0."));
        return;
    }
    std::set<std::string> ends;
    std::map<std::string, std::pair<int, double>> byType;
    for (const ForeignRecord& record : records.records) {
        const std::string status = statusOf(record);
        if (saysNotBuilt(status)) {
            continue;
        }
        addEnds(record.get({"termination_a", "a_terminations"}), ends);
        addEnds(record.get({"termination_b", "b_terminations"}), ends);
        auto& [count, metres] = byType[record.get({"type.value", "type"})];
        ++count;
        metres += metresOf(record).value_or(0.0);
    }
    std::string words;
    for (const auto& [type, sum] : byType) {
        words += fmt::format("{}{} {}{}", words.empty() ? "" : ", ", sum.first,
                             type.empty() ? "of no type" : type,
                             sum.second > 0.0 ? fmt::format(" ({:.0f} m)", sum.second) : "");
    }
    draft.rows.push_back({cables.file, 0, "cables", ImportAction::Same, words});
    LeftOutEntries without("power feeds have no cable");
    if (!feeds.text.empty()) {
        ImportDraft ignored;  // readFeeds() reports the faults of the feeds
        for (const ForeignRecord& record :
             readForeignRecords(feeds.text, feeds.file, "NBX", ignored).records) {
            const std::string status = statusOf(record);
            if (!saysNotBuilt(status) && status != "offline" && status != "failed" &&
                !ends.contains(record.get({"name"}))) {
                without.add(record.get({"name"}));
            }
        }
    }
    if (without.count() > 0) {
        draft.faults.push_back(feedFault(feeds.file, 0, "027", without.note() + '.',
                                         "Connect them in NetBox, or mark them as planned."));
        draft.faults.back().isWarning = true;
    }
}

}  // namespace headroom::engine
