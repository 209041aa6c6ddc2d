// SPDX-License-Identifier: Apache-2.0
#include "engine/sensitivity/sensitivity.h"

#include "engine/experiment/ensemble.h"
#include "engine/experiment/run_until.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

/// A figure that can be moved, by its places in the catalogue.
struct CandidateFigure {
    std::size_t entry = 0, attribute = 0;
    Ends ends;

    FigureChange atLow() const { return {entry, attribute, ends.low}; }

    FigureChange atHigh() const { return {entry, attribute, ends.high}; }
};

/// Candidates [first, end): how many of the levels type, part, halves they are split by already.
struct Group {
    std::size_t first = 0, end = 0;
    int level = 0;
};

/// Headlines of a run, in SI; nothing where the design does not run.
using Headlines = std::optional<std::vector<double>>;

class Study {
  public:
    Study(const Project& project, const Catalogue& catalogue, const SensitivitySpec& spec,
          const SensitivityProgress& progress, const std::atomic<bool>* cancel)
        : project_(project),
          catalogue_(catalogue),
          cancel_(cancel),
          runs_(spec.threads, cancel, [progress](const EnsembleStatus& now) {
              if (progress) {
                  progress(now.done, now.due);
              }
          }) {
        out_.spec = spec;
    }

    ResultAll<Sensitivity> run() {
        Errors errors;
        out_.headlines = figuresIn(kAsHeadline);
        const auto plant = compile(project_, catalogue_, {});
        if (!plant) {
            return tl::unexpected(plant.error());
        }
        out_.air = airOfRun(*plant);
        project_ = withUsedAirShares(std::move(project_), *plant);
        auto base = headlines(catalogue_, &errors);
        if (!base) {
            return tl::unexpected(std::move(errors));
        }
        for (std::size_t i = base->size(); i-- > 0;) {
            if (!std::isfinite((*base)[i]) || (*base)[i] == 0.0) {
                base->erase(base->begin() + static_cast<std::ptrdiff_t>(i));
                out_.headlines.erase(out_.headlines.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        out_.values = *base;
        candidates();
        measure(moving());
        finish();
        out_.runs = runs_.done();
        out_.complete = !runs_.cancelled();
        return std::move(out_);
    }

  private:
    void candidates() {
        const auto& entries = catalogue_.entries();
        for (std::size_t e = 0; e < entries.size(); ++e) {
            if (!out_.spec.only.empty() && out_.spec.only != entries[e].type->id) {
                continue;
            }
            for (std::size_t a = 0; a < entries[e].values.size(); ++a) {
                if (auto ends = endsOf(entries[e].type->attributes[a], entries[e].values[a],
                                       entries[e].provenance[a], out_.spec.share)) {
                    candidates_.push_back({e, a, std::move(*ends)});
                }
            }
        }
        out_.tried = candidates_.size();
    }

    /// The run as far as the headlines need it.
    Headlines headlines(const Catalogue& catalogue, Errors* errors = nullptr) const {
        RunOptions options;
        options.tables = tables_;
        options.anyAirState = true;
        auto plant = compile(project_, catalogue, options);
        if (!plant) {
            if (errors != nullptr) {
                *errors = plant.error();
            }
            return std::nullopt;
        }
        plant->failures.enabled = plant->failures.enabled && out_.spec.randomFailures;
        auto made = Simulator::create(std::make_shared<const Plant>(std::move(*plant)), options);
        if (!made) {
            if (errors != nullptr) {
                *errors = made.error();
            }
            return std::nullopt;
        }
        if (const auto end = runUntil(**made, out_.spec.untilS, {.cancel = cancel_}); !end) {
            if (errors != nullptr) {
                *errors = {end.error()};
            }
            return std::nullopt;
        }
        const Sums sums = (*made)->sums();
        std::vector<double> values;
        for (const Figure* headline : out_.headlines) {
            values.push_back(headline->value(sums));
        }
        return values;
    }

    Headlines headlinesWith(std::span<const FigureChange> changes) {
        Headlines found = headlines(catalogue_.changed(changes));
        runs_.finish();
        return found;
    }

    /// The single figures that move any headline, or with which the design does not run.
    std::vector<std::size_t> moving() {
        std::vector<Group> open = split({0, candidates_.size(), 0});
        std::vector<std::size_t> found;
        while (!open.empty() && !runs_.cancelled()) {
            runs_.expect(runs_.done() + open.size());
            std::vector<char> moves(open.size(), 0);
            runs_.each(open.size(), [&](std::size_t i) {
                std::vector<FigureChange> changes;
                for (std::size_t c = open[i].first; c < open[i].end; ++c) {
                    changes.push_back(candidates_[c].atHigh());
                }
                const Headlines with = headlinesWith(changes);
                moves[i] = !with || *with != out_.values ? 1 : 0;
            });
            std::vector<Group> next;
            for (std::size_t i = 0; i < open.size(); ++i) {
                if (moves[i] == 0) {
                    continue;
                }
                if (open[i].end - open[i].first == 1) {
                    found.push_back(open[i].first);
                    continue;
                }
                const std::vector<Group> parts = split(open[i]);
                next.insert(next.end(), parts.begin(), parts.end());
            }
            open = std::move(next);
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    /// By type, then by part, then into halves.
    std::vector<Group> split(const Group& group) const {
        std::vector<Group> parts;
        if (group.level >= 2) {
            const std::size_t middle = (group.first + group.end) / 2;
            return {{group.first, middle, 2}, {middle, group.end, 2}};
        }
        const auto key = [&](std::size_t c) -> const void* {
            const CatalogueEntry& entry = catalogue_.entries()[candidates_[c].entry];
            return group.level == 0 ? static_cast<const void*>(entry.type) : &entry;
        };
        for (std::size_t c = group.first; c < group.end; ++c) {
            if (parts.empty() || key(c) != key(c - 1)) {
                parts.push_back({c, c, group.level + 1});
            }
            parts.back().end = c + 1;
        }
        return parts;
    }

    void measure(const std::vector<std::size_t>& found) {
        runs_.expect(runs_.done() + 2 * found.size());
        std::vector<std::optional<FigureEffect>> made(found.size());
        runs_.each(found.size(), [&](std::size_t i) {
            const CandidateFigure& c = candidates_[found[i]];
            const Headlines low = headlinesWith(std::vector{c.atLow()});
            const Headlines high = headlinesWith(std::vector{c.atHigh()});
            if (runs_.cancelled()) {
                return;  // the run did not come to its end
            }
            FigureEffect effect;
            effect.part = &catalogue_.entries()[c.entry];
            effect.at = c.attribute;
            effect.attribute = &effect.part->type->attributes[c.attribute];
            effect.ends = c.ends;
            if (!low && !high) {
                const std::lock_guard lock(mutex_);
                out_.notMoved.push_back(effect.part->id + '/' + std::string(effect.attribute->key));
                return;
            }
            effect.low = relative(low ? *low : *high, !low);
            effect.high = relative(high ? *high : *low, !high);
            made[i] = std::move(effect);
        });
        for (auto& effect : made) {
            if (effect) {
                out_.effects.push_back(std::move(*effect));
            }
        }
    }

    /// Against the unmodified run. `mirrored`: of the other end, because this one does not run.
    std::vector<double> relative(const std::vector<double>& values, bool mirrored) const {
        std::vector<double> moves;
        for (std::size_t h = 0; h < values.size(); ++h) {
            const double move = (values[h] - out_.values[h]) / std::abs(out_.values[h]);
            moves.push_back(std::isfinite(move) ? (mirrored ? -move : move) : 0.0);
        }
        return moves;
    }

    void finish() {
        std::sort(out_.notMoved.begin(), out_.notMoved.end());
        out_.footings.resize(out_.headlines.size());
        for (std::size_t h = 0; h < out_.headlines.size(); ++h) {
            Footing& f = out_.footings[h];
            for (const FigureEffect& effect : out_.effects) {
                const double square = effect.halfWidth(h) * effect.halfWidth(h);
                f.all += square;
                if (effect.provenance().isUnsourced()) {
                    f.unsourced += square;
                    f.guessed += effect.ends.stated ? 0.0 : square;
                }
            }
            f = {std::sqrt(f.all), std::sqrt(f.unsourced), std::sqrt(f.guessed)};
        }
        out_.moving = out_.effects.size();
        std::erase_if(out_.effects, [&](const FigureEffect& effect) {
            return effect.largest() <= out_.spec.least;
        });
        std::stable_sort(
            out_.effects.begin(), out_.effects.end(),
            [](const FigureEffect& a, const FigureEffect& b) { return a.largest() > b.largest(); });
    }

    Project project_;
    const Catalogue& catalogue_;
    /// Files of load traces, read once for all runs.
    std::shared_ptr<TimeTables> tables_ = std::make_shared<TimeTables>();
    const std::atomic<bool>* cancel_;
    Ensemble runs_;
    Sensitivity out_;
    std::vector<CandidateFigure> candidates_;
    std::mutex mutex_;
};

}  // namespace

double FigureEffect::largest(std::size_t headline) const {
    return std::max(std::abs(low[headline]), std::abs(high[headline]));
}

double FigureEffect::halfWidth(std::size_t headline) const {
    return 0.5 * std::abs(high[headline] - low[headline]);
}

double FigureEffect::largest() const {
    double most = 0.0;
    for (std::size_t h = 0; h < low.size(); ++h) {
        most = std::max(most, largest(h));
    }
    return most;
}

ResultAll<Sensitivity> sensitivity(const Project& project, const Catalogue& catalogue,
                                   const SensitivitySpec& spec, const SensitivityProgress& progress,
                                   const std::atomic<bool>* cancel) {
    return Study(project, catalogue, spec, progress, cancel).run();
}

}  // namespace headroom::engine
