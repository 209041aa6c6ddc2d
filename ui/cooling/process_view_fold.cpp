// SPDX-License-Identifier: Apache-2.0
// Machines of ProcessView that stand for several.
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view.h"
#include "ui/cooling/process_view_detail.h"
#include "ui/units/quantity_text.h"

#include <cmath>
#include <string>
#include <vector>

namespace headroom::ui {

using namespace process;

void ProcessView::setFolded(bool folded) {
    if (folded != style_.fold) {
        const int current = current_;
        style_.fold = folded;
        rebuild();
        setCurrent(current);
    }
}

/// Folded ones share the beginning of their names: "CDU 1", "CDU 2" are "CDU".
QString ProcessView::nameOf(int link) const {
    std::vector<std::string> names{coolingName(*network_, link).toStdString()};
    for (const int other : diagram_.folded[at(link)]) {
        names.push_back(coolingName(*network_, other).toStdString());
    }
    return QString::fromStdString(engine::commonName(names));
}

QStringList ProcessView::foldTip(int link) const {
    QStringList lines{QStringLiteral("%1 (%2×)").arg(nameOf(link)).arg(unitsOf(link))};
    lines << coolingKindText(network_->links[at(link)].kind);
    if (!isKnown()) {
        return lines << tr("Not simulated yet");
    }
    const engine::ProcessFold& fold = reading_.folds[at(link)];
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
