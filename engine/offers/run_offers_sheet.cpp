// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/offers/run_offers.h"

#include <cmath>

namespace headroom::engine {

namespace {

SheetField<RunOffer> number(SheetColumn column, double RunOffer::*value) {
    return {std::move(column), [value](const RunOffer& offer) { return SheetCell(offer.*value); }};
}

SheetField<RunOffer> text(SheetColumn column, std::string RunOffer::*value) {
    return {std::move(column), [value](const RunOffer& offer) { return SheetCell(offer.*value); }};
}

SheetColumn days(std::string key, std::string label, std::string why,
                 Better better = Better::Neither) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = "d",
            .why = std::move(why),
            .digits = 1,
            .shown = 1.0 / kDayS,
            .better = better};
}

SheetColumn money(std::string key, std::string label, std::string why,
                  Better better = Better::Neither) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = "USD",
            .why = std::move(why),
            .digits = 0,
            .better = better};
}

SheetColumn percent(std::string key, std::string label, std::string why, Better better) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = "%",
            .why = std::move(why),
            .digits = 1,
            .shown = 100.0,
            .better = better};
}

SheetColumn detail(SheetColumn column) {
    column.isDetail = true;
    return column;
}

std::string notesOf(const RunOffer& offer) {
    std::string all = offer.fault;
    for (const std::string& note : offer.notes) {
        all += (all.empty() ? "" : " ") + note;
    }
    return all;
}

}  // namespace

Sheet runOffersSheet(const std::vector<RunOffer>& offers) {
    const std::vector<SheetField<RunOffer>> fields = {
        text({.key = "run", .label = "run", .why = "Model and tokens."}, &RunOffer::run),
        text({.key = "place", .label = "place", .why = "Offer and way to pay, or own facility."},
             &RunOffer::place),
        {{.key = "accelerators",
          .label = "accelerators",
          .why = "Accelerators that the run holds."},
         [](const RunOffer& offer) { return SheetCell(std::int64_t{offer.accelerators}); }},
        text({.key = "accelerator",
              .label = "kind",
              .why = "Catalogue id of the accelerator.",
              .isDetail = true},
             &RunOffer::accelerator),
        number(days("first_token_s", "first token",
                    "From the decision: lead time, queue, data and start."),
               &RunOffer::firstS),
        number(days("last_token_s", "last token", "From the decision, median.", Better::Less),
               &RunOffer::lastS),
        number(days("last_token_low_s", "from", "Low end of the 90 % interval of the last token."),
               &RunOffer::lastLowS),
        number(days("last_token_high_s", "to", "High end of the 90 % interval of the last token."),
               &RunOffer::lastHighS),
        number(percent("late_chance", "late", "Chance that the last token misses the deadline.",
                       Better::Less),
               &RunOffer::lateChance),
        number(
            money("usd", "cost", "Rent with support, or own cost of the hours held.", Better::Less),
            &RunOffer::usd),
        number(money("usd_low", "from", "Low end of the 90 % interval of the cost."),
               &RunOffer::usdLow),
        number(money("usd_high", "to", "High end of the 90 % interval of the cost."),
               &RunOffer::usdHigh),
        number({.key = "carbon_kg",
                .label = "carbon",
                .unit = "t",
                .why = "Operation, by location; machines are not in it.",
                .digits = 1,
                .shown = 1e-3,
                .better = Better::Less},
               &RunOffer::carbonKg),
        number(percent("mfu", "MFU", "Share of the 16-bit peak.", Better::More), &RunOffer::mfu),
        number(percent("goodput", "trains",
                       "Share of the time that trains, after failures and losses of spot servers.",
                       Better::More),
               &RunOffer::goodput),
        number(detail({.key = "interruptions_per_day",
                       .label = "interruptions a day",
                       .why = "Failures and losses of spot servers.",
                       .digits = 2}),
               &RunOffer::interruptionsPerDay),
        number(detail({.key = "step_s",
                       .label = "step",
                       .unit = "s",
                       .why = "Time of a training step.",
                       .digits = 3}),
               &RunOffer::stepS),
        text(detail(
                 {.key = "plan", .label = "plan", .why = "Best plan that the software supports."}),
             &RunOffer::plan),
        text(detail({.key = "software", .label = "software", .why = "Software of the plan."}),
             &RunOffer::software),
        {{.key = "note",
          .label = "note",
          .why = "Reason why the run cannot be done there, and assumptions."},
         [](const RunOffer& offer) { return SheetCell(notesOf(offer)); }},
    };
    return sheetOf<RunOffer>("Run offers", "Training runs at each place",
                             "Each run with the best plan of each place. Times count from the "
                             "decision. Intervals hold nine times in ten.",
                             fields, offers);
}

}  // namespace headroom::engine
