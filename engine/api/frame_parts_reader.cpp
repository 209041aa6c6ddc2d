// SPDX-License-Identifier: Apache-2.0
#include "engine/api/frame_part_columns.h"
#include "engine/api/frame_parts.h"
#include "engine/fabric/topology/topology.h"
#include "engine/power/network.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <span>

namespace headroom::engine {

namespace {

using PartJson = nlohmann::json;

constexpr float kNoFloat = std::numeric_limits<float>::quiet_NaN();
constexpr double kNoDouble = std::numeric_limits<double>::quiet_NaN();

// Reading: what is missing keeps its value; what is of another kind than it should be throws, and is caught once.

double numberOf(const PartJson& value) {
    return value.is_null() ? kNoDouble : value.get<double>();
}

/// A list of that length, or what is not a list.
bool isList(const PartJson& json, std::string_view key, std::size_t size) {
    const auto at = json.find(key);
    return at != json.end() && at->is_array() && at->size() == size;
}

template <class T, class V>
bool readColumns(const PartJson& json, std::span<const PartColumn<T, V>> columns,
                 std::vector<T>& rows) {
    for (const auto& column : columns) {
        if (!isList(json, column.key, rows.size())) {
            return false;
        }
        const PartJson& list = json[column.key];
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].*column.value = static_cast<V>(numberOf(list[i]) * column.toSi);
        }
    }
    return true;
}

/// The state of that word; the first one where there is none.
template <class State, class Name>
State stateOf(const std::string& word, State last, const Name& name) {
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (word == name(static_cast<State>(i))) {
            return static_cast<State>(i);
        }
    }
    return State{};
}

template <class T, class Read>
bool readWords(const PartJson& json, std::string_view key, std::vector<T>& rows, const Read& read) {
    if (!isList(json, key, rows.size())) {
        return false;
    }
    const PartJson& list = json[key];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        read(rows[i], list[i]);
    }
    return true;
}

std::size_t rowsOf(const PartJson& json, std::string_view key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_array() ? at->size() : 0;
}

bool readConditions(const PartJson& json, Frame& frame) {
    frame.rackConditions.assign(frame.racks.front().size(), Condition::Normal);
    for (const PartJson& one : json) {
        const auto rack = one.at(0).get<std::size_t>();
        const auto word = one.at(1).get<std::string>();
        const auto info = std::find_if(kConditions.begin(), kConditions.end(),
                                       [&](const ConditionInfo& c) { return c.word == word; });
        if (rack >= frame.rackConditions.size()) {
            return false;
        }
        frame.rackConditions[rack] =
            info == kConditions.end() ? Condition::Impaired : info->condition;
    }
    return true;
}

bool readPower(const PartJson& json, Frame& frame) {
    const PartJson& units = json.at("units");
    const PartJson& lines = json.at("lines");
    frame.powerUnits.resize(rowsOf(units, "state"));
    frame.powerEdges.resize(rowsOf(lines, "breaker"));
    return readWords(units, "state", frame.powerUnits,
                     [](PowerUnitNow& u, const PartJson& word) {
                         u.state = stateOf(word.get<std::string>(), PowerUnitState::Transferring,
                                           powerUnitStateName);
                     }) &&
           readWords(units, "modules_out", frame.powerUnits,
                     [](PowerUnitNow& u, const PartJson& n) { u.modulesOut = n.get<int>(); }) &&
           readColumns<PowerUnitNow, float>(units, kUnitColumns, frame.powerUnits) &&
           readWords(lines, "breaker", frame.powerEdges,
                     [](PowerEdgeNow& e, const PartJson& word) {
                         e.breaker = stateOf(word.get<std::string>(), BreakerState::Tripped,
                                             breakerStateName);
                     }) &&
           readColumns<PowerEdgeNow, float>(lines, kLineColumns, frame.powerEdges);
}

bool readCooling(const PartJson& json, Frame& frame) {
    const PartJson& nodes = json.at("nodes");
    const PartJson& links = json.at("links");
    frame.coolingNodes.resize(rowsOf(nodes, kNodeColumns.front().key));
    frame.coolingLinks.resize(rowsOf(links, "state"));
    return readColumns<CoolingNodeNow, float>(nodes, kNodeColumns, frame.coolingNodes) &&
           readWords(links, "state", frame.coolingLinks,
                     [](CoolingLinkNow& l, const PartJson& word) {
                         l.state = stateOf(word.get<std::string>(), CoolingLinkState::Isolated,
                                           coolingLinkStateName);
                     }) &&
           readColumns<CoolingLinkNow, float>(links, kLinkColumns, frame.coolingLinks);
}

void readFloats(const PartJson& json, std::vector<float>& values, double toSi) {
    values.clear();
    for (const PartJson& one : json) {
        values.push_back(one.is_null() ? kNoFloat : static_cast<float>(one.get<double>() * toSi));
    }
}

bool readFabric(const PartJson& json, FabricsNow& now) {
    now = {};
    const PartJson& bundles = json.at("bundles");
    now.bundles.resize(rowsOf(bundles, "faulty"));
    if (!readColumns<BundleNow, float>(bundles, kBundleColumns, now.bundles) ||
        !readWords(bundles, "faulty", now.bundles,
                   [](BundleNow& b, const PartJson& n) { b.faulty = n.get<std::int16_t>(); }) ||
        !readWords(bundles, "cut", now.bundles,
                   [](BundleNow& b, const PartJson& n) { b.cut = n.get<std::int16_t>(); })) {
        return false;
    }
    readFloats(json.at("leaf_pct"), now.leafUtilization, kPercent);
    readFloats(json.at("power_kw"), now.powerW, kKilo);
    for (const PartJson& one : json.at("links")) {
        LinkOverride link;
        link.fabric = one.at("fabric").get<std::int32_t>();
        link.link = one.at("link").get<LinkId>();
        link.factor = numberOf(one.at("factor"));
        link.fault =
            stateOf(one.at("fault").get<std::string>(), LinkFault::PauseStorm, linkFaultName);
        link.cause = one.at("cause").get<std::int64_t>();
        now.overrides.push_back(link);
    }
    for (const PartJson& one : json.at("jobs")) {
        JobFootprint job;
        job.job = one.at("job").get<std::int64_t>();
        job.fabric = one.at("fabric").get<std::int32_t>();
        job.endpoints = one.at("endpoints").get<int>();
        job.leaves = one.at("leaves").get<int>();
        job.groups = one.at("groups").get<int>();
        job.hottest = one.at("hottest").get<std::int32_t>();
        for (const auto& column : kFootprintColumns) {
            job.*column.value = numberOf(one.at(column.key)) * column.toSi;
        }
        job.bundles = one.at("bundles").get<std::vector<std::int32_t>>();
        readFloats(one.at("loads_mb_per_s"), job.loads, kMega);
        now.jobs.push_back(std::move(job));
    }
    for (const PartJson& fabric : json.at("counters")) {
        auto& tiers = now.counters.emplace_back();
        if (fabric.size() != tiers.size()) {
            return false;
        }
        for (std::size_t t = 0; t < tiers.size(); ++t) {
            for (const auto& column : kCounterColumns) {
                tiers[t].*column.value = numberOf(fabric[t].at(column.key));
            }
        }
    }
    return true;
}

/// Nothing was reported yet, or as many as the design has.
bool isNoneOrAll(std::size_t told, std::size_t all) {
    return told == 0 || told == all;
}

bool isIn(std::int64_t index, std::size_t size) {
    return index >= 0 && static_cast<std::size_t>(index) < size;
}

/// A link of a fabric, or of a line between sites: lines are numbered behind the fabrics, and have two links each.
bool isLink(const LinkOverride& told, const FabricNetwork& network) {
    constexpr int kWanLinks = 2;
    const std::size_t fabrics = network.fabrics.size();
    if (!isIn(told.fabric, fabrics)) {
        return isIn(told.fabric, fabrics + network.wans.size()) && told.link >= 0 &&
               told.link < kWanLinks;
    }
    const auto& topology = network.fabrics[static_cast<std::size_t>(told.fabric)].topology;
    return topology != nullptr && told.link >= 0 && told.link < topology->links();
}

bool fitsFabrics(const FabricsNow& now, const FabricNetwork& network) {
    const std::size_t fabrics = network.fabrics.size();
    const auto bundles = static_cast<std::size_t>(network.bundles());
    const auto leaves =
        static_cast<std::size_t>(network.firstLeaf.empty() ? 0 : network.firstLeaf.back());
    const auto isBundle = [&](std::int32_t bundle) { return isIn(bundle, bundles); };
    return isNoneOrAll(now.bundles.size(), bundles) &&
           isNoneOrAll(now.leafUtilization.size(), leaves) &&
           isNoneOrAll(now.counters.size(), fabrics) && isNoneOrAll(now.powerW.size(), fabrics) &&
           std::all_of(now.overrides.begin(), now.overrides.end(),
                       [&](const LinkOverride& o) { return isLink(o, network); }) &&
           std::all_of(now.jobs.begin(), now.jobs.end(), [&](const JobFootprint& job) {
               return isIn(job.fabric, fabrics + network.wans.size()) &&
                      (job.hottest == -1 || isBundle(job.hottest)) &&
                      job.bundles.size() == job.loads.size() &&
                      std::all_of(job.bundles.begin(), job.bundles.end(), isBundle);
           });
}

/// Views index what a frame tells by the frame's own design, so a server of another design, or one that lies, is refused here.
bool fitsDesign(const Frame& frame) {
    const auto sizeOf = [](const auto& network, const auto& list) {
        return network ? list(*network) : std::size_t{0};
    };
    const auto units = sizeOf(frame.network, [](const PowerNetwork& n) {
        return static_cast<std::size_t>(n.units.size());
    });
    const auto edges = sizeOf(frame.network, [](const PowerNetwork& n) {
        return static_cast<std::size_t>(n.edges.size());
    });
    const auto nodes = sizeOf(frame.cooling, [](const CoolingNetwork& n) {
        return static_cast<std::size_t>(n.nodes.size());
    });
    const auto links = sizeOf(frame.cooling, [](const CoolingNetwork& n) {
        return static_cast<std::size_t>(n.links.size());
    });
    static const FabricNetwork kNoFabric;
    return isNoneOrAll(frame.powerUnits.size(), units) &&
           isNoneOrAll(frame.powerEdges.size(), edges) &&
           isNoneOrAll(frame.coolingNodes.size(), nodes) &&
           isNoneOrAll(frame.coolingLinks.size(), links) &&
           fitsFabrics(frame.fabricsNow, frame.fabrics ? *frame.fabrics : kNoFabric) &&
           std::all_of(frame.faults.begin(), frame.faults.end(), [&](const FaultNow& fault) {
               return fault.rack == -1 || isIn(fault.rack, frame.racks.front().size());
           });
}

double timeOf(const PartJson& value) {
    return value.is_null() ? -1.0 : value.get<double>();
}

void readFaults(const PartJson& json, Frame& frame) {
    frame.faults.clear();
    for (const PartJson& one : json) {
        FaultNow fault;
        fault.number = one.at("number").get<std::int32_t>();
        fault.kind = stateOf(one.at("kind").get<std::string>(), FaultKind::Human, faultKindName);
        fault.phase = stateOf(one.at("phase").get<std::string>(), FaultPhase::Over, faultPhaseName);
        for (const auto& [key, value] : kFaultTexts) {
            fault.*value = one.at(key).get<std::string>();
        }
        fault.atS = numberOf(one.at("at_s"));
        for (const auto& column : kFaultTimes) {
            fault.*column.value = timeOf(one.at(column.key));
        }
        fault.event = one.at("event").get<std::int64_t>();
        fault.rack = one.at("rack").get<int>();
        frame.faults.push_back(std::move(fault));
    }
}

JobRow jobOf(const PartJson& one) {
    JobRow row;
    row.id = one.at("id").get<std::int64_t>();
    row.state = stateOf(one.at("state").get<std::string>(), JobState::Failed, jobStateName);
    for (const auto& [key, value] : kJobTexts) {
        row.*value = one.at(key).get<std::string>();
    }
    for (const auto& [key, value] : kJobCounts) {
        row.*value = one.at(key).get<int>();
    }
    for (const auto& [key, value] : kJobFlags) {
        row.*value = one.at(key).get<bool>();
    }
    for (const auto& column : kJobColumns) {
        row.*column.value = numberOf(one.at(column.key)) * column.toSi;
    }
    for (const auto& column : kJobMoments) {
        row.*column.value = timeOf(one.at(column.key));
    }
    for (const StepTermInfo& term : stepTerms()) {
        row.step.*term.value = numberOf(one.at("step").at(term.key));
    }
    row.step.movingShare = numberOf(one.at("step").at("moving_pct")) * kPercent;
    return row;
}

}  // namespace

std::optional<JobRow> readJob(const nlohmann::json& job) {
    try {
        return jobOf(job);
    } catch (const PartJson::exception&) {
        return std::nullopt;
    }
}

bool readParts(const nlohmann::json& parts, Frame& frame) {
    try {
        for (const auto& [word, part] : parts.items()) {
            bool isFine = true;
            if (word == "conditions") {
                isFine = readConditions(part, frame);
            } else if (word == "power") {
                isFine = readPower(part, frame);
            } else if (word == "cooling") {
                isFine = readCooling(part, frame);
            } else if (word == "fabric") {
                isFine = readFabric(part, frame.fabricsNow);
            } else if (word == "faults") {
                readFaults(part, frame);
            } else if (word == "jobs") {
                frame.jobs.clear();
                for (const PartJson& one : part) {
                    frame.jobs.push_back(jobOf(one));
                }
            }
            if (!isFine) {
                return false;
            }
        }
        return fitsDesign(frame);
    } catch (const PartJson::exception&) {
        return false;
    }
}

}  // namespace headroom::engine
