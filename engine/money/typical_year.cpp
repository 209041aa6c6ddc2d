// SPDX-License-Identifier: Apache-2.0
#include "engine/money/typical_year.h"

#include "engine/experiment/run_until.h"
#include "engine/run/simulator.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_energy.h"
#include "engine/run/workload/job_fault.h"
#include "models/core/calendar.h"
#include "models/facility/project_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace headroom::engine {

namespace {

/// Not added up over time: what there is, and the highest of any step.
bool isStanding(Sum sum) {
    return sum == Sum::Racks || sum == Sum::Accelerators ||
           (sum >= Sum::PeakItW && sum <= Sum::WorstImbalance) || sum >= Sum::AgreedW;
}

/// The project as it starts at that moment.
Project startingAt(const Project& project, const std::string& start) {
    Project moved = project;
    for (Object& object : moved.objects) {
        if (object.type == &models::ProjectInfo::type()) {
            const models::Attribute* a = object.type->find("start");
            object.values[static_cast<std::size_t>(a - object.type->attributes.data())] = start;
        }
    }
    return moved;
}

/// Column of a channel of the facility; npos where the run has none.
std::size_t channelOf(const Simulator& sim, std::string_view name) {
    const auto& channels = sim.channels();
    const auto at = std::find_if(channels.begin(), channels.end(),
                                 [&](const Channel& c) { return c.name == name; });
    return static_cast<std::size_t>(at - channels.begin());
}

/// Training jobs of the project so far, each by its place in Plant::training.
std::vector<TrainingWork> trainingsOf(const Simulator& sim) {
    const State& s = sim.state();
    std::vector<TrainingWork> all;
    for (const PlantTraining& t : sim.plant().training) {
        all.push_back(
            {t.id, t.spec.name, static_cast<double>(t.spec.accelerators), t.spec.totalTokens});
    }
    for (const Job& job : s.jobs) {
        if (job.source != JobSource::Training || job.training < 0) {
            continue;
        }
        const JobProgress p = progressAt(job, s.timeS);
        TrainingWork& work = all[static_cast<std::size_t>(job.training)];
        work.tokens += p.done;
        work.heldS += p.productiveS + job.startingS + p.startingS + job.stalledS + p.stalledS +
                      job.hungS + p.hungS + job.lostS;
        work.goodS += p.productiveS;
        work.energyJ += energyOf(sim.plant(), s, job).energyJ;
    }
    return all;
}

bool holds(const Job& job) {
    return job.state == JobState::Starting || job.state == JobState::Running;
}

/// Adds what jobs hold in a given number of seconds of the year; services are not of them. Returns the accelerators held.
double addGangs(const Simulator& sim, double seconds, std::vector<WorkedGang>& gangs) {
    double held = 0.0;
    for (const Job& job : sim.state().jobs) {
        if (!holds(job) || job.source == JobSource::Service) {
            continue;
        }
        held += job.accelerators;
        const auto order = [](const WorkedGang& g) {
            return std::tuple(g.accelerators, g.checkpointS, g.stallS);
        };
        const WorkedGang gang{job.accelerators, job.checkpointS, job.stallS, 0.0};
        auto at = std::lower_bound(
            gangs.begin(), gangs.end(), gang,
            [&](const WorkedGang& a, const WorkedGang& b) { return order(a) < order(b); });
        if (at == gangs.end() || order(*at) != order(gang)) {
            at = gangs.insert(at, gang);
        }
        at->heldS += seconds * job.accelerators;
    }
    return held;
}

/// Training and batch jobs of the project, each by its place in the Plant: it held accelerators at some time.
struct Started {
    std::vector<char> training, batch;

    void look(const Simulator& sim) {
        training.resize(sim.plant().training.size());
        batch.resize(sim.plant().batches.size());
        for (const Job& job : sim.state().jobs) {
            // One that ended between two steps has held them as well.
            const bool began = holds(job) || job.firstStartS >= 0.0;
            if (began && job.source == JobSource::Training && job.training >= 0) {
                training[static_cast<std::size_t>(job.training)] = 1;
            } else if (began && job.source == JobSource::Batch) {
                batch[static_cast<std::size_t>(job.sourceIndex)] = 1;
            }
        }
    }
};

/// Jobs of the project that have not begun, each with the reason now.
std::vector<IdleJob> idleOf(const Simulator& sim, const Started& started) {
    const Plant& plant = sim.plant();
    const auto waitsFor = [&](JobSource source, std::size_t index, double submitS) {
        for (const Job& job : sim.state().jobs) {
            const std::int32_t of = source == JobSource::Training ? job.training : job.sourceIndex;
            if (job.source == source && of == static_cast<std::int32_t>(index)) {
                const auto page = sim.pageOf(job.id);
                return page == nullptr ? std::string{} : page->row.why;
            }
        }
        return fmt::format(
            "It is submitted after {:.0f} h; each simulated day ends after {:.0f} h.",
            submitS / models::unit::hour.toSi, sim.timeS() / models::unit::hour.toSi);
    };
    std::vector<IdleJob> idle;
    const auto add = [&](JobSource source, std::size_t i, const auto& job) {
        std::string why = jobFault(plant, job);
        const bool refused = !why.empty();
        idle.push_back({job.id, job.spec.name.empty() ? job.id : job.spec.name,
                        job.spec.accelerators, refused,
                        refused ? std::move(why) : waitsFor(source, i, job.spec.submitS)});
    };
    for (std::size_t i = 0; i < plant.training.size(); ++i) {
        if (started.training[i] == 0) {
            add(JobSource::Training, i, plant.training[i]);
        }
    }
    for (std::size_t i = 0; i < plant.batches.size(); ++i) {
        if (started.batch[i] == 0) {
            add(JobSource::Batch, i, plant.batches[i]);
        }
    }
    return idle;
}

struct Answers {
    double all = 0.0, inTime = 0.0;
};

Answers answersOf(const Simulator& sim) {
    Answers sum;
    for (const ServiceState& service : sim.state().services) {
        sum.all += service.answered;
        sum.inTime += service.met;
    }
    return sum;
}

/// Carbon so far of what is burnt here.
double fuelCarbonKg(const Simulator& sim) {
    const Totals& t = sim.state().totals;
    return t.fuelM3 * sim.plant().dieselCarbonKgPerM3 + t.pipedFuelCarbonKg;
}

class DayRun {
  public:
    DayRun(const Project& project, const Catalogue& catalogue, const TypicalYearSpec& spec)
        : project_(project), catalogue_(catalogue), spec_(spec) {}

    /// Adds the day of a month to the year; nothing where it fails.
    ResultAll<void> run(int month, double stepS, TypicalYear& year,
                        const std::atomic<bool>* cancel);

    bool cancelled() const { return cancelled_; }

  private:
    const Project& project_;
    const Catalogue& catalogue_;
    TypicalYearSpec spec_;
    bool cancelled_ = false;
    double factorSum_ = 0.0;
    int factors_ = 0;
    Started started_;                           ///< in any day
    double stepHeldS_ = 0.0, stepWaitS_ = 0.0;  ///< of training jobs that run here
};

ResultAll<void> DayRun::run(int month, double stepS, TypicalYear& year,
                            const std::atomic<bool>* cancel) {
    const auto m = static_cast<std::size_t>(month);
    const double days = kDaysOfMonth[m];
    // From the evening before, so that the day begins at midnight, warm.
    const double midnightS =
        models::calendarTimeS(fmt::format("{}-{:02}-15", kReferenceYear, month + 1));
    const std::string start =
        models::calendarText(static_cast<std::int64_t>(1e3 * (midnightS - spec_.warmUpS)));
    RunOptions options;
    options.stepS = stepS;
    auto created = Simulator::create(startingAt(project_, start), catalogue_, options);
    if (!created) {
        return tl::unexpected(std::move(created.error()));
    }
    Simulator& sim = **created;
    sim.useThreads(spec_.threads);
    const std::size_t served = channelOf(sim, "facility/served_tokens_per_s");
    const std::size_t factor = channelOf(sim, "facility/power_factor");
    std::vector<double> values(sim.channels().size());
    double servedTokens = 0.0;
    std::fill_n(year.hourlyServed.begin() + static_cast<std::ptrdiff_t>(m * kHoursOfDay),
                kHoursOfDay, 0.0);
    double beforeS = 0.0;
    const auto meter = [&] {
        const double lastedS = sim.timeS() - beforeS;
        year.peakHeld = std::max(year.peakHeld, addGangs(sim, days * lastedS, year.gangs));
        for (const Job& job : sim.state().jobs) {
            if (job.training >= 0 && job.place < 0 && job.state == JobState::Running) {
                stepHeldS_ += days * lastedS * job.accelerators;
                stepWaitS_ += days * lastedS * job.accelerators * job.networkCost;
            }
        }
        sim.sample(values);
        if (served < values.size() && std::isfinite(values[served])) {
            const double tokens = values[served] * lastedS;
            servedTokens += days * tokens;
            const auto hour =
                std::min(kHoursOfDay - 1,
                         static_cast<std::size_t>((sim.timeS() - spec_.warmUpS - 0.5 * lastedS) /
                                                  models::unit::hour.toSi));
            year.hourlyServed[m * kHoursOfDay + hour] += tokens;
        }
        if (factor < values.size() && values[factor] > 0.0) {
            factorSum_ += values[factor];
            ++factors_;
        }
    };
    RunHooks hooks;
    hooks.cancel = cancel;
    hooks.before = [&](Simulator*& now) {
        beforeS = now->timeS();
        return true;
    };
    hooks.after = [&](Simulator& now) {
        started_.look(now);
        if (now.timeS() > spec_.warmUpS) {
            meter();
        }
        return true;
    };
    if (const auto warm = runUntil(sim, spec_.warmUpS, hooks); !warm) {
        return tl::unexpected(Errors{warm.error()});
    }
    const Sums before = sim.sums();
    const double fuelBeforeKg = fuelCarbonKg(sim);
    const Answers answersBefore = answersOf(sim);
    const std::vector<TrainingWork> trainedBefore = trainingsOf(sim);
    Sums last = before;
    for (std::size_t hour = 0; hour < kHoursOfDay; ++hour) {
        const auto end = runUntil(
            sim, spec_.warmUpS + models::unit::hour.toSi * static_cast<double>(hour + 1), hooks);
        if (!end) {
            return tl::unexpected(Errors{end.error()});
        }
        if (*end != RunEnd::Finished) {
            cancelled_ = true;
            return {};
        }
        const Sums now = sim.sums();
        const double hourS = now[Sum::TimeS] - last[Sum::TimeS];
        year.meteredW[m][hour] = (now[Sum::UtilityJ] - last[Sum::UtilityJ]) / hourS;
        year.hourlyTokens[m * kHoursOfDay + hour] = now[Sum::Tokens] - last[Sum::Tokens];
        last = now;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(Sum::Count); ++i) {
        const auto sum = static_cast<Sum>(i);
        if (isStanding(sum)) {
            year.sums[sum] = std::max(year.sums[sum], last[sum]);
        } else {
            year.sums[sum] += days * (last[sum] - before[sum]);
        }
    }
    year.fuelCarbonKg += days * (fuelCarbonKg(sim) - fuelBeforeKg);
    const std::vector<TrainingWork> trained = trainingsOf(sim);
    if (year.trainings.empty()) {
        year.trainings = trained;
        for (TrainingWork& work : year.trainings) {
            work.tokens = work.heldS = work.goodS = work.energyJ = 0.0;
        }
    }
    for (std::size_t i = 0; i < trained.size(); ++i) {
        TrainingWork& work = year.trainings[i];
        work.tokens += days * (trained[i].tokens - trainedBefore[i].tokens);
        work.heldS += days * (trained[i].heldS - trainedBefore[i].heldS);
        work.goodS += days * (trained[i].goodS - trainedBefore[i].goodS);
        work.energyJ += days * (trained[i].energyJ - trainedBefore[i].energyJ);
    }
    const Answers answers = answersOf(sim);
    year.answered += days * (answers.all - answersBefore.all);
    year.answeredInTime += days * (answers.inTime - answersBefore.inTime);
    year.servedTokens += servedTokens;
    year.networkWait = stepHeldS_ > 0.0 ? stepWaitS_ / stepHeldS_ : 0.0;
    year.powerFactor = factors_ > 0 ? factorSum_ / factors_ : 1.0;
    ++year.days;
    year.idle = idleOf(sim, started_);
    return {};
}

}  // namespace

double TypicalYear::trainingHeldS() const {
    double sum = 0.0;
    for (const TrainingWork& work : trainings) {
        sum += work.heldS;
    }
    return sum;
}

double TypicalYear::trainingGoodS() const {
    double sum = 0.0;
    for (const TrainingWork& work : trainings) {
        sum += work.goodS;
    }
    return sum;
}

double TypicalYear::trainingShare() const {
    return heldS() > 0.0 ? std::min(1.0, trainingHeldS() / heldS()) : 0.0;
}

std::string idleText(const std::vector<IdleJob>& idle) {
    std::string text;
    for (const IdleJob& job : idle) {
        text += fmt::format("{}{}: {}{}", text.empty() ? "" : " ", job.id,
                            job.refused ? "Refused. " : "", job.why);
    }
    return text;
}

std::vector<double> TypicalYear::hourlyW() const {
    std::vector<double> monthHours;
    for (const auto& day : meteredW) {
        monthHours.insert(monthHours.end(), day.begin(), day.end());
    }
    return hoursOfYear(monthHours);
}

ResultAll<TypicalYear> typicalYear(const Project& project, const Catalogue& catalogue,
                                   const TypicalYearSpec& spec,
                                   const std::function<void(double)>& progress,
                                   const std::atomic<bool>* cancel) {
    TypicalYear year;
    DayRun day(project, catalogue, spec);
    for (int month = 0; month < static_cast<int>(kDaysOfMonth.size()); ++month) {
        auto done = day.run(month, spec.stepS, year, cancel);
        if (!done && done.error().front().code == "SIM-045" && spec.fineStepS < spec.stepS) {
            done = day.run(month, spec.fineStepS, year, cancel);
        }
        if (!done) {
            return tl::unexpected(std::move(done.error()));
        }
        if (day.cancelled()) {
            break;
        }
        if (progress) {
            progress((month + 1.0) / static_cast<double>(kDaysOfMonth.size()));
        }
    }
    return year;
}

}  // namespace headroom::engine
