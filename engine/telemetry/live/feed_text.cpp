// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/feed_text.h"

#include "engine/base/json.h"
#include "models/core/calendar.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostFindings = 5;

std::string momentText(double timeS) {
    return std::isnan(timeS)
               ? std::string("-")
               : models::calendarText(static_cast<std::int64_t>(std::llround(timeS)) * 1000);
}

}  // namespace

std::string feedsText(const std::vector<FeedStatus>& feeds) {
    std::size_t wide = 6, what = 6;
    for (const FeedStatus& feed : feeds) {
        wide = std::max(wide, feed.id.size());
        what = std::max(what, feed.what.size());
    }
    std::string out =
        fmt::format("  {:<{}}  {:<{}}  {:<10}  {:>10}  {:>8}  {:<19}  {:>8}  {:>6}\n", "source",
                    wide, "from", what, "state", "readings", "a second", "newest", "lag", "faults");
    for (const FeedStatus& feed : feeds) {
        out += fmt::format(
            "  {:<{}}  {:<{}}  {:<10}  {:>10}  {:>8.1f}  {:<19}  {:>8}  {:>6}\n", feed.id, wide,
            feed.what, what, feedStateWord(feed.state), feed.taken, feed.perS,
            momentText(feed.newestS),
            std::isnan(feed.lagS) ? std::string("-") : fmt::format("{:.1f} s", feed.lagS),
            feed.faults);
        for (std::size_t i = 0; i < std::min(kMostFindings, feed.findings.size()); ++i) {
            out += "    " + text(feed.findings[i]) + '\n';
        }
        if (feed.findings.size() > kMostFindings) {
            out += fmt::format("    and {} more\n", feed.findings.size() - kMostFindings);
        }
        if (!feed.lastError.empty()) {
            out += fmt::format("    {} failures, the last {} UTC: {}\n", feed.failures,
                               momentText(feed.errorS), feed.lastError);
        }
    }
    return out;
}

std::string feedsJson(const std::vector<FeedStatus>& feeds) {
    auto all = nlohmann::ordered_json::array();
    for (const FeedStatus& feed : feeds) {
        auto findings = nlohmann::ordered_json::array();
        for (const TelemetryFinding& finding : feed.findings) {
            findings.push_back({{"sensor", finding.sensor},
                                {"fault", telemetryFaultWord(finding.fault)},
                                {"count", finding.count},
                                {"text", text(finding)}});
        }
        all.push_back(
            {{"id", feed.id},
             {"source", feed.what},
             {"state", feedStateWord(feed.state)},
             {"deliveries", feed.deliveries},
             {"readings", feed.taken},
             {"readings_per_s", feed.perS},
             {"newest", std::isnan(feed.newestS)
                            ? nlohmann::ordered_json(nullptr)
                            : nlohmann::ordered_json(momentText(feed.newestS))},
             {"newest_s", numberJson(feed.newestS)},
             {"lag_s", numberJson(feed.lagS)},
             {"faults", feed.faults},
             {"findings", std::move(findings)},
             {"failures", feed.failures},
             {"last_error", feed.lastError.empty() ? nlohmann::ordered_json(nullptr)
                                                   : nlohmann::ordered_json(feed.lastError)},
             {"last_error_s", numberJson(feed.errorS)}});
    }
    return jsonText(all);
}

}  // namespace headroom::engine
