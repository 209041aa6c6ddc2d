// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// The shape of a transformer that is trained or served.
struct LanguageModelSpec {
    double parameters = kNotStated;
    double activeParameters = kNotStated;
    int layers = 1;
    int hidden = 1;
    int vocabulary = 1;
    int sequence = 2048;

    static const ComponentType& type();
};

}  // namespace headroom::models
