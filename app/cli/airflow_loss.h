// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/study.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <string>

namespace headroom::app {

/// airflow --lose: the inlets of halls minute by minute.
struct AirLossWish {
    std::string what;  ///< "fans" or "water"; empty means no loss
    std::string lasts = "5min", every = "15s";
    std::string hall, format;
    engine::AirStudyOptions
        state;  ///< before the loss; offHandlers: those that are lost, all if none
    engine::AirFieldOptions field;
    bool quiet = false;
};

/// Prints AIR-004 with the halls that exist; the code to end with.
int noSuchHall(const engine::AirStudy& study, const std::string& hall);

/// Prints the course of each hall; the code to end with.
int airflowLoss(const AirLossWish& wish, const engine::Project& project,
                const engine::Catalogue& catalogue);

}  // namespace headroom::app
