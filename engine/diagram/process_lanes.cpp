// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_band.h"
#include "engine/part/part_address.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headroom::engine {

using namespace process;
using Kind = CoolingLinkKind;

namespace {

constexpr double kCduPump = 28.0;
constexpr double kTrack = 14.0;       // between pipes side by side
constexpr double kExchanger = 104.0;  // of a lane, right of the supply main
constexpr double kLaneFoot = 42.0;    // of a lane below its return
constexpr double kTightFoot = 24.0;
constexpr double kLeastRows = 190.0;  // room for rows and for the name above them
constexpr double kLead = 92.0;        // from a lane's exchanger to its first row

}  // namespace

void ProcessBandMaker::mains() {
    const int supply = n_.loopSupply[at(loop_)];
    const int back = n_.loopReturn[at(loop_)];
    const std::vector<int> tree = sketch_.treeOf(supply, true);
    std::vector<int> rank(n_.nodes.size(), -1);
    for (std::size_t i = 0; i < tree.size(); ++i) {
        rank[at(tree[i])] = static_cast<int>(i);
    }
    const CoolingCircuit& c = n_.circuits[at(circuit_)];
    std::vector<Lane> lanes;
    for (int l = c.firstLink; l < c.firstLink + c.links; ++l) {
        const Kind kind = link(l).kind;
        if ((kind == Kind::CduPrimary || kind == Kind::AirHandlers || kind == Kind::Bypass) &&
            rank[at(link(l).from)] >= 0) {
            lanes.push_back({l, {}});
        }
    }
    std::stable_sort(lanes.begin(), lanes.end(), [&](const Lane& a, const Lane& b) {
        const auto key = [&](const Lane& lane) {
            return std::pair(rank[at(link(lane.link).from)],
                             link(lane.link).kind == Kind::Bypass ? 1 : 0);
        };
        return key(a) < key(b);
    });
    if (style_.fold) {
        foldLanes(lanes);
    }
    tight_ = static_cast<int>(lanes.size()) > style_.tightFrom;
    // The first tap's return is level with the pumps.
    double y = supplyY_ + 26.0;
    if (!lanes.empty()) {
        const Kind kind = link(lanes.front().link).kind;
        const double down = kind == Kind::Bypass       ? 16.0
                            : tight_                   ? style_.tightLane - kTightFoot
                            : kind == Kind::CduPrimary ? style_.cduLane - kLaneFoot
                                                       : style_.hallLane - kLaneFoot;
        y = std::max(supplyY_ + 14.0, returnY_ - down);
    }
    ProcessMain out{supply, true, true, supplyX_, -kTrack, pumps_, supplyEntry_, {}};
    ProcessMain in{back, false, true, returnX_, -kTrack, pumps_, returnEntry_, {}};
    for (Lane& lane : lanes) {
        const Kind kind = link(lane.link).kind;
        lane.top = y;
        lane.height = kind == Kind::Bypass       ? style_.bypassLane
                      : tight_                   ? style_.tightLane
                      : kind == Kind::CduPrimary ? style_.cduLane
                                                 : style_.hallLane;
        lane.supplyY = y + (kind == Kind::Bypass ? 16.0 : 36.0);
        lane.returnY = kind == Kind::Bypass ? lane.supplyY
                                            : y + lane.height - (tight_ ? kTightFoot : kLaneFoot);
        y += lane.height;
        out.taps.push_back({link(lane.link).from, lane.supplyY, lane.link});
        in.taps.push_back({link(lane.link).to, lane.returnY, lane.link});
    }
    // The pipe from the last machine to the supply header belongs to the main's beginning.
    if (!facilityAfter_.empty()) {
        const ProcessPoint start = supplyEntry_.front();
        const ProcessPoint corner = supplyEntry_.back();
        const ProcessPoint header{0.5 * (start.x + corner.x), corner.y};
        sketch_.addPath({start, header}, facilityAfter_, facilityLastNode_, pumps_);
        out.entry = {header, corner};
    }
    sketch_.addMain(out);
    sketch_.addMain(in);
    for (const Lane& lane : lanes) {
        switch (link(lane.link).kind) {
            case Kind::CduPrimary:
                cduLane(lane);
                break;
            case Kind::AirHandlers:
                hallLane(lane);
                break;
            default:
                bypass(lane);
                break;
        }
    }
    height_ = std::max(height_, y);
}

/// The first of a group's lanes stays and takes the others, by their numbers.
void ProcessBandMaker::foldLanes(std::vector<Lane>& lanes) const {
    const auto groupOf = [this](const Lane& lane) {
        const int circuit = link(lane.link).kind == Kind::CduPrimary
                                ? member(n_.cduCircuit, link(lane.link).subject)
                                : -1;
        const std::string id = circuit >= 0 ? n_.circuits[at(circuit)].id : std::string();
        const PartAddress address = PartAddress::parse(id);
        return std::string(address.unit > 0 ? address.object : std::string_view{});
    };
    std::vector<Lane> kept;
    std::vector<std::string> groups;
    for (Lane& lane : lanes) {
        const std::string group = groupOf(lane);
        const auto same = std::find(groups.begin(), groups.end(), group);
        if (group.empty() || same == groups.end()) {
            kept.push_back(std::move(lane));
            groups.push_back(group);
        } else {
            kept[static_cast<std::size_t>(same - groups.begin())].folded.push_back(lane.link);
        }
    }
    for (Lane& lane : kept) {
        std::sort(lane.folded.begin(), lane.folded.end(),
                  [this](int a, int b) { return link(a).subject < link(b).subject; });
    }
    lanes = std::move(kept);
}

void ProcessBandMaker::bypass(const Lane& lane) {
    const double x = 0.5 * (supplyX_ + returnX_);
    const int pipe = lane.link;
    sketch_.addPath({{supplyX_, lane.supplyY}, {returnX_, lane.returnY}}, {&pipe, 1}, -1, pipe);
    if (link(pipe).hasValve) {
        sketch_.out().valves.push_back(
            {pipe, {x, lane.supplyY}, {x - 50.0, lane.supplyY + 12.0, 100.0, kTag}});
    }
    width_ = std::max(width_, supplyX_ + 60.0);
}

/// Both leads of a lane, its valve and its exchanger; returns the right edge of the exchanger.
double ProcessBandMaker::leads(const Lane& lane, int other, ProcessShape shape) {
    const int l = lane.link;
    const double x = supplyX_ + kExchanger;
    sketch_.addPath({{supplyX_, lane.supplyY}, {x, lane.supplyY}}, {}, link(l).from, l);
    sketch_.addPath({{x, lane.returnY}, {returnX_, lane.returnY}}, {}, link(l).to, l);
    ProcessSymbol s;
    s.shape = shape;
    s.link = l;
    s.other = other;
    s.box = {x, lane.supplyY - 8.0, style_.symbol, lane.returnY - lane.supplyY + 16.0};
    sketch_.addSymbol(s);
    if (link(l).hasValve) {
        sketch_.out().valves.push_back({l,
                                        {supplyX_ + 54.0, lane.supplyY},
                                        {supplyX_ + 30.0, lane.supplyY - 26.0, 48.0, kTag}});
    }
    tag(ProcessTagKind::Flow, l, supplyX_ + 8.0, lane.supplyY + 10.0, 90.0);
    tag(ProcessTagKind::OutTemperature, l, supplyX_ + 8.0, lane.returnY + 4.0, 90.0);
    return x + style_.symbol;
}

void ProcessBandMaker::addLane(const Lane& lane, double left, double right, const ProcessBox& air) {
    ProcessLane made;
    made.link = lane.link;
    made.name = {left, lane.top, right - left, 17.0};
    made.air = air;
    made.box = {supplyX_ + 4.0, lane.top, right - supplyX_ - 4.0, lane.height - 8.0};
    sketch_.out().lanes.push_back(made);
    width_ = std::max(width_, right);
}

void ProcessBandMaker::hallLane(const Lane& lane) {
    const double x = leads(lane, -1, ProcessShape::Coils);
    const double right = x + 12.0 + 330.0;
    addLane(lane, supplyX_ + kExchanger, right,
            {x + 10.0, lane.supplyY - 8.0, 330.0, lane.returnY - lane.supplyY + 16.0});
}

void ProcessBandMaker::cduLane(const Lane& lane) {
    const int group = link(lane.link).subject;
    const int secondary = member(n_.cduSecondary, group);
    const double left = leads(lane, secondary, ProcessShape::Exchanger);
    const int rackCircuit = member(n_.cduCircuit, group);
    double right = left + kLead + kLeastRows;
    if (rackCircuit >= 0) {
        right = std::max(right, racks(lane, group, rackCircuit, left));
    }
    addLane(lane, supplyX_ + kExchanger, right, {});
}

double ProcessBandMaker::racks(const Lane& lane, int group, int rackCircuit, double left) {
    const CoolingCircuit& c = n_.circuits[at(rackCircuit)];
    const int supply = n_.cduSupply[at(group)];
    const int back = n_.cduReturn[at(group)];
    // Pumps are on the return, exchanger and what follows it are the lane's exchanger.
    ProcessPoint in{left, lane.returnY};
    ProcessPoint out{left, lane.supplyY};
    ProcessWalk walk = walkOf(back, supply);
    double pumpX = left + 16.0 + kCduPump / 2.0;
    std::vector<ProcessStation> before;
    bool passed = false;
    for (ProcessStation& s : walk.stations) {
        passed = passed || s.link == n_.cduSecondary[at(group)];
        if (!passed && s.link >= 0) {
            before.push_back(s);
        }
    }
    for (std::size_t i = before.size(); i-- > 0;) {
        place(before[i], pumpX, lane.returnY, kCduPump, true);
        pumpX += kCduPump + 14.0;
    }
    for (const ProcessStation& s : before) {
        ProcessSymbol symbol;
        symbol.shape = processShapeOf(link(s.link).kind);
        symbol.link = s.link;
        symbol.box = s.box;
        if (!tight_) {
            symbol.text = {s.box.x - 14.0, s.box.y + kCduPump + 1.0, kCduPump + 28.0, kTag};
        }
        symbol.flowsLeft = true;
        sketch_.addSymbol(symbol);
    }
    const ProcessStation* last = nullptr;
    for (const ProcessStation& s : walk.stations) {
        if (last != nullptr) {
            const bool drawnTo = s.link == n_.cduSecondary[at(group)];
            sketch_.addPath({last->out(), drawnTo ? in : s.in()}, s.before, s.nodeBefore, s.link);
        }
        if (s.link == n_.cduSecondary[at(group)]) {
            break;
        }
        const auto found = std::find_if(before.begin(), before.end(),
                                        [&s](const ProcessStation& b) { return b.link == s.link; });
        last = found == before.end() ? nullptr : &*found;
    }
    if (!before.empty()) {
        in = before.front().in();
    }
    const double firstRow = left + kLead;
    if (!walk.after.empty()) {
        const ProcessPoint header{0.5 * (left + firstRow), lane.supplyY};
        sketch_.addPath({out, header}, walk.after, walk.lastNode, walk.last);
        out = header;
    }
    int count = rowsOf(rackCircuit);
    for (const int other : lane.folded) {
        count += rowsOf(member(n_.cduCircuit, link(other).subject));
    }
    const double pitch =
        std::clamp(style_.rowsWidth / std::max(1, count), style_.leastRow, style_.row);
    ProcessMain supplyMain{supply,
                           true,
                           false,
                           lane.supplyY,
                           -6.0,
                           secondary(group),
                           {out, {firstRow - 8.0, lane.supplyY}},
                           {}};
    ProcessMain returnMain{back,
                           false,
                           false,
                           lane.returnY,
                           6.0,
                           n_.cduPumps[at(group)],
                           {in, {firstRow - 8.0, lane.returnY}},
                           {}};
    double x = firstRow + pitch / 2.0;
    for (int l = c.firstLink; l < c.firstLink + c.links; ++l) {
        if (link(l).kind != Kind::Racks) {
            continue;
        }
        row(lane, l, x, pitch);
        supplyMain.taps.push_back({link(l).from, x, l});
        returnMain.taps.push_back({link(l).to, x, l});
        x += pitch;
    }
    if (!supplyMain.taps.empty()) {
        sketch_.addMain(supplyMain);
        sketch_.addMain(returnMain);
    }
    leftovers(rackCircuit);
    for (const int other : lane.folded) {
        x = foldedRows(lane, link(other).subject, group, x - pitch, pitch) + pitch;
    }
    tag(ProcessTagKind::OutTemperature, secondary(group), left + 8.0, lane.supplyY - kTag - 3.0,
        76.0);
    tag(ProcessTagKind::Flow, secondary(group), left + 8.0, lane.supplyY + 4.0, 76.0);
    tag(ProcessTagKind::InTemperature, member(n_.cduPumps, group), firstRow, lane.returnY + 9.0,
        76.0);
    return x - pitch / 2.0 + 6.0;
}

int ProcessBandMaker::rowsOf(int rackCircuit) const {
    int count = 0;
    if (rackCircuit >= 0) {
        const CoolingCircuit& c = n_.circuits[at(rackCircuit)];
        for (int l = c.firstLink; l < c.firstLink + c.links; ++l) {
            count += link(l).kind == Kind::Racks ? 1 : 0;
        }
    }
    return count;
}

void ProcessBandMaker::row(const Lane& lane, int l, double x, double pitch) {
    const double wide = pitch > 20.0 ? pitch - 8.0 : pitch - 4.0;
    ProcessSymbol symbol;
    symbol.shape = ProcessShape::Row;
    symbol.link = l;
    symbol.box = {x - wide / 2.0, lane.supplyY + 9.0, wide, lane.returnY - lane.supplyY - 18.0};
    sketch_.addSymbol(symbol);
    sketch_.addPath({{x, lane.supplyY}, {x, symbol.box.y}}, {}, link(l).from, l);
    sketch_.addPath({{x, symbol.box.y + symbol.box.height}, {x, lane.returnY}}, {}, link(l).to, l);
}

/// Rows of a group whose exchanger and pumps another's stand for, behind the row at `last`; returns
/// where its last row is.
double ProcessBandMaker::foldedRows(const Lane& lane, int group, int standsFor, double last,
                                    double pitch) {
    ProcessLayout& out = sketch_.out();
    const auto fold = [&](int l, int into) {
        if (l >= 0 && into >= 0) {
            std::vector<int>& links = out.folded[at(into)];
            if (links.empty()) {
                links.push_back(into);
            }
            links.push_back(l);
            out.symbolOfLink[at(l)] = out.symbolOfLink[at(into)];
        }
    };
    fold(member(n_.cduPrimary, group), member(n_.cduPrimary, standsFor));
    fold(member(n_.cduSecondary, group), member(n_.cduSecondary, standsFor));
    fold(member(n_.cduPumps, group), member(n_.cduPumps, standsFor));
    const int circuit = member(n_.cduCircuit, group);
    if (circuit < 0) {
        return last;
    }
    const CoolingCircuit& c = n_.circuits[at(circuit)];
    std::vector<int> there;
    std::vector<int> back;
    double x = last;
    for (int l = c.firstLink; l < c.firstLink + c.links; ++l) {
        if (link(l).kind == Kind::Racks) {
            x += pitch;
            row(lane, l, x, pitch);
        } else if (!sketch_.isDrawn(l)) {
            (n_.nodes[at(link(l).to)].supply ? there : back).push_back(l);
        }
    }
    sketch_.addPath({{last, lane.supplyY}, {x, lane.supplyY}}, there, n_.cduSupply[at(group)],
                    member(n_.cduSecondary, group));
    sketch_.addPath({{x, lane.returnY}, {last, lane.returnY}}, back, n_.cduReturn[at(group)],
                    member(n_.cduPumps, group));
    return x;
}

}  // namespace headroom::engine
