// SPDX-License-Identifier: Apache-2.0
#include "engine/power/contingency.h"

#include "engine/base/index.h"
#include "engine/base/team.h"
#include "engine/power/alike.h"
#include "engine/power/beside_mains.h"
#include "engine/power/cascade.h"
#include "engine/power/islands.h"
#include "engine/power/standby.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace headroom::engine {

namespace {

/// Beyond rounding of the load flow.
constexpr double kFull = 1.0 + 1e-5;

/// Voltages of a case settle to this [per unit]: what is left to change of a loading is then less by the share of the
/// voltage that the wiring takes, a tenth of what kFull leaves to rounding. There are thousands of cases.
constexpr double kCaseTolerance = 1e-5;

bool works(const PowerNetwork& n, const PowerSwitching& s, UnitIndex unit) {
    return s.modulesOut[at(unit)] < n.units[at(unit)].modules;
}

/// Starts the generators behind a unit of the generator side. True where one was at rest.
bool start(const PowerNetwork& n, PowerSwitching& s, UnitIndex unit) {
    const PowerUnit& u = n.units[at(unit)];
    if (makesPower(u.kind)) {
        const bool isNew = s.available[at(unit)] == 0 && works(n, s, unit);
        s.available[at(unit)] = isNew ? 1 : s.available[at(unit)];
        return isNew;
    }
    bool started = false;
    for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
        started = start(n, s, n.edges[at(e)].from) || started;
    }
    return started;
}

bool moveSwitches(const PowerNetwork& n, PowerSwitching& s, const PowerFlow& f) {
    bool moved = false;
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        if (u.kind != PowerKind::TransferSwitch) {
            continue;
        }
        for (int k = 0; k < u.edges; ++k) {
            const int e = u.firstEdge + k;
            if (s.edgeClosed[at(e)] != 0 && f.live[at(n.edges[at(e)].from)] != 0) {
                moved = moved || s.position[i] != k;
                s.position[i] = k;
                break;
            }
        }
    }
    return moved;
}

bool startGenerators(const PowerNetwork& n, PowerSwitching& s, const PowerFlow& f,
                     const std::vector<std::uint8_t>& side) {
    bool started = false;
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        if (f.live[i] != 0 || side[i] != 0 || !works(n, s, UnitIndex(i))) {
            continue;
        }
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            const int from = n.edges[at(e)].from;
            if (side[at(from)] != 0) {
                started = start(n, s, UnitIndex(from)) || started;
            }
        }
    }
    return started;
}

/// Passes in which the shares of sources in parallel with the mains settle: what a board takes depends on them by its cables alone.
constexpr int kSharePasses = 2;

/// Fuel cells give what their boards take, as far as their rating in service goes: what a run comes to.
void comeUp(const PowerNetwork& n, const PowerSwitching& s, const PowerFlow& f,
            const std::vector<UnitIndex>& beside, ByUnit<double>& reachedW) {
    for (const UnitIndex unit : beside) {
        const PowerUnit& u = n.units[at(unit)];
        const double ratedW = u.ratedW() * (u.modules - s.modulesOut[at(unit)]) / u.modules;
        reachedW[unit] =
            f.live[at(unit)] != 0 ? std::min(ratedW, askedBesideMains(n, f, unit)) : 0.0;
    }
}

}  // namespace

std::vector<VoltageCollapse> settlePower(const PowerNetwork& network, PowerSwitching& switching,
                                         const PowerDemand& demand, PowerDemand& shed,
                                         PowerFlow& flow, double tolerance) {
    std::vector<VoltageCollapse> all;
    const std::vector<UnitIndex> beside = unitsBesideMains(network);
    ByUnit<double> reachedW;
    reachedW.assign(beside.empty() ? 0 : network.units.size(), 0.0);
    std::vector<UnitIndex> boards;
    std::vector<double> edgeW;
    int pass = 0;
    for (;;) {
        shedDeadCords(network, flow, demand, shed);
        const std::vector<VoltageCollapse> now =
            solvePower(network, switching, shed, flow, tolerance);
        if (now.empty()) {
            comeUp(network, switching, flow, beside, reachedW);
            if (pass++ < kSharePasses &&
                shareBesideMains(network, switching, beside, reachedW, flow, {boards, edgeW})) {
                continue;
            }
            return all;
        }
        for (const VoltageCollapse& c : now) {
            openIncomers(network, flow, c.unit, switching);
        }
        all.insert(all.end(), now.begin(), now.end());
        transferAndStart(network, switching, flow);
    }
}

namespace {

/// One island of the wiring, or all of it: normal operation, and cases from there. Indices are the island's.
class IslandStudy {
  public:
    IslandStudy(const PowerNetwork& n, PowerDemand demand)
        : n_(n), side_(generatorSide(n)), demand_(std::move(demand)) {
        resting_ = restingSwitching(n);
        normal_.sizeFor(n);
        transferAndStart(n, side_, resting_, normal_);
        shed_ = demand_;
        settlePower(n, resting_, demand_, shed_, normal_);
        path_.resize(n.units.size());
        margin.assign(n.loads.size(), models::kNotStated);
        imbalance.assign(n.loads.size(), 0.0);
        worstCase.assign(n.units.size(), -1);
        readLoadings(resting_, normal_);
        usual_ = tripsOf(n_, resting_, normal_, normal_);
        worstLoading = unitLoading_;
        readMargins(normal_);
        readImbalance();
        judge(normalState);
    }

    /// A live unit out, whole or by modules. `number`: of the case.
    void lose(UnitIndex unit, int number, Contingency& c) {
        PowerSwitching s = resting_;
        s.modulesOut[at(unit)] = c.modules;
        solve(s, c, number);
    }

    void loseUtilities(Contingency& c) {
        PowerSwitching s = resting_;
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            if (n_.units[i].kind == PowerKind::Utility) {
                s.available[i] = 0;
            }
        }
        solve(s, c, -1);
    }

    bool isLive(UnitIndex unit) const { return normal_.live[at(unit)] != 0; }

    Contingency normalState;  ///< what is overloaded with nothing out
    std::vector<double> worstLoading, margin, imbalance;
    std::vector<int> worstCase;

  private:
    void solve(PowerSwitching& s, Contingency& c, int number) {
        flow_ = normal_;
        transferAndStart(n_, side_, s, flow_);
        c.collapses = settlePower(n_, s, demand_, shed_, flow_, kCaseTolerance);
        readLoadings(s, flow_);
        judge(c);
        // A unit that is partly out itself is judged by its other cases.
        for (std::size_t i = 0; i < n_.units.size() && number >= 0; ++i) {
            if (unitLoading_[i] > worstLoading[i]) {
                worstLoading[i] = unitLoading_[i];
                worstCase[i] = number;
            }
        }
        readDark(c.lostLoads, {});
        readMargins(flow_);
        c.trips = followTrips(n_, side_, demand_, normal_, usual_, kCaseTolerance, s, shed_, flow_);
        if (!c.trips.empty()) {
            readDark(c.trippedLoads, c.lostLoads);
        }
    }

    /// Loads that are dark now and were not in normal operation, but for `known` ones (in order).
    void readDark(std::vector<LoadIndex>& dark, const std::vector<LoadIndex>& known) const {
        for (std::size_t l = 0; l < n_.loads.size(); ++l) {
            if (flow_.liveCords[l] == 0 && normal_.liveCords[l] > 0 &&
                !std::binary_search(known.begin(), known.end(), LoadIndex(l))) {
                dark.emplace_back(static_cast<int>(l));
            }
        }
    }

    void readLoadings(const PowerSwitching& s, const PowerFlow& f) {
        unitLoading_.resize(n_.units.size());
        edgeLoading_.resize(n_.edges.size());
        for (std::size_t i = 0; i < unitLoading_.size(); ++i) {
            unitLoading_[i] = loadingOf(n_, s, f, UnitIndex(i));
        }
        for (std::size_t e = 0; e < edgeLoading_.size(); ++e) {
            edgeLoading_[e] = edgeLoading(n_, f, EdgeIndex(e));
        }
    }

    /// Excess over the rating.
    void judge(Contingency& c) const {
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            const double loading = unitLoading_[i];
            if (loading > c.worstLoading) {
                c.worstLoading = loading;
                c.worstUnit = static_cast<int>(i);
            }
            if (loading > kFull) {
                c.units.push_back({static_cast<int>(i), loading});
            }
        }
        for (std::size_t e = 0; e < n_.edges.size(); ++e) {
            const double loading = edgeLoading_[e];
            if (loading > kFull) {
                c.edges.push_back({static_cast<int>(e), loading});
            }
        }
    }

    void readMargins(const PowerFlow& f) {
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            const PowerUnit& u = n_.units[i];
            const double own = unitLoading_[i];
            path_[i] = std::isnan(own) ? 0.0 : own;
            for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
                if (f.share[at(e)] > 0.0) {
                    path_[i] =
                        std::max({path_[i], path_[at(n_.edges[at(e)].from)], edgeLoading_[at(e)]});
                }
            }
        }
        for (std::size_t l = 0; l < n_.loads.size(); ++l) {
            const PowerLoad& load = n_.loads[l];
            for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
                if (f.cordLive[at(c)] != 0) {
                    const double left = 1.0 - path_[at(n_.cordUnit[at(c)])];
                    double& least = margin[l];
                    least = std::isnan(least) ? left : std::min(least, left);
                }
            }
        }
    }

    void readImbalance() {
        for (std::size_t l = 0; l < n_.loads.size(); ++l) {
            const PowerLoad& load = n_.loads[l];
            double least = 0.0, most = 0.0;
            for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
                const double own = unitLoading_[at(n_.cordUnit[at(c)])];
                const double loading = std::isnan(own) ? 0.0 : own;
                least = c == load.firstCord ? loading : std::min(least, loading);
                most = std::max(most, loading);
            }
            imbalance[l] = most - least;
        }
    }

    const PowerNetwork& n_;
    std::vector<std::uint8_t> side_;  ///< generatorSide
    PowerDemand demand_;
    PowerSwitching resting_;
    PowerFlow normal_, flow_;
    std::vector<CascadeTrip> usual_;  ///< what is beyond its trip in normal operation
    PowerDemand shed_;
    std::vector<double> path_;
    std::vector<double> unitLoading_, edgeLoading_;  ///< in the state that was solved last
};

template <class I>
void toWhole(std::vector<Overload>& overloads, const std::vector<I>& index) {
    for (Overload& o : overloads) {
        o.index = index[at(o.index)];
    }
}

void toWhole(const PowerIsland& island, Contingency& c) {
    toWhole(c.units, island.units);
    toWhole(c.edges, island.edges);
    for (CascadeTrip& trip : c.trips) {
        trip.edge = trip.edge < 0 ? trip.edge : EdgeIndex(island.edges[at(trip.edge)]);
        trip.unit = trip.unit < 0 ? trip.unit : UnitIndex(island.units[at(trip.unit)]);
    }
    for (std::vector<LoadIndex>* loads : {&c.lostLoads, &c.trippedLoads}) {
        for (LoadIndex& l : *loads) {
            l = island.loads[at(l)];
        }
    }
    for (VoltageCollapse& v : c.collapses) {
        v.unit = island.units[at(v.unit)];
        v.edge = v.edge < 0 ? v.edge : island.edges[at(v.edge)];
    }
    c.worstUnit = c.worstUnit < 0 ? -1 : island.units[at(c.worstUnit)];
}

/// Islands that are next to each other in one case.
void addTo(Contingency& c, const Contingency& other) {
    const auto join = [](auto& all, const auto& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    join(c.units, other.units);
    join(c.edges, other.edges);
    join(c.trips, other.trips);
    join(c.lostLoads, other.lostLoads);
    join(c.trippedLoads, other.trippedLoads);
    join(c.collapses, other.collapses);
    if (other.worstLoading > c.worstLoading ||
        (other.worstLoading == c.worstLoading && other.worstUnit >= 0 &&
         other.worstUnit < c.worstUnit)) {
        c.worstLoading = other.worstLoading;
        c.worstUnit = other.worstUnit;
    }
}

void inOrder(Contingency& c) {
    const auto byIndex = [](const Overload& a, const Overload& b) { return a.index < b.index; };
    std::sort(c.units.begin(), c.units.end(), byIndex);
    std::sort(c.edges.begin(), c.edges.end(), byIndex);
    std::sort(c.lostLoads.begin(), c.lostLoads.end());
    std::sort(c.trippedLoads.begin(), c.trippedLoads.end());
}

/// The whole wiring: cases are solved in their own island. Other islands keep their solution.
class Study {
  public:
    Study(const PowerNetwork& n, const PowerDemand& demand, const std::vector<int>& group)
        : n_(n), islands_(islandsOf(n)), islandOf_(n.units.size()), unit_(n.units.size()) {
        PowerSwitching resting = restingSwitching(n);
        PowerFlow flow;
        flow.sizeFor(n);
        transferAndStart(n, resting, flow);
        alike_ = alikeUnits(n, resting, demand, group);
        studies_.reserve(islands_.size());
        std::vector<PowerDemand> demands;
        for (std::size_t k = 0; k < islands_.size(); ++k) {
            const PowerIsland& island = islands_[k];
            PowerDemand& own = demands.emplace_back();
            for (const LoadIndex load : island.loads) {
                own.powerW.push_back(demand.powerW[at(load)]);
                own.reactiveVar.push_back(demand.reactiveVar[at(load)]);
            }
            std::size_t like = 0;
            while (like < k && !(own.powerW == demands[like].powerW &&
                                 own.reactiveVar == demands[like].reactiveVar &&
                                 areAlike(islands_[like], island))) {
                ++like;
            }
            likeIsland_.push_back(like);
            for (std::size_t i = 0; i < island.units.size(); ++i) {
                islandOf_[at(island.units[i])] = k;
                unit_[at(island.units[i])] = UnitIndex(i);
            }
            if (like < k) {
                studies_.push_back(IslandStudy(studies_[like]));
            } else {
                studies_.emplace_back(island.network, own);
            }
            normal_.push_back(studies_.back().normalState);
            toWhole(island, normal_.back());
        }
    }

    /// Islands know nothing of each other: each thread takes the next one, and solves its cases in their order.
    /// One of several islands that are equal but for their names is solved.
    FailureStudy run() {
        listCases();
        std::vector<std::size_t> solved;
        for (std::size_t k = 0; k < studies_.size(); ++k) {
            if (likeIsland_[k] < k && !sameCases(likeIsland_[k], k)) {
                likeIsland_[k] = k;
            }
            if (likeIsland_[k] == k) {
                solved.push_back(k);
            }
        }
        std::vector<Contingency> outages(studies_.size());
        const auto solve = [&](std::size_t i) {
            const std::size_t k = solved[i];
            for (const std::size_t number : casesOf_[k]) {
                Contingency& c = result_.cases[number];
                studies_[k].lose(unit_[at(c.unit)], static_cast<int>(number), c);
            }
            studies_[k].loseUtilities(outages[k]);
        };
        shareOut(threadsFor(0), solved.size(), [&] { return solve; });
        for (std::size_t k = 0; k < studies_.size(); ++k) {
            if (likeIsland_[k] != k) {
                takeOver(likeIsland_[k], k);
                outages[k] = outages[likeIsland_[k]];
            }
        }
        for (std::size_t k = 0; k < studies_.size(); ++k) {
            for (const std::size_t number : casesOf_[k]) {
                toWhole(islands_[k], result_.cases[number]);
                addOthers(k, result_.cases[number]);
            }
            toWhole(islands_[k], outages[k]);
        }
        for (const Contingency& outage : outages) {
            addTo(result_.outage, outage);
        }
        inOrder(result_.outage);
        collect();
        shareAmongAlike();
        return std::move(result_);
    }

  private:
    /// Loss in each case; one case stands for identical units.
    void listCases() {
        const auto units = static_cast<std::int64_t>(n_.units.size());
        std::vector<std::uint8_t> done(alike_.size.size(), 0);
        casesOf_.resize(studies_.size());
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            const std::size_t kind = at(alike_.unitClass[i]);
            Contingency c;
            c.unit = static_cast<int>(i);
            if (alike_.size[kind] * units > kMostAlikeSolved) {
                if (std::exchange(done[kind], std::uint8_t{1}) != 0) {
                    continue;
                }
                c.alike = alike_.size[kind];
            }
            c.modules = n_.units[i].redundant > 0 ? 1 : n_.units[i].modules;
            const std::size_t k = islandOf_[i];
            if (studies_[k].isLive(unit_[i])) {
                casesOf_[k].push_back(result_.cases.size());
            }
            result_.cases.push_back(std::move(c));
        }
    }

    /// The cases of two islands that are alike: the same units of each, one by one.
    bool sameCases(std::size_t a, std::size_t b) const {
        return std::equal(casesOf_[a].begin(), casesOf_[a].end(), casesOf_[b].begin(),
                          casesOf_[b].end(), [this](std::size_t one, std::size_t other) {
                              return unit_[at(result_.cases[one].unit)] ==
                                     unit_[at(result_.cases[other].unit)];
                          });
    }

    /// Result of an island, for one that is alike; indices are still those of the islands.
    void takeOver(std::size_t from, std::size_t to) {
        const std::vector<std::size_t>& numbers = casesOf_[from];
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            Contingency& own = result_.cases[casesOf_[to][i]];
            Contingency c = result_.cases[numbers[i]];
            c.unit = own.unit;
            c.alike = own.alike;
            own = std::move(c);
        }
        studies_[to].worstLoading = studies_[from].worstLoading;
        studies_[to].margin = studies_[from].margin;
        studies_[to].worstCase = studies_[from].worstCase;
        for (int& number : studies_[to].worstCase) {
            if (number >= 0) {
                const auto found = std::lower_bound(numbers.begin(), numbers.end(), at(number));
                number = static_cast<int>(
                    casesOf_[to][static_cast<std::size_t>(found - numbers.begin())]);
            }
        }
    }

    /// In a case of island k the others are in normal operation.
    void addOthers(std::size_t k, Contingency& c) const {
        for (std::size_t other = 0; other < normal_.size(); ++other) {
            if (other != k) {
                addTo(c, normal_[other]);
            }
        }
        inOrder(c);
    }

    void collect() {
        result_.worstLoading.resize(n_.units.size());
        result_.worstCase.resize(n_.units.size());
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            const IslandStudy& study = studies_[islandOf_[i]];
            result_.worstLoading[i] = study.worstLoading[at(unit_[i])];
            result_.worstCase[i] = study.worstCase[at(unit_[i])];
        }
        result_.margin.assign(n_.loads.size(), models::kNotStated);
        result_.imbalance.assign(n_.loads.size(), 0.0);
        for (std::size_t k = 0; k < studies_.size(); ++k) {
            for (std::size_t l = 0; l < islands_[k].loads.size(); ++l) {
                result_.margin[at(islands_[k].loads[l])] = studies_[k].margin[l];
                result_.imbalance[at(islands_[k].loads[l])] = studies_[k].imbalance[l];
            }
        }
    }

    /// Where one case stands for many, what it did to one of equal units each of the others does.
    void shareAmongAlike() {
        std::vector<int> worst(alike_.size.size(), -1);
        const auto isWorse = [&](std::size_t unit, int other) {
            return other < 0 || result_.worstLoading[unit] > result_.worstLoading[at(other)];
        };
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            const std::size_t kind = at(alike_.unitClass[i]);
            worst[kind] = isWorse(i, worst[kind]) ? static_cast<int>(i) : worst[kind];
        }
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            const std::size_t from = at(worst[at(alike_.unitClass[i])]);
            const int by = result_.worstCase[from];
            if (by >= 0 && result_.cases[at(by)].alike > 1) {
                result_.worstLoading[i] = result_.worstLoading[from];
                result_.worstCase[i] = by;
            }
        }
        const bool folded = std::any_of(result_.cases.begin(), result_.cases.end(),
                                        [](const Contingency& c) { return c.alike > 1; });
        std::vector<double> least(folded ? n_.loads.size() : 0, models::kNotStated);
        for (std::size_t l = 0; l < least.size(); ++l) {
            double& margin = least[at(alike_.loadClass[l])];
            margin = std::fmin(margin, result_.margin[l]);  // a number before NaN
        }
        for (std::size_t l = 0; l < least.size(); ++l) {
            result_.margin[l] = least[at(alike_.loadClass[l])];
        }
    }

    const PowerNetwork& n_;
    AlikeUnits alike_;
    std::vector<PowerIsland> islands_;
    std::vector<std::size_t> likeIsland_;  ///< by island: the first that is equal but for its names
    std::vector<IslandStudy> studies_;     ///< by island
    std::vector<Contingency> normal_;      ///< by island: what is overloaded with nothing out
    std::vector<std::size_t> islandOf_;    ///< by unit
    ByUnit<UnitIndex> unit_;               ///< by unit: its index in its island
    std::vector<std::vector<std::size_t>> casesOf_;  ///< by island: those that are solved there
    FailureStudy result_;
};

}  // namespace

PowerSwitching restingSwitching(const PowerNetwork& network) {
    PowerSwitching s = normalSwitching(network);
    const Standby standby = standbyOf(network);
    for (std::size_t i = 0; i < network.units.size(); ++i) {
        if (makesPower(network.units[i].kind)) {
            s.available[i] = standby.prime[i];
        }
    }
    return s;
}

void transferAndStart(const PowerNetwork& network, PowerSwitching& switching, PowerFlow& flow) {
    transferAndStart(network, generatorSide(network), switching, flow);
}

void transferAndStart(const PowerNetwork& network, const std::vector<std::uint8_t>& side,
                      PowerSwitching& switching, PowerFlow& flow) {
    // A change reaches one more stage of switches in each round.
    for (std::size_t round = 0; round <= network.units.size(); ++round) {
        energise(network, switching, flow);
        if (!moveSwitches(network, switching, flow) &&
            !startGenerators(network, switching, flow, side)) {
            return;
        }
    }
}

FailureStudy singleFailures(const PowerNetwork& network, const PowerDemand& demand,
                            const std::vector<int>& group) {
    return Study(network, demand, group).run();
}

}  // namespace headroom::engine
