// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/sweep.h"

#include "engine/experiment/ensemble.h"
#include "engine/experiment/run_until.h"
#include "engine/plant/plant.h"
#include "engine/reliability/reach/likeness.h"
#include "engine/reliability/reach/sweep_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

namespace headroom::engine {

namespace {

class Runner {
  public:
    Runner(const SweepSpec& spec, const SweepProgress& progress, const std::atomic<bool>* cancel)
        : spec_(spec),
          cancel_(cancel),
          members_(spec.threads, cancel, [progress](const EnsembleStatus& now) {
              if (progress) {
                  progress(static_cast<int>(now.done), static_cast<int>(now.due));
              }
          }) {}

    bool cancelled() const { return members_.cancelled(); }

    Sweep run(const Project& project, Simulator& base, const ReachMap& map,
              std::vector<FailablePart> parts) {
        Sweep out;
        out.spec = spec_;
        members_.expect(parts.size() + pairCount(parts.size()));
        if (const auto warm = runUntil(base, spec_.warmUpS, {.cancel = cancel_}); !warm) {
            out.without.fault = warm.error();
            return out;
        }
        out.startS = base.timeS();
        out.without = runOn(*base.branch(), out.startS + spec_.horizonS, nullptr, cancel_);
        if (!out.without.fault.code.empty()) {
            return out;
        }
        std::vector<std::unique_ptr<SweepRow>> rows(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            rows[i] = std::make_unique<SweepRow>();
            rows[i]->first = std::move(parts[i]);
        }
        const std::vector<Class> classes = classesOf(project, base, map, rows);
        compute(base, out.without, classes, rows);
        out.computed = static_cast<int>(std::count_if(
            rows.begin(), rows.end(), [](const auto& row) { return row && row->like.empty(); }));
        keep(rows, out.rows, out.faults);
        rank(out.rows);
        if (!waits_) {
            pairs(base, map, out);
        }
        out.waits = waits_;
        out.complete = !cancelled() && !out.waits;
        return out;
    }

  private:
    /// Parts of one class, ascending.
    using Class = std::vector<std::size_t>;

    /// The reach of each part, and the classes: of one part each where all are wanted.
    std::vector<Class> classesOf(const Project& project, const Simulator& base, const ReachMap& map,
                                 const std::vector<std::unique_ptr<SweepRow>>& rows) {
        const PartClasses likeness(project, base);
        likeness_.resize(rows.size());
        members_.each(rows.size(), [&](std::size_t i) {
            SweepRow& row = *rows[i];
            row.reach = map.reach(row.first.order);
            likeness_[i] = likeness.of(row.first, row.reach);
            row.reach.racks.clear();
            row.reach.racks.shrink_to_fit();
        });
        std::vector<Class> classes;
        std::unordered_map<std::uint64_t, std::size_t> place;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t next = classes.size();
            const std::size_t found =
                spec_.all ? next : place.emplace(likeness_[i].key, next).first->second;
            if (found == next) {
                classes.emplace_back();
            }
            classes[found].push_back(i);
        }
        return classes;
    }

    /// Computes the extremes of each class, side by side. Where these differ the class is split, and so on; where they agree
    /// the others repeat the first of them.
    void compute(const Simulator& base, const RunStretch& without, std::vector<Class> classes,
                 std::vector<std::unique_ptr<SweepRow>>& rows) {
        std::vector<std::uint8_t> isComputed(rows.size(), 0);
        while (!classes.empty() && !cancelled()) {
            std::vector<std::size_t> due;
            for (const Class& members : classes) {
                for (const std::size_t i : extremesOf(likeness_, members)) {
                    if (isComputed[i] == 0) {
                        due.push_back(i);
                    }
                }
            }
            members_.each(due.size(), [&](std::size_t k) {
                const std::size_t i = due[k];
                const std::string name = fmt::format("part {} {}", i, rows[i]->first.name);
                if (watch(base, rows[i]->first.order, without, name, k, rows[i]->forecast)) {
                    isComputed[i] = 1;
                    members_.finish();
                }
            });
            if (cancelled() || waits_) {
                break;
            }
            std::vector<Class> halves;
            for (const Class& members : classes) {
                split(members, rows, isComputed, halves);
            }
            classes.swap(halves);
        }
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (isComputed[i] == 0 && rows[i]->like.empty()) {
                rows[i].reset();  // it was not watched to the end
            }
        }
    }

    /// The forecast of a failure, or its kept result; false where it was cancelled, or waits for another task.
    bool watch(const Simulator& base, const PlantOrder& order, const RunStretch& without,
               const std::string& name, std::size_t number, Forecast& into) {
        if (spec_.members != nullptr) {
            const auto kept = spec_.members->find(name);
            if (auto known = kept ? forecastOf(*kept) : std::nullopt) {
                into = std::move(*known);
                into.horizonS = spec_.horizonS;
                into.without = without;
                slim(into);
                return true;
            }
            if (!spec_.members->isOurs(number)) {
                waits_ = true;
                return false;
            }
        }
        into = forecast(base, {order}, spec_.horizonS, without, cancel_);
        slim(into);
        if (spec_.members != nullptr && !cancelled()) {
            // A fault stays with the members, which the caller asks for it.
            static_cast<void>(spec_.members->keep(name, forecastText(into)));
        }
        return !cancelled();
    }

    /// Gives the rows of a class what its extremes have in common, or splits it.
    void split(const Class& members, const std::vector<std::unique_ptr<SweepRow>>& rows,
               const std::vector<std::uint8_t>& isComputed, std::vector<Class>& halves) {
        const std::vector<std::size_t> extremes = extremesOf(likeness_, members);
        if (extremes.size() == members.size()) {
            return;
        }
        const SweepRow& first = *rows[extremes.front()];
        const auto differs = [&](std::size_t i) { return !isLike(first, *rows[i]); };
        if (std::none_of(extremes.begin(), extremes.end(), differs)) {
            for (const std::size_t i : members) {
                if (isComputed[i] == 0) {
                    rows[i]->forecast = first.forecast;
                    rows[i]->like = first.first.name;
                    members_.finish();
                }
            }
            return;
        }
        for (Class& half : halvesOf(likeness_, members, widest(extremes, rows))) {
            halves.push_back(std::move(half));
        }
    }

    /// The measure whose extremes have different results; else the first one in which the parts differ.
    std::size_t widest(const std::vector<std::size_t>& extremes,
                       const std::vector<std::unique_ptr<SweepRow>>& rows) const {
        std::size_t chosen = PartLikeness::kMeasures;
        for (std::size_t m = 0; m < PartLikeness::kMeasures; ++m) {
            const auto [least, most] = std::minmax_element(
                extremes.begin(), extremes.end(), [&](std::size_t a, std::size_t b) {
                    return likeness_[a].measure[m] < likeness_[b].measure[m];
                });
            if (likeness_[*least].measure[m] < likeness_[*most].measure[m]) {
                if (!isLike(*rows[*least], *rows[*most])) {
                    return m;
                }
                chosen = std::min(chosen, m);
            }
        }
        return chosen == PartLikeness::kMeasures ? 0 : chosen;
    }

    /// Whether two rows have the same result, to the last bit.
    static bool isLike(const SweepRow& a, const SweepRow& b) {
        const Forecast& x = a.forecast;
        const Forecast& y = b.forecast;
        const auto same = [](double p, double q) {
            return std::bit_cast<std::uint64_t>(p) == std::bit_cast<std::uint64_t>(q);
        };
        return x.with.fault.code.empty() && y.with.fault.code.empty() &&
               same(x.lostAcceleratorS, y.lostAcceleratorS) && same(x.lostShare, y.lostShare) &&
               same(x.with.tokens, y.with.tokens) && same(x.with.hottestC, y.with.hottestC) &&
               x.with.interruptions == y.with.interruptions && x.with.racksOff == y.with.racksOff &&
               x.with.racksThrottled == y.with.racksThrottled;
    }

    /// Rows that were watched to the end, in their order; of the others what is wrong with them.
    static void keep(std::vector<std::unique_ptr<SweepRow>>& made, std::vector<SweepRow>& rows,
                     Errors& faults) {
        for (auto& row : made) {
            if (!row) {
                continue;
            }
            const RunStretch& first = row->forecast.without;
            const Error& fault = first.fault.code.empty() ? row->forecast.with.fault : first.fault;
            if (fault.code.empty()) {
                rows.push_back(std::move(*row));
                continue;
            }
            Error told = fault;
            const std::string second = row->second.name.empty() ? "" : " and " + row->second.name;
            told.message = "With " + row->first.name + second + " out: " + told.message;
            faults.push_back(std::move(told));
        }
    }

    std::size_t pairCount(std::size_t parts) const {
        const auto n =
            static_cast<std::size_t>(std::clamp(spec_.pairsOf, 0, static_cast<int>(parts)));
        return n * n;
    }

    /// N-1-1 among the parts that cost or expose most. Each first failure is run to rest once.
    void pairs(const Simulator& base, const ReachMap& map, Sweep& out) {
        const int n = std::min(spec_.pairsOf, static_cast<int>(out.rows.size()));
        if (n < 1 || cancelled()) {
            return;
        }
        // N-1-1 is about parts whose failure costs nothing alone but takes redundancy away.
        std::vector<SweepRow> chosen = out.rows;
        std::stable_sort(chosen.begin(), chosen.end(), [](const SweepRow& a, const SweepRow& b) {
            return a.reach.racksExposed + a.reach.racksStrained >
                   b.reach.racksExposed + b.reach.racksStrained;
        });
        chosen.resize(static_cast<std::size_t>(n));
        std::vector<std::unique_ptr<SweepRow>> found(static_cast<std::size_t>(n * n));
        members_.each(static_cast<std::size_t>(n), [&](std::size_t i) {
            const SweepRow& a = chosen[i];
            const auto nameOf = [&](std::size_t j) {
                return fmt::format("pair {}, {}", a.first.name, chosen[j].first.name);
            };
            // Each first failure with all of its second ones is of one task.
            if (spec_.members != nullptr && !spec_.members->isOurs(i) &&
                std::any_of(chosen.begin(), chosen.end(), [&](const SweepRow& b) {
                    return (&a != &b || a.first.alike > 1) &&
                           !spec_.members->find(
                               nameOf(static_cast<std::size_t>(&b - chosen.data())));
                })) {
                waits_ = true;
                return;
            }
            const std::unique_ptr<Simulator> one = base.branch();
            one->operate(a.first.order);
            runOn(*one, out.startS + spec_.restS, nullptr, cancel_);
            const RunStretch alone =
                runOn(*one->branch(), out.startS + spec_.restS + spec_.horizonS, nullptr, cancel_);
            for (std::size_t j = 0; j < chosen.size() && !cancelled(); ++j) {
                const SweepRow& b = chosen[j];
                if (i == j && a.first.alike < 2) {
                    members_.finish();
                    continue;  // there is no second one
                }
                auto row = std::make_unique<SweepRow>();
                row->first = a.first;
                row->second = b.first;
                row->reach = map.reach({a.first.order, twice(a.first, b.first)});
                row->reach.racks.clear();
                if (!watch(*one, twice(a.first, b.first), alone, nameOf(j), i, row->forecast)) {
                    return;
                }
                row->beyondS = row->forecast.lostAcceleratorS - b.forecast.lostAcceleratorS;
                found[i * chosen.size() + j] = std::move(row);
                members_.finish();
            }
        });
        std::vector<SweepRow> pairs;
        keep(found, pairs, out.faults);
        rank(pairs);
        std::move(pairs.begin(), pairs.end(), std::back_inserter(out.rows));
    }

    /// The second of two alike parts: the next one where they are numbered.
    static PlantOrder twice(const FailablePart& first, const FailablePart& second) {
        PlantOrder order = second.order;
        if (first.name == second.name && order.instance > 0) {
            ++order.instance;
        }
        return order;
    }

    /// Rows are many: what each job did is not kept. The hottest chip is kept to a hundredth of a kelvin: a failure that moves
    /// the time of a step moves more digits than it heats.
    static void slim(Forecast& f) {
        constexpr double kPerK = 100.0;
        for (RunStretch* r : {&f.without, &f.with}) {
            r->hottestC = std::round(r->hottestC * kPerK) / kPerK;
            r->work = {};
            r->productiveS = {};
        }
    }

    static void rank(std::vector<SweepRow>& rows) {
        std::stable_sort(rows.begin(), rows.end(), [](const SweepRow& a, const SweepRow& b) {
            return a.forecast.lostAcceleratorS > b.forecast.lostAcceleratorS;
        });
    }

    const SweepSpec& spec_;
    const std::atomic<bool>* cancel_;
    Ensemble members_;
    std::atomic<bool> waits_ = false;     ///< for a failure that another task watches
    std::vector<PartLikeness> likeness_;  ///< by part
};

}  // namespace

ResultAll<Sweep> sweep(const Project& project, const Catalogue& catalogue, const SweepSpec& spec,
                       const SweepProgress& progress, const std::atomic<bool>* cancel) {
    auto plant = compile(project, catalogue, {});
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    // The design alone: without the project's drills, and unless asked for without random failures.
    plant->drills.clear();
    plant->failures.enabled = plant->failures.enabled && spec.randomFailures;
    auto base = Simulator::create(std::make_shared<const Plant>(std::move(*plant)));
    if (!base) {
        return tl::unexpected(base.error());
    }
    const ReachMap map((*base)->plant());
    std::vector<FailablePart> parts = failableParts((*base)->plant(), map, spec.mostSwitches);
    if (!spec.only.empty()) {
        std::erase_if(parts, [&](const FailablePart& p) { return p.owner != spec.only; });
        if (parts.empty()) {
            return tl::unexpected(
                Errors{{"BLA-001",
                        "'" + spec.only + "' has no part that can fail.",
                        "Name a power unit, cooling loop, CDU group, hall, rack block, fabric or "
                        "storage group of the project.",
                        project.file.string(),
                        {},
                        0}});
        }
    }
    Runner runner(spec, progress, cancel);
    Sweep swept = runner.run(project, **base, map, std::move(parts));
    if (!swept.without.fault.code.empty()) {
        return tl::unexpected(Errors{swept.without.fault});
    }
    return swept;
}

}  // namespace headroom::engine
