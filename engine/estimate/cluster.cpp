// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/cluster.h"

#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/estimate/training_rules.h"
#include "engine/resolve/design.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kMostAccelerators = 1e7;

template <class Spec>
std::string nearestPart(const Catalogue& catalogue, const std::string& word) {
    std::vector<std::string> ids;
    for (const CatalogueEntry* entry : catalogue.entriesOf(Spec::type().id)) {
        ids.push_back(entry->id);
    }
    const std::string near = nearest(word, ids);
    return near.empty() ? "" : "Did you mean " + near + "? ";
}

Error estimateError(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

/// Links by the kind of accelerator, unless they are known already.
Result<void> addLinks(EstimateCluster& cluster, const Catalogue& catalogue) {
    const AcceleratorRule* rule = acceleratorRule(cluster.acceleratorId);
    if (rule == nullptr && (cluster.scaleUp == nullptr || cluster.scaleOut == nullptr)) {
        return tl::unexpected(
            estimateError("EST-005", "the links of " + cluster.acceleratorId + " are not known",
                          "Estimate it in a project, whose fabric names them."));
    }
    if (cluster.scaleUp == nullptr) {
        cluster.scaleUpId = rule->scaleUp;
        cluster.scaleUp = catalogue.spec<models::InterconnectSpec>(cluster.scaleUpId);
    }
    if (cluster.scaleOut == nullptr) {
        cluster.scaleOutId = rule->scaleOut;
        cluster.scaleOut = catalogue.spec<models::InterconnectSpec>(cluster.scaleOutId);
        cluster.notes.push_back("Network between servers: " + cluster.scaleOutId +
                                ", non-blocking, as usual with this accelerator.");
    }
    cluster.library = catalogue.spec<models::CollectiveLibrarySpec>("nccl");
    if (cluster.scaleUp == nullptr || cluster.scaleOut == nullptr || cluster.library == nullptr) {
        return tl::unexpected(
            estimateError("EST-005", "the catalogue lacks the links of " + cluster.acceleratorId,
                          "Check that the data folder is complete."));
    }
    const int domain = std::max(1, cluster.accelerator->scaleUpDomain);
    if (cluster.accelerators > domain && !(cluster.accelerator->scaleOutBytesPerS > 0.0)) {
        return tl::unexpected(
            estimateError("EST-007",
                          cluster.acceleratorId + " states no rate to other servers, and " +
                              std::to_string(cluster.accelerators) + " of them are more than the " +
                              std::to_string(domain) + " that its own links join",
                          "Take at most " + std::to_string(domain) +
                              ", or state scaleout_gbps in the catalogue."));
    }
    return {};
}

}  // namespace

models::RankNetwork EstimateCluster::network() const {
    return {scaleUp,
            scaleOut,
            library,
            accelerator->scaleUpBytesPerS > 0.0 ? accelerator->scaleUpBytesPerS : 0.0,
            accelerator->scaleOutBytesPerS > 0.0 ? accelerator->scaleOutBytesPerS : 0.0,
            networkReduces};
}

double EstimateCluster::powerW(double activity) const {
    const double chip =
        models::acceleratorPowerW(*accelerator, activity, 1.0, accelerator->referenceC);
    if (server == nullptr) {
        return chip;
    }
    // Fans at the speed that the heat of this activity asks for.
    const double hostW = models::hostPowerW(*server, activity);
    const double itW = chip * server->accelerators + hostW;
    const double heat = (1.0 - server->liquidFraction) * itW;
    const double full = models::fullFanHeatW(*server, itW);
    const double fanW =
        models::serverFanPowerW(*server, models::serverFanSpeed(*server, heat, full));
    return chip + (hostW + fanW) / server->accelerators;
}

Result<EstimateCluster> clusterOf(const std::string& text, const Catalogue& catalogue) {
    EstimateCluster cluster;
    cluster.name = text;
    const std::size_t at = text.find('@');
    const std::string machines = text.substr(0, at);
    const std::size_t colon = machines.find(':');
    const std::string part = machines.substr(0, colon);
    cluster.server = catalogue.spec<models::ServerSpec>(part);
    cluster.acceleratorId = cluster.server != nullptr ? cluster.server->accelerator : part;
    cluster.accelerator = catalogue.spec<models::AcceleratorSpec>(cluster.acceleratorId);
    if (cluster.accelerator == nullptr) {
        return tl::unexpected(estimateError(
            "EST-001", "\"" + part + "\" is neither a server nor an accelerator of the catalogue",
            nearestPart<models::AcceleratorSpec>(catalogue, part) +
                "headroom-cli catalog lists both; a project is named by its file or folder."));
    }
    const auto count =
        colon == std::string::npos ? std::nullopt : parseNumber(machines.substr(colon + 1));
    if (!count || *count != std::floor(*count) || *count < 1.0 || *count > kMostAccelerators) {
        return tl::unexpected(
            estimateError("EST-002", "\"" + text + "\" says not how many accelerators there are",
                          "Write " + part + ":16384 for 16,384 accelerators."));
    }
    cluster.accelerators = static_cast<int>(*count);
    if (at != std::string::npos) {
        cluster.scaleOutId = text.substr(at + 1);
        cluster.scaleOut = catalogue.spec<models::InterconnectSpec>(cluster.scaleOutId);
        if (cluster.scaleOut == nullptr ||
            cluster.scaleOut->scope != models::InterconnectScope::ScaleOut) {
            return tl::unexpected(estimateError(
                "EST-003", "\"" + cluster.scaleOutId + "\" is no interconnect between servers",
                nearestPart<models::InterconnectSpec>(catalogue, cluster.scaleOutId) +
                    "headroom-cli catalog interconnect lists them."));
        }
    }
    if (const auto links = addLinks(cluster, catalogue); !links) {
        return tl::unexpected(links.error());
    }
    if (cluster.server == nullptr) {
        cluster.notes.push_back(
            "Power is that of the accelerators alone: name a server to count hosts and fans.");
    }
    return cluster;
}

Result<EstimateCluster> clusterOf(const Project& project, const std::string& accelerator,
                                  const Catalogue& catalogue) {
    const Design design = designOf(project, catalogue);
    std::string chosen = accelerator;
    if (chosen.empty() && design.accelerators.size() == 1) {
        chosen = design.accelerators.begin()->first;
    }
    const auto found = design.accelerators.find(chosen);
    if (found == design.accelerators.end()) {
        std::string kinds;
        for (const auto& [id, count] : design.accelerators) {
            kinds += (kinds.empty() ? "" : ", ") + id;
        }
        return tl::unexpected(estimateError(
            "EST-004",
            chosen.empty() ? "the project has " +
                                 (kinds.empty() ? "no accelerators" : "several kinds: " + kinds)
                           : "the project has no " + chosen,
            kinds.empty() ? "Add racks." : "Choose one with --accelerator: " + kinds + "."));
    }
    EstimateCluster cluster;
    cluster.name = plainText(project.file.string());
    cluster.acceleratorId = chosen;
    cluster.accelerator = catalogue.spec<models::AcceleratorSpec>(chosen);
    cluster.accelerators = static_cast<int>(found->second);
    std::string fabric;
    for (const DesignBlock& block : design.blocks) {
        if (block.server->accelerator == chosen) {
            cluster.server = block.server;
            fabric = block.spec.fabric;
            break;
        }
    }
    for (const DesignFabric& f : design.fabrics) {
        if (f.object->id == fabric) {
            cluster.scaleUp = f.scaleUp;
            cluster.scaleOut = f.scaleOut;
            cluster.scaleUpId = f.spec.scaleUp;
            cluster.scaleOutId = f.spec.scaleOut;
            cluster.networkReduces = f.spec.inNetworkReduction;
            cluster.hostStaging = f.spec.transport == models::FabricTransport::HostStaging;
            if (f.spec.oversubscription > 1.0) {
                cluster.notes.push_back(
                    "The fabric is oversubscribed; the estimate takes the adapters' full rate, "
                    "a run finds what the fabric gives.");
            }
        }
    }
    if (const auto links = addLinks(cluster, catalogue); !links) {
        return tl::unexpected(links.error());
    }
    return cluster;
}

}  // namespace headroom::engine
