// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/workload_series.h"

#include "engine/base/json.h"
#include "engine/border/left_out.h"
#include "engine/border/log_times.h"
#include "engine/border/table_text.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace headroom::engine {

namespace {

using WorkloadHeads = std::vector<std::string_view>;

constexpr double kMostSteps = 1e7;
constexpr double kMostMhz = 1e9;  // of one task: half a million cores

Error workloadError(const char* code, const std::string& file, std::string message,
                    std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = file;
    return error;
}

Result<int> neededColumn(const TableReader& table, const WorkloadHeads& names) {
    const int at = table.head().column(names);
    return at >= 0 ? Result<int>(at)
                   : tl::unexpected(workloadError(
                         "TEL-090", table.file(),
                         fmt::format("there is no column \"{}\"", names.front()),
                         fmt::format("The columns are {}.", fmt::join(table.head().names, ", "))));
}

/// Sum over the hosts of a topology of OpenDC: count x cores x speed [MHz].
Result<double> topologyMhz(const std::filesystem::path& file) {
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto root = parseJson<nlohmann::json>(*text);
    const auto number = [](const nlohmann::json& from, const char* key, double usual) {
        return from.is_object() && from.contains(key) && from[key].is_number()
                   ? from[key].get<double>()
                   : usual;
    };
    double sum = 0.0;
    const nlohmann::json none = nlohmann::json::array();
    for (const auto& cluster :
         root.is_object() && root.contains("clusters") ? root["clusters"] : none) {
        for (const auto& host :
             cluster.is_object() && cluster.contains("hosts") ? cluster["hosts"] : none) {
            const auto& cpu = host.is_object() && host.contains("cpu") ? host["cpu"] : none;
            sum += number(cluster, "count", 1.0) * number(host, "count", 1.0) *
                   number(cpu, "count", 1.0) * number(cpu, "coreCount", 0.0) *
                   number(cpu, "coreSpeed", 0.0);
        }
    }
    if (!(sum > 0.0)) {
        return tl::unexpected(workloadError(
            "TEL-092", file.string(), "the topology has no hosts with coreCount and coreSpeed",
            "State hosts, cores_per_host and core_mhz in the map."));
    }
    return sum;
}

class Workload {
  public:
    Workload(const WorkloadSpec& spec, const TelemetryMap& map, double capacityMhz)
        : spec_(spec), map_(map), capacityMhz_(capacityMhz) {}

    Result<WorkloadSeries> read() {
        return tasks().and_then([&] { return fragments(); }).and_then([&] { return finish(); });
    }

  private:
    Result<void> tasks() {
        auto table = TableReader::ofFile(spec_.tasks);
        if (!table) {
            return tl::unexpected(table.error());
        }
        const auto id = neededColumn(*table, {"id", "task_id"});
        const auto submit = neededColumn(*table, {"submission_time", "start_time"});
        if (!id || !submit) {
            return tl::unexpected(!id ? id.error() : submit.error());
        }
        LogTimes times(table->head().names[static_cast<std::size_t>(*submit)],
                       LogTimeUnit::Inferred);
        while (table->next()) {
            times.observe(table->cell(*submit));
        }
        if (auto fine = times.decide(); !fine) {
            fine.error().file = table->file();
            return fine;
        }
        for (table->rewind(); table->next();) {
            const auto atS = times.seconds(table->cell(*submit));
            if (!atS) {
                unreadable_.add(table->line(),
                                fmt::format("submission_time is \"{}\"", table->cell(*submit)));
                continue;
            }
            const double runS =
                times.isSinceEpoch() ? map_.siteS(*atS) : map_.startS + *atS + map_.offsetS;
            nextS_.insert_or_assign(std::string(table->cell(*id)), runS);
            firstS_ = std::min(firstS_, runS);
        }
        firstS_ = spec_.stepS * std::floor(firstS_ / spec_.stepS);
        return {};
    }

    Result<void> fragments() {
        auto table = TableReader::ofFile(spec_.fragments);
        if (!table) {
            return tl::unexpected(table.error());
        }
        const auto id = neededColumn(*table, {"id", "task_id"}),
                   duration = neededColumn(*table, {"duration", "duration_ms"});
        const auto usage = neededColumn(*table, {"cpu_usage", "cpuUsage"});
        for (const auto* column : {&id, &duration, &usage}) {
            if (!*column) {
                return tl::unexpected(column->error());
            }
        }
        const LogDurations lengths(table->head().names[static_cast<std::size_t>(*duration)],
                                   LogTimeUnit::Milliseconds);
        while (table->next()) {
            const auto task = nextS_.find(std::string(table->cell(*id)));
            if (task == nextS_.end()) {
                orphans_.add(table->line(), table->cell(*id));
                continue;
            }
            const auto lengthS = lengths.seconds(table->cell(*duration));
            const auto mhz = readNumber(table->cell(*usage));
            if (!lengthS || *lengthS < 0.0 || !mhz || !(*mhz >= 0.0 && *mhz <= kMostMhz)) {
                unreadable_.add(table->line(),
                                fmt::format("duration is \"{}\", cpu_usage \"{}\"",
                                            table->cell(*duration), table->cell(*usage)));
                continue;
            }
            const double fromS = task->second;
            task->second += *lengthS;
            if ((task->second - firstS_) / spec_.stepS > kMostSteps) {
                return tl::unexpected(workloadError(
                    "TEL-091", table->file(),
                    fmt::format(
                        "line {}: the fragments of task {} end {:.3g} days after the first task",
                        table->line(), task->first, (task->second - firstS_) / 86400.0),
                    "Check that durations are in milliseconds."));
            }
            spread(fromS, task->second, *mhz);
            ++fragments_;
        }
        return {};
    }

    /// Adds a usage to all steps that it lasts in.
    void spread(double fromS, double untilS, double mhz) {
        while (fromS < untilS) {
            const auto step = static_cast<std::size_t>((fromS - firstS_) / spec_.stepS);
            const double endS =
                std::min(untilS, firstS_ + static_cast<double>(step + 1) * spec_.stepS);
            if (usedMhzS_.size() <= step) {
                usedMhzS_.resize(step + 1, 0.0);
            }
            usedMhzS_[step] += mhz * std::max(0.0, endS - fromS);
            if (!(endS > fromS)) {
                return;
            }
            fromS = endS;
        }
    }

    Result<WorkloadSeries> finish() {
        WorkloadSeries answer;
        if (usedMhzS_.empty()) {
            return tl::unexpected(
                workloadError("TEL-091", spec_.fragments.string(),
                              "no fragment belongs to a task of " + spec_.tasks.string(),
                              "Name the tasks and fragments of one workload."));
        }
        double most = 0.0;
        for (std::size_t i = 0; i < usedMhzS_.size(); ++i) {
            const double share = usedMhzS_[i] / (capacityMhz_ * spec_.stepS);
            most = std::max(most, share);
            answer.series.timeS.push_back(firstS_ + (static_cast<double>(i) + 0.5) * spec_.stepS);
            answer.series.value.push_back(share);
        }
        answer.notes.push_back(fmt::format(
            "Workload: {} fragments of {} tasks; the hosts are used by {:.1f} % at most.",
            fragments_, nextS_.size(), 100.0 * most));
        for (const LeftOutEntries* left : {&orphans_, &unreadable_}) {
            if (left->count() > 0) {
                answer.notes.push_back("Workload: " + left->note() + ".");
            }
        }
        return answer;
    }

    const WorkloadSpec& spec_;
    const TelemetryMap& map_;
    double capacityMhz_;
    std::unordered_map<std::string, double> nextS_;  ///< by task: end of its fragments so far
    std::vector<double> usedMhzS_;                   ///< by step from firstS_
    double firstS_ = std::numeric_limits<double>::infinity();
    long fragments_ = 0;
    LeftOutEntries orphans_{"fragments of unknown tasks are left out"};
    LeftOutEntries unreadable_{"rows that cannot be read are left out"};
};

}  // namespace

Result<WorkloadSeries> workloadSeries(const WorkloadSpec& spec, const TelemetryMap& map) {
    const auto capacityMhz = spec.topology.empty()
                                 ? Result<double>(spec.hosts * spec.coresPerHost * spec.coreMhz)
                                 : topologyMhz(spec.topology);
    return capacityMhz.and_then([&](double mhz) { return Workload(spec, map, mhz).read(); });
}

Result<void> fillWorkload(const TelemetryMap& map, std::vector<TelemetrySeries>& series,
                          std::vector<std::string>& notes) {
    if (!map.workload) {
        return {};
    }
    const auto read = workloadSeries(*map.workload, map);
    if (!read) {
        return tl::unexpected(read.error());
    }
    for (std::size_t s = 0; s < map.sensors.size(); ++s) {
        if (map.sensors[s].column == kWorkloadColumn) {
            series[s] = read->series;
        }
    }
    notes.insert(notes.end(), read->notes.begin(), read->notes.end());
    return {};
}

}  // namespace headroom::engine
