// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/bench/generated_jobs.h"
#include "app/cli/data_folder.h"
#include "app/cli/interrupt.h"
#include "app/cli/other_program.h"
#include "app/cli/progress.h"
#include "engine/files/output_file.h"
#include "engine/files/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
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

constexpr double kReadings = 1e7;  ///< of three sensors
constexpr int kReadingRows = 3'333'334;
constexpr double kTraceBytes = 500e6;
constexpr std::size_t kPartBytes = std::size_t{1} << 20;  // of a file that is written

/// A command for which people wait, in a process of its own.
struct WaitedFor {
    std::string name;           ///< of the benchmark
    std::vector<Words> before;  ///< commands that prepare it; not measured
    Words command;
    /// Writes input files; empty if there are none.
    std::function<engine::Result<void>()> write;
    Json more;  ///< members of the result
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

/// As many jobs as the measured log has, in its columns.
engine::Result<void> writeJobs(const fs::path& folder) {
    const std::vector<engine::TraceJob> jobs = generatedJobs();
    std::size_t next = 0;
    return writeLines(folder / "jobs.csv", [&](std::string& text) {
        if (next == 0) {
            text += "submit_s,duration_s,num_gpus,vc\n";
        }
        const engine::TraceJob& job = jobs[next];
        fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", job.submitS, job.durationS,
                       job.accelerators, job.tenant);
        return ++next < jobs.size();
    });
}

/// The commands, over files in `folder`. All inputs are written by this program; the job log is the measured one where it is at
/// hand.
std::vector<WaitedFor> waitedFor(const fs::path& folder) {
    const auto in = [&](const char* name) { return (folder / name).string(); };
    const auto scenario = [](const char* name) {
        return (dataFolder() / "scenarios" / name).string();
    };
    const fs::path philly = measuredJobs();
    const bool isMeasured = fs::exists(philly);
    const Words year = {"run",        scenario("tour-small-hall"),
                        "--until",    "365d",
                        "--steps",    "growing",
                        "--quiet",    "--out",
                        in("year.db")};
    return {
        {"sweep",
         {{"new", "--mw", "150", "--climate", "phoenix-az", "--cooling", "chilled", "--redundancy",
           "4-to-make-3", "--out", in("p150")}},
         {"sweep", in("p150"), "--format", "csv"},
         {},
         {}},
        {"certainty",
         {},
         {"run", scenario("meta-24k"), "--until", "1h", "--certainty", "--quiet", "--out",
          in("certain.db")},
         {},
         {}},
        {"air-field",
         {{"new", "--accelerators", "12800", "--rack", "air-h100-2", "--hall-racks", "800",
           "--hall-mw", "60", "--no-work", "--out", in("p800")}},
         {"airflow", in("p800"), "--again", "--quiet", "--format", "csv"},
         {},
         {}},
        {"readings",
         {},
         {"twin", scenario("frontier-day"), "--telemetry", in("readings.csv"), "--map",
          in("map.json"), "--store", in("readings.db"), "--until", "10min", "--quiet"},
         [folder] { return writeReadings(folder); },
         {}},
        {"trace",
         {},
         {"import", in("trace.csv"), "--explain"},
         [folder] { return writeTrace(folder); },
         {}},
        {"open-year", {year}, {"replay", in("year.db"), "--at", "364d"}, {}, {}},
        {"compare-years", {year}, {"compare", in("year.db"), in("year.db")}, {}, {}},
        {"schedule",
         {},
         {"schedule", isMeasured ? philly.string() : in("jobs.csv"), "--accelerators", "512",
          "--policy", "conservative", "--format", "csv"},
         isMeasured ? std::function<engine::Result<void>()>()
                    : [folder] { return writeJobs(folder); },
         {{"trace", isMeasured ? "philly_jobs" : "generated"}}},
    };
}

tl::unexpected<engine::Errors> failure(const WaitedFor& row, const ProgramOutput& output) {
    return tl::unexpected(engine::Errors{
        {"CLI-006", fmt::format("The command of bench {} failed: {}", row.name, output.err),
         "Run this command by itself and read its message.", "", "", 0}});
}

}  // namespace

BenchResult benchCommand(const std::string& name, bool showProgress) {
    const auto folder = engine::TemporaryFolder::make(name);
    if (!folder) {
        return tl::unexpected(engine::Errors{folder.error()});
    }
    const std::atomic<bool>& cancel = catchInterrupts();
    Progress progress("bench " + name, showProgress);
    const std::vector<WaitedFor> all = waitedFor(folder->path());
    const WaitedFor& row = *std::find_if(all.begin(), all.end(),
                                         [&](const WaitedFor& each) { return each.name == name; });
    if (row.write) {
        progress.update(0.0, "writing the files that it reads");
        if (auto written = row.write(); !written) {
            return tl::unexpected(engine::Errors{written.error()});
        }
    }
    std::vector<Words> commands = row.before;
    commands.push_back(row.command);
    ProgramOutput output;
    double done = 0.0;
    for (Words& command : commands) {
        progress.update(done++ / static_cast<double>(commands.size()), command.front());
        command.insert(command.begin(), thisProgram());
        auto ended = runProgram(command);
        if (!ended || (ended->code != 0 && !cancel)) {
            return failure(row, ended.value_or(ProgramOutput{}));
        }
        output = std::move(*ended);
    }
    progress.finish();
    Json result = {{"name", name},
                   {"wall_s", output.wallS},
                   {"cpu_s", output.cpuS},
                   {"peak_mb", output.peakMb}};
    if (name == "readings") {
        result["readings_per_s"] = kReadings / output.wallS;
    }
    if (row.more.is_object()) {
        result.update(row.more);
    }
    result["cancelled"] = cancel.load();
    return result;
}

}  // namespace headroom::app
