// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/store/recorder.h"

#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <span>
#include <thread>

/// A small run with known values for the tests of store and report: 2 racks, 7 channels, steps of
/// 15 s, an event every 10 steps, rack power every 20, a state every 240.
namespace headroom::engine {

inline const std::array<QuantityInfo, 5>& sampleQuantities() {
    static const std::array<QuantityInfo, 5> quantities{{
        {"it_power_kw", "IT power", models::unit::kilowatt, "sum of the racks' input power"},
        {"pue", "PUE", models::unit::none, "facility power over IT power"},
        {"cost_usd", "Cost", models::unit::dollar, "energy and water at the tariff"},
        {"supply_air_c", "Supply air", models::unit::celsius, "leaving the air handlers"},
        {"wue_l_per_kwh", "WUE", models::unit::litrePerKilowattHour, "water over IT energy"},
    }};
    return quantities;
}

inline std::vector<Channel> sampleChannels() {
    const auto& q = sampleQuantities();
    return {{"facility/it_power_kw", "", &q[0]},
            {"facility/pue", "", &q[1]},
            {"facility/cost_usd", "", &q[2]},
            {"hall/hall-a/it_power_kw", "hall-a", &q[0]},
            {"hall/hall-a/supply_air_c", "hall-a", &q[3]},
            {"hall/hall, b/it_power_kw", "hall, b", &q[0]},
            {"facility/wue_l_per_kwh", "", &q[4]}};
}

inline RunInfo sampleInfo() {
    RunInfo info;
    info.projectName = "Sample & <test>";
    info.projectText = "{\"project\": {\"name\": \"Sample & <test>\"}}\n";
    info.startLocal = "2026-12-31 23:00:00";
    info.seed = 18446744073709551615ULL;
    info.stepS = 15.0;
    info.version = "0.1.0";
    info.racks = {"hall-a/R01-01", "hall-a/R01-02"};
    return info;
}

inline constexpr const char* kSampleSummary =
    R"({"project":"Sample & <test>","pue":1.25,"jobs":{"submitted":3,"completed":2}})";

/// Value (SI) of a channel at a step.
inline double sampleValue(std::size_t channel, std::size_t step) {
    const auto x = static_cast<double>(step);
    switch (channel) {
        case 1:
            return 1.25;
        case 2:
            return 0.37 * x;
        case 4:
            return 24.0 + std::sin(x / 50.0);
        case 6:
            return 1.8e-3 / 3.6e6;
        default:
            return 1e6 * (static_cast<double>(channel) + 1.0) + 1e5 * std::sin(x / 30.0);
    }
}

inline Event sampleEvent(std::int64_t id) {
    Event event;
    event.id = id;
    event.timeS = static_cast<double>(id) * 150.0;
    event.kind = id % 2 == 0 ? EventKind::JobStarted : EventKind::Failure;
    event.subject = "job-" + std::to_string(id);
    event.text = "Node of R01-02 failed, \"uncorrectable\" memory, <1 GB lost.";
    event.cause = id - 1;
    event.rack = id % 2 == 0 ? -1 : 1;
    event.job = id % 2 == 0 ? id + 1 : -1;
    event.fault = id % 2 == 0 ? -1 : static_cast<std::int32_t>(id);
    event.area = id % 2 == 0 ? EventArea::Jobs : EventArea::Servers;
    return event;
}

inline std::vector<float> sampleField(std::size_t step) {
    return {40e3F + static_cast<float>(step), 41e3F};
}

inline std::vector<std::byte> sampleState(std::size_t step) {
    return std::vector<std::byte>(1000, static_cast<std::byte>(step));
}

/// Records `steps` steps and finishes. `pause`: real time between steps.
inline void recordSample(const std::filesystem::path& path, std::size_t steps,
                         std::chrono::milliseconds pause = std::chrono::milliseconds(0)) {
    auto recorder = Recorder::create(path, sampleInfo(), sampleChannels(), false).value();
    std::vector<double> values(sampleChannels().size());
    for (std::size_t step = 0; step < steps; ++step) {
        const double time = static_cast<double>(step) * 15.0;
        for (std::size_t c = 0; c < values.size(); ++c) {
            values[c] = sampleValue(c, step);
        }
        recorder->sample(time, values);
        if (step % 10 == 0) {
            recorder->event(sampleEvent(static_cast<std::int64_t>(step / 10)));
        }
        if (step % 20 == 0) {
            recorder->rackField(time, RackQuantity::Power, sampleField(step));
        }
        if (step % 240 == 0) {
            recorder->keyframe(time, sampleState(step));
        }
        if (pause.count() > 0) {
            std::this_thread::sleep_for(pause);
        }
    }
    // One job: 15.5 s in the queue, 54.5 s on rack 1 until event 0, then in the queue to the end.
    const JobCard card{1, "a, b", "red", "h100-sxm", 16, 30.0};
    const std::array<JobSpan, 2> ended{{{1, JobState::Queued, 30.0, 45.5, 16, -1, -1},
                                        {1, JobState::Running, 45.5, 100.0, 16, 1, 0}}};
    const JobSpan open{1, JobState::Queued, 100.0, 1e6, 16, -1, -1};
    recorder->jobs(std::span(&card, 1), ended);
    recorder->openJobs(std::span(&open, 1));
    [[maybe_unused]] const Result<void> done = recorder->finish(kSampleSummary);
    assert(done);
}

}  // namespace headroom::engine
