// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line_wires.h"

#include "engine/base/index.h"
#include "engine/diagram/one_line_symbols.h"
#include "engine/diagram/power_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kWordsFrom = 0.35;  // scale from which a breaker has room for a word
constexpr double kStroke = 1.5;      // of a breaker's square

class WireMaker {
  public:
    explicit WireMaker(const OneLineWires& scene)
        : s_(scene), hasState_(hasPowerState(scene.frame)), isKnown_(hasPowerValues(scene.frame)) {}

    DisplayList make() {
        for (const bool drawsLive : {false, true}) {
            for (std::size_t w = 0; w < s_.diagram.wires.size(); ++w) {
                out_.begin(kOneLineWire, static_cast<int>(w), "wire");
                wire(s_.diagram.wires[w], drawsLive);
            }
        }
        for (std::size_t w = 0; w < s_.diagram.wires.size(); ++w) {
            const OneLineWire& wire = s_.diagram.wires[w];
            if (hasBreakers(s_.network, wire)) {
                out_.begin(kOneLineBreaker, static_cast<int>(w), "breaker");
                breakers(wire);
            }
        }
        out_.end();
        return std::move(out_);
    }

  private:
    /// Whether the upper part of a wire has power, or the part behind its breakers. All of it, before a run.
    bool isLit(const OneLineWire& wire, bool behindBreakers) const {
        if (!isKnown_) {
            return true;
        }
        const Frame& frame = s_.frame;
        if (wire.edges.empty()) {
            const OneLineNode& from = s_.diagram.nodes[at(wire.from)];
            const auto first = frame.powerUnits.begin() + from.firstUnit;
            return std::any_of(first, first + from.units, isLive);
        }
        return std::any_of(wire.edges.begin(), wire.edges.end(), [&](int e) {
            return behindBreakers ? isEdgeLive(s_.network, frame, e)
                                  : isLive(frame.powerUnits[at(s_.network.edges[at(e)].from)]);
        });
    }

    void wire(const OneLineWire& wire, bool drawsLive) {
        std::vector<DrawnPoint> upper;
        for (const OneLinePoint& p : wire.points) {
            upper.push_back({p.x, p.y});
        }
        if (hasBreakers(s_.network, wire)) {
            const DrawnPoint breaker = breakerPlace(wire);
            if (isLit(wire, true) == drawsLive) {
                line({breaker, upper.back()}, drawsLive);
            }
            upper.back() = breaker;
        }
        if (isLit(wire, false) == drawsLive) {
            line(upper, drawsLive);
        }
    }

    /// Never thinner than a pixel and a bit, however far away.
    void line(const std::vector<DrawnPoint>& points, bool drawsLive) {
        constexpr double kDash = 4.0, kSpace = 2.0;  // widths
        const double wide = std::max(1.8, 1.2 / s_.magnification);
        if (drawsLive) {
            out_.lines(points, isKnown_ ? Ink::LiveWire : Ink::Wire, wide);
            return;
        }
        DrawnShape& dead = out_.lines(points, Ink::DeadWire, 0.9 * wide);
        dead.dash = kDash * dead.width;
        dead.space = kSpace * dead.width;
    }

    void breakers(const OneLineWire& wire) {
        int all = 0, open = 0, tripped = 0;
        bool live = false;
        for (const int e : wire.edges) {
            const PowerEdge& edge = s_.network.edges[at(e)];
            if (edge.breaker < 0) {
                continue;
            }
            ++all;
            if (hasState_) {
                const BreakerState state = s_.frame.powerEdges[at(e)].breaker;
                open += state == BreakerState::Open ? 1 : 0;
                tripped += state == BreakerState::Tripped ? 1 : 0;
                live = live || !isKnown_ || isLive(s_.frame.powerUnits[at(edge.from)]);
            }
        }
        const BreakerState shown = tripped > 0 ? BreakerState::Tripped
                                   : open > 0  ? BreakerState::Open
                                               : BreakerState::Closed;
        const DrawnPoint place = breakerPlace(wire);
        if (all > 1) {
            // A second square behind tells that there are several.
            const double side = 2.0 * kBreakerHalf - 2.0;
            out_.box({place.x - kBreakerHalf + 4.0, place.y - kBreakerHalf - 2.5, side, side},
                     Ink::Behind);
        }
        const Ink ink = shown == BreakerState::Open      ? Ink::Text
                        : shown == BreakerState::Tripped ? Ink::Bad
                        : !hasState_                     ? Ink::Wire
                        : live                           ? Ink::LiveWire
                                                         : Ink::DeadWire;
        const DisplayList symbol = drawBreaker(place, shown);
        for (const DrawnShape& shape : symbol.shapes()) {
            if (shape.ink == Ink::Body) {
                out_.copy(shape).ink = Ink::Label;
            }
            DrawnShape& stroke = out_.copy(shape);
            stroke.ink = ink;
            stroke.width = shape.width > 0.0 ? shape.width : kStroke;
        }
        word(place, shown, tripped > 0 ? tripped : open, all);
    }

    /// "tripped" or "2/4 open" next to breakers that are not all closed, where that can be read.
    void word(DrawnPoint place, BreakerState state, int count, int all) {
        if (state == BreakerState::Closed || s_.magnification < kWordsFrom) {
            return;
        }
        const bool isTripped = state == BreakerState::Tripped;
        std::string text = s_.words.say(isTripped ? "tripped" : "open");
        if (all > 1) {
            text = fmt::format("{}/{} {}", count, all, text);
        }
        constexpr double kLeast = 11.0, kPixels = 9.5, kGap = 4.0, kEdge = 6.0;
        const double size = std::max(kLeast, kPixels / s_.magnification);
        const double high = lineHeight(size);
        const DrawnBox box{place.x + kBreakerHalf + kGap, place.y - 0.5 * high,
                           s_.words.width(text, size, true) + kEdge, high};
        out_.box(box, Ink::Label);
        out_.text(box, text, size, isTripped ? Ink::Bad : Ink::Text).isHeavy = true;
    }

    const OneLineWires& s_;
    bool hasState_, isKnown_;
    DisplayList out_;
};

}  // namespace

DisplayList drawOneLineWires(const OneLineWires& scene) {
    return WireMaker(scene).make();
}

DrawnPoint breakerPlace(const OneLineWire& wire) {
    return {wire.points.back().x, wire.points.back().y - kBreakerRise};
}

}  // namespace headroom::engine
