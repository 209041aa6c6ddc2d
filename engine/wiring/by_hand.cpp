// SPDX-License-Identifier: Apache-2.0
#include "engine/wiring/by_hand.h"

#include "engine/document/order.h"
#include "engine/power/drawn_network.h"
#include "models/facility/cdu_group.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/hall.h"
#include "models/facility/rack_block.h"

#include <algorithm>
#include <optional>

namespace headroom::engine {

namespace {

using Names = std::vector<std::string>;

Names namesOf(const Object& object, std::string_view key) {
    const auto* names = std::get_if<Names>(&object.value(key));
    return names != nullptr ? *names : Names{};
}

std::string nameOf(const Project& project, const std::string& id) {
    const Object* object = project.find(id);
    const auto* name = object == nullptr || object->type->find("name") == nullptr
                           ? nullptr
                           : std::get_if<std::string>(&object->value("name"));
    return name == nullptr || name->empty() ? id : *name;
}

/// The attribute that feeds a part of an object: its own where it states it, else that of all.
std::string keyOf(const Object& object, const char* own) {
    return namesOf(object, own).empty() ? "feeds" : own;
}

/// Everything that takes power, in the order of the simulation.
struct Takers {
    Names halls;
    std::vector<RackFeeds> racks;
    std::vector<MachineFeeds> machines;
    std::vector<const Object*> blocks, hallObjects, cduGroups, loops;

    explicit Takers(const Project& whole)
        : blocks(whole.objectsOf("rack_block")),
          hallObjects(whole.objectsOf("hall")),
          cduGroups(whole.objectsOf("cdu_group")),
          loops(whole.objectsOf("cooling_loop")) {
        for (const Object* block : blocks) {
            const auto b = specOf<models::RackBlockSpec>(*block);
            racks.push_back({b.feeds, b.cords, b.rows, b.racksPerRow});
        }
        const auto add = [this](PowerLoadKind kind, std::size_t index, const Names& feeds) {
            machines.push_back({kind, static_cast<int>(index), feeds});
        };
        for (std::size_t i = 0; i < hallObjects.size(); ++i) {
            halls.push_back(hallObjects[i]->id);
            add(PowerLoadKind::HallIt, i, namesOf(*hallObjects[i], "feeds"));
            add(PowerLoadKind::Fans, i,
                namesOf(*hallObjects[i], keyOf(*hallObjects[i], "fan_feeds")));
        }
        for (std::size_t i = 0; i < cduGroups.size(); ++i) {
            add(PowerLoadKind::CduPumps, i, namesOf(*cduGroups[i], "feeds"));
        }
        for (std::size_t i = 0; i < loops.size(); ++i) {
            add(PowerLoadKind::HeatRejection, i, namesOf(*loops[i], "feeds"));
            add(PowerLoadKind::LoopPumps, i, namesOf(*loops[i], keyOf(*loops[i], "pump_feeds")));
        }
    }

    std::vector<PowerConsumer> consumers(const PowerNetwork& network) const {
        std::vector<PowerConsumer> all;
        Names blockOf;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            blockOf.insert(blockOf.end(),
                           static_cast<std::size_t>(racks[b].rows) *
                               static_cast<std::size_t>(racks[b].racksPerRow),
                           blocks[b]->id);
        }
        const auto machine = [&all](const std::vector<const Object*>& objects, std::size_t index,
                                    const char* own) {
            if (index >= objects.size()) {
                return false;
            }
            all.push_back(
                {objects[index]->id, own == nullptr ? "feeds" : keyOf(*objects[index], own)});
            return true;
        };
        for (const PowerLoad& load : network.loads) {
            const auto index = static_cast<std::size_t>(load.index);
            bool isKnown = false;
            switch (load.kind) {
                case PowerLoadKind::Rack:
                    isKnown = index < blockOf.size();
                    if (isKnown) {
                        all.push_back({blockOf[index], "feeds"});
                    }
                    break;
                case PowerLoadKind::HallIt:
                    isKnown = machine(hallObjects, index, nullptr);
                    break;
                case PowerLoadKind::Fans:
                    isKnown = machine(hallObjects, index, "fan_feeds");
                    break;
                case PowerLoadKind::CduPumps:
                    isKnown = machine(cduGroups, index, nullptr);
                    break;
                case PowerLoadKind::LoopPumps:
                    isKnown = machine(loops, index, "pump_feeds");
                    break;
                case PowerLoadKind::HeatRejection:
                    isKnown = machine(loops, index, nullptr);
                    break;
            }
            if (!isKnown) {
                return {};
            }
        }
        return all;
    }
};

/// The kind of a power unit's part; nothing for what is none or names none.
const PowerUnit* unitOf(const PowerNetwork& network, const std::string& id) {
    const int array = network.arrayOf(id);
    if (array < 0 || network.arrays[static_cast<std::size_t>(array)].units == 0) {
        return nullptr;
    }
    const int first = network.arrays[static_cast<std::size_t>(array)].firstUnit;
    return &network.units[static_cast<std::size_t>(first)];
}

Error copyError(const std::string& id) {
    return {"WIR-004",
            "'" + id + "' is a copy of a block's member.",
            "Connect the member, or state the feeds of the copy in the inspector.",
            {},
            {},
            0};
}

/// Why that consumer cannot hang on such a source, in any wiring.
std::optional<Error> refusal(const Project& project, const PowerNetwork& network,
                             const PowerUnit& from, const PowerConsumer& consumer) {
    const std::string name = nameOf(project, consumer.object);
    const Object* object = project.find(consumer.object);
    if (object == nullptr) {
        return copyError(consumer.object);
    }
    if (object->type->find(consumer.key) == nullptr) {
        return Error{
            "WIR-003", name + " takes no power.", "Choose a power unit, racks or machines.", {}, {},
            0};
    }
    if (consumer.key != "sources") {
        if (infoOf(from.kind).feedRank < 0) {
            return Error{"WIR-002",
                         "Racks and machines do not hang on a " +
                             std::string(powerKindName(from.kind)) + ".",
                         "Connect them to a switchboard, a UPS, a transfer switch or a PDU.",
                         {},
                         {},
                         0};
        }
        return std::nullopt;
    }
    const PowerUnit* to = unitOf(network, consumer.object);
    if (to != nullptr && isSource(to->kind)) {
        return Error{"WIR-003",
                     name + " is a source itself: a " + powerKindName(to->kind) +
                         " takes no power from another.",
                     "Drag from it to what it feeds.",
                     {},
                     {},
                     0};
    }
    return std::nullopt;
}

/// A fault that was not there before.
std::optional<Error> newFault(const Errors& before, const Errors& after) {
    for (const Error& error : after) {
        const bool was = std::any_of(before.begin(), before.end(), [&](const Error& e) {
            return e.code == error.code && e.message == error.message;
        });
        if (!was && error.code != "SIM-022") {  // something still lacks a source: being wired
            return error;
        }
    }
    return std::nullopt;
}

}  // namespace

WiringSketch sketchWiring(const Project& project, const Catalogue& catalogue) {
    const Project whole = asBuilt(project);
    const Takers takers(whole);
    DrawnNetwork drawn =
        drawPowerNetwork(whole, catalogue, takers.halls, takers.racks, takers.machines);
    WiringSketch sketch;
    sketch.consumers = takers.consumers(drawn.network);
    sketch.network = std::make_shared<const PowerNetwork>(std::move(drawn.network));
    sketch.faults = std::move(drawn.faults);
    return sketch;
}

std::vector<PowerConsumer> consumersOf(const Project& project, const PowerNetwork& network) {
    const Project whole = asBuilt(project);
    return Takers(whole).consumers(network);
}

Result<std::vector<Edit>> joinByHand(const Project& project, const Catalogue& catalogue,
                                     const std::string& source,
                                     const std::vector<PowerConsumer>& consumers) {
    const WiringSketch before = sketchWiring(project, catalogue);
    const PowerUnit* from = unitOf(*before.network, source);
    if (project.find(source) == nullptr) {
        return tl::unexpected(copyError(source));
    }
    if (from == nullptr) {
        return tl::unexpected(Error{"WIR-002",
                                    nameOf(project, source) + " gives no power.",
                                    "Drag from a power unit.",
                                    {},
                                    {},
                                    0});
    }
    std::vector<Edit> edits;
    for (const PowerConsumer& consumer : consumers) {
        if (auto error = refusal(project, *before.network, *from, consumer)) {
            return tl::unexpected(std::move(*error));
        }
        if (consumer.object == source) {
            return tl::unexpected(Error{"SIM-021",
                                        nameOf(project, source) + " would feed itself.",
                                        "Drag to another unit.",
                                        {},
                                        {},
                                        0});
        }
        Names names = namesOf(*project.find(consumer.object), consumer.key);
        if (std::find(names.begin(), names.end(), source) == names.end()) {
            names.push_back(source);
            edits.push_back(SetAttribute{consumer.object, consumer.key, std::move(names)});
        }
    }
    if (edits.empty()) {
        return tl::unexpected(
            Error{"WIR-001",
                  (consumers.empty() ? std::string("Nothing here")
                                     : nameOf(project, consumers.front().object)) +
                      " hangs on " + nameOf(project, source) + " already.",
                  "Choose another one.",
                  {},
                  {},
                  0});
    }
    Project after = project;
    if (auto applied = applyAll(after, catalogue, edits); !applied) {
        return tl::unexpected(applied.error());
    }
    if (auto fault = newFault(before.faults, sketchWiring(after, catalogue).faults)) {
        if (fault->code == "SIM-021") {
            fault->message = nameOf(project, consumers.front().object) +
                             " would feed itself through " + nameOf(project, source) + ".";
            fault->remedy =
                "Draw the line the other way round, or take one of the ring away first.";
        }
        return tl::unexpected(std::move(*fault));
    }
    return edits;
}

Result<std::vector<Edit>> cutByHand(const Project& project, const std::string& source,
                                    const std::vector<PowerConsumer>& consumers) {
    std::vector<Edit> edits;
    for (const PowerConsumer& consumer : consumers) {
        const Object* object = project.find(consumer.object);
        if (object == nullptr) {
            return tl::unexpected(copyError(consumer.object));
        }
        if (object->type->find(consumer.key) == nullptr) {
            continue;
        }
        Names names = namesOf(*object, consumer.key);
        if (std::erase(names, source) > 0) {
            SetAttribute edit{consumer.object, consumer.key, {}};
            if (!names.empty()) {
                edit.value = std::move(names);
            }
            edits.emplace_back(std::move(edit));
        }
    }
    if (edits.empty()) {
        return tl::unexpected(Error{"WIR-005",
                                    "Nothing hangs on " + nameOf(project, source) + " here.",
                                    "Choose a line that is drawn.",
                                    {},
                                    {},
                                    0});
    }
    return edits;
}

}  // namespace headroom::engine
