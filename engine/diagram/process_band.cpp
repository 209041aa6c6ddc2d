// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_band.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

using namespace process;
using Kind = CoolingLinkKind;

namespace {

constexpr double kTextWidth = 146.0;

}  // namespace

ProcessShape processShapeOf(Kind kind) {
    switch (kind) {
        case Kind::Economiser:
        case Kind::EconomiserOut:
            return ProcessShape::Economiser;
        case Kind::Evaporators:
        case Kind::Condensers:
        case Kind::External:
            return ProcessShape::Chillers;
        case Kind::Towers:
            return ProcessShape::Towers;
        case Kind::DryCoolers:
            return ProcessShape::DryCoolers;
        case Kind::CduPrimary:
        case Kind::CduSecondary:
            return ProcessShape::Exchanger;
        case Kind::AirHandlers:
            return ProcessShape::Coils;
        case Kind::Racks:
            return ProcessShape::Row;
        default:
            return ProcessShape::Pumps;
    }
}

/// Draws the band at (0, 0).
void ProcessBandMaker::make() {
    first_ = counts();
    plant();
    mains();
    leftovers(circuit_);
    if (outdoor_ >= 0) {
        leftovers(outdoor_);
    }
    width_ = std::max(width_, supplyX_ + 240.0);
    ProcessBand band;
    band.loop = loop_;
    band.box = {0.0, 0.0, width_, height_};
    band.title = {0.0, 0.0, width_, style_.title};
    sketch_.out().bands.push_back(band);
    end_ = counts();
}

/// Moves what make() drew.
void ProcessBandMaker::shift(std::size_t band, double dx, double dy) const {
    ProcessLayout& out = sketch_.out();
    const auto move = [dx, dy](ProcessBox& b) {
        b.x += dx;
        b.y += dy;
    };
    for (std::size_t i = first_.symbols; i < end_.symbols; ++i) {
        move(out.symbols[i].box);
        move(out.symbols[i].text);
        out.symbols[i].band = static_cast<int>(band);
    }
    for (std::size_t i = first_.runs; i < end_.runs; ++i) {
        for (ProcessPoint& p : out.runs[i].points) {
            p.x += dx;
            p.y += dy;
        }
    }
    for (std::size_t i = first_.valves; i < end_.valves; ++i) {
        out.valves[i].at.x += dx;
        out.valves[i].at.y += dy;
        move(out.valves[i].text);
    }
    for (std::size_t i = first_.tags; i < end_.tags; ++i) {
        move(out.tags[i].box);
    }
    for (std::size_t i = first_.lanes; i < end_.lanes; ++i) {
        move(out.lanes[i].name);
        move(out.lanes[i].air);
        move(out.lanes[i].box);
    }
    move(out.bands[band].box);
    move(out.bands[band].title);
}

ProcessBandMaker::Counts ProcessBandMaker::counts() const {
    const ProcessLayout& out = sketch_.out();
    return {out.symbols.size(), out.runs.size(), out.valves.size(), out.tags.size(),
            out.lanes.size()};
}

double ProcessBandMaker::columnX(int column) const {
    return kMargin + 40.0 + style_.slot * (column + 0.5);
}

void ProcessBandMaker::tag(ProcessTagKind kind, int l, double x, double y, double width) {
    if (l >= 0) {
        sketch_.out().tags.push_back({kind, l, {x, y, width, kTag}});
    }
}

ProcessWalk ProcessBandMaker::walkOf(int from, int to) const {
    ProcessWalk walk;
    std::vector<int> pipes;
    int node = from;
    for (const int l : sketch_.chain(from, to)) {
        if (link(l).kind == Kind::Pipe) {
            pipes.push_back(l);
        } else {
            ProcessStation s;
            s.link = l;
            s.before = std::exchange(pipes, {});
            s.nodeBefore = node;
            walk.stations.push_back(s);
            walk.last = l;
        }
        node = link(l).to;
        if (node != to && n_.nodes[at(node)].name.find("buffer") != std::string::npos) {
            ProcessStation s;
            s.node = node;
            s.before = std::exchange(pipes, {});
            s.nodeBefore = node;
            walk.stations.push_back(s);
        }
    }
    walk.after = std::move(pipes);
    walk.lastNode = node;
    return walk;
}

/// Places a station's box with its middle at (x, y), and its words below it.
void ProcessBandMaker::place(ProcessStation& s, double x, double y, double side, bool flowsLeft) {
    s.box = {x - side / 2.0, y - side / 2.0, side, side};
    s.inY = y;
    s.flowsLeft = flowsLeft;
}

void ProcessBandMaker::draw(const ProcessStation& s, int other) {
    ProcessSymbol symbol;
    symbol.link = s.link;
    symbol.other = other;
    symbol.node = s.node;
    symbol.shape = s.node < 0 ? processShapeOf(link(s.link).kind)
                   : s.node == member(n_.loopBasin, loop_) && member(n_.loopTowers, loop_) >= 0
                       ? ProcessShape::Basin
                       : ProcessShape::Tank;
    symbol.box = s.box;
    symbol.text = {s.box.x + s.box.width / 2.0 - kTextWidth / 2.0, s.box.y + s.box.height + 4.0,
                   kTextWidth, style_.text};
    symbol.flowsLeft = s.flowsLeft;
    sketch_.addSymbol(symbol);
}

void ProcessBandMaker::join(std::vector<ProcessPoint> points, const ProcessStation& to, int flow) {
    sketch_.addPath(std::move(points), to.before, to.nodeBefore, flow >= 0 ? flow : to.link);
}

void ProcessBandMaker::vessel(int node, const ProcessBox& box, const ProcessBox& text) {
    ProcessSymbol s;
    s.shape = ProcessShape::Vessel;
    s.node = node;
    s.box = box;
    s.text = text;
    sketch_.addSymbol(s);
}

/// Branches parallel to the main path through the plant: drawn below it, between the points where
/// they leave and join.
void ProcessBandMaker::leftovers(int circuit) {
    const CoolingCircuit& c = n_.circuits[at(circuit)];
    for (int l = c.firstLink; l < c.firstLink + c.links; ++l) {
        if (sketch_.isDrawn(l)) {
            continue;
        }
        ProcessPoint from{kMargin, height_};
        ProcessPoint to{supplyX_, height_};
        sketch_.placeOf(link(l).from, from);
        sketch_.placeOf(link(l).to, to);
        const double y = height_ + 30.0;
        if (link(l).kind == Kind::Pipe || link(l).kind == Kind::Bypass) {
            sketch_.addPath({from, {from.x, y}, {to.x, y}, to}, {&l, 1}, -1, l);
            height_ = y + 20.0;
            continue;
        }
        ProcessStation s;
        s.link = l;
        s.nodeBefore = link(l).from;
        place(s, 0.5 * (from.x + to.x), y, kPump, to.x < from.x);
        draw(s);
        join({from, {from.x, y}, s.in()}, s);
        sketch_.addPath({s.out(), {to.x, y}, to}, {}, link(l).to, l);
        height_ = y + kPump / 2.0 + 4.0 + style_.text;
    }
}
}  // namespace headroom::engine
