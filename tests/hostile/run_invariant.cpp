// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/run_invariant.h"

#include "engine/base/json.h"
#include "engine/check/check.h"
#include "engine/document/edit.h"
#include "engine/live/run.h"
#include "engine/run/simulator.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/mutant.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

namespace headroom::hostile {

namespace {

using nlohmann::json;

constexpr double kAbsoluteZeroC = -273.15;

// Ratios that have no meaning where what they are divided by is nothing.
constexpr auto kMayBeUndefined = std::to_array<std::string_view>(
    {"/pue", "/pue_category_1", "/pue_category_2", "/wue_l_per_kwh", "/cue_kg_per_kwh"});

constexpr auto kShares = std::to_array<std::string_view>(
    {"/utilization", "/goodput", "/ettr", "/mfu", "/faults/availability"});

constexpr auto kRatiosAboveOne =
    std::to_array<std::string_view>({"/pue", "/pue_category_1", "/pue_category_2"});

template <class List>
bool isAmong(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

// Shares of sums may pass 0 and 1 by the rounding of their parts.
constexpr double kRounding = 1e-9;

void requireFigure(const std::string& place, const json& value, bool hasItEnergy) {
    if (value.is_null()) {
        // ERE is PUE where nobody uses the heat, and is not stated twice.
        require(place == "/ere" || (isAmong(kMayBeUndefined, place) && !hasItEnergy),
                place + " is not a number");
        return;
    }
    if (!value.is_number()) {
        return;
    }
    const double number = value.get<double>();
    const std::string text = place + " is " + engine::jsonText(value);
    require(std::isfinite(number), text);
    if (place == "/hottest_chip_c") {
        require(number > kAbsoluteZeroC, text);
        return;
    }
    require(number >= (isAmong(kShares, place) ? -kRounding : 0.0), text);
    if (isAmong(kShares, place)) {
        require(number <= 1.0 + kRounding, text);
    }
    if (hasItEnergy && isAmong(kRatiosAboveOne, place)) {
        require(number >= 1.0 - kRounding, text);
    }
}

// Figures, those of lists and groups of figures among them, each by its place in the summary.
void requireFigures(const std::string& place, const json& value, bool hasItEnergy) {
    if (value.is_structured()) {
        for (const auto& [key, member] : value.items()) {
            requireFigures(place + '/' + key, member, hasItEnergy);
        }
    } else {
        requireFigure(place, value, hasItEnergy);
    }
}

void requireSummary(const engine::RunSummary& summary, double mostImbalance) {
    requireFigures("", engine::parseJson<json>(engine::summaryJson(summary, 0.0)),
                   summary.sums[engine::Sum::ItJ] > 0.0);
    require(summary.sums[engine::Sum::WorstImbalance] <= mostImbalance,
            "the energy of a step is out of balance by " +
                std::to_string(summary.sums[engine::Sum::WorstImbalance]));
}

// Indices of a hall's air (RCI, RTI) are differences over a limit: beyond it they are negative.
bool isIndexOfAir(std::string_view channel) {
    return channel.find("/rci_") != channel.npos || channel.find("/rti_") != channel.npos;
}

bool isRatioToIt(std::string_view channel) {
    return channel.starts_with("facility/") &&
           (channel.find("pue") != channel.npos || channel.find("wue") != channel.npos);
}

void requireSample(const engine::Simulator& simulator, std::vector<double>& values) {
    simulator.sample(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const engine::Channel& channel = simulator.channels()[i];
        if (std::isnan(values[i]) && isRatioToIt(channel.name)) {
            continue;  // dark: not defined
        }
        require(std::isfinite(values[i]),
                channel.name + " is not a number at " + std::to_string(simulator.timeS()) + " s");
        if (channel.name.ends_with("_c")) {
            require(values[i] > kAbsoluteZeroC, channel.name + " is below absolute zero");
        }
        if (channel.name.ends_with("_pct") && !isIndexOfAir(channel.name)) {
            require(values[i] >= -kRounding, channel.name + " is negative");
        }
    }
}

void requireFindings(const engine::Project& project, const engine::Catalogue& catalogue,
                     int& count) {
    static const auto kRules = [] {
        std::set<std::string, std::less<>> rules;
        for (const engine::RuleInfo& rule : engine::checkRules()) {
            rules.emplace(rule.id);
        }
        return rules;
    }();
    const auto findings = engine::checkProject(project, catalogue);
    count = static_cast<int>(findings.size());
    for (const engine::Finding& finding : findings) {
        const std::string text = engine::findingText(finding);
        require(kRules.contains(finding.rule), "a rule that is not listed: " + text);
        require(!finding.message.empty(), "a finding that says nothing: " + finding.rule);
        require(std::isfinite(finding.measured) && std::isfinite(finding.allowed),
                "a finding without a number: " + text);
        engine::Project mended = project;
        require(finding.fix.empty() || engine::applyAll(mended, catalogue, finding.fix).has_value(),
                "a fix that is refused: " + text);
    }
}

std::unique_ptr<engine::Simulator> simulatorOf(const engine::Project& project,
                                               const engine::Catalogue& catalogue,
                                               std::string& refusal) {
    auto simulator = engine::Simulator::create(project, catalogue, {});
    if (simulator) {
        return std::move(*simulator);
    }
    require(!simulator.error().empty(), "refused without a reason");
    for (const engine::Error& error : simulator.error()) {
        requireRefusal(error, error.file);
    }
    refusal = simulator.error().front().text();
    return nullptr;
}

void stepAll(engine::Simulator& simulator, const RunLimits& limits) {
    std::vector<double> values(simulator.channels().size());
    for (int i = 0; i < limits.mostSteps && simulator.timeS() < limits.untilS; ++i) {
        const double before = simulator.timeS();
        simulator.step();
        require(simulator.timeS() > before, "a step that does not advance");
        requireSample(simulator, values);
        simulator.frame();
        simulator.takeEvents();
    }
}

// Figures of a summary that other ids or another order may not change: all but the hash of the
// state, in which objects are in their order.
json figuresOf(const engine::RunSummary& summary) {
    json figures = engine::parseJson<json>(engine::summaryJson(summary, 0.0));
    figures.erase("state_hash");
    for (json& tenant : figures["tenants"]) {
        tenant.erase("tenant");  // an id, no figure
    }
    if (figures.contains("refused")) {
        figures["refused"] = figures["refused"].size();  // words that begin with ids
    }
    for (json& service : figures["services"]) {
        service.erase("id");
    }
    return figures;
}

void requireSame(const json& figures, const engine::Project& other,
                 const engine::Catalogue& catalogue, const RunLimits& limits, const char* what) {
    std::string refusal;
    const auto simulator = simulatorOf(other, catalogue, refusal);
    require(simulator != nullptr, std::string(what) + " is refused: " + refusal);
    stepAll(*simulator, limits);
    const json now = figuresOf(simulator->summary());
    if (now != figures) {
        const json difference = json::diff(figures, now);
        require(false, std::string(what) + " gives other figures: " + engine::jsonText(difference));
    }
}

}  // namespace

RunVerdict examine(const engine::Project& project, const engine::Catalogue& catalogue,
                   std::uint64_t seed, const RunLimits& limits) {
    RunVerdict verdict;
    requireWhole(project, catalogue);
    requireFindings(project, catalogue, verdict.findings);
    const auto simulator = simulatorOf(project, catalogue, verdict.refusal);
    if (simulator == nullptr) {
        return verdict;
    }
    verdict.ran = true;
    stepAll(*simulator, limits);
    requireSummary(simulator->summary(), limits.mostImbalance);
    verdict.simulatedS = simulator->timeS();
    verdict.stateHash = simulator->stateHash();

    // Saved and loaded into another simulator of the same plant it is the same state.
    std::string refusal;
    const auto again = simulatorOf(project, catalogue, refusal);
    require(again != nullptr, "refused the second time: " + refusal);
    const auto loaded = again->loadState(simulator->saveState());
    require(loaded.has_value(),
            "its own state is refused: " + (loaded ? "" : loaded.error().text()));
    require(again->stateHash() == verdict.stateHash, "a state that is loaded is another");

    const json figures = figuresOf(simulator->summary());
    if (limits.withOrder) {
        requireSame(figures, reordered(project, seed), catalogue, limits,
                    "another order of objects");
    }
    if (limits.withNames) {
        requireSame(figures, renamed(project), catalogue, limits, "the project with other ids");
    }
    return verdict;
}

}  // namespace headroom::hostile
