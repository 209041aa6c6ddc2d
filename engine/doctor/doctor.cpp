// SPDX-License-Identifier: Apache-2.0
#include "engine/doctor/doctor.h"

#include "engine/base/memory.h"
#include "engine/base/team.h"
#include "engine/cooling/network.h"
#include "engine/experiment/run_until.h"
#include "engine/plant/plant.h"
#include "engine/power/network.h"
#include "engine/run/order_text.h"
#include "engine/run/simulator.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <sys/utsname.h>
#include <utility>
#include <variant>

namespace headroom::engine {

namespace {

struct Fact {
    std::string subject, value;
};

struct Size {
    std::string subject;
    double count = 0.0;
    std::string unit;
};

struct PathStep {
    std::string step;
    double timeS = std::numeric_limits<double>::quiet_NaN();
    std::string kind, subject, text;
    std::int64_t depth = 0;
};

SheetColumn doctorColumn(const char* key, const char* label, const char* why) {
    return {.key = key, .label = label, .why = why};
}

std::string systemName() {
    struct utsname about {};

    return ::uname(&about) == 0
               ? fmt::format("{} {} {}", about.sysname, about.release, about.machine)
               : std::string();
}

/// Causes between an event and the order, through events that are known. Nothing if the event follows from something else.
std::optional<std::int64_t> depthOf(const Event& event,
                                    const std::map<std::int64_t, std::int64_t>& known) {
    if (event.cause < 0) {
        return std::nullopt;
    }
    const auto cause = known.find(event.cause);
    return cause == known.end() ? std::nullopt : std::optional(cause->second + 1);
}

Sheet pathSheet(const std::string& words, const std::vector<PathStep>& steps) {
    using Field = SheetField<PathStep>;
    const std::vector<Field> fields = {
        {doctorColumn("step", "step", "Step of the order."),
         [](const PathStep& s) { return SheetCell(s.step); }},
        {{.key = "time_s", .label = "time", .unit = "s", .why = "Time of the run.", .digits = 1},
         [](const PathStep& s) { return SheetCell(s.timeS); }},
        {doctorColumn("kind", "kind", "Kind of the event."),
         [](const PathStep& s) { return SheetCell(s.kind); }},
        {doctorColumn("subject", "subject", "Part or job."),
         [](const PathStep& s) { return SheetCell(s.subject); }},
        {doctorColumn("text", "text", "The step in words."),
         [](const PathStep& s) { return SheetCell(s.text); }},
        {{.key = "depth", .label = "depth", .why = "Causes between the order and the event."},
         [](const PathStep& s) { return SheetCell(s.depth); }}};
    return sheetOf("order", "Path of the order \"" + words + "\"",
                   "From its words to the events that it caused.", fields, steps);
}

}  // namespace

Sheet doctorVersions(const std::string& version, const std::filesystem::path& data,
                     const Catalogue& catalogue) {
    const std::vector<Fact> facts = {
        {"headroom", version},
        {"compiler", __VERSION__},
#ifdef NDEBUG
        {"build", "release"},
#else
        {"build", "debug"},
#endif
        {"fmt",
         fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
        {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                      NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
        {"system", systemName()},
        {"threads", std::to_string(threadsFor(0))},
        {"memory free", memoryText(static_cast<double>(memoryLeft()))},
        {"data folder", data.string()},
        {"catalogue", catalogue.fingerprint()}};
    const std::vector<SheetField<Fact>> fields = {
        {doctorColumn("subject", "subject", "Part of the installation."),
         [](const Fact& f) { return SheetCell(f.subject); }},
        {doctorColumn("value", "value", "Its version or value."),
         [](const Fact& f) { return SheetCell(f.value); }}};
    return sheetOf("versions", "Versions", "The program, what it was built with, and the machine.",
                   fields, facts);
}

ResultAll<Sheet> doctorSizes(const Project& project, const Catalogue& catalogue) {
    const auto begin = std::chrono::steady_clock::now();
    const auto made = Simulator::create(project, catalogue, {});
    if (!made) {
        return tl::unexpected(made.error());
    }
    const double compiledS =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto plant = (*made)->sharedPlant();
    std::vector<Size> sizes;
    std::map<std::string, int> objects;
    for (const Object& object : project.objects) {
        ++objects[object.type != nullptr ? std::string(object.type->id) : "(unknown)"];
    }
    for (const auto& [type, count] : objects) {
        sizes.push_back({"object " + type, static_cast<double>(count), ""});
    }
    double racks = 0.0, servers = 0.0, accelerators = 0.0;
    for (const PlantBlock& block : plant->blocks) {
        racks += block.racks;
        accelerators += static_cast<double>(block.racks) * block.acceleratorsPerRack;
    }
    for (const PlantPool& pool : plant->pools) {
        servers += pool.servers;
    }
    const auto add = [&sizes](const char* subject, auto count) {
        sizes.push_back({subject, static_cast<double>(count), ""});
    };
    add("plant halls", plant->halls.size());
    add("plant blocks", plant->blocks.size());
    add("plant rows", plant->rows.size());
    add("plant racks", racks);
    add("plant servers", servers);
    add("plant accelerators", accelerators);
    add("plant pools", plant->pools.size());
    add("plant CDU groups", plant->cdus.size());
    add("plant loops", plant->loops.size());
    if (plant->cooling) {
        add("coolant circuits", plant->cooling->circuits.size());
        add("coolant nodes", plant->cooling->nodes.size());
        add("coolant links", plant->cooling->links.size());
    }
    if (plant->network) {
        add("wiring units", plant->network->units.size());
        add("wiring edges", plant->network->edges.size());
        add("wiring loads", plant->network->loads.size());
        add("wiring subnetworks", plant->network->subnetworks.size());
    }
    add("services", plant->services.size());
    add("remote sites", plant->remotes.size());
    add("hazards", plant->hazards.size());
    add("drills", plant->drills.size());
    sizes.push_back({"state", static_cast<double>((*made)->saveState().size()), "B"});
    sizes.push_back({"compile time", compiledS, "s"});
    const std::vector<SheetField<Size>> fields = {
        {doctorColumn("subject", "subject", "Subject of the count."),
         [](const Size& s) { return SheetCell(s.subject); }},
        {doctorColumn("count", "count", "How many there are."),
         [](const Size& s) { return SheetCell(s.count); }},
        {doctorColumn("unit", "unit", "Unit of the count."),
         [](const Size& s) { return SheetCell(s.unit); }}};
    return sheetOf("sizes", "Sizes", "Objects of the project, and the compiled plant.", fields,
                   sizes);
}

ResultAll<Sheet> doctorOrder(const Project& project, const Catalogue& catalogue,
                             const DoctorOrder& order) {
    const auto command = orderFromText(order.words, order.atS);
    if (!command) {
        return tl::unexpected(
            Errors{Error{"DOC-001",
                         fmt::format("\"{}\" is not an order: {}", order.words, command.error()),
                         std::string("Write ") + kOrderForm,
                         {},
                         {},
                         0}});
    }
    auto made = Simulator::create(project, catalogue, {});
    if (!made) {
        return tl::unexpected(made.error());
    }
    Simulator& simulator = **made;
    if (const auto ran = runUntil(simulator, command->timeS); !ran) {
        return tl::unexpected(Errors{ran.error()});
    }
    std::vector<PathStep> steps;
    const auto* plant = std::get_if<PlantOrder>(&command->what);
    const std::string read =
        plant != nullptr ? orderWords(*plant) : orderWords(std::get<JobOrder>(command->what));
    steps.push_back(
        {"read", command->timeS, {}, plant != nullptr ? plant->unit : std::string("job"), read, 0});
    if (const auto misfit = simulator.misfit(*command)) {
        steps.push_back(
            {"not taken", simulator.timeS(), {}, {}, misfit->what + ": " + misfit->remedy, 0});
        return pathSheet(order.words, steps);
    }
    static_cast<void>(simulator.takeEvents());
    give(simulator, *command);
    // The order itself is the first event, which has no cause; others have that or one of these.
    std::map<std::int64_t, std::int64_t> known;
    const auto take = [&](std::span<const Event> events, bool isOrder) {
        for (const Event& event : events) {
            const auto depth =
                isOrder && known.empty() ? std::optional<std::int64_t>(0) : depthOf(event, known);
            if (depth) {
                known[event.id] = *depth;
                steps.push_back({*depth == 0 ? "taken" : "follows", event.timeS,
                                 eventKindName(event.kind), event.subject, std::string(event.text),
                                 *depth});
            }
        }
    };
    take(simulator.takeEvents(), true);
    RunHooks hooks;
    hooks.after = [&](Simulator& now) {
        take(now.takeEvents(), false);
        return true;
    };
    if (const auto ran = runUntil(simulator, command->timeS + order.untilS, hooks); !ran) {
        return tl::unexpected(Errors{ran.error()});
    }
    if (known.empty()) {
        steps.push_back({"taken", simulator.timeS(), {}, {}, "No event followed.", 0});
    }
    return pathSheet(order.words, steps);
}

}  // namespace headroom::engine
