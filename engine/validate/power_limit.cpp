// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_name.h"
#include "engine/estimate/training_rules.h"
#include "engine/validate/case_row.h"
#include "engine/validate/kinds.h"
#include "models/compute/accelerator_power.h"
#include "models/workload/clocked_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace headroom::engine {

namespace {

/// Work of one sample forward of the networks that tables name [FLOP]: 4.09 and 0.045 billion
/// multiply-adds (He et al., CVPR 2016, 224 x 224 pixels; Ma et al., ECCV 2018, at 32 x 32 pixels); a
/// pair of embeddings and three small layers (He et al., WWW 2017); 12 layers of 7.1 million weights
/// for 384 words of a paragraph (Devlin et al., NAACL 2019); 35 million weights for 600 steps of speech
/// (Amodei et al., ICML 2016). Other models: twice the multiply-adds of their papers (VGG and Inception, ResNet:
/// table 1 of He et al.; MobileNetV2, EfficientNet, ViT; 0.314 billion of VGG-16 at 32 x 32; DLRM: tables and
/// small layers); language models of the catalogue 2 FLOP a parameter and token of their usual sequence. No row
/// has been seen for models other than ResNet-50, ShuffleNet and NCF.
struct LimitedNetwork {
    std::string_view word;  ///< that the workload's name begins with, letters and digits alone
    double sampleFlops = 0.0;
};

constexpr auto kLimitedNetworks = std::to_array<LimitedNetwork>({{"resnet18", 3.6e9},
                                                                 {"resnet50", 8.2e9},
                                                                 {"resnet101", 15.6e9},
                                                                 {"resnet152", 23e9},
                                                                 {"vgg16oncifar", 0.63e9},
                                                                 {"vgg16", 31e9},
                                                                 {"inceptionv3", 11.4e9},
                                                                 {"mobilenetv2", 0.6e9},
                                                                 {"efficientnetb0", 0.78e9},
                                                                 {"shufflenetv2", 0.09e9},
                                                                 {"vitb16", 35e9},
                                                                 {"ncf", 1e4},
                                                                 {"neumf", 1e4},
                                                                 {"dlrm", 1e6},
                                                                 {"bertlarge", 240e9},
                                                                 {"bert", 70e9},
                                                                 {"deepspeech2", 42e9}});

constexpr auto kSeenWork = std::to_array<std::string_view>({"resnet50", "shufflenetv2", "ncf"});

// Measured draws scatter about the limit; a part in use draws no less than half of what idle ones do.
constexpr double kOverLimit = 1.1;
constexpr double kOfIdle = 0.5;

// 90 % of the rows lie so far about the prediction, each network predicted by a fit without it.
constexpr double kTimeShare = 0.075;
constexpr double kPowerShare = 0.13;
// Wider by so much of that where the voltage of the part was not fitted, and for work of which no row has been
// seen. Assumption: a law of another generation may miss as much again.
constexpr double kOtherPart = 1.0;
constexpr double kOtherWork = 0.5;

const LimitedNetwork* limitedNetwork(const std::string& name) {
    const std::string workload = lettersAndDigits(name);
    const auto found =
        std::find_if(kLimitedNetworks.begin(), kLimitedNetworks.end(),
                     [&](const LimitedNetwork& n) { return workload.starts_with(n.word); });
    return found == kLimitedNetworks.end() ? nullptr : &*found;
}

/// FLOP of a sample of what the workload is; 0 if nothing is known of it.
double sampleFlops(const Catalogue& catalogue, const std::string& workload) {
    const LimitedNetwork* network = limitedNetwork(workload);
    if (network != nullptr) {
        return network->sampleFlops;
    }
    const models::LanguageModelSpec* model = modelNamed(catalogue, workload);
    if (model == nullptr) {  // "GPT-2 on WikiText"
        model = modelNamed(catalogue, workload.substr(0, workload.find(" on ")));
    }
    return model != nullptr ? 2.0 * model->activeParameters * model->sequence : 0.0;
}

/// The part whose id begins as a word of the name ("v100-sxm2" of "NVIDIA V100") and whose thermal design
/// power is the highest limit that the table has, or else that the name means to makers and that draws more.
const models::AcceleratorSpec* limitedPart(const Catalogue& catalogue, const std::string& text,
                                           double highestW) {
    const std::string name = " " + lowerCase(text);
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::AcceleratorSpec::type().id)) {
        const auto* spec = static_cast<const models::AcceleratorSpec*>(entry->spec.get());
        const std::string word = " " + entry->id.substr(0, entry->id.find('-'));
        const std::size_t at = name.find(word);
        const char next = at == std::string::npos || at + word.size() >= name.size()
                              ? ' '
                              : name[at + word.size()];
        if (spec->tdpW == highestW && at != std::string::npos && !(next >= '0' && next <= '9')) {
            return spec;
        }
    }
    const AcceleratorRule* rule = acceleratorRule(text);
    const auto* spec =
        rule == nullptr ? nullptr
                        : catalogue.spec<models::AcceleratorSpec>(std::string(rule->accelerator));
    return spec != nullptr && spec->tdpW >= highestW ? spec : nullptr;
}

/// An epoch under a limit: its clock, its time over that at full clock, its mean power.
struct LimitedEpoch {
    double clock = 1.0, time = 1.0, powerW = 0.0;
};

LimitedEpoch limitedEpoch(models::AcceleratorSpec chip, double limitW, double busy,
                          double stepFlops) {
    chip.powerLimitW = limitW;
    const double kernels = models::clockedKernelShare(stepFlops);
    LimitedEpoch e;
    e.clock = models::clockAtLimit(chip, models::limitedActivity(busy, stepFlops), chip.referenceC);
    e.time = models::clockedTime(busy * kernels, e.clock);
    const double busyTime = busy * models::clockedTime(kernels, e.clock);
    e.powerW = chip.idleW +
               models::activeSpanW(chip) * models::clockPower(chip, e.clock) * busyTime / e.time;
    return e;
}

}  // namespace

Result<void> validatePowerLimit(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    if (catalogue == nullptr) {
        return listNotExpressed(file, rows);
    }
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string id =
            table->text(i, "id").empty() ? table->placeOf(i) : table->text(i, "id");
        CaseRow cells(*table, i);
        const auto number = [&](const char* column) {
            return cells.positive(column).value_or(0.0);
        };
        const double limitW = number("power_limit_w");
        const double highestW = number("highest_limit_w");
        const auto drawsW = cells.positive("power_at_highest_w");
        const auto limitPct = cells.number("limit_pct");
        const double batch = cells.count("batch").value_or(0);
        const std::string workload = table->text(i, "workload");
        const std::string name = table->text(i, "accelerator");
        Compared time{"time_ratio", "", number("time_ratio"), 0.0, {}};
        Compared power{"power_w", "W", number("power_w"), 0.0, {}};
        const models::AcceleratorSpec* chip = limitedPart(*catalogue, name, highestW);
        const double work = sampleFlops(*catalogue, workload);
        if (limitW > highestW && highestW > 0.0) {
            cells.wrong("power_limit_w", "at most highest_limit_w");
        } else if (chip != nullptr && limitW > 0.0 && !(limitW > chip->idleW)) {
            cells.wrong("power_limit_w", "more than the part draws idle");
        } else if (drawsW && highestW > 0.0 && *drawsW > kOverLimit * highestW) {
            cells.wrong("power_at_highest_w", "no more than highest_limit_w");
        } else if (chip != nullptr && drawsW && *drawsW < kOfIdle * chip->idleW) {
            cells.wrong("power_at_highest_w", "at least what the part draws idle");
        }
        const bool none = chip == nullptr || !(work > 0.0) || !(limitW > 0.0) || !(batch > 0.0) ||
                          !(highestW > 0.0);
        if (none || !cells.fault().empty()) {
            const std::string why =
                !cells.fault().empty() ? cells.fault()
                : !(highestW > 0.0)    ? "the row has no highest limit"
                : chip == nullptr      ? "the catalogue has no " + name + " with that highest limit"
                : !(work > 0.0)        ? "the work of a sample of \"" + workload + "\" is not known"
                : !(limitW > 0.0)      ? "the row has no limit"
                                       : "the row has no batch";
            for (const Compared& q : {time, power}) {
                rows.push_back(notExpressedRow(file, id, q.quantity, q.unit, q.expected, why));
            }
            continue;
        }
        // Its power at the highest limit gives the busy share of its time; always busy where it is not stated.
        const double busy = std::clamp(
            (drawsW.value_or(highestW) - chip->idleW) / models::activeSpanW(*chip), 0.0, 1.0);
        const LimitedEpoch highest = limitedEpoch(*chip, highestW, busy, batch * work);
        const LimitedEpoch limited = limitedEpoch(*chip, limitW, busy, batch * work);
        time.got = limited.time / highest.time;
        power.got = limited.powerW;
        char note[160];
        std::snprintf(note, sizeof note,
                      "%s: clock %.3f; busy %.2f of the time, of which %.2f follows the clock",
                      workload.c_str(), limited.clock, busy,
                      models::clockedKernelShare(batch * work));
        const auto add = [&](const Compared& compared, double share) {
            if (!(compared.expected > 0.0)) {
                rows.push_back(notExpressedRow(file, id, compared.quantity, compared.unit,
                                               std::nullopt,
                                               "the row states no " + compared.quantity));
                return;
            }
            Compared limited = compared;
            if (limitPct) {
                limited.limit = *limitPct / 100.0 * compared.expected;
            }
            ValidationRow row = comparedRow(file, id, limited, note);
            row.low = compared.got * (1.0 - share);
            row.high = compared.got * (1.0 + share);
            row.group = workload;
            rows.push_back(std::move(row));
        };
        const std::string word = lettersAndDigits(workload);
        const bool seen = std::any_of(kSeenWork.begin(), kSeenWork.end(),
                                      [&](std::string_view w) { return word.starts_with(w); });
        const double wider =
            1.0 + (std::isnan(chip->voltageSlope) ? kOtherPart : 0.0) + (seen ? 0.0 : kOtherWork);
        add(time, kTimeShare * wider);
        add(power, kPowerShare * wider);
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace headroom::engine
