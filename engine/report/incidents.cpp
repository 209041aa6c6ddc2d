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

std::string cell(const std::string& text, const char* kind = nullptr) {
    return std::string("<td") + (kind == nullptr ? "" : std::string(" class=\"") + kind + "\"") +
           ">" + escaped(text) + "</td>";
}

std::string amount(double value, const char* unit) {
    return value > 0.0 ? quantityText(value, unit) : std::string("–");
}

/// Mean over the time, and the least, of the share of accelerators in service.
std::string serviceTiles(const Recording& recording, const Json& summary) {
    const RecordedChannel* channel =
        facilityChannel(recording, infoOf(FacilityQuantity::HealthyAccelerators).key);
    const double all = summary.contains("accelerators") && summary["accelerators"].is_number()
                           ? summary["accelerators"].get<double>()
                           : 0.0;
    const Result<Series> series =
        channel == nullptr ? tl::unexpected(Error{}) : recording.series(channel->name);
    if (!series || series->value.empty() || all <= 0.0) {
        return {};
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
        return {};
    }
    return tile("Accelerators in service, mean", quantityText(100.0 * sum / lengthS / all, "%")) +
           tile("Least at once", quantityText(100.0 * least / all, "%"));
}

std::string causesHtml(const Recording& recording, const std::vector<Incident>& incidents) {
    if (incidents.empty()) {
        return {};
    }
    std::string rows;
    for (std::size_t i = 0; i < incidents.size(); ++i) {
        const Incident& at = incidents[i];
        rows += "<tr>" + cell(std::to_string(i + 1), "number") +
                cell(clock(recording, at.timeS), "name") + cell(at.name + ": " + at.text) +
                cell(std::to_string(at.followed), "number") +
                cell(amount(at.bill.workS() / kHourS, "h"), "number") +
                cell(amount(at.bill.outS() / kHourS, "h"), "number") +
                cell(amount(at.bill.tokens, ""), "number") +
                cell(amount(at.bill.energyJ / kJPerKwh, "kWh"), "number") +
                cell(amount(at.bill.energyUsd, "USD"), "number") + "</tr>\n";
    }
    return "<h3>First causes and their bill</h3>\n<p class=\"note\">The charts show these numbers. "
           "Work lost is time of accelerators that did not become progress. Capacity out of "
           "service is reported "
           "apart and never added, since a job that waits for it is counted already.</p>\n"
           "<div class=\"table\"><table><thead><tr><th class=\"number\">No.</th><th>Local "
           "time</th><th>What began it</th><th class=\"number\">Events that followed</th>"
           "<th class=\"number\">Work lost, accelerator</th><th class=\"number\">Capacity out, "
           "accelerator</th><th class=\"number\">Tokens not trained</th><th "
           "class=\"number\">Energy without progress</th><th class=\"number\">Its "
           "price</th></tr></thead><tbody>\n" +
           rows + "</tbody></table></div>\n";
}

std::string alarmsHtml(const Recording& recording, const Json& alarms) {
    std::string rows;
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
            rows += "<tr>" + cell(alarm.value("severity", ""), "name") +
                    cell(alarm.value("name", ""), "name") + cell(alarm.value("alarm", "")) +
                    cell(clock(recording, sinceS), "name") +
                    cell(alarm.contains("ended_s")
                             ? durationText(alarm["ended_s"].get<double>() - sinceS)
                             : std::string("still active"),
                         "name") +
                    cell(cause) + "</tr>\n";
        }
    }
    if (rows.empty()) {
        return "<p class=\"note\">No alarm was raised.</p>\n";
    }
    const std::string more = shown > kMostAlarms
                                 ? "<p class=\"note\">And " + std::to_string(shown - kMostAlarms) +
                                       " more: the summary of the recording holds them.</p>\n"
                                 : std::string();
    return "<h3>Alarms</h3>\n<div class=\"table scroll\"><table><thead><tr><th>Severity</th>"
           "<th>Object</th><th>Alarm</th><th>Since</th><th>Lasted</th><th>First cause</th></tr>"
           "</thead><tbody>\n" +
           rows + "</tbody></table></div>\n" + more;
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

Result<std::string> incidentsHtml(const Recording& recording, const Json& summary,
                                  const std::vector<Incident>& incidents) {
    if (!summary.is_object() || (!summary.contains("alarms") && incidents.empty())) {
        return std::string();
    }
    const Json alarms = summary.value("alarms", Json::object());
    return "<section><h2>What went wrong</h2>\n<div class=\"tiles\">\n" +
           serviceTiles(recording, summary) +
           tile("Alarms raised", shownNumber(alarms.value("raised", 0.0))) +
           tile("Active at the end",
                shownNumber(static_cast<double>(alarms.value("active", Json::array()).size()))) +
           tile("First causes", shownNumber(static_cast<double>(incidents.size()))) + "</div>\n" +
           causesHtml(recording, incidents) + alarmsHtml(recording, alarms) + "</section>\n";
}

}  // namespace headroom::engine::report
