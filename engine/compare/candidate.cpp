// SPDX-License-Identifier: Apache-2.0
#include "engine/check/design_view.h"
#include "engine/compare/compare.h"
#include "engine/replay/opened_design.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

/// Compared inputs, read from their own place.
namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

/// "runs/a.db" is "a", a folder's project.json the folder.
std::string nameOf(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path file = whole.has_filename() ? whole : whole.parent_path();
    return file.filename() == "project.json" ? file.parent_path().filename().string()
                                             : file.stem().string();
}

/// The first error about its jobs that nobody accepted: they do not run as the design states them.
std::string jobFault(const std::vector<Finding>& findings) {
    constexpr auto kRules = std::to_array<std::string_view>(
        {"job-size", "job-divisible", "job-possible", "job-memory"});
    for (const Finding& f : findings) {
        const bool isOne = std::find(kRules.begin(), kRules.end(), f.rule) != kRules.end();
        if (isOne && f.severity == Severity::Error && f.accepted.empty()) {
            return f.subject + ": " + f.message;
        }
    }
    return {};
}

/// Errors and warnings are those that `check` counts, by every rule.
void takeDesign(Candidate& candidate, OpenedDesign& opened) {
    candidate.catalogue = std::make_shared<const Catalogue>(std::move(*opened.catalogue));
    candidate.project = std::move(opened.project);
    candidate.withFiles = std::move(opened.withFiles);
    candidate.files = std::move(opened.replay);
    const DesignView view =
        viewDesign(candidate.toCompute(), *candidate.catalogue, CheckDepth::Full, nullptr);
    candidate.design = view.headline;
    candidate.floor = view.floor;
    candidate.cannot = jobFault(view.findings);
}

}  // namespace

ResultAll<Candidate> candidateOf(const fs::path& path, const fs::path& shipped) {
    auto opened = openDesign(path, shipped);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    return candidateOf(nameOf(path), std::move(*opened));
}

Candidate candidateOf(std::string name, OpenedDesign opened) {
    Candidate candidate;
    candidate.name = std::move(name);
    candidate.recording = opened.recording;
    if (candidate.recording && !candidate.recording->info().branch.name.empty()) {
        candidate.name = candidate.recording->info().branch.name;
    }
    if (opened.project) {
        takeDesign(candidate, opened);
    }
    return candidate;
}

void tellApart(std::vector<Candidate>& candidates, const std::vector<std::string>& given) {
    for (std::size_t i = 1; i < candidates.size() && i < given.size(); ++i) {
        const auto known = candidates.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(candidates.begin(), known,
                        [&](const Candidate& c) { return c.name == candidates[i].name; })) {
            candidates[i].name += " (" + given[i] + ")";
        }
    }
}

}  // namespace headroom::engine
