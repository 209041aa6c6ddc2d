// SPDX-License-Identifier: Apache-2.0
#include "engine/study/nsga2.h"

#include "engine/study/surface_minimum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kSearchStream = 0x7365617263682d32ULL;
constexpr double kCrossover = 0.9, kDistribution = 20.0;  // Deb et al. 2002, section V
constexpr int kGenerationsOnSurrogate = 60;
constexpr std::size_t kLeastOnSurrogate = 48;  // members of a generation there
constexpr std::size_t kMostKnown =
    400;  // that it is fitted to: its cost is that to the third power
constexpr double kStart = 0x1.0p-53, kEnd = 1.0 - 0x1.0p-53;  // points lie in (0, 1)
constexpr double kSame = 1e-9;
constexpr double kSameValley = 0.02;  // as far apart in every coordinate

double inside(double x) {
    return std::clamp(x, kStart, kEnd);
}

/// Middle of the level that a share is in.
double onLevel(double x, std::size_t levels) {
    const auto n = static_cast<double>(levels);
    return (std::floor(x * n) + 0.5) / n;
}

bool isNear(const UnitPoint& a, const UnitPoint& b, double within = kSame) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::abs(a[i] - b[i]) > within) {
            return false;
        }
    }
    return true;
}

double areaOf(std::vector<std::pair<double, double>> points, double x, double y) {
    std::sort(points.begin(), points.end());
    double area = 0.0, lowest = y;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].second < lowest) {
            area += (x - points[i].first) * (lowest - points[i].second);
            lowest = points[i].second;
        }
    }
    return area;
}

}  // namespace

bool dominates(const SearchOutcome& a, const SearchOutcome& b) {
    if (a.violation > 0.0 || b.violation > 0.0) {
        return a.violation < b.violation;
    }
    bool better = false;
    for (std::size_t i = 0; i < a.objectives.size(); ++i) {
        if (a.objectives[i] > b.objectives[i]) {
            return false;
        }
        better = better || a.objectives[i] < b.objectives[i];
    }
    return better;
}

std::vector<std::size_t> feasibleFront(std::span<const SearchOutcome> outcomes) {
    std::vector<std::size_t> front;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const bool beaten =
            std::any_of(outcomes.begin(), outcomes.end(),
                        [&](const SearchOutcome& other) { return dominates(other, outcomes[i]); });
        if (outcomes[i].violation <= 0.0 && !beaten) {
            front.push_back(i);
        }
    }
    return front;
}

double hypervolume(std::span<const SearchOutcome> outcomes, const std::vector<double>& reference) {
    std::vector<std::vector<double>> within;
    for (const SearchOutcome& o : outcomes) {
        bool counts = o.violation <= 0.0;
        for (std::size_t i = 0; i < reference.size(); ++i) {
            counts = counts && o.objectives[i] < reference[i];
        }
        if (counts) {
            within.push_back(o.objectives);
        }
    }
    const auto flat = [](const std::vector<double>& v) { return std::pair(v[0], v[1]); };
    std::vector<std::pair<double, double>> points;
    if (reference.size() == 2) {
        std::transform(within.begin(), within.end(), std::back_inserter(points), flat);
        return areaOf(points, reference[0], reference[1]);
    }
    // Slices between one third objective and the next: in each the area of all that are below.
    std::sort(within.begin(), within.end(),
              [](const auto& a, const auto& b) { return a[2] < b[2]; });
    double volume = 0.0;
    for (std::size_t i = 0; i < within.size(); ++i) {
        points.push_back(flat(within[i]));
        const double top = i + 1 < within.size() ? within[i + 1][2] : reference[2];
        volume += areaOf(points, reference[0], reference[1]) * (top - within[i][2]);
    }
    return volume;
}

Nsga2::Nsga2(SearchOptions options)
    : options_(std::move(options)), random_{options_.seed, kSearchStream, 0} {
    options_.population = std::max<std::size_t>(4, options_.population);
}

/// Fronts one after the other, the crowded last within each; ranks and crowding distances are kept.
void Nsga2::sort(std::vector<Member>& members) {
    std::vector<std::size_t> open(members.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    std::vector<Member> sorted;
    for (std::size_t rank = 0; !open.empty(); ++rank) {
        std::vector<std::size_t> front, rest;
        for (const std::size_t i : open) {
            const bool beaten = std::any_of(open.begin(), open.end(), [&](std::size_t j) {
                return dominates(members[j].outcome, members[i].outcome);
            });
            (beaten ? rest : front).push_back(i);
        }
        for (const std::size_t i : front) {
            members[i].rank = rank;
            members[i].crowding = 0.0;
        }
        const std::size_t objectives = members[front.front()].outcome.objectives.size();
        for (std::size_t o = 0; o < objectives; ++o) {
            const auto value = [&](std::size_t i) { return members[i].outcome.objectives[o]; };
            std::stable_sort(front.begin(), front.end(),
                             [&](std::size_t a, std::size_t b) { return value(a) < value(b); });
            const double span = value(front.back()) - value(front.front());
            members[front.front()].crowding = members[front.back()].crowding =
                std::numeric_limits<double>::infinity();
            for (std::size_t k = 1; k + 1 < front.size() && span > 0.0; ++k) {
                members[front[k]].crowding += (value(front[k + 1]) - value(front[k - 1])) / span;
            }
        }
        std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) {
            return members[a].crowding > members[b].crowding;
        });
        for (const std::size_t i : front) {
            sorted.push_back(members[i]);
        }
        open = std::move(rest);
    }
    members = std::move(sorted);
}

const Nsga2::Member& Nsga2::tournament(const std::vector<Member>& parents) {
    const auto draw = [&] {
        return static_cast<std::size_t>(random_.uniform() * static_cast<double>(parents.size()));
    };
    const Member& a = parents[draw()];
    const Member& b = parents[draw()];
    if (a.rank != b.rank) {
        return a.rank < b.rank ? a : b;
    }
    return a.crowding >= b.crowding ? a : b;
}

UnitPoint Nsga2::child(const std::vector<Member>& parents) {
    const UnitPoint& a = tournament(parents).at;
    const UnitPoint& b = tournament(parents).at;
    const bool crosses = random_.uniform() < kCrossover;
    UnitPoint c = a;
    const double mutates = 1.0 / static_cast<double>(a.size());
    for (std::size_t i = 0; i < c.size(); ++i) {
        const std::size_t levels = i < options_.levels.size() ? options_.levels[i] : 0;
        if (crosses && random_.uniform() < 0.5) {
            const double u = random_.uniform();
            const double spread = u <= 0.5 ? std::pow(2.0 * u, 1.0 / (kDistribution + 1.0))
                                           : std::pow(0.5 / (1.0 - u), 1.0 / (kDistribution + 1.0));
            const bool first = random_.uniform() < 0.5;
            c[i] = levels > 0 ? (first ? a[i] : b[i])
                              : 0.5 * ((1.0 + spread) * (first ? a[i] : b[i]) +
                                       (1.0 - spread) * (first ? b[i] : a[i]));
        }
        if (random_.uniform() < mutates) {
            const double u = random_.uniform();
            const double step = u < 0.5
                                    ? std::pow(2.0 * u, 1.0 / (kDistribution + 1.0)) - 1.0
                                    : 1.0 - std::pow(2.0 - 2.0 * u, 1.0 / (kDistribution + 1.0));
            c[i] = levels > 0 ? u : c[i] + step;
        }
        c[i] = inside(c[i]);
        c[i] = levels > 0 ? onLevel(c[i], levels) : c[i];
    }
    return c;
}

std::vector<UnitPoint> Nsga2::ask() {
    const std::size_t axes = options_.levels.size();
    if (generation_++ == 0) {
        std::vector<UnitPoint> first = latinHypercube(options_.population, axes, options_.seed);
        for (UnitPoint& p : first) {
            for (std::size_t i = 0; i < axes; ++i) {
                p[i] = options_.levels[i] > 0 ? onLevel(p[i], options_.levels[i]) : p[i];
            }
        }
        return first;
    }
    std::vector<UnitPoint> points;
    if (options_.surrogate) {
        addNew(points, onSurrogate(), options_.population * 2 / 3);
    }
    for (std::size_t tries = 0;
         points.size() < options_.population && tries < 100 * options_.population; ++tries) {
        Member m;
        m.at = child(parents_);
        addNew(points, {m}, options_.population);
    }
    return points;
}

/// Points that are neither known nor in the population, up to a given number.
void Nsga2::addNew(std::vector<UnitPoint>& points, const std::vector<Member>& from,
                   std::size_t most) const {
    for (const Member& m : from) {
        const bool isNew = std::none_of(points.begin(), points.end(),
                                        [&](const UnitPoint& p) { return isNear(p, m.at); }) &&
                           std::none_of(known_.begin(), known_.end(),
                                        [&](const Member& k) { return isNear(k.at, m.at); });
        if (isNew && points.size() < most) {
            points.push_back(m.at);
        }
    }
}

/// Promise of surfaces through all known points, the best first; nothing where there are too few.
std::vector<Nsga2::Member> Nsga2::onSurrogate() {
    std::vector<UnitPoint> at;
    std::vector<std::vector<double>> values;  // by objective, then the violation
    const std::size_t from = known_.size() > kMostKnown ? known_.size() - kMostKnown : 0;
    for (std::size_t i = from; i < known_.size(); ++i) {
        const SearchOutcome& o = known_[i].outcome;
        if (!std::isfinite(o.violation)) {
            continue;  // the design does not run
        }
        at.push_back(known_[i].at);
        values.resize(o.objectives.size() + 1);
        for (std::size_t k = 0; k < o.objectives.size(); ++k) {
            values[k].push_back(o.objectives[k]);
        }
        values.back().push_back(o.violation);
    }
    std::vector<RadialBasis> fits;
    for (const std::vector<double>& v : values) {
        auto fit = RadialBasis::through(at, v);
        if (!fit) {
            return {};
        }
        fits.push_back(std::move(*fit));
    }
    if (fits.empty()) {
        return {};
    }
    const auto guess = [&](Member& m) {
        m.outcome.objectives.clear();
        for (std::size_t k = 0; k + 1 < fits.size(); ++k) {
            m.outcome.objectives.push_back(fits[k].at(m.at));
        }
        const double violation = fits.back().at(m.at);
        m.outcome.violation = violation > kSame ? violation : 0.0;
    };
    std::vector<Member> members = parents_;
    for (Member& m : members) {
        guess(m);
    }
    sort(members);
    const std::size_t size = std::max(kLeastOnSurrogate, options_.population);
    for (int generation = 0; generation < kGenerationsOnSurrogate; ++generation) {
        const std::vector<Member> parents = members;
        for (std::size_t i = 0; i < size; ++i) {
            Member m;
            m.at = child(parents);
            guess(m);
            members.push_back(std::move(m));
        }
        sort(members);
        if (members.size() > size) {
            members.resize(size);
        }
    }
    return fits.size() == 2 ? valleys(fits.front(), fits.back(), members) : members;
}

/// The lowest points that lie downhill of these and of what is known, the lowest first, each valley once.
std::vector<Nsga2::Member> Nsga2::valleys(const RadialBasis& surface, const RadialBasis& limit,
                                          const std::vector<Member>& from) const {
    std::vector<char> isHeld;
    for (const std::size_t levels : options_.levels) {
        isHeld.push_back(levels > 0 ? 1 : 0);
    }
    std::vector<Member> found;
    const auto descend = [&](const Member& start) {
        Member m;
        m.at = surfaceMinimum(surface, limit, start.at, isHeld);
        for (double& x : m.at) {
            x = inside(x);
        }
        m.outcome = {{surface.at(m.at)}, std::max(0.0, limit.at(m.at) - kSame)};
        const auto same = std::find_if(found.begin(), found.end(), [&](const Member& other) {
            return isNear(other.at, m.at, kSameValley);
        });
        if (same == found.end()) {
            found.push_back(std::move(m));
        } else if (dominates(m.outcome, same->outcome)) {
            *same = std::move(m);
        }
    };
    for (const Member& start : parents_) {
        descend(start);
    }
    for (const Member& start : from) {
        descend(start);
    }
    sort(found);
    return found;
}

void Nsga2::tell(const std::vector<UnitPoint>& points, std::vector<SearchOutcome> outcomes) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        Member m;
        m.at = points[i];
        m.outcome = std::move(outcomes[i]);
        parents_.push_back(m);
        known_.push_back(std::move(m));
    }
    sort(parents_);
    if (parents_.size() > options_.population) {
        parents_.resize(options_.population);
    }
}

}  // namespace headroom::engine
