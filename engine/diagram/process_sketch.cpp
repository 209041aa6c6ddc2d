// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_sketch.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kSame = 0.5;      // nearer than this is the same place
constexpr double kDeadEnd = 16.0;  // length of a main behind its last tap
constexpr int kMostSteps = 20000;  // of the search for the way through the plant

double lengthOf(const ProcessPoint& a, const ProcessPoint& b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

/// Without points that occur twice or in the middle of a straight line.
std::vector<ProcessPoint> tidied(const std::vector<ProcessPoint>& points) {
    std::vector<ProcessPoint> out;
    for (const ProcessPoint& p : points) {
        if (!out.empty() && lengthOf(out.back(), p) < kSame) {
            continue;
        }
        const std::size_t n = out.size();
        const bool level = n > 1 && std::abs(out[n - 2].y - out[n - 1].y) < kSame &&
                           std::abs(out[n - 1].y - p.y) < kSame;
        const bool upright = n > 1 && std::abs(out[n - 2].x - out[n - 1].x) < kSame &&
                             std::abs(out[n - 1].x - p.x) < kSame;
        if (level || upright) {
            out.pop_back();
        }
        out.push_back(p);
    }
    return out;
}

bool isOfPlant(CoolingLinkKind kind) {
    const CoolingRole role = infoOf(kind).role;
    return role == CoolingRole::Plant || role == CoolingRole::Pipe;
}

}  // namespace

ProcessSketch::ProcessSketch(const CoolingNetwork& network, const ProcessStyle& style)
    : network_(network), style_(style), incoming_(network.nodes.size()) {
    for (std::size_t l = 0; l < network.links.size(); ++l) {
        incoming_[at(network.links[l].to)].push_back(static_cast<int>(l));
    }
    out_.symbolOfLink.assign(network.links.size(), -1);
    out_.runOfLink.assign(network.links.size(), -1);
    out_.folded.resize(network.links.size());
}

bool ProcessSketch::isDrawn(int link) const {
    return out_.symbolOfLink[at(link)] >= 0 || out_.runOfLink[at(link)] >= 0;
}

int ProcessSketch::addSymbol(ProcessSymbol symbol) {
    const int index = static_cast<int>(out_.symbols.size());
    for (const int link : {symbol.link, symbol.other}) {
        if (link >= 0) {
            out_.symbolOfLink[at(link)] = index;
        }
    }
    out_.symbols.push_back(symbol);
    return index;
}

void ProcessSketch::addPath(std::vector<ProcessPoint> points, std::span<const int> pipes, int node,
                            int flow) {
    points = tidied(points);
    if (points.size() < 2) {
        if (pipes.empty()) {
            return;
        }
        points.push_back({points.front().x + 1.0, points.front().y});
    }
    const bool supply = node < 0 || network_.nodes[at(node)].supply;
    if (pipes.empty()) {
        out_.runs.push_back({-1, node, flow, supply, std::move(points)});
        return;
    }
    double whole = 0.0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        whole += lengthOf(points[i], points[i + 1]);
    }
    const double share = whole / static_cast<double>(pipes.size());
    std::size_t next = 1;
    ProcessPoint here = points.front();
    for (std::size_t p = 0; p < pipes.size(); ++p) {
        const CoolingLink& pipe = network_.links[at(pipes[p])];
        ProcessRun run{pipes[p], -1, pipes[p], network_.nodes[at(pipe.to)].supply, {here}};
        double left = p + 1 == pipes.size() ? 2.0 * whole : share;
        while (next < points.size()) {
            const double far = lengthOf(here, points[next]);
            if (far > left + kSame) {
                const double part = left / far;
                here = {here.x + part * (points[next].x - here.x),
                        here.y + part * (points[next].y - here.y)};
                run.points.push_back(here);
                break;
            }
            left -= far;
            here = points[next++];
            run.points.push_back(here);
            if (left < kSame) {
                break;
            }
        }
        out_.runOfLink[at(pipes[p])] = static_cast<int>(out_.runs.size());
        out_.runs.push_back(std::move(run));
    }
}

std::vector<int> ProcessSketch::chain(int from, int to) const {
    std::vector<int> best;
    if (from < 0 || to < 0) {
        return best;
    }
    int most = -1;
    int steps = 0;
    std::vector<int> path;
    std::vector<char> seen(network_.nodes.size(), 0);
    const auto walk = [&](const auto& self, int node, int machines) -> void {
        if (++steps > kMostSteps) {
            return;
        }
        if (node == to && !path.empty()) {
            if (machines > most) {
                most = machines;
                best = path;
            }
            return;
        }
        seen[at(node)] = 1;
        for (int i = network_.firstOut[at(node)]; i < network_.firstOut[at(node + 1)]; ++i) {
            const int l = network_.outLinks[at(i)];
            const CoolingLink& link = network_.links[at(l)];
            if (isOfPlant(link.kind) && (link.to == to || seen[at(link.to)] == 0)) {
                path.push_back(l);
                self(self, link.to, machines + (link.kind == CoolingLinkKind::Pipe ? 0 : 1));
                path.pop_back();
            }
        }
        seen[at(node)] = 0;
    };
    walk(walk, from, 0);
    return best;
}

std::vector<int> ProcessSketch::pipesAt(int node, bool outward) const {
    std::vector<int> pipes;
    const auto take = [&](int l) {
        if (network_.links[at(l)].kind == CoolingLinkKind::Pipe && !isDrawn(l)) {
            pipes.push_back(l);
        }
    };
    if (outward) {
        for (int i = network_.firstOut[at(node)]; i < network_.firstOut[at(node + 1)]; ++i) {
            take(network_.outLinks[at(i)]);
        }
    } else {
        for (const int l : incoming_[at(node)]) {
            take(l);
        }
    }
    return pipes;
}

std::vector<int> ProcessSketch::treeOf(int root, bool outward) const {
    std::vector<int> order;
    std::vector<char> seen(network_.nodes.size(), 0);
    const auto walk = [&](const auto& self, int node) -> void {
        if (node < 0 || seen[at(node)] != 0) {
            return;
        }
        seen[at(node)] = 1;
        order.push_back(node);
        for (const int pipe : pipesAt(node, outward)) {
            self(self, outward ? network_.links[at(pipe)].to : network_.links[at(pipe)].from);
        }
    };
    walk(walk, root);
    return order;
}

void ProcessSketch::extend(const ProcessMain& main, int node, double from,
                           const std::vector<ProcessPoint>& entry) {
    const auto point = [&main](double along, double aside) {
        return main.upright ? ProcessPoint{main.across + aside, along}
                            : ProcessPoint{along, main.across + aside};
    };
    // On the line through `p` along the main, at `along`.
    const auto corner = [&main](const ProcessPoint& p, double along) {
        return main.upright ? ProcessPoint{p.x, along} : ProcessPoint{along, p.y};
    };
    const auto lay = [&](std::vector<ProcessPoint> points, std::vector<int> pipes, int of,
                         int flow) {
        if (!main.outward) {
            std::reverse(points.begin(), points.end());
            std::reverse(pipes.begin(), pipes.end());
        }
        addPath(std::move(points), pipes, of, flow);
    };
    const auto tapsOf = [&main](int n) {
        std::vector<ProcessTap> taps;
        for (const ProcessTap& tap : main.taps) {
            if (tap.node == n) {
                taps.push_back(tap);
            }
        }
        std::stable_sort(taps.begin(), taps.end(),
                         [](const ProcessTap& a, const ProcessTap& b) { return a.at < b.at; });
        return taps;
    };
    std::vector<ProcessPoint> start = entry;
    if (const auto own = tapsOf(node); !own.empty()) {
        // The node reaches from where it begins over all of its taps.
        std::vector<ProcessPoint> line =
            start.empty() ? std::vector<ProcessPoint>{point(from, 0.0)} : start;
        line.push_back(corner(line.back(), own.front().at));
        line.push_back(point(own.front().at, 0.0));
        lay(std::move(line), {}, node, main.flow);
        const bool ends = pipesAt(node, main.outward).empty();
        for (std::size_t i = 1; i < own.size(); ++i) {
            const bool last = ends && i + 1 == own.size();
            lay({point(own[i - 1].at, 0.0), point(own[i].at, 0.0)}, {}, node,
                last ? own[i].link : main.flow);
        }
        from = std::max(from, own.back().at);
        start.clear();
    }
    int branch = 0;
    for (const int first : pipesAt(node, main.outward)) {
        if (isDrawn(first)) {
            continue;
        }
        std::vector<int> pipes{first};
        const auto endOf = [&](int pipe) {
            return main.outward ? network_.links[at(pipe)].to : network_.links[at(pipe)].from;
        };
        int end = endOf(first);
        std::vector<ProcessTap> places = tapsOf(end);
        for (auto more = pipesAt(end, main.outward);
             places.empty() && more.size() == 1 && pipes.size() < network_.links.size();
             more = pipesAt(end, main.outward)) {
            pipes.push_back(more.front());
            end = endOf(more.front());
            places = tapsOf(end);
        }
        const double to = places.empty() ? from + kDeadEnd : places.front().at;
        const bool passes =
            std::any_of(main.taps.begin(), main.taps.end(), [&](const ProcessTap& tap) {
                return tap.node != end && tap.node != node && tap.at > std::min(from, to) + kSame &&
                       tap.at < std::max(from, to) - kSame;
            });
        const bool onTrack =
            !start.empty() &&
            std::abs((main.upright ? start.back().x : start.back().y) - main.across) > kSame;
        const double aside = main.track * (branch + (passes && !onTrack ? 1 : 0));
        std::vector<ProcessPoint> line =
            start.empty() ? std::vector<ProcessPoint>{point(from, 0.0)} : start;
        const ProcessPoint& last = line.back();
        line.push_back(main.upright ? ProcessPoint{last.x + aside, last.y}
                                    : ProcessPoint{last.x, last.y + aside});
        line.push_back(corner(line.back(), to));
        line.push_back(point(to, 0.0));
        lay(std::move(line), pipes, end, main.flow);
        ++branch;
        extend(main, end, to, {});
    }
}

void ProcessSketch::addMain(const ProcessMain& main) {
    if (main.root >= 0 && !main.entry.empty()) {
        extend(main, main.root, main.upright ? main.entry.back().y : main.entry.back().x,
               main.entry);
    }
}

bool ProcessSketch::placeOf(int node, ProcessPoint& place) const {
    for (const ProcessRun& run : out_.runs) {
        if (run.node == node) {
            place = run.points.front();
            return true;
        }
        if (run.pipe >= 0 && network_.links[at(run.pipe)].from == node) {
            place = run.points.front();
            return true;
        }
        if (run.pipe >= 0 && network_.links[at(run.pipe)].to == node) {
            place = run.points.back();
            return true;
        }
    }
    return false;
}

void ProcessSketch::findHops() {
    struct Stretch {
        double low, high, across;
    };

    std::vector<Stretch> level;
    std::vector<Stretch> upright;
    for (const ProcessRun& run : out_.runs) {
        for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
            const ProcessPoint& a = run.points[i];
            const ProcessPoint& b = run.points[i + 1];
            if (std::abs(a.y - b.y) < kSame) {
                level.push_back({std::min(a.x, b.x), std::max(a.x, b.x), a.y});
            } else {
                upright.push_back({std::min(a.y, b.y), std::max(a.y, b.y), a.x});
            }
        }
    }
    for (const Stretch& l : level) {
        for (const Stretch& u : upright) {
            if (u.across > l.low + kSame && u.across < l.high - kSame && l.across > u.low + kSame &&
                l.across < u.high - kSame) {
                out_.hops.push_back({u.across, l.across});
            }
        }
    }
}

}  // namespace headroom::engine
