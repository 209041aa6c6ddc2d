// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/data_folder.h"
#include "app/cli/interrupt.h"
#include "app/cli/other_program.h"
#include "app/cli/progress.h"
#include "engine/files/output_file.h"
#include "engine/files/temporary_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

constexpr double kNoGoal = 0.0;
constexpr int kReadingRows = 3'333'334;  // of three sensors: 10^7 readings
constexpr double kTraceBytes = 500e6;
constexpr std::size_t kPartBytes = std::size_t{1} << 20;  // of a file that is written

/// A command for which people wait, in a process of its own.
struct WaitedFor {
    std::string name;
    std::vector<Words> before;  ///< commands that prepare it; not measured
    Words command;
    double goalWallS = kNoGoal;  ///< on two cores of a machine that does nothing else
    double goalMb = kNoGoal;     ///< largest memory of the process
    /// Writes input files; empty if there are none.
    std::function<engine::Result<void>()> write;
};

std::string thisProgram() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).string();
}

/// Writes lines until `next` has no more. In parts: the memory of this process counts to that of the commands that it starts.
engine::Result<void> writeLines(const fs::path& path,
                                const std::function<bool(std::string& text)>& next) {
    std::ofstream file(path, std::ios::binary);
    std::string text;
    bool isMore = true;
    while (isMore && file) {
        text.clear();
        while (isMore && text.size() < kPartBytes) {
            isMore = next(text);
        }
        file << text;
    }
    if (!file.flush()) {
        return tl::unexpected(engine::Error{"FIL-004",
                                            "The file cannot be written.",
                                            "Free some room on the disk.",
                                            path.string(),
                                            {},
                                            0});
    }
    return {};
}

/// Three sensors of a hall of 15 MW, a row a second.
engine::Result<void> writeReadings(const fs::path& folder) {
    int row = -1;
    auto done = writeLines(folder / "readings.csv", [&row](std::string& text) {
        if (row < 0) {
            text += "time,q,w,s\n";
        } else {
            fmt::format_to(std::back_inserter(text), "{},{},10,21.{}\n", row,
                           15'000'000 + 100'000 * (row % 7), row % 10);
        }
        return ++row < kReadingRows;
    });
    if (!done) {
        return done;
    }
    return engine::writeFile(folder / "map.json", R"({"format": "headroom-telemetry/1",
 "time": {"as": "seconds", "start": "2024-04-07T00:00:00"}, "sensors": [
 {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
 {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC"},
 {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC"}]})");
}

/// A job log with rows as long as those of sacct.
engine::Result<void> writeTrace(const fs::path& folder) {
    const std::string rest(200, 'x');
    double bytes = 0.0;
    long job = -1;
    return writeLines(folder / "trace.csv", [&](std::string& text) {
        const std::size_t before = text.size();
        if (job < 0) {
            text += "job_id,user,submit_time,start_time,end_time,num_gpus,comment\n";
        } else {
            fmt::format_to(std::back_inserter(text), "{},u{},{},{},{},{},{}\n", job, job % 97,
                           60 * job, 60 * job + 30, 60 * job + 3630, 1 << (job % 4), rest);
        }
        ++job;
        bytes += static_cast<double>(text.size() - before);
        return bytes < kTraceBytes;
    });
}

/// The rows that wait, over files in `folder`.
std::vector<WaitedFor> waitedFor(const fs::path& folder) {
    const auto in = [&](const char* name) { return (folder / name).string(); };
    const auto scenario = [](const char* name) {
        return (dataFolder() / "scenarios" / name).string();
    };
    const fs::path philly = dataFolder().parent_path() / "shared" / "traces" / "philly_jobs.csv.gz";
    std::vector<WaitedFor> rows = {
        {"sweep of 150 MW",
         {{"new", "--mw", "150", "--climate", "phoenix-az", "--cooling", "chilled", "--redundancy",
           "4-to-make-3", "--out", in("p150")}},
         {"sweep", in("p150"), "--format", "csv"},
         10.0,
         kNoGoal,
         {}},
        {"certainty of meta-24k",
         {},
         {"run", scenario("meta-24k"), "--until", "1h", "--certainty", "--quiet", "--out",
          in("certain.db")},
         10.0,
         kNoGoal,
         {}},
        {"air of 800 racks",
         {{"new", "--accelerators", "12800", "--rack", "air-h100-2", "--hall-racks", "800",
           "--hall-mw", "60", "--no-work", "--out", in("p800")}},
         {"airflow", in("p800"), "--again", "--quiet", "--format", "csv"},
         120.0,
         kNoGoal,
         {}},
        {"10^7 readings",
         {},
         {"twin", scenario("frontier-day"), "--telemetry", in("readings.csv"), "--map",
          in("map.json"), "--store", in("readings.db"), "--until", "10min", "--quiet"},
         10.0,
         200.0,
         [folder] { return writeReadings(folder); }},
        {"job log of 500 MB",
         {},
         {"import", in("trace.csv"), "--explain"},
         kNoGoal,
         200.0,
         [folder] { return writeTrace(folder); }},
        {"open a year",
         {{"run", scenario("tour-small-hall"), "--until", "365d", "--steps", "growing", "--quiet",
           "--out", in("year.db")}},
         {"replay", in("year.db"), "--at", "364d"},
         1.0,
         kNoGoal,
         {}},
        {"compare two years", {}, {"compare", in("year.db"), in("year.db")}, 2.0, kNoGoal, {}},
    };
    if (fs::exists(philly)) {
        rows.push_back({"schedule, conservative",
                        {},
                        {"schedule", philly.string(), "--accelerators", "512", "--policy",
                         "conservative", "--format", "csv"},
                        20.0,
                        kNoGoal,
                        {}});
    }
    return rows;
}

tl::unexpected<engine::Errors> failure(const WaitedFor& row, const ProgramOutput& output) {
    return tl::unexpected(engine::Errors{
        {"CLI-006", fmt::format("The command of \"{}\" failed: {}", row.name, output.err),
         "Run this command by itself and read its message.", "", "", 0}});
}

}  // namespace

BenchResult benchCommands(bool showProgress) {
    const auto folder = engine::TemporaryFolder::make("commands");
    if (!folder) {
        return tl::unexpected(engine::Errors{folder.error()});
    }
    const std::atomic<bool>& cancel = catchInterrupts();
    Progress progress("bench commands", showProgress);
    const std::string program = thisProgram();
    const auto rows = waitedFor(folder->path());
    const Stopwatch watch;
    Json cases = Json::object();
    double done = 0.0;
    for (const WaitedFor& row : rows) {
        if (cancel) {
            break;
        }
        progress.update(done++ / static_cast<double>(rows.size()), row.name);
        if (row.write) {
            if (auto written = row.write(); !written) {
                return tl::unexpected(engine::Errors{written.error()});
            }
        }
        std::vector<Words> commands = row.before;
        commands.push_back(row.command);
        ProgramOutput output;
        for (Words& command : commands) {
            command.insert(command.begin(), program);
            auto ended = runProgram(command);
            if (!ended || (ended->code != 0 && !cancel)) {
                return failure(row, ended.value_or(ProgramOutput{}));
            }
            output = std::move(*ended);
        }
        Json& json = cases[row.name] = {
            {"wall_s", output.wallS}, {"cpu_s", output.cpuS}, {"peak_mb", output.peakMb}};
        if (row.goalWallS != kNoGoal) {
            json["goal_wall_s"] = row.goalWallS;
        }
        if (row.goalMb != kNoGoal) {
            json["goal_mb"] = row.goalMb;
        }
    }
    progress.finish();
    Json result = headOf("commands", watch);
    result["cases"] = std::move(cases);
    result["cancelled"] = cancel.load();
    return result;
}

}  // namespace headroom::app
