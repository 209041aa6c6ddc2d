// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A parallel file system or object store, as one building block.
struct StorageSpec {
    double capacityBytes = kNotStated;
    double readBytesPerS = kNotStated;
    double writeBytesPerS = kNotStated;
    double powerW = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
