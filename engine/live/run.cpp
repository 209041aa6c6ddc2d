// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"

#include "engine/alarms/alarm_group.h"
#include "engine/base/json.h"
#include "engine/base/log.h"
#include "engine/document/companions.h"
#include "engine/experiment/run_until.h"
#include "engine/files/input_file.h"
#include "engine/live/run_start.h"
#include "engine/plant/plant.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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

constexpr std::size_t kMostAlarmLines = 12;  // of a summary for people; the heaviest come first

nlohmann::ordered_json distribution(const Distribution& d) {
    return {{"count", d.count}, {"mean", d.mean}, {"median", d.median},
            {"p90", d.p90},     {"p99", d.p99},   {"largest", d.largest}};
}

/// Shared values of all jobs and of those of a tenant.
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

nlohmann::ordered_json serviceJson(const ServiceFigures& s) {
    return {{"id", s.id},
            {"requests_arrived", s.arrived},
            {"requests_answered", s.answered},
            {"requests_waiting", s.backlog},
            {"tokens", s.tokens},
            {"within_limits_pct", 100.0 * s.attainment()},
            {"ttft_limit_s", s.ttftLimitS},
            {"tpot_limit_s", s.tpotLimitS},
            {"at_end",
             {{"replicas", s.replicas},
              {"ttft_p50_s", s.ttftP50S},
              {"ttft_p99_s", s.ttftP99S},
              {"tpot_mean_s", s.tpotS},
              {"tpot_p99_s", s.tpotP99S}}}};
}

/// Number of answers, and of those in time.
std::string serviceText(const ServiceFigures& s) {
    const std::string within =
        s.answered > 0.0
            ? fmt::format("{:.2f} % within {:g} s to the first token and {:g} s for each other one",
                          100.0 * s.attainment(), s.ttftLimitS, s.tpotLimitS)
            : "none in time";
    return fmt::format(
        "{}: {:.0f} of {:.0f} requests answered, {}; {:.0f} wait; {:.4g} million tokens", s.id,
        s.answered, s.arrived, within, s.backlog, s.tokens / 1e6);
}

std::string serviceTextNow(const ServiceFigures& s) {
    return fmt::format(
        "at the end {} replica{}: first token after {:.3g} s, p99 {:.3g} s; each other one {:.3g} "
        "s, p99 {:.3g} s",
        s.replicas, s.replicas == 1 ? "" : "s", s.ttftP50S, s.ttftP99S, s.tpotS, s.tpotP99S);
}

/// Reads a file for the recording, whole where it is not too large; returns the name that it has there.
std::string addInput(RunInfo& info, const std::string& name, const std::filesystem::path& path) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    if (failed) {
        return {};
    }
    RunInput input{name, std::filesystem::absolute(path, failed).string(), size, {}};
    if (size <= kMostInputBytes) {
        auto bytes = readInput(path);
        if (!bytes) {
            return {};
        }
        input.bytes = std::move(*bytes);
        input.size = input.bytes.size();
    }
    info.inputs.push_back(std::move(input));
    return name;
}

/// One alarm; what it does not have is left out.
nlohmann::ordered_json alarmJson(const AlarmRow& row) {
    const AlarmInfo& info = infoOf(row.kind);
    nlohmann::ordered_json j = {{"kind", info.key},
                                {"severity", alarmSeverityName(row.severity())},
                                {"area", eventAreaName(info.area)},
                                {"object", row.object},
                                {"subject", row.subject},
                                {"name", row.name},
                                {"alarm", alarmText(row)},
                                {"since_s", row.sinceS},
                                {"text", row.text},
                                {"number", row.number},
                                {"count", row.count},
                                {"of", row.of}};
    if (!row.isActive()) {
        j["ended_s"] = row.endedS;
    }
    if (row.rack >= 0) {
        j["rack"] = row.rack;
    }
    if (row.job >= 0) {
        j["job"] = row.job;
    }
    if (row.event >= 0) {
        j["event"] = row.event;
    }
    if (row.cause >= 0) {
        j["first_cause"] = {{"event", row.cause}, {"text", row.causeText}};
    }
    return j;
}

nlohmann::ordered_json alarmsJson(const AlarmList& alarms) {
    nlohmann::ordered_json j = {{"raised", alarms.raised},
                                {"active", nlohmann::ordered_json::array()},
                                {"ended", nlohmann::ordered_json::array()},
                                {"left_out", alarms.left}};
    for (const AlarmRow& row : alarms.active) {
        j["active"].push_back(alarmJson(row));
    }
    j["causes"] = nlohmann::ordered_json::array();
    for (const AlarmGroup& group : groupAlarms(alarms.active)) {
        j["causes"].push_back({{"event", group.root},
                               {"text", group.text},
                               {"severity", alarmSeverityName(group.heaviest())},
                               {"alarms", group.members.size()}});
        if (group.root < 0) {
            j["causes"].back().erase("event");
        }
    }
    for (const AlarmRow& row : alarms.ended) {
        j["ended"].push_back(alarmJson(row));
    }
    return j;
}

/// Whether the last step ended before the base step that it belongs to.
bool isWithinStep(const Simulator& simulator) {
    return baseEndS(simulator) - simulator.timeS() < simulator.stepS() - kEndOfRunS;
}

}  // namespace

RunInfo runInfo(const Simulator& simulator, const Project& project, const Catalogue& catalogue,
                const RunOptions& options) {
    RunInfo info;
    info.projectName = simulator.plant().name;
    info.projectText = *simulator.plant().designText;
    info.startLocal = simulator.plant().startText;
    info.seed = simulator.plant().seed;
    info.stepS = simulator.stepS();
    info.version = HEADROOM_VERSION;
    info.racks = simulator.plant().rackNames;
    info.catalogue = catalogue.fingerprint();
    info.coupling = options.coupling;
    info.steps = options.steps;
    info.traceOffsetS = options.traceOffsetS;
    info.traceMap = options.traceMap;
    for (const std::filesystem::path& path : companionsOf(project)) {
        addInput(info, path.generic_string(), project.folder() / path);
    }
    for (const std::filesystem::path& path : filesElsewhere(project)) {
        addInput(info, path.generic_string(), project.folder() / path);
    }
    const auto given = [&](const std::filesystem::path& path, const char* below) {
        return path.empty() ? std::string{}
                            : addInput(info, below + path.filename().string(), path);
    };
    info.weatherInput = given(options.weatherFile, "given/weather/");
    info.traceInput = given(options.traceFile, "given/trace/");
    return info;
}

void recordPast(const RunStart& start, Recorder& recorder) {
    for (const Event& event : start.events) {
        recorder.event(event);
    }
    recorder.jobs(start.jobs, start.spans);
    recorder.losses(start.losses);
}

RunRecording::RunRecording(const Simulator& simulator, Recorder& recorder,
                           const RecordingPlan& plan)
    : recorder_(recorder),
      plan_(plan),
      values_(simulator.channels().size()),
      nextSampleS_(simulator.timeS()),
      nextFieldS_(simulator.timeS()),
      before_(simulator.freshCommands().size()) {
    keyframe(simulator);
}

void RunRecording::keyframe(const Simulator& simulator) {
    if (!plan_.keepsStates) {
        return;
    }
    const std::vector<std::byte> state = simulator.saveState();
    recorder_.keyframe(simulator.timeS(), state);
    keyframeS_ = simulator.timeS();
    keyframeBytes_ = static_cast<double>(state.size());
    steps_ = sampledBytes_ = 0.0;
}

bool RunRecording::keyframeIsDue(double timeS) const {
    const double sinceS = timeS - keyframeS_;
    return plan_.keepsStates && sinceS >= plan_.keyframeS &&
           sampledBytes_ >= plan_.keyframeShare * keyframeBytes_ &&
           (sinceS >= plan_.mostKeyframeS || steps_ * keyframeBytes_ >= plan_.keyframeWork);
}

std::span<const Event> RunRecording::take(Simulator& simulator) {
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
    // A run that ended within a base step cut it. A replay needs to know where.
    if (keyframeIsDue(now) || (plan_.keepsStates && isWithinStep(simulator))) {
        keyframe(simulator);
    }
    return tell(simulator);
}

std::span<const Event> RunRecording::tell(Simulator& simulator) {
    recorder_.commands(simulator.freshCommands().subspan(before_));
    before_ = 0;
    recorder_.jobs(simulator.freshCards(), simulator.freshSpans());
    recorder_.losses(simulator.freshLosses());
    const std::span<const Event> events = simulator.takeEvents();
    for (const Event& event : events) {
        recorder_.event(event);
    }
    return events;
}

void RunRecording::close(const Simulator& simulator) {
    recorder_.openJobs(simulator.openSpans());
    recorder_.losses(simulator.openLosses());
}

Result<RunEnd> run(Simulator& first, Recorder* recorder, double untilS, const RecordingPlan& plan,
                   const std::function<void(double)>& progress, const std::atomic<bool>& cancel,
                   AlarmWatch* alarms, const BeforeStep& beforeStep, StepCheck* steps) {
    std::optional<RunRecording> recording;
    if (recorder != nullptr) {
        recording.emplace(first, *recorder, plan);
    }
    logLine(LogCategory::Run, "begins at {:g} s, until {:g} s{}", first.timeS(), untilS,
            recorder != nullptr ? ", recorded" : "");
    Simulator* last = &first;
    auto nextProgress = Clock::now();
    Error failure;
    RunHooks hooks;
    hooks.cancel = &cancel;
    hooks.before = [&](Simulator*& simulator) {
        if (beforeStep && !beforeStep(simulator)) {
            if (recording) {
                recording->tell(*simulator);
            }
            last = simulator;
            return false;
        }
        last = simulator;
        if (steps != nullptr) {
            steps->before(*simulator);
        }
        return true;
    };
    hooks.after = [&](Simulator& simulator) {
        if (steps != nullptr) {
            steps->after(simulator);
        }
        const std::span<const Event> events =
            recording ? recording->take(simulator) : simulator.takeEvents();
        if (alarms != nullptr) {
            alarms->take(simulator, events);
        }
        const auto now = Clock::now();
        if (now < nextProgress) {
            return true;
        }
        nextProgress = now + kProgressEvery;
        if (progress) {
            progress(simulator.timeS());
        }
        failure = recorder != nullptr ? recorder->failure() : Error{};
        return failure.code.empty();
    };
    const Result<RunEnd> end = runUntil(first, untilS, hooks);
    logLine(LogCategory::Run, "ends at {:g} s{}{}", last->timeS(),
            end ? "" : ": " + end.error().text(),
            failure.code.empty() ? "" : ": " + failure.text());
    if (!failure.code.empty()) {
        return tl::unexpected(std::move(failure));
    }
    if (recording) {
        recording->close(*last);
    }
    if (progress) {
        progress(last->timeS());
    }
    return end && *end == RunEnd::Stopped ? RunEnd::Cancelled : end;
}

std::string summaryJson(const RunSummary& s, double wallS, const AlarmList* alarms) {
    nlohmann::ordered_json j;
    j["project"] = s.project;
    j["seed"] = s.seed;
    j["wall_s"] = wallS;
    for (const Figure* row : figuresIn(kInRun)) {
        // "cost.energy_usd" is a key of the object "cost".
        const std::size_t dot = row->key.find('.');
        auto& object = dot == std::string_view::npos ? j : j[std::string(row->key.substr(0, dot))];
        auto& value = object[std::string(row->key.substr(dot + 1))];
        const double number = row->value(s.sums) / row->unit.toSi;
        if (row->digits == kWhole && row->unit.symbol.empty() && std::isfinite(number)) {
            value = static_cast<std::int64_t>(number);
        } else {
            value = number;
        }
    }
    // 90 %, by what the models behind a figure missed by on cases that they were not fitted to.
    for (const Figure* row : figuresIn(kInRun)) {
        if (const Interval interval = s.interval(*row); std::isfinite(interval.low)) {
            j["intervals"][std::string(row->key)] = {{"low", interval.low / row->unit.toSi},
                                                     {"high", interval.high / row->unit.toSi}};
        }
    }
    if (!s.jobs.empty()) {
        const JobGroup& all = s.jobs.front();
        j["jobs"]["running"] = all.running;
        j["jobs"]["queued"] = all.queued;
        addGroup(j, all);
        j["accelerator_hours"]["idle"] = s.idleAcceleratorS / 3600.0;
        j["accelerator_hours"]["elsewhere"] = s.sums[Sum::AwayS] / 3600.0;  // of "held"
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
    j["refused"] = s.refused;
    j["services"] = nlohmann::ordered_json::array();
    for (const ServiceFigures& service : s.services) {
        j["services"].push_back(serviceJson(service));
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
    if (alarms != nullptr) {
        j["alarms"] = alarmsJson(*alarms);
    }
    j["state_hash"] = fmt::format("{:016x}", s.stateHash);
    return jsonText(j, 2) + "\n";
}

std::string summaryText(const RunSummary& s, double wallS, const AlarmList* alarms) {
    std::string out;
    const auto line = [&](std::string_view label, const std::string& value) {
        out += fmt::format("  {:<28} {}\n", label, value);
    };
    out += fmt::format("{}, {:.2f} h simulated in {:.2f} s\n", s.project,
                       s.sums[Sum::TimeS] / 3600.0, wallS);
    for (const Figure* row : figuresIn(kInText | kInTextIfAny)) {
        if (const double value = row->value(s.sums);
            row->isIn(kInText) || (value != 0.0 && !std::isnan(value))) {
            const bool isCost = row->key.starts_with("cost.") && row->key != "cost.total_usd";
            line(isCost ? "Cost: " + std::string(row->label) : std::string(row->label),
                 figureTextOf(*row, s.sums));
        }
    }
    line("Losses (PSU/PDU/UPS/trafo)", [&] {
        const double itJ = s.sums[Sum::ItJ];
        const auto share = [&](const char* id) {
            const auto it = s.lossJ.find(id);
            return it == s.lossJ.end() || itJ <= 0.0 ? 0.0 : 100.0 * it->second / itJ;
        };
        return fmt::format("{:.2f} / {:.2f} / {:.2f} / {:.2f} % of IT energy", share("psu"),
                           share("pdu"), share("ups"), share("transformer"));
    }());
    line("Jobs", fmt::format("{:.0f} submitted, {:.0f} completed, {:.0f} requeued, {:.0f} refused",
                             s.sums[Sum::JobsSubmitted], s.sums[Sum::JobsCompleted],
                             s.sums[Sum::JobsRequeued], s.sums[Sum::JobsFailed]));
    for (const std::string& refused : s.refused) {
        line("Refused", refused);
    }
    for (std::size_t i = 0; i < s.services.size(); ++i) {
        line(i == 0 ? "Services" : "", serviceText(s.services[i]));
        if (s.services[i].answered > 0.0) {
            line("", serviceTextNow(s.services[i]));
        }
    }
    if (!s.jobs.empty()) {
        const JobGroup& all = s.jobs.front();
        const double held = std::max(1e-9, all.heldS);
        line("Wait, mean / median / p99",
             fmt::format("{:.1f} / {:.1f} / {:.1f} min", all.waitS.mean / 60.0,
                         all.waitS.median / 60.0, all.waitS.p99 / 60.0));
        line(s.sums[Sum::AwayS] > 0.0 ? "Accelerator time, everywhere" : "Accelerator time held",
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
    line("Random failures", failures.empty() ? "none" : failures);
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
    if (alarms != nullptr) {
        const std::vector<AlarmGroup> groups = groupAlarms(alarms->active);
        line("Alarms",
             fmt::format("{} raised, {} active of {} cause{}", alarms->raised,
                         alarms->active.size(), groups.size(), groups.size() == 1 ? "" : "s"));
        const std::size_t told = std::min(groups.size(), kMostAlarmLines);
        for (const AlarmGroup& group : std::span(groups).first(told)) {
            line("", fmt::format("{}: {} {}", alarmSeverityName(group.heaviest()), group.text,
                                 kindsText(alarms->active, group)));
        }
    }
    line("State hash", fmt::format("{:016x}", s.stateHash));
    return out;
}

}  // namespace headroom::engine
