// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/estimate/training_answer.h"
#include "engine/parallelism/parallelism_question.h"

#include <utility>

namespace headroom::engine {

namespace {

constexpr double kFrontGigabyte = 1e9;

/// Adds a column behind those of the sheet: one cell for each plan of the search.
template <class Cell>
void addFrontColumn(Sheet& sheet, SheetColumn column, const PlanSearch& search, Cell&& cell) {
    sheet.columns.push_back(std::move(column));
    for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
        sheet.rows[i].push_back(cell(search.best[i]));
    }
}

/// Puts a number before each row: that of --write.
void numberRows(Sheet& sheet) {
    SheetColumn number{.key = "number", .label = "plan", .why = "Number of the plan for --write."};
    sheet.columns.insert(sheet.columns.begin(), std::move(number));
    for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i + 1);
        sheet.rows[i].insert(sheet.rows[i].begin(), SheetCell(row));
    }
}

Sheet frontSheet(const PlanSearch& search, const TrainingQuestion& question) {
    Sheet sheet = rankedPlans(search);
    sheet.name = "Front";
    sheet.title = "Plans that no other plan beats in both speed and memory left";
    sheet.why = "The fastest plan first; each later one is slower and leaves more memory.";
    addFrontColumn(sheet,
                   {.key = "room_gb",
                    .label = "left",
                    .unit = "GB",
                    .why = "Memory of an accelerator that the plan leaves.",
                    .digits = 1,
                    .better = Better::More},
                   search, [](const RankedPlan& r) -> SheetCell {
                       return r.step.memory.spareBytes / kFrontGigabyte;
                   });
    addFrontColumn(sheet,
                   {.key = "room_share",
                    .label = "left",
                    .unit = "%",
                    .why = "The same over the memory of an accelerator.",
                    .digits = 1,
                    .shown = 100.0,
                    .better = Better::More},
                   search, [&](const RankedPlan& r) -> SheetCell {
                       return r.step.memory.spareBytes / question.cluster->accelerator->memoryBytes;
                   });
    addFrontColumn(sheet,
                   {.key = "slower",
                    .label = "slower",
                    .unit = "%",
                    .why = "Time of as many sequences over that of the fastest plan, less 1.",
                    .digits = 1,
                    .shown = 100.0,
                    .better = Better::Less},
                   search, [&](const RankedPlan& r) -> SheetCell {
                       return r.score / search.best.front().score - 1.0;
                   });
    if (question.totalTokens > 0.0) {
        addFrontColumn(sheet,
                       {.key = "days",
                        .label = "all tokens",
                        .unit = "d",
                        .why = "Time of all tokens without failures.",
                        .digits = 1,
                        .better = Better::Less},
                       search, [&](const RankedPlan& r) -> SheetCell {
                           return question.totalTokens / r.step.tokensPerS / kDayS;
                       });
    }
    numberRows(sheet);
    return sheet;
}

Sheet textLinesSheet(const char* name, std::string title, const std::vector<std::string>& lines) {
    Sheet sheet{name, std::move(title), "", {{.key = "line", .label = "line"}}, {}};
    for (const std::string& line : lines) {
        sheet.rows.push_back({line});
    }
    return sheet;
}

}  // namespace

std::vector<Sheet> parallelismSheets(const PlanSearch& search, const TrainingQuestion& question,
                                     const std::vector<std::string>& launch,
                                     const std::vector<std::string>& job) {
    if (search.best.empty()) {
        return {Sheet{"Front", "No plan fits", "", {{.key = "plan", .label = "plan"}}, {}}};
    }
    return {frontSheet(search, question),
            textLinesSheet("Launcher", "Arguments of the launcher", launch),
            textLinesSheet("Project job", "Object of training_jobs of a project", job)};
}

}  // namespace headroom::engine
