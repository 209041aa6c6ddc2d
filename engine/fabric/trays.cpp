// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/fabric/cabling.h"
#include "engine/fabric/circuits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace headroom::engine {

namespace {

// Assumption: trays of 600 x 100 mm; more cables than one holds show as a fill over its limit.
constexpr double kTrayWidthM = 0.6, kTrayHeightM = 0.1;

/// Cable whose part states no diameter: fibre of eight.
constexpr double kCableM = 3e-3;

struct Content {
    int cables = 0;
    double areaM2 = 0.0;
    double westM = std::numeric_limits<double>::infinity();
    double eastM = -std::numeric_limits<double>::infinity();
    double southM = std::numeric_limits<double>::infinity();
    double northM = -std::numeric_limits<double>::infinity();

    void pass(double areaM2_, const CableEnd& end) {
        ++cables;
        areaM2 += areaM2_;
        reach(end.xM, end.yM);
    }

    void reach(double xM, double yM) {
        westM = std::min(westM, xM);
        eastM = std::max(eastM, xM);
        southM = std::min(southM, yM);
        northM = std::max(northM, yM);
    }
};

/// Sums what lies in the trays: of each row, of each hall's cabinets, and across each hall.
class Trays {
  public:
    explicit Trays(const Floor& floor) : floor_(floor), across_(floor.halls.size()) {}

    void add(const CableEnd& a, const CableEnd& b, double diameterM) {
        const bool sameRack = a.rack >= 0 && a.rack == b.rack;
        if (sameRack || (a.row >= 0 && a.row == b.row && std::abs(a.xM - b.xM) <= kBesideM)) {
            return;
        }
        const double areaM2 = 0.25 * std::numbers::pi * diameterM * diameterM;
        line(a).pass(areaM2, a);
        if (lineOf(a) == lineOf(b)) {
            line(a).reach(b.xM, b.yM);
            return;
        }
        line(b).pass(areaM2, b);
        across_[at(a.hall)].pass(areaM2, a);
        if (b.hall != a.hall) {
            across_[at(b.hall)].pass(areaM2, b);
        } else {
            across_[at(a.hall)].reach(b.xM, b.yM);
        }
    }

    std::vector<TrayBox> boxes() const {
        std::vector<TrayBox> all;
        for (const auto& [key, content] : lines_) {
            const int hall = key.first;
            const double yM = 0.5 * (content.southM + content.northM);
            add(all, content, hall,
                {content.westM, yM - 0.5 * kTrayWidthM, floor_.trayM[at(hall)],
                 std::max(content.eastM - content.westM, kTrayWidthM), kTrayWidthM, kTrayHeightM});
        }
        for (std::size_t hall = 0; hall < across_.size(); ++hall) {
            const Content& content = across_[hall];
            if (content.cables > 0) {
                const double xM = 0.5 * (content.westM + content.eastM);
                add(all, content, static_cast<int>(hall),
                    {xM - 0.5 * kTrayWidthM, content.southM, floor_.trayM[hall] + 2 * kTrayHeightM,
                     kTrayWidthM, std::max(content.northM - content.southM, kTrayWidthM),
                     kTrayHeightM});
            }
        }
        return all;
    }

  private:
    static constexpr double kBesideM = 3.0;  ///< as routeM: such cables lie in no tray

    /// Row of the facility, or the line of cabinets of a hall (-1).
    static std::pair<int, int> lineOf(const CableEnd& end) { return {end.hall, end.row}; }

    Content& line(const CableEnd& end) { return lines_[lineOf(end)]; }

    static void add(std::vector<TrayBox>& all, const Content& content, int hall, const Box& box) {
        all.push_back({box, hall, content.cables, content.areaM2 / (kTrayWidthM * kTrayHeightM)});
    }

    const Floor& floor_;
    std::map<std::pair<int, int>, Content> lines_;
    std::vector<Content> across_;
};

double diameterOf(const Fabric& f, const CableRun& run) {
    const double stated = run.part < 0 ? kCableM : f.parts[at(run.part)].diameterM;
    return std::isnan(stated) ? kCableM : stated;
}

}  // namespace

std::vector<TrayBox> traysOf(const Floor& floor, const FabricNetwork& network) {
    Trays trays(floor);
    for (int index = 0; index < static_cast<int>(network.fabrics.size()); ++index) {
        const Fabric& f = network.fabrics[at(index)];
        if (f.topology == nullptr) {
            continue;
        }
        const Topology& t = *f.topology;
        const auto places = endpointPlaces(floor, network, index);
        const auto switchEnd = [&](int number) { return cableEnd(floor, f.switches[at(number)]); };
        const Circuits circuits(floor, network, index);
        const int perPlane = t.switches() / t.spec().planes;
        for (int plane = 0; plane < t.spec().planes && !f.hostRuns.empty(); ++plane) {
            for (int e = 0; e < t.endpoints(); ++e) {
                if (places[at(e)].hall >= 0) {
                    const int leaf = t.leafOf(e);
                    trays.add(cableEnd(places[at(e)]), switchEnd(plane * perPlane + leaf),
                              diameterOf(f, f.hostRuns[at(plane * t.leaves() + leaf)]));
                }
            }
        }
        for (int b = 0; b < t.bundles(); ++b) {
            if (f.runs[at(b)].count == 0) {
                continue;
            }
            for (const LinkId link : t.bundleLinks(b)) {
                const LinkEnds ends = t.ends(link);
                if (ends.from > ends.to) {
                    continue;
                }
                const int from = ends.from - t.endpoints(), to = ends.to - t.endpoints();
                const double diameterM = diameterOf(f, f.runs[at(b)]);
                const int circuit = circuits.between(from, to);
                if (circuit < 0) {
                    trays.add(switchEnd(from), switchEnd(to), diameterM);
                } else {
                    trays.add(switchEnd(from), circuits.end(circuit), diameterM);
                    trays.add(circuits.end(circuit), switchEnd(to), diameterM);
                }
            }
        }
    }
    return trays.boxes();
}

}  // namespace headroom::engine
