// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain_networks.h"

#include "engine/base/scale.h"
#include "engine/exchange/cluster_topology.h"
#include "engine/exchange/dss.h"
#include "engine/exchange/epanet.h"
#include "engine/exchange/power_case.h"
#include "engine/solve/electrical/three_phase.h"
#include "engine/solve/hydraulics/extended_period.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

constexpr std::size_t kNamedParts = 10;

/// "J1, J2 and 3 more".
template <class NameOf>
std::string namesOf(const std::vector<int>& parts, const NameOf& nameOf) {
    std::string words;
    for (std::size_t i = 0; i < std::min(parts.size(), kNamedParts); ++i) {
        words += (i == 0 ? "" : ", ") + nameOf(parts[i]);
    }
    return parts.size() > kNamedParts
               ? fmt::format("{} and {} more", words, parts.size() - kNamedParts)
               : words;
}

const char* pipeLawWords(PipeLaw law) {
    return law == PipeLaw::HazenWilliams   ? "Hazen-Williams"
           : law == PipeLaw::DarcyWeisbach ? "Darcy-Weisbach"
                                           : "Chezy-Manning";
}

void noteFault(const Error& error, Explanation& e) {
    e.notes.push_back(fmt::format("It does not solve: {}. {}", error.message, error.remedy));
}

/// How much of the demand is met where demands depend on pressure, and which nodes get less than they ask for.
void noteSupply(const HydraulicSolver& solver, Explanation& e) {
    const HydraulicNetwork& net = solver.network();
    const PressureDemand& law = *net.pressureDemand;
    constexpr double kMet = 0.9999;  // of a demand; solutions are exact to 1e-8
    double asked = 0.0, given = 0.0;
    std::vector<int> less;
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
        const double demand = std::max(0.0, net.nodes[i].demandM3PerS),
                     supplied = demand > 0.0 ? solver.suppliedM3PerS(static_cast<int>(i)) : 0.0;
        asked += demand;
        given += supplied;
        if (supplied < kMet * demand) {
            less.push_back(static_cast<int>(i));
        }
    }
    e.columns.push_back({"supplied", "at the start", "l/s"});
    e.notes.push_back(
        fmt::format("Demands depend on pressure, from none at {:.4g} m to all at {:.4g} m: {:.4g} "
                    "of {:.4g} l/s are supplied.",
                    law.leastM, law.requiredM, 1e3 * given, 1e3 * asked));
    if (!less.empty()) {
        e.notes.push_back(
            "Nodes that get less than they ask for: " +
            namesOf(less, [&](int i) { return net.nodes[static_cast<std::size_t>(i)].name; }) +
            '.');
    }
}

void solveAtStart(const EpanetModel& model, Explanation& e) {
    auto run = ExtendedPeriodRun::create(model.network, model.period);
    auto solved = run ? run->solve() : Result<void>(tl::unexpected(run.error()));
    if (!solved) {
        noteFault(solved.error(), e);
        return;
    }
    const HydraulicNetwork& net = run->solver().network();
    const std::vector<int> cutOff = run->solver().cutOff();
    for (std::size_t i = 0; i < std::min(net.nodes.size(), Explanation::kFirstRows); ++i) {
        const bool isCut = std::binary_search(cutOff.begin(), cutOff.end(), static_cast<int>(i));
        e.first.push_back({net.nodes[i].name, fmt::format("{:.3f}", net.nodes[i].elevationM),
                           isCut ? "cut off" : fmt::format("{:.3f}", run->headM()[i]),
                           fmt::format("{:.4g}", 1e3 * net.nodes[i].demandM3PerS)});
        if (net.pressureDemand) {
            e.first.back().push_back(
                fmt::format("{:.4g}", 1e3 * run->solver().suppliedM3PerS(static_cast<int>(i))));
        }
    }
    if (net.pressureDemand) {
        noteSupply(run->solver(), e);
    }
    if (!cutOff.empty()) {
        e.notes.push_back(
            "Nodes that are cut off from every source: " +
            namesOf(cutOff, [&](int i) { return net.nodes[static_cast<std::size_t>(i)].name; }) +
            '.');
    }
    if (const std::vector<int> unable = run->solver().unable(); !unable.empty()) {
        e.notes.push_back(
            "Valves that are open, because nothing else supplies one of their sides: " +
            namesOf(unable, [&](int k) { return net.links[static_cast<std::size_t>(k)].name; }) +
            '.');
    }
}

}  // namespace

Result<Explanation> explainEpanet(const std::filesystem::path& file, const std::string& /*text*/,
                                  const ExplainOptions& /*options*/) {
    const auto model = readEpanet(file);
    if (!model) {
        return tl::unexpected(model.error());
    }
    Explanation e;
    e.form = "text by sections";
    e.rows = static_cast<long>(model->network.nodes.size());
    e.columns = {{"node", "name", ""},
                 {"elevation", "number", "m"},
                 {"head", "at the start", "m"},
                 {"demand", "at the start", "l/s"}};
    e.notes.push_back(fmt::format("{} nodes, {} links; flows in {}, lengths in {}; {}.",
                                  model->network.nodes.size(), model->network.links.size(),
                                  model->flowUnit, model->lengthUnit,
                                  pipeLawWords(model->network.pipeLaw)));
    const ExtendedPeriod& period = model->period;
    e.notes.push_back(fmt::format("{:.1f} h, {} tanks, {} controls, {} rules.",
                                  static_cast<double>(period.durationS) / kHourS,
                                  period.tanks.size(), period.controls.size(),
                                  period.rules.size()));
    solveAtStart(*model, e);
    return e;
}

Result<Explanation> explainFeeder(const std::filesystem::path& file, const std::string& /*text*/,
                                  const ExplainOptions& /*options*/) {
    const auto feeder = readDss(file);
    if (!feeder) {
        return tl::unexpected(feeder.error());
    }
    const PhaseNetwork& net = feeder->network;
    Explanation e;
    e.form = "commands of OpenDSS";
    e.rows = static_cast<long>(net.buses.size());
    e.columns = {{"bus", "name", ""},
                 {"phase a", "voltage to ground", "V"},
                 {"phase b", "voltage to ground", "V"},
                 {"phase c", "voltage to ground", "V"}};
    e.notes.push_back(fmt::format("{} buses, {} lines, {} transformers, {} loads and shunts.",
                                  net.buses.size(), net.lines.size(), net.transformers.size(),
                                  net.loads.size()));
    if (!feeder->notes.empty()) {
        e.notes.push_back(feeder->notes + '.');
    }
    ThreePhaseSolver solver;
    auto solved = solver.setNetwork(net);
    solved = solved ? solver.solve() : solved;
    if (!solved) {
        noteFault(solved.error(), e);
        return e;
    }
    for (std::size_t b = 0; b < std::min(net.buses.size(), Explanation::kFirstRows); ++b) {
        std::vector<std::string> row = {net.buses[b]};
        for (int phase = 0; phase < 3; ++phase) {
            row.push_back(
                fmt::format("{:.2f}", std::abs(solver.result().at(static_cast<int>(b), phase))));
        }
        e.first.push_back(std::move(row));
    }
    return e;
}

Result<Explanation> explainPowerCase(const std::filesystem::path& file, const std::string& /*text*/,
                                     const ExplainOptions& /*options*/) {
    const auto read = readPowerCase(file);
    if (!read) {
        return tl::unexpected(read.error());
    }
    const LoadFlowNetwork& net = read->network;
    Explanation e;
    e.form = "matrices or tables of a load flow case";
    e.rows = static_cast<long>(net.buses());
    e.columns = {{"bus", "number", ""},
                 {"kind", "by the generators in service", ""},
                 {"voltage", "solved", "p.u."},
                 {"angle", "solved", "degrees"}};
    const auto out = std::count(net.inService.begin(), net.inService.end(), 0);
    e.notes.push_back(
        fmt::format("{} buses, {} branches, {} of them out of service; {:.6g} MVA as base.",
                    net.buses(), net.branches(), out, read->baseMw));
    LoadFlowSolver solver;
    auto solved = solver.setNetwork(net);
    solved = solved ? solver.solve() : solved;
    if (!solved) {
        noteFault(solved.error(), e);
        return e;
    }
    for (std::size_t b = 0; b < std::min(net.buses(), Explanation::kFirstRows); ++b) {
        const int bus = static_cast<int>(b);
        const bool live = solver.result().live[b] != 0;
        e.first.push_back(
            {std::to_string(read->number[b]),
             net.busKind[b] == BusKind::Slack ? "slack"
             : net.busKind[b] == BusKind::Pv  ? "PV"
                                              : "PQ",
             live ? fmt::format("{:.6f}", solver.result().magnitudePu(bus)) : "dead",
             live ? fmt::format("{:.4f}", solver.result().angleRad(bus) * kDegPerRad) : ""});
    }
    return e;
}

Result<Explanation> explainTopology(const std::filesystem::path& file, const std::string& text,
                                    const ExplainOptions& /*options*/) {
    const auto topology = parseClusterTopology(text, file.string());
    if (!topology) {
        return tl::unexpected(topology.error());
    }
    Explanation e;
    e.form = topology->form;
    e.rows = static_cast<long>(topology->switches.size());
    e.columns = {{"switch", "name", ""},
                 {"level", "1 for a switch of hosts", ""},
                 {"hosts", "count", ""},
                 {"links up", "count", ""}};
    for (std::size_t i = 0; i < std::min(topology->switches.size(), Explanation::kFirstRows); ++i) {
        const TopologySwitch& each = topology->switches[i];
        e.first.push_back({each.name, std::to_string(each.level + 1),
                           std::to_string(each.hosts.size()),
                           topology->statesCables() ? std::to_string(each.linksUp) : "not stated"});
    }
    std::string levels;
    for (int level = 0; level < topology->levels(); ++level) {
        levels += fmt::format(", {} switches of level {}", topology->switchesOf(level), level + 1);
    }
    e.notes.push_back(fmt::format("{} hosts{}.", topology->hosts, levels));
    for (const auto& [rate, count] : topology->rates) {
        e.notes.push_back(fmt::format("{} cables of {}.", count,
                                      rate.empty() ? "a rate that is not stated" : rate));
    }
    for (const std::string& note : topology->notes) {
        e.notes.push_back(note + '.');
    }
    return e;
}

}  // namespace headroom::engine
