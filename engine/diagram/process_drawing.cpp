// SPDX-License-Identifier: Apache-2.0
// Lines and symbols of a process diagram; its words are in process_words.cpp.
#include "engine/diagram/process_drawing.h"

#include "engine/diagram/process_maker.h"
#include "engine/run/conditions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

using namespace process;

namespace {

constexpr double kThin = 1.8, kWide = 5.2;  // pipes
constexpr double kLeastArrow = 34.0;        // stretch of pipe that has room for one
constexpr double kArrowsFrom = 0.22;        // scale

bool isUprightStretch(const ProcessPoint& a, const ProcessPoint& b) {
    return std::abs(a.x - b.x) < 0.5;
}

}  // namespace

namespace process {

Ink inkOf(CoolingLinkState state) {
    switch (state) {
        case CoolingLinkState::Failed:
        case CoolingLinkState::Leaking:
        case CoolingLinkState::NoPower:
            return Ink::Bad;
        case CoolingLinkState::Starting:
        case CoolingLinkState::Stuck:
        case CoolingLinkState::Isolated:
            return Ink::Caution;
        default:
            return Ink::Quiet;
    }
}

bool isDead(CoolingLinkState state) {
    return state == CoolingLinkState::NoPower || state == CoolingLinkState::Failed ||
           state == CoolingLinkState::Isolated;
}

}  // namespace process

double ProcessMaker::tintOfNode(int node) const {
    return known() ? static_cast<double>(s_.frame->coolingNodes[at(node)].temperatureC)
                   : std::nan("");
}

bool ProcessMaker::isStill(const ProcessRun& run) const {
    return known() && run.flow >= 0 && standsStill(n_.links[at(run.flow)], now(run.flow));
}

Ink ProcessMaker::sideOf(const ProcessRun& run) const {
    const int node = run.pipe >= 0 ? int{n_.links[at(run.pipe)].to} : run.node;
    return n_.nodes[at(node)].supply ? Ink::Supply : Ink::Return;
}

/// A pipe has the temperature of its water; a lead that of what its machine takes or gives.
Tint ProcessMaker::tintOf(const ProcessRun& run) const {
    if (!known()) {
        return {};
    }
    if (run.pipe >= 0) {
        const CoolingLinkNow& pipe = now(run.pipe);
        return {.from = 0.5 * static_cast<double>(pipe.inC + pipe.outC)};
    }
    if (run.flow >= 0 && n_.links[at(run.flow)].kind != CoolingLinkKind::Pipe && !isStill(run)) {
        const CoolingLink& link = n_.links[at(run.flow)];
        const CoolingLinkNow& flowing = now(run.flow);
        if (link.to == run.node) {
            return {.from = static_cast<double>(flowing.outC)};
        }
        if (link.from == run.node) {
            return {.from = static_cast<double>(flowing.inC)};
        }
    }
    return {.from = tintOfNode(run.node)};
}

double ProcessMaker::widthOf(const ProcessRun& run) const {
    const double least = 1.1 / magnification_;
    if (run.flow < 0) {
        return std::max(kThin, least);
    }
    const CoolingLink& link = n_.links[at(run.flow)];
    const auto kind = static_cast<std::size_t>(n_.circuits[at(link.circuit)].kind);
    const double flow =
        known() ? std::abs(static_cast<double>(now(run.flow).flowM3PerS)) : link.designM3PerS;
    const double share = std::sqrt(std::clamp(flow / r_.largestM3PerS[kind], 0.0, 1.0));
    return std::max(kThin + (kWide - kThin) * share, least);
}

void ProcessMaker::beginRun(const ProcessRun& run) {
    run.pipe >= 0 ? out_.begin(kProcessLink, run.pipe, "link")
                  : out_.begin(kProcessNode, run.node, "node");
}

void ProcessMaker::pipes(bool isUpright) {
    for (const ProcessRun& run : l_.runs) {
        beginRun(run);
        const Ink side = sideOf(run);
        const Tint tint = tintOf(run);
        const bool still = isStill(run);
        const double width = still ? std::max(1.4, 0.9 / magnification_) : widthOf(run);
        for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
            const ProcessPoint& a = run.points[i];
            const ProcessPoint& b = run.points[i + 1];
            if (isUprightStretch(a, b) != isUpright) {
                continue;
            }
            DrawnShape& stretch = out_.line(pointOf(a), pointOf(b), side, width);
            stretch.tint = tint;
            if (still) {
                stretch.dash = 4.0 * width;
                stretch.space = 2.0 * width;
            }
        }
    }
    out_.end();
}

void ProcessMaker::gaps() {
    constexpr double kHalf = 6.5, kGap = 9.0;
    for (const ProcessPoint& hop : l_.hops) {
        out_.line({hop.x, hop.y - kHalf}, {hop.x, hop.y + kHalf}, Ink::Gap, kGap);
    }
}

/// One in the longest stretch of a run that carries something: off its middle, where a valve may be, and off places where
/// pipes pass.
void ProcessMaker::arrows() {
    if (magnification_ < kArrowsFrom) {
        return;
    }
    for (const ProcessRun& run : l_.runs) {
        if (run.flow < 0 || isStill(run)) {
            continue;
        }
        std::size_t longest = 0;
        double most = 0.0;
        for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
            const double d = std::abs(run.points[i].x - run.points[i + 1].x) +
                             std::abs(run.points[i].y - run.points[i + 1].y);
            if (d > most) {
                most = d;
                longest = i;
            }
        }
        if (most < kLeastArrow) {
            continue;
        }
        const bool back = known() && now(run.flow).flowM3PerS < 0.0F;
        const ProcessPoint& a = run.points[back ? longest + 1 : longest];
        const ProcessPoint& b = run.points[back ? longest : longest + 1];
        const double ux = (b.x - a.x) / most, uy = (b.y - a.y) / most;
        const double size = 3.2 + widthOf(run);
        DrawnPoint tip;
        for (const double share : {most > 90.0 ? 0.66 : 0.5, 0.3, 0.85}) {
            const double along = share * most + 0.5 * size;
            tip = {a.x + ux * along, a.y + uy * along};
            constexpr double kFree = 16.0;
            const bool free =
                std::none_of(l_.hops.begin(), l_.hops.end(), [&](const ProcessPoint& hop) {
                    return std::abs(hop.x - tip.x) < kFree && std::abs(hop.y - tip.y) < kFree;
                });
            if (free) {
                break;
            }
        }
        const double back1 = 1.5 * size, side = 0.85 * size;
        const std::array points{
            tip, DrawnPoint{tip.x - back1 * ux - side * uy, tip.y - back1 * uy + side * ux},
            DrawnPoint{tip.x - back1 * ux + side * uy, tip.y - back1 * uy - side * ux}};
        beginRun(run);
        out_.polygon(points, sideOf(run)).tint = tintOf(run);
    }
    out_.end();
}

MachineSymbol ProcessMaker::lookOf(const ProcessSymbol& s) const {
    MachineSymbol look;
    look.shape = s.shape;
    look.flowsLeft = s.flowsLeft;
    look.hasMore = s.link >= 0 && r_.units[at(s.link)] > 1;
    if (!known()) {
        return look;
    }
    CoolingLinkState state = CoolingLinkState::Running;
    if (s.link >= 0) {
        const CoolingLinkNow& its = now(s.link);
        state = its.state;
        look.coldC = static_cast<double>(its.inC);
        look.warmC = static_cast<double>(its.outC);
        // Towers and rows are drawn from warm to cold and from cold to warm, whatever the sign of their heat.
        if (its.outC < its.inC &&
            (s.shape == ProcessShape::Towers || s.shape == ProcessShape::Row)) {
            std::swap(look.coldC, look.warmC);
        }
    } else {
        look.coldC = tintOfNode(s.node);
    }
    if (s.other >= 0) {
        const CoolingLinkNow& other = now(s.other);
        look.coldC2 = static_cast<double>(other.inC);
        look.warmC2 = static_cast<double>(other.outC);
        if (s.shape == ProcessShape::Exchanger) {
            std::swap(look.coldC2, look.warmC2);  // warm comes in below
        }
        state = state == CoolingLinkState::Running ? other.state : state;
    }
    look.isDead = isDead(state);
    look.runs = !look.isDead && state != CoolingLinkState::Standby;
    return look;
}

/// The mark of the state: of folded machines, of those that are in another one than most.
void ProcessMaker::badge(const ProcessSymbol& s, const DrawnBox& box, CoolingLinkState state) {
    constexpr double kInRow = 6.5, kRadius = 8.5;
    bool isPartlyOut = false;
    for (const int link : {s.link, s.other}) {
        if (link >= 0) {
            const ProcessFold& fold = r_.folds[at(link)];
            state = fold.strange > 0 ? fold.state : state;
            isPartlyOut = isPartlyOut || r_.isPartlyOut[at(link)] != 0;
        }
    }
    const bool isRow = s.shape == ProcessShape::Row;
    const double r = isRow ? kInRow : kRadius;
    const DrawnPoint place = isRow ? DrawnPoint{box.centre().x, box.centre().y + 4.0}
                                   : DrawnPoint{box.right() - 1.0, box.y + 1.0};
    if (isRow && state != CoolingLinkState::Running) {
        out_.circle(place, r + 3.0, Ink::Label);
    }
    if (state != CoolingLinkState::Running) {
        out_.stateMark(place, r, static_cast<int>(state));
    } else if (isPartlyOut) {
        out_.mark(place, r, Condition::PartlyOut);
    }
}

void ProcessMaker::machine(const ProcessSymbol& s) {
    const DrawnBox box = boxOf(s.box);
    s.link >= 0 ? out_.begin(kProcessLink, s.link, "link")
                : out_.begin(kProcessNode, s.node, "node");
    constexpr double kSlack = 2.0;
    out_.touch(box.grown(kSlack));
    if (s.text.width > 0.0) {
        out_.touch(boxOf(s.text));
    }
    const MachineSymbol look = lookOf(s);
    drawMachine(out_, look, box);
    if (known()) {
        CoolingLinkState state = s.link >= 0 ? now(s.link).state : CoolingLinkState::Running;
        if (s.shape == ProcessShape::Exchanger && state == CoolingLinkState::Stuck) {
            state = CoolingLinkState::Running;  // its valve says it
        }
        if (s.other >= 0 && state == CoolingLinkState::Running) {
            state = now(s.other).state;
        }
        badge(s, box, state);
    }
    constexpr double kNumberFrom = 18.0, kNumber = 10.0;
    if (s.shape == ProcessShape::Row && s.box.width > kNumberFrom && showsWords()) {
        DrawnShape& number =
            out_.text({box.x, box.y + 1.0, box.width, lineHeight(kNumber)},
                      std::to_string(n_.links[at(s.link)].row + 1), kNumber, Ink::Text);
        number.isHeavy = true;
        number.isOnTint = look.runs;
        number.tint.from = look.coldC;
    }
    symbolWords(s);
    if (s.other >= 0) {
        out_.begin(kProcessLink, s.other, "link");
        out_.touch(s.shape == ProcessShape::Exchanger
                       ? DrawnBox{box.centre().x, box.y - kSlack, 0.5 * box.width + kSlack,
                                  box.height + 2.0 * kSlack}
                       : DrawnBox{box.x - kSlack, box.y - kSlack, box.width + 2.0 * kSlack,
                                  0.5 * box.height + kSlack});
    }
    out_.end();
}

void ProcessMaker::machines() {
    for (const ProcessSymbol& s : l_.symbols) {
        machine(s);
    }
}

void ProcessMaker::valves() {
    constexpr double kReach = 12.0, kStuck = 6.5;
    for (const ProcessValve& v : l_.valves) {
        const DrawnPoint c = pointOf(v.at);
        const CoolingLink& link = n_.links[at(v.link)];
        const double opening = known() ? static_cast<double>(now(v.link).valve) : 0.5;
        const CoolingLinkState state = known() ? now(v.link).state : CoolingLinkState::Running;
        out_.begin(kProcessLink, v.link, "link");
        out_.touch({c.x - kReach, c.y - kReach, 2.0 * kReach, 2.0 * kReach});
        drawValve(out_, c, opening, n_.nodes[at(link.from)].supply ? Ink::Supply : Ink::Return,
                  {.from = tintOfNode(link.from)});
        if (state == CoolingLinkState::Stuck) {
            out_.stateMark({c.x + 21.0, c.y - 15.0}, kStuck, static_cast<int>(state));
        }
        if (magnification_ >= kMiddle && known()) {
            const std::string share = shareWords(opening);
            out_.text(boxOf(v.text),
                      link.kind == CoolingLinkKind::Bypass ? bypassWords(share) : share, wordSize(),
                      state == CoolingLinkState::Stuck ? Ink::Caution : Ink::Text);
        }
    }
    out_.end();
}

DisplayList ProcessMaker::make() {
    bands();
    pipes(true);
    gaps();
    pipes(false);
    arrows();
    machines();
    valves();
    lanes();
    tags();
    return std::move(out_);
}

DisplayList drawProcess(const ProcessScene& scene) {
    return ProcessMaker(scene).make();
}

}  // namespace headroom::engine
