// SPDX-License-Identifier: Apache-2.0
#include "engine/certainty/certainty.h"

#include "engine/air/field/air_shares.h"
#include "engine/experiment/run_until.h"
#include "engine/figures/model_errors.h"
#include "engine/plant/plant.h"
#include "engine/reliability/campaign/campaign.h"
#include "engine/run/simulator.h"
#include "engine/study/built_once.h"
#include "engine/study/designs.h"
#include "models/core/model_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace headroom::engine {

namespace {

using models::ModelErrorSpec;

/// Which parts a project names, by itself or through other parts.
class NamedParts {
  public:
    NamedParts(const Project& project, const Catalogue& catalogue) : catalogue_(catalogue) {
        for (const Object& object : project.objects) {
            look(*object.type, object.values);
        }
        while (!open_.empty()) {
            const CatalogueEntry* part = open_.front();
            open_.pop_front();
            look(*part->type, part->values);
        }
        for (const models::ComponentType* type : models::catalogueTypes()) {
            noteTargets(*type);
        }
        for (const models::ComponentType* type : models::documentTypes()) {
            noteTargets(*type);
        }
    }

    /// Whether it may matter: it is named, or nothing ever names parts of its type.
    bool has(const CatalogueEntry& part) const {
        return named_.contains(&part) || !targets_.contains(part.type->id);
    }

  private:
    void noteTargets(const models::ComponentType& type) {
        for (const models::Attribute& a : type.attributes) {
            if (a.kind == models::ValueKind::Reference ||
                a.kind == models::ValueKind::ReferenceList) {
                models::forEachTarget(a.target, [&](std::string_view id) { targets_.insert(id); });
            }
        }
    }

    void look(const models::ComponentType& type, std::span<const models::Value> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const models::Attribute& a = type.attributes[i];
            if (a.kind != models::ValueKind::Reference &&
                a.kind != models::ValueKind::ReferenceList) {
                continue;
            }
            if (const auto* one = std::get_if<std::string>(&values[i])) {
                name(a.target, *one);
            } else if (const auto* several = std::get_if<std::vector<std::string>>(&values[i])) {
                for (const std::string& id : *several) {
                    name(a.target, id);
                }
            }
        }
    }

    void name(std::string_view target, const std::string& id) {
        models::forEachTarget(target, [&](std::string_view type) {
            const CatalogueEntry* part = catalogue_.find(type, id);
            if (part != nullptr && named_.insert(part).second) {
                open_.push_back(part);
            }
        });
    }

    const Catalogue& catalogue_;
    std::set<const CatalogueEntry*> named_;
    std::deque<const CatalogueEntry*> open_;
    std::set<std::string_view> targets_;
};

/// An error of a model, and its name.
struct ModelInput {
    const CatalogueEntry* entry =
        nullptr;  ///< nullptr means training steps, by the jobs' own intervals
    ErrorOfModel error;
};

std::string shortOf(const models::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return fmt::format("{:.4g}", *number);
    }
    const auto ends = [](const std::vector<double>& v) {
        return v.empty() ? std::string() : fmt::format("{:.3g}…{:.3g}", v.front(), v.back());
    };
    if (const auto* curve = std::get_if<models::Curve>(&value)) {
        return ends(curve->y());
    }
    const auto* list = std::get_if<std::vector<double>>(&value);
    return list != nullptr ? ends(*list) : std::string();
}

/// "10.5 to 19.5 kW". Ends of curves and lists are texts without quantities.
Words rangeWords(const models::Value& low, const models::Value& high, std::string_view unit) {
    const auto* from = std::get_if<double>(&low);
    const auto* to = std::get_if<double>(&high);
    if (from != nullptr && to != nullptr) {
        return bareAs(shortOf(low), *from, unit) + " to " + amountAs(shortOf(high), *to, unit);
    }
    return Words(shortOf(low) + " to " + shortOf(high) +
                 (unit.empty() ? "" : ' ' + std::string(unit)));
}

class CertaintyStudy {
  public:
    CertaintyStudy(const Project& project, const Catalogue& catalogue, const CertaintySpec& spec,
                   const PropagationProgress& progress, const std::atomic<bool>* cancel)
        : project_(project),
          catalogue_(catalogue),
          spec_(spec),
          progress_(progress),
          cancel_(cancel) {}

    ResultAll<Certainty> run() {
        const auto plant = compile(project_, catalogue_, spec_.options);
        if (!plant) {
            return tl::unexpected(plant.error());
        }
        project_ = withUsedAirShares(std::move(project_), *plant);
        if (spec_.options.fabrics == nullptr) {
            built_.emplace(project_, catalogue_);
        }
        Errors errors;
        const auto whole = sumsOf({}, 0, spec_.untilS, &errors);
        if (!whole) {
            return tl::unexpected(std::move(errors));
        }
        for (const Figure* figure : figuresIn(kAsHeadline)) {
            if (const double value = figure->value(whole->sums);
                std::isfinite(value) && value != 0.0) {
                headlines_.push_back(figure);
                wholeValues_.push_back(value);
            }
        }
        whole_ = *whole;
        shortS_ = std::min(spec_.untilS, spec_.screenS);
        const auto screened = sumsOf({}, 0, shortS_, &errors);
        if (!screened) {
            return tl::unexpected(std::move(errors));
        }
        shortValues_ = values(*screened);
        gather();
        PropagationSpec how;
        how.inputs = figures_.size() + models_.size();
        how.mostRuns = spec_.mostRuns;
        how.leastRuns = std::min(how.leastRuns, spec_.mostRuns);
        how.threads = spec_.threads;
        how.seed = 1;
        how.groups = spec_.groups;
        how.members = spec_.members;
        const CertaintyModel model = [this](std::span<const double> z, std::uint64_t seed) {
            return this->outcome(z, seed);
        };
        const auto found = propagate(model, how, progress_, cancel_);
        if (!found) {
            return tl::unexpected(Errors{{"SIM-045",
                                          "the unmodified run failed when repeated",
                                          "report it: a fault of Headroom",
                                          {},
                                          {},
                                          0}});
        }
        return told(*found);
    }

  private:
    std::vector<double> values(const MeteredSums& m) const {
        std::vector<double> found;
        for (const Figure* figure : headlines_) {
            found.push_back(figure->value(m.sums));
        }
        return found;
    }

    /// Sums of a run with these figures.
    std::optional<MeteredSums> sumsOf(const std::vector<FigureChange>& changes, std::uint64_t seed,
                                      double untilS, Errors* errors = nullptr) const {
        RunOptions options = spec_.options;
        options.tables = tables_;
        options.anyAirState = true;
        if (built_) {
            built_->give(options, changes);
        }
        auto plant = changes.empty() ? compile(project_, catalogue_, options)
                                     : compile(project_, catalogue_.changed(changes), options);
        if (!plant) {
            if (errors != nullptr) {
                *errors = plant.error();
            }
            return std::nullopt;
        }
        if (seed != 0) {
            options.seed = seedOf(plant->seed, static_cast<int>(seed));
        }
        auto made = Simulator::create(std::make_shared<const Plant>(std::move(*plant)), options);
        if (!made) {
            if (errors != nullptr) {
                *errors = made.error();
            }
            return std::nullopt;
        }
        Simulator& simulator = **made;
        if (const auto end = runUntil(simulator, untilS, {.cancel = cancel_}); !end) {
            if (errors != nullptr) {
                *errors = {end.error()};
            }
            return std::nullopt;
        }
        return simulator.summary().metered();
    }

    /// Inputs: figures that may matter, then errors of models.
    void gather() {
        const NamedParts named(project_, catalogue_);
        std::vector<UncertainFigure> others;
        const auto& entries = catalogue_.entries();
        for (std::size_t e = 0; e < entries.size(); ++e) {
            const bool isRule =
                entries[e].type == &ModelErrorSpec::type() || entries[e].type->id == "figure_range";
            for (std::size_t a = 0; a < entries[e].values.size() && !isRule; ++a) {
                if (auto figure = uncertainFigure(catalogue_, e, a)) {
                    (named.has(entries[e]) ? figures_ : others).push_back(std::move(*figure));
                }
            }
        }
        // Moved together they must change nothing; where they do, something names parts of a type in a way of its own.
        if (moveAnything(others)) {
            std::map<std::string_view, std::vector<UncertainFigure>> byType;
            for (UncertainFigure& figure : others) {
                byType[entries[figure.entry].type->id].push_back(std::move(figure));
            }
            for (const auto& [type, figures] : byType) {
                if (moveAnything(figures)) {
                    figures_.insert(figures_.end(), figures.begin(), figures.end());
                }
            }
        }
        for (const CatalogueEntry* entry : catalogue_.entriesOf(ModelErrorSpec::type().id)) {
            models_.push_back({entry, {*static_cast<const ModelErrorSpec*>(entry->spec.get())}});
        }
        models_.push_back({});
    }

    /// Whether a short run differs with all of them at their high ends.
    bool moveAnything(const std::vector<UncertainFigure>& figures) {
        std::vector<FigureChange> changes;
        for (const UncertainFigure& figure : figures) {
            changes.push_back({figure.entry, figure.attribute, figure.ends.high});
        }
        const auto with = sumsOf(changes, 0, shortS_);
        ++runsBefore_;
        return !with || values(*with) != shortValues_;
    }

    /// One run with these inputs. In the screen (one figure moved) the run is short, and what it moves by is taken as a
    /// share of the whole run's result; an error of a model alone acts on the sums of the whole run.
    std::optional<std::vector<double>> outcome(std::span<const double> z,
                                               std::uint64_t seed) const {
        std::vector<FigureChange> changes;
        for (std::size_t i = 0; i < figures_.size(); ++i) {
            if (z[i] != 0.0) {
                changes.push_back(
                    {figures_[i].entry, figures_[i].attribute, figures_[i].at(catalogue_, z[i])});
            }
        }
        const bool isAsItIs = seed == 0 && changes.empty();
        const bool isShort = seed == 0 && changes.size() == 1;
        auto sums = isAsItIs ? std::optional(whole_)
                             : sumsOf(changes, seed, isShort ? shortS_ : spec_.untilS);
        if (!sums) {
            return std::nullopt;
        }
        for (std::size_t m = 0; m < models_.size(); ++m) {
            if (const double at = z[figures_.size() + m]; at != 0.0) {
                models_[m].error.act(*sums, at);
            }
        }
        std::vector<double> found = values(*sums);
        for (std::size_t h = 0; h < found.size() && isShort; ++h) {
            const bool isScale = std::isfinite(shortValues_[h]) && shortValues_[h] != 0.0;
            found[h] = headlines_[h]->unit.symbol == models::unit::celsius.symbol
                           ? wholeValues_[h] + found[h] - shortValues_[h]
                       : isScale ? wholeValues_[h] * found[h] / shortValues_[h]
                                 : wholeValues_[h];
        }
        return found;
    }

    UncertaintyCause causeOf(std::size_t input) const {
        if (input < figures_.size()) {
            const UncertainFigure& f = figures_[input];
            const CatalogueEntry& part = catalogue_.entries()[f.entry];
            const models::Attribute& a = part.type->attributes[f.attribute];
            const Words range = rangeWords(f.ends.low, f.ends.high, a.unit.symbol);
            return {fmt::format("{}/{}.{}", part.type->id, part.id, a.key),
                    fmt::format("{} of {}", a.label, part.id), part.provenance[f.attribute].status,
                    range, 0.0};
        }
        const ModelInput& m = models_[input - figures_.size()];
        if (m.entry == nullptr) {
            return {"model:training-step", "model of the training step", "model", {}, 0.0};
        }
        Words by;
        if (!std::isnan(m.error.spec->share)) {
            by.append(fmt::format("+-{:.3g} %", 100 * kEndOfNinety * m.error.spec->share));
        }
        if (!std::isnan(m.error.spec->deviationK)) {
            const double deviationK = kEndOfNinety * m.error.spec->deviationK;
            by.join("+-" + amountAs(fmt::format("{:.2g}", deviationK), deviationK, "K"));
        }
        return isOfMeters(m.error.spec->of)
                   ? UncertaintyCause{"meter:" + m.entry->id, lowered(m.entry->name), "meter", by,
                                      0.0}
                   : UncertaintyCause{"model:" + m.entry->id, "model of " + lowered(m.entry->name),
                                      "model", by, 0.0};
    }

    static std::string lowered(std::string name) {
        if (name.size() > 1 && std::islower(static_cast<unsigned char>(name[1])) != 0) {
            name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        }
        return name;
    }

    /// Meters are included only where there are any.
    std::vector<std::string_view> notStated() const {
        using Of = ModelErrorSpec::Of;
        std::vector<std::string_view> missing;
        for (const Of of : models::kErrorsOfModels) {
            const bool takesPart = of == Of::MeteredHeat    ? whole_.heatJ > 0.0
                                   : of == Of::MeteredPower ? whole_.powerJ > 0.0
                                                            : true;
            const bool isStated = std::any_of(
                models_.begin(), models_.end(),
                [of](const ModelInput& m) { return m.entry != nullptr && m.error.spec->of == of; });
            if (takesPart && !isStated) {
                missing.push_back(keyOf(of));
            }
        }
        return missing;
    }

    Certainty told(const Propagation& found) const {
        if (found.waits) {
            Certainty certainty;
            certainty.runs = found.runs + runsBefore_;
            certainty.waits = true;
            certainty.complete = false;
            return certainty;
        }
        constexpr double kLeastShare = 0.01;
        constexpr std::size_t kMeasureFirst = 5;
        Certainty certainty;
        certainty.figures = figures_.size();
        certainty.runs = found.runs + runsBefore_;
        certainty.settled = found.settled;
        certainty.complete = found.complete;
        certainty.notStated = notStated();
        std::map<std::size_t, double> over;
        for (std::size_t h = 0; h < headlines_.size(); ++h) {
            const PropagatedResult& r = found.results[h];
            HeadlineCertainty headline{headlines_[h], r.value, r.low, r.high, {}};
            for (std::size_t i = 0; i < r.shares.size(); ++i) {
                if (i < figures_.size()) {
                    over[i] += r.shares[i] / static_cast<double>(headlines_.size());
                }
                if (r.shares[i] >= kLeastShare) {
                    headline.causes.push_back(causeOf(i));
                    headline.causes.back().share = r.shares[i];
                }
            }
            if (r.chance >= kLeastShare) {
                headline.causes.push_back(
                    {"chance", "weather, failures and arrivals", "chance", {}, r.chance});
            }
            if (r.together >= kLeastShare) {
                headline.causes.push_back({"together",
                                           "figures together, over the whole run",
                                           "together",
                                           {},
                                           r.together});
            }
            std::stable_sort(headline.causes.begin(), headline.causes.end(),
                             [](const auto& a, const auto& b) { return a.share > b.share; });
            certainty.headlines.push_back(std::move(headline));
        }
        std::vector<std::pair<double, std::size_t>> order;
        for (const auto& [input, share] : over) {
            order.emplace_back(-share, input);
        }
        std::sort(order.begin(), order.end());
        for (std::size_t i = 0; i < order.size() && i < kMeasureFirst; ++i) {
            if (-order[i].first > 0.0) {
                certainty.measureFirst.push_back(causeOf(order[i].second));
                certainty.measureFirst.back().share = -order[i].first;
            }
        }
        return certainty;
    }

    Project project_;
    const Catalogue& catalogue_;
    /// Files of load traces, read once for all runs.
    std::shared_ptr<TimeTables> tables_ = std::make_shared<TimeTables>();
    std::optional<BuiltOnce> built_;  ///< empty where the caller gives fabrics
    const CertaintySpec& spec_;
    const PropagationProgress& progress_;
    const std::atomic<bool>* cancel_;
    double shortS_ = 0.0;
    std::size_t runsBefore_ = 2;  ///< the whole one and the short one as everything is
    std::vector<const Figure*> headlines_;
    MeteredSums whole_;  ///< as everything is
    std::vector<double> wholeValues_, shortValues_;
    std::vector<UncertainFigure> figures_;
    std::vector<ModelInput> models_;
};

}  // namespace

ResultAll<Certainty> certainty(const Project& project, const Catalogue& catalogue,
                               const CertaintySpec& spec, const PropagationProgress& progress,
                               const std::atomic<bool>* cancel) {
    return CertaintyStudy(project, catalogue, spec, progress, cancel).run();
}

}  // namespace headroom::engine
