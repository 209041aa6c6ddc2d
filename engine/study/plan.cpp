// SPDX-License-Identifier: Apache-2.0
#include "engine/study/plan.h"

#include "engine/base/json.h"
#include "engine/document/json_text.h"
#include "engine/document/setting.h"
#include "engine/document/values.h"
#include "engine/experiment/run_until.h"
#include "engine/part/part_address.h"
#include "engine/reliability/campaign/campaign.h"
#include "engine/run/simulator.h"
#include "engine/run/workload/job_fault.h"
#include "engine/study/key_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

Error wrong(const Study& study, const StudyAxis& axis, const std::string& message,
            const std::string& remedy) {
    return {"STU-005", message, remedy, study.file.string(), axis.pointer, 0};
}

/// "TYPE/PART.KEY=VALUE" as a change of the catalogue. The error has message and remedy.
Result<FigureChange> figureChange(const Catalogue& catalogue, const std::string& target,
                                  const std::string& text) {
    const auto refused = [](std::string message, std::string remedy) {
        return tl::unexpected(Error{"STU-005", std::move(message), std::move(remedy), {}, {}, 0});
    };
    const CatalogueName figure = CatalogueName::ofFigure(target);
    if (figure.type.empty() || figure.key.empty()) {
        return refused(inQuotes(target) + " is not a figure of the catalogue",
                       "Write TYPE/PART.KEY, as in cooling_tower/tower-5000.fan_rated_kw");
    }
    const std::string type(figure.type), part(figure.id), key(figure.key);
    const CatalogueEntry* entry = catalogue.find(type, part);
    if (entry == nullptr) {
        std::vector<std::string> known;
        for (const CatalogueEntry& each : catalogue.entries()) {
            known.push_back(CatalogueName{each.type->id, each.id, {}}.text());
        }
        return refused("the catalogue has no part " + inQuotes(type + '/' + part),
                       didYouMean(type + '/' + part, known, "`headroom-cli catalog` lists them"));
    }
    const models::Attribute* attribute = entry->type->find(key);
    if (attribute == nullptr) {
        std::vector<std::string> known;
        for (const models::Attribute& each : entry->type->attributes) {
            known.emplace_back(each.key);
        }
        return refused(part + " has no figure " + inQuotes(key),
                       didYouMean(key, known, "`headroom-cli catalog " + type + "` lists them"));
    }
    nlohmann::json json = parseJson<nlohmann::json>(text);
    if (json.is_discarded()) {
        json = text;
    }
    auto value = valueFromJson(*attribute, json);
    if (!value) {
        return refused(part + ' ' + key + ": " + value.error().front().message,
                       value.error().front().remedy);
    }
    const auto first = catalogue.entries().data();
    return FigureChange{static_cast<std::size_t>(entry - first),
                        static_cast<std::size_t>(attribute - entry->type->attributes.data()),
                        std::move(*value)};
}

}  // namespace

ResultAll<StudyPlan::Change> StudyPlan::changeOf(const StudyPoint& point) const {
    Change change;
    Errors errors;
    for (std::size_t a = 0; a < study_.axes.size(); ++a) {
        if (study_.axes[a].kind == AxisKind::Project && point.values[a]) {
            const auto at = std::find(projectNames_.begin(), projectNames_.end(), *point.values[a]);
            change.project = static_cast<std::size_t>(at - projectNames_.begin());
        }
    }
    const StudyProject& design = *projects_[change.project];
    for (std::size_t a = 0; a < study_.axes.size(); ++a) {
        const StudyAxis& axis = study_.axes[a];
        if (!point.values[a]) {
            continue;
        }
        const std::string& value = *point.values[a];
        for (const std::string& target : axis.targets) {
            if (axis.kind == AxisKind::Setting) {
                std::string setting = target;
                setting += '=';
                setting += value;
                if (auto edit = settingOf(design.project, setting)) {
                    change.settings.emplace_back(std::move(*edit));
                } else {
                    errors.push_back(
                        wrong(study_, axis, edit.error().message, edit.error().remedy));
                }
            } else if (auto figure = figureChange(design.catalogue, target, value)) {
                change.figures.push_back(std::move(*figure));
            } else {
                errors.push_back(
                    wrong(study_, axis, figure.error().message, figure.error().remedy));
            }
        }
        if (axis.kind == AxisKind::Order && !value.empty()) {
            if (auto order = readers_.order(value)) {
                change.orders.push_back(std::move(*order));
            } else {
                errors.push_back(wrong(study_, axis,
                                       "order " + inQuotes(value) + ": " + order.error(),
                                       "Write it as in `branch --order`"));
            }
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    std::stable_sort(change.orders.begin(), change.orders.end(),
                     [](const Command& a, const Command& b) { return a.timeS < b.timeS; });
    return change;
}

/// Makes plans.
class StudyPlanner {
  public:
    StudyPlanner(Study study, const StudyReaders& readers) {
        plan_.study_ = std::move(study);
        plan_.readers_ = readers;
    }

    explicit StudyPlanner(StudyPlan plan) : plan_(std::move(plan)) {}

    StudyPlan withPoints(std::vector<StudyPoint> points) {
        plan_.points_ = std::move(points);
        plan_.designs_.clear();
        plan_.tasks_.clear();
        name();
        return std::move(plan_);
    }

    ResultAll<StudyPlan> make(bool many) {
        if (auto few = bearable(many); !few) {
            return tl::unexpected(Errors{few.error()});
        }
        if (Errors faults = projectsOutside(plan_.study_, plan_.readers_.trusts); !faults.empty()) {
            return tl::unexpected(std::move(faults));
        }
        if (auto opened = open(); !opened) {
            return tl::unexpected(opened.error());
        }
        if (Errors faults = tryAxes(); !faults.empty()) {
            return tl::unexpected(std::move(faults));
        }
        cutAtLimits();
        plan_.points_ = pointsOf(plan_.study_);
        name();
        return std::move(plan_);
    }

  private:
    Result<void> bearable(bool many) const {
        const Study& study = plan_.study_;
        const auto points = pointCount(study);
        const double runs = points ? static_cast<double>(*points) * study.replications : 1e300;
        if (runs <= static_cast<double>(kManyRuns) ||
            (many && runs <= static_cast<double>(kMostRuns))) {
            return {};
        }
        const bool never = runs > static_cast<double>(kMostRuns);
        return tl::unexpected(
            Error{"STU-012",
                  fmt::format("the design has {:.4g} points, {:.4g} runs",
                              runs / study.replications, runs),
                  never ? fmt::format("At most {} runs: take fewer levels, or a design that draws "
                                      "points (sobol, latin-hypercube)",
                                      kMostRuns)
                        : "Allow this number with --yes, or use a design that draws points",
                  study.file.string(), "/design", 0});
    }

    ResultAll<void> open() {
        std::vector<std::filesystem::path> paths = {plan_.study_.project};
        plan_.projectNames_ = {""};
        for (const StudyAxis& axis : plan_.study_.axes) {
            for (const std::string& name : axis.values) {
                if (axis.kind == AxisKind::Project) {
                    const std::filesystem::path path = name;
                    paths.push_back(path.is_absolute() ? path
                                                       : plan_.study_.file.parent_path() / path);
                    plan_.projectNames_.push_back(name);
                }
            }
        }
        KeyHash base;
        for (const std::filesystem::path& path : paths) {
            auto opened = plan_.readers_.open(path);
            if (!opened) {
                return tl::unexpected(opened.error());
            }
            base.add(projectText(opened->project)).add(opened->catalogue.fingerprint());
            plan_.projects_.push_back(std::make_shared<const StudyProject>(std::move(*opened)));
        }
        plan_.base_ = base.text();
        return {};
    }

    /// Every value of every axis alone, on every project; of ranges both ends.
    Errors tryAxes() const {
        Errors faults;
        const Study& study = plan_.study_;
        for (std::size_t p = plan_.projects_.size() > 1 ? 1 : 0; p < plan_.projects_.size(); ++p) {
            for (std::size_t a = 0; a < study.axes.size(); ++a) {
                const StudyAxis& axis = study.axes[a];
                const std::vector<std::string> ends = {fmt::format("{}", axis.low),
                                                       fmt::format("{}", axis.high)};
                for (const std::string& value : axis.isRange() ? ends : axis.values) {
                    StudyPoint point;
                    point.values.resize(study.axes.size());
                    point.values[a] = value;
                    if (axis.kind != AxisKind::Project) {
                        tryPoint(p, axis, point, faults);
                    }
                }
            }
        }
        return faults;
    }

    /// A share of 98 % whose normal reaches 101 % is drawn at 100 %, as its attribute allows.
    void cutAtLimits() {
        Study& study = plan_.study_;
        for (std::size_t a = 0; a < study.axes.size(); ++a) {
            StudyAxis& axis = study.axes[a];
            for (std::size_t p = 0; axis.isRange() && p < plan_.projects_.size(); ++p) {
                StudyPoint point;
                point.values.resize(study.axes.size());
                point.values[a] = fmt::format("{}", axis.low);
                for (std::size_t k = 0; k < study.axes.size(); ++k) {
                    if (study.axes[k].kind == AxisKind::Project && p > 0) {
                        point.values[k] = plan_.projectNames_[p];
                    }
                }
                const auto change = plan_.changeOf(point);
                const StudyProject& design = *plan_.projects_[p];
                const auto cut = [&axis](const models::Attribute& of) {
                    axis.least = std::max(axis.least, of.minimum);
                    axis.most = std::min(axis.most, of.maximum);
                };
                for (std::size_t i = 0; change && i < change->figures.size(); ++i) {
                    const FigureChange& figure = change->figures[i];
                    cut(design.catalogue.entries()[figure.entry]
                            .type->attributes[figure.attribute]);
                }
                for (std::size_t i = 0; change && i < change->settings.size(); ++i) {
                    const auto* set = std::get_if<SetAttribute>(&change->settings[i]);
                    const Object* object =
                        set != nullptr ? design.project.find(set->objectId) : nullptr;
                    const models::Attribute* of =
                        object != nullptr ? object->type->find(set->key) : nullptr;
                    if (of != nullptr) {
                        cut(*of);
                    }
                }
            }
        }
    }

    void tryPoint(std::size_t project, const StudyAxis& axis, StudyPoint point,
                  Errors& faults) const {
        for (std::size_t a = 0; a < plan_.study_.axes.size(); ++a) {
            if (plan_.study_.axes[a].kind == AxisKind::Project) {
                point.values[a] = plan_.projectNames_[project];
            }
        }
        const auto change = plan_.changeOf(point);
        if (!change) {
            faults.insert(faults.end(), change.error().begin(), change.error().end());
            return;
        }
        const StudyProject& design = *plan_.projects_[project];
        Project changed = design.project;
        for (const Edit& edit : change->settings) {
            if (const auto done = apply(changed, design.catalogue, edit); !done) {
                faults.push_back(
                    wrong(plan_.study_, axis, done.error().message, done.error().remedy));
            }
        }
        Errors outside =
            valuesOutside(plan_.study_, axis, design.project, changed, plan_.readers_.trusts);
        std::move(outside.begin(), outside.end(), std::back_inserter(faults));
    }

    /// Keys of designs and of runs.
    void name() {
        const Study& study = plan_.study_;
        std::map<std::string, std::size_t> known;
        for (std::size_t p = 0; p < plan_.points_.size(); ++p) {
            KeyHash design, orders;
            for (std::size_t a = 0; a < study.axes.size(); ++a) {
                const StudyAxis& axis = study.axes[a];
                KeyHash& hash = axis.kind == AxisKind::Order ? orders : design;
                const auto& value = plan_.points_[p].values[a];
                if (!value || (axis.kind == AxisKind::Order && value->empty())) {
                    continue;
                }
                for (const std::string& target : axis.targets) {
                    hash.add(target);
                }
                hash.add(fmt::format("{}", static_cast<int>(axis.kind))).add(*value);
            }
            plan_.designs_.push_back(known.emplace(design.text(), known.size()).first->second);
            for (int r = 0; r < study.replications; ++r) {
                StudyTask task{p, r, seedOf(study.seed, r), {}};
                KeyHash key;
                key.add(HEADROOM_VERSION).add(plan_.base_).add(design.text()).add(orders.text());
                key.add(fmt::format("{} {} {} {}", study.untilS, study.stepS.value_or(0.0),
                                    task.seed, study.randomFailures));
                task.key = key.text();
                plan_.tasks_.push_back(std::move(task));
            }
        }
    }

    StudyPlan plan_;
};

StudyPlan StudyPlan::withPoints(std::vector<StudyPoint> points) const {
    return StudyPlanner(*this).withPoints(std::move(points));
}

ResultAll<StudyPlan> StudyPlan::make(Study study, const StudyReaders& readers, bool many) {
    return StudyPlanner(std::move(study), readers).make(many);
}

ResultAll<Project> StudyPlan::projectOf(const Change& change) const {
    const StudyProject& design = *projects_[change.project];
    Project changed = design.project;
    for (const Edit& edit : change.settings) {
        if (const auto done = apply(changed, design.catalogue, edit); !done) {
            return tl::unexpected(Errors{done.error()});
        }
    }
    return changed;
}

ResultAll<StudyDesign> StudyPlan::designAt(std::size_t point) const {
    auto change = changeOf(points_[point]);
    if (!change) {
        return tl::unexpected(change.error());
    }
    auto project = projectOf(*change);
    if (!project) {
        return tl::unexpected(project.error());
    }
    StudyDesign design{std::move(*project),
                       projects_[change->project]->catalogue.changed(change->figures),
                       std::move(change->figures),
                       {}};
    for (std::size_t a = 0; a < study_.axes.size(); ++a) {
        const auto& value = points_[point].values[a];
        if (study_.axes[a].kind == AxisKind::Order && value && !value->empty()) {
            design.orders.push_back(*value);
        }
    }
    return design;
}

ResultAll<std::vector<Edit>> StudyPlan::settingsAt(std::size_t point) const {
    auto change = changeOf(points_[point]);
    if (!change) {
        return tl::unexpected(change.error());
    }
    return std::move(change->settings);
}

ResultAll<std::shared_ptr<const Plant>> StudyPlan::plantOf(const StudyTask& task) const {
    auto change = changeOf(points_[task.point]);
    if (!change) {
        return tl::unexpected(change.error());
    }
    const auto project = projectOf(*change);
    if (!project) {
        return tl::unexpected(project.error());
    }
    const Catalogue& catalogue = projects_[change->project]->catalogue;
    RunOptions options;
    options.stepS = study_.stepS;
    auto plant = change->figures.empty()
                     ? compile(*project, catalogue, options)
                     : compile(*project, catalogue.changed(change->figures), options);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    plant->failures.enabled = plant->failures.enabled && study_.randomFailures;
    return std::make_shared<const Plant>(std::move(*plant));
}

std::optional<StudyOutcome> StudyPlan::carryOut(const StudyTask& task,
                                                const std::shared_ptr<const Plant>& plant,
                                                const std::atomic<bool>* cancel) const {
    StudyOutcome outcome;
    outcome.values.assign(study_.figures.size(), models::kNotStated);
    const auto change = changeOf(points_[task.point]);
    RunOptions options;
    options.seed = task.seed;
    auto made = Simulator::create(plant, options);
    if (!change || !made) {
        outcome.fault = text(change ? made.error() : change.error());
        return outcome;
    }
    // A run refuses such a job and continues without it: an idle hall is not an answer to what the point asks.
    if (const auto refused = refusedJobs(*plant, study_.untilS); !refused.empty()) {
        outcome.fault = refused.front();
        return outcome;
    }
    Simulator& simulator = **made;
    const auto end =
        runUntil(simulator, study_.untilS, {.cancel = cancel, .orders = change->orders});
    if (!end) {
        outcome.fault = end.error().code == "RPL-012" ? end.error().message : end.error().text();
        return outcome;
    }
    if (*end == RunEnd::Cancelled) {
        return std::nullopt;
    }
    const Sums sums = simulator.sums();
    for (std::size_t f = 0; f < study_.figures.size(); ++f) {
        outcome.values[f] = study_.figures[f]->value(sums) / study_.figures[f]->unit.toSi;
    }
    outcome.stateHash = fmt::format("{:016x}", simulator.stateHash());
    return outcome;
}

}  // namespace headroom::engine
