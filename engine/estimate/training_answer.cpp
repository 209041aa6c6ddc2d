// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/training_answer.h"

#include "engine/sheet/figure_row.h"
#include "engine/sheet/sheet_json.h"
#include "engine/text/shown.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace headroom::engine {

namespace {

/// Relative difference below which two plans count as equal.
constexpr double kSameTime = 1e-3;
constexpr double kGB = 1e9;
constexpr double kJPerMWh = 3.6e9;

struct StepPart {
    const char* key;
    const char* label;
    double models::TrainingStep::*seconds;
};

constexpr std::array kStepParts = {
    StepPart{"matrix_s", "Matrices", &models::TrainingStep::matrixS},
    StepPart{"attention_s", "Attention", &models::TrainingStep::attentionS},
    StepPart{"vector_s", "Vectors", &models::TrainingStep::vectorS},
    StepPart{"recompute_s", "Recomputation", &models::TrainingStep::recomputeS},
    StepPart{"optimiser_s", "Optimiser", &models::TrainingStep::optimiserS},
    StepPart{"launch_s", "Launches", &models::TrainingStep::launchS},
    StepPart{"bubble_s", "Pipeline bubble", &models::TrainingStep::bubbleS},
    StepPart{"tensor_s", "Tensor parallel", &models::TrainingStep::tensorS},
    StepPart{"context_s", "Context parallel", &models::TrainingStep::contextS},
    StepPart{"expert_s", "Expert parallel", &models::TrainingStep::expertS},
    StepPart{"pipeline_s", "Between stages", &models::TrainingStep::pipelineS},
    StepPart{"data_s", "Among copies", &models::TrainingStep::dataS},
    StepPart{"straggler_s", "Slowest device", &models::TrainingStep::stragglerS},
    StepPart{"overhead_s", "Data, host", &models::TrainingStep::overheadS},
};

struct MemoryPart {
    const char* key;
    const char* label;
    double models::TrainingMemory::*bytes;
};

constexpr std::array kMemoryParts = {
    MemoryPart{"weights_gb", "Weights", &models::TrainingMemory::weights},
    MemoryPart{"gradients_gb", "Gradients", &models::TrainingMemory::gradients},
    MemoryPart{"optimiser_gb", "Optimiser", &models::TrainingMemory::optimiser},
    MemoryPart{"activations_gb", "Activations", &models::TrainingMemory::activations},
    MemoryPart{"logits_gb", "Logits", &models::TrainingMemory::logits},
    MemoryPart{"buffers_gb", "Buffers", &models::TrainingMemory::buffers},
    MemoryPart{"fragmentation_gb", "Fragmentation", &models::TrainingMemory::fragmentation},
};

SheetCell count(int number) {
    return std::int64_t{number};
}

using PlanField = SheetField<models::TrainingPlan>;

/// A plan, one field a column. Labels are those of the trade.
const std::vector<PlanField>& planFields() {
    using Plan = models::TrainingPlan;
    static const std::vector<PlanField> all = {
        {{.key = "accelerators", .label = "n", .why = "Accelerators", .digits = 0},
         [](const Plan& p) { return count(p.accelerators); }},
        {{.key = "tensor_parallel", .label = "tp", .why = "Tensor parallel ranks", .digits = 0},
         [](const Plan& p) { return count(p.tensor); }},
        {{.key = "pipeline_parallel", .label = "pp", .why = "Pipeline stages", .digits = 0},
         [](const Plan& p) { return count(p.pipeline); }},
        {{.key = "interleave", .label = "vp", .why = "Chunks of layers a stage", .digits = 0},
         [](const Plan& p) { return count(p.interleave); }},
        {{.key = "context_parallel", .label = "cp", .why = "Context parallel ranks", .digits = 0},
         [](const Plan& p) { return count(p.context); }},
        {{.key = "expert_parallel", .label = "ep", .why = "Expert parallel ranks", .digits = 0},
         [](const Plan& p) { return count(p.expert); }},
        {{.key = "expert_tensor_parallel",
          .label = "etp",
          .why = "Tensor parallel ranks of each expert",
          .digits = 0,
          .isDetail = true},
         [](const Plan& p) { return count(p.expertTensor); }},
        {{.key = "copies", .label = "dp", .why = "Data parallel copies", .digits = 0},
         [](const Plan& p) { return count(p.copies()); }},
        {{.key = "sharding", .label = "sharding"},
         [](const Plan& p) { return SheetCell(models::shardingName(p.sharding)); }},
        {{.key = "micro_batch",
          .label = "micro",
          .why = "Sequences of a micro-batch",
          .digits = significantDigits(3)},
         [](const Plan& p) { return SheetCell(p.microBatch); }},
        {{.key = "recompute", .label = "recompute"},
         [](const Plan& p) { return SheetCell(models::recomputeName(p.recompute)); }},
        {{.key = "batch_sequences", .label = "batch", .why = "Sequences of a step"},
         [](const Plan& p) { return SheetCell(p.batchSequences); }},
        {{.key = "precision", .label = "precision"},
         [](const Plan& p) { return SheetCell(models::precisionName(p.precision)); }},
        {{.key = "optimiser", .label = "optimiser", .isDetail = true},
         [](const Plan& p) { return SheetCell(models::optimiserName(p.optimiser)); }},
        {{.key = "offload", .label = "offload", .isDetail = true},
         [](const Plan& p) { return SheetCell(models::offloadName(p.offload)); }},
        {{.key = "adapter_rank", .label = "adapter rank", .digits = 0, .isDetail = true},
         [](const Plan& p) { return count(p.adapterRank); }},
    };
    return all;
}

/// The peak of the matrices of a precision; NaN for those of 16 bits, which the MFU refers to.
double narrowPeak(const models::AcceleratorSpec& chip, models::Precision precision) {
    switch (precision) {
        case models::Precision::Fp8:
        case models::Precision::Fp8Row:
        case models::Precision::Fp8Block:
            return chip.fp8FlopsPerS > 0.0 ? chip.fp8FlopsPerS : models::kNotStated;
        case models::Precision::Fp4:
            return chip.fp4FlopsPerS > 0.0 ? chip.fp4FlopsPerS : models::kNotStated;
        case models::Precision::Bf16:
        case models::Precision::Fp16:
        case models::Precision::Int8:
            break;
    }
    return models::kNotStated;
}

}  // namespace

double mfuOfPrecision(const TrainingEstimate& estimate, const EstimateCluster& cluster) {
    return estimate.step.mfu * cluster.accelerator->bf16FlopsPerS /
           narrowPeak(*cluster.accelerator, estimate.plan.precision);
}

Sheet trainingFigures(const TrainingEstimate& e, const TrainingQuestion& question) {
    FigureRow all("estimate", "Training");
    for (const PlanField& field : planFields()) {
        SheetColumn column = field.column;
        column.key = "plan." + column.key;
        all.add(std::move(column), field.cell(e.plan));
    }
    all.text("software", "software", question.softwareName);
    all.flag("fits", "fits the memory", e.step.memory.fits());
    all.seconds("step_s", "step", e.step.stepS);
    all.seconds("step_low_s", "step, low end of 90 %", e.stepRange.low);
    all.seconds("step_high_s", "step, high end of 90 %", e.stepRange.high);
    all.text("bound", "bound by", models::stepBoundName(e.step.bound));
    all.text("why", "why", e.why);
    all.share("mfu", "MFU of the 16-bit peak", e.step.mfu);
    all.share("mfu_of_precision", "MFU of the peak of the precision",
              mfuOfPrecision(e, *question.cluster));
    all.number("tokens_per_s", "tokens/s", e.step.tokensPerS);
    all.number("batch_tokens", "tokens of a step", e.batchTokens);
    all.watts("power_w", "power", e.powerW);
    all.watts("accelerator_mean_w", "accelerator, mean over a step", e.chipW);
    all.watts("accelerator_peak_w", "accelerator, hardest phase", e.peakChipW);
    all.share("clock", "clock under the power limit", e.clock);
    all.number("interruptions_per_day", "interruptions a day", e.interruptionsPerDay);
    all.seconds("checkpoint_interval_s", "checkpoint interval", e.checkpointS);
    all.share("goodput", "goodput", e.goodput);
    all.share("goodput_low", "goodput, low", e.goodputLow);
    all.share("goodput_high", "goodput, high", e.goodputHigh);
    all.number("spot_losses_per_day", "spot losses a day", e.spotLossesPerDay);
    all.flag("holds_spot", "holds spot servers", e.holds);
    all.seconds("duration_s", "all tokens", e.durationS);
    all.add({.key = "energy_j",
             .label = "energy",
             .unit = "MWh",
             .digits = significantDigits(4),
             .shown = 1.0 / kJPerMWh},
            e.energyJ);
    all.usd("rent_usd", "rent", e.rentUsd);
    all.usd("energy_usd", "energy cost", e.energyUsd);
    return all.take();
}

Sheet stepParts(const TrainingEstimate& estimate) {
    Sheet sheet{"breakdown",
                "Parts of a step",
                "",
                {{.key = "part"},
                 {.key = "label", .label = "Part of the step"},
                 {.key = "time_s", .label = "time", .unit = "s", .asText = shownSeconds},
                 {.key = "share",
                  .label = "share",
                  .unit = "%",
                  .digits = significantDigits(3),
                  .shown = 100.0}},
                {}};
    for (const StepPart& part : kStepParts) {
        const double seconds = estimate.step.*part.seconds;
        sheet.rows.push_back({std::string(part.key), std::string(part.label), seconds,
                              seconds / estimate.step.stepS});
    }
    return sheet;
}

Sheet stepMemory(const TrainingEstimate& estimate) {
    const models::TrainingMemory& memory = estimate.step.memory;
    Sheet sheet{"memory",
                "Memory of an accelerator",
                "",
                {{.key = "part"},
                 {.key = "label", .label = "Memory of an accelerator"},
                 {.key = "gb", .label = "size", .unit = "GB", .digits = 2}},
                {}};
    for (const MemoryPart& part : kMemoryParts) {
        sheet.rows.push_back(
            {std::string(part.key), std::string(part.label), memory.*part.bytes / kGB});
    }
    sheet.rows.push_back({"total_gb", "Sum", memory.total() / kGB});
    sheet.rows.push_back({"spare_gb", "Spare", memory.spareBytes / kGB});
    return sheet;
}

Sheet rankedPlans(const PlanSearch& search) {
    const RankedPlan& first = search.best.front();
    const auto differ = [&](auto&& of) {
        return std::any_of(search.best.begin(), search.best.end(),
                           [&](const RankedPlan& r) { return of(r) != of(first); });
    };
    std::vector<SheetField<RankedPlan>> fields;
    for (const PlanField& plan : planFields()) {
        SheetField<RankedPlan> field{
            plan.column, [&plan](const RankedPlan& ranked) { return plan.cell(ranked.plan); }};
        if (field.column.key == "batch_sequences" || field.column.key == "precision") {
            field.column.isDetail = !differ([&](const RankedPlan& r) { return plan.cell(r.plan); });
        }
        fields.push_back(std::move(field));
    }
    fields.push_back({{.key = "software",
                       .label = "software",
                       .isDetail = !differ([](const RankedPlan& r) { return r.software.spec; })},
                      [](const RankedPlan& r) { return SheetCell(r.software.name); }});
    fields.push_back({{.key = "step_s",
                       .label = "step",
                       .unit = "s",
                       .digits = significantDigits(4),
                       .better = Better::Less},
                      [](const RankedPlan& r) { return SheetCell(r.step.stepS); }});
    fields.push_back({{.key = "tokens_per_s",
                       .label = "tokens/s",
                       .digits = significantDigits(4),
                       .better = Better::More},
                      [](const RankedPlan& r) { return SheetCell(r.step.tokensPerS); }});
    fields.push_back({{.key = "mfu",
                       .label = "mfu",
                       .unit = "%",
                       .digits = 1,
                       .shown = 100.0,
                       .better = Better::More},
                      [](const RankedPlan& r) { return SheetCell(r.step.mfu); }});
    fields.push_back({{.key = "memory_gb", .label = "memory", .unit = "GB", .digits = 1},
                      [](const RankedPlan& r) { return SheetCell(r.step.memory.total() / kGB); }});
    fields.push_back({{.key = "bound", .label = "bound"}, [](const RankedPlan& r) {
                          return SheetCell(models::stepBoundName(r.step.bound));
                      }});
    return sheetOf<RankedPlan>("plans", "Plans", "", fields, search.best);
}

std::string whyFirst(const PlanSearch& search) {
    const auto slower =
        std::find_if(search.best.begin(), search.best.end(), [&](const RankedPlan& ranked) {
            return ranked.score > search.best.front().score * (1.0 + kSameTime);
        });
    return slower != search.best.end() ? whyBetter(search.best.front(), *slower)
                                       : std::string("All of them take the same time.");
}

nlohmann::json trainingJson(const TrainingEstimate& estimate, const TrainingQuestion& question,
                            const std::vector<std::string>& notes) {
    nlohmann::json all = rowJson(trainingFigures(estimate, question));
    all["breakdown"] = keyedJson(stepParts(estimate), "part", "time_s");
    all["memory"] = keyedJson(stepMemory(estimate), "part", "gb");
    all["notes"] = notes;
    return all;
}

nlohmann::json searchJson(const PlanSearch& search, const std::string& objective) {
    return {{"objective", objective},
            {"plans", search.plans},
            {"not_combined", search.notCombined},
            {"out_of_memory", search.outOfMemory},
            {"estimated", search.estimated},
            {"ruled_out", search.ruledOut},
            {"best", sheetJson(rankedPlans(search))},
            {"why_first", whyFirst(search)}};
}

}  // namespace headroom::engine
