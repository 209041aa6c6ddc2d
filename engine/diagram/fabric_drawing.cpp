// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/fabric_drawing.h"

#include "engine/base/index.h"
#include "engine/diagram/fabric_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kThinLine = 2.2, kWideLine = 10.0;
constexpr double kMeshLine = 6.0;       // where many lines cross
constexpr double kLeastLine = 1.4;      // pixels
constexpr double kFabricBadge = 8.0;    // radius
constexpr double kLegiblePixels = 7.2;  // from which words are written
constexpr double kNamePixels = 11.5, kMostName = 30.0, kLeastName = 12.0;
constexpr double kNumberPixels = 9.5;  // of numbers below their boxes
constexpr double kManyFaulty = 0.05;   // share of links from which the line itself looks impaired

DrawnBox boxOfFabric(const FabricBox& b) {
    return {b.x, b.y, b.width, b.height};
}

class FabricMaker {
  public:
    explicit FabricMaker(const FabricScene& scene)
        : s_(scene),
          d_(scene.diagram),
          r_(scene.reading),
          w_(scene.words),
          zoom_(scene.magnification) {
        for (const FabricEdge& edge : d_.edges) {
            mostLinks_ = std::max(mostLinks_, edge.links);
        }
    }

    DisplayList make() {
        for (std::size_t e = 0; e < d_.edges.size(); ++e) {
            out_.begin(kFabricEdge, static_cast<int>(e), "edge");
            edge(d_.edges[e], r_.edges[e]);
        }
        for (std::size_t n = 0; n < d_.nodes.size(); ++n) {
            out_.begin(kFabricNode, static_cast<int>(n), "node");
            node(d_.nodes[n], r_.nodes[n]);
        }
        out_.end();
        if (d_.form == FabricForm::Tree) {
            rowNames();
            numbers();
        }
        for (std::size_t e = 0; e < d_.edges.size(); ++e) {
            marks(static_cast<int>(e));
        }
        out_.end();
        return std::move(out_);
    }

  private:
    template <class... Args>
    std::string say(std::string_view pattern, Args&&... args) const {
        return fmt::format(fmt::runtime(w_.say(pattern)), std::forward<Args>(args)...);
    }

    std::string faultWords(LinkFault fault) const { return w_.say(linkFaultWord(fault)); }

    static std::int64_t linksOf(const FabricEdge& edge) {
        return edge.back.empty() ? edge.links : 2 * edge.links;
    }

    double widthOf(const FabricEdge& edge) const {
        if (d_.form == FabricForm::Links) {
            return edge.link >= 0 ? 5.0 : 10.0;
        }
        const double share = static_cast<double>(edge.links) / static_cast<double>(mostLinks_);
        const double wide = d_.form == FabricForm::Tree ? kWideLine : kMeshLine;
        return kThinLine + (wide - kThinLine) * std::sqrt(std::clamp(share, 0.0, 1.0));
    }

    DrawnShape& line(const FabricEdge& edge, Ink ink, double width) {
        const DrawnPoint a{edge.a.x, edge.a.y}, c{edge.bend.x, edge.bend.y}, b{edge.b.x, edge.b.y};
        constexpr double kStraight = 1e-6;
        if (std::abs(2.0 * c.x - a.x - b.x) + std::abs(2.0 * c.y - a.y - b.y) < kStraight) {
            return out_.line(a, b, ink, width);
        }
        // A quadratic curve as a cubic one: controls at two thirds of the way to its own.
        const auto toBend = [&](DrawnPoint p) {
            return DrawnPoint{p.x + 2.0 / 3.0 * (c.x - p.x), p.y + 2.0 / 3.0 * (c.y - p.y)};
        };
        const std::array points{a, toBend(a), toBend(b), b};
        return out_.curves(points, ink, width);
    }

    void edge(const FabricEdge& e, const FabricEdgeNow& now) {
        const double wide = std::max(widthOf(e), kLeastLine / zoom_);
        if (!r_.known) {
            line(e, Ink::Link, wide);
            return;
        }
        if (now.faults.cut > 0 && now.faults.cut >= linksOf(e)) {
            // Broken: stumps, and nothing between.
            DrawnShape& stumps = line(e, Ink::Bad, wide);
            stumps.dash = stumps.space = std::max(3.0, 9.0 / wide) * wide / 3.0;
            return;
        }
        // An edge contrasts with any ground, however dark or light the colour of the line is.
        const double rim = std::max(1.6, 1.4 / zoom_);
        line(e, Ink::Rim, wide + rim);
        line(e, Ink::Link, wide).tint.from = std::min(1.0, now.utilization());
        if (now.faults.faulty > kManyFaulty * static_cast<double>(linksOf(e))) {
            // Interrupted by the ground: impaired.
            DrawnShape& gaps = line(e, Ink::Gap, wide + rim);
            gaps.dash = 0.5 * std::max(6.0, 5.0 / zoom_);
            gaps.space = 2.2 * std::max(6.0, 5.0 / zoom_);
        }
    }

    /// Height of the letters of a name: as large as legible from afar, smaller where the box is narrow.
    double nameSize(const std::string& text, double width) const {
        constexpr double kEdge = 6.0;
        const double size = std::clamp(kNamePixels / zoom_, kLeastName, kMostName);
        const double wide = w_.width(text, size, true);
        return wide > width - kEdge ? size * std::max(0.0, width - kEdge) / wide : size;
    }

    bool isLegible(double size) const { return size * zoom_ >= kLegiblePixels - 0.6; }

    void hosts(const FabricNode& n, const FabricNodeNow& now) {
        const DrawnBox box = boxOfFabric(n.hosts);
        const double middle = box.centre().x;
        out_.line({middle, n.box.y + n.box.height}, {middle, box.y}, Ink::Rim,
                  std::max(2.0, 1.2 / zoom_));
        DrawnShape& body = out_.box(box, Ink::Body, 3.0);
        body.width = std::max(1.0, 0.9 / zoom_);
        if (r_.known) {
            body.tint.from = std::min(1.0, now.hosts);
        }
        const double size = std::clamp(9.5 / zoom_, 10.0, 17.0);
        const std::string text = countWords(n.endpoints);
        if (size * zoom_ >= kLegiblePixels && w_.width(text, size, false) < box.width - 2.0) {
            DrawnShape& count = out_.text(box, text, size, Ink::Text);
            count.isOnTint = r_.known;
            count.tint.from = std::min(1.0, now.hosts);
        }
        if (now.hostFaults.faulty > 0 && !r_.noPower) {
            out_.stateMark({box.right() - 2.0, box.y + 2.0}, std::clamp(7.0 / zoom_, 6.0, 14.0),
                           static_cast<int>(now.hostFaults.worst));
        }
    }

    void node(const FabricNode& n, const FabricNodeNow& now) {
        const DrawnBox box = boxOfFabric(n.box);
        out_.touch(box);
        if (n.hosts.width > 0.0) {
            out_.touch(boxOfFabric(n.hosts));
            hosts(n, now);
        }
        const bool byHosts = n.kind == FabricNodeKind::Leaves && n.hosts.width <= 0.0;
        const bool filled =
            r_.known && (n.kind == FabricNodeKind::Group ? !n.inner.empty() : byHosts);
        const double load = std::min(1.0, byHosts ? now.hosts : now.inner);
        const bool isRest = n.kind == FabricNodeKind::Rest;
        DrawnShape& body = out_.box(box, isRest ? Ink::Rest : Ink::Body, 4.0);
        body.width = std::max(1.4, 1.1 / zoom_);
        body.isDead = now.switchesDown > 0 && n.switches <= now.switchesDown;
        if (filled) {
            body.tint.from = load;
        }
        nodeWords(n, box, filled, load);
        const double radius =
            std::clamp(kFabricBadge / zoom_, 0.8 * kFabricBadge, 2.2 * kFabricBadge);
        if (now.switchesDown > 0) {
            out_.stateMark(
                {box.right(), box.y}, radius,
                static_cast<int>(r_.noPower ? LinkFault::NoPower : LinkFault::SwitchDown));
        } else if (now.faults.faulty > 0) {
            out_.stateMark({box.right(), box.y}, radius, static_cast<int>(now.faults.worst));
        }
    }

    void nodeWords(const FabricNode& n, const DrawnBox& box, bool filled, double load) {
        const std::string text = n.kind == FabricNodeKind::Rest && d_.form == FabricForm::Grid
                                     ? say("Rest of the fabric, by the slanted ends")
                                     : fabricShortName(s_.index, n, w_.say);
        const double size = n.kind == FabricNodeKind::End
                                ? std::clamp(kNamePixels / zoom_, kLeastName, kMostName)
                                : nameSize(text, box.width);
        if (!isLegible(size)) {
            return;
        }
        DrawnShape& name =
            out_.text({box.x + 3.0, box.y, box.width - 6.0, box.height},
                      n.kind == FabricNodeKind::End ? w_.fitted(text, size, true, box.width) : text,
                      size, Ink::Text);
        name.isHeavy = true;
        name.isOnTint = filled;
        name.tint.from = load;
    }

    /// Kind of the boxes of a row, once for the row: a box has room for its number only.
    void rowNames() {
        const double size = std::clamp(kNamePixels / zoom_, kLeastName, kMostName);
        const double gap = 10.0 / zoom_;
        const double room = fabricNamesWidth(d_) - gap;
        const auto name = [&](const FabricBox& box, const std::string& text) {
            if (isLegible(size) && w_.width(text, size, false) <= room) {
                out_.text({-room - gap, box.y, room, box.height}, text, size, Ink::Quiet,
                          DrawnShape::Side::Right);
            }
        };
        double row = -1.0;
        for (const FabricNode& n : d_.nodes) {
            const std::string text = fabricRowName(s_.index, n, w_.say);
            if (text.empty() || n.box.y <= row) {
                continue;
            }
            row = n.box.y;
            name(n.box, text);
            if (n.hosts.width > 0.0) {
                name(n.hosts, say("Adapters"));
            }
        }
    }

    /// Numbers of a row of boxes that are too narrow for them, below the row. A number that would touch the one before is left
    /// out.
    void numbers() {
        const double size = kNumberPixels / zoom_;
        std::map<double, std::vector<const FabricNode*>> rows;
        for (const FabricNode& n : d_.nodes) {
            if (n.kind == FabricNodeKind::Leaves &&
                !isLegible(nameSize(fabricShortName(s_.index, n, w_.say), n.box.width))) {
                rows[n.box.y].push_back(&n);
            }
        }
        for (auto& [y, row] : rows) {
            std::sort(row.begin(), row.end(),
                      [](const FabricNode* a, const FabricNode* b) { return a->box.x < b->box.x; });
            double right = -std::numeric_limits<double>::infinity();
            for (const FabricNode* n : row) {
                const FabricBox& lowest = n->hosts.width > 0.0 ? n->hosts : n->box;
                const std::string text = fabricShortName(s_.index, *n, w_.say);
                const double wide = w_.width(text, size, false);
                const double left = lowest.x + (lowest.width - wide) / 2.0;
                if (left < right) {
                    continue;
                }
                out_.text({left, lowest.y + lowest.height + 2.0 / zoom_, wide, lineHeight(size)},
                          text, size, Ink::Quiet);
                right = left + wide + 4.0 / zoom_;
            }
        }
    }

    /// Next to the mark of a fault.
    std::string labelOf(const FabricEdge& e, const FabricEdgeNow& now) const {
        const std::int64_t links = linksOf(e);
        if (now.faults.cut > 0) {
            return now.faults.cut >= links ? say("down") : say("{}/{} down", now.faults.cut, links);
        }
        if (now.faults.factor < 1.0) {
            const std::string left = loadWords(now.faults.factor);
            return links > 1 ? say("{}/{} at {}", now.faults.faulty, links, left) : left;
        }
        return fmt::format("{}/{}", now.faults.faulty, links);
    }

    std::string linkWords(const FabricEdge& e, const FabricEdgeNow& now) const {
        const std::string load = loadWords(now.utilization());
        if (now.faults.cut > 0) {
            return faultWords(now.faults.worst);
        }
        if (e.link < 0) {
            return say("{} more links", countWords(e.links));
        }
        return now.faults.faulty > 0 ? say("{}, {} left · {}", faultWords(now.faults.worst),
                                           loadWords(now.faults.factor), load)
                                     : load;
    }

    /// Words on a ground of their own. A label that would cover another one goes below it. Without room it is left out: tip and
    /// table have it.
    void label(DrawnPoint top, const std::string& text, Ink ink, bool always) {
        const double size = std::max(11.0, 9.5 / zoom_), tall = lineHeight(size) + 2.0;
        const double wide = w_.width(text, size, true) + 8.0;
        DrawnBox box{std::clamp(top.x - wide / 2.0, 0.0, std::max(0.0, d_.width - wide)), top.y,
                     wide, tall};
        const auto covers = [&] {
            return std::any_of(taken_.begin(), taken_.end(), [&](const DrawnBox& other) {
                return other.x < box.right() && other.right() > box.x && other.y < box.bottom() &&
                       other.bottom() > box.y;
            });
        };
        for (int tries = 0; tries < 4 && covers(); ++tries) {
            box.y += tall + 1.0;
        }
        if (!always && covers()) {
            return;
        }
        taken_.push_back(box);
        out_.box(box, Ink::Label, 3.0);
        out_.text(box, text, size, ink).isHeavy = true;
    }

    /// Over all lines: faults, the edge that binds the job, and in a bundle what each link carries.
    void marks(int edge) {
        if (!r_.known) {
            return;
        }
        const FabricEdge& e = d_.edges[at(edge)];
        const FabricEdgeNow& now = r_.edges[at(edge)];
        const DrawnPoint mark{0.25 * e.a.x + 0.5 * e.bend.x + 0.25 * e.b.x,
                              0.25 * e.a.y + 0.5 * e.bend.y + 0.25 * e.b.y};
        out_.begin(kFabricEdge, edge, "edge");
        if (d_.form == FabricForm::Links) {
            constexpr double kSize = 11.0, kTall = 16.0;
            const std::string text = linkWords(e, now);
            const double wide = w_.width(text, kSize, false) + 10.0;
            const DrawnBox box{mark.x - wide / 2.0, mark.y - kTall / 2.0, wide, kTall};
            out_.box(box, Ink::Label, 3.0);
            out_.text(box, text, kSize, Ink::Text);
            if (now.faults.worst != LinkFault::None) {
                out_.stateMark({box.x - 10.0, mark.y}, kFabricBadge,
                               static_cast<int>(now.faults.worst));
            }
            return;
        }
        const double radius =
            std::clamp(kFabricBadge / zoom_, kFabricBadge * 0.8, 3.0 * kFabricBadge);
        // Without power every line is broken, and every switch has its mark: words would hide both.
        if (now.faults.faulty > 0 && !r_.noPower) {
            const bool allDown = now.faults.cut >= linksOf(e);
            if (allDown || now.faults.cut == 0) {
                out_.stateMark(mark, radius, static_cast<int>(now.faults.worst));
            } else {
                out_.mark(mark, radius, Condition::PartlyOut);
            }
            label({mark.x, mark.y + radius + 2.0}, labelOf(e, now),
                  allDown ? Ink::Bad : Ink::Caution, false);
        }
        if (edge == s_.binding) {
            const double tall = lineHeight(std::max(11.0, 9.5 / zoom_));
            label({mark.x, mark.y - radius - 4.0 - tall},
                  say("bound here, {}", loadWords(now.utilization())), Ink::Text, true);
        }
    }

    const FabricScene& s_;
    const FabricDiagram& d_;
    const FabricReading& r_;
    const DrawingWords& w_;
    double zoom_;
    std::int64_t mostLinks_ = 1;
    std::vector<DrawnBox> taken_;  ///< by labels
    DisplayList out_;
};

}  // namespace

double fabricNamesWidth(const FabricDiagram& diagram) {
    constexpr double kShare = 0.11, kLeast = 84.0;
    return diagram.form == FabricForm::Tree ? std::max(kShare * diagram.width, kLeast) : 0.0;
}

DisplayList drawFabric(const FabricScene& scene) {
    return FabricMaker(scene).make();
}

}  // namespace headroom::engine
