// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "models/workload/software_stack.h"
#include "models/workload/training_job.h"

namespace headroom::engine {

/// The software that a job names; a current Megatron-Core where it names none, and one without
/// calibration where a catalogue lacks that too. Null: it names one that the catalogue lacks.
inline const models::SoftwareStackSpec* softwareOf(const models::TrainingJobSpec& job,
                                                   const Catalogue& catalogue) {
    if (!job.softwareStack.empty()) {
        return catalogue.spec<models::SoftwareStackSpec>(job.softwareStack);
    }
    const auto* usual = catalogue.spec<models::SoftwareStackSpec>("megatron-core");
    return usual != nullptr ? usual : &models::usualStack();
}

}  // namespace headroom::engine
