// SPDX-License-Identifier: Apache-2.0
#include "engine/report/sections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace headroom::engine::report {
namespace {

struct Part {
    const char* label;
    std::array<const char*, 3> keys;  // facility channels, added up; ends with null
};

struct StackSpec {
    const char* title;
    const char* unit;
    double base;
    std::array<Part, 6> parts;  // ends with null
    const char* why;
};

constexpr const char* kItPower = "it_power_kw";

constexpr std::array kStacks{
    StackSpec{
        "PUE by component",
        "",
        1.0,
        {{{"Chillers", {"chiller_power_kw"}},
          {"Towers and coolers", {"rejection_fan_power_kw"}},
          {"Pumps", {"loop_pump_power_kw", "cdu_pump_power_kw"}},
          {"Air handlers", {"air_handler_power_kw"}},
          {"UPS and batteries", {"ups_loss_kw", "battery_loss_kw"}},
          {"Transformers, PDU, cables", {"transformer_loss_kw", "pdu_loss_kw", "cable_loss_kw"}}}},
        "1 for the IT power itself, and on it each consumer and loss over the IT power at the "
        "same instant."},
    StackSpec{"WUE by component",
              "L/kWh",
              0.0,
              {{{"Evaporation", {"evaporation_l_per_h"}},
                {"Drift", {"drift_l_per_h"}},
                {"Blow-down", {"blow_down_l_per_h"}}}},
              "Water that leaves towers and wetted pads over the IT power at the same instant."},
};

/// Nothing if the run has no such quantities.
Result<std::optional<Exhibit>> stackOf(const Recording& recording, const StackSpec& spec) {
    const RecordedChannel* itChannel = facilityChannel(recording, kItPower);
    if (itChannel == nullptr) {
        return std::optional<Exhibit>();
    }
    const Result<Series> itPower = recording.series(itChannel->name);
    if (!itPower) {
        return tl::unexpected(itPower.error());
    }
    LineChart chart;
    chart.title = spec.title;
    chart.unit = spec.unit;
    chart.fromZero = spec.base == 0.0;
    chart.startLocal = recording.info().startLocal;
    chart.stacked = true;
    chart.base = spec.base;
    std::vector<double> top(itPower->value.size(), spec.base);
    for (const Part& part : spec.parts) {
        if (part.label == nullptr) {
            break;
        }
        bool anything = false;
        for (const char* key : part.keys) {
            const RecordedChannel* channel =
                key == nullptr ? nullptr : facilityChannel(recording, key);
            if (channel == nullptr) {
                continue;
            }
            const Result<Series> series = recording.series(channel->name);
            if (!series) {
                return tl::unexpected(series.error());
            }
            for (std::size_t i = 0; i < std::min(top.size(), series->value.size()); ++i) {
                const double share =
                    itPower->value[i] > 0.0 ? series->value[i] / itPower->value[i] : std::nan("");
                anything = anything || (std::isfinite(share) && share != 0.0);
                top[i] += share;
            }
        }
        if (anything) {
            ChartLine line;
            line.label = part.label;
            line.timeS = itPower->timeS;
            line.value = top;
            chart.lines.push_back(std::move(line));
        }
    }
    if (chart.lines.empty()) {
        return std::optional<Exhibit>();
    }
    Exhibit exhibit{std::move(chart), spec.title};
    exhibit.origin += Paragraph{spec.why};
    return exhibit;
}

}  // namespace

Result<Section> stacksSection(const Recording& recording) {
    Exhibits charts;
    for (const StackSpec& spec : kStacks) {
        auto stack = stackOf(recording, spec);
        if (!stack) {
            return tl::unexpected(stack.error());
        }
        if (*stack) {
            charts.exhibits.push_back(std::move(**stack));
        }
    }
    Section section{"PUE and WUE by component"};
    if (!charts.exhibits.empty()) {
        section.blocks += std::move(charts);
    }
    return section;
}

}  // namespace headroom::engine::report
