// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/collective_case.h"

#include "engine/estimate/link_text.h"
#include "engine/estimate/training_rules.h"
#include "models/compute/rank_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace headroom::engine {

namespace {

// Beyond these a cell is a slip of the pen: 10 million ranks, 1 EB, 12 days.
constexpr double kMostRanks = 1e7;
constexpr double kMostBytes = 1e18;
constexpr double kMost = 1e12;   ///< of microseconds, GB/s and per cent
constexpr double kLeast = 1e-6;  ///< of what must be above zero

struct CollectiveWord {
    std::string_view
        word;  ///< letters and digits alone: "all_reduce", "AllReduce" and "all-reduce" are one
    models::Collective collective;
};

constexpr auto kCollectives = std::to_array<CollectiveWord>({
    {"allreduce", models::Collective::AllReduce},
    {"allgather", models::Collective::AllGather},
    {"reducescatter", models::Collective::ReduceScatter},
    {"broadcast", models::Collective::Broadcast},
    {"bcast", models::Collective::Broadcast},
    {"reduce", models::Collective::Broadcast},  // as many bytes over as many links, the other way
    {"scatter", models::Collective::Scatter},
    {"gather", models::Collective::Gather},
    {"alltoall", models::Collective::AllToAll},
    {"alltoallv", models::Collective::AllToAll},  // evenly, for the row says no more
    {"p2p", models::Collective::SendReceive},
    {"sendreceive", models::Collective::SendReceive},
    {"sendrecv", models::Collective::SendReceive},
    {"rdmawrite", models::Collective::SendReceive},
});

void forceAlgorithm(const std::string& word, CollectiveCase& c) {
    using models::CollectiveAlgorithm;
    if (word.empty() || holds(word, "default") || holds(word, "auto")) {
        return;
    }
    if (holds(word, "nvlstree")) {
        c.request.algorithm = CollectiveAlgorithm::SwitchTree;
    } else if (holds(word, "nvls")) {
        c.request.algorithm = CollectiveAlgorithm::Switch;
    } else if (holds(word, "sharp") || holds(word, "collnet")) {
        c.request.algorithm = CollectiveAlgorithm::Network;
        c.networkReduces = true;
    } else if (holds(word, "ring")) {
        c.request.algorithm = CollectiveAlgorithm::Ring;
    } else if (holds(word, "tree")) {
        c.request.algorithm = CollectiveAlgorithm::Tree;
    } else {
        c.standsIn = "the library's choice for the algorithm \"" + word + "\"";
    }
}

/// Links of an accelerator's row. Where the fabric names another network than the usual one, that.
void joinAccelerator(const std::string& name, const std::string& fabric, int nodes,
                     const Catalogue& catalogue, CollectiveCase& c) {
    const AcceleratorRule* rule = acceleratorRule(name);
    if (rule == nullptr) {
        c.whyNot = "no links of the catalogue belong to this accelerator";
        return;
    }
    if (holds(lowerCase(fabric), "pcie") && !rule->scaleUp.starts_with("pcie")) {
        c.whyNot = "accelerators whose links are not used, joined by PCI Express alone";
        return;
    }
    const auto* accelerator =
        catalogue.spec<models::AcceleratorSpec>(std::string(rule->accelerator));
    if (accelerator == nullptr) {
        c.whyNot = "the catalogue has no part " + std::string(rule->accelerator);
        return;
    }
    c.scaleUpId = rule->scaleUp;
    c.scaleOutId = rule->scaleOut;
    c.accelerator = accelerator;
    c.scaleUpBytesPerS = accelerator->scaleUpBytesPerS;
    c.scaleOutBytesPerS = accelerator->scaleOutBytesPerS;
    // A bridge is bought next to the cards: a row that names none has none.
    c.bridged = holds(lowerCase(fabric), "bridge") || holds(lowerCase(fabric), "nvlink");
    // Racks are one domain, however many hosts they hold; in smaller ones a node is.
    const int perNode = std::max(1, c.request.ranks / std::max(nodes, 1));
    c.request.domain =
        accelerator->scaleUpDomain > 8 ? accelerator->scaleUpDomain : std::min(perNode, 8);
    if (nodes > 1) {
        const LinkText link = linkText(fabric, perNode);
        if (!link.part.empty()) {
            c.scaleOutId = link.part;
        }
        if (link.bytesPerS > 0.0) {
            c.scaleOutBytesPerS = link.bytesPerS;
            c.adaptersPerRank = link.adapters;
        }
        if (!link.known) {
            c.standsIn = c.scaleOutId + " for \"" + fabric + "\"";
        }
        if (!link.fault.empty()) {
            c.whyNot = "column fabric: " + link.fault +
                       "; write the network with its rate, as \"8x400Gb/s NDR\"";
        }
    }
}

/// Adapters of hosts without accelerators.
void joinHosts(const std::string& fabric, CollectiveCase& c) {
    c.request.domain = 1;
    const LinkText link = linkText(fabric, 1.0);
    c.scaleOutId = link.part;
    c.scaleOutBytesPerS = link.bytesPerS;
    if (!link.fault.empty()) {
        c.whyNot = "column fabric: " + link.fault +
                   "; write the network with its rate, as \"HDR 200Gb/s\"";
    } else if (c.scaleOutId.empty() || c.scaleOutBytesPerS <= 0.0) {
        c.whyNot = "the row does not say which network joins the hosts";
    }
    c.scaleUpId = c.scaleOutId;
}

void findLinks(const Catalogue& catalogue, CollectiveCase& c) {
    if (!c.whyNot.empty()) {
        return;
    }
    c.scaleUp = catalogue.spec<models::InterconnectSpec>(c.scaleUpId);
    c.scaleOut =
        c.scaleOutId.empty() ? c.scaleUp : catalogue.spec<models::InterconnectSpec>(c.scaleOutId);
    if (c.scaleUp == nullptr || c.scaleOut == nullptr) {
        c.whyNot = "the catalogue has no interconnect " +
                   (c.scaleUp == nullptr ? c.scaleUpId : c.scaleOutId);
    }
}

CollectiveCase caseOf(CaseTable& table, std::size_t row, const Catalogue& catalogue) {
    CollectiveCase c;
    c.id = table.text(row, "id").empty() ? table.placeOf(row) : table.text(row, "id");
    const std::string word = lettersAndDigits(table.text(row, "collective"));
    const auto known = std::find_if(kCollectives.begin(), kCollectives.end(),
                                    [&](const CollectiveWord& w) { return w.word == word; });
    const double ranks = table.number(row, "n_accel");
    if (!(ranks >= 0.0 && ranks <= kMostRanks && ranks == std::floor(ranks))) {
        table.refuse(row, "n_accel", "a whole number of at most 10 million");
        return c;
    }
    const double nodes = table.optionalWithin(row, "nodes", 0.0, kMostRanks).value_or(1.0);
    if (nodes != std::floor(nodes)) {
        table.refuse(row, "nodes", "a whole number");
        return c;
    }
    if (!(ranks >= 2.0 && nodes >= 1.0 && nodes <= ranks)) {
        c.whyNot = "a collective is among two ranks or more, on no more nodes than ranks";
        return c;
    }
    c.request.ranks = static_cast<int>(ranks);
    const auto size = table.optionalWithin(row, "size_bytes", 0.0, kMostBytes);
    c.sizeAssumed = !size;
    c.request.bytes = size.value_or(kPlateauBytes);
    if (const auto us = table.optionalWithin(row, "time_us", kLeast, kMost)) {
        c.measuredS = *us * 1e-6;
    } else if (const auto busy = table.optionalWithin(row, "busbw_GBps", kLeast, kMost)) {
        c.measuredBusyPs = *busy * 1e9;
    }
    if (const auto limit = table.optionalWithin(row, "limit_pct", 0.0, kMost)) {
        c.limitShare = *limit / 100.0;
    }
    if (!(c.request.bytes >= 1.0)) {
        c.whyNot = "it moves no bytes";
        return c;
    }
    if (known == kCollectives.end()) {
        c.whyNot = "no such collective in the models";
        return c;
    }
    c.request.collective = known->collective;
    if (!c.measuredS && !c.measuredBusyPs) {
        c.whyNot = "the row states neither time nor bus bandwidth";
        return c;
    }
    const std::string fabric = table.text(row, "fabric");
    const std::string accelerator = table.text(row, "accelerator");
    if (lowerCase(accelerator).starts_with("host")) {
        joinHosts(fabric, c);
    } else {
        joinAccelerator(accelerator, fabric, static_cast<int>(nodes), catalogue, c);
    }
    forceAlgorithm(lowerCase(table.text(row, "algorithm")), c);
    findLinks(catalogue, c);
    return c;
}

}  // namespace

models::RankNetwork CollectiveCase::network() const {
    models::RankNetwork network = accelerator != nullptr
                                      ? models::rankNetwork(*accelerator, scaleUp, scaleOut)
                                      : models::RankNetwork{};
    network.scaleUp = scaleUp;
    network.scaleOut = scaleOut;
    network.scaleUpBytesPerS = scaleUpBytesPerS;
    network.scaleOutBytesPerS = scaleOutBytesPerS;
    network.adaptersPerRank = adaptersPerRank;
    network.networkReduces = networkReduces;
    if (!bridged) {
        network.bridgeBytesPerS = 0.0;
    }
    return network;
}

double CollectiveCase::expectedS() const {
    return measuredS ? *measuredS
                     : models::busFactor(request.collective, request.ranks) * request.bytes /
                           measuredBusyPs.value_or(0.0);
}

Result<std::vector<CollectiveCase>> collectiveCases(const CaseFile& file,
                                                    const Catalogue& catalogue) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::vector<CollectiveCase> cases;
    cases.reserve(table->rows());
    for (std::size_t i = 0; i < table->rows(); ++i) {
        cases.push_back(caseOf(*table, i, catalogue));
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return cases;
}

}  // namespace headroom::engine
