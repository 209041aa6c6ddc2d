// SPDX-License-Identifier: Apache-2.0
#include "engine/part/part_address.h"
#include "engine/report/sections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace headroom::engine::report {
namespace {

// Curves of one chart: facility channels by key, or a quantity of all objects of a group as mean
// with a band from the least to the largest ("loop/supply_c").
struct ChartSpec {
    const char* title;
    bool fromZero;
    std::array<const char*, 6> curves;  // ends with null
};

constexpr std::array kCharts{
    ChartSpec{"Power",
              true,
              {"it_power_kw", "facility_power_kw", "accelerator_power_kw", "battery_power_kw"}},
    ChartSpec{"Power usage effectiveness", false, {"pue", "cumulative_pue"}},
    ChartSpec{"Utilisation", true, {"utilization_pct", "goodput_pct"}},
    ChartSpec{"Throughput", true, {"tokens_per_s"}},
    ChartSpec{"Cooling and losses",
              true,
              {"mechanical_power_kw", "ups_loss_kw", "psu_loss_kw", "pdu_loss_kw",
               "transformer_loss_kw"}},
    ChartSpec{"Temperatures", false, {"hottest_chip_c", "dry_bulb_c", "wet_bulb_c"}},
    ChartSpec{"Coolant to and from the racks", false, {"cdu/supply_c", "cdu/return_c"}},
    ChartSpec{"Facility water", false, {"loop/supply_c", "loop/return_c"}},
    ChartSpec{"Hall air", false, {"hall/supply_air_c", "hall/return_air_c"}},
    ChartSpec{"Jobs", true, {"running_jobs", "queued_jobs"}},
    ChartSpec{"Accelerators",
              true,
              {"healthy_accelerators", "busy_accelerators", "throttled_accelerators"}},
    ChartSpec{"Water use", true, {"water_rate_l_per_h"}},
    ChartSpec{"Cost since the start",
              true,
              {"cost_usd", "energy_cost_usd", "water_cost_usd", "remote_cost_usd"}},
    ChartSpec{"Carbon since the start", true, {"carbon_t"}},
};

// Mean, least and largest of a quantity over the objects of a group.
Result<ChartLine> overObjects(const Recording& recording,
                              const std::vector<const RecordedChannel*>& channels) {
    ChartLine line;
    std::vector<int> count;
    for (const RecordedChannel* channel : channels) {
        Result<Series> series = recording.series(channel->name);
        if (!series) {
            return tl::unexpected(series.error());
        }
        if (line.timeS.empty()) {
            line.timeS = series->timeS;
            line.value.assign(line.timeS.size(), 0.0);
            line.low.assign(line.timeS.size(), std::nan(""));
            line.high = line.low;
            count.assign(line.timeS.size(), 0);
        }
        for (std::size_t i = 0; i < std::min(line.value.size(), series->value.size()); ++i) {
            if (std::isfinite(series->value[i])) {
                line.value[i] += series->value[i];
                line.low[i] = std::fmin(line.low[i], series->value[i]);
                line.high[i] = std::fmax(line.high[i], series->value[i]);
                ++count[i];
            }
        }
    }
    for (std::size_t i = 0; i < line.value.size(); ++i) {
        line.value[i] = count[i] == 0 ? std::nan("") : line.value[i] / count[i];
    }
    if (channels.size() < 2) {
        line.low.clear();
        line.high.clear();
    }
    return line;
}

std::vector<const RecordedChannel*> channelsOf(const Recording& recording, std::string_view curve) {
    const ChannelName wanted = ChannelName::parse(curve);
    if (wanted.place.empty()) {
        const RecordedChannel* channel = facilityChannel(recording, curve);
        return channel == nullptr ? std::vector<const RecordedChannel*>()
                                  : std::vector<const RecordedChannel*>{channel};
    }
    std::vector<const RecordedChannel*> channels;
    for (const RecordedChannel& channel : recording.channels()) {
        const ChannelName name = ChannelName::parse(channel.name);
        if (name.place == wanted.place && name.key == wanted.key) {
            channels.push_back(&channel);
        }
    }
    return channels;
}

/// Nothing if the facility has none of the quantities.
Result<std::optional<Exhibit>> chartOf(const Recording& recording, const ChartSpec& spec,
                                       const std::vector<double>& marksS) {
    LineChart chart;
    chart.marksS = marksS;
    chart.title = spec.title;
    chart.fromZero = spec.fromZero;
    chart.startLocal = recording.info().startLocal;
    Terms meanings;
    for (const char* curve : spec.curves) {
        const std::vector<const RecordedChannel*> channels =
            curve == nullptr ? std::vector<const RecordedChannel*>() : channelsOf(recording, curve);
        if (channels.empty()) {
            continue;
        }
        Result<ChartLine> line = overObjects(recording, channels);
        if (!line) {
            return tl::unexpected(line.error());
        }
        const RecordedChannel& channel = *channels.front();
        const bool dead = std::none_of(line->value.begin(), line->value.end(),
                                       [](double v) { return std::isfinite(v) && v != 0.0; });
        if (dead) {
            continue;  // a quantity that this facility does not have
        }
        line->label = channel.label;
        chart.unit = channel.unit;
        chart.lines.push_back(std::move(*line));
        Text why(channel.why);
        if (channels.size() > 1) {
            why.add(" Mean of " + std::to_string(channels.size()) + "; band: least to largest.");
        }
        meanings.terms.emplace_back(channel.label, std::move(why));
    }
    if (chart.lines.empty()) {
        return std::optional<Exhibit>();
    }
    Exhibit exhibit{std::move(chart), spec.title};
    exhibit.origin += std::move(meanings);
    return exhibit;
}

}  // namespace

Result<Section> chartsSection(const Recording& recording, const std::vector<double>& marksS) {
    Exhibits charts;
    for (const ChartSpec& spec : kCharts) {
        auto chart = chartOf(recording, spec, marksS);
        if (!chart) {
            return tl::unexpected(chart.error());
        }
        if (*chart) {
            charts.exhibits.push_back(std::move(**chart));
        }
    }
    Section section{"Over time"};
    if (!charts.exhibits.empty()) {
        section.blocks += std::move(charts);
        section.blocks += note(
            "Local standard time. Where more values were recorded than fit a drawing, the line is "
            "their mean and the band reaches from the least to the largest.");
    }
    return section;
}

}  // namespace headroom::engine::report
