// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/document/software_of.h"
#include "engine/waveform/waveform.h"
#include "models/compute/accelerator_power.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"
#include "models/workload/training_job.h"
#include "models/workload/training_step.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

/// A project's training jobs as loads at the design point, all of them at once and in phase: the
/// compute of every one ends in the middle of the window.
SwingPlant worstCase(const Design& design, const WaveformOptions& options) {
    SwingPlant plant;
    plant.smoothing = powerSmoothingOf(*design.project);
    for (const DesignHall& hall : design.halls) {
        plant.itW += hall.itW();
    }
    std::vector<std::pair<int, SwingLoad>> sized;
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        const auto* profile = design.catalogue->spec<models::JobProfileSpec>(job.profile);
        models::TrainingStepInput in;
        in.model = design.catalogue->spec<models::LanguageModelSpec>(job.model);
        in.accelerator = design.catalogue->spec<models::AcceleratorSpec>(job.accelerator);
        in.profile = profile;
        const auto block = std::find_if(
            design.blocks.begin(), design.blocks.end(),
            [&](const DesignBlock& b) { return b.server->accelerator == job.accelerator; });
        if (block == design.blocks.end() || in.model == nullptr || profile == nullptr) {
            continue;
        }
        const auto fabric =
            std::find_if(design.fabrics.begin(), design.fabrics.end(),
                         [&](const DesignFabric& f) { return f.object->id == block->spec.fabric; });
        if (fabric == design.fabrics.end()) {
            continue;
        }
        in.scaleUp = fabric->scaleUp;
        in.scaleOut = fabric->scaleOut;
        in.gradientCompression = job.gradientCompression;
        in.localSteps = job.localSteps;
        in.plan = models::planOf(job, *in.model);
        in.software = softwareOf(job, *design.catalogue);
        in.speedSpread = in.accelerator->speedSpread;
        in.scaleUpDomain = in.accelerator->scaleUpDomain;

        const models::ServerSpec& server = *block->server;
        const models::AcceleratorSpec& chip = *block->accelerator;
        const double n = job.accelerators;
        const double perRack = block->rack->servers * server.accelerators;
        SwingLoad load;
        load.name = object->id;
        load.accelerators = job.accelerators;
        load.waitActivity = models::waitActivity(*profile);
        in.clock = models::settledClock([&](double clock) {
            in.clock = clock;
            return models::clockAtLimit(chip, models::trainingStep(in).phases.highest(),
                                        chip.referenceC);
        });
        load.atLimit = std::min(models::activityAtLimit(chip, 1.0, chip.referenceC), 1.0);
        load.phases = models::stepPhases(models::trainingStep(in), load.atLimit);
        load.designW = n * chip.tdpW;
        load.chipSpanW = n * models::activeSpanW(chip);
        load.meanChipW = n * chip.idleW + load.chipSpanW * models::meanActivity(load.phases);
        load.inputSpanW = n * (block->serverW / block->serverOutputW *
                                   (models::activeSpanW(chip) +
                                    (server.hostMaxW - server.hostIdleW) / server.accelerators) +
                               (block->rack->extraMaxW - block->rack->extraIdleW) / perRack);
        load.meanInputW = n * block->rackW / perRack -
                          load.inputSpanW * (1.0 - models::meanActivity(load.phases));
        const double stepS = models::periodS(load.phases);
        if (!(stepS > 0.0)) {
            continue;
        }
        double endS = 0.0;
        for (const models::ActivityPhase& p : load.phases) {
            endS += p.durationS;
            if (std::max(p.start, p.end) > load.waitActivity && p.end >= p.start) {
                load.offsetS = endS;  // the last phase that computes, so far
            }
        }
        load.offsetS -= std::fmod(0.5 * options.windowS, stepS);
        plant.itW += job.copies * (load.meanInputW - n * block->rackW / perRack);
        sized.emplace_back(job.accelerators, load);
        if (job.copies > 1) {  // in phase with the first
            const int others = job.copies - 1;
            load.accelerators *= others;
            load.designW *= others;
            load.chipSpanW *= others;
            load.meanChipW *= others;
            load.inputSpanW *= others;
            load.meanInputW *= others;
            sized.emplace_back(0, std::move(load));
        }
    }
    // An event strikes the first: the largest single job.
    std::stable_sort(sized.begin(), sized.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [size, load] : sized) {
        plant.loads.push_back(std::move(load));
    }
    plant.itW = std::max(plant.itW, 0.0);
    plant.acceleratorW = plant.itW;
    return plant;
}

/// Share of the IT power at full activity that a training job moves at once when it starts or stops.
double swingShare(const Design& design) {
    double swingW = 0.0, itW = 0.0;
    for (const DesignBlock& b : design.blocks) {
        const double chips = static_cast<double>(b.accelerators());
        swingW += chips * models::activeSpanW(*b.accelerator) * b.serverW / b.serverOutputW;
    }
    for (const DesignHall& hall : design.halls) {
        itW += hall.itW();
    }
    return itW > 0.0 ? std::min(1.0, swingW / itW) : 0.0;
}

/// A source with a ramp that is alone, in normal operation or once the mains are away, sees every
/// swing of the load: what it comes up to while its own store lasts must be as much.
void followsLoad(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    const double share = swingShare(design);
    for (const PowerArray& a : n.arrays) {
        double swingW = 0.0, followsW = 0.0;
        for (int i = a.firstUnit; i < a.firstUnit + a.units; ++i) {
            const auto unit = static_cast<std::size_t>(i);
            const PowerUnit& u = n.units[unit];
            if (!makesPower(u.kind) || !std::isfinite(n.generator(u).rampPerS) ||
                p.outageFlow.outVa.empty()) {
                continue;
            }
            const double aloneW = share * p.outageFlow.outVa[unit].real();
            if (aloneW > swingW) {
                swingW = aloneW;
                followsW = n.generator(u).rampPerS * n.generator(u).coverS * u.ratedW();
            }
        }
        if (exceeds(swingW, followsW)) {
            findings.add(
                Severity::Warning, a.id,
                "With every utility dead, the load that it then carries alone can swing by " +
                    amountText(swingW / 1e3, "kW") + "; it follows " +
                    amountText(followsW / 1e3, "kW") + " while its own store lasts, then it trips.",
                "Smooth the load, or choose a part with a faster ramp or a larger store; "
                "batteries behind it carry the load when it trips.",
                swingW / 1e3, followsW / 1e3, "kW");
        }
    }
}

constexpr const char* kHint =
    "Use a measure of power smoothing; headroom-cli waveform shows what each brings and costs.";

void report(const Design& design, Findings& findings, SwingEvent event,
            std::initializer_list<std::string_view> ids, const std::string& situation) {
    const models::PowerSmoothingSpec spec = powerSmoothingOf(*design.project);
    if (!spec.hasLimits()) {
        return;
    }
    WaveformOptions options;
    options.event = event;
    options.compare = false;
    const SwingPlant plant = worstCase(design, options);
    if (plant.loads.empty()) {
        return;
    }
    for (const SwingVerdict& v : renderWaveform(plant, options).verdicts) {
        if (v.held || std::find(ids.begin(), ids.end(), v.id) == ids.end()) {
            continue;
        }
        const std::string unit(v.unit.symbol);
        const double measured = v.measured / v.unit.toSi;
        const double allowed = v.allowed / v.unit.toSi;
        findings.add(Severity::Error, "power_smoothing",
                     situation + ", the " + std::string(v.label) + " is " +
                         amountText(measured, unit) + ", but the grid operator allows " +
                         amountText(allowed, unit) + ".",
                     kHint, measured, allowed, unit);
    }
}

void gridRamp(const Design& design, Findings& findings) {
    report(design, findings, SwingEvent::None, {"ramp-second", "range"},
           "With every training job in phase (the worst case)");
    report(design, findings, SwingEvent::Stop, {"ramp-minute"},
           "Where the largest training job stops");
}

void gridBand(const Design& design, Findings& findings) {
    const models::PowerSmoothingSpec spec = powerSmoothingOf(*design.project);
    if (spec.bandLowHz >= spec.bandHighHz) {
        findings.add(Severity::Error, "power_smoothing",
                     "The band begins at " + amountText(spec.bandLowHz, "Hz") + " and ends at " +
                         amountText(spec.bandHighHz, "Hz") + ".",
                     "State {power_smoothing.band_low_hz} below {power_smoothing.band_high_hz}.",
                     spec.bandLowHz, spec.bandHighHz, "Hz");
        return;
    }
    report(design, findings, SwingEvent::None, {"band", "band-share"},
           "With every training job in phase (the worst case)");
}

constexpr auto kSwingRules = std::to_array<Rule>({
    {"grid-ramp", "Training swings stay within the grid operator's ramps and range", &gridRamp},
    {"grid-band", "Training swings stay within the grid operator's band limit", &gridBand},
    {"source-ramp", "Sources follow the swings of the load that they carry alone", &followsLoad},
});

}  // namespace

std::span<const Rule> swingRules() {
    return kSwingRules;
}

}  // namespace headroom::engine
