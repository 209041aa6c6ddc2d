// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/waveform/waveform.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

using Json = nlohmann::ordered_json;

/// Kilowatts for small facilities, megawatts for others.
struct Scale {
    const char* unit;
    double watts;

    double operator()(double watt) const { return watt / watts; }
};

Scale scaleOf(double watt) {
    return watt < 2e6 ? Scale{"kW", 1e3} : Scale{"MW", 1e6};
}

const char* eventText(SwingEvent event) {
    switch (event) {
        case SwingEvent::None:
            return "none";
        case SwingEvent::Checkpoint:
            return "checkpoint";
        case SwingEvent::Stop:
            return "stop";
        case SwingEvent::Start:
            return "start";
    }
    return "";
}

std::string metricsRow(std::string_view label, const SwingMetrics& m, const Scale& scale) {
    return fmt::format("  {:<30}{:>9.3f}{:>9.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>8.2f}",
                       label, scale(m.meanW), scale(m.rangeW()), scale(m.ramp100msWPerS),
                       scale(m.ramp1sWPerS), scale(m.rampMinuteWPerS) * 60.0, scale(m.bandW()),
                       m.lines.empty() ? 0.0 : m.lines.front().frequencyHz);
}

Json metricsJson(const SwingMetrics& m) {
    Json j;
    j["mean_kw"] = m.meanW / 1e3;
    j["minimum_kw"] = m.minimumW / 1e3;
    j["maximum_kw"] = m.maximumW / 1e3;
    j["range_kw"] = m.rangeW() / 1e3;
    j["ramp_100ms_kw_per_s"] = m.ramp100msWPerS / 1e3;
    j["ramp_1s_kw_per_s"] = m.ramp1sWPerS / 1e3;
    j["ramp_minute_kw_per_min"] = m.rampMinuteWPerS * 60.0 / 1e3;
    j["band_rms_kw"] = m.bandRmsW / 1e3;
    j["lines"] = Json::array();
    for (const models::SpectrumPeak& line : m.lines) {
        j["lines"].push_back(
            {{"frequency_hz", line.frequencyHz}, {"amplitude_kw", line.amplitudeW / 1e3}});
    }
    return j;
}

/// Rows of a CSV with one column for each point.
std::string header(std::string_view first) {
    std::string out(first);
    for (std::size_t p = 0; p < static_cast<std::size_t>(SwingPoint::Count); ++p) {
        out += ",";
        out += swingPointInfo(static_cast<SwingPoint>(p)).key;
    }
    return out + ",utility_without_measures_kw\n";
}

Json comparisonJson(std::string_view id, const SwingComparison& row) {
    Json j;
    j["measure"] = id;
    j["in_use"] = row.inUse;
    j["energy_cost_pct"] = 100.0 * row.energyCost;
    j["throughput_cost_pct"] = 100.0 * row.throughputCost;
    j["utility"] = metricsJson(row.metrics);
    return j;
}

}  // namespace

std::string waveformText(const SwingPlant& plant, const Waveform& w) {
    const Scale scale = scaleOf(w.none.metrics.meanW);
    std::string out = fmt::format("{}: power at {:.4g} h, {:.4g} s at {:.0f} ms", plant.name,
                                  plant.timeS / 3600.0, w.options.windowS, w.options.dtS * 1e3);
    if (w.options.event != SwingEvent::None && !plant.loads.empty()) {
        out += fmt::format("; {} of {} at {:.4g} s", eventText(w.options.event),
                           plant.loads.front().name, 0.25 * w.options.windowS);
    }
    out += "\n\nJobs that pulse (others are steady: " + std::to_string(plant.steadyJobs) + ")\n";
    out += fmt::format("  {:<30}{:>13}{:>9}{:>11}{:>14}\n", "", "accelerators", "step s",
                       fmt::format("mean {}", scale.unit), fmt::format("range {}", scale.unit));
    for (const SwingLoad& load : plant.loads) {
        double low = 1.0, high = 0.0;
        for (const models::ActivityPhase& p : load.phases) {
            low = std::min({low, p.start, p.end});
            high = std::max({high, p.start, p.end});
        }
        out += fmt::format("  {:<30}{:>13}{:>9.3f}{:>11.3f}{:>14.3f}\n", load.name,
                           load.accelerators, models::periodS(load.phases), scale(load.meanInputW),
                           scale(std::max(0.0, high - low) * load.inputSpanW));
    }
    const auto title = [&](std::string_view text) {
        out += fmt::format("\n{:<32}{:>9}{:>9}{:>10}{:>10}{:>10}{:>10}{:>8}", text, "mean", "range",
                           "100 ms", "1 s", "1 min", "band", "at Hz");
    };
    const auto units = [&] {
        out += fmt::format("  {:<30}{:>9}{:>9}{:>10}{:>10}{:>10}{:>10}{:>8}", "", scale.unit,
                           scale.unit, fmt::format("{}/s", scale.unit),
                           fmt::format("{}/s", scale.unit), fmt::format("{}/min", scale.unit),
                           scale.unit, "");
    };
    title("From chip to grid, as set");
    out += "\n";
    units();
    out += "\n";
    for (std::size_t p = 0; p < w.metrics.size(); ++p) {
        out += metricsRow(swingPointInfo(static_cast<SwingPoint>(p)).label, w.metrics[p], scale) +
               "\n";
    }
    title("Measures, at the utility");
    out += fmt::format("{:>9}{:>12}\n", "energy", "throughput");
    units();
    out += fmt::format("{:>9}{:>12}\n", "%", "%");
    const auto row = [&](const std::string& label, const SwingComparison& c) {
        out += metricsRow(label, c.metrics, scale) +
               fmt::format("{:>+9.2f}{:>+12.2f}\n", 100.0 * c.energyCost,
                           c.throughputCost > 0.0 ? -100.0 * c.throughputCost : 0.0);
    };
    row("none", w.none);
    for (const SwingComparison& c : w.alone) {
        row(fmt::format("{}{}", c.inUse ? "* " : "  ", swingMeasureInfo(*c.measure).label), c);
    }
    row("as set (*)", w.asSet);

    out += fmt::format("\nLargest lines, {:.4g} to {:.4g} Hz, without measures and as set\n",
                       plant.smoothing.bandLowHz, plant.smoothing.bandHighHz);
    const auto& before = w.none.metrics.lines;
    const auto& after = w.asSet.metrics.lines;
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
        const auto cell = [&](const std::vector<models::SpectrumPeak>& lines) {
            return i < lines.size() ? fmt::format("{:>9.3f} Hz {:>9.3f} {}", lines[i].frequencyHz,
                                                  scale(lines[i].amplitudeW), scale.unit)
                                    : std::string(24, ' ');
        };
        out += "  " + cell(before) + "    " + cell(after) + "\n";
    }
    out += w.verdicts.empty() ? "\nNo limits are stated: power_smoothing, limit_…\n"
                              : "\nLimits of the grid operator, as set\n";
    for (const SwingVerdict& v : w.verdicts) {
        out += fmt::format("  {:<38}{:>10.4g} of {:>8.4g} {:<7} {}\n", v.label,
                           v.measured / v.unit.toSi, v.allowed / v.unit.toSi, v.unit.symbol,
                           v.held ? "held" : "VIOLATED");
    }
    return out;
}

std::string waveformJson(const SwingPlant& plant, const Waveform& w) {
    Json j;
    j["project"] = plant.name;
    j["at_s"] = plant.timeS;
    j["window_s"] = w.options.windowS;
    j["step_ms"] = w.options.dtS * 1e3;
    j["event"] = eventText(w.options.event);
    j["jobs"] = Json::array();
    for (const SwingLoad& load : plant.loads) {
        Json job = {{"name", load.name},
                    {"accelerators", load.accelerators},
                    {"step_s", models::periodS(load.phases)},
                    {"mean_kw", load.meanInputW / 1e3},
                    {"phases", Json::array()}};
        for (const models::ActivityPhase& p : load.phases) {
            const double mean = models::meanActivity(load.phases);
            job["phases"].push_back(
                {{"duration_s", p.durationS},
                 {"from_kw", (load.meanInputW + (p.start - mean) * load.inputSpanW) / 1e3},
                 {"to_kw", (load.meanInputW + (p.end - mean) * load.inputSpanW) / 1e3}});
        }
        j["jobs"].push_back(std::move(job));
    }
    j["steady_jobs"] = plant.steadyJobs;
    j["points"] = Json::object();
    for (std::size_t p = 0; p < w.metrics.size(); ++p) {
        std::string key(swingPointInfo(static_cast<SwingPoint>(p)).key);
        key.resize(key.size() - 3);
        j["points"][key] = metricsJson(w.metrics[p]);
    }
    j["measures"] = Json::array();
    j["measures"].push_back(comparisonJson("none", w.none));
    for (const SwingComparison& c : w.alone) {
        j["measures"].push_back(comparisonJson(swingMeasureInfo(*c.measure).id, c));
    }
    j["measures"].push_back(comparisonJson("as-set", w.asSet));
    j["limits"] = Json::array();
    for (const SwingVerdict& v : w.verdicts) {
        j["limits"].push_back({{"id", v.id},
                               {"measured", v.measured / v.unit.toSi},
                               {"allowed", v.allowed / v.unit.toSi},
                               {"unit", v.unit.symbol},
                               {"held", v.held}});
    }
    return jsonText(j, 2) + "\n";
}

std::string waveformCsv(const Waveform& w) {
    std::string out = header("time_s");
    for (std::size_t i = 0; i < w.unsmoothedW.size(); ++i) {
        out += fmt::format("{:.3f}", static_cast<double>(i) * w.options.dtS);
        for (const auto& series : w.powerW) {
            out += fmt::format(",{:.3f}", series[i] / 1e3);
        }
        out += fmt::format(",{:.3f}\n", w.unsmoothedW[i] / 1e3);
    }
    return out;
}

std::string spectrumCsv(const SwingPlant& plant, const Waveform& w) {
    std::vector<models::Spectrum> spectra;
    for (const auto& series : w.powerW) {
        spectra.push_back(models::spectrumOf(series, w.options.dtS));
    }
    spectra.push_back(models::spectrumOf(w.unsmoothedW, w.options.dtS));
    std::string out = header("frequency_hz");
    const std::size_t bins = spectra.front().amplitudeW.size();
    for (std::size_t k = 0; k < bins; ++k) {
        const double hz = static_cast<double>(k) * spectra.front().binHz;
        if (hz > plant.smoothing.bandHighHz * (1.0 + 1e-9)) {
            break;
        }
        out += fmt::format("{:.6g}", hz);
        for (const models::Spectrum& spectrum : spectra) {
            out += fmt::format(",{:.6g}", spectrum.amplitudeW[k] / 1e3);
        }
        out += "\n";
    }
    return out;
}

}  // namespace headroom::engine
