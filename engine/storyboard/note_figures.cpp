// SPDX-License-Identifier: Apache-2.0
#include "engine/storyboard/note_figures.h"

#include "engine/base/number.h"
#include "engine/compare/compare.h"
#include "engine/figures/figures.h"
#include "engine/live/recorded_run.h"
#include "engine/store/recording.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::string_view kBegin = "{figure";
constexpr double kHourS = 3600.0;
constexpr double kMostHours = 24.0 * 366.0;

Error unclear(std::string message) {
    return {"STB-006",
            std::move(message),
            "Write {figure KEY}, or {figure KEY run=FILE hours=N}; keys are those of `run --format "
            "json`",
            {},
            {},
            0};
}

/// The words between the braces, after "figure".
Result<NoteFigure> figureOf(const std::string& words) {
    NoteFigure figure;
    std::istringstream each(words);
    for (std::string word; each >> word;) {
        if (word.starts_with("run=")) {
            figure.run = word.substr(4);
        } else if (word.starts_with("hours=")) {
            const auto hours = parseNumber(word.substr(6));
            if (!hours || *hours <= 0.0 || *hours > kMostHours) {
                return tl::unexpected(unclear(
                    fmt::format("\"{}\" does not state hours from 0 to {:.0f}", word, kMostHours)));
            }
            figure.hours = *hours;
        } else if (figure.key.empty() && word.find('=') == std::string::npos) {
            figure.key = word;
        } else {
            return tl::unexpected(unclear(
                fmt::format("A note has the word \"{}\", which is not part of a figure", word)));
        }
    }
    return figure.key.empty()
               ? Result<NoteFigure>(tl::unexpected(unclear("A note has a figure without a key")))
               : figure;
}

}  // namespace

Result<std::vector<NoteFigure>> noteFigures(std::string_view note) {
    std::vector<NoteFigure> figures;
    for (std::size_t at = note.find(kBegin); at != std::string_view::npos;
         at = note.find(kBegin, at)) {
        const std::size_t end = note.find('}', at);
        if (end == std::string_view::npos) {
            return tl::unexpected(unclear("A note has a figure whose brace does not end"));
        }
        auto figure =
            figureOf(std::string(note.substr(at + kBegin.size(), end - at - kBegin.size())));
        if (!figure) {
            return tl::unexpected(std::move(figure.error()));
        }
        figure->at = at;
        figure->length = end + 1 - at;
        figures.push_back(std::move(*figure));
        at = end + 1;
    }
    return figures;
}

NoteText noteText(std::string_view note, const FigureLookup& lookup) {
    NoteText made;
    const auto figures = noteFigures(note);
    if (!figures) {
        return {std::string(note), {figures.error()}};
    }
    std::size_t from = 0;
    for (const NoteFigure& figure : *figures) {
        made.text += note.substr(from, figure.at - from);
        from = figure.at + figure.length;
        if (auto text = lookup(figure)) {
            made.text += *text;
        } else {
            made.text += fmt::format("({}: not known)", figure.key);
            made.errors.push_back(std::move(text.error()));
        }
    }
    made.text += note.substr(from);
    return made;
}

RunFigures::RunFigures(std::filesystem::path folder, std::filesystem::path shipped)
    : folder_(std::move(folder)), shipped_(std::move(shipped)) {}

std::filesystem::path RunFigures::fileOf(const std::string& run) const {
    for (const std::string& name :
         {run + ".json", run + ".db", "runs/" + run + ".db", run + "/project.json"}) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(folder_ / name, ignored)) {
            return folder_ / name;
        }
    }
    return folder_ / run;
}

Result<std::string> RunFigures::summaryOf(const NoteFigure& figure,
                                          const std::atomic<bool>& cancel) {
    const auto first = [](Errors errors) { return tl::unexpected(std::move(errors.front())); };
    auto candidate = candidateOf(fileOf(figure.run), shipped_);
    if (!candidate) {
        return first(std::move(candidate.error()));
    }
    if (candidate->recording) {
        return candidate->recording->summary();
    }
    if (scratch_.path().empty()) {
        auto made = TemporaryFolder::make("notes");
        if (!made) {
            return tl::unexpected(std::move(made.error()));
        }
        scratch_ = std::move(*made);
    }
    const std::filesystem::path file = scratch_.path() / fmt::format("{}.db", summaries_.size());
    auto end = recordRun(
        *candidate->project, *candidate->catalogue, file, figure.hours * kHourS, [](double) {},
        cancel);
    if (!end) {
        return first(std::move(end.error()));
    }
    const auto recording = Recording::open(file);
    return recording ? Result<std::string>((*recording)->summary())
                     : tl::unexpected(recording.error());
}

Result<std::string> RunFigures::text(const NoteFigure& figure, const std::atomic<bool>& cancel) {
    const Figure* known = figureNamed(figure.key);
    if (known == nullptr) {
        return tl::unexpected(unclear(fmt::format("There is no figure \"{}\"", figure.key)));
    }
    const std::string key = fmt::format("{} {}", figure.run, figure.hours);
    if (!summaries_.contains(key)) {
        auto summary = summaryOf(figure, cancel);
        if (!summary) {
            return tl::unexpected(std::move(summary.error()));
        }
        summaries_[key] = std::move(*summary);
    }
    const double value = summaryFigure(summaries_[key], *known);
    if (!std::isfinite(value)) {
        return tl::unexpected(
            unclear(fmt::format("The run {} has no figure \"{}\"", figure.run, figure.key)));
    }
    return figureText(*known, value);
}

}  // namespace headroom::engine
