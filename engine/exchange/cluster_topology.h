// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The network of a real cluster as its scheduler or subnet manager states it: Slurm's topology.conf and
/// topology.yaml, and the output of ibnetdiscover.
namespace headroom::engine {

struct TopologySwitch {
    std::string name;
    int line = 0;
    int level = 0;  ///< 0 if hosts hang on it; n: only on switches below; -1 if nothing hangs on it
    std::vector<std::string> hosts;
    std::vector<std::string> below;  ///< switches, by name
    int linksUp = 0;                 ///< cables to higher levels; 0 means the file states no cables
    int hostLinks = 0;               ///< cables to hosts
};

struct ClusterTopology {
    std::string form;  ///< "topology.conf of Slurm"
    std::vector<TopologySwitch> switches;
    std::size_t hosts = 0;             ///< different ones
    std::map<std::string, int> rates;  ///< cables by rate as stated, "4xNDR"
    std::vector<std::string> notes;  ///< for people: hosts on two leaves, switches without a way up

    std::size_t switchesOf(int level) const;
    int levels() const;  ///< 2 of leaves and spines

    bool statesCables() const { return !rates.empty(); }
};

/// TOP-001: the text is none of these forms, or a line cannot be understood. TOP-002: a switch is named that
/// the file does not have, or twice. TOP-003: switches are below each other in a ring.
Result<ClusterTopology> readClusterTopology(const std::filesystem::path& path);
Result<ClusterTopology> parseClusterTopology(std::string_view text, const std::string& file);

/// Cables to hosts over cables up, of the leaf where that is most; 0 means the file states no cables.
double statedOversubscription(const ClusterTopology& topology);

/// Rate of most cables [Gbit/s], "4xNDR" is 400; 0 if the file states none, or a word that is not known.
double statedGbps(const ClusterTopology& topology);

/// Leaves that most hosts are joined to: rails or planes if more than 1. 0 without hosts.
int leavesOfHost(const ClusterTopology& topology);

/// "node[001-003,7]" and "r[1-2]n[1-2]" as single names. Empty for a list that cannot be read, or of more than
/// a million names.
std::vector<std::string> hostsOfList(std::string_view list);

}  // namespace headroom::engine
