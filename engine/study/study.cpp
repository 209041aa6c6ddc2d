// SPDX-License-Identifier: Apache-2.0
#include "engine/study/study.h"

#include "engine/study/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

SearchOptions searchOptions(const Study& study) {
    SearchOptions options;
    options.population = study.points;
    options.seed = study.seed;
    options.surrogate = study.surrogate;
    for (const StudyAxis& axis : study.axes) {
        options.levels.push_back(axis.isRange() ? 0 : axis.values.size());
    }
    return options;
}

namespace {

StudyPoint asItIs(const Study& study) {
    StudyPoint point;
    point.values.resize(study.axes.size());
    point.at.assign(study.axes.size(), models::kNotStated);
    for (const StudyAxis& axis : study.axes) {
        point.levels.push_back(axis.levelCount());
    }
    return point;
}

void setLevel(const Study& study, std::size_t axis, std::size_t level, StudyPoint& point) {
    point.values[axis] = study.axes[axis].levelText(level);
    point.at[axis] = study.axes[axis].shareOfLevel(level);
    point.levels[axis] = level;
}

std::vector<std::size_t> levelCounts(const Study& study) {
    std::vector<std::size_t> counts;
    for (const StudyAxis& axis : study.axes) {
        counts.push_back(axis.levelCount());
    }
    return counts;
}

std::vector<UnitPoint> drawn(const Study& study) {
    const std::size_t axes = study.axes.size();
    switch (study.design) {
        case DesignKind::LatinHypercube:
            return latinHypercube(study.points, axes, study.seed);
        case DesignKind::Sobol:
            return sobolPoints(study.points, axes, study.seed);
        case DesignKind::Morris:
            return morrisTrajectories(study.points, axes, study.seed);
        case DesignKind::Search:
            return Nsga2(searchOptions(study)).ask();
        default:
            return saltelliPoints(study.points, axes, study.seed);
    }
}

}  // namespace

double StudyAxis::at(double share) const {
    switch (shape) {
        case AxisShape::LogUniform:
            return low * std::pow(high / low, share);
        case AxisShape::Normal:
            return std::clamp(
                0.5 * (low + high) + 0.5 * (high - low) / kEndOfNinety * normalQuantile(share),
                least, most);
        case AxisShape::Triangular:
            return share < 0.5 ? low + (high - low) * std::sqrt(0.5 * share)
                               : high - (high - low) * std::sqrt(0.5 * (1.0 - share));
        case AxisShape::Uniform:
            break;
    }
    return std::lerp(low, high, share);
}

double StudyAxis::shareOfLevel(std::size_t level) const {
    return (static_cast<double>(level) + 0.5) /
           static_cast<double>(std::max<std::size_t>(1, levelCount()));
}

std::string StudyAxis::levelText(std::size_t level) const {
    if (!isRange()) {
        return values[level];
    }
    const double share =
        levels > 1 ? static_cast<double>(level) / static_cast<double>(levels - 1) : 0.5;
    return fmt::format("{}", shape == AxisShape::LogUniform ? low * std::pow(high / low, share)
                                                            : std::lerp(low, high, share));
}

std::string StudyAxis::textAt(double share) const {
    if (isRange()) {
        return fmt::format("{}", at(share));
    }
    const auto i = static_cast<std::size_t>(share * static_cast<double>(values.size()));
    return values[std::min(i, values.size() - 1)];
}

bool isOfLevels(DesignKind kind) {
    return kind == DesignKind::Factorial || kind == DesignKind::Paired ||
           kind == DesignKind::OneAtATime;
}

const char* designName(DesignKind kind) {
    constexpr std::array kNames = {"factorial", "paired", "one-at-a-time", "latin-hypercube",
                                   "sobol",     "morris", "indices",       "search"};
    return kNames[static_cast<std::size_t>(kind)];
}

const char* shapeName(AxisShape shape) {
    constexpr std::array kNames = {"uniform", "log-uniform", "normal", "triangular"};
    return kNames[static_cast<std::size_t>(shape)];
}

std::optional<std::uint64_t> pointCount(const Study& study) {
    const std::size_t axes = study.axes.size();
    const auto counts = levelCounts(study);
    switch (study.design) {
        case DesignKind::Factorial:
            return combinations(counts);
        case DesignKind::Paired:
            return counts.empty() ? 1 : counts.front();
        case DesignKind::OneAtATime: {
            std::uint64_t sum = 1;
            for (const std::size_t count : counts) {
                sum += count;
            }
            return sum;
        }
        case DesignKind::Morris:
            return combinations({study.points, axes + 1});
        case DesignKind::Indices:
            return combinations({study.points, axes + 2});
        case DesignKind::Search:
            return combinations({study.points, study.generations});
        case DesignKind::LatinHypercube:
        case DesignKind::Sobol:
            break;
    }
    return study.points;
}

StudyPoint pointAt(const Study& study, const UnitPoint& at) {
    StudyPoint point = asItIs(study);
    point.at = at;
    for (std::size_t a = 0; a < at.size(); ++a) {
        point.values[a] = study.axes[a].textAt(at[a]);
    }
    return point;
}

std::vector<StudyPoint> pointsOf(const Study& study) {
    std::vector<StudyPoint> points;
    const StudyPoint start = asItIs(study);
    if (study.design == DesignKind::Factorial) {
        for (const auto& combination : everyCombination(levelCounts(study))) {
            points.push_back(start);
            for (std::size_t a = 0; a < combination.size(); ++a) {
                setLevel(study, a, combination[a], points.back());
            }
        }
    } else if (study.design == DesignKind::Paired) {
        for (std::size_t i = 0; i < *pointCount(study); ++i) {
            points.push_back(start);
            for (std::size_t a = 0; a < study.axes.size(); ++a) {
                setLevel(study, a, i, points.back());
            }
        }
    } else if (study.design == DesignKind::OneAtATime) {
        points.push_back(start);
        for (std::size_t a = 0; a < study.axes.size(); ++a) {
            for (std::size_t i = 0; i < study.axes[a].levelCount(); ++i) {
                points.push_back(start);
                setLevel(study, a, i, points.back());
            }
        }
    } else {
        for (const UnitPoint& at : drawn(study)) {
            points.push_back(pointAt(study, at));
        }
    }
    return points;
}

}  // namespace headroom::engine
