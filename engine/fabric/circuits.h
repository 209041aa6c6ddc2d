// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/cabling.h"

#include <vector>

/// Cables of a torus in cubes by way of its optical circuit switches.
namespace headroom::engine {

/// Links inside a cube go from router to router; those that leave one, and the wraps of a dimension
/// of a single cube, go by way of the circuit switch of their place on the face (TPU v4: Jouppi et
/// al., ISCA 2023, "opposing faces of a direction join one switch"). Other shapes have none.
class Circuits {
  public:
    Circuits(const Floor& floor, const FabricNetwork& network, int fabric);

    /// Circuit switch between two switches that a link joins; -1 means the link runs straight.
    int between(int switchA, int switchB) const;

    const CableEnd& end(int circuit) const { return ends_[static_cast<std::size_t>(circuit)]; }

    /// Whether a part can be patched through: a module with fibre, not copper or a fixed cable.
    static bool passes(const models::LinkPartSpec& part) { return !part.isCable(); }

  private:
    const Topology* topology_ = nullptr;
    int edge_ = 0, dims_ = 0, face_ = 1;  ///< 0 means no cubes; places on a face
    std::vector<CableEnd> ends_;
};

}  // namespace headroom::engine
