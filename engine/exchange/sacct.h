// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/job_trace.h"

#include <filesystem>
#include <string_view>

namespace headroom::engine {

/// Whether a text is what `sacct --parsable` or `--parsable2` prints: fields between bars, JobID and Submit in the first
/// line.
bool looksLikeSacct(std::string_view text);

/// Slurm's accounting as a job trace, for instance of
///   sacct --allusers --parsable2 --format=JobID,User,JobName,Submit,Start,End,ElapsedRaw,AllocTRES,State,TimelimitRaw
/// Accelerators are gres/gpu of AllocTRES (else ReqTRES); typed ones (gres/gpu:a100) are counted where the plain count
/// is missing. Run time is ElapsedRaw, else Elapsed ([days-]hh:mm:ss), else End less Start. Times of submission count
/// from the first. Steps of jobs (12.batch), jobs that never started or ended, and jobs without an accelerator are left
/// out, and told in the notes.
/// TRC-001: no column JobID, Submit, a run time or AllocTRES. TRC-002: a time that is none. At most 20 errors.
ResultAll<JobTrace> readSacct(const std::filesystem::path& path, std::string_view text);

}  // namespace headroom::engine
