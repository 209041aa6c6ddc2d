// SPDX-License-Identifier: Apache-2.0
#include "engine/study/effects.h"

#include "models/core/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr int kResamplings = 200;

/// Mean and its standard error, as values come.
class Gathered {
  public:
    void add(double x) {
        ++count_;
        const double d = x - mean_;
        mean_ += d / static_cast<double>(count_);
        squares_ += d * (x - mean_);
    }

    std::size_t count() const { return count_; }

    double deviation() const {
        return count_ > 1 ? std::sqrt(squares_ / static_cast<double>(count_ - 1))
                          : models::kNotStated;
    }

    Measured mean() const {
        if (count_ == 0) {
            return {};
        }
        return {mean_, deviation() / std::sqrt(static_cast<double>(count_))};
    }

  private:
    std::size_t count_ = 0;
    double mean_ = 0.0, squares_ = 0.0;
};

/// Sums over the drawn rows of A, B and AB_a, from which both indices follow.
struct Rows {
    std::span<const double> a, b;
    std::vector<std::span<const double>> mixed;  ///< by axis

    VarianceShare share(std::size_t axis, std::span<const std::size_t> drawn) const {
        double mean = 0.0;
        for (const std::size_t i : drawn) {
            mean += a[i] + b[i];
        }
        const auto n = static_cast<double>(drawn.size());
        mean /= 2.0 * n;
        double variance = 0.0, first = 0.0, total = 0.0;
        for (const std::size_t i : drawn) {
            const double fa = a[i] - mean, fb = b[i] - mean, fm = mixed[axis][i] - mean;
            variance += fa * fa + fb * fb;
            first += fb * (fm - fa);
            total += (fa - fm) * (fa - fm);
        }
        variance /= 2.0 * n;
        if (!(variance > 0.0)) {
            return {{0.0, 0.0}, {0.0, 0.0}};
        }
        return {{first / n / variance, 0.0}, {total / (2.0 * n) / variance, 0.0}};
    }
};

bool beats(const std::vector<double>& p, const std::vector<double>& q,
           std::span<const Better> better) {
    bool any = false;
    for (std::size_t f = 0; f < better.size(); ++f) {
        if (better[f] == Better::Neither || p[f] == q[f]) {
            continue;
        }
        if ((better[f] == Better::Less) != (p[f] < q[f])) {
            return false;
        }
        any = true;
    }
    return any;
}

}  // namespace

double shareOf(std::vector<double> values, double share) {
    std::erase_if(values, [](double v) { return std::isnan(v); });
    if (values.empty()) {
        return models::kNotStated;
    }
    std::sort(values.begin(), values.end());
    const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    if (below + 1 >= values.size()) {
        return values.back();
    }
    return std::lerp(values[below], values[below + 1], at - static_cast<double>(below));
}

std::vector<Measured> mainEffects(std::span<const double> values,
                                  std::span<const std::size_t> levels, std::size_t count) {
    std::vector<Gathered> by(count);
    Gathered all;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(values[i])) {
            by[levels[i]].add(values[i]);
            all.add(values[i]);
        }
    }
    std::vector<Measured> effects;
    for (const Gathered& level : by) {
        Measured effect = level.mean();
        effect.value -= all.mean().value;
        effects.push_back(effect);
    }
    return effects;
}

std::vector<MorrisEffect> morrisEffects(std::span<const UnitPoint> points,
                                        std::span<const double> values) {
    const std::size_t axes = points.empty() ? 0 : points.front().size();
    std::vector<Gathered> signedEffects(axes), sizes(axes);
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (i % (axes + 1) == 0) {
            continue;  // the next trajectory begins
        }
        for (std::size_t a = 0; a < axes; ++a) {
            const double moved = points[i][a] - points[i - 1][a];
            if (moved == 0.0) {
                continue;
            }
            const double effect = (values[i] - values[i - 1]) / moved;
            if (!std::isnan(effect)) {
                signedEffects[a].add(effect);
                sizes[a].add(std::abs(effect));
            }
        }
    }
    std::vector<MorrisEffect> effects;
    for (std::size_t a = 0; a < axes; ++a) {
        effects.push_back({signedEffects[a].mean(), sizes[a].mean(), signedEffects[a].deviation(),
                           sizes[a].count()});
    }
    return effects;
}

std::vector<VarianceShare> varianceShares(std::span<const double> values, std::size_t axes,
                                          std::uint64_t seed) {
    const std::size_t n = values.size() / (axes + 2);
    Rows rows{values.subspan(0, n), values.subspan(n, n), {}};
    for (std::size_t a = 0; a < axes; ++a) {
        rows.mixed.push_back(values.subspan((a + 2) * n, n));
    }
    std::vector<std::size_t> whole;
    for (std::size_t i = 0; i < n; ++i) {
        bool known = !std::isnan(rows.a[i]) && !std::isnan(rows.b[i]);
        for (const auto& block : rows.mixed) {
            known = known && !std::isnan(block[i]);
        }
        if (known) {
            whole.push_back(i);
        }
    }
    std::vector<VarianceShare> shares(axes);
    if (whole.empty()) {
        return shares;
    }
    std::vector<Gathered> first(axes), total(axes);
    std::vector<std::size_t> drawn(whole.size());
    for (int r = 0; r < kResamplings; ++r) {
        models::RandomStream random{seed, static_cast<std::uint64_t>(r)};
        for (std::size_t& i : drawn) {
            const auto at = random.uniform() * static_cast<double>(whole.size());
            i = whole[std::min(static_cast<std::size_t>(at), whole.size() - 1)];
        }
        for (std::size_t a = 0; a < axes; ++a) {
            const VarianceShare share = rows.share(a, drawn);
            first[a].add(share.first.value);
            total[a].add(share.total.value);
        }
    }
    for (std::size_t a = 0; a < axes; ++a) {
        shares[a] = rows.share(a, whole);
        shares[a].first.error = first[a].deviation();
        shares[a].total.error = total[a].deviation();
    }
    return shares;
}

std::vector<std::size_t> paretoFront(const std::vector<std::vector<double>>& values,
                                     std::span<const Better> better) {
    std::vector<std::size_t> known, front;
    for (std::size_t p = 0; p < values.size(); ++p) {
        if (std::none_of(values[p].begin(), values[p].end(),
                         [](double v) { return std::isnan(v); })) {
            known.push_back(p);
        }
    }
    for (const std::size_t p : known) {
        if (std::none_of(known.begin(), known.end(), [&](std::size_t other) {
                return beats(values[other], values[p], better);
            })) {
            front.push_back(p);
        }
    }
    return front;
}

Slope slopeOf(std::span<const double> at, std::span<const double> values) {
    Gathered x, y;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(values[i])) {
            x.add(at[i]);
            y.add(values[i]);
        }
    }
    if (x.count() < 3) {
        return {};
    }
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(values[i])) {
            const double dx = at[i] - x.mean().value, dy = values[i] - y.mean().value;
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
    }
    if (!(xx > 0.0)) {
        return {};
    }
    const double slope = xy / xx;
    const double left = std::max(0.0, yy - slope * xy);
    const auto degrees = static_cast<double>(x.count() - 2);
    return {{slope, std::sqrt(left / degrees / xx)}, yy > 0.0 ? 1.0 - left / yy : 0.0};
}

}  // namespace headroom::engine
