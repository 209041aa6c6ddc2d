// SPDX-License-Identifier: Apache-2.0
#include "models/network/collective_terms.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// Nothing to move takes no time, regardless of the rate; a rate of 0, or none stated, takes for ever.
double moveS(double bytes, double bytesPerS) {
    if (!(bytes > 0.0)) {
        return 0.0;
    }
    return bytesPerS > 0.0 ? bytes / bytesPerS : INFINITY;
}

double depth(double nodes) {
    return nodes > 1.0 ? std::ceil(std::log2(nodes) - 1e-9) : 0.0;
}

double orElse(double value, double otherwise) {
    return std::isnan(value) ? otherwise : value;
}

bool isReduction(Collective collective) {
    return collective == Collective::AllReduce || collective == Collective::ReduceScatter;
}

/// Passes of a ring or tree: all-reduce goes round twice.
double passes(Collective collective) {
    return collective == Collective::AllReduce ? 2.0 : 1.0;
}

/// Both kinds of link with one protocol, and what of them a collective uses.
struct Links {
    ProtocolFigures up, out;
    double upBytesPerS = 0.0, outBytesPerS = 0.0;  ///< rate times efficiency
    bool inside = false, across = false;
    bool possible = false;

    double baseS() const {
        return (inside ? up.baseLatencyS : 0.0) + (across ? out.baseLatencyS : 0.0);
    }
};

Links linksOf(const CollectiveWork& work, CollectiveProtocol protocol) {
    Links links;
    const RankNetwork& network = *work.network;
    links.across = work.domains > 1.0;
    links.inside = work.domain > 1.0;
    if (work.library->buffers == CollectiveBuffers::Host) {
        // Processes of hosts: one a rank, all over adapters, one protocol.
        if (protocol == CollectiveProtocol::Simple) {
            links.out = {work.library->baseLatencyS, work.library->stepLatencyS,
                         work.library->efficiency};
        }
    } else {
        links.up = protocolFigures(*network.scaleUp, protocol);
        links.out = protocolFigures(*network.scaleOut, protocol);
    }
    links.possible = (!links.inside || links.up.stated()) && (!links.across || links.out.stated());
    links.upBytesPerS = network.scaleUpBytesPerS * links.up.efficiency;
    links.outBytesPerS = network.scaleOutBytesPerS * links.out.efficiency;
    if (network.slotBytesPerS > 0.0) {
        links.outBytesPerS = std::min(links.outBytesPerS, network.slotBytesPerS);
    }
    return links;
}

/// Time in which a processor adds up what arrives; accelerators do it as it passes.
double reduceS(const CollectiveWork& work, double bytes) {
    const bool host = work.library->buffers == CollectiveBuffers::Host;
    return host && isReduction(work.collective)
               ? moveS(bytes, orElse(work.library->reduceBytesPerS, INFINITY))
               : 0.0;
}

/// Filling of a tree that crosses domains: each of its stages waits for a chunk.
double fillS(const CollectiveWork& work, const Links& links, double shard) {
    const double chunk = std::min(shard, work.network->scaleOut->chunkBytes);
    return passes(work.collective) * depth(work.domains) * moveS(chunk, links.outBytesPerS);
}

/// Channels of a domain: one for each of its adapters.
double channels(const CollectiveWork& work) {
    const RankNetwork& network = *work.network;
    const double line = network.scaleOut->lineBytesPerS;
    const double each = network.adaptersPerRank > 0.0 ? network.adaptersPerRank
                        : line > 0.0                  ? network.scaleOutBytesPerS / line
                                                      : 1.0;
    return std::max(1.0, each * work.domain);
}

/// Time in which the channels of a domain move a number of bytes of bus bandwidth across domains.
double channelS(const CollectiveWork& work, double busBytes, double two, double more) {
    const double channel = work.domains > 2.0 ? more : two;
    return channel > 0.0 ? busBytes / (channel * channels(work)) : 0.0;
}

/// Share of the message that a node of two binary trees sends in one pass.
double treeShare(double nodes) {
    return nodes > 2.0 ? 1.0 : nodes > 1.0 ? 0.5 : 0.0;
}

CollectiveTerms ring(const CollectiveWork& work, CollectiveProtocol protocol) {
    CollectiveTerms terms;
    const Links links = linksOf(work, protocol);
    const bool broadcast = work.collective == Collective::Broadcast;
    terms.possible =
        work.library->ring && links.possible &&
        (isReduction(work.collective) || broadcast || work.collective == Collective::AllGather);
    if (!terms.possible) {
        return terms;
    }
    const double n = work.ranks;
    const double rounds = passes(work.collective);
    const double block = work.bytes / n;
    const double sent = broadcast ? work.bytes : rounds * (n - 1.0) * block;
    terms.latencyS = links.baseS();
    if (links.inside) {
        const double copied = broadcast ? 0.0 : work.network->scaleUp->copyShare * block;
        terms.latencyS += rounds * (n - work.domains) * links.up.stepLatencyS;
        terms.upBytes = sent;
        terms.upS = moveS(sent + copied, links.upBytesPerS);
    }
    if (links.across) {
        terms.latencyS += rounds * (work.domains - 1.0) * links.out.stepLatencyS;
        terms.outBytes = sent / work.domain;
        terms.outS = moveS(terms.outBytes, links.outBytesPerS);
    }
    terms.reduceS = reduceS(work, (n - 1.0) * block);
    return terms;
}

CollectiveTerms tree(const CollectiveWork& work, CollectiveProtocol protocol) {
    CollectiveTerms terms;
    const Links links = linksOf(work, protocol);
    terms.possible =
        work.library->tree && links.possible &&
        (work.collective == Collective::AllReduce || work.collective == Collective::Broadcast);
    if (!terms.possible) {
        return terms;
    }
    const double rounds = passes(work.collective);
    terms.latencyS = links.baseS();
    if (links.inside) {
        const double chain =
            std::min(work.domain, static_cast<double>(work.network->scaleUp->chainRanks));
        const double levels = depth(std::ceil(work.domain / chain));
        const double rate = links.upBytesPerS * work.network->scaleUp->treeShare;
        terms.latencyS += rounds * (chain - 1.0 + levels) * links.up.stepLatencyS;
        if (protocol == CollectiveProtocol::Simple) {
            terms.latencyS += rounds * levels *
                              moveS(std::min(work.bytes, work.network->scaleUp->chunkBytes), rate);
        }
        terms.upBytes = rounds * work.bytes;
        terms.upS = moveS(terms.upBytes, rate);
    }
    if (links.across) {
        const double shard = work.bytes / work.domain;
        terms.latencyS += rounds * depth(work.domains) * links.out.stepLatencyS;
        if (protocol == CollectiveProtocol::Simple) {
            terms.latencyS += fillS(work, links, shard);
        }
        terms.outBytes = rounds * treeShare(work.domains) * shard;
        const InterconnectSpec& up = *work.network->scaleUp;
        terms.outS = std::max(moveS(terms.outBytes, links.outBytesPerS),
                              channelS(work, rounds * work.bytes, up.treeChannelTwoBytesPerS,
                                       up.treeChannelBytesPerS));
    }
    terms.reduceS = reduceS(work, work.bytes);
    return terms;
}

/// Steps and bytes of the shorter of the two ways: halving and doubling of blocks, or the whole
/// message in every step.
CollectiveTerms recursive(const CollectiveWork& work, CollectiveProtocol protocol) {
    CollectiveTerms terms;
    const Links links = linksOf(work, protocol);
    // Across domains the pairs of a step would share adapters unevenly.
    terms.possible = work.library->recursive && links.possible && links.inside != links.across &&
                     work.collective != Collective::SendReceive;
    if (!terms.possible) {
        return terms;
    }
    const double stepS = links.inside ? links.up.stepLatencyS : links.out.stepLatencyS;
    const double rate = links.inside ? links.upBytesPerS : links.outBytesPerS;
    const double steps = depth(work.ranks);
    const double blocks = (work.ranks - 1.0) / work.ranks * work.bytes;
    double longSteps = steps, longBytes = blocks;
    double shortSteps = steps, shortBytes = blocks;
    if (work.collective == Collective::AllReduce || work.collective == Collective::Broadcast) {
        longSteps = 2.0 * steps;
        longBytes = 2.0 * blocks;
        shortBytes = steps * work.bytes;
    } else if (work.collective == Collective::AllToAll) {
        longSteps = work.ranks - 1.0;
        shortBytes = 0.5 * steps * work.bytes;
    }
    const double byLong = longSteps * stepS + moveS(longBytes, rate) + reduceS(work, blocks);
    const double byShort = shortSteps * stepS + moveS(shortBytes, rate) + reduceS(work, shortBytes);
    const bool whole = byShort < byLong;
    terms.latencyS = links.baseS() + (whole ? shortSteps : longSteps) * stepS;
    (links.inside ? terms.upBytes : terms.outBytes) = whole ? shortBytes : longBytes;
    terms.upS = moveS(terms.upBytes, links.upBytesPerS);
    terms.outS = moveS(terms.outBytes, links.outBytesPerS);
    terms.reduceS = reduceS(work, whole ? shortBytes : blocks);
    return terms;
}

/// Three collectives in turn, as a program with groups of ranks calls them.
CollectiveTerms hierarchical(const CollectiveWork& work, CollectiveProtocol protocol) {
    CollectiveTerms terms;
    const Links links = linksOf(work, protocol);
    if (!links.inside || !links.across || !links.possible ||
        (!isReduction(work.collective) && work.collective != Collective::AllGather)) {
        return terms;
    }
    CollectiveWork across = work;
    across.ranks = across.domains = work.domains;
    across.domain = 1.0;
    across.bytes = work.bytes / work.domain;
    CollectiveTerms out = ring(across, protocol);
    if (const CollectiveTerms byTree = tree(across, protocol);
        byTree.possible &&
        (!out.possible || byTree.latencyS + byTree.transferS() < out.latencyS + out.transferS())) {
        out = byTree;
    }
    if (!out.possible) {
        return terms;
    }
    const double calls = passes(work.collective);
    const double block = work.bytes / work.domain;
    terms.upBytes = calls * (work.domain - 1.0) * block;
    terms.upS =
        moveS(terms.upBytes + calls * work.network->scaleUp->copyShare * block, links.upBytesPerS);
    terms.latencyS = calls * (links.up.baseLatencyS + (work.domain - 1.0) * links.up.stepLatencyS) +
                     out.latencyS;
    terms.outS = out.outS;
    terms.outBytes = out.outBytes;
    terms.inTurn = true;
    terms.possible = true;
    return terms;
}

/// The part inside a domain whose switches reduce: up and down, in chunks.
void reduceInSwitches(const CollectiveWork& work, CollectiveTerms& terms) {
    const InterconnectSpec& up = *work.network->scaleUp;
    const double rate = work.network->scaleUpBytesPerS * up.switchEfficiency;
    const double load = 1.0 + 1.0 / work.domain;
    terms.latencyS +=
        up.switchLatencyS + moveS(load * std::min(work.bytes, work.domain * up.chunkBytes), rate);
    terms.upBytes = load * work.bytes;
    terms.upS = moveS(terms.upBytes, rate);
}

bool switchesReduce(const CollectiveWork& work) {
    const InterconnectSpec& up = *work.network->scaleUp;
    return work.library->switchReduction &&
           work.library->buffers == CollectiveBuffers::Accelerator &&
           work.collective == Collective::AllReduce && work.domain > 2.0 &&
           up.switchEfficiency > 0.0 && up.switchLatencyS >= 0.0;
}

CollectiveTerms bySwitch(const CollectiveWork& work) {
    CollectiveTerms terms;
    terms.possible = switchesReduce(work) && work.domains <= 1.0;
    if (terms.possible) {
        reduceInSwitches(work, terms);
    }
    return terms;
}

CollectiveTerms bySwitchTree(const CollectiveWork& work) {
    CollectiveTerms terms;
    const Links links = linksOf(work, CollectiveProtocol::Simple);
    terms.possible = switchesReduce(work) && links.across && links.possible;
    if (!terms.possible) {
        return terms;
    }
    const double shard = work.bytes / work.domain;
    reduceInSwitches(work, terms);
    terms.latencyS += links.out.baseLatencyS + 2.0 * depth(work.domains) * links.out.stepLatencyS +
                      fillS(work, links, shard);
    terms.outBytes = 2.0 * treeShare(work.domains) * shard;
    const InterconnectSpec& up = *work.network->scaleUp;
    const double busBytes = 2.0 * (work.ranks - 1.0) / work.ranks * work.bytes;
    terms.outS =
        std::max(moveS(terms.outBytes, links.outBytesPerS),
                 channelS(work, busBytes, up.switchChannelTwoBytesPerS, up.switchChannelBytesPerS));
    return terms;
}

CollectiveTerms byNetwork(const CollectiveWork& work) {
    CollectiveTerms terms;
    const InterconnectSpec& out = *work.network->scaleOut;
    terms.possible = work.network->networkReduces && work.library->switchReduction &&
                     work.collective == Collective::AllReduce && work.domains > 1.0 &&
                     out.switchEfficiency > 0.0 && out.switchLatencyS >= 0.0 &&
                     (work.domain <= 1.0 || switchesReduce(work));
    if (!terms.possible) {
        return terms;
    }
    if (work.domain > 1.0) {
        reduceInSwitches(work, terms);
    }
    terms.latencyS += out.switchLatencyS;
    terms.outBytes = work.bytes / work.domain;
    terms.outS = moveS(terms.outBytes, work.network->scaleOutBytesPerS * out.switchEfficiency);
    return terms;
}

double pairwiseShare(const InterconnectSpec& link) {
    return orElse(link.pairwiseEfficiency, link.efficiency) / link.efficiency;
}

CollectiveTerms sendReceive(const CollectiveWork& work, CollectiveProtocol protocol) {
    CollectiveTerms terms;
    const Links links = linksOf(work, protocol);
    terms.possible = links.possible;
    if (!links.possible) {
        return terms;
    }
    const bool host = work.library->buffers == CollectiveBuffers::Host;
    const auto share = [&](const InterconnectSpec& link) {
        return host ? 1.0 : orElse(link.pointEfficiency, link.efficiency) / link.efficiency;
    };
    // Between domains the neighbour is in the next one.
    if (links.across) {
        terms.latencyS = links.out.baseLatencyS + links.out.stepLatencyS;
        terms.outBytes = work.bytes;
        terms.outS = moveS(work.bytes, links.outBytesPerS * share(*work.network->scaleOut));
    } else {
        terms.latencyS = links.up.baseLatencyS + links.up.stepLatencyS;
        terms.upBytes = work.bytes;
        terms.upS = moveS(work.bytes, links.upBytesPerS * share(*work.network->scaleUp));
    }
    return terms;
}

CollectiveTerms direct(const CollectiveWork& work, CollectiveProtocol protocol) {
    if (work.collective == Collective::SendReceive) {
        return sendReceive(work, protocol);
    }
    CollectiveTerms terms;
    const Links links = linksOf(work, protocol);
    const bool exchange = work.collective == Collective::AllToAll;
    // Messages between pairs have no lines of 128 bytes.
    terms.possible = links.possible && protocol != CollectiveProtocol::LowLatency128 &&
                     (exchange || work.collective == Collective::Scatter ||
                      work.collective == Collective::Gather);
    if (!terms.possible) {
        return terms;
    }
    const bool host = work.library->buffers == CollectiveBuffers::Host;
    const bool simple = protocol == CollectiveProtocol::Simple;
    const double n = work.ranks;
    const double block = work.bytes / n;
    if (links.inside) {
        const InterconnectSpec& up = *work.network->scaleUp;
        // Traffic that leaves a root's domain uses the adapters of all its neighbours.
        terms.upBytes = (exchange ? work.domain - 1.0 : n - 1.0) * block;
        terms.upS = moveS(terms.upBytes + (exchange ? up.copyShare * block : 0.0),
                          links.upBytesPerS * pairwiseShare(up));
        terms.latencyS += simple
                              ? orElse(up.pairwiseLatencyS, up.baseLatencyS)
                              : links.up.baseLatencyS + depth(work.domain) * links.up.stepLatencyS;
    }
    if (links.across) {
        const InterconnectSpec& out = *work.network->scaleOut;
        const double adapters = exchange ? 1.0 : work.domain;
        terms.outBytes = (n - work.domain) * block / adapters;
        terms.outS = moveS(terms.outBytes, links.outBytesPerS * (host ? 1.0 : pairwiseShare(out)));
        terms.latencyS += links.out.baseLatencyS + links.out.stepLatencyS +
                          (n - work.domain) / adapters *
                              (host ? work.library->stepLatencyS : out.messageOverheadS);
    }
    return terms;
}

}  // namespace

double CollectiveTerms::transferS() const {
    return (inTurn ? upS + outS : std::max(upS, outS)) + reduceS;
}

CollectiveTerms collectiveTerms(const CollectiveWork& work, CollectiveAlgorithm algorithm,
                                CollectiveProtocol protocol) {
    // Switches have their own way; the protocols are those of ranks among themselves.
    const bool simple = protocol == CollectiveProtocol::Simple;
    switch (algorithm) {
        case CollectiveAlgorithm::Ring:
            return ring(work, protocol);
        case CollectiveAlgorithm::Tree:
            return tree(work, protocol);
        case CollectiveAlgorithm::Recursive:
            return recursive(work, protocol);
        case CollectiveAlgorithm::Hierarchical:
            return hierarchical(work, protocol);
        case CollectiveAlgorithm::Switch:
            return simple ? bySwitch(work) : CollectiveTerms{};
        case CollectiveAlgorithm::SwitchTree:
            return simple ? bySwitchTree(work) : CollectiveTerms{};
        case CollectiveAlgorithm::Network:
            return simple ? byNetwork(work) : CollectiveTerms{};
        case CollectiveAlgorithm::Direct:
            return direct(work, protocol);
        case CollectiveAlgorithm::None:
            break;
    }
    return {};
}

}  // namespace headroom::models
