// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"
#include "engine/report/sections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string_view>
#include <vector>

namespace headroom::engine::report {
namespace {

constexpr std::size_t kJobsShown = 40;  ///< those that held most accelerator time
constexpr double kNameWidth = 150.0, kJobsWidth = 960.0, kRow = 16.0, kTop = 22.0, kTicks = 6.0;

struct Life {
    JobCard card;
    std::vector<JobSpan> spans;
    double queuedS = 0.0, heldS = 0.0;  ///< held: accelerator seconds
};

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

/// At most 22 bytes, whole characters of UTF-8.
std::string shortened(const std::string& name) {
    std::size_t end = std::min<std::size_t>(name.size(), 22);
    while (end > 0 && end < name.size() &&
           (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return end < name.size() ? name.substr(0, end) + "…" : name;
}

const char* colourOf(JobState state) {
    return state == JobState::Running    ? "var(--s0)"
           : state == JobState::Starting ? "var(--s4)"
                                         : "var(--rule)";
}

/// Spans of the jobs shown, a row for each, time across.
std::string ganttSvg(const std::vector<Life>& lives, double endS) {
    const double height = kTop + kRow * static_cast<double>(lives.size()) + 4.0;
    const auto x = [&](double timeS) {
        return kNameWidth + (kJobsWidth - kNameWidth - 10.0) * timeS / endS;
    };
    std::string svg = "<svg viewBox=\"0 0 " + number(kJobsWidth) + " " + number(height) +
                      "\" role=\"img\" aria-label=\"Jobs over time\" width=\"100%\" "
                      "font-size=\"11\" fill=\"currentColor\">\n";
    for (int tick = 0; tick <= static_cast<int>(kTicks); ++tick) {
        const double timeS = endS * tick / kTicks;
        svg += "<line x1=\"" + number(x(timeS)) + "\" x2=\"" + number(x(timeS)) + "\" y1=\"" +
               number(kTop - 4.0) + "\" y2=\"" + number(height) +
               "\" stroke=\"var(--grid)\"/><text x=\"" + number(x(timeS)) +
               "\" y=\"12\" text-anchor=\"" +
               (tick == static_cast<int>(kTicks) ? "end" : "middle") + "\">" +
               escaped(durationText(std::round(timeS / 60.0) * 60.0)) + "</text>\n";
    }
    double y = kTop;
    for (const Life& life : lives) {
        svg += "<text x=\"0\" y=\"" + number(y + 11.0) + "\">" +
               escaped(shortened(life.card.name)) + "</text>\n";
        for (const JobSpan& span : life.spans) {
            svg += "<rect x=\"" + number(x(span.fromS)) + "\" y=\"" + number(y + 2.0) +
                   "\" width=\"" + number(std::max(0.5, x(span.toS) - x(span.fromS))) +
                   "\" height=\"" + number(kRow - 4.0) + "\" fill=\"" + colourOf(span.state) +
                   "\"><title>" +
                   escaped(life.card.name + ": " + jobStateName(span.state) + " for " +
                           durationText(std::round(span.toS - span.fromS)) + " on " +
                           std::to_string(span.accelerators)) +
                   "</title></rect>\n";
        }
        y += kRow;
    }
    return svg + "</svg>\n";
}

std::string minutes(const Json& group, const char* key, const char* which) {
    const auto it = group.find(key);
    return it != group.end() && it->contains(which) && (*it)[which].is_number()
               ? shownNumber((*it)[which].get<double>() / 60.0)
               : "–";
}

std::string figure(const Json& group, const char* outer, const char* inner) {
    const auto it = group.find(outer);
    return it != group.end() && it->contains(inner) && (*it)[inner].is_number()
               ? shownNumber((*it)[inner].get<double>())
               : "–";
}

std::string tenantsTable(const Json& summary) {
    if (!summary.contains("tenants") || !summary["tenants"].is_array() ||
        summary["tenants"].empty()) {
        return {};
    }
    std::string html =
        "<div class=\"table scroll\"><table><thead><tr><th>Tenant</th><th "
        "class=\"number\">Jobs</th>"
        "<th class=\"number\">Completed</th><th class=\"number\">Wait, mean, min</th>"
        "<th class=\"number\">Wait, p99, min</th><th class=\"number\">Deadlines met</th>"
        "<th class=\"number\">Accelerator hours</th><th class=\"number\">Of these lost</th>"
        "</tr></thead><tbody>\n";
    for (const Json& t : summary["tenants"]) {
        const std::string name = t.contains("tenant") && t["tenant"].is_string()
                                     ? t["tenant"].get<std::string>()
                                     : std::string{};
        html +=
            "<tr><td class=\"name\">" + escaped(name.empty() ? "(none stated)" : name) + "</td>";
        for (const std::string& value :
             {figure(t, "jobs", "submitted"), figure(t, "jobs", "completed"),
              minutes(t, "wait_s", "mean"), minutes(t, "wait_s", "p99"),
              figure(t, "deadlines", "met") + " of " + figure(t, "deadlines", "due"),
              figure(t, "accelerator_hours", "held"), figure(t, "accelerator_hours", "lost")}) {
            html += "<td class=\"number\">" + escaped(value) + "</td>";
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

std::string jobsTable(const std::vector<Life>& lives) {
    std::string html =
        "<details><summary>Table</summary><div class=\"table "
        "scroll\"><table><thead><tr><th>Job</th>"
        "<th>Tenant</th><th class=\"number\">Accelerators</th><th class=\"number\">Submitted</th>"
        "<th class=\"number\">Queued</th><th class=\"number\">Accelerator hours</th></tr></thead>"
        "<tbody>\n";
    for (const Life& life : lives) {
        html += "<tr><td class=\"name\">" + escaped(life.card.name) + "</td><td>" +
                escaped(life.card.tenant) + "</td><td class=\"number\">" +
                std::to_string(life.card.accelerators) + "</td><td class=\"number\">" +
                escaped(durationText(std::round(life.card.submitS))) +
                "</td><td class=\"number\">" + escaped(durationText(std::round(life.queuedS))) +
                "</td><td class=\"number\">" + escaped(shownNumber(life.heldS / 3600.0)) +
                "</td></tr>\n";
    }
    return html + "</tbody></table></div></details>\n";
}

}  // namespace

Result<std::string> jobsHtml(const Recording& recording, const Json& summary) {
    const Result<std::vector<JobCard>> cards = recording.jobs();
    if (!cards) {
        return tl::unexpected(cards.error());
    }
    const Result<std::vector<JobSpan>> spans = recording.jobSpans();
    if (!spans) {
        return tl::unexpected(spans.error());
    }
    if (cards->empty()) {
        return std::string();
    }
    std::map<std::int64_t, Life> byId;
    for (const JobCard& card : *cards) {
        byId[card.id].card = card;
    }
    double endS = std::max(1.0, recording.lastTimeS());
    for (const JobSpan& span : *spans) {
        const auto life = byId.find(span.job);
        if (life == byId.end()) {
            continue;
        }
        endS = std::max(endS, span.toS);
        life->second.spans.push_back(span);
        if (span.state == JobState::Queued) {
            life->second.queuedS += span.toS - span.fromS;
        } else {
            life->second.heldS += span.accelerators * (span.toS - span.fromS);
        }
    }
    std::vector<Life> lives;
    for (auto& [id, life] : byId) {
        if (!life.spans.empty()) {
            lives.push_back(std::move(life));
        }
    }
    const std::size_t all = lives.size();
    std::stable_sort(lives.begin(), lives.end(),
                     [](const Life& a, const Life& b) { return a.heldS > b.heldS; });
    lives.resize(std::min(lives.size(), kJobsShown));
    std::stable_sort(lives.begin(), lives.end(),
                     [](const Life& a, const Life& b) { return a.card.submitS < b.card.submitS; });
    std::string html = "<section><h2>Jobs</h2>\n" + tenantsTable(summary);
    if (!lives.empty()) {
        html += "<p class=\"note\">" +
                escaped("Queued grey, starting yellow, running blue; the " +
                        std::to_string(lives.size()) + " of " + std::to_string(all) +
                        " jobs that held most accelerator time, by submission.") +
                "</p>\n" + ganttSvg(lives, endS) + jobsTable(lives);
    }
    return html + "</section>\n";
}

}  // namespace headroom::engine::report
