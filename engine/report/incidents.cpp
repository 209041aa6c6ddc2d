// SPDX-License-Identifier: Apache-2.0
#include "engine/report/incidents.h"

#include "engine/document/part_names.h"
#include "engine/report/format.h"
#include "engine/run/frame/quantity.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr std::size_t kMostAlarms = 60;
constexpr double kHourS = 3600.0;
constexpr double kJPerKwh = 3.6e6;

std::string clock(const Recording& recording, double timeS) {
    const std::string local = localTime(recording.info().startLocal, timeS);
    return local.empty() ? durationText(timeS) : local.substr(0, 19);
}

std::string amount(double value, const char* unit) {
    return value > 0.0 ? quantityText(value, unit) : std::string("–");
}

/// Mean over the time, and the least, of the share of accelerators in service.
void addService(Tiles& tiles, const Recording& recording, const Json& summary) {
    const RecordedChannel* channel =
        facilityChannel(recording, infoOf(FacilityQuantity::HealthyAccelerators).key);
    const double all = summary.contains("accelerators") && summary["accelerators"].is_number()
                           ? summary["accelerators"].get<double>()
                           : 0.0;
    const Result<Series> series =
        channel == nullptr ? tl::unexpected(Error{}) : recording.series(channel->name);
    if (!series || series->value.empty() || all <= 0.0) {
        return;
    }
    double sum = 0.0, lengthS = 0.0, least = all, lastS = 0.0;
    for (std::size_t i = 0; i < series->value.size(); ++i) {
        const double dt = series->timeS[i] - lastS;
        lastS = series->timeS[i];
        if (std::isfinite(series->value[i])) {
            sum += series->value[i] * dt;
            lengthS += dt;
            least = std::min(least, series->value[i]);
        }
    }
    if (lengthS <= 0.0) {
        return;
    }
    tiles.tiles.emplace_back("Accelerators in service, mean",
                             quantityText(100.0 * sum / lengthS / all, "%"));
    tiles.tiles.emplace_back("Least at once", quantityText(100.0 * least / all, "%"));
}

Blocks causeBlocks(const Recording& recording, const std::vector<Incident>& incidents) {
    Table table({{"No.", CellKind::Number},
                 {"Local time", CellKind::Name},
                 {"First cause"},
                 {"Events that followed", CellKind::Number},
                 {"Work lost, accelerator", CellKind::Number},
                 {"Capacity out, accelerator", CellKind::Number},
                 {"Tokens not trained", CellKind::Number},
                 {"Energy without progress", CellKind::Number},
                 {"Its price", CellKind::Number}});
    for (std::size_t i = 0; i < incidents.size(); ++i) {
        const Incident& at = incidents[i];
        table.row({std::to_string(i + 1), clock(recording, at.timeS), at.name + ": " + at.text,
                   std::to_string(at.followed), amount(at.bill.workS() / kHourS, "h"),
                   amount(at.bill.outS() / kHourS, "h"), amount(at.bill.tokens, ""),
                   amount(at.bill.energyJ / kJPerKwh, "kWh"), amount(at.bill.energyUsd, "USD")});
    }
    Blocks blocks;
    if (!table.empty()) {
        blocks += Heading{"First causes and their bill"};
        blocks += note(
            "The charts show these numbers. Work lost is time of accelerators that did not become "
            "progress. Capacity out of service is reported apart and never added, since a job that "
            "waits for it is counted already.");
        blocks += std::move(table);
    }
    return blocks;
}

Blocks alarmBlocks(const Recording& recording, const Json& alarms) {
    Table table({{"Severity", CellKind::Name},
                 {"Object", CellKind::Name},
                 {"Alarm"},
                 {"Since", CellKind::Name},
                 {"Lasted", CellKind::Name},
                 {"First cause"}});
    table.isLong = true;
    std::size_t shown = 0;
    for (const char* state : {"active", "ended"}) {
        for (const Json& alarm : alarms.value(state, Json::array())) {
            if (shown++ >= kMostAlarms) {
                continue;
            }
            const std::string cause =
                alarm.contains("first_cause")
                    ? alarm["first_cause"].value("text", "")
                    : alarm.value("name", "") + ": " + alarm.value("text", "");
            const double sinceS = alarm.value("since_s", 0.0);
            table.row({alarm.value("severity", ""), alarm.value("name", ""),
                       alarm.value("alarm", ""), clock(recording, sinceS),
                       alarm.contains("ended_s")
                           ? durationText(alarm["ended_s"].get<double>() - sinceS)
                           : std::string("still active"),
                       cause});
        }
    }
    Blocks blocks;
    if (table.empty()) {
        blocks += note("No alarm was raised.");
        return blocks;
    }
    blocks += Heading{"Alarms"};
    blocks += std::move(table);
    if (shown > kMostAlarms) {
        blocks += note("And " + std::to_string(shown - kMostAlarms) +
                       " more: the summary of the recording holds them.");
    }
    return blocks;
}

}  // namespace

Result<std::vector<Incident>> incidentsOf(const Recording& recording, const Json& summary) {
    auto events = recording.events();
    if (!events) {
        return tl::unexpected(events.error());
    }
    auto losses = recording.losses();
    if (!losses) {
        return tl::unexpected(losses.error());
    }
    EventGraph graph;
    graph.follow(storyOf(std::move(*events), std::move(*losses)));
    const Bill bill(graph);
    std::vector<std::int64_t> roots;
    for (const Bill::Line& line : bill.roots()) {
        roots.push_back(line.root);  // the dearest first
    }
    if (summary.is_object() && summary.contains("alarms")) {
        for (const char* state : {"active", "ended"}) {
            for (const Json& alarm : summary["alarms"].value(state, Json::array())) {
                const std::int64_t event =
                    alarm.contains("first_cause")
                        ? alarm["first_cause"].value("event", std::int64_t{-1})
                        : alarm.value("event", std::int64_t{-1});
                const std::int64_t root = graph.root(event);
                if (root >= 0 && std::find(roots.begin(), roots.end(), root) == roots.end()) {
                    roots.push_back(root);
                }
            }
        }
    }
    const PartNames names = PartNames::ofText(recording.info().projectText);
    std::vector<Incident> incidents;
    for (const std::int64_t root : roots) {
        const Event* event = graph.find(root);
        if (event == nullptr || incidents.size() >= kMostIncidents ||
            event->kind == EventKind::JobSubmitted || event->kind == EventKind::JobStarted) {
            continue;
        }
        incidents.push_back({event->timeS, event->subject, event->text,
                             names.nameOf(event->subject), graph.consequences(root),
                             bill.of(root)});
    }
    std::stable_sort(incidents.begin(), incidents.end(),
                     [](const Incident& a, const Incident& b) { return a.timeS < b.timeS; });
    return incidents;
}

Section incidentsSection(const Recording& recording, const Json& summary,
                         const std::vector<Incident>& incidents) {
    if (!summary.is_object() || (!summary.contains("alarms") && incidents.empty())) {
        return {};
    }
    const Json alarms = summary.value("alarms", Json::object());
    Tiles tiles;
    addService(tiles, recording, summary);
    tiles.tiles.emplace_back("Alarms raised", shownNumber(alarms.value("raised", 0.0)));
    tiles.tiles.emplace_back(
        "Active at the end",
        shownNumber(static_cast<double>(alarms.value("active", Json::array()).size())));
    tiles.tiles.emplace_back("First causes", shownNumber(static_cast<double>(incidents.size())));
    Section section{"Incidents"};
    section.blocks += std::move(tiles);
    section.blocks += causeBlocks(recording, incidents);
    section.blocks += alarmBlocks(recording, alarms);
    return section;
}

}  // namespace headroom::engine::report
