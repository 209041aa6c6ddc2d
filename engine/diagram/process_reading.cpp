// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_reading.h"

#include "engine/base/index.h"
#include "engine/run/conditions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr std::size_t kStates = static_cast<std::size_t>(CoolingLinkState::Isolated) + 1;

CoolingLinkNow sumOf(const std::vector<int>& links, const Frame& frame) {
    CoolingLinkNow sum{.valve = 0.0F};
    const auto share = 1.0F / static_cast<float>(links.size());
    float weights = 0.0F;
    std::array<int, kStates> states{};
    for (const int link : links) {
        const CoolingLinkNow& one = frame.coolingLinks[at(link)];
        const float weight = std::abs(one.flowM3PerS) + 1e-9F;
        weights += weight;
        sum.flowM3PerS += one.flowM3PerS;
        sum.heatW += one.heatW;
        sum.powerW += one.powerW;
        sum.running += one.running;
        sum.inService += one.inService;
        sum.inC += weight * one.inC;
        sum.outC += weight * one.outC;
        sum.valve += share * one.valve;
        sum.speed += share * one.speed;
        sum.dropPa += share * one.dropPa;
        ++states[static_cast<std::size_t>(one.state)];
    }
    sum.inC /= weights;
    sum.outC /= weights;
    sum.state = static_cast<CoolingLinkState>(std::max_element(states.begin(), states.end()) -
                                              states.begin());
    return sum;
}

ProcessFold foldOf(const std::vector<int>& links, const Frame& frame, CoolingLinkState most) {
    using S = CoolingLinkState;
    constexpr auto kWorstFirst = std::to_array<S>(
        {S::Failed, S::NoPower, S::Leaking, S::Isolated, S::Stuck, S::Starting, S::Standby});
    ProcessFold fold;
    fold.leastC = std::numeric_limits<double>::infinity();
    fold.mostC = -fold.leastC;
    auto worst = kWorstFirst.end();
    for (const int l : links) {
        const CoolingLinkNow& one = frame.coolingLinks[at(l)];
        fold.leastC = std::min(fold.leastC, static_cast<double>(one.outC));
        fold.mostC = std::max(fold.mostC, static_cast<double>(one.outC));
        if (one.state != most) {
            worst = std::min(worst, std::find(kWorstFirst.begin(), kWorstFirst.end(), one.state));
        }
    }
    if (worst != kWorstFirst.end()) {
        fold.state = *worst;
        fold.strange = static_cast<int>(std::count_if(links.begin(), links.end(), [&](int l) {
            return frame.coolingLinks[at(l)].state == fold.state;
        }));
    }
    return fold;
}

}  // namespace

ProcessReading readProcess(const CoolingNetwork& network, const ProcessLayout& layout,
                           const Frame* frame) {
    ProcessReading reading;
    reading.known = frame != nullptr;
    const std::size_t count = network.links.size();
    reading.folds.resize(count);
    reading.isPartlyOut.assign(count, 0);
    reading.units.resize(count);
    if (frame != nullptr) {
        reading.links = frame->coolingLinks;
    }
    reading.largestM3PerS.assign(static_cast<std::size_t>(CircuitKind::Rack) + 1, 1e-9);
    for (std::size_t l = 0; l < count; ++l) {
        const CoolingLink& link = network.links[l];
        double& largest =
            reading
                .largestM3PerS[static_cast<std::size_t>(network.circuits[at(link.circuit)].kind)];
        largest = std::max(largest, link.designM3PerS);
        static const std::vector<int> kItself;
        const std::vector<int>& folded = l < layout.folded.size() ? layout.folded[l] : kItself;
        reading.units[l] = link.units;
        for (const int other : folded) {
            reading.units[l] += at(other) == l ? 0 : network.links[at(other)].units;
        }
        reading.folds[l].count = static_cast<int>(folded.size());
        if (frame == nullptr) {
            continue;
        }
        const auto isPartly = [&](int one) {
            return conditionOf(network.links[at(one)], frame->coolingLinks[at(one)]) ==
                   Condition::PartlyOut;
        };
        if (folded.empty()) {
            reading.isPartlyOut[l] = static_cast<char>(isPartly(static_cast<int>(l)));
            continue;
        }
        reading.isPartlyOut[l] =
            static_cast<char>(std::any_of(folded.begin(), folded.end(), isPartly));
        reading.links[l] = sumOf(folded, *frame);
        reading.folds[l] = foldOf(folded, *frame, reading.links[l].state);
        reading.folds[l].count = static_cast<int>(folded.size());
    }
    return reading;
}

bool standsStill(const CoolingLink& link, const CoolingLinkNow& now) {
    constexpr double kStill = 1e-3;  // of the design flow
    return std::abs(static_cast<double>(now.flowM3PerS)) <= kStill * link.designM3PerS;
}

std::string_view coolingStateWord(CoolingLinkState state) {
    switch (state) {
        case CoolingLinkState::Running:
            return "Running";
        case CoolingLinkState::Standby:
            return "Standby";
        case CoolingLinkState::Starting:
            return "Starting";
        case CoolingLinkState::Stuck:
            return "Valve stuck";
        case CoolingLinkState::NoPower:
        case CoolingLinkState::Failed:
        case CoolingLinkState::Leaking:
        case CoolingLinkState::Isolated:
            break;
    }
    return infoOf(conditionOf(state)).word;
}

std::string commonName(const std::vector<std::string>& names) {
    if (names.empty()) {
        return {};
    }
    std::string name = names.front();
    for (const std::string& other : names) {
        const auto end = std::mismatch(name.begin(), name.end(), other.begin(), other.end()).first;
        name.erase(end, name.end());
    }
    if (names.size() > 1) {
        // A byte of a letter beyond ASCII is one as well.
        while (!name.empty() && std::isalpha(static_cast<unsigned char>(name.back())) == 0 &&
               static_cast<unsigned char>(name.back()) < 0x80) {
            name.pop_back();
        }
    }
    return name;
}

}  // namespace headroom::engine
