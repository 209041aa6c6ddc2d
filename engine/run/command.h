// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/fractions.h"
#include "engine/plant/plant_order.h"
#include "engine/run/jobs/job_order.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

/// External inputs of a run: its project, options and these determine everything that follows.
namespace headroom::engine {

/// Simulator::changed.
struct DesignChange {
    std::shared_ptr<const std::string> projectText;  ///< the design from then on
    std::string words;                               ///< what was done, for the story
};

/// Simulator::remark.
struct Remark {
    std::string subject, text;
};

struct Command {
    double timeS = 0.0;  ///< between the step that ended then and the next
    std::variant<PlantOrder, JobOrder, DesignChange, AirFractions, Remark> what;
};

}  // namespace headroom::engine
