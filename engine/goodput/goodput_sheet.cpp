// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/goodput/goodput_question.h"

#include <array>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

SheetColumn shareColumn(std::string key, std::string label, std::string why,
                        Better better = Better::Neither) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = "%",
            .why = std::move(why),
            .digits = 1,
            .shown = 100.0,
            .better = better};
}

SheetColumn minutesColumn(std::string key, std::string label, std::string why) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = "min",
            .why = std::move(why),
            .digits = 1,
            .shown = 1.0 / kMinuteS};
}

SheetColumn countColumn(std::string key, std::string label, std::string why) {
    return {.key = std::move(key), .label = std::move(label), .why = std::move(why)};
}

SheetField<GoodputAnswer> answerField(SheetColumn column, double GoodputAnswer::*member) {
    return {std::move(column), [member](const GoodputAnswer& a) { return SheetCell(a.*member); }};
}

std::vector<SheetField<GoodputAnswer>> scaleFields() {
    return {
        {countColumn("accelerators", "accelerators", "Accelerators of the job."),
         [](const GoodputAnswer& a) { return SheetCell(std::int64_t{a.accelerators}); }},
        {countColumn("servers", "servers", "Servers that the job needs."),
         [](const GoodputAnswer& a) { return SheetCell(std::int64_t{a.servers}); }},
        answerField({.key = "interruptions_per_day",
                     .label = "interruptions a day",
                     .why = "Failures that end the job, by the hazards of the catalogue.",
                     .digits = 2},
                    &GoodputAnswer::interruptionsPerDay),
        answerField({.key = "mtti_s",
                     .label = "MTTI",
                     .unit = "h",
                     .why = "Mean time to interruption.",
                     .digits = 2,
                     .shown = 1.0 / kHourS},
                    &GoodputAnswer::mttiS),
    };
}

std::vector<SheetField<GoodputAnswer>> choiceFields() {
    return {
        answerField(minutesColumn("interval_s", "interval",
                                  "Between checkpoints on storage: as stated, or the best one."),
                    &GoodputAnswer::intervalS),
        {minutesColumn("flat_low_s", "flat from",
                       "Shortest interval within half a point of the best goodput."),
         [](const GoodputAnswer& a) { return SheetCell(a.storage.flatLowS); }},
        {minutesColumn("flat_high_s", "flat to",
                       "Longest interval within half a point of the best goodput."),
         [](const GoodputAnswer& a) { return SheetCell(a.storage.flatHighS); }},
        {countColumn("spares", "spares", "Spare servers: as stated, or as advised."),
         [](const GoodputAnswer& a) { return SheetCell(std::int64_t{a.spares}); }},
        {countColumn("spares_advised", "advised",
                     "Fewest spare servers with which the job seldom waits."),
         [](const GoodputAnswer& a) { return SheetCell(std::int64_t{a.sparesAdvised}); }},
        answerField({.key = "servers_away",
                     .label = "servers away",
                     .why = "Mean number of servers in repair at once, if the job never waited.",
                     .digits = 2},
                    &GoodputAnswer::away),
        answerField(
            shareColumn("waiting_share", "waits",
                        "Share of the time in which too few servers are there.", Better::Less),
            &GoodputAnswer::waiting),
        answerField(shareColumn("goodput", "goodput", "Share of the time that trains and is kept.",
                                Better::More),
                    &GoodputAnswer::goodput),
        answerField(shareColumn("goodput_low", "from",
                                "Goodput at twice the failure rate with these spares."),
                    &GoodputAnswer::goodputLow),
        answerField(shareColumn("goodput_high", "to", "Goodput at half the failure rate."),
                    &GoodputAnswer::goodputHigh),
        {countColumn("spares_at_twice", "spares at twice the rate",
                     "Spare servers advised if servers fail twice as often."),
         [](const GoodputAnswer& a) { return SheetCell(std::int64_t{a.sparesAtTwice}); }},
        answerField(shareColumn("goodput_at_twice", "goodput then",
                                "Goodput at twice the failure rate with those spares."),
                    &GoodputAnswer::goodputAtTwice),
        answerField(minutesColumn("restart_budget_s", "restart budget",
                                  "Longest restart that reaches the target goodput."),
                    &GoodputAnswer::restartBudgetS),
        answerField({.key = "minute_points",
                     .label = "a minute costs",
                     .unit = "%",
                     .why = "Goodput that one more minute of each restart costs.",
                     .digits = 2,
                     .shown = 100.0},
                    &GoodputAnswer::minutePoints),
        answerField({.key = "minute_usd_per_day",
                     .label = "a day",
                     .unit = "USD",
                     .why = "The same as accelerator hours of a day, at the stated price.",
                     .digits = 0},
                    &GoodputAnswer::minuteUsdPerDay),
    };
}

Sheet summarySheet(const GoodputAnswer& answer) {
    std::vector<SheetField<GoodputAnswer>> fields = scaleFields();
    for (SheetField<GoodputAnswer>& field : choiceFields()) {
        fields.push_back(std::move(field));
    }
    return sheetOf<GoodputAnswer>("Goodput", "Checkpoint interval, spares and goodput",
                                  "Goodput is the share of the time that trains and is kept.",
                                  fields, std::array{answer});
}

Sheet strategiesSheet(const GoodputAnswer& answer) {
    using Row = GoodputStrategy;
    const std::vector<SheetField<Row>> fields = {
        {{.key = "strategy", .label = "strategy", .why = "How the job lives with failures."},
         [](const Row& r) { return SheetCell(r.name); }},
        {{.key = "checkpoints", .label = "checkpoints", .why = "Where they are safe."},
         [](const Row& r) { return SheetCell(r.checkpoints); }},
        {countColumn("servers", "servers", "Servers bought, spares included."),
         [](const Row& r) { return SheetCell(std::int64_t{r.servers}); }},
        {minutesColumn("interval_s", "interval", "Between checkpoints."),
         [](const Row& r) { return SheetCell(r.intervalS); }},
        {minutesColumn("restart_s", "restart", "From an interruption to the next step."),
         [](const Row& r) { return SheetCell(r.restartS); }},
        {shareColumn("waiting_share", "waits", "Share of the time that waits for a repair.",
                     Better::Less),
         [](const Row& r) { return SheetCell(r.waiting); }},
        {shareColumn("goodput", "goodput",
                     "Work of the job over that of the same servers without failures.",
                     Better::More),
         [](const Row& r) { return SheetCell(r.goodput); }},
        {shareColumn("per_server", "per server bought",
                     "Work over that of all servers bought, spares too.", Better::More),
         [](const Row& r) { return SheetCell(r.perServer); }},
    };
    return sheetOf<Row>("Strategies", "Ways to live with failures",
                        "Shrinking continues without the replicas of servers that are away.",
                        fields, answer.strategies);
}

Sheet intervalsSheet(const GoodputAnswer& answer) {
    using Row = IntervalPoint;
    const std::vector<SheetField<Row>> fields = {
        {minutesColumn("interval_s", "interval", "Between checkpoints."),
         [](const Row& r) { return SheetCell(r.intervalS); }},
        {shareColumn("storage", "on storage", "Goodput without waiting for servers.", Better::More),
         [](const Row& r) { return SheetCell(r.storage); }},
        {shareColumn("memory", "in memory", "Goodput without waiting for servers.", Better::More),
         [](const Row& r) { return SheetCell(r.memory); }},
    };
    return sheetOf<Row>("Intervals", "Goodput by checkpoint interval",
                        "Empty where a checkpoint needs longer than the interval.", fields,
                        answer.intervals);
}

Sheet sparesSheet(const GoodputAnswer& answer) {
    using Row = SparePoint;
    const std::vector<SheetField<Row>> fields = {
        {countColumn("spares", "spares", "Spare servers."),
         [](const Row& r) { return SheetCell(std::int64_t{r.spares}); }},
        {shareColumn("waiting_share", "waits", "Share of the time that waits for a repair.",
                     Better::Less),
         [](const Row& r) { return SheetCell(r.waiting); }},
        {shareColumn("goodput", "goodput", "Share of the time that trains and is kept.",
                     Better::More),
         [](const Row& r) { return SheetCell(r.goodput); }},
        {shareColumn("per_server", "per server bought",
                     "Work over that of all servers bought, spares too.", Better::More),
         [](const Row& r) { return SheetCell(r.perServer); }},
    };
    return sheetOf<Row>("Spares", "Goodput by spare servers",
                        "Per server bought has its best value where one more spare costs more than "
                        "it saves.",
                        fields, answer.sparePoints);
}

Sheet restartsSheet(const GoodputAnswer& answer) {
    using Row = RestartPoint;
    const std::vector<SheetField<Row>> fields = {
        {minutesColumn("restart_s", "restart", "From an interruption to the next step."),
         [](const Row& r) { return SheetCell(r.restartS); }},
        {shareColumn("goodput", "goodput", "At the interval and spares above.", Better::More),
         [](const Row& r) { return SheetCell(r.goodput); }},
    };
    return sheetOf<Row>("Restarts", "Goodput by restart time", "", fields, answer.restarts);
}

}  // namespace

std::vector<Sheet> goodputSheets(const GoodputAnswer& answer) {
    return {summarySheet(answer), strategiesSheet(answer), intervalsSheet(answer),
            sparesSheet(answer), restartsSheet(answer)};
}

}  // namespace headroom::engine
