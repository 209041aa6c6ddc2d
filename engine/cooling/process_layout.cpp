// SPDX-License-Identifier: Apache-2.0
#include "engine/cooling/process_layout.h"

#include "engine/cooling/process_sketch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

using Kind = CoolingLinkKind;

constexpr double kMargin = 24.0;  // left of the plant
constexpr double kPump = 40.0;    // side of a pump of the plant
constexpr double kCduPump = 28.0;
constexpr double kPort = 13.0;  // of an exchanger, from its upper and lower edge
constexpr double kTextWidth = 146.0;
constexpr double kTag = 15.0;          // height of a line of text beside a pipe
constexpr double kTrack = 14.0;        // between pipes side by side
constexpr double kReturnTrack = 72.0;  // of the return, right of the plant
constexpr double kReturnMain = 34.0;   // right of that track
constexpr double kSupplyMain = 62.0;   // right of the return main: room for the bypass valve
constexpr double kExchanger = 104.0;   // of a lane, right of the supply main
constexpr double kLaneFoot = 42.0;     // of a lane below its return
constexpr double kTightFoot = 24.0;
constexpr double kLeastRows = 190.0;  // room for rows and for the name above them
constexpr double kLead = 92.0;        // from a lane's exchanger to its first row

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

int member(const std::vector<int>& list, int index) {
    return index >= 0 && at(index) < list.size() ? list[at(index)] : -1;
}

/// A machine on its way through the plant, or a vessel that the water passes.
struct Station {
    int link = -1;
    int node = -1;
    std::vector<int> before;  ///< pipes from the station before it
    int nodeBefore = -1;
    ProcessBox box;
    double inY = 0.0;
    bool flowsLeft = false;

    ProcessPoint in() const { return {flowsLeft ? box.x + box.width : box.x, inY}; }

    ProcessPoint out() const { return {flowsLeft ? box.x : box.x + box.width, inY}; }
};

struct Walk {
    std::vector<Station> stations;
    std::vector<int> after;  ///< pipes behind the last machine
    int lastNode = -1;
    int last = -1;  ///< machine
};

bool isExchangerOut(Kind kind) {
    return kind == Kind::EconomiserOut || kind == Kind::Condensers;
}

ProcessShape shapeOf(Kind kind) {
    switch (kind) {
        case Kind::Economiser:
        case Kind::EconomiserOut:
            return ProcessShape::Economiser;
        case Kind::Evaporators:
        case Kind::Condensers:
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

class BandMaker {
  public:
    BandMaker(ProcessSketch& sketch, int loop)
        : sketch_(sketch),
          n_(sketch.network()),
          style_(sketch.style()),
          loop_(loop),
          circuit_(n_.loopCircuit[at(loop)]),
          outdoor_(member(n_.loopOutdoor, loop)) {}

    /// Draws the band at (0, 0).
    void make() {
        first_ = {sketch_.out().symbols.size(), sketch_.out().runs.size(),
                  sketch_.out().valves.size(), sketch_.out().tags.size(),
                  sketch_.out().lanes.size()};
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
    }

    const ProcessBox& box() const { return sketch_.out().bands.back().box; }

    /// Moves what make() drew.
    void shift(std::size_t band, double dx, double dy) const {
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

    void finish() {
        end_ = {sketch_.out().symbols.size(), sketch_.out().runs.size(),
                sketch_.out().valves.size(), sketch_.out().tags.size(), sketch_.out().lanes.size()};
    }

  private:
    struct Counts {
        std::size_t symbols = 0, runs = 0, valves = 0, tags = 0, lanes = 0;
    };

    const CoolingLink& link(int l) const { return n_.links[at(l)]; }

    void tag(ProcessTagKind kind, int l, double x, double y, double width) {
        if (l >= 0) {
            sketch_.out().tags.push_back({kind, l, {x, y, width, kTag}});
        }
    }

    Walk walkOf(int from, int to) const {
        Walk walk;
        std::vector<int> pipes;
        int node = from;
        for (const int l : sketch_.chain(from, to)) {
            if (link(l).kind == Kind::Pipe) {
                pipes.push_back(l);
            } else {
                Station s;
                s.link = l;
                s.before = std::exchange(pipes, {});
                s.nodeBefore = node;
                walk.stations.push_back(s);
                walk.last = l;
            }
            node = link(l).to;
            if (node != to && n_.nodes[at(node)].name.find("buffer") != std::string::npos) {
                Station s;
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
    void place(Station& s, double x, double y, double side, bool flowsLeft) {
        s.box = {x - side / 2.0, y - side / 2.0, side, side};
        s.inY = y;
        s.flowsLeft = flowsLeft;
    }

    void draw(const Station& s, int other = -1) {
        ProcessSymbol symbol;
        symbol.link = s.link;
        symbol.other = other;
        symbol.node = s.node;
        symbol.shape = s.node < 0 ? shapeOf(link(s.link).kind)
                       : s.node == member(n_.loopBasin, loop_) && member(n_.loopTowers, loop_) >= 0
                           ? ProcessShape::Basin
                           : ProcessShape::Tank;
        symbol.box = s.box;
        symbol.text = {s.box.x + s.box.width / 2.0 - kTextWidth / 2.0, s.box.y + s.box.height + 4.0,
                       kTextWidth, style_.text};
        symbol.flowsLeft = s.flowsLeft;
        sketch_.addSymbol(symbol);
    }

    void join(std::vector<ProcessPoint> points, const Station& to, int flow = -1) {
        sketch_.addPath(std::move(points), to.before, to.nodeBefore, flow >= 0 ? flow : to.link);
    }

    double columnX(int column) const { return kMargin + 40.0 + style_.slot * (column + 0.5); }

    void plant() {
        const int back = n_.loopReturn[at(loop_)];
        Walk facility = walkOf(back, n_.loopSupply[at(loop_)]);
        std::vector<Station> foot;
        std::vector<Station> row;
        for (Station& s : facility.stations) {
            const bool leads = row.empty() && s.link >= 0 && link(s.link).kind == Kind::Pumps;
            (leads ? foot : row).push_back(s);
        }
        Walk outdoor;
        if (outdoor_ >= 0) {
            const int basin = member(n_.loopBasin, loop_);
            const int root = basin >= 0 ? basin : n_.circuits[at(outdoor_)].expansionNode;
            outdoor = walkOf(root, root);
        }
        // Before, in and behind the exchangers.
        std::vector<Station> pre;
        std::vector<Station> inside;
        std::vector<Station> post;
        for (const Station& s : outdoor.stations) {
            if (s.link >= 0 && isExchangerOut(link(s.link).kind)) {
                inside.push_back(s);
            } else {
                (inside.empty() ? pre : post).push_back(s);
            }
        }
        const bool hasBasin = outdoor_ >= 0 && member(n_.loopBasin, loop_) >= 0;
        std::vector<Station> top = post;
        if (hasBasin) {
            Station s;
            s.node = n_.loopBasin[at(loop_)];
            s.before = outdoor.after;
            s.nodeBefore = s.node;
            top.push_back(s);
        }
        const std::size_t firstPre = top.size();
        for (const Station& s : pre) {
            top.push_back(s);
        }
        const int columns = std::max({2, static_cast<int>(row.size()), static_cast<int>(top.size()),
                                      static_cast<int>(foot.size())});
        const double right = kMargin + 40.0 + style_.slot * columns + 10.0;
        const double half = style_.symbol / 2.0;
        double y = style_.title + 8.0;
        const double topY = y + half;
        if (!top.empty()) {
            y = topY + half + 4.0 + style_.text + 14.0;
        } else {
            y += 20.0;
        }
        const double rowBox = y;
        const double rowHeight = style_.symbol + 8.0;
        const double outY = rowBox + kPort;
        const double inY = rowBox + rowHeight - kPort;
        const double footY = rowBox + rowHeight + 4.0 + style_.text + 12.0 + kPump / 2.0;
        for (std::size_t i = 0; i < top.size(); ++i) {
            place(top[i], columnX(columns - 1 - static_cast<int>(i)), topY, style_.symbol, true);
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double x = columnX(static_cast<int>(i));
            row[i].box = {x - half, rowBox, style_.symbol, rowHeight};
            row[i].inY = inY;
        }
        for (std::size_t i = 0; i < foot.size(); ++i) {
            place(foot[i], columnX(columns - 1 - static_cast<int>(i)), footY, kPump, true);
        }
        // An exchanger's outdoor side stands on its facility side.
        const auto sideOf = [&](int facilityLink) {
            for (const CoolingExchanger& e : n_.exchangers) {
                if (e.hot == facilityLink && e.cold >= 0) {
                    return e.cold;
                }
            }
            return -1;
        };
        for (const Station& s : row) {
            draw(s, s.link >= 0 && outdoor_ >= 0 ? sideOf(s.link) : -1);
        }
        for (Station& s : inside) {
            const int symbol = sketch_.out().symbolOfLink[at(s.link)];
            if (symbol >= 0) {
                s.box = sketch_.out().symbols[at(symbol)].box;
                s.inY = outY;
            } else {
                s.box = {columnX(columns - 1) - half, rowBox, style_.symbol, rowHeight};
                s.inY = outY;
                draw(s);
            }
        }
        for (const auto* part : {&top, &foot}) {
            for (const Station& s : *part) {
                draw(s);
            }
        }
        if (!outdoor.stations.empty()) {
            joinOutdoor(top, firstPre, inside, outdoor, topY, outY, right);
        }
        // From the foot up and along the row.
        const Station* before = nullptr;
        for (const auto* part : {&foot, &row}) {
            for (const Station& s : *part) {
                if (before != nullptr) {
                    std::vector<ProcessPoint> line{before->out()};
                    if (before->flowsLeft != s.flowsLeft) {
                        line.push_back({kMargin, before->inY});
                        line.push_back({kMargin, s.inY});
                    }
                    line.push_back(s.in());
                    join(std::move(line), s);
                }
                before = &s;
            }
        }
        trackX_ = right + kReturnTrack;
        returnX_ = trackX_ + kReturnMain;
        supplyX_ = returnX_ + kSupplyMain;
        supplyY_ = inY;
        returnY_ = footY;
        const Station* first = !foot.empty()  ? &foot.front()
                               : !row.empty() ? &row.front()
                                              : nullptr;
        const ProcessPoint in = first != nullptr ? first->in() : ProcessPoint{kMargin, footY};
        const ProcessPoint out = before != nullptr ? before->out() : ProcessPoint{kMargin, inY};
        supplyEntry_ = {out, {supplyX_, out.y}};
        returnEntry_ = {in, {trackX_, in.y}};
        if (first != nullptr && foot.empty()) {
            // No pump: the return comes round the left.
            returnEntry_ = {in, {kMargin, in.y}, {kMargin, footY}, {trackX_, footY}};
        }
        pumps_ = first != nullptr ? first->link : -1;
        facilityAfter_ = facility.after;
        facilityLastNode_ = facility.lastNode;
        tag(ProcessTagKind::OutTemperature, facility.last, right + 6.0, inY - kTag - 4.0, 64.0);
        tag(ProcessTagKind::Flow, facility.last, right + 6.0, inY + 4.0, 64.0);
        tag(ProcessTagKind::InTemperature, pumps_, right - 50.0, footY - kTag - 4.0, 56.0);
        if (!inside.empty()) {
            tag(ProcessTagKind::InTemperature, inside.front().link, kMargin + 8.0,
                outY - kTag - 4.0, 72.0);
            tag(ProcessTagKind::Flow, inside.front().link, kMargin + 8.0, outY + 3.0, 72.0);
            tag(ProcessTagKind::OutTemperature, inside.back().link,
                inside.back().box.x + style_.symbol + 14.0, outY - kTag - 4.0, 46.0);
        }
        if (n_.circuits[at(circuit_)].expansionNode == back) {
            const double x = right + 30.0;
            sketch_.addPath({{x, footY}, {x, footY - 14.0}}, {}, back, -1);
            vessel(back, {x - 9.0, footY - 40.0, 18.0, 26.0}, {x - 32.0, footY + 5.0, 64.0, kTag});
        }
        height_ = footY + kPump / 2.0 + 4.0 + style_.text;
        width_ = supplyX_;
    }

    void vessel(int node, const ProcessBox& box, const ProcessBox& text) {
        ProcessSymbol s;
        s.shape = ProcessShape::Vessel;
        s.node = node;
        s.box = box;
        s.text = text;
        sketch_.addSymbol(s);
    }

    void joinOutdoor(const std::vector<Station>& top, std::size_t firstPre,
                     const std::vector<Station>& inside, const Walk& walk, double topY, double outY,
                     double right) {
        const auto down = [&](const ProcessPoint& from) {
            return std::vector<ProcessPoint>{from, {kMargin, from.y}, {kMargin, outY}};
        };
        for (std::size_t i = 1; i < top.size(); ++i) {
            join({top[i - 1].out(), top[i].in()}, top[i], top[i].link < 0 ? top[i - 1].link : -1);
        }
        const ProcessPoint last = top.empty() ? ProcessPoint{right, topY} : top.back().out();
        std::vector<ProcessPoint> line = down(last);
        for (const Station& s : inside) {
            line.push_back(s.in());
            join(std::move(line), s);
            line = {s.out()};
        }
        line.push_back({right, outY});
        line.push_back({right, topY});
        if (top.empty()) {
            sketch_.addPath(std::move(line), walk.after, walk.lastNode, walk.last);
        } else if (firstPre == 0) {
            // Closed, without a basin: back to the first machine.
            line.push_back(top.front().in());
            join(std::move(line), top.front());
        } else {
            line.push_back(top.front().in());
            join(std::move(line), top.front());
        }
    }

    struct Lane {
        int link = -1;
        double top = 0.0, supplyY = 0.0, returnY = 0.0, height = 0.0;
    };

    void mains() {
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
                lanes.push_back({l});
            }
        }
        std::stable_sort(lanes.begin(), lanes.end(), [&](const Lane& a, const Lane& b) {
            const auto key = [&](const Lane& lane) {
                return std::pair(rank[at(link(lane.link).from)],
                                 link(lane.link).kind == Kind::Bypass ? 1 : 0);
            };
            return key(a) < key(b);
        });
        tight_ = static_cast<int>(lanes.size()) > style_.tightFrom;
        // The first tap's return stands level with the pumps.
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
            lane.returnY = kind == Kind::Bypass
                               ? lane.supplyY
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

    void bypass(const Lane& lane) {
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
    double leads(const Lane& lane, int other, ProcessShape shape) {
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

    void addLane(const Lane& lane, double left, double right, const ProcessBox& air) {
        ProcessLane made;
        made.link = lane.link;
        made.name = {left, lane.top, right - left, 17.0};
        made.air = air;
        made.box = {supplyX_ + 4.0, lane.top, right - supplyX_ - 4.0, lane.height - 8.0};
        sketch_.out().lanes.push_back(made);
        width_ = std::max(width_, right);
    }

    void hallLane(const Lane& lane) {
        const double x = leads(lane, -1, ProcessShape::Coils);
        const double right = x + 12.0 + 330.0;
        addLane(lane, supplyX_ + kExchanger, right,
                {x + 10.0, lane.supplyY - 8.0, 330.0, lane.returnY - lane.supplyY + 16.0});
    }

    void cduLane(const Lane& lane) {
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

    double racks(const Lane& lane, int group, int rackCircuit, double left) {
        const CoolingCircuit& c = n_.circuits[at(rackCircuit)];
        const int supply = n_.cduSupply[at(group)];
        const int back = n_.cduReturn[at(group)];
        // Pumps stand on the return, exchanger and what follows it are the lane's exchanger.
        ProcessPoint in{left, lane.returnY};
        ProcessPoint out{left, lane.supplyY};
        Walk walk = walkOf(back, supply);
        double pumpX = left + 16.0 + kCduPump / 2.0;
        std::vector<Station> before;
        bool passed = false;
        for (Station& s : walk.stations) {
            passed = passed || s.link == n_.cduSecondary[at(group)];
            if (!passed && s.link >= 0) {
                before.push_back(s);
            }
        }
        for (std::size_t i = before.size(); i-- > 0;) {
            place(before[i], pumpX, lane.returnY, kCduPump, true);
            pumpX += kCduPump + 14.0;
        }
        for (const Station& s : before) {
            ProcessSymbol symbol;
            symbol.shape = shapeOf(link(s.link).kind);
            symbol.link = s.link;
            symbol.box = s.box;
            if (!tight_) {
                symbol.text = {s.box.x - 14.0, s.box.y + kCduPump + 1.0, kCduPump + 28.0, kTag};
            }
            symbol.flowsLeft = true;
            sketch_.addSymbol(symbol);
        }
        const Station* last = nullptr;
        for (const Station& s : walk.stations) {
            if (last != nullptr) {
                const bool drawnTo = s.link == n_.cduSecondary[at(group)];
                sketch_.addPath({last->out(), drawnTo ? in : s.in()}, s.before, s.nodeBefore,
                                s.link);
            }
            if (s.link == n_.cduSecondary[at(group)]) {
                break;
            }
            const auto found = std::find_if(before.begin(), before.end(),
                                            [&s](const Station& b) { return b.link == s.link; });
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
        int count = 0;
        for (int l = c.firstLink; l < c.firstLink + c.links; ++l) {
            count += link(l).kind == Kind::Racks ? 1 : 0;
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
            const double wide = pitch > 20.0 ? pitch - 8.0 : pitch - 4.0;
            ProcessSymbol row;
            row.shape = ProcessShape::Row;
            row.link = l;
            row.box = {x - wide / 2.0, lane.supplyY + 9.0, wide,
                       lane.returnY - lane.supplyY - 18.0};
            sketch_.addSymbol(row);
            sketch_.addPath({{x, lane.supplyY}, {x, row.box.y}}, {}, link(l).from, l);
            sketch_.addPath({{x, row.box.y + row.box.height}, {x, lane.returnY}}, {}, link(l).to,
                            l);
            supplyMain.taps.push_back({link(l).from, x, l});
            returnMain.taps.push_back({link(l).to, x, l});
            x += pitch;
        }
        if (!supplyMain.taps.empty()) {
            sketch_.addMain(supplyMain);
            sketch_.addMain(returnMain);
        }
        leftovers(rackCircuit);
        tag(ProcessTagKind::OutTemperature, secondary(group), left + 8.0, lane.supplyY - kTag - 3.0,
            76.0);
        tag(ProcessTagKind::Flow, secondary(group), left + 8.0, lane.supplyY + 4.0, 76.0);
        tag(ProcessTagKind::InTemperature, member(n_.cduPumps, group), firstRow, lane.returnY + 9.0,
            76.0);
        return x - pitch / 2.0 + 6.0;
    }

    int secondary(int group) const { return member(n_.cduSecondary, group); }

    /// What stands beside the way through the plant: below it, between where it leaves and joins.
    void leftovers(int circuit) {
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
            Station s;
            s.link = l;
            s.nodeBefore = link(l).from;
            place(s, 0.5 * (from.x + to.x), y, kPump, to.x < from.x);
            draw(s);
            join({from, {from.x, y}, s.in()}, s);
            sketch_.addPath({s.out(), {to.x, y}, to}, {}, link(l).to, l);
            height_ = y + kPump / 2.0 + 4.0 + style_.text;
        }
    }

    ProcessSketch& sketch_;
    const CoolingNetwork& n_;
    const ProcessStyle& style_;
    int loop_;
    int circuit_;
    int outdoor_;
    Counts first_, end_;
    double width_ = 0.0, height_ = 0.0;
    double trackX_ = 0.0, returnX_ = 0.0, supplyX_ = 0.0, supplyY_ = 0.0, returnY_ = 0.0;
    std::vector<ProcessPoint> supplyEntry_, returnEntry_;
    std::vector<int> facilityAfter_;
    int facilityLastNode_ = -1;
    int pumps_ = -1;
    bool tight_ = false;
};

struct Packing {
    std::vector<ProcessPoint> corners;
    double width = 0.0, height = 0.0;
};

/// Bands in order, down one column after the other, none much higher than the mean.
Packing packed(const std::vector<ProcessBand>& bands, int columns, double gap) {
    double whole = 0.0;
    for (const ProcessBand& b : bands) {
        whole += b.box.height + gap;
    }
    Packing p;
    double x = 0.0;
    double y = 0.0;
    double wide = 0.0;
    double done = 0.0;
    int column = 0;
    for (const ProcessBand& b : bands) {
        const double middle = done + 0.5 * (b.box.height + gap);
        if (y > 0.0 && column + 1 < columns && middle > whole * (column + 1) / columns) {
            x += wide + gap;
            y = wide = 0.0;
            ++column;
        }
        p.corners.push_back({x, y});
        y += b.box.height + gap;
        done += b.box.height + gap;
        wide = std::max(wide, b.box.width);
        p.width = std::max(p.width, x + wide);
        p.height = std::max(p.height, y - gap);
    }
    return p;
}

}  // namespace

ProcessLayout layOutProcess(const CoolingNetwork& network, const ProcessStyle& style) {
    ProcessSketch sketch(network, style);
    std::vector<BandMaker> makers;
    for (std::size_t loop = 0; loop < network.loopCircuit.size(); ++loop) {
        if (network.loopCircuit[loop] >= 0) {
            makers.emplace_back(sketch, static_cast<int>(loop));
            makers.back().make();
            makers.back().finish();
        }
    }
    ProcessLayout& out = sketch.out();
    Packing best;
    for (int columns = 1; columns <= static_cast<int>(out.bands.size()); ++columns) {
        const Packing p = packed(out.bands, columns, style.gap);
        // As large as possible in a view of that shape.
        const auto scale = [&style](const Packing& q) {
            return std::min(style.shape / q.width, 1.0 / q.height);
        };
        if (best.corners.empty() || scale(p) > scale(best)) {
            best = p;
        }
    }
    for (std::size_t b = 0; b < out.bands.size(); ++b) {
        makers[b].shift(b, best.corners[b].x, best.corners[b].y);
    }
    out.width = best.width;
    out.height = best.height;
    sketch.findHops();
    return std::move(out);
}

}  // namespace headroom::engine
