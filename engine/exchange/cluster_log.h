// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/table_text.h"
#include "engine/exchange/job_trace.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>

/// The formats of job logs, one reader each. readJobTrace() chooses, and states the errors. Jobs without an accelerator, and
/// jobs that have not ended, are left out with a note in all of them.
namespace headroom::engine {

/// A table with the columns that `spec` names, or whose heads are known: times of submission, start and end, run times,
/// accelerators. Tables known by name: Helios, Acme, Alibaba's PAI and openb, tasks of OpenDC.
ResultAll<JobTrace> jobTable(TableReader& table, const models::JobTraceSpec& spec,
                             const LogReading& reading);

/// The text of sacct: columns Submit, Start, End, and AllocTRES or ReqTRES (or AllocGRES of old versions), in which gres/gpu, also
/// with a kind behind it, says how many accelerators; taken if they are there: JobID or JobIDRaw, JobName, Account or User, Timelimit or
/// TimelimitRaw, Priority. Steps of jobs (12.batch, 12.0) are not jobs. Components of a heterogeneous job (12+0, 12+1) are one
/// gang. Times may be epochs. Source: Slurm 24.05, sacct(1).
ResultAll<JobTrace> sacctTable(TableReader& table, const LogReading& reading);
bool isSacctTable(const TableHead& head);

/// Records of jobs as `scontrol show job` prints them (blocks of lines, or a line each with -o), and as the plug-in
/// jobcomp/filetxt writes them: "JobId=5 UserId=… SubmitTime=… TRES=…". The second makes a table of sacct of them, one row a
/// record. Source: Slurm 24.05, scontrol(1), slurm.conf(5) JobCompType.
bool isSlurmRecords(std::string_view text);
std::string sacctOfRecords(std::string_view text);

/// Accounting records of PBS Professional, OpenPBS and TORQUE: "03/01/2026 10:00:00;E;1234.server;user=… qtime=… start=… end=…
/// Resource_List.ngpus=16 …". The second makes a table of sacct of them, one row a job. Accelerators are those of exec_gpus or
/// exec_vnode, otherwise those requested. Source: PBS Professional 2022.1 Reference Guide, RG-4.3; TORQUE 6.1 Administrator Guide, 10.1.
bool isPbsRecords(std::string_view text);
std::string sacctOfPbsRecords(std::string_view text);

/// The JSON of sacct, squeue and slurmrestd: a list "jobs". Source: Slurm 24.05, data_parser v0.0.40 to v0.0.42.
ResultAll<JobTrace> sacctJson(const std::filesystem::path& path, const nlohmann::json& root);
bool isSacctJson(const nlohmann::json& root);

/// The JSON that `kubectl get pods,events,resourceclaims -A -o json` prints: a list of Pods, Events, ResourceClaims. A pod asks for
/// accelerators by resources of device plugins or by claims. It was submitted when it was created, ran from when it was scheduled (or
/// started) to when its last container ended, by its status or by events of its name. Pods of one group (LeaderWorkerSet, JobSet,
/// RayCluster, PyTorchJob, MPIJob, Job, pod groups of Kueue, Volcano and scheduler plug-ins) are one gang: together as large, from
/// the last start to the last end. Tenants are namespaces. Source: Kubernetes API, v1.
ResultAll<JobTrace> kubernetesTrace(const std::filesystem::path& path, const nlohmann::json& root);
bool isKubernetes(const nlohmann::json& root);

/// The JSON of Microsoft's Philly traces: jobs with their attempts. A job is as large as its largest attempt and runs as long as all
/// of them together. Source: msr-fiddle/philly-traces.
ResultAll<JobTrace> phillyTrace(const std::filesystem::path& path, const nlohmann::json& root);
bool isPhilly(const nlohmann::json& root);

/// Standard Workload Format: 18 fields a line, comments behind ';', -1 for unknown. Processors allocated, or else requested, over
/// `spec.processorsPerAccelerator`, rounded up. Source: Feitelson, Parallel Workloads Archive, definition 2.2.
ResultAll<JobTrace> swfTrace(const std::filesystem::path& path, TextWindow& window,
                             const models::JobTraceSpec& spec, const LogReading& reading);

}  // namespace headroom::engine
