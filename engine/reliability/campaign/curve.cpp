// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/curve.h"

#include "engine/border/log_times.h"
#include "engine/document/edit.h"
#include "engine/plant/plant.h"
#include "engine/run/workload/job_fault.h"
#include "models/workload/training_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headroom::engine {

namespace {

/// A name for a figure: the attribute, and the types or the section whose objects have it.
struct Alias {
    std::string_view name;
    std::string_view attribute;
    std::vector<std::string_view> types;
};

const std::vector<Alias>& aliases() {
    static const std::vector<Alias> kAliases = {
        {"job-size", "accelerators", {"training_job", "batch_job"}},
        {"checkpoint-interval",
         "checkpoint_interval_min",
         {"training_job", "batch_job", "job_generator", "job_trace"}},
        {"restart-time", "restart_overhead_s", {"failure_policy"}},
        {"spares", "spare_pct", {"failure_policy"}},
        {"detection-timeout", "hang_timeout_s", {"failure_policy"}},
        {"failure-rate", "rate_factor", {"failure_policy"}},
    };
    return kAliases;
}

Error noFigure(const std::string& name) {
    std::vector<std::string> known = figureNames();
    const std::string near = nearest(name, known);
    return {"CMP-001",
            "There is no figure \"" + name + "\" to vary.",
            (near.empty() ? std::string{} : "Did you mean \"" + near + "\"? ") + "Use one of " +
                fmt::format("{}", fmt::join(known, ", ")) +
                ", or OBJECT.KEY with the id of an object of the project and a key of its table.",
            {},
            {},
            0};
}

bool fill(VariedFigure& figure, const models::ComponentType& type, const std::string& key) {
    const models::Attribute* a = type.find(key);
    if (a == nullptr ||
        (a->kind != models::ValueKind::Number && a->kind != models::ValueKind::Integer)) {
        return false;
    }
    figure.label = std::string{a->label};
    figure.unit = std::string{a->unit.symbol};
    figure.attribute = key;
    figure.isWhole = a->kind == models::ValueKind::Integer;
    return true;
}

std::optional<double> numberOf(std::string_view text) {
    double value = 0.0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

/// Seconds of a unit of time as tables write it; 0 if it is not one.
double secondsOf(std::string_view unit) {
    return unit.empty() || unit == "m" ? 0.0
                                       : spelledDurationS("1 " + std::string(unit)).value_or(0.0);
}

/// A number in the unit of a figure, which it may state; a length of time is converted.
std::optional<double> valueIn(std::string_view text, std::string_view unit) {
    if (const auto plain = numberOf(text)) {
        return plain;
    }
    const double unitS = secondsOf(unit);
    if (const auto lengthS = spelledDurationS(text); unitS > 0.0 && lengthS) {
        return *lengthS / unitS;
    }
    return !unit.empty() && text.ends_with(unit)
               ? numberOf(
                     text.substr(0, text.find_last_not_of(' ', text.size() - unit.size() - 1) + 1))
               : std::nullopt;
}

std::vector<double> spaced(double from, double to, int n) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) {
        const double x = n > 1 ? static_cast<double>(i) / (n - 1) : 0.0;
        values.push_back(from > 0.0 && to > 0.0 ? from * std::pow(to / from, x)
                                                : from + x * (to - from));
    }
    return values;
}

}  // namespace

std::vector<std::string> figureNames() {
    std::vector<std::string> names;
    for (const Alias& a : aliases()) {
        names.emplace_back(a.name);
    }
    return names;
}

Result<VariedFigure> findFigure(const Project& project, const std::string& name) {
    VariedFigure figure;
    figure.key = name;
    for (const Alias& a : aliases()) {
        if (a.name != name) {
            continue;
        }
        for (const std::string_view type : a.types) {
            for (const Object* object : project.objectsOf(type)) {
                if (fill(figure, *object->type, std::string{a.attribute})) {
                    figure.objects.push_back(object->id);
                }
            }
        }
        if (figure.objects.empty()) {
            return tl::unexpected(
                Error{"CMP-002",
                      "Nothing in the project has the figure \"" + name + "\".",
                      "Add an object that has it (jobs, or the section \"failures\"), or vary "
                      "another figure.",
                      project.file.string(),
                      {},
                      0});
        }
        return figure;
    }
    const std::size_t dot = name.find('.');
    const Object* object = dot == std::string::npos ? nullptr : project.find(name.substr(0, dot));
    if (object == nullptr || !fill(figure, *object->type, name.substr(dot + 1))) {
        return tl::unexpected(noFigure(name));
    }
    figure.objects.push_back(object->id);
    return figure;
}

Result<std::vector<double>> parseValues(const std::string& text, std::string_view unit) {
    const Error wrong{"CMP-003",
                      unit.empty()
                          ? "\"" + text + "\" is not a list of values."
                          : fmt::format("\"{}\" is not a list of values in {}.", text, unit),
                      "Write numbers with commas (60,300,600), or FIRST..LAST:COUNT (60..600:5). "
                      "Values may state their unit (10min,1h).",
                      {},
                      {},
                      0};
    if (const std::size_t dots = text.find(".."); dots != std::string::npos) {
        const std::size_t colon = text.find(':', dots);
        const auto from = valueIn(std::string_view{text}.substr(0, dots), unit);
        const auto to =
            valueIn(std::string_view{text}.substr(
                        dots + 2, colon == std::string::npos ? colon : colon - dots - 2),
                    unit);
        const auto n = colon == std::string::npos
                           ? std::optional<double>{5.0}
                           : numberOf(std::string_view{text}.substr(colon + 1));
        constexpr double kMost = 1000.0;
        if (!from || !to || !n || *n < 2.0 || *n > kMost || std::floor(*n) != *n) {
            return tl::unexpected(wrong);
        }
        return spaced(*from, *to, static_cast<int>(*n));
    }
    std::vector<double> values;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const auto value = valueIn(std::string_view{text}.substr(at, comma - at), unit);
        if (!value) {
            return tl::unexpected(wrong);
        }
        values.push_back(*value);
        at = comma + 1;
    }
    return values;
}

namespace {

/// A training job of another size keeps its tensor, pipeline and context ranks and its micro-batches: it has more or
/// fewer data-parallel copies, and its batch goes with them (weak scaling). Else fewer copies would hold the
/// sequences of all, and run out of memory.
template <class Set>
void scaleBatch(const Project& project, const std::string& id, double accelerators,
                const Set& set) {
    const Object* object = project.find(id);
    if (object == nullptr || object->type != &models::TrainingJobSpec::type()) {
        return;
    }
    const auto job = specOf<models::TrainingJobSpec>(*object);
    if (job.accelerators > 0) {
        const double tokens = job.batchTokens * std::round(accelerators) / job.accelerators;
        set(id, "batch_million_tokens", tokens / models::unit::million.toSi);
    }
}

}  // namespace

ResultAll<Project> withFigure(const Project& project, const Catalogue& catalogue,
                              const VariedFigure& figure, double value) {
    Project changed = project;
    Errors errors;
    const auto set = [&](const std::string& id, const std::string& key, models::Value to) {
        if (auto done = apply(changed, catalogue, SetAttribute{id, key, std::move(to)}); !done) {
            errors.push_back(done.error());
        }
    };
    for (const std::string& id : figure.objects) {
        if (figure.attribute == "accelerators") {
            scaleBatch(project, id, value, set);
        }
        if (figure.isWhole) {
            set(id, figure.attribute, static_cast<std::int64_t>(std::llround(value)));
        } else {
            set(id, figure.attribute, value);
        }
        if (figure.attribute == "checkpoint_interval_min") {
            set(id, "checkpoint_policy", std::string{"fixed"});
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(errors);
    }
    return changed;
}

ResultAll<Curve> vary(const Project& project, const Catalogue& catalogue, const RunOptions& options,
                      const VariedFigure& figure, const std::vector<double>& values,
                      const CampaignSpec& spec, const CampaignWatcher& watcher,
                      const std::atomic<bool>& cancel) {
    Curve curve;
    curve.figure = figure;
    int done = 0;
    double simulatedS = 0.0;
    for (const double value : values) {
        if (cancel.load(std::memory_order_relaxed)) {
            break;
        }
        auto changed = withFigure(project, catalogue, figure, value);
        if (!changed) {
            return tl::unexpected(changed.error());
        }
        auto plant = compile(*changed, catalogue, options);
        if (!plant) {
            return tl::unexpected(plant.error());
        }
        CurvePoint point;
        point.value = value;
        point.campaign.project = plant->name;
        point.campaign.spec = spec;
        point.campaign.servers = plant->servers;
        point.campaign.accelerators = plant->accelerators;
        point.campaign.refused = refusedJobs(*plant, spec.untilS);
        const int of = static_cast<int>(values.size()) * spec.replications;
        auto runs = replicate(
            std::make_shared<const Plant>(std::move(*plant)), spec,
            [&](const CampaignProgress& p) {
                if (watcher) {
                    watcher({done + p.done, of, simulatedS + p.timeS});
                }
            },
            cancel);
        if (!runs) {
            return tl::unexpected(runs.error());
        }
        done += spec.replications;
        simulatedS += spec.replications * spec.untilS;
        point.campaign.replications = std::move(*runs);
        point.campaign.cancelled = cancel.load(std::memory_order_relaxed);
        curve.points.push_back(std::move(point));
    }
    curve.cancelled = cancel.load(std::memory_order_relaxed);
    return curve;
}

Estimate differenceOf(const Curve& curve, std::size_t point, const Figure& figure) {
    const auto& here = curve.points[point].campaign.replications;
    const auto& first = curve.points.front().campaign.replications;
    std::vector<double> differences;
    for (std::size_t i = 0; i < std::min(here.size(), first.size()); ++i) {
        const Ratio a = figure.of(here[i].sums);
        const Ratio b = figure.of(first[i].sums);
        differences.push_back(a.under > 0.0 && b.under > 0.0 ? a.over / a.under - b.over / b.under
                                                             : models::kNotStated);
    }
    return estimateOf(differences);
}

}  // namespace headroom::engine
