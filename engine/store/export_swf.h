// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/store/recording.h"

#include <string>

namespace headroom::engine {

/// The jobs of a recording as a trace in Standard Workload Format 2.2, which other simulators of schedulers and
/// readJobTrace() read: a line a job in the order of submission, whole seconds after the start, accelerators as processors. Source:
/// Feitelson, Parallel Workloads Archive, definition 2.2.
///   3 wait     until it first held accelerators; -1 if it never did
///   4 run      all that it held accelerators, restarts included; at least 1; -1 if it never did
///   5 allocated  the most that it held; 8 requested
///   11 status  1 completed, 0 ended otherwise, -1 under way or waiting at the end of the recording
///   12 user    its tenant's number, 16 partition its accelerator's: comments of the header name them
/// Errors of reading the recording. STO-014: it has no jobs.
Result<std::string> swfText(const Recording& recording);

}  // namespace headroom::engine
