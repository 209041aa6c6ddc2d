// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guest.h"

#include "engine/broker/quote.h"
#include "engine/document/setting.h"
#include "engine/run/frame/frame.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::engine {

using Json = nlohmann::json;

namespace {

/// By the number of HeadroomAction.
constexpr JobAction kActions[] = {JobAction::Submit, JobAction::Hold, JobAction::Release,
                                  JobAction::Preempt};

/// Suggestion: the nearest name, else the first existing one.
template <class List, class Name>
std::string near(const std::string& word, const List& list, Name&& name) {
    constexpr std::size_t kFew = 8;
    std::vector<std::string> words;
    for (const auto& each : list) {
        words.emplace_back(name(each));
    }
    if (const std::string found = nearest(word, words); !found.empty()) {
        return "did you mean " + found + "?";
    }
    std::string some = words.empty() ? "there is none" : "there are";
    for (std::size_t i = 0; i < std::min(kFew, words.size()); ++i) {
        some += (i == 0 ? " " : ", ") + words[i];
    }
    return some + (words.size() > kFew ? ", …" : "");
}

Json rowOf(const JobRow& job) {
    return {{"id", job.id},
            {"state", static_cast<int>(job.state)},
            {"accelerators", job.accelerators},
            {"priority", job.priority},
            {"held", job.held},
            {"submit_s", job.submitS},
            {"progress", job.progress},
            {"queued_s", job.queuedS},
            {"deadline_s", job.deadlineS},
            {"name", job.name},
            {"tenant", job.tenant},
            {"accelerator", job.accelerator}};
}

constexpr double kJPerKwh = 3.6e6, kSPerH = 3600.0, kBytesPerGbyte = 1e9;

Json rowOf(const BrokerView::Site& site) {
    return {{"id", site.id},
            {"name", site.name},
            {"accelerators", site.accelerators},
            {"free", site.free},
            {"usd_per_h", site.usdPerS * kSPerH},
            {"usd_per_kwh", site.energyUsdPerJ * kJPerKwh},
            {"kg_per_kwh", site.carbonKgPerJ * kJPerKwh},
            {"pue", site.pue},
            {"gbyte_per_s", site.bytesPerS > 0.0 ? site.bytesPerS / kBytesPerGbyte : 0.0}};
}

/// Fault, start, end, USD, carbon; what nobody can foresee is null.
Json rowOf(const Quote& q) {
    const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    return {static_cast<int>(q.fault), number(q.startsS), number(q.endsS), number(q.usd),
            number(q.carbonKg)};
}

}  // namespace

Error Guest::fault(const char* code, std::string message, std::string remedy) const {
    return {code,
            "the guest \"" + name_ + "\": " + std::move(message),
            std::move(remedy),
            file_.file.string(),
            {},
            0};
}

Error Guest::named(Error error) const {
    return fault(error.code.c_str(), std::move(error.message), std::move(error.remedy));
}

ResultAll<std::unique_ptr<Guest>> Guest::open(const GuestFile& file, const Simulator& simulator,
                                              const Project& project) {
    std::unique_ptr<Guest> guest(new Guest(file));
    if (auto done = guest->begin(simulator, project); !done) {
        return tl::unexpected(done.error());
    }
    return guest;
}

ResultAll<void> Guest::begin(const Simulator& simulator, const Project& project) {
    const bool isFmu = file_.kind == GuestFile::Kind::Fmu;
    if (isFmu) {
        auto fmu = Fmu::open(file_.library);
        if (!fmu) {
            return tl::unexpected(Errors{fmu.error()});
        }
        fmu_.emplace(std::move(*fmu));
    }
    auto process = GuestProcess::start(
        name_,
        {isFmu ? "fmu" : "plugin", isFmu ? fmu_->library().string() : file_.library.string()});
    if (!process) {
        return tl::unexpected(Errors{process.error()});
    }
    process_ = std::move(*process);
    if (isFmu) {
        // A library that cannot be loaded is found before the run begins.
        if (const auto loaded = process_->ask({{"do", "load"}}, file_.timeoutS); !loaded) {
            return tl::unexpected(Errors{loaded.error()});
        }
    } else {
        if (auto done = describePlugin(); !done) {
            return tl::unexpected(Errors{done.error()});
        }
    }
    Errors errors;
    for (const GuestFile::Join& join : file_.inputs) {
        if (auto done = joinInput(join, simulator); !done) {
            errors.push_back(done.error());
        }
    }
    for (const GuestFile::Join& join : file_.outputs) {
        if (auto done = joinOutput(join, project); !done) {
            errors.push_back(done.error());
        }
    }
    for (const auto& [name, value] : file_.start) {
        if (auto known = variable(name, ""); !known) {
            errors.push_back(known.error());
        }
    }
    if (chooses_ &&
        (project.objectsOf("broker").empty() || project.objectsOf("remote_site").empty())) {
        errors.push_back(fault(
            "GST-026", "it is a broker, and the project has no broker or no other site",
            "give the project a broker, with the objective \"orders\" where this guest alone shall "
            "choose, and remote_sites"));
    }
    // A plug-in is given all of its inputs; what it gives may be left.
    for (const GuestVariable& input : inputNames_) {
        if (std::none_of(file_.inputs.begin(), file_.inputs.end(),
                         [&](const auto& j) { return j.variable == input.name; })) {
            errors.push_back(fault("GST-026",
                                   "nothing is joined to its input \"" + input.name + '"',
                                   "join it in \"inputs\""));
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return {};
}

Result<void> Guest::describePlugin() {
    const auto about = process_->ask({{"do", "describe"}}, file_.timeoutS);
    if (!about) {
        return tl::unexpected(about.error());
    }
    auto inputs = guestVariables(*about, "inputs"), outputs = guestVariables(*about, "outputs");
    const auto controls = guestFlag(*about, "control"), schedules = guestFlag(*about, "schedule"),
               chooses = guestFlag(*about, "broker");
    const auto firstError = [](const auto&... results) {
        const Error* first = nullptr;
        ((first = first == nullptr && !results ? &results.error() : first), ...);
        return first;
    };
    if (const Error* error = firstError(inputs, outputs, controls, schedules, chooses)) {
        return tl::unexpected(named(*error));
    }
    inputNames_ = std::move(*inputs);
    outputNames_ = std::move(*outputs);
    controls_ = *controls;
    schedules_ = *schedules;
    chooses_ = *chooses;
    return {};
}

Result<Guest::Variable> Guest::variable(const std::string& name, const char* causality) const {
    if (fmu_) {
        const auto& all = fmu_->description().variables;
        const FmuVariable* found = fmu_->description().find(name);
        if (found == nullptr || (*causality != '\0' && found->causality != causality)) {
            return tl::unexpected(fault(
                "GST-026",
                found == nullptr
                    ? "it has no variable \"" + name + "\" that is a number"
                    : "its variable \"" + name + "\" is " + found->causality + ", not " + causality,
                near(name, all, [](const FmuVariable& v) { return v.name; })));
        }
        return Variable{found->unit, found->measure, found};
    }
    const auto& all = causality == std::string_view("input") ? inputNames_ : outputNames_;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const GuestVariable& d) { return d.name == name; });
    if (found == all.end() || *causality == '\0') {
        return tl::unexpected(
            fault("GST-026",
                  std::string("it has no ") + (*causality == '\0' ? "start value" : causality) +
                      " \"" + name + '"',
                  near(name, all, [](const GuestVariable& d) { return d.name; })));
    }
    return Variable{found->unit, found->unit.empty() ? std::nullopt : measureOf(found->unit),
                    nullptr};
}

Result<Measure> Guest::measureOfVariable(const GuestFile::Join& join, const Variable& about,
                                         std::string_view ours) const {
    const auto own = measureOf(ours);
    if (!join.unit.empty() && about.measure && measureOf(join.unit) && join.unit != about.unit) {
        return tl::unexpected(
            fault("GST-027",
                  "its \"" + join.variable + "\" is in " + about.unit + ", not in " + join.unit,
                  "leave \"unit\" out where the guest states one"));
    }
    const std::optional<Measure> theirs = about.measure       ? about.measure
                                          : join.unit.empty() ? std::nullopt
                                                              : measureOf(join.unit);
    if (!theirs && join.unit.empty() && about.unit.empty() && own &&
        own->powers == Measure{}.powers) {
        return Measure{};  // numbers on both sides
    }
    if (!own || !theirs) {
        return tl::unexpected(
            fault("GST-027",
                  !own ? "the unit \"" + std::string(ours) + "\" is not known to convert"
                       : "the unit of its \"" + join.variable + "\"" +
                             (about.unit.empty() && join.unit.empty()
                                  ? " is not stated"
                                  : ", \"" + (join.unit.empty() ? about.unit : join.unit) +
                                        "\", is not known"),
                  "state \"unit\": W, kW, K, degC, kg/s, L/s, Pa, %, 1 …"));
    }
    if (!converted(1.0, *own, *theirs)) {
        return tl::unexpected(fault("GST-027",
                                    "its \"" + join.variable + "\" is in " +
                                        (about.unit.empty() ? join.unit : about.unit) +
                                        ", which \"" + std::string(ours) + "\" does not convert to",
                                    "join what measures the same"));
    }
    return *theirs;
}

Result<void> Guest::joinInput(const GuestFile::Join& join, const Simulator& simulator) {
    const auto about = variable(join.variable, "input");
    if (!about) {
        return tl::unexpected(about.error());
    }
    const auto& channels = simulator.channels();
    const auto found = std::find_if(channels.begin(), channels.end(),
                                    [&](const Channel& c) { return c.name == join.channel; });
    if (found == channels.end()) {
        return tl::unexpected(
            fault("GST-026", "the run has no channel \"" + join.channel + '"',
                  near(join.channel, channels, [](const Channel& c) { return c.name; })));
    }
    const models::Unit& unit = found->quantity->unit;
    const auto theirs = measureOfVariable(join, *about, unit.symbol);
    if (!theirs) {
        return tl::unexpected(theirs.error());
    }
    inputs_.push_back({static_cast<std::size_t>(found - channels.begin()), unit.toSi,
                       *measureOf(unit.symbol), *theirs});
    return {};
}

Result<void> Guest::joinOutput(const GuestFile::Join& join, const Project& project) {
    const auto about = variable(join.variable, "output");
    if (!about) {
        return tl::unexpected(about.error());
    }
    const auto place = settingOf(project, join.path + "=");
    if (!place) {
        return tl::unexpected(fault("GST-026", place.error().message, place.error().remedy));
    }
    const models::Attribute* attribute = project.find(place->objectId)->type->find(place->key);
    if (attribute->kind != models::ValueKind::Number &&
        attribute->kind != models::ValueKind::Integer) {
        return tl::unexpected(fault("GST-026", '"' + join.path + "\" is not a number",
                                    "join an attribute that is one"));
    }
    const auto theirs = measureOfVariable(join, *about, attribute->unit.symbol);
    if (!theirs) {
        return tl::unexpected(theirs.error());
    }
    outputs_.push_back({place->objectId, std::string(attribute->key), attribute,
                        std::max(join.least, attribute->minimum),
                        std::min(join.most, attribute->maximum), join.resolution, join.fallback,
                        *measureOf(attribute->unit.symbol), *theirs});
    return {};
}

Result<void> Guest::beginFmu(const std::vector<double>& inputs, double timeS,
                             std::vector<double>& outputs) {
    const auto row = [](const FmuVariable& v) {
        return Json{{"reference", v.reference}, {"type", v.type}};
    };
    const FmuDescription& about = fmu_->description();
    Json question = {{"do", "begin"},           {"version", about.version},
                     {"token", about.token},    {"resources", fmu_->resources().string()},
                     {"from_s", timeS},         {"can_go_back", about.canGoBack},
                     {"least_step_s", 1e-3},    {"values", inputs},
                     {"inputs", Json::array()}, {"outputs", Json::array()},
                     {"start", Json::array()}};
    for (const GuestFile::Join& join : file_.inputs) {
        question["inputs"].push_back(row(*about.find(join.variable)));
    }
    for (const GuestFile::Join& join : file_.outputs) {
        question["outputs"].push_back(row(*about.find(join.variable)));
    }
    for (const auto& [name, value] : file_.start) {
        question["start"].push_back(row(*about.find(name)));
        question["start"].back()["value"] = value;
    }
    const auto said = process_->ask(question, file_.timeoutS);
    if (!said) {
        return tl::unexpected(said.error());
    }
    auto values = guestNumbers(*said, "outputs", file_.outputs.size());
    if (!values) {
        return tl::unexpected(named(values.error()));
    }
    outputs = std::move(*values);
    return {};
}

Result<std::vector<double>> Guest::answer(const std::vector<double>& inputs, double timeS) {
    std::vector<double> outputs;
    if (fmu_ && !begun_) {
        begun_ = true;
        if (auto done = beginFmu(inputs, timeS, outputs); !done) {
            return tl::unexpected(done.error());
        }
        return outputs;
    }
    Json question = {{"do", fmu_ ? "step" : "control"}, {"time_s", timeS}};
    if (fmu_) {
        question["values"] = inputs;
    } else {
        // In the plug-in's own order.
        question["inputs"] = std::vector<double>(inputNames_.size());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const auto at = std::find_if(
                inputNames_.begin(), inputNames_.end(),
                [&](const GuestVariable& d) { return d.name == file_.inputs[i].variable; });
            question["inputs"][static_cast<std::size_t>(at - inputNames_.begin())] = inputs[i];
        }
    }
    const auto said = process_->ask(question, file_.timeoutS);
    if (!said) {
        return tl::unexpected(said.error());
    }
    const auto values =
        guestNumbers(*said, "outputs", fmu_ ? file_.outputs.size() : outputNames_.size());
    if (!values) {
        return tl::unexpected(named(values.error()));
    }
    for (std::size_t i = 0; i < file_.outputs.size(); ++i) {
        std::size_t at = i;
        if (!fmu_) {
            at = static_cast<std::size_t>(std::find_if(outputNames_.begin(), outputNames_.end(),
                                                       [&](const GuestVariable& d) {
                                                           return d.name ==
                                                                  file_.outputs[i].variable;
                                                       }) -
                                          outputNames_.begin());
        }
        outputs.push_back((*values)[at]);
    }
    return outputs;
}

void Guest::want(const Output& out, double wanted, const Project& project,
                 GuestAdvice& advice) const {
    wanted = std::clamp(wanted, out.least, out.most);
    const models::Value& now = project.find(out.objectId)->value(out.key);
    const double* before = std::get_if<double>(&now);
    if (before != nullptr && std::fabs(wanted - *before) <= out.resolution) {
        return;
    }
    const bool isWhole = out.attribute->kind == models::ValueKind::Integer;
    const models::Value value = isWhole
                                    ? models::Value{static_cast<std::int64_t>(std::llround(wanted))}
                                    : models::Value{wanted};
    if (value == now) {
        return;
    }
    advice.edits.emplace_back(SetAttribute{out.objectId, out.key, value});
    advice.words += fmt::format("{}{}: {}.{}={:.6g}", advice.words.empty() ? "" : "; ", name_,
                                out.objectId, out.key, wanted);
}

Result<void> Guest::advise(const std::vector<double>& outputs, const Project& project,
                           GuestAdvice& advice) const {
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
        const Output& out = outputs_[i];
        if (!std::isfinite(outputs[i])) {
            return tl::unexpected(fault("GST-028",
                                        "its \"" + file_.outputs[i].variable + "\" is not a number",
                                        "check what goes into it, or ask who made it"));
        }
        want(out, *converted(outputs[i], out.theirs, out.ours), project, advice);
    }
    return {};
}

GuestAdvice Guest::fallback(const Project& project) const {
    GuestAdvice advice;
    for (const Output& out : outputs_) {
        if (std::isfinite(out.fallback)) {
            want(out, out.fallback, project, advice);
        }
    }
    return advice;
}

Result<void> Guest::orderJobs(const Simulator& simulator, GuestAdvice& advice) {
    const auto frame = simulator.frame();
    Json rows = Json::array();
    std::vector<std::int64_t> ids;
    for (const JobRow& job : frame->jobs) {
        if (job.state == JobState::Completed || job.state == JobState::Failed || job.service ||
            !job.site.empty()) {
            continue;
        }
        ids.push_back(job.id);
        rows.push_back(rowOf(job));
    }
    const auto said = process_->ask(
        {{"do", "schedule"}, {"time_s", simulator.timeS()}, {"jobs", rows}}, file_.timeoutS);
    if (!said) {
        return tl::unexpected(said.error());
    }
    const auto actions =
        guestChoices(*said, "actions", ids.size(), static_cast<int>(std::size(kActions)) - 1);
    if (!actions) {
        return tl::unexpected(named(actions.error()));
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if ((*actions)[i] > 0) {
            JobOrder order;
            order.action = kActions[(*actions)[i]];
            order.job = ids[i];
            advice.orders.push_back(std::move(order));
        }
    }
    return {};
}

Result<void> Guest::sendJobs(const Simulator& simulator, GuestAdvice& advice) {
    const BrokerView view = simulator.brokerView();
    const auto frame = simulator.frame();
    Json sites = Json::array(), jobs = Json::array(), quotes = Json::array();
    std::vector<std::int64_t> ids;
    for (const BrokerView::Site& site : view.sites) {
        sites.push_back(rowOf(site));
    }
    for (const BrokerView::Request& request : view.requests) {
        const auto row = std::find_if(frame->jobs.begin(), frame->jobs.end(),
                                      [&](const JobRow& job) { return job.id == request.job; });
        if (row == frame->jobs.end()) {
            continue;  // far behind in a long line: it is asked about once it has come up
        }
        ids.push_back(row->id);
        jobs.push_back(rowOf(*row));
        for (const Quote& quote : request.quotes) {
            quotes.push_back(rowOf(quote));
        }
    }
    if (ids.empty()) {
        return {};
    }
    const auto said = process_->ask({{"do", "broker"},
                                     {"time_s", simulator.timeS()},
                                     {"sites", sites},
                                     {"jobs", jobs},
                                     {"quotes", quotes}},
                                    file_.timeoutS);
    if (!said) {
        return tl::unexpected(said.error());
    }
    const auto choices =
        guestChoices(*said, "choices", ids.size(), static_cast<int>(view.sites.size()) - 1);
    if (!choices) {
        return tl::unexpected(named(choices.error()));
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if ((*choices)[i] > 0) {
            JobOrder order;
            order.action = JobAction::Send;
            order.job = ids[i];
            order.site = view.sites[static_cast<std::size_t>((*choices)[i])].id;
            advice.orders.push_back(std::move(order));
        }
    }
    return {};
}

Result<GuestAdvice> Guest::ask(const Simulator& simulator, const Project& project) {
    GuestAdvice advice;
    const double timeS = simulator.timeS();
    std::vector<double> values(simulator.channels().size()), inputs;
    simulator.sample(values);
    for (const Input& input : inputs_) {
        inputs.push_back(*converted(values[input.channel] / input.toSi, input.ours, input.theirs));
    }
    if (std::any_of(inputs.begin(), inputs.end(), [](double v) { return !std::isfinite(v); })) {
        return advice;  // as before the first step: it is asked again before the next one
    }
    nextS_ = timeS + file_.everyS;
    if (controls_) {
        const auto outputs = answer(inputs, timeS);
        if (!outputs) {
            return tl::unexpected(outputs.error());
        }
        if (auto done = advise(*outputs, project, advice); !done) {
            return tl::unexpected(done.error());
        }
    }
    if (schedules_) {
        if (auto done = orderJobs(simulator, advice); !done) {
            return tl::unexpected(done.error());
        }
    }
    if (chooses_) {
        if (auto done = sendJobs(simulator, advice); !done) {
            return tl::unexpected(done.error());
        }
    }
    return advice;
}

}  // namespace headroom::engine
