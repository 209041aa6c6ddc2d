// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/compare.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/recorded.h"
#include "engine/check/design_view.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

struct CompareOptions {
    std::vector<std::string> what;
    std::size_t baseline = 1;
    std::string format = "text";
    std::string out;
};

/// "runs/a.db" is "a", a folder's project.json the folder.
std::string nameOf(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path file = whole.has_filename() ? whole : whole.parent_path();
    return file.filename() == "project.json" ? file.parent_path().filename().string()
                                             : file.stem().string();
}

engine::ResultAll<engine::Candidate> candidateOf(const fs::path& path) {
    engine::Candidate candidate;
    candidate.name = nameOf(path);
    const auto design = [&](const engine::Project& project, const engine::Catalogue& catalogue) {
        candidate.design =
            engine::viewDesign(project, catalogue, engine::CheckDepth::Quick, nullptr).headline;
        candidate.project = project;
    };
    auto recording = engine::Recording::open(path);
    if (!recording && recording.error().code != "STO-011") {
        return tl::unexpected(engine::Errors{recording.error()});
    }
    if (!recording) {
        const auto opened = openProject(path);
        if (!opened) {
            return tl::unexpected(opened.error());
        }
        design(opened->project, opened->catalogue);
        return candidate;
    }
    candidate.recording = std::move(*recording);
    if (!candidate.recording->info().branch.name.empty()) {
        candidate.name = candidate.recording->info().branch.name;
    }
    // Its own parts come with the recording; where that cannot be, the shipped ones must do.
    if (const auto replay = openReplay(path)) {
        if (const auto project = (*replay)->plain(candidate.recording->info().projectText)) {
            design(*project, (*replay)->catalogue());
        }
    } else if (const auto catalogue = openCatalogue()) {
        if (const auto project =
                engine::parseProject(candidate.recording->info().projectText, path, *catalogue)) {
            design(*project, *catalogue);
        }
    }
    return candidate;
}

int compare(const CompareOptions& options) {
    std::vector<engine::Candidate> candidates;
    engine::OutputGuard guard;
    for (const std::string& path : options.what) {
        auto candidate = candidateOf(path);
        if (!candidate) {
            return fail(candidate.error());
        }
        guard.reads(path);
        // Two of one name are told apart by what they were given as.
        const bool known = std::any_of(candidates.begin(), candidates.end(),
                                       [&](const auto& c) { return c.name == candidate->name; });
        candidate->name += known ? " (" + path + ")" : "";
        candidates.push_back(std::move(*candidate));
    }
    const auto comparison = engine::compare(candidates, options.baseline - 1);
    if (!comparison) {
        return fail(comparison.error());
    }
    const std::string text = options.format == "json"   ? engine::comparisonJson(*comparison)
                             : options.format == "csv"  ? engine::comparisonCsv(*comparison)
                             : options.format == "html" ? engine::comparisonHtml(*comparison)
                                                        : engine::comparisonText(*comparison);
    if (options.out.empty()) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        return kFine;
    }
    guard.writes("--out", options.out);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (const auto written = engine::writeFile(options.out, text); !written) {
        return fail(written.error());
    }
    std::printf("%s\n", options.out.c_str());
    return kFine;
}

}  // namespace

void addCompare(CLI::App& app, int& code) {
    auto options = std::make_shared<CompareOptions>();
    CLI::App* command = app.add_subcommand(
        "compare", "Two to four recordings or projects side by side: figures, inputs, events");
    command
        ->add_option("A B [C D]", options->what,
                     "recordings, project files or folders with a project.json")
        ->required()
        ->expected(2, 4)
        ->type_name("");
    command
        ->add_option("--baseline", options->baseline,
                     "which of them the others are compared with, from 1")
        ->type_name("N")
        ->check(within<std::size_t>(1, 4))
        ->capture_default_str();
    command->add_option("--format", options->format, "text, json, csv (figures alone) or html")
        ->check(CLI::IsMember({"text", "json", "csv", "html"}))
        ->type_name("F");
    command->add_option("--out", options->out, "file to write; without it to the terminal")
        ->type_name("FILE");
    command->callback([options, &code] { code = compare(*options); });
}

}  // namespace headroom::app
