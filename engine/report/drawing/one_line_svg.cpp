// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/diagram/one_line.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/drawing/sketch.h"
#include "engine/report/format.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr double kBreakerRise = 16.0;  // over the symbol that it protects
constexpr double kBreakerHalf = 5.5;
constexpr double kNameSize = 12.5;

void wave(Sketch& out, Spot c, double width) {
    const double h = width / 4.0;
    out.path(fmt::format("M{:.2f} {:.2f}q{:.2f} {:.2f} {:.2f} 0t{:.2f} 0", c.x - width / 2.0, c.y,
                         width / 4.0, -2.0 * h, width / 2.0, width / 2.0),
             "ink");
}

void equals(Sketch& out, Spot c, double width) {
    for (const double dy : {-2.0, 2.0}) {
        out.line({c.x - width / 2.0, c.y + dy}, {c.x + width / 2.0, c.y + dy}, "ink");
    }
}

/// A box with a slash: what goes in above, what comes out below.
void converter(Sketch& out, double x, double y, double w, double h, bool directIn, bool directOut) {
    out.box(x, y, w, h, "body");
    out.line({x, y + h}, {x + w, y}, "ink");
    const Spot in{x + 0.25 * w, y + 0.32 * h};
    const Spot outward{x + 0.75 * w, y + 0.70 * h};
    directIn ? equals(out, in, 0.26 * w) : wave(out, in, 0.26 * w);
    directOut ? equals(out, outward, 0.26 * w) : wave(out, outward, 0.26 * w);
}

void unitSymbol(Sketch& out, const PowerUnit& unit, const OneLineNode& node) {
    const double side = node.height - 1.6;
    const Spot c{node.x + node.symbolWidth / 2.0, node.y + node.height / 2.0};
    const double left = c.x - side / 2.0, top = c.y - side / 2.0;
    const PowerKindInfo& row = infoOf(unit.kind);
    switch (row.symbol) {
        case PowerSymbol::Utility:
            out.box(left, top, side, side, "body");
            for (const double at : {0.25, 0.5, 0.75}) {
                out.line({left, top + at * side}, {left + at * side, top}, "ink");
                out.line({left + at * side, top + side}, {left + side, top + at * side}, "ink");
            }
            out.line({left, top + side}, {left + side, top}, "ink");
            break;
        case PowerSymbol::Transformer:
            out.circle({c.x, top + 0.315 * side}, 0.315 * side, "body");
            out.circle({c.x, top + 0.685 * side}, 0.315 * side, "body");
            out.circle({c.x, top + 0.315 * side}, 0.315 * side, "outline");
            break;
        case PowerSymbol::Busbar:
            out.box(node.x + 2.0, c.y - 3.5, node.symbolWidth - 4.0, 7.0, "solid");
            break;
        case PowerSymbol::Generator:
            out.circle(c, side / 2.0, "body");
            out.text({c.x, c.y + 2.0}, row.letters, "name", Sketch::Anchor::Middle);
            wave(out, {c.x, c.y + 0.27 * side}, 0.34 * side);
            break;
        case PowerSymbol::Converter:
            if (unit.direct) {
                converter(out, left, top, side, side, false, true);
            } else {
                converter(out, left, top, side, side / 2.0, false, true);
                converter(out, left, top + side / 2.0, side, side / 2.0, true, false);
            }
            break;
        case PowerSymbol::Switch: {
            const double wide = node.symbolWidth - 2.0;
            out.box(node.x + 1.0, top, wide, side, "body", 3.0);
            const Spot pivot{c.x, top + 0.72 * side};
            out.line({c.x, top + side}, pivot, "ink");
            const int n = std::max(2, unit.edges);
            const double pitch = std::min(0.5 * wide, 0.9 * wide / n);
            for (int i = 0; i < n; ++i) {
                const Spot contact{c.x + (i - (n - 1) / 2.0) * pitch, top + 0.3 * side};
                out.line({contact.x, top}, contact, "ink");
                out.circle(contact, 2.2, "body");
                if (i == 0) {
                    out.line(pivot, contact, "ink");
                }
            }
            out.circle(pivot, 2.0, "solid");
            break;
        }
        case PowerSymbol::Box:
            out.box(left, top, side, side, "body", 3.0);
            out.text({c.x, c.y + 4.0}, row.letters, "figure", Sketch::Anchor::Middle);
            break;
    }
}

void loadSymbol(Sketch& out, PowerLoadKind kind, const OneLineNode& node) {
    const double side = node.height - 6.0;
    const Spot c{node.x + node.symbolWidth / 2.0, node.y + node.height / 2.0};
    const double left = c.x - side / 2.0, top = c.y - side / 2.0;
    switch (powerLoadGroup(kind)) {
        case PowerLoadGroup::Racks:
            out.box(left + 0.15 * side, top, 0.7 * side, side, "body", 2.0);
            for (int i = 1; i < 6; ++i) {
                const double y = top + i * side / 6.0;
                out.line({left + 0.25 * side, y}, {left + 0.75 * side, y}, "ink");
            }
            break;
        case PowerLoadGroup::NetworkAndStorage:
            out.box(left, top + 0.2 * side, side, 0.6 * side, "body", 2.0);
            for (int i = 0; i < 5; ++i) {
                out.box(left + (0.12 + 0.16 * i) * side, top + 0.5 * side, 0.1 * side, 0.12 * side,
                        "ink");
            }
            break;
        case PowerLoadGroup::Mechanical:
            out.circle(c, side / 2.0, "body");
            out.text({c.x, c.y + 4.0}, "M", "name", Sketch::Anchor::Middle);
            break;
    }
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

bool hasBreaker(const PowerNetwork& n, const OneLineWire& wire) {
    for (const int e : wire.edges) {
        if (n.edges[at(e)].breaker >= 0) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::string oneLineSvg(const DesignPower& power) {
    if (!power.wired) {
        return {};
    }
    const OneLine drawing = layOutOneLine(power.network);
    Sketch out(drawing.width + 2.0 * kSketchEdge, drawing.height + 2.0 * kSketchEdge,
               "One-line diagram");
    const auto moved = [](double x, double y) { return Spot{x + kSketchEdge, y + kSketchEdge}; };
    for (const OneLineWire& wire : drawing.wires) {
        std::vector<Spot> points;
        for (const OneLinePoint& p : wire.points) {
            points.push_back(moved(p.x, p.y));
        }
        out.lines(points, "wire");
    }
    for (const OneLineWire& wire : drawing.wires) {
        if (!wire.points.empty() && hasBreaker(power.network, wire)) {
            const Spot end = moved(wire.points.back().x, wire.points.back().y);
            const Spot c{end.x, end.y - kBreakerRise};
            out.box(c.x - kBreakerHalf, c.y - kBreakerHalf, 2 * kBreakerHalf, 2 * kBreakerHalf,
                    "body");
            for (const double s : {-1.0, 1.0}) {
                out.line({c.x - 3.2, c.y - 3.2 * s}, {c.x + 3.2, c.y + 3.2 * s}, "ink");
            }
        }
    }
    for (OneLineNode node : drawing.nodes) {
        node.x += kSketchEdge;
        node.y += kSketchEdge;
        if (node.isLoad()) {
            loadSymbol(out, power.network.loads[at(node.loads.front())].kind, node);
        } else {
            unitSymbol(out, power.network.units[at(node.firstUnit)], node);
        }
        nodeWords(out, node, wordsOfNode(power, node));
    }
    return out.svg();
}

}  // namespace headroom::engine::report
