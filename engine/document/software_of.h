// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "models/workload/software_stack.h"
#include "models/workload/training_job.h"

namespace headroom::engine {

/// Software of a job that names none: a current Megatron-Core, and one without calibration where a catalogue lacks that.
/// Runs, estimates and checks of designs take the same.
inline const models::SoftwareStackSpec* usualSoftware(const Catalogue& catalogue) {
    const auto* usual = catalogue.spec<models::SoftwareStackSpec>("megatron-core");
    return usual != nullptr ? usual : &models::usualStack();
}

/// The software that a job names, or the usual one. Null if it names one that the catalogue lacks.
inline const models::SoftwareStackSpec* softwareOf(const models::TrainingJobSpec& job,
                                                   const Catalogue& catalogue) {
    if (!job.softwareStack.empty()) {
        return catalogue.spec<models::SoftwareStackSpec>(job.softwareStack);
    }
    return usualSoftware(catalogue);
}

}  // namespace headroom::engine
