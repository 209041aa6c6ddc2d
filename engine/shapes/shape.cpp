// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/shape.h"

namespace headroom::engine {

std::size_t Shape::triangleCount() const {
    std::size_t count = 0;
    for (const ShapeMesh& mesh : surfaces) {
        count += mesh.triangleCount();
    }
    return count;
}

Shape turned(Shape shape, int quarters) {
    const int turns = ((quarters % 4) + 4) % 4;
    for (ShapeMesh& mesh : shape.surfaces) {
        for (std::vector<float>* triples : {&mesh.points, &mesh.normals}) {
            for (std::size_t i = 0; i + 2 < triples->size(); i += 3) {
                for (int n = 0; n < turns; ++n) {
                    const float x = (*triples)[i];
                    (*triples)[i] = (*triples)[i + 1];
                    (*triples)[i + 1] = -x;
                }
            }
        }
    }
    return shape;
}

}  // namespace headroom::engine
