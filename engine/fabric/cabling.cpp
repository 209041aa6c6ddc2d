// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/cabling.h"

#include "engine/base/index.h"
#include "engine/fabric/circuits.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kPatchSlackM = 0.5, kTraySlackM = 1.0, kTraySlackShare = 0.05;
constexpr double kBetweenHallsM = 10.0;

/// Rates that are meant to be equal may differ by this share (50 GB/s and 400 Gbit/s do not).
constexpr double kRateTolerance = 0.01;

void add(CableRun& run, double lengthM) {
    run.shortestM = run.count == 0 ? lengthM : std::min(run.shortestM, lengthM);
    run.longestM = std::max(run.longestM, lengthM);
    run.meanM += (lengthM - run.meanM) / ++run.count;
}

class Layer {
  public:
    Layer(const Floor& floor, const FabricNetwork& network, int fabric, const AllowedParts& allowed,
          Fabric& out)
        : floor_(floor),
          topology_(*out.topology),
          allowed_(allowed),
          out_(out),
          places_(endpointPlaces(floor, network, fabric)),
          circuits_(floor, network, fabric),
          ends_(floor.halls.size(), std::vector<double>(out.parts.size(), 0.0)) {
        std::copy_if(allowed.between.begin(), allowed.between.end(), std::back_inserter(patched_),
                     [&](int part) { return Circuits::passes(out.parts[at(part)]); });
    }

    std::vector<std::vector<double>> lay() {
        if (topology_.counts().hostCables > 0) {
            hosts();
        }
        between();
        return std::move(ends_);
    }

  private:
    void choose(CableRun& run, const std::vector<int>& allowed) {
        run.part = run.count == 0
                       ? allowed.front()
                       : cheapestPart(out_.parts, allowed, topology_.linkBytesPerS(), run.longestM);
    }

    /// A run that nothing reaches draws what the stated part would.
    int drawn(const CableRun& run, const std::vector<int>& allowed) const {
        return run.part < 0 ? allowed.front() : run.part;
    }

    void hosts() {
        const int planes = topology_.spec().planes, leaves = topology_.leaves();
        const int perPlane = topology_.switches() / planes;
        out_.hostRuns.assign(at(planes * leaves), {});
        for (int plane = 0; plane < planes; ++plane) {
            for (int e = 0; e < topology_.endpoints(); ++e) {
                if (places_[at(e)].hall < 0) {
                    continue;
                }
                const int leaf = topology_.leafOf(e);
                add(out_.hostRuns[at(plane * leaves + leaf)],
                    routeM(floor_, cableEnd(places_[at(e)]),
                           cableEnd(floor_, out_.switches[at(plane * perPlane + leaf)])));
            }
        }
        for (CableRun& run : out_.hostRuns) {
            choose(run, allowed_.host);
        }
        for (int plane = 0; plane < planes; ++plane) {
            for (int e = 0; e < topology_.endpoints(); ++e) {
                const EndpointPlace& place = places_[at(e)];
                if (place.hall < 0) {
                    continue;
                }
                const int leaf = topology_.leafOf(e);
                const int part = drawn(out_.hostRuns[at(plane * leaves + leaf)], allowed_.host);
                ends_[at(place.hall)][at(part)] += 1.0;
                ends_[at(out_.switches[at(plane * perPlane + leaf)].hall)][at(part)] += 1.0;
            }
        }
    }

    CableEnd node(int number) const {
        const int first = topology_.endpoints();
        return cableEnd(floor_, out_.switches[at(number - first)]);
    }

    int circuitOf(const LinkEnds& ends) const {
        const int first = topology_.endpoints();
        return circuits_.between(ends.from - first, ends.to - first);
    }

    /// The light passes a circuit switch: its way is one, and so is its part's reach.
    double wayM(const LinkEnds& ends, int circuit) const {
        const CableEnd a = node(ends.from), b = node(ends.to);
        return circuit < 0 ? routeM(floor_, a, b)
                           : routeM(floor_, a, circuits_.end(circuit)) +
                                 routeM(floor_, circuits_.end(circuit), b);
    }

    void between() {
        out_.runs.assign(at(topology_.bundles()), {});
        for (int b = 0; b < topology_.bundles(); ++b) {
            CableRun& run = out_.runs[at(b)];
            run.tier = topology_.bundle(b).tier;
            cables_.clear();
            for (const LinkId link : topology_.bundleLinks(b)) {
                const LinkEnds ends = topology_.ends(link);
                if (ends.from < ends.to) {  // the other direction has the same cable
                    cables_.push_back(ends);
                }
            }
            bool patched = false;
            for (const LinkEnds& ends : cables_) {
                const int circuit = circuitOf(ends);
                patched = patched || circuit >= 0;
                add(run, wayM(ends, circuit));
            }
            choose(run, patched ? patched_ : allowed_.between);
            const int part = drawn(run, allowed_.between);
            for (const LinkEnds& ends : cables_) {
                ends_[at(node(ends.from).hall)][at(part)] += 1.0;
                ends_[at(node(ends.to).hall)][at(part)] += 1.0;
            }
        }
    }

    const Floor& floor_;
    const Topology& topology_;
    const AllowedParts& allowed_;
    Fabric& out_;
    std::vector<EndpointPlace> places_;
    Circuits circuits_;
    std::vector<LinkEnds> cables_;           ///< of the bundle that is being laid
    std::vector<int> patched_;               ///< of AllowedParts::between, by circuit switches
    std::vector<std::vector<double>> ends_;  ///< [hall][part]
};

}  // namespace

CableEnd cableEnd(const Floor& floor, const FabricSwitch& sw) {
    return {sw.hall, sw.rack, sw.rack < 0 ? -1 : floor.racks[at(sw.rack)].row, sw.xM, sw.yM, sw.zM};
}

CableEnd cableEnd(const EndpointPlace& place) {
    return {place.hall, place.rack, place.row, place.xM, place.yM, place.zM};
}

double routeM(const Floor& floor, const CableEnd& a, const CableEnd& b) {
    const double dx = std::abs(a.xM - b.xM), dy = std::abs(a.yM - b.yM);
    const double dz = std::abs(a.zM - b.zM);
    if (a.rack >= 0 && a.rack == b.rack) {
        return dz + kPatchSlackM;
    }
    if (a.row >= 0 && a.row == b.row && dx <= kNeighboursM) {
        return dx + dz + kPatchSlackM;
    }
    const double risersM = floor.trayM[at(a.hall)] - a.zM + floor.trayM[at(b.hall)] - b.zM;
    const double wayM =
        std::max(risersM, 0.0) + dx + dy + (a.hall == b.hall ? 0.0 : kBetweenHallsM);
    return wayM * (1.0 + kTraySlackShare) + kTraySlackM;
}

double linkUsd(const models::LinkPartSpec& part) {
    return part.priceUsd * (part.isCable() ? 1.0 : 2.0) / part.ports;
}

int cheapestPart(std::span<const models::LinkPartSpec> parts, std::span<const int> allowed,
                 double bytesPerS, double lengthM) {
    const auto fast = [&](int p) {
        return parts[at(p)].portBytesPerS * (1.0 + kRateTolerance) >= bytesPerS;
    };
    const bool anyFast = std::any_of(allowed.begin(), allowed.end(), fast);
    int best = -1;
    double bestUsd = std::numeric_limits<double>::infinity();
    for (const int p : allowed) {
        const models::LinkPartSpec& part = parts[at(p)];
        if ((anyFast && !fast(p)) || part.reachMaxM < lengthM) {  // no reach stated: no limit
            continue;
        }
        const double usd = linkUsd(part);
        if (best < 0 || usd < bestUsd) {
            best = p;
            bestUsd = std::isnan(usd) ? std::numeric_limits<double>::infinity() : usd;
        }
    }
    return best;
}

std::vector<std::vector<double>> layCables(const Floor& floor, const FabricNetwork& network,
                                           int fabric, const AllowedParts& allowed, Fabric& out) {
    return Layer(floor, network, fabric, allowed, out).lay();
}

}  // namespace headroom::engine
