// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <algorithm>
#include <cctype>
#include <complex>
#include <vector>

namespace headroom::hostile {

namespace {

using Nodes = std::vector<engine::PhaseNode>;

void requireNodes(const engine::PhaseNetwork& network, const Nodes& nodes) {
    for (const engine::PhaseNode& node : nodes) {
        require(node.bus >= 0 && static_cast<std::size_t>(node.bus) < network.buses.size() &&
                    node.phase >= -1 && node.phase <= 2,
                "a node that is not there is named");
    }
}

// A script that a fuzzer made may include files of this machine: those are left alone.
bool leavesFolder(std::string_view bytes) {
    for (const std::string_view verb : {"redirect", "compile"}) {
        const auto word = std::search(
            bytes.begin(), bytes.end(), verb.begin(), verb.end(),
            [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
        if (std::find_if(word, bytes.end(), [](char c) { return c == '/' || c == '\\'; }) !=
            bytes.end()) {
            return true;
        }
    }
    return false;
}

void requireNumbers(const std::vector<std::complex<double>>& values, std::string_view what) {
    for (const std::complex<double>& value : values) {
        requireFinite(value.real(), what);
        requireFinite(value.imag(), what);
    }
}

}  // namespace

void dss(std::string_view bytes) {
    if (leavesFolder(bytes)) {
        return;
    }
    const auto path = scratchFile("input.dss", bytes);
    const auto read = engine::readDss(path);
    if (!read) {
        if (read.error().code.starts_with("DSS-")) {
            requireRefusal(read.error(), path.string());
        }
        return;
    }
    const engine::PhaseNetwork& network = read->network;
    for (const engine::PhaseSource& source : network.sources) {
        requireNumbers({source.positiveOhm, source.zeroOhm, source.lineVoltageV}, "source");
    }
    for (const engine::PhaseLine& line : network.lines) {
        requireNodes(network, line.from);
        requireNodes(network, line.to);
        requireNumbers(line.seriesOhm, "line " + line.name);
        requireNumbers(line.shuntS, "line " + line.name);
    }
    for (const engine::PhaseTransformer& transformer : network.transformers) {
        for (const engine::PhaseWinding& winding : transformer.windings) {
            requireNodes(network, winding.nodes);
            requireNumbers({winding.ratedV, winding.tap}, "transformer " + transformer.name);
        }
        requireNumbers({transformer.impedancePu, transformer.ratedVa},
                       "transformer " + transformer.name);
    }
    for (const engine::PhaseLoad& load : network.loads) {
        requireNodes(network, load.nodes);
        requireNumbers({load.powerW, load.reactiveVar, load.nominalV}, "load " + load.name);
    }
}

}  // namespace headroom::hostile
