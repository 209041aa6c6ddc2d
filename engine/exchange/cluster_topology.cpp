// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/cluster_topology.h"

#include "engine/border/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <yaml-cpp/yaml.h>

namespace headroom::engine {

namespace {

Error topologyError(const std::string& file, const char* code, int line, std::string message,
                    std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = file;
    error.line = line;
    return error;
}

std::string smallLetters(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

std::vector<std::string> wordsOfLine(std::string_view line) {
    std::vector<std::string> found;
    std::string word;
    for (const char c : line) {
        if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            if (!word.empty()) {
                found.push_back(std::move(word));
            }
            word.clear();
        } else {
            word += c;
        }
    }
    if (!word.empty()) {
        found.push_back(std::move(word));
    }
    return found;
}

/// Calls `take(line, number)` for each line until it returns false.
template <class Take>
void eachLine(std::string_view text, const Take& take) {
    int number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (!take(text.substr(begin, end - begin), ++number)) {
            return;
        }
        begin = end + 1;
    }
}

class TopologyBuilder {
  public:
    explicit TopologyBuilder(std::string file) : file_(std::move(file)) {}

    void fail(const char* code, int line, std::string message, std::string remedy) {
        if (!fault_) {
            fault_ = topologyError(file_, code, line, std::move(message), std::move(remedy));
        }
    }

    TopologySwitch& add(const std::string& name, int line) {
        if (name.empty()) {
            fail("TOP-001", line, "a switch has no name", "Name each switch.");
        }
        if (!index_.emplace(name, topology_.switches.size()).second) {
            fail("TOP-002", line, "the switch \"" + name + "\" occurs twice",
                 "Keep one entry for each switch.");
        }
        TopologySwitch added;
        added.name = name;
        added.line = line;
        topology_.switches.push_back(std::move(added));
        return topology_.switches.back();
    }

    std::vector<std::string> names(const std::string& list, int line) {
        auto hosts = hostsOfList(list);
        if (hosts.empty()) {
            fail("TOP-001", line, "\"" + list + "\" is not a list of names",
                 "Write names as node[01-16,20].");
        }
        return hosts;
    }

    Result<ClusterTopology> finish(std::string form) {
        topology_.form = std::move(form);
        if (topology_.switches.empty()) {
            fail("TOP-001", 0, "the file names no switches",
                 "Use topology.conf, topology.yaml or the output of ibnetdiscover.");
        }
        if (!fault_) {
            levels();
        }
        if (std::none_of(topology_.switches.begin(), topology_.switches.end(),
                         [](const TopologySwitch& s) { return s.level >= 0; })) {
            fail("TOP-001", 0, "no switch of the file has hosts",
                 "State the nodes of each leaf switch.");
        }
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        describe();
        return std::move(topology_);
    }

    std::map<std::string, std::size_t>& index() { return index_; }

    ClusterTopology& topology() { return topology_; }

    bool isFine() const { return !fault_; }

  private:
    // A switch with hosts is a leaf; any other one is a level above the highest below it.
    void levels() {
        std::vector<int> state(topology_.switches.size(), 0);  // 1 means on the way, 2: done
        for (std::size_t i = 0; i < topology_.switches.size() && !fault_; ++i) {
            levelOf(i, state);
        }
    }

    int levelOf(std::size_t first, std::vector<int>& state) {
        std::vector<std::size_t> path = {first};
        while (!path.empty() && !fault_) {
            const std::size_t i = path.back();
            TopologySwitch& here = topology_.switches[i];
            if (state[i] == 2) {
                path.pop_back();
                continue;
            }
            const bool isNew = std::exchange(state[i], 1) == 0;
            int level = here.hosts.empty() ? -1 : 0;
            bool waits = false;
            for (const std::string& name : here.below) {
                const auto it = index_.find(name);
                if (it == index_.end()) {
                    fail("TOP-002", here.line, "the switch \"" + name + "\" is not declared",
                         "Add it, or correct the name.");
                } else if (state[it->second] == 1 && isNew) {
                    fail("TOP-003", here.line,
                         "the switches \"" + here.name + "\" and \"" + name +
                             "\" are below each other",
                         "Name each switch below one that is higher.");
                } else if (state[it->second] == 0) {
                    path.push_back(it->second);
                    waits = true;
                } else {
                    level = std::max(level, topology_.switches[it->second].level + 1);
                }
            }
            if (!waits && !fault_) {
                here.level = level;
                state[i] = 2;
                path.pop_back();
            }
        }
        return topology_.switches[first].level;
    }

    void describe() {
        std::map<std::string, int> leavesOf;
        std::set<std::string> below;
        for (const TopologySwitch& each : topology_.switches) {
            for (const std::string& host : each.hosts) {
                ++leavesOf[host];
            }
            below.insert(each.below.begin(), each.below.end());
        }
        topology_.hosts = leavesOf.size();
        const auto several = std::count_if(leavesOf.begin(), leavesOf.end(),
                                           [](const auto& host) { return host.second > 1; });
        if (several > 0) {
            topology_.notes.push_back(
                fmt::format("{} hosts hang on several leaves (rails or planes)", several));
        }
        std::size_t alone = 0;
        for (const TopologySwitch& each : topology_.switches) {
            alone +=
                each.level == 0 && topology_.levels() > 1 && !below.contains(each.name) ? 1 : 0;
        }
        if (alone > 0) {
            topology_.notes.push_back(fmt::format("{} leaves hang on no switch above", alone));
        }
    }

    std::string file_;
    ClusterTopology topology_;
    std::map<std::string, std::size_t> index_;
    std::optional<Error> fault_;
};

// SwitchName=s1 Nodes=n[1-4] and SwitchName=top Switches=s[1-2]; BlockName=b1 Nodes=…
Result<ClusterTopology> readConf(std::string_view text, const std::string& file) {
    TopologyBuilder builder(file);
    std::string kept;  // of lines that end in a backslash
    eachLine(text, [&](std::string_view line, int number) {
        line = line.substr(0, line.find('#'));
        kept += std::string(line);
        if (const auto last = kept.find_last_not_of(" \t\r");
            last != std::string::npos && kept[last] == '\\') {
            kept.resize(last);
            return true;
        }
        std::map<std::string, std::string> values;
        for (const std::string& word : wordsOfLine(std::exchange(kept, {}))) {
            const std::size_t sign = word.find('=');
            if (sign == std::string::npos) {
                builder.fail("TOP-001", number, "\"" + word + "\" is not KEY=VALUE",
                             "Compare the line with the manual of topology.conf.");
                return false;
            }
            values[smallLetters(word.substr(0, sign))] = word.substr(sign + 1);
        }
        const std::string name =
            values.contains("switchname") ? values["switchname"] : values["blockname"];
        if (name.empty()) {
            return true;  // BlockSizes, or nothing
        }
        TopologySwitch& added = builder.add(name, number);
        if (values.contains("nodes")) {
            added.hosts = builder.names(values["nodes"], number);
        }
        if (values.contains("switches")) {
            added.below = builder.names(values["switches"], number);
        }
        return builder.isFine();
    });
    return builder.finish("topology.conf of Slurm");
}

// The first tree or block topology of the file.
Result<ClusterTopology> readYaml(const std::string& text, const std::string& file) {
    TopologyBuilder builder(file);
    const auto scalar = [](const YAML::Node& map, const char* key) {
        const YAML::Node node = map[key];
        return node.IsDefined() && node.IsScalar() ? node.Scalar() : std::string();
    };
    try {
        const bool isPlain = text.find('*') == std::string::npos;  // aliases grow without limit
        const YAML::Node root = isPlain ? YAML::Load(text) : YAML::Node();
        int read = 0;
        for (const YAML::Node& each : root) {
            const YAML::Node tree = each["tree"];
            const YAML::Node block = each["block"];
            const YAML::Node list = tree.IsDefined() && tree.IsMap()     ? tree["switches"]
                                    : block.IsDefined() && block.IsMap() ? block["blocks"]
                                                                         : YAML::Node();
            if (!list.IsDefined() || !list.IsSequence() || ++read > 1) {
                continue;
            }
            for (const YAML::Node& entry : list) {
                const int line = entry.Mark().line + 1;
                const std::string name = scalar(entry, "switch") + scalar(entry, "block");
                TopologySwitch& added = builder.add(name, line);
                if (const std::string nodes = scalar(entry, "nodes"); !nodes.empty()) {
                    added.hosts = builder.names(nodes, line);
                }
                if (const std::string children = scalar(entry, "children"); !children.empty()) {
                    added.below = builder.names(children, line);
                }
            }
        }
        if (read > 1) {
            builder.topology().notes.push_back(
                fmt::format("the first of {} topologies of the file", read));
        }
    } catch (const YAML::Exception& exception) {
        builder.fail("TOP-001", exception.mark.line + 1, "the file is not YAML: " + exception.msg,
                     "Compare it with the manual of topology.yaml.");
    }
    return builder.finish("topology.yaml of Slurm");
}

/// A cable of ibnetdiscover as one end states it: [7] "H-0002"[1] # "node7 HCA-1" lid 5 4xNDR
struct Cable {
    std::string other;  ///< id: "S-…" or "H-…"
    std::string words;  ///< description of the other end
    std::string rate;
};

std::optional<Cable> cableOf(std::string_view line) {
    const std::size_t open = line.find('"');
    const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
    if (line.empty() || line.front() != '[' || close == std::string_view::npos) {
        return std::nullopt;
    }
    Cable cable;
    cable.other = line.substr(open + 1, close - open - 1);
    const std::size_t hash = line.find('#', close);
    if (hash != std::string_view::npos) {
        const std::string_view rest = line.substr(hash + 1);
        const std::size_t from = rest.find('"');
        const std::size_t to = from == std::string_view::npos ? from : rest.find('"', from + 1);
        if (to != std::string_view::npos) {
            cable.words = rest.substr(from + 1, to - from - 1);
        }
        const auto last = wordsOfLine(rest);
        if (!last.empty() && last.back().find('x') != std::string::npos) {
            cable.rate = last.back();
        }
    }
    return cable;
}

// "MF0;leaf-1:MQM9700/U1" is leaf-1; "node007 mlx5_0" is the host node007.
std::string switchName(const std::string& words, const std::string& id) {
    const std::size_t from = words.find(';') == std::string::npos ? 0 : words.find(';') + 1;
    const std::string name = words.substr(from, words.find(':', from) - from);
    return name.empty() || name.find(' ') != std::string::npos ? id : name;
}

/// The output of ibnetdiscover: switches with their cables; entries of adapters (Ca) repeat these.
class Discovered {
  public:
    explicit Discovered(const std::string& file) : builder_(file) {}

    Result<ClusterTopology> read(std::string_view text) {
        eachLine(text, [this](std::string_view line, int number) {
            if (line.starts_with("Switch")) {
                beginSwitch(line, number);
            } else if (line.starts_with("Ca") || line.starts_with("Rt")) {
                inSwitch_ = false;
            } else if (const auto cable = inSwitch_ ? cableOf(line) : std::nullopt) {
                found_.back().cables.push_back(*cable);
            }
            return builder_.isFine();
        });
        takeHosts();
        findHeights();
        takeCables();
        return builder_.finish("output of ibnetdiscover");
    }

  private:
    struct Found {
        std::vector<Cable> cables;
        std::string id;
    };

    // Switch 65 "S-0002" # "MF0;leaf-1:MQM9700/U1" …
    void beginSwitch(std::string_view line, int number) {
        const auto words = wordsOfLine(line);
        inSwitch_ = words.size() > 2;
        if (!inSwitch_) {
            return;
        }
        const std::size_t open = line.find('"', std::min(line.find('#'), line.size()));
        const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
        const std::string id =
            words[2].size() > 2 ? words[2].substr(1, words[2].size() - 2) : words[2];
        const std::string described = close == std::string_view::npos
                                          ? ""
                                          : std::string(line.substr(open + 1, close - open - 1));
        std::string name = switchName(described, id);
        if (builder_.index().contains(name)) {
            name += " (" + id + ")";
        }
        builder_.add(name, number);
        nameOf_[id] = name;
        found_.push_back({{}, id});
    }

    void takeHosts() {
        ClusterTopology& topology = builder_.topology();
        for (std::size_t i = 0; i < found_.size(); ++i) {
            std::set<std::string> hosts;
            for (const Cable& cable : found_[i].cables) {
                // The port of a switch that reduces messages is not a host.
                if (!cable.other.starts_with("H-") ||
                    cable.words.find("Aggregation Node") != std::string::npos) {
                    continue;
                }
                const auto words = wordsOfLine(cable.words);
                hosts.insert(words.empty() ? cable.other : words[0]);
                ++topology.switches[i].hostLinks;
                ++topology.rates[cable.rate];
            }
            topology.switches[i].hosts.assign(hosts.begin(), hosts.end());
        }
    }

    // Cables to the nearest switch with hosts: the lower switch of a cable has the lower height.
    void findHeights() {
        for (std::size_t i = 0; i < found_.size(); ++i) {
            if (!builder_.topology().switches[i].hosts.empty()) {
                height_[found_[i].id] = 0;
            }
        }
        bool spread = true;
        for (int level = 0; spread; ++level) {  // all of one height before the next
            spread = false;
            for (const Found& each : found_) {
                const auto here = height_.find(each.id);
                if (here == height_.end() || here->second != level) {
                    continue;
                }
                for (const Cable& cable : each.cables) {
                    if (nameOf_.contains(cable.other) && !height_.contains(cable.other)) {
                        height_[cable.other] = level + 1;
                        spread = true;
                    }
                }
            }
        }
    }

    void takeCables() {
        ClusterTopology& topology = builder_.topology();
        for (std::size_t i = 0; i < found_.size(); ++i) {
            std::set<std::string> below;
            const auto own = height_.find(found_[i].id);
            for (const Cable& cable : found_[i].cables) {
                const auto other = height_.find(cable.other);
                if (other == height_.end() || own == height_.end()) {
                    continue;
                }
                if (other->second < own->second) {
                    below.insert(nameOf_[cable.other]);
                } else if (other->second > own->second) {
                    ++topology.switches[i].linksUp;
                    ++topology.rates[cable.rate];
                }
            }
            topology.switches[i].below.assign(below.begin(), below.end());
        }
    }

    TopologyBuilder builder_;
    std::vector<Found> found_;
    std::map<std::string, std::string> nameOf_;  // of switches, by id
    std::map<std::string, int> height_;          // of switches, by id
    bool inSwitch_ = false;
};

Result<ClusterTopology> readDiscovered(std::string_view text, const std::string& file) {
    return Discovered(file).read(text);
}

}  // namespace

std::size_t ClusterTopology::switchesOf(int level) const {
    return static_cast<std::size_t>(
        std::count_if(switches.begin(), switches.end(),
                      [level](const TopologySwitch& each) { return each.level == level; }));
}

int ClusterTopology::levels() const {
    int most = -1;
    for (const TopologySwitch& each : switches) {
        most = std::max(most, each.level);
    }
    return most + 1;
}

Result<ClusterTopology> parseClusterTopology(std::string_view text, const std::string& file) {
    const std::string lower = smallLetters(text.substr(0, 1U << 16U));
    if (lower.find("\nswitch\t") != std::string::npos || lower.starts_with("switch\t") ||
        lower.find("switchguid=") != std::string::npos) {
        return readDiscovered(text, file);
    }
    if (lower.find("switchname=") != std::string::npos ||
        lower.find("blockname=") != std::string::npos) {
        return readConf(text, file);
    }
    if (lower.find("topology:") != std::string::npos) {
        return readYaml(std::string(text), file);
    }
    return tl::unexpected(topologyError(
        file, "TOP-001", 0, "the file is not the topology of a cluster",
        "Use topology.conf or topology.yaml of Slurm, or the output of ibnetdiscover."));
}

Result<ClusterTopology> readClusterTopology(const std::filesystem::path& path) {
    const auto text = readDecoded(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return parseClusterTopology(text->text, path.string());
}

namespace {

struct LaneRate {
    std::string_view word;
    double gbps;  ///< of one lane
};

// Rates of InfiniBand by lane (IBTA, Volume 1).
constexpr std::array kLaneRates = {LaneRate{"XDR", 200.0}, LaneRate{"NDR", 100.0},
                                   LaneRate{"HDR", 50.0},  LaneRate{"EDR", 25.0},
                                   LaneRate{"FDR", 14.0},  LaneRate{"QDR", 10.0}};

// 400 of "4xNDR"; 0 means unknown.
double gbpsOf(const std::string& rate) {
    const double lanes = std::strtod(rate.c_str(), nullptr);
    for (const LaneRate& lane : kLaneRates) {
        if (rate.find(lane.word) != std::string::npos) {
            return lanes * lane.gbps;
        }
    }
    return 0.0;
}

std::string usualRate(const ClusterTopology& topology) {
    const auto most =
        std::max_element(topology.rates.begin(), topology.rates.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == topology.rates.end() ? std::string() : most->first;
}

}  // namespace

double statedOversubscription(const ClusterTopology& topology) {
    double worst = 0.0;
    for (const TopologySwitch& each : topology.switches) {
        if (each.level == 0 && each.linksUp > 0) {
            worst = std::max(worst, static_cast<double>(each.hostLinks) / each.linksUp);
        }
    }
    return worst;
}

double statedGbps(const ClusterTopology& topology) {
    return gbpsOf(usualRate(topology));
}

int leavesOfHost(const ClusterTopology& topology) {
    std::map<std::string_view, int> leaves;
    for (const TopologySwitch& each : topology.switches) {
        const std::set<std::string_view> hosts(each.hosts.begin(), each.hosts.end());
        for (const std::string_view host : hosts) {
            ++leaves[host];
        }
    }
    std::map<int, int> hostsOfCount;
    for (const auto& [host, count] : leaves) {
        ++hostsOfCount[count];
    }
    const auto most =
        std::max_element(hostsOfCount.begin(), hostsOfCount.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == hostsOfCount.end() ? 0 : most->first;
}

}  // namespace headroom::engine
