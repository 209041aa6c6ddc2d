// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_drawing.h"
#include "engine/diagram/report_words.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/drawing/sketch.h"

#include <utility>

namespace headroom::engine::report {

std::string processSvg(const CoolingNetwork& network, std::vector<std::string> halls) {
    if (network.loopCircuit.empty()) {
        return {};
    }
    ProcessStyle style;
    style.fold = true;
    const ProcessLayout layout = layOutProcess(network, style);
    const ProcessReading reading = readProcess(network, layout, nullptr);
    return drawingSvg(drawProcess({.network = network,
                                   .layout = layout,
                                   .reading = reading,
                                   .halls = std::move(halls),
                                   .words = reportWords()}),
                      "Process diagram");
}

}  // namespace headroom::engine::report
