// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_band.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

using namespace process;
using Kind = CoolingLinkKind;

namespace {

constexpr double kPort = 13.0;         // of an exchanger, from its upper and lower edge
constexpr double kReturnTrack = 72.0;  // of the return, right of the plant
constexpr double kReturnMain = 34.0;   // right of that track
constexpr double kSupplyMain = 62.0;   // right of the return main: room for the bypass valve

bool isExchangerOut(Kind kind) {
    return kind == Kind::EconomiserOut || kind == Kind::Condensers;
}

}  // namespace

void ProcessBandMaker::plant() {
    const int back = n_.loopReturn[at(loop_)];
    ProcessWalk facility = walkOf(back, n_.loopSupply[at(loop_)]);
    std::vector<ProcessStation> foot;
    std::vector<ProcessStation> row;
    for (ProcessStation& s : facility.stations) {
        const bool leads = row.empty() && s.link >= 0 && link(s.link).kind == Kind::Pumps;
        (leads ? foot : row).push_back(s);
    }
    ProcessWalk outdoor;
    if (outdoor_ >= 0) {
        const int basin = member(n_.loopBasin, loop_);
        const int root = basin >= 0 ? basin : n_.circuits[at(outdoor_)].expansionNode;
        outdoor = walkOf(root, root);
    }
    // Before, in and behind the exchangers.
    std::vector<ProcessStation> pre;
    std::vector<ProcessStation> inside;
    std::vector<ProcessStation> post;
    for (const ProcessStation& s : outdoor.stations) {
        if (s.link >= 0 && isExchangerOut(link(s.link).kind)) {
            inside.push_back(s);
        } else {
            (inside.empty() ? pre : post).push_back(s);
        }
    }
    const bool hasBasin = outdoor_ >= 0 && member(n_.loopBasin, loop_) >= 0;
    std::vector<ProcessStation> top = post;
    if (hasBasin) {
        ProcessStation s;
        s.node = n_.loopBasin[at(loop_)];
        s.before = outdoor.after;
        s.nodeBefore = s.node;
        top.push_back(s);
    }
    const std::size_t firstPre = top.size();
    for (const ProcessStation& s : pre) {
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
    // An exchanger's outdoor side is on its facility side.
    const auto sideOf = [&](int facilityLink) -> int {
        for (const CoolingExchanger& e : n_.exchangers) {
            if (e.hot == facilityLink && e.cold >= 0) {
                return e.cold;
            }
        }
        return -1;
    };
    for (const ProcessStation& s : row) {
        draw(s, s.link >= 0 && outdoor_ >= 0 ? sideOf(s.link) : -1);
    }
    for (ProcessStation& s : inside) {
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
        for (const ProcessStation& s : *part) {
            draw(s);
        }
    }
    if (!outdoor.stations.empty()) {
        joinOutdoor(top, firstPre, inside, outdoor, topY, outY, right);
    }
    // From the foot up and along the row.
    const ProcessStation* before = nullptr;
    for (const auto* part : {&foot, &row}) {
        for (const ProcessStation& s : *part) {
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
    const ProcessStation* first = !foot.empty()  ? &foot.front()
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
        tag(ProcessTagKind::InTemperature, inside.front().link, kMargin + 8.0, outY - kTag - 4.0,
            72.0);
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

void ProcessBandMaker::joinOutdoor(const std::vector<ProcessStation>& top, std::size_t firstPre,
                                   const std::vector<ProcessStation>& inside,
                                   const ProcessWalk& walk, double topY, double outY,
                                   double right) {
    const auto down = [&](const ProcessPoint& from) {
        return std::vector<ProcessPoint>{from, {kMargin, from.y}, {kMargin, outY}};
    };
    for (std::size_t i = 1; i < top.size(); ++i) {
        join({top[i - 1].out(), top[i].in()}, top[i], top[i].link < 0 ? top[i - 1].link : -1);
    }
    const ProcessPoint last = top.empty() ? ProcessPoint{right, topY} : top.back().out();
    std::vector<ProcessPoint> line = down(last);
    for (const ProcessStation& s : inside) {
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
}  // namespace headroom::engine
