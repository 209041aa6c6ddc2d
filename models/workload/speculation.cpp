// SPDX-License-Identifier: Apache-2.0
#include "models/workload/speculation.h"

namespace headroom::models {

double Speculation::givenTokens() const {
    double sum = 1.0;
    double reached = 1.0;
    for (int j = 0; j < draftTokens; ++j) {
        reached *= acceptance;
        sum += reached;
    }
    return sum;
}

int Speculation::givenTokens(double u) const {
    int given = 1;
    double reached = acceptance;
    while (given <= draftTokens && u < reached) {
        ++given;
        reached *= acceptance;
    }
    return given;
}

}  // namespace headroom::models
