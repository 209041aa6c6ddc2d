// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/diagram/process_layout.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/drawing/sketch.h"
#include "engine/report/format.h"

#include <array>
#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr double kThinProcess = 1.6, kWideProcess = 4.6;  // pipes

std::string flowText(double m3PerS) {
    return quantityText(m3PerS * 1e3, "L/s");
}

class ProcessDrawing {
  public:
    explicit ProcessDrawing(const CoolingNetwork& network)
        : n_(network),
          layout_(layOutProcess(network, foldedStyle())),
          out_(layout_.width + 2.0 * kSketchEdge, layout_.height + 2.0 * kSketchEdge,
               "Process diagram") {
        for (const CoolingLink& link : n_.links) {
            double& most =
                mostM3PerS_[static_cast<std::size_t>(n_.circuits[at(link.circuit)].kind)];
            most = std::max(most, link.designM3PerS);
        }
    }

    std::string svg() {
        pipes(true);
        for (const ProcessPoint& hop : layout_.hops) {
            out_.line(spot(hop.x, hop.y - 6.5), spot(hop.x, hop.y + 6.5), "gap");
        }
        pipes(false);
        arrows();
        for (const ProcessSymbol& s : layout_.symbols) {
            symbol(s);
        }
        valves();
        words();
        return out_.svg();
    }

  private:
    static ProcessStyle foldedStyle() {
        ProcessStyle style;
        style.fold = true;
        return style;
    }

    static Spot spot(double x, double y) { return {x + kSketchEdge, y + kSketchEdge}; }

    bool isSupply(const ProcessRun& run) const {
        return run.pipe >= 0 ? n_.nodes[at(n_.links[at(run.pipe)].to)].supply
                             : n_.nodes[at(run.node)].supply;
    }

    double widthOf(const ProcessRun& run) const {
        if (run.flow < 0) {
            return kThinProcess;
        }
        const CoolingLink& link = n_.links[at(run.flow)];
        const double most =
            mostM3PerS_[static_cast<std::size_t>(n_.circuits[at(link.circuit)].kind)];
        return most > 0.0 ? kThinProcess + (kWideProcess - kThinProcess) *
                                               std::sqrt(std::min(1.0, link.designM3PerS / most))
                          : kThinProcess;
    }

    void pipes(bool upright) {
        for (const ProcessRun& run : layout_.runs) {
            for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
                const ProcessPoint& a = run.points[i];
                const ProcessPoint& b = run.points[i + 1];
                if ((std::abs(a.x - b.x) < 0.5) == upright) {
                    out_.line(spot(a.x, a.y), spot(b.x, b.y), isSupply(run) ? "supply" : "return",
                              widthOf(run));
                }
            }
        }
    }

    /// One in the longest stretch of a run that carries something.
    void arrows() {
        for (const ProcessRun& run : layout_.runs) {
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
            if (run.flow < 0 || most < 34.0) {
                continue;
            }
            const ProcessPoint& a = run.points[longest];
            const ProcessPoint& b = run.points[longest + 1];
            const double ux = (b.x - a.x) / most, uy = (b.y - a.y) / most;
            const double size = 3.0 + widthOf(run);
            const double share = most > 90.0 ? 0.66 : 0.5;
            const double tx = a.x + ux * (share * most + 0.5 * size);
            const double ty = a.y + uy * (share * most + 0.5 * size);
            const std::array points{spot(tx, ty),
                                    spot(tx - 1.5 * size * ux - 0.85 * size * uy,
                                         ty - 1.5 * size * uy + 0.85 * size * ux),
                                    spot(tx - 1.5 * size * ux + 0.85 * size * uy,
                                         ty - 1.5 * size * uy - 0.85 * size * ux)};
            out_.polygon(points, isSupply(run) ? "supply tip" : "return tip");
        }
    }

    int unitsOf(int link) const {
        int units = n_.links[at(link)].units;
        if (at(link) < layout_.folded.size()) {
            for (const int other : layout_.folded[at(link)]) {
                units += other == link ? 0 : n_.links[at(other)].units;
            }
        }
        return units;
    }

    void fan(Spot c, double r) {
        out_.circle(c, r, "outline");
        for (const double turn : {0.0, 2.094, 4.189}) {
            out_.line(c, {c.x + r * std::cos(turn - 0.5), c.y + r * std::sin(turn - 0.5)}, "ink");
        }
    }

    void symbol(const ProcessSymbol& s) {
        const double x = s.box.x + kSketchEdge, y = s.box.y + kSketchEdge, w = s.box.width,
                     h = s.box.height;
        const Spot c{x + w / 2.0, y + h / 2.0};
        if (s.link >= 0 && unitsOf(s.link) > 1 && s.shape != ProcessShape::Row &&
            s.shape != ProcessShape::Exchanger && s.shape != ProcessShape::Coils) {
            s.shape == ProcessShape::Pumps ? out_.circle({c.x + 3.5, c.y - 3.5}, w / 2.0, "outline")
                                           : out_.box(x + 4, y - 4, w, h, "outline", 4.0);
        }
        switch (s.shape) {
            case ProcessShape::Pumps: {
                const double r = w / 2.0, d = s.flowsLeft ? -1.0 : 1.0;
                out_.circle(c, r, "body");
                const std::array points{Spot{c.x + d * r, c.y},
                                        Spot{c.x - d * 0.5 * r, c.y - 0.866 * r},
                                        Spot{c.x - d * 0.5 * r, c.y + 0.866 * r}};
                out_.polygon(points, "outline");
                break;
            }
            case ProcessShape::Exchanger:
            case ProcessShape::Economiser:
                out_.box(x, y, w, h, "body", 3.0);
                for (const double share : {0.38, 0.5, 0.62}) {
                    s.shape == ProcessShape::Exchanger
                        ? out_.line({x + share * w, y + 6.0}, {x + share * w, y + h - 6.0}, "ink")
                        : out_.line({x + 6.0, y + share * h}, {x + w - 6.0, y + share * h}, "ink");
                }
                break;
            case ProcessShape::Chillers:
                out_.box(x, y, w, h, "body", 3.0);
                out_.box(x + 7, y + 5, w - 14, 0.26 * h, "ink", 0.13 * h);
                out_.box(x + 7, y + 0.74 * h - 5, w - 14, 0.26 * h, "ink", 0.13 * h);
                out_.circle(c, 0.14 * h, "outline");
                break;
            case ProcessShape::Towers: {
                const std::array points{Spot{x, y}, Spot{x + w, y}, Spot{x + 0.82 * w, y + h},
                                        Spot{x + 0.18 * w, y + h}};
                out_.polygon(points, "body");
                fan({c.x, y + 0.28 * h}, 0.2 * h);
                for (const double at : {0.62, 0.74, 0.86}) {
                    out_.line({x + 0.26 * w, y + at * h}, {x + 0.74 * w, y + at * h}, "ink");
                }
                break;
            }
            case ProcessShape::DryCoolers:
                out_.box(x, y, w, h, "body", 2.0);
                fan({c.x, y + 0.34 * h}, 0.24 * h);
                coil(x + 5, y + 0.78 * h, w - 10, 0.1 * h);
                break;
            case ProcessShape::Coils:
                out_.box(x, y, w, h, "body", 2.0);
                coil(x + 4, c.y, w - 8, 0.22 * h);
                break;
            case ProcessShape::Row:
                out_.box(x, y, w, h, "body", 2.0);
                if (w > 18.0) {
                    out_.text({c.x, y + 13.0}, std::to_string(n_.links[at(s.link)].row + 1),
                              "small", Sketch::Anchor::Middle);
                }
                break;
            case ProcessShape::Basin:
            case ProcessShape::Tank:
            case ProcessShape::Vessel:
                out_.box(x, y, w, h, "body", s.shape == ProcessShape::Basin ? 0.0 : 0.3 * w);
                out_.line({x, y + 0.4 * h}, {x + w, y + 0.4 * h}, "ink");
                break;
        }
    }

    void coil(double x, double y, double w, double tall) {
        std::vector<Spot> points{{x, y}};
        for (int i = 0; i < 6; ++i) {
            points.push_back({x + (i + 0.5) * w / 6.0, y + (i % 2 == 0 ? -tall : tall)});
        }
        points.push_back({x + w, y});
        out_.lines(points, "ink");
    }

    void valves() {
        for (const ProcessValve& v : layout_.valves) {
            const Spot c = spot(v.at.x, v.at.y);
            const std::array left{c, Spot{c.x - 9, c.y - 6}, Spot{c.x - 9, c.y + 6}};
            const std::array right{c, Spot{c.x + 9, c.y - 6}, Spot{c.x + 9, c.y + 6}};
            out_.polygon(left, "body");
            out_.polygon(right, "body");
            out_.line(c, {c.x, c.y - 9}, "ink");
            out_.circle({c.x, c.y - 12.5}, 3.6, "body");
        }
    }

    void words() {
        for (const ProcessBand& band : layout_.bands) {
            out_.text(spot(band.title.x, band.title.y + 0.7 * band.title.height),
                      n_.circuits[at(n_.loopCircuit[at(band.loop)])].name, "title",
                      Sketch::Anchor::Start, band.title.width);
        }
        for (const ProcessLane& lane : layout_.lanes) {
            std::string text = n_.links[at(lane.link)].name;
            if (const int units = unitsOf(lane.link); units > 1) {
                text += " (" + std::to_string(units) + "×)";
            }
            out_.text(spot(lane.name.x, lane.name.y + lane.name.height - 3.0), text, "name",
                      Sketch::Anchor::Start, std::max(lane.name.width, 120.0));
        }
        for (const ProcessTag& tag : layout_.tags) {
            if (tag.kind == ProcessTagKind::Flow) {
                out_.text(spot(tag.box.x, tag.box.y + 0.75 * tag.box.height),
                          flowText(n_.links[at(tag.link)].designM3PerS), "figure");
            }
        }
        for (const ProcessSymbol& s : layout_.symbols) {
            if (s.text.width <= 0.0 || s.link < 0) {
                continue;
            }
            const CoolingLink& link = n_.links[at(s.link)];
            if (link.kind == CoolingLinkKind::CduPumps || link.kind == CoolingLinkKind::Racks) {
                continue;
            }
            std::string name(infoOf(link.kind).label);
            const int units = unitsOf(s.link);
            if (units > 1) {
                name = std::to_string(units) + "× " + name;
            }
            const Spot top = spot(s.text.x + s.text.width / 2.0, s.text.y);
            out_.text({top.x, top.y + 12.0}, name, "name", Sketch::Anchor::Middle,
                      s.text.width + 16.0);
            out_.text({top.x, top.y + 26.0}, flowText(link.designM3PerS), "figure",
                      Sketch::Anchor::Middle);
        }
    }

    const CoolingNetwork& n_;
    ProcessLayout layout_;
    Sketch out_;
    std::array<double, 3> mostM3PerS_{};  // by CircuitKind
};

}  // namespace

std::string processSvg(const CoolingNetwork& network) {
    return network.loopCircuit.empty() ? std::string() : ProcessDrawing(network).svg();
}

}  // namespace headroom::engine::report
