// SPDX-License-Identifier: Apache-2.0
#include "engine/certainty/propagation.h"

#include "engine/experiment/ensemble.h"
#include "engine/study/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kSurrogatePoints = 4096;

/// Inputs of the first groups of a screen, and parts of a group that moves anything.
constexpr std::size_t kFirstGroup = 64, kPartsOfGroup = 4;

/// A relative move that rounding explains.
constexpr double kRounded = 1e-12;

using RunValues = std::vector<double>;

/// g(z) with g(0) = 0 through both ends.
struct Parabola {
    double linear = 0.0, square = 0.0;

    static Parabola through(double low, double high) {
        return {0.5 * (high - low) / kEndOfNinety,
                0.5 * (high + low) / (kEndOfNinety * kEndOfNinety)};
    }

    double at(double z) const { return linear * z + square * z * z; }

    /// For a standard normal z: E[z^2] = 1, var(z^2) = 2.
    double variance() const { return linear * linear + 2.0 * square * square; }
};

double varianceOf(const std::vector<double>& values) {
    if (values.size() < 2) {
        return 0.0;
    }
    double mean = 0.0, sum = 0.0;
    for (const double v : values) {
        mean += v / static_cast<double>(values.size());
    }
    for (const double v : values) {
        sum += (v - mean) * (v - mean);
    }
    return sum / static_cast<double>(values.size() - 1);
}

class Propagator {
  public:
    Propagator(const CertaintyModel& model, const PropagationSpec& spec,
               const PropagationProgress& progress, const std::atomic<bool>* cancel)
        : model_(model),
          spec_(spec),
          runs_(spec.threads, cancel, [progress](const EnsembleStatus& now) {
              if (progress) {
                  progress(now.done, now.due);
              }
          }) {}

    std::optional<Propagation> run() {
        const auto base = model_(std::vector<double>(spec_.inputs, 0.0), 0);
        if (!base) {
            return std::nullopt;
        }
        base_ = *base;
        runs_.expect(1 + spec_.inputs + spec_.leastRuns + spec_.chanceRuns);
        runs_.finish();
        screen();
        throwDice();
        std::size_t runs = spec_.leastRuns;
        draw(runs);
        if (waits_) {
            return waiting();
        }
        auto before = intervals();
        while (runs < spec_.mostRuns && !runs_.cancelled()) {
            runs *= 2;
            runs_.expect(runs_.done() + runs / 2);
            draw(runs);
            if (waits_) {
                return waiting();
            }
            auto now = intervals();
            out_.settled = settled(before, now);
            before = std::move(now);
            if (out_.settled) {
                break;
            }
        }
        finish(before);
        out_.runs = runs_.done();
        out_.complete = !runs_.cancelled();
        return std::move(out_);
    }

  private:
    using Ends = std::vector<std::pair<double, double>>;

    Propagation waiting() {
        out_.runs = runs_.done();
        out_.waits = true;
        out_.complete = false;
        return std::move(out_);
    }

    /// A run, or its kept result. `number`: within its stage, for the task that runs it.
    std::optional<RunValues> tried(std::span<const double> z, std::uint64_t seed,
                                   std::size_t number) {
        std::optional<RunValues> values;
        if (spec_.members == nullptr) {
            values = model_(z, seed);
        } else {
            const std::string name = nameOf(z, seed);
            if (const auto kept = spec_.members->find(name)) {
                values = valuesOf(*kept);
            } else if (!spec_.members->isOurs(number)) {
                waits_ = true;
                return std::nullopt;
            } else {
                values = model_(z, seed);
                if (!runs_.cancelled()) {
                    // A fault stays with the members, which the caller asks for it.
                    static_cast<void>(spec_.members->keep(name, textOf(values)));
                }
            }
        }
        runs_.finish();
        return values;
    }

    /// "seed 3 17:3ffa51a6…": inputs that are not 0, by their bits.
    static std::string nameOf(std::span<const double> z, std::uint64_t seed) {
        std::string name = fmt::format("seed {}", seed);
        for (std::size_t i = 0; i < z.size(); ++i) {
            if (z[i] != 0.0) {
                fmt::format_to(std::back_inserter(name), " {}:{:x}", i,
                               std::bit_cast<std::uint64_t>(z[i]));
            }
        }
        return name;
    }

    /// Values by their bits, or "-" where it does not run.
    static std::string textOf(const std::optional<RunValues>& values) {
        std::string text = values ? "" : "-";
        for (const double value : values.value_or(RunValues{})) {
            fmt::format_to(std::back_inserter(text), "{:x} ", std::bit_cast<std::uint64_t>(value));
        }
        return text;
    }

    static std::optional<RunValues> valuesOf(const std::string& text) {
        if (text == "-") {
            return std::nullopt;
        }
        RunValues values;
        const char* const end = text.data() + text.size();
        for (const char* at = text.data(); at < end; ++at) {
            std::uint64_t bits = 0;
            at = std::from_chars(at, end, bits, 16).ptr;
            values.push_back(std::bit_cast<double>(bits));
        }
        return values;
    }

    bool moves(const RunValues& values, double least) const {
        for (std::size_t h = 0; h < base_.size(); ++h) {
            if (std::abs(values[h] - base_[h]) > least * std::abs(base_[h])) {
                return true;
            }
        }
        return false;
    }

    /// Inputs from `first` to before `last`.
    struct Group {
        std::size_t first = 0, last = 0;

        std::size_t size() const { return last - first; }
    };

    static void divide(const Group& whole, std::size_t size, std::vector<Group>& into) {
        for (std::size_t i = whole.first; i < whole.last; i += size) {
            into.push_back({i, std::min(i + size, whole.last)});
        }
    }

    /// The inputs of each group at one of their ends.
    std::vector<std::optional<RunValues>> atEnd(const std::vector<Group>& groups, double end) {
        std::vector<std::optional<RunValues>> found(groups.size());
        runs_.each(groups.size(), [&](std::size_t g) {
            std::vector<double> z(spec_.inputs, 0.0);
            std::fill(z.begin() + static_cast<std::ptrdiff_t>(groups[g].first),
                      z.begin() + static_cast<std::ptrdiff_t>(groups[g].last), end);
            found[g] = tried(z, 0, g);
        });
        return found;
    }

    /// Inputs that may move anything, each a group of its own: a group that moves nothing at its high ends holds none of
    /// them, another is divided. Neighbours are of one part as a rule, so that most groups move nothing.
    std::vector<Group> suspects() {
        const std::size_t first = spec_.groups ? kFirstGroup : 1;
        std::vector<Group> now;
        divide({0, spec_.inputs}, first, now);
        for (std::size_t size = first; size > 1; size /= kPartsOfGroup) {
            // A group that is not divided at this size is tried at the next one.
            const std::size_t next = size / kPartsOfGroup;
            std::vector<Group> parts, tried;
            std::partition_copy(now.begin(), now.end(), std::back_inserter(tried),
                                std::back_inserter(parts),
                                [&](const Group& group) { return group.size() > next; });
            const auto high = atEnd(tried, kEndOfNinety);
            if (waits_) {
                return {};
            }
            for (std::size_t g = 0; g < tried.size(); ++g) {
                if (!high[g] || moves(*high[g], kRounded)) {
                    divide(tried[g], next, parts);
                }
            }
            std::sort(parts.begin(), parts.end(),
                      [](const Group& a, const Group& b) { return a.first < b.first; });
            now = std::move(parts);
            runs_.expect(runs_.done() + now.size() + spec_.leastRuns + spec_.chanceRuns);
        }
        return now;
    }

    void screen() {
        const std::vector<Group> each = suspects();
        const auto high = atEnd(each, kEndOfNinety);
        if (waits_) {
            return;
        }
        std::vector<Group> moving;
        std::vector<std::optional<RunValues>> highOf;
        for (std::size_t i = 0; i < each.size(); ++i) {
            if (!high[i] || moves(*high[i], spec_.least)) {
                moving.push_back(each[i]);
                highOf.push_back(high[i]);
            }
        }
        runs_.expect(runs_.done() + moving.size() + spec_.leastRuns + spec_.chanceRuns);
        const auto low = atEnd(moving, -kEndOfNinety);
        if (waits_) {
            return;
        }
        for (std::size_t m = 0; m < moving.size(); ++m) {
            if (!low[m] && !highOf[m]) {
                continue;  // it runs at neither end: unchanged
            }
            std::vector<Parabola> g;
            for (std::size_t h = 0; h < base_.size(); ++h) {
                const double up = highOf[m] ? (*highOf[m])[h] - base_[h] : base_[h] - (*low[m])[h];
                const double down = low[m] ? (*low[m])[h] - base_[h] : base_[h] - (*highOf[m])[h];
                g.push_back(std::isfinite(up) && std::isfinite(down) ? Parabola::through(down, up)
                                                                     : Parabola{});
            }
            moving_.push_back(moving[m].first);
            effects_.push_back(std::move(g));
        }
    }

    /// Runs that differ by their seeds alone.
    void throwDice() {
        if (waits_) {
            return;
        }
        std::vector<std::optional<RunValues>> found(spec_.chanceRuns);
        const std::vector<double> z(spec_.inputs, 0.0);
        runs_.each(spec_.chanceRuns, [&](std::size_t i) { found[i] = tried(z, i + 1, i); });
        for (std::size_t h = 0; h < base_.size(); ++h) {
            std::vector<double> values = {base_[h]};
            for (const auto& run : found) {
                if (run) {
                    values.push_back((*run)[h]);
                }
            }
            chance_.push_back(spec_.chanceRuns > 0 ? varianceOf(values) : 0.0);
        }
    }

    double surrogate(std::size_t h, const std::vector<double>& z) const {
        double f = base_[h];
        for (std::size_t m = 0; m < moving_.size(); ++m) {
            f += effects_[m][h].at(z[m]);
        }
        return f;
    }

    /// Normal numbers of points: of moving inputs; what else a point has stays.
    std::vector<std::vector<double>> normals(std::vector<UnitPoint> points) const {
        constexpr double kNext = 1e-9;  // no quantile at 0 and 1
        for (UnitPoint& point : points) {
            for (std::size_t m = 0; m < moving_.size(); ++m) {
                point[m] = normalQuantile(std::clamp(point[m], kNext, 1.0 - kNext));
            }
        }
        return points;
    }

    /// Until there are a given number of runs with all inputs drawn at once.
    void draw(std::size_t runs) {
        if (waits_) {
            return;
        }
        const std::size_t from = residuals_.size();
        const auto points =
            normals(sobolPoints(runs, std::max<std::size_t>(1, moving_.size()), spec_.seed));
        std::vector<std::optional<RunValues>> found(runs - from);
        runs_.each(runs - from, [&](std::size_t i) {
            std::vector<double> z(spec_.inputs, 0.0);
            for (std::size_t m = 0; m < moving_.size(); ++m) {
                z[moving_[m]] = points[from + i][m];
            }
            // Seeds after those of chance alone; without chance there is but one.
            found[i] = tried(z, spec_.chanceRuns > 0 ? spec_.chanceRuns + 1 + from + i : 0, i);
        });
        for (std::size_t i = 0; i < found.size(); ++i) {
            std::vector<double> residual;
            if (found[i]) {
                for (std::size_t h = 0; h < base_.size(); ++h) {
                    residual.push_back((*found[i])[h] - surrogate(h, points[from + i]));
                }
            }
            residuals_.push_back(std::move(residual));
        }
    }

    std::vector<double> residualsOf(std::size_t h) const {
        std::vector<double> values;
        for (const auto& residual : residuals_) {
            if (!residual.empty() && std::isfinite(residual[h])) {
                values.push_back(residual[h]);
            }
        }
        return values;
    }

    Ends intervals() {
        if (cloud_.empty()) {
            cloud_ = normals(sobolPoints(kSurrogatePoints, moving_.size() + 1, spec_.seed + 1));
        }
        Ends ends;
        for (std::size_t h = 0; h < base_.size(); ++h) {
            const auto residuals = residualsOf(h);
            std::vector<double> values;
            values.reserve(cloud_.size());
            for (const auto& z : cloud_) {
                double f = surrogate(h, z);
                if (!residuals.empty()) {
                    f += residuals[static_cast<std::size_t>(z.back() *
                                                            static_cast<double>(residuals.size()))];
                }
                values.push_back(f);
            }
            const double low = shareOf(values, 0.05);
            ends.emplace_back(low, shareOf(std::move(values), 0.95));
        }
        return ends;
    }

    bool settled(const Ends& before, const Ends& now) const {
        for (std::size_t h = 0; h < now.size(); ++h) {
            const double width = now[h].second - now[h].first;
            if (std::abs(now[h].first - before[h].first) > spec_.tolerance * width ||
                std::abs(now[h].second - before[h].second) > spec_.tolerance * width) {
                return false;
            }
        }
        return true;
    }

    void finish(const Ends& ends) {
        for (std::size_t h = 0; h < base_.size(); ++h) {
            PropagatedResult result;
            result.value = base_[h];
            result.low = ends[h].first;
            result.high = ends[h].second;
            result.shares.assign(spec_.inputs, 0.0);
            double explained = 0.0;
            for (std::size_t m = 0; m < moving_.size(); ++m) {
                explained += result.shares[moving_[m]] = effects_[m][h].variance();
            }
            // Residuals hold chance and what is together; chance alone was measured apart.
            const double left = varianceOf(residualsOf(h));
            const double chance = std::min(chance_[h], left);
            const double all = explained + left;
            if (all > 0.0) {
                for (double& share : result.shares) {
                    share /= all;
                }
                result.chance = chance / all;
                result.together = (left - chance) / all;
            }
            out_.results.push_back(std::move(result));
        }
    }

    const CertaintyModel& model_;
    const PropagationSpec& spec_;
    Ensemble runs_;
    std::atomic<bool> waits_ = false;  ///< for a run of another task
    Propagation out_;
    RunValues base_;
    std::vector<std::size_t> moving_;
    std::vector<std::vector<Parabola>> effects_;  ///< by moving input, by result
    std::vector<double> chance_;                  ///< variance by result
    std::vector<std::vector<double>> cloud_;      ///< where the distribution is looked at
    std::vector<RunValues> residuals_;            ///< by run, by result; empty if it did not run
};

}  // namespace

std::optional<Propagation> propagate(const CertaintyModel& model, const PropagationSpec& spec,
                                     const PropagationProgress& progress,
                                     const std::atomic<bool>* cancel) {
    return Propagator(model, spec, progress, cancel).run();
}

}  // namespace headroom::engine
