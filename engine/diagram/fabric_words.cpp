// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/fabric_words.h"

#include "engine/base/index.h"
#include "engine/text/shown.h"

#include <fmt/format.h>

#include <cctype>

namespace headroom::engine {

namespace {

TopologyKind kindOfFabric(const TopologyIndex& index) {
    return index.topology->spec().kind;
}

/// "3", "9–16": neighbours as a range.
std::string rangeWords(const std::vector<int>& numbers) {
    if (numbers.empty()) {
        return {};
    }
    const int first = numbers.front() + 1, last = numbers.back() + 1;
    return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
}

template <class Value>
std::string filled(const Say& say, std::string_view pattern, const Value& value) {
    return fmt::format(fmt::runtime(say(pattern)), value);
}

/// The pattern without its number.
std::string nameAlone(const Say& say, std::string_view pattern) {
    std::string text = filled(say, pattern, "");
    while (!text.empty() && text.back() == ' ') {
        text.pop_back();
    }
    return text;
}

std::string smallFirst(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    }
    return text;
}

}  // namespace

bool isDirect(TopologyKind kind) {
    return kind == TopologyKind::Dragonfly || kind == TopologyKind::Torus ||
           kind == TopologyKind::HyperX;
}

std::string_view leafWord(TopologyKind kind, bool many) {
    if (kind == TopologyKind::Torus) {
        return many ? "Nodes {}" : "Node {}";
    }
    if (isDirect(kind)) {
        return many ? "Routers {}" : "Router {}";
    }
    return many ? "Leaves {}" : "Leaf {}";
}

std::string_view groupWord(TopologyKind kind, bool many) {
    switch (kind) {
        case TopologyKind::Torus:
            return many ? "Slabs {}" : "Slab {}";
        case TopologyKind::Dragonfly:
        case TopologyKind::DragonflyPlus:
        case TopologyKind::HyperX:
            return many ? "Groups {}" : "Group {}";
        case TopologyKind::RailOnly:
            return many ? "Rails {}" : "Rail {}";
        default:
            return many ? "Pods {}" : "Pod {}";
    }
}

std::string fabricSwitchesName(const TopologyIndex& index, int tier, int group, const Say& say) {
    if (tier >= 2) {
        return say("Cores");
    }
    return group >= 0 && index.groups() > 1
               ? filled(say, "Spines of {}",
                        smallFirst(filled(say, groupWord(kindOfFabric(index), false), group + 1)))
               : say("Spines");
}

std::string fabricNodeName(const TopologyIndex& index, const FabricNode& node, const Say& say) {
    const TopologyKind kind = kindOfFabric(index);
    switch (node.kind) {
        case FabricNodeKind::Leaves:
            return filled(say, leafWord(kind, node.leaves.size() > 1), rangeWords(node.leaves));
        case FabricNodeKind::Group:
            return filled(say, groupWord(kind, node.groups.size() > 1), rangeWords(node.groups));
        case FabricNodeKind::Spines:
            return fabricSwitchesName(index, 1, node.group, say);
        case FabricNodeKind::Cores:
            return say("Cores");
        case FabricNodeKind::Rest:
            return say("Rest of the fabric");
        case FabricNodeKind::End:
            return node.leaves.empty()
                       ? fabricSwitchesName(index, index.topology->place(node.switchNumber).tier,
                                            node.group, say)
                       : filled(say, leafWord(kind, false), node.leaves[0] + 1);
    }
    return {};
}

std::string fabricShortName(const TopologyIndex& index, const FabricNode& node, const Say& say) {
    switch (node.kind) {
        case FabricNodeKind::Leaves:
            return rangeWords(node.leaves);
        case FabricNodeKind::Group:
            return rangeWords(node.groups);
        case FabricNodeKind::Spines:
            return node.switches == 1 ? say("1 spine") : filled(say, "{} spines", node.switches);
        case FabricNodeKind::Cores:
            return node.switches == 1 ? say("1 core") : filled(say, "{} cores", node.switches);
        default:
            return fabricNodeName(index, node, say);
    }
}

std::string fabricRowName(const TopologyIndex& index, const FabricNode& node, const Say& say) {
    switch (node.kind) {
        case FabricNodeKind::Group:
            return nameAlone(say, groupWord(kindOfFabric(index), true));
        case FabricNodeKind::Leaves:
            return nameAlone(say, leafWord(kindOfFabric(index), true));
        default:
            return {};
    }
}

std::string_view linkFaultWord(LinkFault fault) {
    switch (fault) {
        case LinkFault::None:
            return "Whole";
        case LinkFault::Lanes:
            return "Lanes lost";
        case LinkFault::BitErrors:
            return "Bit errors";
        case LinkFault::Flapping:
            return "Flapping";
        case LinkFault::Ageing:
            return "Ageing optics";
        case LinkFault::Cut:
            return "Cut";
        case LinkFault::SwitchDown:
            return "Switch down";
        case LinkFault::NoPower:
            return "No power";
        case LinkFault::PauseStorm:
            return "Pause storm";
    }
    return {};
}

std::string countWords(std::int64_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t end = digits.size(); end > 3 && digits[end - 4] != '-'; end -= 3) {
        digits.insert(end - 3, ",");
    }
    return digits;
}

std::string loadWords(double share) {
    constexpr double kPercent = 100.0;
    std::string text = shownFigure(kPercent * share, 3);
    if (text.find('.') != std::string::npos && text.find('e') == std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') {
            text.pop_back();
        }
    }
    return text + "\u2009%";
}

}  // namespace headroom::engine
