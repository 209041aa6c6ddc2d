// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/sweep.h"

#include "engine/experiment/ensemble.h"
#include "engine/experiment/run_until.h"
#include "engine/plant/plant.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headroom::engine {

namespace {

class Runner {
  public:
    Runner(const SweepSpec& spec, const SweepProgress& progress, const std::atomic<bool>* cancel)
        : spec_(spec), cancel_(cancel), members_(spec.threads, cancel, [progress](const EnsembleStatus& now) {
              if (progress) {
                  progress(static_cast<int>(now.done), static_cast<int>(now.due));
              }
          }) {}

    bool cancelled() const { return members_.cancelled(); }

    Sweep run(Simulator& base, const ReachMap& map, std::vector<FailablePart> parts) {
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
        members_.each(parts.size(), [&](std::size_t i) {
            auto row = std::make_unique<SweepRow>();
            row->first = parts[i];
            row->reach = map.reach(row->first.order);
            row->reach.racks.clear();
            row->forecast =
                forecast(base, {row->first.order}, spec_.horizonS, out.without, cancel_);
            slim(row->forecast);
            if (cancelled()) {
                return;  // it was not watched to the end
            }
            rows[i] = std::move(row);
            members_.finish();
        });
        keep(rows, out.rows, out.faults);
        rank(out.rows);
        pairs(base, map, out);
        out.complete = !cancelled();
        return out;
    }

  private:
    /// Rows that were watched to the end, in their order; of the others what is wrong with them.
    static void keep(std::vector<std::unique_ptr<SweepRow>>& made, std::vector<SweepRow>& rows,
                     Errors& faults) {
        for (auto& row : made) {
            if (!row) {
                continue;
            }
            const RunStretch& first = row->forecast.without;
            const Error& fault =
                first.fault.code.empty() ? row->forecast.with.fault : first.fault;
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
        const auto n = static_cast<std::size_t>(std::clamp(spec_.pairsOf, 0, static_cast<int>(parts)));
        return n * n;
    }

    /// N-1-1 among the parts that cost or expose most. Each first failure is run to rest once.
    void pairs(const Simulator& base, const ReachMap& map, Sweep& out) {
        const int n = std::min(spec_.pairsOf, static_cast<int>(out.rows.size()));
        if (n < 1 || cancelled()) {
            return;
        }
        // What costs nothing alone but takes redundancy away is what N-1-1 is about.
        std::vector<SweepRow> chosen = out.rows;
        std::stable_sort(chosen.begin(), chosen.end(), [](const SweepRow& a, const SweepRow& b) {
            return a.reach.racksExposed + a.reach.racksStrained >
                   b.reach.racksExposed + b.reach.racksStrained;
        });
        chosen.resize(static_cast<std::size_t>(n));
        std::vector<std::unique_ptr<SweepRow>> found(static_cast<std::size_t>(n * n));
        members_.each(static_cast<std::size_t>(n), [&](std::size_t i) {
            const SweepRow& a = chosen[i];
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
                row->forecast =
                    forecast(*one, {twice(a.first, b.first)}, spec_.horizonS, alone, cancel_);
                slim(row->forecast);
                if (cancelled()) {
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

    /// Rows are many: what each job did is not kept.
    static void slim(Forecast& f) {
        for (RunStretch* r : {&f.without, &f.with}) {
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
    Sweep swept = runner.run(**base, map, std::move(parts));
    if (!swept.without.fault.code.empty()) {
        return tl::unexpected(Errors{swept.without.fault});
    }
    return swept;
}

}  // namespace headroom::engine
