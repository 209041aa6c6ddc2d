// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Which format a file has, told by its name and its beginning. One row a format in formats.cpp: to add one,
/// add a row there, and a row with its reader in engine/explain/explain.cpp.
namespace headroom::engine {

/// Mark by which a format is recognised.
struct ShownText {
    std::string_view name;   ///< file name in lower case, without ".gz"
    std::string_view begin;  ///< the first 64 KiB, decoded (text_encoding.h)
};

struct KnownFormat {
    std::string_view id;     ///< "sacct-json"
    std::string_view words;  ///< "the JSON output of sacct"
    std::string_view use;    ///< command that reads it: "run PROJECT --weather FILE"
    bool (*shows)(const ShownText& shown);
};

/// Null if no format is recognised.
const KnownFormat* formatOf(std::string_view fileName, std::string_view text);

/// Whether cells are a row of the task table of Alibaba's PAI, which is published without names of columns: job, task, inst_num,
/// status, start_time, end_time, plan_cpu, plan_mem, plan_gpu, gpu_type.
bool isPaiTask(std::span<const std::string> cells);

/// Whether a line is an accounting record of PBS or TORQUE: "03/01/2026 10:00:00;E;1234.server;…".
bool isPbsRecord(std::string_view line);

/// "This is the JSON output of sacct. Read it with …"; empty if no format is recognised, or if it is `expected`.
std::string otherFormatWords(std::string_view fileName, std::string_view text,
                             std::string_view expected);

}  // namespace headroom::engine
