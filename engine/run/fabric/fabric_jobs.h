// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/traffic.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "models/workload/training_step.h"

#include <array>
#include <cstdint>
#include <vector>

/// Traffic of a job on the fabrics: classes of traffic at its real placement.
namespace headroom::engine {

enum class JobPhase : std::uint8_t {
    Data,        ///< gradients and weights among the copies of a stage
    Tensor,      ///< all-reduces of tensor parallelism beyond the scale-up domain
    Pipeline,    ///< activations and their gradients between stages
    Generic,     ///< a job without a plan: a ring
    Checkpoint,  ///< shards to the parallel file system, behind the computing
    Read,        ///< training data, fetched ahead all the time
    Wan          ///< gradients between sites
};

struct JobClass {
    JobPhase phase = JobPhase::Data;
    TrafficClass traffic;
    double lineBytesPerS = 0.0;   ///< of one adapter of those that send
    double wholeBytesPerS = 0.0;  ///< of it with nothing in the way: a share of 1
};

/// Rates of a job: of its data, tensor and pipeline phases and its reads; bytes/s to storage and between sites; the share
/// of its step that this costs.
using JobShares = std::array<double, 7>;

struct JobTraffic {
    std::int32_t job = -1;  ///< index into State::jobs
    std::vector<JobClass> classes;
    std::vector<std::int32_t> fabrics;  ///< that it is on, ascending
    double adapters = 1.0;              ///< its slowest adapter over that as built
    int endpoints = 0;
    models::TrainingStep whole;  ///< with nothing in its way; as setDemands found it
    JobShares was{};             ///< before the present solution
};

/// The shared storage of a facility as a party to traffic: three more bundles behind those of the
/// network. The last one carries operations, not bytes. Local drives and replicas in
/// memory are not in it: nothing of them crosses a network.
struct StoragePort {
    std::int32_t readBundle = -1, writeBundle = -1;    ///< -1 if there is none
    std::int32_t metadataBundle = -1;                  ///< -1 means without limit
    double readBytesPerS = 0.0, writeBytesPerS = 0.0;  ///< of all servers
    double metadataPerS = 0.0;                         ///< operations; 0 if not stated
    std::vector<std::vector<std::int32_t>> endpoints;  ///< by fabric: servers that join it
};

StoragePort storagePortOf(const Plant& plant);

/// Classes of a job on its servers in the order in which it numbers them. Ranks are placed tensor
/// first, then data, then stages; collectives run by rail: adapter r of a server (or of a scale-up
/// domain of several servers) talks to adapter r of the next.
///
/// Assumption: a job's servers fill scale-up domains in order, as the scheduler gives them out.
/// Demands and duties are set by setDemands.
JobTraffic trafficOfJob(const Plant& plant, const State& state, JobIndex job,
                        const StoragePort& storage);

/// The job with nothing in its way on the network.
Job unhindered(const Job& job, const JobTraffic& traffic);

/// Demands and duties of the classes for the shares that the job gets now. A phase asks for what
/// its bytes need while it is under way (at most the line rate), and is under way for its share of
/// the step; a checkpoint for the share of its interval in which it is written.
void setDemands(const Plant& plant, const Job& job, JobTraffic& traffic);

/// The same where nothing but the job's shares has changed since. Whether demands or duties did.
bool refreshDuties(const Plant& plant, const Job& job, JobTraffic& traffic);

}  // namespace headroom::engine
