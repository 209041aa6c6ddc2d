// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox_feeds.h"

#include "engine/border/quantities.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/exchange/foreign_records.h"
#include "engine/exchange/netbox_words.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace headroom::engine {

namespace {

// What NetBox takes where a feed states nothing.
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

    void take(const ForeignRecord& record, std::map<std::pair<std::string, std::string>, StatedFeeds>& racks) {
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
        StatedFeeds& feeds = racks[{record.get({"site.name", "site", "power_panel.site.name"}), rack}];
        (redundant ? feeds.redundant : feeds.primary) += 1;
        (redundant ? feeds.redundantW : feeds.primaryW) += watts;
    }

  private:
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
        draft_.faults.push_back(feedFault(file_.file, record.line, "007",
                                          inQuotes(cell) + " is not a number above 0.",
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
            draft.faults.push_back(feedFault(file.file, 1, "002",
                                             "There is no column " + inQuotes(column) + ".",
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

}  // namespace headroom::engine
