// SPDX-License-Identifier: Apache-2.0
#include "engine/run/fabric/fabric_jobs.h"

#include "engine/plant/index.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_rate.h"
#include "models/network/wan.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::engine {

namespace {

/// A job's plan on one fabric, in adapters and scale-up domains.
struct Placement {
    std::vector<std::int32_t> endpoint;  ///< domain major: domain, adapter within it
    int domains = 0;
    int rails = 0;   ///< adapters of a domain
    int stages = 1;  ///< pipeline stages; each has domains / stages domains
    int tensor = 1;  ///< domains that share a tensor-parallel group

    std::int32_t at(int domain, int rail) const {
        return endpoint[static_cast<std::size_t>(domain * rails + rail)];
    }
};

Placement placementOf(const FabricNetwork& network, const std::vector<int>& servers,
                      int serversPerDomain) {
    Placement p;
    const int nics = network.serverEndpoints[at(servers.front())];
    const int each = std::max(1, serversPerDomain);
    p.rails = nics * each;
    p.domains = static_cast<int>(servers.size()) / each;
    p.endpoint.reserve(at(p.domains * p.rails));
    for (int s = 0; s < p.domains * each; ++s) {
        const ServerIndex server(servers[at(s)]);
        const std::int32_t first = network.serverFirstEndpoint[at(server)];
        const int has = std::max(1, network.serverEndpoints[at(server)]);
        for (int n = 0; n < nics; ++n) {
            // A server with fewer adapters than the first is in with those that it has.
            p.endpoint.push_back(first + (n < has ? n : n % has));
        }
    }
    return p;
}

/// Endpoints so that groups follow each other: members of a group are `step` domains apart.
std::vector<std::int32_t> groupsOf(const Placement& p, int from, int domains, int step) {
    std::vector<std::int32_t> out;
    for (int rail = 0; rail < p.rails; ++rail) {
        for (int first = 0; first < step; ++first) {
            for (int d = first; d < domains; d += step) {
                out.push_back(p.at(from + d, rail));
            }
        }
    }
    return out;
}

void append(std::vector<std::int32_t>& to, const std::vector<std::int32_t>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

/// Both directions of a pair pattern, half of the bytes each.
TrafficClass bothWays(const FabricNetwork& network, int fabric, TrafficPlan plan,
                      const std::vector<std::int32_t>& endpoints) {
    TrafficClass there = trafficOf(network, fabric, plan, endpoints);
    plan.stride = -plan.stride;
    const TrafficClass back = trafficOf(network, fabric, plan, endpoints);
    std::map<std::int32_t, double> sum;
    for (std::size_t i = 0; i < there.bundle.size(); ++i) {
        sum[there.bundle[i]] += 0.5 * there.load[i];
    }
    for (std::size_t i = 0; i < back.bundle.size(); ++i) {
        sum[back.bundle[i]] += 0.5 * back.load[i];
    }
    there.bundle.clear();
    there.load.clear();
    for (const auto& [bundle, load] : sum) {
        there.bundle.push_back(bundle);
        there.load.push_back(load);
    }
    return there;
}

class Builder {
  public:
    Builder(const Plant& plant, const Job& job, const StoragePort& storage, JobTraffic& out)
        : plant_(plant), network_(*plant.fabric), job_(job), storage_(storage), out_(out) {}

    void add(int fabric, const std::vector<int>& servers) {
        if (job_.training < 0 && !(communicationShare(plant_, job_) > 0.0)) {
            return;  // it sends nothing
        }
        const PlantPool& pool = plant_.pools[at(job_.pool)];
        const int a = std::max(1, pool.acceleratorsPerServer);
        Placement p = placementOf(network_, servers, std::max(1, pool.spec.scaleUpDomain / a));
        fabric_ = fabric;
        if (job_.training >= 0) {
            const models::TrainingJobSpec& spec = plant_.training[at(job_.training)].spec;
            const int domain = std::max(pool.spec.scaleUpDomain, a);
            p.stages = std::max(1, spec.pipelineParallel);
            p.tensor = std::max(1, spec.tensorParallel / domain);
            if (p.domains % (p.stages * p.tensor) != 0) {
                p.stages = p.tensor = 1;  // stages that share domains: as one group
            }
            training(p);
        } else if (p.domains > 1) {
            keep(JobPhase::Generic, ring(groupsOf(p, 0, p.domains, 1), p.domains));
        }
        if (job_.training >= 0) {
            toStorage(servers);
        }
    }

    /// Between sites: what the lines carry, one way and back.
    void wan(const std::vector<std::int32_t>& fabrics) {
        const int first = network_.firstBundle[network_.fabrics.size()];
        for (std::size_t w = 0; w < network_.wans.size(); ++w) {
            const WanLink& link = network_.wans[w];
            const auto has = [&](int f) {
                return std::find(fabrics.begin(), fabrics.end(), f) != fabrics.end();
            };
            if (has(link.from) && has(link.to)) {
                TrafficClass c;
                c.fabric = link.from;
                c.members = 1;
                c.bundle = {first + 2 * static_cast<int>(w), first + 2 * static_cast<int>(w) + 1};
                c.load = {1.0, 1.0};
                c.demandBytesPerS = reaches(link);
                keep(JobPhase::Wan, std::move(c));
            }
        }
    }

  private:
    void keep(JobPhase phase, TrafficClass traffic) {
        if (!traffic.bundle.empty()) {
            traffic.job = job_.id;
            const double line = traffic.demandBytesPerS;
            out_.classes.push_back({phase, std::move(traffic), line, line});
        }
    }

    TrafficClass ring(const std::vector<std::int32_t>& endpoints, int groupSize) const {
        TrafficPlan plan;
        plan.groupSize = groupSize;
        return trafficOf(network_, fabric_, plan, endpoints);
    }

    /// Rate of a line by a stream for each server of the job.
    /// Assumption: TCP, as between sites of different owners; each server holds one stream open.
    double reaches(const WanLink& link) const {
        models::WanPath path;
        path.bytesPerS = link.bytesPerS;
        path.roundTripS = 2.0 * link.latencyS;
        path.lossShare = link.lossShare;
        path.streams = std::max(
            1, job_.accelerators / std::max(1, plant_.pools[at(job_.pool)].acceleratorsPerServer));
        return models::wanBytesPerS(path);
    }

    void training(const Placement& p) {
        const int perStage = p.domains / p.stages;
        const int copies = perStage / p.tensor;
        std::vector<std::int32_t> data, tensor, stages;
        for (int stage = 0; stage < p.stages; ++stage) {
            append(data, groupsOf(p, stage * perStage, perStage, p.tensor));
            for (int copy = 0; copy < copies; ++copy) {
                append(tensor, groupsOf(p, stage * perStage + copy * p.tensor, p.tensor, 1));
            }
        }
        append(stages, groupsOf(p, 0, p.domains, perStage));
        if (copies > 1) {
            keep(JobPhase::Data, ring(data, copies));
        }
        if (p.tensor > 1) {
            keep(JobPhase::Tensor, ring(tensor, p.tensor));
        }
        if (p.stages > 1) {
            TrafficPlan plan;
            plan.pattern = TrafficPattern::Pairs;
            plan.groupSize = p.stages;
            keep(JobPhase::Pipeline, bothWays(network_, fabric_, plan, stages));
        }
    }

    /// Shards of all servers to the storage servers, and training data from them.
    void toStorage(const std::vector<int>& servers) {
        if (storage_.writeBundle < 0) {
            return;
        }
        TrafficClass shards = storageClass(servers, TrafficPattern::ToStorage);
        const double members = shards.members;
        shards.bundle.push_back(storage_.writeBundle);
        shards.load.push_back(members);
        keep(JobPhase::Checkpoint, std::move(shards));
        const models::JobProfileSpec& profile = plant_.training[at(job_.training)].profile;
        if (!(profile.readBytesPerToken > 0.0)) {
            return;
        }
        TrafficClass data = storageClass(servers, TrafficPattern::FromStorage);
        data.bundle.push_back(storage_.readBundle);
        data.load.push_back(members);
        if (storage_.metadataBundle >= 0 && profile.readFileBytes > 0.0) {
            data.bundle.push_back(storage_.metadataBundle);
            data.load.push_back(members / profile.readFileBytes);
        }
        keep(JobPhase::Read, std::move(data));
    }

    /// Over this fabric where the storage servers join it, else over the front end, whose only
    /// limits are the servers.
    TrafficClass storageClass(const std::vector<int>& servers, TrafficPattern pattern) const {
        TrafficClass c;
        const std::vector<std::int32_t>& endpoints = storage_.endpoints[at(fabric_)];
        double line = network_.fabrics[at(fabric_)].adapterBytesPerS;
        if (!endpoints.empty()) {
            std::vector<std::int32_t> clients;
            for (const int server : servers) {
                for (int n = 0; n < network_.serverEndpoints[at(server)]; ++n) {
                    clients.push_back(network_.serverFirstEndpoint[at(server)] + n);
                }
            }
            TrafficPlan plan;
            plan.pattern = pattern;
            plan.storage = endpoints;
            c = trafficOf(network_, fabric_, plan, clients);
        } else {
            c.fabric = fabric_;
            c.pattern = pattern;
            c.members = static_cast<int>(servers.size());
            const double frontEnd = network_.serverFrontEndBytesPerS[at(servers.front())];
            line = std::isnan(frontEnd) ? line * network_.serverEndpoints[at(servers.front())]
                                        : frontEnd;
        }
        c.demandBytesPerS = line;
        return c;
    }

    const Plant& plant_;
    const FabricNetwork& network_;
    const Job& job_;
    const StoragePort& storage_;
    JobTraffic& out_;
    int fabric_ = 0;
};

}  // namespace

StoragePort storagePortOf(const Plant& plant) {
    StoragePort port;
    port.endpoints.resize(plant.fabric->fabrics.size());
    for (const StorageJoin& join : plant.fabric->storage) {
        if (join.system.kind == models::StorageKind::LocalNvme ||
            join.system.kind == models::StorageKind::MemoryReplica ||
            join.system.kind == models::StorageKind::CxlMemory) {
            continue;
        }
        port.readBytesPerS += join.readBytesPerS;
        port.writeBytesPerS += join.writeBytesPerS;
        port.metadataPerS += std::isnan(join.metadataPerS) ? 0.0 : join.metadataPerS;
        for (std::int32_t e = 0; join.fabric >= 0 && e < join.endpoints; ++e) {
            port.endpoints[at(join.fabric)].push_back(join.firstEndpoint + e);
        }
    }
    if (port.readBytesPerS > 0.0 || port.writeBytesPerS > 0.0) {
        port.readBundle = plant.fabric->bundles();
        port.writeBundle = port.readBundle + 1;
        port.metadataBundle = port.metadataPerS > 0.0 ? port.readBundle + 2 : -1;
    }
    return port;
}

JobTraffic trafficOfJob(const Plant& plant, const State& state, JobIndex index,
                        const StoragePort& storage) {
    const Job& job = state.jobs[at(index)];
    const FabricNetwork& network = *plant.fabric;
    JobTraffic out;
    out.job = index;
    std::map<int, std::vector<int>> byFabric;
    forEachServer(plant, state, job, [&](ServerIndex server) {
        const int fabric = network.serverFabric[at(server)];
        if (fabric >= 0 && network.serverEndpoints[at(server)] > 0 &&
            network.fabrics[at(fabric)].topology) {
            byFabric[fabric].push_back(server);
            out.endpoints += network.serverEndpoints[at(server)];
        }
    });
    Builder builder(plant, job, storage, out);
    for (const auto& [fabric, servers] : byFabric) {
        out.fabrics.push_back(fabric);
        builder.add(fabric, servers);
    }
    if (out.fabrics.size() > 1) {
        builder.wan(out.fabrics);
    }
    return out;
}

Job unhindered(const Job& job, const JobTraffic& traffic) {
    Job free = job;
    free.dataShare = free.tensorShare = free.pipelineShare = 1.0;
    free.readTokensPerS = 0.0;
    free.sites = static_cast<std::int32_t>(traffic.fabrics.size());
    for (const JobClass& c : traffic.classes) {
        if (c.phase == JobPhase::Wan) {
            free.wanBytesPerS = c.wholeBytesPerS;
        }
    }
    return free;
}

namespace {

/// Nothing is in its way: its step is that of unhindered().
bool isFree(const Job& job, const JobTraffic& traffic) {
    return job.dataShare == 1.0 && job.tensorShare == 1.0 && job.pipelineShare == 1.0 &&
           traffic.fabrics.size() == 1 && job.sites == 1;
}

}  // namespace

void setDemands(const Plant& plant, const Job& job, JobTraffic& traffic) {
    if (job.training >= 0) {
        traffic.whole = trainingStepOf(plant, unhindered(job, traffic));
    }
    refreshDuties(plant, job, traffic);
}

bool refreshDuties(const Plant& plant, const Job& job, JobTraffic& traffic) {
    const models::TrainingStep& whole = traffic.whole;
    models::TrainingStep step;
    if (job.training >= 0) {
        step = isFree(job, traffic) ? whole : trainingStepOf(plant, job);
    }
    bool changed = false;
    const double each = static_cast<double>(job.accelerators) / std::max(1, traffic.endpoints);
    for (JobClass& c : traffic.classes) {
        TrafficClass& t = c.traffic;
        const double line = c.lineBytesPerS;
        const double duty = t.duty, demand = t.demandBytesPerS;
        // Demand of a phase on an adapter while it is under way, and its present duration.
        const auto phase = [&](double outBytes, double wholeS, double busyS) {
            c.wholeBytesPerS = wholeS > 0.0 ? std::min(line, outBytes * each / wholeS) : 0.0;
            t.duty = step.stepS > 0.0 ? std::clamp(busyS / step.stepS, 0.0, 1.0) : 0.0;
        };
        switch (c.phase) {
            case JobPhase::Data:
                phase(whole.dataOutBytes, whole.dataBusyS, step.dataBusyS);
                break;
            case JobPhase::Tensor:
                phase(whole.tensorOutBytes, whole.tensorBusyS, step.tensorBusyS);
                break;
            case JobPhase::Pipeline:
                phase(whole.pipelineOutBytes, whole.pipelineBusyS, step.pipelineBusyS);
                break;
            case JobPhase::Generic: {
                // Sending takes 1 / share as long, so that it fills more of the time.
                const double sends = communicationShare(plant, job);
                const double busy = sends / std::max(job.dataShare, 1e-6);
                c.wholeBytesPerS = line;
                t.duty = busy / (1.0 - sends + busy);
                break;
            }
            case JobPhase::Checkpoint: {
                const double bytes = plant.training[at(job.training)].checkpointBytes;
                const double rate =
                    job.storageBytesPerS > 0.0 ? job.storageBytesPerS : line * t.members;
                c.wholeBytesPerS = line;
                const double everyS = job.storeEveryS > 0.0 ? job.storeEveryS : job.checkpointS;
                t.duty = std::min(1.0, bytes / (rate * std::max(1.0, everyS)));
                break;
            }
            case JobPhase::Read: {
                // Fetched ahead, evenly over the time, as fast as it would train; each site its
                // part.
                const double bytes = plant.training[at(job.training)].profile.readBytesPerToken;
                const double sites = static_cast<double>(traffic.fabrics.size());
                c.wholeBytesPerS = whole.tokensPerS * bytes / (sites * t.members);
                t.duty = 1.0;
                break;
            }
            case JobPhase::Wan:
                t.duty = step.stepS > 0.0 ? std::min(1.0, step.wanBusyS / step.stepS) : 0.0;
                break;
        }
        if (c.phase != JobPhase::Wan) {
            t.demandBytesPerS = std::min(c.wholeBytesPerS, line * traffic.adapters);
        }
        changed = changed || t.duty != duty || t.demandBytesPerS != demand;
    }
    return changed;
}

}  // namespace headroom::engine
