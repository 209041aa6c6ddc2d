// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/circuits.h"

#include <cstdlib>

namespace headroom::engine {

Circuits::Circuits(const Floor& floor, const FabricNetwork& network, int fabric)
    : topology_(network.fabrics[static_cast<std::size_t>(fabric)].topology.get()) {
    const TopologySpec& spec = topology_->spec();
    if (spec.kind != TopologyKind::Torus || spec.cubeEdge == 0) {
        return;
    }
    edge_ = spec.cubeEdge;
    dims_ = static_cast<int>(spec.dims.size());
    for (int d = 1; d < dims_; ++d) {
        face_ *= edge_;
    }
    for (const FabricSwitch& place : circuitSwitches(floor, network, fabric)) {
        ends_.push_back(cableEnd(floor, place));
    }
}

int Circuits::between(int switchA, int switchB) const {
    if (edge_ == 0) {
        return -1;
    }
    const SwitchPlace a = topology_->place(switchA), b = topology_->place(switchB);
    // Place within the cube: one digit for each dimension. The one in which the two differ is the
    // direction of the link; in cubes of one router none does, and the first stands for all.
    int along = 0, inFace = 0, apart = 0, faceStride = 1, restA = a.index, restB = b.index;
    for (int d = 0; d < dims_; ++d, restA /= edge_, restB /= edge_) {
        if (restA % edge_ != restB % edge_) {
            along = d;
            apart = std::abs(restA % edge_ - restB % edge_);
        }
    }
    if (a.group == b.group && apart <= 1) {
        return -1;
    }
    int digits = a.index;
    for (int d = 0; d < dims_; ++d, digits /= edge_) {
        if (d != along) {
            inFace += digits % edge_ * faceStride;
            faceStride *= edge_;
        }
    }
    const int circuit = (a.plane * dims_ + along) * face_ + inFace;
    return circuit < static_cast<int>(ends_.size()) ? circuit : -1;
}

}  // namespace headroom::engine
