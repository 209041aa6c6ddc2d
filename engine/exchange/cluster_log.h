// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/job_trace.h"

#include <filesystem>
#include <string>
#include <string_view>

/// What the schedulers of clusters tell of jobs that ran: read by readJobTrace(), which says what is an error.
namespace headroom::engine {

/// What `sacct --parsable2` prints, with its header. Columns Submit, Start, End, and AllocTRES or ReqTRES, in which gres/gpu says how
/// many accelerators; taken where they are: JobID, JobName, Account or User, TimelimitRaw, Priority. Times count from the first
/// submission. Steps of jobs (12.batch), jobs without an accelerator, and those that have not ended are left out, which is noted.
/// Source: Slurm, sacct(1), 23.02.
ResultAll<JobTrace> sacctTrace(const std::filesystem::path& path, std::string_view text);

/// Whether a text begins with such a header.
bool looksLikeSacct(std::string_view text);

/// What `kubectl get pods,events -A -o json` prints: a list of Pods, Events or both. A pod asks for accelerators by its resources
/// ("…/gpu"); it was submitted when it was created, ran from when it was scheduled (or started) to when its last container
/// ended, by its status or by events of its name. Pods of one job (an owner whose kind ends with Job) are one gang:
/// together as large, from the last start to the last end. Tenants are namespaces. Pods without an accelerator, such as run on, and
/// events of pods that are not in the list are left out, which is noted. Source: Kubernetes API, v1.
ResultAll<JobTrace> kubernetesTrace(const std::filesystem::path& path, const std::string& text);

/// Whether a text is JSON.
bool looksLikeKubernetes(std::string_view text);

}  // namespace headroom::engine
