// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/figures.h"
#include "engine/figures/sums.h"
#include "models/core/model_error.h"

#include <optional>
#include <span>

/// Effect of errors of the models on the sums of a run, before figures are made of them.
///
/// IT energy is multiplied by e1. Where its racks have a load trace, the error of the meters takes the place of e1.
/// Facility energy is IT energy (1 + (PUE - 1) e2). Energy cost and carbon follow it.
/// Water is multiplied by the factor of IT energy and by e3. The hottest chip gets e4 added. Tokens are multiplied by e5.
/// Validity: errors of models are independent of each other and the same all through a run.
namespace headroom::engine {

/// Sums of a run, and the part of its IT energy that was metered: of racks whose load is a trace.
struct MeteredSums {
    Sums sums;
    double heatJ = 0.0;  ///< that follows from heat in the coolant
    double powerJ = 0.0;

    /// IT energy is `factor` times its former value in one of its parts (J). Facility energy and water follow.
    void scale(double& partJ, double factor);
    /// Energy, its cost and its carbon, as the facility takes that much.
    void consume(double facilityJ);
};

/// An error of a model.
struct ErrorOfModel {
    std::optional<models::ModelErrorSpec>
        spec;  ///< not set for training steps, whose jobs have intervals of their own

    /// Moves sums by `z` standard deviations of the error.
    void act(MeteredSums& m, double z) const;
};

/// 90 % interval of a figure by errors of the models behind it: each error alone at both of its ends, the distances
/// added as squares. What moves nothing has none: NaN at both ends. Figures that state a spread have that one.
/// Source: first-order propagation of independent errors (JCGM 100:2008, 5.1.2).
Interval intervalOf(const Figure& figure, const MeteredSums& m,
                    std::span<const models::ModelErrorSpec> errors);

}  // namespace headroom::engine
