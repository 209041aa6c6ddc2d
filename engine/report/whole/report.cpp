// SPDX-License-Identifier: Apache-2.0
#include "engine/report/whole/report.h"

#include "engine/base/json.h"
#include "engine/bill/schedules.h"
#include "engine/compare/shown.h"
#include "engine/files/input_file.h"
#include "engine/report/design/design_sections.h"
#include "engine/report/format.h"
#include "engine/report/html_writer.h"
#include "engine/report/incidents.h"
#include "engine/report/print/pdf.h"
#include "engine/report/sections.h"
#include "engine/report/whole/result_sections.h"
#include "models/facility/project_info.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <span>

namespace headroom::engine {
namespace report {
namespace {

Result<Exhibit> pictureOf(const std::filesystem::path& path) {
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
    const std::string name = path.stem().string();
    return Exhibit{
        Picture{std::string("data:") + type + ";base64," + base64(std::as_bytes(std::span(bytes))),
                name},
        {},
        name};
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
Blocks runFacts(const Recording& recording, const Json& summary) {
    const RunInfo& info = recording.info();
    // The last sample is at the start or the end of the last step; the summary knows.
    const bool finished = summary.contains("simulated_s") && summary["simulated_s"].is_number();
    const double end = finished ? summary["simulated_s"].get<double>() : recording.lastTimeS();
    std::string facts;
    const auto fact = [&](const std::string& text) {
        facts += (facts.empty() ? "" : " · ") + text;
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
    Blocks blocks;
    blocks += Paragraph{facts, Paragraph::Kind::Facts};
    if (!summary.is_object()) {
        blocks += Paragraph{"The run did not finish: this is what was recorded up to " +
                                durationText(end) + " after its start.",
                            Paragraph::Kind::Warning};
    }
    return blocks;
}

std::string stateHashOf(const Json& summary) {
    if (!summary.contains("state_hash")) {
        return {};
    }
    const Json& hash = summary["state_hash"];
    return hash.is_string() ? hash.get<std::string>() : jsonText(hash);
}

Blocks coverOf(const ReportInput& input, const Json& summary) {
    Labels labels;
    const auto row = [&](const char* label, const std::string& text) {
        if (!text.empty()) {
            labels.rows.emplace_back(label, text);
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
    Blocks cover;
    if (input.recording != nullptr) {
        cover += runFacts(*input.recording, summary);
    }
    cover += std::move(labels);
    return cover;
}

Section projectSection(const RunInfo& info) {
    Section section{"Project"};
    section.isForScreens = true;
    if (!info.projectText.empty()) {
        Fold fold{"The project of this run"};
        fold.blocks += Listing{info.projectText};
        section.blocks += std::move(fold);
    }
    return section;
}

/// Results of the run, figure by figure.
Result<void> addRun(ReportPage& page, const Recording& recording, const Json& summary) {
    const Result<std::vector<Incident>> incidents = incidentsOf(recording, summary);
    if (!incidents) {
        return tl::unexpected(incidents.error());
    }
    std::vector<double> marksS;
    for (const Incident& incident : *incidents) {
        marksS.push_back(incident.timeS);
    }
    page.add(summarySection(recording, summary));
    page.add(certaintySection(summary));
    page.add(incidentsSection(recording, summary, *incidents));
    for (Result<Section>& section :
         std::array{chartsSection(recording, marksS), stacksSection(recording),
                    jobsSection(recording, summary), quantitiesSection(recording),
                    objectsSection(recording), eventsSection(recording)}) {
        if (!section) {
            return tl::unexpected(section.error());
        }
        page.add(std::move(*section));
    }
    return {};
}

Result<Section> imagesSection(const std::vector<std::filesystem::path>& images) {
    Exhibits pictures{Exhibits::Kind::Pictures};
    for (const std::filesystem::path& path : images) {
        Result<Exhibit> picture = pictureOf(path);
        if (!picture) {
            return tl::unexpected(picture.error());
        }
        pictures.exhibits.push_back(std::move(*picture));
    }
    Section section{"Pictures"};
    if (!pictures.exhibits.empty()) {
        section.blocks += std::move(pictures);
    }
    return section;
}

/// A design, and what is found about it.
struct LookedUp {
    const Project& project;
    const Catalogue& catalogue;
    Design design;
    std::vector<Finding> findings;
};

std::optional<LookedUp> lookedUp(const ReportInput& input) {
    if (input.project == nullptr || input.catalogue == nullptr) {
        return {};
    }
    const Project& toCompute = input.withFiles != nullptr ? *input.withFiles : *input.project;
    Design design = designOf(toCompute, *input.catalogue);
    std::vector<Finding> findings = checkDesign(design, CheckDepth::Full);
    return LookedUp{*input.project, *input.catalogue, std::move(design), std::move(findings)};
}

Result<ReportPage> pageOf(const ReportInput& input) {
    Json summary =
        input.recording == nullptr ? Json() : parseJson<Json>(input.recording->summary());
    if (!summary.is_object()) {
        summary = Json();
    }
    const std::string name = nameOf(input);
    ReportPage page{name + " – Headroom report", name};
    page.hasContents = true;
    page.cover = coverOf(input, summary);
    page.foot = name + " · Headroom " + HEADROOM_VERSION;
    const std::optional<LookedUp> of = lookedUp(input);
    if (of) {
        page.add(facilitySection(of->project, of->design, of->findings));
        page.add(plansSection(of->design, name, input.title.date));
        for (Section& section : diagramSections(of->project, of->catalogue, of->design)) {
            page.add(std::move(section));
        }
    }
    Result<Section> images = imagesSection(input.images);
    if (!images) {
        return tl::unexpected(images.error());
    }
    page.add(std::move(*images));
    if (input.recording != nullptr) {
        if (Tiles tiles = headTiles(*input.recording, summary); !tiles.tiles.empty()) {
            page.lead += std::move(tiles);
        }
        if (const Result<void> added = addRun(page, *input.recording, summary); !added) {
            return tl::unexpected(added.error());
        }
    }
    if (input.comparison != nullptr) {
        page.add(comparisonSection(*input.comparison));
    }
    if (input.cost != nullptr) {
        page.add(costSection(*input.cost));
    }
    if (of) {
        page.add(schedulesSection(schedulesOf(of->project, of->design, of->findings)));
        page.add(findingsSection(of->findings, of->project));
        page.add(sourcesSection(of->project, of->catalogue));
    }
    if (input.validation != nullptr) {
        page.add(validationSection(*input.validation));
    }
    if (input.recording != nullptr) {
        page.add(projectSection(input.recording->info()));
    }
    return page;
}

}  // namespace
}  // namespace report

namespace {

Result<report::ReportPage> readPage(const ReportInput& input) {
    try {
        return report::pageOf(input);
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

}  // namespace

Result<std::string> reportHtml(const ReportInput& input) {
    return readPage(input).map([](const report::ReportPage& page) { return htmlOf(page); });
}

Result<std::string> reportPdf(const ReportInput& input) {
    const Result<report::ReportPage> page = readPage(input);
    if (!page) {
        return tl::unexpected(page.error());
    }
    return report::pdfOf(*page, {page->heading, input.title.date});
}

}  // namespace headroom::engine
