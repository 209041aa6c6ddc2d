// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"

#include "engine/sim/plant.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

namespace headroom::engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kProgressEvery = std::chrono::milliseconds(100);

/// Rack fields worth keeping; the others follow from these and the channels.
constexpr std::array kRecordedFields = {RackQuantity::Power, RackQuantity::ChipTemperature,
                                        RackQuantity::CoolantTemperature, RackQuantity::Utilization,
                                        RackQuantity::Job};

constexpr double kJPerKwh = 3.6e6;

nlohmann::ordered_json distribution(const Distribution& d) {
    return {{"count", d.count}, {"mean", d.mean}, {"median", d.median},
            {"p90", d.p90},     {"p99", d.p99},   {"largest", d.largest}};
}

/// What is the same for all jobs and for those of a tenant.
void addGroup(nlohmann::ordered_json& j, const JobGroup& g) {
    j["wait_s"] = distribution(g.waitS);
    j["jct_s"] = distribution(g.jctS);
    j["slowdown"] = distribution(g.slowdown);
    j["deadlines"] = {{"due", g.deadlines}, {"met", g.deadlinesMet}};
    j["accelerator_hours"] = {
        {"held", g.heldS / 3600.0},         {"productive", g.productiveS / 3600.0},
        {"starting", g.startingS / 3600.0}, {"checkpoints", g.stalledS / 3600.0},
        {"hung", g.hungS / 3600.0},         {"lost", g.lostS / 3600.0}};
    j["job_energy_kwh"] = g.energyJ / kJPerKwh;
    j["job_energy_usd"] = g.energyUsd;
    j["lost"] = {{"accelerator_hours", g.lostS / 3600.0},
                 {"tokens", g.tokensLost},
                 {"energy_usd", g.lostUsd}};
}

}  // namespace

RunInfo runInfo(const Simulator& simulator, const Project& project, std::uint64_t seed) {
    RunInfo info;
    info.projectName = simulator.plant().name;
    info.projectText = projectText(project);
    info.startLocal = simulator.plant().startText;
    info.seed = seed;
    info.stepS = simulator.stepS();
    info.version = HEADROOM_VERSION;
    info.racks = simulator.plant().rackNames;
    return info;
}

RunRecording::RunRecording(const Simulator& simulator, Recorder& recorder,
                           const RecordingPlan& plan)
    : recorder_(recorder),
      plan_(plan),
      values_(simulator.channels().size()),
      nextSampleS_(simulator.timeS()),
      nextFieldS_(simulator.timeS()) {}

bool RunRecording::keyframeIsDue(double timeS) const {
    const double sinceS = timeS - keyframeS_;
    return keyframeBytes_ < 0.0 ||
           (sinceS >= plan_.keyframeS && sampledBytes_ >= plan_.keyframeShare * keyframeBytes_ &&
            (sinceS >= plan_.mostKeyframeS || steps_ * keyframeBytes_ >= plan_.keyframeWork));
}

void RunRecording::take(Simulator& simulator) {
    const double now = simulator.timeS();
    if (now >= nextSampleS_) {
        simulator.sample(values_);
        recorder_.sample(now, values_);
        sampledBytes_ += static_cast<double>(values_.size() * sizeof(float));
        nextSampleS_ = now + plan_.sampleS;
    }
    if (now >= nextFieldS_) {
        for (const RackQuantity q : kRecordedFields) {
            const std::span<const float> field = simulator.rackField(q);
            recorder_.rackField(now, q, field);
            sampledBytes_ += static_cast<double>(field.size_bytes());
        }
        nextFieldS_ = now + plan_.rackFieldS;
    }
    steps_ += 1.0;
    if (keyframeIsDue(now)) {
        const std::vector<std::byte> state = simulator.saveState();
        recorder_.keyframe(now, state);
        keyframeS_ = now;
        keyframeBytes_ = static_cast<double>(state.size());
        steps_ = sampledBytes_ = 0.0;
    }
    recorder_.jobs(simulator.freshCards(), simulator.freshSpans());
    recorder_.losses(simulator.freshLosses());
    for (const Event& event : simulator.takeEvents()) {
        recorder_.event(event);
    }
}

void RunRecording::close(const Simulator& simulator) {
    recorder_.openJobs(simulator.openSpans());
    recorder_.losses(simulator.openLosses());
}

Result<RunEnd> run(Simulator& simulator, Recorder* recorder, double untilS,
                   const RecordingPlan& plan, const std::function<void(double)>& progress,
                   const std::atomic<bool>& cancel) {
    std::optional<RunRecording> recording;
    if (recorder != nullptr) {
        recording.emplace(simulator, *recorder, plan);
    }
    auto nextProgress = Clock::now();
    RunEnd end = RunEnd::Finished;
    Error fault;
    while (simulator.timeS() < untilS - 1e-9) {
        if (cancel.load(std::memory_order_relaxed)) {
            end = RunEnd::Cancelled;
            break;
        }
        simulator.step();
        if (!simulator.fault().code.empty()) {
            fault = simulator.fault();
            break;
        }
        if (recording) {
            recording->take(simulator);
        } else {
            simulator.takeEvents();
        }
        if (const auto now = Clock::now(); now >= nextProgress) {
            nextProgress = now + kProgressEvery;
            if (progress) {
                progress(simulator.timeS());
            }
            if (recorder != nullptr) {
                if (Error error = recorder->failure(); !error.code.empty()) {
                    return tl::unexpected(std::move(error));
                }
            }
        }
    }
    if (recording) {
        recording->close(simulator);
    }
    if (progress) {
        progress(simulator.timeS());
    }
    if (!fault.code.empty()) {
        return tl::unexpected(std::move(fault));
    }
    return end;
}

std::string summaryJson(const RunSummary& s, double wallS) {
    nlohmann::ordered_json j;
    j["project"] = s.project;
    j["seed"] = s.seed;
    j["simulated_s"] = s.simulatedS;
    j["wall_s"] = wallS;
    j["accelerators"] = s.accelerators;
    j["it_energy_kwh"] = s.itEnergyJ / kJPerKwh;
    j["facility_energy_kwh"] = s.facilityEnergyJ / kJPerKwh;
    j["pue"] = s.pue;
    j["wue_l_per_kwh"] = s.wueM3PerJ * 1000.0 * kJPerKwh;
    j["utilization"] = s.utilization;
    j["goodput"] = s.goodput;
    j["ettr"] = s.ettr;
    j["mfu"] = s.mfu;
    j["tokens"] = s.tokens;
    j["it_power_mean_kw"] = s.simulatedS > 0.0 ? s.itEnergyJ / s.simulatedS / 1e3 : 0.0;
    j["it_power_peak_kw"] = s.peakItW / 1e3;
    j["facility_power_peak_kw"] = s.peakFacilityW / 1e3;
    j["hottest_chip_c"] = s.hottestChipC;
    j["jobs"] = {{"submitted", s.jobsSubmitted}, {"completed", s.jobsCompleted},
                 {"failed", s.jobsFailed},       {"requeued", s.jobsRequeued},
                 {"preempted", s.jobsPreempted}, {"killed", s.jobsKilled}};
    if (!s.jobs.empty()) {
        const JobGroup& all = s.jobs.front();
        j["jobs"]["running"] = all.running;
        j["jobs"]["queued"] = all.queued;
        addGroup(j, all);
        j["accelerator_hours"]["idle"] = s.idleAcceleratorS / 3600.0;
        j["accelerator_hours"]["elsewhere"] = s.remoteAcceleratorS / 3600.0;  // of "held"
        j["tenants"] = nlohmann::ordered_json::array();
        for (std::size_t i = 1; i < s.jobs.size(); ++i) {
            const JobGroup& g = s.jobs[i];
            nlohmann::ordered_json t;
            t["tenant"] = g.tenant;
            t["jobs"] = {{"submitted", g.submitted}, {"completed", g.completed},
                         {"failed", g.failed},       {"killed", g.killed},
                         {"running", g.running},     {"queued", g.queued}};
            addGroup(t, g);
            j["tenants"].push_back(std::move(t));
        }
    }
    j["failures"] = nlohmann::ordered_json::object();
    for (const auto& [id, count] : s.failures) {
        j["failures"][id] = count;
    }
    j["faults"] = {{"availability", s.faults.availability},
                   {"out_accelerator_h", s.faults.outAcceleratorS / 3600.0},
                   {"open", s.faults.open},
                   {"averted", s.faults.averted},
                   {"lemons", s.faults.lemons},
                   {"jobs_shrunk", s.faults.shrunk},
                   {"kinds", nlohmann::ordered_json::object()}};
    for (const auto& [kind, g] : s.faults.kinds) {
        j["faults"]["kinds"][kind] = {{"struck", g.struck},
                                      {"noticed", g.noticed},
                                      {"ended", g.ended},
                                      {"mean_to_notice_s", g.meanToNoticeS},
                                      {"mean_to_repair_h", g.meanToEndS / 3600.0}};
    }
    j["loss_kwh"] = nlohmann::ordered_json::object();
    for (const auto& [id, loss] : s.lossJ) {
        j["loss_kwh"][id] = loss / kJPerKwh;
    }
    j["cost"] = {{"energy_usd", s.energyUsd},
                 {"water_usd", s.waterUsd},
                 {"fuel_usd", s.fuelUsd},
                 {"rent_usd", s.remoteRentUsd},
                 {"remote_energy_usd", s.remoteEnergyUsd},
                 {"egress_usd", s.egressUsd},
                 {"total_usd", s.energyUsd + s.waterUsd + s.fuelUsd + s.remoteRentUsd +
                                   s.remoteEnergyUsd + s.egressUsd}};
    j["remote"] = {{"jobs_sent", s.jobsSentAway},
                   {"jobs_taken_back", s.jobsTakenBack},
                   {"accelerator_h", s.remoteAcceleratorS / 3600.0},
                   {"it_energy_kwh", s.remoteItEnergyJ / kJPerKwh},
                   {"facility_energy_kwh", s.remoteEnergyJ / kJPerKwh},
                   {"carbon_kg", s.remoteCarbonKg}};
    j["pue_category_1"] = s.pueCategory1;
    j["pue_category_2"] = s.pueCategory2;
    j["energy_kwh"] = {{"utility", s.utilityEnergyJ / kJPerKwh},
                       {"utility_peak_tariff", s.peakTariffJ / kJPerKwh},
                       {"gensets", s.gensetEnergyJ / kJPerKwh}};
    j["fuel_l"] = 1e3 * s.fuelM3;
    j["carbon_kg"] = s.carbonKg;
    j["worst_energy_imbalance"] = s.worstImbalance;
    j["state_hash"] = fmt::format("{:016x}", s.stateHash);
    return j.dump(2) + "\n";
}

std::string summaryText(const RunSummary& s, double wallS) {
    std::string out;
    const auto line = [&](const char* label, const std::string& value) {
        out += fmt::format("  {:<28} {}\n", label, value);
    };
    out += fmt::format("{}, {:.2f} h simulated in {:.2f} s\n", s.project, s.simulatedS / 3600.0,
                       wallS);
    line("Accelerators", fmt::format("{}", s.accelerators));
    const double hours = s.simulatedS / 3600.0;
    line("IT energy",
         fmt::format("{:.1f} MWh (mean {:.3f} MW, peak {:.3f} MW)", s.itEnergyJ / 3.6e9,
                     hours > 0.0 ? s.itEnergyJ / 3.6e9 / hours : 0.0, s.peakItW / 1e6));
    line("Facility energy", fmt::format("{:.1f} MWh (peak {:.3f} MW)", s.facilityEnergyJ / 3.6e9,
                                        s.peakFacilityW / 1e6));
    const auto ratio = [](double value, int digits) {
        return std::isnan(value) ? std::string("not defined") : fmt::format("{:.{}f}", value, digits);
    };
    line("PUE", ratio(s.pue, 4));
    line("PUE category 1, 2", ratio(s.pueCategory1, 4) + ", " + ratio(s.pueCategory2, 4) +
                                  " (IT metered at UPS and PDU outputs)");
    line("WUE", ratio(s.wueM3PerJ * 1000.0 * kJPerKwh, 3) + " L/kWh");
    line("Losses (PSU/PDU/UPS/trafo)", [&] {
        const auto share = [&](const char* id) {
            const auto it = s.lossJ.find(id);
            return it == s.lossJ.end() || s.itEnergyJ <= 0.0 ? 0.0
                                                             : 100.0 * it->second / s.itEnergyJ;
        };
        return fmt::format("{:.2f} / {:.2f} / {:.2f} / {:.2f} % of IT energy", share("psu"),
                           share("pdu"), share("ups"), share("transformer"));
    }());
    line("Utilisation", fmt::format("{:.2f} %", 100.0 * s.utilization));
    line("Goodput", fmt::format("{:.2f} %", 100.0 * s.goodput));
    if (s.tokens > 0.0) {
        line("ETTR of training", fmt::format("{:.2f} %", 100.0 * s.ettr));
        line("MFU of training, wall time", fmt::format("{:.2f} %", 100.0 * s.mfu));
        line("Tokens trained", fmt::format("{:.4g}", s.tokens));
    }
    line("Jobs", fmt::format("{} submitted, {} completed, {} requeued, {} refused", s.jobsSubmitted,
                             s.jobsCompleted, s.jobsRequeued, s.jobsFailed));
    if (!s.jobs.empty()) {
        const JobGroup& all = s.jobs.front();
        const double held = std::max(1e-9, all.heldS);
        line("Wait, mean / median / p99",
             fmt::format("{:.1f} / {:.1f} / {:.1f} min", all.waitS.mean / 60.0,
                         all.waitS.median / 60.0, all.waitS.p99 / 60.0));
        line(s.remoteAcceleratorS > 0.0 ? "Accelerator time, everywhere" : "Accelerator time held",
             fmt::format("{:.0f} h: {:.2f} % productive, {:.2f} starting, {:.2f} checkpoints, "
                         "{:.2f} hung, {:.2f} lost",
                         all.heldS / 3600.0, 100.0 * all.productiveS / held,
                         100.0 * all.startingS / held, 100.0 * all.stalledS / held,
                         100.0 * all.hungS / held, 100.0 * all.lostS / held));
        for (std::size_t i = 1; i < s.jobs.size(); ++i) {
            const JobGroup& g = s.jobs[i];
            line(i == 1 ? "Tenants" : "",
                 fmt::format("{}: {} of {} jobs done, {:.0f} accelerator hours, waited {:.1f} min",
                             g.tenant.empty() ? "(nobody's)" : g.tenant, g.completed, g.submitted,
                             g.heldS / 3600.0, g.waitS.mean / 60.0));
        }
    }
    std::string failures;
    for (const auto& [id, count] : s.failures) {
        if (count > 0) {
            failures += fmt::format("{}{} {}", failures.empty() ? "" : ", ", count, id);
        }
    }
    line("Failures", failures.empty() ? "none" : failures);
    std::string kinds;
    for (const auto& [kind, g] : s.faults.kinds) {
        kinds += fmt::format("{}{} {} (noticed after {:.0f} s)", kinds.empty() ? "" : ", ",
                             g.struck, kind, g.meanToNoticeS);
    }
    if (!kinds.empty()) {
        line("Faults by kind", kinds);
        line("In service", fmt::format("{:.3f} % of accelerator time; {} faults open",
                                       100.0 * s.faults.availability, s.faults.open));
    }
    line("Hottest chip", fmt::format("{:.1f} °C", s.hottestChipC));
    line("Cost of energy and water",
         fmt::format("{:.0f} USD + {:.0f} USD", s.energyUsd, s.waterUsd));
    line("Carbon", fmt::format("{:.2f} t CO2", s.carbonKg / 1e3));
    if (s.jobsSentAway > 0 || s.remoteRentUsd > 0.0) {
        line("Other sites",
             fmt::format("{} jobs sent, {} taken back, {:.0f} accelerator hours", s.jobsSentAway,
                         s.jobsTakenBack, s.remoteAcceleratorS / 3600.0));
        line("Cost of other sites",
             fmt::format("{:.0f} USD rent + {:.0f} USD energy + {:.0f} USD egress; {:.2f} t CO2",
                         s.remoteRentUsd, s.remoteEnergyUsd, s.egressUsd, s.remoteCarbonKg / 1e3));
    }
    line("Worst energy imbalance", fmt::format("{:.1e} of a step's energy", s.worstImbalance));
    line("State hash", fmt::format("{:016x}", s.stateHash));
    return out;
}

}  // namespace headroom::engine
