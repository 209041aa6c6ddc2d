// SPDX-License-Identifier: Apache-2.0
#include "engine/api/open_metrics.h"

#include "engine/alarms/alarm_list.h"
#include "engine/api/channel_table.h"
#include "engine/plant/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

namespace headroom::engine {

namespace {

/// How keys end, and what is there in the name of a metric: the base unit, in full.
struct UnitEnding {
    std::string_view ending;
    std::string_view unit;
    double factor = 1.0;  ///< what one SI unit is in this one
};

/// The longer before those that they end in.
constexpr auto kEndings = std::to_array<UnitEnding>({
    {"_accelerator_h", "accelerator_seconds"},
    {"_l_per_kwh", "cubic_meters_per_joule"},
    {"_l_per_h", "cubic_meters_per_second"},
    {"_l_per_s", "cubic_meters_per_second"},
    {"_gbyte_per_s", "bytes_per_second"},
    {"tokens_per_s", "tokens_per_second"},
    {"requests_per_s", "requests_per_second"},
    {"answers_per_s", "answers_per_second"},
    {"_kw", "watts"},
    {"_pct", "ratio"},
    {"_mwh", "joules"},
    {"_kwh", "joules"},
    {"_m3", "cubic_meters"},
    {"_kpa", "pascals"},
    {"_usd", "usd"},
    {"_min", "seconds"},
    {"_ms", "seconds"},
    {"_c", "celsius"},
    {"_l", "cubic_meters"},
    {"_t", "grams", 1e3},  // held in kilograms
    {"_s", "seconds"},
});

/// Counters of the facility.
constexpr auto kCounters = std::to_array<FacilityQuantity>({
    FacilityQuantity::ItEnergy,
    FacilityQuantity::FacilityEnergy,
    FacilityQuantity::PeakTariffEnergy,
    FacilityQuantity::Fuel,
    FacilityQuantity::Water,
    FacilityQuantity::Cost,
    FacilityQuantity::EnergyCost,
    FacilityQuantity::WaterCost,
    FacilityQuantity::FuelCost,
    FacilityQuantity::RemoteCost,
    FacilityQuantity::Carbon,
    FacilityQuantity::Tokens,
    FacilityQuantity::HeldTime,
    FacilityQuantity::StartingTime,
    FacilityQuantity::StalledTime,
    FacilityQuantity::HungTime,
    FacilityQuantity::LostTime,
});

std::string escaped(std::string_view text, bool isLabel) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\\\";
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '"' && isLabel) {
            out += "\\\"";
        } else {
            out += c;
        }
    }
    return out;
}

std::string label(std::string_view name, std::string_view value) {
    return fmt::format("{}=\"{}\"", name, escaped(value, true));
}

/// Writes families: what they are, once, then their samples.
class Writer {
  public:
    explicit Writer(MetricsFormat format) : isOpen_(format == MetricsFormat::OpenMetrics) {}

    void family(const std::string& name, bool isCounter, std::string_view unit,
                std::string_view help) {
        sample_ = name + (isCounter ? "_total" : "");
        const std::string& told = isOpen_ ? name : sample_;
        fmt::format_to(std::back_inserter(text_), "# TYPE {} {}\n", told,
                       isCounter ? "counter" : "gauge");
        if (isOpen_ && !unit.empty()) {
            fmt::format_to(std::back_inserter(text_), "# UNIT {} {}\n", told, unit);
        }
        // Quotes are escaped in the help of OpenMetrics. The older format has them unescaped.
        fmt::format_to(std::back_inserter(text_), "# HELP {} {}\n", told, escaped(help, isOpen_));
    }

    void sample(double value, const std::string& labels = {}) {
        if (std::isfinite(value)) {
            fmt::format_to(std::back_inserter(text_), "{}{} {:.12g}\n", sample_,
                           labels.empty() ? "" : "{" + labels + "}", value + 0.0);
        }
    }

    void single(const std::string& name, std::string_view help, double value) {
        family(name, false, {}, help);
        sample(value);
    }

    void count(const std::string& name, std::string_view unit, std::string_view help,
               std::int64_t value) {
        family(name, true, unit, help);
        sample(static_cast<double>(value));
    }

    std::string take() {
        if (isOpen_) {
            text_ += "# EOF\n";
        }
        return std::move(text_);
    }

  private:
    bool isOpen_;
    std::string text_, sample_;
};

std::string helpOf(const QuantityInfo& quantity) {
    return std::string(quantity.label) + ". " + std::string(quantity.why);
}

/// Families of one kind of object, `family` in their names: a sample for each, `word` its label. The facility has
/// quantities of all CDU pumps and all loop pumps, so those of one group or loop are called otherwise.
template <class Objects, class Rows>
void writeObjects(Writer& out, std::string_view family, std::string_view word,
                  std::span<const QuantityInfo> quantities, const Objects& objects,
                  const Rows& rows) {
    for (std::size_t q = 0; q < quantities.size() && rows.size() == objects.size(); ++q) {
        const MetricName name = metricNameOf(quantities[q], false);
        out.family(fmt::format("headroom_{}_{}", family, name.name), false, name.unit,
                   helpOf(quantities[q]));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            out.sample(rows[i][q] * name.factor, label(word, objects[i].id));
        }
    }
}

void writeRackFamilies(Writer& out, const Frame& frame) {
    if (!frame.layout) {
        return;
    }
    std::vector<std::string> labels;
    for (const RackBox& rack : frame.layout->racks) {
        const auto hall = static_cast<std::size_t>(rack.hall);
        labels.push_back(
            label("hall", hall < frame.layout->halls.size() ? frame.layout->halls[hall].id : "") +
            "," + label("rack", rack.name()));
    }
    for (std::size_t q = 0; q < rackQuantities().size(); ++q) {
        const QuantityInfo& quantity = rackQuantities()[q];
        const std::vector<float>& values = frame.racks[q];
        if (values.size() != labels.size() || q == static_cast<std::size_t>(RackQuantity::Job)) {
            continue;  // a job is a name, not a number
        }
        const MetricName name = metricNameOf(quantity, false);
        out.family("headroom_rack_" + name.name, false, name.unit, helpOf(quantity));
        for (std::size_t i = 0; i < values.size(); ++i) {
            out.sample(static_cast<double>(values[i]) * name.factor, labels[i]);
        }
    }
}

void writeRun(Writer& out, const Frame& frame, bool isPlaying, double speed) {
    out.family("headroom_build_info", false, {}, "The program that serves this run.");
    out.sample(1.0, label("version", HEADROOM_VERSION));
    out.family("headroom_simulated_time_seconds", false, "seconds",
               "Simulated time since the start of the run.");
    out.sample(frame.timeS);
    out.single("headroom_run_playing", "1 while the run plays, 0 while it is paused.",
               isPlaying ? 1.0 : 0.0);
    out.family("headroom_run_speed_ratio", false, "ratio",
               "Simulated over real time, as measured over the last second.");
    out.sample(isPlaying ? speed : 0.0);
    out.family("headroom_jobs", false, {}, "Jobs by state, of those that a frame lists.");
    std::map<std::string, int> states;
    for (const JobState state : {JobState::Queued, JobState::Starting, JobState::Running}) {
        states[jobStateName(state)] = 0;
    }
    for (const JobRow& job : frame.jobs) {
        if (const auto at = states.find(jobStateName(job.state)); at != states.end()) {
            ++at->second;
        }
    }
    for (const auto& [state, count] : states) {
        out.sample(count, label("state", state));
    }
    if (frame.alarms) {
        out.family("headroom_alarms_active", false, {}, "Active alarms by severity.");
        for (std::size_t i = 0; i < kAlarmSeverities; ++i) {
            out.sample(frame.alarms->activeBySeverity[i],
                       label("severity", alarmSeverityName(static_cast<AlarmSeverity>(i))));
        }
        out.count("headroom_alarms_raised", {}, "Alarms raised since the start of the run.",
                  frame.alarms->raised);
    }
}

}  // namespace

MetricName metricNameOf(const QuantityInfo& quantity, bool isOfFacility) {
    MetricName metric;
    metric.name = quantity.key;
    for (const UnitEnding& row : kEndings) {
        if (quantity.key.ends_with(row.ending)) {
            metric.unit = row.unit;
            metric.factor = row.factor;
            metric.name = quantity.key.substr(0, quantity.key.size() - row.ending.size());
            metric.name += (metric.name.empty() || metric.name.ends_with('_') ? "" : "_") +
                           std::string(row.unit);
            break;
        }
    }
    metric.isCounter =
        isOfFacility && std::any_of(kCounters.begin(), kCounters.end(), [&](FacilityQuantity q) {
            return infoOf(q).key == quantity.key;
        });
    return metric;
}

std::string metricsText(const Frame& frame, const Plant* plant, const ServerMetrics& server,
                        bool isPlaying, double speed, bool racks, MetricsFormat format) {
    Writer out(format);
    writeRun(out, frame, isPlaying, speed);
    if (isComputed(frame)) {
        const auto facility = facilityQuantities();
        for (std::size_t q = 0; q < facility.size(); ++q) {
            const MetricName name = metricNameOf(facility[q], true);
            out.family("headroom_" + name.name, name.isCounter, name.unit, helpOf(facility[q]));
            out.sample(frame.facility[q] * name.factor);
        }
        if (plant != nullptr) {
            writeObjects(out, "hall", "hall", hallQuantities(), plant->halls, frame.halls);
            writeObjects(out, "cdu_group", "cdu", cduQuantities(), plant->cdus, frame.cdus);
            writeObjects(out, "cooling_loop", "loop", loopQuantities(), plant->loops, frame.loops);
            if (plant->network != nullptr) {
                std::vector<PowerUnit> units;
                for (const int unit : plant->network->batteryUnits) {
                    units.push_back(plant->network->units[static_cast<std::size_t>(unit)]);
                }
                writeObjects(out, "external_battery", "unit", batteryQuantities(), units,
                             frame.batteries);
            }
        }
        if (racks) {
            writeRackFamilies(out, frame);
        }
    }
    out.count("headroom_http_requests", {}, "Requests that this server was asked.",
              server.requests);
    out.count("headroom_http_requests_refused", {},
              "Requests refused before anything was looked up.", server.refused);
    out.single("headroom_http_connections", "Connections that are open.",
               static_cast<double>(server.connections));
    out.single("headroom_stream_clients", "Clients that listen to a stream.",
               static_cast<double>(server.talks));
    out.count("headroom_stream_messages", {}, "Messages sent to them.", server.messages);
    out.count("headroom_http_sent_bytes", "bytes", "Bytes sent.", server.bytesOut);
    return out.take();
}

}  // namespace headroom::engine
