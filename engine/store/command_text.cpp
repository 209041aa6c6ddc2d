// SPDX-License-Identifier: Apache-2.0
#include "engine/store/command_text.h"

#include "engine/base/json.h"
#include "models/facility/drill.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <type_traits>

namespace headroom::engine {

namespace {

using CommandJson = nlohmann::ordered_json;

/// Calls put(key, member, usual) for each figure of an order.
template <class Order, class Put>
void eachOf(Order& o, Put&& put) {
    const PlantOrder usual;
    put("unit", o.unit, usual.unit);
    put("instance", o.instance, usual.instance);
    put("incomer", o.incomer, usual.incomer);
    put("count", o.count, usual.count);
}

template <class Order, class Put>
void eachOfJob(Order& o, Put&& put) {
    const JobOrder usual;
    put("job", o.job, usual.job);
    put("checkpoint_first", o.checkpointFirst, usual.checkpointFirst);
    put("site", o.site, usual.site);
    put("like", o.like, usual.like);
    put("name", o.name, usual.name);
    put("tenant", o.tenant, usual.tenant);
    put("accelerator", o.accelerator, usual.accelerator);
    put("profile", o.profile, usual.profile);
    put("accelerators", o.accelerators, usual.accelerators);
    put("run_s", o.runS, usual.runS);
    put("priority", o.priority, usual.priority);
}

/// Words of the choices are in the table of drills.
std::string_view word(std::string_view key, int value) {
    return models::DrillSpec::type().find(key)->choices[static_cast<std::size_t>(value)];
}

template <class Enum>
bool take(const CommandJson& j, const char* key, Enum& place) {
    const auto found = j.find(key);
    if (found == j.end()) {
        return true;
    }
    const auto& choices = models::DrillSpec::type().find(key)->choices;
    for (std::size_t i = 0; found->is_string() && i < choices.size(); ++i) {
        if (choices[i] == found->get_ref<const std::string&>()) {
            place = static_cast<Enum>(i);
            return true;
        }
    }
    return false;
}

const auto writeTo = [](CommandJson& j) {
    return [&j](const char* key, const auto& value, const auto& usual) {
        if (value != usual) {
            j[key] = value;
        }
    };
};

const auto readFrom = [](const CommandJson& j) {
    return [&j](const char* key, auto& value, const auto&) {
        if (const auto found = j.find(key); found != j.end()) {
            value = found->get<std::remove_cvref_t<decltype(value)>>();
        }
    };
};

CommandJson jsonOf(const PlantOrder& o) {
    CommandJson j{{"action", models::wordOf(o.action)}};
    eachOf(o, writeTo(j));
    const PlantOrder usual;
    if (o.machine != usual.machine) {
        j["machine"] = word("machine", static_cast<int>(o.machine));
    }
    if (o.part != usual.part) {
        j["part"] = word("part", static_cast<int>(o.part));
    }
    if (o.level != usual.level) {
        j["level"] = word("level", static_cast<int>(o.level));
    }
    if (!std::isnan(o.durationS)) {
        j["duration_s"] = o.durationS;
    }
    if (!std::isnan(o.amount)) {
        j["amount"] = o.amount;
    }
    return j;
}

bool read(const CommandJson& j, PlantOrder& o) {
    eachOf(o, readFrom(j));
    if (j.contains("duration_s")) {
        o.durationS = j["duration_s"].get<double>();
    }
    if (j.contains("amount")) {
        o.amount = j["amount"].get<double>();
    }
    return take(j, "action", o.action) && take(j, "machine", o.machine) &&
           take(j, "part", o.part) && take(j, "level", o.level);
}

CommandJson jsonOf(const JobOrder& o) {
    CommandJson j{{"action", wordOf(o.action)}};
    eachOfJob(o, writeTo(j));
    return j;
}

bool read(const CommandJson& j, JobOrder& o) {
    eachOfJob(o, readFrom(j));
    const CommandJson& action = j.at("action");
    for (int i = static_cast<int>(JobAction::Submit); i <= static_cast<int>(JobAction::Send); ++i) {
        if (action == wordOf(static_cast<JobAction>(i))) {
            o.action = static_cast<JobAction>(i);
            return true;
        }
    }
    return false;
}

CommandJson jsonOf(const DesignChange& c) {
    return {{"words", c.words}, {"project", *c.projectText}};
}

bool read(const CommandJson& j, DesignChange& c) {
    c.words = j.at("words").get<std::string>();
    c.projectText = std::make_shared<const std::string>(j.at("project").get<std::string>());
    return true;
}

CommandJson jsonOf(const AirFractions& a) {
    return {{"hall", a.hall}, {"fractions", a.fractions}};
}

bool read(const CommandJson& j, AirFractions& a) {
    a.hall = j.at("hall").get<int>();
    a.fractions = j.at("fractions").get<std::vector<double>>();
    return true;
}

CommandJson jsonOf(const Remark& r) {
    return {{"subject", r.subject}, {"text", r.text}};
}

bool read(const CommandJson& j, Remark& r) {
    r.subject = j.at("subject").get<std::string>();
    r.text = j.at("text").get<std::string>();
    return true;
}

/// In the order of Command::what.
constexpr const char* kKinds[] = {"plant", "job", "design", "air", "remark"};

template <class What>
std::optional<Command> read(double timeS, const CommandJson& j) {
    What what;
    if (!read(j, what)) {
        return std::nullopt;
    }
    return Command{timeS, std::move(what)};
}

}  // namespace

CommandText textOf(const Command& command) {
    return {kKinds[command.what.index()],
            std::visit([](const auto& what) { return jsonText(jsonOf(what)); }, command.what)};
}

std::optional<Command> commandOf(double timeS, std::string_view kind, std::string_view data) {
    const CommandJson j = parseJson<CommandJson>(data);
    if (!j.is_object()) {
        return std::nullopt;
    }
    try {
        if (kind == kKinds[0]) {
            return read<PlantOrder>(timeS, j);
        }
        if (kind == kKinds[1]) {
            return read<JobOrder>(timeS, j);
        }
        if (kind == kKinds[2]) {
            return read<DesignChange>(timeS, j);
        }
        if (kind == kKinds[3]) {
            return read<AirFractions>(timeS, j);
        }
        if (kind == kKinds[4]) {
            return read<Remark>(timeS, j);
        }
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;  // of another kind than it should be, or missing
    }
    return std::nullopt;
}

}  // namespace headroom::engine
