// SPDX-License-Identifier: Apache-2.0
#include "engine/border/formats.h"
#include "engine/border/instant_text.h"
#include "engine/border/quantities.h"
#include "engine/exchange/cluster_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using PbsFields = std::map<std::string, std::string, std::less<>>;

/// One job, with the fields of all of its records; later ones replace earlier ones.
struct PbsJob {
    std::string id;
    PbsFields fields;
    bool hasBegun = false, hasEnded = false, isDeleted = false;
    int line = 0;  ///< of its last record
};

/// "03/01/2026 10:00:00;E;1234.server;": the parts of a record in front of its message.
constexpr std::size_t kPbsStamp = 19, kPbsMessage = 22;

/// "key=value key=value …"; a word without "=" belongs to the value before it.
void takePbsFields(std::string_view message, PbsFields& fields) {
    std::string* last = nullptr;
    for (std::size_t at = message.find_first_not_of(' '); at < message.size();) {
        const std::size_t end = std::min(message.find(' ', at), message.size());
        const std::string_view word = message.substr(at, end - at);
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos && equals > 0) {
            last = &fields
                        .insert_or_assign(std::string(word.substr(0, equals)),
                                          std::string(word.substr(equals + 1)))
                        .first->second;
        } else if (last != nullptr) {
            *last += ' ';
            *last += word;
        }
        at = message.find_first_not_of(' ', end);
    }
}

std::string pbsField(const PbsFields& fields, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto found = fields.find(name);
        if (found != fields.end() && !found->second.empty()) {
            std::string value = found->second;
            std::replace(value.begin(), value.end(), '|', ' ');
            return value;
        }
    }
    return {};
}

/// Accelerators of "2:ncpus=32:ngpus=4+1:ncpus=8", "(n1:ngpus=4)+(n2:ngpus=4)" and "2:ppn=8:gpus=4": chunks, each with a
/// number of nodes (1 where a name is in front) and accelerators of a node.
double chunkAccelerators(std::string_view chunks) {
    double sum = 0.0;
    for (std::size_t at = 0; at <= chunks.size();) {
        const std::size_t end = std::min(chunks.find('+', at), chunks.size());
        std::string_view chunk = chunks.substr(at, end - at);
        at = end + 1;
        while (chunk.starts_with('(')) {
            chunk.remove_prefix(1);
        }
        const double nodes = readNumber(chunk.substr(0, chunk.find(':'))).value_or(1.0);
        for (const std::string_view name : {":ngpus=", ":gpus="}) {
            const std::size_t found = chunk.find(name);
            if (found != std::string_view::npos) {
                const std::string_view rest = chunk.substr(found + name.size());
                sum += nodes * readNumber(rest.substr(0, rest.find_first_of(":)"))).value_or(0.0);
                break;
            }
        }
    }
    return sum;
}

/// Assigned accelerators where the record states them, otherwise requested ones.
double acceleratorsOf(const PbsFields& fields) {
    const std::string assigned = pbsField(fields, {"exec_gpus"});
    if (!assigned.empty()) {
        return 1.0 + static_cast<double>(std::count(assigned.begin(), assigned.end(), '+'));
    }
    const double placed = chunkAccelerators(pbsField(fields, {"exec_vnode"}));
    if (placed > 0.0) {
        return placed;
    }
    const auto asked = readNumber(pbsField(fields, {"Resource_List.ngpus", "Resource_List.gpus"}));
    return asked
               ? *asked
               : chunkAccelerators(pbsField(fields, {"Resource_List.select", "Resource_List.nodes",
                                                     "Resource_List.neednodes"}));
}

std::string_view stateOf(const PbsJob& job) {
    if (!job.hasEnded) {
        return job.isDeleted ? "CANCELLED" : job.hasBegun ? "RUNNING" : "PENDING";
    }
    constexpr std::string_view kOverWalltime = "-29";  // PBS_EXIT of JOB_EXEC_KILL_WALLTIME
    const std::string status = pbsField(job.fields, {"Exit_status"});
    return status == "0" || status.empty() ? "COMPLETED"
           : status == kOverWalltime       ? "TIMEOUT"
                                           : "FAILED";
}

std::string sacctRow(const PbsJob& job) {
    const PbsFields& fields = job.fields;
    const double accelerators = acceleratorsOf(fields);
    const auto cells = std::to_array<std::string>(
        {job.id.substr(0, job.id.find('.')),  // without the server; sacct writes steps behind a dot
         pbsField(fields, {"jobname"}), pbsField(fields, {"account", "group", "user"}),
         pbsField(fields, {"qtime", "ctime", "etime"}),
         job.hasBegun || job.hasEnded ? pbsField(fields, {"start"}) : std::string(),
         job.hasEnded ? pbsField(fields, {"end"}) : std::string(), std::string(stateOf(job)),
         accelerators > 0.0 ? fmt::format("gres/gpu={:.0f}", accelerators) : std::string(),
         pbsField(fields, {"Resource_List.walltime"})});
    return fmt::format("{}\n", fmt::join(cells, "|"));
}

}  // namespace

bool isPbsRecords(std::string_view text) {
    return isPbsRecord(text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())));
}

std::string sacctOfPbsRecords(std::string_view text) {
    std::vector<PbsJob> jobs;
    std::map<std::string, std::size_t, std::less<>> places;
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(text.substr(at, end - at));
        at = end + 1;
        ++number;
        if (!isPbsRecord(line)) {
            continue;
        }
        const char kind = line[kPbsStamp + 1];
        const std::size_t semicolon = line.find(';', kPbsMessage);
        if (std::string_view("QSEADR").find(kind) == std::string_view::npos ||
            semicolon == std::string_view::npos) {
            continue;  // licences, reservations, the start of the server
        }
        const std::string id(line.substr(kPbsMessage, semicolon - kPbsMessage));
        const auto [place, isNew] = places.emplace(id, jobs.size());
        if (isNew) {
            jobs.emplace_back().id = id;
        }
        PbsJob& job = jobs[place->second];
        job.line = number;
        takePbsFields(line.substr(semicolon + 1), job.fields);
        job.hasBegun = kind == 'S' || kind == 'E' || (job.hasBegun && kind != 'R');
        job.hasEnded = kind == 'E' || (job.hasEnded && kind != 'R' && kind != 'S');
        job.isDeleted = job.isDeleted || kind == 'A' || kind == 'D';
    }
    std::string table = "JobID|JobName|Account|Submit|Start|End|State|AllocTRES|Timelimit\n";
    // Blank lines put each row on the line of its last record, so that messages name the place in the log. The names take the
    // first line, and a record there the second.
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const PbsJob& a, const PbsJob& b) { return a.line < b.line; });
    int line = 2;
    for (const PbsJob& job : jobs) {
        for (; line < job.line; ++line) {
            table += '\n';
        }
        table += sacctRow(job);
        ++line;
    }
    return table;
}

}  // namespace headroom::engine
