// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/fabric_drawing.h"
#include "engine/diagram/report_words.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/drawing/sketch.h"

namespace headroom::engine::report {

std::string fabricSvg(const Fabric& fabric) {
    if (fabric.topology == nullptr) {
        return {};
    }
    const TopologyIndex index = indexFabric(fabric.topology);
    const FabricDiagram diagram = layOutFabric(index, {});
    FabricReading reading;
    reading.edges.resize(diagram.edges.size());
    reading.nodes.resize(diagram.nodes.size());
    return drawingSvg(
        drawFabric(
            {.index = index, .diagram = diagram, .reading = reading, .words = reportWords()}),
        "Fabric " + fabric.name);
}

}  // namespace headroom::engine::report
