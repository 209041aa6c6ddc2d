// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/kinds.h"
#include "models/compute/accelerator_power.h"
#include "models/workload/clocked_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace headroom::engine {

namespace {

/// Work of one sample forward of the networks that tables name [FLOP]: 4.09 and 0.045 billion
/// multiply-adds (He et al., CVPR 2016, 224 x 224 pixels; Ma et al., ECCV 2018, at 32 x 32 pixels); a
/// pair of embeddings and three small layers (He et al., WWW 2017).
struct LimitedNetwork {
    std::string_view word;  ///< that the workload's name begins with
    double sampleFlops = 0.0;
};

constexpr auto kLimitedNetworks = std::to_array<LimitedNetwork>(
    {{"resnet50", 8.2e9}, {"shufflenetv2", 0.09e9}, {"ncf", 1e4}});

constexpr double kMostLimitW = 1e6;
constexpr double kMostRatio = 1e9;

// 90 % of the rows lie so far about the prediction, each network predicted by a fit without it.
constexpr double kTimeShare = 0.075;
constexpr double kPowerShare = 0.13;

const LimitedNetwork* limitedNetwork(const std::string& workload) {
    const auto found =
        std::find_if(kLimitedNetworks.begin(), kLimitedNetworks.end(),
                     [&](const LimitedNetwork& n) { return workload.starts_with(n.word); });
    return found == kLimitedNetworks.end() ? nullptr : &*found;
}

/// The part of that name whose thermal design power is the highest limit that the table has.
const models::AcceleratorSpec* limitedPart(const Catalogue& catalogue, std::string name,
                                      double highestW) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::AcceleratorSpec::type().id)) {
        const auto* spec = static_cast<const models::AcceleratorSpec*>(entry->spec.get());
        if (entry->id.starts_with(name) && spec->tdpW == highestW) {
            return spec;
        }
    }
    return nullptr;
}

/// An epoch under a limit: its clock, its time over that at full clock, its mean power.
struct LimitedEpoch {
    double clock = 1.0, time = 1.0, powerW = 0.0;
};

LimitedEpoch limitedEpoch(models::AcceleratorSpec chip, double limitW, double busy, double kernels) {
    chip.powerLimitW = limitW;
    LimitedEpoch e;
    e.clock = models::clockAtLimit(chip, 1.0, chip.referenceC);
    e.time = models::clockedTime(busy * kernels, e.clock);
    const double busyTime = busy * models::clockedTime(kernels, e.clock);
    e.powerW = chip.idleW + models::activeSpanW(chip) * models::clockPower(chip, e.clock) *
                                busyTime / e.time;
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
        const std::string id = table->text(i, "id").empty() ? table->placeOf(i) : table->text(i, "id");
        const auto number = [&](const char* column, double most) {
            return table->optionalWithin(i, column, 0.0, most).value_or(0.0);
        };
        const double limitW = number("power_limit_w", kMostLimitW);
        const double highestW = number("highest_limit_w", kMostLimitW);
        const double drawsW = number("power_at_highest_w", kMostLimitW);
        const double batch = number("batch", kMostRatio);
        const std::string workload = table->text(i, "workload");
        const std::string name = table->text(i, "accelerator");
        Compared time{"time_ratio", "", number("time_ratio", kMostRatio), 0.0, {}};
        Compared power{"power_w", "W", number("power_w", kMostLimitW), 0.0, {}};
        const models::AcceleratorSpec* chip = limitedPart(*catalogue, name, highestW);
        const LimitedNetwork* network = limitedNetwork(workload);
        if (chip == nullptr || network == nullptr || !(limitW > 0.0)) {
            const std::string why =
                chip == nullptr      ? "the catalogue has no " + name + " with that highest limit"
                : network == nullptr ? "the work of a sample of \"" + workload + "\" is not known"
                                     : "the row has no limit";
            for (const Compared& q : {time, power}) {
                rows.push_back(notExpressedRow(file, id, q.quantity, q.unit, q.expected, why));
            }
            continue;
        }
        // What it draws at the highest limit tells how much of the time it is busy.
        const double busy =
            std::clamp((drawsW - chip->idleW) / models::activeSpanW(*chip), 0.0, 1.0);
        const double kernels = models::clockedKernelShare(batch * network->sampleFlops);
        const LimitedEpoch highest = limitedEpoch(*chip, highestW, busy, kernels);
        const LimitedEpoch limited = limitedEpoch(*chip, limitW, busy, kernels);
        time.got = limited.time / highest.time;
        power.got = limited.powerW;
        char note[160];
        std::snprintf(note, sizeof note,
                      "%s: clock %.3f; busy %.2f of the time, of which %.2f follows the clock",
                      workload.c_str(), limited.clock, busy, kernels);
        const auto add = [&](const Compared& compared, double share) {
            ValidationRow row = comparedRow(file, id, compared, note);
            row.low = compared.got * (1.0 - share);
            row.high = compared.got * (1.0 + share);
            row.group = workload;
            rows.push_back(std::move(row));
        };
        add(time, kTimeShare);
        add(power, kPowerShare);
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace headroom::engine
