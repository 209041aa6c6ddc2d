// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/diagram/one_line.h"
#include "engine/diagram/one_line_symbols.h"
#include "engine/diagram/one_line_wires.h"
#include "engine/diagram/report_words.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/drawing/sketch.h"
#include "engine/report/format.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr double kNameSize = 12.5;

DrawnBox symbolOf(const OneLineNode& node) {
    return {node.x, node.y, node.symbolWidth, node.height};
}

/// At the design point a transfer switch takes its preferred source.
DisplayList symbolOf(const PowerUnit& unit, const OneLineNode& node) {
    return drawUnit({unit.kind, unit.direct, unit.edges, 0}, symbolOf(node));
}

std::string loadWords(const PowerNetwork& n, const std::vector<int>& loads) {
    static constexpr std::array words{"racks",     "network and storage", "air handlers",
                                      "CDU pumps", "loop pumps",          "heat rejection"};
    std::array<int, words.size()> counts{};
    for (const int l : loads) {
        ++counts[static_cast<std::size_t>(n.loads[at(l)].kind)];
    }
    std::string text;
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (counts[k] == 0) {
            continue;
        }
        text += text.empty() ? "" : ", ";
        text +=
            k == 0 ? std::to_string(counts[k]) + (counts[k] == 1 ? " rack" : " racks") : words[k];
    }
    return text;
}

double loadW(const DesignPower& power, const std::vector<int>& loads) {
    double sum = 0.0;
    for (const int l : loads) {
        sum += at(l) < power.demand.powerW.size() ? power.demand.powerW[at(l)] : std::nan("");
    }
    return sum;
}

std::vector<std::string> wordsOfNode(const DesignPower& power, const OneLineNode& node) {
    const PowerNetwork& n = power.network;
    if (node.isLoad()) {
        return {loadWords(n, node.loads), quantityText(loadW(power, node.loads) / 1e3, "kW")};
    }
    const PowerUnit& unit = n.units[at(node.firstUnit)];
    const PowerArray& array = n.arrays[at(node.array)];
    std::string name = node.units == 1           ? unit.name
                       : array.spec.name.empty() ? array.id
                                                 : array.spec.name;
    if (node.units > 1) {
        name = std::to_string(node.units) + "× " + name;
    }
    std::string rating;
    if (unit.ratedVa > 0.0) {
        rating = quantityText(unit.ratedVa / 1e3, "kVA");
    }
    if (unit.voltageV > 0.0) {
        const bool high = unit.voltageV >= 1000.0;
        rating +=
            (rating.empty() ? "" : ", ") +
            fmt::format("{:g}\u00a0{}", unit.voltageV / (high ? 1000.0 : 1.0), high ? "kV" : "V");
    }
    double loadKw = 0.0, most = 0.0;
    for (int u = node.firstUnit; u < node.firstUnit + node.units; ++u) {
        loadKw += power.flow.outVa[at(u)].real() / 1e3;
        const double loading = power.loading(u);
        most = std::isfinite(loading) ? std::max(most, loading) : most;
    }
    const bool rests = std::abs(loadKw) < 1e-3 && infoOf(unit.kind).makesPower();
    std::string load = rests ? "at rest" : quantityText(loadKw, "kW");
    if (most > 0.0 && !rests) {
        load += fmt::format(" · {}{:.0f}\u00a0%", node.units > 1 ? "max " : "", 100.0 * most);
    }
    return {name, rating, load};
}

void nodeWords(Sketch& out, const OneLineNode& node, std::vector<std::string> words) {
    const double x = node.x + node.symbolWidth + 7.0;
    const double most = node.width - node.symbolWidth - 7.0;
    std::size_t heavy = 1;
    // A long name takes two lines where a space lets it.
    if (textWidth(words.front(), kNameSize, true) > most) {
        std::size_t cut = words.front().find(' ');
        for (std::size_t at = cut; at != std::string::npos; at = words.front().find(' ', at + 1)) {
            cut = textWidth(words.front().substr(0, at), kNameSize, true) <= most ? at : cut;
        }
        if (cut != std::string::npos) {
            const std::string rest = words.front().substr(cut + 1);
            words.front().resize(cut);
            words.insert(words.begin() + 1, rest);
            heavy = 2;
        }
    }
    double y = node.y + node.height / 2.0 - 7.0 * static_cast<double>(words.size()) + 10.0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        out.text({x, y}, words[i], i < heavy ? "name" : "figure", Sketch::Anchor::Start, most);
        y += 14.0;
    }
}

}  // namespace

std::string oneLineSvg(const DesignPower& power) {
    if (!power.wired) {
        return {};
    }
    const OneLine drawing = layOutOneLine(power.network);
    Sketch out(DrawnBox{0.0, 0.0, drawing.width, drawing.height}.grown(kSketchEdge),
               "One-line diagram");
    const Frame design;
    out.draw(drawOneLineWires({drawing, power.network, design, reportWords()}));
    for (const OneLineNode& node : drawing.nodes) {
        if (node.isLoad()) {
            out.draw(drawLoad(power.network.loads[at(node.loads.front())].kind, symbolOf(node)));
        } else {
            out.draw(symbolOf(power.network.units[at(node.firstUnit)], node));
        }
        nodeWords(out, node, wordsOfNode(power, node));
    }
    return out.svg();
}

}  // namespace headroom::engine::report
