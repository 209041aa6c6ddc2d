// SPDX-License-Identifier: Apache-2.0
// Machines of ProcessView that stand for several.
#include "engine/run/conditions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view.h"
#include "ui/cooling/process_view_detail.h"
#include "ui/units/quantity_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::ui {

using namespace process;

void ProcessView::setFolded(bool folded) {
    if (folded != style_.fold) {
        const int current = current_;
        style_.fold = folded;
        rebuild();
        if (isKnown()) {
            sumUp();
        }
        setCurrent(current);
    }
}

/// Flow, heat, power and units of folded machines add up; temperatures are those of their mixed
/// water, openings and speeds their mean, the state that of most.
void ProcessView::sumUp() {
    now_ = frame_->coolingLinks;
    for (std::size_t l = 0; l < diagram_.folded.size(); ++l) {
        const std::vector<int>& links = diagram_.folded[l];
        if (links.empty()) {
            continue;
        }
        engine::CoolingLinkNow sum{.valve = 0.0F};
        const auto share = 1.0F / static_cast<float>(links.size());
        float weights = 0.0F;
        std::array<int, 8> states{};
        for (const int link : links) {
            const engine::CoolingLinkNow& one = frame_->coolingLinks[at(link)];
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
        sum.state = static_cast<engine::CoolingLinkState>(
            std::max_element(states.begin(), states.end()) - states.begin());
        now_[l] = sum;
    }
}

ProcessView::Fold ProcessView::foldOf(int link) const {
    using S = engine::CoolingLinkState;
    constexpr auto kWorstFirst = std::to_array<S>(
        {S::Failed, S::NoPower, S::Leaking, S::Isolated, S::Stuck, S::Starting, S::Standby});
    Fold fold;
    const std::vector<int>& links = diagram_.folded[at(link)];
    fold.count = static_cast<int>(links.size());
    if (links.empty() || !isKnown()) {
        return fold;
    }
    fold.leastC = std::numeric_limits<double>::infinity();
    fold.mostC = -fold.leastC;
    auto worst = kWorstFirst.end();
    for (const int l : links) {
        const engine::CoolingLinkNow& one = frame_->coolingLinks[at(l)];
        fold.leastC = std::min(fold.leastC, static_cast<double>(one.outC));
        fold.mostC = std::max(fold.mostC, static_cast<double>(one.outC));
        if (one.state != now(link).state) {
            worst = std::min(worst, std::find(kWorstFirst.begin(), kWorstFirst.end(), one.state));
        }
    }
    if (worst != kWorstFirst.end()) {
        fold.state = *worst;
        fold.strange = static_cast<int>(std::count_if(links.begin(), links.end(), [&](int l) {
            return frame_->coolingLinks[at(l)].state == fold.state;
        }));
    }
    return fold;
}

/// Whether some of its units are away; of folded machines, of any of them.
bool ProcessView::isPartlyOut(int link) const {
    const auto partly = [this](int one) {
        return engine::conditionOf(network_->links[at(one)], frame_->coolingLinks[at(one)]) ==
               engine::Condition::PartlyOut;
    };
    const std::vector<int>& links = diagram_.folded[at(link)];
    return links.empty() ? partly(link) : std::any_of(links.begin(), links.end(), partly);
}

int ProcessView::unitsOf(int link) const {
    int units = network_->links[at(link)].units;
    for (const int other : diagram_.folded[at(link)]) {
        units += other == link ? 0 : network_->links[at(other)].units;
    }
    return units;
}

/// Folded ones share the beginning of their names: "CDU 1", "CDU 2" are "CDU".
QString ProcessView::nameOf(int link) const {
    QString name = coolingName(*network_, link);
    const std::vector<int>& links = diagram_.folded[at(link)];
    for (const int other : links) {
        const QString one = coolingName(*network_, other);
        qsizetype same = 0;
        while (same < name.size() && same < one.size() && name[same] == one[same]) {
            ++same;
        }
        name.truncate(same);
    }
    if (!links.empty()) {
        while (!name.isEmpty() && !name.back().isLetter()) {
            name.chop(1);
        }
    }
    return name;
}

QStringList ProcessView::foldTip(int link) const {
    QStringList lines{QStringLiteral("%1 (%2×)").arg(nameOf(link)).arg(unitsOf(link))};
    lines << coolingKindText(network_->links[at(link)].kind);
    if (!isKnown()) {
        return lines << tr("Not simulated yet");
    }
    const Fold fold = foldOf(link);
    const engine::CoolingLinkNow& sum = now(link);
    lines << tr("Together %1, %2")
                 .arg(flowText(static_cast<double>(sum.flowM3PerS)),
                      quantityText(std::abs(static_cast<double>(sum.heatW)), models::unit::kilowatt,
                                   4));
    lines << tr("Water leaves at %1 to %2")
                 .arg(temperatureText(fold.leastC), temperatureText(fold.mostC));
    for (const int l : diagram_.folded[at(link)]) {
        const engine::CoolingLinkState state = frame_->coolingLinks[at(l)].state;
        if (state != sum.state && lines.size() < 12) {
            lines << tr("%1: %2").arg(coolingName(*network_, l), coolingStateText(state).toLower());
        }
    }
    return lines << tr("Unfold Arrays (menu View) shows each.");
}

}  // namespace headroom::ui
