// SPDX-License-Identifier: Apache-2.0
#include "engine/report/report.h"

#include "engine/files/input_file.h"
#include "engine/report/format.h"
#include "engine/report/incidents.h"
#include "engine/report/sections.h"
#include "engine/report/style.h"

#include <span>

namespace headroom::engine {
namespace report {
namespace {

Result<std::string> imageHtml(const std::filesystem::path& path) {
    // Packed for the page it takes a third more, and so does the page with it.
    constexpr double kImageMemoryPerByte = 6.0;
    const auto input = withinMemory(path, [&] { return readInput(path, kImageMemoryPerByte); });
    Error error;
    error.file = path.string();
    if (!input || input->empty()) {
        error.code = "REP-001";
        error.message = "the image cannot be read: " +
                        (input ? std::string("it is empty") : input.error().message);
        error.remedy = input ? "Make it again." : input.error().remedy;
        return tl::unexpected(error);
    }
    const std::string& bytes = *input;
    const char* type = nullptr;
    if (bytes.starts_with("\x89PNG\r\n")) {
        type = "image/png";
    } else if (bytes.starts_with("\xFF\xD8\xFF")) {
        type = "image/jpeg";
    } else {
        error.code = "REP-002";
        error.message = "the image is neither PNG nor JPEG";
        error.remedy = "convert it to PNG";
        return tl::unexpected(error);
    }
    std::string name = path.stem().string();
    return "<figure><img alt=\"" + escaped(name) + "\" src=\"data:" + type + ";base64," +
           base64(std::as_bytes(std::span(bytes))) + "\"><figcaption>" + escaped(name) +
           "</figcaption></figure>\n";
}

std::string headHtml(const Recording& recording, const Json& summary) {
    const RunInfo& info = recording.info();
    // The last sample stands at the start or the end of the last step; the summary knows.
    const bool finished = summary.contains("simulated_s") && summary["simulated_s"].is_number();
    const double end = finished ? summary["simulated_s"].get<double>() : recording.lastTimeS();
    std::string facts;
    const auto fact = [&](const std::string& text) {
        facts += (facts.empty() ? "" : " · ") + escaped(text);
    };
    const std::string from = localTime(info.startLocal, 0.0);
    if (!from.empty()) {
        fact(from.substr(0, 16) + " to " + localTime(info.startLocal, end).substr(0, 16));
    }
    fact(durationText(end) + " in steps of " + durationText(info.stepS));
    if (summary.contains("accelerators") && summary["accelerators"].is_number()) {
        fact(shownNumber(summary["accelerators"].get<double>()) + " accelerators");
    }
    if (!info.racks.empty()) {
        fact(shownNumber(static_cast<double>(info.racks.size())) + " racks");
    }
    fact("seed " + std::to_string(info.seed));
    std::string html = "<header><h1>" + escaped(info.projectName) + "</h1>\n<p class=\"facts\">" +
                       facts + "</p>\n";
    if (!summary.is_object()) {
        html += "<p class=\"warning\">The run did not finish: this is what was recorded up to " +
                escaped(durationText(end)) + " after its start.</p>\n";
    }
    return html + "</header>\n";
}

std::string projectHtml(const RunInfo& info) {
    return info.projectText.empty()
               ? std::string()
               : "<section><h2>Project</h2>\n<details><summary>The project as it was run</summary>"
                 "<pre>" +
                     escaped(info.projectText) + "</pre></details></section>\n";
}

std::string footHtml(const Recording& recording, const Json& summary) {
    std::string text = "Made by Headroom " + recording.info().version + " from " +
                       recording.path().filename().string() + ".";
    if (summary.contains("state_hash")) {
        const Json& hash = summary["state_hash"];
        text += " State hash " + (hash.is_string() ? hash.get<std::string>() : hash.dump()) + ".";
    }
    return "<footer>" + escaped(text) + "</footer>\n";
}

Result<std::string> pageHtml(const Recording& recording,
                             const std::vector<std::filesystem::path>& images) {
    Json summary = Json::parse(recording.summary(), nullptr, false);
    if (!summary.is_object()) {
        summary = Json();
    }
    std::string pictures;
    for (const std::filesystem::path& path : images) {
        Result<std::string> picture = imageHtml(path);
        if (!picture) {
            return picture;
        }
        pictures += *picture;
    }
    if (!pictures.empty()) {
        pictures = "<section><h2>The facility</h2>\n<div class=\"images\">\n" + pictures +
                   "</div></section>\n";
    }
    std::string parts;
    Result<void> result;
    const auto add = [&](const Result<std::string>& part) {
        if (part) {
            parts += *part;
        } else if (result) {
            result = tl::unexpected(part.error());
        }
    };
    add(headHtml(recording, summary) + tilesHtml(recording, summary) + pictures);
    const Result<std::vector<Incident>> incidents = incidentsOf(recording, summary);
    if (!incidents) {
        return tl::unexpected(incidents.error());
    }
    std::vector<double> marksS;
    for (const Incident& incident : *incidents) {
        marksS.push_back(incident.timeS);
    }
    add(incidentsHtml(recording, summary, *incidents));
    add(chartsHtml(recording, marksS));
    add(stacksHtml(recording));
    add(summaryHtml(recording, summary));
    add(certaintyHtml(summary));
    add(jobsHtml(recording, summary));
    add(quantitiesHtml(recording));
    add(objectsHtml(recording));
    add(eventsHtml(recording));
    add(projectHtml(recording.info()));
    if (!result) {
        return tl::unexpected(result.error());
    }
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           escaped(recording.info().projectName) + " – Headroom report</title>\n<style>" +
           kReportStyle + "</style>\n</head>\n<body>\n<main>\n" + parts +
           footHtml(recording, summary) + "</main>\n</body>\n</html>\n";
}

}  // namespace
}  // namespace report

Result<std::string> htmlReport(const Recording& recording,
                               const std::vector<std::filesystem::path>& images) {
    return report::pageHtml(recording, images);
}

}  // namespace headroom::engine
