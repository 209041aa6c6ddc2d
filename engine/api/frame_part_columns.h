// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

/// The columns of the parts of frames (frame_parts.h), of which one table each writes and reads. For these sources alone.
namespace headroom::engine {

inline constexpr double kKilo = 1e3, kMega = 1e6, kPercent = 0.01, kPerHour = 1.0 / 3600.0;

/// A column of numbers over a list of things: shown = value / toSi.
template <class T, class V = float>
struct PartColumn {
    std::string_view key;
    V T::*value;
    double toSi;
};

inline constexpr auto kUnitColumns = std::to_array<PartColumn<PowerUnitNow>>({
    {"output_kw", &PowerUnitNow::outputW, kKilo},
    {"output_kva", &PowerUnitNow::outputVa, kKilo},
    {"loading_pct", &PowerUnitNow::loading, kPercent},
    {"voltage_pu", &PowerUnitNow::voltage, 1.0},
    {"loss_kw", &PowerUnitNow::lossW, kKilo},
    {"charge_pct", &PowerUnitNow::charge, kPercent},
    {"battery_kw", &PowerUnitNow::givesW, kKilo},
});

inline constexpr auto kLineColumns = std::to_array<PartColumn<PowerEdgeNow>>({
    {"power_kw", &PowerEdgeNow::powerW, kKilo},
    {"current_a", &PowerEdgeNow::currentA, 1.0},
    {"heat_pct", &PowerEdgeNow::heat, kPercent},
});

inline constexpr auto kNodeColumns = std::to_array<PartColumn<CoolingNodeNow>>({
    {"temperature_c", &CoolingNodeNow::temperatureC, 1.0},
    {"pressure_kpa", &CoolingNodeNow::pressurePa, kKilo},
});

inline constexpr auto kLinkColumns = std::to_array<PartColumn<CoolingLinkNow>>({
    {"flow_m3_per_h", &CoolingLinkNow::flowM3PerS, kPerHour},
    {"in_c", &CoolingLinkNow::inC, 1.0},
    {"out_c", &CoolingLinkNow::outC, 1.0},
    {"heat_kw", &CoolingLinkNow::heatW, kKilo},
    {"power_kw", &CoolingLinkNow::powerW, kKilo},
    {"valve_pct", &CoolingLinkNow::valve, kPercent},
    {"speed_pct", &CoolingLinkNow::speed, kPercent},
    {"running", &CoolingLinkNow::running, 1.0},
    {"in_service", &CoolingLinkNow::inService, 1.0},
    {"drop_kpa", &CoolingLinkNow::dropPa, kKilo},
});

inline constexpr auto kBundleColumns = std::to_array<PartColumn<BundleNow>>({
    {"load_mb_per_s", &BundleNow::loadBytesPerS, kMega},
    {"capacity_mb_per_s", &BundleNow::capacityBytesPerS, kMega},
    {"utilization_pct", &BundleNow::utilization, kPercent},
});

inline constexpr auto kCounterColumns = std::to_array<PartColumn<TierCounters, double>>({
    {"bytes", &TierCounters::bytes, 1.0},
    {"symbol_errors_millions", &TierCounters::symbolErrors, 1.0},
    {"uncorrectable", &TierCounters::uncorrectable, 1.0},
    {"retransmitted_bytes", &TierCounters::retransmitted, 1.0},
    {"link_downed", &TierCounters::linkDowned, 1.0},
    {"pause_s", &TierCounters::pauseS, 1.0},
});

inline constexpr auto kFootprintColumns = std::to_array<PartColumn<JobFootprint, double>>({
    {"mb_per_s", &JobFootprint::bytesPerS, kMega},
    {"share_pct", &JobFootprint::share, kPercent},
});

inline constexpr auto kJobColumns = std::to_array<PartColumn<JobRow, double>>({
    {"submitted_s", &JobRow::submitS, 1.0},
    {"progress_pct", &JobRow::progress, kPercent},
    {"tokens_per_s", &JobRow::tokensPerS, 1.0},
    {"step_time_s", &JobRow::stepTimeS, 1.0},
    {"mfu_pct", &JobRow::mfu, kPercent},
    {"queued_s", &JobRow::queuedS, 1.0},
    {"ettr_pct", &JobRow::ettr, kPercent},
    {"cost_usd", &JobRow::costUsd, 1.0},
});

/// Negative values mark missing ones.
inline constexpr auto kJobMoments = std::to_array<PartColumn<JobRow, double>>({
    {"started_s", &JobRow::startS, 1.0},
    {"ended_s", &JobRow::endS, 1.0},
    {"deadline_s", &JobRow::deadlineS, 1.0},
});

inline constexpr auto kJobTexts =
    std::to_array<std::pair<std::string_view, std::string JobRow::*>>({
        {"name", &JobRow::name},
        {"tenant", &JobRow::tenant},
        {"accelerator", &JobRow::accelerator},
        {"site", &JobRow::site},
        {"why", &JobRow::why},
    });

inline constexpr auto kJobCounts = std::to_array<std::pair<std::string_view, int JobRow::*>>({
    {"accelerators", &JobRow::accelerators},
    {"priority", &JobRow::priority},
    {"restarts", &JobRow::restarts},
    {"preemptions", &JobRow::preemptions},
});

inline constexpr auto kJobFlags = std::to_array<std::pair<std::string_view, bool JobRow::*>>({
    {"service", &JobRow::service},
    {"held", &JobRow::held},
});

inline constexpr auto kFaultTimes = std::to_array<PartColumn<FaultNow, double>>({
    {"detected_s", &FaultNow::detectedS, 1.0},
    {"repaired_s", &FaultNow::expectedS, 1.0},
});

inline constexpr auto kFaultTexts =
    std::to_array<std::pair<std::string_view, std::string FaultNow::*>>({
        {"mode", &FaultNow::mode},
        {"subject", &FaultNow::subject},
        {"waits_for", &FaultNow::waitsFor},
    });

inline const char* breakerStateName(BreakerState state) {
    switch (state) {
        case BreakerState::Closed:
            return "Closed";
        case BreakerState::Open:
            return "Open";
        case BreakerState::Tripped:
            return "Tripped";
    }
    return "";
}

}  // namespace headroom::engine
