// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/job_history.h"
#include "engine/run/frame/loss.h"
#include "engine/waveform/waveform.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

/// The columns of run_pages.h, of which one table each writes and reads. For these sources alone.
namespace headroom::engine {

template <class T, class V>
struct PageColumn {
    std::string_view key;
    V T::*value;
};

inline constexpr auto kCardTexts = std::to_array<PageColumn<JobCard, std::string>>({
    {"name", &JobCard::name},
    {"tenant", &JobCard::tenant},
    {"accelerator", &JobCard::accelerator},
});

inline constexpr auto kSpanTimes = std::to_array<PageColumn<JobSpan, double>>({
    {"from_s", &JobSpan::fromS},
    {"to_s", &JobSpan::toS},
});

inline constexpr auto kSpanCounts = std::to_array<PageColumn<JobSpan, std::int32_t>>({
    {"accelerators", &JobSpan::accelerators},
    {"first_rack", &JobSpan::firstRack},
});

inline constexpr auto kLossNumbers = std::to_array<PageColumn<Loss, double>>({
    {"from_s", &Loss::fromS},
    {"to_s", &Loss::toS},
    {"accelerator_s", &Loss::acceleratorS},
    {"tokens", &Loss::tokens},
    {"energy_j", &Loss::energyJ},
    {"usd", &Loss::usd},
});

inline constexpr auto kDetailParts = std::to_array<PageColumn<JobDetail, std::vector<JobPart>>>({
    {"step", &JobDetail::step},
    {"memory", &JobDetail::memory},
    {"cost", &JobDetail::cost},
    {"time", &JobDetail::time},
});

inline constexpr auto kSwingLoadNumbers = std::to_array<PageColumn<SwingLoad, double>>({
    {"wait_activity", &SwingLoad::waitActivity},
    {"at_limit", &SwingLoad::atLimit},
    {"offset_s", &SwingLoad::offsetS},
    {"stall_s", &SwingLoad::stallS},
    {"mean_chip_w", &SwingLoad::meanChipW},
    {"chip_span_w", &SwingLoad::chipSpanW},
    {"design_w", &SwingLoad::designW},
    {"mean_input_w", &SwingLoad::meanInputW},
    {"input_span_w", &SwingLoad::inputSpanW},
});

inline constexpr auto kSwingNumbers = std::to_array<PageColumn<SwingPlant, double>>({
    {"time_s", &SwingPlant::timeS},
    {"accelerators_w", &SwingPlant::acceleratorW},
    {"it_w", &SwingPlant::itW},
    {"mechanical_w", &SwingPlant::mechanicalW},
    {"loss_w", &SwingPlant::lossW},
});

inline constexpr auto kPhaseNumbers = std::to_array<PageColumn<models::ActivityPhase, double>>({
    {"duration_s", &models::ActivityPhase::durationS},
    {"start", &models::ActivityPhase::start},
    {"end", &models::ActivityPhase::end},
});

}  // namespace headroom::engine
