// SPDX-License-Identifier: Apache-2.0
#include "engine/report/whole/report.h"

#include "engine/base/json.h"
#include "engine/bill/schedules.h"
#include "engine/compare/shown.h"
#include "engine/files/input_file.h"
#include "engine/report/design/design_sections.h"
#include "engine/report/format.h"
#include "engine/report/incidents.h"
#include "engine/report/print/pdf.h"
#include "engine/report/sections.h"
#include "engine/report/style.h"
#include "engine/report/whole/result_sections.h"
#include "models/facility/project_info.h"

#include <fmt/format.h>

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
        error.message =
            "the image cannot be read: " + (input ? Words("it is empty") : input.error().message);
        error.remedy = input ? Words("Make it again.") : input.error().remedy;
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

std::string nameOf(const ReportInput& input) {
    if (!input.title.title.empty()) {
        return input.title.title;
    }
    if (input.recording != nullptr) {
        return input.recording->info().projectName;
    }
    if (input.project != nullptr) {
        const auto infos = input.project->objectsOf(models::ProjectInfo::type().id);
        const std::string name =
            infos.empty() ? std::string() : specOf<models::ProjectInfo>(*infos.front()).name;
        return name.empty() ? input.project->file.stem().string() : name;
    }
    return "Headroom";
}

/// "5 h in steps of 15 s · 4 096 accelerators · seed 1".
std::string runFacts(const Recording& recording, const Json& summary) {
    const RunInfo& info = recording.info();
    // The last sample is at the start or the end of the last step; the summary knows.
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
    std::string html = "<p class=\"facts\">" + facts + "</p>\n";
    if (!summary.is_object()) {
        html += "<p class=\"warning\">The run did not finish: this is what was recorded up to " +
                escaped(durationText(end)) + " after its start.</p>\n";
    }
    return html;
}

std::string stateHashOf(const Json& summary) {
    if (!summary.contains("state_hash")) {
        return {};
    }
    const Json& hash = summary["state_hash"];
    return hash.is_string() ? hash.get<std::string>() : jsonText(hash);
}

std::string headHtml(const ReportInput& input, const Json& summary) {
    std::string rows;
    const auto row = [&](const char* label, const std::string& text) {
        if (!text.empty()) {
            rows += "<tr><th>" + std::string(label) + "</th><td>" + escaped(text) + "</td></tr>\n";
        }
    };
    row("Prepared for", input.title.client);
    row("Prepared by", input.title.preparedBy);
    row("Date", input.title.date);
    row("Revision", input.title.revision);
    if (input.recording != nullptr) {
        row("Run", input.recording->path().filename().string());
        row("State hash", stateHashOf(summary));
    }
    if (input.catalogue != nullptr) {
        row("Catalogue", input.catalogue->fingerprint());
    }
    row("Made by", std::string("Headroom ") + HEADROOM_VERSION);
    return "<header><h1>" + escaped(nameOf(input)) + "</h1>\n" +
           (input.recording != nullptr ? runFacts(*input.recording, summary) : std::string()) +
           "<table class=\"block\"><tbody>\n" + rows + "</tbody></table>\n</header>\n";
}

std::string projectHtml(const RunInfo& info) {
    return info.projectText.empty()
               ? std::string()
               : "<section class=\"screen\"><h2>Project</h2>\n<details><summary>The project of "
                 "this run</summary>"
                 "<pre>" +
                     escaped(info.projectText) + "</pre></details></section>\n";
}

/// Results of the run, figure by figure.
Result<std::string> runHtml(const Recording& recording, const Json& summary) {
    std::string parts;
    Result<void> result;
    const auto add = [&](const Result<std::string>& part) {
        if (part) {
            parts += *part;
        } else if (result) {
            result = tl::unexpected(part.error());
        }
    };
    const Result<std::vector<Incident>> incidents = incidentsOf(recording, summary);
    if (!incidents) {
        return tl::unexpected(incidents.error());
    }
    std::vector<double> marksS;
    for (const Incident& incident : *incidents) {
        marksS.push_back(incident.timeS);
    }
    add(summaryHtml(recording, summary));
    add(certaintyHtml(summary));
    add(incidentsHtml(recording, summary, *incidents));
    add(chartsHtml(recording, marksS));
    add(stacksHtml(recording));
    add(jobsHtml(recording, summary));
    add(quantitiesHtml(recording));
    add(objectsHtml(recording));
    add(eventsHtml(recording));
    if (!result) {
        return tl::unexpected(result.error());
    }
    return parts;
}

/// Sections numbered in their order, and the contents that lead to them.
struct Numbered {
    std::string body, contents;
};

Numbered numbered(const std::string& sections) {
    constexpr std::string_view open = "<h2>", close = "</h2>";
    Numbered out;
    std::size_t from = 0;
    for (int number = 1;; ++number) {
        const std::size_t at = sections.find(open, from);
        if (at == std::string::npos) {
            break;
        }
        const std::size_t begin = at + open.size();
        const std::size_t end = sections.find(close, begin);
        const std::string title = sections.substr(begin, end - begin);
        out.body +=
            sections.substr(from, at - from) +
            fmt::format("<h2 id=\"s{0}\"><span class=\"no\">{0}</span> {1}</h2>", number, title);
        out.contents += fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", number, title);
        from = end + close.size();
    }
    out.body += sections.substr(from);
    if (!out.contents.empty()) {
        out.contents = "<nav><h3>Contents</h3><ol>\n" + out.contents + "</ol></nav>\n";
    }
    return out;
}

std::string imagesHtml(const std::vector<std::filesystem::path>& images, Result<void>& result) {
    std::string pictures;
    for (const std::filesystem::path& path : images) {
        if (const Result<std::string> picture = imageHtml(path)) {
            pictures += *picture;
        } else if (result) {
            result = tl::unexpected(picture.error());
        }
    }
    return pictures.empty() ? pictures
                            : "<section><h2>Pictures</h2>\n<div class=\"images\">\n" + pictures +
                                  "</div></section>\n";
}

struct DesignParts {
    std::string drawn, listed;  ///< before and after the results
};

DesignParts designHtml(const ReportInput& input) {
    if (input.project == nullptr || input.catalogue == nullptr) {
        return {};
    }
    const Project& project = *input.project;
    const Project& toCompute = input.withFiles != nullptr ? *input.withFiles : project;
    const Catalogue& catalogue = *input.catalogue;
    const Design design = designOf(toCompute, catalogue);
    const std::vector<Finding> findings = checkDesign(design, CheckDepth::Full);
    return {facilityHtml(project, design, findings) +
                plansHtml(design, nameOf(input), input.title.date) +
                diagramsHtml(project, catalogue, design),
            schedulesHtml(schedulesOf(project, design, findings)) +
                findingsHtml(findings, project) + sourcesHtml(project, catalogue)};
}

Result<std::string> pageHtml(const ReportInput& input) {
    Json summary =
        input.recording == nullptr ? Json() : parseJson<Json>(input.recording->summary());
    if (!summary.is_object()) {
        summary = Json();
    }
    Result<void> fine;
    const DesignParts design = designHtml(input);
    std::string sections = design.drawn + imagesHtml(input.images, fine);
    if (!fine) {
        return tl::unexpected(fine.error());
    }
    std::string tiles;
    if (input.recording != nullptr) {
        tiles = tilesHtml(*input.recording, summary);
        const Result<std::string> run = runHtml(*input.recording, summary);
        if (!run) {
            return run;
        }
        sections += *run;
    }
    if (input.comparison != nullptr) {
        sections += comparisonSections(*input.comparison);
    }
    if (input.cost != nullptr) {
        sections += costHtml(*input.cost);
    }
    sections += design.listed;
    if (input.validation != nullptr) {
        sections += validationHtml(*input.validation);
    }
    if (input.recording != nullptr) {
        sections += projectHtml(input.recording->info());
    }
    const Numbered pages = numbered(sections);
    const std::string name = escaped(nameOf(input));
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           name + " – Headroom report</title>\n<style>" + kReportStyle +
           "</style>\n</head>\n<body>\n<main>\n" + headHtml(input, summary) + tiles +
           pages.contents + pages.body + "<footer>" + name + " · Headroom " + HEADROOM_VERSION +
           "</footer>\n</main>\n</body>\n</html>\n";
}

}  // namespace
}  // namespace report

Result<std::string> reportHtml(const ReportInput& input) {
    try {
        return report::pageHtml(input);
    } catch (const report::Json::exception&) {
        // Only summaries of recordings are read as JSON, and these may come from anybody.
        const std::string file =
            input.recording == nullptr ? std::string() : input.recording->path().string();
        return tl::unexpected(Error{"STO-013",
                                    "the summary of the recording is damaged",
                                    "restore the file from a copy or make it again",
                                    file,
                                    {},
                                    0});
    }
}

Result<std::string> reportPdf(const ReportInput& input) {
    const Result<std::string> html = reportHtml(input);
    if (!html) {
        return html;
    }
    return report::pdfOf(*html, {report::nameOf(input), input.title.date});
}

}  // namespace headroom::engine
