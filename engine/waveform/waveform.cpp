// SPDX-License-Identifier: Apache-2.0
#include "engine/waveform/waveform.h"

#include "engine/plant/plant.h"
#include "engine/plant/plant_hours.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/core/random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace headroom::engine {

namespace {

/// Random stream of the offsets, one a job; others: hazards.h, jobs.h, compile.cpp.
constexpr std::uint64_t kOffsetStream = 1ULL << 44U;

/// Computed before the window so that filters and trends are settled.
constexpr double kLeadS = 60.0;

/// More jobs than this are steady: what is left out pulses with less than 1/8 of the largest's
/// power, since unrelated pulses add up as the root of their number. Assumption.
constexpr std::size_t kMostLoads = 64;

constexpr std::size_t kLines = 5;
constexpr double kFaintest = 1e-6;  // of the mean

using Use = std::array<bool, static_cast<std::size_t>(SwingMeasure::Count)>;

bool used(const Use& use, SwingMeasure measure) {
    return use[static_cast<std::size_t>(measure)];
}

Use inUse(const models::PowerSmoothingSpec& s) {
    return {s.filler, s.chip, s.staggerJobs, s.staggerGroups, s.rackStorage, s.ups, s.battery};
}

double mean(std::span<const double> series) {
    return series.empty() ? 0.0
                          : std::accumulate(series.begin(), series.end(), 0.0) /
                                static_cast<double>(series.size());
}

/// Power of one accelerator of a rack by its activity, about the rack's present state. Power of the rack from another
/// source (a measured load) is in proportion.
struct RackSlope {
    double chipW = 0.0;
    double inputW = 0.0;
    double atLimit = 0.0;  ///< activity at which it meets its power limit
};

RackSlope rackSlope(const Plant& plant, const State& s, std::size_t rack) {
    if (s.rackServersUp[rack] <= 0.0) {
        return {};
    }
    const auto block = static_cast<std::size_t>(plant.rackBlock[rack]);
    const models::RackParts parts =
        plant.blocks[block].parts(acceleratorsAt(plant, block, s.flowS));
    const models::RackLoad load = rackLoad(s, rack);
    const models::RackPower power = models::rackPower(parts, load);
    return {power.spanW,
            s.shown.rackPowerW[rack] / power.inputW * models::rackSlopeW(parts, load, power),
            power.atLimit};
}

SwingMetrics metricsOf(std::span<const double> all, std::size_t lead, double dtS,
                       const models::PowerSmoothingSpec& smoothing) {
    const auto window = all.subspan(lead);
    SwingMetrics m;
    m.meanW = mean(window);
    const auto [low, high] = std::minmax_element(window.begin(), window.end());
    m.minimumW = *low;
    m.maximumW = *high;
    m.ramp100msWPerS = models::largestRampWPerS(window, dtS, 0.1);
    m.ramp1sWPerS = models::largestRampWPerS(window, dtS, 1.0);
    m.rampMinuteWPerS = models::trendRampWPerS(all, dtS);
    const models::Spectrum spectrum = models::spectrumOf(window, dtS);
    m.lines = models::spectrumPeaks(spectrum, smoothing.bandLowHz, smoothing.bandHighHz, kLines);
    // A rest of nothing is rounding, not a line.
    std::erase_if(m.lines, [&](const models::SpectrumPeak& line) {
        return line.amplitudeW <= kFaintest * m.meanW;
    });
    m.bandRmsW = models::bandRmsW(spectrum, smoothing.bandLowHz, smoothing.bandHighHz);
    return m;
}

/// One run of the whole path under some measures.
class Path {
  public:
    Path(const SwingPlant& plant, const WaveformOptions& options, const Use& use)
        : plant_(plant),
          spec_(plant.smoothing),
          options_(options),
          use_(use),
          lead_(static_cast<std::size_t>(std::round(kLeadS / options.dtS))),
          size_(lead_ + static_cast<std::size_t>(
                            std::max(4.0, std::round(options.windowS / options.dtS)))) {
        for (auto& series : series_) {
            series.resize(size_);
        }
        at(SwingPoint::Accelerators).assign(size_, plant.acceleratorW);
        for (const SwingPoint p :
             {SwingPoint::RackInput, SwingPoint::Supplies, SwingPoint::RackStorage}) {
            at(p).assign(size_, plant.itW);
        }
        for (std::size_t i = 0; i < plant.loads.size(); ++i) {
            job(i);
        }
        site();
    }

    std::vector<double>& at(SwingPoint p) { return series_[static_cast<std::size_t>(p)]; }

    std::size_t lead() const { return lead_; }

    SwingMetrics metrics(SwingPoint p) { return metricsOf(at(p), lead_, options_.dtS, spec_); }

    /// Drawn from the grid over lead and window, less what storages hold more than before, and less
    /// what the pieces of steps at both ends draw more than a mean step.
    double energyJ() {
        double sum = 0.0;
        for (const double x : at(SwingPoint::Utility)) {
            sum += x * options_.dtS;
        }
        return sum - storedJ_ - piecesJ_;
    }

    double throughputCost() const { return accelerators_ > 0.0 ? lost_ / accelerators_ : 0.0; }

  private:
    std::span<const double> leading(const std::vector<double>& series) const {
        return std::span<const double>(series).first(lead_);
    }

    double lossFactor() const { return plant_.itW > 0.0 ? 1.0 + plant_.lossW / plant_.itW : 1.0; }

    void activityOf(std::size_t index, std::vector<double>& activity, double& throughput) {
        const SwingLoad& load = plant_.loads[index];
        std::vector<models::ActivityPhase> phases = load.phases;
        const double stepS = models::periodS(phases);
        int groups = 1;
        double spreadS = 0.0;
        if (used(use_, SwingMeasure::StaggerGroups) && stepS > 0.0) {
            groups = spec_.groups;
            spreadS = spec_.groupSpread * stepS;
            phases.push_back({spreadS, load.waitActivity, load.waitActivity});
            throughput *= stepS / (stepS + spreadS);
        }
        const double offsetS =
            used(use_, SwingMeasure::StaggerJobs)
                ? stepS * static_cast<double>(index) / static_cast<double>(plant_.loads.size())
                : load.offsetS;
        std::vector<double> group(groups > 1 ? size_ : 0);
        for (int g = 0; g < groups; ++g) {
            const double laterS = groups > 1 ? spreadS * g / (groups - 1) : 0.0;
            models::renderActivity(phases, spec_.edgeS,
                                   offsetS - static_cast<double>(lead_) * options_.dtS - laterS,
                                   options_.dtS, groups > 1 ? group : activity);
            for (std::size_t i = 0; i < group.size(); ++i) {
                activity[i] += group[i] / groups;
            }
        }
        if (options_.event == SwingEvent::None) {
            piecesJ_ += lossFactor() * load.inputSpanW * options_.dtS * static_cast<double>(size_) *
                        (mean(activity) - models::meanActivity(phases));
        }
    }

    /// The event, and filler work, which only runs where the job holds its accelerators.
    void eventAndFiller(const SwingLoad& load, bool eventful, std::vector<double>& activity,
                        double& throughput) {
        const std::size_t when = lead_ + (size_ - lead_) / 4;
        std::size_t from = 0, until = size_;
        if (eventful && options_.event == SwingEvent::Checkpoint) {
            const auto stall = static_cast<std::size_t>(std::round(load.stallS / options_.dtS));
            for (std::size_t i = when; i < std::min(size_, when + stall); ++i) {
                activity[i] = std::min(activity[i], load.waitActivity);
            }
        } else if (eventful && options_.event == SwingEvent::Stop) {
            until = when;
        } else if (eventful && options_.event == SwingEvent::Start) {
            from = when;
        }
        std::fill(activity.begin(), activity.begin() + static_cast<std::ptrdiff_t>(from), 0.0);
        std::fill(activity.begin() + static_cast<std::ptrdiff_t>(until), activity.end(), 0.0);
        if (used(use_, SwingMeasure::Filler)) {
            throughput *=
                models::applyFiller({std::min(spec_.fillerLevel, load.atLimit),
                                     spec_.fillerResponseS, spec_.fillerSlowdown},
                                    options_.dtS, std::span(activity).subspan(from, until - from))
                    .throughput;
        }
    }

    void smoothChips(const SwingLoad& load, std::vector<double>& activity, double& throughput) {
        // Floor and ramps are powers of a chip; the rest here is in activity.
        const double baseW = load.meanChipW - load.chipSpanW * models::meanActivity(load.phases);
        models::ChipSmoothing smoothing;
        smoothing.floor = std::clamp((spec_.chipFloor * load.designW - baseW) / load.chipSpanW, 0.0,
                                     std::max(load.atLimit, 0.0));
        smoothing.rampUpPerS = spec_.chipRampUpWPerS * load.accelerators / load.chipSpanW;
        smoothing.rampDownPerS = spec_.chipRampDownWPerS * load.accelerators / load.chipSpanW;
        smoothing.holdS = spec_.chipHoldS;
        throughput *= models::applyChipSmoothing(smoothing, options_.dtS, activity).throughput;
    }

    void job(std::size_t index) {
        const SwingLoad& load = plant_.loads[index];
        std::vector<double> series(size_, 0.0);
        double throughput = 1.0;
        activityOf(index, series, throughput);
        eventAndFiller(load, index == 0, series, throughput);
        if (used(use_, SwingMeasure::ChipSmoothing) && load.chipSpanW > 0.0) {
            smoothChips(load, series, throughput);
        }
        accelerators_ += load.accelerators;
        lost_ += load.accelerators * (1.0 - throughput);

        const double meanActivity = models::meanActivity(load.phases);
        const auto add = [&](SwingPoint p, double restW) {
            std::vector<double>& sum = at(p);
            for (std::size_t i = 0; i < size_; ++i) {
                sum[i] += series[i] - restW;
            }
        };
        std::vector<double>& chips = at(SwingPoint::Accelerators);
        for (std::size_t i = 0; i < size_; ++i) {
            const double more = series[i] - meanActivity;
            chips[i] += load.chipSpanW * more;
            series[i] = load.meanInputW + load.inputSpanW * more;
        }
        add(SwingPoint::RackInput, load.meanInputW);
        const double settledW = mean(leading(series));
        storedJ_ += models::applyLowPass(spec_.psuTimeS, settledW, options_.dtS, series).stored;
        add(SwingPoint::Supplies, load.meanInputW);
        if (used(use_, SwingMeasure::RackStorage)) {
            models::Storage storage;
            storage.energyJ = spec_.rackStorageJ * load.accelerators;
            storage.powerW = spec_.rackStorageW * load.accelerators;
            storage.roundTrip = spec_.rackStorageRoundTrip;
            storage.tauS = spec_.rackStorageTimeS;
            storedJ_ += models::applyStorage(storage, settledW, options_.dtS, series).stored;
        }
        add(SwingPoint::RackStorage, load.meanInputW);
    }

    void site() {
        std::vector<double>& ups = at(SwingPoint::Ups);
        ups = at(SwingPoint::RackStorage);
        for (double& x : ups) {
            x *= lossFactor();
        }
        const double settledW = mean(leading(ups));
        if (used(use_, SwingMeasure::UpsShaving)) {
            models::Storage storage;
            storage.powerW = spec_.upsPowerShare * settledW;
            storage.energyJ = storage.powerW * spec_.upsEnergyS;
            storage.roundTrip = spec_.upsRoundTrip;
            storage.tauS = spec_.upsSmoothingS;
            storedJ_ += models::applyStorage(storage, settledW, options_.dtS, ups).stored;
        }
        storedJ_ += models::applyLowPass(spec_.upsTimeS, settledW, options_.dtS, ups).stored;

        std::vector<double>& utility = at(SwingPoint::Utility);
        utility = ups;
        for (double& x : utility) {
            x += plant_.mechanicalW;
        }
        if (used(use_, SwingMeasure::SiteBattery)) {
            models::Storage storage;
            storage.powerW = spec_.batteryW;
            storage.energyJ = spec_.batteryJ;
            storage.roundTrip = spec_.batteryRoundTrip;
            storage.tauS = spec_.batteryTimeS;
            storage.responseS = spec_.batteryResponseS;
            if (!std::isnan(spec_.batteryRampWPerS)) {
                storage.rampUpWPerS = storage.rampDownWPerS = spec_.batteryRampWPerS;
            }
            storedJ_ +=
                models::applyStorage(storage, mean(leading(utility)), options_.dtS, utility).stored;
        }
    }

    const SwingPlant& plant_;
    const models::PowerSmoothingSpec& spec_;
    const WaveformOptions& options_;
    Use use_;
    std::size_t lead_, size_;
    std::array<std::vector<double>, static_cast<std::size_t>(SwingPoint::Count)> series_;
    double storedJ_ = 0.0;
    double piecesJ_ = 0.0;
    double accelerators_ = 0.0;
    double lost_ = 0.0;
};

std::vector<SwingVerdict> verdictsOf(const models::PowerSmoothingSpec& s, const SwingMetrics& m) {
    std::vector<SwingVerdict> verdicts;
    const auto add = [&](std::string_view id, std::string_view label, double measured,
                         double allowed, models::Unit unit) {
        if (!std::isnan(allowed)) {
            verdicts.push_back({id, label, measured, allowed, unit, measured <= allowed});
        }
    };
    add("ramp-second", "ramp within a second", m.ramp1sWPerS, s.limitRampWPerS,
        models::unit::megawattPerSecond);
    add("ramp-minute", "ramp of the trend within a minute", m.rampMinuteWPerS,
        s.limitRampPerMinuteWPerS, models::unit::megawattPerMinute);
    add("range", "peak to peak", m.rangeW(), s.limitRangeW, models::unit::megawatt);
    add("band", "largest line in the band", m.bandW(), s.limitBandW, models::unit::megawatt);
    add("band-share", "largest line over the mean", m.meanW > 0.0 ? m.bandW() / m.meanW : 0.0,
        s.limitBandShare, models::unit::percent);
    return verdicts;
}

}  // namespace

SwingLoad swingLoadOf(const Plant& plant, const State& s, const Job& job) {
    const PlantTraining& t = plant.training[static_cast<std::size_t>(job.training)];
    SwingLoad load;
    load.name = t.spec.copies > 1 ? t.id + "-" + std::to_string(job.copy + 1) : t.id;
    load.accelerators = job.accelerators;
    load.waitActivity = models::waitActivity(t.profile);
    load.stallS = job.stallS;

    int lastRack = -1;
    double atLimitW = 0.0;
    RackSlope slope;
    double inputPerAcceleratorW = 0.0;
    for (std::int32_t slot = job.firstSlot; slot >= 0;
         slot = s.slotNext[static_cast<std::size_t>(slot)]) {
        const int server = serverOfSlot(plant, job.pool, SlotIndex(slot));
        const int rack = plant.serverRack[static_cast<std::size_t>(server)];
        const auto r = static_cast<std::size_t>(rack);
        const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
        if (rack != lastRack) {
            lastRack = rack;
            slope = rackSlope(plant, s, r);
            const double on = s.rackServersUp[r] * b.server.accelerators;
            inputPerAcceleratorW = on > 0.0 ? s.shown.rackPowerW[r] / on : 0.0;
        }
        load.chipSpanW += slope.chipW;
        load.inputSpanW += slope.inputW;
        load.meanInputW += inputPerAcceleratorW;
        load.meanChipW += b.accelerator.idleW + slope.chipW * job.phases.capped(slope.atLimit);
        atLimitW += slope.chipW * std::min(slope.atLimit, 1.0);
        load.designW += b.accelerator.tdpW;
    }
    models::TrainingStep step = trainingStepOf(plant, job);
    if (job.readTokensPerS > 0.0) {
        models::waitForData(step, job.readTokensPerS, t.profile);
    }
    load.atLimit = load.chipSpanW > 0.0 ? atLimitW / load.chipSpanW : 1.0;
    load.phases = models::stepPhases(step, load.atLimit);
    load.offsetS =
        models::periodS(load.phases) *
        models::randomUniform(plant.seed, kOffsetStream, static_cast<std::uint64_t>(job.id));
    return load;
}

models::PowerSmoothingSpec powerSmoothingOf(const Project& project) {
    const auto objects = project.objectsOf("power_smoothing");
    return objects.empty() ? models::PowerSmoothingSpec{}
                           : specOf<models::PowerSmoothingSpec>(*objects.front());
}

SwingPlant swingPlant(const Simulator& simulator, const models::PowerSmoothingSpec& smoothing) {
    const Plant& plant = simulator.plant();
    const State& s = simulator.state();
    SwingPlant result;
    result.name = plant.name;
    result.timeS = s.timeS;
    result.smoothing = smoothing;
    std::vector<const Job*> jobs;
    for (const std::int32_t index : s.running) {
        const Job& job = s.jobs[static_cast<std::size_t>(index)];
        const bool pulses = job.state == JobState::Running && job.rate > 0.0 && job.training >= 0 &&
                            std::isfinite(job.stepS);
        if (pulses) {
            jobs.push_back(&job);
        } else {
            ++result.steadyJobs;
        }
    }
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const Job* a, const Job* b) { return a->accelerators > b->accelerators; });
    if (jobs.size() > kMostLoads) {
        result.steadyJobs += static_cast<int>(jobs.size() - kMostLoads);
        jobs.resize(kMostLoads);
    }
    for (const Job* job : jobs) {
        result.loads.push_back(swingLoadOf(plant, s, *job));
    }
    const auto now = [&](FacilityQuantity q) { return s.shown[q]; };
    result.acceleratorW = now(FacilityQuantity::AcceleratorPower);
    result.itW = now(FacilityQuantity::ItPower);
    result.mechanicalW = now(FacilityQuantity::MechanicalPower);
    result.lossW = now(FacilityQuantity::FacilityPower) - result.itW - result.mechanicalW;
    return result;
}

const SwingPointInfo& swingPointInfo(SwingPoint point) {
    static constexpr std::array<SwingPointInfo, static_cast<std::size_t>(SwingPoint::Count)> kInfo{{
        {"accelerators_kw", "accelerators",
         "Sum over all accelerators, after filler work and smoothing in the chip"},
        {"rack_demand_kw", "rack demand",
         "Demand of racks, switches and storage: accelerators, hosts, fans, supply loss"},
        {"after_supplies_kw", "after supplies", "The same behind the capacitors of the supplies"},
        {"after_rack_storage_kw", "after rack storage",
         "Rack input, behind the storage in the power shelves"},
        {"ups_input_kw", "UPS input",
         "Rack input with the losses of the distribution, behind rectifiers and UPS shaving"},
        {"utility_kw", "utility", "UPS input and mechanical plant, behind the site battery"},
    }};
    return kInfo[static_cast<std::size_t>(point)];
}

const SwingMeasureInfo& swingMeasureInfo(SwingMeasure measure) {
    static constexpr std::array<SwingMeasureInfo, static_cast<std::size_t>(SwingMeasure::Count)>
        kInfo{{
            {"filler", "filler work"},
            {"chip-smoothing", "smoothing in the accelerator"},
            {"stagger-jobs", "jobs staggered"},
            {"stagger-groups", "groups of a job staggered"},
            {"rack-storage", "rack storage"},
            {"ups-shaving", "UPS shaving"},
            {"site-battery", "site battery"},
        }};
    return kInfo[static_cast<std::size_t>(measure)];
}

bool Waveform::held() const {
    return std::all_of(verdicts.begin(), verdicts.end(),
                       [](const SwingVerdict& v) { return v.held; });
}

Waveform renderWaveform(const SwingPlant& plant, const WaveformOptions& options) {
    Waveform w;
    w.options = options;
    Path without(plant, options, Use{});
    const double energyJ = without.energyJ();
    w.none.metrics = without.metrics(SwingPoint::Utility);
    const std::vector<double>& unsmoothed = without.at(SwingPoint::Utility);
    w.unsmoothedW.assign(unsmoothed.begin() + static_cast<std::ptrdiff_t>(without.lead()),
                         unsmoothed.end());
    const auto compare = [&](Path& path, SwingComparison& row) {
        row.metrics = path.metrics(SwingPoint::Utility);
        row.energyCost = energyJ > 0.0 ? path.energyJ() / energyJ - 1.0 : 0.0;
        row.throughputCost = path.throughputCost();
    };
    const Use set = inUse(plant.smoothing);
    Path path(plant, options, set);
    compare(path, w.asSet);
    for (std::size_t p = 0; p < w.powerW.size(); ++p) {
        w.metrics[p] = path.metrics(static_cast<SwingPoint>(p));
        std::vector<double>& series = path.at(static_cast<SwingPoint>(p));
        w.powerW[p].assign(series.begin() + static_cast<std::ptrdiff_t>(path.lead()), series.end());
    }
    for (std::size_t i = 0; options.compare && i < set.size(); ++i) {
        Use one{};
        one[i] = true;
        SwingComparison row;
        row.measure = static_cast<SwingMeasure>(i);
        row.inUse = set[i];
        Path alone(plant, options, one);
        compare(alone, row);
        w.alone.push_back(std::move(row));
    }
    w.verdicts = verdictsOf(plant.smoothing, w.asSet.metrics);
    return w;
}

}  // namespace headroom::engine
