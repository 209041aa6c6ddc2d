// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"
#include "engine/report/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

namespace headroom::engine::report {
namespace {

constexpr std::size_t kJobsShown = 40;  ///< those that held most accelerator time
constexpr double kNameWidth = 150.0, kJobsWidth = 960.0, kRow = 16.0, kTop = 22.0;
constexpr int kTicks = 6;

struct Life {
    JobCard card;
    std::vector<JobSpan> spans;
    double queuedS = 0.0, heldS = 0.0;  ///< held: accelerator seconds
};

/// At most 22 bytes, whole characters of UTF-8.
std::string shortened(const std::string& name) {
    std::size_t end = std::min<std::size_t>(name.size(), 22);
    while (end > 0 && end < name.size() &&
           (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return end < name.size() ? name.substr(0, end) + "…" : name;
}

/// Classes of style.h.
const char* lookOf(JobState state) {
    return state == JobState::Running    ? "running"
           : state == JobState::Starting ? "starting"
                                         : "queued";
}

/// Spans of the jobs shown, a row for each, time across.
std::string ganttSvg(const std::vector<Life>& lives, double endS) {
    const double height = kTop + kRow * static_cast<double>(lives.size()) + 4.0;
    const auto x = [&](double timeS) {
        return kNameWidth + (kJobsWidth - kNameWidth - 10.0) * timeS / endS;
    };
    std::string svg = fmt::format(
        "<svg viewBox=\"0 0 {:.1f} {:.1f}\" role=\"img\" aria-label=\"Jobs over "
        "time\">\n",
        kJobsWidth, height);
    for (int tick = 0; tick <= kTicks; ++tick) {
        const double timeS = endS * tick / kTicks;
        svg += fmt::format(
            "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" "
            "y2=\"{2:.1f}\"/><text class=\"x{3}\" x=\"{0:.1f}\" y=\"12\">{4}</text>\n",
            x(timeS), kTop - 4.0, height, tick == kTicks ? " end" : "",
            escaped(durationText(std::round(timeS / 60.0) * 60.0)));
    }
    double y = kTop;
    for (const Life& life : lives) {
        svg += fmt::format("<text class=\"legend\" x=\"0\" y=\"{:.1f}\">{}</text>\n", y + 11.0,
                           escaped(shortened(life.card.name)));
        for (const JobSpan& span : life.spans) {
            svg += fmt::format(
                "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                "height=\"{:.1f}\"><title>{}</title></rect>\n",
                lookOf(span.state), x(span.fromS), y + 2.0,
                std::max(0.5, x(span.toS) - x(span.fromS)), kRow - 4.0,
                escaped(life.card.name + ": " + jobStateName(span.state) + " for " +
                        durationText(std::round(span.toS - span.fromS)) + " on " +
                        std::to_string(span.accelerators)));
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

Table tenantsTable(const Json& summary) {
    Table table({{"Tenant", CellKind::Name},
                 {"Jobs", CellKind::Number},
                 {"Completed", CellKind::Number},
                 {"Wait, mean, min", CellKind::Number},
                 {"Wait, p99, min", CellKind::Number},
                 {"Deadlines met", CellKind::Number},
                 {"Accelerator hours", CellKind::Number},
                 {"Lost of these", CellKind::Number}});
    table.isLong = true;
    if (!summary.contains("tenants") || !summary["tenants"].is_array()) {
        return table;
    }
    for (const Json& t : summary["tenants"]) {
        const std::string name = t.contains("tenant") && t["tenant"].is_string()
                                     ? t["tenant"].get<std::string>()
                                     : std::string{};
        table.row({name.empty() ? "(none stated)" : name, figure(t, "jobs", "submitted"),
                   figure(t, "jobs", "completed"), minutes(t, "wait_s", "mean"),
                   minutes(t, "wait_s", "p99"),
                   figure(t, "deadlines", "met") + " of " + figure(t, "deadlines", "due"),
                   figure(t, "accelerator_hours", "held"), figure(t, "accelerator_hours", "lost")});
    }
    return table;
}

Fold jobsTable(const std::vector<Life>& lives) {
    Table table({{"Job", CellKind::Name},
                 {"Tenant"},
                 {"Accelerators", CellKind::Number},
                 {"Submitted", CellKind::Number},
                 {"Queued", CellKind::Number},
                 {"Accelerator hours", CellKind::Number}});
    table.isLong = true;
    for (const Life& life : lives) {
        table.row({life.card.name, life.card.tenant, std::to_string(life.card.accelerators),
                   durationText(std::round(life.card.submitS)),
                   durationText(std::round(life.queuedS)), shownNumber(life.heldS / 3600.0)});
    }
    Fold fold{"Table"};
    fold.blocks += std::move(table);
    return fold;
}

}  // namespace

Result<Section> jobsSection(const Recording& recording, const Json& summary) {
    const Result<std::vector<JobCard>> cards = recording.jobs();
    if (!cards) {
        return tl::unexpected(cards.error());
    }
    const Result<std::vector<JobSpan>> spans = recording.jobSpans();
    if (!spans) {
        return tl::unexpected(spans.error());
    }
    if (cards->empty()) {
        return Section{};
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
    Section section{"Jobs"};
    if (Table tenants = tenantsTable(summary); !tenants.empty()) {
        section.blocks += std::move(tenants);
    }
    if (!lives.empty()) {
        section.blocks += note("Queued grey, starting yellow, running blue; the " +
                               std::to_string(lives.size()) + " of " + std::to_string(all) +
                               " jobs that held most accelerator time, by submission.");
        section.blocks += Exhibit{Drawing{ganttSvg(lives, endS)}};
        section.blocks += jobsTable(lives);
    }
    return section;
}

}  // namespace headroom::engine::report
