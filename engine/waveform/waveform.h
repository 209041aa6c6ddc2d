// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/run/simulator.h"
#include "models/facility/power_smoothing.h"
#include "models/power/spectrum.h"
#include "models/workload/swing.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The facility's power at 10 ms for a short window: how synchronous training pulses it, what of
/// that reaches the grid, and what each measure against it brings and costs.
/// The coupled simulation steps in seconds and uses the mean power of a step's phases, each under its
/// power limit; this looks inside a step, at one instant of a run, and keeps that mean (with the share
/// of time that checkpoints take, which lie outside of the window). Everything else is stopped
/// meanwhile: fans, temperatures, plant, jobs without a step.
namespace headroom::engine {

/// One synchronous job. Powers are of all its accelerators together and linear in activity about
/// the mean: fans and supply efficiency are those of the mean (they do not follow within a step).
struct SwingLoad {
    std::string name;
    int accelerators = 0;
    std::vector<models::ActivityPhase> phases;
    double waitActivity = 0.0;
    double atLimit = 1.0;  ///< activity at which its accelerators meet their power limit
    double offsetS = 0.0;  ///< position in its step at the beginning of the window
    double stallS = 0.0;   ///< of one checkpoint
    double meanChipW = 0.0;
    double chipSpanW = 0.0;  ///< accelerator power from activity 0 to 1
    double designW = 0.0;    ///< design power of its accelerators
    double meanInputW = 0.0;
    double inputSpanW = 0.0;  ///< rack input from activity 0 to 1: with hosts and supply loss
};

/// Sources of a waveform.
struct SwingPlant {
    std::string name;
    double timeS = 0.0;
    std::vector<SwingLoad> loads;  ///< largest first
    int steadyJobs = 0;            ///< running jobs without steps, or too small to matter
    double acceleratorW = 0.0;     ///< means over a step, whole facility
    double itW = 0.0;
    double mechanicalW = 0.0;
    double lossW = 0.0;  ///< between rack input and grid; taken as proportional to the IT power
    models::PowerSmoothingSpec smoothing;
};

/// A running training job at this instant; racks and clocks from the state.
SwingLoad swingLoadOf(const Plant& plant, const State& state, const Job& job);

/// The project's measures and limits; the defaults where it has none.
models::PowerSmoothingSpec powerSmoothingOf(const Project& project);

/// Present jobs and powers of a run. Offsets are drawn from the project's seed, one stream
/// a job: independent jobs are not in phase.
SwingPlant swingPlant(const Simulator& simulator, const models::PowerSmoothingSpec& smoothing);

/// Something slower than a step that happens to the largest job a quarter into the window.
enum class SwingEvent {
    None,
    Checkpoint,  ///< it is stopped for one checkpoint
    Stop,        ///< it ends or fails: its accelerators go idle
    Start        ///< it begins: its accelerators were idle
};

struct WaveformOptions {
    double windowS = 60.0;
    double dtS = 0.01;
    SwingEvent event = SwingEvent::None;
    bool compare = true;  ///< also each measure alone
};

struct SwingMetrics {
    double meanW = 0.0, minimumW = 0.0, maximumW = 0.0;
    double ramp100msWPerS = 0.0, ramp1sWPerS = 0.0;
    double rampMinuteWPerS = 0.0;             ///< models::trendRampWPerS
    std::vector<models::SpectrumPeak> lines;  ///< in the band, largest first
    double bandRmsW = 0.0;

    double rangeW() const { return maximumW - minimumW; }

    double bandW() const { return lines.empty() ? 0.0 : lines.front().amplitudeW; }
};

/// Where along the path from chip to grid.
enum class SwingPoint { Accelerators, RackInput, Supplies, RackStorage, Ups, Utility, Count };

struct SwingPointInfo {
    std::string_view key;  ///< "utility_kw"
    std::string_view label;
    std::string_view why;
};

const SwingPointInfo& swingPointInfo(SwingPoint point);

enum class SwingMeasure {
    Filler,
    ChipSmoothing,
    StaggerJobs,
    StaggerGroups,
    RackStorage,
    UpsShaving,
    SiteBattery,
    Count
};

struct SwingMeasureInfo {
    std::string_view id;  ///< "site-battery"
    std::string_view label;
};

const SwingMeasureInfo& swingMeasureInfo(SwingMeasure measure);

/// One line of the comparison, at the grid connection.
struct SwingComparison {
    std::optional<SwingMeasure> measure;  ///< none means without any, or all that are in use
    bool inUse = false;
    SwingMetrics metrics;
    double energyCost = 0.0;      ///< more energy in the same time, over that without measures
    double throughputCost = 0.0;  ///< work lost, mean over the accelerators of synchronous jobs
};

/// One limit of the grid operator, held or not.
struct SwingVerdict {
    std::string_view id;  ///< "ramp-second"
    std::string_view label;
    double measured = 0.0;  ///< SI
    double allowed = 0.0;
    models::Unit unit;
    bool held = true;
};

struct Waveform {
    WaveformOptions options;
    std::array<std::vector<double>, static_cast<std::size_t>(SwingPoint::Count)> powerW;
    std::array<SwingMetrics, static_cast<std::size_t>(SwingPoint::Count)> metrics;
    std::vector<double> unsmoothedW;  ///< at the utility, without any measure
    SwingComparison none;
    SwingComparison asSet;  ///< with those in use; powerW and metrics are these
    std::vector<SwingComparison> alone;
    std::vector<SwingVerdict> verdicts;

    const std::vector<double>& at(SwingPoint p) const {
        return powerW[static_cast<std::size_t>(p)];
    }

    bool held() const;
};

/// Series begin settled: a minute before the window is computed and thrown away. Same input, same
/// bytes.
Waveform renderWaveform(const SwingPlant& plant, const WaveformOptions& options);

/// For people; as one JSON object; as CSV with one row an interval.
std::string waveformText(const SwingPlant& plant, const Waveform& waveform);
std::string waveformJson(const SwingPlant& plant, const Waveform& waveform);
std::string waveformCsv(const Waveform& waveform);

/// Amplitude by frequency at every point, from 0 Hz up to the end of the band, as CSV.
std::string spectrumCsv(const SwingPlant& plant, const Waveform& waveform);

}  // namespace headroom::engine
